//! What a policy loses against the optimum: by decision, and the situations that cost it most, as dice pictures.

use super::estimate::{exact_cells, exact_columns, real, text};
use super::extra::Extra;
use super::{Asked, percent, roman, signed, words};
use crate::games::gauntlet::contexts::Mode;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::regret::{Regret, Situation};
use crate::games::gauntlet::rules::exchange::Permit;
use crate::games::gauntlet::rules::game::Code;
use crate::games::gauntlet::spec::{DECISIONS, Objective};
use crate::report::{Cell, Chart, Column, Dice, DiceRow, Kind, Plot, Series, Table};

/// The action to show for an outcome of a situation.
fn action(player: &Player, s: &Situation, code: Code) -> String {
    let library = player.library();
    let class = s.context.class(&library.game);
    let menu = library.menus.menu(class, Permit::ALL, s.bargained);
    let catalogue = library.menus.catalogue(&menu, s.bargained);
    catalogue
        .action(&library.game.rules, s.fight, s.roll, code)
        .map_or_else(
            || words::outcome(code),
            |a| words::action(&a, s.fight, s.roll),
        )
}

fn event(mode: Mode) -> &'static str {
    match mode {
        Mode::Plain => "",
        Mode::PlayerTies => "player wins ties",
        Mode::EnemyTies => "enemy wins ties",
        Mode::Right => "event 1's re-roll is open",
    }
}

/// As a piece of findings.
pub fn extra(
    asked: &Asked,
    difficulty: &str,
    player: &Player,
    objective: Objective,
    regret: &Regret,
) -> Extra {
    let gap = regret.optimum - regret.policy;
    let share = |x: f64| if gap > 0.0 { x / gap } else { 0.0 };
    let mut order: Vec<&str> = DECISIONS.to_vec();
    order.sort_by(|a, b| regret.of(b).total_cmp(&regret.of(a)));
    let each: Vec<String> = order
        .iter()
        .map(|d| format!("{d} {}", percent(share(regret.of(d)))))
        .collect();
    let mut verdict = vec![format!(
        "Against optimal play on {difficulty} ({}) the policy loses {}; of this by decision: {}.",
        super::shown(objective, regret.optimum),
        super::shown(objective, gap),
        each.join(", ")
    )];
    if let Some(s) = regret.worst.first() {
        verdict.push(format!(
            "Its costliest situation: round {}, {}, {}, {}: it plays {}, better is {} ({} a time, {:.5} times a game).",
            roman(s.round),
            asked.card(s.card, s.side),
            words::situation(s.fight),
            words::roll(s.roll),
            action(player, s, s.move_made),
            action(player, s, s.better),
            super::shown(objective, s.cost),
            s.often
        ));
    }
    Extra {
        verdict,
        tables: vec![decisions(objective, regret, gap), situations(asked, objective, player, regret)],
        charts: vec![by_decision(objective, regret), pictures(asked, objective, player, regret)],
        notes: vec![
            "Regret of a decision: value of the best option less that of the one taken, under optimal play afterwards, times how often it \
             comes up; summed over all decisions it is the whole gap to the optimum (Kakade and Langford, 2002)."
                .into(),
            "A situation is an enemy, a fight and a roll in a round, over all rows and decks behind it; its better move is that of the context \
             where the move costs most."
                .into(),
        ],
    }
}

fn decisions(objective: Objective, regret: &Regret, gap: f64) -> Table {
    let mut columns = vec![Column::new(
        "decision",
        Kind::Text,
        "",
        "which decision; `all` is the whole gap",
    )];
    columns.extend(exact_columns(
        super::kind_of(objective),
        "",
        "regret a game",
    ));
    columns.extend([
        Column::new(
            "share",
            Kind::Share,
            "",
            "its share of the gap to the optimum",
        ),
        Column::new("asked", Kind::Number(4), "", "how often a game asks for it"),
        Column::new("each", Kind::Number(6), "", "regret each time"),
    ]);
    let mut rows: Vec<Vec<Cell>> = DECISIONS
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let (loss, asked) = (regret.of(name), regret.asked[at].iter().sum::<f64>());
            let mut row = vec![text(*name)];
            row.extend(exact_cells(Some(loss)));
            row.extend([
                real((gap > 0.0).then(|| loss / gap)),
                real(Some(asked)),
                real((asked > 0.0).then(|| loss / asked)),
            ]);
            row
        })
        .collect();
    let mut all = vec![text("all")];
    all.extend(exact_cells(Some(regret.total())));
    all.extend([
        // All of the gap, but for the last digits.
        real((gap > 0.0).then(|| (regret.total() / gap * 1e9).round() / 1e9)),
        Cell::Null,
        Cell::Null,
    ]);
    rows.push(all);
    Table {
        name: "regret",
        title: "Regret by decision".into(),
        columns,
        rows,
        on_terminal: true,
    }
}

