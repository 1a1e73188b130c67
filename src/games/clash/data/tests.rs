mod faults;

use super::*;

const HEAD: &str = "schema = 1\ngame = \"clash\"\n";

fn overridden(text: &str) -> Result<ClashData> {
    ClashData::embedded()
        .expect("valid")
        .overridden(&Source::new("my.toml", text))
}

fn refused(text: &str) -> String {
    let error = overridden(text).expect_err("must be refused");
    assert_eq!(error.exit_code(), 2, "{error}");
    assert_eq!(error.to_string().lines().count(), 1, "{error}");
    error.to_string()
}

#[test]
fn the_embedded_file_holds_the_box() {
    let data = ClashData::embedded().expect("valid");
    let kinds: Vec<(char, u8)> = data.gladiators.iter().map(|g| (g.code, g.count)).collect();
    assert_eq!(kinds, [('S', 28), ('N', 8), ('T', 8), ('P', 8), ('H', 8)]);
    let die = &data.die;
    assert_eq!(
        (die.faces, die.critical, die.single, die.miss),
        (6, 1, 2, 3)
    );
    let combat = &data.combat;
    assert_eq!((combat.base_dice_team, combat.base_dice_animal), (1, 0));
    assert_eq!(
        (
            combat.markers_per_gladiator,
            combat.markers_per_critical_on_animal
        ),
        (2, 2)
    );
    assert_eq!(
        (
            combat.rerolls,
            data.components.dice,
            data.components.carriers
        ),
        (1, 5, 20)
    );
    assert_eq!(data.carriers_per_player, [(2, 4), (3, 4), (4, 3), (5, 3)]);
    assert_eq!(
        (
            data.scoring.gladiator,
            data.scoring.animal,
            data.scoring.survivor
        ),
        (1, 2, 1)
    );
    let units: Vec<String> = data.animals.iter().map(Animal::unit).collect();
    assert_eq!(units, ["STTH@2", "SSSH@3", "SSPP@2"]);
    assert_eq!(
        data.roster("bear_heavy").expect("there").cards[1],
        ("bear".to_string(), 6)
    );
    assert!(
        data.rosters
            .iter()
            .all(|r| r.cards.iter().map(|c| c.1).sum::<u8>() == 12)
    );
    let boards: Vec<&str> = data.boards.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(boards, ["hex17", "hex17_long", "hex17_tall", "ring17"]);
    assert_eq!(data.boards[0].rows, [3, 4, 3, 4, 3]);
    let degrees = |b: &Board| b.adjacency.iter().map(|(_, n)| n.len()).sum::<usize>();
    assert_eq!(
        (degrees(&data.boards[0]), degrees(&data.boards[3])),
        (72, 64)
    );
    assert_eq!(data.examples[1].defender, "lion");
    let fact = |name: &str| {
        data.facts
            .iter()
            .find(|f| f.name == name)
            .map(|f| f.value.as_str())
    };
    assert_eq!(fact("board_facts.spaces"), Some("17"));
    assert_eq!(
        fact("setup_17_spaces.animals_on_board"),
        Some("2: 9, 3: 5, 4: 5, 5: 2")
    );
    assert_eq!(data.switches.iter().count(), 25);
    assert_eq!(data.rulesets.names(), ["clash", "clash-review"]);
}

#[test]
fn the_review_differs_in_nine_switches() {
    let data = ClashData::embedded().expect("valid");
    assert!(
        data.switches("clash", &[])
            .expect("valid")
            .differs_from_default()
            .is_empty()
    );
    let review = data.switches("clash-review", &[]).expect("valid");
    let keys: Vec<String> = review
        .differs_from_default()
        .into_iter()
        .map(|(k, _)| k)
        .collect();
    assert_eq!(
        keys,
        [
            "net_order",
            "net_die",
            "gladiatorless",
            "move_rule",
            "challenge",
            "end_on_all_animals",
            "draft_style",
            "animal_fill",
            "players_max"
        ]
    );
    assert!(review.is("net_die", "any_hit"));
    let error = data
        .switches("clash-revew", &[])
        .expect_err("misspelt")
        .to_string();
    assert_eq!(
        error,
        "unknown ruleset `clash-revew` — did you mean `clash-review`?"
    );
}

