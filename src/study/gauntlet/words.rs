//! Situations, actions and outcomes as a player at the table would say them.

use crate::games::gauntlet::action::{Action, When};
use crate::games::gauntlet::dice::Roll;
use crate::games::gauntlet::rules::Tactic;
use crate::games::gauntlet::rules::game::Code;
use crate::games::gauntlet::state::{Die, Fight, Result as Landed};

/// A player and an enemy: `health 2 and 5, glory 3, enemy 4`.
pub fn situation(fight: Fight) -> String {
    format!(
        "health {} and {}, glory {}, enemy {}",
        fight.health.low, fight.health.high, fight.glory, fight.enemy
    )
}

/// A roll: `blue 3 4, red 1 5`.
pub fn roll(roll: Roll) -> String {
    format!(
        "blue {} {}, red {} {}",
        roll.blue.low, roll.blue.high, roll.red.low, roll.red.high
    )
}

/// A roll as a flag: `b3,b4,r1,r5`.
pub fn roll_flag(roll: Roll) -> String {
    format!(
        "b{},b{},r{},r{}",
        roll.blue.low, roll.blue.high, roll.red.low, roll.red.high
    )
}

/// What comes of a match: `2 and 5, glory 3, enemy 1`, `enemy down, …`, `dead`.
pub fn outcome(code: Code) -> String {
    match code.outcome().result() {
        Landed::FightOn(f) => format!(
            "{} and {}, glory {}, enemy {}",
            f.health.low, f.health.high, f.glory, f.enemy
        ),
        Landed::EnemyDown(h, g) => format!("{} and {}, glory {g}, enemy down", h.low, h.high),
        Landed::Dead(g) => format!("dead, glory {g}"),
        Landed::BothFell(g) => format!("both fall, glory {g}"),
    }
}

/// An action with the values of the dice: `swap health 2 for combat 4, Quick Rest`.
pub fn action(action: &Action, fight: Fight, roll: Roll) -> String {
    let mut parts = Vec::new();
    if let Some((x, When::BeforeSwap)) = action.bargain {
        parts.push(format!("bargain for {x} first"));
    }
    let combat = |die: Die| {
        if die == Die::Low {
            roll.blue.low
        } else {
            roll.blue.high
        }
    };
    if let Some((health, blue)) = action.swap {
        parts.push(format!(
            "swap health {} for combat {}",
            fight.health.get(health),
            combat(blue)
        ));
    }
    for (tactic, name) in [
        (Tactic::CautiousDefense, "Cautious Defense"),
        (Tactic::QuickRest, "Quick Rest"),
        (Tactic::SwiftExecution, "Swift Execution"),
    ] {
        if action.buys(tactic) {
            parts.push(name.into());
        }
    }
    if let Some((die, by)) = action.trick {
        // After the swap the dice may stand otherwise than they were rolled.
        let mut blue = [roll.blue.low, roll.blue.high];
        if let Some((health, c)) = action.swap {
            blue[c as usize] = fight.health.get(health);
            blue.sort_unstable();
        }
        let from = blue[die as usize];
        parts.push(format!("Dirty Trick {from} to {}", from + by));
    }
    match action.bargain {
        Some((x, When::Tactics)) => parts.push(format!("bargain for {x}")),
        Some((x, When::AfterDamage)) => parts.push(format!("bargain for {x} after the damage")),
        _ => {}
    }
    if parts.is_empty() {
        "nothing".into()
    } else {
        parts.join(", ")
    }
}
