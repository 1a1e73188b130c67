//! The engines agree: transitions with the rules, the fast solver with the chain, tables, rules and twin with the
//! exact result.

use super::super::duel::Duel;
use super::super::exact::graph::{Graph, To};
use super::super::exact::{cells, exact};
use super::super::naive::{self, Man};
use super::super::playouts::Duels;
use super::super::rules::Woken;
use super::super::situations::Memory;
use super::super::state::State;
use super::super::tally::{Counts, DuelTally, result_probabilities, twin_results};
use super::super::weigh::{Weigh, weigh};
use super::{ROOKIE, VETERAN, duel, duel_with, rookie};
use crate::chance::{Lane, Stream};
use crate::playout::{Block, Experiment};
use crate::stats::chi_square_fit;

fn run(duels: &Duels, blocks: u64) -> DuelTally {
    let mut tally = duels.empty();
    for index in 0..blocks {
        let block = Block {
            seed: 7,
            index,
            first: index * u64::from(Duels::BLOCK),
            count: Duels::BLOCK,
        };
        duels.play(&block, &mut tally);
    }
    tally
}

/// Chi-square of results and of lengths against the exact distribution; family-wise bound far below 1e-6.
#[track_caller]
fn agree(tally: &DuelTally, d: &Duel) {
    let e = exact(d).unwrap();
    let c = tally.counts();
    let fit = chi_square_fit(&c.results(), &result_probabilities(&e));
    assert!(fit.p > 1e-7, "results: {fit:?}");
    let lengths: Vec<u64> = (1..200)
        .map(|t| (0..3).map(|r| c.lengths(r)[t]).sum())
        .collect();
    let mut counts = lengths.clone();
    counts.push(c.n() - lengths.iter().sum::<u64>());
    let mut p: Vec<f64> = (0..199)
        .map(|t| e.turns.get(t).map_or(0.0, |x| x.iter().sum()))
        .collect();
    p.push((1.0 - p.iter().sum::<f64>()).max(0.0));
    let fit = chi_square_fit(&counts, &p);
    assert!(fit.p > 1e-7, "lengths: {fit:?}");
    let firsts = chi_square_fit(&[c.first(0), c.first(1)], &[e.p_first_a, 1.0 - e.p_first_a]);
    assert!(firsts.p > 1e-7, "first turns: {firsts:?}");
    let health: Vec<u64> = c.health_left(0).to_vec();
    let mut q = vec![0.0; 128];
    for (end, by) in &e.ends {
        if end.winner() == Some(0) {
            q[(i16::from(end.health(0)) + 20) as usize] += by.iter().sum::<f64>() / e.win(0);
        }
    }
    let fit = chi_square_fit(&health, &q);
    assert!(fit.p > 1e-7, "health left: {fit:?}");
}

#[test]
fn tables_play_the_exact_distribution() {
    let duels = [
        duel(ROOKIE, &rookie("F2 surrender=at:-5 I4")),
        duel(
            &format!("{VETERAN} style=berserk"),
            &format!("{VETERAN} F3 style=defensive_berserk_vs_stunned"),
        ),
        duel(
            &rookie("style=berserk_if_ahead"),
            &rookie("style=defensive_below:10"),
        ),
        duel(&rookie("style=mixed:0.3"), &rookie("style=greedy:1 F1")),
        duel(
            "claymore:8 A8 R2 H30 style=defensive",
            "battle_javelin:4 A6 R1 P4 H25",
        ),
        duel_with(
            VETERAN,
            VETERAN,
            &[
                ("tables", "r3"),
                ("fate_still_below", "yes"),
                ("fate_5_focus", "no"),
            ],
        ),
    ];
    for d in duels {
        let duels = Duels::new(d.clone());
        assert!(duels.is_table_driven());
        agree(&run(&duels, 300), &d);
    }
}

