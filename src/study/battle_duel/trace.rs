//! Narrates one battle throw by throw, with the exact chances between the turns.
//!
//! Battles are numbered; each has its own dice, those of the engine that plays by the rules throw by throw. Runs of plain
//! duels read whole exchanges off tables instead: the same distribution, not the same battles.

use super::{Asked, MOST_STATES};
use crate::chance::{Event, Record};
use crate::error::{Error, Result};
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::{expected_states, optimal};
use crate::games::battle::playouts::Duels;
use crate::games::battle::state::{EndedBy, State};
use crate::study::condition::Condition;

/// Battles that are searched for a condition before giving up.
const SEARCHED: u64 = 1_000_000;

/// What a condition can name.
const FIELDS: [&str; 8] = [
    "turns", "a_wins", "b_wins", "a_dies", "b_dies", "a_health", "b_health", "fate",
];

/// Reads a condition on a battle: `turns>=60`, several joined by commas.
///
/// # Errors
/// What is wrong and what to write.
pub fn condition(text: &str) -> Result<Condition> {
    Condition::parse(text, &FIELDS, "a battle", "turns>=60 or a_dies=1")
}

/// Whether a condition holds of a battle's end.
fn holds(condition: &Condition, end: State, turns: u32) -> bool {
    let dies = |side: usize| i64::from(end.loser() == Some(side) && end.loser_dead());
    condition.holds(|field| match field {
        "turns" => i64::from(turns),
        "a_wins" => i64::from(end.winner() == Some(0)),
        "b_wins" => i64::from(end.winner() == Some(1)),
        "a_dies" => dies(0),
        "b_dies" => dies(1),
        "a_health" => i64::from(end.health(0)),
        "b_health" => i64::from(end.health(1)),
        _ => i64::from(
            end.ended_by()
                .is_some_and(|by| by.is_coma() || by.is_insanity()),
        ),
    })
}

/// The narration of battle `number`, or of the first from it on that meets the condition.
///
/// # Errors
/// As [`Asked::duel`]; a condition that was not met.
pub fn narrate(asked: &Asked, number: u64, condition: Option<&Condition>) -> Result<String> {
    let duel = asked.duel(&asked.ground.rules)?;
    let duels = Duels::new(duel.clone());
    let seed = asked.ground.seed;
    let number = match condition {
        None => number,
        Some(condition) => (number..number + SEARCHED)
            .find(|&k| {
                let (_, end, turns) = duels.one(seed, k);
                holds(condition, end, turns)
            })
            .ok_or_else(|| {
                Error::usage(format!(
                    "--where: not met in {SEARCHED} battles; try another --seed or --playout"
                ))
            })?,
    };
    let chances = match expected_states(&duel) <= MOST_STATES {
        true => Some(optimal::chances(&duel, 0)?),
        false => None,
    };
    let mut teller = Teller {
        asked,
        duel: &duel,
        text: String::new(),
    };
    teller.open(number, seed, duels.is_table_driven());
    let (rules, f, players) = (&duel.rules, &duel.fighters, duel.players());
    let mut record = Record::new(Duels::source(seed, number));
    let mut state = match duel.first {
        Some(first) => rules.start(f, first),
        None => rules.initiative(f, players, &mut record),
    };
    teller.throws(&std::mem::take(&mut record.events));
    let mut turns = 0;
    while !state.is_over() && turns < rules.readings.max_turns {
        let now = chances.as_ref().and_then(|c| c.get(&state)).copied();
        teller.turn(turns + 1, state, now);
        let before = state;
        state = rules.turn(f, state, players, &mut record);
        turns += 1;
        teller.throws(&std::mem::take(&mut record.events));
        if before.stunned(before.active())
            && f[before.active()].focus == 0
            && before.health(before.active()) >= 0
        {
            teller.say(format!(
                "  {} is stunned, cannot focus and loses the turn",
                ["a", "b"][before.active()]
            ));
        }
        teller.changed(before, state);
    }
    if !state.is_over() {
        state = state.undecided();
    }
    teller.end(state, turns);
    Ok(teller.text)
}

struct Teller<'a> {
    asked: &'a Asked,
    duel: &'a Duel,
    text: String,
}

