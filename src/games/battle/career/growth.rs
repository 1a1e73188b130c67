//! Growth plans: what gladiators spend their points on between battles (spec 6).

use crate::error::{Error, Result};
use crate::games::battle::build::ranks_price;
use crate::games::battle::data::{BattleData, StyleTier};
use crate::games::battle::fighter::{Fighter, tier, weapon_dice};
use crate::games::battle::gladiator::Gladiator;
use crate::games::battle::rules::Rules;
use crate::scenario::did_you_mean;

/// What can grow; `weapon` is the first weapon.
pub const GROWING: [&str; 8] = [
    "attack",
    "weapon",
    "armor",
    "shield",
    "parry",
    "focus",
    "initiative",
    "health",
];

/// A growth plan.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Growth {
    /// Places in [`GROWING`], walked in a circle; none: everything stays in the bank.
    pub cycle: Vec<usize>,
}

impl Growth {
    /// `none`, or `cycle:[attack, weapon, health]`.
    ///
    /// # Errors
    /// Anything else: what to write.
    pub fn parse(text: &str) -> Result<Self> {
        if text == "none" {
            return Ok(Self::default());
        }
        let how = || {
            let text = text.escape_debug();
            Error::usage(format!(
                "growth `{text}`: write none or cycle:[skills], for example cycle:[attack,weapon]"
            ))
        };
        let list = text.strip_prefix("cycle:").ok_or_else(how)?;
        let list = list.trim();
        let inner = match (list.strip_prefix('['), list.ends_with(']')) {
            (Some(inner), true) => &inner[..inner.len() - 1],
            (None, false) => list,
            _ => return Err(how()), // a bracket without its other half
        };
        let names = inner.split(',').map(str::trim);
        let place = |name: &str| {
            GROWING.iter().position(|g| *g == name).ok_or_else(|| {
                let meant = did_you_mean(name, GROWING);
                Error::usage(format!(
                    "growth: unknown skill `{}`{meant}; one of {}",
                    name.escape_debug(),
                    GROWING.join(", ")
                ))
            })
        };
        let cycle: Vec<usize> = names
            .filter(|n| !n.is_empty())
            .map(place)
            .collect::<Result<_>>()?;
        if cycle.is_empty() {
            Err(how())
        } else {
            Ok(Self { cycle })
        }
    }
}

/// Prices and tiers by rank, compiled for growing in the middle of a run.
#[derive(Debug, Clone)]
pub struct Market {
    /// Points for the rank after this one; 255: there is none.
    prices: [[u8; 128]; 8],
    tiers: Vec<StyleTier>,
    health_step: u8,
    /// SHIELD ranks roll nothing without a carried shield.
    must_carry: bool,
}

/// Ranks of a growing gladiator, in the order of [`GROWING`], health last.
pub type Ranks = [u8; 8];

impl Market {
    /// From the data and the readings of the rules.
    pub fn new(data: &BattleData, rules: &Rules) -> Self {
        let mut prices = [[255; 128]; 8];
        for (i, name) in GROWING.iter().enumerate().take(7) {
            for rank in 0..rules.readings.max_ranks {
                let price = ranks_price(data, name, rank + 1) - ranks_price(data, name, rank);
                prices[i][usize::from(rank)] = price as u8;
            }
        }
        let step = data.constant("health_per_rank") as u8;
        for health in 0..=(data.constant("health_max") as u8).saturating_sub(step) {
            prices[7][usize::from(health)] = data.constant("health_rank_price") as u8;
        }
        let tiers = (0..=rules.readings.max_ranks)
            .map(|attack| tier(data, attack))
            .collect();
        Self {
            prices,
            tiers,
            health_step: step,
            must_carry: rules.readings.shield_must_be_carried,
        }
    }

    /// Ranks of a gladiator.
    pub fn ranks(g: &Gladiator) -> Ranks {
        let weapon = g.weapons.first().map_or(0, |w| w.ranks);
        [
            g.attack,
            weapon,
            g.armor,
            g.shield,
            g.parry,
            g.focus,
            g.initiative,
            g.health,
        ]
    }

    /// Spends what the bank can pay, walking the plan from `pointer`: buys the next rank of the skill pointed at and
    /// moves
    /// on; waits, saving, when it cannot pay; passes over full skills. True if anything was bought.
    pub fn spend(
        &self,
        plan: &Growth,
        pointer: &mut usize,
        bank: &mut u16,
        ranks: &mut Ranks,
    ) -> bool {
        let (mut bought, mut full) = (false, 0);
        while full < plan.cycle.len() {
            let skill = plan.cycle[*pointer % plan.cycle.len()];
            let price = self.prices[skill][usize::from(ranks[skill])];
            if price == 255 {
                full += 1;
                *pointer += 1;
                continue;
            }
            if u16::from(price) > *bank {
                break;
            }
            full = 0;
            *bank -= u16::from(price);
            ranks[skill] += if skill == 7 { self.health_step } else { 1 };
            *pointer += 1;
            bought = true;
            if price == 0 && ranks[skill] == u8::MAX {
                break;
            }
        }
        *pointer %= plan.cycle.len().max(1);
        bought
    }

