//! F and G by soft-max: answers, each worth minus what it is believed to let through, less prices.

use super::super::belief;
use super::{Heat, level, soft};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{ACTIONS, Cards, Kind};
use crate::games::gladiatori::decision::{CardUse, Defend, Foe, Threat};
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
    let price = |k: Kind| match row & k.card() != 0 {
        true => g.row_price(k).unwrap_or(0),
        false => 0,
    };
    let prices = Kind::ALL.map(price);
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
    let option = own.option(view, heat, at);
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
    /// What an answer lets through and costs, by the believed values of the attack.
    fn worth(&self, view: &View<'_>, heat: Heat, kind: Option<Kind>, e1: u8, price: f64) -> f64 {
        let rules = view.rules();
        let damage = f64::from(if self.beast {
            rules.n.beast_damage
        } else {
            rules.damage(self.cards, 0, 0)
        });
        let mut loss = 0.0;
        let mut n = 0.0;
        for (attack, value) in self.values.iter().enumerate() {
            let Some(value) = *value else { continue };
            let matched = !self.beast && kind.is_some_and(|k| k as usize == attack);
            let laid = e1 + u8::from(kind.is_some_and(|k| self.hand & k.card() != 0));
            let base = kind.map_or(0, |k| {
                rules.defense_bonus(k, e1, self.total.saturating_sub(laid))
            }) + self.items
                + if matched { rules.n.match_bonus } else { 0 }
                - rules.status_penalty(self.facedown, self.trapped);
            let speed = if kind == Some(Kind::Movement) {
                self.speed
            } else {
                0
            };
            let effective = rules.effective_attack(value, kind);
            let best = rules.cheapest_defense(effective, base, self.guard, speed);
            loss += if best.hit {
                damage
            } else {
                heat.point * f64::from(best.speed + u8::from(best.guard))
            };
            n += 1.0;
        }
        -loss / f64::max(n, 1.0) - price
    }

    /// The answer at a level: 0 for none, else 1 + kind, from the row in bit 3, cards from bit 4 on.
    fn option(&self, view: &View<'_>, heat: Heat, level: u32) -> u8 {
        let mut worths = [0.0; ANSWERS];
        let mut options = [0; ANSWERS];
        worths[0] = self.worth(view, heat, None, 0, 0.0);
        let mut n = 1;
        for kind in Kind::ALL {
            for (set, from_row) in [(self.hand, false), (self.row, true)] {
                if set & kind.card() == 0 {
                    continue;
                }
                let price = if from_row {
                    heat.point * f64::from(self.prices[kind as usize])
                } else {
                    heat.card
                };
                let most = if kind == Kind::Strength { self.e1 } else { 0 };
                for e1 in 0..=most {
                    options[n] = 1 + (kind as u8 | u8::from(from_row) << 3 | e1 << 4);
                    let price = price + heat.card * f64::from(e1);
                    worths[n] = self.worth(view, heat, Some(kind), e1, price);
                    n += 1;
                }
            }
        }
        options[soft(&mut worths[..n], heat.temperature, level)]
    }
}
