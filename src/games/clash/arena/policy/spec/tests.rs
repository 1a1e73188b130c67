//! Names of policies and decisions.

use super::*;

#[test]
fn every_name_is_read_and_told_again() {
    for name in PRESETS
        .into_iter()
        .chain(["greedy:2.5", "rollout:8", "mcts:50"])
    {
        assert_eq!(SeatSpec::parse(name).unwrap().to_string(), name);
    }
    let spec = SeatSpec::parse("Greedy")
        .unwrap()
        .with_part("stand-in", "leader")
        .unwrap()
        .with_part("duel", "sharp")
        .unwrap();
    assert_eq!(spec.to_string(), "greedy with stand_in leader, duel sharp");
    for (part, values) in [
        (
            "draft",
            &[
                "random",
                "swords_first",
                "template:SSNT/SSSS",
                "worth",
                "deny",
                "bait",
                "spread",
            ][..],
        ),
        (
            "placement",
            &["random", "rim", "centre", "near_weak", "apart"],
        ),
        ("fill", &["random", "shield"]),
        ("turn", &TURNS),
        ("gladiatorless", &TURNS),
        ("destination", &["first", "random", "stay", "shy", "bold"]),
        ("stand_in", &["left", "right", "leader", "last", "random"]),
        ("duel", &["simple", "minimax", "best_response:value"]),
        ("reroll", &["never"]),
    ] {
        for value in values {
            SeatSpec::random().with_part(part, value).unwrap();
        }
    }
    let list = SeatSpec::parse_list("greedy,drafter:SSNT/SSSS,random").unwrap();
    assert_eq!(
        list.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["greedy", "drafter:SSNT/SSSS", "random"]
    );
}

#[test]
fn the_gladiatorless_rule_follows_the_turn_rule_until_it_is_set() {
    let spec = SeatSpec::random().with_part("turn", "sniper").unwrap();
    assert_eq!(spec.gladiatorless, TurnRule::Sniper);
    let spec = SeatSpec::random()
        .with_part("gladiatorless", "random")
        .unwrap()
        .with_part("turn", "sniper")
        .unwrap();
    assert_eq!(spec.gladiatorless, TurnRule::Random);
}

#[test]
fn bad_names_say_what_to_write() {
    let message = |r: Result<SeatSpec>| r.unwrap_err().to_string();
    for (text, says) in [
        ("greddy", "did you mean `greedy`?"),
        ("drafter:", "1 to 4 teams"),
        ("drafter:SSN", "has four gladiators"),
        ("drafter:SSXT", "unknown letter X"),
        ("greedy:x", "a weight from 0 to 1000"),
        ("mcts:0", "playouts, 1 to 1000000"),
        ("random:2", "unknown policy"),
    ] {
        assert!(
            message(SeatSpec::parse(text)).contains(says),
            "{text}: {}",
            message(SeatSpec::parse(text))
        );
    }
    let with = |part: &str, value: &str| message(SeatSpec::random().with_part(part, value));
    assert!(with("turm", "random").contains("did you mean `turn`?"));
    assert!(with("turn", "gredy").contains("(values: random, greedy:1"));
    assert!(with("draft", "wort").contains("did you mean `worth`?"));
    assert!(with("stand_in", "lefft").contains("did you mean `left`?"));
}
