//! `gauntlet-enemies`: which enemy is worst, is health a fair payment for abilities, does the order of a row matter?

use super::estimate::{exact_cells, exact_columns, real, text};
use super::{Asked, Parts, percent};
use crate::games::gauntlet::enemies::{Duel, Order, Payment, Ring};
use crate::games::gauntlet::rules::Ability;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Series, Table};

/// One enemy under one policy.
#[derive(Debug, Clone)]
pub struct Met {
    /// The enemy in words.
    pub enemy: String,
    /// The policy.
    pub policy: String,
    /// What it does.
    pub duel: Duel,
}

/// What was worked out.
#[derive(Debug)]
pub struct Enemies<'a> {
    /// How they are met.
    pub ring: Ring,
    /// Every enemy under every policy, policy by policy.
    pub met: &'a [Met],
    /// Abilities in health, under the first policy, against a plain enemy of this health.
    pub payments: &'a [Payment],
    /// That health.
    pub reference: u8,
    /// A row in every order, and the names of its enemies.
    pub orders: Option<(&'a [Order], &'a [String])>,
}

/// Turns it into findings.
pub fn findings(asked: &Asked, e: &Enemies<'_>) -> Findings {
    let mut policies: Vec<String> = Vec::new();
    for m in e.met {
        if !policies.contains(&m.policy) {
            policies.push(m.policy.clone());
        }
    }
    let mut tables = vec![enemies(e), payments(e)];
    tables.extend(e.orders.map(|o| orders(o.0, o.1)));
    let start = e.ring.start;
    let parts = Parts {
        policies: policies
            .iter()
            .enumerate()
            .map(|(i, p)| (format!("policy {}", i + 1), p.clone()))
            .collect(),
        facts: vec![
            (
                "player".into(),
                format!(
                    "health {} and {}, glory {}",
                    start.0.low, start.0.high, start.1
                ),
            ),
            (
                "ties".into(),
                format!(
                    "won by {}",
                    if e.ring.ties.name() == "none" {
                        "nobody"
                    } else {
                        e.ring.ties.name()
                    }
                ),
            ),
        ],
        verdict: verdict(e, &policies),
        tables,
        charts: charts(e, &policies),
        notes: vec![
            format!(
                "Each fight stands by itself, from the same health and glory; figures are exact. An enemy whose health is the player's glory is met \
                 with glory {} and so has {}.",
                start.1,
                start.1.max(1)
            ),
            "Health and glory are those of players who survive, less the start.".into(),
        ],
    };
    asked.findings(parts, None)
}

fn verdict(e: &Enemies<'_>, policies: &[String]) -> Vec<String> {
    let mut said = Vec::new();
    for policy in policies {
        let mut of: Vec<&Met> = e.met.iter().filter(|m| m.policy == *policy).collect();
        of.sort_by(|a, b| a.duel.survive.total_cmp(&b.duel.survive));
        if let (Some(worst), Some(mildest)) = (of.first(), of.last()) {
            said.push(format!(
                "Under {policy} the worst enemy is {} (survived in {}), the mildest {} ({}).",
                worst.enemy,
                percent(worst.duel.survive),
                mildest.enemy,
                percent(mildest.duel.survive)
            ));
        }
    }
    if let Some(policy) = policies.first() {
        let plain = e.payments.iter().find(|p| p.ability == Ability::None);
        let plain = plain.map_or(1.0, |p| p.survive[usize::from(e.reference) - 1]);
        let most = f64::from(e.reference) - 1.0;
        let mut worth: Vec<(f64, String)> = e
            .payments
            .iter()
            .filter(|p| p.ability != Ability::None)
            .map(|p| (p, p.equal_at.map(|at| f64::from(e.reference) - at)))
            .map(|(p, worth)| match worth {
                Some(w) => (w, format!("{} {w:+.2}", p.ability)),
                // Beyond the health that an enemy can have: worse even with 1, or milder even with 6.
                None if p.survive[0] < plain => (
                    most + 1.0 - p.survive[0],
                    format!("{} more than {most:+.0}", p.ability),
                ),
                None => (
                    most - 6.0,
                    format!("{} less than {:+.0}", p.ability, most - 5.0),
                ),
            })
            .collect();
        worth.sort_by(|a, b| b.0.total_cmp(&a.0));
        let each: Vec<String> = worth.into_iter().map(|(_, text)| text).collect();
        said.push(format!(
            "An ability in points of health under {policy} (an enemy of {} without ability is as dangerous as one with the ability and so much less): {}.",
            e.reference,
            each.join(", ")
        ));
    }
    if let Some((orders, names)) = e.orders
        && let (Some(best), Some(worst)) = (orders.first(), orders.last())
    {
        let words = |o: &Order| {
            o.order
                .iter()
                .map(|i| names[*i].as_str())
                .collect::<Vec<_>>()
                .join(", then ")
        };
        said.push(format!(
            "Order of the row: best {} ({}), worst {} ({}); the luck of the order is worth {:.2} percentage points.",
            words(best),
            percent(best.survive),
            words(worst),
            percent(worst.survive),
            (best.survive - worst.survive) * 100.0
        ));
    }
    said
}

