//! Invariants of the spec (15), and the rulebook's worked examples that no golden case plays.

use super::super::exact::{exact, wins};
use super::super::playouts::Duels;
use super::super::policy::View;
use super::super::rules::{Style, guard_after};
use super::super::situations::Memory;
use super::super::state::{EndedBy, Guard};
use super::{ROOKIE, duel, duel_with, rookie, rules, win};
use crate::games::battle::column::{Class, Column};
use crate::games::battle::data::BattleData;
use crate::games::battle::fighter::{Fighter, tier, weapon_dice};
use crate::games::battle::gladiator::Gladiator;

#[test]
fn results_sum_to_one_and_turn_round() {
    let pairs = [
        (rookie("style=berserk surrender=at:-4"), rookie("F2 I3")),
        (
            rookie("L2 luck=all"),
            "battle_javelin:4x3 A4 R2 P3 H28 throw=always".to_string(),
        ),
    ];
    for (a, b) in pairs {
        let (e, r) = (exact(&duel(&a, &b)).unwrap(), exact(&duel(&b, &a)).unwrap());
        assert!((e.win(0) + e.win(1) + e.undecided - 1.0).abs() < 1e-12);
        assert!((e.turns.iter().flatten().sum::<f64>() + e.undecided - 1.0).abs() < 1e-12);
        assert!((e.win(0) - r.win(1)).abs() < 1e-12 && (e.mean_turns - r.mean_turns).abs() < 1e-9);
    }
}

#[test]
fn initiative_never_changes_the_length_of_a_mirror() {
    let plain = exact(&duel(ROOKIE, ROOKIE)).unwrap();
    let quick = exact(&duel(&rookie("I5"), ROOKIE)).unwrap();
    let mut first = duel(ROOKIE, ROOKIE);
    first.first = Some(1);
    assert!((plain.mean_turns - quick.mean_turns).abs() < 1e-9);
    assert!((plain.mean_turns - exact(&first).unwrap().mean_turns).abs() < 1e-9);
}

/// One rank of ATTACK more on an even sum changes nothing, unless it reaches a tier in a style that has tiers.
#[test]
fn odd_ranks_change_nothing_but_at_a_tier() {
    for style in ["normal", "berserk", "defensive"] {
        let of = |attack: u8, ranks: u8| {
            win(
                &format!("short_sword:{ranks} A{attack} R1 S2 P3 H28 style={style}"),
                ROOKIE,
            )
        };
        assert!((of(4, 4) - of(5, 4)).abs() < 1e-12);
        for tier in [8, 12, 15] {
            // Odd sums to even ones gain a die; here an even sum gains a rank that only the tier can use.
            let jump = of(tier, tier - 1) - of(tier - 1, tier - 1);
            assert_eq!(
                jump.abs() > 1e-9,
                style != "normal",
                "{style} {tier}: {jump}"
            );
        }
    }
}

#[test]
fn who_gives_up_at_once_falls_unconscious_only_when_doomed() {
    let e = exact(&duel(&rookie("surrender=at:-1"), ROOKIE)).unwrap();
    let alive = e.p(|s| {
        s.loser() == Some(0) && s.ended_by() == Some(EndedBy::Unconscious) && !s.loser_dead()
    });
    assert_eq!(alive, 0.0);
    assert!(e.loses_by(0, EndedBy::Unconscious) > 0.0);
}

