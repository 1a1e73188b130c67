//! What the values of a data file must satisfy together, after a user's file was laid over the embedded one.

use super::BattleData;
use super::read::Table;
use crate::error::Result;

/// Rules that no single value can break alone.
pub(super) fn together(data: &BattleData, root: &Table) -> Result<()> {
    let place = |key: &str| {
        root.get(key)
            .map_or_else(|| root.place(), |item| item.key_place())
    };
    if data.tiers.is_empty() {
        return Err(root.error("the data has no [[style_tier]]"));
    }
    if data.constant("health_base") > data.constant("health_max") {
        return Err(place("constants").error(format!(
            "health_base {} is above health_max {}",
            data.constant("health_base"),
            data.constant("health_max")
        )));
    }
    // A class's row of hits may have been changed without its damage.
    for set in &data.sets {
        for (row, cells) in data.classes.iter().zip(&set.damage) {
            let from = row.hits_from.value;
            let column = |i: usize| super::Column::TABLE[i - 1];
            let bad = (1..7).find(|&i| (column(i) >= from) != cells[i].is_some());
            if let Some(i) = bad {
                return Err(place("weapon_class").error(format!(
                    "a class hits from {from}, and table set {} {} damage for its column {}",
                    set.name,
                    if cells[i].is_some() { "has" } else { "lacks" },
                    column(i)
                )));
            }
        }
    }
    for name in [
        "attack",
        "weapon",
        "armor",
        "shield",
        "parry",
        "focus",
        "initiative",
        "retrieve_weapon",
        "brawl",
    ] {
        if data.skill(name).is_none() {
            return Err(root.error(format!("the data has no [[skill]] named {name}")));
        }
    }
    if data.weapons.iter().all(|w| w.name != "brawl") {
        return Err(root.error(
            "the data has no [[weapon]] named brawl, which is what is left without weapons",
        ));
    }
    Ok(())
}
