//! Ctrl-C: the first one asks the run to stop and keep what it has, the second one ends the program.

use crate::error::{Error, Result};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of an interrupted program (128 + SIGINT).
const INTERRUPTED_EXIT: i32 = 130;

static FLAG: AtomicBool = AtomicBool::new(false);

/// Installs the handler, once for the program, and gives the flag for [`Plan`](super::Plan). A second Ctrl-C
/// exits at once with 130. Also answers SIGTERM and SIGHUP where there are such.
///
/// # Errors
/// Runtime: the system refuses the handler.
pub fn on_interrupt() -> Result<&'static AtomicBool> {
    static INSTALLED: OnceLock<Option<String>> = OnceLock::new();
    let failure = INSTALLED.get_or_init(|| {
        ctrlc::set_handler(press)
            .err()
            .map(|error| error.to_string())
    });
    match failure {
        None => Ok(&FLAG),
        Some(error) => Err(Error::runtime(format!("cannot listen for Ctrl-C: {error}"))),
    }
}

/// True once Ctrl-C was pressed.
pub fn interrupted() -> bool {
    FLAG.load(Ordering::Relaxed)
}

fn press() {
    if FLAG.swap(true, Ordering::Relaxed) {
        process::exit(INTERRUPTED_EXIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn installing_twice_is_fine_and_nothing_is_pressed() {
        let first = on_interrupt().unwrap();
        let second = on_interrupt().unwrap();
        assert!(std::ptr::eq(first, second) && !interrupted());
    }
}
