//! How much of a score is luck: the variance of a policy's games, split by what it comes from.

use super::estimate::{real, text};
use super::extra::Extra;
use super::{Asked, percent};
use crate::games::gauntlet::luck::Luck;
use crate::report::{Cell, Column, Kind, Table};
use crate::stats;

/// As a piece of findings.
pub fn extra(asked: &Asked, difficulty: &str, luck: &Luck) -> Extra {
    let z = stats::z_for(asked.confidence);
    let columns = vec![
        Column::new("source", Kind::Text, "", "what varies from game to game"),
        Column::new(
            "value",
            Kind::Number(4),
            "",
            "share of the variance of the score that it explains by itself",
        ),
        Column::new(
            "lo",
            Kind::Number(4),
            "",
            "lower end of its interval, cut at 0",
        ),
        Column::new(
            "hi",
            Kind::Number(4),
            "",
            "upper end of its interval, cut at 1",
        ),
        Column::new("n", Kind::Count, "", "groups of four games behind it"),
    ];
    let row = |name: &str, share: f64, error: Option<f64>| {
        let end = |sign: f64| error.map(|e| (share + sign * z * e).clamp(0.0, 1.0));
        vec![
            text(name),
            real(Some(share)),
            real(end(-1.0)),
            real(end(1.0)),
            Cell::Count(luck.groups),
        ]
    };
    let sources = [
        ("cards, event dice and gambles", luck.scene),
        ("combat dice", luck.dice),
        ("what the policy leaves to chance", luck.whim),
    ];
    let mut rows: Vec<Vec<Cell>> = sources
        .iter()
        .map(|(name, (share, error))| row(name, *share, Some(*error)))
        .collect();
    rows.push(row("their interplay: the rest", luck.interplay(), None));
    Extra {
        verdict: vec![format!(
            "How much is luck on {difficulty} (sampled): a score is {:.2} with a standard deviation of {:.2}. By itself the combat dice explain {} of \
             its variance, cards, events and gambles {}; the rest is their interplay, how well the dice fall where they matter.",
            luck.mean,
            luck.variance.sqrt(),
            percent(luck.dice.0),
            percent(luck.scene.0)
        )],
        tables: vec![Table {
            name: "luck",
            title: format!("How much is luck? ({difficulty})"),
            columns,
            rows,
            on_terminal: true,
        }],
        notes: vec![
            "Luck: games in groups of four that share one stream of random words and differ in the others; what such games have in common is \
             what that stream explains by itself (first-order indices of Sobol, 1993). Under one policy all of it is luck; what play is worth is \
             the difference of policies, see gauntlet-compare."
                .into(),
        ],
        ..Extra::default()
    }
}
