//! The checks that Clash makes of its metagame and of whole games: sampled against exact, laws, twin, invariance.

use super::Check;
use crate::chance::{Lane, Stream};
use crate::games::clash::arena::board::spaces_of;
use crate::games::clash::arena::experiment::ArenaGames;
use crate::games::clash::arena::naive::{self, Memory};
use crate::games::clash::arena::policy::{Company, SeatSpec};
use crate::games::clash::arena::setup::Arena;
use crate::games::clash::arena::tally::{Game, Seat};
use crate::games::clash::data::ClashData;
use crate::games::clash::matrix::{Measure, Model, Setting, full_teams};
use crate::games::clash::pairs::Pairs;
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::unit::Unit;
use crate::metagame::nash;
use crate::playout::{Experiment, Plan, Shard, Tally, run};
use crate::stats::{Moments, bonferroni, z_for};
use std::rc::Rc;

const SEED: u64 = 20_021_126;
/// Family-wise error of each statistical check; seeds are fixed, nothing is retried.
const FAMILY: f64 = 1e-6;

/// All checks.
pub(super) fn checks() -> Vec<fn() -> Check> {
    vec![equilibrium, sampled_pairs, laws, twin, invariance]
}

fn check(name: &'static str, fault: Option<String>, detail: String) -> Check {
    Check {
        name,
        holds: fault.is_none(),
        detail: fault.unwrap_or(detail),
    }
}

fn setting(model: Model, policy: &str) -> Setting {
    let data = ClashData::embedded().expect("valid data");
    let rules = data.switches("clash", &[]).and_then(|s| data.rules(&s));
    let spec = PolicySpec::parse(policy).expect("a policy");
    Setting::both(Rc::new(rules.expect("valid rules")), model, spec)
}

/// Metagames are antisymmetric, and their equilibria cannot be exploited.
fn equilibrium() -> Check {
    let teams = full_teams();
    let mut fault = None;
    let mut worst = 0.0_f64;
    for (model, policy) in [
        (Model::Duel, "simple"),
        (Model::Duel, "minimax"),
        (Model::Fight, "value"),
    ] {
        match setting(model, policy).matrix(&teams, &teams) {
            Err(error) => fault = Some(error.to_string()),
            Ok(matrix) => {
                let game = matrix.symmetrised();
                let found = nash::symmetric(&game);
                worst = worst.max(found.exploitability);
                let sum: f64 = game.means().iter().sum();
                if game.asymmetry() > 1e-9 || sum.abs() > 1e-9 || found.exploitability > 1e-9 {
                    fault = Some(format!(
                        "{model}, {policy}: asymmetry {:e}, means add up to {sum:e}, exploitability {:e}",
                        game.asymmetry(),
                        found.exploitability
                    ));
                }
            }
        }
    }
    check(
        "metagame: antisymmetric, equilibria not exploitable",
        fault,
        format!("3 games of 70 teams, exploitability at most {worst:.1e}"),
    )
}

/// Sampled duels and fights of every pair of some units agree with the exact matrix.
fn sampled_pairs() -> Check {
    let data = ClashData::embedded().expect("valid data");
    let switches = data.switches("clash", &[]).expect("the rulebook");
    let known = data.units().expect("valid animals");
    let unit = |text: &&str| Unit::parse(text, &known).expect("a unit");
    let teams: Vec<Unit> = ["SSNT", "SSST", "SNNN+1", "PPHH", "TTT", "H"]
        .iter()
        .map(unit)
        .collect();
    let with_animals: Vec<Unit> = ["SSNT", "SSPH", "lion", "bear+1", "bull"]
        .iter()
        .map(unit)
        .collect();
    let questions = [
        (Model::Duel, "simple", with_animals),
        (Model::Duel, "minimax", teams.clone()),
        (Model::Fight, "value", teams),
    ];
    let level = bonferroni(FAMILY, 25 + 36 + 36);
    let most = z_for(1.0 - level);
    let (mut fault, mut largest, mut count) = (None, 0.0_f64, 0);
    for (model, policy, units) in questions {
        let setting = setting(model, policy);
        let pairs = Pairs::new(&data, &switches, &setting, Measure::Edge, &units, &units)
            .expect("a question that can be sampled");
        let sampled = run(
            &pairs,
            &Plan::new(20_000 * (units.len() as u64).pow(2), SEED),
        )
        .expect("a run without files");
        let exact = setting.matrix(&units, &units).expect("units of one game");
        for a in 0..units.len() {
            for b in 0..units.len() {
                let m = &sampled.tally.moments[a * units.len() + b];
                let (Some(mean), Some(error)) = (m.mean(), m.standard_error()) else {
                    continue;
                };
                let z = (mean - exact.pair(a, b).edge[0]).abs() / error.max(1e-9);
                largest = largest.max(z);
                count += 1;
                if z > most {
                    fault = Some(format!(
                        "{model}, {policy}: {} against {} is {mean} sampled, {} exact",
                        units[a],
                        units[b],
                        exact.pair(a, b).edge[0]
                    ));
                }
            }
        }
    }
    check(
        "metagame: sampled pairs agree with exact ones",
        fault,
        format!(
            "{count} pairs, largest difference {largest:.2} standard errors of {most:.2} allowed"
        ),
    )
}

