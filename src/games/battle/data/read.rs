//! Reads a data file of How to Battle: the embedded one whole, a user's whatever it gives.
//!
//! Named tables replace the one of that name whole or add one; table sets (`sets.rs`) are overridden cell by cell.
//! `unsaid`: see `scenario::overlay`. What the values must satisfy together is in `check.rs`.

use super::{BattleData, ClassRow, Fate, Known, Skill, SkillRules, StyleTier, Usage, Weapon, WeaponKind};
use super::{check, sets};
use crate::error::Result;
use crate::games::battle::column::{Class, Column};
use crate::scenario::overlay::{lay_over, wanted};
use crate::scenario::{Item, PROVENANCE_KEYS, Provenance, Rulesets, Status, SwitchTable, did_you_mean};

pub(super) type Unsaid = Option<Status>;
pub(super) type Table<'d> = crate::scenario::Table<'d>;

/// Keys of provenance that this game's files write besides the common ones.
const MORE_KEYS: [&str; 2] = ["section", "why"];

const TABLES: [&str; 16] = [
    "schema",
    "game",
    "default_tables",
    "sources",
    "constants",
    "style_tier",
    "weapon_class",
    "column",
    "fate",
    "tables",
    "weapon",
    "skill",
    "missing",
    "switch",
    "ruleset",
    "switches",
];

/// Constants and the range each may have.
const CONSTANTS: [(&str, i64, i64); 15] = [
    ("rookie_points", 0, 1000),
    ("points_for_win", 0, 100),
    ("points_for_loss", 0, 100),
    ("points_for_kill", 0, 100),
    ("free_initiative_ranks", 2, 15),
    ("carry_limit_lb", 0, 200),
    ("shield_weight_lb", 0, 200),
    ("lowest_living_health", -19, -19),
    ("deaths_door_from", -11, -11),
    ("unconscious_from", -1, -1),
    ("max_ranks", 1, 15),
    ("health_base", 1, 107),
    ("health_per_rank", 1, 10),
    ("health_rank_price", 0, 100),
    ("health_max", 1, 107),
];

/// No data yet.
pub(super) fn nothing() -> BattleData {
    BattleData {
        constants: Vec::new(),
        tiers: Vec::new(),
        classes: std::array::from_fn(|_| ClassRow {
            hits_from: Known { value: Column::FOUR, provenance: Provenance::default() },
            extra_critical_dice: Known::default(),
        }),
        columns: Default::default(),
        fates: Default::default(),
        sets: Vec::new(),
        default_tables: String::new(),
        strip: Vec::new(),
        weapons: Vec::new(),
        skills: Vec::new(),
        missing: Vec::new(),
        switches: SwitchTable::default(),
        rulesets: Rulesets::default(),
    }
}

/// Lays a file over the data.
pub(super) fn apply(data: &mut BattleData, root: &Table, unsaid: Unsaid) -> Result<()> {
    root.only(&TABLES, &[])?;
    constants(data, root, unsaid)?;
    tiers(data, root, unsaid)?;
    classes(data, root, unsaid)?;
    columns(data, root, unsaid)?;
    fates(data, root, unsaid)?;
    sets::read(data, root, unsaid)?;
    let found = list(root, "weapon", &WEAPON_KEYS, |t, name| weapon(t, name, unsaid))?;
    lay_over(&mut data.weapons, found, |w| &w.name);
    let found = list(root, "skill", &["rules", "prices"], |t, name| skill(t, name, unsaid))?;
    if let Some(new) = found.iter().find(|s| unsaid.is_some() && data.skill(&s.name).is_none()) {
        let meant = did_you_mean(&new.name, data.skills.iter().map(|s| s.name.as_str()));
        let place = root.need("skill")?;
        return Err(
            place.key_error(format!("unknown skill `{}`{meant}: the rules know no other", new.name.escape_debug()))
        );
    }
    lay_over(&mut data.skills, found, |s| &s.name);
    if let Some(table) = root.table("missing")? {
        for item in table.items() {
            data.missing.retain(|(name, _)| name != item.key());
            data.missing.push((item.key().to_string(), item.text()?.to_string()));
        }
    }
    check::together(data, root)?;
    data.switches.read(root, unsaid)?;
    data.rulesets.read(root, &data.switches, unsaid)
}

