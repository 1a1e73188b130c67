//! Who may challenge whom, from where \[Let's Begin!\], \[A Player Has No Gladiators Left\].

use super::board::{Board, Mask, nth_space, spaces_of};
use super::readings::{AnimalMove, MoveRule};
use super::setup::Arena;
use super::state::{MOST_CARDS, State};
use super::units::UnitId;

/// First number of the reserve cards among the movers: card k is mover 32 + k.
pub const RESERVE: u8 = 32;
/// Most entries of [`Movers`]: units that may stay or move, and the cards of the reserve.
const MOST_MOVERS: usize = 64;
const _: () = assert!(3 * MOST_CARDS <= MOST_MOVERS);

/// A challenge: who, from where, whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// Space of the mover, or [`RESERVE`] + index of a reserve card.
    pub mover: u8,
    /// Space from which it challenges; its own if it stays.
    pub to: u8,
    /// Space of the challenged unit.
    pub target: u8,
}

impl Action {
    /// The reserve card that enters; `None` for a unit on the board.
    #[inline]
    pub fn card(self) -> Option<usize> {
        self.mover.checked_sub(RESERVE).map(usize::from)
    }

    /// True when a unit that is already on the board changes its space.
    #[inline]
    pub fn moves(self) -> bool {
        self.mover < RESERVE && self.mover != self.to
    }
}

/// A unit that can challenge. A unit whose strength depends on whether it moves has two entries.
#[derive(Debug, Clone, Copy, Default)]
pub struct Mover {
    /// Space, or [`RESERVE`] + index of a reserve card.
    pub id: u8,
    /// The unit as it would fight.
    pub unit: UnitId,
    /// Spaces from which it can challenge.
    pub reach: Mask,
    /// Units that it can challenge from one of them.
    pub targets: Mask,
}

/// All units that can challenge, in canonical order.
#[derive(Debug, Clone, Copy)]
pub struct Movers {
    list: [Mover; MOST_MOVERS],
    len: u8,
}

impl Movers {
    pub(super) fn new() -> Self {
        Self {
            list: [Mover {
                id: 0,
                unit: 0,
                reach: 0,
                targets: 0,
            }; MOST_MOVERS],
            len: 0,
        }
    }

    #[inline]
    fn push(&mut self, id: u8, unit: UnitId, reach: Mask, targets: Mask) {
        if targets != 0 {
            self.list[usize::from(self.len)] = Mover {
                id,
                unit,
                reach,
                targets,
            };
            self.len += 1;
        }
    }

    /// The movers; each has a target.
    #[inline]
    pub fn list(&self) -> &[Mover] {
        &self.list[..usize::from(self.len)]
    }

    /// True when there is no legal challenge.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number of options (mover, destination, target).
    pub fn count(&self, arena: &Arena) -> u32 {
        self.list().iter().map(|m| m.count(arena)).sum()
    }

    /// One of the options by number, `k` below [`Movers::count`].
    ///
    /// # Panics
    /// If there are not as many.
    pub fn nth(&self, arena: &Arena, mut k: u32) -> Action {
        for m in self.list() {
            let own = m.count(arena);
            if k >= own {
                k -= own;
                continue;
            }
            for target in spaces_of(m.targets) {
                let from = arena.board.neighbours(target) & m.reach;
                match k.checked_sub(from.count_ones()) {
                    Some(rest) => k = rest,
                    None => {
                        return Action {
                            mover: m.id,
                            to: nth_space(from, k) as u8,
                            target: target as u8,
                        };
                    }
                }
            }
        }
        panic!("there are fewer options")
    }

    /// All options in canonical order: mover, destination, target.
    pub fn options(&self, arena: &Arena) -> Vec<Action> {
        let mut options: Vec<Action> = (0..self.count(arena)).map(|k| self.nth(arena, k)).collect();
        options.sort_unstable();
        options
    }

    /// The mover's entry for an option; `None` if it is not legal.
    pub fn entry(&self, arena: &Arena, action: Action) -> Option<&Mover> {
        let fits = |m: &&Mover| {
            let (to, target) = (usize::from(action.to), usize::from(action.target));
            m.id == action.mover
                && to < 32
                && target < 32
                && m.reach >> to & 1 == 1
                && m.targets >> target & 1 == 1
                && arena.board.neighbours(to) >> target & 1 == 1
        };
        self.list().iter().find(fits)
    }
}

impl Mover {
    /// Number of its options.
    #[inline]
    pub fn count(&self, arena: &Arena) -> u32 {
        spaces_of(self.targets)
            .map(|t| (arena.board.neighbours(t) & self.reach).count_ones())
            .sum()
    }

    /// True for a card of the reserve that shows the same animal as an earlier one.
    #[inline]
    pub fn card_again(&self, earlier: &[Self]) -> bool {
        let is_card = |m: &Self| m.id >= RESERVE;
        is_card(self) && earlier.iter().any(|m| is_card(m) && m.unit == self.unit)
    }

    /// The first destination from which it can challenge a target.
    #[inline]
    pub fn first_destination(&self, arena: &Arena, target: usize) -> u8 {
        (arena.board.neighbours(target) & self.reach).trailing_zeros() as u8
    }
}

/// Where a unit may go: itself alone, one step, or over free spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Stays,
    OneStep,
    AnyDistance,
}

impl Arena {
    /// Everything that the seat to move can challenge with. Empty: it must pass.
    pub fn movers(&self, state: &State) -> Movers {
        let mut movers = Movers::new();
        self.find_movers(state, &mut movers);
        movers
    }

