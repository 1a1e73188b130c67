//! What else could be on the cards: the alternatives of the data file, each laid over the data by name.

use super::read::{Unsaid, ability, faces, health, side};
use super::{GauntletData, Known, RoundRow};
use crate::error::{Error, Result};
use crate::games::gauntlet::dice::Faces;
use crate::games::gauntlet::rules::Ability;
use crate::scenario::overlay::{lay_over, named};
use crate::scenario::{Provenance, Table, did_you_mean};

/// An alternative to the assumed values; it replaces only what it lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Its name.
    pub name: String,
    /// What it assumes, in words, and how well that is known.
    pub provenance: Provenance,
    /// Added to every printed health, which stays within 1..=6.
    pub health_shift: i8,
    /// All rounds: cards, side (0 A, 1 B), faces; empty to keep them.
    pub rounds: Vec<(u8, u8, Faces)>,
    /// Enemy and ability.
    pub abilities: Vec<(String, Ability)>,
    /// Enemy and health.
    pub healths: Vec<(String, Option<u8>)>,
    /// Card k carries the side B that card `pairing_b[k]` has now; empty to keep them.
    pub pairing_b: Vec<u8>,
}

/// Reads `[[alternative]]`.
pub(super) fn read(data: &mut GauntletData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let keys = [
        "health_shift",
        "rounds",
        "abilities",
        "healths",
        "pairing_b",
    ];
    let found = named(root, "alternative", &keys, |t, name| {
        one(t, name, data, unsaid)
    })?;
    lay_over(&mut data.alternatives, found, |a| &a.name);
    Ok(())
}

fn one(table: &Table, name: String, data: &GauntletData, unsaid: Unsaid) -> Result<Alternative> {
    let health_shift = table
        .get("health_shift")
        .map_or(Ok(0), |item| item.whole(-5..=5))?;
    let mut rounds = Vec::new();
    for t in table.tables("rounds")? {
        t.only(&["cards", "side", "reroll_faces"], &[])?;
        let cards = t.need("cards")?.whole(1..=5)?;
        rounds.push((
            cards,
            side(&t.need("side")?)?,
            faces(&t.need("reroll_faces")?)?,
        ));
    }
    let enemies = |key: &str| -> Result<Vec<_>> {
        let items = table.table(key)?.map_or(Vec::new(), |t| t.items());
        for item in &items {
            if !data.enemies.iter().any(|e| e.name == item.key()) {
                let meant = did_you_mean(item.key(), data.enemies.iter().map(|e| e.name.as_str()));
                return Err(item.key_error(format!(
                    "unknown enemy `{}`{meant}",
                    item.key().escape_debug()
                )));
            }
        }
        Ok(items)
    };
    let abilities = enemies("abilities")?
        .iter()
        .map(|i| Ok((i.key().to_string(), ability(i)?)))
        .collect::<Result<_>>()?;
    let healths = enemies("healths")?
        .iter()
        .map(|i| Ok((i.key().to_string(), health(i)?)))
        .collect::<Result<_>>()?;
    let pairing_b = match table.get("pairing_b") {
        Some(item) => item
            .list()?
            .iter()
            .map(|n| n.whole(1..=5))
            .collect::<Result<Vec<u8>>>()?,
        None => Vec::new(),
    };
    let provenance = Provenance::read(table, unsaid)?;
    Ok(Alternative {
        name,
        provenance,
        health_shift,
        rounds,
        abilities,
        healths,
        pairing_b,
    })
}

impl GauntletData {
    /// This data under one of its alternatives.
    ///
    /// # Errors
    /// An unknown name.
    pub fn alternative(&self, name: &str) -> Result<Self> {
        let found = self
            .alternatives
            .iter()
            .find(|a| a.name == name)
            .ok_or_else(|| {
                let names: Vec<&str> = self.alternatives.iter().map(|a| a.name.as_str()).collect();
                let meant = did_you_mean(name, names.iter().copied());
                Error::usage(format!(
                    "unknown alternative `{}`{meant} ({})",
                    name.escape_debug(),
                    names.join(", ")
                ))
            })?;
        let mut data = self.clone();
        for e in &mut data.enemies {
            if let Some((_, ability)) = found.abilities.iter().find(|(n, _)| *n == e.name) {
                e.ability = Known {
                    value: *ability,
                    provenance: found.provenance.clone(),
                };
            }
            if let Some((_, health)) = found.healths.iter().find(|(n, _)| *n == e.name) {
                e.health = Known {
                    value: *health,
                    provenance: found.provenance.clone(),
                };
            }
            if found.health_shift != 0
                && let Some(health) = &mut e.health.value
            {
                *health = (*health as i8 + found.health_shift).clamp(1, 6) as u8;
                e.health.provenance = found.provenance.clone();
            }
        }
        if !found.rounds.is_empty() {
            let known = |value| Known {
                value,
                provenance: found.provenance.clone(),
            };
            data.rounds = found
                .rounds
                .iter()
                .map(|&(cards, side, faces)| RoundRow {
                    cards: known(cards),
                    side: known(side),
                    faces: Known {
                        value: faces,
                        provenance: found.provenance.clone(),
                    },
                })
                .collect();
        }
        for e in data.enemies.iter_mut().filter(|e| e.side == 1) {
            // The k-th card carries the name that stands at place pairing_b[k].
            if let Some(card) = found.pairing_b.iter().position(|&p| p == e.card) {
                e.card = card as u8 + 1;
            }
        }
        data.enemies.sort_by_key(|e| (e.card, e.side));
        Ok(data)
    }
}
