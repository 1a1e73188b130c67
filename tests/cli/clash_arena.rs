//! `gsim clash-arena` from outside: answers that add up, threads and shards, traces, boards of one's own, bad input.

use crate::room::{Room, metric, rows};
use serde_json::{Value, json};

fn number(row: &Value, key: &str) -> f64 {
    row[key]
        .as_f64()
        .unwrap_or_else(|| panic!("{key} of {row}"))
}

#[test]
fn random_games_of_three_are_as_the_specification_says() {
    // Case d74; ten thousand games, so within five standard errors.
    let answer = Room::new().json("clash-arena --players 3 --policies random -n 10k");
    let turns = metric(&answer, "turns");
    let half = (number(turns, "hi") - number(turns, "lo")) / 2.0;
    assert!(
        (number(turns, "value") - 55.64).abs() < 2.6 * half + 0.01,
        "{turns}"
    );
    let seats = rows(&answer, "seats");
    for (seat, wanted) in seats.iter().zip([0.317, 0.333, 0.350]) {
        assert!((number(seat, "value") - wanted).abs() < 0.024, "{seat}");
    }
    let shares: f64 = seats.iter().map(|r| number(r, "value")).sum();
    assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    let games: u64 = rows(&answer, "lengths")
        .iter()
        .map(|r| r["games"].as_u64().unwrap())
        .sum();
    let ends: u64 = rows(&answer, "ends")
        .iter()
        .map(|r| r["games"].as_u64().unwrap())
        .sum();
    assert_eq!((games, ends), (10_000, 10_000));
    assert!(answer["guesses"].to_string().contains("hex17"));
}

#[test]
fn policies_are_told_apart_from_seats() {
    let answer =
        Room::new().json("clash-arena --players 3 --policies random,greedy,cautious -n 6k");
    let policies = rows(&answer, "policies");
    assert_eq!(policies.last().unwrap()["policy"], "random");
    assert_eq!(policies[0]["group"], 1);
    for row in policies {
        assert_eq!(row["n"], 6000);
        assert!(
            number(row, "rating_lo") < number(row, "rating")
                && number(row, "rating") < number(row, "rating_hi")
        );
    }
    // Each policy at each seat, alike often.
    let cells = rows(&answer, "cells");
    assert!(cells.len() == 9 && cells.iter().all(|r| r["n"] == 2000));
    let pairs = rows(&answer, "pairs");
    let of = |a: &str, b: &str, key: &str| {
        number(
            pairs
                .iter()
                .find(|r| r["row"] == a && r["col"] == b)
                .unwrap(),
            key,
        )
    };
    assert!(
        (of("greedy", "random", "value") + of("random", "greedy", "value") - 1.0).abs() < 1e-12
    );
    assert!(of("greedy", "random", "ahead_lo") > 0.0);
}

#[test]
fn several_numbers_of_players_at_once() {
    let answer = Room::new().json("clash-arena --players 2..5 --policies greedy -n 1k");
    let seats = rows(&answer, "seats");
    assert_eq!(seats.len(), 2 + 3 + 4 + 5);
    assert_eq!(answer["playouts"], 4000);
    // Swords run short: 28 among 8 teams of two players, among 15 of five.
    let swords = |players: u64| {
        let row = rows(&answer, "kinds")
            .iter()
            .find(|r| r["players"] == players && r["kind"] == "sword");
        number(row.unwrap(), "entered")
    };
    assert_eq!((swords(2), swords(4)), (14.0, 7.0));
}

#[test]
fn threads_and_shards_give_the_same_bytes() {
    let room = Room::new();
    let line = "clash-arena --players 4 --policies greedy,random -n 3k";
    let whole = room.gsim(&format!("{line} --format json -j 1")).good().out;
    assert_eq!(
        room.gsim(&format!("{line} --format json -j 3")).good().out,
        whole
    );
    for k in 0..3 {
        room.gsim(&format!("{line} --shard {k}/3 --tally {k}.json"))
            .ends(0);
    }
    assert_eq!(
        room.gsim("merge 2.json 0.json 1.json --format json")
            .good()
            .out,
        whole
    );
}

#[test]
fn games_are_told_and_explained() {
    let room = Room::new();
    let told = room
        .gsim("trace clash-arena --players 2 --policies greedy,random --playout 7")
        .good()
        .out;
    assert!(
        told.contains("seat 0") && told.contains("challenges") && told.contains(" wins"),
        "{told}"
    );
    assert!(
        told.contains("a1 ") && told.contains("e3 "),
        "the board is drawn: {told}"
    );
    let again = room
        .gsim("trace clash-arena --players 2 --policies greedy,random --playout 7")
        .good()
        .out;
    assert_eq!(told, again);
    let explained = room.gsim("explain clash-arena --players 5").good().out;
    assert!(
        explained.contains("60 of 60 gladiators") && explained.contains("12 rounds"),
        "{explained}"
    );
}

