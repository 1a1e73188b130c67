//! What lies next to a gladiator: markers, Overskill, Cooperation, facing, the place chosen by Delay.

use super::gladiator::{Gladiator, NOBODY};

impl Gladiator {
    /// Unbalanced markers.
    #[inline]
    pub fn unbalanced(&self) -> u8 {
        self.marks & 3
    }

    /// Face-down; stays so until the last Unbalanced marker is gone.
    #[inline]
    pub fn facedown(&self) -> bool {
        self.marks & 4 != 0
    }

    /// Trapped markers.
    #[inline]
    pub fn trapped(&self) -> u8 {
        self.marks >> 3 & 3
    }

    /// Whose Net lies on it, while that net is still in hand.
    #[inline]
    pub fn trapper(&self) -> Option<u8> {
        let who = self.marks >> 5;
        (who != NOBODY).then_some(who)
    }

    #[inline]
    pub(in crate::games::gladiatori) fn set_unbalanced(&mut self, markers: u8, facedown: bool) {
        self.marks = self.marks & !7 | markers | u8::from(facedown) << 2;
    }

    #[inline]
    pub(in crate::games::gladiatori) fn set_trapped(&mut self, markers: u8, trapper: Option<u8>) {
        self.marks = self.marks & 7 | markers << 3 | trapper.unwrap_or(NOBODY) << 5;
    }

    /// Overskill in force: skill (0 Endurance, 1 Offense, 2 Guard) and bonus; bonus 0: none.
    #[inline]
    pub fn overskill(&self) -> (u8, u8) {
        (self.over & 3, self.over >> 2 & 7)
    }

    #[inline]
    pub(in crate::games::gladiatori) fn set_overskill(&mut self, skill: usize, bonus: u8) {
        self.over = skill as u8 | bonus << 2;
    }

    /// A skill has been used: it drops by 1, or to 0 under Overskill. Returns what it lost.
    #[inline]
    pub(in crate::games::gladiatori) fn use_skill(&mut self, skill: usize) -> u8 {
        let (over, bonus) = self.overskill();
        let lost = if bonus > 0 && usize::from(over) == skill {
            self.over = 0;
            self.stats[skill]
        } else {
            1.min(self.stats[skill])
        };
        self.stats[skill] -= lost;
        lost
    }

    /// A use of a skill is taken back (Feint): what it lost, and the Overskill that it ended.
    #[inline]
    pub(in crate::games::gladiatori) fn restore_skill(
        &mut self,
        skill: usize,
        lost: u8,
        over: (u8, u8),
    ) {
        self.stats[skill] += lost;
        if lost > 0 && over.1 > 0 && usize::from(over.0) == skill {
            self.set_overskill(skill, over.1);
        }
    }

    /// A Cooperation bonus waiting: target and bonus.
    #[inline]
    pub fn cooperation(&self) -> Option<(u8, u8)> {
        (self.coop >> 5 != NOBODY).then_some((self.coop >> 5, self.coop & 31))
    }

    #[inline]
    pub(in crate::games::gladiatori) fn set_cooperation(&mut self, plan: Option<(u8, u8)>) {
        self.coop = plan.map_or(NOBODY << 5, |(target, bonus)| target << 5 | bonus.min(31));
    }

    /// Facing, 0-5.
    #[inline]
    pub fn facing(&self) -> u8 {
        self.turn & 7
    }

    #[inline]
    pub(in crate::games::gladiatori) fn set_facing(&mut self, facing: u8) {
        self.turn = self.turn & !7 | facing;
    }

    /// Place in the order of this phase chosen by Delay, from 0.
    #[inline]
    pub fn delay_place(&self) -> Option<u8> {
        (self.turn >> 3 & 7).checked_sub(1)
    }

    #[inline]
    pub(in crate::games::gladiatori) fn set_delay_place(&mut self, place: Option<u8>) {
        self.turn = self.turn & 7 | place.map_or(0, |p| p + 1) << 3;
    }

    /// True if it can neither move nor turn freely.
    #[inline]
    pub fn fixed(&self) -> bool {
        self.facedown() || self.trapped() > 0
    }
}
