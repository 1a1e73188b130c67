//! Long solutions: what is told of them, and what is left of them after Ctrl-C.

use crate::cli::answer;
use crate::cli::exit;
use crate::cli::patience::SOLVING;
pub use crate::cli::patience::prompt;
use crate::cli::shared::Shared;
use crate::error::Result;
use crate::playout::{self, Progress};
use crate::study::gauntlet::Told;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

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