#[test]
fn the_rules_play_the_exact_distribution() {
    let thrower = "battle_javelin:4x3 A4 R2 P3 H28 throw=exposed retrieve=when_empty style=berserk_vs_exposed";
    let duels = [
        duel(ROOKIE, &rookie("F2 surrender=at:-5 I4")),
        duel(&rookie("L2 luck=all"), &rookie("L1 luck=defence_needed")),
        duel(thrower, ROOKIE),
        duel(&rookie("style=optimal"), ROOKIE),
    ];
    for d in duels {
        agree(&run(&Duels::literal(d.clone()), 40), &d);
    }
}

#[test]
fn the_naive_twin_plays_the_exact_distribution() {
    let rookie_man = Man {
        attack: 4,
        weapon: 4,
        class: 'B',
        bonus: 1,
        armor: 1,
        shield: 2,
        parry: 3,
        focus: 0,
        initiative: 2,
        health: 28,
        style: "normal",
    };
    let claymore = Man {
        class: 'D',
        bonus: 2,
        attack: 9,
        weapon: 9,
        shield: 0,
        focus: 2,
        style: "berserk",
        ..rookie_man.clone()
    };
    let axe = Man {
        class: 'C',
        attack: 8,
        weapon: 8,
        initiative: 3,
        style: "defensive",
        ..rookie_man.clone()
    };
    let pairs = [
        (rookie_man.clone(), rookie_man, duel(ROOKIE, ROOKIE)),
        (
            claymore,
            axe,
            duel(
                "claymore:9 A9 R1 P3 H28 F2 style=berserk",
                "long_sword:8 A8 R1 S2 P3 H28 I3 style=defensive",
            ),
        ),
    ];
    for (a, b, d) in pairs {
        let mut stream = Stream::new(3, "twin", 0, Lane::Main);
        let e = exact(&d).unwrap();
        let battle = |_| naive::battle(&a, &b, || stream.below(6) as u32 + 1);
        let counts = twin_results((0..60_000).map(battle));
        let fit = chi_square_fit(&counts, &result_probabilities(&e));
        assert!(fit.p > 1e-7, "{fit:?}");
    }
}

/// Every transition of a reachable state is what the rules' own turn does.
#[test]
fn transitions_are_the_rules_turns() {
    let thrower = "dagger:3x2 battle_javelin:4x2 A4 R2 P3 H12 throw=keep_last retrieve=when_empty";
    let duels = [
        duel(
            "short_sword:3 A3 R1 S1 P1 H9 F1 L1 luck=all",
            "short_sword:3 A3 R1 P1 H9 style=berserk",
        ),
        duel(thrower, "dagger:2 A3 R1 H9 surrender=at:-6"),
        duel_with(
            "claymore:5 A5 R1 H9",
            "short_sword:2 A3 R1 S1 H9",
            &[("defensive_bonus_when_stunned", "yes"), ("brawl", "off")],
        ),
    ];
    for d in duels {
        let graph = Graph::new(&d, [false; 2]).unwrap();
        let plain = |s: State| {
            if s.is_over() {
                (s.winner(), s.ended_by(), s.loser_dead(), 0)
            } else {
                (None, None, false, s.bits())
            }
        };
        for (node, n) in graph
            .nodes
            .iter()
            .enumerate()
            .step_by(graph.nodes.len() / 150 + 1)
        {
            let (rules, f) = (&d.rules, &d.fighters);
            let mut expected: Vec<_> = weigh(|c: &mut Weigh| {
                if n.choosing {
                    let view = super::super::policy::View {
                        rules,
                        fighters: f,
                        state: n.state,
                        side: n.state.active(),
                    };
                    let action = super::super::policy::Player::choose(
                        &d.policies[n.state.active()],
                        &view,
                        c,
                    );
                    return plain(rules.act(f, n.state, action, d.players(), c));
                }
                match rules.wake(f, n.state, d.players(), c) {
                    Woken::Choose(s) | Woken::Done(s) => plain(s),
                }
            });
            let mut got = std::collections::BTreeMap::new();
            for (to, p) in graph.transitions(node, 0) {
                let key = match to {
                    To::Node(k) => plain(graph.nodes[k].state),
                    To::End(k) => plain(graph.ends[k]),
                    To::Leaf(k) => plain(graph.leaves[k].0),
                };
                *got.entry(key).or_insert(0.0) += p;
            }
            expected.retain(|(_, p)| *p > 0.0);
            assert_eq!(expected.len(), got.len());
            for (key, p) in expected {
                assert!((got[&key] - p).abs() < 1e-12, "{:?}", n.state);
            }
        }
    }
}

