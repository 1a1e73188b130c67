//! `gladiatori-arena`: one to four gladiators on hexes, in teams, among beasts.

mod items;
mod teams;

use super::gladiatori::games::Told;
use super::gladiatori::{Frame, Quote, Sampled, estimate_columns, hidden, table, text, word};
use crate::games::gladiatori::board::{each, one};
use crate::games::gladiatori::duel::{ArenaQuestion, First};
use crate::games::gladiatori::geometry::{MAX_RADIUS, axial, hex};
use crate::games::gladiatori::tally::Tally;
use crate::playout::{Block, Experiment, Run};
use crate::report::{Cell, Chart, Column, Findings, Kind as Show, Plot, Table};
use crate::stats::{Ranking, rank_by_intervals, simultaneous_confidence};
use teams::{fairness, team_verdict, teams_table};

/// The games where nothing can vary: one for each start.
pub fn single_games(question: &ArenaQuestion) -> Tally {
    let mut tally = question.empty();
    let count = if question.first == First::Alternate {
        question.sheets.len() as u32
    } else {
        1
    };
    question.play(
        &Block {
            seed: 0,
            index: 0,
            first: 0,
            count,
        },
        &mut tally,
    );
    tally
}

/// Findings of a run, or of the single games.
pub fn findings(
    frame: &Frame,
    names: &[String],
    question: &ArenaQuestion,
    run: Option<&Run<Tally>>,
) -> Findings {
    let single_tally;
    let (tally, snapshots, sampled) = match run {
        Some(run) => (&run.tally, run.snapshots.as_slice(), Some(Sampled::of(run))),
        None => {
            single_tally = single_games(question);
            (&single_tally, [].as_slice(), None)
        }
    };
    let single = run.is_none() || tally.games >= 64 && tally.zero_variance();
    let quote = Quote {
        confidence: frame.confidence,
        single,
    };
    let told = Told {
        tally,
        names,
        quote,
        snapshots: if single { &[] } else { snapshots },
    };
    let mut findings = frame.findings(sampled.as_ref());
    findings.tables = told.tables();
    if names.len() > 1 && !single {
        findings
            .tables
            .insert(1, ranking(tally, names, frame.confidence));
    }
    let teams = teams_table(tally, question, quote);
    if let Some(teams) = &teams {
        findings.tables.insert(1, teams.clone());
    }
    if let Some(market) = &question.market {
        findings
            .tables
            .push(items::items_table(tally, market, quote));
    }
    findings.tables.push(places(tally, names, quote));
    findings.charts = told.charts();
    findings.charts.push(map_chart(tally, question));
    findings.verdict = verdict(tally, names, question, single, frame.confidence);
    if teams.is_some() {
        findings.verdict.insert(0, team_verdict(tally, question));
        if let Some(fair) = fairness(tally, question, single, frame.confidence) {
            findings.verdict.insert(1, fair);
        }
    }
    if let Some(market) = &question.market {
        findings.verdict.extend(items::dealt(tally, market));
    }
    findings.notes = notes(tally, question, single);
    findings
}

/// Seats by VP, their team's penalty left out (it is the same in every game): values, intervals, the order they allow.
fn ranked(t: &Tally, level: f64) -> (Vec<f64>, Vec<(f64, f64)>, Ranking) {
    let seats = 0..t.vp.len();
    let values: Vec<f64> = seats.clone().map(|s| t.own_vp(s)).collect();
    let interval = |s: usize| match t.vp[s].interval(level) {
        Some((lo, hi)) => (lo - t.penalty(s), hi - t.penalty(s)),
        None => (values[s], values[s]),
    };
    let intervals: Vec<(f64, f64)> = seats.map(interval).collect();
    let ranking = rank_by_intervals(&values, &intervals);
    (values, intervals, ranking)
}

/// Ranking by VP with tie groups.
fn ranking(t: &Tally, names: &[String], confidence: f64) -> Table {
    let level = simultaneous_confidence(confidence, names.len());
    let (values, intervals, ranking) = ranked(t, level);
    let rows = ranking.order.iter().map(|i| {
        vec![
            Cell::Count(ranking.group[*i] as u64 + 1),
            word(&*names[*i]),
            Cell::Real(values[*i]),
            Cell::Real(intervals[*i].0),
            Cell::Real(intervals[*i].1),
            Cell::Count(t.games),
            Cell::Count(ranking.ranks[*i].0 as u64),
            Cell::Count(ranking.ranks[*i].1 as u64),
        ]
    });
    table(
        "ranking",
        "Ranking by victory points; a group is what its first cannot be told apart from",
        vec![
            Column::new("group", Show::Count, "", "tie group, 1 is best"),
            text("seat", "who"),
            Column::new(
                "value",
                Show::Number(3),
                "VP",
                "mean victory points, the penalty of a pair against one left out",
            ),
            Column::new(
                "lo",
                Show::Number(3),
                "VP",
                "lower end, simultaneous for all",
            ),
            Column::new(
                "hi",
                Show::Number(3),
                "VP",
                "upper end, simultaneous for all",
            ),
            Column::new("n", Show::Count, "games", "games").machine_only(),
            Column::new("best_rank", Show::Count, "", "best rank left open").machine_only(),
            Column::new("worst_rank", Show::Count, "", "worst rank left open").machine_only(),
        ],
        rows.collect(),
    )
}

