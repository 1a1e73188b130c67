//! What goes wrong while the program runs: kills, Ctrl-C, full disks, readers that leave.

use crate::bad_files::sealed;
use crate::room::{Answer, HEADLINE, Room, finish, rows, signal, total};
use serde_json::Value;
use std::fs::{self, File};
use std::process::{Child, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A run long enough to be met half-way.
const LONG: &str = "1G";

/// The long run, undisturbed, as JSON.
static WHOLE: LazyLock<String> = LazyLock::new(|| {
    let line = format!("{HEADLINE} -n {LONG} --format json -q");
    Room::new().gsim(&line).good().out
});

/// Starts a line in the room with the checkpoint `c`, and waits until it plays.
fn started(room: &Room, line: &str) -> Child {
    let line = format!("{line} --checkpoint c");
    let mut command = room.command(line.split_whitespace());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("the program starts");
    let begun = Instant::now();
    while !room.file("c").exists() {
        assert!(begun.elapsed() < Duration::from_secs(20), "no checkpoint");
        sleep(Duration::from_millis(2));
    }
    work(&child);
    child
}

/// Waits until a program has worked for another tenth of a second, however busy the machine is.
fn work(child: &Child) {
    let ticks = || -> Option<u64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).ok()?;
        // User and system time; the program's name, which comes before, ends with the last parenthesis.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
    };
    let Some(from) = ticks() else {
        return sleep(Duration::from_millis(200));
    };
    let begun = Instant::now();
    while ticks().is_some_and(|now| now < from + 10) {
        assert!(begun.elapsed() < Duration::from_secs(20), "it does nothing");
        sleep(Duration::from_millis(2));
    }
}

/// Holds a program up until its run has taken over two seconds, which is when it next keeps a checkpoint and speaks.
fn hold_up(child: &Child) {
    signal(child.id(), "STOP");
    sleep(Duration::from_millis(2_100));
    signal(child.id(), "CONT");
}

/// Playouts that a checkpoint holds.
fn kept(room: &Room, name: &str) -> u64 {
    let file: Value = serde_json::from_str(&room.read(name)).expect("JSON");
    file["done"]["playouts"].as_u64().expect("a count")
}

fn whole_playouts() -> u64 {
    let whole: Value = serde_json::from_str(&WHOLE).expect("JSON");
    whole["playouts"].as_u64().expect("a count")
}

#[cfg(unix)]
#[test]
fn killed_half_way_and_resumed_is_the_whole_run() {
    use std::os::unix::process::ExitStatusExt;
    let room = Room::new();
    let line = format!("{HEADLINE} -n {LONG} --format json -q -j 1");
    let mut child = started(&room, &line);
    hold_up(&child);
    let begun = Instant::now();
    while kept(&room, "c") == 0 {
        assert!(begun.elapsed() < Duration::from_secs(20), "nothing kept");
        sleep(Duration::from_millis(2));
    }
    child.kill().expect("killed");
    let killed = Answer::from(finish(child), &line);
    assert_eq!(
        killed.status.signal(),
        Some(9),
        "it ended before it was killed"
    );
    assert_eq!(killed.out, "");
    let half = kept(&room, "c");
    assert!(0 < half && half < whole_playouts(), "{half}");
    // What is half-written has no claim to the name; the checkpoint itself is whole.
    let text = room.read("c");
    assert_eq!(sealed(&text), text);
    let resumed = room.gsim(&format!("{line} --checkpoint c")).good();
    assert!(resumed.out == *WHOLE, "differs:\n{}", resumed.out);
    // Done: asked again, it answers at once.
    let begun = Instant::now();
    let again = room.gsim(&format!("{line} --checkpoint c")).good();
    assert!(again.out == *WHOLE && begun.elapsed() < Duration::from_millis(500));
}

#[cfg(unix)]
#[test]
fn interrupted_it_tells_what_was_done_and_resumes() {
    let room = Room::new();
    let line = format!("{HEADLINE} -n {LONG} --format json -q -j 1");
    let mut done = 0;
    for name in ["INT", "TERM"] {
        let child = started(&room, &line);
        signal(child.id(), name);
        let answer = Answer::from(finish(child), &line).ends(130);
        assert_eq!(answer.err, "");
        let answer = answer.json();
        assert_eq!(answer["complete"], false);
        assert_eq!(answer["stopped_by"], "interrupt");
        let playouts = answer["playouts"].as_u64().expect("a count");
        assert_eq!(total(rows(&answer, "joint")), playouts);
        assert_eq!(kept(&room, "c"), playouts);
        assert!(done < playouts && playouts < whole_playouts(), "{playouts}");
        done = playouts;
    }
    let resumed = room.gsim(&format!("{line} --checkpoint c")).good();
    assert!(resumed.out == *WHOLE, "differs:\n{}", resumed.out);
}