#[test]
fn thinking_policies_answer() {
    let answer = Room::new().json("clash-arena --players 2 --policies rollout:2,mcts:20 -n 64");
    let policies = rows(&answer, "policies");
    assert_eq!(policies.len(), 2);
    assert!(policies.iter().all(|r| r["n"] == 64));
}

#[test]
fn boards_of_ones_own() {
    let room = Room::new();
    room.write(
        "mine.toml",
        "[[board]]\nname = \"mine\"\nrows = [4, 5, 4, 5]\nstatus = \"assumed\"\n",
    );
    let answer = room.json("clash-arena --players 3 --policies greedy --board mine.toml -n 500");
    assert!(
        answer["guesses"].to_string().contains("mine"),
        "{}",
        answer["guesses"]
    );
    for board in ["hex17_long", "hex17_tall", "ring17"] {
        room.json(&format!(
            "clash-arena --players 2 --policies random --board {board} -n 200"
        ));
    }
    room.write("split.toml", "[[board]]\nname = \"split\"\nstatus = \"assumed\"\n[board.adjacency]\na = [\"b\"]\nb = [\"a\"]\nc = [\"d\"]\nd = [\"c\"]\n");
    room.gsim("clash-arena --board split.toml")
        .refused_with(&["split", "connected"]);
    room.write(
        "lop.toml",
        "[[board]]\nname = \"lop\"\nstatus = \"assumed\"\n[board.adjacency]\na = [\"b\"]\nb = []\n",
    );
    room.gsim("clash-arena --board lop.toml")
        .refused_with(&["lop"]);
    room.write(
        "steps.toml",
        "[[board]]\nname = \"steps\"\nstatus = \"assumed\"\nrows = [3, 5, 9]\n",
    );
    room.gsim("clash-arena --board steps.toml")
        .refused_with(&["steps", "by exactly 1"]);
    room.write(
        "small.toml",
        "[[board]]\nname = \"small\"\nstatus = \"assumed\"\nrows = [3, 4]\n",
    );
    room.gsim("clash-arena --board small.toml --players 4")
        .refused_with(&["--board small", "7 spaces for 12 carriers"]);
    room.write(
        "none.toml",
        "[die]\nfaces = 6\ncritical = 1\nsingle = 2\nmiss = 3\n",
    );
    room.gsim("clash-arena --board none.toml")
        .refused_with(&["--board none.toml", "[[board]]"]);
}

#[test]
fn rulesets_side_by_side() {
    let answer = Room::new().json(
        "compare clash-arena --players 3 --policies greedy -n 2k --ruleset clash,clash-review",
    );
    assert!(
        rows(&answer, "conclusions")
            .iter()
            .any(|r| r["conclusion"] == "3 players: best seat")
    );
    let figures = rows(&answer, "figures");
    let turns = figures
        .iter()
        .find(|r| r["metric"] == "3 players: turns")
        .unwrap();
    assert_eq!(turns["n"], 2000);
}

#[test]
fn conclusions_are_drawn_for_each_number_of_players() {
    let answer = Room::new().json(
        "compare clash-arena --players 2..3 --policies greedy -n 500 --ruleset clash,clash-review",
    );
    let said = rows(&answer, "conclusions");
    for players in 2..=3 {
        let end = said
            .iter()
            .find(|r| r["conclusion"] == format!("{players} players: most frequent end"))
            .unwrap();
        assert_eq!(
            (&end["base"], &end["changes"]),
            (&json!("last_player"), &json!("no"))
        );
    }
    let figures = rows(&answer, "figures");
    let seat = figures
        .iter()
        .find(|r| r["metric"] == "3 players: win share of seat 2")
        .unwrap();
    assert!(number(seat, "difference_lo") < number(seat, "difference"));
}

#[test]
fn the_rules_in_force_are_explained() {
    let room = Room::new();
    let review = room
        .gsim("explain clash-arena --ruleset clash-review --players 4")
        .good()
        .out;
    for words in [
        "on a carrier off the board",
        "on random free spaces",
        "adjacent free space",
        "Passing is always allowed",
        "from beside the board only",
    ] {
        assert!(review.contains(words), "{words}: {review}");
    }
    for (switch, words) in [
        ("tie=lowest_seat", "the lowest seat"),
        ("animal_vs_animal=false", "teams only, no animals"),
        ("stuck=may_move_any", "may move any own team"),
        ("own_teams_block=false", "no unit but own teams"),
    ] {
        let told = room
            .gsim(&format!("explain clash-arena --set {switch}"))
            .good()
            .out;
        assert!(told.contains(words), "{switch}: {told}");
    }
}

