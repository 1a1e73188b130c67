//! Decision maps of a policy, for a sheet to be printed: when it swaps, what it spends, what it bargains for.
//!
//! Maps are shares over the matches of the policy's own games, so that what often comes up counts often.

use super::action::Action;
use super::dice::Pair;
use super::observe::Observed;
use super::policy::Player;
use super::rules::Tactic;
use super::state::{Die, Health};
use std::collections::BTreeMap;

/// Swaps of a pair of health dice at a roll of the player's own dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SwapCell {
    /// Health dice.
    pub health: Health,
    /// Combat dice.
    pub blue: Pair,
    /// Matches seen.
    pub seen: u32,
    /// Swaps among them.
    pub swaps: u32,
    /// 1-swaps among them.
    pub one_swaps: u32,
    /// The commonest swap (health die, combat die), where there was one.
    pub usual: Option<(Die, Die)>,
}

/// What is spent with some glory against an enemy's health.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SpendCell {
    /// Glory before the match.
    pub glory: u8,
    /// The enemy's health.
    pub enemy: u8,
    /// Matches seen.
    pub seen: u32,
    /// Purchases among them, in the order of [`Tactic::ALL`].
    pub bought: [u32; 4],
    /// Bargains among them.
    pub bargains: u32,
    /// Glory gained by these bargains.
    pub bargain_glory: u32,
}

/// The maps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maps {
    /// Matches seen.
    pub seen: u32,
    /// Swaps by health and own roll, only what was seen.
    pub swaps: Vec<SwapCell>,
    /// Spending by glory and enemy health, only what was seen.
    pub spending: Vec<SpendCell>,
}

/// Matches, 1-swaps, and swaps by kind.
type Swaps = (u32, u32, BTreeMap<(Die, Die), u32>);

/// Lays out the maps of a sample.
pub fn maps(player: &Player, sample: &[Observed]) -> Maps {
    let mut swaps: BTreeMap<(Health, Pair), Swaps> = BTreeMap::new();
    let mut spending: BTreeMap<(u8, u8), SpendCell> = BTreeMap::new();
    for o in sample {
        let Some(action) = o.action(player) else {
            continue;
        };
        let cell = swaps.entry((o.fight.health, o.roll.blue)).or_default();
        cell.0 += 1;
        if let Some(swap) = action.swap {
            cell.1 += u32::from(is_one(&action, o));
            *cell.2.entry(swap).or_default() += 1;
        }
        let (glory, enemy) = (o.fight.glory, o.fight.enemy);
        let cell = spending.entry((glory, enemy)).or_insert(SpendCell {
            glory,
            enemy,
            ..SpendCell::default()
        });
        cell.seen += 1;
        for tactic in Tactic::ALL {
            let bought = if tactic == Tactic::DirtyTrick {
                action.trick.is_some()
            } else {
                action.buys(tactic)
            };
            cell.bought[tactic as usize] += u32::from(bought);
        }
        if let Some((x, _)) = action.bargain {
            cell.bargains += 1;
            cell.bargain_glory += u32::from(x);
        }
    }
    let swaps = swaps
        .into_iter()
        .map(|((health, blue), (seen, one_swaps, kinds))| SwapCell {
            health,
            blue,
            seen,
            swaps: kinds.values().sum(),
            one_swaps,
            usual: kinds
                .iter()
                .max_by_key(|(k, n)| (**n, std::cmp::Reverse(**k)))
                .map(|(k, _)| *k),
        })
        .collect();
    Maps {
        seen: sample.len() as u32,
        swaps,
        spending: spending.into_values().collect(),
    }
}

/// Whether an action's swap is a 1-swap.
pub fn is_one(action: &Action, o: &Observed) -> bool {
    action.swap.is_some_and(|(health, combat)| {
        let taken = if combat == Die::Low {
            o.roll.blue.low
        } else {
            o.roll.blue.high
        };
        taken == 1 && o.fight.health.get(health) > 1
    })
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::library::Library;
    use super::super::observe::observe;
    use super::super::rules::Rules;
    use super::super::spec::PolicySpec;
    use super::*;
    use std::sync::Arc;

    #[test]
    fn maps_count_every_match_once() {
        let library = Arc::new(Library::new(
            GauntletData::embedded()
                .unwrap()
                .game(Rules::rulebook(), 2)
                .unwrap(),
        ));
        for (policy, swaps) in [("banker", true), ("never_swap", false)] {
            let player = Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap();
            let sample = observe(&player, 1, 100);
            assert_eq!(sample, observe(&player, 1, 100));
            let maps = maps(&player, &sample);
            assert_eq!(
                maps.swaps.iter().map(|c| c.seen).sum::<u32>(),
                sample.len() as u32
            );
            assert_eq!(
                maps.spending.iter().map(|c| c.seen).sum::<u32>(),
                sample.len() as u32
            );
            assert_eq!(maps.swaps.iter().any(|c| c.swaps > 0), swaps);
            assert!(maps.swaps.iter().all(|c| c.one_swaps <= c.swaps
                && c.swaps <= c.seen
                && c.usual.is_some() == (c.swaps > 0)));
        }
    }
}