fn enemies(e: &Enemies<'_>) -> Table {
    let mut columns = vec![
        Column::new(
            "enemy",
            Kind::Text,
            "",
            "the enemy, with health and ability",
        ),
        Column::new("policy", Kind::Text, "", "the policy"),
    ];
    columns.extend(exact_columns(Kind::Share, "", "chance to survive"));
    columns.extend([
        Column::new(
            "health_lost",
            Kind::Signed(4),
            "",
            "mean health lost by those who survive",
        ),
        Column::new(
            "glory_gained",
            Kind::Signed(4),
            "",
            "mean glory gained by those who survive",
        ),
        Column::new("matches", Kind::Number(4), "", "expected matches"),
        Column::new(
            "one_die",
            Kind::Share,
            "",
            "chance to survive with one die left",
        ),
    ]);
    let rows = e
        .met
        .iter()
        .map(|m| {
            let mut row = vec![text(&m.enemy), text(&m.policy)];
            row.extend(exact_cells(Some(m.duel.survive)));
            row.extend(
                [
                    m.duel.health_lost,
                    m.duel.glory_gained,
                    m.duel.matches,
                    m.duel.one_die,
                ]
                .map(|x| real(Some(x))),
            );
            row
        })
        .collect();
    Table {
        name: "enemies",
        title: "Every enemy by itself".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn payments(e: &Enemies<'_>) -> Table {
    let share = |n: &'static str| {
        Column::new(
            n,
            Kind::Share,
            "",
            "chance to survive the enemy at this health",
        )
    };
    let mut columns = vec![Column::new("ability", Kind::Text, "", "the ability")];
    columns.extend(exact_columns(
        Kind::Number(4),
        "",
        "health at which it is as dangerous as the plain enemy; null beyond 1 to 6",
    ));
    columns.push(Column::new(
        "worth",
        Kind::Signed(4),
        "health",
        "health that the ability stands for",
    ));
    columns.extend(["at_1", "at_2", "at_3", "at_4", "at_5", "at_6"].map(share));
    let rows = e
        .payments
        .iter()
        .map(|p| {
            let mut row = vec![text(p.ability.name())];
            row.extend(exact_cells(p.equal_at));
            row.push(real(p.equal_at.map(|at| f64::from(e.reference) - at)));
            row.extend(p.survive.map(|x| real(Some(x))));
            row
        })
        .collect::<Vec<Vec<Cell>>>();
    Table {
        name: "payments",
        title: format!(
            "Which health pays for an ability? (as dangerous as a plain enemy of {})",
            e.reference
        ),
        columns,
        rows,
        on_terminal: true,
    }
}

fn orders(orders: &[Order], names: &[String]) -> Table {
    let mut columns = vec![Column::new(
        "order",
        Kind::Text,
        "",
        "the row, from the left",
    )];
    columns.extend(exact_columns(Kind::Share, "", "chance to down them all"));
    columns.extend([
        Column::new(
            "points",
            Kind::Number(4),
            "",
            "mean 2 x health + glory of those who survive",
        ),
        Column::new("matches", Kind::Number(4), "", "expected matches"),
    ]);
    let rows = orders
        .iter()
        .map(|o| {
            let words: Vec<&str> = o.order.iter().map(|i| names[*i].as_str()).collect();
            let mut row = vec![text(words.join(", "))];
            row.extend(exact_cells(Some(o.survive)));
            row.extend([real(Some(o.points)), real(Some(o.matches))]);
            row
        })
        .collect();
    Table {
        name: "orders",
        title: "The row in every order, the best first".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn charts(e: &Enemies<'_>, policies: &[String]) -> Vec<Chart> {
    let of = |policy: &String, f: &dyn Fn(&Duel) -> f64| {
        e.met
            .iter()
            .filter(|m| m.policy == *policy)
            .map(|m| f(&m.duel))
            .collect::<Vec<f64>>()
    };
    let names: Vec<String> = e
        .met
        .iter()
        .filter(|m| Some(&m.policy) == policies.first())
        .map(|m| m.enemy.split(" (").next().unwrap_or_default().to_string())
        .collect();
    let series = policies
        .iter()
        .map(|p| Series {
            name: p.clone(),
            values: of(p, &|d| d.survive),
            intervals: None,
        })
        .collect();
    let mut worth: Vec<(&'static str, f64)> = e
        .payments
        .iter()
        .filter_map(|p| Some((p.ability.name(), f64::from(e.reference) - p.equal_at?)))
        .filter(|w| w.0 != "none")
        .collect();
    worth.sort_by(|a, b| b.1.total_cmp(&a.1));
    vec![
        Chart {
            name: "survive",
            title: "Surviving each enemy".into(),
            caption: "Chance to survive the enemy by itself, by policy.".into(),
            x_label: "enemy".into(),
            y_label: "chance to survive".into(),
            plot: Plot::Bars {
                categories: names,
                series,
                share: true,
            },
            table: "enemies",
        },
        Chart {
            name: "worth",
            title: "What an ability is worth in health".into(),
            caption: format!(
                "Under {}: an enemy with the ability is as dangerous as a plain one of {} with so much less health.",
                policies[0], e.reference
            ),
            x_label: "ability".into(),
            y_label: "points of health".into(),
            plot: Plot::Bars {
                categories: worth.iter().map(|w| w.0.to_string()).collect(),
                series: vec![Series {
                    name: "worth in health".into(),
                    values: worth.iter().map(|w| w.1).collect(),
                    intervals: None,
                }],
                share: false,
            },
            table: "payments",
        },
    ]
}