#[cfg(unix)]
#[test]
fn an_interrupted_answer_says_so_to_people_and_an_interrupted_shard_is_not_merged() {
    let room = Room::new();
    let line = format!("{HEADLINE} -n 1T -q -j 1 --report md --out out");
    let child = started(&room, &line);
    signal(child.id(), "INT");
    let answer = Answer::from(finish(child), &line).ends(130);
    assert!(
        answer.out.contains("cut short by interrupt"),
        "{}",
        answer.out
    );
    assert!(
        room.read("out/clash-duel.md")
            .contains("cut short by interrupt")
    );

    fs::remove_file(room.file("c")).expect("removed");
    let line = format!("{HEADLINE} -n 1T -q -j 1 --shard 1/2 --tally t");
    let child = started(&room, &line);
    signal(child.id(), "INT");
    Answer::from(finish(child), &line).ends(130);
    room.gsim("merge t --allow-gaps")
        .refused_with(&["t (shard 1/2) is not finished", "resume"]);
    let part = room
        .gsim("merge t --allow-gaps --allow-incomplete -q --format json")
        .good()
        .json();
    assert_eq!(part["complete"], false);
    assert_eq!(total(rows(&part, "joint")), kept(&room, "t"));
}

/// Where stderr is no terminal there is no bar, but a plain line every few seconds; and stdout holds the answer alone.
#[cfg(unix)]
#[test]
fn progress_is_plain_where_there_is_no_terminal() {
    let modes = [
        ("", true),
        ("--progress plain", true),
        ("--progress bar", false),
        ("--progress none", false),
        ("-q", false),
    ];
    let rooms = modes.map(|_| Room::new());
    let children: Vec<Child> = modes
        .iter()
        .zip(&rooms)
        .map(|((flags, _), room)| {
            let line = format!("{HEADLINE} -n 1T -j 1 --format json {flags}");
            let child = started(room, &line);
            signal(child.id(), "STOP");
            child
        })
        .collect();
    sleep(Duration::from_millis(2_100));
    for child in &children {
        signal(child.id(), "CONT");
    }
    for (child, (flags, speaks)) in children.into_iter().zip(modes) {
        work(&child);
        work(&child);
        signal(child.id(), "INT");
        let answer = Answer::from(finish(child), flags).ends(130);
        answer.json();
        let err = answer.err;
        assert!(!err.contains(['\r', '\u{1b}']), "{flags}: {err:?}");
        assert_eq!(!err.is_empty(), speaks, "{flags}: {err:?}");
        for line in err.lines() {
            assert!(
                line.starts_with("gsim: ")
                    && line.contains(" %, ")
                    && line.contains(" playouts in "),
                "{flags}: {line}"
            );
        }
    }
}

#[test]
fn short_runs_are_silent() {
    let room = Room::new();
    for flags in ["", "--progress plain", "--progress bar", "--progress auto"] {
        room.gsim(&format!("{HEADLINE} -n 1M {flags}")).good();
    }
}

/// Every command that prints.
const COMMANDS: [&str; 11] = [
    "--help",
    "clash-duel --attacker SSNT --defender SSST",
    "clash-duel --attacker SSNT --defender SSST -n 1M --format json",
    "list",
    "explain clash-duel --attacker SSNT --defender SSST",
    "trace clash-duel --attacker SSNT --defender SSST",
    "schema clash-duel",
    "completions bash",
    "man",
    "verify --cases cases.json",
    "compare clash-duel --attacker SSNT --defender SSST -n 1000 --against --policy=sharp",
];

const TWO_CASES: &str = r#"[
 {"id": "a", "title": "one", "inputs": {"game": "clash", "op": "roll", "dice": 1}, "expect": {"mean_hits": {"exact": "2/3"}}},
 {"id": "b", "title": "two", "inputs": {"game": "clash", "op": "roll", "dice": 2}, "expect": {"mean_hits": {"exact": "4/3"}}}
]"#;

#[test]
fn a_reader_who_leaves_is_no_failure() {
    let room = Room::new();
    room.write("cases.json", TWO_CASES);
    for line in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = room.command(line.split_whitespace());
        let output = command.stdout(writer).output().expect("it runs");
        Answer::from(output, line).good();
    }
    // As people do it; the status of the pipe's first part is kept in a file.
    let line = format!("{{ gsim {HEADLINE} -n 100k; echo $? > status; }} | head -1");
    let answer = room.shell(&line).good();
    assert_eq!(answer.out, "SSNT challenges SSST\n");
    assert_eq!(room.read("status"), "0\n");
    // A report is written all the same.
    let line = format!("gsim {HEADLINE} -n 100k -q --report csv --out out | true");
    room.shell(&line).good();
    assert!(room.read("out/clash-duel.summary.csv").lines().count() > 10);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_is_one_line_and_exit_1() {
    let room = Room::new();
    room.write("cases.json", TWO_CASES);
    let report = format!("{HEADLINE} -n 100k --report csv,md --out out");
    for line in COMMANDS.into_iter().chain([report.as_str()]) {
        let full = File::options().write(true).open("/dev/full").expect("it");
        let mut command = room.command(line.split_whitespace());
        let output = command.stdout(full).output().expect("it runs");
        let answer = Answer::from(output, line).ends(1);
        assert_eq!(answer.err.lines().count(), 1, "{line}: {}", answer.err);
        assert!(answer.err.contains("stdout"), "{line}: {}", answer.err);
    }
    // The reports were finished before and stay.
    room.gsim(&report.replace("--out out", "--out good"))
        .ends(0);
    let names = room.names();
    let good: Vec<&str> = names
        .iter()
        .filter_map(|n| n.strip_prefix("good/"))
        .collect();
    assert!(good.len() > 5);
    for name in &good {
        assert_eq!(
            room.read(&format!("good/{name}")),
            room.read(&format!("out/{name}"))
        );
    }
    assert_eq!(names.len(), 2 * good.len() + 3, "{names:?}");
}

