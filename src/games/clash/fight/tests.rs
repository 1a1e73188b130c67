//! Fights against the plain recursion, against the laws of the spec, and how fast they are.

use super::*;
use crate::games::clash::exact::Halves;
use crate::games::clash::policy::{Parts, Policy};

fn team(text: &str) -> Unit {
    Unit::parse(text, &[]).unwrap()
}

fn spec(text: &str) -> PolicySpec {
    PolicySpec::parse(text).unwrap()
}

fn rules(set: &[(&str, &str)]) -> Rc<Rules> {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let find = |key: &str| set.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone());
    Rc::new(Rules::new(&find, [1, 2, 3], [1, 0]).unwrap())
}

/// Slow and plain: recursion over the rules' own machine.
struct Plain<'a> {
    rules: &'a Rules,
    policies: [&'a Policy; 2],
    memo: HashMap<(Unit, Unit), [Value; 2]>,
}

impl Plain<'_> {
    fn value(&mut self, attacker: Unit, defender: Unit) -> [Value; 2] {
        if let Some(&v) = self.memo.get(&(attacker, defender)) {
            return v;
        }
        let (mut known, mut unchanged) = ([Value::default(); 2], [0.0; 2]);
        for challenger in 0..2 {
            let start = self.rules.start(attacker, defender, challenger);
            let (ends, total) = Halves::of(self.rules, self.policies, start).ends();
            for (end, weight) in ends {
                let p = weight as f64 / total as f64;
                let lost = |unit: Unit, side: usize| {
                    f64::from(unit.counts.total()) - f64::from(end.sides[side].size())
                };
                known[challenger].edge += p * (lost(defender, 1) - lost(attacker, 0));
                match (end.sides[0].unit(), end.sides[1].unit()) {
                    (Some(a), Some(d)) if (a, d) == (attacker, defender) => {
                        unchanged[challenger] = p
                    }
                    (Some(a), Some(d)) => {
                        let next = self.value(a, d)[1 - challenger];
                        known[challenger].add(p, next);
                    }
                    (a, _) => {
                        known[challenger].p_attacker_wins += p * f64::from(u8::from(a.is_some()))
                    }
                }
            }
            known[challenger].duels += 1.0;
        }
        let ([k0, k1], [u0, u1]) = (known, unchanged);
        let solve = |k0: f64, k1: f64| {
            [
                (k0 + u0 * k1) / (1.0 - u0 * u1),
                (k1 + u1 * k0) / (1.0 - u0 * u1),
            ]
        };
        let edge = solve(k0.edge, k1.edge);
        let wins = solve(k0.p_attacker_wins, k1.p_attacker_wins);
        let duels = solve(k0.duels, k1.duels);
        let value = [0, 1].map(|c| Value {
            edge: edge[c],
            p_attacker_wins: wins[c],
            duels: duels[c],
        });
        self.memo.insert((attacker, defender), value);
        value
    }
}

fn close(a: Value, b: Value, within: f64) -> bool {
    [
        a.edge - b.edge,
        a.p_attacker_wins - b.p_attacker_wins,
        a.duels - b.duels,
    ]
    .iter()
    .all(|x| x.abs() < within)
}

#[test]
fn tables_give_what_the_plain_recursion_gives() {
    for set in [
        &[][..],
        &[("marker_carry", "drop")],
        &[("net_order", "simultaneous")],
    ] {
        let rules = rules(set);
        for names in [
            ["simple", "value"],
            ["never", "simple"],
            ["random", "simple"],
        ] {
            let policies = names.map(|n| Policy::fixed(Parts::preset(n).unwrap()));
            let mut plain = Plain {
                rules: &rules,
                policies: [&policies[0], &policies[1]],
                memo: HashMap::new(),
            };
            let specs = names.map(spec);
            let mut fights = Fights::new(&rules, [&specs[0], &specs[1]]).unwrap();
            for (a, d) in [
                ("SNT", "STP+1"),
                ("NH", "SSTH"),
                ("SSN+1", "NNT"),
                ("H", "H"),
                ("SP", "TTH"),
            ] {
                let (plain, fast) = (
                    plain.value(team(a), team(d)),
                    fights.value(team(a), team(d)),
                );
                for c in 0..2 {
                    assert!(
                        close(plain[c], fast[c], 1e-11),
                        "{set:?} {names:?} {a} - {d}: {plain:?} {fast:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn names_swapped_the_edge_changes_its_sign() {
    let rules = rules(&[]);
    for name in ["simple", "minimax"] {
        let mut fights = Fights::new(&rules, [&spec(name), &spec(name)]).unwrap();
        for (a, d) in [("SNT", "STP"), ("SSN", "NTH"), ("S", "HH")] {
            let [first, second] = fights.value(team(a), team(d));
            let [swapped_first, swapped_second] = fights.value(team(d), team(a));
            assert!(
                (first.edge + swapped_second.edge).abs() < 1e-12,
                "{name}: {a} - {d}"
            );
            assert!((second.edge + swapped_first.edge).abs() < 1e-12);
            assert!((first.p_attacker_wins + swapped_second.p_attacker_wins - 1.0).abs() < 1e-12);
        }
    }
}

/// Decisions that do not matter give what fixed policies give; and nobody who thinks does worse than one who does not.
#[test]
fn who_thinks_of_the_whole_fight_does_best() {
    let rules = rules(&[]);
    let edge = |a: &str, d: &str, teams: [&str; 2]| {
        let mut fights = Fights::new(&rules, [&spec(a), &spec(d)]).unwrap();
        fights.value(team(teams[0]), team(teams[1])).map(|v| v.edge)
    };
    let close = |a: [f64; 2], b: [f64; 2]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-12);
    assert!(close(
        edge("minimax", "optimal", ["H", "H"]),
        [1.0 / 61.0, -1.0 / 61.0]
    ));
    assert!(close(
        edge("minimax", "minimax", ["S", "S"]),
        edge("value", "value", ["S", "S"])
    ));
    for teams in [["SSNT", "SSST"], ["SNTH", "SSTP"], ["TTSN", "SHHT"]] {
        let best = edge("best_response:simple", "simple", teams);
        let minimax = edge("minimax", "minimax", teams);
        let worst = edge("simple", "best_response:simple", teams);
        let bold = edge("minimax", "simple", teams);
        for c in 0..2 {
            assert!(
                best[c] >= minimax[c] - 1e-12 && minimax[c] >= worst[c] - 1e-12,
                "{teams:?}: {best:?} {minimax:?} {worst:?}"
            );
            assert!(
                best[c] >= bold[c] - 1e-12 && bold[c] >= minimax[c] - 1e-12,
                "{teams:?}: {bold:?}"
            );
            for other in ["never", "value", "sharp"] {
                assert!(best[c] >= edge(other, "simple", teams)[c] - 1e-12);
            }
        }
        assert!(close(
            edge("best_response:minimax", "minimax", teams),
            minimax
        ));
    }
}
