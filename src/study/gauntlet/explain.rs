//! `gsim explain gauntlet`: the rules in force, step by step, with the cards in use; and a situation at the table worked out.

use super::{Asked, roman, words};
use crate::games::gauntlet::action::Action;
use crate::games::gauntlet::dice::Roll;
use crate::games::gauntlet::rules::exchange::Bout;
use crate::games::gauntlet::rules::{BargainLimit, BargainTime, EventShift, Rules, Tactic};
use crate::games::gauntlet::spec::PolicySpec;
use crate::games::gauntlet::state::Fight;
use std::fmt::Write;

/// The whole game under the rules and cards of a question.
pub fn game(asked: &Asked, lengths: &[(String, u8)], spec: &PolicySpec) -> String {
    let mut text = String::new();
    let rules = &asked.rules;
    let [a, b] = asked.data.health_dice;
    let _ = writeln!(text, "Gladiator Gauntlet, ruleset {}\n", asked.ruleset);
    let _ = writeln!(
        text,
        "Set-up [Setup]: health dice {a} and {b}, glory {}, {} enemy cards with sides A and B.",
        asked.data.glory,
        asked.data.enemies.iter().filter(|e| e.side == 0).count()
    );
    let ends: Vec<String> = lengths
        .iter()
        .map(|(n, last)| format!("{n} after round {}", roman(*last)))
        .collect();
    let _ = writeln!(text, "The game ends: {}.\n", ends.join(", "));
    let _ = writeln!(text, "Rounds [Round]");
    let last = lengths.last().map_or(6, |l| l.1);
    for (at, r) in asked.data.rounds.iter().enumerate().take(usize::from(last)) {
        let faces: Vec<String> = r.faces.value.values().map(|f| f.to_string()).collect();
        let again = match (rules.enemy_rerolls, faces.is_empty()) {
            (true, false) => format!("enemies roll {} again", faces.join(" and ")),
            _ => "no re-rolls".into(),
        };
        let side = r.side.value;
        let _ = writeln!(
            text,
            "  {:<4} {} cards, side {}, {again}",
            roman(at as u8 + 1),
            r.cards.value,
            ["A", "B"][usize::from(side)]
        );
    }
    for side in 0..2u8 {
        let names: Vec<String> = asked
            .data
            .enemies
            .iter()
            .filter(|e| e.side == side)
            .map(|e| asked.card(e.card - 1, side))
            .collect();
        let _ = writeln!(
            text,
            "  side {}: {}",
            ["A", "B"][usize::from(side)],
            names.join(", ")
        );
    }
    let _ = writeln!(text, "\nA round");
    let events: Vec<String> = asked
        .data
        .events
        .iter()
        .enumerate()
        .map(|(i, e)| format!("{} {}", i + 1, e.event.name()))
        .collect();
    for line in [
        format!(
            "1. Draw the row [R1]: cards one after the other, open, in order; the discards are shuffled {}.",
            if rules.reshuffle_at_once { "as soon as the deck is empty" } else { "when a card is needed and the deck is empty" }
        ),
        format!("2. Event [R2]: {}; {}.", events.join(", "), shift(rules)),
        format!("   reroll_one: one own combat 1 may be rolled again, once a {}.", if rules.right_per_match { "match" } else { "round" }),
        format!(
            "3. Combat [R3]: matches against the leftmost enemy until it is down or the player is dead{}.",
            match rules.match_cap {
                0 => String::new(),
                n => format!("; after {n} matches with one enemy the game stalls, health counts 0 (house rule)"),
            }
        ),
        format!(
            "4. Round done [Glory]: +{} glory, at most 5{}.",
            rules.round_glory,
            if rules.final_glory { "" } else { "; none after the last round" }
        ),
        "5. Gamble [R4], not after the last round: one health die may be rolled; the result stands.".into(),
    ] {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(text, "\nA match [R3: Combat]");
    for line in [
        "1. Roll two blue and two red dice; the higher meet, the lower meet; a red die with a face that is rolled again is, once.".to_string(),
        format!("2. Swap: {}.", if rules.swap { format!("one health die for one combat die that is no 6; a 1 for a higher health die brings {} glory", rules.one_bonus) } else { "off".into() }),
        format!("3. Tactics: {}.", tactics(asked)),
        format!("4. Bargain: {}.", bargain(rules)),
        format!("5. Damage: {}", damage(rules)),
        format!(
            "6. More than {} dealt{}: +{} glory. A die at 0 is gone for good; with both gone you are dead{}.",
            rules.big_hit_over,
            if rules.big_hit_effective { ", as far as the enemy had health" } else { "" },
            rules.big_hit_glory,
            if rules.mutual_conquest { ", but to fall together with the last enemy of the last round is a conquest" } else { ", also if the enemy falls too" }
        ),
        format!("7. End of the match: {}.", end(rules)),
    ] {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(
        text,
        "\nScore [Scoring]: 2 x health + glory + 5 x rounds beaten; health of the dead counts 0.\n"
    );
    let _ = writeln!(text, "The policy {spec}: {}.", super::decisions(spec));
    if asked.switches.is_empty() {
        let _ = writeln!(
            text,
            "All readings of unclear rules are the defaults; `gsim list switches --game gauntlet` names them."
        );
    } else {
        let set: Vec<String> = asked
            .switches
            .iter()
            .map(|(k, v)| format!("{k}={v}"))
            .collect();
        let _ = writeln!(text, "Set away from the default: {}.", set.join(", "));
    }
    text
}

fn shift(rules: &Rules) -> String {
    let cost = rules.shift_cost;
    match rules.event_shift {
        EventShift::Off => "the die is not moved (house rule)".into(),
        EventShift::One => format!("{cost} glory move the die by one, once, within 1 to 6"),
        EventShift::Many => format!("{cost} glory a step move the die, within 1 to 6"),
    }
}

fn bargain(rules: &Rules) -> String {
    let often = match rules.bargain_limit {
        BargainLimit::Off => return "the bargain is off (house rule)".into(),
        BargainLimit::Match => "once a match",
        BargainLimit::Enemy => "once an enemy (house rule)",
    };
    let when = match rules.bargain_time {
        BargainTime::Any => "at any time while the enemy has health",
        BargainTime::Tactics => "among the tactics",
        BargainTime::First => "before the tactics",
    };
    let caps = if rules.bargain_clips {
        "what passes glory 5 or enemy health 6 is lost"
    } else {
        "both within their caps, glory 5 and enemy health 6"
    };
    format!("{often}, {when}: +x glory for +x enemy health, {caps}")
}

fn damage(rules: &Rules) -> String {
    let mut text = String::from("each pair won deals 1, with a 6 it deals 2");
    if rules.crit_rolled {
        text += " (of yours only one that was rolled)";
    }
    if rules.enemy_abilities {
        text += ", against crit5 its 5 too";
    }
    text += "; ties are won by nobody, unless the event says by whom";
    if !rules.tie_crit {
        text += ", and then deal 1";
    }
    text += "; both sides at once. ";
    text += if rules.blow_per_pair {
        "What you take comes pair by pair, the high one first, each on the then lowest die; nothing spills over."
    } else {
        "What you take goes to your lowest die and does not spill over."
    };
    if rules.cautious_per_pair {
        text += " Cautious Defense takes 1 off each pair.";
    }
    if rules.swift_doubles_both {
        text += " Swift Execution doubles what you take as well.";
    }
    text
}

fn end(rules: &Rules) -> String {
    let mut all = Vec::new();
    if rules.enemy_abilities {
        all.push(
            "abilities of a living enemy, glory_drain (-1 glory) and regen (+1 health, at most 6)",
        );
    }
    if rules.enemies_regenerate {
        all.push("a living enemy that won both pairs gains 1 health, at most 6 (variant)");
    }
    if all.is_empty() {
        return "nothing".into();
    }
    all.join("; ")
}

fn tactics(asked: &Asked) -> String {
    let says = |t: Tactic| match t {
        Tactic::CautiousDefense => "Cautious Defense (damage taken -1)",
        Tactic::QuickRest => "Quick Rest (lowest die +2)",
        Tactic::DirtyTrick => "Dirty Trick (a combat die +1 a point)",
        Tactic::SwiftExecution => "Swift Execution (damage dealt doubled)",
    };
    let each = Tactic::ALL
        .into_iter()
        .filter(|t| asked.rules.enabled[*t as usize]);
    let words: Vec<String> = each
        .map(|t| format!("{} for {}", says(t), asked.rules.cost[t as usize]))
        .collect();
    if words.is_empty() {
        "off".into()
    } else {
        words.join(", ")
    }
}

/// A match worked out: the dice as they meet, and what an action makes of them.
pub fn exchange(bout: &Bout<'_>, fight: Fight, roll: Roll, action: &Action) -> String {
    let mut text = format!(
        "  {}; {}\n  action: {}\n",
        words::situation(fight),
        words::roll(roll),
        words::action(action, fight, roll)
    );
    match action.play(bout, fight, roll) {
        Err(_) => text += "  not legal here\n",
        Ok(p) => {
            if p.swap_glory > 0 {
                let _ = writeln!(text, "  the 1-swap brings {} glory", p.swap_glory);
            }
            let _ = writeln!(
                text,
                "  dealt {}, enemy health {} to {}",
                p.dealt, fight.enemy, p.table.enemy
            );
            let where_to = match bout.rules.blow_per_pair {
                true => "pair by pair, each on the then lowest health die",
                false => "on the lowest health die",
            };
            let _ = writeln!(text, "  taken {}, {where_to}", p.incoming);
            if p.effect.glory > 0 {
                let _ = writeln!(text, "  a big hit brings {} glory", p.effect.glory);
            }
            if p.drained > 0 {
                let _ = writeln!(text, "  the enemy drains {} glory", p.drained);
            }
            let _ = writeln!(text, "  leaves {}", words::outcome(bout.code(&p.table)));
        }
    }
    text
}