/// After a failed write: whatever stands under a final name is whole, nothing else is left, the answer was printed.
fn nothing_half_written(room: &Room, folder: &str, answer: Answer, expected: &Answer) {
    let answer = answer.ends(1);
    let last = answer.err.lines().last().unwrap_or_default();
    assert!(last.starts_with("gsim: cannot write "), "{}", answer.err);
    assert_eq!(answer.err.lines().count(), 1, "{}", answer.err);
    assert_eq!(answer.out, expected.out, "{}: the answer", answer.line);
    let mut missing = 0;
    for name in room.names() {
        let hidden = name.rsplit('/').next().is_some_and(|n| n.starts_with('.'));
        assert!(!hidden && !name.ends_with(".tmp"), "{name} is left over");
        if let Some(name) = name.strip_prefix("good/") {
            match fs::read(room.file(folder).join(name)) {
                Ok(bytes) => assert!(
                    bytes == fs::read(room.file("good").join(name)).expect("a report"),
                    "{name} is half-written"
                ),
                Err(_) => missing += 1,
            }
        }
    }
    assert!(missing > 0, "there was room enough");
}

/// Files may not grow beyond a few kilobytes.
#[cfg(unix)]
#[test]
fn a_limit_on_files_leaves_no_half_file() {
    let room = Room::new();
    let kinds = if cfg!(feature = "report") {
        "csv,html,svg,md"
    } else {
        "csv,md"
    };
    let line = |out: &str| format!("{HEADLINE} -n 100k -q --report {kinds} --out {out}");
    let good = room.gsim(&line("good")).good();
    let limited = |line: &str| room.shell(&format!("trap '' XFSZ; ulimit -f 4; exec gsim {line}"));
    nothing_half_written(&room, "small", limited(&line("small")), &good);
    fs::remove_dir_all(room.file("small")).expect("removed");
    fs::remove_dir_all(room.file("good")).expect("removed");

    for flag in ["--tally", "--checkpoint"] {
        let line = format!("{HEADLINE} -n 100M -q {flag} file");
        let answer = limited(&line).ends(1);
        assert_eq!(
            answer.err,
            "gsim: cannot write file: File too large (os error 27)\n"
        );
        // What was played is answered all the same.
        assert!(
            answer.out.contains("To get this answer again"),
            "{}",
            answer.out
        );
        if flag == "--tally" {
            assert_eq!(room.names(), [""; 0]);
        } else if room.file("file").exists() {
            let text = room.read("file");
            assert_eq!(sealed(&text), text, "an older checkpoint stays whole");
        }
    }
    assert!(
        room.names().iter().all(|n| n == "file"),
        "{:?}",
        room.names()
    );
}

/// A disk of 16 kB, where this test may make one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_no_half_file() {
    struct Disk(std::path::PathBuf);
    impl Drop for Disk {
        fn drop(&mut self) {
            let _ = std::process::Command::new("umount").arg(&self.0).status();
        }
    }
    let room = Room::new();
    fs::create_dir(room.file("disk")).expect("a folder");
    let mut mount = std::process::Command::new("mount");
    mount
        .args(["-t", "tmpfs", "-o", "size=16k", "tmpfs"])
        .arg(room.file("disk"));
    if !mount.output().is_ok_and(|o| o.status.success()) {
        println!("skipped: no file system can be mounted here");
        return;
    }
    let disk = Disk(room.file("disk"));
    let line = |out: &str| format!("{HEADLINE} -n 100k -q --report csv,md --out {out}");
    let good = room.gsim(&line("good")).good();
    nothing_half_written(&room, "disk/out", room.gsim(&line("disk/out")), &good);

    // A tally that finds no room: the answer is printed, the older file stays.
    room.gsim(&format!("{HEADLINE} -n 20k -q --seed 7 --tally old"))
        .good();
    fs::copy(room.file("old"), room.file("disk/t")).ok();
    let before = fs::read(room.file("disk/t")).expect("some of it");
    let answer = room
        .gsim(&format!("{HEADLINE} -n 100M -q --tally disk/t"))
        .ends(1);
    assert!(
        answer.err.starts_with("gsim: cannot write disk/t: "),
        "{}",
        answer.err
    );
    assert!(
        answer.out.contains("To get this answer again"),
        "{}",
        answer.out
    );
    assert_eq!(fs::read(room.file("disk/t")).expect("it"), before);
    assert!(
        room.names().iter().all(|n| !n.ends_with(".tmp")),
        "{:?}",
        room.names()
    );
    drop(disk);
}
