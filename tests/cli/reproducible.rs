//! The same question gives the same bytes: for any number of threads, in any number of shards, from a file or a
//! command line, and by the command that an answer ends with. Another seed gives another sample.

use crate::room::{HEADLINE, Room, rows};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

const FORMATS: [&str; 4] = ["table", "json", "csv", "md"];

#[test]
fn threads_do_not_show() {
    let room = Room::new();
    for question in [
        format!("{HEADLINE} -n 3000001"),
        format!("{HEADLINE} -n 16385 --seed 9 --format json"),
        "clash-duel --attacker SSNT+1 --defender lion --policy random -n 2M --format md".into(),
        // Stops at a block that no thread may move.
        format!("{HEADLINE} --target-error 0.2% --format json"),
    ] {
        let alone = room.gsim(&format!("{question} -j 1")).good().out;
        for threads in ["-j 2", "-j 7", "-j 64", ""] {
            let answer = room.gsim(&format!("{question} {threads}")).good();
            assert!(answer.out == alone, "{question} {threads} differs");
        }
    }
}

#[test]
fn threads_do_not_show_in_reports() {
    let room = Room::new();
    let kinds = if cfg!(feature = "report") {
        "html,svg,png,parquet,csv,md"
    } else {
        "csv,md"
    };
    for out in ["1", "7"] {
        room.gsim(&format!(
            "{HEADLINE} -n 1M -j {out} --report {kinds} --out {out} -q"
        ))
        .good();
    }
    let names: Vec<String> = room
        .names()
        .iter()
        .filter_map(|n| n.strip_prefix("1/").map(String::from))
        .collect();
    assert!(names.len() >= 7, "{names:?}");
    for name in names {
        let bytes = |folder: &str| fs::read(room.file(folder).join(&name)).expect("a report");
        assert!(bytes("1") == bytes("7"), "{name} differs");
    }
}

#[test]
fn every_seed_is_another_sample() {
    let room = Room::new();
    let counts = |seed: u64| {
        let answer = room.json(&format!("{HEADLINE} -n 50k --seed {seed}"));
        let counts = rows(&answer, "survivors")
            .iter()
            .map(|r| r["count"].clone());
        Value::from_iter(counts).to_string()
    };
    let seeds = (0..40).chain([1 << 32, 1 << 53, (1 << 53) + 1, u64::MAX - 1, u64::MAX]);
    let seeds: Vec<u64> = seeds.collect();
    let different: BTreeSet<String> = seeds.iter().map(|s| counts(*s)).collect();
    assert_eq!(different.len(), seeds.len(), "two seeds gave one sample");
    assert_eq!(counts(5), counts(5));
}

/// The blocks of a run are samples of their own as well: doubling the playouts does not double the counts.
#[test]
fn no_block_repeats_another() {
    let room = Room::new();
    let counts = |n: u64| -> Vec<u64> {
        let answer = room.json(&format!("{HEADLINE} -n {n}"));
        let rows = rows(&answer, "joint").iter();
        rows.map(|r| r["count"].as_u64().expect("a count"))
            .collect()
    };
    let mut before = vec![0; counts(1).len()];
    let mut blocks = BTreeSet::new();
    for block in 1..=40 {
        let now = counts(block * 16_384);
        let own: Vec<u64> = now.iter().zip(&before).map(|(b, a)| b - a).collect();
        assert_eq!(own.iter().sum::<u64>(), 16_384);
        blocks.insert(own);
        before = now;
    }
    assert_eq!(blocks.len(), 40);
}

#[test]
fn shards_merged_are_the_whole() {
    let room = Room::new();
    for (question, of) in [
        (format!("{HEADLINE} -n 300001"), 1),
        (format!("{HEADLINE} -n 300001"), 3),
        (format!("{HEADLINE} -n 300001"), 8),
        // More shards than blocks: some have nothing to do.
        ("clash-duel --attacker lion --defender ssnt -n 20k --seed 18446744073709551615 --policy sharp --set marker_carry=drop --confidence 99%".into(), 5),
    ] {
        let mut files = Vec::new();
        for index in (0..of).rev() {
            let file = format!("{index}-of-{of}");
            let line = format!("{question} --shard {index}/{of} --tally {file} -j {}", index + 1);
            assert_eq!(room.gsim(&line).good().out, format!("{file}\n"));
            files.push(file);
        }
        files.rotate_left(of / 2);
        let files = files.join(" ");
        for format in FORMATS {
            let whole = room.gsim(&format!("{question} --format {format}")).good();
            let merged = room.gsim(&format!("merge {files} --format {format}")).good();
            assert!(whole.out == merged.out, "{question}, {of} shards as {format}: differs");
        }
        room.gsim(&format!("merge {files} --report csv,md --out merged -q")).good();
        room.gsim(&format!("{question} --report csv,md --out whole -q")).good();
        for name in room.names().iter().filter_map(|n| n.strip_prefix("whole/")) {
            assert_eq!(room.read(&format!("whole/{name}")), room.read(&format!("merged/{name}")));
        }
    }
}

