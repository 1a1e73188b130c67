//! Events: what each is worth, and when the event die is moved (spec 16).

use super::contexts::draws;
use super::rules::game::Event;
use super::state::{GLORY_MAX, Health};
use super::values::{Best, Values};

/// An event in a state before a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EventWorth {
    /// Round, 1..=6.
    pub round: u8,
    /// Face of the die, 1..=6.
    pub face: u8,
    /// The event.
    pub event: Event,
    /// Health dice.
    pub health: Health,
    /// Glory.
    pub glory: u8,
    /// Value with the event in force.
    pub value: f64,
    /// The same less the mean over the six faces as they fall.
    pub against_mean: f64,
}

/// The event die in a state before a round.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShiftWorth {
    /// Round, 1..=6.
    pub round: u8,
    /// What the die shows.
    pub face: u8,
    /// Health dice.
    pub health: Health,
    /// Glory.
    pub glory: u8,
    /// Share of the rows (as they are drawn) in which the best step is this: -1, 0, +1.
    pub steps: [f64; 3],
    /// What the best step gains over standing still, mean over the rows.
    pub gain: f64,
}

/// Rows of a round with their chances, over the decks that it may begin with (each alike).
fn rows(values: &Values, round: u8) -> Vec<(super::contexts::Drawn, f64)> {
    let cards = values.game.round(round).cards;
    values
        .contexts
        .shared_decks(round)
        .flat_map(|(deck, share)| {
            let drawn = draws(&values.game, deck, cards).into_iter();
            drawn.map(move |(d, p)| (d, p * share))
        })
        .collect()
}

/// The worth of each face in a state, mean over the rows that may be drawn.
pub fn worth(values: &Values, round: u8, health: Health, glory: u8) -> Vec<EventWorth> {
    let rows = rows(values, round);
    let of = |face: u8| -> f64 {
        let event = values.game.events[usize::from(face) - 1];
        rows.iter()
            .map(|&(d, p)| p * values.event(round, event, d, health, glory, &Best))
            .sum()
    };
    let by_face: Vec<f64> = (1..=6).map(of).collect();
    let mean = by_face.iter().sum::<f64>() / 6.0;
    (1..=6u8)
        .zip(by_face)
        .map(|(face, value)| EventWorth {
            round,
            face,
            event: values.game.events[usize::from(face) - 1],
            health,
            glory,
            value,
            against_mean: value - mean,
        })
        .collect()
}

/// When the die is moved: every face and glory in a round with these health dice.
pub fn shifts(values: &Values, round: u8, health: Health) -> Vec<ShiftWorth> {
    let rows = rows(values, round);
    let mut found = Vec::new();
    for glory in 0..=GLORY_MAX {
        for face in 1..=6 {
            let (mut steps, mut gain) = ([0.0; 3], 0.0);
            for &(drawn, p) in &rows {
                let options = values.shift_options(round, drawn, health, face, glory, false, &Best);
                let (step, value) = options.best(super::choose::MARGIN * values.scale());
                steps[(step + 1) as usize] += p;
                gain += p * (value - options.of(0));
            }
            found.push(ShiftWorth {
                round,
                face,
                health,
                glory,
                steps,
                gain,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::library::Library;
    use super::super::rules::Rules;
    use super::super::spec::{Objective, ValueSpec};
    use super::*;
    use std::sync::Arc;

    #[test]
    fn ties_to_the_player_help_and_shifts_are_paid_for() {
        let mut rules = Rules::rulebook();
        rules.set("bargain", "off").unwrap();
        let library = Arc::new(Library::new(
            GauntletData::embedded().unwrap().game(rules, 1).unwrap(),
        ));
        let values = library.values(&ValueSpec::Optimal(Objective::Win)).unwrap();
        let health = Health::new(3, 4);
        let of = |event: Event| {
            worth(&values, 1, health, 1)
                .into_iter()
                .find(|w| w.event == event)
                .unwrap()
        };
        assert!(
            of(Event::PlayerWinsTies).against_mean > 0.0 && of(Event::MaxGlory).against_mean > 0.0
        );
        assert!(
            of(Event::EnemyWinsTies).against_mean < 0.0 && of(Event::ExtraEnemy).against_mean < 0.0
        );
        let sum: f64 = worth(&values, 1, health, 1)
            .iter()
            .map(|w| w.against_mean)
            .sum();
        assert!(sum.abs() < 1e-12);
        for s in shifts(&values, 1, health) {
            assert!((s.steps.iter().sum::<f64>() - 1.0).abs() < 1e-12 && s.gain >= 0.0);
            assert!(s.glory >= 2 || s.steps[1] > 1.0 - 1e-12, "{s:?}");
            // From 3 to 2 costs nothing in the end: glory becomes 5 and no enemy is added.
            assert!(s.face != 3 || s.glory < 2 || s.steps[0] > 0.99, "{s:?}");
        }
        // Values of the whole die, shifts included, are those of the table.
        let start = library.game.start();
        let all: f64 = (1..=6)
            .map(|face| {
                let w = worth(&values, 1, start.health(), start.glory());
                w[usize::from(face as u8) - 1].value
            })
            .sum::<f64>()
            / 6.0;
        assert!((all - values.whole()).abs() < 1e-12, "no glory, no shift");
    }
}
