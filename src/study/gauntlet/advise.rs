//! `gauntlet-advise`: these dice, this health: what now? Every outcome of a roll with its exact value, best first.

use super::estimate::{exact_cells, exact_columns, real, text};
use super::{Asked, glossary, words};
use crate::games::gauntlet::action::Action;
use crate::games::gauntlet::advise::Advice;
use crate::games::gauntlet::dice::Roll;
use crate::games::gauntlet::rules::Class;
use crate::games::gauntlet::rules::game::Code;
use crate::games::gauntlet::spec::Objective;
use crate::games::gauntlet::state::{Fight, Result as Landed};
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Series, Table};

/// Outcomes within this of the best are called equal.
pub const EQUAL: f64 = 1e-9;
/// Outcomes shown on the terminal.
const BEST: usize = 10;
/// Bars of the chart.
const BARS: usize = 12;

/// A situation at the table with all that can come of it.
#[derive(Debug, Clone)]
pub struct Advised {
    /// Player and enemy.
    pub fight: Fight,
    /// The dice.
    pub roll: Roll,
    /// The options, ranked, with an action that leads to each.
    pub options: Vec<(Code, f64, Action)>,
    /// The outcome of doing nothing, and its value.
    pub nothing: (Code, f64),
    /// What is valued.
    pub objective: Objective,
    /// Over what: `this fight`, `the 2 enemies left`, `the rest of the game`.
    pub horizon: String,
    /// Value of rolling a 1 again under event 1, where that is open: the best then, on average.
    pub again: Option<f64>,
    /// Ability and tie rule of the enemy being fought.
    pub class: Class,
    /// The situation in words, line by line.
    pub facts: Vec<(String, String)>,
}

impl Advised {
    /// Ranked options with actions; of those that are equally good the one that leaves most points (2 x health + glory) first, then the one that
    /// leaves the enemy least health.
    pub fn ranked(
        advice: &Advice,
        action: impl Fn(Code) -> Option<Action>,
    ) -> Vec<(Code, f64, Action)> {
        let left = |code: Code| match code.outcome().result() {
            Landed::FightOn(f) => (2 * f.health.sum() + f.glory, f.enemy),
            Landed::EnemyDown(h, g) => (2 * h.sum() + g, 0),
            Landed::Dead(g) | Landed::BothFell(g) => (g, 0),
        };
        let mut options = advice.options.clone();
        let equal = options
            .iter()
            .take_while(|o| o.1 >= advice.value() - EQUAL)
            .count();
        options[..equal].sort_by_key(|o| {
            let (points, enemy) = left(o.0);
            (std::cmp::Reverse(points), enemy)
        });
        options
            .into_iter()
            .filter_map(|(code, value)| Some((code, value, action(code)?)))
            .collect()
    }

    fn best(&self) -> f64 {
        self.options.iter().map(|o| o.1).fold(f64::MIN, f64::max)
    }

    fn value(&self, x: f64) -> String {
        match self.objective {
            Objective::Win => format!("{x:.9}"),
            Objective::Score => format!("{x:.4} points"),
        }
    }

    /// What the value is.
    fn meaning(&self) -> &'static str {
        match self.objective {
            Objective::Win => "chance to survive (to win the game) with best play from there on",
            Objective::Score => "expected points with best play from there on",
        }
    }
}

/// Turns advice into findings.
pub fn findings(asked: &Asked, advised: &Advised) -> Findings {
    Findings {
        question: asked.question(vec![("player".into(), "best play from here on".into())], advised.facts.clone(), None),
        verdict: verdict(advised),
        tables: vec![best(advised), options(advised)],
        charts: vec![chart(advised)],
        notes: vec![
            format!("Values are exact: the {} of {}, every roll and every decision taken into account.", advised.meaning(), advised.horizon),
            "Outcomes within 1e-9 of the best are marked as equal; among them the one that leaves most points (2 x health + glory) stands first. Of the \
             actions that lead to an outcome the simplest is shown."
                .into(),
        ],
        guesses: asked.guesses.clone(),
        glossary: glossary(),
    }
}

