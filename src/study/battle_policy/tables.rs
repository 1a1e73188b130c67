//! The tables of a sweep.

use super::{Asked, Under};
use crate::report::{Cell, Column, Kind, Table};
use crate::study::battle::cells::{columns, share, text, whole, word};

/// Every value with what it comes to.
pub(super) fn trials(asked: &Asked, own: &Under) -> Table {
    let mut columns = columns(
        vec![
            text(
                "group",
                "what belongs together in the chart; empty if all do",
            ),
            text("choice", "the value that is tried"),
            whole(
                "price",
                "development points that it costs more than the first",
            ),
        ],
        Kind::Share,
    );
    columns.extend([
        share("own_death", "share of battles in which the gladiator dies"),
        share("own_death_lo", "lower end of its interval; null when exact"),
        share("own_death_hi", "upper end of its interval; null when exact"),
        share("foe_death", "share of battles in which the foe dies"),
        Column::new("turns", Kind::Number(2), "turns", "mean turns of a battle"),
        text(
            "level",
            "not told apart from the value that wins most: yes or no",
        ),
        text(
            "frontier",
            "no other value beats it both in wins and in own deaths: yes or no",
        ),
    ]);
    let rows = asked.trials.iter().enumerate().map(|(i, t)| {
        let r = &own[i];
        let mut row = vec![word(&t.group), word(&t.value), Cell::Count(t.price.into())];
        if t.group.is_empty() {
            row[0] = Cell::Null;
        }
        row.extend(r.win.cells());
        row.push(Cell::Real(r.dead.value));
        row.push(r.dead.interval.map_or(Cell::Null, |x| Cell::Real(x.0)));
        row.push(r.dead.interval.map_or(Cell::Null, |x| Cell::Real(x.1)));
        row.push(Cell::Real(r.foe_dead.value));
        row.push(Cell::Real(r.turns.value));
        row.push(word(if r.level { "yes" } else { "no" }));
        row.push(word(if asked.on_frontier(own, i) {
            "yes"
        } else {
            "no"
        }));
        row
    });
    Table {
        name: "trials",
        title: "P(win) by value".into(),
        columns,
        rows: rows.collect(),
        on_terminal: true,
    }
}

/// P(win) of every value under every set.
pub(super) fn sets(asked: &Asked, sets: &[(String, Under)]) -> Table {
    let columns = columns(
        vec![
            text("group", "what belongs together; empty if all do"),
            text("choice", "the value that is tried"),
            text("tables", "table set of the lost tables"),
        ],
        Kind::Share,
    );
    let mut rows = Vec::new();
    for (i, t) in asked.trials.iter().enumerate() {
        for (set, u) in sets {
            let group = if t.group.is_empty() {
                Cell::Null
            } else {
                word(&t.group)
            };
            let mut row = vec![group, word(&t.value), word(set)];
            row.extend(u[i].win.cells());
            rows.push(row);
        }
    }
    Table {
        name: "sets",
        title: "P(win) of every value under each table set".into(),
        columns,
        rows,
        on_terminal: false,
    }
}
