//! The exchange as a game, and exact duels against sampled ones.

use super::super::cards::Kind;
use super::super::duel::{DuelQuestion, First};
use super::super::exchange::{Attacker, Bout, Defender};
use super::super::policy::Brain;
use super::super::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use super::*;
use crate::playout::{Block, Experiment};
use num_traits::ToPrimitive;

/// A fresh attack between two ready-made gladiators with all their cards in hand (spec 11.1, known values).
fn fresh(a: &str, b: &str, movement: bool) -> Bout {
    let (x, y) = (ready_made(a), ready_made(b));
    let sum = |s: &Sheet, attack: bool| {
        s.items
            .iter()
            .map(|i| i16::from(if attack { i.attack } else { i.defense }))
            .sum()
    };
    let attacker = Attacker {
        items: sum(&x, true),
        offense: x.stats[OFFENSE],
        blood: x.stats[BLOOD],
        e1: x.e1,
        e0: x.e0,
        other: x.set.count_ones() as u8,
        actions: 0b1111,
        ..Attacker::default()
    };
    let defender = Defender {
        items: sum(&y, false),
        guard: y.stats[GUARD],
        speed: y.stats[SPEED],
        e1: y.e1,
        e0: y.e0,
        other: y.set.count_ones() as u8,
        actions: if movement { 0b1111 } else { 0b0111 },
        ..Defender::default()
    };
    Bout::new(rules(), attacker, defender).unwrap()
}

#[test]
fn a_fresh_defender_stops_everything_but_not_without_his_dodge() {
    let base = ["secutor", "mirmillo", "thraex", "hoplomacus"];
    for a in base {
        for b in base.into_iter().filter(|b| *b != a) {
            let s = fresh(a, b, true).solve(1e-3, 100_000);
            assert!(
                s.value().abs() < 1e-3 && s.gap() <= 1e-3,
                "{a} {b}: {} +- {}",
                s.value(),
                s.gap()
            );
        }
    }
    let s = fresh("thraex", "hoplomacus", false).solve(1e-3, 100_000);
    assert!((s.value() - 7.0).abs() < 1e-3, "{}", s.value());
}

/// The mixtures that were solved for, put into all commitments: neither side can do better by more than the gap. Here the
/// commitments that were left out as dominated are tried too, by brute force over the defender's whole list.
#[test]
fn no_commitment_that_was_left_out_does_better() {
    let attacker = Attacker {
        items: 3,
        offense: 4,
        blood: 3,
        e1: 3,
        e0: 1,
        other: 1,
        actions: 0b1111,
        ..Attacker::default()
    };
    let defender = Defender {
        items: 1,
        guard: 2,
        speed: 1,
        e1: 1,
        e0: 1,
        other: 1,
        actions: 0b0111,
        ..Defender::default()
    };
    let bout = Bout {
        card_price: 0.25,
        point_price: 0.25,
        ..Bout::new(rules(), attacker, defender).unwrap()
    };
    let s = bout.solve(1e-3, 100_000);
    // The defender's best reply to the attacker's mix, over all (kind, p, q).
    let mut least = 0.0;
    for n in 0..=4u8 {
        let mut replies: Vec<(Option<Kind>, u8, u8)> = vec![(None, 0, 0)];
        for kind in [Kind::Strength, Kind::Dexterity, Kind::Berserk] {
            replies.extend((0..=1).flat_map(|p| (0..=1).map(move |q| (Some(kind), p, q))));
        }
        let worth = |(kind, p, q): (Option<Kind>, u8, u8)| {
            let mut sum = 0.0;
            for (a, attack) in s.attacks.iter().enumerate().filter(|(_, a)| a.cards() == n) {
                for (offense, blood, z) in s.payments(a, p + q) {
                    let value =
                        bout.attack_value(attack.kind, attack.e1, attack.e0, offense, blood);
                    let (damage, points) = bout.decide(value, attack.kind, n, kind, p, p + q);
                    let cards = f64::from(1 + n)
                        - if kind.is_some() {
                            f64::from(1 + p + q)
                        } else {
                            0.0
                        };
                    let paid = f64::from(u8::from(offense) + blood) - f64::from(points);
                    sum += s.mix[a] * z * (f64::from(damage) - 0.25 * cards - 0.25 * paid);
                }
            }
            sum
        };
        least += replies.into_iter().map(worth).fold(f64::MAX, f64::min);
    }
    assert!(least >= s.lower - 1e-9, "{least} below {}", s.lower);
}

