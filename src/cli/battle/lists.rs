//! What `gsim list` says of How to Battle.

use crate::cli::game::Section;
use crate::error::Result;
use crate::games::battle::data::BattleData;
use crate::games::battle::policy::Parts;
use crate::study::battle::sides::PRESETS;

/// Policies, rulesets, switches, weapons and named gladiators.
pub fn lists() -> Result<Vec<Section>> {
    let data = BattleData::embedded()?;
    let weapons = data.weapons.iter().map(|w| {
        let says = format!(
            "class {}, critical bonus {}, {} lb, {} hands, {}, {}",
            w.class.value,
            w.critical_bonus.value,
            w.weight_lb.value,
            w.hands.value,
            w.usage.value.name(),
            w.class.provenance.status.name()
        );
        (w.name.clone(), says)
    });
    let sets = data
        .sets
        .iter()
        .map(|s| (format!("tables={}", s.name), s.title.clone()));
    let presets = PRESETS
        .iter()
        .map(|(name, text, what)| (name.to_string(), format!("{text}: {what}")));
    Ok(vec![
        Section::new("policies", policies()),
        Section::rulesets(&data.rulesets),
        Section::switches(&data.switches),
        Section::new("components", weapons.chain(sets).chain(presets).collect()),
    ])
}

fn policies() -> Vec<(String, String)> {
    let parts = crate::games::battle::policy::PARTS;
    let mut lines: Vec<(String, String)> = parts
        .iter()
        .map(|part| (format!("{part}="), Parts::values(part).join(", ")))
        .collect();
    lines.push((
        "growth=".into(),
        "none, cycle:[attack,weapon,…]: what a career's points are spent on".into(),
    ));
    lines
}
