//! How to Battle from outside: anchors of the spec on stdout, sampled beside exact, threads and shards, own tables, bad
//! input.

use crate::room::{Room, metric, rows};
use serde_json::Value;

const ROOKIE: &str = "short_sword:4 A4 R1 S2 P3 H28";

pub fn duel<'a>(a: &'a str, b: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut words = vec!["battle-duel", "--a", a, "--b", b, "--format", "json"];
    words.extend(more);
    words
}

fn value(answer: &Value, name: &str) -> f64 {
    metric(answer, name)["value"].as_f64().expect("a value")
}

pub fn close(got: f64, expected: f64) {
    assert!((got - expected).abs() < 5e-5, "{got} is not {expected}");
}

#[test]
fn the_duel_prints_the_anchors_of_the_spec() {
    let room = Room::new();
    let mirror = room
        .gsim_words(&duel("rookie", "rookie", &[]))
        .good()
        .json();
    assert_eq!(mirror["method"], "exact");
    close(value(&mirror, "win_a"), 0.5);
    close(value(&mirror, "dead_a"), 0.0193);
    assert!((rows(&mirror, "means")[0]["value"].as_f64().unwrap() - 35.27).abs() < 5e-3);
    let first = rows(&mirror, "first_turn");
    let own = first
        .iter()
        .find(|r| r["first"] == "a" && r["metric"] == "win_a")
        .unwrap();
    close(own["value"].as_f64().unwrap(), 0.5182);
    let berserk = room
        .gsim_words(&duel("veteran", "veteran", &["--style", "berserk,normal"]))
        .good()
        .json();
    let strip: Vec<f64> = rows(&berserk, "strip")
        .iter()
        .map(|r| r["value"].as_f64().unwrap())
        .collect();
    for (got, expected) in strip.iter().zip([0.5025, 0.4623, 0.4879]) {
        close(*got, expected);
    }
    assert_eq!(rows(&berserk, "strip")[0]["holds"], "no");
}

#[test]
fn luck_styles_and_surrender_follow_the_anchors() {
    let room = Room::new();
    let win = |a: &str, more: &[&str]| {
        value(
            &room.gsim_words(&duel(a, ROOKIE, more)).good().json(),
            "win_a",
        )
    };
    let lucky = format!("{ROOKIE} L1");
    close(win(&lucky, &["--luck", "attack,none"]), 0.5281);
    close(
        win(
            &lucky,
            &["--luck", "{attack=max, attack_when=exposed},none"],
        ),
        0.5327,
    );
    close(win("rookie", &["--style", "optimal,normal"]), 0.5341);
    close(win("rookie", &["--surrender", "at:-5,never"]), 0.4948);
    close(win("rookie", &["--style", "optimal"]), 0.5);
}

#[test]
fn sampled_lies_beside_exact_and_does_not_depend_on_threads_or_shards() {
    let room = Room::new();
    let words = |more: &[&'static str]| {
        let mut words = duel("rookie", "bruiser", &["-n", "60k", "--seed", "7"]);
        words.extend(more);
        words
    };
    let one = room.gsim_words(&words(&["-j", "1", "-q"])).good();
    let two = room.gsim_words(&words(&["-j", "2", "-q"])).good();
    assert_eq!(one.out, two.out);
    let answer = one.json();
    let win = metric(&answer, "win_a");
    assert!(win["z"].as_f64().unwrap().abs() < 5.0, "{win}");
    assert_eq!(win["n"], 60_000);
    for (i, name) in ["0/2", "1/2"].iter().enumerate() {
        let tally = ["t0.json", "t1.json"][i];
        let mut shard = vec!["battle-duel", "--a", "rookie", "--b", "bruiser"];
        shard.extend([
            "-n", "60k", "--seed", "7", "-q", "--shard", name, "--tally", tally,
        ]);
        room.gsim_words(&shard).ends(0);
    }
    let merged = room
        .gsim_words(&["merge", "t0.json", "t1.json", "--format", "json"])
        .good();
    assert_eq!(merged.out, one.out);
}

#[test]
fn an_answer_is_given_again_by_its_command() {
    let room = Room::new();
    let first = room
        .gsim_words(&duel(
            "lucky_rookie",
            "wall",
            &["--surrender", "at:-7", "--set", "tables=r2"],
        ))
        .good();
    let command = first.json()["command"].as_str().unwrap().to_string();
    let again = room.shell(&format!("{command} --format json")).good();
    assert_eq!(again.out, first.out);
}