    /// As [`Arena::movers`], into a list that is emptied first.
    pub(super) fn find_movers(&self, state: &State, movers: &mut Movers) {
        movers.len = 0;
        let seat = usize::from(state.to_move);
        if state.teams(seat) != 0 {
            self.team_movers(state, seat, false, movers);
            if movers.is_empty() && self.readings.stuck_may_move {
                self.team_movers(state, seat, true, movers);
            }
        } else {
            self.animal_movers(state, movers);
        }
    }

    /// [Let's Begin!]: one of the own teams, against an adjacent team of another player or an adjacent animal.
    fn team_movers(&self, state: &State, seat: usize, any_may_move: bool, movers: &mut Movers) {
        let (occupied, own) = (state.occupied(), state.teams(seat));
        let free = self.board.all() & !occupied;
        let mut ground = Ground::new(&self.board, free);
        let legal = occupied & !own;
        let blocking = if self.readings.own_teams_block {
            occupied
        } else {
            legal
        };
        for at in spaces_of(own) {
            let unit = state.unit(at);
            let may_move = any_may_move
                || self.readings.move_rule != MoveRule::Rulebook
                || self.units.size(unit) <= 3
                || self.board.neighbours(at) & blocking == 0;
            let way = match (may_move, self.readings.move_rule) {
                (false, _) => Way::Stays,
                (true, MoveRule::OneStep) => Way::OneStep,
                (true, _) => Way::AnyDistance,
            };
            self.push_unit(movers, at, unit, ground.from(at, way), legal);
        }
    }

    /// [A Player Has No Gladiators Left]: any animal of the board, moved or not, or one of the reserve on
    /// any free space.
    fn animal_movers(&self, state: &State, movers: &mut Movers) {
        let occupied = state.occupied();
        let free = self.board.all() & !occupied;
        let legal = state.all_teams()
            | if self.readings.animal_vs_animal {
                state.animals()
            } else {
                0
            };
        if !self.readings.reserve_only {
            let mut ground = Ground::new(&self.board, free);
            for at in spaces_of(state.animals()) {
                let may_move = match self.readings.animal_move {
                    AnimalMove::Any => true,
                    AnimalMove::TeamRule => self.board.neighbours(at) & occupied == 0,
                    AnimalMove::Never => false,
                };
                let way = if may_move {
                    Way::AnyDistance
                } else {
                    Way::Stays
                };
                self.push_unit(
                    movers,
                    at,
                    state.unit(at),
                    ground.from(at, way),
                    legal & !(1 << at),
                );
            }
        }
        let targets = self.board.around(free) & legal;
        for (k, &card) in state.cards().iter().enumerate() {
            movers.push(RESERVE + k as u8, self.units.card(card), free, targets);
        }
    }

    /// A unit on the board, with the spaces that it may move to and all that these touch. C10: under
    /// `marker_on_move=shed` it
    /// fights unmarked where it moves.
    #[inline]
    fn push_unit(
        &self,
        movers: &mut Movers,
        at: usize,
        unit: UnitId,
        (moves, beyond): (Mask, Mask),
        legal: Mask,
    ) {
        let (stays, near) = (1 << at, self.board.neighbours(at));
        if self.readings.shed_markers && self.units.markers(unit) > 0 {
            movers.push(at as u8, unit, stays, near & legal);
            movers.push(at as u8, self.units.unmarked(unit), moves, beyond & legal);
        } else {
            movers.push(at as u8, unit, stays | moves, (near | beyond) & legal);
        }
    }
}

/// The free spaces; an area of them is worked out when somebody may go there.
struct Ground<'a> {
    board: &'a Board,
    free: Mask,
    /// The area of each free space met so far, and all spaces that touch it.
    areas: [(Mask, Mask); 8],
    len: usize,
}

impl<'a> Ground<'a> {
    fn new(board: &'a Board, free: Mask) -> Self {
        Self {
            board,
            free,
            areas: [(0, 0); 8],
            len: 0,
        }
    }

    /// Spaces that a unit may move to, and all that these touch.
    #[inline]
    fn from(&mut self, at: usize, way: Way) -> (Mask, Mask) {
        let mut left = self.board.neighbours(at) & self.free;
        match way {
            _ if left == 0 => (0, 0),
            Way::Stays => (0, 0),
            Way::OneStep => (left, self.board.around(left)),
            Way::AnyDistance => {
                let (mut moves, mut beyond) = (0, 0);
                while left != 0 {
                    let (area, touched) = self.area(left.trailing_zeros() as usize);
                    (moves, beyond) = (moves | area, beyond | touched);
                    left &= !area;
                }
                (moves, beyond)
            }
        }
    }

    fn area(&mut self, at: usize) -> (Mask, Mask) {
        if let Some(known) = self.areas[..self.len]
            .iter()
            .find(|(area, _)| area >> at & 1 == 1)
        {
            return *known;
        }
        let found = self.board.area(at, self.free);
        if self.len < self.areas.len() {
            self.areas[self.len] = found;
            self.len += 1;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ground_is_what_a_flood_reaches() {
        let board = Board::from_rows(&[2, 3, 2], &[]).unwrap();
        for free in 0..1 << 7 {
            let mut ground = Ground::new(&board, free);
            for start in (0..7).filter(|at| free >> at & 1 == 0) {
                let (moves, beyond) = ground.from(start, Way::AnyDistance);
                let reached = board.area(start, free | 1 << start).0;
                assert_eq!(moves | 1 << start, reached);
                assert_eq!(beyond | board.neighbours(start), board.around(reached));
                assert_eq!(
                    ground.from(start, Way::OneStep).0,
                    board.neighbours(start) & free
                );
                assert_eq!(ground.from(start, Way::Stays), (0, 0));
            }
        }
    }
}
