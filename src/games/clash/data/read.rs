//! Reads and checks a data file of Clash: the embedded one whole, a user's whatever it gives.
//!
//! Tables with a name (`cards.rs`) replace the one of that name whole or add one; other tables replace the keys given.
//! `unsaid`: see `scenario::overlay`.

mod cards;

use super::{ClashData, Combat, Components, Die, Fact, MAX_DICE, Scoring};
use crate::error::Result;
use crate::scenario::overlay::{fill, lay_over, section, wanted};
use crate::scenario::{
    Item, PROVENANCE_KEYS, Provenance, Rulesets, Status, SwitchTable, did_you_mean,
};

type Unsaid = Option<Status>;
type Table<'d> = crate::scenario::Table<'d>;

/// More than any card shows; keeps counts in two digits.
const MANY: i64 = 99;
/// Gladiators a carrier of the rules holds.
const TEAM: u8 = 4;

const TABLES: [&str; 18] = [
    "schema",
    "game",
    "gladiator",
    "letters",
    "components",
    "die",
    "combat",
    "carriers_per_player",
    "scoring",
    "setup_17_spaces",
    "board_facts",
    "board",
    "animal_facts",
    "animal",
    "roster",
    "example",
    "switch",
    "ruleset",
];

/// No data yet.
pub(super) fn nothing() -> ClashData {
    ClashData {
        gladiators: Vec::new(),
        components: Components::default(),
        die: Die::default(),
        combat: Combat::default(),
        carriers_per_player: Vec::new(),
        scoring: Scoring::default(),
        boards: Vec::new(),
        animals: Vec::new(),
        rosters: Vec::new(),
        facts: Vec::new(),
        examples: Vec::new(),
        switches: SwitchTable::default(),
        rulesets: Rulesets::default(),
    }
}

/// Lays a file over the data.
pub(super) fn apply(data: &mut ClashData, root: &Table, unsaid: Unsaid) -> Result<()> {
    root.only(&TABLES, &[])?;
    numbers(data, root, unsaid)?;
    cards::gladiators(data, root, unsaid)?;
    cards::animals(data, root, unsaid)?;
    dice_suffice(data, root)?;
    cards::others(data, root, unsaid)?;
    facts(data, root, unsaid)?;
    data.switches.read(root, unsaid)?;
    data.rulesets.read(root, &data.switches, unsaid)
}

/// The tables of single numbers.
fn numbers(data: &mut ClashData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let c = &mut data.components;
    fill(
        root,
        "components",
        unsaid,
        &mut c.provenance,
        &mut [
            ("carriers", &mut c.carriers, 0..=MANY),
            ("colours", &mut c.colours, 0..=MANY),
            ("carrier_size", &mut c.carrier_size, 1..=i64::from(TEAM)),
            ("dice", &mut c.dice, 1..=i64::from(MAX_DICE)),
            ("hit_markers", &mut c.hit_markers, 0..=MANY),
            ("animal_cards", &mut c.animal_cards, 0..=MANY),
        ],
    )?;
    let d = &mut data.die;
    fill(
        root,
        "die",
        unsaid,
        &mut d.provenance,
        &mut [
            ("faces", &mut d.faces, 1..=MANY),
            ("critical", &mut d.critical, 0..=MANY),
            ("single", &mut d.single, 0..=MANY),
            ("miss", &mut d.miss, 0..=MANY),
        ],
    )?;
    die_adds_up(&data.die, root)?;
    let c = &mut data.combat;
    fill(
        root,
        "combat",
        unsaid,
        &mut c.provenance,
        &mut [
            ("base_dice_team", &mut c.base_dice_team, 0..=MANY),
            ("base_dice_animal", &mut c.base_dice_animal, 0..=MANY),
            (
                "markers_per_gladiator",
                &mut c.markers_per_gladiator,
                1..=MANY,
            ),
            (
                "markers_per_critical_on_animal",
                &mut c.markers_per_critical_on_animal,
                0..=MANY,
            ),
            ("rerolls", &mut c.rerolls, 0..=MANY),
        ],
    )?;
    let s = &mut data.scoring;
    fill(
        root,
        "scoring",
        unsaid,
        &mut s.provenance,
        &mut [
            ("gladiator", &mut s.gladiator, 0..=MANY),
            ("animal", &mut s.animal, 0..=MANY),
            ("survivor", &mut s.survivor, 0..=MANY),
        ],
    )?;
    let Some(table) = section(root, "carriers_per_player", unsaid)? else {
        return Ok(());
    };
    table.only(&["2", "3", "4", "5"], &PROVENANCE_KEYS)?;
    for players in 2..=5u8 {
        if let Some(item) = wanted(&table, &players.to_string(), unsaid)? {
            let carriers = item.whole(1..=i64::from(TEAM))?;
            data.carriers_per_player.retain(|(p, _)| *p != players);
            data.carriers_per_player.push((players, carriers));
        }
    }
    data.carriers_per_player.sort_unstable();
    Ok(())
}

