//! The exact anchors of the spec (15), with the digits that it prints.

use super::super::dice::{self, Roll, Sum};
use super::super::exact::cells;
use super::super::exact::chain::Exact;
use super::super::exact::graph::Graph;
use super::super::exact::{exact, optimal};
use super::super::exchange::{Comes, Exchanges, Pairing};
use super::super::situations::Memory;
use super::super::weigh::weigh;
use super::{ROOKIE, VETERAN, duel, duel_with, rookie, rules, win};
use crate::games::battle::column::Class;
use crate::games::battle::data::WeaponKind;

/// Equal to the digits printed.
#[track_caller]
fn near(got: f64, printed: f64, digits: i32) {
    let off = (got - printed).abs();
    assert!(
        off <= 0.5001 * 10f64.powi(-digits),
        "{got} is not {printed} ({off:e} off)"
    );
}

fn of(a: &str, b: &str) -> Exact {
    exact(&duel(a, b)).unwrap()
}

fn attack(class: Class, dice: u8, defence_dice: u8, stunned: bool) -> Pairing {
    let critical_bonus = [0, 1, 1, 2][class as usize];
    Pairing {
        attack_dice: dice,
        attack_luck: 0,
        max_sixes: None,
        can_whiff: true,
        class,
        kind: WeaponKind::Slash,
        critical_bonus,
        defence_dice,
        defence_luck: 0,
        stunned,
    }
}

#[test]
fn blocks_first_turns_stun_locks() {
    let rules = rules();
    let block = |dice, needed| {
        let d = weigh(|c| rules.throw_defence(0, dice, 0, needed, c).sixes >= needed);
        d.iter().find(|(b, _)| *b).map_or(0.0, |x| x.1)
    };
    assert!((block(3, 1) - 91.0 / 216.0).abs() < 1e-14);
    assert!((block(3, 2) - 19.0 / 144.0).abs() < 1e-14);
    assert!((block(4, 4) - 617.0 / 34992.0).abs() < 1e-14);
    let three_v_two = duel("A1 I3", "A1");
    assert!((exact(&three_v_two).unwrap().p_first_a - 1009.0 / 1206.0).abs() < 1e-12);
    let mut ex = Exchanges::new(&rules);
    let mut stuns = |dice, armor| {
        let all = ex.outcomes(&attack(Class::B, dice, armor, true));
        all.iter()
            .filter(|(c, _, _)| matches!(c, Comes::Hurt(b) if b.stun))
            .map(|o| o.2)
            .sum::<f64>()
    };
    for (dice, printed) in [(4, [0.6049, 0.4718, 0.3644]), (8, [0.8829, 0.7396, 0.6095])] {
        [0, 2, 4]
            .iter()
            .zip(printed)
            .for_each(|(armor, p)| near(stuns(dice, *armor), p, 4));
    }
}

/// Rethrown sixes on m dice block k as often as m + k - 1 dice thrown once show k sixes.
#[test]
fn the_block_identity() {
    let rules = rules();
    for m in 0..=12u8 {
        for k in 1..=6u8 {
            let block = weigh(|c| rules.throw_defence(0, m, 0, k, c).sixes >= k);
            let once = weigh(|c| {
                dice::throw::<dice::Sixes, _>(0, Roll::Attack, m + k - 1, 0, c)
                    .shows
                    .0
                    >= k
            });
            let p = |d: &[(bool, f64)]| d.iter().find(|(b, _)| *b).map_or(0.0, |x| x.1);
            let (left, right) = (p(&block), if m == 0 { 0.0 } else { p(&once) });
            assert!(
                (left - right).abs() < 1e-13,
                "{m} dice, {k} sixes: {left} {right}"
            );
        }
    }
}

#[test]
fn mean_damage_of_one_attack() {
    let rules = rules();
    let mut ex = Exchanges::new(&rules);
    let mut mean = |class, dice, defence| ex.mean_damage(&attack(class, dice, defence, false));
    let on_three = [
        (4, [1.588, 2.017, 1.798, 0.918]),
        (6, [2.193, 2.753, 2.736, 2.058]),
        (8, [2.896, 3.520, 3.755, 3.425]),
        (10, [3.697, 4.345, 4.829, 4.891]),
    ];
    for (dice, printed) in on_three {
        Class::ALL
            .into_iter()
            .zip(printed)
            .for_each(|(c, p)| near(mean(c, dice, 3), p, 3));
    }
    Class::ALL
        .into_iter()
        .zip([2.921, 3.396, 3.805, 4.106])
        .for_each(|(c, p)| near(mean(c, 10, 6), p, 3));
}

