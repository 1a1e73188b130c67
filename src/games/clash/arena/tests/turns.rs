//! Turns: who gets what, how games end.

use super::{arena, state};
use crate::games::clash::arena::setup::Arena;
use crate::games::clash::arena::state::{End, State};

/// Plays a challenge whose duel leaves these units (`-`: out); for a wild animal the next seat stands in.
fn turn(arena: &Arena, state: &mut State, action: [&str; 3], left: [&str; 2]) {
    let [mover, to, target] = action;
    let action = arena.action(state, mover, to, target).unwrap();
    assert!(arena.movers(state).entry(arena, action).is_some());
    let mut challenge = arena.challenge(state, action);
    if challenge.owner.is_none() {
        challenge.stand_in = Some(arena.left_of(challenge.seat));
    }
    let all = 2..arena.units.len() as u16;
    let id = |text: &str| {
        if text == "-" {
            0
        } else {
            all.clone()
                .find(|&id| arena.units.text(id) == text)
                .unwrap()
        }
    };
    arena.after_duel(state, &challenge, left.map(id));
}

#[test]
fn wild_animals_and_used_animals_give_their_kills_to_different_people() {
    let arena3 = arena(3, &[]);
    let units = [
        ("a1", "1:SSNT"),
        ("e3", "2:SSST"),
        ("c2", "lion"),
        ("c3", "bear"),
    ];
    // The lion kills two of seat 1 for seat 0; the bear defeats the lion for nobody.
    let mut now = state(&arena3, &units, &[]);
    turn(&arena3, &mut now, ["c2", "b2", "a1"], ["lion", "SS"]);
    assert_eq!(
        (now.gladiators, now.discarded, now.to_move),
        ([2, 0, 0, 0, 0], 0, 1)
    );
    let mut now = state(&arena3, &units, &[]);
    turn(&arena3, &mut now, ["c2", "c2", "c3"], ["-", "bear"]);
    assert_eq!((now.taken_animals, now.animals_removed), ([0; 5], 1));
    let mut now = state(&arena3, &units, &[]);
    turn(&arena3, &mut now, ["c2", "c2", "c3"], ["lion+1", "-"]);
    assert_eq!(
        (now.taken_animals, now.animals_removed),
        ([1, 0, 0, 0, 0], 0)
    );
    let stand_in = arena(3, &[("animal_kill_owner", "stand_in")]);
    let mut now = state(&stand_in, &units, &[]);
    turn(&stand_in, &mut now, ["c2", "c2", "c3"], ["-", "bear"]);
    assert_eq!(
        (now.taken_animals, now.animals_removed),
        ([0, 1, 0, 0, 0], 0)
    );
}

#[test]
fn a_team_loses_to_a_wild_animal_for_nobody_and_to_a_team_for_its_owner() {
    let arena = arena(2, &[]);
    let units = [("a1", "0:SSNT"), ("a2", "1:SSST"), ("b1", "lion")];
    let mut now = state(&arena, &units, &[]);
    turn(&arena, &mut now, ["a1", "a1", "b1"], ["SNT", "lion"]);
    assert_eq!((now.gladiators, now.discarded), ([0; 5], 1));
    let mut now = state(&arena, &units, &[]);
    turn(&arena, &mut now, ["a1", "a1", "a2"], ["SN", "SSS"]);
    assert_eq!((now.gladiators, now.discarded), ([1, 2, 0, 0, 0], 0));
}

#[test]
fn the_end_on_all_animals_can_be_switched_off_and_is_void_without_any() {
    let units = [("a1", "0:SSNT"), ("a2", "1:SSST"), ("b1", "lion")];
    for (set, ended) in [
        (&[][..], Some(End::Animals)),
        (&[("end_on_all_animals", "false")], None),
    ] {
        let arena = arena(2, set);
        let mut now = state(&arena, &units, &[]);
        turn(&arena, &mut now, ["a1", "a1", "b1"], ["SSNT", "-"]);
        assert_eq!(now.ended(), ended);
        let mut now = state(&arena, &units, &["bull"]);
        turn(&arena, &mut now, ["a1", "a1", "b1"], ["SSNT", "-"]);
        assert_eq!(now.ended(), None, "one is left beside the board");
    }
    let arena = arena(2, &[]);
    let mut now = state(&arena, &units[..2], &[]);
    turn(&arena, &mut now, ["a1", "a1", "a2"], ["SSNT", "SSS"]);
    assert_eq!(now.ended(), None);
}

#[test]
fn a_round_of_passes_is_a_stalemate_unless_only_the_cap_ends() {
    let blocked = [
        ("a1", "0:SSNT"),
        ("a2", "0:SSSS"),
        ("e2", "1:SSST"),
        ("e3", "1:SSST"),
    ];
    let arena2 = arena(2, &[]);
    let mut now = state(&arena2, &blocked, &[]);
    arena2.pass(&mut now);
    assert_eq!((now.ended(), now.to_move, now.turn), (None, 1, 1));
    assert!(arena2.movers(&now).is_empty());
    arena2.pass(&mut now);
    assert_eq!((now.ended(), now.turn), (Some(End::Stalemate), 2));
    assert_eq!(arena2.final_points(&now)[..2], [8, 8]);
    let capped = arena(2, &[("stalemate", "cap_only"), ("turn_cap", "7")]);
    let mut now = state(&capped, &blocked, &[]);
    while now.ended().is_none() {
        capped.pass(&mut now);
    }
    assert_eq!((now.ended(), now.turn), (Some(End::Cap), 7));
}

#[test]
fn ties_are_shared_or_go_to_the_lowest_seat() {
    assert_eq!(arena(3, &[]).winners(&[4, 9, 9]), [1, 2]);
    assert_eq!(arena(3, &[("tie", "lowest_seat")]).winners(&[4, 9, 9]), [1]);
    assert_eq!(arena(3, &[]).points(3, 2, 1), 8);
}

#[test]
fn a_marker_travels_or_is_shed() {
    let units = [("a1", "0:SSN+1"), ("a3", "1:SSST")];
    for (set, fights) in [(&[][..], "SSN+1"), (&[("marker_on_move", "shed")], "SSN")] {
        let arena = arena(2, set);
        let mut now = state(&arena, &units, &[]);
        let action = arena.action(&now, "a1", "a2", "a3").unwrap();
        let challenge = arena.challenge(&mut now, action);
        assert_eq!(arena.units.text(challenge.units[0]), fights);
        assert_eq!(arena.unit_text(&now, 1), format!("0:{fights}"));
        assert!(now.at(0).is_none());
    }
}