/// (b) and (c) of spec 11.1 agree within 4 standard errors.
#[test]
fn exact_and_sampled_exchanges_agree() {
    let attacker = Attacker {
        items: 2,
        offense: 5,
        blood: 3,
        e1: 2,
        e0: 1,
        other: 2,
        actions: 0b1111,
        ..Attacker::default()
    };
    let defender = Defender {
        items: 2,
        guard: 3,
        speed: 2,
        e1: 2,
        e0: 1,
        other: 1,
        actions: 0b1111,
        ..Defender::default()
    };
    let mix = Brain::parse("uniform_mix").unwrap();
    for arrival in 0..6 {
        let bout = Bout {
            arrival,
            ..Bout::new(rules(), attacker, defender).unwrap()
        };
        let exact = bout.exact([&mix, &mix]);
        let n = 40_000;
        let [attacks, hits, damage, squares] = bout.sampled([&mix, &mix], 7, n);
        let near = |got: f64, p: f64, variance: f64| {
            (got - p).abs() <= 4.0 * (variance / n as f64).sqrt() + 1e-12
        };
        let (p, h, d) = (
            exact.p_attack.to_f64().unwrap(),
            exact.p_hit.to_f64().unwrap(),
            exact.mean_damage.to_f64().unwrap(),
        );
        let (n, m) = (n as f64, damage as f64 / n as f64);
        assert!(
            near(attacks as f64 / n, p, p * (1.0 - p)) && near(hits as f64 / n, h, h * (1.0 - h)),
            "arrival {arrival}"
        );
        assert!(
            near(m, d, squares as f64 / n - m * m),
            "arrival {arrival}: {m} against {d}"
        );
    }
}

/// With one turn the exact enumeration and sampling agree within 4 standard errors (spec 11.2).
#[test]
fn one_turn_exact_and_sampled_duels_agree() {
    let mut rules = rules();
    rules.n.turns = 1;
    let item = |attack, defense, symbol| Item {
        attack,
        defense,
        hp: 2,
        symbol,
        ..Item::default()
    };
    let a = Sheet::core([3, 3, 3, 3, 3], 1, 0, [item(3, 0, 0), item(0, 1, 1)]);
    let b = Sheet::core([3, 2, 2, 2, 4], 0, 1, [item(2, 1, 0), item(1, 1, 1)]);
    let mix = Brain {
        hp_target: 1,
        ..Brain::parse("uniform_mix").unwrap()
    };
    let q = DuelQuestion::new(rules, [a, b], [mix, mix], First::Side(0)).unwrap();
    let exact = q.exact();
    let sum: num_rational::BigRational = exact.ends.iter().map(|e| e.1.clone()).sum();
    assert_eq!(
        sum,
        num_rational::BigRational::from(num_bigint::BigInt::from(1))
    );
    let mut t = q.empty();
    for index in 0..80 {
        q.play(
            &Block {
                seed: 2,
                index,
                first: index * 512,
                count: 512,
            },
            &mut t,
        );
    }
    for seat in 0..2 {
        let wanted = exact.mean(|d| d.g[seat].vp.into()).to_f64().unwrap();
        let got = t.vp[seat].mean().unwrap();
        let se = t.vp[seat].standard_error().unwrap();
        assert!(
            (got - wanted).abs() < 4.0 * se,
            "seat {seat}: {got} against {wanted} +- {se}"
        );
    }
    let hits = exact.mean_hits.to_f64().unwrap();
    let got = (t.count(0, "hits") + t.count(1, "hits")) as f64 / t.games as f64;
    assert!(
        (got - hits).abs() < 4.0 * (hits / t.games as f64).sqrt(),
        "{got} hits against {hits}"
    );
}
