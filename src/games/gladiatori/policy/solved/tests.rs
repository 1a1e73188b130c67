use super::*;
use crate::games::gladiatori::exchange::{Attacker, Defender};
use crate::games::gladiatori::policy::{Arts, Brain, Plan};
use crate::games::gladiatori::tests::rules;

/// The policy without prices and moves.
fn equilibrium() -> Brain {
    let heat = Heat {
        card: 0.0,
        point: 0.0,
        ..Heat::default()
    };
    Brain {
        arts: Arts::NONE,
        ..Brain::new(Plan::Equilibrium(heat))
    }
}

/// Exchanges whose value is neither nothing nor sure: the defender has to guess the kind.
fn bouts() -> [Bout; 2] {
    let attacker = Attacker {
        items: 3,
        offense: 4,
        blood: 3,
        e1: 3,
        e0: 2,
        other: 0,
        actions: 0b0111,
        ..Attacker::default()
    };
    let defender = Defender {
        items: 2,
        guard: 3,
        speed: 2,
        e1: 2,
        e0: 1,
        other: 0,
        actions: 0b1111,
        ..Defender::default()
    };
    let worse = Defender {
        actions: 0b0110,
        e0: 3,
        ..defender
    };
    let bout = |d| Bout::new(rules(), attacker, d).unwrap();
    [bout(defender), bout(worse)]
}

const N: u64 = 8000;

/// Mean damage and four standard errors.
fn mean(bout: &Bout, sides: [&Brain; 2]) -> (f64, f64) {
    let [_, _, sum, squares] = bout.sampled(sides, 3, N);
    let m = sum as f64 / N as f64;
    let var = squares as f64 / N as f64 - m * m;
    (m, 4.0 * (var / N as f64).sqrt() + 1e-9)
}

/// A solved strategy played against itself reproduces the value (spec 11.1).
#[test]
fn against_itself_it_comes_to_the_value() {
    let own = equilibrium();
    let mut open = 0;
    for bout in bouts() {
        let s = bout.solve(0.02, 4096);
        let (m, room) = mean(&bout, [&own, &own]);
        assert!(
            (s.lower - room..=s.upper + room).contains(&m),
            "{m} is not in {}..{}",
            s.lower,
            s.upper
        );
        open += u32::from(s.lower > 0.1);
    }
    assert!(open > 0, "no exchange with something to win");
}

/// Each half of it keeps its bound against other policies: what it attacks, answers and pays is all of the solution.
#[test]
fn neither_half_can_be_exploited() {
    let own = equilibrium();
    for bout in bouts() {
        let s = bout.solve(0.02, 4096);
        for name in ["poke", "heavy", "uniform_mix"] {
            let other = Brain::parse(name).unwrap();
            let (m, room) = mean(&bout, [&own, &other]);
            assert!(m >= s.lower - room, "{name} defends to {m} < {}", s.lower);
            let (m, room) = mean(&bout, [&other, &own]);
            assert!(m <= s.upper + room, "{name} attacks for {m} > {}", s.upper);
        }
    }
}
