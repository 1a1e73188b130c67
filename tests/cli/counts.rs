//! What is counted adds up, whatever is counted has an interval, and JSON is strict.

use crate::bad_files::sealed;
use crate::room::{HEADLINE, Room, metric, rows, total};
use gsim::games::clash::kernel::Kernel;
use gsim::playout::Experiment;
use num_rational::BigRational;
use num_traits::One;
use serde_json::{Map, Value};

const BLOCK: u64 = Kernel::BLOCK as u64;

/// Whatever is said of `n` playouts adds up to `n`.
fn adds_up(answer: &Value, n: u64) {
    assert_eq!(answer["playouts"], n);
    assert_eq!(total(rows(answer, "joint")), n, "joint of {n}");
    assert_eq!(total(rows(answer, "survivors")), n, "survivors of {n}");
    for side in ["attacker", "defender"] {
        let exactly = rows(answer, "losses").iter().filter(|row| {
            row["side"] == side && !row["lost"].as_str().expect("text").starts_with('>')
        });
        assert_eq!(total(exactly), n, "losses of the {side} of {n}");
    }
    let share = |name| metric(answer, name)["value"].as_f64().expect("a number");
    let hits = |name| (share(name) * n as f64).round() as u64;
    let three = ["p_attacker_ahead", "p_even", "p_defender_ahead"].map(hits);
    assert_eq!(three.iter().sum::<u64>(), n, "ahead, even, behind of {n}");
    for table in ["losses", "joint", "survivors"] {
        for row in rows(answer, table) {
            let (count, value) = (row["count"].as_u64(), row["value"].as_f64());
            let (count, value) = (count.expect("a count"), value.expect("a share"));
            assert_eq!(row["n"], n);
            // serde_json may miss the last bit of what it reads.
            let apart = (value - count as f64 / n as f64).abs();
            assert!(apart <= 1e-15, "{table}: {row}");
        }
    }
}

#[test]
fn no_playout_is_lost_or_added_at_the_edges_of_blocks() {
    let room = Room::new();
    for question in [HEADLINE, "clash-duel --attacker SS --defender lion"] {
        for n in [
            1,
            2,
            3,
            BLOCK - 1,
            BLOCK,
            BLOCK + 1,
            2 * BLOCK - 1,
            2 * BLOCK,
            99_999,
        ] {
            for threads in [1, 2] {
                adds_up(&room.json(&format!("{question} -n {n} -j {threads}")), n);
            }
        }
    }
}

/// The playouts of a short run are the first ones of a longer run.
#[test]
fn a_longer_run_only_adds() {
    let room = Room::new();
    let mut before: Vec<u64> = Vec::new();
    for n in [1, 2, 5, 6, 100, BLOCK - 1, BLOCK, BLOCK + 1, BLOCK + 2] {
        let answer = room.json(&format!("{HEADLINE} -n {n}"));
        let rows = rows(&answer, "survivors").iter();
        let now: Vec<u64> = rows
            .map(|r| r["count"].as_u64().expect("a count"))
            .collect();
        assert!(before.iter().zip(&now).all(|(a, b)| a <= b), "n = {n}");
        before = now;
    }
}

/// 2^34 playouts, told from a tally that is 2^20 times that of one block.
#[test]
fn totals_have_64_bits() {
    const TIMES: u64 = 1 << 20;
    let room = Room::new();
    let n = BLOCK * TIMES;
    room.gsim(&format!("{HEADLINE} -n {BLOCK} --tally small -q"))
        .good();
    let mut file: Value = serde_json::from_str(&room.read("small")).expect("JSON");
    let one: Vec<u64> = file["done"]["tally"]
        .as_array()
        .expect("counts")
        .iter()
        .map(|c| c.as_u64().expect("a count"))
        .collect();
    let scaled = |times: u64| Value::from_iter(one.iter().map(|c| c * times));
    file["header"]["playouts"] = n.into();
    let identity = file["header"]["identity"].to_string();
    let identity = identity
        .replace(&format!("-n {BLOCK}"), &format!("-n {n}"))
        .replace(&format!("\"{BLOCK}\""), &format!("\"{n}\""));
    file["header"]["identity"] = serde_json::from_str(&identity).expect("JSON");
    let snapshot = |power: u32| {
        let times = 1 << power;
        serde_json::json!({"playouts": BLOCK * times, "tally": scaled(times)})
    };
    file["done"] = serde_json::json!({
        "blocks": TIMES, "playouts": n, "complete": true, "tally": scaled(TIMES),
        "snapshots": (0..20).map(snapshot).collect::<Vec<_>>(),
    });
    room.write("large", sealed(&format!("{file}\n")));
    let answer = room.gsim("merge large --format json").good().json();
    adds_up(&answer, n);
    assert!(total(rows(&answer, "joint")) > u64::from(u32::MAX));
    let table = room.gsim("merge large").good().out;
    assert!(table.contains("17,179,869,184 playouts"), "{table}");
    // The same shares as the small run, in a narrower interval.
    let small = room.json(&format!("{HEADLINE} -n {BLOCK}"));
    for name in ["edge", "p_even"] {
        assert_eq!(
            metric(&small, name)["value"],
            metric(&answer, name)["value"]
        );
        let width = |a: &Value| {
            let row = metric(a, name);
            row["hi"].as_f64().expect("hi") - row["lo"].as_f64().expect("lo")
        };
        let ratio = width(&small) / width(&answer);
        assert!((ratio / 1024.0 - 1.0).abs() < 1e-3, "{name}: {ratio}");
    }
}

