use super::race::{Plan, race};
use super::*;
use crate::games::battle::build::{faults, price};
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::exact;

fn search(
    data: &BattleData,
    weapons: &[&str],
    budget: u32,
    policy: &[(&str, &str)],
) -> Search<'static> {
    let data: &'static BattleData = Box::leak(Box::new(data.clone()));
    let rules = Arc::new(Rules::new(data, &data.defaults("r1").unwrap()).unwrap());
    let parts = Parts::parse(policy).unwrap();
    Search::new(
        data,
        rules.clone(),
        Space::new(data, &rules.readings, weapons, budget, parts).unwrap(),
    )
}

fn rookie_panel() -> Vec<Opponent> {
    vec![Opponent {
        gladiator: Gladiator::rookie(),
        parts: Parts::default(),
        weight: 1.0,
    }]
}

#[test]
fn every_build_is_legal_spends_its_points_and_stands_once() {
    let data = BattleData::embedded().unwrap();
    let s = search(&data, &["short_sword", "claymore"], 14, &[]);
    let builds = s.builds();
    for b in &builds {
        let g = s.space().gladiator(b);
        assert_eq!(
            faults(&data, &s.rules.readings, &g, Some(14)),
            [],
            "{}",
            g.short()
        );
        assert_eq!(price(&data, &g).total(), 14);
        assert!(b.weapon == 0 || b.shield == 0, "a claymore needs two hands");
    }
    let mut sorted = builds.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), builds.len());
    // Counted another way: the number of ways to choose ranks of each skill for at most 14 points.
    let mut ways = vec![0u64; 15];
    ways[0] = 1;
    for skill in space::SKILLS {
        let mut next = vec![0u64; 15];
        for (spent, w) in ways.iter().enumerate() {
            let mut cost = spent;
            let free = if skill == "initiative" { 2 } else { 0 };
            next[cost] += w;
            for rank in free..15 {
                cost += usize::from(data.skill(skill).unwrap().prices[rank]);
                if cost > 14 {
                    break;
                }
                next[cost] += w;
            }
        }
        ways = next;
    }
    assert_eq!(
        builds.iter().filter(|b| b.weapon == 0).count() as u64,
        ways.iter().sum::<u64>()
    );
}

#[test]
fn scores_are_the_chain_s_win_probabilities() {
    let data = BattleData::embedded().unwrap();
    let s = search(
        &data,
        &["short_sword", "long_sword"],
        16,
        &[("style", "berserk_vs_stunned")],
    );
    let builds = s.builds();
    let panel = rookie_panel();
    let scores = s.scores(&builds, &panel).unwrap();
    for (i, b) in builds.iter().enumerate().step_by(builds.len() / 6) {
        let fighters = [
            s.fighter(&s.space().gladiator(b)).unwrap(),
            s.fighter(&panel[0].gladiator).unwrap(),
        ];
        let duel = Duel::of(
            s.rules.clone(),
            fighters,
            [s.space().parts, panel[0].parts],
            None,
        )
        .unwrap();
        let e = exact(&duel).unwrap();
        assert!(
            (scores[i] - e.win(0)).abs() < 1e-11,
            "{}: {} {}",
            s.space().gladiator(b).short(),
            scores[i],
            e.win(0)
        );
    }
}

/// One rank of only ATTACK on an even sum buys nothing: both builds are in one tie group, if health is the same.
#[test]
fn tie_groups_join_what_is_equal() {
    let ranked = Ranked::new(&[0.2, 0.5, 0.5 - 1e-12, 0.4]);
    assert_eq!(
        ranked
            .order
            .iter()
            .map(|(i, _, g)| (*i, *g))
            .collect::<Vec<_>>(),
        [(1, 0), (2, 0), (3, 1), (0, 2)]
    );
}

