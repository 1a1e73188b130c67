//! Beasts' tables (spec 15).

use super::*;
use crate::games::gladiatori::draws::dice;

fn rules() -> Rules {
    Rules::default_rules().unwrap()
}

fn kills(kind: BeastKind, av: i16) -> usize {
    let r = rules();
    dice(2)
        .outcomes()
        .iter()
        .filter(|d| r.beast_killed(&r.beast_roll(kind, false, d.0, false), av))
        .count()
}

/// Spec 15, beasts.
#[test]
fn beast_tables() {
    let r = rules();
    for av in 0..14 {
        let below = dice(2)
            .outcomes()
            .iter()
            .filter(|d| i16::from(d.0[0] + d.0[1]) < av)
            .count();
        assert_eq!(
            (kills(BeastKind::Dog, av), kills(BeastKind::Wolf, av)),
            (below, below)
        );
        assert_eq!(
            kills(BeastKind::Lion, av),
            if av >= 8 { below - 6 } else { below }
        );
    }
    assert_eq!(
        (
            kills(BeastKind::Dog, 7),
            kills(BeastKind::Lion, 8),
            kills(BeastKind::Bear, 7)
        ),
        (15, 15, 13)
    );
    assert_eq!((2..20).map(|av| kills(BeastKind::Lion, av)).max(), Some(30));
    let mean: i16 = dice(2)
        .outcomes()
        .iter()
        .map(|d| r.beast_roll(BeastKind::Bear, true, d.0, false).value)
        .sum();
    assert_eq!(mean, 23 * 12, "mean 23/3");
    let hits = dice(2)
        .outcomes()
        .iter()
        .filter(|d| r.beast_roll(BeastKind::Dog, true, d.0, false).value > 7)
        .count();
    assert_eq!(hits, 15);
    let one = r.beast_roll(BeastKind::Wolf, true, [5, 0], false);
    assert_eq!((one.value, one.spawns, one.unbalances), (5, false, false));
    assert_eq!(
        (
            r.beast_dice(BeastKind::Dog, true, false),
            r.beast_dice(BeastKind::Bear, true, false)
        ),
        (1, 2)
    );
    assert_eq!(
        (
            r.beast_dice(BeastKind::Dog, false, true),
            r.beast_dice(BeastKind::Dog, true, true)
        ),
        (1, 0)
    );
    assert_eq!(r.beast_roll(BeastKind::Lion, true, [5, 6], true).freed, 2);
}
