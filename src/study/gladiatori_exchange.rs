//! `gladiatori-exchange`: one attack as a game of hidden commitments: value, mixes, what each resource is worth.

use super::gladiatori::{Frame, Quote, Sampled, estimate_columns, hidden, table, text, word};
use crate::games::gladiatori::cards::Kind;
use crate::games::gladiatori::exchange::{Bout, Exchanges, Solution};
use crate::games::gladiatori::policy::Brain;
use crate::playout::Run;
use crate::report::{Cell, Chart, Column, Findings, Kind as Show, Plot, Series, Table};
use crate::stats::Moments;
use num_traits::ToPrimitive;
use rayon::prelude::*;

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
    ("defender", "without his Movement card", |b| b.defender.actions &= !Kind::Movement.card()),
    ("defender", "without any Action card", |b| b.defender.actions = 0),
    ("defender", "face-down", |b| b.defender.facedown = true),
    ("defender", "trapped", |b| b.defender.trapped = true),
    ("attacker", "face-down", |b| b.attacker.facedown = true),
    ("attacker", "trapped", |b| b.attacker.trapped = true),
    ("attacker", "with Strength alone", |b| b.attacker.actions = Kind::Strength.card()),
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
        summary(&solved),
        attacks(&solved),
        answers(&solved),
        changes("worth", "What one more of each resource changes", &MORE, &more, &solved),
        changes("situations", "The same two in other situations", &SITUATIONS, &situations, &solved),
    ];
    f.tables.extend(policies(asked, run, frame.confidence));
    f.charts = vec![mix_chart(&solved), worth_chart(&more, &solved)];
    let items = grid(asked, 0..=6, 0..=6, |b, x, y| (b.attacker.items, b.defender.items) = (x, y));
    let skills = grid(asked, 0..=9, 0..=9, |b, x, y| (b.attacker.offense, b.defender.guard) = (x as u8, y as u8));
    for (name, title, x, y, g) in [
        ("items", "Value by item bonuses", "item defense of the defender", "item attack of the attacker", &items),
        ("skills", "Value by Offense and Guard", "Guard of the defender", "Offense of the attacker", &skills),
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
    f
}

fn bounds_columns() -> Vec<Column> {
    vec![
        Column::new("value", Show::Signed(4), "VP", "value for the attacker, the middle of its bounds"),
        Column::new("lo", Show::Signed(4), "VP", "what the attacker's mix guarantees"),
        Column::new("hi", Show::Signed(4), "VP", "what the defender's mix concedes at most"),
        Column::new("n", Show::Count, "", "null: solved, not sampled").machine_only(),
        Column::new("exact", Show::Signed(4), "VP", "null: known within lo and hi").machine_only(),
    ]
}

fn bounds(s: &Solution) -> Vec<Cell> {
    vec![Cell::Real(s.value()), Cell::Real(s.lower), Cell::Real(s.upper), Cell::Null, Cell::Null]
}

fn summary(s: &Solution) -> Table {
    let mut columns = vec![text("metric", "what is measured")];
    columns.extend(bounds_columns());
    columns.push(Column::new("gap", Show::Number(5), "VP", "hi less lo: the exploitability of both mixes together"));
    columns.push(Column::new("iterations", Show::Count, "", "iterations of CFR+"));
    let mut row = vec![word("value")];
    row.extend(bounds(s));
    row.extend([Cell::Real(s.gap()), Cell::Count(s.iterations.into())]);
    table("summary", "The exchange as a game", columns, vec![row])
}

fn attacks(s: &Solution) -> Table {
    let columns = vec![
        text("kind", "Action card"),
        Column::new("e1", Show::Count, "cards", "1-Energy cards"),
        Column::new("e0", Show::Count, "cards", "0-Energy cards"),
        Column::new("probability", Show::Share, "", "how often an equilibrium plays it"),
        Column::new("offense", Show::Share, "", "how often Offense is then used, the defender having played no Combat cards"),
        Column::new("blood", Show::Number(2), "points", "mean Blood then spent"),
    ];
    let mut rows: Vec<(f64, Vec<Cell>)> = Vec::new();
    for (i, (attack, p)) in s.attacks.iter().zip(&s.mix).enumerate().filter(|(_, x)| *x.1 > 0.0005) {
        let (mut offense, mut blood) = (0.0, 0.0);
        for (o, b, w) in s.payments(i, 0) {
            offense += w * f64::from(u8::from(o));
            blood += w * f64::from(b);
        }
        rows.push((
            *p,
            vec![
                word(attack.kind.name()),
                Cell::Count(attack.e1.into()),
                Cell::Count(attack.e0.into()),
                Cell::Real(*p),
                Cell::Real(offense.min(1.0)),
                Cell::Real(blood),
            ],
        ));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    table("attacks", "The attacker's mix", columns, rows.into_iter().map(|r| r.1).collect())
}

/// Name of an answer.
fn answer_name(kind: Option<Kind>) -> &'static str {
    match kind {
        None => "none (Surprised)",
        Some(Kind::Movement) => "dodge",
        Some(kind) => kind.name(),
    }
}

