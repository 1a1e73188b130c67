//! The commands that serve every question: list, explain, trace, schema, completions, man, verify. And the example.

use crate::room::{Answer, HEADLINE, Room};
use std::process::Command;

#[test]
fn list_names_what_there_is_to_ask_with() {
    let room = Room::new();
    let all = room.gsim("list --game clash").good().out;
    let mut parts = String::new();
    for (what, names) in [
        ("games", &["clash"][..]),
        ("questions", &["clash-duel"]),
        (
            "policies",
            &[
                "simple",
                "never",
                "value",
                "sharp",
                "random",
                "minimax",
                "best_response:POLICY",
            ],
        ),
        ("rulesets", &["clash", "clash-review"]),
        ("switches", &["net_order", "marker_carry", "turn_cap"]),
        ("components", &["lion", "bear", "bull"]),
        ("scenarios", &["clash-duel-headline", "clash-duel-review"]),
    ] {
        let part = room.gsim(&format!("list {what} --game clash")).good().out;
        let heading = part.lines().next().unwrap_or_default();
        assert!(
            heading == what || heading == format!("{what} of clash"),
            "{part}"
        );
        for name in names {
            let line = part
                .lines()
                .find(|l| l.split_whitespace().next() == Some(name));
            assert!(line.is_some(), "{what}: no {name}\n{part}");
        }
        parts += &part;
    }
    assert_eq!(parts, all);
}

/// Every policy, ruleset, switch value and animal that is listed can be asked with.
#[test]
fn whatever_is_listed_works() {
    let room = Room::new();
    let listed = |what: &str| -> Vec<(String, String)> {
        let text = room.gsim(&format!("list {what} --game clash")).good().out;
        let entry = |line: &str| {
            let (name, says) = line.trim().split_once(' ').expect("a name and words");
            (name.to_string(), says.trim().to_string())
        };
        text.lines().skip(1).map(entry).collect()
    };
    for (name, _) in listed("policies") {
        match name.as_str() {
            "parts" => continue,
            // From here on policies of whole games.
            "whole" => break,
            "best_response:POLICY" => {
                room.gsim(&format!("{HEADLINE} --policy best_response:sharp"))
            }
            name => room.gsim(&format!("{HEADLINE} --policy {name}")),
        }
        .good();
    }
    for (name, _) in listed("rulesets") {
        let answer = room.json(&format!("{HEADLINE} --ruleset {name}"));
        assert_eq!(answer["ruleset"], name);
    }
    for (name, says) in listed("components") {
        if !says.starts_with("animal") {
            continue;
        }
        room.gsim(&format!("clash-duel --attacker S --defender {name}"))
            .good();
    }
    let mut values = 0;
    for (key, says) in listed("switches") {
        let (allowed, default) = says.split_once(" (default ").expect("a default");
        let default = default.trim_end_matches(')');
        for value in allowed.split(", ").flat_map(|v| v.split(" or ")) {
            let value = if value.starts_with("a whole number") {
                "7"
            } else {
                value
            };
            let answer = room.json(&format!("{HEADLINE} --set {key}={value}"));
            let told = answer["switches"].get(&key);
            if value == default {
                assert_eq!(told, None, "{key}={value}");
            } else {
                assert_eq!(told, Some(&value.into()), "{key}={value}");
            }
            values += 1;
        }
    }
    assert!(values > 40, "{values} values");
}