#[test]
fn games_cut_off_and_assumed_readings_are_told() {
    let out = Room::new()
        .gsim("clash-arena --players 2 -n 64 --set turn_cap=5 --format md")
        .good()
        .out;
    for words in [
        "64 of the 64 games of 2 players were cut off",
        "switch stalemate = end (assumed",
        "switch tie = shared (assumed",
    ] {
        assert!(out.contains(words), "{words}: {out}");
    }
}

#[test]
fn a_game_that_ends_as_asked_is_found() {
    let room = Room::new();
    let told = room
        .gsim_words(&[
            "trace",
            "clash-arena",
            "--players",
            "3",
            "--policies",
            "random",
            "--where",
            "eliminated_wins=1,turns>=60",
        ])
        .good()
        .out;
    assert!(told.starts_with("Game "), "{told}");
    let line = |start: &str| told.lines().find(|l| l.starts_with(start)).unwrap();
    let turns: u32 = line("The game ends after")
        .split(' ')
        .nth(4)
        .unwrap()
        .parse()
        .unwrap();
    let winner = told.lines().rev().find(|l| l.ends_with(" wins")).unwrap();
    let seat = winner.split(' ').nth(1).unwrap();
    assert!(turns >= 60 && line(&format!("seat {seat}: ")).len() > 8);
    assert!(told.contains(", 0 survivors"), "{told}");
    for (condition, says) in [
        ("points_3>5", "did you mean"),
        ("turns", "write for example"),
    ] {
        let line = format!(
            "trace clash-arena --players 2 --policies drafter:SSSS --policy-turn random --playout 3 --where {condition}"
        );
        room.gsim(&line).refused_with(&["--where", says]);
    }
}

#[test]
fn bad_input() {
    let room = Room::new();
    for (line, words) in [
        ("clash-arena --players 6", &["--players", "2 to 5"][..]),
        ("clash-arena --players 1", &["--players", "2 to 5"]),
        (
            "explain clash-arena --players 2,3",
            &["--players", "one number"],
        ),
        ("clash-arena --players 2..9", &["--players"]),
        ("clash-arena --players 3,3", &["--players"]),
        (
            "clash-arena --players 5 --ruleset clash-review",
            &["--players 5", "2 to 4"],
        ),
        (
            "clash-arena --players 2 --policies greedy,random,sniper",
            &["--policies", "3 policies for 2 players"],
        ),
        (
            "clash-arena --policies gredy",
            &["--policies", "did you mean `greedy`"],
        ),
        ("clash-arena --policies greedy:x", &["--policies", "weight"]),
        (
            "clash-arena --policies mcts:0",
            &["--policies", "1 to 1000000"],
        ),
        ("clash-arena --policies drafter", &["--policies"]),
        ("clash-arena --policies drafter:SSXT", &["--policies", "X"]),
        (
            "clash-arena --players 2 --policies drafter:NNNN/NNNN/NNNN/NNNN",
            &["--policies", "16 net", "8"],
        ),
        (
            "clash-arena --board hex18",
            &["--board", "did you mean `hex17`"],
        ),
        (
            "clash-arena --board nowhere.toml",
            &["--board nowhere.toml"],
        ),
        (
            "clash-arena --roster all_lion",
            &["--roster", "did you mean `all_lions`"],
        ),
        ("clash-arena --carriers 9", &["--carriers", "1 to 4"]),
        (
            "clash-arena --players 5 --carriers 4",
            &["--players 5", "80 gladiators"],
        ),
        (
            "clash-arena --players 2 --carriers 1",
            &["--board", "some would stay empty"],
        ),
        (
            "clash-arena --policy-draft wrth",
            &["--policy-draft", "did you mean `worth`"],
        ),
        (
            "clash-arena --policies greedy,random --policy-draft a,b,c",
            &["--policy-draft", "3 values for 2 policies"],
        ),
        ("clash-arena --method exact", &["--method", "sampled"]),
        (
            "clash-arena --players 2..3 --shard 0/2",
            &["--shard", "several numbers of players"],
        ),
        (
            "trace clash-arena --players 2..3",
            &["--players", "one number"],
        ),
        ("clash-arena --set trn_cap=5", &["--set", "turn_cap"]),
    ] {
        room.gsim(line).refused_with(words);
        assert_eq!(room.names(), [""; 0], "gsim {line}");
    }
}