#[test]
fn an_animal_is_replaced_or_added_and_the_rest_stays() {
    let text = format!(
        "{HEAD}[[animal]]\nname = \"lion\"\nhits = 4\nswords = 3\ntridents = 0\nspears = 1\nshields = 0\n\
         [[animal]]\nname = \"wolf\"\nstatus = \"published\"\nhits = 1\nswords = 1\ntridents = 0\nspears = 0\nshields = 0\n\
         [[roster]]\nname = \"pack\"\ncards = {{ wolf = 12 }}\n"
    );
    let data = overridden(&text).expect("valid");
    let units: Vec<(&str, String)> = data.animals.iter().map(|a| (&*a.name, a.unit())).collect();
    let expected = [
        ("lion", "SSSP@4"),
        ("bear", "SSSH@3"),
        ("bull", "SSPP@2"),
        ("wolf", "S@1"),
    ];
    assert_eq!(units, expected.map(|(n, u)| (n, u.to_string())));
    assert_eq!(
        data.animal("Lion").expect("there").provenance.status,
        Status::User
    );
    assert_eq!(
        data.animal("wolf").expect("there").provenance.status,
        Status::Published
    );
    assert_eq!(
        data.roster("pack").expect("there").cards,
        [("wolf".to_string(), 12)]
    );
    assert_eq!(data.die.faces, 6);
}

#[test]
fn single_keys_of_tables_are_replaced() {
    let data = overridden("[die]\nfaces = 8\nmiss = 5\n[combat]\nrerolls = 0\n").expect("valid");
    let die = &data.die;
    assert_eq!(
        (die.faces, die.critical, die.single, die.miss),
        (8, 1, 2, 5)
    );
    assert_eq!(die.provenance.status, Status::User);
    assert_eq!((data.combat.rerolls, data.combat.base_dice_team), (0, 1));
    assert_eq!(data.scoring.provenance.status, Status::Rulebook);
}

#[test]
fn a_copy_of_the_whole_file_changes_nothing() {
    let embedded = ClashData::embedded().expect("valid");
    assert_eq!(overridden(ClashData::EMBEDDED).expect("valid"), embedded);
    assert_eq!(overridden("schema = 1\n").expect("valid"), embedded);
    assert!(overridden("").is_err());
}

#[test]
fn guesses_are_what_the_rulebook_does_not_say() {
    let of = |data: &ClashData, name: &str| {
        let mut guesses = Guesses::new();
        data.animal(name).expect("there").guesses(&mut guesses);
        data.duel_guesses(&mut guesses);
        guesses.into_vec()
    };
    let data = ClashData::embedded().expect("valid");
    let lion = of(&data, "lion");
    assert_eq!(lion.len(), 1);
    assert_eq!(
        (&*lion[0].what, &*lion[0].value, &*lion[0].status),
        ("animal lion", "STTH@2", "derived")
    );
    let bear = of(&data, "bear");
    assert_eq!(bear.len(), 5);
    assert_eq!(
        (&*bear[0].what, &*bear[0].value, &*bear[0].status),
        ("animal bear: hits", "3", "assumed")
    );
    assert!(
        bear[0].note.starts_with("range: 2 to 4; "),
        "{}",
        bear[0].note
    );
    let data = overridden("[die]\nfaces = 8\nmiss = 5\n").expect("valid");
    let lion = of(&data, "lion");
    assert_eq!((&*lion[1].what, &*lion[1].status), ("die", "user"));
    assert_eq!(lion[1].value, "1 critical, 2 single, 5 miss");
}

#[test]
fn starting_is_fast() {
    let load = || {
        let start = std::time::Instant::now();
        std::hint::black_box(ClashData::embedded().expect("valid"));
        start.elapsed()
    };
    // the fastest of many: other tests run beside this one
    let fastest = (0..200).map(|_| load()).min().unwrap_or_default();
    println!("embedded data: {fastest:?} a load");
    let limit = if cfg!(debug_assertions) { 40 } else { 2 };
    assert!(
        fastest < std::time::Duration::from_millis(limit),
        "{fastest:?} a load"
    );
}
