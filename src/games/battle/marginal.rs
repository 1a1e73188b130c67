//! What one more rank, or one more point of health, is worth to a build (`battle-marginal`).

use super::build::{health_price, rank_price};
use super::data::{BattleData, SkillRules};
use super::duel::Duel;
use super::exact::win_a;
use super::fighter::Fighter;
use super::gladiator::{Gladiator, SKILLS};
use super::policy::Parts;
use super::readings::Readings;
use super::rules::Rules;
use super::situations::Memory;
use crate::error::Result;
use std::sync::Arc;

/// One more of something.
#[derive(Debug, Clone, PartialEq)]
pub struct Marginal {
    /// What was added: `attack`, `attack and short_sword`, `health`.
    pub what: String,
    /// The build with it.
    pub gladiator: Gladiator,
    /// Its price in development points.
    pub price: u32,
    /// P(win) with it.
    pub win: f64,
    /// P(win) gained.
    pub gain: f64,
}

impl Marginal {
    /// P(win) gained a point; `None` if it costs nothing.
    pub fn gain_per_point(&self) -> Option<f64> {
        (self.price > 0).then(|| self.gain / f64::from(self.price))
    }
}

/// What one more buys: its name, the gladiator with it, its price.
pub type More = (String, Gladiator, u32);

/// A build with one more of each skill that the rules know, of each weapon, of ATTACK and the first weapon together, and
/// with 1 and 4 more points of health. What would not be legal (a full skill, a shield too heavy to carry) is left out.
pub fn steps(data: &BattleData, readings: &Readings, base: &Gladiator) -> Vec<More> {
    let mut more: Vec<More> = Vec::new();
    for name in SKILLS {
        let on = match data.skill(name).map(|s| s.rules) {
            Some(SkillRules::Full) => true,
            Some(SkillRules::Assumed) if name == "brawl" => readings.brawl_ranks,
            Some(SkillRules::Assumed) => readings.retrieve_ranks,
            _ => false,
        };
        let mut g = base.clone();
        if let (true, Some(ranks)) = (on, g.skill_mut(name)) {
            let price = rank_price(data, name, (*ranks).into());
            *ranks += 1;
            more.push((name.to_string(), g, price.into()));
        }
    }
    for (i, w) in base.weapons.iter().enumerate() {
        let mut g = base.clone();
        g.weapons[i].ranks += 1;
        let price = u32::from(rank_price(data, "weapon", w.ranks.into()));
        more.push((w.name.clone(), g.clone(), price));
        if i == 0 {
            g.attack += 1;
            let both = price + u32::from(rank_price(data, "attack", base.attack.into()));
            more.push((format!("attack and {}", w.name), g, both));
        }
    }
    for points in [1, 4] {
        let health = base.health.saturating_add(points);
        let price = health_price(data, health) - health_price(data, base.health);
        let g = Gladiator {
            health,
            ..base.clone()
        };
        let name = if points == 1 { "health" } else { "health +4" };
        more.push((name.into(), g, price));
    }
    more.retain(|(_, g, _)| super::build::faults(data, readings, g, None).is_empty());
    more
}

/// P(win) of a build and of each of its [`steps`], exact.
///
/// # Errors
/// An illegal build, or a battle that is too large to be exact.
pub fn marginals(
    data: &BattleData,
    rules: &Arc<Rules>,
    base: &Gladiator,
    foe: &Gladiator,
    parts: [Parts; 2],
) -> Result<(f64, Vec<Marginal>)> {
    let readings = &rules.readings;
    let b = Fighter::new(data, readings, foe)?;
    let mut exchanges = Memory::new(rules);
    let mut win = |g: &Gladiator| -> Result<f64> {
        let duel = Duel::of(
            rules.clone(),
            [Fighter::new(data, readings, g)?, b],
            parts,
            None,
        )?;
        win_a(&duel, &mut exchanges)
    };
    let own = win(base)?;
    let all = steps(data, readings, base)
        .into_iter()
        .map(|(what, gladiator, price)| {
            let win = win(&gladiator)?;
            Ok(Marginal {
                what,
                gladiator,
                price,
                win,
                gain: win - own,
            })
        });
    Ok((own, all.collect::<Result<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rookie_s_next_ranks() {
        let data = BattleData::embedded().unwrap();
        let rules = Arc::new(Rules::embedded("r1").unwrap());
        let rookie = Gladiator::rookie();
        let (own, all) = marginals(&data, &rules, &rookie, &rookie, [Parts::default(); 2]).unwrap();
        assert!((own - 0.5).abs() < 1e-12);
        let of = |what: &str| all.iter().find(|m| m.what == what).unwrap();
        assert!((of("armor").win - 0.6133).abs() < 5e-5 && of("armor").price == 3);
        assert!(
            (of("attack and short_sword").win - 0.6984).abs() < 5e-5
                && of("attack and short_sword").price == 5
        );
        assert!(of("attack").gain.abs() < 1e-12, "an odd rank buys nothing");
        assert!((of("health").gain_per_point().unwrap() - 0.0190).abs() < 5e-5);
        assert_eq!(
            all.iter()
                .filter(|m| m.what == "heal" || m.what == "brawl")
                .count(),
            0
        );
    }
}
