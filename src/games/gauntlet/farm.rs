//! The farm: what the bargain makes of a fight that nothing has to end (spec 14).
//!
//! The bargain buys back as glory what was dealt as damage, Quick Rest turns glory into health: an enemy is a battery. Here the best
//! play of one fight is measured under settings of the rules and caps on matches: its value, its length, what is gained.

use super::dice::{Faces, roll_chances};
use super::linear::Sparse;
use super::menu::Menus;
use super::optimal::{Again, Problem, Room, fight_ends, fight_stall};
use super::rules::exchange::Permit;
use super::rules::game::{Code, Enemy};
use super::rules::{Class, Rules, Ties};
use super::spec::Objective;
use super::state::{FIGHTS, Fight, Health, Outcome};
use super::sweep::Sweeper;
use crate::error::Result;

/// A fight to be farmed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Field {
    /// Health and glory at the start.
    pub start: (Health, u8),
    /// The enemy.
    pub enemy: Enemy,
    /// The tie rule.
    pub ties: Ties,
    /// Faces that it rolls again.
    pub faces: Faces,
    /// What is made large: `points`, or the chance to survive.
    pub objective: Objective,
}

impl Field {
    /// Points at the start: 2 x health + glory.
    pub fn points(&self) -> f64 {
        f64::from(2 * self.start.0.sum() + self.start.1)
    }
}

/// The best play of a fight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Yield {
    /// Value of the objective.
    pub value: f64,
    /// Expected matches. Where plays of the same value differ in length, those of one of them.
    pub matches: f64,
    /// Chance that the enemy is downed.
    pub down: f64,
    /// Chance of a stall at the cap.
    pub stalled: f64,
    /// Expected points at the end (2 x health + glory when the enemy falls, glory otherwise).
    pub points: f64,
}

/// A line of the farm's table.
#[derive(Debug, Clone, PartialEq)]
pub struct FarmRow {
    /// Which setting, see [`SETTINGS`].
    pub setting: &'static str,
    /// Cap on matches, 0 for none.
    pub cap: u16,
    /// What it yields.
    pub found: Yield,
}

/// Settings that bear on the farm: name, and the switches or knobs that make it (`key=value`).
pub const SETTINGS: [(&str, &[(&str, &str)]); 9] = [
    ("as given", &[]),
    (
        "bargain only among the tactics",
        &[("bargain_time", "tactics")],
    ),
    (
        "bargain only before the first tactic",
        &[("bargain_time", "first")],
    ),
    ("bargain once an enemy", &[("bargain_limit", "enemy")]),
    ("no bargain", &[("bargain", "off")]),
    ("no Quick Rest", &[("tactics.quick_rest.enabled", "false")]),
    ("no swaps", &[("swap.enabled", "false")]),
    ("no glory for 1-swaps", &[("swap.one_bonus", "0")]),
    ("no glory for big hits", &[("big_hit.glory", "0")]),
];

/// Rules under a setting of [`SETTINGS`].
///
/// # Errors
/// If a switch cannot be set.
pub fn setting(rules: &Rules, changes: &[(&str, &str)]) -> Result<Rules> {
    let mut rules = rules.clone();
    for (key, value) in changes {
        match *key {
            "tactics.quick_rest.enabled" => {
                rules.enabled[super::rules::Tactic::QuickRest as usize] = *value == "true"
            }
            "swap.enabled" => rules.swap = *value == "true",
            "swap.one_bonus" => rules.one_bonus = 0,
            "big_hit.glory" => rules.big_hit_glory = 0,
            _ => rules.set(key, value)?,
        }
    }
    Ok(rules)
}

/// Every setting under every cap (0 for none), those of a setting together. About half a second a line.
///
/// # Errors
/// If a switch cannot be set.
pub fn table(rules: &Rules, field: &Field, caps: &[u16]) -> Result<Vec<FarmRow>> {
    let mut rows = Vec::new();
    for (name, changes) in SETTINGS {
        let menus = Menus::new(&setting(rules, changes)?);
        for &cap in caps {
            rows.push(FarmRow {
                setting: name,
                cap,
                found: best(&menus, field, cap),
            });
        }
    }
    Ok(rows)
}

/// What a play leads to, by open fight and layer: value, matches, down, stalled, points.
const MEASURES: usize = 5;