#[test]
fn a_shard_says_where_its_tally_went() {
    let room = Room::new();
    let answer = room.gsim(&format!("{HEADLINE} -n 20k --shard 1/2")).good();
    assert_eq!(answer.out, "reports/clash-duel.1-of-2.tally.json\n");
    assert_eq!(
        room.names(),
        ["reports", "reports/clash-duel.1-of-2.tally.json"]
    );
}

#[test]
fn gaps_only_when_allowed_and_then_said() {
    let room = Room::new();
    for index in [0, 2] {
        room.gsim(&format!(
            "{HEADLINE} -n 300k --shard {index}/3 --tally {index}"
        ))
        .good();
    }
    let answer = room.gsim("merge 0 2 --allow-gaps --format json").ends(0);
    assert_eq!(answer.err, "gsim: missing shards: 1/3\n");
    let answer = answer.json();
    assert_eq!(answer["complete"], false);
    let playouts = answer["playouts"].as_u64().expect("a count");
    assert!((150_000..250_000).contains(&playouts), "{playouts}");
    assert_eq!(crate::room::total(rows(&answer, "joint")), playouts);
}

/// A question file as the command line that it stands for.
fn as_command(text: &str) -> Vec<String> {
    let file: toml::Table = text.parse().expect("TOML");
    let mut words = vec![file["question"].as_str().expect("a name").to_string()];
    for (key, value) in &file {
        match (key.as_str(), value) {
            ("question" | "schema", _) => {}
            ("set", toml::Value::Table(set)) => {
                for (key, value) in set {
                    words.push("--set".into());
                    words.push(format!("{key}={}", value.as_str().expect("text")));
                }
            }
            (key, toml::Value::Boolean(true)) => words.push(format!("--{key}")),
            (key, toml::Value::String(text)) => words.extend([format!("--{key}"), text.clone()]),
            (key, other) => words.extend([format!("--{key}"), other.to_string()]),
        }
    }
    words
}

#[test]
fn a_file_is_its_command_line() {
    let room = Room::new();
    let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/questions");
    let mut asked = 0;
    for entry in fs::read_dir(scenarios).expect("the scenarios") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).expect("text");
        room.write("mine.toml", &text);
        let listed = room.gsim("list scenarios").good().out;
        assert!(
            listed.contains(&format!("  {name} ")),
            "{name} is not listed"
        );
        // Reading a file is the same code for every question; answers of whole games take too long to ask them nine times.
        if !name.starts_with("clash-duel") {
            continue;
        }
        for format in FORMATS {
            let command = as_command(&text);
            let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
            words.extend(["--format", format, "-q"]);
            let expected = room.gsim_words(&words).good().out;
            for asked in [
                format!("run {name} -- --format {format} -q"),
                format!("run mine.toml -- --format {format} -q"),
            ] {
                assert!(room.gsim(&asked).good().out == expected, "{asked} differs");
            }
        }
        let plain = room.gsim(&format!("run {name}")).good().out;
        assert!(plain == room.gsim(&format!("run {name} --format table")).good().out);
        asked += 1;
    }
    assert!(asked >= 4, "{asked} scenarios");
}

