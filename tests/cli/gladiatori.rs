//! Gladiatori from outside: single games said so, the same bytes however a run is cut, bad input in one line.

use crate::room::Room;
use serde_json::Value;

const DUEL: &str = "gladiatori-duel --a secutor --b thraex";

fn row<'a>(answer: &'a Value, table: &str, key: &str, value: &str) -> &'a Value {
    let rows = answer["tables"][table].as_array().expect("a table");
    rows.iter()
        .find(|r| r[key] == value)
        .unwrap_or_else(|| panic!("no {key} {value} in {table}: {answer:#}"))
}

#[test]
fn a_single_game_is_said_so() {
    let room = Room::new();
    let answer = room.json("gladiatori-duel --a secutor --b secutor --policy poke --a-without all");
    assert_eq!(answer["method"], "exact");
    for row in answer["tables"]["summary"].as_array().expect("rows") {
        assert_eq!(row["spread"], "constant", "{row}");
        assert!(row["lo"].is_null() && row["hi"].is_null(), "{row}");
        assert_eq!(row["value"], row["exact"], "{row}");
    }
    let text = room
        .gsim("gladiatori-duel --a secutor --b secutor --policy poke")
        .good()
        .out;
    assert!(text.contains("Deterministic"), "{text}");
    // More games are the same game: none are played.
    let more = room.gsim("gladiatori-duel --a secutor --b secutor --policy poke -n 1M");
    assert!(more.good().out.contains("single game"));
}

#[test]
fn mixing_policies_have_intervals_and_points_add_up() {
    let answer = Room::new().json(&format!("{DUEL} -n 4096"));
    assert_eq!(
        (&answer["method"], &answer["playouts"]),
        (&"mc".into(), &4096.into())
    );
    for row in answer["tables"]["summary"].as_array().expect("rows") {
        if row["spread"] == "varies" {
            let of = |k: &str| row[k].as_f64().expect("a number");
            assert!(
                of("lo") < of("hi") && of("lo") <= of("value") && of("value") <= of("hi"),
                "{row}"
            );
        }
    }
    for seat in ["secutor", "thraex"] {
        let sum = |table: &str| -> f64 {
            let rows = answer["tables"][table].as_array().expect("rows");
            let own = rows
                .iter()
                .filter(|r| r["seat"] == seat && r.get("metric").is_none_or(|m| m == "vp"));
            own.map(|r| r["value"].as_f64().expect("a mean")).sum()
        };
        assert!(
            (10.0 + sum("points") - sum("summary")).abs() < 1e-9,
            "{seat}"
        );
    }
}

#[test]
fn threads_shards_and_merge_give_the_same_bytes() {
    let room = Room::new();
    let whole = room.gsim(&format!("{DUEL} -n 5k --format json")).good().out;
    assert_eq!(
        whole,
        room.gsim(&format!("{DUEL} -n 5k -j 3 --format json"))
            .good()
            .out
    );
    for shard in 0..2 {
        room.gsim(&format!(
            "{DUEL} -n 5k --shard {shard}/2 --tally {shard}.json"
        ))
        .ends(0);
    }
    let merged = room.gsim("merge 1.json 0.json --format json").good().out;
    assert_eq!(whole, merged);
    let arena = "gladiatori-arena --players 2 --beasts dog@1 --policies uniform_mix -n 300";
    let whole = room.gsim(&format!("{arena} --format json")).good().out;
    for shard in 0..3 {
        room.gsim(&format!("{arena} --shard {shard}/3 --tally a{shard}.json"))
            .ends(0);
    }
    assert_eq!(
        whole,
        room.gsim("merge a0.json a1.json a2.json --format json")
            .good()
            .out
    );
}

#[test]
fn the_command_in_an_answer_gives_the_answer() {
    let room = Room::new();
    for line in [
        "gladiatori-duel --a secutor --b thraex --policy uniform_mix --first b --set hp.action=3 --set vp_tie=earlier_on_top -n 600",
        "gladiatori-arena --players 3 --teams 2v1 --policies uniform_mix --goals side;front;front -n 64",
        "gladiatori-exchange --attacker thraex --defender hoplomacus --arrival behind --gap 0.1",
        "gladiatori-matrix --gladiators secutor;thraex --policy uniform_mix -n 64",
        "gladiatori-campaign --a secutor --b thraex --games 3 --policy uniform_mix -n 64",
    ] {
        let words: Vec<&str> = line.split(' ').chain(["--format", "json", "-q"]).collect();
        let first = room.gsim_words(&words).ends(0);
        let command = first.json()["command"]
            .as_str()
            .expect("a command")
            .to_string();
        let again = room.shell(&format!("{command} --format json -q")).ends(0);
        assert_eq!(first.out, again.out, "{command}");
    }
}

