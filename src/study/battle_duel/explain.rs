//! Explains a duel's rules step by step for the given gladiators, each step with its heading in the rulebook.

use super::Asked;
use crate::error::Result;
use crate::games::battle::column::Column;
use crate::games::battle::data::Usage;
use crate::games::battle::duel::Duel;
use crate::games::battle::exact::graph::starts;
use crate::games::battle::exchange::Exchanges;
use crate::games::battle::exchange::Pairing;
use crate::games::battle::fighter::{BRAWL, Weapon};
use crate::games::battle::odds::{OddsOf, odds};
use crate::games::battle::policy::{ThrowRule, styles};
use crate::games::battle::rules::{Style, guard_after};
use crate::games::battle::state::Guard;
use std::fmt::Write;

/// The explanation as text.
///
/// # Errors
/// As [`Asked::duel`].
pub fn explain(asked: &Asked) -> Result<String> {
    let mut asked = asked.clone();
    for side in &mut asked.sides {
        // The styles are told one by one; what a policy would choose need not be worked out.
        side.parts.style = crate::games::battle::policy::StyleRule::Always(Style::Normal);
    }
    let duel = asked.duel(&asked.ground.rules)?;
    let mut out = String::new();
    let names = ["a", "b"];
    let _ = writeln!(
        out,
        "How to Battle, table set {}. Damage, blocks of low doubles, critical and stay-awake tables are reconstructions.",
        asked.ground.tables()
    );
    for (side, name) in names.iter().enumerate() {
        let _ = writeln!(out, "{name}: {}", asked.sides[side].gladiator.short());
    }
    let first: f64 = starts(&duel)
        .iter()
        .filter(|(s, _)| s.active() == 0)
        .map(|s| s.1)
        .sum();
    let _ = writeln!(
        out,
        "\n1. First turn [Initiative]: a throws {} dice, b {}; the higher sum begins, a tie is thrown again. a begins in {first:.4}.",
        duel.fighters[0].initiative, duel.fighters[1].initiative
    );
    let mut ex = Exchanges::new(&duel.rules);
    for (x, name) in names.iter().enumerate() {
        attack(&mut out, &duel, &mut ex, x, name);
        ammunition(&mut out, &asked, &duel, x, name);
    }
    let _ = writeln!(
        out,
        "\n4. Damage and blocks [Damage, Attack Table] by what the attack shows:"
    );
    for (side, name) in names.iter().enumerate() {
        let weapon = duel.fighters[side].listed().first();
        let Some(w) = weapon else { continue };
        let cells = Column::TABLE
            .into_iter()
            .filter(|c| duel.rules.hits(w.class, *c));
        let cells: Vec<String> = cells
            .map(|c| {
                let (damage, block) = (
                    duel.rules.table_damage(w.class, c),
                    duel.rules.block_sixes(c),
                );
                let stun = if duel.rules.stuns(c, false) {
                    ", stuns"
                } else {
                    ""
                };
                format!("{c}: {damage} (blocked by {block}{stun})")
            })
            .collect();
        let _ = writeln!(
            out,
            "   {name}, class {}: {}; three sixes and more are critical [Critical Strikes].",
            w.class,
            cells.join("; ")
        );
    }
    let tracker: Vec<String> = [-1, -4, -7, -10, -11, -15, -19]
        .iter()
        .map(|h| format!("{h}: {} dice", duel.rules.tracker_dice(*h)))
        .collect();
    let _ = writeln!(
        out,
        "\n5. Below zero [Unconsciousness, Death's Door]: any six on the tracker's dice keeps a gladiator awake (-1 to -10) or alive (-11 to -19; then fate decides); -20 is death. {}.",
        tracker.join(", ")
    );
    let _ = writeln!(out, "6. A stunned gladiator [Focusing]:");
    for (side, name) in names.iter().enumerate() {
        let focus = duel.fighters[side].focus;
        let chance = 1.0 - (5.0f64 / 6.0).powi(focus.into());
        let _ = match focus {
            0 => writeln!(out, "   {name} cannot focus: a stunned turn is lost."),
            n => writeln!(
                out,
                "   {name} focuses with {n} dice: a stun ends with any six, in {chance:.4}."
            ),
        };
    }
    let luck: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(s, n)| format!("{n} {}", duel.fighters[s].luck))
        .collect();
    let _ = writeln!(
        out,
        "7. Luck dice (wins less losses): {}; one that shows 1 to 3 on its first throw is gone for the battle [Loss of Luck Dice].",
        luck.join(", ")
    );
    Ok(out)
}

