//! The tables against the rules' own machine, and how fast they are.

use super::*;
use crate::games::clash::counts::{Counts, teams_of};
use crate::games::clash::exact::Halves;
use crate::games::clash::spec::PolicySpec;
use std::collections::BTreeMap;

type Joint = BTreeMap<[Option<Unit>; 2], f64>;

fn policy(text: &str, parts: &[(&str, &str)]) -> Policy {
    let spec = parts
        .iter()
        .fold(PolicySpec::parse(text).unwrap(), |s, (p, v)| {
            s.with_part(p, v).unwrap()
        });
    Policy::fixed(spec.parts)
}

fn rules(set: &[(&str, &str)]) -> Rules {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    Rules::new(
        &|key| set.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone()),
        [1, 2, 3],
        [1, 0],
    )
    .unwrap()
}

fn by_rules(rules: &Rules, policies: [&Policy; 2], units: [Unit; 2], challenger: usize) -> Joint {
    let (ends, total) =
        Halves::of(rules, policies, rules.start(units[0], units[1], challenger)).ends();
    let mut joint = Joint::new();
    for (end, weight) in ends {
        *joint
            .entry([end.sides[0].unit(), end.sides[1].unit()])
            .or_default() += weight as f64 / total as f64;
    }
    joint
}

fn by_tables(tables: &Tables, units: [Unit; 2], challenger: usize) -> Joint {
    let [a, d] = units.map(|u| tables.units().id(u).unwrap());
    let mut joint = Joint::new();
    tables.ends(a, d, challenger, |end| {
        *joint
            .entry(end.left.map(|l| l.map(|id| tables.units().unit(id))))
            .or_default() += end.p;
    });
    joint
}

/// Largest difference of a probability, and everything the marginals say against the joint distribution.
fn compare(
    rules: &Rules,
    policies: [&Policy; 2],
    tables: &Tables,
    units: [Unit; 2],
    challenger: usize,
) -> f64 {
    let (exact, fast) = (
        by_rules(rules, policies, units, challenger),
        by_tables(tables, units, challenger),
    );
    let keys: std::collections::BTreeSet<_> = exact.keys().chain(fast.keys()).collect();
    let mut worst = 0.0f64;
    for key in keys {
        let both = [&exact, &fast].map(|j| j.get(key).copied().unwrap_or(0.0));
        worst = worst.max((both[0] - both[1]).abs());
    }
    let [a, d] = units.map(|u| tables.units().id(u).unwrap());
    let lost = |side: usize, left: Option<Unit>| {
        let unit = units[side];
        match left {
            _ if unit.is_animal() => usize::from(left.is_none()),
            None => unit.counts.total().into(),
            Some(left) => (unit.counts.total() - left.counts.total()).into(),
        }
    };
    let worth = units.map(|u| if u.is_animal() { 2.0 } else { 1.0 });
    let mut wanted = Marginals::default();
    let mut gain = 0.0;
    for (left, p) in &exact {
        let lost = [lost(0, left[0]), lost(1, left[1])];
        for side in 0..2 {
            wanted.mean[side] += p * lost[side] as f64;
            wanted.out[side] += if left[side].is_none() { *p } else { 0.0 };
            wanted.lost[side][lost[side]] += p;
        }
        gain += p * (worth[1] * lost[1] as f64 - worth[0] * lost[0] as f64);
    }
    let got = tables.marginals(a, d, challenger);
    worst = worst.max((tables.gain(a, d, challenger) - gain).abs());
    for side in 0..2 {
        worst = worst
            .max((got.mean[side] - wanted.mean[side]).abs())
            .max((got.out[side] - wanted.out[side]).abs());
        for k in 0..=MOST {
            worst = worst.max((got.lost[side][k] - wanted.lost[side][k]).abs());
        }
    }
    worst
}

fn all_units() -> Vec<Unit> {
    let teams: Vec<Counts> = (1..=4).flat_map(teams_of).collect();
    teams
        .into_iter()
        .flat_map(|t| {
            [0, 1].map(|markers| Unit {
                markers,
                ..Unit::team(t)
            })
        })
        .collect()
}

fn animals() -> Vec<Unit> {
    let data = crate::games::clash::data::ClashData::embedded().unwrap();
    data.units()
        .unwrap()
        .into_iter()
        .map(|(_, u)| u)
        .chain([Unit::animal(Counts::new([0, 0, 1, 0, 2]), 4).unwrap()])
        .collect()
}

