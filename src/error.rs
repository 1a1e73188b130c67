//! The one error type of the library: what went wrong, and which exit code it deserves.

use std::fmt;

/// A failure with one clear line for the user.
///
/// `Usage` is the user's to mend (bad argument, bad scenario file): exit code 2.
/// `Runtime` is the world's (unwritable folder, full disk): exit code 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Bad input: says what is wrong, where, and what to write instead.
    #[error("{0}")]
    Usage(String),
    /// The machine failed us: says what could not be done, to which file, and why.
    #[error("{0}")]
    Runtime(String),
}

/// The library's result.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Bad input (exit code 2).
    pub fn usage(message: impl fmt::Display) -> Self {
        Self::Usage(message.to_string())
    }

    /// A failure of the machine (exit code 1).
    pub fn runtime(message: impl fmt::Display) -> Self {
        Self::Runtime(message.to_string())
    }

    /// The process exit code that belongs to this error.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            Self::Runtime(_) => 1,
        }
    }
}
