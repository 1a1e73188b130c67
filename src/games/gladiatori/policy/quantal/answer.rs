//! F and G by soft-max: answers, each worth minus what it is believed to let through, less prices.

use super::super::belief::{self, Values};
use super::soft::{pick, soft};
use super::tables::{DAMAGES, Tables};
use super::{Heat, level};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{ACTIONS, Cards, Kind, nth_action};
use crate::games::gladiatori::decision::{CardUse, Defend, Foe, Threat};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{GUARD, SPEED};

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
    match Tables::of(&heat, rules) {
        Some(tables) if usize::from(damage(rules, threat)) < DAMAGES => {
            let own = Own::new(view, threat);
            let at = level(chance);
            own.defend(own.place(rules, tables, at))
        }
        _ => slowly(view, threat, heat, chance),
    }
}

/// The same without tables.
#[cold]
#[inline(never)]
fn slowly<C: Chance>(
    view: &View<'_>,
    threat: &Threat,
    heat: Heat,
    chance: &mut C,
) -> Option<Defend> {
    let own = Own::new(view, threat);
    let at = level(chance);
    own.defend(own.slow(view.rules(), heat, at))
}

/// Damage of a hit.
#[inline(always)]
fn damage(rules: &Rules, threat: &Threat) -> u8 {
    if threat.value.is_some() {
        rules.n.beast_damage
    } else {
        rules.damage(threat.cards, 0, 0)
    }
}

/// All that an answer depends on.
#[derive(Debug, Clone, Copy)]
struct Own {
    /// Kinds in hand that may answer.
    hand: u16,
    /// Kinds in the row that may, none of them in hand, and their prices.
    row: u16,
    prices: [u8; 4],
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

/// Bits of a lane: three believed values fit in a word and never touch each other.
const LANE: u32 = 21;
/// One in every lane.
const EACH: u64 = 1 | 1 << LANE | 1 << (2 * LANE);

/// Which believed values are above a number, in lanes of one word.
#[derive(Clone, Copy)]
struct Lanes(u64);

impl Lanes {
    /// Of three values.
    #[inline(always)]
    fn new(values: [i16; 3]) -> Self {
        let lane = |k: usize| (i64::from(values[k]) << (LANE * k as u32)) as u64;
        let sum = lane(0).wrapping_add(lane(1)).wrapping_add(lane(2));
        // With this added a lane's highest bit says that its value is above 0.
        Self(sum.wrapping_add(EACH * ((1 << (LANE - 1)) - 1)))
    }

    /// With less in all lanes.
    #[inline(always)]
    fn less(self, n: i16) -> Self {
        Self(self.0.wrapping_sub(EACH.wrapping_mul(i64::from(n) as u64)))
    }

    /// With less in the lane of a kind; Movement has none.
    #[inline(always)]
    fn less_in(self, kind: Kind, n: i16) -> Self {
        Self(
            self.0
                .wrapping_sub((i64::from(n) << (LANE * kind as u32)) as u64),
        )
    }

    /// One in every lane that is above 0.
    #[inline(always)]
    fn above(self) -> u64 {
        self.0 >> (LANE - 1) & EACH
    }
}

/// The sum of small lanes.
#[inline(always)]
fn sum(lanes: u64) -> usize {
    (lanes.wrapping_mul(EACH) >> (2 * LANE)) as usize % 16
}

impl Own {
    #[inline(always)]
    fn new(view: &View<'_>, threat: &Threat) -> Self {
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
        let row = view.row_defenses() & threat.options;
        let mut prices = [0; 4];
        let mut left = row;
        while left != 0 {
            let kind = Kind::from_index(left.trailing_zeros() as u8);
            left &= left - 1;
            prices[kind as usize] = g.row_price(kind).unwrap_or(0);
        }
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
            damage: damage(rules, threat),
            values,
        }
    }