fn situations(asked: &Asked, objective: Objective, player: &Player, regret: &Regret) -> Table {
    let count = |n: &'static str, m: &'static str| Column::new(n, Kind::Count, "", m);
    let mut columns = vec![
        Column::new("round", Kind::Text, "", "the round"),
        Column::new("enemy", Kind::Text, "", "the enemy"),
        Column::new("event", Kind::Text, "", "how the event bears on the match"),
        count("low", "lower health die"),
        count("high", "higher health die"),
        count("glory", "glory"),
        count("enemy_health", "health of the enemy"),
        Column::new("roll", Kind::Text, "", "the dice"),
        Column::new("plays", Kind::Text, "", "what the policy does"),
        Column::new("better", Kind::Text, "", "what is best"),
    ];
    columns.extend(exact_columns(signed(objective), "", "what it costs a game"));
    columns.extend([
        Column::new("cost", signed(objective), "", "what it costs each time"),
        Column::new(
            "often",
            Kind::Number(6),
            "",
            "how often it comes up in a game",
        ),
    ]);
    let rows = regret
        .worst
        .iter()
        .map(|s| {
            let mut row = vec![
                text(roman(s.round)),
                text(asked.card(s.card, s.side)),
                text(event(s.mode)),
                Cell::Count(s.fight.health.low.into()),
                Cell::Count(s.fight.health.high.into()),
                Cell::Count(s.fight.glory.into()),
                Cell::Count(s.fight.enemy.into()),
                text(words::roll_flag(s.roll)),
                text(action(player, s, s.move_made)),
                text(action(player, s, s.better)),
            ];
            row.extend(exact_cells(Some(s.total())));
            row.extend([real(Some(s.cost)), real(Some(s.often))]);
            row
        })
        .collect();
    Table {
        name: "situations",
        title: "The situations that cost most".into(),
        columns,
        rows,
        on_terminal: false,
    }
}

fn by_decision(objective: Objective, regret: &Regret) -> Chart {
    let rounds = (0..6)
        .rev()
        .find(|r| regret.asked.iter().any(|a| a[*r] > 0.0))
        .unwrap_or(0)
        + 1;
    let series = DECISIONS
        .iter()
        .enumerate()
        .filter(|(d, _)| regret.by_decision[*d].iter().sum::<f64>() > 0.0)
        .map(|(d, name)| Series {
            name: (*name).into(),
            values: regret.by_decision[d][..rounds].to_vec(),
            intervals: None,
        });
    Chart {
        name: "regret",
        title: "Regret by decision and round".into(),
        caption: "What decisions lose a game against optimal play; all of it together is the gap to the optimum.".into(),
        x_label: "round".into(),
        y_label: match objective {
            Objective::Win => "chance to win that is lost",
            Objective::Score => "points that are lost",
        }
        .into(),
        plot: Plot::Bars {
            categories: (1..=rounds).map(|r| roman(r as u8).to_string()).collect(),
            series: series.collect(),
            share: objective == Objective::Win,
        },
        table: "regret",
    }
}

fn pictures(asked: &Asked, objective: Objective, player: &Player, regret: &Regret) -> Chart {
    let row = |s: &Situation| DiceRow {
        heading: format!(
            "Round {}: {} at {}, glory {}",
            roman(s.round),
            asked.card(s.card, s.side),
            s.fight.enemy,
            s.fight.glory
        ),
        dice: vec![
            Dice {
                name: "health".into(),
                series: 2,
                faces: vec![s.fight.health.low, s.fight.health.high],
            },
            Dice {
                name: "own".into(),
                series: 0,
                faces: vec![s.roll.blue.low, s.roll.blue.high],
            },
            Dice {
                name: "enemy".into(),
                series: 1,
                faces: vec![s.roll.red.low, s.roll.red.high],
            },
        ],
        lines: vec![
            format!("Plays: {}", action(player, s, s.move_made)),
            format!("Better: {}", action(player, s, s.better)),
            format!(
                "Costs {} each time, {:.5} times a game{}",
                super::shown(objective, s.cost),
                s.often,
                match event(s.mode) {
                    "" => String::new(),
                    e => format!("; {e}"),
                }
            ),
        ],
    };
    Chart {
        name: "situations",
        title: "The situations that cost most, and what is better".into(),
        caption: "Health dice, own combat dice, the enemy's dice; an empty die is gone.".into(),
        x_label: String::new(),
        y_label: String::new(),
        plot: Plot::Dice {
            rows: regret.worst.iter().take(6).map(row).collect(),
        },
        table: "situations",
    }
}
