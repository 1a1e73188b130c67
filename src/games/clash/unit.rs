//! Units as people write them: teams (`SSNT`, `2sword,net,trident`, `SSNT+1`) and animals (`lion`, `STTH@2+1`).

use super::counts::{Counts, Kind};
use crate::error::{Error, Result};
use crate::scenario::{did_you_mean, nearest};
use std::fmt;

/// A unit before a duel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit {
    /// Gladiators of a team, or symbols of an animal (no nets).
    pub counts: Counts,
    /// Hits that defeat an animal, at least 1; 0 for a team.
    pub hits: u8,
    /// Hit markers: 0 or 1 on a team, 0..hits on an animal.
    pub markers: u8,
}

/// Most hits an animal may need.
pub const MOST_HITS: u8 = 99;
/// Gladiators that a carrier holds \[Entering the Arena\].
pub const CARRIER_SIZE: u8 = 4;
/// Dice in the box: an animal has at most as many swords \[Components\].
pub const DICE: u8 = 5;

impl Unit {
    /// A fresh team.
    pub fn team(counts: Counts) -> Self {
        Self {
            counts,
            hits: 0,
            markers: 0,
        }
    }

    /// True for an animal.
    pub fn is_animal(self) -> bool {
        self.hits > 0
    }

    /// Most markers it can carry without being out or losing a gladiator.
    pub fn most_markers(self) -> u8 {
        if self.is_animal() { self.hits - 1 } else { 1 }
    }

    /// The same unit with this many markers.
    ///
    /// # Errors
    /// If it cannot carry as many.
    pub fn with_markers(mut self, markers: u8) -> Result<Self> {
        if markers > self.most_markers() {
            return Err(Error::usage(if self.is_animal() {
                format!(
                    "{markers} markers on {self}: an animal defeated by {} hits carries 0 to {}",
                    self.hits,
                    self.hits - 1
                )
            } else {
                format!("{markers} markers on {self}: a team carries 0 or 1 marker")
            }));
        }
        self.markers = markers;
        Ok(self)
    }

    /// Reads a unit. `animal` finds a named animal's unit, `animals` lists the names for the error.
    ///
    /// # Errors
    /// One line: what is wrong and what to write.
    pub fn parse(text: &str, animals: &[(String, Unit)]) -> Result<Self> {
        let trimmed = text.trim();
        let (body, markers) = match trimmed.split_once('+') {
            None => (trimmed, None),
            Some((body, m)) => (
                body.trim_end(),
                Some(m.trim().parse::<u8>().map_err(|_| {
                    Error::usage(format!("`{text}`: after + comes the number of hit markers, for example SSNT+1, not `{m}`"))
                })?),
            ),
        };
        let unit = Self::parse_body(body, text, animals)?;
        match markers {
            None => Ok(unit),
            Some(m) => unit
                .with_markers(m)
                .map_err(|e| Error::usage(format!("`{text}`: {e}"))),
        }
    }

