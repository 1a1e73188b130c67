//! Heat maps of odds: attack dice against defence dice, one a class; block chances; damage.

use super::{Asked, Grid};
use crate::games::battle::exchange::Exchanges;
use crate::games::battle::odds::{Odds, block};
use crate::report::{Chart, Plot, Point};

/// All charts.
pub(super) fn all(asked: &Asked, grid: &Grid) -> Vec<Chart> {
    if grid.rows.len() == 1 {
        return Vec::new();
    }
    const THROUGH: [&str; 4] = ["through_1", "through_2", "through_3", "through_4"];
    const DAMAGE: [&str; 4] = ["damage_1", "damage_2", "damage_3", "damage_4"];
    let mut charts = Vec::new();
    for (i, a) in asked.attackers.iter().enumerate().take(4) {
        charts.push(heat(
            asked,
            grid,
            i,
            THROUGH[i],
            format!("P(gets through), {}", a.name),
            |o| o.through,
        ));
    }
    for (i, a) in asked.attackers.iter().enumerate().take(4) {
        charts.push(heat(
            asked,
            grid,
            i,
            DAMAGE[i],
            format!("Mean damage, {}", a.name),
            |o| o.mean_damage,
        ));
    }
    charts.push(damage(asked, grid));
    charts.push(blocks(asked));
    charts
}

fn heat(
    asked: &Asked,
    grid: &Grid,
    attacker: usize,
    name: &'static str,
    title: String,
    value: impl Fn(&Odds) -> f64,
) -> Chart {
    let rows: Vec<u8> = asked.attack.clone().collect();
    let columns: Vec<u8> = asked.defence.clone().collect();
    let of = |attack: u8, defence: u8| {
        let mut here = grid.rows.iter();
        here.find(|r| (r.0, r.1, r.2) == (attacker, attack, defence))
            .map(|r| value(&r.3))
    };
    let values = rows
        .iter()
        .map(|a| columns.iter().map(|d| of(*a, *d)).collect())
        .collect();
    Chart {
        name,
        title,
        caption: "Attack dice downwards, defence dice to the right; the scale is above.".into(),
        x_label: "defence dice".into(),
        y_label: "attack dice".into(),
        plot: Plot::Heat {
            rows: rows.iter().map(ToString::to_string).collect(),
            columns: columns.iter().map(ToString::to_string).collect(),
            values,
            signed: false,
        },
        table: "odds",
    }
}

fn damage(asked: &Asked, grid: &Grid) -> Chart {
    let middle = (asked.defence.start() + asked.defence.end()) / 2;
    let line = |i: usize| {
        let here = grid.rows.iter().filter(move |r| r.0 == i && r.2 == middle);
        here.map(|r| Point {
            x: r.1.into(),
            y: r.3.mean_damage,
            interval: None,
        })
        .collect::<Vec<_>>()
    };
    Chart {
        name: "damage",
        title: format!("Mean damage on {middle} defence dice"),
        caption: "Where lines cross, another class leads; chart damage is reconstructed.".into(),
        x_label: "attack dice".into(),
        y_label: "mean damage (health)".into(),
        plot: Plot::Lines {
            log_x: false,
            lines: asked
                .attackers
                .iter()
                .enumerate()
                .map(|(i, a)| (a.name.clone(), line(i)))
                .collect(),
            reference: None,
        },
        table: "odds",
    }
}

fn blocks(asked: &Asked) -> Chart {
    let mut ex = Exchanges::new(&asked.ground.rules);
    let dice: Vec<u8> = asked.defence.clone().collect();
    let needed = [1u8, 2, 3, 4];
    let values = needed
        .iter()
        .map(|n| {
            dice.iter()
                .map(|d| Some(block(&mut ex, *d, asked.luck[1], *n)))
                .collect()
        })
        .collect();
    Chart {
        name: "blocks",
        title: "P(a defence counts enough sixes)".into(),
        caption: "Printed rules alone: sixes needed downwards, defence dice to the right, sixes thrown again as often as they come.".into(),
        x_label: "defence dice".into(),
        y_label: "sixes needed".into(),
        plot: Plot::Heat {
            rows: needed.iter().map(ToString::to_string).collect(),
            columns: dice.iter().map(ToString::to_string).collect(),
            values,
            signed: false,
        },
        table: "blocks",
    }
}
