//! The ways to ask again.

use super::Setting;
use crate::error::Result;
use crate::games::battle::column::Column as Shows;
use crate::games::battle::data::{BattleData, Known};
use crate::scenario::Provenance;
use crate::study::battle::ground::Ground;

/// What can be set apart from the ranges of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// A battle of given gladiators.
    Battle,
    /// Builds under a budget: what is legal and what it costs matter too.
    Builds,
    /// Careers.
    Careers,
}

/// Readings of battles.
const BATTLE: [&str; 18] = [
    "low_double_block",
    "low_double_stun",
    "stay_stunned",
    "defence_reroll",
    "critical_minus",
    "defensive_bonus_when_stunned",
    "zero_dice",
    "thrown_defensive",
    "shield_must_be_carried",
    "brawl",
    "retrieve_weapon",
    "initiative_tie",
    "initiative_luck",
    "fate_5_focus",
    "fate_still_below",
    "fate_1_dies",
    "coma_result",
    "concede",
];

/// Every way to ask again: each other value of each reading, each other table set, each end of each range of the table set
/// in force and of these weapons.
///
/// # Errors
/// A setting that does not fit.
pub fn settings(ground: &Ground, weapons: &[String], scope: Scope) -> Result<Vec<Setting>> {
    let mut all = Vec::new();
    let mut keys = BATTLE.to_vec();
    match scope {
        Scope::Battle => {}
        Scope::Builds => keys.push("two_handed_shield"),
        Scope::Careers => keys.extend(["kill_credit", "coma_rounds_out"]),
    }
    for switch in ground
        .data
        .switches
        .iter()
        .filter(|s| keys.contains(&s.key.as_str()))
    {
        let now = ground.switches.get(&switch.key);
        for value in switch.values.iter().filter(|v| *v != now) {
            let set = [(switch.key.clone(), value.clone())];
            all.push(Setting {
                sort: "switch",
                name: format!("{}={value}", switch.key),
                ground: ground.again(ground.data.clone(), &set)?,
            });
        }
    }
    for (name, _) in ground.sets.iter().filter(|s| s.0 != ground.tables()) {
        let set = [("tables".to_string(), name.clone())];
        all.push(Setting {
            sort: "tables",
            name: format!("tables={name}"),
            ground: ground.again(ground.data.clone(), &set)?,
        });
    }
    for (name, data) in values(ground, weapons, scope) {
        all.push(Setting {
            sort: "value",
            name,
            ground: ground.again(data, &[])?,
        });
    }
    Ok(all)
}

/// The ends of a range, `1 to 3`, that are not the value.
fn ends(range: &str, value: i64) -> Vec<i64> {
    let ends = range.split_once(" to ");
    let ends = ends.and_then(|(lo, hi)| Some([lo.parse().ok()?, hi.parse().ok()?]));
    let ends: [i64; 2] = ends.unwrap_or([value; 2]);
    ends.into_iter().filter(|end| *end != value).collect()
}

fn open(p: &Provenance) -> bool {
    p.status == crate::scenario::Status::Assumed
}

