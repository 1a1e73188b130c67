//! The tables of a matrix question.

use super::solved::Solved;
use super::{Asked, Sampled};
use crate::games::clash::counts::Kind;
use crate::games::clash::matrix::Measure;
use crate::metagame::dominance::Witness;
use crate::metagame::nash;
use crate::report::{Cell, Column, Kind as Show, Table};

/// Cycles that are listed.
const CYCLES: usize = 20;

/// All tables, the ranking first among those on the terminal.
pub(super) fn all(asked: &Asked, solved: &Solved, sampled: Option<&Sampled>) -> Vec<Table> {
    let write = Writer { asked, solved };
    let mut tables = vec![write.summary()];
    if solved.columns.is_some() {
        tables.extend([write.targets(), write.matrix(sampled)]);
        return tables;
    }
    tables.extend([
        write.ranking(),
        write.equilibrium(),
        write.dominance(),
        write.best_replies(),
        write.cycles(),
    ]);
    tables.push(write.first_strike());
    tables.extend(write.kinds());
    tables.extend(write.replacements());
    tables.extend(
        [write.decisions(), write.switches()]
            .into_iter()
            .filter(|t| !t.rows.is_empty()),
    );
    tables.push(write.matrix(sampled));
    tables
}

fn text(value: impl ToString) -> Cell {
    Cell::Text(value.to_string())
}

fn count(value: usize) -> Cell {
    Cell::Count(value as u64)
}

fn real(value: Option<f64>) -> Cell {
    value.map_or(Cell::Null, Cell::Real)
}

const SIGNED: Show = Show::Signed(6);

fn signed(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, SIGNED, "gladiators", meaning)
}

fn words(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Text, "", meaning)
}

fn counted(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Count, "", meaning)
}

fn share(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Show::Share, "", meaning)
}

struct Writer<'a> {
    asked: &'a Asked,
    solved: &'a Solved,
}

