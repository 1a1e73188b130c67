//! The tables of duels against the rules that they are built from.

use super::super::duels::DuelTables;
use super::super::exact;
use super::super::luck::Pairing;
use super::super::policy::{Company, SeatSpec};
use super::super::units::{UnitId, Units};
use super::{arena, arena_of, state, two_spaces};
use crate::chance::{Lane, Stream};
use crate::games::clash::duel::Duel;
use crate::games::clash::fight::Fights;
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::unit::Unit;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Compares tables with the exact distribution of the rules, for pairs spread over all pairs of units.
fn compare(ruleset: &str, set: &[(&str, &str)], policies: [&str; 2], pairs: u64) {
    let arena = arena_of(ruleset, 2, set);
    let specs: Vec<PolicySpec> = policies
        .iter()
        .map(|p| PolicySpec::parse(p).unwrap())
        .collect();
    let tables = DuelTables::new(&arena, specs.clone());
    let mut stream = Stream::new(5, "pairs", 0, Lane::Main);
    for k in 0..pairs {
        // Every third pair has an animal.
        let number = arena.units.len() as u64;
        let mut unit = |animal: bool| match animal {
            true => (252 + stream.below(number - 252)) as UnitId,
            false => (2 + stream.below(250)) as UnitId,
        };
        let units = [unit(k % 6 == 0), unit(k % 6 == 0 || k % 6 == 3)];
        let chosen = [(k % 2) as usize, (k / 2 % 2) as usize];
        let pairing = Pairing {
            units,
            policies: chosen.map(|p| p as u8),
        };
        let duel = Duel {
            rules: Rc::new(arena.duel.clone()),
            units: units.map(|id| arena.units.unit(id)),
            challenger: 0,
            specs: chosen.map(|p| specs[p].clone()),
            marker_weight: 0.0,
        };
        let (ends, total) = duel.halves().ends();
        let mut wanted: BTreeMap<[UnitId; 2], f64> = BTreeMap::new();
        let (mut points, mut losses) = (0.0, 0.0);
        for (end, weight) in ends {
            let p = weight as f64 / total as f64;
            let result = duel.result(&end);
            *wanted
                .entry([0, 1].map(|k| arena.units.id_left(units[k], end.sides[k].unit())))
                .or_insert(0.0) += p;
            points +=
                p * f64::from(result.lost[1]) * if Units::is_animal(units[1]) { 2.0 } else { 1.0 };
            losses += if Units::is_animal(units[0]) {
                0.0
            } else {
                p * f64::from(result.lost[0])
            };
        }
        let got = tables.distribution(pairing);
        let names = units.map(|id| arena.units.text(id));
        assert_eq!(
            got.len(),
            wanted.len(),
            "{ruleset} {set:?} {policies:?} {names:?}"
        );
        for (left, p) in &wanted {
            assert!(
                (got[left] - p).abs() < 1e-12,
                "{set:?} {names:?} {left:?}: {} and {p}",
                got[left]
            );
        }
        let odds = tables.odds(pairing);
        assert!(
            (odds.points - points).abs() < 1e-12 && (odds.losses - losses).abs() < 1e-12,
            "{names:?}"
        );
        let scores: f64 = wanted
            .iter()
            .filter(|(left, _)| arena.units.unmarked(left[1]) != arena.units.unmarked(units[1]))
            .map(|(_, p)| p)
            .sum();
        assert!((odds.scores - scores).abs() < 1e-12, "{names:?}");
    }
}

#[test]
fn tables_are_the_rules_for_fixed_policies() {
    compare("clash", &[], ["value", "simple"], 400);
    compare("clash", &[], ["sharp", "never"], 200);
    compare("clash-review", &[], ["value", "sharp"], 200);
}

#[test]
fn tables_are_the_rules_for_policies_that_toss_coins() {
    compare("clash", &[], ["random", "value"], 60);
}

#[test]
fn tables_are_the_rules_for_policies_that_solve() {
    compare("clash", &[], ["minimax", "best_response:value"], 24);
}

#[test]
fn tables_are_the_rules_under_every_switch_of_the_duel() {
    for (key, value) in [
        ("net_order", "simultaneous"),
        ("net_use", "optional"),
        ("net_die", "any_hit"),
        ("net_die", "critical"),
        ("trident_timing", "after_nets"),
        ("dice_timing", "after_nets"),
        ("loss_scope", "active_first"),
        ("marker_carry", "drop"),
        ("animal_markers", "heal"),
    ] {
        compare("clash", &[(key, value)], ["value", "simple"], 60);
    }
}

/// Two teams on two spaces are the fight to the death (law 25).
#[test]
fn the_game_on_two_spaces_is_the_fight() {
    let arena = two_spaces(&[]);
    let spec = SeatSpec::random()
        .with_part("turn", "greedy")
        .unwrap()
        .with_part("duel", "value")
        .unwrap();
    let company = Company::new(arena.clone(), vec![spec]).unwrap();
    let value = PolicySpec::parse("value").unwrap();
    let mut fights = Fights::new(&Rc::new(arena.duel.clone()), [&value, &value]).unwrap();
    for (a, d) in [("S", "S"), ("SSN", "ST"), ("SNT+1", "PH"), ("SS", "NH+1")] {
        let units = [a, d].map(|t| Unit::parse(t, &[]).unwrap());
        let [first, second] = fights.value(units[0], units[1]);
        for (to_move, value) in [(0, first), (1, second)] {
            let (own, other) = (format!("0:{a}"), format!("1:{d}"));
            let mut start = state(&arena, &[("a1", &own), ("a2", &other)], &["lion"]);
            start.to_move = to_move;
            let means = exact::means(&company, &start, 10_000).unwrap();
            assert!((means.turns - value.duels).abs() < 1e-9, "{a} {d}");
            // The winner has what it took and what it has left.
            let sizes = units.map(|u| f64::from(u.counts.total()));
            let edge = means.points[0] - means.points[1];
            assert!(means.ends[0] > 1.0 - 1e-12 && edge.abs() <= sizes[0] + sizes[1]);
            // Points of a seat: the other's losses, and its own survivors = size - own losses. So the difference is
            // edge (of the whole fight) + edge + sizes' difference.
            assert!(
                (edge - 2.0 * value.edge - (sizes[0] - sizes[1])).abs() < 1e-9,
                "{a} {d}: {edge} {}",
                value.edge
            );
        }
    }
}

#[test]
fn kinds_by_worth_begin_with_the_sword() {
    let spec = SeatSpec::random().with_part("draft", "worth").unwrap();
    let company = Company::new(arena(2, &[]), vec![spec]).unwrap();
    assert_eq!(
        company.worth_order(0)[0],
        crate::games::clash::counts::Kind::Sword
    );
}
