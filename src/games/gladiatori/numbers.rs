//! What the rules compute with: the numbers of the data and the readings of the switches, typed.

mod tables;

pub use tables::{BeastDice, HpTable, VpTable};

use super::cards::{Kind, moves, restriction};
use super::data::{Data, Val};
use crate::error::{Error, Result};
use crate::scenario::Switches;

/// The numbers; names as in the data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "each is a path of the data file")]
pub struct Numbers {
    pub turns: u8,
    pub actions_per_turn: u8,
    pub start_vp: i16,
    pub cards_per_damage_step: u8,
    pub recover_elements: u8,
    pub marker_cost: u8,
    pub move_action_hexes: u8,
    pub strength_attack_per_e1: i16,
    pub strength_defense_per_e1: i16,
    pub dexterity_cards_per_point: u8,
    pub berserk_attack_per_blood: i16,
    pub berserk_blood_max: u8,
    pub berserk_defense: i16,
    pub dodge_defense_per_speed: i16,
    pub dodge_speed_max: u8,
    pub dodge_halves_attack: bool,
    pub match_bonus: i16,
    pub facedown_penalty: i16,
    pub trapped_penalty: i16,
    pub trapped_markers_on_hit: u8,
    pub unbalanced_to_fall: u8,
    pub cooperation_divisor: i16,
    pub sweep_modifiers: [i16; 3],
    pub sacrifice_bonus: i16,
    pub acrobatic_bonus: i16,
    pub overskill_bonus_max: u8,
    pub overskill_factor: u8,
    pub throw_attack_factor: i16,
    pub throw_penalty_per_hex: i16,
    pub net_penalty_per_hex: i16,
    pub excess_damage_every: i16,
    pub vp: VpTable,
    pub hp: HpTable,
    /// Defense diagram by kind.
    pub defense: [u8; 4],
    pub sweep_arc: u8,
    /// Restrictions by move number - 1.
    pub moves: [u8; 8],
    /// Restrictions by power number - 1.
    pub powers: [u8; 9],
    /// Dog, wolf, lion, bear.
    pub beasts: [BeastDice; 4],
    pub gate_left_on: u8,
    pub trapped_dice_less: u8,
    /// Bit d: a die of d removes a Trapped marker of a beast.
    pub trapped_free_on: u8,
    pub card_bonus: i16,
    pub beast_damage: u8,
    pub beast_cap: u8,
    /// Hit Points from which a death is permanent.
    pub permanent_death_at: i16,
}

