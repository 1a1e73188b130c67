//! What has an exact answer, and what is refused because it has none.

use super::super::data::GauntletData;
use super::super::library::Library;
use super::super::spec::PolicySpec;
use super::*;

/// A whole game of one round under these settings.
fn library(set: &[(&str, &str)]) -> Arc<Library> {
    let data = GauntletData::embedded().unwrap();
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let switches = data.switches("gauntlet", &set).unwrap();
    let rules = data.rules(&switches).unwrap();
    Arc::new(Library::new(data.game(rules, 1).unwrap()))
}

fn refused(spec: &PolicySpec, library: &Arc<Library>) -> Option<String> {
    Player::new(spec, library)
        .and_then(|p| Follow::new(&p).map(|_| ()))
        .err()
        .map(|e| e.to_string())
}

#[test]
fn a_reroll_by_lot_has_no_exact_answer_with_matches_by_values() {
    let library = library(&[("bargain", "off")]);
    let with = |policy: &str, rule: &str| {
        PolicySpec::parse(policy)
            .unwrap()
            .with_part("reroll_one", rule)
            .unwrap()
    };
    let why = refused(&with("improve:never_swap", "random"), &library).expect("no exact answer");
    assert!(why.contains("reroll_one by lot"), "{why}");
    for rule in ["never", "first"] {
        assert_eq!(refused(&with("improve:never_swap", rule), &library), None);
    }
    // A policy that looks at the table only is followed through the coin.
    assert_eq!(refused(&with("never_swap", "random"), &library), None);
}