#[test]
fn explain_follows_the_rules() {
    let room = Room::new();
    let text = room
        .gsim("explain clash-duel --attacker SSNT --defender SSPH")
        .good()
        .out;
    for said in [
        "SSPH rolls first: it has more.",
        "Netted, out of this duel but still of its team: S of SSPH.",
        "Dice: 2",
        "Counter-attack",
        "gsim clash-duel --attacker SSNT --defender SSPH",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    // A re-roll is decided roll by roll: three dice have a mean of exactly 2 hits, and a 2 is kept.
    let text = room
        .gsim("explain clash-duel --attacker SST --defender SSS")
        .good()
        .out;
    let decision = |hits: &str| -> Vec<&str> {
        text.lines()
            .map(|l| l.split_whitespace().collect::<Vec<_>>())
            .filter(|w| w.len() > 5 && w[3] == hits && w[0].parse::<u8>().is_ok())
            .map(|w| *w.last().expect("words"))
            .collect()
    };
    assert_eq!(decision("0"), ["again"], "{text}");
    assert_eq!(decision("1"), ["again"], "{text}");
    assert_eq!(decision("2"), ["keep", "keep"], "{text}");
    room.gsim("explain clash-duel --attacker lion --defender SSNT --policy random")
        .good();
    room.gsim("explain clash-duel --attacker @1 --defender @1")
        .good();
}

/// What a trace tells is what the run counted: the first playouts one by one give the table of the run.
#[test]
fn traces_tell_the_playouts_of_the_run() {
    let room = Room::new();
    let duel = "clash-duel --attacker SSNT --defender SSST --seed 11";
    let n = 60;
    let mut counted = std::collections::BTreeMap::new();
    for playout in 0..n {
        let text = room
            .gsim(&format!("trace {duel} --playout {playout}"))
            .good()
            .out;
        assert!(text.starts_with(&format!(
            "Playout {playout} of SSNT against SSST, seed 11.\n"
        )));
        let lost = |name: &str| -> u64 {
            let line = text
                .lines()
                .find(|l| l.starts_with(&format!("{name}: ")) && l.contains(" lost, "));
            let words = line.unwrap_or_else(|| panic!("{name}\n{text}"));
            words[name.len() + 2..]
                .split(' ')
                .next()
                .expect("a number")
                .parse()
                .expect("a number")
        };
        *counted.entry((lost("SSNT"), lost("SSST"))).or_insert(0) += 1_u64;
    }
    let answer = room.json(&format!("{duel} -n {n}"));
    for row in crate::room::rows(&answer, "joint") {
        let key = |name: &str| row[name].as_u64().expect("a count");
        let told = counted
            .remove(&(key("attacker_lost"), key("defender_lost")))
            .unwrap_or(0);
        assert_eq!(key("count"), told, "{row}");
    }
    assert!(counted.is_empty());
}

#[test]
fn traces_find_what_is_asked_for() {
    let room = Room::new();
    let trace = |condition: &str, from: u64| {
        let from = from.to_string();
        let words = [
            &["trace"][..],
            &HEADLINE.split(' ').collect::<Vec<_>>(),
            &["--where", condition, "--playout", &from],
        ]
        .concat();
        room.gsim_words(&words).good().out
    };
    for (condition, ends) in [
        ("defender_lost>=3", "SSST: 3 lost"),
        ("attacker_lost = 2, defender_lost = 2", "SSNT: 2 lost"),
        ("edge<-1", "Edge of the challenger in this duel: -2."),
        ("attacker_marker!=0", "+1 left"),
    ] {
        let text = trace(condition, 0);
        assert!(text.contains(ends), "{condition}\n{text}");
        let number = |text: &str| -> u64 {
            text.split(' ')
                .nth(1)
                .expect("a number")
                .parse()
                .expect("a number")
        };
        let found = number(&text);
        // The same playout by its number; and the next one comes later.
        let same = room
            .gsim(&format!("trace {HEADLINE} --playout {found}"))
            .good()
            .out;
        assert_eq!(same, text);
        assert!(number(&trace(condition, found + 1)) > found);
    }
    // Far out in a long run.
    let text = room
        .gsim(&format!("trace {HEADLINE} --playout 999_999_999_999_999"))
        .good()
        .out;
    assert!(text.starts_with("Playout 999999999999999 of"), "{text}");
}

#[test]
fn schema_explains_every_column() {
    let room = Room::new();
    let text = room.gsim("schema").good().out;
    assert!(text.starts_with(&room.gsim("schema clash-duel").good().out));
    for said in [
        "\nsummary: ",
        "\njoint: ",
        "exact_fraction",
        "\nconvergence: ",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let json = room.gsim("schema clash-duel --format json").good().json();
    for (name, columns) in json["tables"].as_object().expect("tables") {
        for column in columns.as_array().expect("columns") {
            let meaning = column["meaning"].as_str().expect("text");
            assert!(meaning.len() > 5, "{name}: {column}");
        }
    }
}

#[test]
fn completions_for_every_shell() {
    let room = Room::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = room.gsim(&format!("completions {shell}")).good().out;
        for word in ["clash-duel", "attacker", "target-error", "merge"] {
            assert!(text.contains(word), "{shell} lacks {word}");
        }
        room.write(shell, text);
        // Where the shell is there, it can read them.
        let check = match shell {
            "bash" | "zsh" => format!("{shell} -n {shell}"),
            "fish" => "fish --no-execute fish".into(),
            _ => continue,
        };
        room.shell(&format!("! command -v {shell} >/dev/null || {check}"))
            .good();
    }
}

#[test]
fn the_manual_has_a_page_for_every_command() {
    let room = Room::new();
    let whole = room.gsim("man").good().out;
    assert!(whole.contains(".TH gsim 1"), "{whole}");
    let commands = whole
        .lines()
        .filter_map(|l| l.strip_prefix("gsim\\-")?.strip_suffix("(1)"));
    let commands: Vec<String> = commands.map(|c| c.replace('\\', "")).collect();
    assert!(commands.len() >= 10, "{commands:?}");
    for name in commands {
        if name == "help" {
            continue;
        }
        let page = room.gsim(&format!("man {name}")).good().out;
        assert!(
            page.contains(".SH NAME") && page.contains(".SH OPTIONS"),
            "{name}\n{page}"
        );
    }
}

#[test]
fn verify_passes() {
    let out = Room::new().gsim("verify --game clash").good().out;
    let (checks, counts): (Vec<&str>, Vec<&str>) =
        out.lines().partition(|l| l.starts_with("ok    "));
    assert!(checks.len() >= 6, "{out}");
    assert_eq!(counts.len(), 2, "one line a file of cases\n{out}");
    for line in counts {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(
            (words[1], words[2], words[4], words[5]),
            ("golden", "cases:", "passed,", "0"),
            "{line}"
        );
        assert!(words[3].parse::<u32>().is_ok_and(|n| n >= 46), "{line}");
    }
}

#[test]
fn verify_tells_right_wrong_and_unknown_cases_apart() {
    let room = Room::new();
    let case = |id: &str, expect: &str| {
        format!(
            r#"{{"id": "{id}", "title": "S challenges S", "inputs": {{"game": "clash", "op": "duel",
               "attacker": "S", "defender": "S"}}, "expect": {expect}}}"#
        )
    };
    let right = case(
        "right",
        r#"{"p_defender_out": {"exact": "5/12", "decimal": 0.4166666666666667}}"#,
    );
    let wrong = case("wrong", r#"{"edge": {"exact": "1/2", "decimal": 0.5}}"#);
    let refused = r#"{"id": "bad", "title": "five", "inputs": {"game": "clash", "op": "duel",
        "attacker": "SSSSS", "defender": "S"}, "expect": {"error": true, "exit": 2}}"#;
    let later = r#"{"id": "later", "title": "a game", "inputs": {"game": "clash", "op": "siege"}, "expect": {}}"#;
    let other = r#"{"id": "other", "title": "dice", "inputs": {"game": "chess", "op": "mate"}, "expect": {}}"#;
    room.write(
        "good.json",
        format!("[{right},\n{refused},\n{later},\n{other}]"),
    );
    let out = room.gsim("verify --cases good.json").good().out;
    let begins = |n: usize, words: &str| {
        let line = out.lines().nth(n).unwrap_or_default();
        assert!(line.starts_with(words), "{words}\n{out}");
    };
    begins(0, "ok    right S challenges S");
    begins(1, "ok    bad five");
    begins(2, "skip  later a game: ");
    begins(3, "skip  other dice: ");
    begins(4, "4 golden cases: 2 passed, 0 failed, 2 skipped");
    assert!(
        out.contains("`siege` of `clash`") && out.contains("`mate` of `chess`"),
        "{out}"
    );

    room.write("bad.json", format!("[{right}, {wrong}]"));
    let answer = room.gsim("verify --cases bad.json").ends(3);
    let line = answer.out.lines().nth(1).unwrap_or_default();
    assert!(
        line.starts_with("FAIL  wrong S challenges S: edge"),
        "{line}"
    );
    assert!(line.contains("25/144") && line.contains("1/2"), "{line}");
    assert!(
        answer
            .out
            .ends_with("2 golden cases: 1 passed, 1 failed, 0 skipped\n")
    );
    // One wrong case among several files is enough.
    room.gsim("verify --cases good.json --cases bad.json")
        .ends(3);
    room.gsim("verify --cases bad.json --cases good.json")
        .ends(3);
}