/// In r1 class B leads small pools on 3 defence dice, C at 8, D from 10; in r2 and r3 B leads up to 8.
#[test]
fn which_class_leads_under_each_table_set() {
    for (set, up_to) in [("r1", 6), ("r2", 8), ("r3", 8)] {
        let rules = super::super::rules::Rules::embedded(set).unwrap();
        let mut ex = Exchanges::new(&rules);
        let mut leads = |dice: u8| {
            let mean =
                |c: &Class, ex: &mut Exchanges<'_>| ex.mean_damage(&attack(*c, dice, 3, false));
            let all: Vec<f64> = Class::ALL.iter().map(|c| mean(c, &mut ex)).collect();
            let best = (0..4).max_by(|a, b| all[*a].total_cmp(&all[*b]));
            Class::ALL[best.unwrap()]
        };
        for dice in [4, 6, up_to] {
            assert_eq!(leads(dice), Class::B, "{set} {dice}");
        }
        if set == "r1" {
            assert_eq!((leads(8), leads(10)), (Class::C, Class::D));
        }
    }
}

#[test]
fn the_rookie_mirror_and_the_first_turn() {
    let e = of(ROOKIE, ROOKIE);
    near(e.mean_turns, 35.27, 2);
    near(e.dead(0) * 100.0, 1.93, 2);
    near(e.win_if_first(0, 0).unwrap(), 0.5182, 4);
    assert!((e.win(0) - 0.5).abs() < 1e-12 && e.undecided < 1e-12);
    for (more, printed) in [("I3", 0.5123), ("I4", 0.5169), ("I6", 0.5182)] {
        near(win(&rookie(more), ROOKIE), printed, 4);
    }
    assert_eq!(
        Graph::new(&duel(ROOKIE, ROOKIE), [false; 2])
            .unwrap()
            .turn_states(),
        19_926
    );
    let one = duel(&rookie("L1 luck=attack"), ROOKIE);
    assert_eq!(Graph::new(&one, [false; 2]).unwrap().turn_states(), 39_852);
}

#[test]
fn one_more_of_each() {
    let more = [
        ("short_sword:5 A5 R1 S2 P3 H28", 0.6984),
        ("short_sword:6 A6 R1 S2 P3 H28", 0.8224),
        ("short_sword:4 A4 R2 S2 P3 H28", 0.6133),
        ("short_sword:4 A4 R1 S3 P3 H28", 0.5677),
        ("short_sword:4 A4 R1 S2 P4 H28", 0.5460),
        ("short_sword:4 A4 R1 S2 P3 H28 F1", 0.5561),
        ("short_sword:4 A4 R1 S2 P3 H28 F2", 0.5985),
        ("short_sword:4 A4 R1 S2 P3 H28 F3", 0.6309),
        ("short_sword:4 A4 R1 S2 P3 H29", 0.5190),
        ("short_sword:4 A4 R1 S2 P3 H30", 0.5374),
        ("short_sword:4 A4 R1 S2 P3 H32", 0.5702),
        ("short_sword:4 A4 R1 S2 P3 H36", 0.6343),
    ];
    for (text, printed) in more {
        let d = duel(text, ROOKIE);
        let won = cells::solve(&d, &mut Memory::new(&d.rules)).unwrap();
        let first = exact(&duel(text, ROOKIE)).unwrap();
        let fast = (0..2)
            .map(|f| if f == 0 { first.p_first_a } else { 1.0 - first.p_first_a } * won.win_a(f, [d.fighters[0].health as u8, 28]))
            .sum::<f64>();
        near(fast, printed, 4);
        assert!((fast - first.win(0)).abs() < 1e-11, "{text}");
    }
}

