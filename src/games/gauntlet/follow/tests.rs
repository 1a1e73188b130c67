//! What has an exact answer, and what is refused because it has none.

use super::super::data::GauntletData;
use super::super::exact::{self, Bouts};
use super::super::library::Library;
use super::super::rules::game::Enemy;
use super::super::rules::{Ability, Ties};
use super::super::spec::PolicySpec;
use super::super::state::Health;
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

#[test]
fn the_best_fight_without_a_cap_is_not_played_under_one() {
    let spec = PolicySpec::parse("fight:survive").unwrap();
    let why = refused(&spec, &library(&[("match_cap", "3")])).expect("refused");
    assert!(why.starts_with("--set match_cap=3: "), "{why}");
    let greedy = PolicySpec::parse("greedy").unwrap();
    assert_eq!(refused(&greedy, &library(&[("match_cap", "3")])), None);
}

#[test]
fn no_bargain_keeps_the_noise_from_bargaining() {
    let row = Bouts {
        enemies: vec![Enemy {
            health: Some(4),
            ability: Ability::None,
        }],
        ties: Ties::Nobody,
        faces: Faces::NONE,
        right: false,
        start: (Health::new(4, 4), 0),
    };
    let survives = |policy: &str, bargain: &str| {
        let library = library(&[("bargain", bargain)]);
        let player = Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap();
        exact::bouts(&Follow::new(&player).unwrap(), &row).p_win()
    };
    let without = survives("noisy:greedy,0.5", "off");
    let never = survives("no_bargain:noisy:greedy,0.5", "on");
    assert!((never - without).abs() < 1e-12, "{never} {without}");
    // Noise around a policy that does not bargain may do so.
    let may = survives("noisy:no_bargain:greedy,0.5", "on");
    assert!((may - without).abs() > 1e-4, "{may} {without}");
}
