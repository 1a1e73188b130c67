//! Narrates one playout of a duel, roll by roll, with the exact chances before and after each.
//!
//! A playout's words decide the state before the counter-attack and the end. What lies between (which
//! dice showed it, what was re-rolled) is drawn from the narration stream, conditional on those: the
//! whole is a fair duel that ends as the tally says.

use super::Asked;
use crate::chance::{Branch, Lane, Record, Stream, enumerate};
use crate::error::{Error, Result};
use crate::games::clash::duel::{Duel, DuelResult};
use crate::games::clash::exact::{before_counter_attack, spread};
use crate::games::clash::kernel::{DOMAIN, Kernel, Path};
use crate::games::clash::policy::Policy;
use crate::games::clash::rules::Need;
use crate::games::clash::state::DuelState;
use crate::games::clash::tally::Results;
use crate::playout::Experiment;
use crate::study::condition::Condition;

/// Playouts that are searched for a condition before giving up.
const SEARCHED: u64 = 50_000_000;

/// What a condition can name.
const FIELDS: [&str; 5] = [
    "attacker_lost",
    "defender_lost",
    "attacker_marker",
    "defender_marker",
    "edge",
];

/// Reads a condition on a duel's result: `defender_lost>=3`.
///
/// # Errors
/// What is wrong and what to write.
pub fn condition(text: &str) -> Result<Condition> {
    Condition::parse(text, &FIELDS, "a duel", "defender_lost>=3")
}

fn holds(condition: &Condition, r: &DuelResult) -> bool {
    condition.holds(|field| match field {
        "attacker_lost" => i64::from(r.lost[0]),
        "defender_lost" => i64::from(r.lost[1]),
        "attacker_marker" => i64::from(r.markers[0]),
        "defender_marker" => i64::from(r.markers[1]),
        _ => i64::from(r.edge),
    })
}

