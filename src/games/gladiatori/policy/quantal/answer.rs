//! F and G by soft-max: answers, each worth minus what it is believed to let through, less prices.

use super::super::belief::{self, Values};
use super::lanes::{EACH, Lanes, sum};
use super::soft::soft;
use super::tables::{DAMAGES, Tables};
use super::{Heat, STEPS, level};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{ACTIONS, Cards, Kind, Zone};
use crate::games::gladiatori::decision::{CardUse, Defend, Foe, Threat};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{BLOOD, GUARD, SPEED};

/// Answers: none; three kinds with one card each, from the hand or from the row; Strength with 0-4 cards more.
const ANSWERS: usize = 9;
/// Most 1-Energy cards of an answer.
const MOST_E1: u8 = 4;

/// F and G.
pub(in super::super) fn defend<C: Chance>(
    view: &View<'_>,
    threat: &Threat,
    heat: Heat,
    chance: &mut C,
) -> Option<Defend> {
    let rules = view.rules();
    let at = level(chance);
    match Tables::of(&heat, rules).and_then(|t| Some((t, damage(rules, Some(t), threat)?))) {
        Some((tables, damage)) => {
            let own = Own::new(view, threat, damage);
            own.defend(own.place(rules, tables, at))
        }
        None => slowly(view, threat, heat, at),
    }
}

/// The same without tables.
#[cold]
#[inline(never)]
fn slowly(view: &View<'_>, threat: &Threat, heat: Heat, at: u32) -> Option<Defend> {
    let rules = view.rules();
    let own = Own::new(view, threat, damage(rules, None, threat).unwrap_or(0));
    let place = own.slow(rules, heat, at);
    own.defend(place.checked_sub(1).map(|n| own.nth(n)))
}

/// Damage of a hit; none where it is too much for the tables.
#[inline(always)]
fn damage(rules: &Rules, tables: Option<&Tables>, threat: &Threat) -> Option<u8> {
    let damage = match (threat.value, tables) {
        (None, Some(tables)) => return tables.damage(threat.cards),
        (None, None) => rules.damage(threat.cards, 0, 0),
        (Some(_), _) => rules.n.beast_damage,
    };
    (tables.is_none() || usize::from(damage) < DAMAGES).then_some(damage)
}

/// Row cards that may answer, of some kinds, and their prices by kind, a byte each.
#[inline(always)]
fn row(view: &View<'_>, options: u16) -> (u16, u32) {
    let g = view.own();
    let mut usable = g.zone(Zone::Play).set & ACTIONS & options;
    if usable == 0 {
        return (0, 0);
    }
    if !view.rules().r.recovered_defends {
        usable &= !g.hidden_row();
    }
    let (mut row, mut prices) = (0, 0);
    let len = g.row_len();
    for place in 0..len {
        let kind = g.row_kind(place);
        let price = Rules::reuse_price(len - 1 - place);
        if usable & kind.card() != 0 && price <= g.stats[BLOOD] {
            row |= kind.card();
            prices |= u32::from(price) << (8 * kind as u32);
        }
    }
    debug_assert_eq!(row, view.row_defenses() & options);
    (row, prices)
}

/// Exponentials of the worths of answers, 0 where there is none, and sums.
struct Weights {
    none: f64,
    /// By 1-Energy cards.
    strength: [f64; MOST_E1 as usize + 1],
    /// Of no answer and all of Strength.
    before: f64,
    dexterity: f64,
    berserk: f64,
    movement: f64,
    total: f64,
}

impl Weights {
    const NONE: Self = Self {
        none: 0.0,
        strength: [0.0; MOST_E1 as usize + 1],
        before: 0.0,
        dexterity: 0.0,
        berserk: 0.0,
        movement: 0.0,
        total: 0.0,
    };
}

/// All that an answer depends on.
#[derive(Debug, Clone, Copy)]
struct Own {
    /// Kinds in hand that may answer.
    hand: u16,
    /// Kinds in the row that may, none of them in hand, and their prices.
    row: u16,
    prices: u32,
    /// 1-Energy cards in hand, at most [`MOST_E1`].
    e1: u8,
    /// Cards in hand.
    total: u8,
    /// Items less penalties: the part of the Defense Value that every answer has.
    base: i16,
    guard: u8,
    speed: u8,
    /// Bonus of an answer of the attack's kind.
    matched: i16,
    /// Damage of a hit.
    damage: u8,
    /// Believed values of the attack.
    values: Values,
}