#[test]
fn throws_are_sampled_where_the_state_is_too_large() {
    let room = Room::new();
    let dagger = "dagger:4x15 A4 R1 P3 H40 throw=always L5 luck=all";
    let answer = room
        .gsim_words(&duel(dagger, "rookie", &["-n", "4k", "-q"]))
        .good()
        .json();
    assert_eq!(answer["method"], "mc");
    assert_eq!(metric(&answer, "win_a")["exact"], Value::Null);
    assert_eq!(rows(&answer, "strip").len(), 3);
    assert!(rows(&answer, "strip").iter().all(|r| r["n"] == 4_000));
}

#[test]
fn odds_are_those_of_the_spec() {
    let room = Room::new();
    let one = room.json("battle-odds --class B --attack-dice 4 --defence-dice 3");
    let row = &rows(&one, "odds")[0];
    assert!((row["mean_damage"].as_f64().unwrap() - 2.017).abs() < 5e-4);
    let grid = room.json("battle-odds --attack-dice 4..8 --defence-dice 3");
    let of = |class: &str, dice: u64| {
        let found = rows(&grid, "odds")
            .iter()
            .find(|r| r["attacker"] == class && r["attack_dice"] == dice);
        found.unwrap()["mean_damage"].as_f64().unwrap()
    };
    for (class, expected) in [
        ("class A", 2.896),
        ("class B", 3.520),
        ("class C", 3.755),
        ("class D", 3.425),
    ] {
        assert!((of(class, 8) - expected).abs() < 5e-4, "{class}");
    }
    let blocks = room.json("battle-odds --class A --attack-dice 1 --defence-dice 3..4");
    let block = |dice: u64, needed: u64| {
        let found = rows(&blocks, "blocks")
            .iter()
            .find(|r| r["defence_dice"] == dice && r["sixes_needed"] == needed);
        found.unwrap()["probability"].as_f64().unwrap()
    };
    assert!((block(3, 1) - 91.0 / 216.0).abs() < 1e-12);
    assert!((block(3, 2) - 19.0 / 144.0).abs() < 1e-12);
    assert!((block(4, 4) - 617.0 / 34_992.0).abs() < 1e-12);
}

#[test]
fn what_a_rank_is_worth() {
    let answer = Room::new().json("battle-marginal --build rookie");
    let of = |what: &str| {
        let found = rows(&answer, "marginal").iter().find(|r| r["more"] == what);
        found.unwrap()["win"].as_f64().unwrap()
    };
    for (what, expected) in [
        ("armor", 0.6133),
        ("shield", 0.5677),
        ("parry", 0.5460),
        ("focus", 0.5561),
        ("health", 0.5190),
        ("initiative", 0.5123),
        ("attack and short_sword", 0.6984),
        ("attack", 0.5),
    ] {
        close(of(what), expected);
    }
}

#[test]
fn policies_are_swept() {
    let room = Room::new();
    let styles = room.json(
        "battle-policy --vary style --gladiator rookie --values normal,berserk,defensive,optimal",
    );
    let win = |answer: &Value, value: &str| {
        let found = rows(answer, "trials").iter().find(|r| r["choice"] == value);
        found.unwrap()["exact"].as_f64().unwrap()
    };
    for (style, expected) in [
        ("berserk", 0.4559),
        ("defensive", 0.4496),
        ("optimal", 0.5341),
    ] {
        close(win(&styles, style), expected);
    }
    let surrender =
        room.json("battle-policy --vary surrender --gladiator rookie --values never,at:-7,at:-1");
    close(win(&surrender, "at:-7"), 0.4978);
    let dead = rows(&surrender, "trials")[2]["own_death"].as_f64().unwrap();
    close(dead, 0.0011);
    let luck =
        room.json("battle-policy --vary luck --gladiator rookie --values defence --dice 0..1");
    close(rows(&luck, "trials")[1]["exact"].as_f64().unwrap(), 0.5136);
}

#[test]
fn the_matrix_has_its_anchor_and_is_fair() {
    let answer = Room::new().json("battle-matrix --build rookie40 --build bruiser");
    let strip = |row: &str, column: &str| {
        let pairs = rows(&answer, "pairs");
        let found = pairs
            .iter()
            .find(|r| r["row"] == row && r["column"] == column);
        let found = found.unwrap();
        [&found["least"], &found["most"]].map(|v| v.as_f64().unwrap())
    };
    let [least, most] = strip("bruiser", "rookie40");
    assert!(
        (least - 0.712).abs() < 5e-4 && (most - 0.756).abs() < 5e-4,
        "{least} {most}"
    );
    let [back, forth] = strip("rookie40", "bruiser");
    assert!((back + most - 1.0).abs() < 1e-12 && (forth + least - 1.0).abs() < 1e-12);
}

