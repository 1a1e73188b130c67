//! Reads and checks a data file of the Gauntlet: the embedded one whole, a user's whatever it gives.
//!
//! Enemies are replaced by card and side, rounds by number, events by face; other tables replace the keys given.
//! `unsaid`: see `scenario::overlay`.

use super::alternative;
use super::{EnemySide, EventLine, Fact, GauntletData, Known, RoundRow};
use crate::error::Result;
use crate::games::gauntlet::dice::Faces;
use crate::games::gauntlet::rules::game::Event;
use crate::games::gauntlet::rules::{Ability, Rules, Tactic};
use crate::scenario::overlay::{section, wanted};
use crate::scenario::{Item, PROVENANCE_KEYS, Provenance, Rulesets, Status, SwitchTable, Table};

pub(super) type Unsaid = Option<Status>;

const TABLES: [&str; 18] = [
    "schema",
    "game",
    "player",
    "swap",
    "big_hit",
    "bargain",
    "critical",
    "tactics",
    "difficulty",
    "scoring",
    "deck",
    "enemy",
    "abilities",
    "round",
    "event",
    "alternative",
    "switch",
    "ruleset",
];

/// No data yet.
pub(super) fn nothing() -> GauntletData {
    GauntletData {
        numbers: Rules::rulebook(),
        health_dice: [4, 4],
        glory: 0,
        difficulties: Vec::new(),
        enemies: Vec::new(),
        rounds: Vec::new(),
        events: Vec::new(),
        alternatives: Vec::new(),
        facts: Vec::new(),
        tables: Vec::new(),
        switches: SwitchTable::default(),
        rulesets: Rulesets::default(),
    }
}

/// Lays a file over the data.
pub(super) fn apply(data: &mut GauntletData, root: &Table, unsaid: Unsaid) -> Result<()> {
    root.only(&TABLES, &[])?;
    numbers(data, root, unsaid)?;
    tactics(data, root, unsaid)?;
    difficulties(data, root, unsaid)?;
    enemies(data, root, unsaid)?;
    rounds(data, root, unsaid)?;
    events(data, root, unsaid)?;
    facts(data, root, unsaid)?;
    alternative::read(data, root, unsaid)?;
    data.switches.read(root, unsaid)?;
    data.rulesets.read(root, &data.switches, unsaid)
}

/// Notes the provenance of a table of numbers.
fn note(data: &mut GauntletData, name: &str, provenance: Provenance) {
    data.tables.retain(|t| t.name != name);
    data.tables.push(Fact {
        name: name.to_string(),
        provenance,
    });
}

/// A number that the rules fix: any other value is refused.
fn fixed(table: &Table, key: &str, value: i64) -> Result<()> {
    match table.get(key) {
        Some(item) if item.whole::<i64>(0..=99)? != value => Err(item.error(format!(
            "{key} is {value} in the rules and cannot be changed"
        ))),
        _ => Ok(()),
    }
}

/// The tables of single numbers.
fn numbers(data: &mut GauntletData, root: &Table, unsaid: Unsaid) -> Result<()> {
    if let Some(t) = section(root, "player", unsaid)? {
        const KEYS: [&str; 8] = [
            "health_dice",
            "combat_dice",
            "glory",
            "glory_max",
            "health_die_max",
            "enemy_health_max",
            "round_glory",
            "event_shift_cost",
        ];
        t.only(&KEYS, &PROVENANCE_KEYS)?;
        for (key, value) in [
            ("combat_dice", 2),
            ("glory_max", 5),
            ("health_die_max", 6),
            ("enemy_health_max", 6),
        ] {
            fixed(&t, key, value)?;
        }
        if let Some(item) = wanted(&t, "health_dice", unsaid)? {
            let dice: Vec<u8> = item
                .list()?
                .iter()
                .map(|d| d.whole(0..=6))
                .collect::<Result<_>>()?;
            match dice[..] {
                [a, b] if a + b > 0 => data.health_dice = [a, b],
                _ => {
                    return Err(
                        item.error("health_dice must be two dice of 0 to 6, one of them above 0, for example [4, 4]")
                    );
                }
            }
        }
        let n = &mut data.numbers;
        for (key, slot) in [
            ("glory", &mut data.glory),
            ("round_glory", &mut n.round_glory),
            ("event_shift_cost", &mut n.shift_cost),
        ] {
            if let Some(item) = wanted(&t, key, unsaid)? {
                *slot = item.whole(0..=5)?;
            }
        }
        note(data, "player", Provenance::read(&t, unsaid)?);
    }
    if let Some(t) = section(root, "swap", unsaid)? {
        t.only(&["enabled", "per_match", "one_bonus"], &PROVENANCE_KEYS)?;
        fixed(&t, "per_match", 1)?;
        if let Some(item) = wanted(&t, "enabled", unsaid)? {
            data.numbers.swap = item.boolean()?;
        }
        if let Some(item) = wanted(&t, "one_bonus", unsaid)? {
            data.numbers.one_bonus = item.whole(0..=5)?;
        }
        note(data, "swap", Provenance::read(&t, unsaid)?);
    }
    if let Some(t) = section(root, "big_hit", unsaid)? {
        t.only(&["more_than", "glory"], &PROVENANCE_KEYS)?;
        if let Some(item) = wanted(&t, "more_than", unsaid)? {
            data.numbers.big_hit_over = item.whole(0..=8)?;
        }
        if let Some(item) = wanted(&t, "glory", unsaid)? {
            data.numbers.big_hit_glory = item.whole(0..=5)?;
        }
        note(data, "big_hit", Provenance::read(&t, unsaid)?);
    }
    for (name, values) in [
        ("bargain", &[("per_match", 1)][..]),
        ("critical", &[("face", 6), ("damage", 2)]),
        ("scoring", &[("health", 2), ("glory", 1), ("round", 5)]),
    ] {
        let Some(t) = section(root, name, unsaid)? else {
            continue;
        };
        let keys: Vec<&str> = values.iter().map(|(k, _)| *k).chain(["highest"]).collect();
        t.only(&keys, &PROVENANCE_KEYS)?;
        values
            .iter()
            .try_for_each(|(key, value)| fixed(&t, key, *value))?;
        note(data, name, Provenance::read(&t, unsaid)?);
    }
    Ok(())
}

