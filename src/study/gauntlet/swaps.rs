//! `gauntlet-swaps`: when to swap a health die, and when for a 1.

use super::estimate::{Estimate, exact_cells, exact_columns, real, share_columns, text};
use super::{Asked, Parts, percent, signed, words};
use crate::games::gauntlet::dice::{PAIRS_OF_DICE, Pair};
use crate::games::gauntlet::spec::Objective;
use crate::games::gauntlet::state::{Fight, Health};
use crate::games::gauntlet::swaps::{BestSwap, SwapShares};
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Table};

/// What was worked out.
#[derive(Debug)]
pub struct Swaps<'a> {
    /// The situation of the map.
    pub fight: Fight,
    /// The enemy in words.
    pub enemy: &'a str,
    /// What is made large.
    pub objective: Objective,
    /// The best swap of each roll, in order.
    pub heat: &'a [BestSwap],
    /// Chance of each roll.
    pub chances: &'a [f64],
    /// The same for every pair of health dice, with this glory and enemy.
    pub by_health: &'a [(Health, Vec<BestSwap>)],
    /// A policy, and the swaps of a sample of its games.
    pub sample: (&'a str, &'a SwapShares),
}

/// Shares of rolls in which a swap, and a 1-swap, is best; and what swapping gains on average.
fn summary(heat: &[BestSwap], chances: &[f64]) -> [f64; 3] {
    let sum = |of: &dyn Fn(&BestSwap) -> f64| {
        heat.iter()
            .map(|b| chances[b.roll.index()] * of(b))
            .sum::<f64>()
    };
    [
        sum(&|b| f64::from(u8::from(b.swap.is_some()))),
        sum(&|b| f64::from(u8::from(b.one))),
        sum(&|b| b.gain()),
    ]
}

/// Turns it into findings.
pub fn findings(asked: &Asked, s: &Swaps<'_>) -> Findings {
    let parts = Parts {
        policies: vec![("maps".into(), format!("best play of this fight ({})", s.objective.fight_name())), ("sample".into(), s.sample.0.into())],
        facts: vec![("situation".into(), words::situation(s.fight)), ("enemy".into(), s.enemy.into())],
        verdict: verdict(s),
        tables: vec![health_table(s), face_table(asked, s), roll_table(s)],
        charts: charts(s),
        notes: vec![
            "Maps are exact: the best play of a roll against the best play of the same roll without a swap, when the rest of the fight is \
             played best."
                .into(),
            format!("Shares by face are counted in {} matches of games of {}; their intervals are Wilson's.", s.sample.1.matches, s.sample.0),
        ],
    };
    asked.findings(parts, None)
}

fn verdict(s: &Swaps<'_>) -> Vec<String> {
    let [swap, one, gain] = summary(s.heat, s.chances);
    let mut said = vec![format!(
        "With {} a swap is best in {} of rolls, in {} a 1-swap; being allowed to swap this once is worth {}.",
        words::situation(s.fight),
        percent(swap),
        percent(one),
        super::shown(s.objective, gain)
    )];
    let most = s
        .by_health
        .iter()
        .map(|(h, heat)| (h, summary(heat, s.chances)))
        .max_by(|a, b| a.1[0].total_cmp(&b.1[0]));
    let least = s
        .by_health
        .iter()
        .map(|(h, heat)| (h, summary(heat, s.chances)))
        .min_by(|a, b| a.1[0].total_cmp(&b.1[0]));
    if let (Some((h, m)), Some((l, n))) = (most, least) {
        said.push(format!(
            "By health dice it is best most often at {} and {} ({} of rolls), least often at {} and {} ({}).",
            h.low,
            h.high,
            percent(m[0]),
            l.low,
            l.high,
            percent(n[0])
        ));
    }
    let (name, shares) = s.sample;
    if shares.matches > 0 {
        let all = shares.total().max(1) as f64;
        said.push(format!(
            "{name} swaps in {} of its matches; {} of its swaps are 1-swaps, and it takes {} of the 1-swaps that are open to it (sampled, {} matches).",
            percent(shares.total() as f64 / shares.matches as f64),
            percent(shares.one_swaps as f64 / all),
            percent(shares.one_swaps as f64 / shares.possible.max(1) as f64),
            super::grouped(shares.matches)
        ));
    }
    said
}

