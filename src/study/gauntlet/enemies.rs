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
    let first = policies.first().map_or("", String::as_str);
    let mut tables = vec![enemies(e), payments(e, first)];
    tables.extend(e.orders.map(|o| orders(o.0, o.1, first)));
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

/// What an ability stands for, in health.
struct Worth {
    ability: Ability,
    /// Within the health that an enemy can have.
    health: f64,
    /// Whether it is more (or less, below zero) than that.
    beyond: bool,
    words: String,
    /// By this they are put in order, the dearest first.
    order: f64,
}

/// Every ability, the dearest first.
fn worths(e: &Enemies<'_>) -> Vec<Worth> {
    let reference = f64::from(e.reference);
    let plain = e.payments.iter().find(|p| p.ability == Ability::None);
    let plain = plain.map_or(1.0, |p| p.survive[usize::from(e.reference) - 1]);
    // An enemy has 1 to 6 health.
    let (most, least) = (reference - 1.0, reference - 6.0);
    let abilities = e.payments.iter().filter(|p| p.ability != Ability::None);
    let mut all: Vec<Worth> = abilities
        .map(|p| {
            let ability = p.ability;
            let (health, words, order) = match p.equal_at {
                Some(at) => (
                    reference - at,
                    format!("{ability} {:+.2}", reference - at),
                    reference - at,
                ),
                None if p.survive[0] < plain => (
                    most,
                    format!("{ability} more than {most:+.0}"),
                    most + 1.0 - p.survive[0],
                ),
                None => (least, format!("{ability} less than {least:+.0}"), least),
            };
            let beyond = p.equal_at.is_none();
            Worth {
                ability,
                health,
                beyond,
                words,
                order,
            }
        })
        .collect();
    all.sort_by(|a, b| b.order.total_cmp(&a.order));
    all
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
        let worth = worths(e);
        let each: Vec<String> = worth.into_iter().map(|w| w.words).collect();
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
            "Order of the row under {}: best {} ({}), worst {} ({}); the luck of the order is worth {:.2} percentage points.",
            policies.first().map_or("", String::as_str),
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

fn payments(e: &Enemies<'_>, policy: &str) -> Table {
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
            "Which health pays for an ability? (under {policy}, as dangerous as a plain enemy of {})",
            e.reference
        ),
        columns,
        rows,
        on_terminal: true,
    }
}

fn orders(orders: &[Order], names: &[String], policy: &str) -> Table {
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
        title: format!("The row in every order under {policy}, the best first"),
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
    let worth = worths(e);
    let named = |w: &Worth| match (w.beyond, w.health > 0.0) {
        (false, _) => w.ability.to_string(),
        (true, true) => format!("{} (more)", w.ability),
        (true, false) => format!("{} (less)", w.ability),
    };
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
                "Under {}: an enemy with the ability is as dangerous as a plain one of {} with so much less health; (more) and (less): beyond the 1 to 6 that an \
                 enemy can have.",
                policies[0], e.reference
            ),
            x_label: "ability".into(),
            y_label: "points of health".into(),
            plot: Plot::Bars {
                categories: worth.iter().map(named).collect(),
                series: vec![Series {
                    name: "worth in health".into(),
                    values: worth.iter().map(|w| w.health).collect(),
                    intervals: None,
                }],
                share: false,
            },
            table: "payments",
        },
    ]
}