/// The data with one thing different, by what is different.
fn values(ground: &Ground, weapons: &[String], scope: Scope) -> Vec<(String, BattleData)> {
    let data = &ground.data;
    let name = ground.tables();
    let Some(at) = data.sets.iter().position(|s| s.name == name) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let mut with = |what: String, change: &dyn Fn(&mut BattleData)| {
        let mut data = data.clone();
        change(&mut data);
        all.push((what, data));
    };
    let known = || weapons.iter().filter_map(|w| data.weapon(w).ok());
    let mut classes: Vec<usize> = known().map(|w| w.class.value as usize).collect();
    classes.sort_unstable();
    classes.dedup();
    let set = &data.sets[at];
    for &class in &classes {
        for column in Shows::TABLE {
            let i = column.index();
            let Some(cell) = set.damage[class][i]
                .as_ref()
                .filter(|c| open(&c.provenance))
            else {
                continue;
            };
            for end in ends(&cell.provenance.range, cell.value.into()) {
                let letter = ["A", "B", "C", "D"][class];
                with(format!("damage of class {letter}, {column}: {end}"), &|d| {
                    put(&mut d.sets[at].damage[class][i], end);
                });
            }
        }
    }
    for column in Shows::TABLE {
        let i = column.index();
        let Some(cell) = set.block[i].as_ref().filter(|c| open(&c.provenance)) else {
            continue;
        };
        for end in ends(&cell.provenance.range, cell.value.into()) {
            with(format!("sixes that block {column}: {end}"), &|d| {
                put(&mut d.sets[at].block[i], end);
            });
        }
    }
    // The tracker is one line: it is raised and lowered as one.
    for (which, word) in [(0, "lower"), (1, "upper")] {
        with(format!("tracker: {word} ends of its ranges"), &|d| {
            for cell in d.sets[at].tracker.iter_mut().filter(|c| c.is_some()) {
                let (range, value) = match cell {
                    Some(c) if open(&c.provenance) => (c.provenance.range.clone(), c.value),
                    _ => continue,
                };
                let both = range.split_once(" to ");
                let end = both.map(|(lo, hi)| if which == 0 { lo } else { hi });
                put(
                    cell,
                    end.and_then(|e| e.parse().ok()).unwrap_or(value.into()),
                );
            }
        });
    }
    for other in data.sets.iter().filter(|s| s.name != name) {
        with(format!("critical chart of {}", other.name), &|d| {
            d.sets[at].critical.clone_from(&other.critical);
        });
    }
    let kill = set.critical.as_ref().and_then(|c| c.kill_at.as_ref());
    if let Some(kill) = kill.filter(|k| open(&k.provenance)) {
        for end in ends(&kill.provenance.range, kill.value.into()) {
            with(format!("total that kills: {end}"), &|d| {
                let chart = d.sets[at].critical.as_mut();
                if let Some(kill) = chart.and_then(|c| c.kill_at.as_mut()) {
                    kill.value = end as u16;
                }
            });
        }
    }
    for w in known() {
        let Some(at) = data.weapons.iter().position(|k| k.name == w.name) else {
            continue;
        };
        let own = &w.critical_bonus;
        for end in ends(&own.provenance.range, own.value.into()) {
            with(format!("{}: critical bonus {end}", w.name), &|d| {
                d.weapons[at].critical_bonus.value = end as u8;
            });
        }
        let own = &w.throw_bonus;
        for end in ends(&own.provenance.range, own.value.into()) {
            with(format!("{}: throw bonus {end}", w.name), &|d| {
                d.weapons[at].throw_bonus.value = end as u8;
            });
        }
    }
    if scope != Scope::Battle {
        for name in ["health_base", "health_rank_price"] {
            let constant = data.known_constant(name);
            for end in ends(&constant.provenance.range, constant.value) {
                with(format!("{}: {end}", name.replace('_', " ")), &|d| {
                    let found = d.constants.iter_mut().find(|(n, _)| n == name);
                    if let Some((_, constant)) = found {
                        constant.value = end;
                    }
                });
            }
        }
    }
    all
}

fn put(cell: &mut Option<Known<u8>>, value: i64) {
    if let Some(cell) = cell {
        cell.value = value as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_tables_and_ranges_are_asked_one_at_a_time() {
        let ground = Ground::new(BattleData::embedded().unwrap(), "battle", &[]).unwrap();
        let all = settings(&ground, &["short_sword".into()], Scope::Battle).unwrap();
        let named = |name: &str| all.iter().find(|s| s.name == name);
        let block = named("low_double_block=1").unwrap();
        assert_eq!(block.ground.switches.get("low_double_block"), "1");
        assert_eq!(named("tables=r2").unwrap().ground.tables(), "r2");
        let doubles = named("damage of class B, 5-5: 4").unwrap();
        let cell = |g: &Ground| {
            g.data.sets[0].damage[1][Shows::TABLE[3].index()]
                .as_ref()
                .map(|c| c.value)
        };
        assert_eq!((cell(&doubles.ground), cell(&ground)), (Some(4), Some(3)));
        assert!(named("damage of class A, 4: 2").is_none(), "not in play");
        assert!(
            named("two_handed_shield=allowed").is_none()
                && named("low_double_stun=any_double").is_none()
        );
        assert!(named("critical chart of r3").is_some() && named("total that kills: 30").is_some());
        let mut lower = named("tracker: lower ends of its ranges")
            .unwrap()
            .ground
            .data
            .sets[0]
            .tracker
            .iter();
        assert_eq!(
            lower.nth(7).unwrap().as_ref().map(|c| c.value),
            Some(3),
            "printed"
        );
        assert_eq!(lower.next().unwrap().as_ref().map(|c| c.value), Some(2));
        assert_eq!(ends("1 to 3", 1), [3]);
        assert_eq!(ends("", 1), [0i64; 0]);
    }
}