impl Numbers {
    /// From the data.
    ///
    /// # Errors
    /// A list of the wrong length or an unknown word in it.
    pub fn new(data: &Data) -> Result<Self> {
        let byte = |path: &str| data.int(path) as u8;
        let short = |path: &str| data.int(path) as i16;
        let c = |key: &str| short(&format!("combat.{key}"));
        let v = |key: &str| short(&format!("vp.{key}"));
        let bits = |path: &str| {
            data.value(path)
                .list()
                .iter()
                .filter_map(Val::int)
                .fold(0u8, |b, d| b | 1 << (d & 7))
        };
        let diagram = |kind: Kind| match data
            .value(&format!("action_card.{}.defense_diagram", kind.name()))
            .word()
        {
            Some("none") | None => Ok(0),
            Some(name) => match data.cell(&format!("diagram.{name}")) {
                Some(cell) => Ok(cell.value.int().unwrap_or(0) as u8),
                None => Err(Error::usage(format!(
                    "action_card.{}: there is no diagram `{name}`",
                    kind.name()
                ))),
            },
        };
        let dice = |kind: &str| {
            let d = |key: &str| byte(&format!("beast.{kind}.{key}"));
            BeastDice {
                moved: d("dice_attack_moved"),
                still: d("dice_attack_still"),
                defense: d("dice_defense"),
            }
        };
        let sweep: Vec<i16> = data
            .value("combat.sweep_modifiers")
            .list()
            .iter()
            .filter_map(|v| Some(v.int()? as i16))
            .collect();
        let sweep_modifiers = sweep.try_into().map_err(|_| {
            Error::usage(
                "combat.sweep_modifiers must be three whole numbers, for example [1, -3, -7]",
            )
        })?;
        Ok(Self {
            turns: byte("game.turns"),
            actions_per_turn: byte("game.actions_per_turn"),
            start_vp: short("game.start_vp"),
            cards_per_damage_step: byte("game.cards_per_damage_step"),
            recover_elements: byte("game.recover_elements"),
            marker_cost: byte("game.marker_cost"),
            move_action_hexes: byte("game.move_action_hexes"),
            strength_attack_per_e1: c("strength_attack_per_e1"),
            strength_defense_per_e1: c("strength_defense_per_e1"),
            dexterity_cards_per_point: byte("combat.dexterity_cards_per_point"),
            berserk_attack_per_blood: c("berserk_attack_per_blood"),
            berserk_blood_max: byte("combat.berserk_blood_max"),
            berserk_defense: c("berserk_defense"),
            dodge_defense_per_speed: c("dodge_defense_per_speed"),
            dodge_speed_max: byte("combat.dodge_speed_max"),
            dodge_halves_attack: *data.value("combat.dodge_halves_attack") == Val::Flag(true),
            match_bonus: c("match_bonus"),
            facedown_penalty: c("facedown_penalty"),
            trapped_penalty: c("trapped_penalty"),
            trapped_markers_on_hit: byte("combat.trapped_markers_on_hit"),
            unbalanced_to_fall: byte("combat.unbalanced_to_fall"),
            cooperation_divisor: c("cooperation_divisor"),
            sweep_modifiers,
            sacrifice_bonus: c("sacrifice_bonus"),
            acrobatic_bonus: c("acrobatic_bonus"),
            overskill_bonus_max: byte("combat.overskill_bonus_max"),
            overskill_factor: byte("combat.overskill_factor"),
            throw_attack_factor: c("throw_attack_factor"),
            throw_penalty_per_hex: c("throw_penalty_per_hex"),
            net_penalty_per_hex: c("net_penalty_per_hex"),
            excess_damage_every: c("excess_damage_every"),
            vp: VpTable {
                front_attack: v("front_attack"),
                front_damage_point: v("front_damage_point"),
                first_blood: v("first_blood"),
                kill_front: v("kill_front"),
                rear_attack: v("rear_attack"),
                rear_damage_point: v("rear_damage_point"),
                kill_rear: v("kill_rear"),
                flee: v("flee"),
                cowardice: v("cowardice"),
                survive: v("survive"),
                surrender: v("surrender"),
                kill_beast: v("kill_beast"),
                team_of_two_against_one: v("team_of_two_against_one"),
            },
            hp: HpTable {
                cover: byte("hp.cover"),
                action: byte("hp.action"),
                energy1: byte("hp.energy1"),
                energy0: byte("hp.energy0"),
                feint: byte("hp.feint"),
                special_move: byte("hp.special_move"),
            },
            defense: [
                diagram(Kind::Strength)?,
                diagram(Kind::Dexterity)?,
                diagram(Kind::Berserk)?,
                diagram(Kind::Movement)?,
            ],
            sweep_arc: byte("diagram.sweep_arc"),
            moves: restrictions(data, "move")?,
            powers: restrictions(data, "power")?,
            beasts: [dice("dog"), dice("wolf"), dice("lion"), dice("bear")],
            gate_left_on: bits("beast_rules.gate_left_on"),
            trapped_dice_less: byte("beast_rules.trapped_dice_less"),
            trapped_free_on: bits("beast_rules.trapped_free_on"),
            card_bonus: short("beast_rules.card_bonus"),
            beast_damage: byte("beast_rules.damage"),
            beast_cap: byte("beast_rules.cap"),
            permanent_death_at: short("campaign.permanent_death_at"),
        })
    }
}

/// Restrictions by number - 1.
fn restrictions<const K: usize>(data: &Data, list: &str) -> Result<[u8; K]> {
    let mut by_number = [0; K];
    for id in data.ids(list) {
        let number = data.int(&format!("{list}.{id}.number"));
        let slot = usize::try_from(number - 1)
            .ok()
            .and_then(|i| by_number.get_mut(i));
        let slot = slot.ok_or_else(|| {
            Error::usage(format!(
                "{list}.{id}.number must be from 1 to {K}, not {number}"
            ))
        })?;
        for word in data.value(&format!("{list}.{id}.restrictions")).list() {
            *slot |= word.word().and_then(restriction::parse).ok_or_else(|| {
                Error::usage(format!(
                    "{list}.{id}.restrictions: write movement, attack, defense or melee, not {word}"
                ))
            })?;
        }
    }
    Ok(by_number)
}

