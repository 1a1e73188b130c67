//! Policies: every one plays legal games, does what its name says, and thinking pays.

use super::super::experiment::ArenaGames;
use super::super::mind::{Mind, Table};
use super::super::policy::{Company, SeatSpec};
use super::super::setup::Arena;
use super::super::state::State;
use super::super::tally::{ArenaTally, Game, Seat};
use super::laws::Judge;
use super::{arena, arena_of, state};
use crate::chance::{Lane, Stream};
use crate::games::clash::arena::luck::Quick;
use crate::games::clash::duel::Duel;
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::tally::Results;
use crate::games::clash::unit::Unit;
use crate::playout::{Block, Experiment, Tally};
use rayon::prelude::*;

fn games(arena: Arena, policies: &str) -> ArenaGames {
    ArenaGames::new(Company::new(arena, SeatSpec::parse_list(policies).unwrap()).unwrap())
}

fn play(games: &ArenaGames, n: u64) -> ArenaTally {
    let mut tally = games.empty();
    for first in (0..n).step_by(64) {
        let count = (n - first).min(64) as u32;
        games.play(
            &Block {
                seed: 11,
                index: first / 64,
                first,
                count,
            },
            &mut tally,
        );
    }
    tally
}

fn units_of(team: &str) -> Unit {
    Unit::parse(team, &[]).unwrap()
}

fn parts(parts: &[(&str, &str)]) -> SeatSpec {
    parts
        .iter()
        .fold(SeatSpec::parse("greedy").unwrap(), |spec, (part, value)| {
            spec.with_part(part, value).unwrap()
        })
}

#[test]
fn every_decision_plays_legal_games() {
    let values: [(&str, &[&str]); 6] = [
        (
            "draft",
            &[
                "random",
                "swords_first",
                "template:SSNT/SSHH/NNTT",
                "worth",
                "deny",
                "bait",
                "spread",
            ],
        ),
        (
            "placement",
            &["random", "rim", "centre", "near_weak", "apart"],
        ),
        ("fill", &["random", "shield"]),
        (
            "turn",
            &[
                "random",
                "greedy:2",
                "animals_first",
                "sniper",
                "cautious",
                "finish",
                "leader",
                "wary:1",
                "rollout:1",
                "mcts:6",
            ],
        ),
        ("destination", &["first", "random", "stay", "shy", "bold"]),
        ("stand_in", &["left", "right", "leader", "last", "random"]),
    ];
    for (part, values) in values {
        for value in values {
            for ruleset in ["clash", "clash-review"] {
                let company =
                    Company::new(arena_of(ruleset, 3, &[]), vec![parts(&[(part, value)])]).unwrap();
                let games = ArenaGames::new(company);
                let n = if value.contains("mcts") || value.contains("rollout") {
                    2
                } else {
                    40
                };
                for game in 0..n {
                    let mut judge = Judge::default();
                    let (end, state) = games.replay(3, game, &mut judge);
                    Judge::check_end(games.company().arena(), &state, end);
                }
            }
        }
    }
}

fn choice(company: &Company, state: &State) -> Option<[String; 3]> {
    let arena = company.arena();
    let seated = company.seated(company.seating(0));
    let mut luck = Quick::new(Stream::new(1, "choice", 0, Lane::Main), company.tables());
    let table = Table {
        arena,
        state,
        seat: usize::from(state.to_move),
    };
    let action = seated[table.seat].turn(&table, &arena.movers(state), &mut luck);
    action.map(|a| arena.action_text(state, a))
}