#[test]
fn the_fast_solver_gives_the_chain_s_answers() {
    let pairs = [
        (ROOKIE, VETERAN),
        (
            "claymore:8 A8 R2 H30 F2 style=defensive",
            "dagger:5 A5 R1 S2 P3 H29 style=berserk_vs_exposed",
        ),
        (
            "short_sword:6 A6 R4 H25 style=berserk_if_ahead",
            "long_sword:5 A5 R1 S2 P3 H28 F1 style=defensive_below:12",
        ),
        (
            "short_sword:4 A4 R1 S2 P3 H28 style=mixed:0.4",
            "short_sword:4 A4 R1 S2 P3 H28 style=greedy:1",
        ),
        ("A3 R1 H20", "war_hammer:7 A7 H20 style=berserk"),
    ];
    for (a, b) in pairs {
        for tables in ["r1", "r2", "r3"] {
            let d = duel_with(a, b, &[("tables", tables)]);
            let won = cells::solve(&d, &mut Memory::new(&d.rules)).unwrap();
            let e = exact(&d).unwrap();
            for first in 0..2 {
                let fast = won.win_a(
                    first,
                    [d.fighters[0].health as u8, d.fighters[1].health as u8],
                );
                let slow = e.win_if_first(0, first).unwrap();
                assert!(
                    (fast - slow).abs() < 1e-11,
                    "{a} v {b}, {tables}, {first} first: {fast} {slow}"
                );
            }
            // Another start health is in the same table.
            let mut less = d.clone();
            less.fighters[0].health = 15;
            let fast = won.win_a(0, [15, d.fighters[1].health as u8]);
            let slow = exact(&less).unwrap().win_if_first(0, 0).unwrap();
            assert!((fast - slow).abs() < 1e-11);
        }
    }
}

#[test]
fn playing_fewer_of_a_block_plays_the_same_first_ones() {
    for duels in [
        Duels::new(duel(ROOKIE, VETERAN)),
        Duels::literal(duel(ROOKIE, VETERAN)),
    ] {
        let values = |count: u32| {
            let block = Block {
                seed: 1,
                index: 3,
                first: 3 * u64::from(Duels::BLOCK),
                count,
            };
            let mut out = vec![9; count as usize];
            crate::playout::Valued::values(&duels, &block, &mut out);
            out
        };
        assert_eq!(values(1024)[..100], values(100));
    }
}

#[test]
fn a_battle_without_end_is_capped_and_told_apart() {
    let d = duel_with(
        "claymore:0 A1 H20",
        "claymore:0 A1 H20",
        &[("max_turns", "50")],
    );
    for duels in [Duels::new(d.clone()), Duels::literal(d.clone())] {
        let tally = run(&duels, 1);
        let c: Counts<'_> = tally.counts();
        assert_eq!((c.undecided(), c.lengths(2)[50]), (1024, 1024));
    }
    let e = exact(&d).unwrap();
    assert!((e.undecided - 1.0).abs() < 1e-12 && e.win(0) == 0.0);
    let won = cells::solve(&d, &mut Memory::new(&d.rules)).unwrap();
    assert_eq!(won.win_a(0, [20, 20]), 0.0);
}