impl Own {
    #[inline(always)]
    fn new(view: &View<'_>, threat: &Threat, damage: u8) -> Self {
        let g = view.own();
        let rules = view.rules();
        let hand = g.hand();
        let known = |value| Values {
            of: [value; 3],
            kinds: Kind::Strength.card(),
        };
        let values = match (threat.foe, threat.value) {
            (_, Some(v)) => known(v),
            (Foe::Gladiator(seat), None) => {
                belief::attack_values(view, seat, threat.cards, threat.kind, threat.bonus)
            }
            (Foe::Beast(_), None) => known(7),
        };
        let (row, prices) = row(view, threat.options);
        Self {
            hand: hand.set & ACTIONS & threat.options,
            row,
            prices,
            e1: hand.e1.min(MOST_E1),
            total: hand.count(),
            base: g.item_values(view.sheet(), 2).1
                - rules.status_penalty(g.facedown(), g.trapped() > 0),
            guard: g.stats[GUARD],
            speed: g.stats[SPEED],
            matched: if threat.value.is_some() {
                0
            } else {
                rules.n.match_bonus
            },
            damage,
            values,
        }
    }

    /// The answer of a kind with so many 1-Energy cards.
    #[inline(always)]
    fn defend(&self, answer: Option<(Kind, u8)>) -> Option<Defend> {
        let (kind, e1) = answer?;
        Some(Defend {
            card: CardUse {
                kind,
                from_row: self.hand & kind.card() == 0,
            },
            combat: Cards::energy(e1, 0),
            note: 0,
        })
    }

    /// Calls with all answers, but none at all, in their order: kind by kind, Strength from no cards on.
    #[inline(always)]
    fn each(&self, mut f: impl FnMut(Kind, u8)) {
        let all = self.hand | self.row;
        if all & Kind::Strength.card() != 0 {
            for e1 in 0..self.e1 + 1 {
                f(Kind::Strength, e1);
            }
        }
        for kind in [Kind::Dexterity, Kind::Berserk, Kind::Movement] {
            if all & kind.card() != 0 {
                f(kind, 0);
            }
        }
    }

    /// The answer of a place in that order.
    fn nth(&self, place: usize) -> (Kind, u8) {
        let (mut left, mut nth) = (place, (Kind::Strength, 0));
        self.each(|kind, e1| {
            if left == 0 {
                nth = (kind, e1);
            }
            left = left.wrapping_sub(1);
        });
        nth
    }

    /// The Defense Value of an answer without Guard, Speed and a match.
    #[inline(always)]
    fn defense(&self, rules: &Rules, kind: Kind, e1: u8) -> i16 {
        let laid = e1 + u8::from(self.hand & kind.card() != 0);
        self.base + rules.defense_bonus(kind, e1, self.total.saturating_sub(laid))
    }

    /// How many of the believed values a Dodge lets through, and the points that it takes for the others.
    #[inline(always)]
    fn dodge(&self, rules: &Rules) -> (u8, u8) {
        let n = &rules.n;
        let (per, guard) = (n.dodge_defense_per_speed, i16::from(self.guard));
        let speed = i16::from(self.speed.min(n.dodge_speed_max));
        let one = |k: usize| {
            let value = self.values.of[k];
            let missing = rules.effective_attack(value, Some(Kind::Movement)) - self.base;
            if self.values.kinds >> k & 1 == 0 || missing <= 0 {
                (0, 0)
            } else if per == 1 {
                // Each point of Speed stops one: with Guard as few as it leaves, which is less if it stops two.
                let with = 1 + (missing - guard).max(0);
                let without = if missing > speed { i16::MAX } else { missing };
                if missing > speed + guard {
                    (1, 0)
                } else {
                    (0, with.min(without) as u8)
                }
            } else {
                let best = rules.cheapest_defense(missing, 0, self.guard, self.speed);
                (u8::from(best.hit), best.speed + u8::from(best.guard))
            }
        };
        let (a, b, c) = (one(0), one(1), one(2));
        (a.0 + b.0 + c.0, a.1 + b.1 + c.1)
    }

    /// Number of believed values, at least 1.
    #[inline(always)]
    fn n(&self) -> usize {
        const ONES: [u8; 8] = [1, 1, 1, 2, 1, 2, 2, 3];
        ONES[usize::from(self.values.kinds & 7)].into()
    }

