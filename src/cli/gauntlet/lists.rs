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
    let presets = PRESETS
        .iter()
        .map(|n| (n.to_string(), preset(n).to_string()));
    let families = FAMILIES
        .iter()
        .map(|(n, example, s)| (n.to_string(), format!("{s}; {example}")));
    let parts = (
        "parts".to_string(),
        format!(
            "{} are set one by one with --policy-event-shift and so on; --policy-gamble 'low<=2'",
            DECISIONS.join(", ")
        ),
    );
    presets.chain(families).chain([parts]).collect()
}

/// What a preset does.
fn preset(name: &str) -> &'static str {
    match name {
        "never_swap" => "never swaps, never pays, never gambles",
        "swap_only" => "as greedy, but pays for nothing",
        "greedy" => "most enemy health removed less own health lost in this match; never bargains",
        "brawler" => "weigh:2,1,6,10: hits hard",
        "balanced" => "weigh:2,1,2,3: health counts double, glory single, damage double",
        "banker" => "weigh:2,3,2,4: keeps glory",
        "hoarder" => "weigh:1,3,1,2: glory above all",
        "random" => "every decision by lot",
        _ => unreachable!("a preset without words"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_is_told_by_its_own_words() {
        let told = policies();
        for name in PRESETS {
            assert!(told.iter().any(|(n, says)| n == name && !says.is_empty()));
        }
        let says = |of: &str| {
            let found = told.iter().find(|(n, _)| n.starts_with(of));
            found.map_or("", |(_, says)| says.as_str())
        };
        for (family, word) in [
            ("weigh:", "best of"),
            ("list:", "list of rules"),
            ("fight:", "fight at hand"),
            ("optimal:", "whole game"),
            ("improve:POLICY", "own exact values"),
            ("no_bargain:", "never bargaining"),
            ("noisy:", "random outcome"),
            ("rollout:", "games out"),
            ("mcts:", "tree search"),
        ] {
            assert!(says(family).contains(word), "{family}: {}", says(family));
        }
    }

    #[test]
    fn the_weights_told_are_the_weights_played() {
        use crate::games::gauntlet::spec::PolicySpec;
        for name in PRESETS {
            let says = preset(name);
            if says.starts_with("weigh:") {
                let weights = says.rsplit_once(": ").expect("weights, then words").0;
                let of = |name: &str| PolicySpec::parse(name).unwrap().matches;
                assert_eq!(of(weights), of(name), "{name}");
            }
        }
    }
}