fn answers(s: &Solution) -> Table {
    let columns = vec![
        Column::new("seen", Show::Count, "cards", "Combat cards that the attacker played"),
        Column::new("reached", Show::Share, "", "how often the attacker plays that many"),
        text("answer", "Action card of the defender"),
        Column::new("e1", Show::Count, "cards", "1-Energy cards"),
        Column::new("e0", Show::Count, "cards", "0-Energy cards"),
        Column::new("probability", Show::Share, "", "how often an equilibrium answers so"),
    ];
    let mut rows = Vec::new();
    for (n, mix) in s.answers.iter().enumerate() {
        let reached: f64 = s.attacks.iter().zip(&s.mix).filter(|(a, _)| usize::from(a.cards()) == n).map(|(_, p)| p).sum();
        if reached < 0.005 {
            continue;
        }
        let mut own: Vec<(f64, Vec<Cell>)> = s
            .options
            .iter()
            .zip(mix)
            .filter(|(_, p)| **p > 0.005)
            .map(|(o, p)| {
                let cells = vec![
                    Cell::Count(n as u64),
                    Cell::Real(reached),
                    word(answer_name(o.kind)),
                    Cell::Count(o.e1.into()),
                    Cell::Count(o.e0.into()),
                    Cell::Real(*p),
                ];
                (*p, cells)
            })
            .collect();
        own.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows.extend(own.into_iter().map(|r| r.1));
    }
    table("answers", "The defender's mix, by what he sees", columns, rows)
}

fn changes(name: &'static str, title: &'static str, what: &[Change], solved: &[Solution], base: &Solution) -> Table {
    let mut columns = vec![text("side", "whose it is"), text("change", "what is changed")];
    columns.extend(bounds_columns());
    columns.push(Column::new("change_of_value", Show::Signed(4), "VP", "value less that of the exchange asked for"));
    columns.push(Column::new("uncertain", Show::Number(4), "VP", "the change is known to within this"));
    let rows = what
        .iter()
        .zip(solved)
        .map(|((side, change, _), s)| {
            let mut row = vec![word(*side), word(*change)];
            row.extend(bounds(s));
            row.push(Cell::Real(s.value() - base.value()));
            row.push(Cell::Real((s.gap() + base.gap()) / 2.0));
            row
        })
        .collect();
    table(name, title, columns, rows)
}

/// The exchange under the named policies: enumerated where they are of the core, sampled where asked for.
fn policies(asked: &Asked, run: Option<&Run<Vec<u64>>>, confidence: f64) -> Option<Table> {
    let plain = asked.exchanges.policies[0].plain().zip(asked.exchanges.policies[1].plain());
    let exact = plain.map(|(a, b)| {
        let r = asked.bout.exact([&a, &b]);
        [r.p_attack, r.p_hit, r.mean_damage].map(|p| (p.to_f64().unwrap_or(f64::NAN), p.to_string()))
    });
    if exact.is_none() && run.is_none() {
        return None;
    }
    let mut columns = vec![
        text("metric", "attack: AV above 0; hit: AV above DV; damage: mean, not capped"),
        Column::new("count", Show::Count, "exchanges", "in how many it happened").machine_only(),
    ];
    columns.extend(estimate_columns(Show::Number(5), ""));
    columns.push(text("exact_fraction", "the exact value as a fraction"));
    let mut rows = Vec::new();
    for (i, metric) in ["attack", "hit", "damage"].iter().enumerate() {
        let known = exact.as_ref().map(|e| &e[i]);
        let mut row = vec![word(*metric)];
        match run {
            Some(run) => {
                let (t, n) = (&run.tally, run.playouts);
                let quote = Quote { confidence, single: false };
                row.push(if i < 2 { Cell::Count(t[i]) } else { Cell::Null });
                row.extend(if i < 2 {
                    quote.share(t[i], n)
                } else {
                    quote.mean(&Moments { n, sum: t[2].into(), sum_of_squares: t[3].into() })
                });
            }
            None => {
                row.push(Cell::Null);
                let value = known.map_or(Cell::Null, |k| Cell::Real(k.0));
                row.extend([value.clone(), Cell::Null, Cell::Null, Cell::Null, value, word("varies")]);
            }
        }
        row[6] = known.map_or(Cell::Null, |k| Cell::Real(k.0));
        row.push(known.map_or(Cell::Null, |k| word(&*k.1)));
        rows.push(row);
    }
    Some(table("policies", format!("{} against {}", asked.policies[0], asked.policies[1]), columns, rows))
}