    /// Worths of all answers: minus what they let through and cost; how many there are.
    fn worths(&self, rules: &Rules, heat: Heat, out: &mut [f64; ANSWERS]) -> usize {
        let worth = |kind: Option<Kind>, e1: u8| {
            let (mut hits, mut points) = (0, 0);
            if kind == Some(Kind::Movement) {
                (hits, points) = self.dodge(rules);
            } else {
                let base = kind.map_or(self.base, |k| self.defense(rules, k, e1));
                for attack in Kind::ATTACKS {
                    if self.values.kinds & attack.card() != 0 {
                        let matched = if kind == Some(attack) {
                            self.matched
                        } else {
                            0
                        };
                        let missing = self.values.of[attack as usize] - base - matched;
                        // Guard alone: only a Dodge is paid with Speed.
                        let hit = missing > i16::from(self.guard);
                        hits += u8::from(hit);
                        points += u8::from(missing > 0 && !hit);
                    }
                }
            }
            let damage = f64::from(u16::from(hits) * u16::from(self.damage));
            -(damage + heat.point * f64::from(points)) / self.n() as f64
        };
        out[0] = worth(None, 0);
        let mut n = 1;
        self.each(|kind, e1| {
            let price = if self.hand & kind.card() != 0 {
                heat.card
            } else {
                heat.point * f64::from((self.prices >> (8 * kind as u32)) as u8)
            };
            out[n] = worth(Some(kind), e1) - price - heat.card * f64::from(e1);
            n += 1;
        });
        n
    }

    /// The exponentials of the worths.
    #[inline(always)]
    fn weights(&self, rules: &Rules, tables: &Tables) -> Weights {
        let n = self.n();
        let kept = tables.kept(n, self.damage);
        // A value that is not known never gets through.
        let bare = Lanes::new(self.values.of)
            .only(self.values.kinds)
            .less(self.base);
        let guard = i16::from(self.guard);
        let weight = |missing: Lanes| {
            // Above 0 it costs a point; above Guard it is a hit instead: 1 + 3.
            let hits = missing.less(guard).above();
            kept[sum(missing.above() + 3 * hits, EACH) % 16]
        };
        let price = |kind: Kind| {
            if self.hand & kind.card() != 0 {
                tables.cards(1)
            } else {
                tables.points(1, (self.prices >> (8 * kind as u32)) as u8)
            }
        };
        let all = self.hand | self.row;
        let mut w = Weights {
            none: weight(bare),
            ..Weights::NONE
        };
        w.total = w.none;
        if all & Kind::Strength.card() != 0 {
            let mut missing = bare.less_in(Kind::Strength as usize, self.matched);
            let price = price(Kind::Strength);
            for e1 in 0..self.e1.min(MOST_E1) + 1 {
                let one = weight(missing) * price * tables.cards(e1);
                w.strength[usize::from(e1)] = one;
                w.total += one;
                missing = missing.less(rules.n.strength_defense_per_e1);
            }
        }
        w.before = w.total;
        let other = |kind: Kind| {
            if all & kind.card() == 0 {
                return 0.0;
            }
            let laid = u8::from(self.hand & kind.card() != 0);
            let bonus = rules.defense_bonus(kind, 0, self.total.saturating_sub(laid));
            let missing = bare.less(bonus).less_in(kind as usize, self.matched);
            weight(missing) * price(kind)
        };
        w.dexterity = other(Kind::Dexterity);
        w.berserk = other(Kind::Berserk);
        w.total += w.dexterity + w.berserk;
        if all & Kind::Movement.card() != 0 {
            let (hits, points) = self.dodge(rules);
            w.movement =
                kept[usize::from(hits) * 4 % 16] * tables.points(n, points) * price(Kind::Movement);
            w.total += w.movement;
        }
        w
    }

    /// The answer at a level.
    #[inline(always)]
    fn place(&self, rules: &Rules, tables: &Tables, at: u32) -> Option<(Kind, u8)> {
        let w = self.weights(rules, tables);
        let mut left = f64::from(at) / f64::from(STEPS) * w.total;
        if left < w.none {
            return None;
        }
        if left < w.before {
            left -= w.none;
            let mut e1 = 0;
            while e1 < self.e1.min(MOST_E1) && left >= w.strength[usize::from(e1)] {
                left -= w.strength[usize::from(e1)];
                e1 += 1;
            }
            return Some((Kind::Strength, e1));
        }
        left -= w.before;
        // Rounding leaves nothing behind the last one: levels end well before the sum.
        Some(if left < w.dexterity {
            (Kind::Dexterity, 0)
        } else if left < w.dexterity + w.berserk {
            (Kind::Berserk, 0)
        } else {
            (Kind::Movement, 0)
        })
    }

    /// The same without tables.
    fn slow(&self, rules: &Rules, heat: Heat, at: u32) -> usize {
        let mut worths = [0.0; ANSWERS];
        let n = self.worths(rules, heat, &mut worths);
        soft(&mut worths[..n], heat.temperature, at)
    }
}

#[cfg(test)]
mod tests;
