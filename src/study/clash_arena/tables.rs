//! The tables of whole games. Each row says for how many players it is.

mod drafted;
mod people;

use super::measures::{Estimate, of_game};
use super::{Asked, Outcome, Played};
use crate::games::clash::arena::state::End;
use crate::games::clash::arena::tally::{GAME_NAMES, Game, LONGEST};
use crate::report::{Cell, Column, Kind as Show, Table};

pub(super) use drafted::LEAST;
pub(super) use people::{Rated, rated};

/// All tables.
pub(super) fn all(asked: &Asked, played: &[Played], outcome: &Outcome) -> Vec<Table> {
    let write = Writer { asked, played };
    let mut tables = vec![write.seats()];
    if asked.policies.len() > 1 {
        tables.extend([write.policies(), write.pairs(), write.cells()]);
    }
    tables.extend([
        write.ends(),
        write.summary(),
        write.kills(),
        write.teams(),
        write.kinds(),
        write.swords(),
        write.lengths(),
    ]);
    tables.extend(super::sensitivity_table(&outcome.changed));
    tables
}

pub(super) struct Writer<'a> {
    asked: &'a Asked,
    played: &'a [Played<'a>],
}

pub(super) fn text(value: impl ToString) -> Cell {
    Cell::Text(value.to_string())
}

pub(super) fn count(value: usize) -> Cell {
    Cell::Count(value as u64)
}

pub(super) fn words(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Text, "", meaning)
}

pub(super) fn counted(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Count, "", meaning)
}

pub(super) fn share(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Share, "", meaning)
}

pub(super) fn number(name: &'static str, unit: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Number(4), unit, meaning)
}

/// Value, lo, hi, n of a share or a number.
pub(super) fn estimate(kind: Show, unit: &'static str, meaning: &'static str) -> [Column; 4] {
    [
        Column::new("value", kind, unit, meaning),
        Column::new("lo", kind, unit, "lower end of its interval"),
        Column::new("hi", kind, unit, "upper end of its interval"),
        Column::new("n", Show::Count, "", "observations behind it"),
    ]
}