/// Every pair of units for which `chosen` holds of its running number.
fn check(
    set: &[(&str, &str)],
    policies: [Policy; 2],
    units: &[Unit],
    chosen: impl Fn(usize) -> bool,
) {
    let rules = rules(set);
    let both = [&policies[0], &policies[1]];
    let tables = Tables::new(&rules, both, &animals());
    let mut number = 0;
    for &a in units {
        for &d in units {
            for challenger in 0..2 {
                number += 1;
                if chosen(number) {
                    let worst = compare(&rules, both, &tables, [a, d], challenger);
                    assert!(
                        worst < 1e-14,
                        "{a} - {d}, challenger {challenger}, {set:?}, {policies:?}: off by {worst:e}"
                    );
                }
            }
        }
    }
}

/// Every pair of the 125 teams, with and without markers, challenged by either: 125,000 duels. A debug build takes a part.
#[test]
fn every_pair_of_teams_agrees_with_the_rules() {
    let stride = if cfg!(debug_assertions) { 211 } else { 2 };
    std::thread::scope(|scope| {
        for part in 0..2 {
            // Half of the duels with other policies than the other half, so that both sides' are tried.
            scope.spawn(move || match part {
                0 => check(
                    &[],
                    [policy("simple", &[]), policy("value", &[])],
                    &all_units(),
                    |n| n % stride == 0,
                ),
                _ => check(
                    &[],
                    [policy("sharp", &[]), policy("simple", &[])],
                    &all_units(),
                    |n| n % stride == 1,
                ),
            });
        }
    });
}

#[test]
fn switches_and_parts_agree_with_the_rules() {
    let sets: [&[(&str, &str)]; 10] = [
        &[],
        &[("net_order", "simultaneous")],
        &[("net_use", "optional")],
        &[("trident_timing", "after_nets")],
        &[("dice_timing", "after_nets")],
        &[("loss_scope", "active_first")],
        &[("marker_carry", "drop")],
        &[("net_die", "any_hit")],
        &[("net_die", "critical"), ("net_order", "simultaneous")],
        &[
            ("dice_timing", "after_nets"),
            ("trident_timing", "after_nets"),
            ("loss_scope", "active_first"),
        ],
    ];
    let policies = |n: usize| match n % 5 {
        0 => [
            policy("simple", &[("losses", "active_first:SNTPH")]),
            policy("sharp", &[("reroll", "kills")]),
        ],
        1 => [
            policy("never", &[("net_targets", "order:HPTNS")]),
            policy("simple", &[("reroll", "wipe")]),
        ],
        2 => [
            policy("value", &[("reroll", "always")]),
            policy("value", &[("reroll", "zero")]),
        ],
        3 => [
            policy("simple", &[("reroll", "coin")]),
            policy("never", &[("losses", "random")]),
        ],
        _ => [
            policy("value", &[("net_targets", "random")]),
            policy("simple", &[]),
        ],
    };
    let units = all_units();
    let stride = if cfg!(debug_assertions) {
        25_013
    } else {
        1_009
    };
    for (n, set) in sets.into_iter().enumerate() {
        for m in 0..2 {
            check(set, policies(n + m), &units, |k| (k + 7 * n) % stride == 0);
        }
    }
}

#[test]
fn animals_agree_with_the_rules() {
    let marked = |u: Unit| (0..=u.most_markers()).map(move |markers| Unit { markers, ..u });
    let units: Vec<Unit> = all_units()
        .into_iter()
        .step_by(9)
        .chain(animals().into_iter().flat_map(marked))
        .collect();
    for set in [&[][..], &[("animal_markers", "heal")]] {
        check(
            set,
            [
                policy("simple", &[]),
                policy("value", &[("reroll", "kills")]),
            ],
            &units,
            |k| k % 7 == 0,
        );
        check(
            set,
            [policy("random", &[]), policy("simple", &[])],
            &units,
            |k| k % 97 == 0,
        );
    }
}

#[test]
fn the_headline_duel() {
    let simple = policy("simple", &[]);
    let tables = Tables::new(&Rules::rulebook(), [&simple, &simple], &[]);
    let [a, d] = ["SSNT", "SSST"].map(|t| tables.units().id(Unit::parse(t, &[]).unwrap()).unwrap());
    assert!((tables.gain(a, d, 0) - 17.0 / 11664.0).abs() < 1e-15);
}
