//! The tables of odds.

use super::{Asked, Grid};
use crate::games::battle::exchange::Exchanges;
use crate::games::battle::odds::{block, columns};
use crate::report::{Cell, Column, Kind, Table};
use crate::study::battle::cells::{share, text, whole, word};

/// All tables.
pub(super) fn all(asked: &Asked, grid: &Grid, sets: &[(String, Grid)]) -> Vec<Table> {
    let mut tables = vec![odds(asked, grid, sets)];
    if asked.defence.start() < asked.defence.end() {
        tables.push(middle(asked, grid, sets, tables[0].on_terminal));
    }
    if !sets.is_empty() {
        // In full where that is a readable number of rows; else the table of odds has the range of every row.
        let whole = grid.rows.len() * sets.len() <= MOST_STRIP;
        let shown = |r: &&Row| whole || r.2 == asked.middle();
        let rows: Vec<&Row> = grid.rows.iter().filter(shown).collect();
        tables.push(strip(asked, &rows, sets));
    }
    tables.push(shows(asked));
    tables.push(blocks(asked));
    tables.push(locks(asked));
    tables
}

/// Rows of the strip at most.
const MOST_STRIP: usize = 240;

/// Attacker, attack dice, defence dice, odds.
type Row = (usize, u8, u8, crate::games::battle::odds::Odds);

/// The same pairing under a set.
fn under<'g>(grid: &'g Grid, row: &Row) -> Option<&'g crate::games::battle::odds::Odds> {
    let same = |r: &&Row| (r.0, r.1, r.2) == (row.0, row.1, row.2);
    grid.rows.iter().find(same).map(|r| &r.3)
}

fn number(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Kind::Number(4), "health", meaning)
}

fn key(asked: &Asked, row: &Row) -> Vec<Cell> {
    vec![
        word(&asked.attackers[row.0].name),
        Cell::Count(row.1.into()),
        Cell::Count(row.2.into()),
    ]
}

fn key_columns() -> Vec<Column> {
    vec![
        text("attacker", "weapon class or weapon"),
        whole("attack_dice", "attack dice after all modifiers"),
        whole("defence_dice", "defence dice after all modifiers"),
    ]
}

fn odds(asked: &Asked, grid: &Grid, sets: &[(String, Grid)]) -> Table {
    let mut columns = key_columns();
    columns.extend([
        share(
            "hit",
            "P(the attack shows enough to hit); printed rules alone",
        ),
        share("blocked_if_hit", "P(blocked), given that it hits"),
        share("through", "P(it hits and is not blocked)"),
        number("mean_damage", "mean damage, chart damage uncapped"),
        share("stun", "P(it stuns)"),
        share(
            "critical",
            "P(it shows three or more sixes); printed rules alone",
        ),
        share("kill", "P(a chart result kills outright)"),
        number("damage_least", "smallest mean damage under the table sets"),
        number("damage_most", "largest mean damage under the table sets"),
    ]);
    let rows = grid.rows.iter().map(|row| {
        let o = &row.3;
        let mut cells = key(asked, row);
        let values = [
            o.hit,
            o.blocked_if_hit,
            o.through,
            o.mean_damage,
            o.stun,
            o.critical,
            o.kill,
        ];
        cells.extend(values.map(Cell::Real));
        let damage = sets.iter().filter_map(|s| under(&s.1, row));
        let damage: Vec<f64> = damage.map(|o| o.mean_damage).collect();
        for end in [f64::min, f64::max] {
            cells.push(
                damage
                    .iter()
                    .copied()
                    .reduce(end)
                    .map_or(Cell::Null, Cell::Real),
            );
        }
        cells
    });
    Table {
        name: "odds",
        title: "One attack against one defence".into(),
        columns,
        rows: rows.collect(),
        on_terminal: grid.rows.len() <= 80,
    }
}

/// The rows on the defence in the middle: what fits a terminal where the whole does not.
fn middle(asked: &Asked, grid: &Grid, sets: &[(String, Grid)], whole_shown: bool) -> Table {
    let at = asked.middle();
    let rows = grid.rows.iter().filter(|r| r.2 == at).cloned().collect();
    let table = odds(asked, &Grid { rows }, sets);
    Table {
        name: "middle",
        title: format!("One attack against {at} defence dice"),
        on_terminal: !whole_shown,
        ..table
    }
}