fn verdict(a: &Advised) -> Vec<String> {
    let (code, _, action) = &a.options[0];
    let value = &a.best();
    let equals = a
        .options
        .iter()
        .take_while(|o| o.1 >= value - EQUAL)
        .count();
    let mut said = vec![format!(
        "Best: {}, which leaves {}: {}.",
        words::action(action, a.fight, a.roll),
        words::outcome(*code),
        a.value(*value)
    )];
    if let Some(again) = a.again {
        said.push(if again > value + EQUAL {
            format!(
                "Better still: roll the 1 again first (event 1): {} on average.",
                a.value(again)
            )
        } else {
            format!(
                "Keep event 1's re-roll: using it now gives {} on average.",
                a.value(again)
            )
        });
    }
    if equals > 1 {
        said.push(format!(
            "{equals} outcomes are equally good; this one leaves most health and glory."
        ));
    }
    if let Some((code, second, action)) = a.options.iter().find(|o| o.1 < value - EQUAL) {
        said.push(format!(
            "Next best: {}, which leaves {}: {} ({} less).",
            words::action(action, a.fight, a.roll),
            words::outcome(*code),
            a.value(*second),
            a.value(value - second)
        ));
    }
    said.push(if a.nothing.1 >= value - EQUAL {
        "Doing nothing is as good as anything.".into()
    } else {
        format!(
            "Doing nothing leaves {} and costs {}.",
            words::outcome(a.nothing.0),
            a.value(value - a.nothing.1)
        )
    });
    said
}

fn options(a: &Advised) -> Table {
    let kind = Kind::Number(9);
    let mut columns = vec![
        Column::new(
            "rank",
            Kind::Count,
            "",
            "place among the outcomes; equal ones share it",
        ),
        Column::new(
            "action",
            Kind::Text,
            "",
            "the simplest action that leads there",
        ),
        Column::new("result", Kind::Text, "", "fight_on, enemy_down or dead"),
        Column::new("low", Kind::Count, "", "lower health die afterwards"),
        Column::new("high", Kind::Count, "", "higher health die afterwards"),
        Column::new("glory", Kind::Count, "", "glory afterwards"),
        Column::new("enemy", Kind::Count, "", "enemy health afterwards"),
    ];
    columns.extend(exact_columns(kind, "", a.meaning()));
    columns.extend([
        Column::new("loss", kind, "", "value of the best outcome less this one"),
        Column::new("equal", Kind::Text, "", "= where it is as good as the best"),
        Column::new(
            "nothing",
            Kind::Text,
            "",
            "* where this is what comes of doing nothing",
        ),
    ]);
    let mut rank = 0;
    let mut last = f64::INFINITY;
    let rows = a
        .options
        .iter()
        .enumerate()
        .map(|(at, (code, value, action))| {
            if last - value > EQUAL {
                rank = at + 1;
                last = *value;
            }
            let (low, high, glory, enemy) = match code.outcome().result() {
                Landed::FightOn(f) => (f.health.low, f.health.high, f.glory, f.enemy),
                Landed::EnemyDown(h, g) => (h.low, h.high, g, 0),
                Landed::Dead(g) | Landed::BothFell(g) => (0, 0, g, 0),
            };
            let mut row = vec![
                Cell::Count(rank as u64),
                text(words::action(action, a.fight, a.roll)),
                text(code.outcome().word()),
                Cell::Count(low.into()),
                Cell::Count(high.into()),
                Cell::Count(glory.into()),
                Cell::Count(enemy.into()),
            ];
            row.extend(exact_cells(Some(*value)));
            row.push(real(Some(a.best() - value)));
            row.push(text(if a.best() - value <= EQUAL { "=" } else { "" }));
            row.push(text(if *code == a.nothing.0 { "*" } else { "" }));
            row
        })
        .collect();
    Table {
        name: "options",
        title: "Every outcome of this roll, best first".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

/// The first of them, for the terminal.
fn best(a: &Advised) -> Table {
    let all = options(a);
    Table {
        name: "best",
        title: format!("The best of {} outcomes of this roll", all.rows.len()),
        rows: all.rows.into_iter().take(BEST).collect(),
        on_terminal: true,
        ..all
    }
}

fn chart(a: &Advised) -> Chart {
    let shown: Vec<_> = a.options.iter().take(BARS).collect();
    let label =
        |(i, o): (usize, &&(Code, f64, Action))| format!("{}. {}", i + 1, words::outcome(o.0));
    Chart {
        name: "options",
        title: format!(
            "What the best {} outcomes lose against the best",
            shown.len()
        ),
        caption: format!(
            "Loss of {} against the best outcome; the numbers are the rows of the table.",
            match a.objective {
                Objective::Win => "chance",
                Objective::Score => "points",
            }
        ),
        x_label: "outcome: health, glory, enemy".into(),
        y_label: "loss".into(),
        plot: Plot::Bars {
            categories: shown.iter().enumerate().map(label).collect(),
            series: vec![Series {
                name: "loss".into(),
                values: shown.iter().map(|o| a.best() - o.1).collect(),
                intervals: None,
            }],
            share: a.objective == Objective::Win,
        },
        table: "options",
    }
}
