//! The rules of the whole game: the only place where they live. Cited by rulebook heading.
//!
//! A game is a state machine: [`Arena::step`] lets the next thing happen (a gladiator enters, an animal is
//! placed, a turn
//! is played). Chance comes from a [`Luck`], decisions from a [`Mind`] per seat, a [`Watch`] looks on. Sampling,
//! enumeration, scripts and traces all go through here; movement and options are in `moves.rs`.

use super::board::{Mask, spaces_of};
use super::luck::{Luck, Pairing};
use super::mind::{Mind, Seats, Table};
use super::moves::{Action, Movers};
use super::setup::Arena;
use super::state::{End, MOST_PLAYERS, Phase, State};
use super::units::{OUT, UnitId, Units};
use super::watch::{Challenge, Watch};
use crate::games::clash::unit::CARRIER_SIZE;

impl Arena {
    /// Plays a game to its end.
    pub fn play<L: Luck, M: Mind, W: Watch>(
        &self,
        state: &mut State,
        seats: &Seats<'_, M>,
        luck: &mut L,
        watch: &mut W,
    ) -> End {
        let mut movers = Movers::new();
        loop {
            match state.phase {
                Phase::Over(end) => return end,
                Phase::Duels => self.turn(state, seats, &mut movers, luck, watch),
                _ => self.step(state, seats, luck, watch),
            }
        }
    }

    /// Lets the next thing happen; nothing when the game is over.
    pub fn step<L: Luck, M: Mind, W: Watch>(
        &self,
        state: &mut State,
        seats: &Seats<'_, M>,
        luck: &mut L,
        watch: &mut W,
    ) {
        match state.phase {
            Phase::Draft => self.enter(state, seats, luck, watch),
            Phase::Fill => self.fill(state, seats, luck, watch),
            Phase::Duels => self.turn(state, seats, &mut Movers::new(), luck, watch),
            Phase::Over(_) => {}
        }
    }

    /// One gladiator of one player enters \[Entering the Arena\]. While teams enter, `turn` counts the gladiators.
    fn enter<L: Luck, M: Mind, W: Watch>(
        &self,
        state: &mut State,
        seats: &Seats<'_, M>,
        luck: &mut L,
        watch: &mut W,
    ) {
        let seat = usize::from(state.to_move);
        let mind = seats.of(seat);
        let unfinished = spaces_of(state.teams(seat))
            .filter(|&at| self.units.size(state.unit(at)) < CARRIER_SIZE)
            .fold(0, |mask: Mask, at| mask | 1 << at);
        let table = Table {
            arena: self,
            state,
            seat,
        };
        let entry = mind.draft(&table, state.carriers[seat] > 0, unfinished, luck);
        debug_assert!(state.stack[entry.kind as usize] > 0);
        state.stack[entry.kind as usize] -= 1;
        if self.readings.fill_then_place {
            let team = self
                .units
                .grown(2 * UnitId::from(state.hand[seat]), entry.kind);
            state.hand[seat] = (team / 2) as u8;
            watch.entered(self, state, seat, entry.kind, None);
            if self.units.size(team) == CARRIER_SIZE {
                let at = self.new_carrier(state, seat, mind, luck);
                state.put_team(at, seat, team);
                state.hand[seat] = 0;
                watch.placed(self, state, seat, at);
            }
        } else {
            let at = match entry.joins {
                Some(at) => at,
                None => self.new_carrier(state, seat, mind, luck),
            };
            let team = state.at(at).unwrap_or(OUT);
            state.put_team(at, seat, self.units.grown(team, entry.kind));
            watch.entered(self, state, seat, entry.kind, Some(at));
        }
        state.turn += 1;
        state.to_move = self.left_of(seat) as u8;
        if state.turn == u16::from(self.rounds()) * self.players as u16 {
            (state.turn, state.to_move) = (0, 0);
            state.stack = [0; 5]; // the rest goes back to the box
            state.phase = Phase::Fill;
            self.end_fill(state);
        }
    }

    /// Chooses a space for a new carrier: not next to an own one while another space is free (C28).
    fn new_carrier<L: Luck, M: Mind>(
        &self,
        state: &mut State,
        seat: usize,
        mind: &M,
        luck: &mut L,
    ) -> usize {
        let free = self.board.all() & !state.occupied();
        let apart = free & !self.board.around(state.teams(seat));
        let allowed = if self.readings.spacing && apart != 0 {
            apart
        } else {
            free
        };
        let at = mind.place(
            &Table {
                arena: self,
                state,
                seat,
            },
            allowed,
            luck,
        );
        debug_assert!(allowed >> at & 1 == 1);
        state.carriers[seat] -= 1;
        at
    }

