//! From a resolved question to output: runs it, prints the answer, writes reports, picks the exit code.

use super::exit;
use super::shared::{Color, Output, Shared};
use crate::error::{Error, Result};
use crate::playout::{
    Checkpoint, Experiment, Identity, Plan, ProgressMode, Reporter, Run, Shard, StoppedBy, Tally,
    TallyFile, Waiting, is_finished, on_interrupt, run, run_until,
};
use crate::report::{self, Findings, Format, ReportKind, Style};
use crate::scenario::Switches;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

/// Playouts where sampling is asked for without a number.
pub const DEFAULT_PLAYOUTS: u64 = 1_000_000;
/// The cap where only a target or a time is given.
const MOST_PLAYOUTS: u64 = 1_000_000_000_000_000;

/// A command line in its canonical form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommandLine(Vec<String>);

impl CommandLine {
    /// `gsim QUESTION`.
    pub fn new(question: &str) -> Self {
        Self(vec![question.into()])
    }

    /// Adds one word.
    pub fn word(&mut self, word: &str) {
        self.0.push(word.into());
    }

    /// Adds a flag with its value.
    pub fn flag(&mut self, name: &str, value: &str) {
        self.0.push(name.into());
        self.0.push(value.into());
    }

    /// Adds what all questions share, as far as it decides the answer.
    pub fn shared(&mut self, shared: &Shared, switches: &Switches, default_ruleset: &str) {
        if switches.ruleset() != default_ruleset {
            self.flag("--ruleset", switches.ruleset());
        }
        for (key, value) in switches.differs_from_ruleset() {
            self.flag("--set", &format!("{key}={value}"));
        }
        if let Some(data) = &shared.data {
            self.flag("--data", &data.to_string_lossy());
        }
        if shared.samples() {
            match shared.playouts {
                Some(n) => self.flag("-n", &short_count(n)),
                None if shared.target_error.is_none() && shared.max_time.is_none() => {
                    self.flag("-n", &short_count(DEFAULT_PLAYOUTS))
                }
                None => {}
            }
            if let Some(target) = shared.target_error {
                self.flag("--target-error", &target.to_string());
            }
            if let Some(time) = shared.max_time {
                self.flag("--max-time", &format!("{}ms", time.as_millis()));
            }
            self.flag("--seed", &shared.seed().to_string());
        }
        if let Some(confidence) = shared.confidence {
            self.flag("--confidence", &confidence.to_string());
        }
    }

    /// The arguments after the program's name.
    pub fn arguments(&self) -> &[String] {
        &self.0
    }

    /// As one would type it in a shell.
    pub fn text(&self) -> String {
        let words: Vec<String> = self.0.iter().map(|word| quote(word)).collect();
        format!("gsim {}", words.join(" "))
    }
}

/// A word as a POSIX shell reads it.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,.:/@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

/// `10M` for ten million; in full where no suffix fits.
fn short_count(n: u64) -> String {
    for (unit, suffix) in [
        (1_000_000_000_000, "T"),
        (1_000_000_000, "G"),
        (1_000_000, "M"),
        (1_000, "k"),
    ] {
        if n >= unit && n.is_multiple_of(unit) {
            return format!("{}{suffix}", n / unit);
        }
    }
    n.to_string()
}

/// Writes a remark on stderr, unless told to be quiet. A closed stderr is no fault.
pub fn remark(output: &Output, text: &str) {
    if !output.quiet {
        let _ = writeln!(std::io::stderr(), "gsim: {text}");
    }
}

/// Checks, before any long work, that the asked reports can be written.
pub fn check_reports(output: &Output) -> Result<()> {
    if output.report.is_empty() {
        return Ok(());
    }
    report::check(&output.report)?;
    report::check_out_dir(&output.out)
}

