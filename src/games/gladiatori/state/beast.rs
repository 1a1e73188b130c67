//! Beasts, two bytes each.

/// The four kinds of beasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "names of animals")]
pub enum BeastKind {
    Dog,
    Wolf,
    Lion,
    Bear,
}

impl BeastKind {
    /// All, in the order of the data.
    pub const ALL: [Self; 4] = [Self::Dog, Self::Wolf, Self::Lion, Self::Bear];

    /// The kind of this name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.name() == text)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        ["dog", "wolf", "lion", "bear"][self as usize]
    }
}

/// A beast: hex (7 bits), kind (2), facing (3), Trapped markers (2), moved (1), waiting to enter (1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Beast(u16);

impl Beast {
    /// No beast.
    pub const NONE: Self = Self(0x7f);

    /// A beast that waits to enter.
    pub fn waiting_one(kind: BeastKind) -> Self {
        Self((kind as u16) << 7 | 1 << 15)
    }

    /// True where there is none.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 & 0x7f == 0x7f
    }

    /// In the arena.
    #[inline]
    pub fn present(self) -> bool {
        !self.is_none() && self.0 >> 15 == 0
    }

    /// Waits to enter.
    #[inline]
    pub fn waiting(self) -> bool {
        !self.is_none() && self.0 >> 15 == 1
    }

    /// Its hex.
    #[inline]
    pub fn hex(self) -> u8 {
        (self.0 & 0x7f) as u8
    }

    /// Its kind.
    #[inline]
    pub fn kind(self) -> BeastKind {
        BeastKind::ALL[usize::from(self.0 >> 7 & 3)]
    }

    /// Its facing.
    #[inline]
    pub fn facing(self) -> u8 {
        (self.0 >> 9 & 7) as u8
    }

    /// Trapped markers on it.
    #[inline]
    pub fn trapped(self) -> u8 {
        (self.0 >> 12 & 3) as u8
    }

    /// Moved in this Beast phase.
    #[inline]
    pub fn moved(self) -> bool {
        self.0 >> 14 & 1 == 1
    }

    #[inline]
    #[must_use]
    pub(in crate::games::gladiatori) fn at(self, hex: u8, facing: u8) -> Self {
        Self(self.0 & !(0x7f | 7 << 9 | 1 << 15) | u16::from(hex) | u16::from(facing) << 9)
    }

    #[inline]
    #[must_use]
    pub(in crate::games::gladiatori) fn with_trapped(self, markers: u8) -> Self {
        Self(self.0 & !(3 << 12) | u16::from(markers) << 12)
    }

    #[inline]
    #[must_use]
    pub(in crate::games::gladiatori) fn with_moved(self, moved: bool) -> Self {
        Self(self.0 & !(1 << 14) | u16::from(moved) << 14)
    }
}
