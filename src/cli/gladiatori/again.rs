//! `--sensitivity` of every question: the ways to ask again, and the answer asked in each of them.

use super::common::{Setting, ready_made};
use crate::cli::answer::{progress, remark};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::playout::{Progress, Reporter, StoppedBy, meanwhile, on_interrupt};
use crate::report::Findings;
use crate::study::gladiatori::sensitivity::{self, Again, Scored};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

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

/// Scores the candidates as they are and in every way, and adds what that comes to. After a signal no further setting is begun: the
/// findings then stay without the study, and are marked as cut short.
///
/// # Errors
/// As `score`.
pub fn again<S: Into<Scored>>(
    f: &mut Findings,
    setting: &Setting,
    shared: &Shared,
    asking: Asking<'_>,
    score: impl FnMut(&Data, Rules) -> Result<S>,
) -> Result<()> {
    let stop = on_interrupt()?;
    if !stop.load(Ordering::Relaxed) {
        remark(
            &shared.output,
            &format!("{} settings of what is assumed", asking.plan.len()),
        );
    }
    asked_until(stop, f, setting, shared, asking, score)
}

/// As [`again`], until `stop` is true.
fn asked_until<S: Into<Scored>>(
    stop: &AtomicBool,
    f: &mut Findings,
    setting: &Setting,
    shared: &Shared,
    asking: Asking<'_>,
    mut score: impl FnMut(&Data, Rules) -> Result<S>,
) -> Result<()> {
    let n = asking.plan.len() as u64;
    let (done, begun) = (AtomicU64::new(0), Instant::now());
    let reporter = Reporter::new(progress(&shared.output)).counting("settings");
    let tell = || reporter.update(done.load(Ordering::Relaxed), n, begun.elapsed());
    // What a signal stopped half-way is no score.
    let mut whole = |data: &Data, rules| {
        let scores = match stop.load(Ordering::Relaxed) {
            true => Ok(Vec::new().into()),
            false => score(data, rules).map(Into::<Scored>::into),
        };
        match stop.load(Ordering::Relaxed) {
            true => Err(Error::runtime("interrupted")),
            false => scores,
        }
    };
    let asked = meanwhile(tell, true, || {
        let base = whole(&setting.data, setting.rules)?;
        let asked = sensitivity::ask_again(
            &setting.data,
            &setting.switches,
            &asking.plan,
            |data, switches, _| {
                let scores = whole(data, Rules::new(data, switches)?)?;
                done.fetch_add(1, Ordering::Relaxed);
                Ok(scores)
            },
        )?;
        Ok((base, asked))
    });
    reporter.finish();
    match asked {
        Ok((base, asked)) => {
            sensitivity::add(f, &setting.data, asking.names, base, &asked, asking.what);
            f.notes.push(asking.note);
        }
        Err(_) if stop.load(Ordering::Relaxed) => {
            f.question.complete = false;
            f.question.stopped_by = Some(StoppedBy::Interrupt.name().into());
            f.notes.push(format!(
                "The sensitivity study was interrupted after {} of {n} settings; nothing of it is shown.",
                done.load(Ordering::Relaxed)
            ));
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::answer::{CommandLine, code};
    use crate::cli::exit;

    /// What is found if a signal comes while the base (1) or a setting (2 and more) is scored, or before (0); and how many were scored.
    fn stopped_in(number: u64) -> (Findings, u64) {
        let shared = Shared::silent();
        let setting = Setting::read(&shared, None).unwrap();
        let line = CommandLine::new("gladiatori-duel");
        let frame = setting.frame("gladiatori-duel", &line, &shared, Vec::new());
        let mut found = frame.findings(None);
        let names = ["a".to_string(), "b".to_string()];
        let asking = Asking {
            plan: ways(&setting, &shared, &["hp."], &[], []),
            names: &names,
            what: "victory points",
            note: "asked again".into(),
        };
        let (stop, mut scored) = (AtomicBool::new(number == 0), 0);
        asked_until(&stop, &mut found, &setting, &shared, asking, |_, _| {
            scored += 1;
            stop.store(scored == number, Ordering::Relaxed);
            Ok(vec![1.0, -1.0])
        })
        .unwrap();
        (found, scored)
    }

    #[test]
    fn after_a_signal_no_setting_is_begun() {
        for number in [0, 1, 3] {
            let (found, scored) = stopped_in(number);
            assert_eq!(scored, number);
            assert!(!found.question.complete && found.tables.is_empty());
            assert_eq!(code(&found), exit::INTERRUPTED);
            let told = format!("interrupted after {} of", number.saturating_sub(2));
            assert!(found.notes.iter().any(|n| n.contains(&told)), "{told}");
        }
        let (found, scored) = stopped_in(u64::MAX);
        assert!(scored > 3 && found.question.complete);
        assert_eq!(code(&found), exit::DONE);
    }
}
