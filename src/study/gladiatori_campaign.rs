//! `gladiatori-campaign`: gladiators who fight again and again, train on what they earn, and may die for good.

use super::gladiatori::{Frame, Quote, Sampled, estimate_columns, table, text, word};
use crate::games::gladiatori::career::Careers;
use crate::playout::Run;
use crate::report::{Cell, Chart, Column, Findings, Kind as Show, Plot, Point};

/// Findings of a run.
pub fn findings(frame: &Frame, names: &[String], arena: bool, run: &Run<Careers>) -> Findings {
    let (t, quote) = (
        &run.tally,
        Quote {
            confidence: frame.confidence,
            single: false,
        },
    );
    let games = t.won[0].len();
    let mut columns = vec![
        Column::new(
            "game",
            Show::Count,
            "",
            "number of the game in the campaign",
        ),
        text("seat", "who"),
        text(
            "metric",
            "coins: trained beyond the first budget; won: alone or as a team; dead: for good",
        ),
    ];
    columns.extend(estimate_columns(Show::Number(4), ""));
    let mut rows = Vec::new();
    for game in 0..games {
        for side in 0..names.len() {
            let grown = t.grown[side][game];
            // Kept in half coins; quoted in coins.
            let head = |metric: &str| {
                vec![
                    Cell::Count(game as u64 + 1),
                    word(&*names[side]),
                    word(metric),
                ]
            };
            let mut row = head("coins");
            let mut cells = quote.mean(&grown);
            for cell in &mut cells[..3] {
                if let Cell::Real(v) = cell {
                    *v /= 2.0;
                }
            }
            row.extend(cells);
            rows.push(row);
            for (metric, hits) in [("won", t.won[side][game]), ("dead", t.lost[side][game])] {
                let mut row = head(metric);
                row.extend(quote.share(hits, t.campaigns));
                rows.push(row);
            }
        }
    }
    let mut f = frame.findings(Some(&Sampled::of(run)));
    f.tables = vec![table("summary", "Game by game", columns, rows)];
    let coins = |side: usize| {
        let points = (0..games).map(|g| {
            let m = &t.grown[side][g];
            Point {
                x: g as f64 + 1.0,
                y: m.mean().unwrap_or(0.0) / 2.0,
                interval: m
                    .interval(frame.confidence)
                    .map(|(a, b)| (a / 2.0, b / 2.0)),
            }
        });
        (names[side].clone(), points.collect())
    };
    let dead = |side: usize| {
        let points = (0..games).map(|g| Point {
            x: g as f64 + 1.0,
            y: t.lost[side][g] as f64 / t.campaigns.max(1) as f64,
            interval: Some(crate::stats::wilson(
                t.lost[side][g],
                t.campaigns,
                frame.confidence,
            )),
        });
        (names[side].clone(), points.collect())
    };
    f.charts = vec![
        Chart {
            name: "growth",
            title: "Coins trained beyond the first budget".into(),
            caption:
                "At the start of each game; who dies for good starts anew with his first build."
                    .into(),
            x_label: "game".into(),
            y_label: "coins".into(),
            plot: Plot::Lines {
                log_x: false,
                lines: (0..names.len()).map(coins).collect(),
                reference: None,
            },
            table: "summary",
        },
        Chart {
            name: "deaths",
            title: "Deaths for good".into(),
            caption: "Share of campaigns in which the gladiator dies for good in that game.".into(),
            x_label: "game".into(),
            y_label: "share of campaigns".into(),
            plot: Plot::Lines {
                log_x: false,
                lines: (0..names.len()).map(dead).collect(),
                reference: None,
            },
            table: "summary",
        },
    ];
    let last = games - 1;
    f.verdict = (0..names.len())
        .map(|s| {
            let deaths: u64 = t.lost[s].iter().sum();
            format!(
                "{} has trained {:.1} coins beyond the first budget at the start of game {games}, wins {:.1} % of the last games{}, and dies for good {:.3} times a campaign.",
                names[s],
                t.grown[s][last].mean().unwrap_or(0.0) / 2.0,
                100.0 * t.won[s][last] as f64 / t.campaigns.max(1) as f64,
                if arena { "" } else { " alone" },
                deaths as f64 / t.campaigns.max(1) as f64
            )
        })
        .collect();
    f.notes = vec![
        "Coins come in halves by victory points and wins, and are spent on things drawn uniformly among those that can be paid; limits of training stay.".into(),
        if arena {
            "Games are in the arena, the same ones in the same teams; the first disc goes round. A win is a win alone or of one's team, which is what pays coins; level games are nobody's. Against beasts alone who lives has won.".into()
        } else {
            "Games are duels without a board; the first disc alternates. A win here is a win alone, which is what pays coins; level games are nobody's.".into()
        },
    ];
    f
}