impl Writer<'_> {
    /// The column with the number of players; people see it only where there are several.
    fn players(&self) -> Column {
        let column = counted("players", "number of players");
        match self.played.len() {
            1 => column.machine_only(),
            _ => column,
        }
    }

    /// Rows of every number of players, which is put in front.
    fn rows(&self, of: impl Fn(&Played) -> Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
        let mut all = Vec::new();
        for played in self.played {
            for row in of(played) {
                all.push([vec![count(played.players())], row].concat());
            }
        }
        all
    }

    fn level(&self) -> f64 {
        self.asked.confidence
    }

    fn summary(&self) -> Table {
        let mut columns = vec![self.players(), words("metric", "what is measured")];
        columns.extend(estimate(
            Show::Number(4),
            "",
            "its mean over all games; shares are between 0 and 1",
        ));
        let rows = self.rows(|played| {
            let metrics = GAME_NAMES.iter().zip(METRICS);
            let known = metrics.filter(|(_, m)| *m != Game::Options || played.games.count_options);
            known
                .map(|(name, metric)| {
                    let estimate = of_game(played.tally, metric, self.level());
                    [vec![text(name)], estimate.cells().to_vec()].concat()
                })
                .collect()
        });
        Table {
            name: "summary",
            title: "The games in figures".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    fn ends(&self) -> Table {
        let mut columns = vec![
            self.players(),
            words("end", "how the game ended"),
            counted("games", "games that ended so"),
        ];
        columns.extend(estimate(Show::Share, "", "share of the games"));
        let rows = self.rows(|played| {
            let metrics = [Game::LastPlayer, Game::Animals, Game::Stalemate, Game::Cap];
            let ends = End::ALL.iter().zip(metrics);
            ends.map(|(end, metric)| {
                let moments = played.tally.game(metric);
                let games = u64::try_from(moments.sum).unwrap_or(0);
                let share = Estimate::flag(moments, self.level());
                let head = vec![text(end.name()), Cell::Count(games)];
                [head, share.cells().to_vec()].concat()
            })
            .collect()
        });
        Table {
            name: "ends",
            title: "How games end".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    fn kills(&self) -> Table {
        let mut columns = vec![
            self.players(),
            words("victim", "gladiators or animals"),
            words("by", "who struck them down"),
        ];
        columns.extend(estimate(Show::Number(4), "a game", "mean number a game"));
        columns.push(share("share", "share of the victims"));
        let by = [
            "challenging team",
            "challenged team",
            "animal of a player without gladiators",
            "wild animal",
        ];
        let rows = self.rows(|played| {
            let metrics = |animals: usize| {
                (0..4).map(move |k| METRICS[Game::ByChallengingTeam as usize + 4 * animals + k])
            };
            let mut rows = Vec::new();
            for (animals, victim) in ["gladiators", "animals"].into_iter().enumerate() {
                let mean = |m: Game| played.tally.game(m).mean().unwrap_or(0.0);
                let all: f64 = metrics(animals).map(mean).sum();
                for (metric, by) in metrics(animals).zip(by) {
                    let estimate = of_game(played.tally, metric, self.level());
                    let mut row = vec![text(victim), text(by)];
                    row.extend(estimate.cells());
                    row.push(match all > 0.0 {
                        true => Cell::Real(mean(metric) / all),
                        false => Cell::Null,
                    });
                    rows.push(row);
                }
            }
            rows
        });
        Table {
            name: "kills",
            title: "Who strikes whom down".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    fn lengths(&self) -> Table {
        let mut columns = vec![
            self.players(),
            words("turns", "length of the game, in steps of ten turns"),
            counted("games", "games of that length"),
        ];
        columns.extend(estimate(Show::Share, "", "share of the games"));
        let rows = self.rows(|played| {
            let total = played.tally.games();
            lengths(played)
                .into_iter()
                .map(|(name, games)| {
                    let share = Estimate::share(games, total, self.level());
                    let head = vec![text(name), Cell::Count(games)];
                    [head, share.cells().to_vec()].concat()
                })
                .collect()
        });
        Table {
            name: "lengths",
            title: "How long games are".into(),
            columns,
            rows,
            on_terminal: false,
        }
    }
}

/// Games by tens of turns, from the first that occurs to the last.
pub(super) fn lengths(played: &Played) -> Vec<(String, u64)> {
    const STEP: usize = 10;
    let all = &played.tally.lengths;
    let mut steps: Vec<(String, u64)> = all[..=LONGEST]
        .chunks(STEP)
        .enumerate()
        .map(|(at, games)| {
            let from = at * STEP;
            (format!("{from}-{}", from + STEP - 1), games.iter().sum())
        })
        .collect();
    steps.push((format!("over {LONGEST}"), all[LONGEST + 1]));
    let first = steps.iter().position(|s| s.1 > 0).unwrap_or(0);
    let last = steps.iter().rposition(|s| s.1 > 0).unwrap_or(0);
    steps[first..=last].to_vec()
}

/// The metrics of a game in the order of their names.
pub(super) const METRICS: [Game; GAME_NAMES.len()] = [
    Game::Turns,
    Game::Passes,
    Game::GladiatorlessTurns,
    Game::Moves,
    Game::Options,
    Game::LastPlayer,
    Game::Animals,
    Game::Stalemate,
    Game::Cap,
    Game::Tie,
    Game::TotalPoints,
    Game::Survivors,
    Game::AnimalsDefeated,
    Game::WinnerPoints,
    Game::Margin,
    Game::LeadChanges,
    Game::WinnerDeficit,
    Game::EliminatedWins,
    Game::LastStandingWins,
    Game::PeakMarkers,
    Game::ByChallengingTeam,
    Game::ByChallengedTeam,
    Game::ByUsedAnimal,
    Game::ByWildAnimal,
    Game::AnimalsByChallengingTeam,
    Game::AnimalsByChallengedTeam,
    Game::AnimalsByUsedAnimal,
    Game::AnimalsByWildAnimal,
];
