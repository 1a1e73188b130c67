//! What movement costs, in Speed and in honour \[B. Sprint\] \[Victory Points\].

use super::{Board, Hexes, one};
use crate::games::gladiatori::geometry::{Hex, distance, relative, sides, vector};
use crate::games::gladiatori::numbers::Rules;

impl Rules {
    /// Speed points for `path` hexes and `turned` sides \[B. Sprint\]: each hex allows one side for free, a point on the spot
    /// up to three (A37). A fixed gladiator turns one side a point and does not move.
    #[inline]
    pub fn sprint_price(&self, path: u8, turned: u8, fixed: bool) -> Option<u8> {
        if fixed {
            return (path == 0).then_some(turned);
        }
        let more = turned.saturating_sub(path);
        Some(path + more.div_ceil(self.turn_sides()))
    }

    /// Speed points from one (hex, facing) to another through free hexes; `None` if there is no way.
    pub fn sprint_cost(
        &self,
        board: &Board,
        from: (Hex, u8),
        to: (Hex, u8),
        free: Hexes,
        fixed: bool,
    ) -> Option<u8> {
        if to.0 != from.0 && free & one(to.0) == 0 {
            return None;
        }
        self.sprint_price(board.path(from.0, to.0, free)?, sides(from.1, to.1), fixed)
    }

    /// Voluntary movement judged for dishonor \[Victory Points\] (4.6): `(fled, cowardly)`.
    /// `enemies`: hexes of living enemies, each at the start of the action and at its end.
    pub fn dishonor(
        &self,
        start: Hex,
        end: (Hex, u8),
        enemies: impl Iterator<Item = (Hex, Hex)> + Clone,
    ) -> (bool, bool) {
        if self.r.opponent_off {
            return (false, false);
        }
        let nearest = enemies
            .clone()
            .map(|(at, _)| distance(start, at))
            .min()
            .unwrap_or(0);
        let reach = if self.r.opponent_nearest { nearest } else { 1 };
        let current = |at: Hex| distance(start, at) <= reach;
        let mut fled = false;
        let mut approached = false;
        let mut turned = false;
        let mut shown = false;
        let mut stayed = false;
        for (at, now) in enemies {
            let (before, after) = (distance(start, at), distance(end.0, now));
            if current(at) {
                if after >= before + 2 {
                    fled = true
                } else {
                    stayed = true
                }
            } else if after < before {
                approached = true;
            }
            if after == 1 || self.r.cowardice_sector {
                let k = relative(vector(end.0, now), end.1, self.r.arrival_tie_attacker);
                let back = matches!(k, 2..=4);
                shown |= !back;
                turned |= back && current(at);
            }
        }
        (fled && !stayed && !approached, turned && !shown)
    }
}