    /// One player draws an animal and places it \[Entering the Arena\].
    fn fill<L: Luck, M: Mind, W: Watch>(
        &self,
        state: &mut State,
        seats: &Seats<'_, M>,
        luck: &mut L,
        watch: &mut W,
    ) {
        let seat = usize::from(state.to_move);
        let free = self.board.all() & !state.occupied();
        let drawn = luck.below("animal", state.cards().len() as u32) as usize;
        let animal = self.units.card(state.take_card(drawn));
        let at = if self.readings.random_fill {
            super::board::nth_space(free, luck.below("space", free.count_ones()))
        } else {
            seats.of(seat).fill(
                &Table {
                    arena: self,
                    state,
                    seat,
                },
                animal,
                free,
                luck,
            )
        };
        debug_assert!(free >> at & 1 == 1);
        state.put_animal(at, animal);
        watch.filled(self, state, seat, at);
        state.to_move = self.left_of(seat) as u8;
        self.end_fill(state);
    }

    /// When no space is free, the oldest player begins.
    fn end_fill(&self, state: &mut State) {
        if state.occupied() == self.board.all() {
            state.to_move = 0;
            state.phase = Phase::Duels;
        }
    }

    /// The next seat, clockwise.
    #[inline]
    pub fn left_of(&self, seat: usize) -> usize {
        if seat + 1 == self.players {
            0
        } else {
            seat + 1
        }
    }

    /// A turn [Let's Begin!]: a challenge, or a pass where there is none (C16) or where it is allowed (C27).
    /// `movers` is only room for the options.
    fn turn<L: Luck, M: Mind, W: Watch>(
        &self,
        state: &mut State,
        seats: &Seats<'_, M>,
        movers: &mut Movers,
        luck: &mut L,
        watch: &mut W,
    ) {
        let seat = usize::from(state.to_move);
        let mind = seats.of(seat);
        self.find_movers(state, movers);
        watch.turn(self, state, movers);
        let table = Table {
            arena: self,
            state,
            seat,
        };
        let action = if movers.is_empty() {
            None
        } else {
            mind.turn(&table, movers, luck)
        };
        debug_assert!(
            action.map_or(movers.is_empty() || self.readings.may_pass, |a| movers
                .entry(self, a)
                .is_some())
        );
        self.take_turn(state, action, seats, luck, watch);
    }

    /// Plays a turn whose challenge is chosen; `None` passes. It must be legal.
    pub fn take_turn<L: Luck, M: Mind, W: Watch>(
        &self,
        state: &mut State,
        action: Option<Action>,
        seats: &Seats<'_, M>,
        luck: &mut L,
        watch: &mut W,
    ) {
        let Some(action) = action else {
            self.pass(state);
            return watch.passed(self, state);
        };
        let seat = usize::from(state.to_move);
        let mut challenge = self.challenge(state, action);
        if challenge.owner.is_none() {
            challenge.stand_in = Some(seats.of(seat).stand_in(
                &Table {
                    arena: self,
                    state,
                    seat,
                },
                luck,
            ));
        }
        watch.challenged(self, state, &challenge);
        let policies = [seats.of(seat).duel(), seats.of(challenge.answers()).duel()];
        let left = luck.duel(Pairing {
            units: challenge.units,
            policies,
        });
        self.after_duel(state, &challenge, left);
        watch.fought(self, state, &challenge, left);
    }

    /// A pass. If every player in turn has passed, nothing can change any more (C17).
    pub fn pass(&self, state: &mut State) {
        state.passes += 1;
        if usize::from(state.passes) >= self.players && self.readings.stalemate_ends {
            state.turn += 1;
            state.phase = Phase::Over(End::Stalemate);
        } else {
            state.passes = state.passes.min(self.players as u8); // under `stalemate=cap_only` passing may go on
            self.next_turn(state);
        }
    }

    /// The mover goes to its destination, or the animal of the reserve enters, and the challenge is made.
    /// The action must be legal ([`super::moves::Movers::entry`]). Its markers travel with it (C10).
    pub fn challenge(&self, state: &mut State, action: Action) -> Challenge {
        let seat = usize::from(state.to_move);
        let (from, to, target) = (
            usize::from(action.mover),
            usize::from(action.to),
            usize::from(action.target),
        );
        let unit = match action.card() {
            Some(card) => {
                let unit = self.units.card(state.take_card(card));
                state.put_animal(to, unit);
                unit
            }
            None if from == to => state.unit(from),
            None => {
                let (mut unit, owner) = (state.unit(from), state.owner(from));
                if self.readings.shed_markers {
                    unit = self.units.unmarked(unit);
                }
                state.clear(from);
                match owner {
                    Some(owner) => state.put_team(to, owner, unit),
                    None => state.put_animal(to, unit),
                }
                unit
            }
        };
        state.passes = 0;
        Challenge {
            seat,
            action,
            units: [unit, state.unit(target)],
            owner: state.owner(target),
            stand_in: None,
        }
    }

