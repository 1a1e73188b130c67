//! `quantal(temperature)`: soft-max attack and defense over believed hands; and `equilibrium`, which samples solved exchanges.
//!
//! Attack: the soft-max of spec 11.4 against the believed defender (`belief.rs`); H: soft-max over Offense and Blood.
//! Defense: soft-max over the answers, each worth minus what it is believed to let through, less prices. Probabilities are
//! rounded to 1/16384. What was worked out is kept by thread and key, so that a playout seldom allocates.

use super::super::cards::{ACTIONS, Cards, Kind};
use super::super::decision::{CardUse, Defend, Facing, Foe, Parry, Reveal, Threat};
use super::super::draws::uniform;
use super::super::exchange::{Attacker, Bout, Defender, Quantal, Solution};
use super::super::numbers::Rules;
use super::super::observe::View;
use super::super::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use super::belief;
use crate::chance::Chance;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Settings of the soft-max.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heat {
    /// In damage points, above 0.
    pub temperature: f64,
    /// Price of a card, in damage points.
    pub card: f64,
    /// Price of a point.
    pub point: f64,
}

impl Default for Heat {
    fn default() -> Self {
        Self {
            temperature: 0.5,
            card: 0.25,
            point: 0.25,
        }
    }
}

/// Steps of the rounded probabilities.
const STEPS: u32 = 1 << 14;

/// A number below `STEPS`.
fn level<C: Chance>(chance: &mut C) -> u32 {
    u32::from(chance.draw("quantal", uniform(128))) * 128
        + u32::from(chance.draw("quantal", uniform(128)))
}

/// Index drawn by soft-max; `worths` has at most 64 entries.
fn soft<C: Chance>(worths: &[f64], temperature: f64, chance: &mut C) -> usize {
    if worths.len() < 2 {
        return 0;
    }
    let best = worths.iter().copied().fold(f64::MIN, f64::max);
    let mut weights = [0.0; 64];
    let mut total = 0.0;
    for (w, v) in weights.iter_mut().zip(worths) {
        *w = ((v - best) / temperature).exp();
        total += *w;
    }
    let mut left = f64::from(level(chance)) / f64::from(STEPS) * total;
    for (i, w) in weights.iter().take(worths.len()).enumerate() {
        if left < *w {
            return i;
        }
        left -= w;
    }
    worths.len() - 1
}

#[derive(PartialEq, Eq, Hash, Clone, Copy)]
struct Key {
    attacker: Attacker,
    defender: Defender,
    arrival: u8,
    heat: [u64; 3],
}

/// Commitments of an attack with running probabilities in 1/16384.
type Table = Rc<Vec<(Kind, Cards, u32)>>;

/// Everything worked out under one set of rules.
#[derive(Default)]
struct Kept {
    rules: Option<Rules>,
    quantal: HashMap<Key, Table>,
    solved: HashMap<Key, Rc<Solution>>,
}

/// Most entries kept.
const MOST: usize = 1 << 14;

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

fn key(b: &Bout, temperature: f64) -> Key {
    Key {
        attacker: b.attacker,
        defender: b.defender,
        arrival: b.arrival,
        heat: [
            temperature.to_bits(),
            b.card_price.to_bits(),
            b.point_price.to_bits(),
        ],
    }
}

impl Kept {
    fn under(&mut self, rules: &Rules) {
        if self.rules.as_ref() != Some(rules)
            || self.quantal.len() > MOST
            || self.solved.len() > MOST
        {
            *self = Self {
                rules: Some(*rules),
                ..Self::default()
            };
        }
    }
}

