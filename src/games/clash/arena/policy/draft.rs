//! Entering the arena: which gladiator, where to, which space for a carrier, which for an animal.

use super::company::Seated;
use super::rules::{DraftRule, FillRule, PlaceRule};
use crate::games::clash::arena::board::{Mask, nth_space, spaces_of};
use crate::games::clash::arena::luck::Luck;
use crate::games::clash::arena::mind::{Entry, Table};
use crate::games::clash::counts::{Counts, Kind};
use crate::games::clash::unit::CARRIER_SIZE;

use Kind::{Net, Shield, Spear, Sword, Trident};

/// Kinds of `swords_first`, and of a template's missing ones (spec 14).
const SWORDS_FIRST: [Kind; 5] = [Sword, Net, Shield, Trident, Spear];
/// Kinds of `deny`: the nets are the rarest answer to swords.
const NETS_FIRST: [Kind; 5] = [Net, Sword, Shield, Trident, Spear];
/// Kinds of the weak team of `bait`.
const WEAKEST_FIRST: [Kind; 5] = [Spear, Trident, Shield, Net, Sword];

impl Seated<'_> {
    pub(super) fn choose_entry<L: Luck>(
        &self,
        table: &Table<'_>,
        may_open: bool,
        unfinished: Mask,
        luck: &mut L,
    ) -> Entry {
        let (state, units) = (table.state, &table.arena.units);
        let joins = match self.player.spec.draft {
            DraftRule::Random => {
                let opens = may_open && (unfinished == 0 || luck.below("new_or_add", 2) == 0);
                (!opens).then(|| nth_space(unfinished, luck.below("team", unfinished.count_ones())))
            }
            DraftRule::Spread if !may_open => {
                spaces_of(unfinished).min_by_key(|&at| units.size(state.unit(at)))
            }
            DraftRule::Spread => None,
            _ => (unfinished != 0).then(|| unfinished.trailing_zeros() as usize),
        };
        Entry {
            joins,
            kind: self.choose_kind(table, joins, luck),
        }
    }

    fn choose_kind<L: Luck>(&self, table: &Table<'_>, joins: Option<usize>, luck: &mut L) -> Kind {
        let stack = &table.state.stack;
        let first = |order: [Kind; 5]| {
            order
                .into_iter()
                .find(|&k| stack[k as usize] > 0)
                .expect("the stacks suffice for all carriers")
        };
        match self.player.spec.draft {
            DraftRule::Random => {
                let left = (0..5)
                    .filter(|&k| stack[k] > 0)
                    .fold(0, |mask: Mask, k| mask | 1 << k);
                Kind::ALL[nth_space(left, luck.below("kind", left.count_ones()))]
            }
            DraftRule::Template(template) => {
                let (carrier, team) = self.current_carrier(table, joins);
                let target = template.team(carrier);
                let missing =
                    |kind: &Kind| target.get(*kind) > team.get(*kind) && stack[*kind as usize] > 0;
                SWORDS_FIRST
                    .into_iter()
                    .find(missing)
                    .unwrap_or_else(|| first(SWORDS_FIRST))
            }
            DraftRule::Worth => first(self.player.worth),
            DraftRule::Deny => first(NETS_FIRST),
            DraftRule::Bait => {
                let (carrier, _) = self.current_carrier(table, joins);
                first(if carrier + 1 == usize::from(table.arena.carriers) {
                    WEAKEST_FIRST
                } else {
                    SWORDS_FIRST
                })
            }
            DraftRule::SwordsFirst | DraftRule::Spread => first(SWORDS_FIRST),
        }
    }

    /// The carrier that gets the next gladiator: its number, from 0 in the order of opening, and who is on it.
    /// Rules that ask this finish a carrier before they open the next.
    fn current_carrier(&self, table: &Table<'_>, joins: Option<usize>) -> (usize, Counts) {
        let (state, units) = (table.state, &table.arena.units);
        let opened = usize::from(table.arena.carriers - state.carriers[table.seat]);
        if table.arena.readings.fill_then_place {
            let hand = units.unit(2 * u16::from(state.hand[table.seat])).counts;
            return (opened, hand);
        }
        match joins {
            Some(at) => (opened - 1, units.unit(state.unit(at)).counts),
            None => (opened, Counts::NONE),
        }
    }

    pub(super) fn choose_space<L: Luck>(
        &self,
        table: &Table<'_>,
        allowed: Mask,
        luck: &mut L,
    ) -> usize {
        let (board, state, units) = (&table.arena.board, table.state, &table.arena.units);
        let own = state.teams(table.seat);
        let degree = |at: usize| i64::from(board.neighbours(at).count_ones());
        match self.player.spec.placement {
            PlaceRule::Random => nth_space(allowed, luck.below("space", allowed.count_ones())),
            PlaceRule::Rim => first_best(allowed, |at| -degree(at)),
            PlaceRule::Centre => first_best(allowed, degree),
            PlaceRule::NearWeak => first_best(allowed, |at| {
                let others = board.neighbours(at) & state.all_teams() & !own;
                let swords = |space: usize| units.unit(state.unit(space)).counts.get(Sword);
                spaces_of(others)
                    .map(|space| i64::from(CARRIER_SIZE + 1 - swords(space)))
                    .sum()
            }),
            PlaceRule::Apart => first_best(allowed, |at| {
                let (mut seen, mut steps) = (1 << at, 0);
                while own != 0 && seen & own == 0 {
                    seen |= board.around(seen);
                    steps += 1;
                }
                steps
            }),
        }
    }

    pub(super) fn choose_den<L: Luck>(&self, table: &Table<'_>, free: Mask, luck: &mut L) -> usize {
        match self.player.spec.fill {
            FillRule::Random => nth_space(free, luck.below("space", free.count_ones())),
            FillRule::Shield => first_best(free, |at| {
                let near = table.arena.board.neighbours(at);
                let own = (near & table.state.teams(table.seat)).count_ones();
                2 * i64::from(own) - i64::from((near & table.state.all_teams()).count_ones())
            }),
        }
    }
}

/// The first space with the largest value; there must be one.
fn first_best(spaces: Mask, value: impl Fn(usize) -> i64) -> usize {
    let best = spaces_of(spaces).fold(None, |best: Option<(i64, usize)>, at| {
        match (best, value(at)) {
            (Some((most, _)), now) if now <= most => best,
            (_, now) => Some((now, at)),
        }
    });
    best.expect("there is a space to choose").1
}
