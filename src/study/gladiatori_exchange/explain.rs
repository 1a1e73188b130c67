//! Explains one attack step by step with the numbers of these two; every number comes from the rules' own functions.

use super::Asked;
use super::tables::answer_name;
use crate::games::gladiatori::cards::Kind;
use std::fmt::Write;

/// The explanation as text.
pub fn explain(asked: &Asked, ruleset: &str) -> String {
    let bout = &asked.bout;
    let (a, d, rules) = (&bout.attacker, &bout.defender, &bout.rules);
    let [attacker, defender] = &asked.names;
    let mut out = String::new();
    let mut say = |line: String| {
        let _ = writeln!(out, "{line}");
    };
    say(format!(
        "{attacker} attacks {defender}, ruleset {ruleset}; no Feint, special moves or powers."
    ));
    say("\n1. The attacker commits an Action card and Combat cards face-down [C. Play Action Card] [D. Play Combat Cards]".into());
    say("   The defender sees how many Combat cards, not which. What they can come to:".into());
    for kind in bout.attack_kinds() {
        let most = if kind == Kind::Berserk {
            bout.most_blood()
        } else {
            0
        };
        // Strength wants every 1-Energy card, Dexterity every card kept.
        let (e1, e0) = if kind == Kind::Strength {
            (a.e1, 0)
        } else {
            (0, 0)
        };
        say(format!(
            "   {:<10} AV {} bare, {} with {}, Offense and {} Blood",
            kind.name(),
            bout.attack_value(kind, 0, 0, false, 0),
            bout.attack_value(kind, e1, e0, a.offense > 0, most),
            crate::study::gladiatori::plural((e1 + e0).into(), "Combat card"),
            most
        ));
    }
    say("\n2. The defender answers [F. Defender Action Card] [G. Defender Combat Cards]".into());
    let open = bout.answer_kinds();
    let may: Vec<&str> = Kind::ALL
        .into_iter()
        .filter(|k| open & k.card() != 0)
        .map(|k| answer_name(Some(k)))
        .collect();
    say(format!(
        "   The attack arrives from direction {} of 0 (front) to 5, clockwise; he may answer with {}.",
        bout.arrival,
        if may.is_empty() {
            "nothing: he is Surprised, items and Guard alone".into()
        } else {
            may.join(", ")
        }
    ));
    say("\n3. Attack Value, then Defense Value [H. Attack Value] [I. Defense Value]".into());
    say("   The attacker decides Offense and Blood after the answer lies, the defender Guard and Speed knowing AV.".into());
    for attack in bout.attack_kinds() {
        let mut shown = Vec::new();
        for answer in std::iter::once(None).chain(
            Kind::ALL
                .into_iter()
                .filter(|k| open & k.card() != 0)
                .map(Some),
        ) {
            let e1 = if answer == Some(Kind::Strength) {
                d.e1
            } else {
                0
            };
            let base = bout.defense_base(answer, attack, e1, e1);
            let with = i16::from(d.guard)
                + if answer == Some(Kind::Movement) {
                    i16::from(d.speed.min(rules.n.dodge_speed_max))
                        * rules.n.dodge_defense_per_speed
                } else {
                    0
                };
            shown.push(format!("{} {base} to {}", answer_name(answer), base + with));
        }
        say(format!(
            "   against {:<10} DV: {}",
            attack.name(),
            shown.join("; ")
        ));
    }
    say(format!(
        "   The attacker's own kind defends {} better; a Dodge halves the AV instead, rounding down.",
        rules.n.match_bonus
    ));
    say("\n4. Damage, if AV is above DV [K. Damage]".into());
    let damage: Vec<String> = (0..=a.e1 + a.e0)
        .map(|n| format!("{n}: {}", rules.damage(n, 0, 1)))
        .collect();
    say(format!("   By Combat cards played: {}.", damage.join(", ")));
    say("\n5. The attacker's all against each answer".into());
    for kind in bout.attack_kinds() {
        let most = if kind == Kind::Berserk {
            bout.most_blood()
        } else {
            0
        };
        let e1 = if kind == Kind::Strength { a.e1 } else { 0 };
        let value = bout.attack_value(kind, e1, 0, a.offense > 0, most);
        for answer in Kind::ALL.into_iter().filter(|k| open & k.card() != 0) {
            let own = if answer == Kind::Strength { d.e1 } else { 0 };
            let base = bout.defense_base(Some(answer), kind, own, own);
            let effective = rules.effective_attack(value, Some(answer));
            let speed = if answer == Kind::Movement { d.speed } else { 0 };
            let best = rules.cheapest_defense(effective, base, d.guard, speed);
            let how = if best.hit {
                format!("hit for {}", rules.damage(e1, 0, effective - base))
            } else if best.guard || best.speed > 0 {
                format!(
                    "stopped for {}{}",
                    if best.guard { "Guard" } else { "" },
                    match (best.guard, best.speed) {
                        (_, 0) => String::new(),
                        (true, s) => format!(" and {s} Speed"),
                        (false, s) => format!("{s} Speed"),
                    }
                )
            } else {
                "stopped for nothing".into()
            };
            say(format!(
                "   {} AV {effective} against {} DV {base}: {how}",
                kind.name(),
                answer_name(Some(answer))
            ));
        }
    }
    let vp = &rules.n.vp;
    say("\n6. Victory points [Victory Points]".into());
    say(format!(
        "   From the front {:+} for the attack, {:+} a point of damage, {:+} for First Blood, {:+} for a kill; from behind {:+}, {:+}, and {:+} for a kill.",
        vp.front_attack,
        vp.front_damage_point,
        vp.first_blood,
        vp.kill_front,
        vp.rear_attack,
        vp.rear_damage_point,
        vp.kill_rear
    ));
    out
}
