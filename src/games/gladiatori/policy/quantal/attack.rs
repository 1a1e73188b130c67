//! C and D by soft-max (spec 11.4): the weight of a commitment is a power of how often its value gets through, by damage,
//! times a power of the price of a card.

use super::super::belief;
use super::soft::soft;
use super::tables::{CARDS, Row, Rows, Tables};
use super::wall::{Against, Wall};
use super::{Heat, STEPS, level};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{ACTIONS, Cards, Kind, ones};
use crate::games::gladiatori::decision::{CardUse, Foe};
use crate::games::gladiatori::exchange::{Attacker, Bout, MOST_COMMITS, worths};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::observe::View;

/// The attack card and its Combat cards; `None` without an attack card in hand.
#[inline(never)]
pub(in super::super) fn attack<C: Chance>(
    view: &View<'_>,
    foe: Foe,
    heat: Heat,
    chance: &mut C,
) -> Option<(CardUse, Cards)> {
    let a = belief::attacker(view);
    if a.actions & ACTIONS & !Kind::Movement.card() == 0 {
        return None;
    }
    let rules = view.rules();
    let at = level(chance);
    let (kind, e1, e0) = match Tables::of(&heat, rules) {
        Some(tables) if fits(&a) => {
            let (d, arrival) = belief::wall(view, foe);
            by_weight(&a, rules, tables, &Wall::new(rules, &d, arrival), at)
        }
        _ => {
            let bout = belief::attack_on(view, foe, heat.card, heat.point);
            one_by_one(&bout, heat, at)
        }
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
#[inline(always)]
fn fits(a: &Attacker) -> bool {
    usize::from(a.e1 + a.e0) <= CARDS
}

fn blood(a: &Attacker, rules: &Rules) -> u8 {
    a.blood.min(rules.n.berserk_blood_max)
}

/// Commitments as lines of weights.
struct Lines<'a> {
    a: &'a Attacker,
    rules: &'a Rules,
    rows: Rows<'a>,
    /// The Attack Value but for the bonus of the card.
    common: i16,
    e1: usize,
    e0: usize,
}

impl Lines<'_> {
    /// Pairs of counts with the same sum.
    #[inline(always)]
    fn ways(&self, k: usize) -> i32 {
        (k.min(self.e1) + 1 - k.saturating_sub(self.e0)) as i32
    }

    /// Visits Strength by 1-Energy cards, until told to stop: with the weights of all numbers of cards, and the sum of those
    /// from these cards on.
    #[inline(always)]
    fn strength(&self, against: &Against, mut visit: impl FnMut(usize, &Row, f64) -> bool) {
        let mut value = self.common;
        for i in 0..self.e1 + 1 {
            let row = self.rows.row(against.through(value));
            if visit(i, row, row.below(i + self.e0 + 1) - row.below(i)) {
                return;
            }
            value += self.rules.n.strength_attack_per_e1;
        }
    }

    /// Dexterity by number of cards; the sum.
    #[inline(always)]
    fn dexterity(&self, against: &Against, out: &mut [f64; CARDS + 1]) -> f64 {
        let a = self.a;
        let hand = ones(a.actions & ACTIONS) + a.e1 + a.e0 + a.other - 1;
        let per = self.rules.n.dexterity_cards_per_point;
        // Cards in hand count by twos: the value falls when these are gone.
        let mut value = self.common + i16::from(hand / per);
        let mut spare = hand % per;
        let mut row = self.rows.row(against.through(value));
        let mut sum = 0.0;
        for (k, cell) in out[..self.e1 + self.e0 + 1].iter_mut().enumerate() {
            *cell = row.at(k) * f64::from(self.ways(k));
            sum += *cell;
            if spare == 0 {
                (value, spare) = (value - 1, per);
                row = self.rows.row(against.through(value));
            }
            spare -= 1;
        }
        sum
    }

    /// The weights of Berserk by number of cards, and what Blood makes of them.
    #[inline(always)]
    fn berserk(&self, tables: &Tables, wall: &Wall) -> (&Row, f64) {
        let blood = blood(self.a, self.rules);
        let value = self.common + self.rules.attack_bonus(Kind::Berserk, 0, 0, blood);
        let through = wall.against(Kind::Berserk).through(value);
        (self.rows.row(through), tables.points(1, blood))
    }
}

