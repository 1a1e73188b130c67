//! The table sets `[tables.NAME]`: damage, block, tracker and critical chart, cell by cell.
//!
//! A known set is overridden in the cells given; a new one must be complete. Holes and contradictions are errors.

use super::read::{Table, Unsaid, class, column, known, only, provenance};
use super::{BattleData, Critical, CriticalCell, Known, TableSet, WeaponKind};
use crate::error::Result;
use crate::games::battle::column::{Class, Column};
use crate::scenario::overlay::wanted;
use crate::scenario::{Item, Status};

/// Reads `[tables.*]` and `default_tables`.
pub(super) fn read(data: &mut BattleData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let mut named = Vec::new();
    for item in wanted(root, "tables", unsaid)?.map_or(Ok(Vec::new()), |t| t.table().map(|t| t.items()))? {
        let table = item.table()?;
        let name = item.key().to_string();
        let mut set = match data.sets.iter().find(|s| s.name == name) {
            Some(old) => old.clone(),
            None => TableSet { name: name.clone(), title: name.clone(), ..TableSet::default() },
        };
        one(&mut set, &table, data, unsaid)?;
        holes(&set, &table, data)?;
        match data.sets.iter_mut().find(|s| s.name == name) {
            Some(old) => *old = set,
            None => data.sets.push(set),
        }
        named.push(name);
    }
    if let Some(item) = wanted(root, "default_tables", unsaid)? {
        let names: Vec<&str> = data.sets.iter().map(|s| s.name.as_str()).collect();
        data.default_tables = item.word(&names)?.to_string();
    } else if let (Some(first), false) = (named.first(), named.contains(&data.default_tables)) {
        data.default_tables = first.clone(); // a user's own tables are meant to be used
    }
    if !named.is_empty() {
        let assumed = |name: &String| data.sets.iter().any(|s| s.name == *name && s.is_assumed());
        data.strip = named.into_iter().filter(assumed).collect();
    }
    Ok(())
}

fn one(set: &mut TableSet, table: &Table, data: &BattleData, unsaid: Unsaid) -> Result<()> {
    table.only(&["title", "idea", "attack", "block", "tracker", "critical"], &[])?;
    if let Some(item) = table.get("title") {
        set.title = item.text()?.to_string();
    }
    if let Some(item) = table.get("idea") {
        set.idea = item.text()?.to_string();
    }
    let mut seen: Vec<String> = Vec::new();
    let mut once = |what: String, item: &Item| {
        if seen.contains(&what) {
            return Err(item.error(format!("{what} stands twice in this table set: which one holds?")));
        }
        seen.push(what);
        Ok(())
    };
    for cell in wanted(table, "attack", unsaid)?.map_or(Ok(Vec::new()), |i| i.tables())? {
        only(&cell, &["class", "column", "damage"])?;
        let at = cell.need("column")?;
        let (class, column) = (class(&cell.need("class")?)?, column(&at)?);
        once(format!("damage of class {class}, column {column}"), &at)?;
        let from = data.classes[class as usize].hits_from.value;
        if column < from {
            return Err(at.error(format!("class {class} hits from {from}: a {column} does no damage")));
        }
        let value = cell.need("damage")?.whole(0..=127)?;
        let provenance = provenance(&cell, unsaid)?;
        set.damage[class as usize][column.index()] = Some(Known { value, provenance });
    }
    for cell in wanted(table, "block", unsaid)?.map_or(Ok(Vec::new()), |i| i.tables())? {
        only(&cell, &["column", "sixes"])?;
        let at = cell.need("column")?;
        let column = column(&at)?;
        once(format!("the block of column {column}"), &at)?;
        let value = cell.need("sixes")?.whole(1..=20)?;
        set.block[column.index()] = Some(Known { value, provenance: provenance(&cell, unsaid)? });
    }
    for cell in wanted(table, "tracker", unsaid)?.map_or(Ok(Vec::new()), |i| i.tables())? {
        only(&cell, &["health", "dice"])?;
        let at = cell.need("health")?;
        let health: i8 = at.whole(-19..=-1)?;
        once(format!("the tracker at health {health}"), &at)?;
        let value = cell.need("dice")?.whole(0..=20)?;
        let entry = &mut set.tracker[usize::from(health.unsigned_abs())];
        *entry = Some(Known { value, provenance: provenance(&cell, unsaid)? });
    }
    if let Some(item) = wanted(table, "critical", unsaid)? {
        critical(&mut set.critical, &item.table()?, unsaid)?;
    }
    Ok(())
}

