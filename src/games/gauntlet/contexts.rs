//! The fights of a whole game: which can come up, and what leads to what.
//!
//! A fight's continuation depends on the round, how the event bears on fights, the cards left in the deck (the next round draws
//! from them) and the enemies left in the row. Rows are told by their suffix, so fights are shared between rows.

use super::rules::cards::Pile;
use super::rules::game::{Event, Game};
use super::rules::{Class, Ties};
use super::state::{GameState, Row};
use std::collections::{BTreeSet, HashMap};

/// How the event of the round bears on fights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Mode {
    /// Not at all (any longer).
    Plain,
    /// The player wins ties.
    PlayerTies,
    /// The enemy wins ties.
    EnemyTies,
    /// The right of event 1 is there.
    Right,
}

impl Mode {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Plain, Self::PlayerTies, Self::EnemyTies, Self::Right];

    /// Of an event, at the start of the combat.
    pub fn of(event: Event) -> Self {
        match event {
            Event::RerollOne => Self::Right,
            Event::PlayerWinsTies => Self::PlayerTies,
            Event::EnemyWinsTies => Self::EnemyTies,
            Event::MaxGlory | Event::ExtraEnemy | Event::Heal | Event::Nothing => Self::Plain,
        }
    }

    /// The tie rule.
    pub fn ties(self) -> Ties {
        match self {
            Self::PlayerTies => Ties::Player,
            Self::EnemyTies => Ties::Enemy,
            Self::Plain | Self::Right => Ties::Nobody,
        }
    }
}

/// A fight as far as the rest of the game depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Context {
    /// Round, 1..=6.
    pub round: u8,
    /// How the event bears on it.
    pub mode: Mode,
    /// Cards in the deck; 0 in the last round, where they do not matter.
    pub deck: u8,
    /// The enemies left, the one being fought first.
    pub row: Row,
}

impl Context {
    /// Of a game in which a match is next. Whether the right is there is read off the state.
    pub fn of(game: &Game, state: &GameState) -> Self {
        let mode = match game.event(state) {
            Some(event) if Mode::of(event) != Mode::Right => Mode::of(event),
            _ if state.right() => Mode::Right,
            _ => Mode::Plain,
        };
        Self {
            round: state.round(),
            mode,
            deck: Self::deck_of(game, state.round(), state.deck()),
            row: state.row(),
        }
    }

    /// A deck as contexts of a round tell it.
    pub fn deck_of(game: &Game, round: u8, deck: u8) -> u8 {
        if round == game.last_round { 0 } else { deck }
    }

    /// Ability and tie rule.
    pub fn class(&self, game: &Game) -> Class {
        Class::new(
            game.enemy(self.round, self.row.first()).ability,
            self.mode.ties(),
        )
    }

    /// The next enemy; `None` at the end of the row.
    pub fn next(&self) -> Option<Self> {
        (self.row.len() > 1).then(|| Self {
            row: self.row.rest(),
            ..*self
        })
    }

    /// The same with the right used.
    pub fn used(&self) -> Self {
        match self.mode {
            Mode::Right => Self {
                mode: Mode::Plain,
                ..*self
            },
            _ => *self,
        }
    }
}

/// A row as it was drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Drawn {
    /// Cards left in the deck.
    pub deck: u8,
    /// The row.
    pub row: Row,
}

/// Every row that can be drawn from a deck, each as likely as the others of its kind, with its chance.
pub fn draws(game: &Game, deck: u8, cards: u8) -> Vec<(Drawn, f64)> {
    let mut open = vec![(
        Drawn {
            deck,
            row: Row::default(),
        },
        1.0,
    )];
    for _ in 0..cards {
        open = open
            .into_iter()
            .flat_map(|(drawn, p)| one_more(game, drawn).map(move |(d, q)| (d, p * q)))
            .collect();
    }
    open
}

