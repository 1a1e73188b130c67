//! What people stumbled over when they tried the program: each a test.

use crate::room::{HEADLINE, Room};
use std::fs;

/// Flags of sampling and reports mean nothing to text about one question, and are not swallowed.
#[test]
fn trace_and_explain_refuse_what_they_would_ignore() {
    let room = Room::new();
    for command in ["trace", "explain"] {
        for flags in [
            "-n 100",
            "--method exact",
            "--format json",
            "--report md",
            "--shard 0/2",
            "--checkpoint c",
            "--target-error 1%",
        ] {
            let refused = room.gsim(&format!("{command} {HEADLINE} {flags}"));
            refused.refused_with(&["does not go with", command]);
        }
    }
    assert_eq!(room.names(), [""; 0]);
}

#[test]
fn a_trace_ends_with_the_line_that_shows_it_again() {
    let room = Room::new();
    let asked = room
        .gsim(&format!(
            "trace {HEADLINE} --seed 7 --where defender_lost>=2"
        ))
        .good()
        .out;
    let line = asked
        .lines()
        .last()
        .and_then(|l| l.strip_prefix("To see it again: gsim "));
    let again = room.gsim(line.expect("a line")).good().out;
    assert_eq!(again, asked);
}

/// Where the clock stopped a run, the playouts done give the same tables.
#[test]
fn an_answer_cut_by_time_can_be_had_again() {
    let room = Room::new();
    let cut = room.json(&format!("{HEADLINE} -n 1T --max-time 20ms"));
    assert_eq!(cut["stopped_by"], "time");
    let command = cut["command"].as_str().expect("a command");
    assert!(!command.contains("--max-time"), "{command}");
    let again = room.json(command.strip_prefix("gsim ").expect("gsim first"));
    assert_eq!(again["tables"]["summary"], cut["tables"]["summary"]);
    assert_eq!(again["complete"], true);
}

/// A tally that a clock or a hand left unfinished is gone on with, not thrown away.
#[test]
fn an_unfinished_tally_is_resumed() {
    let room = Room::new();
    let line = format!("{HEADLINE} --max-time 20ms --tally t.json -q");
    let first = room.json(&line)["playouts"].as_u64().expect("a count");
    let second = room.json(&line)["playouts"].as_u64().expect("a count");
    assert!(second > first, "{second} after {first}");
    let other = "clash-duel --attacker S --defender S --max-time 20ms --tally t.json";
    room.gsim(other)
        .refused_with(&["t.json", "another question", "name another file"]);
}

#[cfg(unix)]
#[test]
fn a_tally_follows_a_link_and_leaves_pipes_alone() {
    let room = Room::new();
    room.write("real.json", "old");
    std::os::unix::fs::symlink("real.json", room.file("link.json")).expect("a link");
    room.gsim(&format!("{HEADLINE} -n 1000 -q --tally link.json"))
        .good();
    let link = fs::symlink_metadata(room.file("link.json")).expect("the link");
    assert!(link.is_symlink());
    assert!(room.read("real.json").starts_with("{\"gsim_tally\""));
    room.shell("mkfifo pipe").good();
    room.gsim(&format!("{HEADLINE} -n 1000 -q --tally pipe"))
        .refused_with(&["--tally", "pipe", "not a regular file"]);
}

#[cfg(unix)]
#[test]
fn endless_input_is_not_read_to_its_end() {
    let room = Room::new();
    room.gsim("merge /dev/zero")
        .refused_with(&["/dev/zero", "not a gsim tally file"]);
    room.gsim(&format!("{HEADLINE} -n 100k --checkpoint /dev/zero"))
        .refused_with(&["--checkpoint", "not a regular file"]);
    room.gsim("verify --cases /dev/zero")
        .refused_with(&["/dev/zero", "larger than 64 MB"]);
}

/// Whatever was typed, the message is one line and no command to the terminal.
#[test]
fn messages_stay_on_their_line() {
    let room = Room::new();
    for typed in ["S\nS", "\u{1b}[31mred"] {
        let answer = room.gsim_words(&[
            "clash-duel",
            "--attacker",
            "S",
            "--defender",
            "S",
            "--policy",
            typed,
        ]);
        answer.refused_with(&["--policy"]);
    }
    let long = "S".repeat(100_000);
    let answer = room.gsim_words(&["clash-duel", "--attacker", &long, "--defender", "S"]);
    assert!(answer.refused().len() < 3_000);
}

#[test]
fn cases_that_check_nothing_are_refused() {
    let room = Room::new();
    let case = |rest: &str| {
        let text = format!(
            r#"[{{"id": "x", "inputs": {{"game": "clash", "op": "duel", "attacker": "S", "defender": "S"}}, {rest}}}]"#
        );
        room.write("c.json", text);
        room.gsim("verify --cases c.json")
    };
    case(r#""expect": {}"#).refused_with(&["case x", "nothing to compare"]);
    case(r#""expect": {"edge": {"exact": "1/0"}}"#).refused_with(&["case x", "`1/0`"]);
    case(r#""expect": {"edge": 0}, "tolerance": {"abs": "x"}"#).refused_with(&["`tolerance`"]);
    case(r#""expect": {"edge": 0}, "tolerance": -1"#).refused_with(&["`tolerance`"]);
}

/// An animal spelled out obeys the limits of one in a file.
#[test]
fn spelled_out_animals_have_limits() {
    let room = Room::new();
    room.gsim("clash-duel --attacker S --defender PPPPPPPP@2")
        .refused_with(&["--defender", "8 of the symbol P", "at most 7"]);
    room.write("d.toml", "[combat]\nbase_dice_animal = 2\n");
    room.gsim("clash-duel --attacker S --defender SSSSS@4 --data d.toml")
        .refused_with(&["--defender", "7 dice", "5 in the box"]);
}
