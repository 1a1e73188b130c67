//! H by soft-max: Offense and Blood against the believed defense, of which the number of cards is known.

use super::super::belief;
use super::soft::{pick, soft};
use super::tables::{NO_ATTACK, Tables};
use super::wall::{Limits, Wall};
use super::{Heat, level};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{Kind, ones};
use crate::games::gladiatori::decision::Reveal;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{BLOOD, OFFENSE};

/// Payments: with and without Offense, 0-7 Blood.
const PAYMENTS: usize = 16;

/// H: whether Offense is used, and Blood.
pub(in super::super) fn press<C: Chance>(
    view: &View<'_>,
    reveal: &Reveal,
    heat: Heat,
    chance: &mut C,
) -> (bool, u8) {
    let g = view.own();
    let rules = view.rules();
    let most = if reveal.kind == Kind::Berserk {
        g.stats[BLOOD].min(rules.n.berserk_blood_max).min(7)
    } else {
        0
    };
    let offense = g.stats[OFFENSE];
    if offense == 0 && most == 0 {
        return (false, 0);
    }
    let at = level(chance);
    let cards = reveal.combat.count();
    match Tables::of(&heat, rules).and_then(|t| Some((t, t.damage(cards)?))) {
        Some((tables, damage)) => {
            let push = Push::new(view, reveal, [offense, most], damage);
            push.payment(push.taken(rules, tables, at))
        }
        None => slowly(view, reveal, heat, [offense, most], at),
    }
}

/// The same without tables.
#[cold]
#[inline(never)]
fn slowly(view: &View<'_>, reveal: &Reveal, heat: Heat, points: [u8; 2], at: u32) -> (bool, u8) {
    let rules = view.rules();
    let damage = rules.damage(reveal.combat.count(), 0, 0);
    let push = Push::new(view, reveal, points, damage);
    // Where damage grows with the excess more than the hit counts.
    let excess = (rules.n.excess_damage_every > 0)
        .then(|| belief::attack_on(view, reveal.foe, heat.card, heat.point));
    let cards = reveal.combat.count();
    let taken = push.slow(rules, heat, at, |value| {
        let of = |k| {
            let excess = excess.as_ref()?;
            let e1 = push.e1;
            Some(f64::from(excess.forced(
                value,
                reveal.kind,
                cards,
                k,
                e1,
                e1,
            )))
        };
        if push.kinds == 0 {
            return of(None);
        }
        let each = Kind::ALL.into_iter().filter(|k| push.kinds & k.card() != 0);
        each.map(|k| of(Some(k))).sum()
    });
    push.payment(taken)
}

/// All that a payment is weighed with.
#[derive(Debug, Clone, Copy)]
struct Push {
    /// The Attack Value without payments.
    base: i16,
    offense: u8,
    /// Most Blood.
    most: u8,
    /// Kinds that may have answered, none of a Surprised one, and their 1-Energy cards.
    kinds: u16,
    e1: u8,
    /// The highest Attack Values that the answers stop.
    limits: Limits,
    /// How many these are.
    answers: u8,
    /// Damage of a hit.
    damage: u8,
}

impl Push {
    #[inline(always)]
    fn new(view: &View<'_>, reveal: &Reveal, [offense, most]: [u8; 2], damage: u8) -> Self {
        let rules = view.rules();
        let (kinds, e1, limits) = match reveal.answer {
            None => (0, 0, Limits::surprised(belief::surprised(view, reveal.foe))),
            Some(cards) => {
                let (d, arrival) = belief::shield(view, reveal.foe);
                let wall = Wall::new(rules, &d, arrival);
                let kinds = reveal.answer_kind.map_or(wall.kinds(), Kind::card);
                // Nearly always none.
                let e1 = if cards == 0 { 0 } else { cards.min(d.e1()) };
                (kinds, e1, wall.limits(reveal.kind, kinds, e1))
            }
        };
        Self {
            base: reveal.base,
            offense,
            most,
            kinds,
            e1,
            limits,
            answers: ones(kinds).max(1),
            damage,
        }
    }

    /// The payment of a place.
    #[inline(always)]
    fn payment(&self, place: usize) -> (bool, u8) {
        let place = place as u8;
        if self.offense > 0 {
            (place & 1 == 1, place >> 1)
        } else {
            (false, place)
        }
    }

    /// Answers that a value gets through: without a positive one there is no attack.
    #[inline(always)]
    fn through(&self, value: i16) -> usize {
        if value > 0 {
            self.limits.through(value)
        } else {
            0
        }
    }

    /// Calls with every Attack Value and the points paid for it: by Blood, first without Offense.
    #[inline(always)]
    fn each(&self, rules: &Rules, mut f: impl FnMut(i16, u8)) {
        for blood in 0..self.most + 1 {
            let value = self.base + rules.attack_bonus(Kind::Berserk, 0, 0, blood);
            f(value, blood);
            if self.offense > 0 {
                f(value + i16::from(self.offense), blood + 1);
            }
        }
    }