    /// The answer of a place.
    #[inline(always)]
    fn defend(&self, place: usize) -> Option<Defend> {
        let (kind, e1) = self.nth(place)?;
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

    /// The answer of a place in that order, 0 for none.
    #[inline(always)]
    fn nth(&self, place: usize) -> Option<(Kind, u8)> {
        let mut left = place.checked_sub(1)? as u8;
        let mut set = self.hand | self.row;
        if set & Kind::Strength.card() != 0 {
            if left <= self.e1 {
                return Some((Kind::Strength, left));
            }
            left -= self.e1 + 1;
            set &= !Kind::Strength.card();
        }
        Some((nth_action(set, left), 0))
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

    /// Number of believed values.
    #[inline(always)]
    fn n(&self) -> usize {
        let k = usize::from(self.values.kinds);
        (k & 1) + (k >> 1 & 1) + (k >> 2 & 1)
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
            -(damage + heat.point * f64::from(points)) / self.n().max(1) as f64
        };
        out[0] = worth(None, 0);
        let mut n = 1;
        self.each(|kind, e1| {
            let price = if self.hand & kind.card() != 0 {
                heat.card
            } else {
                heat.point * f64::from(self.prices[kind as usize])
            };
            out[n] = worth(Some(kind), e1) - price - heat.card * f64::from(e1);
            n += 1;
        });
        n
    }

    /// Their exponentials, how many there are, and their sum.
    #[inline(always)]
    fn weights(&self, rules: &Rules, tables: &Tables, out: &mut [f64; ANSWERS]) -> (usize, f64) {
        let n = self.n().max(1);
        let kept = tables.kept(n, self.damage);
        // A value that is not known never gets through.
        let value = |k: usize| {
            if self.values.kinds >> k & 1 != 0 {
                self.values.of[k]
            } else {
                i16::MIN / 2
            }
        };
        let bare = Lanes::new([value(0), value(1), value(2)]).less(self.base);
        let guard = i16::from(self.guard);
        let weight = |missing: Lanes| {
            // Above 0 it costs a point; above Guard it is a hit instead: 1 + 3.
            let hits = missing.less(guard).above();
            kept[sum(missing.above() + 3 * hits)]
        };
        let price = |kind: Kind| {
            if self.hand & kind.card() != 0 {
                tables.cards(1)
            } else {
                tables.points(1, self.prices[kind as usize])
            }
        };
        let all = self.hand | self.row;
        let (mut len, mut total) = (0, 0.0);
        let mut put = |w: f64| {
            out[len] = w;
            len += 1;
            total += w;
        };
        put(weight(bare));
        if all & Kind::Strength.card() != 0 {
            let mut missing = bare.less_in(Kind::Strength, self.matched);
            let price = price(Kind::Strength);
            for e1 in 0..self.e1.min(MOST_E1) + 1 {
                put(weight(missing) * price * tables.cards(e1));
                missing = missing.less(rules.n.strength_defense_per_e1);
            }
        }
        for kind in [Kind::Dexterity, Kind::Berserk] {
            if all & kind.card() != 0 {
                let laid = u8::from(self.hand & kind.card() != 0);
                let bonus = rules.defense_bonus(kind, 0, self.total.saturating_sub(laid));
                let missing = bare.less(bonus).less_in(kind, self.matched);
                put(weight(missing) * price(kind));
            }
        }
        if all & Kind::Movement.card() != 0 {
            let (hits, points) = self.dodge(rules);
            put(kept[usize::from(hits) * 4 % 16]
                * tables.points(n, points)
                * price(Kind::Movement));
        }
        (len, total)
    }

    /// The place of the answer at a level.
    #[inline(always)]
    fn place(&self, rules: &Rules, tables: &Tables, at: u32) -> usize {
        let mut weights = [0.0; ANSWERS];
        let (n, total) = self.weights(rules, tables, &mut weights);
        pick(&weights[..n.min(ANSWERS)], total, at)
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