/// Playouts by the rules: stuns, luck and copies never go where they cannot.
#[test]
fn states_keep_their_bounds() {
    let thrower =
        "dagger:4x5 battle_javelin:4x2 A4 R1 H25 L3 luck=all throw=exposed retrieve=when_empty F1";
    let d = duel(thrower, &rookie("L2 luck=attack_defence F2"));
    let (rules, f) = (&d.rules, &d.fighters);
    for playout in 0..2000 {
        let mut chance = Duels::source(11, playout);
        let mut state = rules.initiative(f, d.players(), &mut chance);
        let mut luck = [3, 2];
        while !state.is_over() {
            let before = state;
            state = rules.turn(f, state, d.players(), &mut chance);
            for (side, left) in luck.iter_mut().enumerate() {
                assert!(state.luck(side) <= *left, "no luck die is created");
                *left = state.luck(side);
                assert!(state.in_hand(side, 0) <= 5 && state.in_hand(side, 1) <= 2);
            }
            // What is not in hand lies on the ground: a turn throws one copy, or picks some up, of his own.
            let x = before.active();
            let moved = |side: usize| {
                [0, 1]
                    .map(|s| i16::from(state.in_hand(side, s)) - i16::from(before.in_hand(side, s)))
            };
            let own = moved(0);
            assert!(
                own == [-1, 0] || own == [0, -1] || own.iter().all(|n| *n >= 0),
                "{:?}",
                moved(0)
            );
            assert!(
                x == 0 || moved(0) == [0, 0],
                "nobody touches the other's weapons"
            );
            if state.stunned(0) && state.stunned(1) {
                assert!(
                    before.health(before.active()) < -10,
                    "two are stunned at once only through fate 5"
                );
            }
            let view = View {
                rules,
                fighters: f,
                state,
                side: 0,
            };
            let dice = rules.defence_dice(view.own(), state.guard(0), true);
            assert_eq!(dice, f[0].armor, "a stunned gladiator defends with ARMOR");
        }
    }
}

#[test]
fn guards_defend_with_what_the_list_says() {
    let data = BattleData::embedded().unwrap();
    let rules = rules();
    let fighter = |g: &Gladiator| Fighter::new(&data, &rules.readings, g).unwrap();
    let f = fighter(&Gladiator::rookie());
    let dice = |guard, stunned| rules.defence_dice(&f, guard, stunned);
    assert_eq!(Guard::ALL.map(|g| dice(g, false)), [6, 3, 1, 8]);
    assert_eq!(Guard::ALL.map(|g| dice(g, true)), [1, 1, 1, 1]);
    let bare = Gladiator {
        carries_shield: Some(false),
        ..Gladiator::rookie()
    };
    assert_eq!(
        rules.defence_dice(&fighter(&bare), Guard::Normal, false),
        4,
        "SHIELD needs a shield"
    );
    let keeps = duel_with(
        ROOKIE,
        ROOKIE,
        &[
            ("defensive_bonus_when_stunned", "yes"),
            ("shield_must_be_carried", "no"),
        ],
    );
    assert_eq!(keeps.rules.defence_dice(&f, Guard::Defensive, true), 3);
    assert_eq!(keeps.rules.defence_dice(&f, Guard::Whiffed, true), 1);
    let carries = Fighter::new(&data, &keeps.rules.readings, &bare).unwrap();
    assert_eq!(carries.shield, 2);
    assert_eq!(
        guard_after(Style::Berserk, true, false),
        Guard::Berserk,
        "a berserk throw defends with ARMOR only"
    );
    assert_eq!(
        guard_after(Style::Normal, true, true),
        Guard::Normal,
        "a throw cannot whiff"
    );
}

/// \[How Many Attack Dice to Roll\], \[Benefits and Penalties when Attacking Berserk / Defensively\].
#[test]
fn attack_dice_of_the_text() {
    assert_eq!(
        [(4, 4), (5, 4), (5, 0), (0, 1), (0, 0)].map(|(a, w)| weapon_dice(a, w)),
        [4, 4, 3, 0, 0]
    );
    let data = BattleData::embedded().unwrap();
    let berserk = [0, 1, 7, 8, 11, 12, 14, 15].map(|a| tier(&data, a).berserk_attack);
    assert_eq!(berserk, [1, 1, 1, 2, 2, 3, 3, 4]);
    assert_eq!(
        [7, 8, 12, 15].map(|a| tier(&data, a).defensive_max_sixes),
        [2, 3, 4, 5]
    );
}

/// Which columns hit, stun and keep stunned, by class and reading.
#[test]
fn stuns_by_reading() {
    let column = |name| Column::parse(name).unwrap();
    let all = ["4", "4-4", "5", "5-5", "6", "6-6", "6x3"];
    let stuns = |set: &[(&str, &str)], stunned| {
        let d = duel_with(ROOKIE, ROOKIE, set);
        all.map(|n| d.rules.stuns(column(n), stunned))
    };
    assert_eq!(
        stuns(&[], false),
        [false, true, false, true, false, true, true]
    );
    assert_eq!(
        stuns(&[], true),
        [false, true, false, true, true, true, true]
    );
    assert_eq!(
        stuns(&[("stay_stunned", "six_only")], true),
        [false, false, false, false, true, true, true]
    );
    assert_eq!(
        stuns(&[("stay_stunned", "six_only")], false),
        stuns(&[], false)
    );
    assert_eq!(
        stuns(&[("low_double_stun", "six_six_only")], false),
        [false, false, false, false, false, true, true]
    );
    assert_eq!(
        stuns(&[("low_double_stun", "six_six_only")], true),
        [false, false, false, false, true, true, true]
    );
    let rules = rules();
    let from = Class::ALL.map(|c| all.iter().position(|n| rules.hits(c, column(n))).unwrap());
    assert_eq!(from, [0, 2, 4, 5]);
}