/// Prints the answer and writes the reports.
pub fn deliver(findings: &Findings, output: &Output) -> Result<()> {
    // Reports first: whoever reads stdout may close it early. A full disk does not keep the answer from stdout.
    let kinds: Vec<ReportKind> = output.report.clone();
    let written = if kinds.is_empty() {
        Ok(Vec::new())
    } else {
        report::write(findings, &kinds, &output.out, &findings.question.name)
    };
    report::print(&report::render(findings, output.format, style(output)))?;
    if let (Some(why), Format::Csv) = (report::incomplete(findings), output.format) {
        // The other forms say it themselves.
        remark(output, &format!("incomplete: {why}"));
    }
    for path in written? {
        remark(output, &format!("wrote {}", path.display()));
    }
    Ok(())
}

/// Width of text where stdout is no terminal.
const PLAIN_WIDTH: usize = 100;

/// How terminal text looks here and now.
pub fn style(output: &Output) -> Style {
    let terminal = std::io::stdout().is_terminal();
    let color = match output.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
    };
    let width = if terminal && output.format == Format::Table {
        std::env::var("COLUMNS")
            .ok()
            .and_then(|c| c.parse().ok())
            .filter(|c| (40..=400).contains(c))
            .unwrap_or(PLAIN_WIDTH)
    } else {
        PLAIN_WIDTH
    };
    Style { color, width }
}

/// How progress is shown, if it is.
pub fn progress(output: &Output) -> ProgressMode {
    match output.quiet {
        true => ProgressMode::None,
        false => output.progress,
    }
}

/// An exact answer.
pub fn exact(shared: &Shared, find: impl FnOnce() -> Result<Findings>) -> Result<u8> {
    check_reports(&shared.output)?;
    let waiting = Waiting::new(progress(&shared.output));
    let findings = find()?;
    drop(waiting);
    deliver(&findings, &shared.output)?;
    Ok(code(&findings))
}

/// The exit code of an answer that is out: that of an interruption where a signal cut it short.
pub fn code(findings: &Findings) -> u8 {
    let by = findings.question.stopped_by.as_deref();
    match by == Some(StoppedBy::Interrupt.name()) {
        true => exit::INTERRUPTED,
        false => exit::DONE,
    }
}

/// A sampled answer. `half_width` is the anytime-valid half-width of the question's headline figure; `find` turns
/// a run into findings.
pub fn sampled<E: Experiment>(
    shared: &Shared,
    identity: &Identity,
    experiment: &E,
    half_width: &dyn Fn(&E::Tally) -> f64,
    find: impl Fn(&Run<E::Tally>) -> Result<Findings>,
) -> Result<u8> {
    check_reports(&shared.output)?;
    let shard = match &shared.shard {
        Some(text) => text
            .parse::<Shard>()
            .map_err(|e| Error::usage(format!("--shard {text}: {e}")))?,
        None => Shard::WHOLE,
    };
    let tally = match (&shared.tally, &shared.shard) {
        (None, None) => None,
        (None, Some(_)) => Some(default_tally(shared, &identity.question, shard)),
        (path, _) => path.clone(),
    };
    for (flag, path) in [("--tally", &tally), ("--checkpoint", &shared.checkpoint)] {
        path.as_deref()
            .map_or(Ok(()), |path| check_place(flag, path))?;
    }
    let open_ended = shared.target_error.is_some() || shared.max_time.is_some();
    let playouts = shared.playouts.unwrap_or(if open_ended {
        MOST_PLAYOUTS
    } else {
        DEFAULT_PLAYOUTS
    });
    let reporter = Reporter::new(progress(&shared.output));
    let unfinished = tally
        .as_deref()
        .filter(|path| shared.checkpoint.is_none() && is_unfinished(path));
    let checkpoint = (shared.checkpoint.as_deref().or(unfinished))
        .map(|path| Checkpoint::new(path, identity.clone()));
    let plan = Plan {
        threads: shared.threads,
        shard,
        max_time: shared.max_time,
        checkpoint: checkpoint.as_ref(),
        interrupt: Some(on_interrupt()?),
        progress: Some(&reporter),
        ..Plan::new(playouts, shared.seed())
    };
    let run = match shared.target_error {
        Some(target) => run_until(experiment, &plan, |tally, _| half_width(tally) <= target)?,
        None => run(experiment, &plan)?,
    };
    let saved = match &tally {
        Some(path) => {
            let file = TallyFile::of(identity, experiment, &plan, &run)?;
            match (file.save(path), shared.shard.is_some()) {
                // A shard alone is no answer: its file is the result, and is not given up easily.
                (Err(error), true) => Err(elsewhere(&file, path, error)),
                (saved, _) => saved.map(|()| Some(path.display())),
            }
        }
        None => Ok(None),
    };
    if shared.shard.is_some() {
        if let Some(path) = saved? {
            report::print(&format!("{path}\n"))?;
        }
        return finished(&run);
    }
    if run.playouts == 0 {
        let _ = writeln!(
            std::io::stderr(),
            "gsim: interrupted before the first playout"
        );
        return Ok(exit::INTERRUPTED);
    }
    let mut findings = find(&run)?;
    if let (Some(target), Some(false)) = (shared.target_error, run.target_met) {
        findings.notes.push(format!(
            "The run ended before the interval of the headline figure was within {target} on either side."
        ));
    }
    if matches!(run.stopped_by, StoppedBy::Time | StoppedBy::Interrupt) {
        // Where a clock or a hand stopped the run, the playouts done give this answer again.
        findings.question.command = prefix(identity, run.playouts)
            .unwrap_or_else(|| std::mem::take(&mut findings.question.command));
    }
    deliver(&findings, &shared.output)?;
    if let Some(path) = saved? {
        remark(&shared.output, &format!("wrote {path}"));
    }
    match finished(&run)? {
        exit::DONE => Ok(code(&findings)),
        other => Ok(other),
    }
}

