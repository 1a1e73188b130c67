//! The soft-max attacker (spec 11.4): probabilities of commitments by their mean damage against a `uniform_mix` defense.

use super::Bout;
use crate::games::gladiatori::cards::Kind;

/// A commitment of the attacker with its worth and probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Commit {
    /// Kind of the Action card.
    pub kind: Kind,
    /// 1-Energy cards.
    pub e1: u8,
    /// 0-Energy cards.
    pub e0: u8,
    /// Mean damage less prices.
    pub worth: f64,
    /// Probability.
    pub p: f64,
}

/// The soft-max over all commitments.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantal {
    /// Every commitment, by kind, then 1-Energy, then 0-Energy cards.
    pub commits: Vec<Commit>,
}

/// Mean damage of a commitment against a `uniform_mix` defense that pays whenever that stops the attack; Offense is used
/// if it is above 0 and Berserk takes all the Blood it can. Exact up to rounding.
pub fn mean_damage(b: &Bout, kind: Kind, e1: u8, e0: u8) -> f64 {
    let blood = if kind == Kind::Berserk {
        b.most_blood()
    } else {
        0
    };
    let value = b.attack_value(kind, e1, e0, b.attacker.offense > 0, blood);
    let cards = e1 + e0;
    let damage =
        |answer: Option<Kind>, p: u8| f64::from(b.forced(value, kind, cards, answer, p, p));
    let kinds = b.answer_kinds();
    if kinds == 0 {
        return damage(None, 0);
    }
    let mut sum = 0.0;
    for answer in Kind::ALL.into_iter().filter(|k| kinds & k.card() != 0) {
        sum += if answer == Kind::Strength {
            (0..=b.defender.e1)
                .map(|p| damage(Some(answer), p))
                .sum::<f64>()
                / f64::from(b.defender.e1 + 1)
        } else {
            damage(Some(answer), 0)
        };
    }
    sum / f64::from(kinds.count_ones())
}

/// Most commitments: three kinds, 0-15 cards of each Energy.
pub const MOST_COMMITS: usize = 3 * 16 * 16;

/// Worths of all commitments, mean damage less prices, by kind, then 1-Energy, then 0-Energy cards; how many there are.
pub fn worths(b: &Bout, out: &mut [f64; MOST_COMMITS]) -> usize {
    let mut n = 0;
    for kind in b.attack_kinds() {
        let points = u8::from(b.attacker.offense > 0)
            + if kind == Kind::Berserk {
                b.most_blood()
            } else {
                0
            };
        // But for Strength only the number of cards counts.
        let mut by_number = [f64::NAN; 31];
        for e1 in 0..=b.attacker.e1 {
            for e0 in 0..=b.attacker.e0 {
                let damage = if kind == Kind::Strength {
                    mean_damage(b, kind, e1, e0)
                } else {
                    let slot = &mut by_number[usize::from(e1 + e0)];
                    if slot.is_nan() {
                        *slot = mean_damage(b, kind, e1, e0);
                    }
                    *slot
                };
                out[n] = damage
                    - b.card_price * f64::from(1 + e1 + e0)
                    - b.point_price * f64::from(points);
                n += 1;
            }
        }
    }
    n
}

impl Quantal {
    /// Works the probabilities out. `temperature` is positive, in damage points.
    pub fn new(b: &Bout, temperature: f64) -> Self {
        let mut worth = [0.0; MOST_COMMITS];
        let n = worths(b, &mut worth);
        let mut commits = Vec::with_capacity(n);
        for kind in b.attack_kinds() {
            for e1 in 0..=b.attacker.e1 {
                for e0 in 0..=b.attacker.e0 {
                    commits.push(Commit {
                        kind,
                        e1,
                        e0,
                        worth: worth[commits.len()],
                        p: 0.0,
                    });
                }
            }
        }
        let best = commits.iter().map(|c| c.worth).fold(f64::MIN, f64::max);
        let total: f64 = commits
            .iter()
            .map(|c| ((c.worth - best) / temperature).exp())
            .sum();
        for c in &mut commits {
            c.p = ((c.worth - best) / temperature).exp() / total;
        }
        Self { commits }
    }

    /// Probability of a kind.
    pub fn p_kind(&self, kind: Kind) -> f64 {
        self.commits
            .iter()
            .filter(|c| c.kind == kind)
            .map(|c| c.p)
            .sum()
    }

    /// Mean number of Combat cards.
    pub fn mean_cards(&self) -> f64 {
        self.commits
            .iter()
            .map(|c| c.p * f64::from(c.e1 + c.e0))
            .sum()
    }
}
