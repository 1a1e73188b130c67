//! `gsim clash-matrix` and `gsim clash-fight` from outside: the contract of their tables, sampled beside exact, shards, bad input.

use crate::room::{Room, metric, rows};
use serde_json::{Value, json};

fn number(row: &Value, key: &str) -> f64 {
    row[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} of {row}"))
}

#[test]
fn seventy_teams_every_ordered_pair() {
    let answer = Room::new().json("clash-matrix --brief");
    let pairs = rows(&answer, "matrix");
    assert_eq!(pairs.len(), 4900);
    assert_eq!(
        (&pairs[0]["row"], &pairs[1]["col"]),
        (&"SSSS".into(), &"SSSN".into())
    );
    assert!(
        pairs
            .iter()
            .all(|r| r["lo"].is_null() && r["hi"].is_null() && r["n"].is_null())
    );
    // The largest first strike of the specification, case d08.
    assert!((number(&pairs[0], "value") - 3_137_189.0 / 6_718_464.0).abs() < 1e-12);
    let value = |name: &str| number(metric(&answer, name), "value");
    assert_eq!(value("strictly_dominated"), 25.0);
    assert_eq!(value("order_free_entries"), 4347.0);
    assert!(value("nash_exploitability") <= 1e-9);
    let best = &rows(&answer, "ranking")[0];
    assert_eq!(best["team"], "SSSS");
    assert!((number(best, "mean") - 0.424_637).abs() < 5e-7);
}

#[test]
fn sampled_pairs_have_intervals_that_hold() {
    let room = Room::new();
    for flags in [
        "",
        "--model fight --policy value --measure p_win",
        "--measure p_win",
    ] {
        let line = format!("clash-matrix --teams SSNT,SSST,SNNN,PPHH --brief {flags} -n 320k");
        let answer = room.json(&line);
        let pairs = rows(&answer, "matrix");
        assert_eq!(pairs.len(), 16);
        for row in pairs {
            assert_eq!(row["n"], 20_000, "{row}");
            let (lo, hi) = (number(row, "lo"), number(row, "hi"));
            // Three interval widths are nearly six standard errors.
            let (middle, half) = ((lo + hi) / 2.0, (hi - lo) / 2.0);
            assert!(
                half > 0.0 && (number(row, "exact") - middle).abs() < 3.0 * half,
                "{row}"
            );
        }
        assert_eq!(answer["playouts"], 320_000);
    }
}

#[test]
fn animals_are_ranked_and_asked_again_over_their_ranges() {
    let answer = Room::new().json("clash-matrix --defender lion,bear+1");
    // The lion fresh and marked, the bear marked as given.
    let targets = rows(&answer, "targets");
    assert_eq!(targets.len(), 3 * 70);
    let lion: Vec<_> = targets.iter().filter(|r| r["target"] == "lion").collect();
    let ssnt = lion.iter().find(|r| r["team"] == "SSNT").unwrap();
    // Case d03: defeat 11/24, own losses 13/96 and more, edge 25/32.
    assert!((number(ssnt, "p_defeat") - 11.0 / 24.0).abs() < 1e-12);
    assert!((number(ssnt, "edge") - 25.0 / 32.0).abs() < 1e-12);
    let ranges = rows(&answer, "ranges");
    assert!(ranges.iter().all(|r| r["target"] == "bear+1") && ranges.len() > 5);
    assert!(
        answer["guesses"].to_string().contains("bear"),
        "{}",
        answer["guesses"]
    );
    assert!(rows(&answer, "matrix").iter().any(|r| r["col"] == "lion+1"));
    assert_eq!(rows(&answer, "animals").len(), 9);
}

#[test]
fn pools_weigh_the_opponents() {
    let room = Room::new();
    let mean = |flags: &str| {
        let answer = room.json(&format!("clash-matrix --brief {flags}"));
        let ranking = rows(&answer, "ranking");
        number(
            ranking.iter().find(|r| r["team"] == "SSSS").unwrap(),
            "mean",
        )
    };
    // Out of the box come more swords than out of all teams alike, and draws of swords-first drafts are stronger still.
    let (all, from_box, drafted) = (mean(""), mean("--pool box"), mean("--pool draft:2:greedy"));
    assert!(
        all > from_box && from_box > drafted,
        "{all} {from_box} {drafted}"
    );
}

