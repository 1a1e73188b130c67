//! The `gsim` binary: parse, run, exit code. Everything else is the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    gsim::cli::main()
}
