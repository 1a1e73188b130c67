//! Items that were dealt before each game: who had what for how much.

use crate::games::gladiatori::market::Market;
use crate::games::gladiatori::tally::Tally;
use crate::report::{Cell, Column, Kind as Show, Table};
use crate::study::gladiatori::{Quote, estimate_columns, table, text, word};

/// What became of those who had an item that was dealt.
pub(super) fn items_table(t: &Tally, market: &Market, quote: Quote) -> Table {
    let seats = t.vp.len().max(1) as f64;
    let mut order: Vec<usize> = (0..market.items.len()).collect();
    let lead = |i: &usize| t.items[*i].lead.mean().unwrap_or(f64::NEG_INFINITY);
    order.sort_by(|a, b| lead(b).total_cmp(&lead(a)).then(a.cmp(b)));
    let mut columns = vec![
        text("item", "the item card"),
        Column::new(
            "count",
            Show::Count,
            "games",
            "games in which somebody had it",
        ),
        Column::new(
            "owned",
            Show::Share,
            "",
            "share of games in which somebody had it",
        ),
        Column::new(
            "cards",
            Show::Number(2),
            "cards",
            "Energy cards paid for it on average",
        ),
        Column::new(
            "energy",
            Show::Number(2),
            "cards",
            "1-Energy cards among them",
        ),
        Column::new(
            "win",
            Show::Share,
            "",
            "share of games that its owner won, shared wins in parts",
        ),
    ];
    columns.extend(estimate_columns(Show::Number(3), "VP"));
    let rows = order.iter().map(|i| {
        let s = &t.items[*i];
        let per = |n: u64| match s.owned {
            0 => Cell::Null,
            owned => Cell::Real(n as f64 / owned as f64),
        };
        let mut row = vec![
            word(&*market.items[*i].0),
            Cell::Count(s.owned),
            Cell::Real(s.owned as f64 / t.games.max(1) as f64),
            per(s.cards),
            per(s.energy),
            match s.owned {
                0 => Cell::Null,
                owned => Cell::Real(s.wins as f64 / (12.0 * owned as f64)),
            },
        ];
        // Kept as seats times the owner's VP less the sum of all.
        let mut cells = quote.mean(&s.lead);
        for cell in &mut cells[..3] {
            if let Cell::Real(v) = cell {
                *v /= seats;
            }
        }
        row.extend(cells);
        row
    });
    table(
        "items",
        "Items as they were dealt: VP of the owner above the mean of all seats",
        columns,
        rows.collect(),
    )
}

/// The dearest and the best item that was dealt.
pub(super) fn dealt(t: &Tally, market: &Market) -> Option<String> {
    let owned = |i: &usize| t.items[*i].owned > 0;
    let lead = |i: &usize| t.items[*i].lead.mean().unwrap_or(0.0) / t.vp.len().max(1) as f64;
    let best = (0..market.items.len())
        .filter(owned)
        .max_by(|a, b| lead(a).total_cmp(&lead(b)))?;
    let price = |i: &usize| t.items[*i].cards as f64 / t.items[*i].owned as f64;
    let dearest = (0..market.items.len())
        .filter(owned)
        .max_by(|a, b| price(a).total_cmp(&price(b)))?;
    let bid = match price(&dearest) > 0.0 {
        true => format!(
            "; the dearest is {} ({:.2} cards)",
            market.items[dearest].0,
            price(&dearest)
        ),
        false => String::new(),
    };
    Some(format!(
        "Of the items dealt, owners of {} end highest above the mean of all ({:+.2} VP){bid}.",
        market.items[best].0,
        lead(&best)
    ))
}
