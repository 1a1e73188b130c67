use super::*;

fn embedded() -> GauntletData {
    GauntletData::embedded().expect("valid")
}

fn refused(text: &str) -> String {
    let error = embedded()
        .overridden(&Source::new("my.toml", text))
        .expect_err("must be refused");
    assert_eq!(error.exit_code(), 2);
    assert_eq!(error.to_string().lines().count(), 1, "{error}");
    error.to_string()
}

#[test]
fn the_embedded_file_holds_the_box() {
    let data = embedded();
    assert_eq!(data.enemies.len(), 10);
    assert_eq!(data.enemy_name(1, 1), "Mvrmillo");
    assert_eq!(data.enemy("mvrmillo").unwrap().health.value, Some(4));
    assert_eq!(data.enemy("Eqves").unwrap().health.value, None);
    assert_eq!(
        data.rounds
            .iter()
            .map(|r| r.cards.value)
            .collect::<Vec<_>>(),
        [2, 2, 3, 3, 4, 4]
    );
    assert_eq!(data.last_round("normal"), Ok(5));
    assert_eq!(data.switches.iter().count(), 19);
    let rules = data
        .rules(&data.switches("gauntlet", &[]).unwrap())
        .unwrap();
    assert_eq!(rules, Rules::rulebook());
    let game = data.game(rules, 6).unwrap();
    assert_eq!(game.highest_score(), 59);
    let mut guesses = Guesses::new();
    data.guesses(1, &mut guesses);
    let names: Vec<String> = guesses.into_vec().iter().map(|g| g.what.clone()).collect();
    assert!(names.contains(&"deck.pairing".to_string()), "{names:?}");
    assert!(
        names.contains(&"enemy Provocator: health".to_string()),
        "{names:?}"
    );
    assert!(
        !names
            .iter()
            .any(|n| n.contains("Thraex") || n.contains("round 2")),
        "{names:?}"
    );
}

#[test]
fn alternatives_change_what_they_list() {
    let data = embedded();
    let names: Vec<&str> = data.alternatives.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names.len(), 11, "{names:?}");
    let health = |d: &GauntletData, n: &str| d.enemy(n).unwrap().health.value;
    let minus = data.alternative("health_minus_1").unwrap();
    assert_eq!(
        (health(&minus, "Retiarivs"), health(&minus, "Eqves")),
        (Some(1), None)
    );
    let c = data.alternative("abilities_c").unwrap();
    assert_eq!(
        (health(&c, "Eqves"), health(&c, "Retiarivs")),
        (Some(3), None)
    );
    assert_eq!(
        c.enemy("Retiarivs").unwrap().ability.value,
        Ability::GloryHealth
    );
    let reversed = data.alternative("pairing_reversed").unwrap();
    assert_eq!(reversed.enemy_name(0, 1), "Thraex");
    assert_eq!(reversed.enemy_name(0, 0), "Provocator");
    assert!(
        data.alternative("abilities_d")
            .unwrap_err()
            .to_string()
            .contains("did you mean")
    );
}

#[test]
fn a_users_cards_replace_the_assumed_ones() {
    let text = "[[enemy]]\nname = \"Thraex\"\nhealth = 6\n[[round]]\nround = 5\ncards = 3\nside = \"A\"\nreroll_faces = [1]\n";
    let data = embedded()
        .overridden(&Source::new("my.toml", text))
        .unwrap();
    let thraex = data.enemy("Thraex").unwrap();
    assert_eq!((thraex.health.value, thraex.card), (Some(6), 5));
    assert_eq!(thraex.health.provenance.status, Status::User);
    assert_eq!(thraex.ability.value, Ability::NoRest);
    assert_eq!(data.rounds[4].cards.value, 3);
}

#[test]
fn knobs_and_switches_are_told_apart() {
    let set = |k: &str, v: &str| (k.to_string(), v.to_string());
    let (data, rest) = embedded()
        .with_knobs(&[
            set("tactics.quick_rest.enabled", "false"),
            set("crit", "rolled"),
            set("player.health_dice", "6,6"),
        ])
        .unwrap();
    assert!(!data.numbers.enabled[Tactic::QuickRest as usize]);
    assert_eq!((data.health_dice, rest.len()), ([6, 6], 1));
    let error = embedded()
        .with_knobs(&[set("tactics.quick_rst.enabled", "false")])
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("did you mean `tactics.quick_rest.enabled`"),
        "{error}"
    );
}

#[test]
fn bad_data_is_one_line_with_its_place() {
    let head = "[[enemy]]\nname = \"Thraex\"\n";
    assert!(
        refused(&format!("{head}health = 7"))
            .starts_with("my.toml:3:10: health must be a whole number from 1 to 6")
    );
    assert!(refused(&format!("{head}ability = \"regn\"")).contains("did you mean `regen`"));
    assert!(refused(&format!("{head}ability = \"glory_health\"")).contains("go together"));
    let round = "[[round]]\nround = 2\ncards = 6\nside = \"A\"\nreroll_faces = [1]";
    assert!(
        refused(round).starts_with("my.toml:3:9: cards must be a whole number from 1 to 5"),
        "{}",
        refused(round)
    );
    assert!(
        refused("[[round]]\nround = 2\ncards = 2\nside = \"A\"\nreroll_faces = [7]")
            .contains("1 to 6")
    );
    assert!(refused("[player]\nglory_max = 6").contains("cannot be changed"));
    assert!(
        refused("[[event]]\ndie = 2\nname = \"max_glry\"").contains("did you mean `max_glory`")
    );
}
