//! The golden cases of the whole game, and their kinds with other inputs.

use super::super::{Status, run_cases};
use serde_json::{Value, json};

const FILE: &str = include_str!("../../../../scenarios/cases/clash.json");
const OPS: [&str; 6] = ["setup", "board", "moves", "turn", "score", "arena"];

fn status(case: &Value) -> Status {
    run_cases(&json!([case]).to_string(), "case")
        .unwrap()
        .remove(0)
        .status
}

fn case(inputs: Value, expect: Value) -> Value {
    let mut inputs = inputs;
    inputs["game"] = "clash".into();
    json!({"id": "x", "title": "", "inputs": inputs, "expect": expect, "tolerance": {"exact": true}})
}

#[test]
fn the_golden_cases_of_the_whole_game_pass() {
    let cases: Vec<Value> = serde_json::from_str(FILE).unwrap();
    let mine: Vec<&Value> = cases
        .iter()
        .filter(|c| OPS.contains(&c["inputs"]["op"].as_str().unwrap()))
        .collect();
    assert_eq!(mine.len(), 25);
    for case in mine {
        assert_eq!(status(case), Status::Pass, "{}", case["id"]);
    }
}

#[test]
fn a_wrong_expectation_fails() {
    let cases: Vec<Value> = serde_json::from_str(FILE).unwrap();
    for case in cases
        .iter()
        .filter(|c| OPS.contains(&c["inputs"]["op"].as_str().unwrap()))
    {
        let mut wrong = case.clone();
        let expect = wrong["expect"].as_object_mut().unwrap();
        for key in ["reason", "reference_games"] {
            expect.remove(key); // not compared
        }
        let (key, value) = expect.iter_mut().next_back().unwrap();
        let key = key.clone();
        *value = match value {
            Value::Bool(b) => json!(!*b),
            Value::Number(n) => json!(n.as_f64().unwrap() as i64 + 1),
            _ => json!(["nonsense"]),
        };
        assert!(
            matches!(status(&wrong), Status::Fail(_)),
            "{} {key}",
            case["id"]
        );
    }
}

#[test]
fn refusals_and_other_inputs() {
    let refused = |inputs: Value| status(&case(inputs, json!({"error": true, "exit": 2})));
    assert_eq!(refused(json!({"op": "setup", "players": 6})), Status::Pass);
    assert_eq!(
        refused(json!({"op": "setup", "players": 5, "ruleset": "clash-review"})),
        Status::Pass
    );
    assert_eq!(
        refused(json!({"op": "setup", "players": 2, "board": "hex"})),
        Status::Pass
    );
    assert_eq!(
        refused(json!({"op": "arena", "players": 2, "seat_policy": {"turn": "gredy"}})),
        Status::Pass
    );
    assert_eq!(
        refused(json!({"op": "arena", "players": 2, "seat_policy": {"turns": "greedy"}})),
        Status::Pass
    );
    let position = json!({"board": "hex17", "players": 2, "to_move": 0, "units": {"a1": "0:SSNT", "a2": "1:S"}});
    let illegal =
        json!({"op": "turn", "position": position, "action": ["a1", "b1", "a2"], "script": {}});
    assert_eq!(refused(illegal), Status::Pass);
    let unscripted =
        json!({"op": "turn", "position": position, "action": ["a1", "a1", "a2"], "script": {}});
    assert_eq!(refused(unscripted), Status::Pass);
    let review = json!({"op": "moves", "position": position, "ruleset": "clash-review"});
    assert_eq!(
        status(&case(
            review,
            json!({"options": 2, "list": [["a1", "a1", "a2"], ["a1", "b2", "a2"]], "pass": true})
        )),
        Status::Pass
    );
    let two = json!({"op": "board", "rows": [3, 4, 3], "players": 2});
    assert_eq!(
        status(&case(
            two,
            json!({"valid": true, "spaces": 10, "edges": 19})
        )),
        Status::Pass
    );
    let pass = json!({"op": "turn", "action": null, "position": {"players": 2, "to_move": 1, "units": {
        "a1": "1:SSNT", "a2": "1:SSSS", "e3": "0:SSST"}}});
    assert_eq!(
        status(&case(
            pass,
            json!({"to_move": 0, "ended": null, "gladiators": [0, 0]})
        )),
        Status::Pass
    );
}

#[test]
fn a_wild_animal_can_be_defeated_by_its_target_for_the_stand_in() {
    let units = json!({"a1": "1:SSSS", "e3": "2:SSNT", "c2": "lion+1", "c3": "bull"});
    let position = json!({"players": 3, "to_move": 0, "units": units, "reserve": ["STTH@2"]});
    for (set, animals, removed) in [
        (json!({}), [0, 0, 0], 1),
        (json!({"animal_kill_owner": "stand_in"}), [0, 0, 1], 0),
    ] {
        let inputs = json!({"op": "turn", "set": set, "position": position, "stand_in": 2, "action": ["c2", "c2", "c3"],
            "script": {"first_roll": "ss"}});
        let expect = json!({"animals": animals, "animals_removed": removed, "rolls_first": "defender",
            "dice": [2], "reserve": ["STTH@2"]});
        assert_eq!(status(&case(inputs, expect)), Status::Pass);
    }
}