/// Number and path of the first playout from `from` on that meets the condition.
fn find(
    duel: &Duel,
    kernel: &Kernel,
    seed: u64,
    from: u64,
    condition: Option<&Condition>,
) -> Result<(u64, Path)> {
    let good: Vec<bool> = kernel
        .ends()
        .iter()
        .map(|e| condition.is_none_or(|c| holds(c, &duel.result(e))))
        .collect();
    if !good.contains(&true) {
        return Err(Error::usage(
            "--where: no duel of these units can end like this",
        ));
    }
    let block_size = u64::from(Kernel::BLOCK);
    for block in from / block_size..=(from + SEARCHED) / block_size {
        let mut found = None;
        kernel.replay(seed, block, Kernel::BLOCK, |j, path| {
            let number = block * block_size + u64::from(j);
            if found.is_none() && number >= from && good[path.end] {
                found = Some((number, path));
            }
        });
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(Error::usage(format!(
        "--where: possible, but not met in {SEARCHED} playouts; try another --seed or --playout"
    )))
}

/// The narration of playout `number`, or of the first from it on that meets the condition.
///
/// # Errors
/// A condition that cannot be met.
pub fn narrate(asked: &Asked, number: u64, condition: Option<&Condition>) -> Result<String> {
    let duel = &asked.duel;
    let policies = duel.policies();
    let kernel = Kernel::new(&duel.halves());
    let (number, path) = find(duel, &kernel, asked.seed, number, condition)?;
    let mut teller = Teller {
        asked,
        policies: [&policies[0], &policies[1]],
        stream: Stream::new(
            asked.seed,
            &format!("{DOMAIN} playout {number}"),
            0,
            Lane::Narration,
        ),
        text: String::new(),
    };
    teller.say(&format!(
        "Playout {number} of {} against {}, seed {}.",
        asked.names[0], asked.names[1], asked.seed
    ));
    let first = duel.first_roller();
    teller.say(&format!(
        "The {} challenges; {} rolls first (spears {} to {}).",
        ["attacker", "defender"][duel.challenger],
        asked.names[first.side],
        first.spears[0],
        first.spears[1]
    ));
    let start = duel.start();
    teller.chances(&start);
    if before_counter_attack(&start) {
        let name = &asked.names[first.side];
        teller.say(&format!("{name} has no dice and does not roll."));
    }
    let middle = kernel.middles()[path.middle];
    let state = teller.walk(start, middle, before_counter_attack);
    let second = 1 - first.side;
    if !state.is_over() {
        teller.say("");
        teller.say(&format!("Counter-attack by {}.", asked.names[second]));
    } else if !state.sides[second].is_out() {
        let name = &asked.names[second];
        teller.say(&format!("{name} has no dice and does not strike back."));
    }
    let end = teller.walk(state, kernel.ends()[path.end], DuelState::is_over);
    let result = duel.result(&end);
    teller.say("");
    for side in 0..2 {
        let left = result.left[side].map_or("nothing left".into(), |u| format!("{u} left"));
        teller.say(&format!(
            "{}: {} lost, {left}.",
            asked.names[side], result.lost[side]
        ));
    }
    teller.say(&format!(
        "Edge of the challenger in this duel: {:+}.",
        result.edge
    ));
    let command = asked.command.replacen("gsim ", "gsim trace ", 1);
    let seed = match command.contains(" --seed ") {
        true => String::new(),
        false => format!(" --seed {}", asked.seed),
    };
    teller.say(&format!(
        "\nTo see it again: {command}{seed} --playout {number}"
    ));
    Ok(teller.text)
}

struct Teller<'a> {
    asked: &'a Asked,
    policies: [&'a Policy; 2],
    stream: Stream,
    text: String,
}

impl Teller<'_> {
    fn say(&mut self, line: &str) {
        self.text += line;
        self.text += "\n";
    }

    /// Probability that a state comes to `target` where `stop` holds.
    fn reach(
        &self,
        from: &DuelState,
        target: &DuelState,
        stop: &dyn Fn(&DuelState) -> bool,
    ) -> f64 {
        let dist = spread(&self.asked.duel.rules, self.policies, *from, stop);
        let weight = dist
            .weighted()
            .find(|(s, _)| s == target)
            .map_or(0, |(_, w)| w);
        weight as f64 / dist.total() as f64
    }

    /// Walks from a state to a given one, choosing every step in proportion to its chance of leading there.
    fn walk(
        &mut self,
        mut state: DuelState,
        target: DuelState,
        stop: impl Fn(&DuelState) -> bool,
    ) -> DuelState {
        let rules = self.asked.duel.rules.clone();
        let unhealing = rules.without_healing();
        while !stop(&state) {
            let mut branches = Vec::new();
            enumerate(
                |branch: &mut Branch| {
                    let mut next = state;
                    rules.advance(&mut next, self.policies, branch);
                    next
                },
                |leaf| {
                    branches.push((
                        leaf.result,
                        leaf.weight as f64 / leaf.total as f64,
                        leaf.choices(),
                    ))
                },
            );
            for branch in &mut branches {
                branch.1 *= self.reach(&branch.0, &target, &stop);
            }
            let total: f64 = branches.iter().map(|b| b.1).sum();
            let mut left = self.stream.word() as f64 / 2f64.powi(64) * total;
            let chosen = branches.iter().rposition(|b| b.1 > 0.0).unwrap_or(0);
            let chosen = branches
                .iter()
                .position(|b| {
                    left -= b.1;
                    b.1 > 0.0 && left < 0.0
                })
                .unwrap_or(chosen);
            let choices = branches.swap_remove(chosen).2;
            let before = state;
            let mut record = Record::new(Branch::along(&choices));
            rules.advance(&mut state, self.policies, &mut record);
            // What a roll did is told before the end of the duel takes an animal's markers away.
            let mut unhealed = before;
            unhealing.advance(&mut unhealed, self.policies, &mut Branch::along(&choices));
            self.step(&before, &state, &unhealed, &record);
        }
        state
    }

    fn step(
        &mut self,
        before: &DuelState,
        after: &DuelState,
        unhealed: &DuelState,
        record: &Record<Branch>,
    ) {
        let rules = self.asked.duel.rules.clone();
        let name = |side: usize| self.asked.names[side].clone();
        let drawn = record.events.first();
        let chance = |e: &crate::chance::Event| format!("chance {}/{}", e.weight, e.total);
        let line = match rules.need(before) {
            Need::NetDice { side, dice } => {
                let e = drawn.expect("net dice are drawn");
                format!(
                    "{} throws {dice} net dice: {} work ({})",
                    name(side),
                    e.outcome,
                    chance(e)
                )
            }
            Need::NameNets { side, .. } => {
                let other = 1 - side;
                // At the end of a duel netted gladiators are back among the active ones; here the dice still come.
                let named = after.sides[other]
                    .netted
                    .without(before.sides[other].netted);
                format!(
                    "{}'s nets take {named} of {} out of this duel",
                    name(side),
                    name(other)
                )
            }
            Need::Roll { side, dice, again } => {
                let e = drawn.expect("dice are drawn");
                let word = if again { "rolls again" } else { "rolls" };
                let plural = if dice == 1 { "die" } else { "dice" };
                format!(
                    "{} {word} {dice} {plural}: {} ({})",
                    name(side),
                    spaced(&e.outcome),
                    chance(e)
                )
            }
            Need::Reroll { side, .. } => {
                let again = !matches!(rules.need(after), Need::Lose { .. } | Need::Nothing)
                    && after.step() == crate::games::clash::state::Step::RollAgain;
                let by_lot = drawn.map_or(String::new(), |e| format!(" (by lot, {})", chance(e)));
                format!(
                    "{} has more active tridents and may re-roll: it {}{by_lot}",
                    name(side),
                    if again { "does" } else { "keeps the roll" }
                )
            }
            Need::Lose { side, count } => {
                let (b, a) = (&before.sides[side], &after.sides[side]);
                let all = b.active.union(b.netted);
                let left = a.active.union(a.netted);
                format!("{} gives up {count}: {}", name(side), all.without(left))
            }
            Need::Nothing => return,
        };
        self.say("");
        self.say(&line);
        self.damage(before, unhealed);
        if unhealed != after {
            self.say("  the duel ends, and animals lose their hit markers");
        }
        self.chances(after);
    }

    /// What a kept roll did to its target.
    fn damage(&mut self, before: &DuelState, after: &DuelState) {
        let rolled = matches!(
            self.asked.duel.rules.need(before),
            Need::Roll { .. } | Need::Reroll { .. }
        );
        let waits = matches!(
            self.asked.duel.rules.need(after),
            Need::Reroll { .. } | Need::Roll { again: true, .. }
        );
        if !rolled || waits {
            return;
        }
        let target = before.target();
        let (b, a) = (&before.sides[target], &after.sides[target]);
        let name = self.asked.names[target].clone();
        let line = if a.is_out() {
            format!("  {name} is out; the duel ends at once")
        } else {
            let must = match self.asked.duel.rules.need(after) {
                Need::Lose { side, count } if side == target => {
                    format!(", it must give up {count}")
                }
                _ => String::new(),
            };
            format!("  {name}: hit markers {} -> {}{must}", b.markers, a.markers)
        };
        self.say(&line);
    }

    /// The exact chances from here.
    fn chances(&mut self, state: &DuelState) {
        let duel = &self.asked.duel;
        let ends = spread(&duel.rules, self.policies, *state, DuelState::is_over);
        let results = Results::new(duel, ends.weighted().map(|(s, w)| (s, u128::from(w))));
        let share = |holds: &dyn Fn(i8) -> bool| {
            results.weight(|r| holds(r.edge)) as f64 / results.total as f64
        };
        let mean: f64 = results
            .rows
            .iter()
            .map(|(r, w)| f64::from(r.edge) * *w as f64)
            .sum::<f64>()
            / results.total as f64;
        let line = format!(
            "  now for {}: ahead {:.4}, even {:.4}, behind {:.4}; expected edge {:+.4}",
            self.asked.names[duel.challenger],
            share(&|e| e > 0),
            share(&|e| e == 0),
            share(&|e| e < 0),
            mean
        );
        self.say(&line);
    }
}

/// `cs-` as `c s -`.
fn spaced(dice: &str) -> String {
    if dice.is_empty() {
        return "nothing".into();
    }
    let words: Vec<String> = dice
        .chars()
        .map(|c| match c {
            'c' => "critical".into(),
            's' => "single".into(),
            '-' => "miss".into(),
            other => other.to_string(),
        })
        .collect();
    words.join(" ")
}
