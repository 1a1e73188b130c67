//! The checks that How to Battle makes of itself: enumeration, two solvers, four engines against the exact result, values
//! of the spec, invariance.

use super::Check;
use crate::chance::{Lane, Stream};
use crate::error::Result;
use crate::games::battle::data::BattleData;
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::{cells, exact, optimal};
use crate::games::battle::exchange::Exchanges;
use crate::games::battle::gladiator::Gladiator;
use crate::games::battle::naive::{self, Man};
use crate::games::battle::odds;
use crate::games::battle::playouts::Duels;
use crate::games::battle::policy::Parts;
use crate::games::battle::rules::Rules;
use crate::games::battle::situations::Memory;
use crate::games::battle::tally::{result_probabilities, twin_results};
use crate::playout::{Allow, Experiment, Identity, Plan, Shard, TallyFile, merge, run};
use crate::stats::{bonferroni, chi_square_fit};

/// Family-wise error of the statistical checks; seeds are fixed, nothing is retried.
const FAMILY: f64 = 1e-6;
const SEED: u64 = 20_021_126;

const ROOKIE: &str = "short_sword:4 A4 R1 S2 P3 H28";
const VETERAN: &str = "short_sword:8 A8 R2 S3 P4 H32";

/// All checks.
pub(super) fn checks() -> Vec<fn() -> Check> {
    vec![
        || check("enumeration", sums()),
        || check("two solvers", solvers()),
        || check("tables = exact", sampled(false)),
        || check("rules = exact", sampled(true)),
        || check("naive = exact", twin()),
        || check("symmetry", symmetry()),
        || check("optimal styles", optima()),
        || check("invariance", invariance()),
    ]
}

/// The figures where it holds, or what is wrong.
type Outcome = Result<std::result::Result<String, String>>;

fn check(name: &'static str, outcome: Outcome) -> Check {
    let (holds, detail) = match outcome {
        Ok(Ok(figures)) => (true, figures),
        Ok(Err(fault)) => (false, fault),
        Err(error) => (false, error.to_string()),
    };
    Check {
        name,
        holds,
        detail,
    }
}

fn duel(a: &str, b: &str, set: &[(&str, &str)]) -> Result<Duel> {
    let data = BattleData::embedded()?;
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let switches = data.switches("battle", &set)?;
    let ((ga, pa), (gb, pb)) = (Gladiator::parse(a)?, Gladiator::parse(b)?);
    let parts = [Parts::parse(&pa)?, Parts::parse(&pb)?];
    Duel::new(&data, &switches, [&ga, &gb], parts, None)
}

/// Columns and defences sum to one, and the odds of blocking follow the closed form of the rulebook's rethrown sixes.
fn sums() -> Outcome {
    let rules = Rules::embedded("r1")?;
    let mut ex = Exchanges::new(&rules);
    let mut worst = 0.0f64;
    for dice in 0..=15u8 {
        for luck in [0, 1, 3] {
            let columns: f64 = odds::columns(&mut ex, dice, luck, None)
                .iter()
                .map(|c| c.1)
                .sum();
            worst = worst.max((columns - 1.0).abs());
        }
        for needed in 1..=5u8 {
            // P(m dice block k) = P(at least k sixes on m + k - 1 dice thrown once).
            let n = u64::from(dice) + u64::from(needed) - 1;
            let choose = |k: u64| (0..k).fold(1.0, |c, i| c * (n - i) as f64 / (i + 1) as f64);
            let fewer: f64 = (0..u64::from(needed))
                .map(|k| choose(k) * 5f64.powi((n - k) as i32) / 6f64.powi(n as i32))
                .sum();
            let expected = if dice == 0 { 0.0 } else { 1.0 - fewer };
            worst = worst.max((odds::block(&mut ex, dice, 0, needed) - expected).abs());
        }
    }
    Ok(match worst < 1e-12 {
        true => Ok(format!(
            "attacks of 0 to 15 dice with luck sum to 1, blocks follow the closed form; largest error {worst:.1e}"
        )),
        false => Err(format!("a distribution is off by {worst:e}")),
    })
}