/// \[Death's Door\]: one must roll, whatever `concede` allows.
#[test]
fn nobody_gives_up_at_deaths_door() {
    let set = [("concede", "any_own_turn")];
    let e = exact(&duel_with(
        "short_sword:4 A4 H20 surrender=at:-1",
        "short_sword:6 A6 H20",
        &set,
    ))
    .unwrap();
    assert!(e.loses_by(0, EndedBy::DeathsDoor) > 1e-4 && e.dead(0) > 1e-3);
    assert!(e.loses_by(0, EndedBy::GaveUp) > 0.5);
}

#[test]
fn switches_of_fate_and_kills() {
    let text = "short_sword:5 A5 R1 H10";
    let of = |set: &[(&str, &str)]| exact(&duel_with(text, text, set)).unwrap();
    let usual = of(&[]);
    let none = of(&[("coma_result", "no_contest")]);
    assert!(none.win(0) < usual.win(0) && none.win(0) + none.win(1) < 1.0 - 1e-4);
    let harder = of(&[("fate_1_dies", "if_gives_up")]);
    assert!(harder.dead(0) < usual.dead(0));
    assert!(of(&[("fate_5_focus", "no")]).win(0) - 0.5 < 1e-12);
    let below = of(&[("fate_still_below", "yes")]);
    assert!(below.loses_by(0, EndedBy::Unconscious) > usual.loses_by(0, EndedBy::Unconscious));
    let coin = of(&[("initiative_tie", "coin")]);
    assert!((coin.p_first_a - 0.5).abs() < 1e-12);
}

/// P(win) of both sides is that of the chain, also where battles go undecided or nobody scores.
#[test]
fn wins_leave_out_what_nobody_wins() {
    let both = |a: &str, b: &str, set: &[(&str, &str)]| {
        let duel = duel_with(a, b, set);
        let e = exact(&duel).unwrap();
        let won = wins(&duel, &mut Memory::new(&duel.rules)).unwrap();
        for side in 0..2 {
            assert!((won[side] - e.win(side)).abs() < 1e-10, "{a} v {b} {set:?}");
        }
        won
    };
    let harmless = "claymore:1 A1 R2 H20";
    assert_eq!(both(harmless, harmless, &[]), [0.0, 0.0]);
    assert!(both(ROOKIE, harmless, &[])[0] > 0.999);
    let quick = "short_sword:5 A5 R1 H10";
    assert!(both(quick, quick, &[("max_turns", "5")])[0] < 0.4);
    assert!(both(quick, quick, &[("coma_result", "no_contest")])[1] < 0.4999);
    assert!((both(ROOKIE, ROOKIE, &[])[1] - 0.5).abs() < 1e-12);
}

#[test]
fn bad_duels_say_what_to_write() {
    let data = BattleData::embedded().unwrap();
    let switches = data.switches("battle", &[]).unwrap();
    let refused = |a: &str| {
        let (g, p) = Gladiator::parse(a).unwrap();
        let parts = [super::Parts::parse(&p).unwrap(), super::Parts::default()];
        super::Duel::new(&data, &switches, [&g, &Gladiator::rookie()], parts, None)
            .unwrap_err()
            .to_string()
    };
    assert!(
        refused("short_sword:16 A4").contains("gladiator a: 16 ranks of short_sword: at most 15")
    );
    assert!(refused("javelin:1x6 A4").contains("over weight by 3 lb: 6 javelin weigh 18 lb"));
    assert!(refused("javelin:1x0 A4").contains("must be thrown and needs ammunition"));
    assert!(refused("short_sword:4 A4 surrender=at:3").contains("from -1 to -10"));
}
