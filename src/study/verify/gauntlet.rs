//! The checks that the Gauntlet makes of itself: rolls, tables against trying everything, an independent slow twin, sampling, invariance,
//! the optimum above every policy.

use super::Check;
use crate::chance::{Lane, Stream};
use crate::error::Result;
use crate::games::gauntlet::data::GauntletData;
use crate::games::gauntlet::dice::{Faces, Roll, rolls};
use crate::games::gauntlet::exact::{self, conquered};
use crate::games::gauntlet::kernel::{Games, Value};
use crate::games::gauntlet::ledger::Flow;
use crate::games::gauntlet::library::Library;
use crate::games::gauntlet::menu::Menus;
use crate::games::gauntlet::naive;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::rules::exchange::Permit;
use crate::games::gauntlet::rules::{Class, Rules};
use crate::games::gauntlet::spec::{Objective, PRESETS, PolicySpec, ValueSpec};
use crate::games::gauntlet::state::{Fight, Result as Landed};
use crate::games::gauntlet::tally::GameTally;
use crate::playout::{Plan, Shard, Tally, run};
use crate::stats::{bonferroni, chi_square_fit};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Family-wise error of the statistical checks; seeds are fixed, nothing is retried.
const FAMILY: f64 = 1e-6;
const SEED: u64 = 20_190_202;

/// All checks.
pub(super) fn checks() -> Vec<fn() -> Check> {
    vec![
        || check("rolls", rolls_sum_to_one()),
        || check("outcomes", tables_hold_everything()),
        || check("slow twin", slow_twin()),
        || check("sampled", sampled_twin()),
        || check("glory", glory_is_conserved()),
        || check("invariance", invariance()),
        || check("optimum", optimum_is_above()),
    ]
}

/// A check that came out with figures, or with a fault.
fn check(name: &'static str, outcome: Result<std::result::Result<String, String>>) -> Check {
    match outcome {
        Ok(Ok(detail)) => Check {
            name,
            holds: true,
            detail,
        },
        Ok(Err(fault)) => Check {
            name,
            holds: false,
            detail: fault,
        },
        Err(error) => Check {
            name,
            holds: false,
            detail: error.to_string(),
        },
    }
}

type Found = Result<std::result::Result<String, String>>;

fn library(last_round: u8) -> Result<Arc<Library>> {
    Ok(Arc::new(Library::new(
        GauntletData::embedded()?.game(Rules::rulebook(), last_round)?,
    )))
}

fn player(name: &str, library: &Arc<Library>) -> Result<Arc<Player>> {
    Ok(Arc::new(Player::new(&PolicySpec::parse(name)?, library)?))
}

/// A red die shows a face with [face is not rolled again]/6 + |F|/36.
fn rolls_sum_to_one() -> Found {
    for faces in [vec![], vec![1], vec![1, 2], vec![2, 5, 6]] {
        let f = Faces::new(&faces);
        let dist = rolls(f);
        let total = dist.total() as f64;
        for face in 1..=6 {
            // Expected dice of that face in a roll: twice the chance of one die.
            let mean: f64 = dist
                .weighted()
                .map(|(roll, w)| {
                    f64::from(u8::from(roll.red.low == face) + u8::from(roll.red.high == face))
                        * w as f64
                        / total
                })
                .sum();
            let due = 2.0 * (f64::from(u8::from(!f.has(face))) / 6.0 + faces.len() as f64 / 36.0);
            if (mean - due).abs() > 1e-12 {
                return Ok(Err(format!(
                    "face {face} with {faces:?} rolled again comes up {mean}, not {due}"
                )));
            }
        }
    }
    Ok(Ok(
        "441 rolls under four sets of re-rolled faces have the chances of the dice".into(),
    ))
}

/// Outcomes of random situations, by table and by trying every action one by one.
fn tables_hold_everything() -> Found {
    let mut rules = Rules::rulebook();
    rules.set("bargain", "off")?;
    let menus = Menus::new(&rules);
    let mut stream = Stream::new(SEED, "gauntlet-verify", 0, Lane::Main);
    let mut seen = 0;
    for class in Class::all() {
        let menu = menus.menu(class, Permit::ALL, false);
        let foe = naive::Foe {
            health: 3,
            ability: class.ability.name().into(),
        };
        for _ in 0..12 {
            let fight = Fight::from_index(stream.below(972) as usize);
            let roll = Roll::from_index(stream.below(441) as usize);
            let (h, b, r) = (fight.health, roll.blue, roll.red);
            let tried = naive::outcomes(
                [h.low, h.high],
                fight.glory,
                fight.enemy,
                &foe,
                class.ties.name(),
                [b.low, b.high],
                [r.low, r.high],
            );
            let told: BTreeSet<(u8, u8, u8, u8)> = menu
                .options(fight, roll)
                .into_iter()
                .map(|c| match c.outcome().result() {
                    Landed::FightOn(f) => (f.health.low, f.health.high, f.glory, f.enemy),
                    Landed::EnemyDown(h, g) => (h.low, h.high, g, 0),
                    Landed::Dead(g) | Landed::BothFell(g) => (0, 0, g, 0),
                })
                .collect();
            if tried != told {
                return Ok(Err(format!(
                    "{class:?}, {fight:?}, {roll:?}: the table has {told:?}, trying every action gives {tried:?}"
                )));
            }
            seen += told.len();
        }
    }
    Ok(Ok(format!(
        "288 situations of all 24 classes, {seen} outcomes: the tables hold what trying every action finds"
    )))
}

