//! C and D by soft-max (spec 11.4): the weight of a commitment is a power of how often its value gets through, by damage,
//! times a power of the price of a card.

use super::super::belief;
use super::wall::{Against, Wall};
use super::{Heat, STEPS, level, soft};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{ACTIONS, Cards, Kind, ones};
use crate::games::gladiatori::decision::{CardUse, Foe};
use crate::games::gladiatori::exchange::{Attacker, Bout, MOST_COMMITS, worths};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::observe::View;
use std::cell::Cell;

/// Most Combat cards without the slow way: as many as training gives.
const CARDS: usize = 20;
/// Damage of a hit with so many, and one more.
const DAMAGES: usize = 12;
/// Places for them, a power of two.
const POWERS: usize = 16;
/// Lowest temperature for which exp(damage / temperature) can be held.
const COLDEST: f64 = 0.2;

/// The attack card and its Combat cards; `None` without an attack card in hand.
pub(in super::super) fn attack<C: Chance>(
    view: &View<'_>,
    foe: Foe,
    heat: Heat,
    chance: &mut C,
) -> Option<(CardUse, Cards)> {
    let (a, d, arrival) = belief::sides(view, foe);
    if a.actions & ACTIONS & !Kind::Movement.card() == 0 {
        return None;
    }
    let rules = view.rules();
    let at = level(chance);
    let bout = || belief::bout(view, a, d, arrival, heat.card, heat.point);
    let (kind, e1, e0) = if fits(&a, rules, heat) {
        by_weight(&a, rules, heat, &Wall::new(rules, &d, arrival), at)
    } else {
        one_by_one(&bout(), heat, at)
    };
    Some((
        CardUse {
            kind,
            from_row: false,
        },
        Cards::energy(e1, e0),
    ))
}

/// Whether the quick way holds all that this attacker could do.
fn fits(a: &Attacker, rules: &Rules, heat: Heat) -> bool {
    rules.n.excess_damage_every == 0
        && heat.temperature >= COLDEST
        && usize::from(a.e1 + a.e0) <= CARDS
        && usize::from(rules.damage(a.e1 + a.e0, 0, 0)) < DAMAGES
}

fn blood(a: &Attacker, rules: &Rules) -> u8 {
    a.blood.min(rules.n.berserk_blood_max)
}

/// Rows of powers kept by a thread: a share is one of few fractions.
const KEPT: usize = 64;

thread_local! {
    /// By a hash of the exponent: its bits, and the powers of its exponential. Zero's are right from the start.
    static ROWS: [Cell<(u32, [f32; POWERS])>; KEPT] =
        const { [const { Cell::new((0, [1.0; POWERS])) }; KEPT] };
}

/// exp(x times damage) by damage.
#[inline]
fn powers_of(x: f32) -> [f32; POWERS] {
    ROWS.with(|rows| {
        let bits = x.to_bits();
        let row = &rows[(bits.wrapping_mul(0x9e37_79b9) >> 26) as usize];
        let (of, powers) = row.get();
        if of == bits {
            return powers;
        }
        let step = x.exp();
        let mut powers = [1.0; POWERS];
        for d in 1..DAMAGES {
            powers[d] = powers[d - 1] * step;
        }
        row.set((bits, powers));
        powers
    })
}