fn die_adds_up(die: &Die, root: &Table) -> Result<()> {
    let Die {
        faces,
        critical,
        single,
        miss,
        ..
    } = *die;
    let sum = u16::from(critical) + u16::from(single) + u16::from(miss);
    let Some(table) = root.table("die")?.filter(|_| sum != u16::from(faces)) else {
        return Ok(());
    };
    let message = format!(
        "critical {critical} + single {single} + miss {miss} = {sum}, and the die has {faces} faces; write all four keys of [die]"
    );
    Err(match table.get("faces") {
        Some(item) => item.error(message),
        None => table.error(message),
    })
}

/// No side ever rolls more dice than there are.
fn dice_suffice(data: &ClashData, root: &Table) -> Result<()> {
    let dice = data.components.dice;
    let place = |table: Option<Table>, key: &str| {
        table.map(|t| t.get(key).map_or_else(|| t.place(), |item| item.place()))
    };
    let combat = root.table("combat")?;
    let components = root.table("components")?;
    let animal = data.animals.iter().max_by_key(|a| a.swords);
    let rolls = [
        (
            "base_dice_team",
            "a team".to_string(),
            TEAM,
            data.combat.base_dice_team,
        ),
        (
            "base_dice_animal",
            animal.map_or_else(String::new, |a| format!("the {}", a.name)),
            animal.map_or(0, |a| a.swords),
            data.combat.base_dice_animal,
        ),
    ];
    for (key, who, swords, base) in rolls {
        if swords.saturating_add(base) > dice
            && let Some(place) = place(combat, key).or(place(components, "dice"))
        {
            return Err(place.error(format!(
                "{who} with {swords} swords and {key} = {base} would roll more than the {dice} dice in the box"
            )));
        }
    }
    Ok(())
}

/// Facts that no rule computes with: kept with their sources for reports.
fn facts(data: &mut ClashData, root: &Table, unsaid: Unsaid) -> Result<()> {
    let mut found = Vec::new();
    if let Some(table) = section(root, "letters", unsaid)? {
        table.only(&[], &PROVENANCE_KEYS)?;
        let provenance = Provenance::read(&table, unsaid)?;
        found.push(Fact {
            name: "letters".to_string(),
            value: "S N T P H".to_string(),
            provenance,
        });
    }
    for list in ["board_facts", "animal_facts", "setup_17_spaces"] {
        let Some(table) = section(root, list, unsaid)? else {
            continue;
        };
        let whole = list == "setup_17_spaces"; // one status for the table
        for item in table.items() {
            let name = format!("{list}.{}", item.key());
            if whole && PROVENANCE_KEYS.contains(&item.key()) {
                continue;
            }
            if unsaid.is_some() && !data.facts.iter().any(|f| f.name == name) {
                let known = data
                    .facts
                    .iter()
                    .filter_map(|f| f.name.strip_prefix(list)?.strip_prefix('.'));
                let meant = did_you_mean(item.key(), known);
                return Err(item.key_error(format!(
                    "unknown key `{}`{meant}",
                    item.key().escape_debug()
                )));
            }
            let own = if whole { None } else { Some(item.table()?) };
            let provenance = Provenance::read(own.as_ref().unwrap_or(&table), unsaid)?;
            let value = match own {
                Some(fact) => {
                    fact.only(&["value"], &PROVENANCE_KEYS)?;
                    in_words(&fact.need("value")?)?
                }
                None => in_words(&item)?,
            };
            found.push(Fact {
                name,
                value,
                provenance,
            });
        }
    }
    lay_over(&mut data.facts, found, |f| &f.name);
    Ok(())
}

/// A value, a list or a table of values as text.
fn in_words(item: &Item) -> Result<String> {
    if item.is_list() {
        let parts: Result<Vec<String>> = item.list()?.iter().map(Item::scalar).collect();
        return parts.map(|parts| parts.join(", "));
    }
    if item.is_table() {
        let items = item.table()?.items();
        let part = |item: &Item| Ok(format!("{}: {}", item.key(), item.scalar()?));
        return items
            .iter()
            .map(part)
            .collect::<Result<Vec<_>>>()
            .map(|parts| parts.join(", "));
    }
    item.scalar()
}
