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

/// What all answers are weighed with.
struct Weighed {
    /// Believed values by kind of attack.
    attacks: [i16; 3],
    /// How many of them are known.
    n: f64,
    /// Damage of a hit.
    damage: u8,
    /// The part of the Defense Value that every answer has.
    common: i16,
}

impl Own {
    /// What an answer lets through and costs, by the believed values of the attack.
    #[inline]
    fn worth(&self, rules: &Rules, heat: Heat, w: &Weighed, kind: Option<Kind>, e1: u8) -> f64 {
        let bonus = kind.map_or(0, |k| {
            let laid = e1 + u8::from(self.hand & k.card() != 0);
            rules.defense_bonus(k, e1, self.total.saturating_sub(laid))
        });
        let base = bonus + w.common;
        let (mut hits, mut points) = (0, 0);
        if kind == Some(Kind::Movement) {
            for value in self.values.iter().flatten() {
                let effective = rules.effective_attack(*value, kind);
                let best = rules.cheapest_defense(effective, base, self.guard, self.speed);
                hits += u8::from(best.hit);
                points += best.speed + u8::from(best.guard);
            }
        } else {
            // Guard alone: only a Dodge is paid with Speed.
            let mut missing = [
                w.attacks[0] - base,
                w.attacks[1] - base,
                w.attacks[2] - base,
                0,
            ];
            if let Some(kind) = kind.filter(|_| !self.beast) {
                missing[kind as usize] -= rules.n.match_bonus;
            }
            let guard = i16::from(self.guard);
            let [a, b, c, _] = missing;
            let over = |limit: i16| u8::from(a > limit) + u8::from(b > limit) + u8::from(c > limit);
            hits = over(guard);
            points = over(0) - hits;
        }
        let loss =
            f64::from(u16::from(hits) * u16::from(w.damage)) + heat.point * f64::from(points);
        -loss / w.n
    }

    /// The answer at a level: 0 for none, else 1 + kind, from the row in bit 3, cards from bit 4 on.
    #[inline]
    fn option(&self, rules: &Rules, heat: Heat, level: u32) -> u8 {
        let hit = if self.beast {
            rules.n.beast_damage
        } else {
            rules.damage(self.cards, 0, 0)
        };
        // A value that is not known never gets through.
        let low = |k: usize| self.values[k].unwrap_or(i16::MIN / 2);
        let common = Weighed {
            attacks: [low(0), low(1), low(2)],
            n: f64::from(self.values.iter().flatten().count().max(1) as u8),
            damage: hit,
            common: self.items - rules.status_penalty(self.facedown, self.trapped),
        };
        let mut worths = [0.0; ANSWERS];
        let mut options = [0; ANSWERS];
        worths[0] = self.worth(rules, heat, &common, None, 0);
        let mut n = 1;
        // Kind by kind, from the hand, then from the row.
        let spread = |set: u16| {
            let s = set & ACTIONS;
            s & 1 | (s & 2) << 1 | (s & 4) << 2 | (s & 8) << 3
        };
        let mut left = spread(self.hand) | spread(self.row) << 1;
        while left != 0 {
            let place = left.trailing_zeros() as u8;
            left &= left - 1;
            let (kind, from_row) = (Kind::from_index(place >> 1), place & 1 == 1);
            let most = if kind == Kind::Strength { self.e1 } else { 0 };
            let price = if from_row {
                heat.point * f64::from(self.prices[usize::from(place >> 1)])
            } else {
                heat.card
            };
            for e1 in 0..most + 1 {
                options[n] = 1 + (kind as u8 | u8::from(from_row) << 3 | e1 << 4);
                let price = price + heat.card * f64::from(e1);
                worths[n] = self.worth(rules, heat, &common, Some(kind), e1) - price;
                n += 1;
            }
        }
        options[soft(&mut worths[..n], heat.temperature, level)]
    }
}