#[test]
fn shards_of_a_matrix_merge_to_the_whole() {
    let room = Room::new();
    let line = "clash-matrix --teams SSNT,SSST,SNNN --brief -n 100k";
    let whole = room.gsim(&format!("{line} --format json")).good().out;
    assert_eq!(
        room.gsim(&format!("{line} --format json -j 1")).good().out,
        whole
    );
    for k in 0..2 {
        room.gsim(&format!("{line} --shard {k}/2 --tally {k}.json"))
            .ends(0);
    }
    assert_eq!(
        room.gsim("merge 0.json 1.json --format json").good().out,
        whole
    );
}

#[test]
fn a_fight_is_solved_and_sampled() {
    let room = Room::new();
    let answer = room.json("clash-fight --attacker H --defender H -n 100k");
    let first = rows(&answer, "summary")
        .iter()
        .find(|r| r["metric"] == "p_attacker_wins" && r["first"] == "attacker")
        .unwrap()
        .clone();
    // Case d65: 31/61.
    assert!((number(&first, "exact") - 31.0 / 61.0).abs() < 1e-12);
    let half = (number(&first, "hi") - number(&first, "lo")) / 2.0;
    assert!((number(&first, "value") - 31.0 / 61.0).abs() < 3.0 * half);
    let counted: u64 = rows(&answer, "lengths")
        .iter()
        .map(|r| r["count"].as_u64().unwrap())
        .sum();
    assert_eq!(counted, 100_000);
    let line = "clash-fight --attacker SSNT --defender SSST --policy simple,value --challenger defender -n 50k";
    let whole = room.gsim(&format!("{line} --format json")).good().out;
    for k in 0..2 {
        room.gsim(&format!("{line} --shard {k}/2 --tally {k}.json"))
            .ends(0);
    }
    assert_eq!(
        room.gsim("merge 0.json 1.json --format json").good().out,
        whole
    );
}

#[test]
fn a_fight_is_compared_order_by_order() {
    let room = Room::new();
    let fight = "compare clash-fight --attacker SSNT --defender SSST";
    let answer = room.json(&format!("{fight} --ruleset clash,clash-review"));
    let said = rows(&answer, "conclusions");
    let flips = said.iter().find(|r| r["changes"] == "yes").unwrap();
    assert_eq!(
        (&flips["base"], &flips["there"]),
        (&json!("attacker"), &json!("defender"))
    );
    let own = room.json("clash-fight --attacker SSNT --defender SSST");
    let figures = rows(&answer, "figures");
    for (order, name) in [
        ("attacker", "attacker first"),
        ("defender", "defender first"),
        ("both", "both orders"),
    ] {
        let wanted = rows(&own, "summary")
            .iter()
            .find(|r| r["metric"] == "edge" && r["first"] == order);
        let found = figures
            .iter()
            .find(|r| r["metric"] == format!("edge, {name}"));
        assert_eq!(found.unwrap()["base"], wanted.unwrap()["exact"]);
    }
    let sampled = room.json("clash-fight --attacker SSNT --defender SSST -n 10k");
    for row in rows(&sampled, "summary") {
        assert_eq!(row["value"].is_null(), row["first"] != "attacker");
        assert_eq!(row["z"].is_null(), row["first"] != "attacker");
    }
}

#[test]
fn an_alternative_replaces_lists_and_must_differ() {
    let room = Room::new();
    let base = "compare clash-matrix --teams SSNT,SSST --brief --format json --against";
    let words: Vec<&str> = base.split(' ').chain(["--teams SNNN,SSSS,HHHH"]).collect();
    let answer = room.gsim_words(&words).good().json();
    let teams = rows(&answer, "figures")
        .iter()
        .find(|r| r["metric"] == "teams")
        .unwrap();
    assert_eq!((number(teams, "base"), number(teams, "value")), (2.0, 3.0));
    for (flags, says) in [
        ("", "at least one flag"),
        ("--policy simple", "the question itself"),
        ("-n 5k", "holds for all alternatives"),
    ] {
        let words: Vec<&str> = base.split(' ').chain([flags]).collect();
        room.gsim_words(&words).refused_with(&["--against", says]);
    }
    room.gsim("compare clash-matrix --brief --ruleset clash,clash")
        .refused_with(&["--ruleset clash", "the question itself"]);
}