macro_rules! readings {
    ($($(#[$doc:meta])* $field:ident: $key:literal = $value:literal,)*) => {
        /// The readings of unclear rules; each flag is a switch away from its default (ids: spec 9).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Readings {
            $($(#[$doc])* pub $field: bool,)*
        }

        impl Readings {
            /// From the switches.
            pub fn new(switches: &Switches) -> Self {
                Self { $($field: switches.is($key, $value),)* }
            }
        }
    };
}

readings! {
    /// A01: Offense, Blood and the test for a positive value come before the defender commits.
    value_at_declaration: "attack_value_timing" = "at_declaration",
    /// A02: a rear-side attack is from behind only if no Dodge could be played.
    dodge_available: "rear_side_attack" = "dodge_available",
    /// A03: a Surprised defender suffers no penalties of status.
    surprised_no_penalty: "surprised_status_penalties" = "ignore",
    /// A04: a Surprised defender may add Delay.
    surprised_may_delay: "surprised_powers" = "allowed",
    /// A05: a Surprised defender may answer a Feint.
    surprised_may_feint: "surprised_may_feint" = "yes",
    /// A06: a face-down row card may defend.
    recovered_defends: "recovered_card_defends" = "yes",
    /// A07: defending rotates the card.
    defense_rotates: "defense_rotates_card" = "yes",
    /// A08: a Feint takes the attack's VP back.
    feint_loses_vp: "feint_keeps_attack_vp" = "no",
    /// A09: a re-used Action card returns to the hand with a Feint.
    feint_returns_reused: "feint_returns_reused_card" = "yes",
    /// A10: no Feint among the committed Combat cards.
    no_feint_filler: "feint_as_filler" = "forbidden",
    /// A11: discs that return lie below.
    earlier_on_top: "vp_tie" = "earlier_on_top",
    /// A12: the order of a phase is fixed at its start.
    order_fixed: "order_within_phase" = "fixed",
    /// A13: only survivors can win.
    survivors_win: "winner_pool" = "survivors",
    /// A14: equal VP share the win.
    ties_shared: "tie_break" = "shared",
    /// A15: items count as Hit Points left.
    hp_left_items: "hp_left_counts" = "deck_items",
    /// A15: items and hand count as Hit Points left.
    hp_left_hand: "hp_left_counts" = "deck_items_hand",
    /// A16: the last phase is played to its end.
    end_of_phase: "end_timing" = "end_of_phase",
    /// A17: the cover is no effective damage.
    cover_not_effective: "cover_counts_as_effective" = "no",
    /// A18: damage paid with items is not effective.
    items_not_effective: "items_count_as_effective" = "no",
    /// A19: no First Blood from behind.
    no_first_blood_behind: "first_blood_from_behind" = "no",
    /// A20: damage to an item gives VP.
    break_item_vp: "break_item_damage_vp" = "yes",
    /// A21: the supporter of a Cooperation earns the attack's VP.
    cooperation_vp: "cooperation_vp" = "yes",
    /// A22: a Sweep takes three hexes.
    sweep_three: "sweep_window" = "exactly_three",
    /// A23: a Sweep's modifiers follow the hexes.
    sweep_by_hex: "sweep_count_by" = "hex",
    /// A24: Overskill's limit holds for the bonus alone.
    overskill_bonus_cap: "overskill_cap" = "bonus_le_3x",
    /// A25: an unused Overskill takes the skill with it.
    overskill_to_zero: "overskill_expiry" = "value_zero",
    /// A26: Sacrifice works with an empty hand.
    sacrifice_without_hand: "sacrifice_without_hand" = "allowed",
    /// A27: cards removed by Sacrifice and Lunge still count for Dexterity.
    dexterity_at_reveal: "dexterity_count_timing" = "at_reveal",
    /// A28: only attackers play the Unbalancing Strike.
    unbalancing_attacker_only: "unbalancing_strike_user" = "attacker",
    /// A29: a move whose restriction fails may be played as a blank.
    restricted_filler: "restricted_move_as_filler" = "yes",
    /// A30: Endurance recovers all or nothing.
    endurance_all: "endurance_partial" = "all_or_nothing",
    /// A31: special moves come in turn 3.
    moves_from_turn3: "special_moves_from_turn" = "3",
    /// A32: throws lose by hexes in between.
    throw_between: "throw_penalty_from" = "between",
    /// A33: throws along the facing only.
    throw_line_zone: "throw_zone" = "front_line",
    /// A33: throws into the three front sectors.
    throw_sectors: "throw_zone" = "front_three_sectors",
    /// A34: one clear line suffices.
    throw_any_side: "throw_line" = "any_side",
    /// A34: the line to the centre decides.
    throw_centre: "throw_line" = "centre",
    /// A35: a tie of arrival directions goes away from the target's front.
    arrival_tie_attacker: "throw_arrival_tie" = "attacker",
    /// A36: Leap counts the hexes in between.
    leap_gap: "leap_distance" = "gap",
    /// A37: a point on the spot turns two sides.
    turn_two: "rotate_in_place_max" = "2",
    /// A38: one flees from the nearest opponent.
    opponent_nearest: "current_opponent" = "nearest",
    /// A38: no flight, no cowardice.
    opponent_off: "current_opponent" = "off",
    /// A39: cowardice at any distance.
    cowardice_sector: "cowardice_scope" = "sector",
    /// A40: no VP for attacking a beast.
    no_beast_attack_vp: "beast_attack_vp" = "no",
    /// A41: dishonor for attacking a beast from behind.
    beast_rear_penalty: "beast_rear_penalty" = "yes",
    /// A42: beasts born in an Action phase wait for the next Beast phase.
    spawn_next_beast_phase: "beast_spawn_time" = "next_beast_phase",
    /// A43: scheduled beasts enter in the second Beast phase.
    entry_second: "beast_entry_phase" = "second",
    /// A44: a beast's defense is rolled before the attacker fixes his value.
    beast_roll_first: "beast_roll_timing" = "before_attack_value",
    /// A45: beasts turn by the gladiators' rules.
    beast_full_rules: "beast_facing" = "full_rules",
    /// A46: a beast that turned has moved.
    beast_turn_moves: "beast_turning_is_move" = "yes",
    /// A47: a Trapped beast loses 3 as well.
    trapped_beast_minus3: "trapped_beast" = "die_and_minus3",
    /// A48: the bear's 7 can take the cover.
    bear_kills: "bear_seven_can_kill" = "yes",
    /// A49: each member of a pair pays the penalty.
    penalty_each: "team_penalty_scope" = "each_member",
    /// A50: campaign coins by VP gained.
    campaign_gained: "campaign_vp_basis" = "gained",
    /// A51: permanent death counts the deck without items.
    permanent_deck: "permanent_death_hp" = "deck_with_cover",
    /// A52: an auction that leaves too few items is done again.
    auction_redraw: "auction_fewer_items" = "redraw",
    /// A53: there is no power 9.
    power9_absent: "power9" = "absent",
    /// A54: training spends every coin.
    spend_all: "unspent_coins" = "forbidden",
    /// A55: no two players with the same gladiator.
    distinct: "mirror_match" = "distinct",
    /// A56: a waiting Unbeatable counts as alive at the end.
    unbeatable_alive: "unbeatable_at_end" = "alive",
    /// A57: a Cooperation waits for this phase only.
    coop_same_phase: "coop_scope" = "same_phase",
    /// A58: discard piles are open.
    discard_public: "discard_public" = "yes",
}

/// The rules in force: numbers and readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The numbers.
    pub n: Numbers,
    /// The readings.
    pub r: Readings,
}

impl Rules {
    /// From data and resolved switches.
    ///
    /// # Errors
    /// As [`Numbers::new`].
    pub fn new(data: &Data, switches: &Switches) -> Result<Self> {
        Ok(Self {
            n: Numbers::new(data)?,
            r: Readings::new(switches),
        })
    }

    /// The rulebook with the embedded data and every switch at its default.
    ///
    /// # Errors
    /// Never, as tests assert.
    pub fn default_rules() -> Result<Self> {
        let data = Data::embedded()?;
        Self::new(&data, &data.switches("gladiatori", &[])?)
    }

    /// A fingerprint of all of it, the same in every run.
    pub fn print(&self) -> u64 {
        let mut print = super::end::Print::default();
        std::hash::Hash::hash(self, &mut print);
        std::hash::Hasher::finish(&print)
    }

    /// Sides turned by one movement point on the spot (A37).
    #[inline]
    pub fn turn_sides(&self) -> u8 {
        if self.r.turn_two { 2 } else { 3 }
    }

    /// Restrictions of a move's card.
    #[inline]
    pub fn move_restriction(&self, card: u16) -> u8 {
        debug_assert!(card & (super::cards::MOVES) != 0);
        self.n.moves[(card.trailing_zeros() - moves::SWEEP.trailing_zeros()) as usize]
    }

    /// Restrictions of a power.
    #[inline]
    pub fn power_restriction(&self, power: u16) -> u8 {
        self.n.powers[power.trailing_zeros() as usize]
    }

    /// Hit Points of cards in an HP deck, without the cover.
    #[inline]
    pub fn hp_of(&self, cards: super::cards::Cards) -> u8 {
        let h = &self.n.hp;
        let energy = cards.e1 * h.energy1 + cards.e0 * h.energy0;
        if cards.set == 0 {
            return energy;
        }
        let ones = |mask: u16| super::cards::ones(cards.set & mask);
        ones(super::cards::ACTIONS) * h.action
            + ones(super::cards::FEINT) * h.feint
            + ones(super::cards::MOVES) * h.special_move
            + energy
    }
}
