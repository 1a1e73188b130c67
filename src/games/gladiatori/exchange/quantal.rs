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
    let always = Bout {
        point_price: 0.0,
        ..*b
    };
    let damage =
        |answer: Option<Kind>, p: u8| f64::from(always.decide(value, kind, cards, answer, p, p).0);
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

impl Quantal {
    /// Works the probabilities out. `temperature` is positive, in damage points.
    pub fn new(b: &Bout, temperature: f64) -> Self {
        let mut commits = Vec::new();
        for kind in b.attack_kinds() {
            for e1 in 0..=b.attacker.e1 {
                for e0 in 0..=b.attacker.e0 {
                    let points = u8::from(b.attacker.offense > 0)
                        + if kind == Kind::Berserk {
                            b.most_blood()
                        } else {
                            0
                        };
                    let worth = mean_damage(b, kind, e1, e0)
                        - b.card_price * f64::from(1 + e1 + e0)
                        - b.point_price * f64::from(points);
                    commits.push(Commit {
                        kind,
                        e1,
                        e0,
                        worth,
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
