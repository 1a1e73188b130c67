//! Every legal choice of net targets and losses, by lineup, in the order in which ties are settled (spec 13): the choice of
//! `simple`, then lexicographic by count tuples, netted part first.

use super::compiled::Compiled;
use super::units::{MOST, TEAMS, Units};
use crate::games::clash::counts::Counts;
use crate::games::clash::policy::{Parts, Policy, loss_options};
use crate::games::clash::rules::Rules;

/// The choices.
#[derive(Debug, Clone)]
pub struct Options {
    lineups: Vec<u16>,
    nets: Vec<(u32, u32)>,
    losses: Vec<(u32, u32)>,
}

impl Options {
    /// Lists them under the rules in force.
    pub fn new(rules: &Rules, units: &Units) -> Self {
        let simple = Compiled::new(rules, units, &Policy::fixed(Parts::simple()));
        let mut new = Self {
            lineups: Vec::new(),
            nets: Vec::new(),
            losses: Vec::new(),
        };
        for nets in 0..=MOST as u8 {
            for team in 0..TEAMS as u16 {
                let active = units.unit(units.unit_of(team, 0)).counts;
                let most = nets.min(active.total());
                let least = if rules.optional_nets { 0 } else { most };
                let mut named: Vec<Counts> =
                    (least..=most).flat_map(|n| active.subsets(n)).collect();
                named.sort_by_key(|c| c.to_array());
                let lineups = named
                    .into_iter()
                    .map(|n| units.lineup_id(active.without(n), n));
                let range = new.add(simple.named(nets, team)[0].lineup, lineups);
                new.nets.push(range);
            }
        }
        for (own, lineup) in units.lineups.iter().enumerate() {
            for lost in 0..MOST as u8 {
                let range = if lost == 0 || usize::from(lineup.body) >= TEAMS {
                    new.add(own as u16, std::iter::empty())
                } else if lost < lineup.size {
                    let (active, netted) = (lineup.active, lineup.netted);
                    let given = loss_options(active, netted, lost, rules.active_lost_first);
                    let left = given.into_iter().map(|g| {
                        units.lineup_id(active.without(g.active), netted.without(g.netted))
                    });
                    new.add(simple.losing(own as u16, usize::from(lost))[0].lineup, left)
                } else {
                    (0, 0)
                };
                new.losses.push(range);
            }
        }
        new
    }

    fn add(&mut self, first: u16, rest: impl Iterator<Item = u16>) -> (u32, u32) {
        let from = self.lineups.len();
        self.lineups.push(first);
        self.lineups.extend(rest.filter(|&l| l != first));
        (from as u32, self.lineups.len() as u32)
    }

    /// What a team can become when so many nets are thrown at it.
    #[inline]
    pub(super) fn nets(&self, nets: u8, team: u16) -> &[u16] {
        let (from, to) = self.nets[usize::from(nets) * TEAMS + usize::from(team)];
        &self.lineups[from as usize..to as usize]
    }

    /// What a lineup can become when it loses so many, fewer than it has.
    #[inline]
    pub(super) fn losses(&self, lineup: u16, lost: u8) -> &[u16] {
        let (from, to) = self.losses[usize::from(lineup) * MOST + usize::from(lost)];
        &self.lineups[from as usize..to as usize]
    }
}
