use super::*;
use crate::games::gladiatori::numbers::Rules;

fn data() -> Data {
    Data::embedded().expect("the embedded file is valid")
}

fn with(text: &str) -> Result<Data> {
    data().overridden(&Source::new("my.toml", text))
}

#[test]
fn the_embedded_file_is_whole() {
    let data = data();
    assert_eq!(data.ids("item").len(), 18);
    assert_eq!(data.ids("move").len(), 8);
    assert_eq!(data.ids("power").len(), 9);
    assert_eq!(data.ids("gladiator").len(), 6);
    assert_eq!(data.ids("beast"), ["dog", "wolf", "lion", "bear"]);
    assert_eq!(data.switches.iter().count(), 58);
    assert_eq!(data.int("vp.kill_rear"), -12);
    let action = data.cell("hp.action").unwrap();
    assert_eq!(
        (action.provenance.status, action.range.len()),
        (Status::Assumed, 3)
    );
    let stat = data.cell("gladiator.secutor.blood").unwrap();
    assert_eq!(stat.provenance.status, Status::Rulebook);
    let rules = Rules::default_rules().unwrap();
    assert_eq!(rules.n.defense, [0b100011, 0b100011, 0b100011, 0b110111]);
    assert_eq!(
        (rules.n.moves[0], rules.n.powers[0], rules.n.moves[4]),
        (11, 11, 0)
    );
    assert_eq!(
        (rules.n.gate_left_on, rules.n.trapped_free_on),
        (0b1110, 0b110_0000)
    );
    assert_eq!(data.hash().len(), 16);
}

#[test]
fn every_switch_is_read_by_the_rules() {
    let data = data();
    let base = Rules::default_rules().unwrap();
    for switch in data.switches.iter() {
        for value in switch.values.iter().filter(|v| **v != switch.default) {
            let set = [(switch.key.clone(), value.clone())];
            let rules = Rules::new(&data, &data.switches("gladiatori", &set).unwrap()).unwrap();
            assert_ne!(rules.r, base.r, "{}={value} changes no reading", switch.key);
        }
    }
}

#[test]
fn a_users_file_overrides_and_keeps_the_status_word() {
    let mine = with(
        "[hp]\naction = { value = 3, status = \"published\", source = \"own copy\" }\n[[item]]\nid = \"helmet_0_2\"\nhp = 2\n[switches]\nvp_tie = { value = \"earlier_on_top\" }\n",
    )
    .unwrap();
    assert_eq!(
        (mine.int("hp.action"), mine.int("item.helmet_0_2.hp")),
        (3, 2)
    );
    assert_eq!(
        mine.cell("hp.action").unwrap().provenance.status,
        Status::Published
    );
    assert_eq!(
        mine.cell("item.helmet_0_2.hp").unwrap().provenance.status,
        Status::Assumed
    );
    assert_eq!(mine.int("item.helmet_0_2.defense"), 2);
    assert!(
        mine.switches("gladiatori", &[])
            .unwrap()
            .is("vp_tie", "earlier_on_top")
    );
    assert_ne!(mine.hash(), data().hash());
    assert_eq!(mine.overrides.len(), 2);
}

#[test]
fn bad_files_get_one_line_with_the_place() {
    for (text, message) in [
        (
            "[hp]\nactoin = { value = 3 }",
            "my.toml:2:1: unknown key `hp.actoin` — did you mean `hp.action`?",
        ),
        (
            "[hp]\naction = { value = 30 }",
            "my.toml:2:20: hp.action must be a whole number from 0 to 9, not 30",
        ),
        (
            "[hp]\naction = { value = \"two\" }",
            "my.toml:2:20: hp.action must be a whole number, not \"two\"",
        ),
        (
            "[[item]]\nid = \"axe_4_0\"\nattack = 4",
            "my.toml:1:1: the item `axe_4_0` lacks the key `symbol`",
        ),
        (
            "[switches]\nvp_tie = { value = \"top\" }",
            "my.toml:2:20: vp_tie must be",
        ),
        ("[sword]\na = 1", "my.toml:1:2: unknown table `sword`"),
    ] {
        let error = with(text).unwrap_err();
        assert!(error.to_string().starts_with(message), "{text}: {error}");
        assert_eq!(error.exit_code(), 2);
    }
}

#[test]
fn paths_are_set_one_by_one_joined_and_by_pattern() {
    let mut d = data();
    d.set("hp.energy1+hp.energy0", "2").unwrap();
    assert_eq!((d.int("hp.energy1"), d.int("hp.energy0")), (2, 2));
    d.set("item.*.hp", "4").unwrap();
    assert!(
        d.ids("item")
            .iter()
            .all(|i| d.int(&format!("item.{i}.hp")) == 4)
    );
    let (sword, arm) = (d.int("item.sword_2_1.attack"), d.int("item.arm_0_2.attack"));
    d.set("item.<assumed>.attack", "+1").unwrap();
    assert_eq!(
        (d.int("item.sword_2_1.attack"), d.int("item.arm_0_2.attack")),
        (sword, arm + 1)
    );
    d.set("move.*.restrictions", "none").unwrap();
    assert!(d.value("move.sweep.restrictions").list().is_empty());
    d.set("training.ability9_price", "forbidden").unwrap();
    d.set("combat.sweep_modifiers", "[1, -2, -5]").unwrap();
    assert!(
        d.set("hp.actoin", "3")
            .unwrap_err()
            .to_string()
            .contains("did you mean `hp.action`")
    );
    assert!(
        d.set("hp.action", "x")
            .unwrap_err()
            .to_string()
            .contains("a whole number")
    );
}