/// Plain duels: over styles, focus, surrender, classes, table sets and readings.
fn plain() -> Result<Vec<Duel>> {
    let with = |more: &str| format!("{ROOKIE} {more}");
    Ok(vec![
        duel(ROOKIE, &with("F2 I4"), &[])?,
        duel(
            &with("style=berserk_if_ahead"),
            &with("style=defensive_below:10"),
            &[],
        )?,
        duel(&with("style=mixed:0.3"), &with("style=greedy:1 F1"), &[])?,
        duel(
            &format!("{VETERAN} style=berserk"),
            &format!("{VETERAN} F3 style=defensive_berserk_vs_stunned"),
            &[("tables", "r2")],
        )?,
        duel(
            "claymore:8 A8 R2 H30 style=defensive",
            "battle_javelin:4 A6 R1 P4 H25",
            &[],
        )?,
        duel(
            VETERAN,
            VETERAN,
            &[
                ("tables", "r3"),
                ("fate_still_below", "yes"),
                ("fate_5_focus", "no"),
            ],
        )?,
        duel(
            ROOKIE,
            &with("style=berserk"),
            &[
                ("low_double_stun", "six_six_only"),
                ("critical_minus", "first_throw"),
            ],
        )?,
    ])
}

/// The chain pushed forward and the elimination backward share no code beyond the rules.
fn solvers() -> Outcome {
    let mut worst = 0.0f64;
    let duels = plain()?;
    for d in &duels {
        let Some(won) = cells::solve(d, &mut Memory::new(&d.rules)) else {
            return Ok(Err("a plain duel was not solved".into()));
        };
        let e = exact(d)?;
        let health = [d.fighters[0].health as u8, d.fighters[1].health as u8];
        for first in 0..2 {
            let chain = e.win_if_first(0, first).unwrap_or(0.0);
            worst = worst.max((won.win_a(first, health) - chain).abs());
        }
    }
    Ok(match worst < 1e-10 {
        true => Ok(format!(
            "{} duels by both starters, largest difference {worst:.1e}",
            duels.len()
        )),
        false => Err(format!("the solvers differ by {worst:e}")),
    })
}

/// Sampled results against exact ones: by tables, or (`literal`) by the rules throw by throw.
fn sampled(literal: bool) -> Outcome {
    let thrower = "battle_javelin:4x3 A4 R2 P3 H28 throw=exposed retrieve=when_empty style=berserk_vs_exposed";
    let (duels, playouts) = match literal {
        false => (plain()?, 200_000),
        true => (
            vec![
                duel(ROOKIE, &format!("{ROOKIE} F2 I4 surrender=at:-5"), &[])?,
                duel(
                    &format!("{ROOKIE} L2 luck=all"),
                    &format!("{ROOKIE} L1 luck=defence_needed"),
                    &[],
                )?,
                duel(thrower, ROOKIE, &[])?,
            ],
            40_000,
        ),
    };
    let bound = bonferroni(FAMILY, duels.len());
    let mut worst = 1.0f64;
    for d in &duels {
        let duels = match literal {
            true => Duels::literal(d.clone()),
            false => Duels::new(d.clone()),
        };
        if duels.is_table_driven() == literal {
            return Ok(Err(
                "a duel is not played by the engine that is checked".into()
            ));
        }
        let run = run(&duels, &Plan::new(playouts, SEED))?;
        let counts = run.tally.counts().results();
        worst = worst.min(chi_square_fit(&counts, &result_probabilities(&exact(d)?)).p);
    }
    Ok(match worst >= bound {
        true => Ok(format!(
            "{} duels, {playouts} playouts each, smallest p {worst:.2e}, bound {bound:.1e}",
            duels.len()
        )),
        false => Err(format!("p = {worst:e}, bound {bound:e}")),
    })
}

