//! How to Battle from outside: verdicts that say no more than is known, and headlines asked again.

use crate::battle::{close, duel};
use crate::room::{Room, rows};
use serde_json::Value;

/// Battles that nobody can win are won by nobody, in either half of the matrix and on its diagonal.
#[test]
fn a_matrix_gives_undecided_battles_to_nobody() {
    let room = Room::new();
    let words = |more: &[&'static str]| {
        let mut all = vec![
            "battle-matrix",
            "--build",
            "short_sword:5 A5 R1 H10",
            "--build",
        ];
        all.extend(["claymore:1 A1 H20", "--build", "claymore:1 A1 R2 H20", "-q"]);
        all.extend(["--format", "json"]);
        all.extend(more);
        room.gsim_words(&all).good().json()
    };
    for more in [&[][..], &["--method", "mc", "-n", "300"][..]] {
        let answer = words(more);
        for row in rows(&answer, "pairs") {
            let claymores =
                [&row["row"], &row["column"]].map(|n| n.as_str().unwrap().starts_with('c'));
            if claymores == [true; 2] {
                close(row["value"].as_f64().unwrap(), 0.0);
                assert_eq!(row["holds"], "even");
            }
        }
        let verdict = answer["verdict"][0].as_str().unwrap();
        assert!(verdict.starts_with("short_sword:5"), "{verdict}");
    }
    let duel = room
        .gsim_words(&duel("claymore:1 A1 H20", "claymore:1 A1 H20", &["-q"]))
        .good()
        .json();
    let said = duel["verdict"].to_string();
    assert!(
        said.contains("Neither side wins more than one half") && !said.contains("-0.0"),
        "{said}"
    );
    assert!(rows(&duel, "strip").iter().all(|r| r["verdict"] == "even"));
}

/// Who is the same by the rules is not put in an order by noise.
#[test]
fn what_a_sample_cannot_tell_is_not_told() {
    let room = Room::new();
    let same = [
        "--build",
        "x: short_sword:4 A4 H20",
        "--build",
        "y: short_sword:4 A5 H20",
    ];
    for seed in ["1", "2", "3", "4"] {
        let mut all = vec![
            "battle-matrix",
            "--method",
            "mc",
            "-n",
            "500",
            "--seed",
            seed,
            "-q",
        ];
        all.extend(same);
        all.extend(["--format", "json"]);
        let answer = room.gsim_words(&all).good().json();
        let said = answer["verdict"].to_string();
        assert!(
            said.contains("not told apart: ") && !said.contains("alone is safe"),
            "{said}"
        );
        assert!(rows(&answer, "strip").iter().all(|r| r["holds"] == "no"));
        assert!(rows(&answer, "means").iter().all(|r| r["rank"] == 1));
    }
    let marginal = room
        .gsim("battle-marginal --build rookie -n 500 --method mc -q --format json")
        .good()
        .json();
    let said = marginal["verdict"].to_string();
    assert!(
        said.contains("not told apart from it") && said.contains("not settled by the sample"),
        "{said}"
    );
}

#[test]
fn a_mirror_is_even_under_every_table_set() {
    let answer = Room::new().json("battle-duel --a rookie --b rookie -q");
    let said = answer["verdict"].to_string();
    assert!(
        said.contains("Nobody is favoured under any table set") && !said.contains("depends"),
        "{said}"
    );
    assert!(rows(&answer, "strip").iter().all(|r| r["holds"] == "even"));
}

/// What is not printed is asked again, one at a time, and ranked by what it moves.
#[test]
fn headlines_are_asked_again() {
    let room = Room::new();
    let plain = "short_sword:2 A2 H4";
    let answer = room
        .gsim_words(&duel(plain, "long_sword:2 A2 H4", &["--sensitivity", "-q"]))
        .good()
        .json();
    let moves = rows(&answer, "sensitivity");
    let change = |r: &Value| r["change"].as_f64().unwrap().abs();
    assert!(moves.windows(2).all(|w| change(&w[0]) >= change(&w[1])));
    let found = |name: &str| moves.iter().find(|r| r["setting"] == name);
    let block = found("low_double_stun=six_six_only").expect("a reading that matters");
    let value = |r: &Value| r["exact"].as_f64().unwrap();
    let set = ["--set", "low_double_stun=six_six_only", "-q"];
    let asked = room
        .gsim_words(&duel(plain, "long_sword:2 A2 H4", &set))
        .good()
        .json();
    close(value(block), value(&rows(&asked, "summary")[0]));
    assert!(found("damage of class C, 6: 4").is_some() && found("zero_dice=miss").is_none());
    assert!(answer["verdict"].to_string().contains("survives"));
    assert!(
        answer["command"]
            .as_str()
            .unwrap()
            .contains("--sensitivity")
    );
    let weak = "short_sword:1 A1 H1";
    for words in [
        &["battle-marginal", "--build", weak][..],
        &[
            "battle-policy",
            "--vary",
            "surrender",
            "--gladiator",
            weak,
            "--values",
            "never,at:-1",
        ],
        &[
            "battle-build",
            "--points",
            "2",
            "--weapons",
            "short_sword",
            "--against",
            weak,
        ],
        &["battle-career", "--fights", "3", "--size", "30", "-n", "3"],
        &[
            "battle-career",
            "--mode",
            "challenge",
            "--fights",
            "1",
            "--gladiator",
            weak,
            "--against",
            weak,
        ],
        &[
            "battle-matrix",
            "--build",
            weak,
            "--build",
            "long_sword:1 A1 H1",
        ],
    ] {
        let mut all = words.to_vec();
        all.extend(["--sensitivity", "-q", "--format", "json"]);
        let answer = room.gsim_words(&all).good().json();
        assert!(!rows(&answer, "sensitivity").is_empty(), "{words:?}");
    }
}

/// A style that cannot be worked out says so at once, and what to write; a tree of playouts can.
#[test]
fn too_large_for_optimal_is_said_early() {
    let room = Room::new();
    let big = "dagger:4x9 A4 H60 R1 L6 luck=all throw=exposed";
    room.gsim_words(&[
        "battle-duel",
        "--a",
        "rookie",
        "--b",
        &format!("{big} style=optimal"),
    ])
    .refused_with(&["--b dagger:4x9", "style=optimal", "too many", "mcts:N"]);
    let tree = format!("{big} style=mcts:2");
    let answer = room
        .gsim_words(&[
            "battle-duel",
            "--a",
            "short_sword:1 A1 H1",
            "--b",
            &tree,
            "-n",
            "200",
            "-q",
            "--format",
            "json",
        ])
        .good()
        .json();
    assert!(rows(&answer, "summary")[1]["value"].as_f64().unwrap() > 0.5);
}
