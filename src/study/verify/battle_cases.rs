//! The operations of How to Battle case files (spec 14).
//!
//! `battle_cases/inputs.rs` reads gladiators, policies and switches, `single.rs` has the operations on single rolls, `odds.rs` their odds,
//! `script.rs` plays scripted battles, `whole.rs` has those on whole battles, builds and careers.

mod inputs;
mod odds;
mod script;
mod single;
mod whole;

use super::cases::Outcome;
use super::compare::Got;
use crate::error::Result;
use serde_json::{Map, Value, json};

type Inputs = Map<String, Value>;
type Values = Vec<(String, Got)>;

/// Runs one operation.
pub(super) fn run(op: &str, inputs: &Inputs, expect: &Inputs) -> Outcome {
    match values(op, inputs) {
        None => Outcome::Unknown,
        Some(Ok(values)) => Outcome::Values(
            values
                .into_iter()
                .map(|(key, got)| narrowed(key, got, expect))
                .collect(),
        ),
        Some(Err(error)) => Outcome::Refused(error),
    }
}

fn values(op: &str, inputs: &Inputs) -> Option<Result<Values>> {
    Some(match op {
        "attack_dice" => single::attack_dice(inputs),
        "read_attack" => single::read_attack(inputs),
        "defence_dice" => single::defence_dice(inputs),
        "defence_throws" => single::defence_throws(inputs),
        "critical_dice" => single::critical_dice(inputs),
        "critical_damage" => single::critical_damage(inputs),
        "luck_pool" => single::luck_pool(inputs),
        "luck_cap" => single::luck_cap(inputs),
        "luck_left" => single::luck_left(inputs),
        "award" => single::award(inputs),
        "carry" => single::carry(inputs),
        "build" => whole::build(inputs),
        "top_odds" => odds::top_odds(inputs),
        "attack_odds" => odds::attack_odds(inputs),
        "block_odds" => odds::block_odds(inputs),
        "defence_odds" => odds::defence_odds(inputs),
        "initiative_odds" => odds::initiative_odds(inputs),
        "six_odds" => odds::six_odds(inputs),
        "exchange" => odds::exchange(inputs),
        "play" => script::play(inputs),
        "fight" => whole::fight(inputs),
        "best_style" => whole::best_style(inputs),
        "choose" => whole::choose(inputs),
        "strip" => whole::strip(inputs),
        "rank_builds" => whole::rank_builds(inputs),
        "career" => whole::career(inputs),
        _ => return None,
    })
}

/// Distributions by name: what a case does not name has no chance in it.
const DISTRIBUTIONS: [&str; 5] = ["p", "outcomes", "luck_next", "a_loses_by", "b_loses_by"];

/// Only the fields that a case names are compared; in a distribution also those of ours that have a chance.
fn narrowed(key: String, got: Got, expect: &Inputs) -> (String, Got) {
    let got = match (got, expect.get(&key)) {
        (Got::Json(value), Some(expected)) => Got::Json(project(
            value,
            expected,
            DISTRIBUTIONS.contains(&key.as_str()),
        )),
        (got, _) => got,
    };
    (key, got)
}

fn project(got: Value, expected: &Value, distribution: bool) -> Value {
    match (got, expected) {
        (Value::Object(mut ours), Value::Object(theirs)) => {
            let negligible = |v: &Value| v.as_f64().is_some_and(|p| p.abs() < 1e-15);
            ours.retain(|k, v| theirs.contains_key(k) || distribution && !negligible(v));
            for (key, wanted) in theirs {
                match ours.remove(key) {
                    Some(value) => {
                        drop(ours.insert(key.clone(), project(value, wanted, distribution)))
                    }
                    None if distribution => drop(ours.insert(key.clone(), json!(0.0))),
                    None => {}
                }
            }
            Value::Object(ours)
        }
        (got, _) => got,
    }
}

#[cfg(test)]
mod tests {
    use crate::study::verify::{Status, run_cases};

    fn faults(cases: &str) -> Vec<(String, String)> {
        let results = run_cases(cases, "cases").expect("a list of cases");
        let fault = |status| match status {
            Status::Pass => None,
            Status::Fail(why) | Status::Skip(why) => Some(why),
        };
        results
            .into_iter()
            .filter_map(|r| fault(r.status).map(|why| (r.id, why)))
            .collect()
    }

    #[test]
    fn all_golden_cases_pass() {
        assert_eq!(
            faults(include_str!("../../../scenarios/cases/battle.json")),
            []
        );
    }

