//! Every command that the README and `docs/` show is run, and what they show of its output is compared.
//!
//! A block is fenced with `console` or `sh`; a command begins with `$ gsim ` or, in `sh` blocks, with `gsim `. Lines
//! below a `$` command are its output: `...` stands for any lines, `[..]` for any text within one. `# exit N` at the
//! end of a command states its exit code, which is else 0. The commands of one file run in one folder, in order.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// A command of a page.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    line: usize,
    command: String,
    code: i32,
    output: Vec<String>,
}

fn shown(page: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = Vec::new();
    // The language of the block that is open, and whether the last command takes output.
    let (mut language, mut open) = (None, false);
    let mut lines = page.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let text = line.trim_start();
        if let Some(fence) = text.strip_prefix("```") {
            language = match language {
                None => Some(fence.trim().to_string()),
                Some(_) => None,
            };
            open = false;
            continue;
        }
        let Some(language) = language
            .as_deref()
            .filter(|l| ["console", "sh"].contains(l))
        else {
            continue;
        };
        let command = match (language, text.strip_prefix("$ ")) {
            (_, Some(command)) => Some(command),
            ("sh", None) if text.starts_with("gsim ") => Some(text),
            _ => None,
        };
        let Some(command) = command else {
            if open && let Some(last) = found.last_mut() {
                last.output.push(line.trim_end().to_string());
            }
            continue;
        };
        open = language == "console";
        let mut command = command.trim_end().to_string();
        while let Some(head) = command.strip_suffix('\\') {
            let (_, next) = lines.next().expect("the command goes on");
            let next = next.trim();
            command = format!("{head}{}", next.strip_prefix("> ").unwrap_or(next));
        }
        if !command.starts_with("gsim ") {
            open = false;
            continue;
        }
        let (command, code) = match command.rsplit_once("# exit ") {
            Some((command, code)) => (
                command.trim_end().to_string(),
                code.trim().parse().expect("a code"),
            ),
            None => (command, 0),
        };
        found.push(Shown {
            line: number + 1,
            command,
            code,
            output: Vec::new(),
        });
    }
    for shown in &mut found {
        while shown.output.last().is_some_and(|l| l.is_empty()) {
            shown.output.pop();
        }
    }
    found
}

/// Whether lines match those shown.
fn matches(shown: &[String], got: &[&str]) -> bool {
    match shown {
        [] => got.is_empty(),
        [dots, rest @ ..] if dots.trim() == "..." => {
            (0..=got.len()).any(|skip| matches(rest, &got[skip..]))
        }
        [line, rest @ ..] => {
            got.first()
                .is_some_and(|g| line_matches(line, g.trim_end()))
                && matches(rest, &got[1..])
        }
    }
}

fn line_matches(shown: &str, got: &str) -> bool {
    match shown.split_once("[..]") {
        None => shown == got,
        Some((head, tail)) => got.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| line_matches(tail, &rest[at..]))
        }),
    }
}

/// Runs a page's commands; what is wrong, a text each.
fn faults(name: &str, page: &str) -> (usize, Vec<String>) {
    let room = tempfile::tempdir().expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_gsim"));
    let folders = [program.parent().expect("a folder").to_path_buf()];
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&others)));
    let path = path.expect("a search path");
    let commands = shown(page);
    let mut faults = Vec::new();
    for Shown {
        line,
        command,
        code,
        output,
    } in &commands
    {
        let begun = Instant::now();
        let got = Command::new("bash")
            .args(["-c", command])
            .current_dir(room.path())
            .env("PATH", &path)
            .env_remove("NO_COLOR")
            .env("COLUMNS", "100")
            .stdin(std::process::Stdio::null())
            .output()
            .expect("it runs");
        let (out, err) = (
            String::from_utf8_lossy(&got.stdout),
            String::from_utf8_lossy(&got.stderr),
        );
        let place = format!("{name}:{line}: {command}");
        println!("{place}: {:?}", begun.elapsed());
        if got.status.code() != Some(*code) {
            faults.push(format!(
                "{place}\nended with {}, not {code}\n{out}{err}",
                got.status
            ));
            continue;
        }
        if begun.elapsed() > Duration::from_secs(20) {
            faults.push(format!(
                "{place}\ntook {:?}: too long for a page",
                begun.elapsed()
            ));
        }
        // As in a terminal: first the answer, then what stderr says, if the page shows it.
        let answer: Vec<&str> = out.lines().collect();
        let all: Vec<&str> = out.lines().chain(err.lines()).collect();
        if !output.is_empty() && !matches(output, &answer) && !matches(output, &all) {
            faults.push(format!(
                "{place}\nprints\n{out}{err}\nnot\n{}",
                output.join("\n")
            ));
        }
    }
    (commands.len(), faults)
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    for entry in fs::read_dir(root.join("docs")).into_iter().flatten() {
        pages.push(entry.expect("an entry").path());
    }
    pages.retain(|p| p.extension().is_some_and(|e| e == "md"));
    pages.sort();
    pages
}

#[test]
fn every_command_shown_does_what_is_shown() {
    let mut all = Vec::new();
    for path in pages() {
        let page = fs::read_to_string(&path).expect("a page");
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let (count, faults) = faults(&name, &page);
        println!("{name}: {count} commands");
        assert!(
            name != "README.md" || count > 0,
            "the README shows no command"
        );
        all.extend(faults);
    }
    assert!(all.is_empty(), "\n{}", all.join("\n\n"));
}

#[test]
fn blocks_are_found_and_faults_too() {
    let page = "Text, `$ gsim no`.\n\n```console\n$ gsim list games --game clash\ngames\n  clash  [..]\n\n$ cargo build\nmuch\n\
                $ gsim clash-duel --attacker SSXT \\\n    --defender S  # exit 2\n```\n```sh\ngsim list policies\nls\n```\n\
                ```toml\ngsim = \"no\"\n```\n";
    let found = shown(page);
    let brief: Vec<_> = found
        .iter()
        .map(|s| (s.line, s.command.as_str(), s.code, s.output.len()))
        .collect();
    assert_eq!(
        brief,
        [
            (4, "gsim list games --game clash", 0, 2),
            (10, "gsim clash-duel --attacker SSXT --defender S", 2, 0),
            (14, "gsim list policies", 0, 0),
        ]
    );
    let (count, none) = faults("page", page);
    assert_eq!((count, none), (3, vec![]));
    for wrong in [
        page.replace("  clash  [..]", "  chess  [..]"),
        page.replace("  # exit 2", ""),
        page.replace("gsim list policies", "gsim list polices"),
        page.replace("games\n  clash  [..]", "games"),
    ] {
        assert_eq!(faults("page", &wrong).1.len(), 1, "{wrong}");
    }
    let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    assert!(matches(&lines("a\n...\nz"), &["a", "b", "z", "z"]));
    assert!(!matches(&lines("a\n...\nz"), &["a", "b"]));
    assert!(line_matches("x [..] y[..]", "x 1 y"));
    assert!(!line_matches("x [..] y", "x 1 z"));
}