#[test]
fn turn_rules_do_what_their_names_say() {
    let units = [
        ("c2", "0:SSNT"),
        ("b2", "1:SSSS+1"),
        ("b3", "1:P"),
        ("d2", "lion+1"),
        ("d3", "bear"),
        ("a1", "1:SSSS"),
    ];
    let values = |space: &str, text: &str| {
        let animals = crate::games::clash::data::ClashData::embedded()
            .unwrap()
            .units()
            .unwrap();
        let target = Unit::parse(text.trim_start_matches("1:"), &animals).unwrap();
        let duel = Duel {
            specs: [0, 1].map(|_| PolicySpec::parse("value").unwrap()),
            ..Duel::simple(units_of("SSNT"), target)
        };
        let results = Results::exact(&duel);
        let share = |weight: u128| weight as f64 / results.total as f64;
        let mean = |side: usize| {
            (1..=4)
                .map(|k| f64::from(k) * share(results.weight(|r| u32::from(r.lost[side]) == k)))
                .sum::<f64>()
        };
        let points = mean(1) * if target.is_animal() { 2.0 } else { 1.0 };
        (
            space.to_string(),
            points,
            mean(0),
            1.0 - share(results.weight(|r| r.lost[1] == 0)),
        )
    };
    let all: Vec<(String, f64, f64, f64)> = units[1..5]
        .iter()
        .map(|(space, text)| values(space, text))
        .collect();
    let best = |spaces: &str, value: &dyn Fn(&(String, f64, f64, f64)) -> f64| {
        let among = all.iter().filter(|v| spaces.contains(&v.0));
        among
            .max_by(|a, b| value(a).total_cmp(&value(b)))
            .unwrap()
            .0
            .clone()
    };
    let any = "b2 b3 d2 d3";
    for (turn, target) in [
        ("greedy", best(any, &|v| v.1 - v.2)),
        ("greedy:0", best(any, &|v| v.1)),
        ("greedy:20", best(any, &|v| v.1 - 20.0 * v.2)),
        ("cautious", best(any, &|v| v.1 - 3.0 * v.2)),
        ("animals_first", best("d2 d3", &|v| v.1 - v.2)),
        ("finish", best("b2 d2", &|v| v.1 - v.2)),
        ("leader", best("b2 b3", &|v| v.1 - v.2)),
        ("sniper", best(any, &|v| v.3)),
    ] {
        let arena = arena(2, &[]);
        let start = state(&arena, &units, &[]);
        let company = Company::new(arena, vec![parts(&[("turn", turn)])]).unwrap();
        assert_eq!(
            choice(&company, &start).unwrap()[2],
            target,
            "{turn} {all:?}"
        );
    }
    // First in canonical order among equals: two lions, two own teams.
    let arena = arena(2, &[]);
    let start = state(
        &arena,
        &[
            ("b2", "0:SSNT"),
            ("b1", "lion"),
            ("b3", "lion"),
            ("e1", "0:SSNT"),
            ("e2", "lion"),
            ("a3", "1:HHHH"),
        ],
        &[],
    );
    let company = Company::new(arena, vec![parts(&[])]).unwrap();
    assert_eq!(choice(&company, &start).unwrap(), ["b2", "b2", "b1"]);
}

#[test]
fn destinations_are_chosen_by_their_rule() {
    let units = [("a1", "0:SSN"), ("e3", "1:S"), ("c3", "1:HHHH")];
    for (rule, to) in [
        ("first", "d3"),
        ("stay", "d3"),
        ("shy", "e2"),
        ("bold", "d3"),
    ] {
        let arena = arena(2, &[]);
        let start = state(&arena, &units, &[]);
        let company = Company::new(arena, vec![parts(&[("destination", rule)])]).unwrap();
        assert_eq!(
            choice(&company, &start).unwrap(),
            ["a1", to, "e3"],
            "{rule}"
        );
    }
}