fn table(b: &Bout, temperature: f64) -> Table {
    let key = key(b, temperature);
    KEPT.with_borrow_mut(|kept| {
        kept.under(&b.rules);
        kept.quantal
            .entry(key)
            .or_insert_with(|| {
                let mut sum = 0.0;
                let row = |c: &super::super::exchange::Commit| {
                    sum += c.p;
                    (
                        c.kind,
                        Cards::energy(c.e1, c.e0),
                        (sum * f64::from(STEPS)).round() as u32,
                    )
                };
                Rc::new(
                    Quantal::new(b, temperature)
                        .commits
                        .iter()
                        .map(row)
                        .collect(),
                )
            })
            .clone()
    })
}

/// The attack card and its Combat cards; `None` without an attack card in hand.
pub(super) fn attack<C: Chance>(
    view: &View<'_>,
    foe: Foe,
    heat: Heat,
    chance: &mut C,
) -> Option<(CardUse, Cards)> {
    let bout = belief::attack_on(view, foe, heat.card, heat.point);
    let table = table(&bout, heat.temperature);
    let last = table.last()?;
    let at = level(chance);
    let (kind, combat, _) = table.iter().find(|(_, _, to)| at < *to).unwrap_or(last);
    Some((
        CardUse {
            kind: *kind,
            from_row: false,
        },
        *combat,
    ))
}

/// The same from the solved exchange, to a gap of 0.02 (exploitability 0.01).
pub(super) fn solved_attack<C: Chance>(
    view: &View<'_>,
    foe: Foe,
    heat: Heat,
    chance: &mut C,
) -> Option<(CardUse, Cards)> {
    let bout = belief::attack_on(view, foe, heat.card, heat.point);
    let solution = solved(&bout);
    let mut left = f64::from(level(chance)) / f64::from(STEPS);
    let mut taken = solution.attacks.first()?;
    for (attack, p) in solution.attacks.iter().zip(&solution.mix) {
        taken = attack;
        if left < *p {
            break;
        }
        left -= p;
    }
    Some((
        CardUse {
            kind: taken.kind,
            from_row: false,
        },
        Cards::energy(taken.e1, taken.e0),
    ))
}

fn solved(b: &Bout) -> Rc<Solution> {
    let key = key(b, 0.0);
    KEPT.with_borrow_mut(|kept| {
        kept.under(&b.rules);
        kept.solved
            .entry(key)
            .or_insert_with(|| Rc::new(b.solve(0.02, 4096)))
            .clone()
    })
}

/// H: Offense and Blood by soft-max against the believed defense, of which the number of cards is known.
pub(super) fn press<C: Chance>(
    view: &View<'_>,
    reveal: &Reveal,
    heat: Heat,
    chance: &mut C,
) -> (bool, u8) {
    let g = view.own();
    let rules = view.rules();
    let bout = belief::attack_on(view, reveal.foe, heat.card, heat.point);
    let kinds = match (reveal.answer, reveal.answer_kind) {
        (None, _) => 0,
        (_, Some(kind)) => kind.card(),
        _ => bout.answer_kinds(),
    };
    let cards = reveal.combat.count();
    let most = if reveal.kind == Kind::Berserk {
        g.stats[BLOOD].min(rules.n.berserk_blood_max)
    } else {
        0
    };
    let mut worths = [0.0; 16];
    let mut n = 0;
    let offenses = if g.stats[OFFENSE] > 0 { 2 } else { 1 };
    for blood in 0..=most.min(7) {
        for offense in 0..offenses {
            let value = reveal.base
                + rules.attack_bonus(Kind::Berserk, 0, 0, blood)
                + if offense == 1 {
                    i16::from(g.stats[OFFENSE])
                } else {
                    0
                };
            let free = Bout {
                point_price: 0.0,
                ..bout
            };
            let damage = |k: Option<Kind>, e1: u8| {
                f64::from(free.decide(value, reveal.kind, cards, k, e1, e1).0)
            };
            let mean = if kinds == 0 {
                damage(None, 0)
            } else {
                let each = Kind::ALL.into_iter().filter(|k| kinds & k.card() != 0);
                let e1 = reveal.answer.unwrap_or(0).min(bout.defender.e1);
                each.map(|k| damage(Some(k), if k == Kind::Strength { e1 } else { 0 }))
                    .sum::<f64>()
                    / f64::from(kinds.count_ones())
            };
            // An attack that happens scores by itself.
            let attack = if value > 0 {
                f64::from(rules.n.vp.front_attack)
            } else {
                0.0
            };
            worths[n] = mean + attack - heat.point * f64::from(blood + offense);
            n += 1;
        }
    }
    let taken = soft(&worths[..n], heat.temperature, chance) as u8;
    (taken % offenses == 1, taken / offenses)
}