/// Where survivors stand at the end.
fn places(t: &Tally, names: &[String], quote: Quote) -> Table {
    let mut columns = vec![
        text("seat", "who stands there at the end"),
        Column::new("q", Show::Count, "", "axial coordinate, along the row"),
        Column::new("r", Show::Count, "", "axial coordinate, row"),
        Column::new("count", Show::Count, "games", "games that ended so"),
    ];
    columns.extend(estimate_columns(Show::Share, ""));
    let mut rows = Vec::new();
    for (seat, hexes) in t.places.iter().enumerate() {
        for (h, count) in hexes.iter().enumerate().filter(|(_, c)| **c > 0) {
            let (q, r) = axial(h as u8);
            let mut row = vec![
                word(&*names[seat]),
                Cell::Int(q.into()),
                Cell::Int(r.into()),
                Cell::Count(*count),
            ];
            row.extend(quote.share(*count, t.games));
            rows.push(row);
        }
    }
    hidden("places", "Where survivors stand at the end", columns, rows)
}

/// The map, row by row; each hex coloured by how often somebody stands there at the end.
fn map_chart(t: &Tally, q: &ArenaQuestion) -> Chart {
    let hexes = q.board.hexes();
    let rows: Vec<i8> = (-MAX_RADIUS..=MAX_RADIUS)
        .filter(|r| each(hexes).any(|h| axial(h).1 == *r))
        .collect();
    // Twice the horizontal position of a hex's center: rows are shifted by half a hex.
    let across = |h: u8| 2 * axial(h).0 + axial(h).1;
    let (low, high) = each(hexes)
        .map(across)
        .fold((0, 0), |(l, h), x| (l.min(x), h.max(x)));
    let columns: Vec<i8> = (low..=high).collect();
    let share = |h: u8| {
        t.places.iter().map(|p| p[usize::from(h)]).sum::<u64>() as f64 / t.games.max(1) as f64
    };
    let values = rows
        .iter()
        .map(|r| {
            columns
                .iter()
                .map(|x| {
                    // A hex covers two half columns; both carry its value.
                    let of = |x: i8| {
                        (x - r)
                            .rem_euclid(2)
                            .eq(&0)
                            .then(|| hex((x - r) / 2, *r))
                            .flatten()
                            .filter(|h| hexes & one(*h) != 0)
                    };
                    of(*x).or_else(|| of(x - 1)).map(share)
                })
                .collect()
        })
        .collect();
    let starts: Vec<String> = q
        .board
        .starts
        .iter()
        .take(q.sheets.len())
        .map(|s| format!("({}, {})", axial(s.0).0, axial(s.0).1))
        .collect();
    let gates: Vec<String> = q
        .board
        .gates
        .iter()
        .map(|g| format!("({}, {})", axial(*g).0, axial(*g).1))
        .collect();
    Chart {
        name: "map",
        title: "The map, and where survivors stand at the end".into(),
        caption: format!(
            "Each hex is two cells wide, rows shifted by half a hex; the color is the share of games in which somebody stands there at the end. Starts at (q, r) {}; gates {}. Empty cells are no hexes.",
            starts.join(" "),
            gates.join(" ")
        ),
        x_label: "half hexes from the center".into(),
        y_label: "row r".into(),
        plot: Plot::Heat {
            rows: rows.iter().map(ToString::to_string).collect(),
            columns: columns
                .iter()
                .map(|x| {
                    if x % 2 == 0 {
                        x.to_string()
                    } else {
                        String::new()
                    }
                })
                .collect(),
            values,
            signed: false,
        },
        table: "places",
    }
}

