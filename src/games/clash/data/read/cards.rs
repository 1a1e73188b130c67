//! The named tables of a data file: gladiators, animals, rosters, boards, examples.

use super::{MANY, TEAM, Table, Unsaid};
use crate::error::Result;
use crate::games::clash::data::{
    Animal, Board, ClashData, Copies, Example, GladiatorKind, LETTERS, Roster,
};
use crate::scenario::overlay::{lay_over, named};
use crate::scenario::{Item, PROVENANCE_KEYS, Provenance, did_you_mean};

const SYMBOLS: [&str; 4] = ["swords", "tridents", "spears", "shields"];

pub(super) fn gladiators(data: &mut ClashData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let mut seen = Vec::new();
    for table in root.tables("gladiator")? {
        table.only(&["code", "name", "count", "effect"], &PROVENANCE_KEYS)?;
        let item = table.need("code")?;
        let words: Vec<String> = LETTERS.iter().map(char::to_string).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let code = item.word(&words)?.chars().next().unwrap_or_default();
        if seen.contains(&code) {
            return Err(item.error(format!("the gladiator `{code}` stands twice in this file")));
        }
        seen.push(code);
        let text = |key: &str, old: Option<&String>| match (table.get(key), old) {
            (None, Some(old)) => Ok(old.clone()),
            _ => table.need(key)?.name().map(str::to_string),
        };
        let old = data.gladiators.iter().find(|g| g.code == code);
        let kind = GladiatorKind {
            code,
            name: text("name", old.map(|g| &g.name))?,
            count: table.need("count")?.whole(0..=MANY)?,
            effect: text("effect", old.map(|g| &g.effect))?,
            provenance: Provenance::read(&table, unsaid)?,
        };
        data.gladiators.retain(|g| g.code != code);
        data.gladiators.push(kind);
    }
    data.gladiators
        .sort_by_key(|g| LETTERS.iter().position(|l| *l == g.code));
    Ok(())
}

/// `[[animal]]`.
pub(super) fn animals(data: &mut ClashData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let keys = ["hits", "swords", "tridents", "spears", "shields", "copies"];
    let found = named(root, "animal", &keys, |t, name| {
        animal(t, name, data, unsaid)
    })?;
    lay_over(&mut data.animals, found, |a| &a.name);
    Ok(())
}

/// `[[roster]]`, `[[board]]` and `[[example]]`.
pub(super) fn others(data: &mut ClashData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let animals = &data.animals;
    let found = named(root, "roster", &["cards"], |t, name| {
        roster(t, name, animals, unsaid)
    })?;
    lay_over(&mut data.rosters, found, |r| &r.name);
    let keys = ["rows", "spaces", "adjacency"];
    let found = named(root, "board", &keys, |t, name| board(t, name, unsaid))?;
    lay_over(&mut data.boards, found, |b| &b.name);
    let keys = ["attacker", "defender"];
    let found = named(root, "example", &keys, |t, name| example(t, name, unsaid))?;
    lay_over(&mut data.examples, found, |e| &e.name);
    Ok(())
}

fn animal(table: &Table, name: String, data: &ClashData, unsaid: Unsaid) -> Result<Animal> {
    unit_name(table.need("name")?, &name)?;
    let symbol = |key: &str| -> Result<u8> { table.need(key)?.whole(0..=MANY) };
    let hits = table.need("hits")?.whole(1..=MANY)?;
    let [swords, tridents, spears, shields] = SYMBOLS.map(symbol);
    let swords = swords?;
    let most = data
        .components
        .dice
        .saturating_sub(data.combat.base_dice_animal);
    if swords > most {
        return Err(table.need("swords")?.error(format!(
            "swords must be at most {most}, not {swords}: each rolls one of the {} dice in the box",
            data.components.dice
        )));
    }
    let mut ranges = Vec::new();
    if let Some(table) = table.get("range").filter(Item::is_table) {
        let table = table.table()?;
        table.only(&["hits"], &SYMBOLS)?;
        for item in table.items() {
            ranges.push((item.key().to_string(), low_and_high(&item)?));
        }
    }
    let copies = match table.get("copies") {
        Some(item) if item.is_table() => {
            let inner = item.table()?;
            inner.only(&["value"], &PROVENANCE_KEYS)?;
            let value = inner.need("value")?.whole(0..=MANY)?;
            Some(Copies {
                value,
                provenance: Provenance::read(&inner, unsaid)?,
            })
        }
        Some(item) => {
            let value = item.whole(0..=MANY)?;
            Some(Copies {
                value,
                provenance: Provenance::read(table, unsaid)?,
            })
        }
        None => None,
    };
    let provenance = Provenance::read(table, unsaid)?;
    let (tridents, spears, shields) = (tridents?, spears?, shields?);
    Ok(Animal {
        name,
        hits,
        swords,
        tridents,
        spears,
        shields,
        provenance,
        ranges,
        copies,
    })
}