type Grid = (Vec<i16>, Vec<i16>, Vec<Vec<f64>>);

fn grid(asked: &Asked, xs: std::ops::RangeInclusive<i16>, ys: std::ops::RangeInclusive<i16>, set: impl Fn(&mut Bout, i16, i16) + Sync) -> Grid {
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

fn mix_chart(s: &Solution) -> Chart {
    let most = s.attacks.iter().map(|a| a.cards()).max().unwrap_or(0);
    let series = Kind::ATTACKS.iter().filter(|k| s.attacks.iter().any(|a| a.kind == **k)).map(|kind| Series {
        name: kind.name().into(),
        values: (0..=most)
            .map(|n| s.attacks.iter().zip(&s.mix).filter(|(a, _)| a.kind == *kind && a.cards() == n).map(|(_, p)| p).sum())
            .collect(),
        intervals: None,
    });
    Chart {
        name: "mix",
        title: "What the attacker plays".into(),
        caption: "Probability of each kind with so many Combat cards in an equilibrium.".into(),
        x_label: "Combat cards".into(),
        y_label: "probability".into(),
        plot: Plot::Bars { categories: (0..=most).map(|n| n.to_string()).collect(), series: series.collect(), share: true },
        table: "attacks",
    }
}

fn worth_chart(more: &[Solution], base: &Solution) -> Chart {
    let change = |s: &Solution| s.value() - base.value();
    Chart {
        name: "worth",
        title: "What one more of each is worth here".into(),
        caption: "Change of the exchange's value for the attacker; what helps the defender is negative. Within the solution's gap of zero it is nothing.".into(),
        x_label: "one more".into(),
        y_label: "change of value (VP)".into(),
        plot: Plot::Bars {
            categories: MORE.iter().map(|(side, what, _)| format!("{side}: {what}")).collect(),
            series: vec![Series { name: "change".into(), values: more.iter().map(change).collect(), intervals: Some(more.iter().map(|s| (change(s) - (s.gap() + base.gap()) / 2.0, change(s) + (s.gap() + base.gap()) / 2.0)).collect()) }],
            share: false,
        },
        table: "worth",
    }
}

fn verdict(asked: &Asked, s: &Solution, more: &[Solution], situations: &[Solution]) -> Vec<String> {
    let [a, d] = &asked.names;
    let mut lines = vec![format!(
        "One attack of {a} on {d} is worth {:+.3} VP to the attacker (between {:+.3} and {:+.3}), beside the 2 VP of the attack itself.",
        s.value(), s.lower, s.upper
    )];
    let mut mix: Vec<(f64, String)> = s
        .attacks
        .iter()
        .zip(&s.mix)
        .filter(|(_, p)| **p >= 0.05)
        .map(|(k, p)| (*p, format!("{} with {} Combat cards {:.0} %", k.kind.name(), k.cards(), 100.0 * p)))
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
    lines.push(if gain(best) <= s.gap() {
        "No single point or card more changes it by more than the solution's gap.".into()
    } else {
        format!("The resource that moves it most is the {}'s {}: one more changes it by {:+.3} VP.", MORE[best].0, MORE[best].1, more[best].value() - s.value())
    });
    let worst = (0..SITUATIONS.len()).max_by(|x, y| situations[*x].value().total_cmp(&situations[*y].value())).unwrap_or(0);
    lines.push(format!(
        "Of the situations asked, the worst for a {} is {}: {:+.3} VP.",
        "defender", SITUATIONS[worst].1, situations[worst].value()
    ));
    lines
}
