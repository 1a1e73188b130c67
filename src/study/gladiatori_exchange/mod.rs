//! `gladiatori-exchange`: one attack as a game of hidden commitments: value, mixes, what each resource is worth.

use crate::games::gladiatori::cards::Kind;
use crate::games::gladiatori::exchange::{Bout, Exchanges, Solution};
use crate::games::gladiatori::policy::Brain;
use crate::playout::Run;
use crate::report::{Cell, Chart, Column, Findings, Kind as Show, Plot, Table};
use crate::study::gladiatori::{Frame, Sampled, hidden};
use rayon::prelude::*;

mod explain;
mod tables;

pub use explain::explain;

/// The resolved exchange.
#[derive(Debug, Clone)]
pub struct Asked {
    /// The exchange.
    pub bout: Bout,
    /// Attacker and defender.
    pub names: [String; 2],
    /// Gap between the best responses that is good enough.
    pub gap: f64,
    /// Policies that are enumerated or sampled beside the equilibrium.
    pub exchanges: Exchanges<Brain>,
    /// Their names.
    pub policies: [String; 2],
}

/// Most iterations of a solution.
const ITERATIONS: u32 = 200_000;
/// Points of a heat map's gap.
const COARSE: f64 = 0.02;

impl Asked {
    fn solve(&self, bout: &Bout) -> Solution {
        bout.solve(self.gap, ITERATIONS)
    }
}

/// A change of the exchange.
type Change = (&'static str, &'static str, fn(&mut Bout));

/// One more of each resource.
const MORE: [Change; 11] = [
    ("attacker", "item attack", |b| b.attacker.items += 1),
    ("attacker", "offense", |b| b.attacker.offense += 1),
    ("attacker", "blood", |b| b.attacker.blood += 1),
    ("attacker", "1-Energy card", |b| b.attacker.e1 += 1),
    ("attacker", "0-Energy card", |b| b.attacker.e0 += 1),
    ("attacker", "other card in hand", |b| b.attacker.other += 1),
    ("defender", "item defense", |b| b.defender.items += 1),
    ("defender", "guard", |b| b.defender.guard += 1),
    ("defender", "speed", |b| b.defender.speed += 1),
    ("defender", "1-Energy card", |b| b.defender.e1 += 1),
    ("defender", "0-Energy card", |b| b.defender.e0 += 1),
];

/// Other situations of the same two.
const SITUATIONS: [Change; 9] = [
    ("defender", "attacked from a rear side", |b| b.arrival = 2),
    ("defender", "attacked from behind", |b| b.arrival = 3),
    ("defender", "without his Movement card", |b| {
        b.defender.actions &= !Kind::Movement.card()
    }),
    ("defender", "without any Action card", |b| {
        b.defender.actions = 0
    }),
    ("defender", "face-down", |b| b.defender.facedown = true),
    ("defender", "trapped", |b| b.defender.trapped = true),
    ("attacker", "face-down", |b| b.attacker.facedown = true),
    ("attacker", "trapped", |b| b.attacker.trapped = true),
    ("attacker", "with Strength alone", |b| {
        b.attacker.actions = Kind::Strength.card()
    }),
];

/// Findings; `run` where exchanges under the policies were sampled.
pub fn findings(asked: &Asked, frame: &Frame, run: Option<&Run<Vec<u64>>>) -> Findings {
    let solved = asked.solve(&asked.bout);
    let sampled = run.map(Sampled::of);
    let mut f = frame.findings(sampled.as_ref());
    let changed = |changes: &[Change]| -> Vec<Solution> {
        changes
            .par_iter()
            .map(|c| {
                let mut bout = asked.bout;
                (c.2)(&mut bout);
                asked.solve(&bout)
            })
            .collect()
    };
    let (more, situations) = (changed(&MORE), changed(&SITUATIONS));
    f.tables = vec![
        tables::summary(&solved),
        tables::attacks(&solved),
        tables::answers(&solved),
        tables::changes(
            "worth",
            "What one more of each resource changes",
            &MORE,
            &more,
            &solved,
        ),
        tables::changes(
            "situations",
            "The same two in other situations",
            &SITUATIONS,
            &situations,
            &solved,
        ),
    ];
    f.tables
        .extend(tables::policies(asked, run, frame.confidence));
    f.charts = vec![
        tables::mix_chart(&solved),
        tables::worth_chart(&more, &solved),
    ];
    let items = grid(asked, 0..=6, 0..=6, |b, x, y| {
        (b.attacker.items, b.defender.items) = (x, y)
    });
    let skills = grid(asked, 0..=9, 0..=9, |b, x, y| {
        (b.attacker.offense, b.defender.guard) = (x as u8, y as u8)
    });
    for (name, title, x, y, g) in [
        (
            "items",
            "Value by item bonuses",
            "item defense of the defender",
            "item attack of the attacker",
            &items,
        ),
        (
            "skills",
            "Value by Offense and Guard",
            "Guard of the defender",
            "Offense of the attacker",
            &skills,
        ),
    ] {
        f.tables.push(grid_table(name, title, g));
        f.charts.push(grid_chart(name, title, x, y, g));
    }
    f.verdict = verdict(asked, &solved, &more, &situations);
    f.notes = vec![
        format!("Solved by CFR+; value, lo and hi are bounds from both sides' best responses against the found mixes: the exploitability is at most the gap, {:.4} VP after {} iterations.", solved.gap(), solved.iterations),
        format!("The payoff is damage less {} for each card and {} for each point more than the other side spends; damage is not capped by Hit Points. The +2 VP of every frontal attack come on top.", asked.bout.card_price, asked.bout.point_price),
        "Feint, special moves and powers are left out of this exchange; they count as cards in hand.".into(),
        format!("Heat maps are solved to a gap of {COARSE} VP."),
    ];
    f.notes.extend(tables::left_out(&solved));
    f
}

