//! The checks that Gladiatori makes of itself: counts, the exchange against its enumeration, duels against their naive twin's
//! anchors and exact results, beasts, invariance.

use super::Check;
use crate::chance::Prob;
use crate::games::gladiatori::build::Training;
use crate::games::gladiatori::cards::ACTIONS;
use crate::games::gladiatori::count::{Sampler, count};
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::draws::Even;
use crate::games::gladiatori::duel::{DuelQuestion, First};
use crate::games::gladiatori::exchange::{Attacker, Bout, Defender};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::{Brain, Plain, Style};
use crate::games::gladiatori::sheet::{Sheet, legal_pairs};
use crate::playout::{Allow, Identity, Plan, Shard, TallyFile, merge, run};
use crate::stats::{bonferroni, chi_square_fit};
use num_traits::{One, ToPrimitive};

/// Family-wise error of the statistical checks; seeds are fixed, nothing is retried.
const FAMILY: f64 = 1e-6;
const SEED: u64 = 20_121_001;

/// All checks.
pub(super) fn checks() -> Vec<fn() -> Check> {
    vec![
        builds,
        sampler,
        exchanges,
        sampled_exchanges,
        exact_duels,
        anchors,
        invariance,
    ]
}

fn check(name: &'static str, fault: Option<String>, detail: String) -> Check {
    Check {
        name,
        holds: fault.is_none(),
        detail: fault.unwrap_or(detail),
    }
}

fn data() -> Data {
    Data::embedded().expect("the embedded data are valid")
}

fn rules() -> Rules {
    Rules::default_rules().expect("the default rules")
}

fn brain(name: &str) -> Brain {
    Brain::parse(name).expect("the checks name real policies")
}

fn sheet(name: &str) -> Sheet {
    Sheet::ready_made(&data(), name).expect("the checks name real gladiators")
}

/// Legal builds, counted backwards (spec 15).
fn builds() -> Check {
    let t = |spend: bool| Training::new(&data(), 55, true, spend);
    let found = [
        count(&t(false)),
        count(&t(true)),
        legal_pairs(&data()).len() as u64,
    ];
    let wanted = [76_618_373_080, 9_460_407_572, 138];
    let fault = (found != wanted).then(|| format!("{found:?}, not {wanted:?}"));
    check(
        "legal builds are as many as they should be",
        fault,
        format!(
            "{} builds of 55 coins, {} that spend all, {} item pairs",
            found[0], found[1], found[2]
        ),
    )
}

/// Endurance of drawn builds against the exact counts.
fn sampler() -> Check {
    let t = Training::new(&data(), 55, true, false);
    let sampler = Sampler::new(&t);
    let mut chance = Even::new(SEED, "verify", 0);
    let mut seen = [0u64; 3];
    for _ in 0..200_000 {
        seen[match sampler.draw(&mut chance).stats[0] {
            3 => 0,
            9 => 2,
            _ => 1,
        }] += 1;
    }
    let total = sampler.total() as f64;
    let ends = [19_451_759_978.0 / total, 2_455_831_006.0 / total];
    let fit = chi_square_fit(&seen, &[ends[0], 1.0 - ends[0] - ends[1], ends[1]]);
    let fault = (fit.p < bonferroni(FAMILY, 2)).then(|| format!("p {:e}", fit.p));
    check(
        "builds are drawn uniformly",
        fault,
        format!("200000 draws, chi-square p {:.4}", fit.p),
    )
}

/// A few exchanges between ready-made gladiators.
fn bouts() -> Vec<Bout> {
    let names = ["secutor", "mirmillo", "thraex", "hoplomacus"];
    let mut all = Vec::new();
    for a in names {
        for d in names.iter().filter(|d| **d != a) {
            let (a, d) = (sheet(a), sheet(d));
            let attacker = Attacker {
                items: a.items.iter().map(|i| i.attack_now(false)).sum(),
                offense: a.stats[1],
                blood: a.stats[3],
                e1: a.e1.min(3),
                e0: a.e0.min(2),
                actions: ACTIONS,
                ..Attacker::default()
            };
            let defender = Defender {
                items: d.items.iter().map(|i| i.defense_now(false)).sum(),
                guard: d.stats[2],
                speed: d.stats[4],
                e1: d.e1.min(2),
                e0: d.e0.min(3),
                actions: ACTIONS,
                ..Defender::default()
            };
            let mut bout = Bout::new(rules(), attacker, defender).expect("real hands");
            bout.card_price = 0.1;
            bout.point_price = 0.1;
            all.push(bout);
        }
    }
    all
}

/// The solved exchange: the gap between the two best responses is closed.
fn exchanges() -> Check {
    let worst = bouts()
        .iter()
        .map(|b| b.solve(0.01, 100_000).gap())
        .fold(0.0, f64::max);
    let fault = (worst > 0.01).then(|| format!("a gap of {worst}"));
    check(
        "exchanges are solved",
        fault,
        format!("12 pairings, largest gap between the best responses {worst:.4}"),
    )
}