    fn parse_body(body: &str, text: &str, animals: &[(String, Unit)]) -> Result<Self> {
        if body.is_empty() {
            return Err(Error::usage(
                "empty team: write 1 to 4 of the letters S N T P H, for example SSNT",
            ));
        }
        if let Some((symbols, hits)) = body.split_once('@') {
            return Self::parse_animal(symbols.trim(), hits.trim(), text);
        }
        if let Some((_, unit)) = animals
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(body))
        {
            return Ok(*unit);
        }
        let counts = if body.chars().all(|c| c.is_alphabetic()) && !is_word(body) {
            letters(body).map_err(|bad| unknown_letter(bad, body, animals))?
        } else {
            long_form(body)?
        };
        let total: usize = counts.iter().sum();
        match total.checked_sub(usize::from(CARRIER_SIZE)) {
            None | Some(0) => Ok(Self::team(Counts::new(counts.map(|c| c as u8)))),
            Some(over) => Err(Error::usage(format!(
                "`{body}` has {total} gladiators: a carrier holds 1 to 4, leave {over} out"
            ))),
        }
    }

    fn parse_animal(symbols: &str, hits: &str, text: &str) -> Result<Self> {
        let hits = hits.parse::<u8>().ok().filter(|h| (1..=MOST_HITS).contains(h)).ok_or_else(|| {
            Error::usage(format!(
                "`{text}`: after @ comes the number of hits that defeat the animal, a whole number from 1 to {MOST_HITS}, not `{hits}`"
            ))
        })?;
        let counts = letters(symbols)
            .map_err(|bad| Error::usage(format!("unknown symbol {bad} in `{text}`: an animal has S T P H (sword, trident, spear, shield)")))?;
        if let Some(kind) = Kind::ALL
            .into_iter()
            .find(|k| counts[*k as usize] > usize::from(Counts::MOST))
        {
            return Err(Error::usage(format!(
                "`{text}` has {} of the symbol {}: an animal has at most {} of one",
                counts[kind as usize],
                kind.letter(),
                Counts::MOST
            )));
        }
        let counts = Counts::new(counts.map(|c| c as u8));
        Self::animal(counts, hits).map_err(|e| Error::usage(format!("`{text}`: {e}")))
    }

    /// An animal by symbols and hits.
    ///
    /// # Errors
    /// Net symbols, more than five swords, no hits.
    pub fn animal(counts: Counts, hits: u8) -> Result<Self> {
        if counts.get(Kind::Net) > 0 {
            return Err(Error::usage(
                "animals have no nets: use S T P H (sword, trident, spear, shield)",
            ));
        }
        if counts.get(Kind::Sword) > DICE {
            return Err(Error::usage(
                "an animal has at most five swords: there are five dice in the box",
            ));
        }
        if hits == 0 || hits > MOST_HITS {
            return Err(Error::usage(format!(
                "an animal is defeated by 1 to {MOST_HITS} hits"
            )));
        }
        Ok(Self {
            counts,
            hits,
            markers: 0,
        })
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.counts)?;
        if self.is_animal() {
            write!(f, "@{}", self.hits)?;
        }
        if self.markers > 0 {
            write!(f, "+{}", self.markers)?;
        }
        Ok(())
    }
}

/// Letters into counts of each kind; the first unknown letter is the error.
fn letters(text: &str) -> std::result::Result<[usize; 5], char> {
    let mut counts = [0; 5];
    for c in text.chars() {
        counts[Kind::from_letter(c).ok_or(c)? as usize] += 1;
    }
    Ok(counts)
}

/// The kind of an English word in the singular or plural: `sword`, `swords`, `net thrower` without its noun.
fn kind_of_word(word: &str) -> Option<Kind> {
    let word = word.to_ascii_lowercase();
    let stem = word.strip_suffix('s').unwrap_or(&word);
    Kind::ALL.into_iter().find(|k| k.word() == stem)
}

fn is_word(text: &str) -> bool {
    kind_of_word(text).is_some()
}

/// `2sword,net,trident`: a number (1 if left out) and a kind, separated by commas, spaces or both.
fn long_form(body: &str) -> Result<[usize; 5]> {
    let mut counts = [0; 5];
    let words: Vec<&str> = Kind::ALL.iter().map(|k| k.word()).collect();
    let mut pending = None;
    for part in body.split([',', ' ']).filter(|p| !p.is_empty()) {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, word) = part.split_at(digits);
        let word = word.trim_start_matches(['x', '*']);
        let number = match (number, pending.take()) {
            ("", None) => 1,
            ("", Some(n)) => n,
            (n, None) => n
                .parse::<usize>()
                .ok()
                .filter(|n| *n <= 99)
                .ok_or_else(|| {
                    Error::usage(format!(
                        "`{body}`: {n} gladiators of a kind are too many, a carrier holds 1 to 4"
                    ))
                })?,
            (n, Some(_)) => {
                return Err(Error::usage(format!(
                    "`{body}`: `{n}` follows a number; write for example 2sword,net,trident"
                )));
            }
        };
        if word.is_empty() {
            pending = Some(number);
            continue;
        }
        let kind = match kind_of_word(word) {
            Some(kind) => kind,
            None if word.chars().count() == 1
                && word.chars().next().and_then(Kind::from_letter).is_some() =>
            {
                word.chars()
                    .next()
                    .and_then(Kind::from_letter)
                    .unwrap_or(Kind::Sword)
            }
            None => {
                let hint = did_you_mean(word, words.iter().copied());
                return Err(Error::usage(format!(
                    "`{body}`: unknown gladiator `{word}`{hint}; write sword, net, trident, spear, shield, for example 2sword,net,trident"
                )));
            }
        };
        counts[kind as usize] += number;
    }
    if pending.is_some() {
        return Err(Error::usage(format!(
            "`{body}`: a number without a gladiator; write for example 2sword,net,trident"
        )));
    }
    if counts.iter().sum::<usize>() == 0 {
        return Err(Error::usage(
            "empty team: write 1 to 4 gladiators, for example SSNT or 2sword,net,trident",
        ));
    }
    Ok(counts)
}

