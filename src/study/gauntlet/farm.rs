//! `gauntlet-farm`: does the bargain break the game? The best play of one fight under caps and house rules.

use super::estimate::{exact_cells, exact_columns, real, text};
use super::{Asked, Parts, kind_of, shown};
use crate::games::gauntlet::farm::{Field, SETTINGS, Yield, best, setting};
use crate::games::gauntlet::menu::Menus;
use crate::games::gauntlet::rules::Ability;
use crate::games::gauntlet::rules::game::Enemy;
use crate::games::gauntlet::spec::Objective;
use crate::report::{Cell, Chart, Column, Findings, Kind, Plot, Point, Series, Table};
use rayon::prelude::*;

/// Caps on matches that are shown; 0 is none.
pub const CAPS: [u16; 8] = [1, 2, 3, 5, 10, 20, 50, 0];

/// What the farm yields.
#[derive(Debug, Clone)]
pub struct Farm {
    /// The fight.
    pub field: Field,
    /// By cap, as the rules are given and without the bargain.
    pub caps: Vec<(u16, Yield, Yield)>,
    /// By house rule, without a cap.
    pub rules: Vec<(&'static str, Yield)>,
    /// By ability of the enemy, without a cap; beside it without the bargain.
    pub abilities: Vec<(Ability, Yield, Yield)>,
}

impl Farm {
    /// Works it out; about half a second a line.
    ///
    /// # Errors
    /// If a switch cannot be set.
    pub fn new(asked: &Asked, field: Field) -> crate::error::Result<Self> {
        let menus = |name: &str| -> crate::error::Result<Menus> {
            let (_, changes) = SETTINGS
                .iter()
                .find(|s| s.0 == name)
                .expect("a known setting");
            Ok(Menus::new(&setting(&asked.rules, changes)?))
        };
        let (given, off) = (menus("as given")?, menus("no bargain")?);
        let caps = CAPS
            .par_iter()
            .map(|&cap| (cap, best(&given, &field, cap), best(&off, &field, cap)))
            .collect();
        let rules = SETTINGS
            .par_iter()
            .map(|(name, changes)| {
                Ok((
                    *name,
                    best(&Menus::new(&setting(&asked.rules, changes)?), &field, 0),
                ))
            })
            .collect::<crate::error::Result<_>>()?;
        let abilities = Ability::ALL[..8]
            .par_iter()
            .map(|&ability| {
                let field = Field {
                    enemy: Enemy {
                        ability,
                        ..field.enemy
                    },
                    ..field
                };
                (ability, best(&given, &field, 0), best(&off, &field, 0))
            })
            .collect();
        Ok(Self {
            field,
            caps,
            rules,
            abilities,
        })
    }

