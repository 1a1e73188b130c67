//! Small tables of the data.

/// Victory points \[Victory Points\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the path vp.NAME of the data file")]
pub struct VpTable {
    pub front_attack: i16,
    pub front_damage_point: i16,
    pub first_blood: i16,
    pub kill_front: i16,
    pub rear_attack: i16,
    pub rear_damage_point: i16,
    pub kill_rear: i16,
    pub flee: i16,
    pub cowardice: i16,
    pub survive: i16,
    pub surrender: i16,
    pub kill_beast: i16,
    pub team_of_two_against_one: i16,
}

/// Hit Points on the cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is the path hp.NAME of the data file")]
pub struct HpTable {
    pub cover: u8,
    pub action: u8,
    pub energy1: u8,
    pub energy0: u8,
    pub feint: u8,
    pub special_move: u8,
}

/// Dice of a kind of beast \[Beast Special Powers\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BeastDice {
    /// In attack after a move.
    pub moved: u8,
    /// In attack without a move.
    pub still: u8,
    /// In defense.
    pub defense: u8,
}
