//! `gauntlet-sheet`: a strategy sheet to print: a short list of rules, and maps of what optimal play does.

use super::estimate::{exact_cells, exact_columns, real, text};
use super::{Asked, Parts, percent};
use crate::games::gauntlet::dice::{PAIRS_OF_DICE, Pair};
use crate::games::gauntlet::distil::Distilled;
use crate::games::gauntlet::exact::GameExact;
use crate::games::gauntlet::rules::Tactic;
use crate::games::gauntlet::sheet::{Maps, SpendCell};
use crate::games::gauntlet::spec::Objective;
use crate::games::gauntlet::state::{GLORY_MAX, Health};
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Table};

/// What the sheet is made of.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// The difficulty.
    pub difficulty: &'a str,
    /// What is made large.
    pub objective: Objective,
    /// The rules.
    pub distilled: &'a Distilled,
    /// Policies beside it: name, result.
    pub beside: &'a [(String, GameExact)],
    /// Maps of optimal play.
    pub maps: &'a Maps,
}

impl Sheet<'_> {
    fn value(&self, e: &GameExact) -> f64 {
        match self.objective {
            Objective::Win => e.win(),
            Objective::Score => e.mean_score(),
        }
    }

    fn show(&self, x: f64) -> String {
        match self.objective {
            Objective::Win => percent(x),
            Objective::Score => format!("{x:.3} points"),
        }
    }
}

/// Turns it into findings.
pub fn findings(asked: &Asked, s: &Sheet<'_>) -> Findings {
    let sentences = s.distilled.sentences();
    let mut verdict = vec![headline(s)];
    verdict.push(
        "In each match follow the first rule that fits and that you can follow and live; if there is none, do nothing. “Would” is what the dice do \
         as they lie, if you do nothing."
            .into(),
    );
    let ways = s.distilled.ways();
    if !ways.is_empty() {
        verdict.push(format!(
            "Count what a match would leave: {}.",
            ways.join("; ")
        ));
    }
    verdict.extend(
        sentences
            .iter()
            .enumerate()
            .map(|(i, rule)| format!("{}. {rule}", i + 1)),
    );
    let parts = Parts {
        policies: vec![("list".into(), s.distilled.spec.to_string())],
        facts: vec![("difficulty".into(), s.difficulty.into()), ("objective".into(), s.objective.game_name().into()), ("rules".into(), sentences.len().to_string())],
        verdict,
        tables: vec![rules(s, &sentences), beside(s), spending(s), swaps(s)],
        charts: charts(s),
        notes: vec![
            "Of the rules for matches the first whose condition holds, whose move is legal and does not kill is played; where none is, nothing \
             is done. The list's value is exact."
                .into(),
            "The list was distilled from the exact values: at each step the rule that saves most on a sample of games (fixed seed), then \
             judged by its own consequences."
                .into(),
            format!("Maps count {} matches of games of optimal play.", s.maps.seen),
        ],
    };
    asked.findings(parts, None)
}

fn headline(s: &Sheet<'_>) -> String {
    let each: Vec<String> = s
        .beside
        .iter()
        .map(|(n, e)| format!("{n} {}", s.show(s.value(e))))
        .collect();
    format!(
        "These {} rules reach {} on {}; beside them: {}.",
        s.distilled.sentences().len(),
        s.show(s.distilled.value),
        s.difficulty,
        each.join(", ")
    )
}