    /// Worths of all payments, how many there are. `excess`: summed damage of the answers to a value where it depends on more
    /// than the hit.
    fn worths(
        &self,
        rules: &Rules,
        heat: Heat,
        out: &mut [f64; PAYMENTS],
        excess: impl Fn(i16) -> Option<f64>,
    ) -> usize {
        let mut n = 0;
        self.each(rules, |value, points| {
            let hits = self.through(value) as u16 * u16::from(self.damage);
            let sum = excess(value).unwrap_or(f64::from(hits));
            // An attack that happens scores by itself.
            let attack = if value > 0 {
                f64::from(rules.n.vp.front_attack)
            } else {
                0.0
            };
            out[n] = sum / f64::from(self.answers) + attack - heat.point * f64::from(points);
            n += 1;
        });
        n
    }

    /// The payment at a level without tables.
    fn slow(
        &self,
        rules: &Rules,
        heat: Heat,
        at: u32,
        excess: impl Fn(i16) -> Option<f64>,
    ) -> usize {
        let mut worths = [0.0; PAYMENTS];
        let n = self.worths(rules, heat, &mut worths, excess);
        soft(&mut worths[..n], heat.temperature, at)
    }

    /// The exponential of the worth of a payment.
    #[inline(always)]
    fn weight(&self, tables: &Tables, value: i16, points: u8) -> f64 {
        let through = tables.through(self.answers, self.damage);
        let worth = if value > 0 {
            through[self.limits.through(value) % 8]
        } else {
            through[NO_ATTACK]
        };
        worth * tables.points(1, points)
    }

    /// The exponentials of the worths, how many there are, and their sum.
    #[inline(always)]
    fn weights(&self, rules: &Rules, tables: &Tables, out: &mut [f64; PAYMENTS]) -> (usize, f64) {
        let (mut n, mut total) = (0, 0.0);
        self.each(rules, |value, points| {
            let w = self.weight(tables, value, points);
            out[n % PAYMENTS] = w;
            total += w;
            n += 1;
        });
        (n, total)
    }

    /// The payment at a level.
    #[inline(always)]
    fn taken(&self, rules: &Rules, tables: &Tables, at: u32) -> usize {
        if self.most == 0 {
            // Offense or not.
            let without = self.weight(tables, self.base, 0);
            let with = self.weight(tables, self.base + i16::from(self.offense), 1);
            return pick(&[without, with], without + with, at);
        }
        let mut weights = [0.0; PAYMENTS];
        let (n, total) = self.weights(rules, tables, &mut weights);
        pick(&weights[..n.min(PAYMENTS)], total, at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::DAMAGES;
    use super::*;
    use crate::chance::{Lane, Stream};

    /// The weights are the plain soft-max of the worths.
    #[test]
    fn the_weights_are_the_soft_max() {
        let rules = Rules::default_rules().unwrap();
        let mut s = Stream::new(7, "press", 0, Lane::Main);
        for round in 0..600 {
            let mut below = |n: u64| s.below(n) as u8;
            let heat = Heat {
                temperature: [0.2, 0.5, 3.0][usize::from(below(3))],
                card: f64::from(below(3)) / 4.0,
                point: f64::from(below(4)) / 4.0,
            };
            let answers = 1 + below(4);
            let mut limits = [i16::MAX; 4];
            for limit in &mut limits[..usize::from(answers)] {
                *limit = below(14).into();
            }
            let most = below(8);
            let push = Push {
                base: i16::from(below(16)) - 4,
                // Without Blood there is Offense: otherwise nothing is asked.
                offense: if most == 0 { 1 + below(6) } else { below(7) },
                most,
                kinds: 0,
                e1: 0,
                limits: Limits::new(limits),
                answers,
                damage: 1 + below(DAMAGES as u64 - 1),
            };
            let mut worths = [0.0; PAYMENTS];
            let n = push.worths(&rules, heat, &mut worths, |_| None);
            let best = worths[..n].iter().copied().fold(f64::MIN, f64::max);
            let slow = worths.map(|w| ((w - best) / heat.temperature).exp());
            let all: f64 = slow[..n].iter().sum();
            let mut weights = [0.0; PAYMENTS];
            let tables = Tables::of(&heat, &rules).unwrap();
            let (m, total) = push.weights(&rules, tables, &mut weights);
            assert_eq!(n, m);
            for (i, w) in weights[..n].iter().enumerate() {
                let (p, q) = (w / total, slow[i] / all);
                assert!((p - q).abs() < 1e-12, "{round} {i}: {p} {q}");
            }
            let at = u32::from(below(128)) * 128 + u32::from(below(128));
            let plain = push.slow(&rules, heat, at, |_| None);
            let quick = push.taken(&rules, tables, at);
            // Rounding may fall on the other side of a border.
            let left = f64::from(at) / f64::from(super::super::STEPS) * all;
            let border = (0..n).any(|i| (slow[..=i].iter().sum::<f64>() - left).abs() < 1e-9 * all);
            assert!(plain == quick || border, "{round}: {plain} {quick}");
        }
    }
}