fn strip(asked: &Asked, shown: &[&Row], sets: &[(String, Grid)]) -> Table {
    let mut columns = key_columns();
    columns.extend([
        text("tables", "table set of the lost tables"),
        share("through", "P(it hits and is not blocked)"),
        share("kill", "P(a chart result kills outright)"),
        number("mean_damage", "mean damage"),
    ]);
    let mut rows = Vec::new();
    for row in shown {
        for (set, other) in sets {
            let Some(o) = under(other, row) else { continue };
            let mut cells = key(asked, row);
            cells.push(word(set));
            cells.extend([o.through, o.kill, o.mean_damage].map(Cell::Real));
            rows.push(cells);
        }
    }
    Table {
        name: "strip",
        title: "Robustness: what rests on lost tables, under each reconstruction".into(),
        columns,
        on_terminal: rows.len() <= 24,
        rows,
    }
}

fn shows(asked: &Asked) -> Table {
    let mut ex = Exchanges::new(&asked.ground.rules);
    let mut rows = Vec::new();
    for dice in asked.attack.clone() {
        for (column, p) in columns(&mut ex, dice, asked.luck[0], asked.max_sixes) {
            rows.push(vec![Cell::Count(dice.into()), word(column), Cell::Real(p)]);
        }
    }
    Table {
        name: "columns",
        title: "What an attack shows (printed rules alone)".into(),
        columns: vec![
            whole("attack_dice", "attack dice"),
            text(
                "column",
                "highest face and how often: none, 4, 4-4, 5, 5-5, 6, 6-6, 6x3, …",
            ),
            share("probability", "exact"),
        ],
        on_terminal: rows.len() <= 24,
        rows,
    }
}

fn blocks(asked: &Asked) -> Table {
    let mut ex = Exchanges::new(&asked.ground.rules);
    let mut rows = Vec::new();
    for dice in asked.defence.clone() {
        for needed in 1..=4 {
            let p = block(&mut ex, dice, asked.luck[1], needed);
            rows.push(vec![
                Cell::Count(dice.into()),
                Cell::Count(needed.into()),
                Cell::Real(p),
            ]);
        }
    }
    Table {
        name: "blocks",
        title: "P(a defence counts enough sixes), rethrown ones included (printed rules alone)"
            .into(),
        columns: vec![
            whole("defence_dice", "defence dice"),
            whole("sixes_needed", "sixes that block"),
            share("probability", "exact"),
        ],
        on_terminal: rows.len() <= 60,
        rows,
    }
}

/// Names of the columns of [`locks`].
const ARMOR: [&str; 25] = [
    "armor_0", "armor_1", "armor_2", "armor_3", "armor_4", "armor_5", "armor_6", "armor_7",
    "armor_8", "armor_9", "armor_10", "armor_11", "armor_12", "armor_13", "armor_14", "armor_15",
    "armor_16", "armor_17", "armor_18", "armor_19", "armor_20", "armor_21", "armor_22", "armor_23",
    "armor_24",
];

/// P(a stunned foe without FOCUS is stunned again): what keeps him from ever acting.
fn locks(asked: &Asked) -> Table {
    let mut ex = Exchanges::new(&asked.ground.rules);
    let mut rows = Vec::new();
    for a in &asked.attackers {
        let mut of = asked.of(a);
        of.stunned = true;
        let armors = || {
            asked
                .defence
                .clone()
                .filter(|a| usize::from(*a) < ARMOR.len())
        };
        for dice in asked.attack.clone() {
            let mut row = vec![word(&a.name), Cell::Count(dice.into())];
            row.extend(armors().map(|armor| {
                let o = crate::games::battle::odds::odds(&mut ex, &of, dice, armor);
                Cell::Real(o.stun)
            }));
            rows.push(row);
        }
    }
    Table {
        name: "stun_lock",
        title: "P(a stunned foe is stunned again), by his ARMOR".into(),
        columns: [
            text("attacker", "weapon class or weapon"),
            whole("attack_dice", "attack dice"),
        ]
        .into_iter()
        .chain(
            asked
                .defence
                .clone()
                .filter_map(|armor| ARMOR.get(usize::from(armor)))
                .map(|name| share(name, "P(stunned again) with so many ARMOR dice")),
        )
        .collect(),
        on_terminal: false,
        rows,
    }
}
