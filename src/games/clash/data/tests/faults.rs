//! What is wrong with a data file is told in one line, with its place.

use super::*;

#[test]
fn misspelt_words_are_told_with_the_nearest() {
    assert_eq!(
        refused(&format!(
            "{HEAD}[[animal]]\nname = \"lion\"\nhits = 2\nswrods = 1\n"
        )),
        "my.toml:6:1: unknown key `swrods` — did you mean `swords`?"
    );
    assert_eq!(
        refused(&format!("{HEAD}[[animals]]\nname = \"lion\"\n")),
        "my.toml:3:3: unknown table `animals` — did you mean `animal`?"
    );
    assert_eq!(
        refused("[[animal]]\nnam = \"lion\"\n"),
        "my.toml:2:1: unknown key `nam` — did you mean `name`?"
    );
    assert_eq!(
        refused("[dice]\n"),
        "my.toml:1:2: unknown table `dice` — did you mean `die`?"
    );
    assert_eq!(refused("colour = 1\n"), "my.toml:1:1: unknown key `colour`");
    assert_eq!(
        refused("[[roster]]\nname = \"a\"\ncards = { loin = 12 }\n"),
        "my.toml:3:11: unknown animal `loin` — did you mean `lion`?"
    );
    assert_eq!(
        refused("[[gladiator]]\ncode = \"X\"\ncount = 3\n"),
        "my.toml:2:8: code must be S, N, T, P or H, not \"X\""
    );
    assert_eq!(
        refused("[board_facts]\nspacs = 3\n"),
        "my.toml:2:1: unknown key `spacs` — did you mean `spaces`?"
    );
}

#[test]
fn wrong_values_are_told_with_their_place() {
    let animal = |numbers: &str| {
        refused(&format!(
            "{HEAD}[[animal]]\nname = \"lion\"\n{numbers}tridents = 2\nspears = 0\nshields = 1\n"
        ))
    };
    assert_eq!(
        animal("hits = \"two\"\nswords = 1\n"),
        "my.toml:5:8: hits must be a whole number of at least 1, not \"two\""
    );
    assert_eq!(
        animal("hits = 0\nswords = 1\n"),
        "my.toml:5:8: hits must be a whole number of at least 1, not 0"
    );
    assert_eq!(
        animal("hits = -3\nswords = 1\n"),
        "my.toml:5:8: hits must be a whole number of at least 1, not -3"
    );
    assert_eq!(
        animal("hits = 2.5\nswords = 1\n"),
        "my.toml:5:8: hits must be a whole number of at least 1, not 2.5"
    );
    assert_eq!(
        animal("hits = 1000\nswords = 1\n"),
        "my.toml:5:8: hits must be a whole number from 1 to 99, not 1000"
    );
    assert_eq!(
        animal("hits = 99999999999999999999\nswords = 1\n"),
        "my.toml:5:8: hits must be a whole number from 1 to 99, not 99999999999999999999"
    );
    assert_eq!(
        animal("hits = 2\nswords = 6\n"),
        "my.toml:6:10: swords must be at most 5, not 6: each rolls one of the 5 dice in the box"
    );
    assert_eq!(
        animal("hits = 2\nswords = -1\n"),
        "my.toml:6:10: swords must be a whole number of at least 0, not -1"
    );
    assert_eq!(
        animal("hits = 2\n"),
        "my.toml:3:1: [[animal]] lacks the key `swords`"
    );
    assert_eq!(
        refused("[animal]\nname = \"lion\"\n"),
        "my.toml:1:2: animal is a list: write [[animal]], not [animal]"
    );
    assert_eq!(
        refused("[[die]]\nfaces = 6\n"),
        "my.toml:1:3: there is only one die: write [die], not [[die]]"
    );
    assert_eq!(
        refused("die = 6\n"),
        "my.toml:1:7: die must be a table, not 6"
    );
    assert_eq!(
        refused("[carriers_per_player]\n6 = 2\n"),
        "my.toml:2:1: unknown key `6`"
    );
}

#[test]
fn a_die_must_have_faces_and_add_up() {
    assert_eq!(
        refused("[die]\nfaces = 0\ncritical = 0\nsingle = 0\nmiss = 0\n"),
        "my.toml:2:9: faces must be a whole number of at least 1, not 0"
    );
    assert_eq!(
        refused("[die]\ncritical = 2\n"),
        "my.toml:1:1: critical 2 + single 2 + miss 3 = 7, and the die has 6 faces; write all four keys of [die]"
    );
    assert_eq!(
        refused("[die]\nmiss = 3\nfaces = 8\n"),
        "my.toml:3:9: critical 1 + single 2 + miss 3 = 6, and the die has 8 faces; write all four keys of [die]"
    );
    assert_eq!(
        refused("[die]\nmiss = -1\n"),
        "my.toml:2:8: miss must be a whole number of at least 0, not -1"
    );
    assert!(overridden("[die]\nfaces = 1\ncritical = 1\nsingle = 0\nmiss = 0\n").is_ok());
}