#[test]
fn intervals_have_a_width_at_0_and_at_1() {
    let room = Room::new();
    for n in [1, 2, 1_000, 1_000_000] {
        // Never out; never anything but even.
        for line in [
            format!("{HEADLINE} -n {n}"),
            format!("clash-duel --attacker @1 --defender @1 -n {n}"),
        ] {
            let answer = room.json(&line);
            let mut seen = [0; 2];
            let shares = |row: &&Value| {
                row["metric"].is_null()
                    || row["metric"].as_str().is_some_and(|m| m.starts_with("p_"))
            };
            for table in ["summary", "losses", "joint", "survivors"] {
                for row in rows(&answer, table).iter().filter(shares) {
                    let number = |key: &str| {
                        row[key]
                            .as_f64()
                            .unwrap_or_else(|| panic!("{key} of {row}"))
                    };
                    let (value, lo, hi) = (number("value"), number("lo"), number("hi"));
                    assert!(
                        0.0 <= lo && lo <= value && value <= hi && hi <= 1.0,
                        "{line}: {row}"
                    );
                    assert!(hi - lo > 0.1 / n as f64, "{line}: {row}");
                    seen[0] += usize::from(value == 0.0 && lo == 0.0 && hi > 0.0);
                    seen[1] += usize::from(value == 1.0 && hi == 1.0 && lo < 1.0);
                }
            }
            assert!(
                seen[0] > 0 && (seen[1] > 0 || line.contains("SSNT")),
                "{line}: {seen:?}"
            );
        }
    }
}

/// For people, no hits are an upper bound and not `0.000000 to 0.000000`.
#[test]
fn the_terminal_shows_a_bound_for_what_never_happened() {
    let out = Room::new().gsim(&format!("{HEADLINE} -n 10M")).good().out;
    let never: Vec<&str> = out
        .lines()
        .filter(|line| line.contains("p_attacker_out") || line.trim().starts_with("attacker  4 "))
        .collect();
    assert_eq!(never.len(), 2, "{out}");
    for line in never {
        assert!(line.contains("3.84e-7"), "no bound in: {line}");
    }
}

#[test]
fn the_three_outcomes_sum_to_one_exactly() {
    let room = Room::new();
    for line in [
        HEADLINE,
        "clash-duel --attacker SSSS --defender lion --challenger defender",
        "clash-duel --attacker bear --defender HHHH+1 --policy minimax",
        "clash-duel --attacker NNTT --defender SSNN --policy random --ruleset clash-review",
    ] {
        let answer = room.json(line);
        let exact = |name: &str| -> BigRational {
            let text = metric(&answer, name)["exact_fraction"]
                .as_str()
                .expect("a fraction");
            text.parse().expect("a fraction")
        };
        let sum = exact("p_attacker_ahead") + exact("p_even") + exact("p_defender_ahead");
        assert!(sum.is_one(), "{line}: {sum}");
        let joint = rows(&answer, "joint").iter().map(|row| {
            let text = row["exact_fraction"].as_str().expect("a fraction");
            text.parse::<BigRational>().expect("a fraction")
        });
        assert!(joint.sum::<BigRational>().is_one(), "{line}");
        let gap = exact("p_attacker_ahead") - exact("p_defender_ahead");
        assert_eq!(gap, exact("ahead_minus_behind"), "{line}");
    }
}

/// Every object below, by path, with its keys.
fn keys(value: &Value) -> Vec<String> {
    match value {
        Value::Object(map) => map.keys().cloned().collect(),
        other => panic!("no object: {other}"),
    }
}

const CONTRACT: [&str; 14] = [
    "schema",
    "gsim",
    "question",
    "command",
    "ruleset",
    "switches",
    "policies",
    "seed",
    "method",
    "playouts",
    "stopped_by",
    "complete",
    "guesses",
    "tables",
];