/// F and G.
pub(super) fn defend<C: Chance>(
    view: &View<'_>,
    threat: &Threat,
    heat: Heat,
    chance: &mut C,
) -> Option<Defend> {
    let g = view.own();
    let rules = view.rules();
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
    let damage = f64::from(if threat.value.is_some() {
        rules.n.beast_damage
    } else {
        rules.damage(threat.cards, 0, 0)
    });
    let items = g.item_values(view.sheet(), 2).1;
    let penalty = rules.status_penalty(g.facedown(), g.trapped() > 0);
    let total = g.hand().count();
    // What an answer lets through, and what it costs.
    let worth = |kind: Option<Kind>, e1: u8, price: f64| {
        let mut loss = 0.0;
        let mut n = 0.0;
        for (attack, value) in values
            .iter()
            .enumerate()
            .filter_map(|(k, v)| v.map(|v| (k, v)))
        {
            let matched = threat.value.is_none() && kind.is_some_and(|k| k as usize == attack);
            let left =
                total.saturating_sub(e1 + u8::from(kind.is_some_and(|k| hand & k.card() != 0)));
            let base = kind.map_or(0, |k| rules.defense_bonus(k, e1, left))
                + items
                + if matched { rules.n.match_bonus } else { 0 }
                - penalty;
            let speed = if kind == Some(Kind::Movement) {
                g.stats[SPEED]
            } else {
                0
            };
            let best = rules.cheapest_defense(
                rules.effective_attack(value, kind),
                base,
                g.stats[GUARD],
                speed,
            );
            loss += if best.hit {
                damage
            } else {
                heat.point * f64::from(best.speed + u8::from(best.guard))
            };
            n += 1.0;
        }
        let loss: f64 = loss / f64::max(n, 1.0);
        -loss - price
    };
    let mut options: [(Option<CardUse>, u8); 24] = [(None, 0); 24];
    let mut worths = [0.0; 24];
    worths[0] = worth(None, 0, 0.0);
    let mut n = 1;
    for kind in Kind::ALL {
        for (set, from_row) in [(hand, false), (row, true)] {
            if set & kind.card() == 0 || n >= 24 {
                continue;
            }
            let price = if from_row {
                heat.point * f64::from(g.row_price(kind).unwrap_or(0))
            } else {
                heat.card
            };
            let most = if kind == Kind::Strength {
                g.hand().e1.min(4)
            } else {
                0
            };
            for e1 in 0..=most {
                if n < 24 {
                    options[n] = (Some(CardUse { kind, from_row }), e1);
                    worths[n] = worth(Some(kind), e1, price + heat.card * f64::from(e1));
                    n += 1;
                }
            }
        }
    }
    let (card, e1) = options[soft(&worths[..n], heat.temperature, chance)];
    Some(Defend {
        card: card?,
        combat: Cards::energy(e1, 0),
        note: 0,
    })
}

/// I: the cheapest defense, if the points cost less than the damage.
pub(super) fn parry(view: &View<'_>, facing: &Facing, heat: Heat) -> Parry {
    let mut parry = super::core::parry(view, facing);
    let points = f64::from(parry.speed + u8::from(parry.guard));
    if points * heat.point > f64::from(facing.damage.max(1)) {
        (parry.guard, parry.speed) = (false, 0);
    }
    parry
}
