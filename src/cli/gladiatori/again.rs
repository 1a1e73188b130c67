//! `--sensitivity` of every question: the ways to ask again, and the answer asked in each of them.

use super::common::{Setting, ready_made};
use crate::cli::answer::remark;
use crate::cli::shared::Shared;
use crate::error::Result;
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::report::Findings;
use crate::study::gladiatori::sensitivity::{self, Again, Scored};

/// What is asked again, of whom, and how it is told.
pub struct Asking<'a> {
    /// The ways; see [`ways`].
    pub plan: Vec<Again>,
    /// What the candidates are called.
    pub names: &'a [String],
    /// In what they are ranked.
    pub what: &'a str,
    /// What each setting is.
    pub note: String,
}

/// The ways of the data's plan that can matter: cells by prefix, readings, and other fillings of the base gladiators among
/// these.
pub fn ways<'f>(
    setting: &Setting,
    shared: &Shared,
    prefixes: &[&str],
    readings: &[&str],
    fighters: impl IntoIterator<Item = &'f Fighter>,
) -> Vec<Again> {
    let (data, seed) = (&setting.data, shared.seed());
    let mut plan = sensitivity::plan(data, prefixes, readings, seed);
    plan.extend(sensitivity::loadouts(data, &ready_made(fighters), seed));
    plan
}

/// Scores the candidates as they are and in every way, and adds what that comes to.
///
/// # Errors
/// As `score`.
pub fn again<S: Into<Scored>>(
    f: &mut Findings,
    setting: &Setting,
    shared: &Shared,
    asking: Asking<'_>,
    mut score: impl FnMut(&Data, Rules) -> Result<S>,
) -> Result<()> {
    let base = score(&setting.data, setting.rules)?;
    let n = asking.plan.len();
    remark(&shared.output, &format!("{n} settings of what is assumed"));
    let asked = sensitivity::ask_again(
        &setting.data,
        &setting.switches,
        &asking.plan,
        |data, switches, _| score(data, Rules::new(data, switches)?),
    )?;
    sensitivity::add(f, &setting.data, asking.names, base, &asked, asking.what);
    f.notes.push(asking.note);
    Ok(())
}