/// An unknown letter, or a misspelt animal, or a misspelt word.
fn unknown_letter(bad: char, body: &str, animals: &[(String, Unit)]) -> Error {
    let mut names: Vec<&str> = animals.iter().map(|(n, _)| n.as_str()).collect();
    names.extend(Kind::ALL.iter().map(|k| k.word()));
    if let Some(near) = nearest(body, names.iter().copied()) {
        return Error::usage(format!("unknown unit `{body}` — did you mean `{near}`?"));
    }
    let list = animals
        .iter()
        .map(|(n, _)| n.as_str())
        .collect::<Vec<_>>()
        .join(", ");
    let or_animal = if list.is_empty() {
        String::new()
    } else {
        format!(", or an animal ({list})")
    };
    Error::usage(format!(
        "unknown letter {bad} in `{body}`: use S (sword), N (net), T (trident), P (spear), H (shield){or_animal}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn animals() -> Vec<(String, Unit)> {
        vec![(
            "lion".into(),
            Unit {
                counts: Counts::new([1, 0, 2, 0, 1]),
                hits: 2,
                markers: 0,
            },
        )]
    }

    fn read(text: &str) -> std::result::Result<String, String> {
        Unit::parse(text, &animals())
            .map(|u| u.to_string())
            .map_err(|e| e.to_string())
    }

    #[test]
    fn any_order_case_and_the_long_form_name_the_same_team() {
        for text in [
            "SSNT",
            "tsns",
            "2sword,net,trident",
            "net, 2 swords, trident",
            "Trident,sword,net,sword",
            "2S,N,T",
            "2xsword,net,trident",
        ] {
            assert_eq!(read(text), Ok("SSNT".into()), "{text}");
        }
        assert_eq!(read("sword"), Ok("S".into()));
        assert_eq!(read("shields"), Ok("H".into()));
        assert_eq!(read("SSNT+1"), Ok("SSNT+1".into()));
        assert_eq!(read("SSNT+0"), Ok("SSNT".into()));
    }

    #[test]
    fn animals_by_name_and_by_symbols() {
        assert_eq!(read("lion"), Ok("STTH@2".into()));
        assert_eq!(read("Lion+1"), Ok("STTH@2+1".into()));
        assert_eq!(read("htts@2+1"), Ok("STTH@2+1".into()));
        assert_eq!(read("@1"), Ok("@1".into()));
    }

    #[test]
    fn bad_units_say_what_to_write() {
        for (text, says) in [
            (
                "SSXT",
                "unknown letter X in `SSXT`: use S (sword), N (net), T (trident), P (spear), H (shield)",
            ),
            ("", "empty team"),
            ("+1", "empty team"),
            (
                "SSSSS",
                "`SSSSS` has 5 gladiators: a carrier holds 1 to 4, leave 1 out",
            ),
            ("SSNT+2", "a team carries 0 or 1 marker"),
            ("SSNT+x", "after + comes the number of hit markers"),
            ("STTH@0", "a whole number from 1 to 99, not `0`"),
            ("STTH@-1", "a whole number from 1 to 99"),
            ("SN@2", "animals have no nets"),
            ("SX@2", "unknown symbol X"),
            ("SSSSSS@2", "at most five swords"),
            ("STTH@2+2", "carries 0 to 1"),
            ("lyon", "did you mean `lion`?"),
            ("2swrd,net", "did you mean `sword`?"),
            ("9sword", "`9sword` has 9 gladiators"),
            ("400sword", "too many"),
            ("2", "a number without a gladiator"),
            ("2 3 sword", "follows a number"),
        ] {
            let message = read(text).unwrap_err();
            assert!(message.contains(says), "{text}: {message}");
            assert!(!message.contains('\n'));
        }
    }
}
