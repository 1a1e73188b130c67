//! Tables and charts of an exchange.

use super::{Asked, Change, MORE};
use crate::games::gladiatori::cards::Kind;
use crate::games::gladiatori::exchange::Solution;
use crate::playout::Run;
use crate::report::{Cell, Chart, Column, Kind as Show, Plot, Series, Table};
use crate::stats::Moments;
use crate::study::gladiatori::{Quote, estimate_columns, table, text, word};
use num_traits::ToPrimitive;

/// Attacks that an equilibrium plays no more often than this are left out of the table.
const RARE_ATTACK: f64 = 0.0005;
/// So are answers, and numbers of Combat cards that the attacker plays less often than this.
const RARE: f64 = 0.005;

/// What the tables of the mixes leave out; nothing where they leave out nothing.
pub(super) fn left_out(s: &Solution) -> Option<String> {
    let cards = |n: usize| -> f64 {
        let of = s.attacks.iter().zip(&s.mix);
        of.filter(|(a, _)| usize::from(a.cards()) == n)
            .map(|(_, p)| p)
            .sum()
    };
    let attacks: f64 = s.mix.iter().filter(|p| **p <= RARE_ATTACK).sum();
    let mut answers = 0.0;
    for (n, mix) in s.answers.iter().enumerate() {
        let reached = cards(n);
        answers += match reached < RARE {
            true => reached,
            false => reached * mix.iter().filter(|p| **p <= RARE).sum::<f64>(),
        };
    }
    (attacks.max(answers) > 5e-7).then(|| {
        format!("Rare rows are left out of the mixes, so that their shares add up to less than 1: attacks of no more than 0.05 % ({:.4} % together); answers of no more than 0.5 %, and all to numbers of cards seen in less than 0.5 % ({:.4} % together).", 100.0 * attacks, 100.0 * answers)
    })
}

pub(super) fn bounds_columns() -> Vec<Column> {
    vec![
        Column::new(
            "value",
            Show::Signed(4),
            "VP",
            "value for the attacker, the middle of its bounds",
        ),
        Column::new(
            "lo",
            Show::Signed(4),
            "VP",
            "what the attacker's mix guarantees",
        ),
        Column::new(
            "hi",
            Show::Signed(4),
            "VP",
            "what the defender's mix concedes at most",
        ),
        Column::new("n", Show::Count, "", "null: solved, not sampled").machine_only(),
        Column::new(
            "exact",
            Show::Signed(4),
            "VP",
            "null: known within lo and hi",
        )
        .machine_only(),
    ]
}

pub(super) fn bounds(s: &Solution) -> Vec<Cell> {
    vec![
        Cell::Real(s.value()),
        Cell::Real(s.lower),
        Cell::Real(s.upper),
        Cell::Null,
        Cell::Null,
    ]
}

pub(super) fn summary(s: &Solution) -> Table {
    let mut columns = vec![text("metric", "what is measured")];
    columns.extend(bounds_columns());
    columns.push(Column::new(
        "gap",
        Show::Number(5),
        "VP",
        "hi less lo: the exploitability of both mixes together",
    ));
    columns.push(Column::new(
        "iterations",
        Show::Count,
        "",
        "iterations of CFR+",
    ));
    let mut row = vec![word("value")];
    row.extend(bounds(s));
    row.extend([Cell::Real(s.gap()), Cell::Count(s.iterations.into())]);
    table("summary", "The exchange as a game", columns, vec![row])
}

pub(super) fn attacks(s: &Solution) -> Table {
    let columns = vec![
        text("kind", "Action card"),
        Column::new("e1", Show::Count, "cards", "1-Energy cards"),
        Column::new("e0", Show::Count, "cards", "0-Energy cards"),
        Column::new(
            "probability",
            Show::Share,
            "",
            "how often an equilibrium plays it",
        ),
        Column::new(
            "offense",
            Show::Share,
            "",
            "how often Offense is then used, the defender having played no Combat cards",
        ),
        Column::new("blood", Show::Number(2), "points", "mean Blood then spent"),
    ];
    let mut rows: Vec<(f64, Vec<Cell>)> = Vec::new();
    for (i, (attack, p)) in s
        .attacks
        .iter()
        .zip(&s.mix)
        .enumerate()
        .filter(|(_, x)| *x.1 > RARE_ATTACK)
    {
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
    table(
        "attacks",
        "The attacker's mix",
        columns,
        rows.into_iter().map(|r| r.1).collect(),
    )
}

/// Name of an answer.
pub(super) fn answer_name(kind: Option<Kind>) -> &'static str {
    match kind {
        None => "none (Surprised)",
        Some(Kind::Movement) => "dodge",
        Some(kind) => kind.name(),
    }
}

