//! Builds: what a gladiator costs, what he carries, and whether he is legal (spec 7).
//!
//! All faults are listed, each with its code for machines and a line for people.

use super::data::{BattleData, SkillRules, Usage};
use super::fighter::{MOST_THROWABLE, MOST_WEAPONS};
use super::gladiator::{Gladiator, SKILLS};
use super::readings::Readings;
use super::state::MOST_HEALTH;

/// What is wrong with a build.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Stable code: `over_budget`, `over_weight`, …
    pub code: &'static str,
    /// One clear line.
    pub why: String,
}

/// What each part of a build costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// Part and points, free parts left out.
    pub parts: Vec<(String, u32)>,
}

impl Price {
    /// Points in all.
    pub fn total(&self) -> u32 {
        self.parts.iter().map(|(_, p)| p).sum()
    }
}

/// Development points for the ranks of a skill above those that are free; above the price list its last price holds.
pub fn ranks_price(data: &BattleData, skill: &str, ranks: u8) -> u32 {
    let free = if skill == "initiative" {
        data.constant("free_initiative_ranks") as usize
    } else {
        0
    };
    (free..usize::from(ranks))
        .map(|rank| u32::from(rank_price(data, skill, rank)))
        .sum()
}

/// Points for one rank more, from `ranks` on.
pub fn rank_price(data: &BattleData, skill: &str, ranks: usize) -> u8 {
    let prices = data.skill(skill).map_or(&[][..], |s| &s.prices);
    prices.get(ranks).or(prices.last()).copied().unwrap_or(0)
}

/// Points for this health: one for each point above the base (assumed).
pub fn health_price(data: &BattleData, health: u8) -> u32 {
    let above = i64::from(health)
        .saturating_sub(data.constant("health_base"))
        .max(0);
    (above as u32).div_ceil(data.constant("health_per_rank") as u32)
        * data.constant("health_rank_price") as u32
}

/// What a build costs.
pub fn price(data: &BattleData, g: &Gladiator) -> Price {
    let mut parts = Vec::new();
    for name in SKILLS {
        let ranks = g.skill(name).unwrap_or(0);
        parts.push((name.to_string(), ranks_price(data, name, ranks)));
    }
    for w in &g.weapons {
        let skill = if w.name == "brawl" { "brawl" } else { "weapon" };
        parts.push((w.name.clone(), ranks_price(data, skill, w.ranks)));
    }
    parts.push(("health".into(), health_price(data, g.health)));
    parts.retain(|(_, points)| *points > 0);
    Price { parts }
}

/// Pounds of all copies of all weapons and the shield.
pub fn weight_lb(data: &BattleData, readings: &Readings, g: &Gladiator) -> u32 {
    let weapons = g.weapons.iter().map(|w| {
        let each = data
            .weapons
            .iter()
            .find(|d| d.name == w.name)
            .map_or(0, |d| d.weight_lb.value);
        u32::from(each) * u32::from(w.copies)
    });
    weapons.sum::<u32>()
        + if g.carries_shield(readings.shield_must_be_carried) {
            data.constant("shield_weight_lb") as u32
        } else {
            0
        }
}

/// Copies of a weapon that can be carried, with a shield or without \[Disadvantages of Throwing a Weapon\].
pub fn copies_carried(data: &BattleData, weapon_lb: u8, shield: bool) -> u32 {
    let shield = if shield {
        data.constant("shield_weight_lb")
    } else {
        0
    };
    let left = (data.constant("carry_limit_lb") - shield).max(0) as u32;
    left.checked_div(weapon_lb.into()).unwrap_or(15).min(15)
}

/// Everything that is wrong with a build; `budget` in development points, `None` where it does not matter.
pub fn faults(
    data: &BattleData,
    readings: &Readings,
    g: &Gladiator,
    budget: Option<u32>,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let shield = g.carries_shield(readings.shield_must_be_carried);
    let mut fault = |code, why: String| faults.push(Fault { code, why });
    if let Some(budget) = budget {
        over_budget(data, g, budget, &mut fault);
    }
    let (weight, limit) = (
        weight_lb(data, readings, g),
        data.constant("carry_limit_lb") as u32,
    );
    if weight > limit {
        let carried = g.weapons.iter().map(|w| format!("{} {}", w.copies, w.name));
        let carried: Vec<String> = carried.chain(shield.then(|| "a shield".into())).collect();
        let over = weight - limit;
        fault(
            "over_weight",
            format!(
                "over weight by {over} lb: {} weigh {weight} lb, the limit is {limit}",
                carried.join(", ")
            ),
        );
    }
    weapons(data, readings, g, &mut fault);
    skills(data, readings, g, &mut fault);
    faults
}