fn critical(chart: &mut Option<Critical>, table: &Table, unsaid: Unsaid) -> Result<()> {
    table.only(&["formula", "kill_at", "cells"], &[])?;
    let mut new = chart.clone().unwrap_or_default();
    if let Some(item) = table.get("formula") {
        let formula = item.table()?;
        only(&formula, &["offset", "numerator", "denominator", "minimum"])?;
        let number = |key: &str, low: i64| formula.need(key)?.whole::<i32>(low..=1000);
        new.offset = number("offset", -1000)?;
        new.numerator = number("numerator", 0)?;
        new.denominator = number("denominator", 1)?;
        new.minimum = number("minimum", 0)?;
        new.provenance = provenance(&formula, unsaid)?;
    } else if chart.is_none() {
        return Err(table.error("the critical chart needs a formula: { offset, numerator, denominator, minimum }"));
    }
    if let Some(item) = table.get("kill_at") {
        new.kill_at = Some(known(&item, unsaid, |i| i.whole(1..=1000))?);
    }
    let items = table.get("cells").map_or(Ok(Vec::new()), |i| i.tables())?;
    if !items.is_empty() {
        new.cells.clear();
    }
    for cell in items {
        only(&cell, &["total", "kind", "damage", "kill"])?;
        let at = cell.need("total")?;
        let total = at.whole(1..=1000)?;
        let kind = cell.get("kind").map(|i| i.word(&WeaponKind::WORDS)).transpose()?;
        let kind = kind.and_then(|w| WeaponKind::WORDS.iter().position(|k| *k == w));
        let kind = kind.map(|k| [WeaponKind::Bludgeon, WeaponKind::Pierce, WeaponKind::Slash][k]);
        let same = |c: &CriticalCell| c.total == total && (c.kind == kind || c.kind.is_none() || kind.is_none());
        if new.cells.iter().any(same) {
            return Err(
                at.error(format!("the critical result {total} stands twice in this table set: which one holds?"))
            );
        }
        let kill = cell.get("kill").map_or(Ok(false), |i| i.boolean())?;
        let damage = cell.need("damage")?.whole(0..=1000)?;
        new.cells.push(CriticalCell { total, kind, damage, kill, provenance: provenance(&cell, unsaid)? });
    }
    *chart = Some(new);
    Ok(())
}

/// Every cell that a battle can ask for must be there.
fn holes(set: &TableSet, table: &Table, data: &BattleData) -> Result<()> {
    let name = &set.name;
    for class in Class::ALL {
        let from = data.classes[class as usize].hits_from.value;
        if let Some(c) = Column::TABLE.iter().find(|c| **c >= from && set.damage[class as usize][c.index()].is_none())
        {
            return Err(table.error(format!(
                "table set {name} has a hole: write the damage of class {class}, column {c} in `attack`"
            )));
        }
    }
    if let Some(c) = Column::TABLE.iter().find(|c| set.block[c.index()].is_none()) {
        return Err(
            table.error(format!("table set {name} has a hole: write the sixes that block column {c} in `block`"))
        );
    }
    if let Some(h) = (1..20).find(|h| set.tracker[*h].is_none()) {
        return Err(table.error(format!("table set {name} has a hole: write the dice at health -{h} in `tracker`")));
    }
    if set.critical.is_none() {
        return Err(table.error(format!("table set {name} has a hole: write its [tables.{name}.critical]")));
    }
    Ok(())
}

impl TableSet {
    /// Whether it holds nothing that this project guessed or reasoned out.
    pub fn is_known(&self) -> bool {
        !self.is_assumed() && self.critical.as_ref().is_some_and(|c| c.provenance.status != Status::Derived)
    }
}
