//! Tables, charts and verdict about items.

use super::{Asked, BIDS, MORE, Worth};
use crate::report::{Cell, Chart, Column, Kind as Show, Plot, Series, Table};
use crate::stats::{Moments, Ranking};
use crate::study::gladiatori::{hidden, table, text, word};

pub(super) fn items_table(
    asked: &Asked,
    found: &[Worth],
    ranking: &Ranking,
    intervals: &[(f64, f64)],
    per_coin: f64,
) -> Table {
    let rows = ranking.order.iter().map(|&i| {
        let (w, (id, status, item)) = (&found[i], &asked.items[i]);
        let value = w.alone.mean().unwrap_or(0.0);
        let coins = if per_coin > 0.0 {
            Cell::Real(value / per_coin)
        } else {
            Cell::Null
        };
        vec![
            Cell::Count(ranking.group[i] as u64 + 1),
            word(id),
            word(format!("{}/{}/{}", item.attack, item.defense, item.hp)),
            word(status),
            Cell::Real(value),
            Cell::Real(intervals[i].0),
            Cell::Real(intervals[i].1),
            Cell::Count(w.alone.n),
            coins,
            Cell::Count(w.bid.into()),
            Cell::Real(w.in_pairs.mean().unwrap_or(0.0)),
        ]
    });
    table(
        "items",
        "Items by what they add alone; a group is what its first cannot be told apart from",
        vec![
            Column::new("group", Show::Count, "", "tie group, 1 is best"),
            text("item", "id: symbol, attack, defense"),
            text("card", "attack/defense/Hit Points"),
            text(
                "known",
                "which of attack, defense and Hit Points are not from a rulebook",
            ),
            Column::new(
                "value",
                Show::Signed(3),
                "VP",
                "gain of margin over an empty hand",
            ),
            Column::new(
                "lo",
                Show::Signed(3),
                "VP",
                "lower end, simultaneous for all items",
            ),
            Column::new(
                "hi",
                Show::Signed(3),
                "VP",
                "upper end, simultaneous for all items",
            ),
            Column::new("n", Show::Count, "games", "pairs of games").machine_only(),
            Column::new(
                "coins",
                Show::Number(1),
                "coins",
                "the same in training coins, as uncertain as the worth of a coin; null where a coin is worth nothing",
            ),
            Column::new(
                "bid",
                Show::Count,
                "cards",
                "largest bid of 1-Energy cards that still pays",
            ),
            Column::new(
                "in_pairs",
                Show::Signed(3),
                "VP",
                "mean margin over the legal pairs that hold it",
            ),
        ],
        rows.collect(),
    )
}

pub(super) fn coin_table(coin: &Moments, confidence: f64) -> Table {
    let scale = 1000.0 * f64::from(MORE);
    let interval = coin.interval(confidence);
    table(
        "coin",
        "What a training coin is worth",
        vec![
            text("metric", "what is measured"),
            Column::new("value", Show::Signed(3), "VP", "gain of margin for a coin"),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval"),
            Column::new("n", Show::Count, "builds", "pairs of builds"),
        ],
        vec![vec![
            word("coin"),
            Cell::Real(coin.mean().unwrap_or(0.0) / scale),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0 / scale)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1 / scale)),
            Cell::Count(coin.n),
        ]],
    )
}

