//! When to swap: the best swap of every roll, and what swaps are made of (spec 16).

use super::catalogue::Catalogue;
use super::dice::{Pair, Roll};
use super::library::Library;
use super::observe::Observed;
use super::policy::Player;
use super::rules::Class;
use super::rules::exchange::Permit;
use super::rules::game::Code;
use super::sheet::is_one;
use super::state::{Die, Fight};
use std::sync::Arc;

/// The best play of a roll, and what it gains over the best play without a swap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestSwap {
    /// The roll.
    pub roll: Roll,
    /// The swap of the best play; `None` where it has none.
    pub swap: Option<(Die, Die)>,
    /// Whether that is a 1-swap.
    pub one: bool,
    /// Value of the best play.
    pub value: f64,
    /// Value of the best play without a swap.
    pub without: f64,
}

impl BestSwap {
    /// What swapping gains.
    pub fn gain(&self) -> f64 {
        self.value - self.without
    }
}

/// The best swap of each of the 441 rolls, in order of their numbers. `value`: the value of a code; equal to within `margin` is equal, and then a
/// play without a swap is named.
pub fn heat(
    library: &Arc<Library>,
    class: Class,
    bargained: bool,
    fight: Fight,
    margin: f64,
    value: impl Fn(Code) -> f64,
) -> Vec<BestSwap> {
    let rules = &library.game.rules;
    let menus = &library.menus;
    let all = menus.menu(class, Permit::ALL, bargained);
    let still = menus.menu(
        class,
        Permit {
            swap: false,
            ..Permit::ALL
        },
        bargained,
    );
    let catalogue: Catalogue = menus.catalogue(&all, bargained);
    let best = |menu: &super::menu::Menu, roll: Roll| {
        let options = super::library::rank(menu, fight, roll, &value).options;
        options[0]
    };
    Roll::all()
        .map(|roll| {
            let ((code, most), (_, without)) = (best(&all, roll), best(&still, roll));
            let gains = most > without + margin;
            let swap = gains
                .then(|| {
                    catalogue
                        .action(rules, fight, roll, code)
                        .and_then(|a| a.swap)
                })
                .flatten();
            let one = swap.is_some_and(|(health, combat)| {
                combat == Die::Low && roll.blue.low == 1 && fight.health.get(health) > 1
            });
            BestSwap {
                roll,
                swap,
                one,
                value: most,
                without,
            }
        })
        .collect()
}

/// Swaps of a sample by the value of the combat die taken, 1..=6 (from 0), and of the health die given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SwapShares {
    /// Matches seen.
    pub matches: u64,
    /// Matches in which a combat die showed this value, from 1.
    pub shown: [u64; 6],
    /// Swaps by value taken and value given, from 1.
    pub swaps: [[u64; 6]; 6],
    /// 1-swaps.
    pub one_swaps: u64,
    /// Matches in which a 1-swap was possible: a combat 1, a higher health die, an enemy that allows swaps.
    pub possible: u64,
}

impl SwapShares {
    /// Swaps in all.
    pub fn total(&self) -> u64 {
        self.swaps.iter().flatten().sum()
    }
}

/// Counts the swaps of a sample.
pub fn shares(player: &Player, sample: &[Observed]) -> SwapShares {
    let game = &player.library().game;
    let mut found = SwapShares {
        matches: 0,
        shown: [0; 6],
        swaps: [[0; 6]; 6],
        one_swaps: 0,
        possible: 0,
    };
    for o in sample {
        found.matches += 1;
        let Pair { low, high } = o.roll.blue;
        found.shown[usize::from(low) - 1] += 1;
        if high != low {
            found.shown[usize::from(high) - 1] += 1;
        }
        let allowed =
            game.rules.swap && o.context.class(game).ability != super::rules::Ability::NoSwap;
        found.possible += u64::from(allowed && low == 1 && o.fight.health.high > 1);
        let Some(action) = o.action(player) else {
            continue;
        };
        if let Some((health, combat)) = action.swap {
            let taken = if combat == Die::Low { low } else { high };
            found.swaps[usize::from(taken) - 1][usize::from(o.fight.health.get(health)) - 1] += 1;
            found.one_swaps += u64::from(is_one(&action, o));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::dice::Faces;
    use super::super::observe::observe;
    use super::super::rules::{Ability, Rules, Ties};
    use super::super::spec::{Objective, PolicySpec};
    use super::super::state::Health;
    use super::*;

    #[test]
    fn swaps_gain_and_six_stays() {
        let library = Arc::new(Library::new(
            GauntletData::embedded()
                .unwrap()
                .game(Rules::rulebook(), 1)
                .unwrap(),
        ));
        let class = Class::new(Ability::None, Ties::Nobody);
        let values = library.fight(Objective::Score, class, Faces::NONE);
        let fight = Fight {
            health: Health::new(1, 4),
            glory: 0,
            enemy: 3,
        };
        let cells = heat(&library, class, false, fight, 1e-9, |c| {
            values[usize::from(c.0)]
        });
        assert_eq!(cells.len(), 441);
        assert!(cells.iter().all(|c| c.gain() > -1e-12));
        assert!(cells.iter().any(|c| c.one) && cells.iter().any(|c| c.swap.is_none()));
        for cell in &cells {
            if let Some((_, combat)) = cell.swap {
                let taken = if combat == Die::Low {
                    cell.roll.blue.low
                } else {
                    cell.roll.blue.high
                };
                assert!(taken < 6, "{cell:?}");
            }
        }
        // Against no_swap nothing is gained.
        let class = Class::new(Ability::NoSwap, Ties::Nobody);
        let none = heat(&library, class, false, fight, 1e-9, |c| {
            values[usize::from(c.0)]
        });
        assert!(none.iter().all(|c| c.swap.is_none() && c.gain() == 0.0));
    }

    #[test]
    fn shares_count_what_a_policy_does() {
        let library = Arc::new(Library::new(
            GauntletData::embedded()
                .unwrap()
                .game(Rules::rulebook(), 2)
                .unwrap(),
        ));
        let of = |policy: &str| {
            let player = Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap();
            shares(&player, &observe(&player, 3, 300))
        };
        assert_eq!(of("never_swap").total(), 0);
        let banker = of("banker");
        assert!(
            banker.one_swaps > 0
                && banker.one_swaps <= banker.possible
                && banker.total() <= banker.matches
        );
        assert_eq!(banker.swaps[5], [0; 6], "a combat 6 stays");
        assert!(banker.swaps[0].iter().skip(1).sum::<u64>() == banker.one_swaps);
    }
}