fn tactics(data: &mut GauntletData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let Some(all) = section(root, "tactics", unsaid)? else {
        return Ok(());
    };
    all.only(&Tactic::ALL.map(Tactic::name), &[])?;
    for tactic in Tactic::ALL {
        let Some(t) = section(&all, tactic.name(), unsaid)? else {
            continue;
        };
        t.only(&["enabled", "cost", "effect"], &PROVENANCE_KEYS)?;
        if let Some(item) = wanted(&t, "enabled", unsaid)? {
            data.numbers.enabled[tactic as usize] = item.boolean()?;
        }
        if let Some(item) = wanted(&t, "cost", unsaid)? {
            let points = tactic == Tactic::DirtyTrick && item.is_text(); // "x": one a point
            data.numbers.cost[tactic as usize] = if points {
                item.word(&["x"]).map(|_| 1)?
            } else {
                item.whole(0..=5)?
            };
        }
        note(
            data,
            &format!("tactics.{}", tactic.name()),
            Provenance::read(&t, unsaid)?,
        );
    }
    Ok(())
}

fn difficulties(data: &mut GauntletData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let Some(t) = section(root, "difficulty", unsaid)? else {
        return Ok(());
    };
    const NAMES: [&str; 3] = ["easy", "normal", "hard"];
    t.only(&NAMES, &PROVENANCE_KEYS)?;
    for name in NAMES {
        if let Some(item) = wanted(&t, name, unsaid)? {
            let last = item.whole(1..=6)?;
            data.difficulties.retain(|(n, _)| n != name);
            data.difficulties.push((name.to_string(), last));
        }
    }
    data.difficulties
        .sort_by_key(|(n, _)| NAMES.iter().position(|k| k == n));
    Ok(())
}

/// A value that may stand in a table of its own with its provenance.
fn known<T>(
    table: &Table,
    key: &str,
    unsaid: Unsaid,
    read: impl Fn(&Item) -> Result<T>,
) -> Result<Known<T>> {
    let item = table.need(key)?;
    if item.is_table() {
        let inner = item.table()?;
        inner.only(&["value"], &PROVENANCE_KEYS)?;
        return Ok(Known {
            value: read(&inner.need("value")?)?,
            provenance: Provenance::read(&inner, unsaid)?,
        });
    }
    Ok(Known {
        value: read(&item)?,
        provenance: Provenance::read(table, unsaid)?,
    })
}

/// A side of a card or of a round.
pub(super) fn side(item: &Item) -> Result<u8> {
    Ok(u8::from(item.word(&["A", "B"])? == "B"))
}

/// Faces that enemies roll again.
pub(super) fn faces(item: &Item) -> Result<Faces> {
    let values: Vec<u8> = item
        .list()?
        .iter()
        .map(|v| v.whole(1..=6))
        .collect::<Result<_>>()?;
    Ok(Faces::new(&values))
}

/// `"glory"` or a whole number.
pub(super) fn health(item: &Item) -> Result<Option<u8>> {
    if item.is_text() {
        item.word(&["glory"]).map(|_| None)
    } else {
        item.whole(1..=6).map(Some)
    }
}

