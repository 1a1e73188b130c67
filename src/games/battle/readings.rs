//! The readings of the rules (spec 8) as the rules use them: one field a switch.

use crate::scenario::Switches;

/// How often sixes of a defence are thrown again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reroll {
    /// While the last throw showed a six and more are needed.
    UntilNone,
    /// Once.
    Once,
    /// Never.
    Off,
}

/// How weapons are picked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retrieving {
    /// As many dice as ranks, at least one.
    RankDiceMin1,
    /// As many dice as ranks; no ranks cannot.
    RanksOnly,
    /// One copy, without a roll.
    Automatic,
    /// Not at all.
    Off,
}

/// What every switch is set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readings {
    /// `low_double_block`: sixes that block 4-4 and 5-5; `None`: as the table says.
    pub low_double_block: Option<u8>,
    /// `low_double_stun=any_double`: 4-4 and 5-5 stun.
    pub low_doubles_stun: bool,
    /// `stay_stunned=six_only`: against a stunned foe nothing below a six stuns.
    pub stay_by_six_only: bool,
    /// `defence_reroll`.
    pub reroll: Reroll,
    /// `critical_minus=first_throw`: rethrown sixes do not weaken a critical.
    pub minus_first_throw: bool,
    /// `defensive_bonus_when_stunned=yes`.
    pub defensive_bonus_when_stunned: bool,
    /// `zero_dice=miss`.
    pub zero_dice_misses: bool,
    /// `thrown_defensive=allowed`.
    pub thrown_defensive: bool,
    /// `two_handed_shield=allowed`.
    pub two_handed_shield: bool,
    /// `shield_must_be_carried=yes`.
    pub shield_must_be_carried: bool,
    /// `brawl=class_a`: who has no weapon left brawls; else his turn passes.
    pub brawl: bool,
    /// `retrieve_weapon`.
    pub retrieving: Retrieving,
    /// `advanced_skills` names RETRIEVE WEAPON.
    pub retrieve_ranks: bool,
    /// `advanced_skills` names BRAWL.
    pub brawl_ranks: bool,
    /// `initiative_tie=coin`.
    pub tie_by_coin: bool,
    /// `initiative_luck=allowed`.
    pub initiative_luck: bool,
    /// `fate_5_focus=yes`.
    pub fate_5_focus: bool,
    /// `fate_still_below=yes`: another roll after a heal that ends below zero.
    pub roll_if_still_below: bool,
    /// `fate_1_dies=if_gives_up`: only giving up kills the doomed.
    pub doomed_dies_only_if_gives_up: bool,
    /// `coma_result=no_contest`.
    pub coma_is_no_contest: bool,
    /// `kill_credit=blows_only`.
    pub kills_by_blows_only: bool,
    /// `concede=any_own_turn`.
    pub concede_any_turn: bool,
    /// `coma_rounds_out`.
    pub coma_rounds_out: u8,
    /// `max_ranks`.
    pub max_ranks: u8,
    /// `max_turns`.
    pub max_turns: u32,
}

impl Readings {
    /// From resolved switches.
    pub fn new(s: &Switches) -> Self {
        let skills = s.get("advanced_skills");
        Self {
            low_double_block: s.get("low_double_block").parse().ok(),
            low_doubles_stun: s.is("low_double_stun", "any_double"),
            stay_by_six_only: s.is("stay_stunned", "six_only"),
            reroll: match s.get("defence_reroll") {
                "once" => Reroll::Once,
                "off" => Reroll::Off,
                _ => Reroll::UntilNone,
            },
            minus_first_throw: s.is("critical_minus", "first_throw"),
            defensive_bonus_when_stunned: s.is("defensive_bonus_when_stunned", "yes"),
            zero_dice_misses: s.is("zero_dice", "miss"),
            thrown_defensive: s.is("thrown_defensive", "allowed"),
            two_handed_shield: s.is("two_handed_shield", "allowed"),
            shield_must_be_carried: s.is("shield_must_be_carried", "yes"),
            brawl: s.is("brawl", "class_a"),
            retrieving: match s.get("retrieve_weapon") {
                "ranks_only" => Retrieving::RanksOnly,
                "automatic" => Retrieving::Automatic,
                "off" => Retrieving::Off,
                _ => Retrieving::RankDiceMin1,
            },
            retrieve_ranks: skills.split(',').any(|k| k == "retrieve_weapon"),
            brawl_ranks: skills.split(',').any(|k| k == "brawl"),
            tie_by_coin: s.is("initiative_tie", "coin"),
            initiative_luck: s.is("initiative_luck", "allowed"),
            fate_5_focus: s.is("fate_5_focus", "yes"),
            roll_if_still_below: s.is("fate_still_below", "yes"),
            doomed_dies_only_if_gives_up: s.is("fate_1_dies", "if_gives_up"),
            coma_is_no_contest: s.is("coma_result", "no_contest"),
            kills_by_blows_only: s.is("kill_credit", "blows_only"),
            concede_any_turn: s.is("concede", "any_own_turn"),
            coma_rounds_out: s.integer("coma_rounds_out") as u8,
            max_ranks: s.integer("max_ranks") as u8,
            max_turns: s.integer("max_turns") as u32,
        }
    }
}