/// The naive twin shares no code with the rules.
fn twin() -> Outcome {
    const BATTLES: u64 = 40_000;
    let rookie = Man {
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
    let axe = Man {
        class: 'C',
        attack: 8,
        weapon: 8,
        initiative: 3,
        style: "defensive",
        ..rookie.clone()
    };
    let claymore = Man {
        class: 'D',
        bonus: 2,
        attack: 9,
        weapon: 9,
        shield: 0,
        focus: 2,
        style: "berserk",
        ..rookie.clone()
    };
    let pairs = [
        (rookie.clone(), rookie, duel(ROOKIE, ROOKIE, &[])?),
        (
            claymore,
            axe,
            duel(
                "claymore:9 A9 R1 P3 H28 F2 style=berserk",
                "long_sword:8 A8 R1 S2 P3 H28 I3 style=defensive",
                &[],
            )?,
        ),
    ];
    let bound = bonferroni(FAMILY, pairs.len());
    let mut worst = 1.0f64;
    for (i, (a, b, d)) in pairs.iter().enumerate() {
        let mut stream = Stream::new(SEED, "naive", i as u64, Lane::Main);
        let battle = |_| naive::battle(a, b, || stream.below(6) as u32 + 1);
        let counts = twin_results((0..BATTLES).map(battle));
        worst = worst.min(chi_square_fit(&counts, &result_probabilities(&exact(d)?)).p);
    }
    Ok(match worst >= bound {
        true => Ok(format!(
            "{} duels, {BATTLES} naive battles each, smallest p {worst:.2e}, bound {bound:.1e}",
            pairs.len()
        )),
        false => Err(format!("p = {worst:e}, bound {bound:e}")),
    })
}

/// A mirror is even, and whoever is a loses as often as he would win as b.
fn symmetry() -> Outcome {
    let lucky = format!("{ROOKIE} L1 luck=attack");
    let mut worst = (exact(&duel(ROOKIE, ROOKIE, &[])?)?.win(0) - 0.5).abs();
    for (a, b) in [(ROOKIE, VETERAN), (lucky.as_str(), ROOKIE)] {
        let (there, back) = (exact(&duel(a, b, &[])?)?, exact(&duel(b, a, &[])?)?);
        worst = worst.max((there.win(0) - back.win(1)).abs());
        let all = there.win(0) + there.win(1) + there.undecided;
        worst = worst.max((all - 1.0).abs());
    }
    Ok(match worst < 1e-11 {
        true => Ok(format!(
            "mirrors are even, sides turn round, results sum to 1; largest error {worst:.1e}"
        )),
        false => Err(format!("off by {worst:e}")),
    })
}

/// Nothing beats an optimal style, and an equilibrium lies between both sides' best answers.
fn optima() -> Outcome {
    let bear = "short_sword:4 A4 R3 H20";
    let normal = duel(bear, bear, &[])?;
    let best = optimal::solve(&normal, 0)?.win;
    for style in [
        "normal",
        "berserk",
        "defensive",
        "berserk_vs_stunned",
        "greedy:1",
    ] {
        let win = exact(&duel(&format!("{bear} style={style}"), bear, &[])?)?.win(0);
        if win > best + 1e-11 {
            return Ok(Err(format!("style={style} wins {win}, optimal {best}")));
        }
    }
    let played = exact(&duel(&format!("{bear} style=optimal"), bear, &[])?)?.win(0);
    let value = optimal::equilibrium(&normal)?.win;
    let both = exact(&duel(
        &format!("{bear} style=optimal"),
        &format!("{bear} style=optimal"),
        &[],
    )?)?;
    let apart = (played - best)
        .abs()
        .max((both.win(0) - value).abs())
        .max((value - 0.5).abs());
    Ok(match apart < 1e-9 && value <= best {
        true => Ok(format!(
            "optimal {best:.6} is not beaten by 5 styles and is what the chain plays; the mirror's equilibrium is even"
        )),
        false => Err(format!(
            "solved {best}, played {played}, equilibrium {value}"
        )),
    })
}

/// The same tally for any number of threads and shards.
fn invariance() -> Outcome {
    const PLAYOUTS: u64 = 200_001;
    let duels = Duels::new(duel(ROOKIE, VETERAN, &[])?);
    let whole = Plan::new(PLAYOUTS, SEED);
    let with = |threads| Plan {
        threads: Some(threads),
        ..whole
    };
    let one = run(&duels, &with(1))?;
    for threads in [2, 7] {
        if run(&duels, &with(threads))? != one {
            return Ok(Err(format!("{threads} threads give another tally than 1")));
        }
    }
    let identity = Identity {
        question: "verify".into(),
        resolved: serde_json::Value::Null,
    };
    for of in [1, 3] {
        let mut files = Vec::new();
        for index in 0..of {
            let plan = Plan {
                shard: Shard::new(index, of)?,
                ..whole
            };
            let part = run(&duels, &plan)?;
            files.push((
                format!("{index}").into(),
                TallyFile::of(&identity, &duels, &plan, &part)?,
            ));
        }
        if merge(&files, &duels.empty(), Allow::default())?.run != one {
            return Ok(Err(format!("{of} shards merged give another tally")));
        }
    }
    Ok(Ok(format!(
        "{PLAYOUTS} playouts: the same tally for 1, 2, 7 threads and for 1, 3 shards merged"
    )))
}
