use super::*;
use crate::chance::{Lane, Stream};
use crate::games::gladiatori::policy::quantal::STEPS;

fn situation(below: &mut impl FnMut(u64) -> u8, rules: &Rules) -> Own {
    let hand = u16::from(below(16));
    let row = u16::from(below(16)) & !hand;
    let beast = below(6) == 0;
    let (facedown, trapped) = (below(6) == 0, below(6) == 0);
    Own {
        hand,
        row,
        prices: u32::from_le_bytes([0; 4].map(|_| 1 + below(4))),
        e1: below(5),
        total: 4 + below(12),
        base: i16::from(below(8)) - rules.status_penalty(facedown, trapped),
        guard: below(7),
        speed: below(7),
        matched: if beast { 0 } else { rules.n.match_bonus },
        damage: 1 + below(DAMAGES as u64 - 1),
        values: if beast {
            Values {
                of: [i16::from(below(20)); 3],
                kinds: Kind::Strength.card(),
            }
        } else {
            Values {
                of: [0; 3].map(|_| i16::from(below(24)) - 3),
                kinds: below(8).into(),
            }
        },
    }
}

/// The weights are the plain soft-max of the worths, in the order of the answers.
#[test]
fn the_weights_are_the_soft_max() {
    let mut rules = Rules::default_rules().unwrap();
    let mut s = Stream::new(7, "answer", 0, Lane::Main);
    for round in 0..1000 {
        let mut below = |n: u64| s.below(n) as u8;
        rules.n.strength_defense_per_e1 = 1 + i16::from(below(3));
        rules.n.dodge_defense_per_speed = below(4).into();
        rules.n.dodge_halves_attack = below(3) > 0;
        rules.n.match_bonus = i16::from(below(6)) - 1;
        let own = situation(&mut below, &rules);
        let heat = Heat {
            temperature: [0.2, 0.5, 3.0][usize::from(below(3))],
            card: f64::from(below(3)) / 4.0,
            point: f64::from(below(4)) / 4.0,
        };
        let mut worths = [0.0; ANSWERS];
        let n = own.worths(&rules, heat, &mut worths);
        let best = worths[..n].iter().copied().fold(f64::MIN, f64::max);
        let slow = worths.map(|w| ((w - best) / heat.temperature).exp());
        let all: f64 = slow[..n].iter().sum();
        let tables = Tables::of(&heat, &rules).unwrap();
        let weights = own.weights(&rules, tables);
        let mut answers = Vec::new();
        own.each(|kind, e1| answers.push((kind, e1)));
        assert_eq!(n, 1 + answers.len());
        let of = |&(kind, e1): &(Kind, u8)| match kind {
            Kind::Strength => weights.strength[usize::from(e1)],
            Kind::Dexterity => weights.dexterity,
            Kind::Berserk => weights.berserk,
            Kind::Movement => weights.movement,
        };
        let all_weights = std::iter::once(weights.none).chain(answers.iter().map(of));
        for (i, w) in all_weights.enumerate() {
            let (p, q) = (w / weights.total, slow[i] / all);
            assert!((p - q).abs() < 1e-12, "{round} {i}: {p} {q} {own:?}");
        }
        // What no answer has weighs nothing.
        let sum = Kind::ALL.map(|kind| (0..MOST_E1 + 1).map(|e1| of(&(kind, e1))).sum::<f64>());
        let sum = weights.none + sum[0] + (sum[1] + sum[2] + sum[3]) / f64::from(MOST_E1 + 1);
        assert!((sum / weights.total - 1.0).abs() < 1e-12, "{round}");
        let nth = (0..answers.len()).map(|i| own.nth(i));
        assert_eq!(answers, nth.collect::<Vec<_>>());
    }
}

/// Cold and under excess damage the slow way is gone, by the same soft-max.
#[test]
fn the_slow_way_has_the_same_probabilities() {
    let mut rules = Rules::default_rules().unwrap();
    let mut s = Stream::new(8, "answer", 0, Lane::Main);
    for round in 0..12 {
        let mut below = |n: u64| s.below(n) as u8;
        let own = situation(&mut below, &rules);
        let cold = round % 3 == 0;
        rules.n.excess_damage_every = if round % 3 == 1 { 3 } else { 0 };
        let heat = Heat {
            temperature: if cold { 0.1 } else { 0.5 },
            ..Heat::default()
        };
        let tables = Tables::of(&heat, &rules);
        assert_eq!(tables.is_some(), round % 3 == 2);
        let mut worths = [0.0; ANSWERS];
        let n = own.worths(&rules, heat, &mut worths);
        let best = worths[..n].iter().copied().fold(f64::MIN, f64::max);
        let slow = worths.map(|w| ((w - best) / heat.temperature).exp());
        let all: f64 = slow[..n].iter().sum();
        let mut hits = [0u32; ANSWERS];
        for at in 0..STEPS {
            let place = match tables {
                None => own.slow(&rules, heat, at),
                Some(t) => own.place(&rules, t, at).map_or(0, |answer| {
                    let all = (0..n - 1).map(|i| own.nth(i));
                    1 + all.take_while(|a| *a != answer).count()
                }),
            };
            hits[place] += 1;
        }
        for i in 0..n {
            let (p, q) = (f64::from(hits[i]) / f64::from(STEPS), slow[i] / all);
            assert!(
                (p - q).abs() < 2.0 / f64::from(STEPS),
                "{round} {i}: {p} {q}"
            );
        }
    }
}
