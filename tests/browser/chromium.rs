//! A headless Chromium: found on the PATH, run once a question, with an empty profile that is thrown away.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
const FLAGS: [&str; 11] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--host-resolver-rules=MAP * ~NOTFOUND",
];
const PATIENCE: Duration = Duration::from_secs(120);

/// What the reader's system asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

/// The program.
pub struct Browser {
    program: PathBuf,
}

impl Browser {
    /// Chromium on the PATH. Without one: fails under `CI`, else says that the test is skipped.
    pub fn find() -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&path)
            .flat_map(|folder| NAMES.map(|name| folder.join(name)))
            .find(|program| program.is_file());
        if found.is_none() {
            let missing = "no Chromium on the PATH (Debian: apt-get install chromium)";
            assert!(std::env::var_os("CI").is_none(), "{missing}");
            eprintln!("skipped: {missing}");
        }
        found.map(|program| Self { program })
    }

    /// The document after it was loaded and its scripts have run.
    pub fn dump_dom(&self, html: &str, theme: Theme) -> String {
        let output = self.run(
            html,
            &[scheme(theme), "--dump-dom", "--virtual-time-budget=20000"],
        );
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Lines that the page caused on the console: failed scripts, refused requests.
    pub fn console(&self, html: &str) -> Vec<String> {
        let output = self.run(
            html,
            &["--dump-dom", "--enable-logging=stderr", "--log-level=0"],
        );
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        log.lines()
            .filter(|line| line.contains("CONSOLE"))
            .map(String::from)
            .collect()
    }

    /// A picture of the whole page.
    pub fn screenshot(&self, html: &str, theme: Theme, width: u32, file: &Path) {
        let size = format!(
            "--window-size={width},{}",
            if width < 500 { 7000 } else { 5000 }
        );
        self.run(
            html,
            &[
                scheme(theme),
                &size,
                &format!("--screenshot={}", file.display()),
            ],
        );
    }

    /// The page as it is printed.
    pub fn print(&self, html: &str, file: &Path) {
        self.run(
            html,
            &[
                &format!("--print-to-pdf={}", file.display()),
                "--no-pdf-header-footer",
            ],
        );
    }

    fn run(&self, html: &str, extra: &[&str]) -> Output {
        let folder = tempfile::tempdir().expect("a folder for the page and the profile");
        let page = folder.path().join("page.html");
        fs::write(&page, html).expect("the page is written");
        let (out, err) = (folder.path().join("out"), folder.path().join("err"));
        let sink = |path: &Path| Stdio::from(fs::File::create(path).expect("a file for output"));
        let mut child = Command::new(&self.program)
            .args(FLAGS)
            .arg(format!(
                "--user-data-dir={}",
                folder.path().join("profile").display()
            ))
            .args(extra)
            .arg(format!("file://{}", page.display()))
            .stdin(Stdio::null())
            .stdout(sink(&out))
            .stderr(sink(&err))
            .spawn()
            .expect("Chromium starts");
        let started = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().expect("Chromium can be waited for") {
                break status;
            }
            if started.elapsed() > PATIENCE {
                // Already too late; what counts is the message.
                let _ = child.kill();
                panic!("Chromium did not finish within {PATIENCE:?}");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        let read = |path: &Path| fs::read(path).unwrap_or_default();
        Output {
            status,
            stdout: read(&out),
            stderr: read(&err),
        }
    }
}

/// 0 is dark and 1 is light in Blink's own numbering.
fn scheme(theme: Theme) -> &'static str {
    match theme {
        Theme::Dark => "--blink-settings=preferredColorScheme=0",
        Theme::Light => "--blink-settings=preferredColorScheme=1",
    }
}
