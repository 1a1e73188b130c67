//! What one more of everything changes: marginal worth, curves of the stats, restricted play.

use super::Asked;
use crate::games::gladiatori::build::{Build, Training};
use crate::games::gladiatori::cards::{FEINT, moves, powers};
use crate::games::gladiatori::policy::{Arts, Brain};
use crate::games::gladiatori::sheet::{STATS, Sheet};
use crate::games::gladiatori::shop::Ware;
use crate::games::gladiatori::trial::{Score, Trial};
use crate::report::{Cell, Chart, Column, Kind as Show, Plot, Point, Series, Table};
use crate::stats::{Moments, Paired};
use crate::study::gladiatori::contest::Ring;
use crate::study::gladiatori::{hidden, signed, table, text, word};

/// What one more of a ware changes, over base builds.
pub(super) struct Worth {
    ware: Ware,
    /// Mean price, in coins.
    price: f64,
    gain: Moments,
    bases: usize,
}

pub(super) fn worth(asked: &Asked, ring: &Ring, pool: &[Sheet]) -> Vec<Worth> {
    let mut found = Vec::new();
    for ware in Ware::all() {
        let open = Training {
            budget: 150,
            ..asked.training.clone()
        };
        let mut prices = Vec::new();
        let pairs: Vec<_> = asked
            .pool
            .iter()
            .filter_map(|base| {
                let (more, price) = ware.bought(&open, &base.build)?;
                prices.push(price);
                let items = base.sheet.items;
                let trial = |b: &Build| Trial {
                    rules: asked.rules,
                    hero: Sheet::new(b, items),
                    pool,
                    brains: [asked.brain; 2],
                    board: None,
                };
                Some((trial(&more), trial(&base.build)))
            })
            .collect();
        let mut gain = Moments::new();
        ring.paired(&pairs, asked.games)
            .iter()
            .for_each(|p: &Paired| gain.merge(&p.difference));
        if !prices.is_empty() {
            // Steps of a skill get dearer: all that was gained over all that was paid.
            let paid: u32 = prices.iter().map(|p| u32::from(*p)).sum();
            found.push(Worth {
                ware,
                price: f64::from(paid) / prices.len() as f64,
                gain,
                bases: pairs.len(),
            });
        }
    }
    found
}

pub(super) fn per_coin(w: &Worth, confidence: f64) -> (f64, Option<(f64, f64)>) {
    let price = w.price.max(1.0);
    let interval = w
        .gain
        .interval(confidence)
        .map(|(lo, hi)| (lo / price, hi / price));
    (w.gain.mean().unwrap_or(0.0) / price, interval)
}

