//! The builds of a search: every legal one over the skills and weapons allowed, the points that remain in health.

use crate::error::{Error, Result};
use crate::games::battle::build::{copies_carried, health_price, rank_price};
use crate::games::battle::data::{BattleData, Usage};
use crate::games::battle::gladiator::Gladiator;
use crate::games::battle::policy::{Parts, ThrowRule};
use crate::games::battle::readings::Readings;

/// Skills that a search can buy, besides health.
pub const SKILLS: [&str; 7] = [
    "attack",
    "weapon",
    "armor",
    "shield",
    "parry",
    "focus",
    "initiative",
];

/// What may be built.
#[derive(Debug, Clone)]
pub struct Space {
    /// Weapons, one of which each build has.
    pub weapons: Vec<String>,
    /// Most ranks of each of [`SKILLS`]; 0 to leave one out (2 for INITIATIVE, which is free).
    pub most: [u8; 7],
    /// Development points.
    pub budget: u32,
    /// The policy of every build.
    pub parts: Parts,
    /// Copies of each weapon, without ranks of SHIELD and with.
    copies: Vec<[u8; 2]>,
}

/// A build of a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Build {
    /// Place among the space's weapons.
    pub weapon: u8,
    /// Ranks of ATTACK.
    pub attack: u8,
    /// Ranks of the weapon.
    pub ranks: u8,
    /// Ranks of ARMOR.
    pub armor: u8,
    /// Ranks of SHIELD.
    pub shield: u8,
    /// Ranks of PARRY/DODGE.
    pub parry: u8,
    /// Ranks of FOCUS.
    pub focus: u8,
    /// Ranks of INITIATIVE.
    pub initiative: u8,
    /// Health.
    pub health: u8,
}

impl Space {
    /// Builds with one of these weapons and all skills, under a budget.
    ///
    /// # Errors
    /// An unknown weapon.
    pub fn new(
        data: &BattleData,
        readings: &Readings,
        weapons: &[&str],
        budget: u32,
        parts: Parts,
    ) -> Result<Self> {
        if weapons.is_empty() {
            return Err(Error::usage("a search needs at least one weapon"));
        }
        let mut copies = Vec::new();
        for name in weapons {
            let w = data.weapon(name)?;
            let throws = match w.usage.value {
                Usage::Melee => false,
                Usage::Both => parts.throw != ThrowRule::MustOnly,
                Usage::Thrown => true,
            };
            copies.push([false, true].map(|ranks| {
                let shield = ranks && readings.shield_must_be_carried;
                let carried = copies_carried(data, w.weight_lb.value, shield).max(1);
                if throws { carried as u8 } else { 1 }
            }));
        }
        let most = readings.max_ranks;
        Ok(Self {
            weapons: weapons.iter().map(|w| w.to_string()).collect(),
            most: [most; 7],
            budget,
            parts,
            copies,
        })
    }

    /// Names of the weapons that can be used in hand, brawling left out.
    pub fn hand_weapons(data: &BattleData) -> Vec<&str> {
        let usable =
            |w: &&super::super::data::Weapon| w.usage.value != Usage::Thrown && w.name != "brawl";
        data.weapons
            .iter()
            .filter(usable)
            .map(|w| w.name.as_str())
            .collect()
    }

    /// Without a skill.
    #[must_use]
    pub fn without(mut self, skill: &str) -> Self {
        if let Some(i) = SKILLS.iter().position(|s| *s == skill) {
            self.most[i] = if skill == "initiative" { 2 } else { 0 };
        }
        self
    }

    /// The gladiator of a build: of a weapon that he throws he brings as many copies as the load allows, which cost nothing;
    /// of any other one.
    pub fn gladiator(&self, b: &Build) -> Gladiator {
        let copies = self.copies[usize::from(b.weapon)][usize::from(b.shield > 0)];
        Gladiator {
            attack: b.attack,
            armor: b.armor,
            shield: b.shield,
            parry: b.parry,
            focus: b.focus,
            initiative: b.initiative,
            health: b.health,
            ..Gladiator::default()
        }
        .with_weapon(&self.weapons[usize::from(b.weapon)], b.ranks, copies)
    }

    /// Every legal build, in order. No build leaves a point that would buy health.
    pub fn builds(&self, data: &BattleData, readings: &Readings) -> Vec<Build> {
        let mut all = Vec::new();
        let prices = Prices::new(data, self.budget, readings.max_ranks);
        for (weapon, name) in self.weapons.iter().enumerate() {
            let Ok(w) = data.weapon(name) else { continue };
            if i64::from(w.weight_lb.value) > data.constant("carry_limit_lb") {
                continue;
            }
            let loaded = i64::from(w.weight_lb.value) + data.constant("shield_weight_lb");
            let two_hands = w.hands.value == 2 && !readings.two_handed_shield;
            let bare = !readings.shield_must_be_carried; // ranks without a shield
            let shield = bare || loaded <= data.constant("carry_limit_lb") && !two_hands;
            let mut ranks = [0; 7];
            ranks[6] = data.constant("free_initiative_ranks") as u8;
            self.extend(
                &prices,
                readings,
                shield,
                0,
                self.budget,
                &mut ranks,
                &mut |ranks, left| {
                    let [attack, w, armor, shield, parry, focus, initiative] = *ranks;
                    let health = prices.health[left as usize];
                    let weapon = weapon as u8;
                    all.push(Build {
                        weapon,
                        attack,
                        ranks: w,
                        armor,
                        shield,
                        parry,
                        focus,
                        initiative,
                        health,
                    });
                },
            );
        }
        all
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a recursion over the skills with its state"
    )]
    fn extend(
        &self,
        prices: &Prices,
        readings: &Readings,
        may_shield: bool,
        skill: usize,
        left: u32,
        ranks: &mut [u8; 7],
        visit: &mut impl FnMut(&[u8; 7], u32),
    ) {
        if skill == SKILLS.len() {
            return visit(ranks, left);
        }
        let start = ranks[skill];
        let most = if SKILLS[skill] == "shield" && !may_shield {
            0
        } else {
            self.most[skill].min(readings.max_ranks)
        };
        let mut left = left;
        loop {
            self.extend(prices, readings, may_shield, skill + 1, left, ranks, visit);
            let price = prices.next[skill][usize::from(ranks[skill])];
            if ranks[skill] >= most || price > left {
                break;
            }
            left -= price;
            ranks[skill] += 1;
        }
        ranks[skill] = start;
    }
}

/// Prices at hand: of the next rank by skill and ranks, and the health that points buy.
struct Prices {
    next: [Vec<u32>; SKILLS.len()],
    health: Vec<u8>,
}

impl Prices {
    fn new(data: &BattleData, budget: u32, max_ranks: u8) -> Self {
        let of = |skill: &str| {
            let ranks = 0..=max_ranks;
            ranks
                .map(|r| u32::from(rank_price(data, skill, r.into())))
                .collect()
        };
        Self {
            next: SKILLS.map(of),
            health: (0..=budget).map(|left| health_for(data, left)).collect(),
        }
    }
}

/// The most health that these points buy.
fn health_for(data: &BattleData, points: u32) -> u8 {
    let (base, most) = (
        data.constant("health_base") as u8,
        data.constant("health_max") as u8,
    );
    (base..=most)
        .rev()
        .find(|h| health_price(data, *h) <= points)
        .unwrap_or(base)
}
