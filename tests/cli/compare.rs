//! `gsim compare`: alternatives of a question over common random numbers.

use crate::room::{Answer, HEADLINE, Room, metric, rows};
use serde_json::Value;

fn compare(room: &Room, flags: &str, against: &[&str]) -> Answer {
    let line = format!("compare {HEADLINE} {flags}");
    let mut words: Vec<&str> = line.split_whitespace().collect();
    for alternative in against {
        words.extend(["--against", alternative]);
    }
    room.gsim_words(&words)
}

fn number(row: &Value, key: &str) -> f64 {
    row[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} of {row}"))
}

#[test]
fn the_base_and_each_alternative_are_what_they_are_alone() {
    let room = Room::new();
    let against = [
        "--policy minimax",
        "--attacker SSNN --set net_order=simultaneous",
        "--defender lion",
    ];
    let alone = [
        HEADLINE.to_string(),
        format!("{HEADLINE} --policy minimax"),
        "clash-duel --attacker SSNN --defender SSST --set net_order=simultaneous".into(),
        "clash-duel --attacker SSNT --defender lion".into(),
    ];
    for flags in ["", "-n 200k"] {
        let answer = compare(&room, &format!("{flags} --format json"), &against);
        let answer = answer.good().json();
        let rows = rows(&answer, "summary");
        assert_eq!(rows.len(), alone.len());
        for (row, line) in rows.iter().zip(&alone) {
            let exact = metric(&room.json(line), "edge")["exact_fraction"].clone();
            assert_eq!(row["exact_fraction"], exact, "{line}");
        }
        for row in &rows[1..] {
            if flags.is_empty() {
                assert!(row["value"].is_null(), "{row}");
                continue;
            }
            // Beyond seven standard errors: less than one in a hundred thousand million.
            let (value, exact) = (number(row, "value"), number(row, "difference_exact"));
            let half = (number(row, "hi") - number(row, "lo")) / 2.0;
            assert!((value - exact).abs() < 3.6 * half, "{row}");
        }
    }
}

#[test]
fn the_same_question_again_differs_by_nothing() {
    let room = Room::new();
    let against = ["--policy simple", "--attacker SSNT", "--attacker TNSS"];
    let answer = compare(&room, "-n 100k --format json", &against)
        .good()
        .json();
    for row in &rows(&answer, "summary")[1..] {
        assert_eq!(number(row, "value"), 0.0, "{row}");
        assert_eq!(number(row, "difference_exact"), 0.0, "{row}");
        // Nothing varies, so there is no interval to quote.
        assert!(row["lo"].is_null() && row["hi"].is_null(), "{row}");
    }
}

/// Common random numbers: the interval of a small difference is narrower than that of two samples apart.
#[test]
fn pairs_see_more_than_two_samples() {
    let room = Room::new();
    let answer = compare(&room, "-n 200k --format json", &["--policy minimax"]);
    let answer = answer.good().json();
    let paired = &rows(&answer, "summary")[1];
    let width = |row: &Value| number(row, "hi") - number(row, "lo");
    let alone = |policy: &str| {
        let answer = room.json(&format!("{HEADLINE} -n 200k --policy {policy}"));
        width(metric(&answer, "edge"))
    };
    let apart = alone("simple").hypot(alone("minimax"));
    assert!(width(paired) < 0.7 * apart, "{} of {apart}", width(paired));
}

#[test]
fn threads_do_not_show_and_the_command_repeats_it() {
    let room = Room::new();
    let against = ["--policy minimax,random", "--set net_die=any_hit"];
    let first = compare(&room, "-n 300001 -j 1", &against).good().out;
    for threads in ["-j 2", "-j 7"] {
        let flags = format!("-n 300001 {threads}");
        assert!(
            compare(&room, &flags, &against).good().out == first,
            "{threads}"
        );
    }
    let command = first.lines().last().expect("a last line").trim();
    assert!(room.shell(command).good().out == first, "{command}");
    let other = compare(&room, "-n 300001 --seed 43", &against).good().out;
    assert!(other != first);
}

#[test]
fn bad_alternatives_are_refused() {
    let room = Room::new();
    for (against, words) in [
        (
            "--attackr S",
            &["--against", "did you mean `--attacker`?"][..],
        ),
        ("--attacker SSXT", &["--attacker", "letter X"]),
        ("--policy simpel", &["--policy", "did you mean `simple`?"]),
        ("--set net_ordr=both", &["net_ordr", "`net_order`"]),
        // What holds for all alternatives is not silently dropped.
        ("-n 5", &["--against '-n 5'", "outside --against"]),
        ("-n5", &["-n5", "outside --against"]),
        ("--seed=7", &["--seed=7", "outside --against"]),
        (
            "--policy sharp --format csv",
            &["--format", "outside --against"],
        ),
        ("-q", &["-q", "outside --against"]),
        ("--shard 0/2", &["--shard", "outside --against"]),
    ] {
        compare(&room, "-n 1000", &[against]).refused_with(words);
    }
    for flags in ["--shard 0/2", "--checkpoint c", "--target-error 1%"] {
        let flag = flags.split(' ').next().expect("a flag");
        compare(&room, flags, &["--policy sharp"]).refused_with(&[flag, "compare"]);
    }
    compare(&room, "", &[]).refused_with(&["--against", "missing"]);
    assert_eq!(room.names(), [""; 0]);
}