/// An ability.
pub(super) fn ability(item: &Item) -> Result<Ability> {
    let names = Ability::ALL.map(Ability::name);
    Ability::parse(item.word(&names)?)
}

fn enemies(data: &mut GauntletData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let mut seen = Vec::new();
    for t in root.tables("enemy")? {
        t.only(
            &["card", "side", "name", "health", "ability"],
            &PROVENANCE_KEYS,
        )?;
        let name = t.need("name")?.name()?.to_string();
        // A user may name a known enemy and leave card and side as they are.
        let old = data.enemies.iter().find(|e| e.name == name).cloned();
        let (card, of) = match (&old, t.get("card"), t.get("side")) {
            (Some(old), None, None) => (old.card, old.side),
            _ => (t.need("card")?.whole(1..=5)?, side(&t.need("side")?)?),
        };
        if seen.contains(&(card, of)) {
            return Err(t.error(format!(
                "card {card} side {} stands twice in this file",
                ["A", "B"][usize::from(of)]
            )));
        }
        seen.push((card, of));
        let keep = |key: &str| unsaid.is_some() && old.is_some() && t.get(key).is_none();
        let health = match &old {
            Some(old) if keep("health") => old.health.clone(),
            _ => known(&t, "health", unsaid, health)?,
        };
        let ability = match &old {
            Some(old) if keep("ability") => old.ability.clone(),
            _ => known(&t, "ability", unsaid, ability)?,
        };
        if health.value.is_none() != (ability.value == Ability::GloryHealth) {
            return Err(t.error(
                "health \"glory\" and ability \"glory_health\" go together; write both or neither",
            ));
        }
        data.enemies.retain(|e| (e.card, e.side) != (card, of));
        data.enemies.push(EnemySide {
            card,
            side: of,
            name,
            health,
            ability,
        });
    }
    data.enemies.sort_by_key(|e| (e.card, e.side));
    Ok(())
}

fn rounds(data: &mut GauntletData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let cards = data.enemies.iter().map(|e| e.card).max().unwrap_or(5);
    for t in root.tables("round")? {
        t.only(
            &["round", "cards", "side", "reroll_faces"],
            &PROVENANCE_KEYS,
        )?;
        let number = t.need("round")?;
        let at = number.whole::<usize>(1..=6)? - 1;
        let row = RoundRow {
            cards: known(&t, "cards", unsaid, |item| item.whole(1..=i64::from(cards)))?,
            side: known(&t, "side", unsaid, side)?,
            faces: known(&t, "reroll_faces", unsaid, faces)?,
        };
        let have = data.rounds.len();
        match data.rounds.get_mut(at) {
            Some(old) => *old = row,
            None if at == have => data.rounds.push(row),
            None => {
                return Err(number.error(format!(
                    "round {} is missing before round {}",
                    have + 1,
                    at + 1
                )));
            }
        }
    }
    let longest = data
        .difficulties
        .iter()
        .map(|(_, last)| usize::from(*last))
        .max()
        .unwrap_or(0);
    if data.rounds.len() < longest {
        return Err(root.error(format!(
            "round {} is missing: the Round card has {longest} rows",
            data.rounds.len() + 1
        )));
    }
    Ok(())
}

fn events(data: &mut GauntletData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let names = Event::ALL.map(Event::name);
    for t in root.tables("event")? {
        t.only(
            &["die", "name", "effect", "when", "helps"],
            &PROVENANCE_KEYS,
        )?;
        let die = t.need("die")?;
        let at = die.whole::<usize>(1..=6)? - 1;
        let line = EventLine {
            event: Event::parse(t.need("name")?.word(&names)?)?,
            provenance: Provenance::read(&t, unsaid)?,
        };
        let have = data.events.len();
        match data.events.get_mut(at) {
            Some(old) => *old = line,
            None if at == have => data.events.push(line),
            None => return Err(die.error(format!("event {} is missing", have + 1))),
        }
    }
    if data.events.len() < 6 {
        return Err(root.error(format!(
            "event {} is missing: the Event card has six",
            data.events.len() + 1
        )));
    }
    Ok(())
}

fn facts(data: &mut GauntletData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let tables = [
        section(root, "deck", unsaid)?,
        section(root, "abilities", unsaid)?,
    ];
    for item in tables[0]
        .iter()
        .flat_map(Table::items)
        .filter(Item::is_table)
    {
        let table = item.table()?;
        let name = format!("deck.{}", item.key());
        data.facts.retain(|f| f.name != name);
        data.facts.push(Fact {
            name,
            provenance: Provenance::read(&table, unsaid)?,
        });
    }
    if let Some(abilities) = &tables[1] {
        abilities.only(&Ability::ALL.map(Ability::name), &PROVENANCE_KEYS)?;
    }
    Ok(())
}
