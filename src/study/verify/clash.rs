//! The checks that Clash makes of itself: enumeration, an independent slow evaluation, sampling, invariance.

use super::Check;
use super::compare::Exact;
use crate::chance::{Branch, Chance, Dist, enumerate};
use crate::games::clash::counts::teams_of;
use crate::games::clash::data::ClashData;
use crate::games::clash::duel::Duel;
use crate::games::clash::kernel::{Kernel, Path};
use crate::games::clash::naive::{self, Left, MeanDamage};
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::tally::{Results, metric};
use crate::games::clash::unit::Unit;
use crate::playout::{Allow, Identity, Plan, Shard, TallyFile, merge, run};
use crate::stats::{bonferroni, chi_square_fit, chi_square_two_sample};
use num_bigint::BigInt;
use num_traits::Zero;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Family-wise error of the statistical checks; seeds are fixed, nothing is retried.
const FAMILY: f64 = 1e-6;
const SEED: u64 = 20_021_126;

/// All checks.
pub(super) fn checks() -> Vec<fn() -> Check> {
    let duels: [fn() -> Check; 7] = [
        sums_to_one,
        slow_twin,
        sampled_twin,
        naive_sample,
        shared_words,
        invariance,
        better_responses,
    ];
    duels
        .into_iter()
        .chain(super::clash_game::checks())
        .collect()
}

fn check(name: &'static str, fault: Option<String>, detail: String) -> Check {
    Check {
        name,
        holds: fault.is_none(),
        detail: fault.unwrap_or(detail),
    }
}

fn unit(text: &str) -> Unit {
    let animals = ClashData::embedded()
        .and_then(|d| d.units())
        .unwrap_or_default();
    Unit::parse(text, &animals).expect("the checks name real units")
}

fn duel(attacker: &str, defender: &str, policies: &str, set: &[(&str, &str)]) -> Duel {
    let data = ClashData::embedded().expect("the embedded data is valid");
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let rules = data
        .switches("clash", &set)
        .and_then(|s| data.rules(&s))
        .expect("the checks name real switches");
    let (a, d) = policies.split_once(',').unwrap_or((policies, policies));
    let spec = |name: &str| PolicySpec::parse(name).expect("the checks name real policies");
    Duel {
        rules: Rc::new(rules),
        specs: [spec(a), spec(d)],
        ..Duel::simple(unit(attacker), unit(defender))
    }
}

/// Every pair of full teams: probabilities sum to one, and no gladiator appears or is lost unseen.
fn sums_to_one() -> Check {
    let teams = teams_of(4);
    let mut fault = None;
    for &a in &teams {
        for &d in &teams {
            let duel = Duel::simple(Unit::team(a), Unit::team(d));
            let (ends, total) = duel.halves().ends();
            let kept = ends.iter().all(|(end, _)| {
                let result = duel.result(end);
                (0..2).all(|s| {
                    let left = result.left[s].map_or(0, |u| u.counts.total());
                    left + result.lost[s] == 4
                        && duel.units[s]
                            .counts
                            .contains(result.left[s].map(|u| u.counts).unwrap_or_default())
                })
            });
            if ends.iter().map(|(_, w)| w).sum::<u128>() != total || !kept {
                fault = Some(format!("{a} against {d} does not add up"));
            }
        }
    }
    check(
        "enumeration",
        fault,
        format!(
            "{} match-ups, each distribution sums to exactly 1 and keeps every gladiator",
            teams.len().pow(2)
        ),
    )
}

/// What is left of both sides, by the rules.
fn lefts(duel: &Duel, results: &Results) -> BTreeMap<[Left; 2], Exact> {
    let mut map = BTreeMap::new();
    for (r, w) in &results.rows {
        let left = [0, 1].map(|s| match r.left[s] {
            None => Left {
                kinds: Vec::new(),
                markers: 0,
                out: true,
            },
            Some(u) => Left {
                kinds: u.counts.kinds().collect(),
                markers: u.markers,
                out: false,
            },
        });
        *map.entry(left).or_insert_with(Exact::zero) +=
            Exact::new(BigInt::from(*w), BigInt::from(results.total));
    }
    debug_assert!(duel.units.iter().all(|u| u.counts.total() > 0));
    map
}