/// Enumeration sums to one and agrees with playouts.
fn sampled_exchanges() -> Check {
    let core = |style| Plain {
        style,
        tremble: 0,
        hp_target: 4,
    };
    let mixes = [
        core(Style::UniformMix),
        core(Style::Heavy),
        core(Style::Poke),
    ];
    let n = 20_000;
    let (mut worst, mut asked) = (0.0f64, 0);
    for (i, bout) in bouts().iter().enumerate() {
        let (a, b) = (&mixes[0], &mixes[i % 3]);
        let exact = bout.exact([a, b]);
        if exact.p_attack > Prob::one() || exact.p_hit > exact.p_attack {
            return check(
                "exchanges: playouts and enumeration agree",
                Some("probabilities above one".into()),
                String::new(),
            );
        }
        let p = exact.p_hit.to_f64().unwrap_or(0.0);
        let hits = bout.sampled([a, b], SEED + i as u64, n)[1] as f64 / n as f64;
        let se = (p * (1.0 - p) / n as f64).sqrt();
        if se > 0.0 {
            worst = worst.max((hits - p).abs() / se);
        } else if hits != p {
            worst = f64::INFINITY;
        }
        asked += 1;
    }
    let fault = (worst > 6.0).then(|| format!("{worst:.1} standard errors off"));
    check(
        "exchanges: playouts and enumeration agree",
        fault,
        format!("{asked} pairings of {n}, at most {worst:.2} standard errors off"),
    )
}

/// One turn worked out exactly against playouts.
fn exact_duels() -> Check {
    let mut rules = rules();
    rules.n.turns = 1;
    let mut sheets = [sheet("secutor").stripped(), sheet("thraex").stripped()];
    for s in &mut sheets {
        (s.e1, s.e0) = (1, 1);
    }
    let question = DuelQuestion::new(
        rules,
        sheets,
        [brain("uniform_mix"), brain("heavy")],
        First::Side(0),
    )
    .expect("a duel");
    let exact = question.exact();
    let total: num_rational::BigRational = exact.ends.iter().map(|e| e.1.clone()).sum();
    if !total.is_one() {
        return check(
            "one-turn duels: playouts and enumeration agree",
            Some(format!("probabilities sum to {total}")),
            String::new(),
        );
    }
    let mean = exact
        .mean(|d| i64::from(d.g[0].vp) - i64::from(d.g[1].vp))
        .to_f64()
        .unwrap_or(f64::NAN);
    let sampled = run(&question, &Plan::new(100_000, SEED))
        .map(|r| r.tally.difference)
        .unwrap_or_default();
    let se = sampled.standard_error().unwrap_or(0.0);
    let off = (sampled.mean().unwrap_or(f64::NAN) - mean).abs() / se;
    let fault =
        (off.is_nan() || off > 6.0).then(|| format!("{off:.1} standard errors off {mean:.4}"));
    check(
        "one-turn duels: playouts and enumeration agree",
        fault,
        format!(
            "{} end states sum to one; margin {mean:+.4} exactly, {off:.2} standard errors off",
            exact.ends.len()
        ),
    )
}

/// The `poke` mirrors of spec 15: 39 : 39 where every attack can be afforded, 37 : 37 for the Thraex.
fn anchors() -> Check {
    let mut faults = Vec::new();
    for (name, policy, vp) in [
        ("secutor", "poke", 39),
        ("mirmillo", "poke", 39),
        ("hoplomacus", "poke", 39),
        ("thraex", "poke", 37),
        ("secutor", "turtle", 15),
    ] {
        let s = sheet(name).stripped();
        let q =
            DuelQuestion::new(rules(), [s, s], [brain(policy); 2], First::Side(0)).expect("a duel");
        let st = q.play_one(
            0,
            &mut Even::new(SEED, "verify", 0),
            &mut crate::games::gladiatori::watch::Deaf,
        );
        if [st.g[0].vp, st.g[1].vp] != [vp, vp] {
            faults.push(format!(
                "{policy} {name} {} : {}, not {vp} : {vp}",
                st.g[0].vp, st.g[1].vp
            ));
        }
    }
    check(
        "mirrors of the plain policies end as they must",
        (!faults.is_empty()).then(|| faults.join("; ")),
        "poke 39 : 39 (Thraex 37 : 37), turtle 15 : 15".into(),
    )
}

/// Threads and shards change nothing.
fn invariance() -> Check {
    let question = DuelQuestion::new(
        rules(),
        [sheet("secutor"), sheet("retiarius")],
        [brain("quantal"), brain("uniform_mix")],
        First::Alternate,
    )
    .expect("a duel");
    let plan = Plan::new(5_000, SEED);
    let whole = run(
        &question,
        &Plan {
            threads: Some(1),
            ..plan
        },
    )
    .map(|r| r.tally);
    let more = run(
        &question,
        &Plan {
            threads: Some(3),
            ..plan
        },
    )
    .map(|r| r.tally);
    let identity = Identity {
        question: "verify".into(),
        resolved: serde_json::json!({}),
    };
    let joined = (|| {
        let mut files = Vec::new();
        for shard in ["0/3", "1/3", "2/3"] {
            let part = Plan {
                shard: shard.parse::<Shard>()?,
                ..plan
            };
            let done = run(&question, &part)?;
            files.push((
                shard.into(),
                TallyFile::of(&identity, &question, &part, &done)?,
            ));
        }
        let empty = crate::playout::Experiment::empty(&question);
        merge(
            &files,
            &empty,
            Allow {
                gaps: false,
                incomplete: false,
            },
        )
        .map(|m| m.run.tally)
    })();
    let fault = match (&whole, &more, &joined) {
        (Ok(a), Ok(b), Ok(c)) if a == b && a == c => None,
        (Ok(_), Ok(_), Ok(_)) => Some("the tallies differ".to_string()),
        _ => Some("a run failed".to_string()),
    };
    check(
        "threads and shards change nothing",
        fault,
        "1 and 3 threads, 3 shards merged: one tally of 5000 duels".into(),
    )
}