/// The example of the library; Cargo builds it with the tests, or now.
#[test]
fn the_example_runs() {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(["run", "--quiet", "--example", "duel"])
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    if !cfg!(feature = "report") {
        cargo.arg("--no-default-features");
    }
    let output = cargo.output().expect("cargo starts");
    let answer = Answer::from(output, "the example").good();
    let lines: Vec<&str> = answer.out.lines().collect();
    assert_eq!(lines[0], "SSNT challenges SSST");
    assert_eq!(lines[2], "   0           0.375965           0.375000");
    assert_eq!(lines[7], "edge, exact    +0.001457");
    // The same sample as the program's.
    let program = Room::new()
        .gsim(&format!("{HEADLINE} -n 1M --seed 7"))
        .good()
        .out;
    let row = program
        .lines()
        .find(|l| l.trim().starts_with("edge "))
        .expect("the edge");
    let figures: Vec<f64> = row
        .split_whitespace()
        .skip(1)
        .take(3)
        .map(|w| w.parse().expect("a number"))
        .collect();
    let [value, low, high] = figures[..] else {
        panic!("{row}")
    };
    assert_eq!(
        lines[8],
        format!("edge, sampled  {value:+.6}, 95 % interval {low:+.6} to {high:+.6}")
    );
}

#[test]
fn list_says_which_commands_serve_a_question_and_the_others_name_theirs() {
    let room = Room::new();
    let list = room.gsim("list questions").good().out;
    let line = |name: &str| {
        let mut lines = list.lines();
        lines.find(|l| l.split_whitespace().next() == Some(name))
    };
    assert!(line("clash-duel").is_some_and(|l| l.ends_with("(compare, explain, trace)")));
    assert!(line("gauntlet-solve").is_some_and(|l| !l.ends_with(')')));
    let refused = room.gsim("explain gauntlet-solve").ends(2);
    let says = "gsim: explain does not serve gauntlet-solve; it serves clash-duel, ";
    assert!(refused.err.starts_with(says), "{}", refused.err);
    assert_eq!(refused.err.lines().count(), 1);
}

#[test]
fn trace_and_explain_of_every_game_refuse_what_means_nothing_to_them() {
    let room = Room::new();
    for line in [
        "trace battle-duel --a rookie --b rookie",
        "trace gladiatori-duel --a secutor --b thraex",
        "trace gauntlet --policy greedy",
        "explain battle-duel --a rookie --b rookie",
        "explain gauntlet --policy greedy",
    ] {
        for flag in ["--shard 0/2", "-n 5", "--report md", "--format json"] {
            let refused = room.gsim(&format!("{line} {flag}")).ends(2);
            assert!(
                refused.err.contains(" does not go with "),
                "{}",
                refused.err
            );
            assert_eq!(refused.out, "");
        }
    }
}