/// The naive twin, driven through every sequence of die faces, gives the same fractions.
fn slow_twin() -> Check {
    let pairs = [
        ("SSNT", "SSST"),
        ("SSNT", "lion"),
        ("T", "S"),
        ("ST", "SH"),
        ("PP", "SN"),
        ("NNT", "SHT+1"),
        ("HHHH", "SP+1"),
        ("bull", "SN"),
        ("bear", "lion"),
        ("SNNT", "NSPH"),
    ];
    let mut branches = 0u64;
    let mut fault = None;
    for (a, d) in pairs {
        let duel = duel(a, d, "simple", &[]);
        let die = Dist::uniform(0..6u32);
        let mut slow: BTreeMap<[Left; 2], Exact> = BTreeMap::new();
        let mut counts: BTreeMap<([Left; 2], u128), u64> = BTreeMap::new();
        let mut means = MeanDamage::default();
        enumerate(
            |branch: &mut Branch| {
                naive::duel(duel.units[0], duel.units[1], &mut means, || {
                    branch.draw("die", &die)
                })
            },
            |leaf| {
                branches += 1;
                *counts.entry((leaf.result.clone(), leaf.total)).or_insert(0) += 1;
            },
        );
        for ((left, total), count) in counts {
            *slow.entry(left).or_insert_with(Exact::zero) +=
                Exact::new(BigInt::from(count), BigInt::from(total));
        }
        if slow != lefts(&duel, &Results::exact(&duel)) {
            fault = Some(format!(
                "{a} against {d}: the naive twin's fractions differ"
            ));
        }
    }
    check(
        "exact = slow",
        fault,
        format!(
            "{} match-ups, {branches} sequences of dice one by one, equal fractions",
            pairs.len()
        ),
    )
}

/// Questions over all policies and switches that a sample is held against.
fn questions() -> Vec<Duel> {
    let mut all = vec![
        duel("SSNT", "SSST", "simple", &[]),
        duel("SSSS", "SSSS", "simple", &[]),
        duel("SSST", "SSSS", "sharp,value", &[]),
        duel("SNTH", "SNPT+1", "random", &[]),
        duel("SSNT", "SSPH", "minimax,random", &[]),
        duel("SNNT", "SSSH", "minimax", &[]),
        duel("SSTT", "SNNT", "never,best_response:never", &[]),
        duel("SSNT", "lion", "simple", &[]),
        duel("bear", "SSNN", "value", &[]),
        duel("bull+1", "lion+1", "random", &[]),
        duel("P", "SSSS", "simple", &[]),
    ];
    for set in [
        ("net_order", "simultaneous"),
        ("net_use", "optional"),
        ("net_die", "any_hit"),
        ("net_die", "single"),
        ("net_die", "critical"),
        ("trident_timing", "after_nets"),
        ("dice_timing", "after_nets"),
        ("loss_scope", "active_first"),
        ("marker_carry", "drop"),
    ] {
        all.push(duel("SSNT", "SNTH+1", "simple,minimax", &[set]));
    }
    all.push(duel(
        "SSNT",
        "lion",
        "simple",
        &[("animal_markers", "heal")],
    ));
    all
}

/// Sampled counts against exact probabilities, chi-square.
fn sampled_twin() -> Check {
    const PLAYOUTS: u64 = 1_000_000;
    let questions = questions();
    let bound = bonferroni(FAMILY, questions.len());
    let mut worst = 1.0f64;
    let mut fault = None;
    for duel in &questions {
        let halves = duel.halves();
        let kernel = Kernel::new(&halves);
        let (ends, total) = halves.ends();
        let probabilities: Vec<f64> = ends.iter().map(|(_, w)| *w as f64 / total as f64).collect();
        let p = match run(&kernel, &Plan::new(PLAYOUTS, SEED)) {
            Ok(run) => chi_square_fit(&run.tally.counts().collect::<Vec<_>>(), &probabilities).p,
            Err(_) => 0.0,
        };
        worst = worst.min(p);
        if p < bound {
            fault = Some(format!(
                "{} against {}: p = {p:e}, bound {bound:e}",
                duel.units[0], duel.units[1]
            ));
        }
    }
    check(
        "sampled = exact",
        fault,
        format!(
            "{} questions, {PLAYOUTS} playouts each, smallest p {worst:.2e}, bound {bound:.1e}",
            questions.len()
        ),
    )
}

/// The naive twin's own sample, with its own use of random numbers, against the exact distribution.
fn naive_sample() -> Check {
    const PLAYOUTS: u64 = 200_000;
    let pairs = [
        ("SSSS", "SSSH"),
        ("SSST", "SSSS"),
        ("SSTT", "SNNT"),
        ("SSSN+1", "SPPT"),
        ("bear", "SSST"),
    ];
    let bound = bonferroni(FAMILY, pairs.len());
    let mut worst = 1.0f64;
    let mut fault = None;
    for (i, (a, d)) in pairs.into_iter().enumerate() {
        let duel = duel(a, d, "simple", &[]);
        let exact = lefts(&duel, &Results::exact(&duel));
        let mut counts: BTreeMap<[Left; 2], u64> = exact.keys().map(|k| (k.clone(), 0)).collect();
        let mut stream =
            crate::chance::Stream::new(SEED, "naive", i as u64, crate::chance::Lane::Main);
        let mut means = MeanDamage::default();
        let mut impossible = 0;
        for _ in 0..PLAYOUTS {
            let left = naive::duel(duel.units[0], duel.units[1], &mut means, || {
                stream.below(6) as u32
            });
            match counts.get_mut(&left) {
                Some(count) => *count += 1,
                None => impossible += 1,
            }
        }
        let observed: Vec<u64> = counts.into_values().collect();
        let expected: Vec<f64> = exact
            .values()
            .map(|p| num_traits::ToPrimitive::to_f64(p).unwrap_or(0.0))
            .collect();
        let p = chi_square_fit(&observed, &expected).p;
        worst = worst.min(p);
        if impossible > 0 || p < bound {
            fault = Some(format!(
                "{a} against {d}: p = {p:e}, {impossible} impossible results"
            ));
        }
    }
    check(
        "naive = exact",
        fault,
        format!(
            "{} match-ups, {PLAYOUTS} naive duels each, smallest p {worst:.2e}, bound {bound:.1e}",
            pairs.len()
        ),
    )
}

