//! What `gladiatori-builds`, `-items`, `-matrix` and `-campaign` share: flags that they do not have, heroes, trials.

use super::again::{Asking, again, ways};
use super::common::{
    ARENA_READINGS, DEFAULT_POLICY, DUEL_READINGS, Setting, brain, fight_prefixes, parts,
};
use crate::cli::answer::CommandLine;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gladiatori::board::Board;
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::Brain;
use crate::report::Findings;
use crate::study::gladiatori::Frame;
use crate::study::gladiatori::contest::{Contest, Entrant, Ring};
use crate::study::gladiatori::sensitivity::Scored;

/// The four base gladiators.
pub const BASE: &str = "secutor; mirmillo; thraex; hoplomacus";

/// Refuses the flags of a single run of playouts: these questions are many runs.
pub fn many_runs(shared: &Shared, name: &str, exact: bool) -> Result<()> {
    shared.validate()?;
    let flags = [
        ("--shard", shared.shard.is_some()),
        ("--tally", shared.tally.is_some()),
        ("--checkpoint", shared.checkpoint.is_some()),
        ("--target-error", shared.target_error.is_some()),
        ("--max-time", shared.max_time.is_some()),
    ];
    if let Some((flag, _)) = flags.iter().find(|f| f.1) {
        return Err(Error::usage(format!(
            "{flag}: {name} is many runs, not one; say with -n how many games each comparison has"
        )));
    }
    if !exact && shared.method == MethodChoice::Exact {
        return Err(Error::usage(format!(
            "--method exact: {name} is sampled; write --method mc"
        )));
    }
    Ok(())
}

/// Games of each comparison: even, so that seats are swapped in pairs.
pub fn games(shared: &Shared, default: u64) -> Result<u64> {
    match shared.playouts.unwrap_or(default) {
        n if !(2..=10_000_000).contains(&n) => Err(Error::usage(format!(
            "--playouts {n}: each comparison has 2 to 10M games"
        ))),
        n => Ok(n + n % 2),
    }
}

/// Gladiators of a list.
pub fn fighters(setting: &Setting, flag: &str, list: &str, least: usize) -> Result<Vec<Fighter>> {
    let all: Vec<Fighter> = parts(list)
        .into_iter()
        .map(|t| setting.fighter(flag, t))
        .collect::<Result<_>>()?;
    if all.len() < least || all.len() > 24 {
        return Err(Error::usage(format!(
            "{flag}: {least} to 24 gladiators separated by semicolons, not {}",
            all.len()
        )));
    }
    if let Some(i) = (0..all.len()).find(|i| all[..*i].iter().any(|f| f.text == all[*i].text)) {
        return Err(Error::usage(format!(
            "{flag}: {} stands twice",
            all[i].name
        )));
    }
    Ok(all)
}

/// Where a comparison is played: `duel`, or `arena`, one against one on the disc.
///
/// # Errors
/// A map of the data that does not hold together.
pub fn ground(setting: &Setting, text: &str, line: &mut CommandLine) -> Result<Option<Board>> {
    if text != "arena" {
        return Ok(None);
    }
    line.flag("--ground", text);
    let board = Board::new(&setting.data);
    board
        .map(Some)
        .map_err(|e| Error::usage(format!("--ground arena: {e}")))
}

/// What the ground means for an answer, and what it rests on.
pub fn grounded(frame: &mut Frame, setting: &Setting, arena: bool) {
    let (says, means) = match arena {
        true => ("arena", "one against one on the map"),
        false => (
            "duel",
            "duels without a map: nothing is thrown, Speed only dodges; ask with --ground arena for the map",
        ),
    };
    frame
        .facts
        .push(("ground".into(), format!("{says}: {means}")));
    if arena {
        let more = setting.guesses(&["arena."], &ARENA_READINGS);
        frame.guesses.extend(more);
    }
}

/// The policy of everybody.
pub fn policy(text: Option<&str>) -> Result<(Brain, String)> {
    let text = text.unwrap_or(DEFAULT_POLICY);
    Ok((brain("--policy", text, None)?, text.trim().to_lowercase()))
}

/// A comparison of single games is no comparison: policies must mix.
pub fn must_mix(brain: &Brain, text: &str) -> Result<()> {
    use crate::games::gladiatori::decision::Policy;
    if brain.deterministic() {
        return Err(Error::usage(format!(
            "--policy {text}: this policy draws no lots and the duel has no dice, so every comparison would be one single game; write one that mixes, such as quantal or tremble({text}, 10%)"
        )));
    }
    Ok(())
}

/// The frame of a question about these gladiators.
#[allow(clippy::too_many_arguments)] // each part of the frame, once
pub fn frame(
    setting: &Setting,
    name: &'static str,
    title: String,
    line: &CommandLine,
    shared: &Shared,
    fighters: &[&Fighter],
    policy: &str,
    more: &[&str],
) -> Frame {
    let mut prefixes = fight_prefixes(fighters);
    prefixes.extend(more.iter().map(|m| (*m).to_string()));
    let prefixes: Vec<&str> = prefixes.iter().map(String::as_str).collect();
    let mut frame = setting.frame(
        name,
        line,
        shared,
        setting.guesses(&prefixes, &DUEL_READINGS),
    );
    frame.title = title;
    frame.policies = vec![("everybody".into(), policy.into())];
    frame
}

/// Who takes part in a contest that is asked again, and how it is made under other data.
pub struct Cast<'a> {
    /// What the entrants are called.
    pub names: &'a [String],
    /// The gladiators among them that are named.
    pub fighters: &'a [Fighter],
    /// The entrants; none in the place of one that these data do not allow.
    pub make: &'a dyn Fn(&Data, &Rules) -> Result<Vec<Option<Entrant>>>,
}

/// A contest asked again under everything assumed: who leads in mean margin. What is not allowed under a setting comes last.
pub fn contest_again(
    f: &mut Findings,
    setting: &Setting,
    ring: &Ring,
    shared: &Shared,
    (brain, games): (Brain, u64),
    cast: &Cast<'_>,
) -> Result<()> {
    let asking = Asking {
        plan: ways(
            setting,
            shared,
            &["hp.", "item.", "combat.", "move.", "training."],
            &DUEL_READINGS,
            cast.fighters,
        ),
        names: cast.names,
        what: "mean margin",
        note: format!(
            "Each setting of the sensitivity run is {games} games a pair over the same random numbers; so is the base that it is compared with."
        ),
    };
    again(f, setting, shared, asking, |data, rules| {
        let all = (cast.make)(data, &rules)?;
        let entrants: Vec<Entrant> = all.iter().flatten().cloned().collect();
        let contest = Contest::play(ring, rules, &entrants, brain, games, shared.confidence());
        let (means, errors) = (contest.means(), contest.errors());
        let last = means.iter().copied().fold(0.0, f64::min) - 1.0;
        let mut next = means.into_iter().zip(errors);
        let score =
            |e: &Option<Entrant>| e.as_ref().and_then(|_| next.next()).unwrap_or((last, 0.0));
        let (values, errors) = all.iter().map(score).unzip();
        Ok(Scored { values, errors })
    })
}
