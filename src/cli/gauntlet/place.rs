//! A place in a whole game as flags say it: round, enemies left, cards left in the deck.

use crate::error::{Error, Result};
use crate::games::gauntlet::contexts::{Context, Drawn, Mode, draws};
use crate::games::gauntlet::data::GauntletData;
use crate::games::gauntlet::state::{ENEMY_MAX, Row};
use crate::games::gauntlet::values::Values;
use crate::study::gauntlet::roman;

/// A place in a game: round, and the deck if it was named.
pub struct Place<'a> {
    /// The cards.
    pub data: &'a GauntletData,
    /// The round.
    pub round: u8,
    /// The side of the cards that is met in it.
    pub side: u8,
    /// The cards left in the deck.
    pub deck: Option<u8>,
}

impl Place<'_> {
    /// The enemies left, by card, and the first one's health if that was given.
    ///
    /// # Errors
    /// What cannot be, the flag first.
    pub fn row(&self, enemies: &[String]) -> Result<(Row, Option<u8>)> {
        let of_round: Vec<&str> = self
            .data
            .enemies
            .iter()
            .filter(|e| e.side == self.side)
            .map(|e| e.name.as_str())
            .collect();
        if enemies.is_empty() {
            return Err(Error::usage(format!(
                "--enemy: name the enemies left, the one being fought first, of {}",
                of_round.join(", ")
            )));
        }
        let (mut cards, mut first) = (Vec::new(), None);
        for (at, word) in enemies.iter().map(|w| w.trim()).enumerate() {
            let wrong = |why: String| Error::usage(format!("--enemy {word}: {why}"));
            let (name, health) = match word.split_once(':') {
                Some((name, health)) => (name, Some(health)),
                None => (word, None),
            };
            let side = self.data.enemy(name).map_err(|e| wrong(e.to_string()))?;
            if side.side != self.side {
                return Err(wrong(format!(
                    "it is on the other side of its card in round {}: {}",
                    roman(self.round),
                    of_round.join(", ")
                )));
            }
            if cards.contains(&(side.card - 1)) {
                return Err(wrong("a row holds no card twice".into()));
            }
            cards.push(side.card - 1);
            if let Some(text) = health {
                let health = text.parse().ok().filter(|h| (1..=ENEMY_MAX).contains(h));
                if at > 0 {
                    return Err(wrong("only the enemy being fought has lost health".into()));
                }
                first = Some(health.ok_or_else(|| {
                    wrong("an enemy that lives has a health of 1 to 6".to_string())
                })?);
            }
        }
        if cards.len() > 5 {
            return Err(Error::usage("--enemy: a row has at most 5 enemies"));
        }
        Ok((Row::new(&cards), first))
    }

    /// One of the decks that are possible: the one that was named, or the only one.
    fn pick(&self, mut possible: Vec<u8>, what: &str) -> Result<u8> {
        possible.sort_unstable();
        possible.dedup();
        let named = |deck: &u8| -> String {
            let cards: Vec<&str> = (0..5)
                .filter(|c| deck >> c & 1 == 1)
                .map(|c| self.data.enemy_name(c, self.side))
                .collect();
            if cards.is_empty() {
                "none".into()
            } else {
                cards.join(",")
            }
        };
        match (self.deck, &possible[..]) {
            (_, []) => Err(Error::usage(format!(
                "--enemy: no game comes to {what} in round {}",
                roman(self.round)
            ))),
            (None, [only]) => Ok(*only),
            (Some(deck), _) if possible.contains(&deck) => Ok(deck),
            (given, _) => Err(Error::usage(format!(
                "--deck{}: {what} can be met in round {} with {} left; name one of these",
                given
                    .as_ref()
                    .map_or(String::new(), |d| format!(" {}", named(d))),
                roman(self.round),
                possible.iter().map(named).collect::<Vec<_>>().join(" or ")
            ))),
        }
    }

    /// The fight that comes next. In the last round the deck does not matter.
    ///
    /// # Errors
    /// If no game comes there, or several decks are possible and none was named.
    pub fn context(&self, values: &Values, mode: Mode, row: Row) -> Result<Context> {
        let here = values.contexts.list.iter();
        let here = here.filter(|c| c.round == self.round && c.mode == mode && c.row == row);
        let possible: Vec<u8> = here.map(|c| c.deck).collect();
        let deck = if self.round == values.game.last_round && !possible.is_empty() {
            0
        } else {
            self.pick(possible, "that row")?
        };
        Ok(Context {
            round: self.round,
            mode,
            deck,
            row,
        })
    }

    /// A row that has just been drawn.
    ///
    /// # Errors
    /// As [`Place::context`].
    pub fn drawn(&self, values: &Values, row: Row) -> Result<Drawn> {
        let game = &values.game;
        let cards = game.round(self.round).cards;
        let decks = values.contexts.decks[usize::from(self.round) - 1].iter();
        let possible = decks
            .flat_map(|&deck| draws(game, deck, cards))
            .filter(|(d, _)| d.row == row)
            .map(|(d, _)| d.deck)
            .collect();
        let deck = self.pick(possible, "that row, just drawn,")?;
        Ok(Drawn { deck, row })
    }

    /// The deck after the round.
    ///
    /// # Errors
    /// As [`Place::context`].
    pub fn after(&self, values: &Values) -> Result<u8> {
        let possible = values.contexts.decks[usize::from(self.round)].clone();
        self.pick(possible, "the end of combat")
    }
}