#[test]
fn nobody_rolls_more_dice_than_there_are() {
    assert_eq!(
        refused("[combat]\nbase_dice_team = 2\n"),
        "my.toml:2:18: a team with 4 swords and base_dice_team = 2 would roll more than the 5 dice in the box"
    );
    assert_eq!(
        refused("[combat]\nbase_dice_animal = 3\n"),
        "my.toml:2:20: the bear with 3 swords and base_dice_animal = 3 would roll more than the 5 dice in the box"
    );
    assert_eq!(
        refused("[components]\ndice = 4\n"),
        "my.toml:2:8: a team with 4 swords and base_dice_team = 1 would roll more than the 4 dice in the box"
    );
    assert_eq!(
        refused("[components]\ndice = 6\n"),
        "my.toml:2:8: dice must be a whole number from 1 to 5, not 6"
    );
}

#[test]
fn names_stand_once_and_read_as_animals() {
    let lion = "[[animal]]\nname = \"lion\"\nhits = 2\nswords = 1\ntridents = 2\nspears = 0\nshields = 1\n";
    assert_eq!(
        refused(&format!("{lion}{lion}")),
        "my.toml:9:8: the animal `lion` stands twice in this file (first in line 2)"
    );
    assert_eq!(
        refused(&lion.replace("\"lion\"", "\"pst\"")),
        "my.toml:2:8: \"pst\" reads as a team; give the animal another name"
    );
    assert_eq!(
        refused(&lion.replace("\"lion\"", "\"a@2\"")),
        "my.toml:2:8: an animal's name begins with a letter and has only letters, digits, `_` and `-`, not \"a@2\""
    );
    assert_eq!(
        refused(&lion.replace("\"lion\"", "\"\"")),
        "my.toml:2:8: name must not be empty"
    );
    let fields = "hits = 2\nhits = 3\n";
    assert_eq!(
        refused(&format!("[[animal]]\n{fields}")),
        "my.toml:3:1: not valid TOML: `hits` stands twice"
    );
    assert_eq!(
        refused("[[gladiator]]\ncode = \"S\"\ncount = 1\n[[gladiator]]\ncode = \"S\"\ncount = 2\n"),
        "my.toml:5:8: the gladiator `S` stands twice in this file"
    );
}

#[test]
fn other_files_are_told_apart() {
    assert_eq!(
        refused("schema = 1\ngame = \"gauntlet\"\n"),
        "my.toml:2:8: this is data of the game \"gauntlet\", and the question is about \"clash\""
    );
    assert_eq!(
        refused("schema = 2\n"),
        "my.toml:1:10: schema 2 is not known to this version; write schema = 1"
    );
    assert_eq!(
        refused("question = \"clash-duel\"\n"),
        "my.toml:1:1: this is a question, not component data; run it with `gsim run FILE`"
    );
    let error = ClashData::load(Some(Path::new("no/such.toml"))).expect_err("no file");
    assert_eq!(
        error,
        Error::usage("cannot read no/such.toml: no such file")
    );
}

#[test]
fn switches_and_rulesets_of_a_user_are_checked() {
    let review = "[[ruleset]]\nname = \"house\"\nset = { net_use = \"optional\", animal_vs_animal = false }\n";
    let data = overridden(review).expect("valid");
    let house = data
        .switches("house", &[("turn_cap".into(), "500".into())])
        .expect("valid");
    assert!(house.is("animal_vs_animal", "false") && house.is("net_use", "optional"));
    assert_eq!(
        house.differs_from_ruleset(),
        [("turn_cap".to_string(), "500".to_string())]
    );
    assert_eq!(
        refused("[[ruleset]]\nname = \"h\"\nset = { net_us = \"optional\" }\n"),
        "my.toml:3:9: unknown switch `net_us` — did you mean `net_use`?"
    );
    assert_eq!(
        refused("[[ruleset]]\nname = \"h\"\nset = { net_use = \"optinal\" }\n"),
        "my.toml:3:19: net_use must be forced or optional, not \"optinal\" — did you mean `optional`?"
    );
    assert_eq!(
        refused("[[switch]]\nkey = \"magic\"\ndefault = \"on\"\nvalues = [\"on\"]\n"),
        "my.toml:2:7: unknown switch `magic` (`gsim list` names them)"
    );
    assert_eq!(
        refused("[[switch]]\nkey = \"net_use\"\ndefault = \"on\"\nvalues = [\"on\"]\n"),
        "my.toml:1:1: net_use must be forced or optional, not \"on\""
    );
}

#[test]
fn unknown_names_list_the_known() {
    let data = ClashData::embedded().expect("valid");
    assert_eq!(
        data.animal("loin").expect_err("misspelt").to_string(),
        "unknown animal `loin` — did you mean `lion`? (lion, bear, bull)"
    );
    assert_eq!(
        data.board("square").expect_err("unknown").to_string(),
        "unknown board `square` (hex17, hex17_long, hex17_tall, ring17)"
    );
}

/// Whatever is broken in a file, the answer is a value or one line with a place.
#[test]
fn broken_files_never_panic() {
    let text = ClashData::EMBEDDED;
    let embedded = ClashData::embedded().expect("valid");
    for (at, what) in (0..text.len()).step_by(53).zip(
        ["", "\"", "[", "-", "=", "9", "\n", "é"]
            .into_iter()
            .cycle(),
    ) {
        let cut = text.get(..at).zip(text.get(at + 1..));
        let Some((before, after)) = cut else { continue };
        let source = Source::new("my.toml", format!("{before}{what}{after}"));
        if let Err(error) = embedded.clone().overridden(&source) {
            let line = error.to_string();
            assert!(
                line.starts_with("my.toml:") && line.lines().count() == 1,
                "{line}"
            );
            assert_eq!(error.exit_code(), 2);
        }
    }
}
