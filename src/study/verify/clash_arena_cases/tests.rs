//! The golden cases of the whole game, and their kinds with other inputs.

use super::super::{Status, run_cases};
use serde_json::{Value, json};

const FILE: &str = include_str!("../../../../scenarios/cases/clash.json");
const OPS: [&str; 6] = ["setup", "board", "moves", "turn", "score", "arena"];

fn status(case: &Value) -> Status {
    run_cases(&json!([case]).to_string(), "case").unwrap().remove(0).status
}

fn case(inputs: Value, expect: Value) -> Value {
    let mut inputs = inputs;
    inputs["game"] = "clash".into();
    json!({"id": "x", "title": "", "inputs": inputs, "expect": expect, "tolerance": {"exact": true}})
}

#[test]
fn the_golden_cases_of_the_whole_game_pass() {
    let cases: Vec<Value> = serde_json::from_str(FILE).unwrap();
    let mine: Vec<&Value> = cases.iter().filter(|c| OPS.contains(&c["inputs"]["op"].as_str().unwrap())).collect();
    assert_eq!(mine.len(), 25);
    for case in mine {
        assert_eq!(status(case), Status::Pass, "{}", case["id"]);
    }
}

#[test]
fn a_wrong_expectation_fails() {
    let cases: Vec<Value> = serde_json::from_str(FILE).unwrap();
    for case in cases.iter().filter(|c| OPS.contains(&c["inputs"]["op"].as_str().unwrap())) {
        let mut wrong = case.clone();
        let expect = wrong["expect"].as_object_mut().unwrap();
        expect.remove("reason"); // for people only
        let (key, value) = expect.iter_mut().next_back().unwrap();
        let key = key.clone();
        *value = match value {
            Value::Bool(b) => json!(!*b),
            Value::Number(n) => json!(n.as_f64().unwrap() as i64 + 1),
            _ if key == "reference_games" => continue,
            _ => json!(["nonsense"]),
        };
        assert!(matches!(status(&wrong), Status::Fail(_)), "{} {key}", case["id"]);
    }
}