#[test]
fn a_file_can_hold_every_kind_of_flag_and_the_command_line_holds_over_it() {
    let room = Room::new();
    room.write(
        "all.toml",
        "question = \"clash-duel\"\nattacker = \"SSNT\"\ndefender = \"SSST\"\nattacker-marker = 1\n\
         playouts = \"20_000\"\nseed = 7\nconfidence = 0.9\nquiet = true\npolicy = \"sharp\"\nthreads = 1\n\
         [set]\nnet_order = \"simultaneous\"\nmarker_carry = \"drop\"\n",
    );
    let same = "clash-duel --attacker SSNT+1 --defender SSST --policy sharp \
                --set net_order=simultaneous --set marker_carry=drop --confidence 90%";
    let file = |more: &str| room.gsim(&format!("run all.toml {more}")).good().out;
    let line = |more: &str| room.gsim(&format!("{same} {more}")).good().out;
    assert_eq!(file(""), line("-n 20k --seed 7"));
    for more in [
        "-n 30k",
        "-n30k",
        "-n=30k",
        "--playouts 30k",
        "--playouts=30k",
    ] {
        assert_eq!(
            file(&format!("-- {more}")),
            line("-n 30k --seed 7"),
            "{more}"
        );
    }
    assert_eq!(file("-- --seed 8 -n 30k"), line("-n 30k --seed 8"));
    assert_eq!(
        file("-- --set marker_carry=keep"),
        line("-n 20k --seed 7 --set marker_carry=keep")
    );
    for more in ["-j 2", "-j2", "--threads 2", "-q", "--quiet"] {
        assert_eq!(
            file(&format!("-- {more}")),
            line("-n 20k --seed 7"),
            "{more}"
        );
    }
}

#[test]
fn the_command_at_the_end_gives_the_same_answer() {
    let room = Room::new();
    let data = "[[animal]]\nname = \"wolf\"\nhits = 2\nswords = 2\ntridents = 0\nspears = 1\nshields = 0\n";
    room.write("my wolf's.toml", data);
    let duel = |words: &[&str]| {
        let all = [&["clash-duel", "--attacker"], words].concat();
        room.gsim_words(&all).good().out
    };
    for words in [
        &["ssnt", "--defender", "2sword,trident,sword"][..],
        &["TSNS", "--defender", "SSST", "-n", "1e5", "--seed", "0xff"],
        &[
            "TSNS",
            "--defender",
            "SSST",
            "-n",
            "16_385",
            "--seed",
            "18446744073709551615",
        ],
        &[
            "SSNT",
            "--defender",
            "Lion",
            "--defender-marker",
            "1",
            "--policy",
            "minimax,random",
        ],
        &[
            "STTH@2+1",
            "--defender",
            "SSHH",
            "--challenger",
            "defender",
            "--method",
            "mc",
        ],
        &[
            "SSNT",
            "--defender",
            "SSST",
            "--ruleset",
            "clash-review",
            "--set",
            "net_die=single",
        ],
        &[
            "SSNT",
            "--defender",
            "SSST",
            "--ruleset",
            "clash-review",
            "--set",
            "net_die=none",
        ],
        &[
            "SSNT",
            "--defender",
            "SSST",
            "--policy",
            "best_response:simple,value",
            "--marker-weight",
            "0.25",
        ],
        &[
            "SSNT",
            "--defender",
            "SSST",
            "--attacker-policy",
            "sharp",
            "--policy-reroll",
            "never,always",
        ],
        &[
            "SSNT",
            "--defender",
            "SSST",
            "--policy-losses",
            "by_kind:HPTNS",
            "--policy-net-targets",
            "random",
        ],
        &[
            "SSNT",
            "--defender",
            "SSST",
            "--target-error",
            "1%",
            "--confidence",
            "99.9%",
        ],
        &[
            "SSNT",
            "--defender",
            "SSST",
            "--target-error",
            "0.001",
            "-n",
            "20k",
            "--confidence",
            "0.9",
            "-q",
        ],
        &[
            "SSNT",
            "--defender",
            "wolf",
            "--data",
            "my wolf's.toml",
            "-n",
            "1000",
        ],
        &["SSNT", "--defender", "@1", "--set", "animal_markers=heal"],
    ] {
        // A missed target ends with 4; what it printed counts here.
        let all = [&["clash-duel", "--attacker"], words].concat();
        let first = room.gsim_words(&all).out;
        let command = first.lines().last().expect("a last line").trim();
        assert!(
            command.starts_with("gsim clash-duel "),
            "{words:?}: {first}"
        );
        let again = room.shell(command);
        assert!(again.out == first, "{command}\n{first}\n---\n{}", again.err);
        let json = room.shell(&format!("{command} --format json")).json();
        assert_eq!(json["command"], command, "{words:?}");
    }
    assert!(duel(&["S", "--defender", "S"]).contains("25/144"));
}