/// Games of the slow twin, which shares no code with the rules, follow the exact distribution of scores.
fn slow_twin() -> Found {
    let library = library(4)?;
    let exact = exact::game(&*player("greedy", &library)?)?;
    let set = naive::Set::of(&library.game);
    let mut stream = Stream::new(SEED, "gauntlet-verify", 1, Lane::Main);
    let games = 4000;
    let mut counts = vec![0u64; 60];
    for _ in 0..games {
        counts[naive::game(&set, |k| stream.below(k as u64) as usize).score as usize] += 1;
    }
    let fit = chi_square_fit(&counts, &exact.score_pmf());
    let bound = bonferroni(FAMILY, 4);
    let detail = format!(
        "{games} games of an independent slow program against the exact scores of greedy on easy: p = {:.3}",
        fit.p
    );
    Ok(if fit.p >= bound {
        Ok(detail)
    } else {
        Err(detail)
    })
}

fn sample(policy: &str, last_round: u8, playouts: u64) -> Result<(GameTally, exact::GameExact)> {
    let library = library(last_round)?;
    let ready = player(policy, &library)?;
    let exact = exact::game(&ready)?;
    let games = Games::<true>::new(ready, Value::Win);
    Ok((run(&games, &Plan::new(playouts, SEED))?.tally, exact))
}

fn sampled_twin() -> Found {
    let bound = bonferroni(FAMILY, 4);
    let mut said = Vec::new();
    for (policy, last) in [("greedy", 4), ("banker", 2), ("noisy:hoarder,0.2", 1)] {
        let (tally, exact) = sample(policy, last, 60_000)?;
        let fit = chi_square_fit(&tally.scores(last), &exact.score_pmf());
        said.push(format!("{policy} to round {last}: p = {:.3}", fit.p));
        if fit.p < bound {
            return Ok(Err(format!(
                "60,000 games do not follow the exact scores, {}",
                said.join(", ")
            )));
        }
    }
    Ok(Ok(format!(
        "60,000 games each against the exact scores, {}",
        said.join(", ")
    )))
}

/// What came in less what went out is what is left.
fn glory_is_conserved() -> Found {
    for policy in ["greedy", "banker", "random"] {
        let (t, _) = sample(policy, 2, 20_000)?;
        let flow = |f: Flow| t.flows[f as usize].sum as i64;
        let income = flow(Flow::OneSwapGlory)
            + flow(Flow::BigHitGlory)
            + flow(Flow::BargainGlory)
            + (t.round_glory.sum + t.event_glory.sum) as i64;
        let spent = [
            Flow::CautiousGlory,
            Flow::RestGlory,
            Flow::TrickGlory,
            Flow::SwiftGlory,
            Flow::Drained,
        ]
        .map(flow)
        .iter()
        .sum::<i64>()
            + t.shift_glory.sum as i64;
        let won = t
            .conquest
            .iter()
            .enumerate()
            .map(|(at, n)| i64::from(conquered(at).1) * *n as i64);
        let left: i64 = won
            .chain(
                t.death
                    .iter()
                    .enumerate()
                    .map(|(at, n)| (at % 6) as i64 * *n as i64),
            )
            .sum();
        if income - spent != left {
            return Ok(Err(format!(
                "{policy}: {income} glory in, {spent} out, {left} left"
            )));
        }
    }
    Ok(Ok("20,000 games each of greedy, banker and random: glory gained less glory spent is glory left".into()))
}

fn invariance() -> Found {
    let library = library(2)?;
    let games = Games::<true>::new(player("banker", &library)?, Value::Win);
    let plan = Plan::new(10_000, SEED);
    let whole = run(
        &games,
        &Plan {
            threads: Some(1),
            ..plan
        },
    )?
    .tally;
    let threads = run(
        &games,
        &Plan {
            threads: Some(3),
            ..plan
        },
    )?
    .tally;
    let mut shards = GameTally::new();
    for part in ["0/3", "1/3", "2/3"] {
        let shard: Shard = part.parse()?;
        shards.merge(&run(&games, &Plan { shard, ..plan })?.tally);
    }
    Ok(if threads == whole && shards == whole {
        Ok("10,000 games of banker: the same tally for 1 and 3 threads and for 3 shards".into())
    } else {
        Err("the tally depends on threads or shards".into())
    })
}

/// Round I alone, without the bargain: no preset wins more often than the optimum, whose own games win as often as its value says.
fn optimum_is_above() -> Found {
    let mut rules = Rules::rulebook();
    rules.set("bargain", "off")?;
    let library = Arc::new(Library::new(GauntletData::embedded()?.game(rules, 1)?));
    let value = library.values(&ValueSpec::Optimal(Objective::Win))?.whole();
    let own = exact::game(&*player("optimal:win", &library)?)?.win();
    if (own - value).abs() > 1e-9 {
        return Ok(Err(format!(
            "optimal play wins {own}, its value is {value}"
        )));
    }
    for name in PRESETS {
        let win = exact::game(&*player(name, &library)?)?.win();
        if win > value + 1e-9 {
            return Ok(Err(format!("{name} wins {win}, the optimum {value}")));
        }
    }
    Ok(Ok(format!(
        "round I without the bargain: the optimum {value:.6} is above all {} presets and is reached by its own play",
        PRESETS.len()
    )))
}