/// One more card, where there is one: every card there can be, with its chance.
pub fn one_more(game: &Game, drawn: Drawn) -> impl Iterator<Item = (Drawn, f64)> + use<'_> {
    let pile = Pile {
        deck: drawn.deck,
        row: drawn.row.mask(),
    };
    let available = game.drawing().available(pile);
    let share = 1.0 / f64::from(available.count_ones().max(1));
    let none = (available == 0).then_some((drawn, 1.0));
    let cards = (0..8u8)
        .filter(move |c| available >> c & 1 == 1)
        .map(move |card| {
            let mut row = drawn.row;
            row.push(card);
            (
                Drawn {
                    deck: game.drawing().drawn(pile, card).deck,
                    row,
                },
                share,
            )
        });
    none.into_iter().chain(cards)
}

/// The decks from which each round may begin, and every context, in an order in which each comes after those it leads to.
#[derive(Debug, Clone)]
pub struct Contexts {
    /// By round.
    pub decks: Vec<Vec<u8>>,
    /// In order of solving.
    pub list: Vec<Context>,
    numbers: HashMap<Context, u32>,
}

impl Contexts {
    /// Of a game.
    pub fn new(game: &Game) -> Self {
        let mut decks = vec![vec![game.drawing().whole().deck]];
        let mut all: BTreeSet<Context> = BTreeSet::new();
        let modes: BTreeSet<Mode> = game.events.iter().map(|e| Mode::of(*e)).collect();
        let extra = game.events.contains(&Event::ExtraEnemy);
        for round in 1..=game.last_round {
            let mut next = BTreeSet::new();
            for &deck in &decks[usize::from(round) - 1] {
                for (drawn, _) in draws(game, deck, game.round(round).cards) {
                    let mut add = |mode: Mode, drawn: Drawn| {
                        next.insert(drawn.deck);
                        let deck = Context::deck_of(game, round, drawn.deck);
                        let mut at = Some(Context {
                            round,
                            mode,
                            deck,
                            row: drawn.row,
                        });
                        while let Some(context) = at {
                            all.insert(context);
                            if mode == Mode::Right {
                                all.insert(context.used());
                            }
                            at = context.next();
                        }
                    };
                    modes.iter().for_each(|&mode| add(mode, drawn));
                    if extra {
                        one_more(game, drawn).for_each(|(more, _)| add(Mode::Plain, more));
                    }
                }
            }
            decks.push(next.into_iter().collect());
        }
        let mut list: Vec<Context> = all.into_iter().collect();
        list.sort_by_key(|c| {
            (
                std::cmp::Reverse(c.round),
                c.row.len(),
                c.mode == Mode::Right,
                c.class(game),
                *c,
            )
        });
        let numbers = list
            .iter()
            .enumerate()
            .map(|(i, c)| (*c, i as u32))
            .collect();
        Self {
            decks,
            list,
            numbers,
        }
    }

    /// The decks from which a round may begin (1..=rounds, or one more for those left after the last), each with the same share.
    pub fn shared_decks(&self, round: u8) -> impl Iterator<Item = (u8, f64)> + '_ {
        let decks = &self.decks[usize::from(round) - 1];
        let share = 1.0 / decks.len() as f64;
        decks.iter().map(move |&deck| (deck, share))
    }

    /// The place of a context in the list.
    ///
    /// # Panics
    /// If it cannot come up in this game.
    pub fn number(&self, context: &Context) -> usize {
        self.numbers[context] as usize
    }

    /// The same, for contexts from outside.
    pub fn find(&self, context: &Context) -> Option<usize> {
        self.numbers.get(context).map(|n| *n as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::rules::Rules;
    use super::*;

    #[test]
    fn the_default_games_have_as_many_fights_as_the_specification_says() {
        let data = GauntletData::embedded().unwrap();
        for (last, wanted) in [(4, 2320), (5, 3720), (6, 5325)] {
            let game = data.game(Rules::rulebook(), last).unwrap();
            assert_eq!(Contexts::new(&game).list.len(), wanted, "last round {last}");
        }
    }

    #[test]
    fn each_context_comes_after_those_it_leads_to() {
        let game = GauntletData::embedded()
            .unwrap()
            .game(Rules::rulebook(), 4)
            .unwrap();
        let contexts = Contexts::new(&game);
        for (at, context) in contexts.list.iter().enumerate() {
            assert!(context.next().is_none_or(|n| contexts.number(&n) < at));
            assert!(context.mode != Mode::Right || contexts.number(&context.used()) < at);
        }
    }
}