pub(super) fn pairs_table(asked: &Asked, pairs: &[Moments]) -> Table {
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    let mean = |i: usize| pairs[i].mean().unwrap_or(0.0);
    order.sort_by(|a, b| mean(*b).total_cmp(&mean(*a)).then(a.cmp(b)));
    let rows = order.into_iter().map(|i| {
        let [a, b] = asked.pairs[i];
        let interval = pairs[i].interval(asked.confidence);
        vec![
            word(&asked.items[a].0),
            word(&asked.items[b].0),
            Cell::Real(mean(i)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
            Cell::Count(pairs[i].n),
        ]
    });
    hidden(
        "pairs",
        "Every legal pair",
        vec![
            text("item", "one item"),
            text("with", "the other"),
            Column::new(
                "value",
                Show::Signed(3),
                "VP",
                "mean margin of the heroes with this pair",
            ),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval"),
            Column::new("n", Show::Count, "games", "games").machine_only(),
        ],
        rows.collect(),
    )
}

pub(super) fn bids_table(asked: &Asked, found: &[Worth]) -> Table {
    let mut rows = Vec::new();
    for (w, (id, ..)) in found.iter().zip(&asked.items) {
        for (bid, gain) in w.gains.iter().enumerate() {
            let interval = gain.interval(asked.confidence);
            rows.push(vec![
                word(id),
                Cell::Count(bid as u64),
                Cell::Real(gain.mean().unwrap_or(0.0)),
                interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
                interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
                Cell::Count(gain.n),
            ]);
        }
    }
    hidden(
        "bids",
        "What is left of an item's gain after a bid",
        vec![
            text("item", "which"),
            Column::new(
                "bid",
                Show::Count,
                "cards",
                "1-Energy cards that start in the discard pile; a hero bids at most what he has",
            ),
            Column::new(
                "value",
                Show::Signed(3),
                "VP",
                "gain of margin over no item and no bid",
            ),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval"),
            Column::new("n", Show::Count, "games", "pairs of games").machine_only(),
        ],
        rows,
    )
}

pub(super) fn charts(
    asked: &Asked,
    found: &[Worth],
    ranking: &Ranking,
    intervals: &[(f64, f64)],
    pairs: &[Moments],
) -> Vec<Chart> {
    let names: Vec<String> = ranking
        .order
        .iter()
        .map(|i| asked.items[*i].0.replace('_', " "))
        .collect();
    let cell = |a: usize, b: usize| {
        let at = asked
            .pairs
            .iter()
            .position(|p| *p == [a.min(b), a.max(b)])?;
        pairs[at].mean()
    };
    vec![
        Chart {
            name: "items",
            title: "What an item adds".into(),
            caption: "Gain of margin over an empty hand; intervals hold for all items at once."
                .into(),
            x_label: "item (symbol, attack, defense)".into(),
            y_label: "gain (VP)".into(),
            plot: Plot::Bars {
                categories: names.clone(),
                series: vec![Series {
                    name: "gain".into(),
                    values: ranking
                        .order
                        .iter()
                        .map(|i| found[*i].alone.mean().unwrap_or(0.0))
                        .collect(),
                    intervals: Some(ranking.order.iter().map(|i| intervals[*i]).collect()),
                }],
                share: false,
            },
            table: "items",
        },
        Chart {
            name: "pairs",
            title: "Pairs of items".into(),
            caption:
                "Mean margin of the heroes with each legal pair; pairs of one symbol are not legal."
                    .into(),
            x_label: "with".into(),
            y_label: "item".into(),
            plot: Plot::Heat {
                rows: names.clone(),
                columns: names,
                values: ranking
                    .order
                    .iter()
                    .map(|a| ranking.order.iter().map(|b| cell(*a, *b)).collect())
                    .collect(),
                signed: true,
            },
            table: "pairs",
        },
    ]
}

pub(super) fn verdict(
    asked: &Asked,
    found: &[Worth],
    ranking: &Ranking,
    per_coin: f64,
) -> Vec<String> {
    let value = |i: usize| found[i].alone.mean().unwrap_or(0.0);
    // First place is open to those that nothing lies wholly above.
    let top: Vec<&str> = ranking
        .order
        .iter()
        .filter(|i| ranking.ranks[**i].0 == 1)
        .map(|i| asked.items[*i].0.as_str())
        .collect();
    let best = ranking.order[0];
    let worst = *ranking.order.last().unwrap_or(&best);
    let mut lines = vec![match top.as_slice() {
        [one] => format!(
            "{one} is the strongest item: {:+.2} VP of margin over an empty hand.",
            value(best)
        ),
        several if several.len() <= 6 => format!(
            "The strongest items cannot be told apart: {} (best estimate {:+.2} VP over an empty hand).",
            several.join(", "),
            value(best)
        ),
        several => format!(
            "{} items may be the first, none of them is proved to be; the best estimate is {} with {:+.2} VP over an empty hand.",
            several.len(),
            asked.items[best].0,
            value(best)
        ),
    }];
    lines.push(format!(
        "The weakest is {} with {:+.2} VP.",
        asked.items[worst].0,
        value(worst)
    ));
    lines.push(if per_coin > 0.0 {
        format!("A training coin is worth about {per_coin:+.3} VP (its interval is in the table of the coin), so that {} equals about {:.0} coins.", asked.items[best].0, value(best) / per_coin)
    } else {
        format!("Five more training coins, spent at random, add no margin here ({per_coin:+.3} VP a coin), so that items have no price in coins.")
    });
    let bids = found.iter().map(|w| w.bid).max().unwrap_or(0);
    lines.push(match bids {
        0 => "No item pays for a bid of even one 1-Energy card here.".into(),
        n if n == BIDS => match found.iter().filter(|w| w.bid == n).count() {
            all if all == found.len() => {
                format!("Every item still pays at the largest bid asked, {n} cards.")
            }
            some => format!(
                "{some} of {} items still pay at the largest bid asked, {n} cards.",
                found.len()
            ),
        },
        n => format!("No item pays for more than {n} 1-Energy cards."),
    });
    lines
}
