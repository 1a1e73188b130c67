//! Bad input: one line on stderr that says what is wrong and what to write, exit code 2, nothing on stdout, no file.

use crate::room::{HEADLINE, Room};

/// Each line is refused with all of its words, and leaves the room as it was.
pub fn refused(cases: &[(&str, &[&str])]) {
    let room = Room::new();
    for (line, words) in cases {
        room.gsim(line).refused_with(words);
        assert_eq!(room.names(), [""; 0], "gsim {line}");
    }
}

/// The same for the headline duel with these flags.
fn flags_refused(cases: &[(&str, &[&str])]) {
    let lines: Vec<String> = cases
        .iter()
        .map(|(flags, _)| format!("{HEADLINE} {flags}"))
        .collect();
    let cases: Vec<(&str, &[&str])> = lines
        .iter()
        .zip(cases)
        .map(|(line, (_, words))| (line.as_str(), *words))
        .collect();
    refused(&cases);
}

#[test]
fn teams() {
    let five: &[&str] = &[
        "S (sword)",
        "N (net)",
        "T (trident)",
        "P (spear)",
        "H (shield)",
    ];
    let room = Room::new();
    let duel = |attacker: &str, defender: &str| {
        room.gsim_words(&["clash-duel", "--attacker", attacker, "--defender", defender])
    };
    duel("SSXT", "SSST").refused_with(&[&["--attacker", "letter X", "SSXT"], five].concat());
    duel("SSNT", "SSST?").refused_with(&["--defender", "`SSST?`", "2sword,net,trident"]);
    duel("ßß", "S").refused_with(&[&["--attacker", "letter ß"], five].concat());
    duel("", "SSST").refused_with(&["--attacker", "empty team", "1 to 4", "SSNT"]);
    duel("SSNT", "  ").refused_with(&["--defender", "empty team"]);
    duel("SSNTT", "SSST").refused_with(&["--attacker", "5 gladiators", "1 to 4"]);
    duel("5sword", "SSST").refused_with(&["--attacker", "5 gladiators", "1 to 4"]);
    duel("-SSNT", "SSST").refused_with(&["--attacker", "`-SSNT`"]);
    duel("SSNT+2", "SSST").refused_with(&["--attacker", "0 or 1 marker"]);
    duel("lyon", "SSST").refused_with(&["--attacker", "lyon", "did you mean `lion`?"]);
    duel("STTH@0", "SSST").refused_with(&["--attacker", "1 to 99", "`0`"]);
    duel("SN@2", "SSST").refused_with(&["--attacker", "no nets"]);
    assert_eq!(room.names(), [""; 0]);
    refused(&[
        ("clash-duel --attacker SSNT", &["--defender", "missing"]),
        ("clash-duel", &["--attacker", "--defender", "missing"]),
    ]);
}

#[test]
fn counts_of_playouts() {
    let cases: &[(&str, &[&str])] = &[
        ("-n 0", &["--playouts 0", "at least 1"]),
        ("-n -5", &["--playouts -5", "negative", "write 5"]),
        ("-n=-5", &["--playouts -5", "negative", "write 5"]),
        ("-n 10B", &["--playouts 10B", "write 10G"]),
        ("-n 1.5", &["--playouts 1.5", "whole number", "1 or 2"]),
        ("-n 10,000", &["--playouts 10,000", "write 10000 or 10_000"]),
        (
            "-n 99999999999999999999",
            &["--playouts 99999999999999999999", "too large", "10^15"],
        ),
        ("-n 1001T", &["--playouts 1001T", "too large", "10^15"]),
        ("-n NaN", &["--playouts NaN", "not a count", "10M"]),
        ("-n inf", &["--playouts inf", "not a count", "10M"]),
        ("-n ten", &["--playouts ten", "not a count", "10M"]),
        ("-n", &["--playouts", "the value is missing"]),
    ];
    flags_refused(cases);
    Room::new()
        .gsim_words(&[&HEADLINE.split(' ').collect::<Vec<_>>()[..], &["-n", ""]].concat())
        .refused_with(&["--playouts", "empty", "10M"]);
}

#[test]
fn seeds_and_other_numbers() {
    let range = "0 to 18446744073709551615";
    let cases: &[(&str, &[&str])] = &[
        (
            "--seed 18446744073709551616",
            &["--seed 18446744073709551616", "out of range", range],
        ),
        ("--seed -1", &["--seed -1", "negative", range]),
        ("--seed 1e3", &["--seed 1e3", "not a seed", range]),
        ("-j 0", &["--threads 0", "1 to 1024"]),
        ("-j -2", &["--threads -2", "1 to 1024"]),
        ("--target-error 0", &["--target-error 0", "0.1%"]),
        ("--target-error 5", &["--target-error 5", "write 5%"]),
        ("--confidence 95", &["--confidence 95", "write 95%"]),
        ("--confidence 1", &["--confidence 1", "95%"]),
        ("--max-time 10", &["--max-time 10", "unit", "10s"]),
        ("--max-time 0s", &["--max-time 0s", "at least 1ms"]),
        (
            "--attacker-marker 2",
            &["--attacker-marker", "0 or 1 marker"],
        ),
        ("--attacker-marker -1", &["--attacker-marker -1"]),
        ("--marker-weight 7", &["--marker-weight 7", "-1 to 1"]),
        ("--marker-weight NaN", &["--marker-weight NaN", "-1 to 1"]),
    ];
    flags_refused(cases);
}

