//! A reading of the duel's rules: switches, dice, and the distributions that follow from them.

use super::Roll;
use crate::chance::{Dist, dice_pool};
use crate::error::{Error, Result};

/// A reading of the duel's rules. Field = switch; see the readings in `docs/clash.md`.
#[derive(Debug, Clone)]
pub struct Rules {
    /// C01 `net_order=simultaneous`: the second roller's netted net throwers still throw.
    pub simultaneous_nets: bool,
    /// C02 `net_use=optional`: a net may stay unused.
    pub optional_nets: bool,
    /// C04 `trident_timing=after_nets`: the majority is fixed once the nets have worked.
    pub tridents_after_nets: bool,
    /// C05 `dice_timing=after_nets`: losses do not shrink the counter-attack.
    pub dice_after_nets: bool,
    /// C07 `loss_scope=active_first`: a netted gladiator goes only when no active one is left.
    pub active_lost_first: bool,
    /// C09 `marker_carry=drop`: an odd single on a team is forgotten at the end of the roll.
    pub drop_markers: bool,
    /// C11 `animal_markers=heal`: an animal's markers go at the end of the duel.
    pub animals_heal: bool,
    pub(super) base_dice: [u8; 2],
    pub(super) pools: Vec<Dist<Roll>>,
    /// C03 `net_die`: successes of n net dice.
    pub(super) net_pools: Option<Vec<Dist<u8>>>,
}

/// Faces of the die: critical, single, miss \[The Duel\].
pub type Faces = [u8; 3];

/// Most dice that one roll can take.
const MOST_DICE: u8 = 12;

impl Rules {
    /// The rulebook's duel with its die and its basic dice (team 1, animal 0).
    pub fn rulebook() -> Self {
        Self::new(&|_| None, [1, 2, 3], [1, 0]).expect("the rulebook's values are valid")
    }

    /// From the values of the switches (`None`: default), the faces of the die and the basic dice of a team and an animal.
    ///
    /// # Errors
    /// An unknown value of a duel switch, a die without faces, too many dice.
    pub fn new(
        switch: &dyn Fn(&str) -> Option<String>,
        faces: Faces,
        base_dice: [u8; 2],
    ) -> Result<Self> {
        let choice = |key: &str, default: &str, other: &str| match switch(key).as_deref() {
            None => Ok(false),
            Some(v) if v == default => Ok(false),
            Some(v) if v == other => Ok(true),
            Some(v) => Err(Error::usage(format!(
                "switch {key}: `{v}` is not one of {default}, {other}"
            ))),
        };
        let sides: u32 = faces.iter().map(|&f| u32::from(f)).sum();
        if sides == 0 {
            return Err(Error::usage(
                "the die has no faces: critical + single + miss must be at least 1",
            ));
        }
        if base_dice.iter().any(|&d| d > MOST_DICE - 5) {
            return Err(Error::usage(format!(
                "at most {} basic dice",
                MOST_DICE - 5
            )));
        }
        if u64::from(sides)
            .checked_pow(2 * u32::from(base_dice[0].max(base_dice[1]) + 5))
            .is_none_or(|w| w >= 1 << 46)
        {
            return Err(Error::usage(format!(
                "[die]: {sides} faces are too many to enumerate every roll exactly; fourteen and fewer can be"
            )));
        }
        let successes = match switch("net_die").as_deref() {
            None | Some("none") => None,
            Some("any_hit") => Some(faces[0] + faces[1]),
            Some("single") => Some(faces[1]),
            Some("critical") => Some(faces[0]),
            Some(v) => {
                return Err(Error::usage(format!(
                    "switch net_die: `{v}` is not one of none, any_hit, single, critical"
                )));
            }
        };
        let net_pools = successes.map(|good| {
            (0..=4)
                .map(|n| {
                    let mut weighted = Vec::new();
                    dice_pool(n, [good, sides as u8 - good], |[hits, _], ways| {
                        weighted.push((hits, ways))
                    });
                    Dist::new(weighted)
                })
                .collect()
        });
        let pools = (0..=base_dice[0].max(base_dice[1]) + 5)
            .map(|n| {
                let mut weighted = Vec::new();
                dice_pool(n, faces, |[crits, singles, misses], ways| {
                    weighted.push((
                        Roll {
                            crits,
                            singles,
                            misses,
                        },
                        ways,
                    ))
                });
                Dist::new(weighted)
            })
            .collect();
        Ok(Self {
            simultaneous_nets: choice("net_order", "sequential", "simultaneous")?,
            optional_nets: choice("net_use", "forced", "optional")?,
            tridents_after_nets: choice("trident_timing", "at_roll", "after_nets")?,
            dice_after_nets: choice("dice_timing", "at_roll", "after_nets")?,
            active_lost_first: choice("loss_scope", "any", "active_first")?,
            drop_markers: choice("marker_carry", "keep", "drop")?,
            animals_heal: choice("animal_markers", "keep", "heal")?,
            base_dice,
            pools,
            net_pools,
        })
    }

    /// These rules with animals keeping their markers when a duel ends, whatever the switch says.
    pub fn without_healing(&self) -> Self {
        Self {
            animals_heal: false,
            ..self.clone()
        }
    }

    /// The distribution of `dice` dice as (criticals, singles), `dice` at most 5 more than the basic dice.
    pub fn pool(&self, dice: u8) -> &Dist<Roll> {
        &self.pools[usize::from(dice)]
    }
}
