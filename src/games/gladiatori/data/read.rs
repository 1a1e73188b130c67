//! Reads and checks a data file of Gladiatori: the embedded one whole, a user's whatever it gives.
//!
//! Scalars are `{ value, status, range?, source?, note? }`; rows of a list are matched by `id` and carry a `status`
//! table with one word a field. A value that does not say its status keeps the old word, so that an assumed number
//! stays marked as assumed until its status is changed (spec 10).

use super::value::{Val, in_words};
use super::{Cell, Data, LISTS};
use crate::error::Result;
use crate::scenario::{Item, Provenance, Status, did_you_mean};

type Table<'d> = crate::scenario::Table<'d>;

/// Tables of scalars.
const SCALARS: [&str; 9] = [
    "game",
    "combat",
    "vp",
    "campaign",
    "deck",
    "hp",
    "diagram",
    "training",
    "beast_rules",
];
/// Keys of a row that say where its fields are from.
const ABOUT: [&str; 4] = ["status", "range", "note", "source"];
/// The fields that the word `stats` of a gladiator's `status` covers.
const STATS: [&str; 5] = ["endurance", "offense", "guard", "blood", "speed"];

/// Lays a file over the data.
pub(super) fn apply(data: &mut Data, root: &Table, unsaid: Option<Status>) -> Result<()> {
    let mut known = vec![
        "schema",
        "of_game",
        "rules_text",
        "sources",
        "arena",
        "sensitivity",
        "switches",
        "switch",
        "ruleset",
    ];
    known.extend(SCALARS);
    known.extend(LISTS);
    root.only(&known, &[])?;
    for name in SCALARS.into_iter().chain(["arena"]) {
        // `game` is the name of the game in a file that says nothing else of it.
        if root.get(name).is_some_and(|item| item.is_table()) {
            scalars(data, &root.need(name)?.table()?, name, unsaid)?;
        }
    }
    for list in LISTS {
        for row in root.tables(list)? {
            self::row(data, &row, list, unsaid)?;
        }
    }
    if let Some(item) = root.get("sensitivity") {
        data.sensitivity = Val::read(&item)?;
    }
    data.switches.read(root, unsaid)?;
    data.rulesets.read(root, &data.switches, unsaid)
}

fn scalars(data: &mut Data, table: &Table, name: &str, unsaid: Option<Status>) -> Result<()> {
    for item in table.items() {
        let path = format!("{name}.{}", item.key());
        if unsaid.is_some() {
            known(data, &path, &item)?;
        }
        if !item.is_table() {
            put(data, &item, path, None, Vec::new(), String::new(), unsaid)?; // `action = 3`, short for its value
            continue;
        }
        let cell = item.table()?;
        cell.only(&["value"], &ABOUT)?;
        let status = status_of(cell.get("status"))?;
        let range = cell
            .get("range")
            .map_or(Ok(Vec::new()), |r| Ok(Val::read(&r)?.list().to_vec()))?;
        match cell.get("value") {
            Some(value) => put(data, &value, path, status, range, note(&cell)?, unsaid)?,
            None => return Err(cell.error(format!("{path} lacks the key `value`"))),
        }
    }
    Ok(())
}

fn row(data: &mut Data, row: &Table, list: &str, unsaid: Option<Status>) -> Result<()> {
    let id_item = row.need("id")?;
    let id = id_item.name()?;
    if id.contains(['.', '*', '<', '+']) {
        return Err(id_item.error("an id must not contain `.`, `*`, `<` or `+`"));
    }
    let template = data.ids(list).first().map(|s| (*s).to_string());
    let fresh = !data.ids(list).contains(&id);
    let status = row.table("status")?;
    let ranges = row.table("range")?;
    let about = note(row)?;
    for item in row.items() {
        let key = item.key();
        if key == "id" || ABOUT.contains(&key) {
            continue;
        }
        let path = format!("{list}.{id}.{key}");
        if let (Some(template), Some(_)) = (&template, unsaid) {
            known(
                data,
                &format!(
                    "{list}.{}.{key}",
                    if fresh { template.as_str() } else { id }
                ),
                &item,
            )?;
        }
        let word = |k: &str| status.map_or(Ok(None), |t| status_of(t.get(k)));
        let mut own = word(key)?;
        if own.is_none() && STATS.contains(&key) {
            own = word("stats")?;
        }
        let range = match ranges.and_then(|t| t.get(key)) {
            Some(r) => Val::read(&r)?.list().to_vec(),
            None => Vec::new(),
        };
        put(data, &item, path, own, range, about.clone(), unsaid)?;
    }
    let mut fields = LIST_FIELDS
        .iter()
        .filter(|(l, _)| *l == list)
        .flat_map(|(_, f)| f.iter());
    if let Some(missing) = fields.find(|f| data.cell(&format!("{list}.{id}.{f}")).is_none()) {
        return Err(row.error(format!("the {list} `{id}` lacks the key `{missing}`")));
    }
    Ok(())
}