fn attack(out: &mut String, duel: &Duel, ex: &mut Exchanges<'_>, x: usize, name: &str) {
    let (own, foe) = (&duel.fighters[x], &duel.fighters[1 - x]);
    let (rules, other) = (&duel.rules, ["b", "a"][x]);
    let weapon = own.listed().first().unwrap_or(&own.weapons[BRAWL]);
    let step = 2 + x;
    let _ = writeln!(
        out,
        "\n{step}. {name} attacks [How Many Attack Dice to Roll, Benefits and Penalties] with class {} against {other}'s defence:",
        weapon.class
    );
    let thrown = throws(weapon, own_rule(duel, x));
    if thrown {
        let _ = writeln!(
            out,
            "   thrown, with {} dice more; a throw that hits nothing is a miss, never a whiff, and leaves PARRY [Advantages of Throwing a Weapon]",
            weapon.throw_bonus
        );
    }
    for &style in styles(rules, thrown) {
        let dice = rules.attack_dice(weapon, &own.tier, style, thrown);
        let of = OddsOf {
            class: weapon.class,
            critical_bonus: weapon.critical_bonus,
            kind: weapon.kind,
            max_sixes: rules.max_sixes(&own.tier, style),
            stunned: false,
            luck: [0, 0],
        };
        let pool = rules.defence_dice(foe, Guard::Normal, false);
        let o = odds(ex, &of, dice, pool);
        let after = rules.defence_dice(own, guard_after(style, thrown, false), false);
        let _ = writeln!(
            out,
            "   {:<9} {dice} dice against {pool}: hits {:.4}, gets through {:.4}, stuns {:.4}, mean damage {:.3}; then defends with {after} dice",
            style.name(),
            o.hit,
            o.through,
            o.stun,
            o.mean_damage
        );
    }
    let stunned = rules.defence_dice(foe, Guard::Normal, true);
    let dice = rules.attack_dice(weapon, &own.tier, Style::Normal, thrown);
    let pairing = Pairing {
        attack_dice: dice,
        attack_luck: 0,
        max_sixes: None,
        can_whiff: !thrown,
        class: weapon.class,
        kind: weapon.kind,
        critical_bonus: weapon.critical_bonus,
        defence_dice: stunned,
        defence_luck: 0,
        stunned: true,
    };
    let _ = writeln!(
        out,
        "   a stunned {other} defends with ARMOR only, {stunned} dice: mean damage {:.3} [How Many Defense Dice to Roll]",
        ex.mean_damage(&pairing)
    );
}

fn own_rule(duel: &Duel, x: usize) -> ThrowRule {
    duel.policies[x].parts.throw
}

/// Whether a weapon is thrown sooner or later under a rule.
fn throws(weapon: &Weapon, rule: ThrowRule) -> bool {
    match weapon.usage {
        Usage::Melee => false,
        Usage::Thrown => true,
        Usage::Both => rule != ThrowRule::MustOnly,
    }
}

/// Ammunition and what comes after it.
fn ammunition(out: &mut String, asked: &Asked, duel: &Duel, x: usize, name: &str) {
    let (f, parts) = (&duel.fighters[x], &duel.policies[x].parts);
    let thrown: Vec<String> = f
        .listed()
        .iter()
        .zip(&asked.sides[x].gladiator.weapons)
        .filter(|(w, _)| throws(w, parts.throw))
        .map(|(w, brought)| format!("{} {}", w.copies, brought.name))
        .collect();
    if thrown.is_empty() {
        return;
    }
    let when = match parts.throw {
        ThrowRule::MustOnly => "what must be thrown",
        ThrowRule::Always => "always",
        ThrowRule::Exposed => "at an exposed foe, and what must be thrown",
        ThrowRule::KeepLast => "while two copies are in hand, and what must be thrown",
    };
    let rules = &duel.rules;
    let then = match (parts.retrieve_when_empty, rules.retrieve_dice(f)) {
        (true, Some(dice)) => format!(
            "he picks up: {dice} dice, a copy back for each six, no attack that turn (assumed rule)"
        ),
        (true, None) => "he picks up as the switch retrieve_weapon says".into(),
        _ => match rules.readings.brawl {
            true => {
                let brawl = &f.weapons[BRAWL];
                format!(
                    "he brawls: class {}, {} dice (assumed rule)",
                    brawl.class, brawl.dice
                )
            }
            false => "his turns pass (brawl=off)".into(),
        },
    };
    let _ = writeln!(
        out,
        "   {name} throws {} ({when}); each copy lies on the ground after its throw. With nothing left {then} [Disadvantages of Throwing a Weapon, Running Out of Ammo].",
        thrown.join(", ")
    );
}