#[test]
fn json_is_strict_and_its_keys_are_in_order() {
    let room = Room::new();
    for flags in [
        "",
        "-n 1",
        "-n 2",
        "-n 100k",
        "-n 100k --policy minimax --confidence 0.999999",
    ] {
        for duel in [
            HEADLINE,
            "clash-duel --attacker @1 --defender @3+2",
            "clash-duel --attacker S --defender lion",
        ] {
            let line = format!("{duel} {flags} --format json");
            let answer = room.gsim(&line).good();
            // serde_json refuses NaN, Infinity, comments, trailing commas and double values.
            let value = answer.json();
            for word in ["NaN", "nan", "Infinity", "inf,", "inf}"] {
                assert!(!answer.out.contains(word), "{line}: {word}");
            }
            let found = keys(&value);
            assert_eq!(found[..14], CONTRACT, "{line}");
            assert_eq!(value["schema"], 1);
            assert_eq!(keys(&value["gsim"]), ["version", "git"]);
            assert_eq!(keys(&value["policies"]), ["attacker", "defender"]);
            let summary = [
                "metric",
                "value",
                "lo",
                "hi",
                "n",
                "exact",
                "exact_fraction",
                "z",
            ];
            for row in rows(&value, "summary") {
                assert_eq!(keys(row), summary, "{line}");
            }
            let sampled = flags.contains("-n");
            assert_eq!(value["method"], if sampled { "mc" } else { "exact" });
            assert_eq!(value["seed"].is_string(), sampled, "{line}");
        }
    }
}

/// The columns are those that `gsim schema` documents.
#[test]
fn tables_have_the_documented_columns() {
    let room = Room::new();
    let schema = room.gsim("schema clash-duel --format json").good().json();
    for line in [
        format!("{HEADLINE} -n 100k"),
        HEADLINE.into(),
        "clash-duel --attacker lion --defender S -n 9".into(),
    ] {
        let answer = room.json(&line);
        let tables: &Map<String, Value> = answer["tables"].as_object().expect("tables");
        for (name, table) in tables {
            let documented: Vec<&str> = schema["tables"][name]
                .as_array()
                .unwrap_or_else(|| panic!("{name} is not documented"))
                .iter()
                .map(|c| c["name"].as_str().expect("a name"))
                .collect();
            for row in table.as_array().expect("rows") {
                assert_eq!(keys(row), documented, "{line}: {name}");
            }
        }
    }
}

#[test]
fn large_seeds_survive_json() {
    let room = Room::new();
    let mut samples = Vec::new();
    for seed in [
        "18446744073709551615",
        "9007199254740993",
        "9007199254740992",
        "0",
    ] {
        let answer = room.json(&format!("{HEADLINE} -n 1000 --seed {seed}"));
        assert_eq!(answer["seed"], *seed);
        let command = answer["command"].as_str().expect("text");
        assert!(command.ends_with(&format!("--seed {seed}")), "{command}");
        samples.push(answer["tables"]["joint"].clone());
        room.gsim(&format!("{HEADLINE} -n 1000 --seed {seed} --tally t -q"))
            .good();
        let tally: Value = serde_json::from_str(&room.read("t")).expect("JSON");
        assert_eq!(tally["header"]["seed"], *seed);
    }
    assert!(samples[1] != samples[2], "2^53 and 2^53 + 1 are two seeds");
}

/// Every duel the same: no crash of a chart, no interval, no warning, no nonsense.
#[test]
fn constant_outcomes_make_plain_reports() {
    let room = Room::new();
    let kinds = if cfg!(feature = "report") {
        "html,svg,png,parquet,csv,md"
    } else {
        "csv,md"
    };
    for (number, duel) in [
        // Nobody has a sword.
        "clash-duel --attacker @1 --defender @1",
        "clash-duel --attacker TTH@3 --defender PP@2 -n 1",
        "clash-duel --attacker TTH@3 --defender PP@2+1 -n 100k",
    ]
    .iter()
    .enumerate()
    {
        let line = format!("{duel} --report {kinds} --out {number} -q");
        let out = room.gsim(&line).good().out;
        let mut texts = vec![("stdout".to_string(), out)];
        for name in room.names() {
            let text = [".html", ".svg", ".md", ".csv"]
                .iter()
                .any(|end| name.ends_with(end));
            if text && name.starts_with(&number.to_string()) {
                texts.push((name.clone(), room.read(&name)));
            }
            let bytes = std::fs::metadata(room.file(&name)).expect("a file").len();
            assert!(bytes > 0, "{name} is empty");
        }
        assert!(texts.len() > 5, "{texts:?}");
        for (name, text) in texts {
            for nonsense in ["NaN", "nan ", "inf ", "Infinity", "WARNING", "disagree"] {
                assert!(
                    !text.contains(nonsense),
                    "{line}: {nonsense} in {name}\n{text}"
                );
            }
        }
    }
}