/// The best play of a fight, measured. The rules' own cap does not count: `cap` does (0 for none).
pub fn best(menus: &Menus, field: &Field, cap: u16) -> Yield {
    let class = Class::new(menus.rules.ability(field.enemy.ability), field.ties);
    let sweepers: Vec<Sweeper> = menus
        .layers(class, Permit::ALL)
        .into_iter()
        .map(Sweeper::new)
        .collect();
    let chances = roll_chances(field.faces);
    let ends = fight_ends(field.objective);
    let problem = Problem {
        sweepers: &sweepers,
        chances: &chances,
        ends: &ends,
        again: Again::Never,
        cap: 0,
        stall: fight_stall(field.objective),
    };
    let mut room = Room::new(&sweepers);
    // What each code counts at the end of the fight, for each measure.
    let measure = |of: &[f64]| -> Vec<f64> {
        let mut by_code = vec![0.0; Code::COUNT];
        for layer in 0..2 {
            let at = layer * Outcome::COUNT;
            by_code[at + FIGHTS..at + Outcome::COUNT].copy_from_slice(of);
        }
        by_code
    };
    let down = fight_ends(Objective::Win);
    let points = fight_ends(Objective::Score);
    let none = vec![0.0; ends.len()];
    let mut found = [&ends, &none, &down, &none, &points].map(|e| measure(e));
    let step = |constant: &[f64], chain: &Sparse, open: &[f64], extra: f64| -> Vec<f64> {
        (0..FIGHTS)
            .map(|s| constant[s] + extra + chain.times(s, open))
            .collect()
    };
    if cap == 0 {
        found[0] = problem.solve(&mut room, None).0;
        for layer in (0..sweepers.len()).rev() {
            let first = layer * Outcome::COUNT;
            let values = found[0].clone();
            problem.name_best(&mut room, layer, &values, 29.0);
            for (k, by_code) in found.iter_mut().enumerate().skip(1) {
                let (chain, mut constant) = problem.chain(&mut room, layer, by_code);
                if k == 1 {
                    constant.iter_mut().for_each(|c| *c += 1.0);
                }
                let mut open = constant.clone();
                chain.solve(&constant, &mut open, if k == 1 { 100.0 } else { 29.0 });
                by_code[first..first + FIGHTS].copy_from_slice(&open);
            }
        }
    } else {
        let stall = fight_stall(field.objective);
        for layer in 0..2 {
            for fight in Fight::all() {
                let (at, glory) = (
                    layer * Outcome::COUNT + fight.index(),
                    usize::from(fight.glory),
                );
                found[0][at] = stall[glory];
                found[3][at] = 1.0;
                found[4][at] = glory as f64;
            }
        }
        for _ in 0..cap {
            let mut next = found.clone();
            for layer in 0..sweepers.len() {
                let here = layer * Outcome::COUNT..layer * Outcome::COUNT + FIGHTS;
                problem.name_best(&mut room, layer, &found[0], 29.0);
                for k in 0..MEASURES {
                    let (chain, constant) = problem.chain(&mut room, layer, &found[k]);
                    let open = step(
                        &constant,
                        &chain,
                        &found[k][here.clone()],
                        if k == 1 { 1.0 } else { 0.0 },
                    );
                    next[k][here.clone()].copy_from_slice(&open);
                }
            }
            let settled = (0..MEASURES).all(|k| {
                next[k]
                    .iter()
                    .zip(&found[k])
                    .all(|(a, b)| (a - b).abs() <= 1e-15 * a.abs().max(1.0))
            });
            found = next;
            if settled {
                break;
            }
        }
    }
    let (health, glory) = field.start;
    let enemy = Rules::entry_health(field.enemy.health, glory);
    let at = Fight {
        health,
        glory,
        enemy,
    }
    .index();
    let [value, matches, down, stalled, points] = [0, 1, 2, 3, 4].map(|k: usize| found[k][at]);
    Yield {
        value,
        matches,
        down,
        stalled,
        points,
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Ability;
    use super::*;

    fn field(health: u8, objective: Objective) -> Field {
        Field {
            start: (Health::new(4, 4), 0),
            enemy: Enemy {
                health: Some(health),
                ability: Ability::None,
            },
            ties: Ties::Nobody,
            faces: Faces::NONE,
            objective,
        }
    }

    /// The table of spec 14.
    #[test]
    fn the_farm_grows_with_the_cap() {
        let menus = Menus::new(&Rules::rulebook());
        let field = field(3, Objective::Score);
        let mut last = 0.0;
        for (cap, points) in [
            (1, 7.168981),
            (2, 11.941737),
            (3, 14.591869),
            (5, 18.806943),
            (20, 28.191782),
        ] {
            let found = best(&menus, &field, cap);
            assert!((found.value - points).abs() < 1e-6, "cap {cap}: {found:?}");
            assert!(
                (found.points - found.value).abs() < 1e-9 && found.matches <= f64::from(cap) + 1e-9
            );
            assert!(found.value > last);
            last = found.value;
        }
        let endless = best(&menus, &field, 0);
        assert!(
            (endless.value - 28.960054).abs() < 1e-6 && (endless.matches - 14.1).abs() < 0.1,
            "{endless:?}"
        );
        assert!(
            (endless.points - endless.value).abs() < 1e-8
                && endless.stalled == 0.0
                && endless.down > 0.999
        );
    }

    #[test]
    fn without_the_bargain_there_is_no_farm() {
        let rules = Rules::rulebook();
        let field = field(4, Objective::Score);
        let value = |name: &str| {
            let (_, changes) = SETTINGS.iter().find(|(n, _)| *n == name).unwrap();
            best(&Menus::new(&setting(&rules, changes).unwrap()), &field, 0)
        };
        let (all, off) = (value("as given"), value("no bargain"));
        assert!(
            (all.value - 28.91).abs() < 0.01 && (off.value - 16.14).abs() < 0.01,
            "{all:?} {off:?}"
        );
        assert!((value("no Quick Rest").value - 24.67).abs() < 0.01);
        assert!((value("no swaps").value - 22.02).abs() < 0.01);
        assert!(all.matches > off.matches + 3.0, "{all:?} {off:?}");
        let enemy = value("bargain once an enemy").value;
        assert!(off.value < enemy && enemy < all.value);
    }
}