/// Shares of a whole in per cents with one decimal that add up to 100: the largest remainders are rounded up.
fn rounded(parts: &[u64]) -> Vec<f64> {
    let all = u128::from(parts.iter().sum::<u64>().max(1));
    let exact = |p: u64| (1000 * u128::from(p) / all, 1000 * u128::from(p) % all);
    let mut tenths: Vec<(u128, u128)> = parts.iter().map(|p| exact(*p)).collect();
    let given: u128 = tenths.iter().map(|t| t.0).sum();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|a, b| tenths[*b].1.cmp(&tenths[*a].1).then(a.cmp(b)));
    for i in order
        .into_iter()
        .take(1000u128.saturating_sub(given) as usize)
    {
        if tenths[i].1 > 0 {
            tenths[i].0 += 1;
        }
    }
    tenths.iter().map(|t| t.0 as f64 / 10.0).collect()
}

fn verdict(
    t: &Tally,
    names: &[String],
    q: &ArenaQuestion,
    single: bool,
    confidence: f64,
) -> Vec<String> {
    let mean = |s: usize| t.own_vp(s);
    let alive = |s: usize| 100.0 * t.alive[s] as f64 / t.games.max(1) as f64;
    let mut lines = Vec::new();
    if single {
        lines.push(format!("Deterministic: nothing in this game varies; {} played, one for each start, no interval.", t.games));
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| mean(*b).total_cmp(&mean(*a)).then(a.cmp(b)));
    let told: Vec<String> = order
        .iter()
        .map(|s| {
            format!(
                "{} {:.2} VP, alive in {:.1} % of games",
                names[*s],
                mean(*s),
                alive(*s)
            )
        })
        .collect();
    if names.len() > 1 && !single {
        let (_, _, ranking) = ranked(t, simultaneous_confidence(confidence, names.len()));
        let first: Vec<&str> = order
            .iter()
            .filter(|s| ranking.ranks[**s].0 == 1)
            .map(|s| names[*s].as_str())
            .collect();
        lines.push(match first.as_slice() {
            [one] => format!("{one} has the most victory points."),
            several => format!(
                "These games do not say who has the most victory points: {}.",
                several.join(", ")
            ),
        });
    }
    let paid = match t.unpaid.is_empty() {
        true => "",
        false => " (the team's penalty left out)",
    };
    lines.push(format!("{}{paid}.", told.join("; ")));
    let apart = (0..names.len()).all(|a| (0..a).all(|b| q.sheets[a].team != q.sheets[b].team));
    if names.len() > 1 && !apart {
        // Teams win together, and that has been said.
    } else if names.len() > 1 {
        let shares = rounded(&t.wins);
        let wins: Vec<String> = order
            .iter()
            .map(|s| format!("{} {:.1} %", names[*s], shares[*s]))
            .collect();
        lines.push(format!("Wins (shared ones in parts): {}.", wins.join(", ")));
    } else {
        lines.push("Alone against beasts the rulebook names no victory points to reach; survival is the measure.".into());
    }
    let overflow: u64 = (0..names.len()).map(|s| t.count(s, "beast_overflow")).sum();
    if overflow > 0 {
        lines.push(format!("In these games {overflow} beasts could not enter: the cap of {} was reached (beast_rules.cap).", q.rules.n.beast_cap));
    }
    lines
}

fn notes(t: &Tally, q: &ArenaQuestion, single: bool) -> Vec<String> {
    let mut notes = Vec::new();
    if !single {
        notes.push(
            "Intervals: Wilson for shares, Student's t over exact integer sums for means.".into(),
        );
    }
    let constant = t.vp.iter().filter(|m| m.is_constant()).count();
    if !single && constant > 0 {
        notes.push(format!("The victory points of {constant} seats are the same in every game; they carry no interval."));
    }
    if !t.unpaid.is_empty() {
        notes.push("What a pair against one pays is the team's: the ranking and most_vp leave it out; the rows vp and penalty book it on the first of the two (team_penalty_scope), and the teams' sums hold it.".into());
    }
    if q.market.is_some() {
        notes.push("Items: bids and picks follow a rule of thumb (attack + defense, one more for what is thrown); who gains by an item also had the build to win it, so the column is no price. For prices ask gladiatori-items.".into());
    }
    if q.beasts.is_empty() {
        notes.push(
            "Without beasts the game has no dice: all spread comes from mixed policies.".into(),
        );
    }
    notes.push(
        "The board is known only as a picture; this map is assumed (spec: a disc of 61 hexes)."
            .into(),
    );
    notes
}

#[cfg(test)]
mod tests {
    use super::rounded;

    #[test]
    fn rounded_shares_add_up() {
        assert_eq!(rounded(&[3335, 2415, 3585, 665]), [33.4, 24.2, 35.8, 6.6]);
        assert_eq!(rounded(&[1, 1, 1]), [33.4, 33.3, 33.3]);
        assert_eq!(rounded(&[5, 0]), [100.0, 0.0]);
    }
}
