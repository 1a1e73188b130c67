//! Options under every switch of movement, on small positions.

use super::{arena, arena_of, state};
use crate::games::clash::arena::setup::Arena;

fn options(arena: &Arena, units: &[(&str, &str)], reserve: &[&str]) -> Vec<String> {
    let state = state(arena, units, reserve);
    let movers = arena.movers(&state);
    let list: Vec<String> = movers
        .options(arena)
        .into_iter()
        .map(|a| arena.action_text(&state, a).join(" "))
        .collect();
    assert_eq!(movers.count(arena) as usize, list.len());
    for k in 0..movers.count(arena) {
        assert!(movers.entry(arena, movers.nth(arena, k)).is_some());
    }
    list
}

const ALONE: [(&str, &str); 2] = [("a1", "0:SSNT"), ("a3", "1:S")];
const BLOCKED: [(&str, &str); 3] = [("a1", "0:SSNT"), ("a2", "0:SSSS"), ("e3", "1:SSST")];

#[test]
fn move_rules_differ() {
    let far = ["a1 a2 a3", "a1 b3 a3", "a1 b4 a3"];
    assert_eq!(options(&arena(2, &[]), &ALONE, &[]), far);
    assert_eq!(
        options(&arena(2, &[("move_rule", "free_path")]), &ALONE, &[]),
        far
    );
    assert_eq!(
        options(&arena(2, &[("move_rule", "one_step")]), &ALONE, &[]),
        ["a1 a2 a3"]
    );
    // A full team with a neighbour stays, unless any team may move.
    let beside = [("a1", "0:SSNT"), ("a2", "1:S")];
    assert_eq!(options(&arena(2, &[]), &beside, &[]), ["a1 a1 a2"]);
    assert_eq!(
        options(&arena(2, &[("move_rule", "one_step")]), &beside, &[]),
        ["a1 a1 a2", "a1 b2 a2"]
    );
    assert_eq!(
        options(&arena(2, &[("move_rule", "free_path")]), &beside, &[]).len(),
        4
    );
}

#[test]
fn who_is_stuck_may_move_by_a_switch() {
    assert!(options(&arena(2, &[]), &BLOCKED, &[]).is_empty());
    assert_eq!(
        options(&arena(2, &[("stuck", "may_move_any")]), &BLOCKED, &[]).len(),
        6
    );
    // With another option nobody is stuck.
    let mut free = BLOCKED.to_vec();
    free.push(("b1", "lion"));
    assert_eq!(
        options(&arena(2, &[("stuck", "may_move_any")]), &free, &[]),
        ["a1 a1 b1"]
    );
}

#[test]
fn animals_of_players_without_gladiators() {
    let units = [
        ("a1", "1:SSNT"),
        ("e3", "2:SSST"),
        ("c2", "lion"),
        ("b3", "bear"),
    ];
    let any = options(&arena(3, &[]), &units, &[]);
    assert!(
        any.contains(&"c2 c2 b3".to_string())
            && any.contains(&"b3 d3 c2".to_string())
            && any.contains(&"c2 d4 e3".to_string())
    );
    // The lion has a neighbour, so it may not move; nor may the bear.
    assert_eq!(
        options(&arena(3, &[("animal_move", "team_rule")]), &units, &[]),
        ["b3 b3 c2", "c2 c2 b3"]
    );
    assert_eq!(
        options(&arena(3, &[("animal_move", "none")]), &units, &[]),
        ["b3 b3 c2", "c2 c2 b3"]
    );
    let alone = [("a1", "1:SSNT"), ("e3", "2:SSST"), ("c2", "lion")];
    assert_eq!(
        options(&arena(3, &[("animal_move", "team_rule")]), &alone, &[]).len(),
        6
    );
    assert!(options(&arena(3, &[("animal_move", "none")]), &alone, &[]).is_empty());
    // Only the reserve.
    assert!(options(&arena(3, &[("gladiatorless", "reserve_only")]), &units, &[]).is_empty());
    let reserve = options(
        &arena(3, &[("gladiatorless", "reserve_only")]),
        &alone,
        &["bull", "bull"],
    );
    assert_eq!(reserve.len(), 2 * 12);
    assert!(reserve.iter().all(|o| o.starts_with("reserve:bull")));
}

#[test]
fn a_marker_that_is_shed_counts_only_where_the_team_stays() {
    let arena = arena(2, &[("marker_on_move", "shed")]);
    let state = state(&arena, &[("a1", "0:SSN+1"), ("a2", "1:S")], &[]);
    let movers = arena.movers(&state);
    let units: Vec<String> = movers
        .list()
        .iter()
        .map(|m| arena.units.text(m.unit))
        .collect();
    assert_eq!(units, ["SSN+1", "SSN"]);
    let list: Vec<String> = movers
        .options(&arena)
        .into_iter()
        .map(|a| arena.action_text(&state, a).join(" "))
        .collect();
    assert_eq!(list, ["a1 a1 a2", "a1 a3 a2", "a1 b2 a2", "a1 b3 a2"]);
}

#[test]
fn the_review_moves_one_step_to_challenge() {
    let arena = arena_of("clash-review", 2, &[]);
    assert_eq!(options(&arena, &ALONE, &[]), ["a1 a2 a3"]);
    assert!(arena.readings.may_pass);
}
