use super::*;
use crate::scenario::Guesses;

fn user(text: &str) -> Result<BattleData> {
    BattleData::embedded()?.overridden(&Source::new("my.toml", text))
}

fn refused(text: &str) -> String {
    user(text).expect_err("refused").to_string()
}

#[test]
fn the_embedded_file_reads_and_its_sets_agree_with_every_known_cell() {
    let data = BattleData::embedded().unwrap();
    assert_eq!(
        data.sets
            .iter()
            .map(|s| s.name.as_str())
            .collect::<Vec<_>>(),
        ["r1", "r2", "r3"]
    );
    assert_eq!((data.default_tables.as_str(), data.strip.len()), ("r1", 3));
    assert_eq!(
        (data.weapons.len(), data.skills.len(), data.tiers.len()),
        (11, 11, 4)
    );
    assert_eq!(data.constant("rookie_points"), 40);
    let known = [
        (Class::B, "5", 3),
        (Class::B, "6", 4),
        (Class::C, "6-6", 5),
        (Class::D, "6-6", 7),
    ];
    for set in &data.sets {
        for (class, column, damage) in known {
            let cell = set.damage[class as usize][Column::parse(column).unwrap().index()]
                .as_ref()
                .unwrap();
            assert_eq!(
                (cell.value, cell.provenance.status),
                (damage, Status::Rulebook),
                "{}",
                set.name
            );
        }
        assert_eq!(set.tracker[7].as_ref().unwrap().value, 3);
    }
    let notes = &data.known_constant("points_for_win").provenance.note;
    assert_eq!(notes, "[If your Gladiator Wins the Battle]");
}

#[test]
fn a_user_overrides_a_cell_a_weapon_a_number() {
    let data = user(
        "[constants]\nhealth_base = 25\n[[tables.r1.attack]]\nclass = 'B'\ncolumn = '6-6'\ndamage = 6\n\
         [[weapon]]\nname = 'net'\nclass = 'A'\ncritical_bonus = 0\nthrow_bonus = 1\nweight_lb = 2\nhands = 1\nuse = 'both'\nkind = 'slash'",
    )
    .unwrap();
    assert_eq!(data.constant("health_base"), 25);
    let set = data.set("r1").unwrap();
    let cell = set.damage[1][6].as_ref().unwrap();
    assert_eq!((cell.value, cell.provenance.status), (6, Status::User));
    assert_eq!(
        set.damage[1][5].as_ref().unwrap().value,
        4,
        "other cells stay"
    );
    assert_eq!(data.weapon("net").unwrap().weight_lb.value, 2);
    assert_eq!(
        data.strip,
        ["r1"],
        "the strip shows the sets of the user's file"
    );
}

#[test]
fn own_tables_become_the_default_and_have_no_strip_if_nothing_is_assumed() {
    let embedded = BattleData::EMBEDDED;
    let start = embedded.find("[tables.r1]").unwrap();
    let end = embedded
        .find("# ------------------------------------------------------------------ table set r2")
        .unwrap();
    let own = embedded[start..end]
        .replace("r1", "mine")
        .replace("assumed", "published")
        .replace("derived", "published");
    let data = user(&own).unwrap();
    assert_eq!(
        (data.default_tables.as_str(), data.strip.len()),
        ("mine", 0)
    );
    assert_eq!(data.switches("battle", &[]).unwrap().get("tables"), "mine");
    assert!(data.defaults("r2").is_ok());
}

#[test]
fn holes_and_contradictions_are_one_line_with_a_place() {
    assert_eq!(
        refused("[tables.mine]\n[[tables.mine.attack]]\nclass = 'D'\ncolumn = '6-6'\ndamage = 7"),
        "my.toml:1:1: table set mine has a hole: write the damage of class A, column 4 in `attack`"
    );
    assert_eq!(
        refused("[[tables.r1.attack]]\nclass = 'D'\ncolumn = '6'\ndamage = 7"),
        "my.toml:3:10: class D hits from 6-6: a 6 does no damage"
    );
    let twice = "[[tables.r1.block]]\ncolumn = '4'\nsixes = 1\n[[tables.r1.block]]\ncolumn = '4'\nsixes = 2";
    assert_eq!(
        refused(twice),
        "my.toml:5:10: the block of column 4 stands twice in this table set: which one holds?"
    );
    assert!(
        refused("[[weapon_class]]\nname = 'D'\nhits_from = '6'")
            .contains("lacks damage for its column 6")
    );
    assert!(
        refused("[[skill]]\nname = 'atack'\nrules = 'full'\nprices = [1]").contains("15 ranks")
    );
    assert!(refused("default_tables = 'r9'").contains("did you mean"));
    assert!(refused("[constants]\nlowest_living_health = -30").contains("-19"));
    assert!(refused("game = 'clash'").contains("the question is about \"battle\""));
}

#[test]
fn switches_take_any_table_set_and_lists_of_skills() {
    let data = BattleData::embedded().unwrap();
    let set = |key: &str, value: &str| data.switches("battle", &[(key.into(), value.into())]);
    assert_eq!(
        set("advanced_skills", "[\"retrieve_weapon\"]")
            .unwrap()
            .get("advanced_skills"),
        "retrieve_weapon"
    );
    assert_eq!(
        set("advanced_skills", "[]").unwrap().get("advanced_skills"),
        "[]"
    );
    assert!(set("advanced_skills", "heal").is_err());
    assert!(set("tables", "r4").unwrap_err().to_string().contains("r1"));
    assert_eq!(set("max_ranks", "20").unwrap().integer("max_ranks"), 20);
}

#[test]
fn the_guesses_of_a_short_sword_are_its_bonus_and_not_its_class() {
    let data = BattleData::embedded().unwrap();
    let mut guesses = Guesses::new();
    data.weapon("short_sword").unwrap().guesses(&mut guesses);
    let met = guesses.into_vec();
    assert!(
        met.iter()
            .all(|g| g.what != "short_sword: class" && g.what != "short_sword: critical bonus")
    );
    assert!(met.iter().any(|g| g.what == "short_sword: weight in lb"));
}
