//! F and G by soft-max: answers, each worth minus what it is believed to let through, less prices.

use super::super::belief;
use super::{Heat, level, soft};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{ACTIONS, Cards, Kind};
use crate::games::gladiatori::decision::{CardUse, Defend, Foe, Threat};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{GUARD, SPEED};

/// Answers: none; four kinds from hand and row, Strength with 0-4 cards.
const ANSWERS: usize = 24;

/// F and G.
pub(in super::super) fn defend<C: Chance>(
    view: &View<'_>,
    threat: &Threat,
    heat: Heat,
    chance: &mut C,
) -> Option<Defend> {
    let g = view.own();
    let (hand, row) = (
        g.hand().set & ACTIONS & threat.options,
        view.row_defenses() & threat.options,
    );
    let values: [Option<i16>; 3] = match (threat.foe, threat.value) {
        (_, Some(v)) => [Some(v), None, None],
        (Foe::Gladiator(seat), None) => {
            belief::attack_values(view, seat, threat.cards, threat.kind, threat.bonus)
        }
        (Foe::Beast(_), None) => [Some(7), None, None],
    };
    let mut prices = [0; 4];
    for kind in Kind::ALL {
        if row & kind.card() != 0 {
            prices[kind as usize] = g.row_price(kind).unwrap_or(0);
        }
    }
    let own = Own {
        hand,
        row,
        prices,
        e1: g.hand().e1.min(4),
        total: g.hand().count(),
        items: g.item_values(view.sheet(), 2).1,
        guard: g.stats[GUARD],
        speed: g.stats[SPEED],
        facedown: g.facedown(),
        trapped: g.trapped() > 0,
        beast: threat.value.is_some(),
        cards: threat.cards,
        values,
    };
    let at = level(chance);
    let option = own.option(view.rules(), heat, at);
    let kind = Kind::from_index(option.checked_sub(1)? & 3);
    let from_row = option.wrapping_sub(1) & 8 != 0;
    Some(Defend {
        card: CardUse { kind, from_row },
        combat: Cards::energy(option.wrapping_sub(1) >> 4, 0),
        note: 0,
    })
}

/// All that an answer depends on.
#[derive(Clone, Copy)]
struct Own {
    hand: u16,
    row: u16,
    prices: [u8; 4],
    e1: u8,
    total: u8,
    items: i16,
    guard: u8,
    speed: u8,
    facedown: bool,
    trapped: bool,
    beast: bool,
    cards: u8,
    values: [Option<i16>; 3],
}

impl Own {
    /// What an answer lets through and costs, by the believed values of the attack: `n` pairs of kind and value.
    #[inline]
    fn worth(
        &self,
        rules: &Rules,
        heat: Heat,
        (attacks, damage, common): (&[(usize, i16)], u8, i16),
        kind: Option<Kind>,
        e1: u8,
    ) -> f64 {
        let bonus = kind.map_or(0, |k| {
            let laid = e1 + u8::from(self.hand & k.card() != 0);
            rules.defense_bonus(k, e1, self.total.saturating_sub(laid))
        });
        let base = bonus + common;
        let matched = match kind {
            Some(kind) if !self.beast => kind as usize,
            _ => usize::MAX,
        };
        let (mut hits, mut points) = (0, 0);
        if kind == Some(Kind::Movement) {
            for (_, value) in attacks {
                let effective = rules.effective_attack(*value, kind);
                let best = rules.cheapest_defense(effective, base, self.guard, self.speed);
                hits += u8::from(best.hit);
                points += best.speed + u8::from(best.guard);
            }
        } else {
            // Guard alone: only a Dodge is paid with Speed.
            for (attack, value) in attacks {
                let more = if *attack == matched {
                    rules.n.match_bonus
                } else {
                    0
                };
                let missing = value - base - more;
                let hit = missing > i16::from(self.guard);
                hits += u8::from(hit && missing > 0);
                points += u8::from(!hit && missing > 0);
            }
        }
        let loss = f64::from(u16::from(hits) * u16::from(damage)) + heat.point * f64::from(points);
        -loss / f64::from(attacks.len().max(1) as u8)
    }

    /// The answer at a level: 0 for none, else 1 + kind, from the row in bit 3, cards from bit 4 on.
    #[inline]
    fn option(&self, rules: &Rules, heat: Heat, level: u32) -> u8 {
        let hit = if self.beast {
            rules.n.beast_damage
        } else {
            rules.damage(self.cards, 0, 0)
        };
        let mut attacks = [(0, 0); 3];
        let mut known = 0;
        for (attack, value) in self.values.iter().enumerate() {
            if let Some(value) = *value {
                attacks[known] = (attack, value);
                known += 1;
            }
        }
        let common = self.items - rules.status_penalty(self.facedown, self.trapped);
        let common = (&attacks[..known], hit, common);
        let mut worths = [0.0; ANSWERS];
        let mut options = [0; ANSWERS];
        worths[0] = self.worth(rules, heat, common, None, 0);
        let mut n = 1;
        for kind in Kind::ALL {
            let card = kind.card();
            if (self.hand | self.row) & card == 0 {
                continue;
            }
            let most = if kind == Kind::Strength { self.e1 } else { 0 };
            for (set, from_row) in [(self.hand, false), (self.row, true)] {
                if set & card == 0 {
                    continue;
                }
                let price = if from_row {
                    heat.point * f64::from(self.prices[kind as usize])
                } else {
                    heat.card
                };
                for e1 in 0..=most {
                    options[n] = 1 + (kind as u8 | u8::from(from_row) << 3 | e1 << 4);
                    let price = price + heat.card * f64::from(e1);
                    worths[n] = self.worth(rules, heat, common, Some(kind), e1) - price;
                    n += 1;
                }
            }
        }
        options[soft(&mut worths[..n], heat.temperature, level)]
    }
}