impl Writer<'_> {
    fn team(&self, team: usize) -> Cell {
        text(self.asked.teams[team])
    }

    /// A column of the measure: gladiators, or a share.
    fn measured(&self, name: &'static str, meaning: &'static str) -> Column {
        match self.asked.measure {
            Measure::Edge => signed(name, meaning),
            Measure::PWin => share(name, meaning),
        }
    }

    fn summary(&self) -> Table {
        let Solved { matrix, game, .. } = self.solved;
        let n = self.asked.teams.len();
        let mut rows = vec![vec![text("teams"), count(n)]];
        let mut add = |metric: &str, cell: Cell| rows.push(vec![text(metric), cell]);
        add("first_strike", Cell::Real(matrix.challenging().mean()));
        add("mean_edge_all", Cell::Real(matrix.mean_edge_all()));
        add("order_free_entries", count(matrix.order_free()));
        add("zero_mirrors", count(matrix.zero_mirrors()));
        add("challenging_hurts", count(matrix.challenging_hurts()));
        add(
            "strictly_dominated",
            count(game.strict.iter().flatten().count()),
        );
        add(
            "iterated_strict_survivors",
            count(game.iterated.survivors.len()),
        );
        add(
            "weakly_undominated",
            count(game.weak.iter().filter(|w| w.is_none()).count()),
        );
        add("three_cycles", count(game.cycles.len()));
        add("intransitive_share", Cell::Real(game.intransitive));
        if let Some(e) = &game.equilibrium {
            add("nash_exploitability", Cell::Real(e.exploitability));
            add("nash_support", count(e.support.len()));
            add("nash_pure", count(e.pure.len()));
        }
        if let Some(roles) = &game.roles {
            add("r_squared", Cell::Real(roles.r_squared));
        }
        let columns = vec![
            words("metric", "what is measured; names as in case files"),
            Column::new("value", Show::Number(6), "", "its value, exact"),
        ];
        Table {
            name: "summary",
            title: "In short".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    fn matrix(&self, sampled: Option<&Sampled>) -> Table {
        let columns = vec![
            words("row", "the unit that challenges"),
            words("col", "the unit that is challenged"),
            self.measured(
                "value",
                "the row's edge (or chance to win); the estimate where sampled",
            ),
            self.measured("lo", "lower end of its interval; null when exact"),
            self.measured("hi", "upper end of its interval; null when exact"),
            Column::new(
                "n",
                Show::Count,
                "playouts",
                "playouts behind the estimate; null when exact",
            ),
        ];
        let matrix = self.solved.columns.as_ref().unwrap_or(&self.solved.matrix);
        let mut rows = Vec::with_capacity(matrix.rows.len() * matrix.columns.len());
        for (a, row) in matrix.rows.iter().enumerate() {
            for (b, column) in matrix.columns.iter().enumerate() {
                let pair = matrix.pair(a, b);
                let exact = if self.asked.measure == Measure::Edge {
                    pair.edge[0]
                } else {
                    pair.p_win[0]
                };
                let moments = sampled
                    .filter(|_| self.asked.measure == Measure::Edge)
                    .map(|s| &s.moments[a * matrix.columns.len() + b]);
                let interval = moments.and_then(|m| m.interval(self.asked.confidence));
                rows.push(vec![
                    text(row),
                    text(column),
                    Cell::Real(moments.and_then(|m| m.mean()).unwrap_or(exact)),
                    real(interval.map(|i| i.0)),
                    real(interval.map(|i| i.1)),
                    moments.map_or(Cell::Null, |m| Cell::Count(m.n)),
                ]);
            }
        }
        Table {
            name: "matrix",
            title: "Every pair, the row challenging".into(),
            columns,
            rows,
            on_terminal: false,
        }
    }

    fn ranking(&self) -> Table {
        let columns = vec![
            counted("rank", "1 is the best; equal means share a rank"),
            counted("group", "tie group: what the figures cannot tell apart"),
            words("team", "the team"),
            self.measured(
                "mean",
                "mean over all teams as opponents, each side challenging half the time",
            ),
            self.measured("lo", "lower end of its interval; null when exact"),
            self.measured("hi", "upper end of its interval; null when exact"),
            counted("rank_best", "best rank that the figures leave open"),
            counted("rank_worst", "worst rank that they leave open"),
            share(
                "p_win",
                "mean chance to win (duel: to be ahead, half of an even one)",
            ),
            Column::new(
                "elo",
                Show::Signed(0),
                "points",
                "Elo rating from the chances to win, mean 0",
            ),
        ];
        let n = self.asked.teams.len();
        let rows = self.solved.ranking.iter().map(|r| {
            let p_win = (0..n)
                .map(|b| self.solved.matrix.p_win_of(r.team, b))
                .sum::<f64>()
                / n as f64;
            vec![
                count(r.rank),
                count(r.group),
                self.team(r.team),
                Cell::Real(r.mean),
                real(r.interval.map(|i| i.0)),
                real(r.interval.map(|i| i.1)),
                count(r.open.0),
                count(r.open.1),
                Cell::Real(p_win),
                Cell::Real(self.solved.game.elo[r.team]),
            ]
        });
        Table {
            name: "ranking",
            title: "Teams by their mean".into(),
            columns,
            rows: rows.collect(),
            on_terminal: true,
        }
    }

    fn equilibrium(&self) -> Table {
        let columns = vec![
            words("team", "the team"),
            share(
                "weight",
                "its weight in the equilibrium that was found; others may exist",
            ),
            signed(
                "payoff",
                "what it gets against the equilibrium; best replies get the most, at most 0 up to the exploitability",
            ),
            words("pure", "`yes` if the team alone is an equilibrium"),
        ];
        let mut rows = Vec::new();
        if let Some(e) = &self.solved.game.equilibrium {
            let payoffs = self.solved.game.payoff.against(&e.weights);
            let mut teams = e.best_replies.clone();
            teams.sort_by(|&a, &b| e.weights[b].total_cmp(&e.weights[a]).then(a.cmp(&b)));
            for team in teams {
                let pure = if e.pure.contains(&team) { "yes" } else { "no" };
                rows.push(vec![
                    self.team(team),
                    Cell::Real(e.weights[team]),
                    Cell::Real(payoffs[team]),
                    text(pure),
                ]);
            }
        }
        Table {
            name: "nash",
            title: "An equilibrium and its best replies".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    fn dominance(&self) -> Table {
        let columns = vec![
            words("team", "the dominated team"),
            words(
                "how",
                "strictly, weakly, or strictly in a later round of elimination",
            ),
            counted("round", "round of iterated elimination; 0 if it stays"),
            words("by", "a team that dominates it"),
            signed("least", "that team's smallest advantage over all opponents"),
            signed("mean", "its mean advantage"),
        ];
        let game = &self.solved.game;
        let mut rows = Vec::new();
        let mut row = |team: usize, how: &str, round: usize, w: &Witness| {
            rows.push(vec![
                self.team(team),
                text(how),
                count(round),
                self.team(w.by),
                Cell::Real(w.least),
                Cell::Real(w.mean),
            ]);
        };
        for (round, gone) in game.iterated.rounds.iter().enumerate() {
            for (team, witness) in gone {
                row(
                    *team,
                    if round == 0 { "strictly" } else { "iterated" },
                    round + 1,
                    witness,
                );
            }
        }
        for team in game.iterated.survivors.iter().copied() {
            if let Some(witness) = &game.weak[team] {
                row(team, "weakly", 0, witness);
            }
        }
        Table {
            name: "dominance",
            title: "Dominated teams, each with a team that is better".into(),
            columns,
            rows,
            on_terminal: false,
        }
    }

    fn best_replies(&self) -> Table {
        let columns = vec![
            words("team", "the team to answer"),
            words("reply", "the best reply; the first of equally good ones"),
            counted("replies", "number of equally good best replies"),
            signed("edge", "what the reply gets"),
        ];
        let game = &self.solved.game.payoff;
        let rows = (0..self.asked.teams.len()).map(|team| {
            let mut alone = vec![0.0; self.asked.teams.len()];
            alone[team] = 1.0;
            let (replies, best) = nash::best_replies(game, &alone);
            vec![
                self.team(team),
                self.team(replies[0]),
                count(replies.len()),
                Cell::Real(best),
            ]
        });
        Table {
            name: "best_replies",
            title: "The best reply to each team".into(),
            columns,
            rows: rows.collect(),
            on_terminal: false,
        }
    }

    fn cycles(&self) -> Table {
        let columns = vec![
            words("a", "beats b"),
            words("b", "beats c"),
            words("c", "beats a"),
            signed("a_b", "edge of a over b"),
            signed("b_c", "edge of b over c"),
            signed("c_a", "edge of c over a"),
        ];
        let game = &self.solved.game;
        let rows = game.cycles.iter().take(CYCLES).map(|cycle| {
            let [a, b, c] = cycle.of;
            let edge = |x, y| Cell::Real(game.payoff.at(x, y));
            vec![
                self.team(a),
                self.team(b),
                self.team(c),
                edge(a, b),
                edge(b, c),
                edge(c, a),
            ]
        });
        let title = format!(
            "Rock, paper, scissors: the strongest of {} cycles of three",
            game.cycles.len()
        );
        Table {
            name: "cycles",
            title,
            columns,
            rows: rows.collect(),
            on_terminal: false,
        }
    }

    fn first_strike(&self) -> Table {
        let columns = vec![
            words("team", "the team"),
            signed("challenging", "mean edge when it challenges"),
            signed("challenged", "mean edge when it is challenged"),
            signed("gain", "what challenging gains"),
            counted(
                "opponents",
                "opponents against whom it matters who challenges",
            ),
        ];
        let matrix = &self.solved.matrix;
        let n = self.asked.teams.len();
        let rows = (0..n).map(|a| {
            let mean = |order: usize| {
                (0..n).map(|b| matrix.pair(a, b).edge[order]).sum::<f64>() / n as f64
            };
            let matters = (0..n)
                .filter(|&b| (matrix.pair(a, b).edge[0] - matrix.pair(a, b).edge[1]).abs() > 1e-12)
                .count();
            vec![
                self.team(a),
                Cell::Real(mean(0)),
                Cell::Real(mean(1)),
                Cell::Real(mean(0) - mean(1)),
                count(matters),
            ]
        });
        Table {
            name: "first_strike",
            title: "What it is worth to challenge".into(),
            columns,
            rows: rows.collect(),
            on_terminal: false,
        }
    }

    fn kinds(&self) -> Option<Table> {
        let roles = self.solved.game.roles.as_ref()?;
        let columns = vec![
            words("kind", "kind of gladiator"),
            self.measured(
                "worth",
                "least-squares worth of one of them in a team's mean",
            )
            .with_sign(),
            share(
                "shapley_share",
                "share of the differences between teams that the kind explains",
            ),
        ];
        let rows = Kind::ALL
            .into_iter()
            .map(|k| {
                vec![
                    text(k.word()),
                    Cell::Real(roles.worth[k as usize]),
                    Cell::Real(roles.shares[k as usize]),
                ]
            })
            .collect();
        let title = format!("What each kind is worth (r squared {:.4})", roles.r_squared);
        Some(Table {
            name: "kinds",
            title,
            columns,
            rows,
            on_terminal: true,
        })
    }

    fn replacements(&self) -> Option<Table> {
        let roles = self.solved.game.roles.as_ref()?;
        let columns = vec![
            words("from", "kind that is given away"),
            words("to", "kind that comes in its place"),
            signed("change", "mean change of the team's mean"),
            signed("least", "smallest change in any team"),
            signed("most", "largest change"),
            counted("teams", "teams in which it was done"),
        ];
        let rows = roles.replacements.iter().map(|r| {
            vec![
                text(r.from.word()),
                text(r.to.word()),
                Cell::Real(r.change),
                Cell::Real(r.range.0),
                Cell::Real(r.range.1),
                count(r.teams),
            ]
        });
        Some(Table {
            name: "replacements",
            title: "One kind replaced by another".into(),
            columns,
            rows: rows.collect(),
            on_terminal: false,
        })
    }

    fn decisions(&self) -> Table {
        let columns = vec![
            words(
                "part",
                "the part of the row's policy that is replaced; `policy`: as it is",
            ),
            words("rule", "the rule in its place"),
            words("against", "how the column plays"),
            signed(
                "regret",
                "gladiators given away on average; negative: better than the yardstick's own play",
            ),
        ];
        let row = |r: &super::decisions::Regret| {
            vec![
                text(r.part),
                text(&r.value),
                text(&r.against),
                Cell::Real(r.regret),
            ]
        };
        let rows = self.solved.regrets.iter().map(row).collect();
        Table {
            name: "decisions",
            title: "What each decision rule gives away".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }

    fn switches(&self) -> Table {
        let columns = vec![
            words("switch", "the reading of the rules"),
            words("value", "its other value"),
            counted("changed", "entries of the matrix that change"),
            signed("mean_change", "mean absolute change of all entries"),
            signed("largest", "largest absolute change"),
            words("row", "where it is: the challenger"),
            words("col", "and the challenged"),
            counted("ranks", "teams whose rank changes"),
            words("furthest", "the team that moves furthest, with its ranks"),
        ];
        let rows = self.solved.changed.iter().map(|c| {
            let furthest = c.furthest.map_or(Cell::Null, |(t, from, to)| {
                text(format!("{}: {from} to {to}", self.asked.teams[t]))
            });
            let at = |team: usize| {
                if c.edges.changed > 0 {
                    self.team(team)
                } else {
                    Cell::Null
                }
            };
            vec![
                text(&c.key),
                text(&c.value),
                count(c.edges.changed),
                Cell::Real(c.edges.mean),
                Cell::Real(c.edges.largest),
                at(c.edges.at.0),
                at(c.edges.at.1),
                count(c.moved),
                furthest,
            ]
        });
        Table {
            name: "switches",
            title: "What other readings of the rules change".into(),
            columns,
            rows: rows.collect(),
            on_terminal: true,
        }
    }

    /// Each team against each target, beside what the team makes of the other teams.
    fn targets(&self) -> Table {
        let columns = vec![
            words("target", "the unit, with its markers"),
            words("team", "the team"),
            signed("edge", "when the team challenges it"),
            share("p_defeat", "chance to defeat it"),
            share("p_out", "chance to lose the whole team"),
            signed("edge_challenged", "when it challenges the team"),
            signed(
                "mean_team",
                "the team's mean edge as challenger of the teams",
            ),
            signed("best_team", "its best edge as challenger of any team"),
            words(
                "prefers",
                "`average` or `every` team it is preferred to as a target, or `neither`",
            ),
        ];
        let (columns_matrix, challenging) = (
            self.solved.columns.as_ref().expect("there are targets"),
            self.solved.matrix.challenging(),
        );
        let names = self.asked.targets.iter().flat_map(|(name, unit)| {
            let most = if unit.markers == 0 {
                unit.most_markers()
            } else {
                unit.markers
            };
            (unit.markers..=most).map(move |m| {
                if m == 0 {
                    name.clone()
                } else {
                    format!("{}+{m}", name.split('+').next().unwrap_or(name))
                }
            })
        });
        let mut rows = Vec::new();
        for (b, name) in names.enumerate() {
            let mut order: Vec<usize> = (0..self.asked.teams.len()).collect();
            order.sort_by(|&x, &y| {
                columns_matrix.pair(y, b).edge[0]
                    .total_cmp(&columns_matrix.pair(x, b).edge[0])
                    .then(x.cmp(&y))
            });
            for team in order {
                let pair = columns_matrix.pair(team, b);
                let row = challenging.row(team);
                let mean = row.iter().sum::<f64>() / row.len() as f64;
                let best = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let prefers = match pair.edge[0] {
                    e if e > best + 1e-12 => "every",
                    e if e > mean + 1e-12 => "average",
                    _ => "neither",
                };
                rows.push(vec![
                    text(&name),
                    self.team(team),
                    Cell::Real(pair.edge[0]),
                    Cell::Real(pair.p_column_out[0]),
                    Cell::Real(pair.p_row_out[0]),
                    Cell::Real(pair.edge[1]),
                    Cell::Real(mean),
                    Cell::Real(best),
                    text(prefers),
                ]);
            }
        }
        Table {
            name: "targets",
            title: "Who should challenge it".into(),
            columns,
            rows,
            on_terminal: true,
        }
    }
}

/// A worth may be negative whatever it is measured in.
trait WithSign {
    fn with_sign(self) -> Self;
}

impl WithSign for Column {
    fn with_sign(mut self) -> Self {
        self.kind = SIGNED;
        self
    }
}