fn rules(s: &Sheet<'_>, sentences: &[String]) -> Table {
    let columns = vec![
        Column::new(
            "rule",
            Kind::Count,
            "",
            "its place; the first that fits is followed; null: a way to count that the rules name",
        ),
        Column::new("decision", Kind::Text, "", "which decision it is about"),
        Column::new("what", Kind::Text, "", "the rule"),
    ];
    let matches = s.distilled.list.lines().len();
    let rows = sentences.iter().enumerate().map(|(i, rule)| {
        let decision = if i < matches {
            "match"
        } else {
            s.distilled.parts[i - matches].0
        };
        vec![Cell::Count(i as u64 + 1), text(decision), text(rule)]
    });
    let ways = s.distilled.ways();
    let ways = ways
        .into_iter()
        .map(|w| vec![Cell::Null, text("count"), text(w)]);
    let rows = ways.chain(rows).collect();
    Table {
        name: "rules",
        title: "The rules".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn beside(s: &Sheet<'_>) -> Table {
    let mut columns = vec![Column::new(
        "policy",
        Kind::Text,
        "",
        "the list, and policies beside it",
    )];
    columns.extend(exact_columns(
        super::kind_of(s.objective),
        "",
        "what was made large",
    ));
    columns.extend([
        Column::new("win", Kind::Share, "", "win rate"),
        Column::new("score", Kind::Number(4), "", "mean score"),
        Column::new("matches", Kind::Number(2), "", "expected matches in a game"),
    ]);
    let list = ("this list".to_string(), s.distilled.exact.clone());
    let rows = std::iter::once(&list)
        .chain(s.beside)
        .map(|(name, e)| {
            let mut row = vec![text(name)];
            row.extend(exact_cells(Some(s.value(e))));
            row.extend([e.win(), e.mean_score(), e.matches].map(|x| real(Some(x))));
            row
        })
        .collect();
    Table {
        name: "beside",
        title: "How good is the list?".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn share(part: u32, seen: u32) -> Option<f64> {
    (seen > 0).then(|| f64::from(part) / f64::from(seen))
}

fn spending(s: &Sheet<'_>) -> Table {
    let mut columns = vec![
        Column::new("glory", Kind::Count, "", "glory before the match"),
        Column::new("enemy", Kind::Count, "", "the enemy's health"),
        Column::new(
            "seen",
            Kind::Count,
            "",
            "matches of optimal play that were seen",
        ),
    ];
    columns.extend(
        [
            "cautious_defense",
            "quick_rest",
            "dirty_trick",
            "swift_execution",
        ]
        .map(|n| Column::new(n, Kind::Share, "", "share of them in which it is bought")),
    );
    columns.extend([
        Column::new(
            "bargain",
            Kind::Share,
            "",
            "share of them in which a bargain is struck",
        ),
        Column::new(
            "bargain_glory",
            Kind::Number(3),
            "",
            "glory of such a bargain, mean",
        ),
    ]);
    let rows = s
        .maps
        .spending
        .iter()
        .map(|c| {
            let mut row = vec![
                Cell::Count(c.glory.into()),
                Cell::Count(c.enemy.into()),
                Cell::Count(c.seen.into()),
            ];
            row.extend(c.bought.map(|b| real(share(b, c.seen))));
            row.push(real(share(c.bargains, c.seen)));
            row.push(real(share(c.bargain_glory, c.bargains)));
            row
        })
        .collect();
    Table {
        name: "spending",
        title: "What optimal play spends and bargains for".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn swaps(s: &Sheet<'_>) -> Table {
    let columns = vec![
        Column::new("low", Kind::Count, "", "lower health die"),
        Column::new("high", Kind::Count, "", "higher health die"),
        Column::new("blue", Kind::Text, "", "the player's combat dice"),
        Column::new(
            "seen",
            Kind::Count,
            "",
            "matches of optimal play that were seen",
        ),
        Column::new("swap", Kind::Share, "", "share of them with a swap"),
        Column::new("one_swap", Kind::Share, "", "share of them with a 1-swap"),
        Column::new(
            "usual",
            Kind::Text,
            "",
            "the commonest swap: health die for combat die",
        ),
    ];
    let rows = s
        .maps
        .swaps
        .iter()
        .map(|c| {
            let usual = c.usual.map(|(h, d)| {
                let blue = if d == crate::games::gauntlet::state::Die::Low {
                    c.blue.low
                } else {
                    c.blue.high
                };
                format!("{} for {blue}", c.health.get(h))
            });
            vec![
                Cell::Count(c.health.low.into()),
                Cell::Count(c.health.high.into()),
                text(format!("{} {}", c.blue.low, c.blue.high)),
                Cell::Count(c.seen.into()),
                real(share(c.swaps, c.seen)),
                real(share(c.one_swaps, c.seen)),
                usual.map_or(Cell::Null, text),
            ]
        })
        .collect();
    Table {
        name: "swaps",
        title: "When optimal play swaps".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn charts(s: &Sheet<'_>) -> Vec<Chart> {
    let blues: Vec<Pair> = (0..PAIRS_OF_DICE).map(Pair::from_index).collect();
    let healths: Vec<Health> = Health::all()
        .filter(|h| s.maps.swaps.iter().any(|c| c.health == *h))
        .collect();
    let at = |h: Health, b: Pair| {
        s.maps
            .swaps
            .iter()
            .find(|c| c.health == h && c.blue == b)
            .and_then(|c| share(c.swaps, c.seen))
    };
    let spend = |name: &'static str, title: &str, of: &dyn Fn(&SpendCell) -> Option<f64>| {
        Chart {
        name,
        title: title.into(),
        caption: "Share of the matches of optimal play, by glory and enemy health; crossed out: never seen.".into(),
        x_label: "enemy health".into(),
        y_label: "glory".into(),
        plot: Plot::Heat {
            rows: (0..=GLORY_MAX).map(|g| g.to_string()).collect(),
            columns: (1..=6).map(|e: u8| e.to_string()).collect(),
            values: (0..=GLORY_MAX)
                .map(|g| (1..=6).map(|e| s.maps.spending.iter().find(|c| c.glory == g && c.enemy == e).and_then(of)).collect())
                .collect(),
            signed: false,
        },
        table: "spending",
    }
    };
    let bought = |t: Tactic| move |c: &SpendCell| share(c.bought[t as usize], c.seen);
    vec![
        Chart {
            name: "swaps",
            title: "Swap or not?".into(),
            caption: "Share of matches in which optimal play swaps, by health dice and own combat dice; crossed out: never seen.".into(),
            x_label: "combat dice".into(),
            y_label: "health dice".into(),
            plot: Plot::Heat {
                rows: healths.iter().map(|h| format!("{} {}", h.low, h.high)).collect(),
                columns: blues.iter().map(|b| format!("{} {}", b.low, b.high)).collect(),
                values: healths.iter().map(|h| blues.iter().map(|b| at(*h, *b)).collect()).collect(),
                signed: false,
            },
            table: "swaps",
        },
        spend("quick_rest", "When to buy Quick Rest", &bought(Tactic::QuickRest)),
        spend("cautious_defense", "When to buy Cautious Defense", &bought(Tactic::CautiousDefense)),
        spend("dirty_trick", "When to buy Dirty Trick", &bought(Tactic::DirtyTrick)),
        spend("bargain", "When to strike the bargain", &|c| share(c.bargains, c.seen)),
    ]
}