fn games(players: u8, policies: &[&str]) -> ArenaGames {
    let arena = Arena::rulebook(players).expect("the rulebook's game");
    let specs = policies
        .iter()
        .map(|p| SeatSpec::parse(p).expect("a policy"))
        .collect();
    ArenaGames::new(Company::new(arena, specs).expect("a company"))
}

/// Conservation of gladiators, animals and points over many games.
fn laws() -> Check {
    const GAMES: u64 = 20_000;
    let mut fault = None;
    for players in 2..=5 {
        let games = games(players, &["random"]);
        let arena = games.company().arena();
        let wanted = [
            u32::from(arena.figures().gladiators_used),
            arena.roster.len() as u32,
        ];
        for game in 0..GAMES / 4 {
            let (_, state) = games.replay(SEED, game, &mut ());
            let sum = |list: &[u8]| list.iter().map(|&n| u32::from(n)).sum::<u32>();
            let left: u32 = (0..arena.players)
                .map(|seat| u32::from(arena.survivors(&state, seat)))
                .sum();
            let points = sum(&state.gladiators) + 2 * sum(&state.taken_animals) + left;
            if arena.inventory(&state) != wanted
                || arena.final_points(&state).iter().sum::<u32>() != points
            {
                fault = Some(format!("game {game} of {players} players"));
            }
        }
    }
    check(
        "whole game: gladiators, animals and points are conserved",
        fault,
        format!("{GAMES} random games of 2 to 5 players"),
    )
}

/// The packed game and the naive twin, which share no code, come to the same means.
fn twin() -> Check {
    const GAMES: u64 = 2_000;
    let arena = Arena::rulebook(3).expect("the rulebook's game");
    let around = |at| spaces_of(arena.board.neighbours(at)).collect();
    let neighbours: Vec<Vec<usize>> = (0..arena.board.len()).map(around).collect();
    let animals: Vec<Unit> = arena
        .roster
        .iter()
        .map(|&card| arena.units.unit(arena.units.card(card)))
        .collect();
    let mut stream = Stream::new(SEED, "naive", 0, Lane::Main);
    let mut memory = Memory::default();
    let mut theirs = vec![Moments::new(); 5];
    for _ in 0..GAMES {
        let roll = |n: u32| stream.below(u64::from(n)) as u32;
        let out = naive::play(&neighbours, &animals, 3, 4, true, &mut memory, roll);
        let values = [
            out.turns,
            out.points[0],
            out.points[1],
            out.points[2],
            out.animals_defeated,
        ];
        for (moments, value) in theirs.iter_mut().zip(values) {
            moments.add(value.into(), 1);
        }
    }
    let spec = SeatSpec::random()
        .with_part("turn", "greedy")
        .and_then(|s| s.with_part("duel", "simple"))
        .expect("decisions");
    let packed = ArenaGames::new(Company::new(arena, vec![spec]).expect("a company"));
    let ours = run(&packed, &Plan::new(20_000, SEED))
        .expect("a run without files")
        .tally;
    let ours = [
        *ours.game(Game::Turns),
        ours.seat(0, Seat::Points),
        ours.seat(1, Seat::Points),
        ours.seat(2, Seat::Points),
        *ours.game(Game::AnimalsDefeated),
    ];
    let most = z_for(1.0 - bonferroni(FAMILY, ours.len()));
    let all = ours.iter().zip(&theirs).filter_map(|(a, b)| {
        let error = a.standard_error()?.hypot(b.standard_error()?);
        Some((a.mean()? - b.mean()?).abs() / error)
    });
    let largest = all.fold(0.0, f64::max);
    let fault = (largest > most).then(|| format!("they differ by {largest:.2} standard errors"));
    check(
        "whole game: packed and naive games agree",
        fault,
        format!("5 means, largest difference {largest:.2} standard errors of {most:.2} allowed"),
    )
}

/// Threads and shards change nothing.
fn invariance() -> Check {
    let games = games(4, &["greedy", "random"]);
    let plan = |threads, shard| Plan {
        threads: Some(threads),
        shard,
        ..Plan::new(1_000, SEED)
    };
    let tally = |threads, shard| run(&games, &plan(threads, shard)).map(|r| r.tally);
    let both = || -> crate::error::Result<bool> {
        let whole = tally(1, Shard::WHOLE)?;
        let mut joined = games.empty();
        for part in ["0/3", "1/3", "2/3"] {
            joined.merge(&tally(2, part.parse::<Shard>()?)?);
        }
        Ok(whole == joined && whole == tally(3, Shard::WHOLE)?)
    };
    let fault = match both() {
        Ok(true) => None,
        Ok(false) => Some("they differ".into()),
        Err(error) => Some(error.to_string()),
    };
    check(
        "whole game: threads and shards change nothing",
        fault,
        "1,000 games on 1 and 3 threads and in 3 shards".into(),
    )
}