impl Teller<'_> {
    fn say(&mut self, line: impl AsRef<str>) {
        self.text += line.as_ref();
        self.text += "\n";
    }

    fn open(&mut self, number: u64, seed: u64, tables: bool) {
        let lines: Vec<String> = ["a", "b"]
            .iter()
            .zip(&self.asked.sides)
            .map(|(n, s)| format!("{n}: {} ({})", s.gladiator.short(), s.parts))
            .collect();
        self.say(format!(
            "Battle {number}, seed {seed}, table set {}.",
            self.asked.ground.tables()
        ));
        for line in lines {
            self.say(line);
        }
        if tables {
            self.say(
                "A run of this duel reads whole exchanges off tables: the same odds, its own battles.",
            );
        }
        match self.duel.first {
            Some(side) => self.say(format!("{} takes the first turn.", ["a", "b"][side])),
            None => self.say("Initiative:"),
        }
    }

    fn turn(&mut self, number: u32, state: State, a_wins: Option<f64>) {
        let chance = a_wins.map_or(String::new(), |p| {
            format!("; a wins {} from here", chance_of(p))
        });
        self.say("");
        self.say(format!(
            "Turn {number}, {}: {} | {}{chance}",
            ["a", "b"][state.active()],
            standing(state, 0),
            standing(state, 1)
        ));
    }

    fn throws(&mut self, events: &[Event]) {
        for e in events {
            let (side, roll) = e.site.split_once('_').unwrap_or(("", e.site));
            let what = match roll {
                "initiative" => format!("throws {} for initiative", e.outcome),
                "awake" | "alive" | "focus" => {
                    let shown = match e.outcome.as_str() {
                        "six" => "a six",
                        _ => "no six",
                    };
                    format!("rolls {}: {shown}", roll_name(roll))
                }
                "fate" => format!("rolls fate: {}", e.outcome),
                "attack" => format!("attacks: highest face and how often {}", e.outcome),
                "defence" => format!("defends: sixes {}", e.outcome),
                "rethrow" => format!("throws its sixes again: sixes {}", e.outcome),
                "critical" => format!("critical dice: {}", e.outcome),
                "retrieve" => format!("reaches for weapons: sixes {}", e.outcome),
                other => format!("{}: {}", other.replace('_', " "), e.outcome),
            };
            let line = format!("  {side} {what} (chance {}/{})", e.weight, e.total);
            self.say(line);
        }
    }

    fn changed(&mut self, before: State, after: State) {
        for side in 0..2 {
            let name = ["a", "b"][side];
            let (was, is) = (before.health(side), after.health(side));
            if was != is {
                let line = format!("  {name}: health {was} -> {is}");
                self.say(line);
            }
            if after.stunned(side) && !before.stunned(side) {
                self.say(format!("  {name} is stunned"));
            }
            if after.doomed(side) && !before.doomed(side) {
                self.say(format!("  {name} must win or die"));
            }
            let lost = before.luck(side).saturating_sub(after.luck(side));
            if lost > 0 {
                self.say(format!("  {name} loses {lost} luck dice for this battle"));
            }
        }
    }

    fn end(&mut self, end: State, turns: u32) {
        self.say("");
        let line = match (end.loser(), end.ended_by()) {
            (Some(loser), Some(by)) if by != EndedBy::Undecided => {
                let name = ["a", "b"][loser];
                let how = match by {
                    EndedBy::Slain => "is slain".to_string(),
                    EndedBy::DeathsDoor => "dies at death's door".into(),
                    EndedBy::Unconscious => "falls unconscious".into(),
                    EndedBy::GaveUp => "gives up".into(),
                    other => format!("falls: {}", other.name().replace('_', " ")),
                };
                let dead =
                    match end.loser_dead() && !matches!(by, EndedBy::Slain | EndedBy::DeathsDoor) {
                        true => " and dies, for he was doomed",
                        false => "",
                    };
                let scored = match end.winner() {
                    Some(winner) => format!("{} wins", ["a", "b"][winner]),
                    None => "no contest".into(),
                };
                format!("After {turns} turns {name} {how}{dead}; {scored}.")
            }
            _ => format!("Nobody won in {turns} turns; the battle stays undecided."),
        };
        self.say(line);
    }
}

/// Four places, or three digits of what is smaller.
fn chance_of(p: f64) -> String {
    match p {
        p if p > 0.0 && p < 5e-4 => format!("{p:.2e}"),
        _ => format!("{p:.4}"),
    }
}

fn roll_name(roll: &str) -> &'static str {
    match roll {
        "awake" => "to stay awake",
        "alive" => "to stay alive",
        _ => "to focus",
    }
}

/// `a 12, stunned`.
fn standing(state: State, side: usize) -> String {
    let mut text = format!("{} health {}", ["a", "b"][side], state.health(side));
    if state.stunned(side) {
        text += ", stunned";
    } else if state.guard(side) != crate::games::battle::state::Guard::Normal {
        text += match state.guard(side) {
            crate::games::battle::state::Guard::Whiffed => ", whiffed (no PARRY)",
            crate::games::battle::state::Guard::Berserk => ", berserk (ARMOR only)",
            _ => ", defensive (more dice)",
        };
    }
    if state.doomed(side) {
        text += ", doomed";
    }
    if state.luck(side) > 0 {
        text += &format!(", luck {}", state.luck(side));
    }
    text
}
