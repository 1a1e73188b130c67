//! How Ctrl-C ends work that does not look for it.

use super::exit;
use crate::error::Result;
use crate::playout;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

/// Whether a game is being solved, which ends by itself at a signal and keeps what it has.
pub static SOLVING: AtomicBool = AtomicBool::new(false);
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
