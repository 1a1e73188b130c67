//! Bad input to Gladiatori's questions: one line each, exit code 2, nothing written.

use crate::room::Room;

fn refused(cases: &[(&[&str], &[&str])]) {
    let room = Room::new();
    for (line, words) in cases {
        room.gsim_words(line).refused_with(words);
        assert_eq!(room.names(), [""; 0], "{line:?}");
    }
}

#[test]
fn bad_fighters() {
    refused(&[
        (
            &["gladiatori-duel", "--a", "secutr", "--b", "thraex"],
            &["--a secutr", "did you mean `secutor`"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "9,9,9,9,9 items=sword_2_1,shield_0_3",
                "--b",
                "thraex",
            ],
            &["--a", "11 over the budget of 55"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "2,3,3,3,3 items=sword_2_1,shield_0_3",
                "--b",
                "thraex",
            ],
            &["--a", "endurance must be from 3 to 9"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "secutor items=sword_2_1,sword_3_0",
                "--b",
                "thraex",
            ],
            &["--a", "share the symbol sword"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "3,3,3,3,3 moves=9 items=sword_2_1,shield_0_3",
                "--b",
                "thraex",
            ],
            &["--a", "no move 9"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "3,3,3,3,3 powers=lungs items=sword_2_1,shield_0_3",
                "--b",
                "thraex",
            ],
            &["--a", "did you mean `lunge`"],
        ),
        (
            &["gladiatori-builds", "--check", "9,9,9,9,9"],
            &["--check", "over the budget"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "secutor",
                "--b",
                "thraex",
                "--a-without",
                "rge",
            ],
            &["--a-without", "did you mean `rage`"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "secutor",
                "--b",
                "secutor",
                "--set",
                "mirror_match=distinct",
            ],
            &["--set mirror_match=distinct"],
        ),
    ]);
}

#[test]
fn bad_arenas() {
    let arena = "gladiatori-arena";
    refused(&[
        (&[arena, "--players", "5"], &["--players 5", "one to four"]),
        (
            &[arena, "--players", "3", "--teams", "2v2"],
            &["--teams 2v2", "4 gladiators", "3 fight"],
        ),
        (
            &[arena, "--players", "3", "--teams", "1,1,1"],
            &["--teams", "do not add up"],
        ),
        (
            &[arena, "--players", "4", "--teams", "1,1,1,2"],
            &["--teams", "do not add up"],
        ),
        (&[arena, "--players", "1"], &["--beasts", "needs beasts"]),
        (
            &[arena, "--players", "2", "--beasts", "dog"],
            &["--beasts dog", "no turn"],
        ),
        (
            &[arena, "--players", "2", "--beasts", "dgo@1"],
            &["--beasts", "did you mean `dog`"],
        ),
        (
            &[arena, "--players", "2", "--beasts", "dog@7"],
            &["--beasts", "turn 7", "6 turns"],
        ),
        (
            &[
                arena,
                "--players",
                "2",
                "--beasts",
                "dog@1,dog@1,dog@1,dog@1,dog@1,dog@1,dog@1,dog@1,dog@1",
            ],
            &["--beasts", "9 beasts", "at most 8"],
        ),
        (
            &[
                arena,
                "--players",
                "2",
                "--set",
                "beast_rules.cap=4",
                "--beasts",
                "dog@1,dog@2,dog@3,dog@4,dog@5",
            ],
            &["--beasts", "at most 4"],
        ),
        (
            &[arena, "--players", "2", "--map", "disk"],
            &["--map disk", "did you mean `disc`"],
        ),
        (
            &[arena, "--players", "2", "--set", "arena.radius=9"],
            &["--set arena.radius=9", "1 to 5"],
        ),
        (
            &[arena, "--players", "2", "--goals", "frnt"],
            &["--goals frnt", "did you mean `front`"],
        ),
        (
            &[arena, "--players", "2", "--policies", "poke; poke; poke"],
            &["--policies", "3 entries for 2"],
        ),
        (
            &[arena, "--players", "2", "--first", "3"],
            &["--first 3", "1 to 2"],
        ),
        (
            &[arena, "--gladiators", "secutor; thraex", "--players", "3"],
            &["--players 3", "the gladiators named are 2"],
        ),
        (
            &[arena, "--players", "2", "--items", "lottery"],
            &["--items", "lottery"],
        ),
        (
            &[arena, "--players", "2", "--map", "/dev/null"],
            &["--map /dev/null", "no section [arena]"],
        ),
        (
            &[arena, "--players", "3", "--teams", "1,1,1"],
            &["--teams", "all together against beasts"],
        ),
    ]);
}

