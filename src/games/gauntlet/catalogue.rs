//! Which action to show for an outcome, by table: for each player's state and blue pair the first action (in the order of spec 13) that leads
//! to each way to stand before the strike. A test compares it with [`Action::canonical`], which tries all actions one by one.

use super::action::{Action, When};
use super::dice::{PAIRS_OF_DICE, Pair, Roll};
use super::menu::Menu;
use super::rules::exchange::Bout;
use super::rules::game::Code;
use super::rules::{Class, Rules};
use super::state::{Fight, PLAYERS, player_from_index};
use super::strike::pattern;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// A way to stand before the strike, and the first action that leads there.
#[derive(Debug, Clone, Copy)]
struct Entry {
    health: u8,
    glory: u8,
    bargain: u8,
    pattern: u16,
    /// Place of the action in [`Action::in_order`].
    rank: u16,
}

/// The entries of a permit, filled in as they are asked for; classes that allow the same share them.
#[derive(Debug)]
pub struct Shelf(Vec<OnceLock<Box<[Entry]>>>);

impl Default for Shelf {
    fn default() -> Self {
        Self(
            (0..PLAYERS * PAIRS_OF_DICE)
                .map(|_| OnceLock::new())
                .collect(),
        )
    }
}

/// The actions of a class under a permit.
#[derive(Debug)]
pub struct Catalogue {
    menu: Menu,
    bargained: bool,
    shelf: Arc<Shelf>,
}

impl Catalogue {
    /// Of a menu.
    pub fn new(menu: Menu, bargained: bool, shelf: Arc<Shelf>) -> Self {
        Self {
            menu,
            bargained,
            shelf,
        }
    }

    fn class(&self) -> Class {
        self.menu.class
    }

    /// The action to show for an outcome; `None` if nothing legal leads to it.
    pub fn action(&self, rules: &Rules, fight: Fight, roll: Roll, code: Code) -> Option<Action> {
        let bout = Bout {
            rules,
            class: self.class(),
            permit: self.menu.permit,
            bargained: self.bargained,
        };
        let at = fight.index() / 6 * PAIRS_OF_DICE + roll.blue.index();
        let entries =
            self.shelf.0[at].get_or_init(|| Self::entries(&bout, fight.index() / 6, roll.blue));
        let blows = self.menu.strikes().of(self.class());
        let mut first = u16::MAX;
        for entry in entries.iter() {
            if entry.rank > first {
                break; // they are in order, and a bargain after the damage only puts an action back
            }
            let Some(enemy) = self.menu.raised(fight.enemy, entry.bargain) else {
                continue;
            };
            let blow = blows[usize::from(entry.pattern) * PAIRS_OF_DICE + roll.red.index()];
            let stand = (usize::from(entry.health) * 6 + usize::from(entry.glory)) * 6
                + usize::from(enemy)
                - 1;
            let hit = self.menu.strikes().hit(stand, blow).outcome;
            let lost_both = self.menu.strikes().blows()[usize::from(blow)].lost_both;
            let mut late = 0;
            self.menu.finish(hit, lost_both, entry.bargain, |c| {
                if c == code {
                    first = first.min(if late == 0 {
                        entry.rank
                    } else {
                        Action::late(entry.rank, late)
                    });
                }
                late += 1;
            });
        }
        Action::in_order().get(usize::from(first)).copied()
    }

    /// The first action to each way to stand, against an enemy of 1, to which every bargain is open.
    fn entries(bout: &Bout<'_>, player: usize, blue: Pair) -> Box<[Entry]> {
        let (health, glory) = player_from_index(player);
        let fight = Fight {
            health,
            glory,
            enemy: 1,
        };
        let roll = Roll {
            blue,
            red: Pair::new(1, 1),
        };
        let mut found: HashMap<(u8, u8, u8, u16), u16> = HashMap::new();
        for (rank, action) in Action::in_order().iter().enumerate() {
            let x = action.bargain.map_or(0, |(x, _)| x);
            let bonus = if action.swap.is_some() {
                bout.rules.one_bonus
            } else {
                0
            };
            let late = matches!(action.bargain, Some((_, When::AfterDamage)));
            if late || x > 0 && !bout.permit.bargain || action.price(bout) > glory + x + bonus {
                continue;
            }
            // What is not legal is visited by nothing.
            let _ = action.prepared(bout, fight, roll, &mut |table| {
                for natural_high in [true, false] {
                    let key = (
                        table.health.index() as u8,
                        table.glory,
                        table.bargain,
                        pattern(&table, natural_high) as u16,
                    );
                    found.entry(key).or_insert(rank as u16);
                }
            });
        }
        let mut entries: Vec<Entry> = found
            .into_iter()
            .map(|((health, glory, bargain, pattern), rank)| Entry {
                health,
                glory,
                bargain,
                pattern,
                rank,
            })
            .collect();
        entries.sort_by_key(|e| (e.rank, e.pattern));
        entries.into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::menu::Menus;
    use super::super::rules::exchange::Permit;
    use super::super::rules::{Ability, Ties};
    use super::super::state::Health;
    use super::*;

    #[test]
    fn the_catalogue_shows_what_a_search_over_all_actions_shows() {
        for set in [
            vec![],
            vec![("bargain_time", "tactics")],
            vec![("bargain", "off"), ("damage_group", "pair")],
            vec![("crit", "rolled")],
            vec![("bargain_caps", "clip")],
        ] {
            let mut rules = Rules::rulebook();
            set.iter().for_each(|(k, v)| rules.set(k, v).unwrap());
            let menus = Menus::new(&rules);
            let class = Class::new(Ability::GloryDrain, Ties::Nobody);
            let menu = menus.menu(class, Permit::ALL, false);
            let catalogue = Catalogue::new(menu.clone(), false, Arc::default());
            let bout = Bout::new(&rules, class);
            for (low, high, glory, enemy, roll) in [
                (2, 4, 0, 2, 17),
                (0, 3, 5, 6, 99),
                (1, 6, 3, 1, 250),
                (5, 5, 1, 4, 440),
            ] {
                let fight = Fight {
                    health: Health::new(low, high),
                    glory,
                    enemy,
                };
                let roll = Roll::from_index(roll);
                for code in menu.options(fight, roll) {
                    let wanted = Action::canonical(&bout, fight, roll, code)
                        .expect("an option can be played");
                    let got = catalogue
                        .action(&rules, fight, roll, code)
                        .expect("an option can be played");
                    assert_eq!(got, wanted, "{code:?}: {got} or {wanted}");
                }
            }
        }
    }
}