/// The commitment at a level: Strength by its cards, the others by their number first. Of Strength and
/// Berserk only the chosen one is gone through card by card.
#[inline(always)]
fn by_weight(a: &Attacker, rules: &Rules, tables: &Tables, wall: &Wall, at: u32) -> (Kind, u8, u8) {
    let (e1, e0) = (usize::from(a.e1), usize::from(a.e0));
    let lines = Lines {
        a,
        rules,
        rows: tables.rows(wall.all()),
        common: a.items + i16::from(a.offense) - rules.status_penalty(a.facedown, a.trapped),
        e1,
        e0,
    };
    let holds = |kind: Kind| a.actions & kind.card() != 0;
    let (mut strength, mut dexterity, mut berserk) = (0.0, 0.0, 0.0);
    if holds(Kind::Strength) {
        lines.strength(&wall.against(Kind::Strength), |_, _, w| {
            strength += w;
            false
        });
    }
    let mut numbers = [0.0; CARDS + 1];
    if holds(Kind::Dexterity) {
        dexterity = lines.dexterity(&wall.against(Kind::Dexterity), &mut numbers);
    }
    if holds(Kind::Berserk) {
        let (row, points) = lines.berserk(tables, wall);
        for i in 0..e1 + 1 {
            berserk += row.below(i + e0 + 1) - row.below(i);
        }
        berserk *= points;
    }
    let mut left = f64::from(at) / f64::from(STEPS) * (strength + dexterity + berserk);
    if left < strength || dexterity + berserk == 0.0 {
        let mut chosen = (a.e1, a.e0);
        lines.strength(&wall.against(Kind::Strength), |i, row, w| {
            if left >= w && i < e1 {
                left -= w;
                return false;
            }
            let left = left + row.below(i);
            let mut k = i;
            while k < i + e0 && row.below(k + 1) <= left {
                k += 1;
            }
            chosen = (i as u8, (k - i) as u8);
            true
        });
        return (Kind::Strength, chosen.0, chosen.1);
    }
    left -= strength;
    // Rounding may leave the last group empty: then the one before ends the line.
    let kind = if left < dexterity || berserk == 0.0 {
        Kind::Dexterity
    } else {
        left -= dexterity;
        Kind::Berserk
    };
    let (mut k, mut weight) = (0, 0.0);
    let mut visit = |now: usize, w: f64| {
        (k, weight) = (now, w);
        let here = left < w || now == e1 + e0;
        if !here {
            left -= w;
        }
        here
    };
    if kind == Kind::Dexterity {
        let mut now = 0;
        while !visit(now, numbers[now]) {
            now += 1;
        }
    } else {
        let (row, points) = lines.berserk(tables, wall);
        let mut now = 0;
        while !visit(now, row.at(now) * points * f64::from(lines.ways(now))) {
            now += 1;
        }
    }
    let ways = lines.ways(k);
    let nth = ((left / weight * f64::from(ways)).max(0.0) as usize).min(ways as usize - 1);
    let e1 = k.saturating_sub(e0) + nth;
    (kind, e1 as u8, (k - e1) as u8)
}

/// The same without tables: very cold, more cards than training gives, damage by excess.
#[cold]
#[inline(never)]
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
                trapped: below(6) == 0,
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
            assert!(fits(&a));
            let wall = Wall::new(&rules, &d, 0);
            let tables = Tables::of(&heat, &rules).unwrap();
            let mut hits: BTreeMap<(Kind, u8, u8), u32> = BTreeMap::new();
            let mut slow = hits.clone();
            for level in 0..STEPS {
                *hits
                    .entry(by_weight(&a, &rules, tables, &wall, level))
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