/// Whether a tally file was left by an interrupted run, which the same command then goes on with.
fn is_unfinished(path: &Path) -> bool {
    path.exists() && is_finished(path).is_ok_and(|finished| !finished)
}

/// Saves a tally among the temporary files, since its own place failed; the error says where it is.
fn elsewhere<T: Tally>(file: &TallyFile<T>, path: &Path, error: Error) -> Error {
    let name = path.file_name().unwrap_or_default();
    let spare = std::env::temp_dir().join(name);
    match file.save(&spare) {
        Ok(()) if spare != path => {
            Error::runtime(format!("{error}; the tally is in {}", spare.display()))
        }
        _ => error,
    }
}

/// The command of the first playouts of a run, in place of what stopped it.
fn prefix(identity: &Identity, playouts: u64) -> Option<String> {
    let mut line = CommandLine(Vec::new());
    let mut words = identity.resolved["arguments"].as_array()?.iter();
    while let Some(word) = words.next().and_then(|w| w.as_str()) {
        match word {
            "-n" | "--target-error" | "--max-time" => {
                words.next();
            }
            word => line.word(word),
        }
    }
    line.flag("-n", &playouts.to_string());
    Some(line.text())
}

/// Makes the folder of a file to come and tries a file in it, before any long work.
fn check_place(flag: &str, path: &Path) -> Result<()> {
    let fail = |e: std::io::Error| Error::usage(format!("{flag} {}: {e}", path.display()));
    if path.is_dir() {
        return Err(fail(std::io::ErrorKind::IsADirectory.into()));
    }
    if path.exists() && !path.is_file() {
        return Err(fail(std::io::Error::other(
            "not a regular file; name a file",
        )));
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    std::fs::create_dir_all(folder).map_err(fail)?;
    let probe = folder.join(format!(".gsim-probe.{}.tmp", std::process::id()));
    std::fs::File::create(&probe)
        .and_then(|_| std::fs::remove_file(&probe))
        .map_err(fail)
}

fn default_tally(shared: &Shared, question: &str, shard: Shard) -> PathBuf {
    shared.output.out.join(format!(
        "{question}.{}-of-{}.tally.json",
        shard.index(),
        shard.of()
    ))
}

/// The exit code of a run whose answer is out. A checkpoint that could not be written takes no answer with it, but is said.
fn finished<T>(run: &Run<T>) -> Result<u8> {
    if let Some(error) = &run.unsaved {
        return Err(Error::runtime(error.clone()));
    }
    Ok(match run.stopped_by {
        StoppedBy::Interrupt => exit::INTERRUPTED,
        _ if run.target_met == Some(false) => exit::TARGET_MISSED,
        _ => exit::DONE,
    })
}