/// Two duels share a random word: whatever one gives, the other must not care.
fn shared_words() -> Check {
    const BLOCKS: u64 = 64;
    const BLOCK: u32 = 1 << 14;
    let duel = duel("SSNT", "SSST", "simple", &[]);
    let kernel = Kernel::new(&duel.halves());
    let edge = metric("edge").expect("edge is a metric");
    let edges: Vec<i64> = kernel
        .ends()
        .iter()
        .map(|e| (edge.of)(&duel.result(e), 0))
        .collect();
    // The second duel's edges, apart for the first duel's being negative and not.
    let mut after = [[0u64; 9]; 2];
    for block in 0..BLOCKS {
        let mut first = 0;
        kernel.replay(SEED, block, BLOCK, |j, Path { end, .. }| {
            if j % 2 == 0 {
                first = edges[end];
            } else {
                after[usize::from(first < 0)][(edges[end] + 4) as usize] += 1;
            }
        });
    }
    let p = chi_square_two_sample(&after[0], &after[1]).p;
    let fault = (p < FAMILY).then(|| format!("p = {p:e}"));
    check(
        "shared words",
        fault,
        format!(
            "{} pairs of duels from one word each are independent, p {p:.2e}",
            BLOCKS * u64::from(BLOCK) / 2
        ),
    )
}

/// The same tally for any number of threads and shards.
fn invariance() -> Check {
    const PLAYOUTS: u64 = 1_000_001;
    let kernel = Kernel::new(&duel("SSNT", "SSST", "simple", &[]).halves());
    let whole = Plan::new(PLAYOUTS, SEED);
    let outcome = || -> crate::error::Result<Option<String>> {
        let one = run(
            &kernel,
            &Plan {
                threads: Some(1),
                ..whole
            },
        )?;
        for threads in [2, 7] {
            if run(
                &kernel,
                &Plan {
                    threads: Some(threads),
                    ..whole
                },
            )? != one
            {
                return Ok(Some(format!("{threads} threads give another tally than 1")));
            }
        }
        let identity = Identity {
            question: "verify".into(),
            resolved: serde_json::Value::Null,
        };
        for of in [1, 3, 8] {
            let mut files = Vec::new();
            for index in 0..of {
                let plan = Plan {
                    shard: Shard::new(index, of)?,
                    ..whole
                };
                let part = run(&kernel, &plan)?;
                files.push((
                    format!("{index}").into(),
                    TallyFile::of(&identity, &kernel, &plan, &part)?,
                ));
            }
            if merge(
                &files,
                &crate::playout::Experiment::empty(&kernel),
                Allow::default(),
            )?
            .run != one
            {
                return Ok(Some(format!(
                    "{of} shards merged give another tally than the whole run"
                )));
            }
        }
        Ok(None)
    };
    let fault = outcome().unwrap_or_else(|e| Some(e.to_string()));
    check(
        "invariance",
        fault,
        format!(
            "{PLAYOUTS} playouts: the same tally for 1, 2, 7 threads and for 1, 3, 8 shards merged"
        ),
    )
}

/// Spec 16.10: a best response does at least as well as optimal play, and that at least as well as a policy that is answered.
fn better_responses() -> Check {
    let edge = |policies: &str, a: &str, d: &str| {
        let results = Results::exact(&duel(a, d, policies, &[]));
        results.sums(metric("edge").expect("edge is a metric")).0 as f64 / results.total as f64
    };
    let pairs = [
        ("SSNT", "SSST"),
        ("SNNT", "SSSH"),
        ("SNTH", "SNTP"),
        ("SSTT", "NNHH"),
        ("STH", "SSN+1"),
    ];
    let mut fault = None;
    for x in ["simple", "never", "value", "sharp", "random"] {
        for (a, d) in pairs {
            let best = edge(&format!("best_response:{x},{x}"), a, d);
            let optimal = edge("minimax", a, d);
            let answered = edge(&format!("{x},best_response:{x}"), a, d);
            if best < optimal - 1e-11 || optimal < answered - 1e-11 {
                fault = Some(format!(
                    "{a} against {d}, {x}: {best} >= {optimal} >= {answered} fails"
                ));
            }
        }
    }
    check(
        "best responses",
        fault,
        format!(
            "best response >= minimax >= answered policy, 5 policies, {} match-ups",
            pairs.len()
        ),
    )
}