    /// A fighter with these ranks; everything else stays as it was. `base` gives the ranks of the other weapons.
    pub fn dress(&self, base: &Gladiator, fighter: &mut Fighter, ranks: &Ranks) {
        let [
            attack,
            weapon,
            armor,
            shield,
            parry,
            focus,
            initiative,
            health,
        ] = *ranks;
        for (i, w) in fighter.weapons.iter_mut().enumerate() {
            let own = if i < base.weapons.len() {
                base.weapons[i].ranks
            } else {
                base.brawl
            };
            w.dice = weapon_dice(
                attack,
                if i == 0 && !base.weapons.is_empty() {
                    weapon
                } else {
                    own
                },
            );
        }
        fighter.tier = self.tiers[usize::from(attack)];
        let carried = base.carries_shield.unwrap_or(shield > 0);
        let rolls = if carried || !self.must_carry {
            shield
        } else {
            0
        };
        (fighter.armor, fighter.shield, fighter.parry) = (armor, rolls, parry);
        (fighter.focus, fighter.initiative, fighter.health) = (focus, initiative, health as i8);
    }
}

/// Whether a plan can be followed from this start.
///
/// # Errors
/// A plan that buys SHIELD for somebody who cannot carry one, or a weapon for somebody who has none.
pub fn check(data: &BattleData, rules: &Rules, g: &Gladiator, plan: &Growth) -> Result<()> {
    let buys = |name: &str| plan.cycle.iter().any(|&i| GROWING[i] == name);
    if buys("weapon") && g.weapons.is_empty() {
        return Err(Error::usage(
            "growth: there is no weapon to buy ranks of; name one in the gladiator",
        ));
    }
    let must_carry = rules.readings.shield_must_be_carried;
    if buys("shield") && must_carry && g.carries_shield == Some(false) {
        return Err(Error::usage(
            "growth: ranks of shield roll nothing for carries_shield=false; leave one of the two out",
        ));
    }
    if buys("shield") && must_carry && g.shield == 0 && g.carries_shield.is_none() {
        let with = Gladiator {
            shield: 1,
            ..g.clone()
        };
        let faults = crate::games::battle::build::faults(data, &rules.readings, &with, None);
        if let Some(fault) = faults.first() {
            return Err(Error::usage(format!(
                "growth: ranks of shield need a shield to be carried: {}",
                fault.why
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_walks_waits_and_passes_over_what_is_full() {
        let data = BattleData::embedded().unwrap();
        let market = Market::new(&data, &Rules::embedded("r1").unwrap());
        let plan = Growth::parse("cycle:[attack, parry]").unwrap();
        let mut ranks = Market::ranks(&Gladiator::rookie());
        let (mut pointer, mut bank) = (0, 2);
        assert!(
            !market.spend(&plan, &mut pointer, &mut bank, &mut ranks),
            "attack 5 costs 3"
        );
        bank = 6;
        assert!(market.spend(&plan, &mut pointer, &mut bank, &mut ranks));
        // attack 5 (3), parry 4 (2), then attack 6 costs 4 and waits.
        assert_eq!((ranks[0], ranks[4], bank, pointer), (5, 4, 1, 0));
        ranks[0] = 15;
        bank = 2;
        assert!(market.spend(&plan, &mut pointer, &mut bank, &mut ranks));
        assert_eq!((ranks[4], bank), (5, 0));
        (ranks[4], bank) = (15, 100);
        assert!(
            !market.spend(&plan, &mut pointer, &mut bank, &mut ranks),
            "all full"
        );
        assert!(
            Growth::parse("cycle:[atack]")
                .unwrap_err()
                .to_string()
                .contains("did you mean `attack`")
        );
        assert!(Growth::parse("all").is_err());
        assert!(Growth::parse("cycle:[attack").is_err() && Growth::parse("cycle:attack]").is_err());
        assert_eq!(Growth::parse("cycle:attack").unwrap().cycle, [0]);
    }

    #[test]
    fn a_dressed_fighter_is_the_fighter_of_the_gladiator() {
        let data = BattleData::embedded().unwrap();
        let rules = Rules::embedded("r1").unwrap();
        let market = Market::new(&data, &rules);
        let start = Gladiator::rookie();
        let grown = Gladiator {
            attack: 9,
            armor: 3,
            focus: 2,
            health: 33,
            initiative: 4,
            ..start.clone()
        }
        .with_weapon("short_sword", 8, 1);
        let mut fighter = Fighter::new(&data, &rules.readings, &start).unwrap();
        market.dress(&start, &mut fighter, &Market::ranks(&grown));
        assert_eq!(
            fighter,
            Fighter::new(&data, &rules.readings, &grown).unwrap()
        );
        let plan = Growth::parse("cycle:[shield]").unwrap();
        let two_hands = Gladiator::default().with_weapon("claymore", 4, 1);
        assert!(
            check(&data, &rules, &two_hands, &plan)
                .unwrap_err()
                .to_string()
                .contains("two hands")
        );
        assert!(check(&data, &rules, &start, &plan).is_ok());
        // Ranks without a carried shield roll nothing, bought or brought.
        let bare = Gladiator {
            shield: 6,
            carries_shield: Some(false),
            ..start.clone()
        };
        let why = check(&data, &rules, &bare, &plan).unwrap_err().to_string();
        assert!(why.contains("carries_shield=false"), "{why}");
        let mut fighter = Fighter::new(&data, &rules.readings, &bare).unwrap();
        let mut ranks = Market::ranks(&bare);
        ranks[6] += 1;
        market.dress(&bare, &mut fighter, &ranks);
        assert_eq!((fighter.shield, fighter.initiative), (0, 3));
    }
}
