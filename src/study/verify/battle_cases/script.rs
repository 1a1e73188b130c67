//! The operation `play`: a battle, or some turns of it, with given dice.

use super::super::compare::Got;
use super::inputs::{
    dice, gladiator, missing, number, object, overridden, parts, rules, side, text,
};
use super::{Inputs, Values};
use crate::chance::{Chance, Dist, Outcome};
use crate::error::{Error, Result};
use crate::games::battle::column::Top;
use crate::games::battle::dice::{AnySix, HANDFUL, Lucky, Reading, Sixes, Sum};
use crate::games::battle::duel::Duel;
use crate::games::battle::fighter::Fighter;
use crate::games::battle::state::State;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::Arc;

/// A roll of the script: whose, which, and what its dice show.
struct Entry {
    site: String,
    dice: Vec<u8>,
    luck: Vec<u8>,
}

/// Answers each draw with the next dice of the script. What does not fit is an error.
struct Rolls {
    entries: VecDeque<Entry>,
    errors: Vec<String>,
}

impl Rolls {
    fn new(script: &[Value]) -> Result<Self> {
        let entry = |v: &Value| -> Result<Entry> {
            let fields = v
                .as_object()
                .ok_or_else(|| missing("script", "list of rolls"))?;
            let (by, roll) = (text(fields, "by")?, text(fields, "roll")?);
            side(by)?;
            let list = |key: &str| fields.get(key).map_or(Ok(Vec::new()), |v| dice(v, key));
            Ok(Entry {
                site: format!("{by}_{roll}"),
                dice: list("dice")?,
                luck: list("luck")?,
            })
        };
        Ok(Self {
            entries: script.iter().map(entry).collect::<Result<_>>()?,
            errors: Vec::new(),
        })
    }

    /// The next `n` faces of this roll.
    fn faces(&mut self, site: &str, luck: bool, n: usize) -> Option<Vec<u8>> {
        while self
            .entries
            .front()
            .is_some_and(|e| e.dice.is_empty() && e.luck.is_empty())
        {
            self.entries.pop_front();
        }
        let entry = self.entries.front_mut().filter(|e| e.site == site)?;
        let list = if luck {
            &mut entry.luck
        } else {
            &mut entry.dice
        };
        // Plain dice come before luck dice, and a throw of many dice comes in handfuls.
        (list.len().min(HANDFUL.into()) == n && (!luck || entry.dice.is_empty())).then(|| {
            let list = if luck {
                &mut entry.luck
            } else {
                &mut entry.dice
            };
            list.drain(..n).collect()
        })
    }

    fn finish(mut self) -> Result<()> {
        for e in self
            .entries
            .iter()
            .filter(|e| !e.dice.is_empty() || !e.luck.is_empty())
        {
            self.errors.push(format!(
                "the script's {} {:?} {:?} is left over",
                e.site, e.dice, e.luck
            ));
        }
        if self.errors.is_empty() {
            Ok(())
        } else {
            Err(Error::usage(self.errors.join("; ")))
        }
    }
}

/// What faces show, as the outcome of this roll prints it.
fn shown(roll: &str, faces: &[u8], luck: bool) -> String {
    fn read<T: Reading>(faces: &[u8], luck: bool) -> String {
        let shows = faces.iter().fold(T::default(), |t, &f| t.with(f));
        let lost = faces.iter().filter(|f| **f <= 3).count() as u8;
        if luck {
            Lucky { shows, lost }.to_string()
        } else {
            shows.to_string()
        }
    }
    match roll {
        "attack" => read::<Top>(faces, luck),
        "awake" | "alive" | "focus" => read::<AnySix>(faces, luck),
        "initiative" | "critical" => read::<Sum>(faces, luck),
        "fate" => faces[0].to_string(),
        _ => read::<Sixes>(faces, luck),
    }
}

impl Chance for Rolls {
    fn draw<T: Outcome>(&mut self, site: &'static str, dist: &Dist<T>) -> T {
        let (name, luck) = site
            .strip_suffix("_luck")
            .map_or((site, false), |name| (name, true));
        let n = (0..=u32::from(HANDFUL)).find(|n| 6u64.pow(*n) == dist.total());
        let outcome = n
            .and_then(|n| self.faces(name, luck, n as usize))
            .and_then(|faces| {
                let wanted = shown(&name[2..], &faces, luck);
                dist.outcomes()
                    .iter()
                    .copied()
                    .find(|o| o.to_string() == wanted)
            });
        outcome.unwrap_or_else(|| {
            if self.errors.is_empty() {
                let next = self.entries.front();
                let given = next.map_or("nothing".into(), |e| {
                    format!("{} {:?} luck {:?}", e.site, e.dice, e.luck)
                });
                let sort = if luck { "luck dice" } else { "dice" };
                let n = n.map_or("other".to_string(), |n| n.to_string());
                self.errors.push(format!(
                    "the rules throw {n} {sort} for {name}, the script goes on with {given}"
                ));
            }
            dist.outcome(0)
        })
    }
}

pub fn play(inputs: &Inputs) -> Result<Values> {
    let (data, rules) = rules(inputs)?;
    let fields = [object(inputs, "a")?, object(inputs, "b")?];
    let fighter = |x: usize| Fighter::new(&data, &rules.readings, &gladiator(fields[x])?);
    let fighters = [fighter(0)?, fighter(1)?];
    let duel = Duel::of(
        Arc::new(rules),
        fighters,
        [parts(fields[0])?, parts(fields[1])?],
        None,
    )?;
    let (rules, f) = (&duel.rules, &duel.fighters);
    let script = inputs
        .get("script")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let mut rolls = Rolls::new(&script)?;
    let empty = Inputs::new();
    let start = inputs
        .get("start")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let first = if start.contains_key("active") {
        rules.start(f, 0)
    } else {
        let mut state = rules.start(f, 0);
        loop {
            match rules.throw_initiative(f, state, duel.players(), &mut rolls) {
                Ok(decided) => break decided,
                // A script that has run out, or does not fit, would tie for ever.
                Err(_) if !rolls.errors.is_empty() => return Err(rolls.finish().unwrap_err()),
                Err(tied) => state = tied,
            }
        }
    };
    let mut state = overridden(first, start, f)?;
    let most: u32 = number(inputs, "turns")?;
    let mut turns = 0;
    while !state.is_over() && turns < most && rolls.errors.is_empty() {
        state = rules.turn(f, state, duel.players(), &mut rolls);
        turns += 1;
    }
    rolls.finish()?;
    Ok(described(state, f, turns))
}

fn described(state: State, f: &[Fighter; 2], turns: u32) -> Values {
    let names = ["a", "b"];
    let mut values = vec![("turns".to_string(), Got::Json(json!(turns)))];
    for (x, name) in names.into_iter().enumerate() {
        let s = state.side(x);
        let slots = f[x].listed().iter().filter(|w| w.slot.is_some()).count();
        let described = json!({
            "health": s.health, "stunned": s.stunned, "guard": s.guard.name(), "doomed": s.doomed, "luck": s.luck,
            "in_hand": s.in_hand[..slots],
        });
        values.push((name.to_string(), Got::Json(described)));
    }
    let mut put = |key: &str, value: Value| values.push((key.to_string(), Got::Json(value)));
    put(
        "active",
        if state.is_over() {
            Value::Null
        } else {
            json!(names[state.active()])
        },
    );
    put("winner", json!(state.winner().map(|w| names[w])));
    put("loser_dead", json!(state.loser_dead()));
    put("ended_by", json!(state.ended_by().map(|by| by.name())));
    put("winner_insane", json!(state.winner_insane()));
    values
}