/// A name that can stand where a team or symbols could: it must read as neither.
fn unit_name(item: Item, name: &str) -> Result<()> {
    let allowed = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !name.starts_with(char::is_alphabetic) || !name.chars().all(allowed) {
        return Err(item.error(format!(
            "an animal's name begins with a letter and has only letters, digits, `_` and `-`, not {}",
            item.shown()
        )));
    }
    let letter = |c: char| LETTERS.contains(&c.to_ascii_uppercase());
    if name.len() <= usize::from(TEAM) && name.chars().all(letter) {
        return Err(item.error(format!(
            "{} reads as a team; give the animal another name",
            item.shown()
        )));
    }
    Ok(())
}

fn low_and_high(item: &Item) -> Result<(u8, u8)> {
    let wrong = || {
        item.error(format!(
            "the range of {} must be [lowest, highest]",
            item.key()
        ))
    };
    match item.list()?.as_slice() {
        [low, high] => {
            let ends: (u8, u8) = (low.whole(0..=MANY)?, high.whole(0..=MANY)?);
            if ends.0 <= ends.1 {
                Ok(ends)
            } else {
                Err(wrong())
            }
        }
        _ => Err(wrong()),
    }
}

fn roster(table: &Table, name: String, animals: &[Animal], unsaid: Unsaid) -> Result<Roster> {
    let mut cards = Vec::new();
    for item in table.need("cards")?.table()?.items() {
        let key = item.key();
        if !animals.iter().any(|a| a.name == key) {
            let names = animals.iter().map(|a| a.name.as_str());
            let meant = did_you_mean(key, names);
            return Err(item.key_error(format!("unknown animal `{}`{meant}", key.escape_debug())));
        }
        cards.push((key.to_string(), item.whole(0..=MANY)?));
    }
    Ok(Roster {
        name,
        cards,
        provenance: Provenance::read(table, unsaid)?,
    })
}

fn board(table: &Table, name: String, unsaid: Unsaid) -> Result<Board> {
    let texts = |item: Item| -> Result<Vec<String>> {
        item.list()?
            .iter()
            .map(|s| s.name().map(str::to_string))
            .collect()
    };
    let rows = match table.get("rows") {
        Some(item) => item
            .list()?
            .iter()
            .map(|n| n.whole(1..=MANY))
            .collect::<Result<_>>()?,
        None => Vec::new(),
    };
    let spaces = table.get("spaces").map_or(Ok(Vec::new()), texts)?;
    let adjacency = table.table("adjacency")?.map_or(Vec::new(), |t| t.items());
    let adjacency: Vec<(String, Vec<String>)> = adjacency
        .into_iter()
        .map(|item| Ok((item.key().to_string(), texts(item)?)))
        .collect::<Result<_>>()?;
    if rows.is_empty() && adjacency.is_empty() {
        return Err(table.error(format!(
            "board `{}` needs `rows`, for example [3, 4, 3], or a table `adjacency`",
            name.escape_debug()
        )));
    }
    Ok(Board {
        name,
        rows,
        spaces,
        adjacency,
        provenance: Provenance::read(table, unsaid)?,
    })
}

fn example(table: &Table, name: String, unsaid: Unsaid) -> Result<Example> {
    let side = |key: &str| -> Result<String> { Ok(table.need(key)?.name()?.to_string()) };
    let (attacker, defender) = (side("attacker")?, side("defender")?);
    Ok(Example {
        name,
        attacker,
        defender,
        provenance: Provenance::read(table, unsaid)?,
    })
}