#[test]
fn maps_that_cannot_be_crossed_are_refused_with_their_file() {
    let room = Room::new();
    room.write(
        "cut.toml",
        "[arena]\nblocked = [[0, -1], [1, -1], [-1, 0], [1, 0], [0, 1], [-1, 1], [0, 0], [0, 2], [0, 3], [0, 4], [0, -2], [0, -3], [0, -4]]\n",
    );
    room.gsim("gladiatori-arena --players 2 --map cut.toml")
        .refused_with(&["--map cut.toml", "cannot be"]);
    room.write("odd.toml", "[arena]\nradus = 3\n");
    room.gsim("gladiatori-arena --players 2 --map odd.toml")
        .refused_with(&["odd.toml:2", "radius"]);
}

#[test]
fn bad_policies_prices_and_flags() {
    let exchange = [
        "gladiatori-exchange",
        "--attacker",
        "secutor",
        "--defender",
        "thraex",
    ];
    let with = |more: &[&'static str]| [&exchange[..], more].concat();
    refused(&[
        (
            &[
                "gladiatori-duel",
                "--a",
                "secutor",
                "--b",
                "thraex",
                "--policy",
                "quantl",
            ],
            &["--policy quantl", "did you mean `quantal`"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "secutor",
                "--b",
                "thraex",
                "--policy",
                "tremble(poke)",
            ],
            &["--policy", "tremble(poke, 0.1)"],
        ),
        (
            &["gladiatori-matrix", "--policy", "tremble(quantal, 0.1)"],
            &["--policy", "poke, heavy, turtle or uniform_mix"],
        ),
        (
            &["gladiatori-matrix", "--policy", "quantal(0.5"],
            &["--policy", "a bracket is open"],
        ),
        (
            &["gladiatori-matrix", "--gladiators", "secutor foo=1; thraex"],
            &["--gladiators", "only items="],
        ),
        (
            &[
                "gladiatori-matrix",
                "--gladiators",
                "7,5,5,5,5 moves=raeg; thraex",
            ],
            &["--gladiators", "did you mean `rage`"],
        ),
        (
            &["gladiatori-matrix", "--data", "none.toml"],
            &["--data none.toml", "no such file"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "secutor",
                "--b",
                "thraex",
                "--policy",
                "poke",
                "--a-policy",
                "poke",
            ],
            &["--a-policy", "--policy"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "secutor",
                "--b",
                "thraex",
                "--policy",
                "poke",
                "--shard",
                "0/2",
            ],
            &["--shard", "single game"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "secutor",
                "--b",
                "thraex",
                "--set",
                "hp.acton=3",
            ],
            &["--set hp.acton", "did you mean `hp.action`"],
        ),
        (
            &[
                "gladiatori-duel",
                "--a",
                "secutor",
                "--b",
                "thraex",
                "--set",
                "vp_ties=x",
            ],
            &["--set vp_ties", "vp_tie"],
        ),
        (
            &with(&["--card-price", "-1"]),
            &["--card-price -1", "from 0 to 5"],
        ),
        (&with(&["--gap", "0"]), &["--gap 0"]),
        (
            &with(&["--attacker-actions", "movement"]),
            &["--attacker-actions", "no attack"],
        ),
        (
            &with(&["--defender-actions", "strenght"]),
            &["--defender-actions", "did you mean `strength`"],
        ),
        (
            &["gladiatori-items", "--shard", "0/2"],
            &["--shard", "many runs"],
        ),
        (
            &["gladiatori-matrix", "--policy", "poke"],
            &["--policy poke", "mixes"],
        ),
        (
            &["gladiatori-matrix", "--gladiators", "secutor"],
            &["--gladiators", "2 to 24"],
        ),
        (
            &["gladiatori-matrix", "--gladiators", "secutor; secutor"],
            &["--gladiators", "stands twice"],
        ),
        (
            &["gladiatori-builds", "--budget", "10"],
            &["--budget", "20"],
        ),
        (
            &["gladiatori-builds", "--items", "sword_2_1"],
            &["--items", "exactly two items"],
        ),
    ]);
}
