//! Gladiator kinds and multisets of them, packed into 16 bits.

use std::fmt;

/// The five kinds, in the fixed order S N T P H [Components].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
    /// Swordfighter: one die each while active.
    Sword,
    /// Net thrower: takes one enemy gladiator out of the duel.
    Net,
    /// Trident bearer: a majority of active ones may re-roll.
    Trident,
    /// Spear thrower: a majority rolls first.
    Spear,
    /// Shield bearer: cancels one single hit each while active.
    Shield,
}

impl Kind {
    /// All kinds in the fixed order.
    pub const ALL: [Self; 5] = [
        Self::Sword,
        Self::Net,
        Self::Trident,
        Self::Spear,
        Self::Shield,
    ];

    /// The letter: S N T P H.
    pub fn letter(self) -> char {
        ['S', 'N', 'T', 'P', 'H'][self as usize]
    }

    /// The word: sword, net, trident, spear, shield.
    pub fn word(self) -> &'static str {
        ["sword", "net", "trident", "spear", "shield"][self as usize]
    }

    /// The kind of a letter, any case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let upper = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|k| k.letter() == upper)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A multiset of kinds: 0 to 7 of each, three bits a kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Counts(u16);

impl Counts {
    /// Nobody.
    pub const NONE: Self = Self(0);
    /// The most of one kind that fits.
    pub const MOST: u8 = 7;

    /// From counts in the fixed order, each 0..=7.
    pub fn new(counts: [u8; 5]) -> Self {
        let mut packed = 0;
        for (i, &c) in counts.iter().enumerate() {
            assert!(c <= Self::MOST, "at most 7 of a kind");
            packed |= u16::from(c) << (3 * i);
        }
        Self(packed)
    }

    /// How many of this kind.
    #[inline]
    pub const fn get(self, kind: Kind) -> u8 {
        ((self.0 >> (3 * kind as u16)) & 7) as u8
    }

    /// How many in all.
    #[inline]
    pub const fn total(self) -> u8 {
        let p = self.0;
        ((p & 7) + (p >> 3 & 7) + (p >> 6 & 7) + (p >> 9 & 7) + (p >> 12 & 7)) as u8
    }

    /// True when there is nobody.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Counts in the fixed order.
    pub fn to_array(self) -> [u8; 5] {
        Kind::ALL.map(|k| self.get(k))
    }

    /// `count` more of a kind (the sum must stay within 7).
    #[must_use]
    pub fn plus(self, kind: Kind, count: u8) -> Self {
        debug_assert!(self.get(kind) + count <= Self::MOST);
        Self(self.0 + (u16::from(count) << (3 * kind as u16)))
    }

    /// `count` fewer of a kind (there must be as many).
    #[must_use]
    pub fn minus(self, kind: Kind, count: u8) -> Self {
        debug_assert!(self.get(kind) >= count);
        Self(self.0 - (u16::from(count) << (3 * kind as u16)))
    }

    /// Both together.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Without `other`, which must be contained.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        debug_assert!(self.contains(other));
        Self(self.0 - other.0)
    }

    /// True when every kind of `other` is here as often.
    pub fn contains(self, other: Self) -> bool {
        Kind::ALL.into_iter().all(|k| self.get(k) >= other.get(k))
    }

    /// Every sub-multiset of the given size, in lexicographic order of the count tuples.
    pub fn subsets(self, size: u8) -> Vec<Self> {
        let mut found = Vec::new();
        let a = self.to_array();
        for s in 0..=a[0].min(size) {
            for n in 0..=a[1].min(size - s) {
                for t in 0..=a[2].min(size - s - n) {
                    for p in 0..=a[3].min(size - s - n - t) {
                        let h = size - s - n - t - p;
                        if h <= a[4] {
                            found.push(Self::new([s, n, t, p, h]));
                        }
                    }
                }
            }
        }
        found
    }

    /// The kinds present, each as often as it is there, in the fixed order.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL
            .into_iter()
            .flat_map(move |k| std::iter::repeat_n(k, usize::from(self.get(k))))
    }
}

impl FromIterator<Kind> for Counts {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, |c, k| c.plus(k, 1))
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kinds().try_for_each(|k| write!(f, "{k}"))
    }
}

impl fmt::Debug for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

/// All teams of a size, in table order: S count descending, then N, T, P, H.
pub fn teams_of(size: u8) -> Vec<Counts> {
    let mut teams = Counts::new([size; 5]).subsets(size);
    teams.reverse();
    teams
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_126_multisets_and_70_full_teams_in_table_order() {
        let sizes: Vec<usize> = (0..=4).map(|n| teams_of(n).len()).collect();
        assert_eq!(sizes, [1, 5, 15, 35, 70]);
        let names: Vec<String> = teams_of(4).iter().map(ToString::to_string).collect();
        assert_eq!(names[..6], ["SSSS", "SSSN", "SSST", "SSSP", "SSSH", "SSNN"]);
        assert_eq!(names[69], "HHHH");
    }

    #[test]
    fn packing_keeps_every_count() {
        for a in 0..=7 {
            for b in 0..=7 {
                let c = Counts::new([a, b, 7 - a, b, a]);
                assert_eq!(c.to_array(), [a, b, 7 - a, b, a]);
                assert_eq!(c.total(), 7 + 2 * b + a);
            }
        }
    }

    #[test]
    fn subsets_are_lexicographic_and_complete() {
        let team: Counts = [Kind::Sword, Kind::Sword, Kind::Net].into_iter().collect();
        let two: Vec<String> = team.subsets(2).iter().map(ToString::to_string).collect();
        assert_eq!(two, ["SN", "SS"]);
        assert_eq!(team.subsets(0), [Counts::NONE]);
        assert!(team.subsets(4).is_empty());
    }
}
