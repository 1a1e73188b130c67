//! Looking on: what happens in a game, told to whoever wants to count or narrate it. Does nothing by default.

use super::moves::{Action, Movers};
use super::setup::Arena;
use super::state::State;
use super::units::UnitId;
use crate::games::clash::counts::Kind;

/// A challenge that has been made: the mover stands on `action.to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge {
    /// The player at turn.
    pub seat: usize,
    /// Who, from where, whom.
    pub action: Action,
    /// Challenger and challenged before the duel.
    pub units: [UnitId; 2],
    /// Owner of the challenged team; `None` for an animal.
    pub owner: Option<usize>,
    /// Who rolls for a challenged wild animal; `None` for a team.
    pub stand_in: Option<usize>,
}

/// Looks on.
pub trait Watch {
    /// A gladiator entered on `space` (`None`: a carrier off the board).
    fn entered(
        &mut self,
        _arena: &Arena,
        _state: &State,
        _seat: usize,
        _kind: Kind,
        _space: Option<usize>,
    ) {
    }
    /// A carrier filled off the board was placed.
    fn placed(&mut self, _arena: &Arena, _state: &State, _seat: usize, _space: usize) {}
    /// An animal was drawn and placed.
    fn filled(&mut self, _arena: &Arena, _state: &State, _seat: usize, _space: usize) {}
    /// A turn begins.
    fn turn(&mut self, _arena: &Arena, _state: &State, _movers: &Movers) {}
    /// The seat to move passed.
    fn passed(&mut self, _arena: &Arena, _state: &State) {}
    /// A challenge was made; the duel comes.
    fn challenged(&mut self, _arena: &Arena, _state: &State, _challenge: &Challenge) {}
    /// The duel is over and dealt with. `left`: challenger and challenged.
    fn fought(
        &mut self,
        _arena: &Arena,
        _state: &State,
        _challenge: &Challenge,
        _left: [UnitId; 2],
    ) {
    }
}

/// Nobody looks on.
impl Watch for () {}
