//! A core policy by itself, for duels.

use super::{
    Style, act_here, cleanup, deck, defend_here, parry, pay, press_here, recover, trembling,
};
use crate::chance::Chance;
use crate::games::gladiatori::cards::Cards;
use crate::games::gladiatori::decision::{
    Act, Defend, Elements, Facing, Parry, Payment, Policy, Press, Reveal, Threat,
};
use crate::games::gladiatori::observe::View;

/// A core policy by itself, or trembling, for a duel: what [`Brain`](super::super::Brain) plays there, without its other plans.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plain {
    /// The style.
    pub style: Style,
    /// Probability of a tremble in per cents.
    pub tremble: u8,
    /// Hit Points it puts into the HP deck.
    pub hp_target: u8,
}

impl Policy for Plain {
    fn deterministic(&self) -> bool {
        self.style != Style::UniformMix && self.tremble == 0
    }
    #[inline(always)]
    fn deck<C: Chance>(&self, view: &View<'_>, _: &mut C) -> Cards {
        deck(view, self.hp_target)
    }
    #[inline(always)]
    fn act<C: Chance>(&self, view: &View<'_>, chance: &mut C) -> Option<Act> {
        let (style, note) = trembling(self.style, self.tremble, chance);
        act_here(view, style, note, chance)
    }
    #[inline(always)]
    fn defend<C: Chance>(
        &self,
        view: &View<'_>,
        threat: &Threat,
        chance: &mut C,
    ) -> Option<Defend> {
        let (style, _) = trembling(self.style, self.tremble, chance);
        defend_here(view, threat, style, chance)
    }
    #[inline(always)]
    fn press<C: Chance>(&self, view: &View<'_>, reveal: &Reveal, chance: &mut C) -> Press {
        press_here(
            view,
            reveal,
            if reveal.note == 1 {
                Style::UniformMix
            } else {
                self.style
            },
            chance,
        )
    }
    #[inline(always)]
    fn parry<C: Chance>(&self, view: &View<'_>, facing: &Facing, _: &mut C) -> Parry {
        parry(view, facing)
    }
    #[inline]
    fn pay<C: Chance>(&self, view: &View<'_>, damage: u8, one: bool, _: &mut C) -> Payment {
        pay(view, damage, one)
    }
    fn unbeatable<C: Chance>(&self, _: &View<'_>, _: &mut C) -> bool {
        false
    }
    #[inline]
    fn recover<C: Chance>(&self, view: &View<'_>, most: u8, _: &mut C) -> Elements {
        recover(view, most, 0)
    }
    #[inline(always)]
    fn cleanup<C: Chance>(&self, view: &View<'_>, _: &mut C) -> Elements {
        cleanup(view, 0)
    }
}
