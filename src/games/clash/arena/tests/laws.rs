//! The laws of spec 16, watched in every turn of many games.

use super::super::board::{Mask, spaces_of};
use super::super::experiment::ArenaGames;
use super::super::moves::Movers;
use super::super::policy::{Company, SeatSpec};
use super::super::readings::MoveRule;
use super::super::setup::Arena;
use super::super::state::{End, State};
use super::super::units::{UnitId, Units};
use super::super::watch::{Challenge, Watch};
use super::{arena, arena_of};
use crate::games::clash::counts::Kind;
use crate::games::clash::unit::CARRIER_SIZE;
use rayon::prelude::*;

/// Watches a game and stops at the first broken law.
#[derive(Default)]
pub(super) struct Judge {
    movers: Option<Movers>,
    /// Where the mover of this turn stood, and the teams that were in the arena.
    before: Option<State>,
    pub passes: u32,
    /// Passes of a player without gladiators.
    pub gladiatorless_passes: u32,
}

impl Judge {
    /// Cells and masks agree, numbers are within their bounds.
    fn check_cells(arena: &Arena, state: &State) {
        let mut teams: [Mask; 5] = [0; 5];
        let mut animals: Mask = 0;
        for at in 0..arena.board.len() {
            let Some(unit) = state.at(at) else { continue };
            assert!(usize::from(unit) < arena.units.len() && unit >= 2);
            match state.owner(at) {
                Some(owner) => {
                    assert!(owner < arena.players && !Units::is_animal(unit));
                    assert!((1..=CARRIER_SIZE).contains(&arena.units.size(unit)));
                    teams[owner] |= 1 << at;
                }
                None => {
                    assert!(Units::is_animal(unit));
                    animals |= 1 << at;
                }
            }
        }
        assert_eq!(animals, state.animals());
        (0..5).for_each(|seat| assert_eq!(teams[seat], state.teams(seat)));
    }

    /// Laws 17 and 18.
    fn check_inventory(arena: &Arena, state: &State) {
        let all = u32::from(arena.carriers) * u32::from(CARRIER_SIZE) * arena.players as u32;
        assert_eq!(arena.inventory(state), [all, arena.roster.len() as u32]);
    }

    /// Law 19, and who may win.
    pub fn check_end(arena: &Arena, state: &State, end: End) {
        let points: u32 = arena.final_points(state).iter().sum();
        let taken: u32 = state.gladiators.iter().map(|&g| u32::from(g)).sum();
        let animals: u32 = state.taken_animals.iter().map(|&a| u32::from(a)).sum();
        let survivors: u32 = (0..arena.players)
            .map(|seat| u32::from(arena.survivors(state, seat)))
            .sum();
        assert_eq!(points, taken + 2 * animals + survivors);
        assert!(state.players_left() >= 1);
        assert_eq!(end == End::LastPlayer, state.players_left() == 1);
        Self::check_cells(arena, state);
    }
}

impl Watch for Judge {
    fn entered(
        &mut self,
        arena: &Arena,
        state: &State,
        seat: usize,
        _kind: Kind,
        space: Option<usize>,
    ) {
        let Some(at) = space.filter(|&at| arena.units.size(state.unit(at)) == 1) else {
            return;
        };
        let own = state.teams(seat) & !(1 << at);
        let free = arena.board.all() & !state.occupied() | 1 << at;
        let beside = arena.board.around(own);
        assert!(
            !arena.readings.spacing || beside >> at & 1 == 0 || free & !beside == 0,
            "a carrier next to an own one"
        );
    }

    fn turn(&mut self, arena: &Arena, state: &State, movers: &Movers) {
        if state.turn == 0 {
            Self::check_cells(arena, state);
            Self::check_inventory(arena, state);
            assert_eq!(
                state.occupied(),
                arena.board.all(),
                "the first turn starts on a full board"
            );
            assert_eq!(
                state.cards().len() as u8,
                arena.figures().animals_in_reserve
            );
        }
        (self.movers, self.before) = (Some(*movers), Some(*state));
    }

    fn passed(&mut self, arena: &Arena, _state: &State) {
        let before = self.before.unwrap();
        let seat = usize::from(before.to_move);
        self.passes += 1;
        self.gladiatorless_passes += u32::from(before.teams(seat) == 0);
        assert!(
            self.movers.unwrap().is_empty() || arena.readings.may_pass,
            "a pass with a legal challenge"
        );
        if !arena.readings.may_pass
            && arena.readings.move_rule == MoveRule::Rulebook
            && before.teams(seat) != 0
        {
            // Law 23: a team of three may always go and find somebody.
            assert!(
                spaces_of(before.teams(seat))
                    .any(|at| arena.units.size(before.unit(at)) == CARRIER_SIZE)
            );
        }
    }