    fn uncapped(&self) -> &Yield {
        &self.rules[0].1
    }
}

/// Turns it into findings.
pub fn findings(asked: &Asked, farm: &Farm, who: &str) -> Findings {
    let parts = Parts {
        policies: vec![("player".into(), "best play of this one fight".into())],
        facts: vec![
            ("player".into(), format!("health {} and {}, glory {}", farm.field.start.0.low, farm.field.start.0.high, farm.field.start.1)),
            ("enemy".into(), who.into()),
            ("objective".into(), farm.field.objective.fight_name().into()),
        ],
        verdict: verdict(farm),
        tables: vec![caps(farm), rules(farm), abilities(farm)],
        charts: charts(farm),
        notes: vec![
            "Every line is the optimum of the fight, solved exactly; matches are those of one such play. Under a cap of N a fight that is \
             still open after N matches is stalled: health then counts 0."
                .into(),
        ],
    };
    asked.findings(parts, None)
}

fn verdict(farm: &Farm) -> Vec<String> {
    let (all, start) = (farm.uncapped(), farm.field.points());
    let off = &farm
        .rules
        .iter()
        .find(|r| r.0 == "no bargain")
        .expect("a known setting")
        .1;
    let objective = farm.field.objective;
    let mut said = vec![format!(
        "By the literal rules a patient player {} {:.2} matches on average for {} ({} at the start); without the bargain the best is {} in {:.2} matches.",
        if all.matches > 1.5 * off.matches {
            "farms the fight:"
        } else {
            "takes"
        },
        all.matches,
        shown(objective, all.value),
        if objective == Objective::Score {
            format!("{start:.0} points")
        } else {
            format!("{start:.0} points of health and glory")
        },
        shown(objective, off.value),
        off.matches
    )];
    said.push(format!(
        "The farmer ends with {:.2} points (2 x health + glory), {:+.2} against the start.",
        all.points,
        all.points - start
    ));
    let mut tamed: Vec<_> = farm.rules[1..].iter().collect();
    tamed.sort_by(|a, b| a.1.value.total_cmp(&b.1.value));
    let ends: Vec<String> = tamed
        .iter()
        .filter(|r| r.1.value < all.value - 1e-6)
        .take(4)
        .map(|r| format!("{} ({})", r.0, shown(objective, r.1.value)))
        .collect();
    said.push(format!(
        "What tames the farm, the strongest first: {}.",
        ends.join(", ")
    ));
    if let Some((cap, y, _)) = farm
        .caps
        .iter()
        .find(|(cap, y, _)| *cap > 0 && y.value >= 0.95 * all.value)
    {
        said.push(format!(
            "A cap of {cap} matches still yields {} of it.",
            super::percent(y.value / all.value)
        ));
    }
    said
}

fn measures() -> Vec<Column> {
    vec![
        Column::new("matches", Kind::Number(4), "", "expected matches"),
        Column::new("down", Kind::Share, "", "chance that the enemy is downed"),
        Column::new("stalled", Kind::Share, "", "chance of a stall at the cap"),
        Column::new(
            "points",
            Kind::Number(4),
            "",
            "expected 2 x health + glory at the end",
        ),
    ]
}

fn cells(y: &Yield) -> Vec<Cell> {
    let mut cells = exact_cells(Some(y.value));
    cells.extend([y.matches, y.down, y.stalled, y.points].map(|x| real(Some(x))));
    cells
}

fn cap_name(cap: u16) -> String {
    if cap == 0 {
        "none".into()
    } else {
        cap.to_string()
    }
}

fn caps(farm: &Farm) -> Table {
    let mut columns = vec![Column::new(
        "cap",
        Kind::Text,
        "matches",
        "cap on matches (switch match_cap)",
    )];
    columns.extend(exact_columns(
        kind_of(farm.field.objective),
        "",
        "value of the best play",
    ));
    columns.extend(measures());
    columns.push(Column::new(
        "no_bargain",
        kind_of(farm.field.objective),
        "",
        "value of the best play without the bargain",
    ));
    let rows = farm
        .caps
        .iter()
        .map(|(cap, y, off)| {
            let mut row = vec![text(cap_name(*cap))];
            row.extend(cells(y));
            row.push(real(Some(off.value)));
            row
        })
        .collect();
    Table {
        name: "caps",
        title: "The fight by the number of matches that it may last".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn rules(farm: &Farm) -> Table {
    let mut columns = vec![Column::new(
        "rules",
        Kind::Text,
        "",
        "what is changed; without a cap",
    )];
    columns.extend(exact_columns(
        kind_of(farm.field.objective),
        "",
        "value of the best play",
    ));
    columns.extend(measures());
    let rows = farm
        .rules
        .iter()
        .map(|(name, y)| {
            let mut row = vec![text(*name)];
            row.extend(cells(y));
            row
        })
        .collect();
    Table {
        name: "rules",
        title: "What tames the farm".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn abilities(farm: &Farm) -> Table {
    let mut columns = vec![Column::new(
        "ability",
        Kind::Text,
        "",
        "the enemy's ability, its health as given",
    )];
    columns.extend(exact_columns(
        kind_of(farm.field.objective),
        "",
        "value of the best play",
    ));
    columns.extend(measures());
    columns.push(Column::new(
        "no_bargain",
        kind_of(farm.field.objective),
        "",
        "value of the best play without the bargain",
    ));
    let rows = farm
        .abilities
        .iter()
        .map(|(ability, y, off)| {
            let mut row = vec![text(ability.name())];
            row.extend(cells(y));
            row.push(real(Some(off.value)));
            row
        })
        .collect();
    Table {
        name: "abilities",
        title: "The farm by the enemy's ability".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn charts(farm: &Farm) -> Vec<Chart> {
    let objective = farm.field.objective;
    let label = match objective {
        Objective::Win => "chance to survive",
        Objective::Score => "expected points",
    };
    let capped: Vec<_> = farm.caps.iter().filter(|c| c.0 > 0).collect();
    let line = |name: &str, of: &dyn Fn(&(u16, Yield, Yield)) -> f64| {
        let points = capped
            .iter()
            .map(|c| Point {
                x: f64::from(c.0),
                y: of(c),
                interval: None,
            })
            .collect();
        (name.to_string(), points)
    };
    let bars = Chart {
        name: "rules",
        title: "What tames the farm".into(),
        caption: format!(
            "The {label} of the best play without a cap, under each change of the rules."
        ),
        x_label: "rules".into(),
        y_label: label.into(),
        plot: Plot::Bars {
            categories: farm.rules.iter().map(|r| r.0.to_string()).collect(),
            series: vec![Series {
                name: label.into(),
                values: farm.rules.iter().map(|r| r.1.value).collect(),
                intervals: None,
            }],
            share: objective == Objective::Win,
        },
        table: "rules",
    };
    vec![
        Chart {
            name: "caps",
            title: "The fight by the number of matches that it may last".into(),
            caption: format!(
                "The {label} of the best play; the dashed line is the fight without a cap."
            ),
            x_label: "cap on matches".into(),
            y_label: label.into(),
            plot: Plot::Lines {
                log_x: true,
                lines: vec![
                    line("rules as given", &|c| c.1.value),
                    line("without the bargain", &|c| c.2.value),
                ],
                reference: Some(("no cap".into(), farm.uncapped().value)),
            },
            table: "caps",
        },
        bars,
    ]
}
