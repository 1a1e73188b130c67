//! Long work: what is told of it, and how Ctrl-C ends it.

use crate::cli::answer;
use crate::cli::exit;
use crate::cli::shared::Shared;
use crate::error::Result;
use crate::playout::{self, Progress};
use crate::study::gauntlet::Told;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// Shows the progress of long solutions on stderr and stops them on Ctrl-C.
///
/// # Errors
/// Runtime: the system refuses the handler.
pub(super) fn told(shared: &Shared) -> Result<Told> {
    let interrupt = playout::on_interrupt()?;
    let mode = if shared.output.quiet {
        playout::ProgressMode::None
    } else {
        shared.output.progress
    };
    let reporter = playout::Reporter::new(mode).counting("fights");
    let begun = std::sync::OnceLock::<Instant>::new();
    Ok(Told(Arc::new(move |p| {
        let elapsed = begun.get_or_init(Instant::now).elapsed();
        reporter.update(p.done as u64, p.total as u64, elapsed);
        SOLVING.store(p.done < p.total, Ordering::Relaxed);
        if p.done == p.total {
            reporter.finish();
        }
        !interrupt.load(Ordering::Relaxed)
    })))
}

/// Whether a game is being solved, which ends by itself at a signal and keeps what it has.
static SOLVING: AtomicBool = AtomicBool::new(false);
/// How long work may take to end by itself after a signal: any, and a solution that is to be kept.
const PATIENCE: [Duration; 2] = [Duration::from_millis(1000), Duration::from_secs(30)];

/// Does exact work, which Ctrl-C ends: where it does not end by itself soon, the program ends with a line on stderr and exit code 130.
///
/// # Errors
/// As the work. Runtime: the system refuses the handler.
pub fn prompt<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    let interrupt = playout::on_interrupt()?;
    let (done, ended) = std::sync::mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let watch = move || {
            let pause = |time| ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            while pause(Duration::from_millis(50)) {
                let patience = PATIENCE[usize::from(SOLVING.load(Ordering::Relaxed))];
                if interrupt.load(Ordering::Relaxed) && pause(patience) {
                    let _ = writeln!(std::io::stderr(), "gsim: interrupted; nothing was kept");
                    std::process::exit(exit::INTERRUPTED.into());
                }
            }
        };
        // Without a second thread a second signal ends the program.
        let _ = std::thread::Builder::new().spawn_scoped(scope, watch);
        let result = work();
        drop(done);
        result
    })
}

/// The exit code of a question that may have been stopped while it was solving.
///
/// # Errors
/// As the question; a solution that Ctrl-C stopped is none.
pub fn settle(answer: Result<u8>, shared: &Shared) -> Result<u8> {
    match answer {
        Err(error) if playout::interrupted() => {
            answer::remark(
                &shared.output,
                &format!("{error}; what was solved is kept, the same command goes on from it"),
            );
            Ok(exit::INTERRUPTED)
        }
        answer => answer,
    }
}

/// The flags with what is left of the time limit of a question that began then.
pub fn left(shared: &Shared, begun: Instant) -> Shared {
    Shared {
        max_time: shared.max_time.map(|t| t.saturating_sub(begun.elapsed())),
        ..shared.clone()
    }
}
