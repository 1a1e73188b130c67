//! Explains a duel step by step: who rolls first, nets, dice, every roll and what it does. Each step cites its rule.

use super::Asked;
use crate::games::clash::counts::Kind;
use crate::games::clash::exact::{before_counter_attack, spread};
use crate::games::clash::policy::{Policy, Target};
use crate::games::clash::rules::{Need, Roll};
use crate::games::clash::state::{DuelState, Step};
use std::fmt::Write;

/// The explanation as text.
pub fn explain(asked: &Asked) -> String {
    let duel = &asked.duel;
    let policies = duel.policies();
    let policies = [&policies[0], &policies[1]];
    let mut out = String::new();
    let first = duel.first_roller();
    let mut say = |text: String| {
        out += &text;
        out += "\n";
    };
    say(format!(
        "{} challenges {}, ruleset {}.",
        asked.names[duel.challenger],
        asked.names[1 - duel.challenger],
        asked.ruleset
    ));
    for (key, value) in &asked.switches {
        say(format!("  switch {key} = {value}"));
    }
    say("\n1. Who rolls first [The Duel]".into());
    let [a, d] = first.spears;
    say(format!(
        "   Spears, all counted: {a} (attacker) to {d} (defender)."
    ));
    say(format!(
        "   {} rolls first: {}.",
        asked.names[first.side],
        if a == d {
            "on a tie the challenger does"
        } else {
            "it has more"
        }
    ));
    say("\n2. Nets [Gladiators vs. Gladiators]".into());
    let before_rolls = |s: &DuelState| s.is_over() || s.step() == Step::Roll;
    let rolls = spread(&duel.rules, policies, duel.start(), before_rolls);
    for (state, weight) in rolls.weighted() {
        let chance = if rolls.len() == 1 {
            String::new()
        } else {
            format!(" (chance {weight}/{})", rolls.total())
        };
        let netted: Vec<String> = (0..2)
            .filter(|s| !state.sides[*s].netted.is_empty())
            .map(|s| format!("{} of {}", state.sides[s].netted, asked.names[s]))
            .collect();
        say(match (duel.units.iter().any(|u| u.is_animal()), netted.is_empty()) {
            (true, _) => "   Nets are not used where an animal takes part [Gladiators vs. a Wild Animal].".into(),
            (false, true) => format!("   Nobody is netted{chance}."),
            (false, false) => format!("   Netted, out of this duel but still of its team: {}{chance}.", netted.join("; ")),
        });
    }
    let likely = (0..rolls.len())
        .max_by_key(|k| rolls.weight(*k))
        .map(|k| rolls.outcome(k))
        .unwrap_or(duel.start());
    if rolls.len() > 1 {
        say("   The likeliest of these is followed below.".into());
    }
    say(format!("\n3. First roll, by {}", asked.names[first.side]));
    if before_counter_attack(&likely) {
        // A team always has a die; an animal without swords may have none, and its step is passed over.
        say("   It has no dice and does not roll.".into());
    } else {
        out += &roll(asked, policies, &likely);
    }
    let middles = spread(&duel.rules, policies, likely, before_counter_attack);
    let _ = writeln!(out, "\n4. Counter-attack");
    for (state, weight) in middles.weighted() {
        let chance = weight as f64 / middles.total() as f64;
        if state.is_over() {
            let why = match state.sides[1 - first.side].is_out() {
                true => "is out and does not strike back",
                false => "has no dice and does not strike back",
            };
            let name = &asked.names[1 - first.side];
            let _ = writeln!(out, "   With chance {chance:.6} {name} {why}.");
            continue;
        }
        let (roller, target) = (&state.sides[state.roller()], &state.sides[state.target()]);
        let all = |s: &crate::games::clash::state::Side| s.active.union(s.netted);
        let dice = duel.rules.dice(&state);
        let _ = writeln!(
            out,
            "   With chance {chance:.6} {} has {} left ({} active){}, rolls {dice} {}{} at {} shield(s), {} hits from out.",
            asked.names[state.roller()],
            if roller.is_animal() {
                "all".into()
            } else {
                all(roller).to_string()
            },
            if roller.active.is_empty() {
                "none".into()
            } else {
                roller.active.to_string()
            },
            if roller.markers > 0 {
                format!(", {} marker(s)", roller.markers)
            } else {
                String::new()
            },
            if dice == 1 { "die" } else { "dice" },
            if duel.rules.may_reroll(&state) {
                ", may re-roll"
            } else {
                ""
            },
            target.active.get(Kind::Shield),
            target.hits_to_out()
        );
    }
    let _ = writeln!(out, "\nThe answer: {}", asked.command);
    out
}

/// The table of one roll: every (criticals, singles), its chance, what it does, whether it is re-rolled.
fn roll(asked: &Asked, policies: [&Policy; 2], state: &DuelState) -> String {
    let rules = &asked.duel.rules;
    let mut out = String::new();
    let (roller, target) = (&state.sides[state.roller()], &state.sides[state.target()]);
    let dice = rules.dice(state);
    let basic = match (roller.is_animal(), rules.basic_dice(roller.is_animal())) {
        (true, 0) => "an animal rolls one die a sword".into(),
        (false, 1) => "a team rolls one die and one for each active sword".into(),
        (animal, n) => {
            let who = if animal { "an animal" } else { "a team" };
            format!("{who} rolls {n} dice and one for each active sword")
        }
    };
    let _ = writeln!(out, "   Dice: {dice} ({basic}).");
    let (own, other) = (
        roller.active.get(Kind::Trident),
        target.active.get(Kind::Trident),
    );
    let may = rules.may_reroll(state);
    let _ = writeln!(
        out,
        "   Active tridents {own} to {other}: {}.",
        if may {
            "may roll all dice again once"
        } else {
            "no re-roll"
        }
    );
    let shields = target.active.get(Kind::Shield);
    let _ = writeln!(
        out,
        "   The target's {shields} active shield(s) cancel as many singles; criticals are never cancelled. It has {} marker(s) and is out after {} hits.",
        target.markers,
        target.hits_to_out()
    );
    if dice == 0 {
        return out;
    }
    let aim = Target::of(target);
    let _ = writeln!(
        out,
        "\n   crits  singles  chance     hits  {}{}",
        if target.is_animal() {
            "defeated"
        } else {
            "lost"
        },
        if may { "  decision" } else { "" }
    );
    let mut rows: Vec<(Roll, u64)> = rules.pool(dice).weighted().collect();
    rows.sort();
    for (shown, ways) in rows {
        let decision = if may {
            let mut next = *state;
            rules.after_roll(&mut next, shown);
            let mut step = next;
            let coin = !matches!(rules.need(&next), Need::Reroll { .. });
            let decided = spread(rules, policies, next, |s| {
                !matches!(rules.need(s), Need::Reroll { .. })
            });
            step = if decided.len() == 1 {
                decided.outcome(0)
            } else {
                step
            };
            match (coin, decided.len(), step.step()) {
                (false, 1, Step::RollAgain) => "  roll again",
                (false, 1, _) => "  keep",
                _ => "  by lot",
            }
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "   {:>5}  {:>7}  {:.6}  {:>5}  {:>4}{decision}",
            shown.crits,
            shown.singles,
            ways as f64 / rules.pool(dice).total() as f64,
            aim.damage(shown),
            aim.kills(shown)
        );
    }
    out
}