#[test]
fn drafters_get_their_teams_while_the_stacks_last() {
    for (ruleset, players) in [("clash", 2), ("clash-review", 2)] {
        let games = games(
            arena_of(ruleset, players, &[]),
            "drafter:SSNT/SSHH/SSSP/SSNH,drafter:SSSS",
        );
        for game in 0..20 {
            struct Teams(Vec<String>);
            impl super::super::watch::Watch for Teams {
                fn turn(&mut self, arena: &Arena, state: &State, _: &super::super::moves::Movers) {
                    if state.turn == 0 {
                        self.0 = arena
                            .units_text(state)
                            .into_iter()
                            .map(|(_, unit)| unit)
                            .collect();
                    }
                }
            }
            let mut teams = Teams(Vec::new());
            games.replay(1, game, &mut teams);
            let seat = games.seating(game).iter().position(|p| *p == 0).unwrap();
            let mut own: Vec<&str> = teams
                .0
                .iter()
                .filter_map(|u| u.strip_prefix(&format!("{seat}:")))
                .collect();
            own.sort_unstable();
            // 9 + 16 swords of 28, and nobody else wants the others.
            assert_eq!(own, ["SSHH", "SSNH", "SSNT", "SSSP"], "{ruleset} {game}");
        }
    }
}

#[test]
fn seats_are_handed_on_and_policies_told_apart() {
    let games = games(arena(3, &[]), "greedy,sniper,random");
    assert_eq!(
        [0, 1, 2, 3].map(|g| games.seating(g)[..3].to_vec()),
        [[0, 1, 2], [2, 0, 1], [1, 2, 0], [0, 1, 2]]
    );
    let tally = play(&games, 3000);
    for policy in 0..3 {
        for seat in 0..3 {
            assert_eq!(tally.cell(policy, seat, Seat::Points).n, 1000);
        }
    }
    let wins: Vec<f64> = (0..3)
        .map(|p| tally.policy(p, Seat::Win).mean().unwrap() / 60.0)
        .collect();
    assert!((wins.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(
        wins[0] > wins[2] + 0.1 && wins[1] > wins[2] + 0.1,
        "{wins:?}"
    );
    let [margin, _] = tally.pair(0, 2);
    assert!(margin.n == 3000 && margin.mean().unwrap() > 1.0);
    assert_eq!(tally.game(Game::Turns).n, 3000);
}

#[test]
fn thinking_beats_greed() {
    for (thinker, n) in [("rollout:64", 128), ("mcts:800", 128)] {
        let games = games(arena(2, &[]), &format!("{thinker},greedy"));
        let blocks = (0..n / 8u64).into_par_iter().map(|k| {
            let mut part = games.empty();
            games.play(
                &Block {
                    seed: 11,
                    index: k,
                    first: 8 * k,
                    count: 8,
                },
                &mut part,
            );
            part
        });
        let tally = blocks.reduce_with(|mut a, b| {
            a.merge(&b);
            a
        });
        let win = tally.unwrap().policy(0, Seat::Win);
        let (mean, error) = (
            win.mean().unwrap() / 60.0,
            win.standard_error().unwrap() / 60.0,
        );
        assert!(
            mean > 0.5 + 2.0 * error,
            "{thinker}: wins {mean} +- {error}"
        );
    }
}

#[test]
fn a_block_cut_short_plays_the_same_games_and_blocks_merge_in_any_order() {
    let games = games(arena(3, &[]), "greedy");
    let whole = play(&games, 640);
    let mut backwards = games.empty();
    for index in (0..10).rev() {
        let mut part = games.empty();
        games.play(
            &Block {
                seed: 11,
                index,
                first: 64 * index,
                count: 64,
            },
            &mut part,
        );
        backwards.merge(&part);
    }
    assert_eq!(whole, backwards);
    let mut short = games.empty();
    games.play(
        &Block {
            seed: 11,
            index: 0,
            first: 0,
            count: 10,
        },
        &mut short,
    );
    let mut rest = games.empty();
    for game in 0..10 {
        games.play(
            &Block {
                seed: 11,
                index: game,
                first: game,
                count: 1,
            },
            &mut rest,
        );
    }
    assert_eq!(short, rest);
    let text = serde_json::to_string(&whole).unwrap();
    let back: ArenaTally = serde_json::from_str(&text).unwrap();
    assert_eq!(back, whole);
    assert!(back.check(&games.empty(), 640).is_ok() && back.check(&games.empty(), 641).is_err());
}