/// A list of named tables, each name once.
fn list<T>(
    root: &Table,
    key: &str,
    keys: &[&str],
    mut read: impl FnMut(&Table, String) -> Result<T>,
) -> Result<Vec<T>> {
    let mut seen: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for table in root.tables(key)? {
        let known: Vec<&str> = ["name"].iter().chain(keys).chain(&MORE_KEYS).copied().collect();
        table.only(&known, &PROVENANCE_KEYS)?;
        let item = table.need("name")?;
        let name = item.name()?.to_string();
        if seen.contains(&name) {
            return Err(item.error(format!("the {key} `{}` stands twice in this file", name.escape_debug())));
        }
        all.push(read(&table, name.clone())?);
        seen.push(name);
    }
    Ok(all)
}

/// The provenance of a table; `section` names the rulebook's heading, `why` the reasoning.
pub(super) fn provenance(table: &Table, unsaid: Unsaid) -> Result<Provenance> {
    let mut provenance = Provenance::read(table, unsaid)?;
    let mut notes = vec![provenance.note.clone()];
    if let Some(item) = table.get("section") {
        notes.push(format!("[{}]", item.text()?));
    }
    if let Some(item) = table.get("why") {
        notes.push(item.text()?.to_string());
    }
    notes.retain(|n| !n.is_empty());
    provenance.note = notes.join("; ");
    Ok(provenance)
}

/// Refuses keys of a table that are neither these nor provenance.
pub(super) fn only(table: &Table, keys: &[&str]) -> Result<()> {
    let more: Vec<&str> = PROVENANCE_KEYS.into_iter().chain(MORE_KEYS).collect();
    table.only(keys, &more)
}

/// A value: `{ value = 3, status = … }`, or in a user's file also just `3`.
pub(super) fn known<'d, T>(
    item: &Item<'d>,
    unsaid: Unsaid,
    read: impl Fn(&Item<'d>) -> Result<T>,
) -> Result<Known<T>> {
    if item.is_table() || unsaid.is_none() {
        let table = item.table()?;
        only(&table, &["value"])?;
        return Ok(Known { value: read(&table.need("value")?)?, provenance: provenance(&table, unsaid)? });
    }
    let provenance = Provenance { status: unsaid.unwrap_or(Status::User), ..Provenance::default() };
    Ok(Known { value: read(item)?, provenance })
}

fn constants(data: &mut BattleData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let Some(item) = wanted(root, "constants", unsaid)? else { return Ok(()) };
    let table = item.table()?;
    // The switch `coma_rounds_out` holds the value; the file repeats it for its provenance.
    let keys: Vec<&str> = CONSTANTS.iter().map(|c| c.0).chain(["coma_rounds_out"]).collect();
    table.only(&keys, &[])?;
    for (name, low, high) in CONSTANTS {
        if let Some(item) = wanted(&table, name, unsaid)? {
            let value = known(&item, unsaid, |i| i.whole(low..=high))?;
            data.constants.retain(|(n, _)| n != name);
            data.constants.push((name.to_string(), value));
        }
    }
    Ok(())
}

fn tiers(data: &mut BattleData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let mut found: Vec<Known<StyleTier>> = Vec::new();
    for table in root.tables("style_tier")? {
        let keys = ["attack_from", "berserk_attack", "defensive_attack", "defensive_defence", "defensive_max_sixes"];
        only(&table, &keys)?;
        let from = table.need("attack_from")?;
        let value = StyleTier {
            attack_from: from.whole(0..=30)?,
            berserk_attack: table.need("berserk_attack")?.whole(0..=15)?,
            defensive_attack: table.need("defensive_attack")?.whole(-15..=0)?,
            defensive_defence: table.need("defensive_defence")?.whole(0..=15)?,
            defensive_max_sixes: table.need("defensive_max_sixes")?.whole(1..=30)?,
        };
        if found.last().is_some_and(|t| t.value.attack_from >= value.attack_from) {
            return Err(from.error("style tiers must rise: each attack_from above the one before"));
        }
        found.push(Known { value, provenance: provenance(&table, unsaid)? });
    }
    if !found.is_empty() || unsaid.is_none() {
        data.tiers = found;
    }
    Ok(())
}

