use super::cohort::{Cohort, Pairing, Plan, Retire, Strain};
use super::growth::Growth;
use super::history::CohortTally;
use crate::games::battle::data::BattleData;
use crate::games::battle::gladiator::Gladiator;
use crate::games::battle::policy::Parts;
use crate::games::battle::rules::Rules;
use crate::playout::{Block, Experiment, Tally};
use std::sync::Arc;

fn cohort(
    size: usize,
    rounds: usize,
    pairing: Pairing,
    replace_dead: bool,
    growth: &str,
) -> Cohort {
    let data = BattleData::embedded().unwrap();
    let rules = Arc::new(Rules::embedded("r1").unwrap());
    let parts = Parts::parse(&[("luck", "attack")]).unwrap();
    let strain = Strain {
        gladiator: Gladiator::rookie(),
        parts,
        growth: Growth::parse(growth).unwrap(),
    };
    Cohort::new(
        &data,
        rules,
        Plan {
            strains: vec![strain],
            size,
            rounds,
            pairing,
            replace_dead,
            retire: Retire::Never,
        },
    )
    .unwrap()
}

fn play(c: &Cohort, from: u64, to: u64) -> CohortTally {
    let mut tally = c.empty();
    for index in from..to {
        c.play(
            &Block {
                seed: 4,
                index,
                first: index,
                count: 1,
            },
            &mut tally,
        );
    }
    tally
}

#[test]
fn records_of_a_cohort_balance() {
    for pairing in [Pairing::Neighbours, Pairing::Random] {
        let c = cohort(40, 8, pairing, false, "cycle:[attack,weapon,health]");
        let t = play(&c, 0, 3);
        let last = t.rounds.last().unwrap();
        let deaths: u64 = t.rounds.iter().map(|r| r.deaths).sum();
        assert_eq!(last.alive + deaths, 3 * 40);
        assert_eq!(t.differences.iter().sum::<u64>(), last.alive);
        assert_eq!(t.lives.iter().map(|l| l[1]).sum::<u64>(), deaths);
        assert!(
            t.rounds
                .windows(2)
                .all(|w| w[1].alive <= w[0].alive && w[1].points >= w[0].points / 2)
        );
        assert!(last.ranks[0] > last.alive * 4, "ATTACK grows");
        assert!(t.check(&c.empty(), 3).is_ok() && t.check(&c.empty(), 4).is_err());
        let survival = t.survival();
        assert!(
            (survival[7].0 - last.alive as f64 / 120.0).abs() < 1e-12,
            "nobody is censored before the end"
        );
    }
}

#[test]
fn the_dead_are_replaced_by_rookies() {
    let t = play(&cohort(40, 10, Pairing::Neighbours, true, "none"), 0, 2);
    // After the last round nobody comes in any more: he would never fight.
    let (last, before) = t.rounds.split_last().unwrap();
    assert!(before.iter().all(|r| r.alive == 80));
    assert_eq!(last.alive + last.deaths, 80);
    assert!(t.rounds.iter().map(|r| r.deaths).sum::<u64>() > 0);
}

#[test]
fn cohorts_add_up_in_any_order_and_repeat() {
    let c = cohort(20, 5, Pairing::Random, true, "cycle:[parry]");
    let whole = play(&c, 0, 4);
    let mut parts = play(&c, 2, 4);
    parts.merge(&play(&c, 0, 2));
    assert_eq!(whole, parts);
}

/// The first round is a mirror: half win, and as many die as the exact duel says.
#[test]
fn the_first_round_is_the_mirror() {
    let t = play(&cohort(400, 1, Pairing::Random, false, "none"), 0, 25);
    let n = 10_000.0;
    let deaths = t.rounds[0].deaths as f64 / n;
    let sd = (0.0193f64 * 0.9807 / n).sqrt();
    assert!((deaths - 0.019275).abs() < 5.5 * sd, "{deaths}");
    assert_eq!((t.battles, t.snowball[0][0] + t.undecided), (5000, 5000));
}

#[test]
fn bad_cohorts_say_what_to_write() {
    let data = BattleData::embedded().unwrap();
    let rules = Arc::new(Rules::embedded("r1").unwrap());
    let refused = |size, rounds, style: &str| {
        let parts = Parts::default().with("style", style).unwrap();
        let strain = Strain {
            gladiator: Gladiator::rookie(),
            parts,
            growth: Growth::default(),
        };
        let plan = Plan {
            strains: vec![strain],
            size,
            rounds,
            pairing: Pairing::Random,
            replace_dead: false,
            retire: Retire::Never,
        };
        Cohort::new(&data, rules.clone(), plan)
            .unwrap_err()
            .to_string()
    };
    assert!(refused(1, 5, "normal").contains("2 to 100000"));
    assert!(refused(10, 0, "normal").contains("1 to 1000"));
    assert!(refused(10, 5, "greedy:1").contains("write another"));
}

#[test]
fn who_retires_leaves_and_is_counted() {
    let data = BattleData::embedded().unwrap();
    let rules = Arc::new(Rules::embedded("r1").unwrap());
    let strain = Strain {
        gladiator: Gladiator::rookie(),
        parts: Parts::default(),
        growth: Growth::default(),
    };
    let plan = Plan {
        strains: vec![strain],
        size: 40,
        rounds: 6,
        pairing: Pairing::Random,
        replace_dead: false,
        retire: Retire::parse("wins:1").unwrap(),
    };
    let c = Cohort::new(&data, rules, plan).unwrap();
    let t = play(&c, 0, 2);
    let sum = |of: fn(&super::history::Round) -> u64| t.rounds.iter().map(of).sum::<u64>();
    let (deaths, retired) = (sum(|r| r.deaths), sum(|r| r.retired));
    assert!(retired > 0 && t.rounds.last().unwrap().alive + deaths + retired == 80);
    let sort = t.sorts[0];
    assert_eq!(
        (sort.lives, sort.deaths, sort.retired),
        (80, deaths, retired)
    );
    assert_eq!(sort.wins, retired, "the first win is the last battle");
    assert!(Retire::parse("wins:0").is_err() && Retire::parse("old").is_err());
}