#[test]
fn best_responses_end_and_payoffs_turn_round() {
    let data = BattleData::embedded().unwrap();
    let s = search(&data, &["short_sword"], 12, &[]);
    let builds = s.builds();
    let responses = s.best_responses(&builds, builds[0], 6, &|_, _| {}).unwrap();
    assert!(responses.iter().all(|r| r.win >= 0.5 - 1e-9));
    let some: Vec<Build> = responses.iter().map(|r| r.best).collect();
    let payoffs = s.payoffs(&some).unwrap();
    for (i, row) in payoffs.iter().enumerate() {
        for (j, win) in row.iter().enumerate() {
            assert!((win + payoffs[j][i] - 1.0).abs() < 1e-12);
        }
    }
}

#[test]
fn a_race_keeps_the_best_and_says_what_it_cannot_tell() {
    let data = BattleData::embedded().unwrap();
    let s = search(&data, &["short_sword"], 12, &[]);
    let builds: Vec<Build> = s.builds().into_iter().step_by(16).collect();
    let weak = Gladiator::parse("short_sword:2 A2 R1 H21").unwrap().0;
    let panel = [Opponent {
        gladiator: weak,
        parts: Parts::default(),
        weight: 1.0,
    }];
    let exact = s.scores(&builds, &panel).unwrap();
    let best = Ranked::new(&exact).order[0].0;
    let plan = Plan {
        seed: 5,
        rounds: 4,
        confidence: 0.999,
        keep: 1,
    };
    let (runners, ranking) = race(&s, &builds, &panel, &plan).unwrap();
    assert!(runners.len() < builds.len(), "some are dropped");
    assert!(
        runners
            .iter()
            .any(|r| r.place == best || (exact[r.place] - exact[best]).abs() < 1e-9)
    );
    for r in &runners {
        assert!((r.interval.0..=r.interval.1).contains(&exact[r.place]));
    }
    assert!(!ranking.groups().is_empty());
}

/// The share against a panel is weighted, and the interval holds the exact value.
#[test]
fn a_race_weighs_its_panel() {
    let data = BattleData::embedded().unwrap();
    let s = search(&data, &["short_sword"], 6, &[]);
    let builds: Vec<Build> = s.builds().into_iter().rev().take(6).collect();
    let mut panel = rookie_panel();
    panel.push(Opponent {
        gladiator: Gladiator {
            attack: 1,
            ..Gladiator::default()
        },
        parts: Parts::default(),
        weight: 9.0,
    });
    let exact = s.scores(&builds, &panel).unwrap();
    let plan = Plan {
        seed: 5,
        rounds: 2,
        confidence: 0.999,
        keep: 1,
    };
    let (runners, _) = race(&s, &builds, &panel, &plan).unwrap();
    for r in &runners {
        let (lo, hi) = r.interval;
        let exact = exact[r.place];
        assert!((lo..=hi).contains(&exact) && hi - lo < 0.1, "{r:?} {exact}");
    }
    panel[1].weight = 1.0;
    let (level, _) = race(&s, &builds, &panel, &plan).unwrap();
    assert!((level[0].share - runners[0].share).abs() > 0.1);
}

/// Nobody wins what cannot end, and nobody scores a coma that is no contest.
#[test]
fn payoffs_are_each_solved() {
    let data = BattleData::embedded().unwrap();
    let mut s = search(&data, &["claymore"], 3, &[]);
    let builds: Vec<Build> = s.builds().into_iter().filter(|b| b.attack < 2).collect();
    let harmless = |b: &Build| b.attack + b.ranks < 4;
    let payoffs = s.payoffs(&builds).unwrap();
    for (i, row) in payoffs.iter().enumerate() {
        for (j, win) in row.iter().enumerate() {
            let neither = harmless(&builds[i]) && harmless(&builds[j]);
            assert!(!neither || win.abs() < 1e-12, "{:?} {win}", builds[i]);
        }
    }
    let set = [("coma_result".to_string(), "no_contest".to_string())];
    let switches = data.switches("battle", &set).unwrap();
    s.rules = Arc::new(Rules::new(&data, &switches).unwrap());
    let s = Search {
        space: Space::new(
            &data,
            &s.rules.readings,
            &["short_sword"],
            8,
            Parts::default(),
        )
        .unwrap(),
        ..s
    };
    let s = Search::new(&data, s.rules.clone(), s.space.clone());
    let b = s.builds()[3];
    let payoffs = s.payoffs(&[b]).unwrap();
    let fighter = s.fighter(&s.space.gladiator(&b)).unwrap();
    let duel = Duel::of(s.rules.clone(), [fighter; 2], [Parts::default(); 2], None).unwrap();
    let chain = exact(&duel).unwrap().win(0);
    assert!(
        (payoffs[0][0] - chain).abs() < 1e-9,
        "{} {chain}",
        payoffs[0][0]
    );
    assert!(chain < 0.5 - 1e-4);
}