type Grid = (Vec<i16>, Vec<i16>, Vec<Vec<f64>>);

fn grid(
    asked: &Asked,
    xs: std::ops::RangeInclusive<i16>,
    ys: std::ops::RangeInclusive<i16>,
    set: impl Fn(&mut Bout, i16, i16) + Sync,
) -> Grid {
    let (xs, ys): (Vec<i16>, Vec<i16>) = (xs.collect(), ys.collect());
    let values = xs
        .par_iter()
        .map(|x| {
            ys.iter()
                .map(|y| {
                    let mut bout = asked.bout;
                    set(&mut bout, *x, *y);
                    bout.solve(COARSE.max(asked.gap), ITERATIONS).value()
                })
                .collect()
        })
        .collect();
    (xs, ys, values)
}

fn grid_table(name: &'static str, title: &str, (xs, ys, values): &Grid) -> Table {
    let columns = vec![
        Column::new("attacker", Show::Count, "", "the attacker's"),
        Column::new("defender", Show::Count, "", "the defender's"),
        Column::new("value", Show::Signed(3), "VP", "value for the attacker"),
        Column::new("lo", Show::Signed(3), "VP", "value less half the gap"),
        Column::new("hi", Show::Signed(3), "VP", "value and half the gap"),
    ];
    let mut rows = Vec::new();
    for (x, row) in xs.iter().zip(values) {
        for (y, v) in ys.iter().zip(row) {
            rows.push(vec![
                Cell::Int((*x).into()),
                Cell::Int((*y).into()),
                Cell::Real(*v),
                Cell::Real(v - COARSE / 2.0),
                Cell::Real(v + COARSE / 2.0),
            ]);
        }
    }
    hidden(name, title, columns, rows)
}

fn grid_chart(name: &'static str, title: &str, x: &str, y: &str, (xs, ys, values): &Grid) -> Chart {
    Chart {
        name,
        title: title.into(),
        caption: "What the exchange is worth to the attacker, both sides mixing best, everything else as asked.".into(),
        x_label: x.into(),
        y_label: y.into(),
        plot: Plot::Heat {
            rows: xs.iter().map(ToString::to_string).collect(),
            columns: ys.iter().map(ToString::to_string).collect(),
            values: values.iter().map(|r| r.iter().map(|v| Some(*v)).collect()).collect(),
            signed: true,
        },
        table: name,
    }
}

fn verdict(asked: &Asked, s: &Solution, more: &[Solution], situations: &[Solution]) -> Vec<String> {
    let [a, d] = &asked.names;
    let mut lines = vec![format!(
        "One attack of {a} on {d} is worth {:+.3} VP to the attacker (between {:+.3} and {:+.3}), beside the 2 VP of the attack itself.",
        s.value(),
        s.lower,
        s.upper
    )];
    let mut mix: Vec<(f64, String)> = s
        .attacks
        .iter()
        .zip(&s.mix)
        .filter(|(_, p)| **p >= 0.05)
        .map(|(k, p)| {
            (
                *p,
                format!(
                    "{} with {} {:.0} %",
                    k.kind.name(),
                    crate::study::gladiatori::plural(k.cards().into(), "Combat card"),
                    100.0 * p
                ),
            )
        })
        .collect();
    mix.sort_by(|x, y| y.0.total_cmp(&x.0));
    if !mix.is_empty() {
        let shown: Vec<String> = mix.into_iter().take(4).map(|m| m.1).collect();
        lines.push(format!("The attacker mixes {}.", shown.join(", ")));
    }
    let gain = |i: usize| (more[i].value() - s.value()).abs();
    let mut order: Vec<usize> = (0..MORE.len()).collect();
    order.sort_by(|x, y| gain(*y).total_cmp(&gain(*x)));
    let best = order[0];
    lines.push(if gain(best) <= (s.gap() + more[best].gap()) / 2.0 + 5e-4 {
        "No single point or card more changes it by more than the solution's gap.".into()
    } else {
        format!(
            "The resource that moves it most is the {}'s {}: one more changes it by {:+.3} VP.",
            MORE[best].0,
            MORE[best].1,
            more[best].value() - s.value()
        )
    });
    let worst = (0..SITUATIONS.len())
        .max_by(|x, y| situations[*x].value().total_cmp(&situations[*y].value()))
        .unwrap_or(0);
    let (value, gap) = (situations[worst].value(), situations[worst].gap());
    let like = |i: usize| value - situations[i].value() <= (gap + situations[i].gap()) / 2.0;
    let names: Vec<&str> = (0..SITUATIONS.len())
        .filter(|i| like(*i))
        .map(|i| SITUATIONS[i].1)
        .collect();
    lines.push(if value - s.value() <= (gap + s.gap()) / 2.0 {
        "None of the situations asked is worse for the defender.".into()
    } else {
        format!(
            "Of the situations asked, the worst for the defender: {} ({value:+.3} VP).",
            names.join("; ")
        )
    });
    lines
}