pub(super) fn answers(s: &Solution) -> Table {
    let columns = vec![
        Column::new(
            "seen",
            Show::Count,
            "cards",
            "Combat cards that the attacker played",
        ),
        Column::new(
            "reached",
            Show::Share,
            "",
            "how often the attacker plays that many",
        ),
        text("answer", "Action card of the defender"),
        Column::new("e1", Show::Count, "cards", "1-Energy cards"),
        Column::new("e0", Show::Count, "cards", "0-Energy cards"),
        Column::new(
            "probability",
            Show::Share,
            "",
            "how often an equilibrium answers so",
        ),
    ];
    let mut rows = Vec::new();
    for (n, mix) in s.answers.iter().enumerate() {
        let reached: f64 = s
            .attacks
            .iter()
            .zip(&s.mix)
            .filter(|(a, _)| usize::from(a.cards()) == n)
            .map(|(_, p)| p)
            .sum();
        if reached < RARE {
            continue;
        }
        let mut own: Vec<(f64, Vec<Cell>)> = s
            .options
            .iter()
            .zip(mix)
            .filter(|(_, p)| **p > RARE)
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
    table(
        "answers",
        "The defender's mix, by what he sees",
        columns,
        rows,
    )
}

pub(super) fn changes(
    name: &'static str,
    title: &'static str,
    what: &[Change],
    solved: &[Solution],
    base: &Solution,
) -> Table {
    let mut columns = vec![
        text("side", "whose it is"),
        text("change", "what is changed"),
    ];
    columns.extend(bounds_columns());
    columns.push(Column::new(
        "change_of_value",
        Show::Signed(4),
        "VP",
        "value less that of the exchange asked for",
    ));
    columns.push(Column::new(
        "uncertain",
        Show::Number(4),
        "VP",
        "the change is known to within this",
    ));
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
pub(super) fn policies(
    asked: &Asked,
    run: Option<&Run<Vec<u64>>>,
    confidence: f64,
) -> Option<Table> {
    let plain = asked.exchanges.policies[0]
        .plain()
        .zip(asked.exchanges.policies[1].plain());
    let exact = plain.map(|(a, b)| {
        let r = asked.bout.exact([&a, &b]);
        [r.p_attack, r.p_hit, r.mean_damage]
            .map(|p| (p.to_f64().unwrap_or(f64::NAN), p.to_string()))
    });
    if exact.is_none() && run.is_none() {
        return None;
    }
    let mut columns = vec![
        text(
            "metric",
            "attack: AV above 0; hit: AV above DV; damage: mean, not capped",
        ),
        Column::new("count", Show::Count, "exchanges", "in how many it happened").machine_only(),
    ];
    columns.extend(estimate_columns(Show::Number(5), ""));
    columns.push(text("exact_fraction", "the exact value as a fraction"));
    columns.push(Column::new(
        "z",
        Show::Signed(2),
        "",
        "the sampled value less the exact one, in standard errors; null where only one is known",
    ));
    let mut rows = Vec::new();
    for (i, metric) in ["attack", "hit", "damage"].iter().enumerate() {
        let known = exact.as_ref().map(|e| &e[i]);
        let mut row = vec![word(*metric)];
        match run {
            Some(run) => {
                let (t, n) = (&run.tally, run.playouts);
                let quote = Quote {
                    confidence,
                    single: false,
                };
                row.push(if i < 2 { Cell::Count(t[i]) } else { Cell::Null });
                row.extend(if i < 2 {
                    quote.share(t[i], n)
                } else {
                    quote.mean(&Moments {
                        n,
                        sum: t[2].into(),
                        sum_of_squares: t[3].into(),
                    })
                });
            }
            None => {
                row.push(Cell::Null);
                let value = known.map_or(Cell::Null, |k| Cell::Real(k.0));
                row.extend([
                    value.clone(),
                    Cell::Null,
                    Cell::Null,
                    Cell::Null,
                    value,
                    word("varies"),
                ]);
            }
        }
        row[6] = known.map_or(Cell::Null, |k| Cell::Real(k.0));
        row.push(known.map_or(Cell::Null, |k| word(&*k.1)));
        let z = run.zip(known).and_then(|(run, k)| {
            let (t, n) = (&run.tally, run.playouts as f64);
            let (value, error) = match i {
                0 | 1 => (t[i] as f64 / n, (k.0 * (1.0 - k.0) / n).sqrt()),
                _ => {
                    let mean = t[2] as f64 / n;
                    let spread = t[3] as f64 / n - mean * mean;
                    (mean, (spread / (n - 1.0)).sqrt())
                }
            };
            (error > 0.0).then(|| (value - k.0) / error)
        });
        row.push(z.map_or(Cell::Null, Cell::Real));
        rows.push(row);
    }
    Some(table(
        "policies",
        format!("{} against {}", asked.policies[0], asked.policies[1]),
        columns,
        rows,
    ))
}

pub(super) fn mix_chart(s: &Solution) -> Chart {
    let most = s.attacks.iter().map(|a| a.cards()).max().unwrap_or(0);
    let series = Kind::ATTACKS
        .iter()
        .filter(|k| s.attacks.iter().any(|a| a.kind == **k))
        .map(|kind| Series {
            name: kind.name().into(),
            values: (0..=most)
                .map(|n| {
                    s.attacks
                        .iter()
                        .zip(&s.mix)
                        .filter(|(a, _)| a.kind == *kind && a.cards() == n)
                        .map(|(_, p)| p)
                        .sum()
                })
                .collect(),
            intervals: None,
        });
    Chart {
        name: "mix",
        title: "What the attacker plays".into(),
        caption: "Probability of each kind with so many Combat cards in an equilibrium.".into(),
        x_label: "Combat cards".into(),
        y_label: "probability".into(),
        plot: Plot::Bars {
            categories: (0..=most).map(|n| n.to_string()).collect(),
            series: series.collect(),
            share: true,
        },
        table: "attacks",
    }
}

pub(super) fn worth_chart(more: &[Solution], base: &Solution) -> Chart {
    let change = |s: &Solution| s.value() - base.value();
    Chart {
        name: "worth",
        title: "What one more of each is worth here".into(),
        caption: "Change of the exchange's value for the attacker; what helps the defender is negative. Within the solution's gap of zero it is nothing.".into(),
        x_label: "one more".into(),
        y_label: "change of value (VP)".into(),
        plot: Plot::Bars {
            categories: MORE.iter().map(|(side, what, _)| format!("{} {what}", &side[..3])).collect(),
            series: vec![Series { name: "change".into(), values: more.iter().map(change).collect(), intervals: Some(more.iter().map(|s| (change(s) - (s.gap() + base.gap()) / 2.0, change(s) + (s.gap() + base.gap()) / 2.0)).collect()) }],
            share: false,
        },
        table: "worth",
    }
}
