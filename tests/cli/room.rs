//! A temporary folder in which the program is run, and what it answered.

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// The program under test.
pub const GSIM: &str = env!("CARGO_BIN_EXE_gsim");
/// No run of a test takes as long as this.
const LONGEST: Duration = Duration::from_secs(120);
/// The duel that the issue asks about.
pub const HEADLINE: &str = "clash-duel --attacker SSNT --defender SSST";

/// A folder of its own for a test; every run starts in it.
pub struct Room(TempDir);

impl Room {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.file(name), text).expect("a file in the room");
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Everything in the room, folders too, sorted.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        let mut open = vec![self.path().to_path_buf()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).expect("a readable folder") {
                let path = entry.expect("an entry").path();
                let name = path.strip_prefix(self.path()).expect("inside");
                names.push(name.to_string_lossy().into_owned());
                if path.is_dir() {
                    open.push(path);
                }
            }
        }
        names.sort();
        names
    }

    /// The program, ready to be started here; nothing of the tester's own surroundings decides how it looks.
    pub fn command<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = Command::new(GSIM);
        self.settle(&mut command).args(arguments);
        command
    }

    /// A shell command line here; `gsim` in it is the program.
    pub fn shell(&self, line: &str) -> Answer {
        let mut command = Command::new("sh");
        let folder = Path::new(GSIM).parent().expect("a folder").to_path_buf();
        let others = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&others)));
        self.settle(&mut command)
            .env("PATH", path.expect("a search path"))
            .args(["-c", line]);
        Answer::of(&mut command, line)
    }

    fn settle<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        for variable in ["COLUMNS", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command.current_dir(self.path()).stdin(Stdio::null())
    }

    /// Runs words that hold no spaces.
    pub fn gsim(&self, line: &str) -> Answer {
        Answer::of(&mut self.command(line.split_whitespace()), line)
    }

    /// Runs words as they are.
    pub fn gsim_words(&self, words: &[&str]) -> Answer {
        Answer::of(&mut self.command(words), &format!("{words:?}"))
    }

    /// Runs the line with `--format json`, which must succeed; the parsed object.
    pub fn json(&self, line: &str) -> Value {
        self.gsim(&format!("{line} --format json")).good().json()
    }
}

/// What a run of the program gave.
#[derive(Debug)]
pub struct Answer {
    pub line: String,
    pub status: ExitStatus,
    pub out: String,
    pub err: String,
}

impl Answer {
    fn of(command: &mut Command, line: &str) -> Self {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("the program starts");
        Self::from(finish(child), line)
    }

    pub fn from(output: Output, line: &str) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
        Self {
            line: line.into(),
            status: output.status,
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// The exit code; `None` when a signal ended it.
    pub fn code(&self) -> Option<i32> {
        self.status.code()
    }

    /// Asserts an exit code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Self {
        let Self { line, out, err, .. } = &self;
        assert_eq!(self.code(), Some(code), "gsim {line}\n{out}\n{err}");
        self
    }

    /// Asserts success, and that nobody was warned of anything. That an answer takes its time on a busy machine is no
    /// warning.
    #[track_caller]
    pub fn good(self) -> Self {
        let answer = self.ends(0);
        let patience = |line: &&str| line.starts_with("gsim: solving, ");
        let warnings: Vec<&str> = answer.err.lines().filter(|l| !patience(l)).collect();
        assert_eq!(warnings, [""; 0], "gsim {}", answer.line);
        answer
    }

    /// Asserts that the input was refused properly: exit code 2, one line, nothing on stdout. The line.
    #[track_caller]
    pub fn refused(self) -> String {
        let Self { line, out, err, .. } = &self;
        assert_eq!(self.code(), Some(2), "gsim {line}\n{out}\n{err}");
        assert_eq!(out, "", "gsim {line}: stdout");
        let text = err
            .strip_prefix("gsim: ")
            .and_then(|e| e.strip_suffix('\n'));
        let text = text.unwrap_or_else(|| panic!("gsim {line}: not a line of ours: {err:?}"));
        assert!(
            !text.contains('\n') && !text.is_empty(),
            "gsim {line}: more than one line:\n{err}"
        );
        assert!(!text.contains("panicked"), "gsim {line}: {text}");
        text.to_string()
    }

    /// Asserts that the input was refused, in a line with all of these words.
    #[track_caller]
    pub fn refused_with(self, words: &[&str]) {
        let line = self.line.clone();
        let text = self.refused();
        for word in words {
            assert!(
                text.contains(word),
                "gsim {line}\n  said: {text}\n  lacks: {word}"
            );
        }
    }

    /// The answer as strict JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("gsim {}: {e}", self.line))
    }
}

/// Waits for a program; one that takes longer than any test may is killed.
pub fn finish(child: Child) -> Output {
    let id = child.id();
    let (done, ended) = mpsc::channel::<()>();
    let guard = thread::spawn(move || {
        if ended.recv_timeout(LONGEST) == Err(RecvTimeoutError::Timeout) {
            signal(id, "KILL");
        }
    });
    let output = child.wait_with_output().expect("its output");
    drop(done);
    guard.join().expect("the guard ends");
    output
}

/// Sends a signal.
pub fn signal(id: u32, name: &str) {
    let sent = Command::new("kill")
        .args([format!("-{name}"), id.to_string()])
        .status();
    assert!(sent.is_ok_and(|s| s.success()), "kill -{name} {id}");
}

/// The row of `tables.summary` for a metric.
pub fn metric<'a>(answer: &'a Value, name: &str) -> &'a Value {
    rows(answer, "summary")
        .iter()
        .find(|row| row["metric"] == name)
        .unwrap_or_else(|| panic!("no metric {name}"))
}

/// The rows of a table.
pub fn rows<'a>(answer: &'a Value, table: &str) -> &'a [Value] {
    answer["tables"][table]
        .as_array()
        .unwrap_or_else(|| panic!("no table {table}"))
}

/// The `count` column of rows, added up.
pub fn total<'a>(rows: impl IntoIterator<Item = &'a Value>) -> u64 {
    let count = |row: &Value| row["count"].as_u64().expect("a count");
    rows.into_iter().map(count).sum()
}
