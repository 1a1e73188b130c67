//! What must agree with what: the numbers of the spec, exact with exact, sampled with exact, tables with rules.

mod anchors;
mod engines;
mod invariants;

use super::data::BattleData;
use super::duel::Duel;
use super::exact::exact;
use super::gladiator::Gladiator;
use super::policy::Parts;
use super::rules::Rules;

/// The duel of two gladiators in short form under these switches.
pub(crate) fn duel_with(a: &str, b: &str, set: &[(&str, &str)]) -> Duel {
    let data = BattleData::embedded().unwrap();
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let switches = data.switches("battle", &set).unwrap();
    let (ga, pa) = Gladiator::parse(a).unwrap();
    let (gb, pb) = Gladiator::parse(b).unwrap();
    Duel::new(
        &data,
        &switches,
        [&ga, &gb],
        [Parts::parse(&pa).unwrap(), Parts::parse(&pb).unwrap()],
        None,
    )
    .unwrap()
}

pub(crate) fn duel(a: &str, b: &str) -> Duel {
    duel_with(a, b, &[])
}

pub(crate) fn win(a: &str, b: &str) -> f64 {
    exact(&duel(a, b)).unwrap().win(0)
}

pub(crate) const ROOKIE: &str = "short_sword:4 A4 R1 S2 P3 H28";
pub(crate) const VETERAN: &str = "short_sword:8 A8 R2 S3 P4 H32";

pub(crate) fn rookie(more: &str) -> String {
    format!("{ROOKIE} {more}")
}

pub(crate) fn rules() -> Rules {
    Rules::embedded("r1").unwrap()
}
