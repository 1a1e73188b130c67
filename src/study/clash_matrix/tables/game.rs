//! Tables of the game that the teams make: equilibrium, dominance, replies, cycles, first strikes.

use super::{Writer, count, counted, share, signed, text, words};
use crate::metagame::dominance::Witness;
use crate::metagame::nash;
use crate::report::{Cell, Table};

/// Cycles that are listed.
const CYCLES: usize = 20;

impl Writer<'_> {
    pub(super) fn equilibrium(&self) -> Table {
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

    pub(super) fn dominance(&self) -> Table {
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

    pub(super) fn best_replies(&self) -> Table {
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

    pub(super) fn cycles(&self) -> Table {
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

    pub(super) fn first_strike(&self) -> Table {
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
}