#[test]
fn unknown_words_get_the_nearest() {
    let cases: &[(&str, &[&str])] = &[
        (
            "--policy simpel",
            &["--policy simpel", "did you mean `simple`?", "minimax"],
        ),
        (
            "--defender-policy minmax",
            &["--defender-policy minmax", "did you mean `minimax`?"],
        ),
        (
            "--policy best_response:shrap",
            &["--policy", "did you mean `sharp`?"],
        ),
        (
            "--policy best_response",
            &["--policy best_response", "best_response:simple"],
        ),
        (
            "--policy-reroll mena",
            &["--policy-reroll mena", "did you mean `mean`?"],
        ),
        (
            "--set net_ordr=simultaneous",
            &["--set net_ordr", "did you mean `net_order`?"],
        ),
        (
            "--set net_order=simultanous",
            &["--set net_order", "did you mean `simultaneous`?"],
        ),
        ("--set net_order", &["--set net_order", "KEY=VALUE"]),
        (
            "--ruleset clash-revew",
            &["--ruleset clash-revew", "did you mean `clash-review`?"],
        ),
        (
            "--challenger defendre",
            &["--challenger defendre", "did you mean `defender`?"],
        ),
        ("--format jsno", &["--format jsno", "did you mean `json`?"]),
        ("--report htlm", &["--report htlm", "did you mean `html`?"]),
        ("--playout 5", &["--playout", "did you mean `--playouts`?"]),
        ("--method exat", &["--method exat", "did you mean `exact`?"]),
        ("surplus", &["unexpected argument", "surplus"]),
    ];
    flags_refused(cases);
    refused(&[
        ("clash-deul", &["clash-deul", "did you mean `clash-duel`?"]),
        ("frobnicate", &["frobnicate", "gsim list"]),
        ("", &["a command is missing", "gsim --help"]),
        ("list policys", &["policys", "did you mean `policies`?"]),
        ("schema clash", &["clash", "clash-duel"]),
        ("verify --game clsh", &["clsh", "did you mean `clash`?"]),
        ("completions bsh", &["bsh", "did you mean `bash`?"]),
        (
            "man clash-dul",
            &["clash-dul", "did you mean `clash-duel`?"],
        ),
        (
            "run clash-duel-headlin",
            &["clash-duel-headlin", "did you mean `clash-duel-headline`?"],
        ),
    ]);
}

#[test]
fn contradictory_flags() {
    flags_refused(&[
        ("--method exact -n 10M", &["--playouts", "--method exact"]),
        (
            "--method exact --target-error 1%",
            &["--target-error", "--method exact"],
        ),
        (
            "--method exact --checkpoint c.json",
            &["--checkpoint", "--method exact"],
        ),
        (
            "--shard 0/2 -n 1M --target-error 1%",
            &["--target-error", "--shard", "--playouts"],
        ),
        (
            "--shard 0/2 -n 1M --max-time 1s",
            &["--max-time", "--shard", "--playouts"],
        ),
        (
            "--shard 0/2 -n 1M --report csv",
            &["--report", "--shard", "gsim merge"],
        ),
        (
            "-n 1M -q --progress bar",
            &["--quiet", "--progress", "leave out one"],
        ),
        (
            "--policy simple --attacker-policy sharp",
            &["--attacker-policy", "--policy", "leave out one"],
        ),
        ("-n 5 -n 6", &["--playouts", "more than once"]),
        (
            "--policy a,b,c",
            &["--policy a,b,c", "attacker's,defender's"],
        ),
    ]);
    refused(&[(
        "clash-duel --attacker SSNT+1 --attacker-marker 0 --defender S",
        &["--attacker", "--attacker-marker 0", "leave out one"],
    )]);
}

#[test]
fn shards() {
    flags_refused(&[
        (
            "-n 1M --shard 3/3",
            &["--shard 3/3", "out of range", "0/3, 1/3 or 2/3"],
        ),
        ("-n 1M --shard 9/8", &["--shard 9/8", "0/8 to 7/8"]),
        ("-n 1M --shard 0/0", &["--shard 0/0", "0 shards"]),
        ("-n 1M --shard two", &["--shard two", "INDEX/COUNT"]),
        ("-n 1M --shard 1", &["--shard 1", "INDEX/COUNT"]),
        ("-n 1M --shard -1/3", &["--shard", "INDEX/COUNT"]),
    ]);
}
