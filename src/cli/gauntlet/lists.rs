//! What `gsim list` says of the Gauntlet.

use crate::cli::game::Section;
use crate::error::Result;
use crate::games::gauntlet::data::GauntletData;
use crate::games::gauntlet::rules::Ability;
use crate::games::gauntlet::spec::{DECISIONS, FAMILIES, PRESETS};

/// Policies, rulesets, switches, enemies.
pub fn lists() -> Result<Vec<Section>> {
    let data = GauntletData::embedded()?;
    let enemies = data.enemies.iter().map(|e| {
        let health = e.health.value.map_or("glory".into(), |h| h.to_string());
        let ability = match e.ability.value {
            Ability::None => "no ability".to_string(),
            ability => ability.name().to_string(),
        };
        let says = format!(
            "card {} side {}: health {health} ({}), {ability} ({})",
            e.card,
            ["A", "B"][usize::from(e.side)],
            e.health.provenance.status.name(),
            e.ability.provenance.status.name()
        );
        (e.name.clone(), says)
    });
    let events = data.events.iter().enumerate().map(|(i, e)| {
        (
            format!("event {}", i + 1),
            format!("{}, {}", e.event.name(), e.provenance.status.name()),
        )
    });
    let alternatives = data.alternatives.iter().map(|a| {
        (
            a.name.clone(),
            format!("alternative data: {}", a.provenance.note),
        )
    });
    let knobs = GauntletData::knobs()
        .into_iter()
        .map(|k| (k, "what-if knob, --set KEY=VALUE".to_string()));
    Ok(vec![
        Section::new("policies", policies()),
        Section::rulesets(&data.rulesets),
        Section::switches(&data.switches),
        Section::new(
            "components",
            enemies
                .chain(events)
                .chain(alternatives)
                .chain(knobs)
                .collect(),
        ),
    ])
}

fn policies() -> Vec<(String, String)> {
    let says = [
        "never swaps, never pays, never gambles",
        "as greedy, but pays for nothing",
        "most enemy health removed less own health lost in this match; never bargains",
        "weigh:2,1,6,10: hits hard",
        "weigh:2,1,2,3: health, glory and damage alike",
        "weigh:2,3,2,4: keeps glory",
        "weigh:1,3,1,2: glory above all",
        "every decision by lot",
    ];
    let family = [
        "best of H x health + G x glory - E x enemy health + K when it is down",
        "optimal for the fight at hand: survive or points",
        "optimal for the whole game: win or score (solved once, kept in the cache)",
        "the best outcome by that policy's own exact values: one step of policy iteration",
        "the same for an objective: win or score",
        "that policy, never bargaining",
        "that policy, with this chance a random outcome instead",
        "plays this many games out for each outcome",
        "tree search of this many games a match",
    ];
    let presets = PRESETS
        .iter()
        .zip(says)
        .map(|(n, s)| (n.to_string(), s.to_string()));
    let families = FAMILIES
        .iter()
        .zip(family)
        .map(|((n, example), s)| (n.to_string(), format!("{s}; {example}")));
    let parts = (
        "parts".to_string(),
        format!(
            "{} are set one by one with --policy-event-shift and so on; --policy-gamble 'low<=2'",
            DECISIONS.join(", ")
        ),
    );
    presets.chain(families).chain([parts]).collect()
}
