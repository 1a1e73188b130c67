//! What an answer rests on, of the tables and weapons: values that are not printed.

use super::{Known, TableSet, Weapon};
use crate::games::battle::column::{Class, Column};
use crate::scenario::{Guesses, Provenance, Status};

impl TableSet {
    /// Whether any of its values is a guess of ours.
    pub fn is_assumed(&self) -> bool {
        let mut all: Vec<&Provenance> = self
            .damage
            .iter()
            .flatten()
            .flatten()
            .map(|k| &k.provenance)
            .collect();
        all.extend(
            self.block
                .iter()
                .chain(&self.tracker)
                .flatten()
                .map(|k| &k.provenance),
        );
        if let Some(c) = &self.critical {
            all.push(&c.provenance);
            all.extend(c.kill_at.as_ref().map(|k| &k.provenance));
        }
        all.iter().any(|p| p.status == Status::Assumed)
    }

    /// Adds what a battle with weapons of these classes rests on: their damage, what blocks it, the tracker, the
    /// chart.
    pub fn guesses(&self, classes: &[Class], guesses: &mut Guesses) {
        let name = &self.name;
        for &class in classes {
            for column in Column::TABLE {
                if let Some(cell) = &self.damage[class as usize][column.index()] {
                    let what = format!("{name}: damage of class {class}, column {column}");
                    guesses.rest_on(what, cell.value, &cell.provenance);
                }
            }
        }
        for column in Column::TABLE {
            if let Some(cell) = &self.block[column.index()] {
                guesses.rest_on(
                    format!("{name}: sixes that block {column}"),
                    cell.value,
                    &cell.provenance,
                );
            }
        }
        // The tracker is one line: its cells are guessed together.
        let dice: Vec<String> = self
            .tracker
            .iter()
            .flatten()
            .map(|c| c.value.to_string())
            .collect();
        let guessed = |c: &&Known<u8>| c.provenance.status != Status::Rulebook;
        if let Some(cell) = self.tracker.iter().flatten().find(guessed) {
            let mut provenance = cell.provenance.clone();
            provenance.range = String::new();
            provenance.note = "-7 is printed; most cells could be a die or two either way".into();
            let what = format!("{name}: tracker dice at -1 to -19");
            guesses.rest_on(what, dice.join(" "), &provenance);
        }
        if let Some(c) = &self.critical {
            let formula = format!(
                "max({}, {} + {} x total / {})",
                c.minimum, c.offset, c.numerator, c.denominator
            );
            guesses.rest_on(format!("{name}: critical damage"), formula, &c.provenance);
            if let Some(k) = &c.kill_at {
                guesses.rest_on(format!("{name}: total that kills"), k.value, &k.provenance);
            }
        }
    }
}

impl Weapon {
    /// Adds what its use rests on.
    pub fn guesses(&self, guesses: &mut Guesses) {
        let mut rest = |what: &str, value: String, p: &Provenance| {
            guesses.rest_on(format!("{}: {what}", self.name), value, p)
        };
        rest(
            "class",
            self.class.value.to_string(),
            &self.class.provenance,
        );
        rest(
            "critical bonus",
            self.critical_bonus.value.to_string(),
            &self.critical_bonus.provenance,
        );
        rest(
            "throw bonus",
            self.throw_bonus.value.to_string(),
            &self.throw_bonus.provenance,
        );
        rest(
            "weight in lb",
            self.weight_lb.value.to_string(),
            &self.weight_lb.provenance,
        );
        rest(
            "hands",
            self.hands.value.to_string(),
            &self.hands.provenance,
        );
        rest(
            "use",
            self.usage.value.name().to_string(),
            &self.usage.provenance,
        );
        rest(
            "kind",
            self.kind.value.name().to_string(),
            &self.kind.provenance,
        );
    }
}