#[test]
fn rulesets_side_by_side() {
    let room = Room::new();
    let answer = room.json("compare clash-matrix --brief --ruleset clash,clash-review");
    let said = rows(&answer, "conclusions");
    assert!(said.iter().all(|r| r["alternative"] == "clash-review") && said.len() >= 4);
    assert!(
        rows(&answer, "figures")
            .iter()
            .any(|r| r["differs"] == "yes")
    );
    let duel = "compare clash-duel --attacker SSNT --defender SSST --format json";
    let listed = room
        .gsim(&format!("{duel} --ruleset clash,clash-review"))
        .good();
    let against = room.gsim_words(&[
        "compare",
        "clash-duel",
        "--attacker",
        "SSNT",
        "--defender",
        "SSST",
        "--format",
        "json",
        "--ruleset",
        "clash",
        "--against",
        "--ruleset clash-review",
    ]);
    assert_eq!(listed.out, against.good().out);
}

#[test]
fn bad_input() {
    let room = Room::new();
    for (line, words) in [
        ("clash-matrix --sizes 5", &["--sizes", "1 to 4", "1..4"][..]),
        ("clash-matrix --sizes 4,4", &["--sizes"]),
        ("clash-matrix --sizes 0..4", &["--sizes"]),
        (
            "clash-matrix --sizes 4 --teams SSNT",
            &["--sizes", "--teams"],
        ),
        ("clash-matrix --teams SSNX", &["--teams", "letter X"]),
        ("clash-matrix --teams SSNT,TSNS", &["--teams", "twice"]),
        ("clash-matrix --teams lion", &["--teams"]),
        ("clash-matrix --teams STTH@2", &["--teams", "--defender"]),
        (
            "clash-matrix --defender lyon",
            &["--defender", "did you mean `lion`"],
        ),
        (
            "clash-matrix --defender lion,lion",
            &["--defender", "twice"],
        ),
        (
            "clash-matrix --defender lion --model fight",
            &["--defender", "fight"],
        ),
        (
            "clash-matrix --model dual",
            &["--model", "did you mean `duel`"],
        ),
        (
            "clash-matrix --measure edges",
            &["--measure", "did you mean `edge`"],
        ),
        (
            "clash-matrix --policy smple",
            &["--policy", "did you mean `simple`"],
        ),
        ("clash-matrix --pool draft", &["--pool", "draft:4"]),
        ("clash-matrix --pool draft:9", &["--pool"]),
        (
            "clash-matrix --pool draft:3:gredy",
            &["--pool", "did you mean `greedy`"],
        ),
        (
            "clash-matrix --pool boxes",
            &["--pool", "did you mean `box`"],
        ),
        (
            "clash-matrix --marker-weight 2",
            &["--marker-weight", "-1 to 1"],
        ),
        (
            "clash-matrix --model fight --policy minimax -n 1k",
            &["--policy", "exact"],
        ),
        (
            "clash-fight --attacker lion --defender SSST",
            &["--attacker", "clash-duel"],
        ),
        (
            "clash-fight --attacker SSNT --defender SSSTT",
            &["--defender", "1 to 4"],
        ),
        (
            "clash-fight --attacker SSNT --defender SSST --marker-weight 0.5",
            &["--marker-weight"],
        ),
        ("clash-matrix --teams SSNT", &["--teams SSNT", "two teams"]),
        (
            "clash-matrix --teams SSNT,SSST --model fight --marker-weight 0.2",
            &["--marker-weight", "single duels"],
        ),
        (
            "clash-matrix --defender lion --measure p_win",
            &["--measure p_win", "expected points"],
        ),
        (
            "clash-matrix --teams SSNT,SSST,SNNN -n 9",
            &["--playouts", "9 ordered pairs", "18"],
        ),
        (
            "compare clash-matrix",
            &["--against", "--ruleset clash,clash-review"],
        ),
        (
            "compare clash-matrix --ruleset clash,clash-revue",
            &["--ruleset", "did you mean `clash-review`"],
        ),
    ] {
        room.gsim(line).refused_with(words);
        assert_eq!(room.names(), [""; 0], "gsim {line}");
    }
}
