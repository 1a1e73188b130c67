//! What a case says of moves, powers and weapons in an exchange, and which inputs an exchange knows.
//!
//! | input | whose | meaning |
//! |---|---|---|
//! | `moves` | both | special moves played face-down, by name |
//! | `overskill` | both | bonus on Offense or Guard |
//! | `rage` | both | the card that joins: `e1`, `e0`, or a move; out of the discard pile |
//! | `feint` | both | holds a Feint and plays it in J |
//! | `pays` | both | pays 2 elements when an Unbalancing Strike is shown |
//! | `unbalanced` | both | has one Unbalanced marker already |
//! | `deep_wounds`, `lunge`, `wrestling` | attacker | powers in H: depth, cards thrown away, used |
//! | `leap`, `leap_attack` | attacker | Leap from the adjacent hex (1 unit), whether it goes into the Attack Value |
//! | `break_item` | attacker | the target's item, 1 or 2 |
//! | `cooperation_bonus` | attacker | support that waits for him |
//! | `thrown_item`, `distance` | attacker | his item thrown, from 0, and how far |
//! | `net` | attacker | his first item is a Net, used or thrown |
//! | `delay_bonus` | defender | Delay for its bonus |
//! | `unbeatable` | defender | owns Unbeatable and uses it |

use crate::error::{Error, Result};
use crate::games::gladiatori::cards::{Cards, moves, powers};
use crate::games::gladiatori::decision::Effects;
use crate::games::gladiatori::sheet::{GUARD, OFFENSE};
use crate::scenario::did_you_mean;
use crate::study::verify::gladiatori_cases::inputs::Inputs;

/// Inputs of both sides.
const BOTH: [&str; 22] = [
    "action",
    "source",
    "row_size",
    "row_index",
    "e1",
    "e0",
    "other",
    "hand_before",
    "items",
    "items_hp",
    "hp_deck",
    "offense",
    "guard",
    "blood",
    "speed",
    "facedown",
    "trapped",
    "moves",
    "overskill",
    "rage",
    "feint",
    "pays",
];
const ATTACKER: [&str; 13] = [
    "use_offense",
    "berserk_blood",
    "unbalanced",
    "deep_wounds",
    "lunge",
    "wrestling",
    "leap",
    "leap_attack",
    "break_item",
    "cooperation_bonus",
    "thrown_item",
    "distance",
    "net",
];
const DEFENDER: [&str; 5] = [
    "use_guard",
    "speed_spent",
    "unbalanced",
    "delay_bonus",
    "unbeatable",
];
const WHOLE: [&str; 5] = ["op", "arrival", "first_blood_open", "attacker", "defender"];

/// Refuses what an exchange does not know: it would be left out without a word.
pub(super) fn known(i: &Inputs, a: &Inputs, d: &Inputs) -> Result<()> {
    let all = |lists: &[&[&'static str]]| -> Vec<&'static str> { lists.concat() };
    let sides = [
        ("", i, all(&[&WHOLE])),
        ("attacker.", a, all(&[&BOTH, &ATTACKER])),
        ("defender.", d, all(&[&BOTH, &DEFENDER])),
    ];
    for (of, inputs, names) in sides {
        if let Some(key) = inputs.keys().find(|k| !names.contains(k)) {
            let meant = did_you_mean(key, names);
            return Err(Error::usage(format!(
                "an exchange has no input `{of}{}`{meant}",
                key.escape_debug()
            )));
        }
    }
    Ok(())
}

/// Powers that a side needs for what it does.
pub(super) fn powers_of(i: &Inputs) -> u16 {
    [
        ("lunge", powers::LUNGE),
        ("deep_wounds", powers::DEEP_WOUNDS),
        ("wrestling", powers::WRESTLING),
        ("leap", powers::LEAP),
        ("delay_bonus", powers::DELAY),
        ("unbeatable", powers::UNBEATABLE),
    ]
    .into_iter()
    .filter(|(key, _)| i.flag(key))
    .fold(0, |set, (_, power)| set | power)
}

/// The card that Rage adds, if any.
pub(super) fn rage(i: &Inputs) -> Result<Cards> {
    Ok(match i.text("rage") {
        None => Cards::NONE,
        Some("e1") => Cards::energy(1, 0),
        Some("e0") => Cards::energy(0, 1),
        Some(name) => {
            let at = moves::NAMES.iter().position(|n| *n == name);
            let at = at.ok_or_else(|| {
                Error::usage(format!("`rage`: e1, e0 or a special move, not `{name}`"))
            })?;
            Cards::of(moves::SWEEP << at)
        }
    })
}

/// The choices that revealed moves need; Sacrifice takes an Energy card out of what is left in hand.
pub(super) fn effects(i: &Inputs, left: Cards, set: u16, attacker: bool) -> Result<Effects> {
    let sacrifice = if set & moves::SACRIFICE == 0 {
        Cards::NONE
    } else if left.e0 > 0 {
        Cards::energy(0, 1)
    } else {
        Cards::energy(left.e1.min(1), 0)
    };
    let skill = if attacker { OFFENSE } else { GUARD };
    Ok(Effects {
        sacrifice,
        overskill: (skill as u8, i.small("overskill")?),
        rage: rage(i)?,
        rage_discard: true,
        ..Effects::default()
    })
}

/// Cards of the hand that Lunge throws away.
pub(super) fn lunge(i: &Inputs, left: Cards) -> Result<Cards> {
    let n = i.small("lunge")?;
    let e0 = n.min(left.e0);
    if n > 3 || n - e0 > left.e1 {
        return Err(Error::usage(format!(
            "`lunge`: up to 3 Energy cards that are left in hand, not {n}"
        )));
    }
    Ok(Cards::energy(n - e0, e0))
}