/// A column that stands in the table: `4` to `6-6`.
pub(super) fn column(item: &Item) -> Result<Column> {
    let names: Vec<String> = Column::TABLE.iter().map(Column::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let word = item.word(&names)?;
    Ok(Column::parse(word).unwrap_or(Column::NONE))
}

/// A class, `A` to `D`.
pub(super) fn class(item: &Item) -> Result<Class> {
    let word = item.word(&["A", "B", "C", "D"])?;
    Ok(Class::parse(word).unwrap_or(Class::A))
}

fn classes(data: &mut BattleData, root: &Table, unsaid: Unsaid) -> Result<()> {
    for table in root.tables("weapon_class")? {
        table.only(&["name", "hits_from", "extra_critical_dice"], &[])?;
        let row = &mut data.classes[class(&table.need("name")?)? as usize];
        if let Some(item) = wanted(&table, "hits_from", unsaid)? {
            row.hits_from = known(&item, unsaid, column)?;
        }
        if let Some(item) = wanted(&table, "extra_critical_dice", unsaid)? {
            row.extra_critical_dice = known(&item, unsaid, |i| i.whole(0..=10))?;
        }
    }
    Ok(())
}

fn columns(data: &mut BattleData, root: &Table, unsaid: Unsaid) -> Result<()> {
    const NAMES: [&str; 7] = ["4", "4-4", "5", "5-5", "6", "6-6", "6x3+"];
    for table in root.tables("column")? {
        table.only(&["name", "stuns", "keeps_stunned"], &[])?;
        let name = table.need("name")?.word(&NAMES)?;
        let row = &mut data.columns[NAMES.iter().position(|n| *n == name).unwrap_or(0)];
        if let Some(item) = wanted(&table, "stuns", unsaid)? {
            row.stuns = known(&item, unsaid, Item::boolean)?;
        }
        if let Some(item) = wanted(&table, "keeps_stunned", unsaid)? {
            row.keeps_stunned = known(&item, unsaid, Item::boolean)?;
        }
    }
    Ok(())
}

fn fates(data: &mut BattleData, root: &Table, unsaid: Unsaid) -> Result<()> {
    for table in root.tables("fate")? {
        only(&table, &["roll", "heals", "result", "stunned", "may_quit", "doomed", "coma", "insanity"])?;
        let roll: usize = table.need("roll")?.whole(1..=6)?;
        let flag = |key: &str| table.need(key)?.boolean();
        let value = Fate {
            heals: table.need("heals")?.whole(0..=50)?,
            fights: table.need("result")?.word(&["fights", "loses"])? == "fights",
            stunned: flag("stunned")?,
            may_quit: flag("may_quit")?,
            doomed: flag("doomed")?,
            coma: flag("coma")?,
            insanity: flag("insanity")?,
        };
        if value.fights && (value.coma || value.insanity || value.heals == 0) {
            return Err(
                table.error(format!("fate {roll}: who fights on is healed, and has neither coma nor insanity"))
            );
        }
        data.fates[roll - 1] = Known { value, provenance: provenance(&table, unsaid)? };
    }
    Ok(())
}

const WEAPON_KEYS: [&str; 7] = ["class", "critical_bonus", "throw_bonus", "weight_lb", "hands", "use", "kind"];

fn weapon(table: &Table, name: String, unsaid: Unsaid) -> Result<Weapon> {
    let number = |key: &str, low: i64, high: i64| known(&table.need(key)?, unsaid, |i| i.whole(low..=high));
    let usage = |i: &Item| {
        let word = i.word(&Usage::WORDS)?;
        Ok([Usage::Melee, Usage::Thrown, Usage::Both][Usage::WORDS.iter().position(|w| *w == word).unwrap_or(0)])
    };
    let kind = |i: &Item| {
        let word = i.word(&WeaponKind::WORDS)?;
        let at = WeaponKind::WORDS.iter().position(|w| *w == word).unwrap_or(0);
        Ok([WeaponKind::Bludgeon, WeaponKind::Pierce, WeaponKind::Slash][at])
    };
    Ok(Weapon {
        name,
        class: known(&table.need("class")?, unsaid, class)?,
        critical_bonus: number("critical_bonus", 0, 20)?,
        throw_bonus: number("throw_bonus", 0, 15)?,
        weight_lb: number("weight_lb", 0, 100)?,
        hands: number("hands", 1, 2)?,
        usage: known(&table.need("use")?, unsaid, usage)?,
        kind: known(&table.need("kind")?, unsaid, kind)?,
    })
}

fn skill(table: &Table, name: String, unsaid: Unsaid) -> Result<Skill> {
    let rules = match table.need("rules")?.word(&["full", "assumed", "none"])? {
        "full" => SkillRules::Full,
        "assumed" => SkillRules::Assumed,
        _ => SkillRules::None,
    };
    let list = table.need("prices")?;
    let prices: Vec<u8> = list.list()?.iter().map(|p| p.whole(0..=100)).collect::<Result<_>>()?;
    if rules != SkillRules::None && prices.len() < 15 {
        return Err(list.error(format!("{name} needs a price for each of 15 ranks, and has {}", prices.len())));
    }
    Ok(Skill { name, rules, prices, provenance: provenance(table, unsaid)? })
}
