//! A seated policy answers what the rules ask of it.

use super::company::Seated;
use super::rules::StandInRule;
use crate::games::clash::arena::board::Mask;
use crate::games::clash::arena::luck::Luck;
use crate::games::clash::arena::mind::{Entry, Mind, Table};
use crate::games::clash::arena::moves::{Action, Movers};
use crate::games::clash::arena::units::UnitId;

impl Mind for Seated<'_> {
    fn draft<L: Luck>(
        &self,
        table: &Table<'_>,
        may_open: bool,
        unfinished: Mask,
        luck: &mut L,
    ) -> Entry {
        self.choose_entry(table, may_open, unfinished, luck)
    }

    fn place<L: Luck>(&self, table: &Table<'_>, allowed: Mask, luck: &mut L) -> usize {
        self.choose_space(table, allowed, luck)
    }

    fn fill<L: Luck>(&self, table: &Table<'_>, _animal: UnitId, free: Mask, luck: &mut L) -> usize {
        self.choose_den(table, free, luck)
    }

    fn turn<L: Luck>(&self, table: &Table<'_>, movers: &Movers, luck: &mut L) -> Option<Action> {
        self.choose_challenge(table, movers, luck)
    }

    fn stand_in<L: Luck>(&self, table: &Table<'_>, luck: &mut L) -> usize {
        match self.player.spec.stand_in {
            StandInRule::Random => {
                let k = luck.below("stand_in", table.arena.players as u32 - 1) as usize;
                (table.seat + 1 + k) % table.arena.players
            }
            _ => self.named_stand_in(table),
        }
    }

    fn duel(&self) -> u8 {
        self.player.duel
    }
}

impl Seated<'_> {
    /// The stand-in of a rule that leaves nothing to chance (for `random`: the next seat).
    pub(super) fn named_stand_in(&self, table: &Table<'_>) -> usize {
        let n = table.arena.players;
        let others = || (1..n).map(|k| (table.seat + k) % n); // nearest to the left first
        let points = |seat: &usize| table.arena.points_taken(table.state, *seat);
        let found = match self.player.spec.stand_in {
            StandInRule::Left | StandInRule::Random => others().next(),
            StandInRule::Right => others().next_back(),
            StandInRule::Leader => others().rev().max_by_key(points), // the last maximum is the nearest
            StandInRule::Last => others().min_by_key(points),
        };
        found.expect("there are at least two players")
    }
}