#[test]
fn a_small_search_finds_what_trying_out_finds() {
    let room = Room::new();
    let answer = room.json("battle-build --points 12 --weapons short_sword --skills attack,weapon,armor --against rookie -q");
    let leaders = rows(&answer, "leaders");
    let best = leaders[0]["exact"].as_f64().unwrap();
    assert!(
        leaders
            .iter()
            .all(|r| r["exact"].as_f64().unwrap() <= best + 1e-9)
    );
    assert!(leaders.iter().all(|r| r["price"].as_u64().unwrap() <= 12));
    let build = leaders[0]["build"].as_str().unwrap();
    let played = room.gsim_words(&duel(build, "rookie", &[])).good().json();
    assert!((value(&played, "win_a") - best).abs() < 1e-8);
    let race = room.gsim_words(&[
        "battle-build",
        "--points",
        "8",
        "--weapons",
        "battle_javelin",
        "--skills",
        "attack,weapon",
        "--method",
        "mc",
        "--race-rounds",
        "2",
        "-q",
        "--format",
        "json",
    ]);
    assert_eq!(race.good().json()["method"], "mc");
}

#[test]
fn careers_balance() {
    let room = Room::new();
    let line = "battle-career --fights 6 --size 40 -n 6 -q";
    let answer = room.json(line);
    let rounds = rows(&answer, "rounds");
    let deaths: u64 = rounds.iter().map(|r| r["deaths"].as_u64().unwrap()).sum();
    assert_eq!(rounds[5]["alive"].as_u64().unwrap() + deaths, 240);
    assert_eq!(rows(&answer, "survival").len(), 6);
    let whole = room.gsim(&format!("{line} -j 1 --format json")).good();
    for (shard, tally) in [("0/3", "0.json"), ("1/3", "1.json"), ("2/3", "2.json")] {
        room.gsim(&format!("{line} --shard {shard} --tally {tally}"))
            .ends(0);
    }
    let merged = room.gsim("merge 0.json 1.json 2.json --format json").good();
    assert_eq!(merged.out, whole.out);
    let challenge = room.json("battle-career --mode challenge --fights 3 --gladiator rookie");
    close(
        rows(&challenge, "survival")[0]["exact"].as_f64().unwrap(),
        1.0 - 0.0193,
    );
}

#[test]
fn own_tables_take_part_and_their_faults_are_told() {
    let room = Room::new();
    room.write("mine.toml", "schema = 1\ngame = \"battle\"\n[[weapon]]\nname = \"short_sword\"\nclass = \"C\"\ncritical_bonus = 1\nthrow_bonus = 0\nweight_lb = 4\nhands = 1\nuse = \"melee\"\nkind = \"slash\"\n");
    let mine = room
        .gsim_words(&duel(
            "rookie",
            "long_sword:4 A4 R1 S2 P3 H28",
            &["--data", "mine.toml"],
        ))
        .good()
        .json();
    close(value(&mine, "win_a"), 0.5);
    room.write(
        "hole.toml",
        "schema = 1\ngame = \"battle\"\n[[tables.mine.block]]\ncolumn = \"6\"\nsixes = 1\n",
    );
    room.gsim_words(&duel("rookie", "rookie", &["--data", "hole.toml"]))
        .refused_with(&["--data", "hole.toml:", "mine"]);
    room.write(
        "twice.toml",
        "schema = 1\ngame = \"battle\"\n[[tables.r1.block]]\ncolumn = \"6\"\nsixes = 1\n[[tables.r1.block]]\ncolumn = \"6\"\nsixes = 2\n",
    );
    room.gsim_words(&duel("rookie", "rookie", &["--data", "twice.toml"]))
        .refused_with(&["--data", "twice.toml:", "twice"]);
    room.gsim_words(&duel("rookie", "rookie", &["--data", "none.toml"]))
        .refused_with(&["--data", "none.toml"]);
}

#[test]
fn battles_are_told_and_explained() {
    let room = Room::new();
    let told = room
        .gsim("trace battle-duel --a rookie --b bruiser --where b_wins=1,turns<=12")
        .good()
        .out;
    assert!(
        told.contains("Turn 1, ") && told.contains("b wins.") && told.contains("from here"),
        "{told}"
    );
    assert_eq!(
        told,
        room.gsim("trace battle-duel --a rookie --b bruiser --where b_wins=1,turns<=12")
            .good()
            .out
    );
    let explained = room
        .gsim("explain battle-duel --a rookie --b two_hander")
        .good()
        .out;
    assert!(
        explained.contains("class B") && explained.contains("[Initiative]"),
        "{explained}"
    );
    let listed = room.gsim("list components --game battle").good().out;
    assert!(
        listed.contains("short_sword") && listed.contains("tables=r2"),
        "{listed}"
    );
}