#[test]
fn styles_of_the_rookie() {
    let styles = [
        ("berserk", 0.4559),
        ("defensive", 0.4496),
        ("berserk_vs_stunned", 0.5281),
        ("berserk_vs_exposed", 0.5132),
        ("defensive_berserk_vs_stunned", 0.5045),
        ("berserk_if_ahead", 0.4915),
        ("optimal", 0.5341),
    ];
    for (style, printed) in styles {
        near(win(&rookie(&format!("style={style}")), ROOKIE), printed, 4);
    }
    let bear = "short_sword:4 A4 R3 H28";
    near(win(&format!("{bear} style=berserk"), bear), 0.6856, 4);
    let solved = optimal::solve(&duel(bear, bear), 0).unwrap();
    near(solved.win, 0.6858, 4);
    // Playing the styles found gives the value found.
    assert!((win(&format!("{bear} style=optimal"), bear) - solved.win).abs() < 1e-11);
}

#[test]
fn surrender_of_rookie_and_veteran() {
    let ladder = [
        ("never", 0.5, 0.0193),
        ("at:-9", 0.4995, 0.0140),
        ("at:-7", 0.4978, 0.0046),
        ("at:-5", 0.4948, 0.0037),
    ];
    let lower = [("at:-3", 0.4873, 0.0024), ("at:-1", 0.4751, 0.0011)];
    for (k, won, dead) in ladder.into_iter().chain(lower) {
        let e = of(&rookie(&format!("surrender={k}")), ROOKIE);
        near(e.win(0), won, 4);
        near(e.dead(0), dead, 4);
    }
    near(of(VETERAN, VETERAN).dead(0), 0.0627, 4);
    near(of(VETERAN, VETERAN).mean_turns, 26.99, 2);
    for (k, won, dead) in [("at:-5", 0.4974, 0.0247), ("at:-1", 0.4911, 0.0079)] {
        let e = of(&format!("{VETERAN} surrender={k}"), VETERAN);
        near(e.win(0), won, 4);
        near(e.dead(0), dead, 4);
    }
}

#[test]
fn luck_of_the_rookie() {
    let policies: [(&str, &[f64]); 6] = [
        ("attack", &[0.5281, 0.5555, 0.5822]),
        ("attack_exposed", &[0.5327, 0.5632]),
        ("defence", &[0.5136, 0.5259, 0.5372]),
        ("defence_needed", &[0.5135, 0.5224]),
        ("survival", &[0.5041, 0.5080]),
        ("all", &[0.5222, 0.5439]),
    ];
    for (policy, printed) in policies {
        for (dice, p) in printed.iter().enumerate() {
            near(
                win(&rookie(&format!("L{} luck={policy}", dice + 1)), ROOKIE),
                *p,
                4,
            );
        }
    }
    near(win(&rookie("L2 luck={initiative=max}"), ROOKIE), 0.5166, 4);
}

#[test]
fn switches_of_short_against_long_sword() {
    let long = "long_sword:4 A4 R1 S2 P3 H28";
    let set: [(&[(&str, &str)], f64); 9] = [
        (&[], 0.7129),
        (&[("low_double_block", "1")], 0.6670),
        (&[("low_double_stun", "six_six_only")], 0.6377),
        (&[("stay_stunned", "six_only")], 0.6976),
        (&[("defence_reroll", "once")], 0.7127),
        (&[("defence_reroll", "off")], 0.7133),
        (&[("critical_minus", "first_throw")], 0.7127),
        (&[("tables", "r2")], 0.7694),
        (&[("tables", "r3")], 0.7943),
    ];
    for (switches, printed) in set {
        near(
            exact(&duel_with(ROOKIE, long, switches)).unwrap().win(0),
            printed,
            4,
        );
    }
}

#[test]
fn mirrors_and_builds() {
    let wall = "short_sword:4 A4 R3 S3 P3 H30";
    near(of(wall, wall).mean_turns, 54.5, 1);
    let bear = "short_sword:5 A5 R3 H30 style=berserk";
    let shield = "short_sword:4 A4 R1 S2 P3 H34";
    for (tables, printed) in [("r1", 0.756), ("r2", 0.712), ("r3", 0.748)] {
        near(
            exact(&duel_with(bear, shield, &[("tables", tables)]))
                .unwrap()
                .win(0),
            printed,
            3,
        );
    }
}

#[test]
fn sums_of_initiative_dice() {
    let two = weigh(|c| dice::throw::<Sum, _>(0, Roll::Initiative, 2, 0, c).shows.0);
    assert!((two.iter().find(|(s, _)| *s == 7).unwrap().1 - 1.0 / 6.0).abs() < 1e-15);
}