    /// Battles without a winner favour nobody, a pool of no dice counts no sixes, and what cannot be is refused.
    #[test]
    fn cases_beside_the_golden_ones_pass() {
        let cases = r#"[
          {"id": "no winner", "inputs": {"game": "battle", "op": "strip",
           "a": {"weapon": "claymore", "weapon_ranks": 1, "attack": 1, "health": 20},
           "b": {"weapon": "claymore", "weapon_ranks": 1, "attack": 1, "health": 20}},
           "expect": {"win_a": {"r1": 0, "r2": 0, "r3": 0}, "favoured": {"r1": "even", "r2": "even", "r3": "even"}, "holds": false},
           "tolerance": 1e-12},
          {"id": "printed example: a 7 and a 10", "inputs": {"game": "battle", "op": "play", "turns": 0, "a": {"attack": 2}, "b": {"attack": 2},
           "script": [{"by": "a", "roll": "initiative", "dice": [3, 4]}, {"by": "b", "roll": "initiative", "dice": [4, 6]}]},
           "expect": {"active": "b"}},
          {"id": "a tie takes luck dice, and is thrown again without", "inputs": {"game": "battle", "op": "play", "turns": 0,
           "a": {"attack": 2, "luck": 2, "policy": {"luck": {"initiative": "max"}}}, "b": {"attack": 2},
           "script": [{"by": "a", "roll": "initiative", "dice": [1, 1], "luck": [1, 3]}, {"by": "b", "roll": "initiative", "dice": [3, 3]},
                      {"by": "a", "roll": "initiative", "dice": [5, 5]}, {"by": "b", "roll": "initiative", "dice": [1, 1]}]},
           "expect": {"active": "a", "a": {"luck": 0}}},
          {"id": "printed example: two luck dice on a focus roll of two", "inputs": {"game": "battle", "op": "play", "turns": 1,
           "a": {"attack": 2, "focus": 2, "luck": 6, "policy": {"luck": "focus"}}, "b": {"attack": 2},
           "start": {"active": "a", "a": {"stunned": true}},
           "script": [{"by": "a", "roll": "focus", "dice": [1, 2], "luck": [3, 6]}, {"by": "a", "roll": "attack", "dice": [1]}]},
           "expect": {"active": "b", "a": {"stunned": false, "luck": 5}}},
          {"id": "no dice", "inputs": {"game": "battle", "op": "defence_throws", "sixes_needed": 1, "throws": [[]]},
           "expect": {"sixes": 0, "blocked": false}},
          {"id": "ends in a tie", "inputs": {"game": "battle", "op": "play", "turns": 1,
           "a": {"weapon": "short_sword", "weapon_ranks": 4, "attack": 4, "health": 20},
           "b": {"weapon": "short_sword", "weapon_ranks": 4, "attack": 4, "health": 20},
           "script": [{"by": "a", "roll": "initiative", "dice": [3, 3]}, {"by": "b", "roll": "initiative", "dice": [3, 3]}]},
           "expect": {"error": true, "exit": 2}},
          {"id": "no script", "inputs": {"game": "battle", "op": "play", "turns": 1, "a": {"attack": 3}, "b": {"attack": 3}, "script": []},
           "expect": {"error": true, "exit": 2}},
          {"id": "luck without a record", "inputs": {"game": "battle", "op": "career", "mode": "challenge", "rounds": 1,
           "a": {"attack": 3, "luck": 2}, "b": {"attack": 3}}, "expect": {"error": true, "exit": 2}}
        ]"#;
        assert_eq!(faults(cases), []);
    }

    /// Each of these is a passing case with one thing made wrong.
    #[test]
    fn wrong_cases_fail() {
        let cases = r#"[
          {"id": "dice", "inputs": {"game": "battle", "op": "attack_dice", "attack": 4, "weapon_ranks": 4, "style": "normal"},
           "expect": {"dice": 5}},
          {"id": "outcome", "inputs": {"game": "battle", "op": "block_odds", "dice": 3, "sixes_needed": 1},
           "expect": {"exact": "91/217"}},
          {"id": "left out", "inputs": {"game": "battle", "op": "six_odds", "dice": 1, "luck": 0},
           "expect": {"p": {"success_lost_0": 0.16666666666666666}}},
          {"id": "more dice than thrown", "inputs": {"game": "battle", "op": "play", "a": {}, "b": {}, "start": {"active": "a"},
           "turns": 1, "script": [{"by": "a", "roll": "attack", "dice": [1]}]}, "expect": {"active": "b"}},
          {"id": "fewer", "inputs": {"game": "battle", "op": "play", "a": {"attack": 3}, "b": {}, "start": {"active": "a"},
           "turns": 1, "script": [{"by": "a", "roll": "attack", "dice": [1]}]}, "expect": {"active": "b"}},
          {"id": "accepted", "inputs": {"game": "battle", "op": "fight", "a": {"attack": 1}, "b": {"attack": 1}},
           "expect": {"error": true}},
          {"id": "unknown", "inputs": {"game": "battle", "op": "dance"}, "expect": {}}
        ]"#;
        let failed: Vec<String> = faults(cases).into_iter().map(|f| f.0).collect();
        assert_eq!(
            failed,
            [
                "dice",
                "outcome",
                "left out",
                "more dice than thrown",
                "fewer",
                "accepted",
                "unknown"
            ]
        );
    }
}