/// Copies cost nothing, so that a thrower brings what he can carry; other readings widen the space.
#[test]
fn throwers_bring_what_they_can_carry() {
    let data = BattleData::embedded().unwrap();
    let s = search(&data, &["javelin", "battle_javelin"], 9, &[]);
    for b in s.builds() {
        let g = s.space().gladiator(&b);
        let copies = match (b.weapon, b.shield > 0) {
            (0, false) => 5,
            (0, true) => 3,
            _ => 1, // used in hand
        };
        assert_eq!(g.weapons[0].copies, copies, "{}", g.short());
        assert_eq!(faults(&data, &s.rules.readings, &g, Some(9)), []);
    }
    let thrown = search(&data, &["battle_javelin"], 4, &[("throw", "always")]);
    let g = thrown.space().gladiator(&thrown.builds()[0]);
    assert_eq!(g.weapons[0].copies, 3);
    let set = [("shield_must_be_carried", "no"), ("max_ranks", "20")];
    let set = set.map(|(k, v)| (k.to_string(), v.to_string()));
    let rules = Rules::new(&data, &data.switches("battle", &set).unwrap()).unwrap();
    let readings = &rules.readings;
    let bare = Space::new(&data, readings, &["claymore"], 9, Parts::default()).unwrap();
    assert_eq!(bare.most[0], 20);
    let all = bare.builds(&data, readings);
    assert!(all.iter().any(|b| b.shield > 0));
    for b in all {
        assert_eq!(faults(&data, readings, &bare.gladiator(&b), Some(9)), []);
    }
}

#[test]
fn prices_shift() {
    let data = BattleData::embedded().unwrap();
    let dearer = shifted_prices(&data, "armor", 2);
    assert_eq!(dearer.skill("armor").unwrap().prices[0], 5);
    let cheaper = shifted_prices(&data, "parry", -3);
    assert_eq!(cheaper.skill("parry").unwrap().prices[0], 0);
}

#[test]
fn what_cannot_be_scored_exactly_says_why() {
    let data = BattleData::embedded().unwrap();
    let s = search(&data, &["javelin"], 4, &[]);
    let error = s
        .scores(&s.builds(), &rookie_panel())
        .unwrap_err()
        .to_string();
    assert!(error.contains("thrown weapons are in play"), "{error}");
}

/// Coarse scores are as near as they are said to be, over styles and foes of different strength.
#[test]
fn coarse_scores_are_within_their_bound() {
    let data = BattleData::embedded().unwrap();
    for style in ["normal", "berserk", "berserk_if_ahead"] {
        let s = search(
            &data,
            &["short_sword", "long_sword"],
            22,
            &[("style", style)],
        );
        let builds: Vec<Build> = s.builds().into_iter().step_by(97).collect();
        let panel = rookie_panel();
        let exact = s.scores(&builds, &panel).unwrap();
        let coarse = s.coarse_scores(&builds, &panel, &|_, _| {}).unwrap();
        let worst = exact
            .iter()
            .zip(&coarse)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        assert!(
            worst < super::COARSE,
            "{style}: {worst:e} over {} builds",
            builds.len()
        );
        assert!(worst > 0.0, "coarse is not the same work");
    }
}
