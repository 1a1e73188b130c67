//! The single rules: dice pools, reading the attack, what blocks, what stuns. No chance in here.

use super::{Attack, Rules, Style};
use crate::games::battle::column::{Class, Column};
use crate::games::battle::data::StyleTier;
use crate::games::battle::fighter::{Fighter, Weapon};
use crate::games::battle::state::{EndedBy, Guard, State};

impl Rules {
    /// Attack dice: the weapon's, the throw bonus, the style's; never below 0 [How Many Attack Dice to Roll,
    /// Sometimes you Roll More or Less Attack Dice].
    pub fn attack_dice(&self, weapon: &Weapon, tier: &StyleTier, style: Style, thrown: bool) -> u8 {
        let thrown = if thrown { weapon.throw_bonus } else { 0 };
        let style = match style {
            Style::Normal => 0,
            Style::Berserk => tier.berserk_attack,
            Style::Defensive => tier.defensive_attack,
        };
        (i16::from(weapon.dice) + i16::from(thrown) + i16::from(style)).max(0) as u8
    }

    /// Most sixes that the attack counts; `None` for all \[Attacking Defensively\].
    pub fn max_sixes(&self, tier: &StyleTier, style: Style) -> Option<u8> {
        (style == Style::Defensive).then_some(tier.defensive_max_sixes)
    }

    /// Whether a class hits in this column \[Roll your Attack Dice\].
    pub fn hits(&self, class: Class, column: Column) -> bool {
        column >= self.hits_from[class as usize]
    }

    /// Whether an attack that does not hit is a whiff, and not only a miss [Attacking Defensively, Advantages of
    /// Throwing a Weapon; an attack of no dice: switch `zero_dice`]. A berserk throw that fails is called a whiff too;
    /// nothing depends on it.
    pub fn can_whiff(&self, style: Style, thrown: bool, dice: u8) -> bool {
        match style {
            Style::Defensive => false,
            Style::Berserk => true,
            Style::Normal => !(thrown || dice == 0 && self.readings.zero_dice_misses),
        }
    }

    /// Damage of a column below the criticals, if it is not blocked \[Gladiators Attack Table\].
    pub fn table_damage(&self, class: Class, column: Column) -> u8 {
        self.damage[class as usize][column.index()]
    }

    /// Sixes that block a column: the table's, and from three sixes on as many as the attack shows \[Critical Strikes\].
    pub fn block_sixes(&self, column: Column) -> u8 {
        if column.is_critical() {
            column.sixes()
        } else {
            self.block[column.index()]
        }
    }

    /// Whether an unblocked hit stuns \[If you stun your opponent, What does "stay stunned" mean?\].
    pub fn stuns(&self, column: Column, target_stunned: bool) -> bool {
        let i = column.index().min(Column::CRITICAL.index());
        if target_stunned {
            self.keeps_stunned[i]
        } else {
            self.stuns[i]
        }
    }

    /// Defence dice: the first rule that fits \[How Many Defense Dice to Roll\].
    pub fn defence_dice(&self, f: &Fighter, guard: Guard, stunned: bool) -> u8 {
        let more = if guard == Guard::Defensive {
            f.tier.defensive_defence
        } else {
            0
        };
        match guard {
            _ if stunned && self.readings.defensive_bonus_when_stunned => f.armor + more,
            _ if stunned => f.armor,
            Guard::Berserk => f.armor,
            Guard::Defensive => f.armor + f.shield + f.parry + more,
            Guard::Whiffed => f.armor + f.shield,
            Guard::Normal => f.armor + f.shield + f.parry,
        }
    }

    /// Dice of the awake or alive roll at this health below zero \[Unconsciousness, Death's Door\].
    pub fn tracker_dice(&self, health: i8) -> u8 {
        self.tracker[usize::from(health.unsigned_abs()).min(19)]
    }

    /// Luck dice that may join a roll: no more than its dice, nor than are left \[How Many Luck Dice Can you Roll\].
    pub fn most_luck(&self, dice: u8, left: u8) -> u8 {
        dice.min(left)
    }

    /// Whether a loss in this way kills: blows and death's door always; of the doomed any loss \[Fate Roll Chart\].
    pub fn loss_kills(&self, by: EndedBy, doomed: bool) -> bool {
        match by {
            EndedBy::Slain | EndedBy::DeathsDoor => true,
            EndedBy::Undecided => false,
            _ if by.is_coma() && self.readings.coma_is_no_contest => false,
            _ => doomed && (!self.readings.doomed_dies_only_if_gives_up || by == EndedBy::GaveUp),
        }
    }

    /// Whether the death of a loser is the winner's kill \[If your gladiator kills his opponent\].
    pub fn is_kill(&self, by: EndedBy, dead: bool) -> bool {
        dead && (by == EndedBy::Slain || !self.readings.kills_by_blows_only)
    }

    /// The loser falls.
    pub(super) fn lose(&self, state: State, loser: usize, by: EndedBy) -> State {
        let no_contest = by.is_coma() && self.readings.coma_is_no_contest;
        state.ended(
            loser,
            by,
            self.loss_kills(by, state.doomed(loser)),
            no_contest,
        )
    }

    /// The guard that an attack leaves.
    pub fn guard_of(&self, attack: &Attack, dice: u8, hit: bool) -> Guard {
        guard_after(
            attack.style,
            attack.thrown,
            !hit && self.can_whiff(attack.style, attack.thrown, dice),
        )
    }
}

/// The guard that an action leaves \[How Many Defense Dice to Roll\].
pub fn guard_after(style: Style, thrown: bool, whiffed: bool) -> Guard {
    match style {
        Style::Berserk => Guard::Berserk,
        Style::Defensive => Guard::Defensive,
        Style::Normal if thrown || !whiffed => Guard::Normal,
        Style::Normal => Guard::Whiffed,
    }
}
