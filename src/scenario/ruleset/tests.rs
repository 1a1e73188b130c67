use super::*;
use crate::scenario::{Document, Source};

const DATA: &str = r#"
[[switch]]
key = "order"
default = "first"
values = ["first", "second"]
status = "derived"
[[switch]]
key = "die"
default = "none"
values = ["none", "any", "single"]
status = "rulebook"
[[switch]]
key = "cap"
kind = "integer"
default = "2000"
min = 1
status = "assumed"
range = "500 to 10000"
[[ruleset]]
name = "plain"
status = "rulebook"
[[ruleset]]
name = "review"
status = "rulebook"
set = { order = "second", die = "any" }
[[ruleset.assumption]]
key = "die"
status = "assumed"
range = ["any", "single"]
"#;

fn resolve(ruleset: &str, set: &[(&str, &str)]) -> Result<Switches> {
    let source = Source::new("data.toml", DATA);
    let document = Document::parse(&source)?;
    let (mut table, mut rulesets) = (SwitchTable::default(), Rulesets::default());
    table.read(&document.root(), None)?;
    rulesets.read(&document.root(), &table, None)?;
    let set: Vec<_> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    Switches::resolve(&table, rulesets.get(ruleset)?, &set)
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect()
}

#[test]
fn later_layers_win() {
    let plain = resolve("plain", &[]).expect("valid");
    assert_eq!(
        (plain.get("order"), plain.get("die"), plain.integer("cap")),
        ("first", "none", 2000)
    );
    assert!(plain.differs_from_default().is_empty());
    let set = [("die", "single"), ("cap", "500"), ("cap", "600")];
    let review = resolve("review", &set).expect("valid");
    assert_eq!(
        (
            review.get("order"),
            review.get("die"),
            review.integer("cap")
        ),
        ("second", "single", 600)
    );
    let all = pairs(&[("order", "second"), ("die", "single"), ("cap", "600")]);
    assert_eq!(review.differs_from_default(), all);
    assert_eq!(review.differs_from_ruleset(), all[1..]);
    let back = resolve("review", &[("order", "first")]).expect("valid");
    assert_eq!(back.differs_from_default(), pairs(&[("die", "any")]));
    assert_eq!(back.differs_from_ruleset(), pairs(&[("order", "first")]));
}

#[test]
fn wrong_settings_name_themselves() {
    let error = resolve("plain", &[("cap", "0")]).expect_err("must be refused");
    assert_eq!(
        error,
        Error::usage("--set cap=0: cap must be a whole number of at least 1, not \"0\"")
    );
    let error = resolve("other", &[]).expect_err("must be refused");
    assert_eq!(
        error,
        Error::usage("unknown ruleset `other`; write plain or review")
    );
}

#[test]
fn guesses_follow_what_was_chosen() {
    let of = |ruleset: &str, set: &[(&str, &str)]| {
        let mut guesses = Guesses::new();
        resolve(ruleset, set)
            .expect("valid")
            .guesses(&["order", "die"], &mut guesses);
        let told = guesses.into_vec().into_iter();
        told.map(|g| format!("{} = {} ({})", g.what, g.value, g.status))
            .collect::<Vec<_>>()
    };
    assert_eq!(of("plain", &[]), ["switch order = first (derived)"]);
    assert_eq!(
        of("plain", &[("order", "second")]),
        Vec::<String>::new(),
        "chosen, not guessed"
    );
    assert_eq!(of("review", &[]), ["switch die = any (assumed)"]);
}

#[test]
#[should_panic(expected = "the game has no switch `odrer`")]
fn a_key_the_code_misspells_is_a_bug() {
    resolve("plain", &[]).expect("valid").get("odrer");
}
