//! `gauntlet-advise` in a whole game: the same as over the enemies left where nothing comes after them; the other decisions; bad input.

use crate::room::Room;
use serde_json::Value;

/// A game of one enemy, without the bargain: solved in a moment.
const GAME: &str =
    "--last-round 1 --data one.toml --set bargain=off --cache kept --progress none -q";
const ONE: &str = "schema = 1\ngame = \"gauntlet\"\n[[round]]\nround = 1\ncards = { value = 1 }\nside = { value = \"A\" }\nreroll_faces = { value = [] }\n";

fn values(json: &Value, table: &str) -> Vec<f64> {
    let rows = json["tables"][table].as_array().expect("a table");
    rows.iter().map(|r| r["value"].as_f64().unwrap()).collect()
}

#[test]
fn in_a_game_of_one_round_the_enemies_left_are_all() {
    let room = Room::new();
    room.write("one.toml", ONE);
    let situation = "gauntlet-advise --health 2,5 --glory 1 --enemy cestvs:2 --roll b1,b4,r3,r6 --event reroll_one";
    let game = room.json(&format!("{situation} --round 1 {GAME}"));
    let row = room.json(&format!("{situation} --set bargain=off -q"));
    let (game_values, row_values) = (values(&game, "options"), values(&row, "options"));
    assert_eq!(game_values.len(), row_values.len());
    for (a, b) in game_values.iter().zip(&row_values) {
        assert!((a - b).abs() < 1e-10, "{a} {b}");
    }
    assert!(game["tables"]["best"].as_array().unwrap().len() <= 10);
    // The event die: where moving it is too dear it is not offered, and the best comes first.
    let die = room.json(&format!(
        "gauntlet-advise --round 1 --health 2,5 --glory 2 --enemy cestvs --die 3 {GAME}"
    ));
    let steps = values(&die, "choices");
    assert!(
        steps.len() == 3 && steps.is_sorted_by(|a, b| a >= b),
        "{steps:?}"
    );
    let heal = room.json(&format!(
        "gauntlet-advise --round 1 --health 2,5 --enemy cestvs --decide heal {GAME}"
    ));
    assert_eq!(values(&heal, "choices").len(), 2);
}

#[test]
fn what_cannot_come_up_is_one_line() {
    let room = Room::new();
    for (line, words) in [
        (
            "--round 2 --enemy mvrmillo --roll b1,b4,r3,r6 --last-round 1",
            &["--round 2", "from round 1 to round 1"][..],
        ),
        (
            "--round 1 --enemy 4 --roll b1,b4,r3,r6",
            &["--enemy 4", "Retiarivs"],
        ),
        (
            "--round 1 --enemy mvrmillo --roll b1,b4,r3,r6",
            &["--enemy mvrmillo", "other side", "Retiarivs"],
        ),
        (
            "--round 1 --enemy retiarivs,retiarivs --roll b1,b4,r3,r6",
            &["--enemy retiarivs", "twice"],
        ),
        (
            "--round 1 --enemy retiarivs --roll b1,b4,r3,r6 --ties enemy",
            &["--ties enemy", "--event"],
        ),
        ("--round 1 --enemy retiarivs", &["--roll", "b3,b4,r1,r5"]),
        (
            "--round 1 --enemy retiarivs --die 7",
            &["--die 7", "1 to 6"],
        ),
        (
            "--round 1 --enemy retiarivs --decide heel",
            &["--decide heel", "heal"],
        ),
        (
            "--round 1 --enemy retiarivs --decide heal --die 2",
            &["--die", "event_shift"],
        ),
        (
            "--round 1 --health 1,5 --decide gamble",
            &["--deck", "left", " or "],
        ),
        (
            "--round 1 --health 1,5 --decide gamble --last-round 1",
            &["--round 1", "last round"],
        ),
        (
            "--round 1 --enemy retiarivs --roll b1,b4,r3,r6 --deck retiarivs",
            &["--deck", "one of these"],
        ),
        (
            "--round 1 --enemy retiarivs,cestvs,eqves,rvdiarivs --roll b1,b4,r3,r6",
            &["--enemy", "no game comes"],
        ),
        (
            "--enemy 4 --roll b1,b4,r3,r6 --deck none",
            &["--deck", "--round"],
        ),
        ("--enemy 4", &["--roll", "b3,b4,r1,r5"]),
    ] {
        room.gsim(&format!("gauntlet-advise {line} --cache none"))
            .refused_with(words);
    }
    for line in [
        "gauntlet --policy optimal:win --last-round 1 --set match_cap=3 -n 100",
        "gauntlet-compare --policies greedy,improve:greedy --last-round 1 --set match_cap=3 -n 100",
        "trace gauntlet --policy optimal:win --last-round 1 --set match_cap=3 --set bargain=off --cache none",
    ] {
        room.gsim(line)
            .refused_with(&["--set match_cap=3", "matches left"]);
    }
}