/// The commitment at a level: Strength by its cards, the others by their number first.
fn by_weight(a: &Attacker, rules: &Rules, heat: Heat, wall: &Wall, at: u32) -> (Kind, u8, u8) {
    let common = a.items + i16::from(a.offense) - rules.status_penalty(a.facedown, a.trapped);
    let temperature = heat.temperature as f32;
    let n = usize::from(a.e1 + a.e0);
    let total_hand = ones(a.actions & ACTIONS) + a.e1 + a.e0 + a.other;
    // Damage and price by number of cards.
    let card = (-heat.card as f32 / temperature).exp();
    let (mut damage, mut price) = ([0u8; CARDS + 1], [1f32; CARDS + 1]);
    let per = rules.n.cards_per_damage_step;
    let (mut now, mut more) = (rules.damage(0, 0, 0), 1 % per);
    for k in 0..n + 1 {
        damage[k] = now;
        more += 1;
        if more == per {
            (now, more) = (now + 1, 0);
        }
        if k > 0 {
            price[k] = price[k - 1] * card;
        }
    }
    // exp(share x damage / temperature) by damage; values in a row often have the same share.
    let mut powers = [1f32; POWERS];
    let mut last = 0f32;
    let mut weigh = |powers: &mut [f32; POWERS], against: &Against, bonus: i16| {
        let share = against.through(common + bonus);
        if share != last {
            last = share;
            *powers = powers_of(share / temperature);
        }
    };
    let holds = |kind: Kind| a.actions & kind.card() != 0;
    let (mut strength, mut numbers) = ([0f32; 121], [[0f32; CARDS + 1]; 2]);
    let mut sums = [0f32; 3];
    let width = usize::from(a.e0) + 1;
    if holds(Kind::Strength) {
        let against = wall.against(Kind::Strength);
        for e1 in 0..a.e1 + 1 {
            let bonus = rules.attack_bonus(Kind::Strength, e1, 0, 0);
            weigh(&mut powers, &against, bonus);
            let first = usize::from(e1);
            let damage = &damage[first..first + width];
            let price = &price[first..first + width];
            let cells = &mut strength[first * width..][..width];
            for e0 in 0..width {
                let w = powers[usize::from(damage[e0]) % POWERS] * price[e0];
                cells[e0] = w;
                sums[0] += w;
            }
        }
    }
    // Pairs of counts with the same sum.
    let ways = |k: usize| {
        let least = k.saturating_sub(width - 1);
        k.min(usize::from(a.e1)) + 1 - least
    };
    if holds(Kind::Dexterity) {
        let against = wall.against(Kind::Dexterity);
        let mut before = i16::MIN;
        for k in 0..n + 1 {
            let hand = total_hand - 1 - k as u8;
            let bonus = rules.attack_bonus(Kind::Dexterity, 0, hand, 0);
            // Cards in hand count by twos.
            if bonus != before {
                before = bonus;
                weigh(&mut powers, &against, bonus);
            }
            let w = powers[usize::from(damage[k]) % POWERS] * price[k] * ways(k) as f32;
            numbers[0][k] = w;
            sums[1] += w;
        }
    }
    if holds(Kind::Berserk) {
        let blood = blood(a, rules);
        let bonus = rules.attack_bonus(Kind::Berserk, 0, 0, blood);
        weigh(&mut powers, &wall.against(Kind::Berserk), bonus);
        let points = (-heat.point as f32 * f32::from(blood) / temperature).exp();
        for k in 0..n + 1 {
            let w = powers[usize::from(damage[k]) % POWERS] * price[k] * points * ways(k) as f32;
            numbers[1][k] = w;
            sums[2] += w;
        }
    }
    let mut left = at as f32 / STEPS as f32 * (sums[0] + sums[1] + sums[2]);
    if left < sums[0] {
        let count = (usize::from(a.e1) + 1) * width;
        for (i, w) in strength[..count].iter().enumerate() {
            if left < *w || i + 1 == count {
                return (Kind::Strength, (i / width) as u8, (i % width) as u8);
            }
            left -= w;
        }
    }
    left -= sums[0];
    // Rounding may leave the last group empty: then the one before ends the line.
    let group = usize::from(!(left < sums[1] || sums[2] == 0.0));
    let (kind, weights) = ([Kind::Dexterity, Kind::Berserk][group], &numbers[group]);
    if sums[1 + group] == 0.0 {
        return (Kind::Strength, a.e1, a.e0);
    }
    if group == 1 {
        left -= sums[1];
    }
    for k in 0..n + 1 {
        if left < weights[k] || k == n {
            let ways = ways(k);
            let each = weights[k] / ways as f32;
            let nth = ((left / each).max(0.0) as usize).min(ways - 1);
            let e1 = k.saturating_sub(width - 1) + nth;
            return (kind, e1 as u8, (k - e1) as u8);
        }
        left -= weights[k];
    }
    (kind, 0, 0)
}

/// The same without tables: very cold, more cards than training gives, damage by excess.
fn one_by_one(b: &Bout, heat: Heat, at: u32) -> (Kind, u8, u8) {
    let mut worth = [0.0; MOST_COMMITS];
    let n = worths(b, &mut worth);
    let chosen = soft(&mut worth[..n], heat.temperature, at);
    let (width, height) = (
        usize::from(b.attacker.e0) + 1,
        usize::from(b.attacker.e1) + 1,
    );
    let kind = b.attack_kinds().nth(chosen / (width * height));
    let cards = chosen % (width * height);
    (
        kind.unwrap_or(Kind::Strength),
        (cards / width) as u8,
        (cards % width) as u8,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::{Lane, Stream};
    use crate::games::gladiatori::exchange::{Defender, Quantal};
    use std::collections::BTreeMap;

    /// The weights are the soft-max of the specification.
    #[test]
    fn the_weights_give_the_same_probabilities() {
        let rules = Rules::default_rules().unwrap();
        let mut s = Stream::new(5, "quantal", 0, Lane::Main);
        for round in 0..40 {
            let mut below = |n: u64| s.below(n) as u8;
            let a = Attacker {
                items: i16::from(below(5)),
                offense: below(6),
                blood: below(6),
                e1: below(7),
                e0: below(6),
                other: below(4),
                actions: 1 + u16::from(below(15)),
                facedown: below(4) == 0,
                trapped: below(6) == 0,
            };
            let d = Defender {
                items: i16::from(below(5)),
                guard: below(6),
                speed: below(6),
                e1: below(6),
                e0: below(6),
                other: below(4),
                actions: u16::from(below(16)),
                facedown: below(6) == 0,
                trapped: false,
            };
            if a.actions & !Kind::Movement.card() & ACTIONS == 0 {
                continue;
            }
            let heat = Heat::default();
            let bout = Bout {
                card_price: heat.card,
                point_price: heat.point,
                ..Bout::new(rules, a, d).unwrap()
            };
            assert!(fits(&a, &rules, heat));
            let wall = Wall::new(&rules, &d, 0);
            let mut hits: BTreeMap<(Kind, u8, u8), u32> = BTreeMap::new();
            let mut slow = hits.clone();
            for level in 0..STEPS {
                *hits
                    .entry(by_weight(&a, &rules, heat, &wall, level))
                    .or_default() += 1;
                if level % 16 == 0 {
                    *slow.entry(one_by_one(&bout, heat, level)).or_default() += 16;
                }
            }
            for c in Quantal::new(&bout, heat.temperature).commits {
                let key = (c.kind, c.e1, c.e0);
                let of = |h: &BTreeMap<_, u32>| {
                    f64::from(h.get(&key).copied().unwrap_or(0)) / f64::from(STEPS)
                };
                assert!(
                    (of(&hits) - c.p).abs() < 4e-4,
                    "{round} {key:?}: {} {}",
                    of(&hits),
                    c.p
                );
                assert!(
                    (of(&slow) - c.p).abs() < 3e-3,
                    "{round} {key:?}: {} {}",
                    of(&slow),
                    c.p
                );
            }
        }
    }
}
