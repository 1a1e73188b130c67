//! C and D by soft-max (spec 11.4): the weight of a commitment is a power of how often its value gets through, by damage,
//! times a power of the price of a card.

use super::super::belief;
use super::soft::soft;
use super::tables::{CARDS, Row, Rows, Tables};
use super::wall::{Answers, Wall};
use super::{Heat, STEPS, level};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{ACTIONS, Cards, Kind};
use crate::games::gladiatori::decision::{CardUse, Foe};
use crate::games::gladiatori::exchange::{Bout, MOST_COMMITS, worths};
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{BLOOD, OFFENSE};

/// Numbers of 1-Energy cards that a zone can hold.
const MOST_E1: usize = 16;
/// Places by number of cards, more than [`CARDS`].
const NUMBERS: usize = 32;

/// The attack card and its Combat cards; `None` without an attack card in hand.
#[inline(never)]
pub(in super::super) fn attack<C: Chance>(
    view: &View<'_>,
    foe: Foe,
    heat: Heat,
    chance: &mut C,
) -> Option<(CardUse, Cards)> {
    let hand = view.own().hand();
    if hand.set & ACTIONS & !Kind::Movement.card() == 0 {
        return None;
    }
    let rules = view.rules();
    let at = level(chance);
    let (kind, e1, e0) = match Tables::of(&heat, rules) {
        Some(tables) if fits(hand) => {
            let side = Side::new(view, hand);
            let (d, arrival) = belief::shield(view, foe);
            let answers = Wall::new(rules, &d, arrival).answers(&d);
            by_weight(&side, rules, tables, &answers, at)
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

/// Whether the quick way holds all that this hand could do.
#[inline(always)]
fn fits(hand: Cards) -> bool {
    usize::from(hand.e1 + hand.e0) <= CARDS
}

/// The own side.
struct Side {
    /// Kinds in hand.
    actions: u16,
    e1: usize,
    e0: usize,
    /// Cards in hand.
    hand: u8,
    /// The Attack Value but for the bonus of the card.
    common: i16,
    blood: u8,
}

impl Side {
    #[inline(always)]
    fn new(view: &View<'_>, hand: Cards) -> Self {
        let g = view.own();
        let penalty = view.rules().status_penalty(g.facedown(), g.trapped() > 0);
        Self {
            actions: hand.set,
            e1: hand.e1.into(),
            e0: hand.e0.into(),
            hand: hand.count(),
            common: g.item_values(view.sheet(), 2).0 + i16::from(g.stats[OFFENSE]) - penalty,
            blood: g.stats[BLOOD],
        }
    }

    #[inline(always)]
    fn holds(&self, kind: Kind) -> bool {
        self.actions & kind.card() != 0
    }
}

/// Commitments as lines of weights.
struct Lines<'a> {
    side: &'a Side,
    rules: &'a Rules,
    answers: &'a Answers,
    rows: Rows<'a>,
}

impl<'a> Lines<'a> {
    /// Pairs of counts with the same sum.
    #[inline(always)]
    fn ways(&self, k: usize) -> usize {
        k.min(self.side.e1) + 1 - k.saturating_sub(self.side.e0)
    }

    /// The row of Strength with `i` 1-Energy cards that gets through so often, and its sum over the 0-Energy cards.
    #[inline(always)]
    fn line(&self, i: usize, through: u8) -> (&'a Row, f64) {
        let row = self.rows.row(through.into());
        (row, row.below(i + self.side.e0 + 1) - row.below(i))
    }

    /// Strength: how often it gets through by 1-Energy cards; the sum of all weights.
    #[inline(always)]
    fn strength(&self, out: &mut [u8; MOST_E1]) -> f64 {
        let against = self.answers.against(Kind::Strength);
        let (mut value, mut sum) = (self.side.common, 0.0);
        for i in 0..self.side.e1 + 1 {
            let through = against.through(value) as u8;
            out[i % MOST_E1] = through;
            sum += self.line(i, through).1;
            value += self.rules.n.strength_attack_per_e1;
        }
        sum
    }

    /// Dexterity: how often it gets through by number of cards; the sum of all weights.
    #[inline(always)]
    fn dexterity(&self, out: &mut [u8; NUMBERS]) -> f64 {
        let against = self.answers.against(Kind::Dexterity);
        let hand = self.side.hand - 1;
        let per = self.rules.n.dexterity_cards_per_point;
        let points = self.rules.attack_bonus(Kind::Dexterity, 0, hand, 0);
        // Cards in hand count by twos: the value falls when these are gone.
        let mut value = self.side.common + points;
        let mut spare = hand - points as u8 * per;
        let mut through = against.through(value) as u8;
        let mut row = self.rows.row(through.into());
        let mut sum = 0.0;
        for k in 0..self.side.e1 + self.side.e0 + 1 {
            out[k % NUMBERS] = through;
            sum += row.at(k) * f64::from(self.ways(k) as i32);
            if spare == 0 {
                (value, spare) = (value - 1, per);
                through = against.through(value) as u8;
                row = self.rows.row(through.into());
            }
            spare -= 1;
        }
        sum
    }

    /// The weights of Berserk by number of cards, and what Blood makes of them.
    #[inline(always)]
    fn berserk(&self, tables: &Tables) -> (&'a Row, f64) {
        let blood = self.side.blood.min(self.rules.n.berserk_blood_max);
        let value = self.side.common + self.rules.attack_bonus(Kind::Berserk, 0, 0, blood);
        let through = self.answers.against(Kind::Berserk).through(value);
        (self.rows.row(through), tables.points(1, blood))
    }

    /// The commitment of a kind whose weight depends on the number of cards alone, where `left` lies in its line.
    #[inline(always)]
    fn nth(&self, mut left: f64, at: impl Fn(usize) -> f64) -> (u8, u8) {
        let Side { e1, e0, .. } = *self.side;
        let (mut k, mut now) = (0, (0, 0));
        loop {
            let weight = at(k);
            // With as many 0-Energy cards as there are, then with one 1-Energy card more each time.
            let first = k.saturating_sub(e0);
            for more in first..k.min(e1) + 1 {
                now = (more as u8, (k - more) as u8);
                if left < weight {
                    return now;
                }
                left -= weight;
            }
            k += 1;
            // Rounding may leave nothing: then the last one ends the line.
            if k > e1 + e0 {
                return now;
            }
        }
    }
}

/// The commitment at a level: Strength by its cards, the others by their number first. Of Strength and
/// Berserk only the chosen one is gone through card by card.
#[inline(always)]
fn by_weight(
    side: &Side,
    rules: &Rules,
    tables: &Tables,
    answers: &Answers,
    at: u32,
) -> (Kind, u8, u8) {
    let (e1, e0) = (side.e1, side.e0);
    let lines = Lines {
        side,
        rules,
        answers,
        rows: tables.rows(answers.all()),
    };
    let (mut strength, mut dexterity, mut berserk) = (0.0, 0.0, 0.0);
    let mut throughs = [0; MOST_E1];
    if side.holds(Kind::Strength) {
        strength = lines.strength(&mut throughs);
    }
    let mut numbers = [0; NUMBERS];
    if side.holds(Kind::Dexterity) {
        dexterity = lines.dexterity(&mut numbers);
    }
    let (mut row, mut points) = (lines.rows.row(0), 0.0);
    if side.holds(Kind::Berserk) {
        (row, points) = lines.berserk(tables);
        for i in 0..e1 + 1 {
            berserk += row.below(i + e0 + 1) - row.below(i);
        }
        berserk *= points;
    }
    let mut left = f64::from(at) / f64::from(STEPS) * (strength + dexterity + berserk);
    if left < strength || dexterity + berserk == 0.0 {
        let mut i = 0;
        let (row, left) = loop {
            let (row, w) = lines.line(i, throughs[i % MOST_E1]);
            if left < w || i == e1 {
                break (row, left + row.below(i));
            }
            left -= w;
            i += 1;
        };
        let mut k = i;
        while k < i + e0 && row.below(k + 1) <= left {
            k += 1;
        }
        return (Kind::Strength, i as u8, (k - i) as u8);
    }
    left -= strength;
    // Rounding may leave the last group empty: then the one before ends the line.
    let kind = if left < dexterity || berserk == 0.0 {
        Kind::Dexterity
    } else {
        left = (left - dexterity) / points;
        Kind::Berserk
    };
    let (e1, e0) = lines.nth(left, |k| {
        if kind == Kind::Dexterity {
            lines.rows.row(numbers[k % NUMBERS].into()).at(k)
        } else {
            row.at(k)
        }
    });
    (kind, e1, e0)
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
    use crate::games::gladiatori::cards::ones;
    use crate::games::gladiatori::exchange::{Attacker, Defender, Quantal};
    use crate::games::gladiatori::policy::belief::Shield;
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
            assert!(fits(Cards::energy(a.e1, a.e0)));
            let side = Side {
                actions: a.actions,
                e1: a.e1.into(),
                e0: a.e0.into(),
                hand: ones(a.actions) + a.e1 + a.e0 + a.other,
                common: a.items + i16::from(a.offense)
                    - rules.status_penalty(a.facedown, a.trapped),
                blood: a.blood,
            };
            let d = Shield::of(&d);
            let answers = Wall::new(&rules, &d, 0).answers(&d);
            let tables = Tables::of(&heat, &rules).unwrap();
            let mut hits: BTreeMap<(Kind, u8, u8), u32> = BTreeMap::new();
            let mut slow = hits.clone();
            for level in 0..STEPS {
                *hits
                    .entry(by_weight(&side, &rules, tables, &answers, level))
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