#[test]
fn an_exchange_is_solved_to_the_gap_that_is_asked_for() {
    let room = Room::new();
    let line = "gladiatori-exchange --attacker thraex --defender hoplomacus --card-price 0 --point-price 0";
    let fresh = room.json(line);
    let value = row(&fresh, "summary", "metric", "value");
    assert!(value["gap"].as_f64().expect("a gap") <= 0.01);
    // Spec 11.1: a fresh defender stops one frontal attack; without his Dodge he is hit for 7.
    assert!(
        value["value"].as_f64().expect("a value").abs() <= 0.01,
        "{value}"
    );
    let bare = room.json(&format!(
        "{line} --defender-actions strength,dexterity,berserk"
    ));
    let value = row(&bare, "summary", "metric", "value")["value"]
        .as_f64()
        .expect("a value");
    assert!((value - 7.0).abs() <= 0.01, "{value}");
}

#[test]
fn playouts_of_an_exchange_agree_with_its_enumeration() {
    let answer = Room::new()
        .json("gladiatori-exchange --attacker secutor --defender thraex --gap 0.1 -n 20k");
    for metric in ["attack", "hit", "damage"] {
        let row = row(&answer, "policies", "metric", metric);
        let of = |k: &str| row[k].as_f64().expect("a number");
        if row["spread"] == "varies" {
            let width = of("hi") - of("lo");
            assert!((of("value") - of("exact")).abs() <= 1.5 * width, "{row}");
        } else {
            assert_eq!(of("value"), of("exact"), "{row}");
        }
    }
}

#[test]
fn builds_are_counted_exactly() {
    let room = Room::new();
    let answer = room.json("gladiatori-builds --method exact");
    let count = |what: &str| row(&answer, "counts", "what", what)["count"].clone();
    assert_eq!(count("legal builds"), 76_618_373_080u64);
    assert_eq!(
        count("legal builds that spend every coin"),
        9_460_407_572u64
    );
    assert_eq!(count("choices of stats and Energy alone"), 976_609);
    assert_eq!(count("vectors of stats that can be paid"), 16_527);
    let text = room
        .gsim_words(&[
            "gladiatori-builds",
            "--check",
            "7,5,5,5,5 e1=6 e0=1 feint moves=6,7 powers=2,3",
        ])
        .good()
        .out;
    assert!(text.contains("55 of 55 coins, 0 left"), "{text}");
}

#[test]
fn traces_tell_a_game() {
    let room = Room::new();
    let duel = room.gsim(&format!("trace {DUEL} --playout 7")).good().out;
    assert!(
        duel.contains("Turn 1") && duel.contains("Attack Value"),
        "{duel}"
    );
    let arena = room
        .gsim("trace gladiatori-arena --players 2 --beasts dog@1 --playout 3")
        .good()
        .out;
    assert!(arena.contains("1↘") && arena.contains("| "), "{arena}");
    let explained = room
        .gsim("explain gladiatori-exchange --attacker secutor --defender thraex")
        .good()
        .out;
    assert!(explained.contains("[K. Damage]"), "{explained}");
}

#[test]
fn verify_passes() {
    let out = Room::new().gsim("verify --game gladiatori").good().out;
    let (checks, last): (Vec<&str>, Vec<&str>) = out.lines().partition(|l| l.starts_with("ok    "));
    // Two files of cases: the specification's, and moves and powers.
    assert!(checks.len() >= 7 && last.len() == 2, "{out}");
    for line in last {
        assert!(
            line.contains(" golden cases:") && line.contains(" 0 failed, 0 skipped"),
            "{out}"
        );
    }
}

/// Training, then items by auction, then the arena; the same bytes however the run is cut.
#[test]
fn items_are_dealt_before_the_games() {
    let room = Room::new();
    let line = "gladiatori-arena --gladiators 7,5,5,5,5;thraex;mirmillo --items auction --policies uniform_mix -n 512";
    let whole = room.gsim(&format!("{line} -j 1")).good().out;
    assert!(whole.contains("Items as they were dealt"), "{whole}");
    assert_eq!(whole, room.gsim(&format!("{line} -j 2")).good().out);
    for i in 0..2 {
        room.gsim(&format!("{line} --shard {i}/2 --tally {i}.json"))
            .good();
    }
    assert_eq!(whole, room.gsim("merge 0.json 1.json").good().out);
    let answer = room.json(line);
    let rows = answer["tables"]["items"].as_array().expect("rows");
    assert_eq!(rows.len(), 18);
    let owned: f64 = rows
        .iter()
        .map(|r| r["owned"].as_f64().expect("a share"))
        .sum();
    assert!(owned > 2.0 && owned <= 6.0, "{owned}");
    let told = room
        .gsim("trace gladiatori-arena --players 2 --items selection --policies poke")
        .good()
        .out;
    assert!(
        told.contains("1 secutor takes ") && told.contains("1 secutor acts"),
        "{told}"
    );
}