fn over_budget(
    data: &BattleData,
    g: &Gladiator,
    budget: u32,
    fault: &mut impl FnMut(&'static str, String),
) {
    let price = price(data, g);
    if price.total() > budget {
        let parts: Vec<String> = price
            .parts
            .iter()
            .map(|(name, points)| format!("{name} {points}"))
            .collect();
        let (total, over) = (price.total(), price.total() - budget);
        let why = format!(
            "over budget by {over}: the build costs {total} of {budget} points ({})",
            parts.join(", ")
        );
        fault("over_budget", why);
    }
}

fn weapons(
    data: &BattleData,
    readings: &Readings,
    g: &Gladiator,
    fault: &mut impl FnMut(&'static str, String),
) {
    let mut throwable = 0;
    for w in &g.weapons {
        match data.weapon(&w.name) {
            Err(unknown) => fault("unknown_weapon", unknown.to_string()),
            Ok(known) => {
                throwable += usize::from(known.usage.value != Usage::Melee);
                let shield = g.carries_shield(readings.shield_must_be_carried);
                if known.hands.value == 2 && shield && !readings.two_handed_shield {
                    let why = format!(
                        "a {} needs two hands and excludes a shield (or set two_handed_shield=allowed)",
                        w.name
                    );
                    fault("two_handed_with_shield", why);
                }
                if known.usage.value == Usage::Thrown && w.copies == 0 {
                    let why = format!(
                        "a {} must be thrown and needs ammunition: write {}:{}x1 or more",
                        w.name, w.name, w.ranks
                    );
                    fault("no_ammunition", why);
                }
            }
        }
        if w.copies == 0
            && data
                .weapon(&w.name)
                .is_ok_and(|k| k.usage.value != Usage::Thrown)
            || w.copies > 15
        {
            fault(
                "copies",
                format!("{} copies of {}: 1 to 15 can be brought", w.copies, w.name),
            );
        }
        if w.name == "brawl" && w.ranks > 0 && !readings.brawl_ranks {
            fault("skill_switched_off", switched_off("brawl"));
        }
        too_many(&w.name, w.ranks, readings, fault);
    }
    if g.weapons.len() > MOST_WEAPONS || throwable > MOST_THROWABLE {
        let why = format!(
            "{} weapons, {throwable} of them throwable: at most {MOST_WEAPONS}, {MOST_THROWABLE} of them throwable",
            g.weapons.len()
        );
        fault("too_many_weapons", why);
    }
}

fn switched_off(name: &str) -> String {
    format!("ranks of {name} rest on an assumed rule: set advanced_skills={name} to allow them")
}

fn too_many(
    name: &str,
    ranks: u8,
    readings: &Readings,
    fault: &mut impl FnMut(&'static str, String),
) {
    if ranks > readings.max_ranks {
        let most = readings.max_ranks;
        fault(
            "too_many_ranks",
            format!("{ranks} ranks of {name}: at most {most} (or set max_ranks)"),
        );
    }
}

fn skills(
    data: &BattleData,
    readings: &Readings,
    g: &Gladiator,
    fault: &mut impl FnMut(&'static str, String),
) {
    for name in SKILLS {
        let ranks = g.skill(name).unwrap_or(0);
        if ranks == 0 {
            continue;
        }
        match data.skill(name).map_or(SkillRules::None, |s| s.rules) {
            SkillRules::Full => {}
            SkillRules::Assumed => {
                let on = if name == "brawl" {
                    readings.brawl_ranks
                } else {
                    readings.retrieve_ranks
                };
                if !on {
                    fault("skill_switched_off", switched_off(name));
                }
            }
            SkillRules::None => {
                fault(
                    "skill_without_rules",
                    format!("{name} is known by name only: no rule says what its ranks do"),
                );
            }
        }
        too_many(name, ranks, readings, fault);
    }
    for name in &g.unknown_skills {
        fault(
            "unknown_skill",
            format!(
                "unknown skill `{}`; one of {}",
                name.escape_debug(),
                SKILLS.join(", ")
            ),
        );
    }
    let recorded = g.record.luck();
    if let Some(luck) = g.luck
        && (g.record.wins > 0 || g.record.losses > 0)
        && luck > recorded
    {
        let why = format!(
            "{luck} luck dice are more than the record gives: {} wins less {} losses are {recorded}",
            g.record.wins, g.record.losses
        );
        fault("luck_above_record", why);
    }
    let free = data.constant("free_initiative_ranks") as u8;
    if g.initiative < free {
        fault(
            "too_few_ranks",
            format!(
                "{} ranks of initiative: the first {free} are free, write {free} or more",
                g.initiative
            ),
        );
    }
    let most = (data.constant("health_max") as u8).min(MOST_HEALTH as u8);
    if !(1..=most).contains(&g.health) {
        fault("health", format!("health {}: write 1 to {most}", g.health));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(text: &str, set: &[(&str, &str)]) -> (Vec<&'static str>, String, u32, u32) {
        let data = BattleData::embedded().unwrap();
        let set: Vec<_> = set
            .iter()
            .map(|(k, v)| (k.to_string(), v.to_string()))
            .collect();
        let readings = Readings::new(&data.switches("battle", &set).unwrap());
        let (g, _) = Gladiator::parse(text).unwrap();
        let faults = faults(&data, &readings, &g, Some(40));
        let why = faults
            .iter()
            .map(|f| f.why.clone())
            .collect::<Vec<_>>()
            .join("; ");
        (
            faults.iter().map(|f| f.code).collect(),
            why,
            price(&data, &g).total(),
            weight_lb(&data, &readings, &g),
        )
    }

    #[test]
    fn the_rookie_costs_34_points_and_40_is_the_limit() {
        assert_eq!(
            judge("short_sword:4 A4 R1 S2 P3 H28", &[]),
            (vec![], String::new(), 34, 9)
        );
        assert_eq!(judge("short_sword:5 A5 R3 H30", &[]).2, 40);
        let (codes, why, _, _) = judge("short_sword:5 A5 R3 H31", &[]);
        assert_eq!(codes, ["over_budget"]);
        let line = "over budget by 1: the build costs 41 of 40 points (attack 13, armor 10, short_sword 7, health 11)";
        assert_eq!(why, line);
    }

    #[test]
    fn every_fault_is_listed() {
        let (codes, why, _, weight) = judge(
            "claymore:16 battle_javelin:1x3 A20 S1 H20 heal=1 brawl=1",
            &[],
        );
        let expected = [
            "over_budget",
            "over_weight",
            "two_handed_with_shield",
            "too_many_ranks",
            "too_many_ranks",
            "skill_switched_off",
            "skill_without_rules",
        ];
        assert_eq!(
            (codes.as_slice(), weight),
            (expected.as_slice(), 30),
            "{why}"
        );
        assert!(
            why.contains(
                "over weight by 15 lb: 1 claymore, 3 battle_javelin, a shield weigh 30 lb"
            )
        );
        assert_eq!(judge("javelin:1x0 A1", &[]).0, ["no_ammunition"]);
        assert_eq!(judge("sling:1 A1", &[]).0, ["unknown_weapon"]);
        assert_eq!(
            judge("dagger:1 javelin:1 battle_javelin:1 A1", &[]).0,
            ["too_many_weapons"]
        );
        assert_eq!(
            judge("dagger:1 A1 I1 H0", &[]).0,
            ["too_few_ranks", "health"]
        );
    }

    #[test]
    fn switches_allow() {
        assert!(
            judge("claymore:1 A1 S1", &[("two_handed_shield", "allowed")])
                .0
                .is_empty()
        );
        let both = [("advanced_skills", "retrieve_weapon,brawl")];
        assert!(
            judge("dagger:1 A1 retrieve_weapon=2 brawl=1", &both)
                .0
                .is_empty()
        );
        assert_eq!(
            judge("dagger:1 A16", &[("max_ranks", "20")]).0,
            ["over_budget"]
        );
    }

    /// \[Disadvantages of Throwing a Weapon\]: 15 daggers, 5 javelins, 2 axes, 3 battle javelins, 2 widowmakers.
    #[test]
    fn copies_that_can_be_carried() {
        let data = BattleData::embedded().unwrap();
        let carried = |name: &str, shield| {
            copies_carried(&data, data.weapon(name).unwrap().weight_lb.value, shield)
        };
        let names = [
            "dagger",
            "javelin",
            "one_handed_axe",
            "battle_javelin",
            "widowmaker",
        ];
        assert_eq!(names.map(|n| carried(n, false)), [15, 5, 2, 3, 2]);
        assert_eq!(carried("javelin", true), 3);
    }
}