    /// Losses and trophies of a duel, the ends, the next turn.
    ///
    /// Gladiators and animals go to the player who rolled for the victor \[Gladiators vs. Gladiators\], [A Player Has No
    /// Gladiators Left]; a wild animal's kills leave the game \[Gladiators vs. a Wild Animal\].
    pub fn after_duel(&self, state: &mut State, challenge: &Challenge, left: [UnitId; 2]) {
        let Challenge {
            seat,
            action,
            units,
            owner,
            stand_in,
        } = *challenge;
        // Plain arrays: this runs once a turn, and closures over arrays are not always inlined.
        let size = |id: UnitId| self.units.size(id);
        let [lost_a, lost_d] = [
            size(units[0]) - size(left[0]),
            size(units[1]) - size(left[1]),
        ];
        let is_defeated = |side: usize| Units::is_animal(units[side]) && left[side] == OUT;
        let defeated = [is_defeated(0), is_defeated(1)];
        // What the challenged unit lost: to the player at turn, with an own team or an animal.
        state.gladiators[seat] += lost_d;
        state.taken_animals[seat] += u8::from(defeated[1]);
        // What the challenger lost: to the challenged team's owner, or to a wild animal.
        match owner {
            Some(owner) => {
                state.gladiators[owner] += lost_a;
                state.taken_animals[owner] += u8::from(defeated[0]);
            }
            None => {
                state.discarded += lost_a;
                match stand_in.filter(|_| self.readings.stand_in_takes) {
                    Some(stand_in) => state.taken_animals[stand_in] += u8::from(defeated[0]), // C20
                    None => state.animals_removed += u8::from(defeated[0]),
                }
            }
        }
        for (space, unit) in [
            (usize::from(action.to), left[0]),
            (usize::from(action.target), left[1]),
        ] {
            match (unit, state.owner(space)) {
                (OUT, _) => state.clear(space),
                (unit, Some(owner)) => state.put_team(space, owner, unit),
                (unit, None) => state.put_animal(space, unit),
            }
        }
        if state.players_left() == 1 {
            state.turn += 1;
            state.phase = Phase::Over(End::LastPlayer);
        } else if self.readings.end_on_all_animals && self.all_animals_defeated(state) {
            state.turn += 1;
            state.phase = Phase::Over(End::Animals);
        } else {
            self.next_turn(state);
        }
    }

    /// [Game End]: none on the board, none beside it; void without animals from the start.
    fn all_animals_defeated(&self, state: &State) -> bool {
        let none_left = state.animals() == 0 && state.cards().is_empty();
        none_left
            && u32::from(state.animals_removed)
                + state
                    .taken_animals
                    .iter()
                    .map(|&n| u32::from(n))
                    .sum::<u32>()
                > 0
    }

    /// The disc goes to the left.
    fn next_turn(&self, state: &mut State) {
        state.turn += 1;
        if state.turn >= self.readings.turn_cap {
            state.phase = Phase::Over(End::Cap);
        } else {
            state.to_move = self.left_of(usize::from(state.to_move)) as u8;
        }
    }

    /// Gladiators of a seat on the board.
    #[inline]
    pub fn survivors(&self, state: &State, seat: usize) -> u8 {
        spaces_of(state.teams(seat))
            .map(|at| self.units.size(state.unit(at)))
            .sum()
    }

    /// Points in front of a player, without the gladiators on the board.
    #[inline]
    pub fn points_taken(&self, state: &State, seat: usize) -> u32 {
        self.points(state.gladiators[seat], state.taken_animals[seat], 0)
    }

    /// Points of every seat with the gladiators on the board, as at the end; 0 for seats that do not play.
    pub fn final_points(&self, state: &State) -> [u32; MOST_PLAYERS] {
        let mut points = [0; MOST_PLAYERS];
        for (seat, points) in points.iter_mut().enumerate().take(self.players) {
            *points = self.points(
                state.gladiators[seat],
                state.taken_animals[seat],
                self.survivors(state, seat),
            );
        }
        points
    }
}

impl Challenge {
    /// The seat that decides for the challenged unit.
    ///
    /// # Panics
    /// If nobody stands in for a wild animal yet.
    #[inline]
    pub fn answers(&self) -> usize {
        self.owner
            .or(self.stand_in)
            .expect("a wild animal has a stand-in")
    }
}
