//! Tables of what kinds, decisions and readings of the rules are worth.

use super::{WithSign, Writer, count, counted, share, signed, text, words};
use crate::games::clash::counts::Kind;
use crate::report::{Cell, Table};

impl Writer<'_> {
    pub(super) fn kinds(&self) -> Option<Table> {
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

    pub(super) fn replacements(&self) -> Option<Table> {
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

    pub(super) fn decisions(&self) -> Table {
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
        let row = |r: &super::super::decisions::Regret| {
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

    pub(super) fn switches(&self) -> Table {
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
            let furthest = c.moved.first().map_or(Cell::Null, |&(t, from, to)| {
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
                count(c.moved.len()),
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

    /// Every team whose rank another reading flips.
    pub(super) fn rank_changes(&self) -> Table {
        let columns = vec![
            words("switch", "the reading of the rules"),
            words("value", "its other value"),
            words("team", "the team"),
            counted("rank", "its rank"),
            counted("rank_there", "its rank under that reading"),
        ];
        let row = |c: &super::super::decisions::Changed, moved: &(usize, usize, usize)| {
            let &(team, from, to) = moved;
            vec![
                text(&c.key),
                text(&c.value),
                self.team(team),
                count(from),
                count(to),
            ]
        };
        let all = self.solved.changed.iter();
        Table {
            name: "rank_changes",
            title: "Teams whose rank another reading changes, furthest first".into(),
            columns,
            rows: all
                .flat_map(|c| c.moved.iter().map(move |m| row(c, m)))
                .collect(),
            on_terminal: false,
        }
    }
}
