//! Weapon classes, what an attack shows, and the columns of the Attack Table \[Roll your Attack Dice\].
//!
//! Only the highest face and how many dice show it count; a column is that, read as far as the table goes.

use std::fmt;

/// A weapon's class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Hits from a 4.
    A,
    /// Hits from a 5.
    B,
    /// Hits from a 6.
    C,
    /// Hits from two sixes.
    D,
}

impl Class {
    /// All four.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// The class of this letter.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.to_string() == text)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["A", "B", "C", "D"][*self as usize])
    }
}

/// What a throw shows: the highest face (0: no dice) and how many dice show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Top {
    /// 1 to 6; 0 for no dice.
    pub face: u8,
    /// Dice that show it.
    pub count: u8,
}

impl fmt::Display for Top {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.face, self.count)
    }
}

impl Top {
    /// The column that this throw is read in. A defensive attack counts at most `max_sixes`
    /// \[Attacking Defensively\]; three or more fours or fives are a double (derived: only sixes go higher in the text).
    pub fn column(self, max_sixes: Option<u8>) -> Column {
        match (self.face, self.count) {
            (6, n) => Column::of_sixes(n.min(max_sixes.unwrap_or(n))),
            (5, 1) => Column::FIVE,
            (5, _) => Column::FIVES,
            (4, 1) => Column::FOUR,
            (4, _) => Column::FOURS,
            _ => Column::NONE,
        }
    }
}

/// A column of the Attack Table, in rising order: none, 4, 4-4, 5, 5-5, 6, 6-6, 6x3, 6x4, …
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Column(u8);

impl Column {
    /// Nothing from 4 up.
    pub const NONE: Self = Self(0);
    /// One 4.
    pub const FOUR: Self = Self(1);
    /// Two or more fours.
    pub const FOURS: Self = Self(2);
    /// One 5.
    pub const FIVE: Self = Self(3);
    /// Two or more fives.
    pub const FIVES: Self = Self(4);
    /// One 6.
    pub const SIX: Self = Self(5);
    /// Two sixes.
    pub const SIXES: Self = Self(6);
    /// Three sixes: the first critical column.
    pub const CRITICAL: Self = Self(7);
    /// The columns below the criticals that can hit.
    pub const TABLE: [Self; 6] = [
        Self::FOUR,
        Self::FOURS,
        Self::FIVE,
        Self::FIVES,
        Self::SIX,
        Self::SIXES,
    ];

    /// The column of `n` sixes, n at least 1.
    pub fn of_sixes(n: u8) -> Self {
        Self(Self::SIX.0 - 1 + n)
    }

    /// Sixes shown.
    pub fn sixes(self) -> u8 {
        self.0.saturating_sub(Self::SIX.0 - 1)
    }

    /// Place in the order, `NONE` is 0, `SIXES` is 6.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Three or more sixes \[Critical Strikes\].
    pub fn is_critical(self) -> bool {
        self >= Self::CRITICAL
    }

    /// 4-4 or 5-5.
    pub fn is_low_double(self) -> bool {
        self == Self::FOURS || self == Self::FIVES
    }

    /// The column of this name: `none`, `4`, `5-5`, `6x3`.
    pub fn parse(text: &str) -> Option<Self> {
        (0..=Self::of_sixes(99).0)
            .map(Self)
            .find(|c| c.to_string() == text)
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match ["none", "4", "4-4", "5", "5-5", "6", "6-6"].get(self.index()) {
            Some(name) => f.write_str(name),
            None => write!(f, "6x{}", self.sixes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_rise_and_know_their_names() {
        let names = ["none", "4", "4-4", "5", "5-5", "6", "6-6", "6x3", "6x4"];
        let columns: Vec<Column> = names.iter().map(|n| Column::parse(n).unwrap()).collect();
        assert!(columns.windows(2).all(|w| w[0] < w[1]));
        assert_eq!(
            columns.iter().map(|c| c.sixes()).collect::<Vec<_>>(),
            [0, 0, 0, 0, 0, 1, 2, 3, 4]
        );
        assert_eq!(Column::parse("6x2"), None);
    }

    /// \[Example Attack Roll\]: 2 5 5 6 is one six; a defensive attack counts two sixes of three.
    #[test]
    fn only_the_highest_face_counts() {
        assert_eq!(Top { face: 6, count: 1 }.column(None), Column::SIX);
        assert_eq!(Top { face: 5, count: 3 }.column(None), Column::FIVES);
        assert_eq!(Top { face: 3, count: 4 }.column(None), Column::NONE);
        assert_eq!(Top { face: 6, count: 3 }.column(Some(2)), Column::SIXES);
        assert_eq!(Top::default().column(None), Column::NONE);
    }
}
