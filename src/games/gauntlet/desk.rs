//! What a way to play a match has of tables: menus, decisions, actions to show, flows of glory, chains. They depend on the rules and not on
//! the cards or the number of rounds, so all games under the same rules share them.

use super::catalogue::Catalogue;
use super::chain::Chain;
use super::choose::{Rule, weigh_order};
use super::decisions::DecisionTable;
use super::dice::{Faces, ROLLS};
use super::ledger::{LedgerBook, LedgerTable};
use super::menu::{Menu, Menus};
use super::rules::Class;
use super::rules::exchange::Permit;
use super::rules::game::Code;
use super::spec::MatchSpec;
use super::state::FIGHTS;
use super::sweep::Sweeper;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// How a way to play a match is bounded and shaken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// What the player lets itself do.
    pub permit: Permit,
    /// Chance of a random outcome, in millionths.
    pub noise: u32,
    /// What the noise may do: `no_bargain` of a noisy policy keeps it from bargaining too.
    pub noise_permit: Permit,
    /// The rule, for one that needs nothing but the table.
    pub rule: Option<Rule>,
}

impl Manner {
    /// Of a way to play, with what is left of it under its bounds and its noise.
    pub fn of(spec: &MatchSpec) -> (Self, &MatchSpec) {
        let mut manner = Self {
            permit: Permit::ALL,
            noise: 0,
            noise_permit: Permit::ALL,
            rule: None,
        };
        let mut part = spec;
        loop {
            match part {
                MatchSpec::NoBargain(of) => {
                    manner.permit = manner.permit.and(Permit::NO_BARGAIN);
                    part = of;
                }
                MatchSpec::Noisy(of, eps) => {
                    (manner.noise, manner.noise_permit) = (*eps, manner.permit);
                    part = of;
                }
                MatchSpec::Plain(plain) => {
                    manner.permit = manner.permit.and(plain.permit);
                    manner.rule = Some(plain.rule);
                    return (manner, part);
                }
                _ => return (manner, part),
            }
        }
    }
}

/// A chain by class, faces that enemies roll again, and how often event 1 is used (as bits; `None` without it).
type Chains = HashMap<(Class, Faces, Option<u64>), Arc<OnceLock<Arc<Chain>>>>;

/// The tables of a way to play a match, each filled in when first asked for.
#[derive(Debug)]
pub struct Desk {
    /// How it is bounded and shaken.
    pub manner: Manner,
    shared: Arc<Menus>,
    /// Menus by class and layer of the bargain.
    menus: Vec<OnceLock<Vec<Menu>>>,
    wide: Vec<OnceLock<Vec<Menu>>>,
    tables: Vec<OnceLock<DecisionTable>>,
    catalogues: Vec<OnceLock<Vec<Catalogue>>>,
    ledgers: Vec<OnceLock<LedgerTable>>,
    /// The flows of glory that its matches have, by number.
    pub book: LedgerBook,
    chains: Mutex<Chains>,
}

fn cells<T>() -> Vec<OnceLock<T>> {
    (0..Class::COUNT).map(|_| OnceLock::new()).collect()
}

impl Desk {
    /// Nothing worked out yet.
    pub fn new(manner: Manner, menus: &Arc<Menus>) -> Self {
        Self {
            manner,
            shared: menus.clone(),
            menus: cells(),
            wide: cells(),
            tables: cells(),
            catalogues: cells(),
            ledgers: cells(),
            book: LedgerBook::default(),
            chains: Mutex::default(),
        }
    }

    /// Its menus in a class, by layer of the bargain.
    pub fn menus(&self, class: Class) -> &[Menu] {
        self.menus[class.index()].get_or_init(|| self.shared.layers(class, self.manner.permit))
    }

    /// The menus of its noise: unrestricted but for a `no_bargain` around it.
    pub fn wide_menus(&self, class: Class) -> &[Menu] {
        self.wide[class.index()].get_or_init(|| self.shared.layers(class, self.manner.noise_permit))
    }

    /// The table of decisions of a rule that needs nothing but the table, in a class.
    pub fn table(&self, class: Class) -> &DecisionTable {
        self.tables[class.index()].get_or_init(|| match &self.manner.rule {
            Some(Rule::Weigh(weights)) => self.ranked(class, &weigh_order(weights)),
            Some(Rule::List(list)) => {
                DecisionTable::full(self.menus(class).iter().map(|m| list.decisions(m)))
            }
            Some(Rule::Greedy) => DecisionTable::full(
                self.menus(class)
                    .iter()
                    .map(|m| Sweeper::new(m.clone()).greedy()),
            ),
            _ => DecisionTable::new(self.menus(class).len()),
        })
    }

    /// The actions to show in a class, by layer of the bargain.
    pub fn catalogues(&self, class: Class) -> &[Catalogue] {
        self.catalogues[class.index()].get_or_init(|| {
            let menus = if self.manner.noise > 0 {
                self.wide_menus(class)
            } else {
                self.menus(class)
            };
            menus
                .iter()
                .enumerate()
                .map(|(b, m)| self.shared.catalogue(m, b == 1))
                .collect()
        })
    }

    /// The decisions of an order of outcomes in a class.
    pub fn ranked(&self, class: Class, order: &[Code]) -> DecisionTable {
        DecisionTable::full(
            self.menus(class)
                .iter()
                .map(|m| Sweeper::new(m.clone()).ranked(order)),
        )
    }

    /// What the matches of a class come to, decided and with their flows of glory.
    pub fn ledger(&self, class: Class) -> &LedgerTable {
        self.ledgers[class.index()].get_or_init(|| LedgerTable::new(2 * FIGHTS * ROLLS))
    }

    /// A chain, worked out by `build` the first time.
    pub fn chain(
        &self,
        key: (Class, Faces, Option<u64>),
        build: impl FnOnce() -> Chain,
    ) -> Arc<Chain> {
        let cell = self
            .chains
            .lock()
            .expect("no panic while looking up")
            .entry(key)
            .or_default()
            .clone();
        cell.get_or_init(|| Arc::new(build())).clone()
    }
}
