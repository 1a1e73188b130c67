//! The cases that came with the specification, and every other input and key of the operation.

use crate::study::verify::{Status, run_cases};
use serde_json::{Value, json};

fn run(inputs: &Value, expect: &Value) -> Status {
    let mut inputs = inputs.clone();
    inputs["game"] = "clash".into();
    inputs["op"] = "matrix".into();
    let cases =
        json!([{ "id": "x", "inputs": inputs, "expect": expect, "tolerance": {"abs": 1e-9} }]);
    run_cases(&cases.to_string(), "test")
        .unwrap()
        .remove(0)
        .status
}

fn passes(inputs: Value, expect: Value) {
    assert_eq!(run(&inputs, &expect), Status::Pass, "{inputs} {expect}");
}

/// A case must fail when a figure is off, and say the key.
fn fails(inputs: Value, expect: Value, says: &str) {
    match run(&inputs, &expect) {
        Status::Fail(why) => assert!(why.contains(says), "{why}"),
        other => panic!("{inputs} {expect}: {other:?}"),
    }
}

#[test]
fn the_cases_of_matrices_and_fights_pass() {
    let text = include_str!("../../../../scenarios/cases/clash.json");
    let cases: Vec<Value> = serde_json::from_str(text).unwrap();
    let chosen: Vec<Value> = cases
        .into_iter()
        .filter(|c| ["matrix", "fight"].contains(&c["inputs"]["op"].as_str().unwrap()))
        .collect();
    assert_eq!(chosen.len(), 9);
    for result in run_cases(&Value::from(chosen).to_string(), "clash.json").unwrap() {
        assert_eq!(result.status, Status::Pass, "{}", result.id);
    }
}

#[test]
fn a_wrong_figure_fails() {
    fails(
        json!({}),
        json!({ "mean_edge": {"SSSS": 0.5} }),
        "mean_edge",
    );
    fails(
        json!({}),
        json!({ "strictly_dominated": 24 }),
        "strictly_dominated",
    );
    fails(json!({}), json!({ "no_such_key": 24 }), "no_such_key");
    fails(
        json!({"teams": ["SSNT", "SXNT"]}),
        json!({ "teams": 2 }),
        "unknown letter X",
    );
    fails(
        json!({"model": "fight", "defender": "lion"}),
        json!({ "edge": {"SSNT": 0} }),
        "between teams",
    );
    fails(
        json!({}),
        json!({ "nash_exploitability_at_most": -1e-3 }),
        "nash",
    );
}

#[test]
fn counts_and_lists_of_dominance() {
    passes(
        json!({}),
        json!({ "teams": 70, "strictly_dominated": 25, "nash_exploitability_at_most": 1e-9 }),
    );
    passes(
        json!({"teams": ["SSSS", "SSSN", "HHHH"]}),
        json!({ "teams": 3, "iterated_strict_survivors": ["SSSS", "SSSN"] }),
    );
    passes(
        json!({"teams": ["SSSS", "SSSN", "HHHH"]}),
        json!({ "iterated_strict_survivors": 2, "three_cycles": 0 }),
    );
    passes(
        json!({"teams": "HHHH"}),
        json!({ "weakly_undominated": ["HHHH"], "zero_mirrors": 1, "order_free_entries": 1 }),
    );
}

#[test]
fn lists_give_lists() {
    passes(
        json!({"policy": ["simple", "simple"]}),
        json!({ "first_strike": [{"decimal": 0.006988561792}, 0.006988561792] }),
    );
    let sets = json!([{}, {"net_order": "simultaneous"}]);
    passes(
        json!({"set": sets, "compare_to": "default"}),
        json!({ "entries_changed": [0, 244] }),
    );
    passes(
        json!({"pairs": [["simple", "simple"], ["simple", "minimax"]], "teams": ["S", "H"]}),
        json!({ "mean_edge_all": [0, 0], "entries_that_differ": [0, 0], "largest_difference": [0, 0], "mean_difference": [0, 0] }),
    );
    passes(
        json!({"models": ["duel", "fight"], "teams": ["H", "S"], "fit": "additive"}),
        json!({ "r_squared": [1, 1] }),
    );
    fails(
        json!({"pairs": ["simple"]}),
        json!({ "mean_edge_all": [0] }),
        "pairs of policies",
    );
}

#[test]
fn parts_of_a_policy_are_replaced_one_by_one() {
    let inputs = json!({"base_policy": "simple", "net_targets": ["order:SNTHP", "SNTHP"], "loss_orders": ["PHNTS", "netted_first:PHNTS"]});
    passes(
        inputs,
        json!({ "mean_edge_by_net_order": {"order:SNTHP": 0, "SNTHP": 0}, "mean_edge_by_loss_order": {"PHNTS": 0, "netted_first:PHNTS": 0} }),
    );
}

#[test]
fn one_unit_as_the_target() {
    passes(
        json!({"defender": "lion"}),
        json!({ "edge": {"SSNT": {"exact": "25/32", "decimal": 0.78125}}, "p_defender_out": {"SSNT": {"decimal": 0.458333333333}} }),
    );
    passes(
        json!({"defender": "lion", "teams": ["SSSS"]}),
        json!({ "teams_that_prefer_it_to_their_average_team": ["SSSS"], "teams_that_prefer_it_to_every_team": 1 }),
    );
    passes(
        json!({"defender": "H", "teams": ["H"], "model": "fight"}),
        json!({ "edge": {"H": {"exact": "1/61", "decimal": 0.01639344262295082}} }),
    );
}

#[test]
fn measured_by_wins() {
    passes(
        json!({"model": "fight", "teams": ["H"], "measure": "p_win"}),
        json!({ "mean_p_win": {"H": 0.5}, "rank": {"H": 1} }),
    );
    passes(
        json!({"mixtures": [{"H": 2}], "teams": ["H"]}),
        json!({ "exploitability": [0] }),
    );
    fails(
        json!({"mixtures": [{"S": 1}], "teams": ["H"]}),
        json!({ "exploitability": [0] }),
        "not among the teams",
    );
}