fn health_table(s: &Swaps<'_>) -> Table {
    let mut columns = vec![
        Column::new(
            "low",
            Kind::Count,
            "",
            "lower health die; glory and enemy as given",
        ),
        Column::new("high", Kind::Count, "", "higher health die"),
        Column::new(
            "swap",
            Kind::Share,
            "",
            "share of rolls in which the best play swaps",
        ),
        Column::new(
            "one_swap",
            Kind::Share,
            "",
            "share of rolls in which it is a 1-swap",
        ),
    ];
    columns.extend(exact_columns(
        signed(s.objective),
        "",
        "mean gain of being allowed to swap",
    ));
    let rows = s
        .by_health
        .iter()
        .map(|(h, heat)| {
            let [swap, one, gain] = summary(heat, s.chances);
            let mut row = vec![
                Cell::Count(h.low.into()),
                Cell::Count(h.high.into()),
                real(Some(swap)),
                real(Some(one)),
            ];
            row.extend(exact_cells(Some(gain)));
            row
        })
        .collect();
    Table {
        name: "by_health",
        title: "How often a swap is best, by health dice".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn face_table(asked: &Asked, s: &Swaps<'_>) -> Table {
    let mut columns = vec![
        Column::new(
            "taken",
            Kind::Count,
            "",
            "value of the combat die that is taken as health",
        ),
        Column::new(
            "shown",
            Kind::Count,
            "",
            "matches in which a combat die showed it",
        ),
    ];
    columns.extend(share_columns());
    columns[2].meaning = "matches in which it was taken";
    columns.push(Column::new(
        "given",
        Kind::Text,
        "",
        "health values given for it, with counts",
    ));
    let shares = s.sample.1;
    let rows = (0..6)
        .map(|v| {
            let taken: u64 = shares.swaps[v].iter().sum();
            let given: Vec<String> = shares.swaps[v]
                .iter()
                .enumerate()
                .filter(|g| *g.1 > 0)
                .map(|(g, n)| format!("{}: {n}", g + 1))
                .collect();
            let mut row = vec![Cell::Count(v as u64 + 1), Cell::Count(shares.shown[v])];
            row.extend(
                Estimate::share(Some((taken, shares.shown[v])), None, asked.confidence)
                    .share_cells(),
            );
            row.push(text(given.join(", ")));
            row
        })
        .collect();
    Table {
        name: "faces",
        title: format!("What {} swaps in its games", s.sample.0),
        columns,
        rows,
        on_terminal: true,
    }
}

fn roll_table(s: &Swaps<'_>) -> Table {
    let mut columns = vec![
        Column::new("blue", Kind::Text, "", "the player's combat dice"),
        Column::new("red", Kind::Text, "", "the enemy's, after re-rolls"),
        Column::new("chance", Kind::Share, "", "chance of the roll"),
        Column::new(
            "swap",
            Kind::Text,
            "",
            "the swap of the best play: health die for combat die",
        ),
        Column::new("one", Kind::Text, "", "yes where it is a 1-swap"),
    ];
    columns.extend(exact_columns(
        super::kind_of(s.objective),
        "",
        "value of the best play",
    ));
    columns.push(Column::new(
        "gain",
        signed(s.objective),
        "",
        "less that of the best play without a swap",
    ));
    let rows = s
        .heat
        .iter()
        .map(|b| {
            let swap = b.swap.map(|(health, combat)| {
                let blue = if combat == crate::games::gauntlet::state::Die::Low {
                    b.roll.blue.low
                } else {
                    b.roll.blue.high
                };
                format!("{} for {blue}", s.fight.health.get(health))
            });
            let mut row = vec![
                text(format!("{} {}", b.roll.blue.low, b.roll.blue.high)),
                text(format!("{} {}", b.roll.red.low, b.roll.red.high)),
                real(Some(s.chances[b.roll.index()])),
                swap.map_or(Cell::Null, text),
                text(if b.one { "yes" } else { "" }),
            ];
            row.extend(exact_cells(Some(b.value)));
            row.push(real(Some(b.gain())));
            row
        })
        .collect();
    Table {
        name: "rolls",
        title: "The best swap of every roll".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn charts(s: &Swaps<'_>) -> Vec<Chart> {
    let pairs: Vec<String> = (0..PAIRS_OF_DICE)
        .map(Pair::from_index)
        .map(|p| format!("{} {}", p.low, p.high))
        .collect();
    // Chances to survive differ by little: shown in ten-thousandths.
    let (unit, of) = match s.objective {
        Objective::Win => (1e4, " in ten-thousandths"),
        Objective::Score => (1.0, ""),
    };
    let at = |blue: usize, red: usize| {
        let b = &s.heat[blue * PAIRS_OF_DICE + red];
        Some(if b.swap.is_some() {
            unit * b.gain()
        } else {
            0.0
        })
    };
    let share = |low: u8, high: u8, at: usize| {
        s.by_health
            .iter()
            .find(|(h, _)| h.low == low && h.high == high)
            .map(|(_, heat)| summary(heat, s.chances)[at])
    };
    let map = |name: &'static str, title: &str, caption: &str, k: usize| Chart {
        name,
        title: title.into(),
        caption: caption.into(),
        x_label: "higher health die".into(),
        y_label: "lower health die (0: gone)".into(),
        plot: Plot::Heat {
            rows: (0..=6).map(|d: u8| d.to_string()).collect(),
            columns: (1..=6).map(|d: u8| d.to_string()).collect(),
            values: (0..=6)
                .map(|l| (1..=6).map(|h| share(l, h, k)).collect())
                .collect(),
            signed: false,
        },
        table: "by_health",
    };
    vec![
        map(
            "by_health",
            "How often a swap is best",
            "Share of rolls in which the best play swaps, by health dice.",
            0,
        ),
        map(
            "one_swaps",
            "How often a 1-swap is best",
            "Share of rolls in which the best play swaps for a combat 1.",
            1,
        ),
        Chart {
            name: "rolls",
            title: format!(
                "What swapping gains, roll by roll ({})",
                words::situation(s.fight)
            ),
            caption: format!(
                "Value of the best play less that of the best play without a swap{of}; 0 where no swap is best."
            ),
            x_label: "the enemy's dice".into(),
            y_label: "the player's dice".into(),
            plot: Plot::Heat {
                rows: pairs.clone(),
                columns: pairs.clone(),
                values: (0..PAIRS_OF_DICE)
                    .map(|b| (0..PAIRS_OF_DICE).map(|r| at(b, r)).collect())
                    .collect(),
                signed: false,
            },
            table: "rolls",
        },
    ]
}