/// What a row of each list must say.
const LIST_FIELDS: [(&str, &[&str]); 6] = [
    ("action_card", &["attack_diagram", "defense_diagram"]),
    ("move", &["number", "price", "restrictions"]),
    ("power", &["number", "restrictions"]),
    (
        "gladiator",
        &[
            "endurance",
            "offense",
            "guard",
            "blood",
            "speed",
            "energy1",
            "energy0",
            "feint",
            "moves",
            "powers",
            "items",
            "budget",
        ],
    ),
    ("item", &["symbol", "attack", "defense", "hp", "thrown"]),
    (
        "beast",
        &[
            "dice_attack_moved",
            "dice_attack_still",
            "dice_defense",
            "on_double",
            "on_seven",
        ],
    ),
];

fn known(data: &Data, path: &str, item: &Item) -> Result<()> {
    if data
        .cells
        .iter()
        .any(|c| c.path == path || c.path.starts_with(&format!("{path}.")))
    {
        return Ok(());
    }
    let meant = did_you_mean(path, data.cells.iter().map(|c| c.path.as_str()));
    Err(item.key_error(format!("unknown key `{path}`{meant}")))
}

fn status_of(item: Option<Item>) -> Result<Option<Status>> {
    let Some(item) = item else { return Ok(None) };
    Ok(Some(match item.word(&Status::WORDS)? {
        "rulebook" => Status::Rulebook,
        "published" => Status::Published,
        "derived" => Status::Derived,
        _ => Status::Assumed,
    }))
}

fn note(table: &Table) -> Result<String> {
    let mut parts = Vec::new();
    for key in ["note", "source"] {
        if let Some(item) = table.get(key) {
            parts.push(item.text()?.to_string());
        }
    }
    Ok(parts.join("; "))
}

/// Sets a cell, or adds it.
fn put(
    data: &mut Data,
    item: &Item,
    path: String,
    status: Option<Status>,
    range: Vec<Val>,
    note: String,
    unsaid: Option<Status>,
) -> Result<()> {
    let value = Val::read(item)?;
    super::set::check(&path, &value).map_err(|m| item.error(m))?;
    if unsaid.is_some() {
        data.overrides.push((path.clone(), value.to_string()));
    }
    if let Some(old) = data.cells.iter_mut().find(|c| c.path == path) {
        if !old.value.same_sort(&value) && path != "training.ability9_price" {
            return Err(item.error(format!(
                "{path} must be {}, not {}",
                old.value.sort(),
                item.shown()
            )));
        }
        old.value = value;
        old.provenance.status = status.unwrap_or(old.provenance.status);
        if !range.is_empty() {
            old.provenance.range = in_words(&range);
            old.range = range;
        }
        if !note.is_empty() {
            old.provenance.note = note;
        }
        return Ok(());
    }
    let status = status.or(unsaid).unwrap_or(Status::Rulebook);
    let provenance = Provenance {
        status,
        range: in_words(&range),
        note,
    };
    let list = path.split('.').take(2).collect::<Vec<_>>().join(".");
    let at = data
        .cells
        .iter()
        .rposition(|c| c.path.starts_with(&format!("{list}.")))
        .map(|i| i + 1);
    data.cells.insert(
        at.unwrap_or(data.cells.len()),
        Cell {
            path,
            value,
            provenance,
            range,
        },
    );
    Ok(())
}
