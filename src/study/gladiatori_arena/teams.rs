//! Teams in the arena: how often each wins, and whether two against one is fair.

use crate::games::gladiatori::duel::ArenaQuestion;
use crate::games::gladiatori::tally::Tally;
use crate::report::{Cell, Column, Kind as Show, Table};
use crate::stats::wilson;
use crate::study::gladiatori::{Quote, estimate_columns, table, text, word};

/// Wins by team, where there are teams.
pub(super) fn teams_table(t: &Tally, q: &ArenaQuestion, quote: Quote) -> Option<Table> {
    let teams: Vec<u8> = q.sheets.iter().map(|s| s.team).collect();
    (0..teams.len())
        .any(|i| teams[..i].contains(&teams[i]))
        .then(|| {
            let mut columns = vec![text("team", "its seats")];
            columns.extend(estimate_columns(Show::Share, ""));
            columns.push(Column::new(
                "vp",
                Show::Number(3),
                "VP",
                "mean sum of its victory points, the penalty of two against one in it",
            ));
            let mut rows = Vec::new();
            for team in 0..4u8 {
                let seats: Vec<usize> = (0..teams.len()).filter(|i| teams[*i] == team).collect();
                let Some(first) = seats.first() else { continue };
                // Every member of a winning team has the whole win.
                let wins = t.wins[*first];
                let mut row = vec![word(format!(
                    "{}: {}",
                    team + 1,
                    seats
                        .iter()
                        .map(|s| format!("seat {}", s + 1))
                        .collect::<Vec<_>>()
                        .join(", ")
                ))];
                let mut cells = quote.share(wins.div_ceil(12).min(t.games), t.games);
                cells[0] = Cell::Real(wins as f64 / (12.0 * t.games.max(1) as f64));
                row.extend(cells);
                row.push(Cell::Real(
                    seats.iter().map(|s| t.vp[*s].mean().unwrap_or(0.0)).sum(),
                ));
                rows.push(row);
            }
            table("teams", "Wins by team", columns, rows)
        })
}

/// How often each team wins, first of all.
pub(super) fn team_verdict(t: &Tally, q: &ArenaQuestion) -> String {
    let mut told = Vec::new();
    for team in 0..4u8 {
        let seats: Vec<usize> = (0..q.sheets.len())
            .filter(|s| q.sheets[*s].team == team)
            .collect();
        let Some(first) = seats.first() else { continue };
        let numbers: Vec<String> = seats.iter().map(|s| (s + 1).to_string()).collect();
        let vp: f64 = seats.iter().map(|s| t.vp[*s].mean().unwrap_or(0.0)).sum();
        told.push(format!(
            "team {} (seat {}) wins {:.1} % of games with {vp:.2} VP together",
            team + 1,
            numbers.join(", "),
            100.0 * t.wins[*first] as f64 / (12.0 * t.games.max(1) as f64)
        ));
    }
    let text = told.join("; ");
    format!("T{}; teams compare the sums of their VP.", &text[1..])
}

/// Whether a team of two against one is fair: how often it wins with its penalty, and would without.
pub(super) fn fairness(
    t: &Tally,
    q: &ArenaQuestion,
    single: bool,
    confidence: f64,
) -> Option<String> {
    let team = |s: usize| q.sheets[s].team;
    let of_pair = |s: &usize| (0..q.sheets.len()).any(|o| o != *s && team(o) == team(*s));
    let pair = (0..q.sheets.len()).find(of_pair)?;
    let unpaid = *t.unpaid.get(pair)?;
    let (wins, games) = (t.wins[pair], t.games.max(1));
    let share = |twelfths: u64| 100.0 * twelfths as f64 / (12.0 * games as f64);
    let penalty: f64 = (0..q.sheets.len()).map(|s| t.penalty(s)).sum();
    // As everywhere: a shared win is rounded up to a whole one, so that the interval is never too narrow.
    let (lo, hi) = match single {
        true => (share(wins) / 100.0, share(wins) / 100.0),
        false => (
            wilson(wins / 12, games, confidence).0,
            wilson(wins.div_ceil(12).min(games), games, confidence).1,
        ),
    };
    let means = match (lo > 0.5, hi < 0.5) {
        (true, _) => "not fair: it favours the pair",
        (_, true) => "not fair: it favours the one",
        _ => "as good as fair: neither side can be told to be favoured",
    };
    Some(format!(
        "Two against one is {means}. The pair wins {:.1} % with its penalty of {penalty:+.0} VP, and would win {:.1} % without.",
        share(wins),
        share(unpaid)
    ))
}
