//! What `gsim list` says of Gladiatori.

use super::common::MAPS;
use crate::cli::game::Section;
use crate::error::Result;
use crate::games::gladiatori::build::Build;
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::policy::NAMES;

/// Policies, rulesets, switches, gladiators, items, maps.
pub fn lists() -> Result<Vec<Section>> {
    let data = Data::embedded()?;
    let mut components = Vec::new();
    for id in data.ids("gladiator") {
        components.push((
            id.to_string(),
            format!("gladiator {}", Build::ready_made(&data, id)?),
        ));
    }
    for id in data.ids("item") {
        let of = |key: &str| data.value(&format!("item.{id}.{key}"));
        let status = |key: &str| {
            data.cell(&format!("item.{id}.{key}"))
                .map_or("", |c| c.provenance.status.name())
        };
        components.push((
            id.to_string(),
            format!(
                "item {}: attack {} ({}), defense {} ({}), {} HP ({})",
                of("symbol"),
                of("attack"),
                status("attack"),
                of("defense"),
                status("defense"),
                of("hp"),
                status("hp")
            ),
        ));
    }
    for (name, text) in MAPS {
        let says = text
            .lines()
            .next()
            .unwrap_or_default()
            .trim_start_matches("# ");
        components.push((name.to_string(), format!("map: {says}")));
    }
    Ok(vec![
        Section::new("policies", policies()),
        Section::rulesets(&data.rulesets),
        Section::switches(&data.switches),
        Section::new("components", components),
    ])
}

fn policies() -> Vec<(String, String)> {
    let says = [
        "everything legal, by class of action, then by parameters",
        "attacks with Strength, bare; dodges (deterministic)",
        "attacks with all Energy, Offense and Blood (deterministic)",
        "never attacks, recovers (deterministic)",
        "every choice of attack and defense uniformly",
        "POLICY (poke, heavy, turtle), and with probability P a uniform_mix choice",
        "soft-max over believed worths at temperature T, 0.01 to 100 [0.5]; the default",
        "keeps its Movement card and 3 Speed, pokes only (deterministic)",
        "all-in only if its AV beats the best DV that public resources allow (deterministic)",
        "defends with the likeliest kind, attacks with the kind least matched (deterministic)",
        "spends below the marginal VP value, recovers when Blood and Guard are low (deterministic)",
        "attacks sampled from the solved exchange against the believed defender",
        "strikes with everything when a kill is in reach (deterministic)",
        "looks ahead with N playouts an action [120]",
        "information-set tree search with N playouts an action [200]",
    ];
    NAMES
        .iter()
        .zip(says)
        .map(|(n, s)| (n.to_string(), s.to_string()))
        .collect()
}