    fn challenged(&mut self, arena: &Arena, state: &State, challenge: &Challenge) {
        let movers = self.movers.unwrap();
        assert!(
            movers.entry(arena, challenge.action).is_some(),
            "an illegal challenge"
        );
        assert_eq!(
            state.unit(usize::from(challenge.action.to)),
            challenge.units[0]
        );
        assert_ne!(challenge.owner, Some(challenge.seat));
        assert!(
            challenge
                .stand_in
                .is_none_or(|seat| seat != challenge.seat && seat < arena.players)
        );
        assert_eq!(challenge.owner.is_none(), challenge.stand_in.is_some());
    }

    fn fought(&mut self, arena: &Arena, state: &State, challenge: &Challenge, left: [UnitId; 2]) {
        Self::check_inventory(arena, state);
        let sizes = |ids: [UnitId; 2]| ids.map(|id| arena.units.size(id));
        let (before, after) = (sizes(challenge.units), sizes(left));
        assert!(after[0] <= before[0] && after[1] <= before[1]);
        assert!(left != [0, 0], "only one side can be out");
    }
}

/// Plays games under the eyes of judges; (passes, passes without gladiators, ends).
fn judge(arena: &Arena, policies: &str, games: u32) -> (u32, u32, [u32; 4]) {
    let company = Company::new(arena.clone(), SeatSpec::parse_list(policies).unwrap()).unwrap();
    let games_of = ArenaGames::new(company);
    let add = |a: (u32, u32, [u32; 4]), b: (u32, u32, [u32; 4])| {
        (
            a.0 + b.0,
            a.1 + b.1,
            std::array::from_fn(|k| a.2[k] + b.2[k]),
        )
    };
    (0..games)
        .into_par_iter()
        .with_min_len(64)
        .map(|game| {
            let mut judge = Judge::default();
            let (end, state) = games_of.replay(42, u64::from(game), &mut judge);
            Judge::check_end(games_of.company().arena(), &state, end);
            let mut ends = [0; 4];
            ends[end as usize] = 1;
            (judge.passes, judge.gladiatorless_passes, ends)
        })
        .reduce(|| (0, 0, [0; 4]), add)
}

#[test]
fn the_laws_hold_over_a_million_random_games() {
    let mut passes = 0;
    for players in 2..=5 {
        let (all, gladiatorless, ends) = judge(&arena(players, &[]), "random", 250_000);
        assert_eq!(
            gladiatorless, 0,
            "law 21: a player without gladiators always has an option"
        );
        assert_eq!(ends[End::Cap as usize], 0);
        passes += all;
    }
    assert!(
        (1_000..100_000).contains(&passes),
        "law 22: passes are rare but real, {passes}"
    );
}

#[test]
fn nobody_passes_where_own_teams_do_not_block() {
    for players in 2..=5 {
        let (passes, ..) = judge(
            &arena(players, &[("own_teams_block", "false")]),
            "random",
            10_000,
        );
        assert_eq!(passes, 0, "law 20");
    }
}

#[test]
fn the_laws_hold_under_every_switch() {
    for (key, value) in [
        ("net_order", "simultaneous"),
        ("net_use", "optional"),
        ("net_die", "any_hit"),
        ("trident_timing", "after_nets"),
        ("dice_timing", "after_nets"),
        ("loss_scope", "active_first"),
        ("marker_carry", "drop"),
        ("marker_on_move", "shed"),
        ("animal_markers", "heal"),
        ("animal_kill_owner", "stand_in"),
        ("animal_vs_animal", "false"),
        ("animal_move", "team_rule"),
        ("animal_move", "none"),
        ("gladiatorless", "reserve_only"),
        ("move_rule", "one_step"),
        ("move_rule", "free_path"),
        ("challenge", "may"),
        ("stuck", "may_move_any"),
        ("stalemate", "cap_only"),
        ("turn_cap", "30"),
        ("end_on_all_animals", "false"),
        ("tie", "lowest_seat"),
        ("draft_style", "fill_then_place"),
        ("spacing", "none"),
        ("animal_fill", "random"),
    ] {
        let games = if value == "after_nets" { 100 } else { 500 };
        for players in [2, 4] {
            judge(&arena(players, &[(key, value)]), "random", games);
            judge(&arena(players, &[(key, value)]), "greedy", games);
        }
    }
    judge(&arena_of("clash-review", 4, &[]), "random,greedy", 500);
}

#[test]
fn the_cap_ends_games_and_is_told_apart() {
    let (.., ends) = judge(&arena(3, &[("turn_cap", "10")]), "random", 500);
    assert!(ends[End::Cap as usize] > 450, "{ends:?}");
}

#[test]
fn voluntary_passing_ends_in_a_stalemate() {
    let (passes, _, ends) = judge(&arena(2, &[("challenge", "may")]), "cautious", 300);
    assert!(passes > 0 && ends[End::Stalemate as usize] > 0, "{ends:?}");
}