pub(super) fn worth_table(all: &[Worth], asked: &Asked) -> Table {
    let rows = all.iter().map(|w| {
        let interval = w.gain.interval(asked.confidence);
        let (coin, _) = per_coin(w, asked.confidence);
        vec![
            word(w.ware.sort()),
            word(w.ware.name()),
            Cell::Real(w.price),
            Cell::Real(w.gain.mean().unwrap_or(0.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
            Cell::Count(w.gain.n),
            Cell::Real(coin),
            Cell::Count(w.bases as u64),
            word(if w.gain.is_constant() {
                "constant"
            } else {
                "varies"
            }),
        ]
    });
    table(
        "worth",
        "What one more of each changes, for the ready-made gladiators",
        vec![
            text("sort", "skill, ability, card, move or power"),
            text("ware", "what is bought on top"),
            Column::new(
                "price",
                Show::Number(2),
                "coins",
                "its price, the mean over the builds where it differs",
            ),
            Column::new(
                "value",
                Show::Signed(3),
                "VP",
                "mean gain of margin, over common random numbers",
            ),
            Column::new(
                "lo",
                Show::Signed(3),
                "VP",
                "lower end of its interval; null where nothing changed",
            ),
            Column::new(
                "hi",
                Show::Signed(3),
                "VP",
                "upper end of its interval; null where nothing changed",
            ),
            Column::new("n", Show::Count, "games", "pairs of games").machine_only(),
            Column::new("per_coin", Show::Signed(3), "VP", "gain for each coin"),
            Column::new(
                "builds",
                Show::Count,
                "builds",
                "base builds that could buy it",
            ),
            text(
                "spread",
                "varies, or constant: no game came out differently",
            ),
        ],
        rows.collect(),
    )
}

#[allow(clippy::type_complexity)] // a value and its interval
pub(super) fn worth_chart(all: &[Worth], asked: &Asked) -> Chart {
    let mut shown: Vec<(&Worth, (f64, Option<(f64, f64)>))> = all
        .iter()
        .map(|w| (w, per_coin(w, asked.confidence)))
        .collect();
    shown.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
    Chart {
        name: "worth",
        title: "What a coin buys".into(),
        caption: "Gain of margin for each coin spent on one more of each, for the ready-made gladiators against each other.".into(),
        x_label: "bought".into(),
        y_label: "VP a coin".into(),
        plot: Plot::Bars {
            categories: shown.iter().map(|s| s.0.ware.name().replace('_', " ")).collect(),
            series: vec![Series {
                name: "VP a coin".into(),
                values: shown.iter().map(|s| s.1.0).collect(),
                intervals: Some(shown.iter().map(|s| s.1.1.unwrap_or((s.1.0, s.1.0))).collect()),
            }],
            share: false,
        },
        table: "worth",
    }
}

pub(super) fn worth_verdict(all: &[Worth], confidence: f64) -> String {
    let best = all.iter().max_by(|a, b| {
        per_coin(a, confidence)
            .0
            .total_cmp(&per_coin(b, confidence).0)
    });
    match best {
        Some(w) => {
            let (value, interval) = per_coin(w, confidence);
            let range =
                interval.map_or(String::new(), |(lo, hi)| format!(" ({lo:+.2} to {hi:+.2})"));
            format!(
                "The best single buy for the ready-made gladiators is {}: {value:+.2}{range} VP a coin.",
                w.ware.name()
            )
        }
        None => "Nothing more can be bought.".into(),
    }
}

/// Margin by the value of each stat, the first of the pool being the base.
pub(super) fn curves(asked: &Asked, ring: &Ring, pool: &[Sheet]) -> Vec<(usize, u8, u8, Score)> {
    let base = &asked.pool[0];
    let [low, high] = asked.training.stat;
    let mut points = Vec::new();
    let mut trials = Vec::new();
    for stat in 0..5 {
        for value in low..=high {
            let mut build = base.build;
            build.stats[stat] = value;
            points.push((stat, value, asked.training.stat_price(stat, value)));
            trials.push(Trial {
                rules: asked.rules,
                hero: Sheet::new(&build, base.sheet.items),
                pool,
                brains: [asked.brain; 2],
                board: None,
            });
        }
    }
    points
        .into_iter()
        .zip(ring.scores(&trials, asked.games))
        .map(|((s, v, p), score)| (s, v, p, score))
        .collect()
}

pub(super) fn curves_table(curves: &[(usize, u8, u8, Score)]) -> Table {
    let rows = curves.iter().map(|(stat, value, price, s)| {
        let interval = s.margin.interval(0.95);
        vec![
            word(STATS[*stat]),
            Cell::Count((*value).into()),
            Cell::Count((*price).into()),
            Cell::Real(s.margin.mean().unwrap_or(0.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
            Cell::Count(s.margin.n),
        ]
    });
    hidden(
        "curves",
        "Margin by the value of one stat, everything else as it is",
        vec![
            text("stat", "which"),
            Column::new("level", Show::Count, "", "its value"),
            Column::new("price", Show::Count, "coins", "what that value costs"),
            Column::new(
                "value",
                Show::Signed(3),
                "VP",
                "mean margin against the pool",
            ),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval"),
            Column::new("n", Show::Count, "games", "games").machine_only(),
        ],
        rows.collect(),
    )
}

pub(super) fn curves_chart(curves: &[(usize, u8, u8, Score)]) -> Chart {
    let line = |stat: usize| {
        let points = curves
            .iter()
            .filter(|c| c.0 == stat)
            .map(|(_, value, _, s)| Point {
                x: f64::from(*value),
                y: s.margin.mean().unwrap_or(0.0),
                interval: s.margin.interval(0.95),
            });
        (STATS[stat].to_string(), points.collect())
    };
    Chart {
        name: "curves",
        title: "Margin by the value of one stat".into(),
        caption: "The first gladiator of the pool with one stat changed, against the pool; prices left out.".into(),
        x_label: "value of the stat".into(),
        y_label: "margin (VP)".into(),
        plot: Plot::Lines { log_x: false, lines: (0..5).map(line).collect(), reference: None },
        table: "curves",
    }
}

/// What each gladiator of the pool loses when he may not use one of his items, moves or powers. An item without its bonus still
/// pays for damage.
pub(super) fn restricted(
    asked: &Asked,
    ring: &Ring,
    pool: &[Sheet],
) -> Vec<(String, String, Paired)> {
    let mut what = Vec::new();
    let mut pairs = Vec::new();
    for fighter in &asked.pool {
        let s = &fighter.sheet;
        let trial = |hero, brain| Trial {
            rules: asked.rules,
            hero,
            pool,
            brains: [brain, asked.brain],
            board: None,
        };
        for (slot, id) in fighter.items.iter().enumerate() {
            let mut bare = *s;
            (bare.items[slot].attack, bare.items[slot].defense) = (0, 0);
            what.push((fighter.name.clone(), id.clone()));
            pairs.push((trial(*s, asked.brain), trial(bare, asked.brain)));
        }
        let mut without = |name: &str, arts: Arts| {
            what.push((fighter.name.clone(), name.into()));
            let bare = Brain {
                arts,
                ..asked.brain
            };
            pairs.push((trial(*s, asked.brain), trial(*s, bare)));
        };
        let own = asked.brain.arts;
        if s.set & FEINT != 0 {
            without(
                "feint",
                Arts {
                    cards: own.cards & !FEINT,
                    ..own
                },
            );
        }
        for (m, name) in moves::NAMES
            .iter()
            .enumerate()
            .filter(|(m, _)| s.set & moves::SWEEP << m != 0)
        {
            without(
                name,
                Arts {
                    cards: own.cards & !(moves::SWEEP << m),
                    ..own
                },
            );
        }
        for (p, name) in powers::NAMES
            .iter()
            .enumerate()
            .filter(|(p, _)| s.powers >> p & 1 == 1)
        {
            without(
                name,
                Arts {
                    powers: own.powers & !(1 << p),
                    ..own
                },
            );
        }
        if s.items.iter().any(|i| i.net || i.thrown) {
            without(
                "weapons",
                Arts {
                    weapons: false,
                    ..own
                },
            );
        }
    }
    what.into_iter()
        .zip(ring.paired(&pairs, asked.games))
        .map(|((who, name), p)| (who, name, p))
        .collect()
}

pub(super) fn drops_table(drops: &[(String, String, Paired)], confidence: f64) -> Table {
    let rows = drops.iter().map(|(who, name, p)| {
        let interval = p.difference.interval(confidence);
        vec![
            word(who),
            word(name),
            Cell::Real(p.difference.mean().unwrap_or(0.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
            Cell::Count(p.difference.n),
            word(if p.difference.is_constant() {
                "constant"
            } else {
                "varies"
            }),
            word(signed(&p.difference, confidence)),
        ]
    });
    table(
        "restricted",
        "What is lost when the policy may not use it",
        vec![
            text("who", "whose it is"),
            text(
                "without",
                "what he may not use; an item without its bonus still pays for damage",
            ),
            Column::new(
                "value",
                Show::Signed(3),
                "VP",
                "margin with it less margin without it, over common random numbers",
            ),
            Column::new(
                "lo",
                Show::Signed(3),
                "VP",
                "lower end of its interval; null where nothing changed",
            ),
            Column::new(
                "hi",
                Show::Signed(3),
                "VP",
                "upper end of its interval; null where nothing changed",
            ),
            Column::new("n", Show::Count, "games", "pairs of games").machine_only(),
            text(
                "spread",
                "varies, or constant: no game came out differently",
            ),
            text("told", "the same in words").machine_only(),
        ],
        rows.collect(),
    )
}

/// Names what changed nothing: its 0 says that nobody used it, not that it is worth nothing.
pub(super) fn unused(all: &[Worth], drops: &[(String, String, Paired)]) -> Vec<String> {
    let bought: Vec<&str> = all
        .iter()
        .filter(|w| w.gain.is_constant())
        .map(|w| w.ware.name())
        .collect();
    let forbidden: Vec<String> = drops
        .iter()
        .filter(|d| d.2.difference.is_constant())
        .map(|d| format!("{} of {}", d.1, d.0))
        .collect();
    [
        ("bought on top", bought.join(", ")),
        ("forbidden", forbidden.join(", ")),
    ]
    .into_iter()
    .filter(|(_, names)| !names.is_empty())
    .map(|(how, names)| {
        format!("Not used in any of these games, so that 0 is no price ({how}): {names}.")
    })
    .collect()
}
