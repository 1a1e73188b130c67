//! What is told to people: narrations, the board in text, errors.

use super::super::experiment::ArenaGames;
use super::super::policy::{Company, SeatSpec};
use super::super::setup::Arena;
use super::super::trace::{board_text, trace};
use super::{arena, arena_of, state};

fn games(arena: Arena, policies: &str) -> ArenaGames {
    ArenaGames::new(Company::new(arena, SeatSpec::parse_list(policies).unwrap()).unwrap())
}

#[test]
fn a_narration_ends_as_the_game_did() {
    for (ruleset, policies) in [
        ("clash", "random,greedy"),
        ("clash-review", "greedy,random"),
    ] {
        let games = games(arena_of(ruleset, 2, &[]), policies);
        let text = trace(&games, 7, 4);
        let (_, state) = games.replay(7, 4, &mut ());
        let points = games.company().arena().final_points(&state);
        for seat in 0..2 {
            assert!(
                text.contains(&format!("survivors: {} points", points[seat])),
                "{text}"
            );
        }
        assert!(
            text.contains(&format!("after {} turns", state.turn)) && !text.contains("not told"),
            "{text}"
        );
    }
}

#[test]
fn the_board_in_text() {
    let arena = arena(2, &[]);
    let state = state(
        &arena,
        &[("a1", "0:SSNT+1"), ("c2", "lion"), ("e3", "1:H")],
        &["bear", "bull"],
    );
    let wanted = "        a1 0:SSNT+1  a2 .         a3 .
  b1 .         b2 .         b3 .         b4 .
        c1 .         c2 lion      c3 .
  d1 .         d2 .         d3 .         d4 .
        e1 .         e2 .         e3 1:H
  beside the board: bear, bull
";
    assert_eq!(board_text(&arena, &state), wanted);
}

#[test]
fn wrong_companies_are_refused() {
    let message = |players: u8, policies: &str| {
        let specs = SeatSpec::parse_list(policies).unwrap();
        Company::new(arena(players, &[]), specs)
            .unwrap_err()
            .to_string()
    };
    assert!(message(2, "greedy,random,sniper").contains("3 policies for 2 players"));
    assert!(message(2, "drafter:NNNN/NNSS").contains("take 12 net gladiators, the stack has 8"));
}

#[test]
fn wrong_set_ups_are_refused() {
    use crate::games::clash::arena::setup::Wish;
    use crate::games::clash::data::ClashData;
    let data = ClashData::embedded().unwrap();
    let refused = |ruleset: &str, change: &dyn Fn(&mut Wish)| {
        let mut wish = Wish::default_for(&data, 3).unwrap();
        change(&mut wish);
        Arena::new(&data, &data.switches(ruleset, &[]).unwrap(), wish)
            .unwrap_err()
            .to_string()
    };
    assert!(refused("clash", &|w| w.players = 6).contains("6 players: this ruleset is for 2 to 5"));
    assert!(refused("clash", &|w| w.players = 1).contains("1 players"));
    assert!(refused("clash-review", &|w| w.players = 5).contains("for 2 to 4"));
    assert!(
        refused("clash", &|w| w.roster = vec![("tiger".into(), 12)])
            .contains("unknown animal `tiger`")
    );
    assert!(
        refused("clash", &|w| w.roster = vec![("lion".into(), 2)])
            .contains("17 spaces for 12 carriers and 2 animals")
    );
    assert!(refused("clash", &|w| w.roster = vec![("lion".into(), 21)]).contains("at most 20"));
    assert!(refused("clash", &|w| w.carriers = Some(5)).contains("5 carriers per player"));
    let five = |w: &mut Wish| {
        w.players = 5;
        w.carriers = Some(4);
    };
    assert!(refused("clash", &five).contains("need 80 gladiators, the box has 60"));
    assert!(
        Wish::named(&data, 2, Some("hexx17"), None)
            .unwrap_err()
            .to_string()
            .contains("did you mean")
    );
}
