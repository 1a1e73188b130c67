//! Rules that others got wrong, checked against small calculations that share nothing with the program's own.

use crate::room::{HEADLINE, Room, metric, rows};
use gsim::games::clash::counts::teams_of;
use gsim::games::clash::duel::Duel;
use gsim::games::clash::kernel::Kernel;
use gsim::games::clash::tally::Results;
use gsim::games::clash::unit::Unit;
use gsim::playout::{Plan, run};
use num_rational::BigRational;
use serde_json::Value;
use std::collections::BTreeMap;

fn fraction(row: &Value) -> BigRational {
    let text = row["exact_fraction"].as_str().expect("a fraction");
    text.parse().expect("a fraction")
}

/// Exact shares of a side's losses, by the program.
fn losses(answer: &Value, side: &str) -> Vec<BigRational> {
    rows(answer, "losses")
        .iter()
        .filter(|r| r["side"] == side && !r["lost"].as_str().expect("text").starts_with('>'))
        .map(fraction)
        .collect()
}

/// All rolls of some dice as (criticals, singles), one entry a combination of faces: 1 critical, 2 singles, 3 misses.
fn rolls(dice: u32) -> Vec<(u32, u32)> {
    let face = |number: u32| match number {
        0 => (1, 0),
        1 | 2 => (0, 1),
        _ => (0, 0),
    };
    (0..6_u32.pow(dice))
        .map(|mut code| {
            let (mut criticals, mut singles) = (0, 0);
            for _ in 0..dice {
                let (c, s) = face(code % 6);
                (criticals, singles) = (criticals + c, singles + s);
                code /= 6;
            }
            (criticals, singles)
        })
        .collect()
}

/// What the first roll of SSST takes from HHHH, which cannot re-roll: the policy `simple` re-rolls when a fresh roll
/// is better on average, all four dice, and keeps the second roll.
fn whole_rerolls(shields: u32) -> Vec<BigRational> {
    let hits = |(c, s): (u32, u32)| (2 * c + s.saturating_sub(shields)).min(8);
    let all = rolls(4);
    let mean_times_all: u32 = all.iter().map(|r| hits(*r)).sum();
    let mut weights = vec![0_u64; 5];
    for first in &all {
        if mean_times_all > hits(*first) * all.len() as u32 {
            for second in &all {
                weights[hits(*second) as usize / 2] += 1;
            }
        } else {
            weights[hits(*first) as usize / 2] += all.len() as u64;
        }
    }
    shares(&weights)
}

/// The mistake: only the dice that missed are rolled again.
fn rerolls_of_single_dice(shields: u32) -> Vec<BigRational> {
    let hits = |(c, s): (u32, u32)| (2 * c + s.saturating_sub(shields)).min(8);
    let all = rolls(4);
    let mean_times_all: u32 = all.iter().map(|r| hits(*r)).sum();
    let mut weights = vec![0_u64; 5];
    for (c, s) in &all {
        if mean_times_all > hits((*c, *s)) * all.len() as u32 {
            let missed = 4 - c - s;
            let again = rolls(missed);
            let each = 1296 / again.len() as u64;
            for (c2, s2) in again {
                weights[hits((c + c2, s + s2)) as usize / 2] += each;
            }
        } else {
            weights[hits((*c, *s)) as usize / 2] += 1296;
        }
    }
    shares(&weights)
}

fn shares(weights: &[u64]) -> Vec<BigRational> {
    let total: u64 = weights.iter().sum();
    let share = |w: &u64| BigRational::new((*w).into(), total.into());
    weights.iter().map(share).collect()
}

#[test]
fn a_reroll_is_of_the_whole_roll() {
    let room = Room::new();
    for shields in 0..=4 {
        let defender = format!("{}{}", "H".repeat(shields), "S".repeat(4 - shields));
        let answer = room.json(&format!("clash-duel --attacker SSST --defender {defender}"));
        let taken = losses(&answer, "defender");
        assert_eq!(taken, whole_rerolls(shields as u32), "{shields} shields");
        assert_ne!(taken, rerolls_of_single_dice(shields as u32));
    }
}

/// Whoever is out at the first roll has not rolled: the other side is whole.
#[test]
fn the_wiped_out_never_strike_back() {
    for size in 1..=4 {
        let teams = teams_of(size);
        for attacker in &teams {
            for defender in &teams {
                let duel = Duel::simple(Unit::team(*attacker), Unit::team(*defender));
                let first = duel.first_roller().side;
                for (result, _) in Results::exact(&duel).rows {
                    if result.left[1 - first].is_none() {
                        assert_eq!(result.lost[first], 0, "{attacker} against {defender}");
                    }
                }
            }
        }
    }
    let room = Room::new();
    // As sampled, with an animal on either side; a lion has no spears, so whoever challenges rolls first.
    for (line, first, second) in [
        ("--attacker S --defender S", "attacker", "defender"),
        (
            "--attacker S --defender S --challenger defender",
            "defender",
            "attacker",
        ),
        ("--attacker SSSS --defender lion", "attacker", "defender"),
        (
            "--attacker S --defender lion --challenger defender",
            "defender",
            "attacker",
        ),
        ("--attacker bear --defender S", "attacker", "defender"),
        ("--attacker S --defender PS", "defender", "attacker"),
    ] {
        let answer = room.json(&format!("clash-duel {line} -n 1M"));
        let size = rows(&answer, "losses")
            .iter()
            .filter(|r| r["side"] == second && !r["lost"].as_str().expect("text").starts_with('>'))
            .count() as u64
            - 1;
        let mut wiped_out = 0;
        for row in rows(&answer, "joint") {
            if row[format!("{second}_lost")] == size {
                assert_eq!(row[format!("{first}_lost")], 0, "{line}: {row}");
                wiped_out += row["count"].as_u64().expect("a count");
            }
        }
        assert!(wiped_out > 0, "{line}: it never happened");
    }
}

#[test]
fn letters_have_no_order() {
    let room = Room::new();
    let same = |attacker: &str| {
        room.gsim_words(&[
            "clash-duel",
            "--attacker",
            attacker,
            "--defender",
            "SSST",
            "-n",
            "20k",
        ])
        .good()
        .out
    };
    let expected = same("SSNT");
    for attacker in [
        "TNSS",
        "sNsT",
        "tsns",
        "2sword,net,trident",
        "net, trident, 2 swords",
        "SSNT+0",
    ] {
        assert!(same(attacker) == expected, "{attacker} differs");
    }
    assert!(same("SSNN") != expected);
}

/// Attacker and defender exchanged, and with them who challenges: the same duel in the mirror.
#[test]
fn sides_can_be_swapped() {
    let room = Room::new();
    let twin = |name: &str| match name {
        n if n.contains("attacker") => n.replace("attacker", "defender"),
        n => n.replace("defender", "attacker"),
    };
    for (a, d) in [
        ("SSNT", "SSST"),
        ("SNTP", "SSPH+1"),
        ("SSNT", "lion"),
        ("bear", "HHHH"),
    ] {
        for policies in ["simple,simple", "sharp,value", "minimax,random"] {
            let (pa, pd) = policies.split_once(',').expect("two");
            let one = format!("clash-duel --attacker {a} --defender {d} --policy {pa},{pd}");
            let other = format!(
                "clash-duel --attacker {d} --defender {a} --policy {pd},{pa} --challenger defender"
            );
            let (one, other) = (room.json(&one), room.json(&other));
            for row in rows(&one, "summary") {
                let name = row["metric"].as_str().expect("a name");
                if ["edge", "edge_sd", "p_even", "ahead_minus_behind"].contains(&name) {
                    continue;
                }
                let mirrored = metric(&other, &twin(name));
                assert_eq!(
                    row["exact_fraction"], mirrored["exact_fraction"],
                    "{a} {d} {name}"
                );
            }
            // The challenger's edge stays with the challenger.
            assert_eq!(
                metric(&one, "edge")["exact_fraction"],
                metric(&other, "edge")["exact_fraction"]
            );
            let joint =
                |answer: &Value, first: &str, second: &str| -> BTreeMap<(u64, u64), BigRational> {
                    let key = |row: &Value, name: &str| row[name].as_u64().expect("a count");
                    rows(answer, "joint")
                        .iter()
                        .map(|row| ((key(row, first), key(row, second)), fraction(row)))
                        .collect()
                };
            assert_eq!(
                joint(&one, "attacker_lost", "defender_lost"),
                joint(&other, "defender_lost", "attacker_lost"),
            );
        }
    }
}

/// A result: what attacker and defender lost, and the markers on them.
type Ended = ([u8; 2], [u8; 2]);

/// Two animals of five swords that ten hits defeat, all dice of both rolls counted one by one.
fn two_animals() -> BTreeMap<Ended, u64> {
    let mut hits = [0_u64; 11];
    for (c, s) in rolls(5) {
        hits[(2 * c + s) as usize] += 1;
    }
    let mut weights = BTreeMap::new();
    for (first, ways) in hits.iter().enumerate() {
        if first == 10 {
            // Out at once: no counter-attack.
            *weights.entry(([0, 1], [0, 0])).or_insert(0) += ways * 6_u64.pow(5);
            continue;
        }
        for (second, others) in hits.iter().enumerate() {
            let ended = match second {
                10 => ([1, 0], [0, first as u8]),
                _ => ([0, 0], [second as u8, first as u8]),
            };
            *weights.entry(ended).or_insert(0) += ways * others;
        }
    }
    weights
}

/// A thousand million playouts: what cannot happen has not happened once, and what is rare has happened as often as it
/// must, down to one in six million. The bound is a family-wise error of 1e-6 over all results.
#[test]
fn impossible_outcomes_are_exactly_zero_in_a_thousand_million() {
    const N: u64 = 1_000_000_000;
    let animal = Unit::parse("SSSSS@10", &[]).expect("an animal");
    let duel = Duel::simple(animal, animal);
    let kernel = Kernel::new(&duel.halves());
    let run = run(&kernel, &Plan::new(N, 20_260_101)).expect("it runs");
    let mut counts: BTreeMap<Ended, u64> = BTreeMap::new();
    for (end, count) in kernel.ends().iter().zip(run.tally.counts()) {
        let result = duel.result(end);
        *counts.entry((result.lost, result.markers)).or_insert(0) += count;
    }
    assert_eq!(counts.values().sum::<u64>(), N);
    let possible = two_animals();
    let total: u64 = possible.values().sum();
    assert_eq!(total, 6_u64.pow(10));
    assert_eq!(possible.len(), 10 * 10 + 10 + 1);
    for (ended, count) in &counts {
        assert!(
            *count == 0 || possible.contains_key(ended),
            "{ended:?} came up"
        );
    }
    for (ended, weight) in &possible {
        let got = counts.get(ended).copied().unwrap_or(0);
        let mean = N as f64 * *weight as f64 / total as f64;
        // Chernoff: P(X >= x) and P(X <= x) are at most exp(-mean h(x / mean)), h(r) = r ln r - r + 1.
        let ratio = got as f64 / mean;
        let h = match got {
            0 => 1.0,
            _ => ratio * ratio.ln() - ratio + 1.0,
        };
        let p = 2.0 * (-mean * h).exp();
        assert!(
            p > 1e-6 / possible.len() as f64,
            "{ended:?}: {got} of {N}, expected {mean:.1}, p {p:.1e}"
        );
    }
    let rarest = possible.values().min().expect("there are some");
    assert!(
        N / total * rarest < 200,
        "nothing rare is among them: {rarest}"
    );
}

/// The figures of the headline duel, as the issue gives them.
#[test]
fn the_headline_is_a_dead_heat() {
    let room = Room::new();
    let exact = room.json(HEADLINE);
    assert_eq!(metric(&exact, "edge")["exact_fraction"], "17/11664");
    let answer = room.gsim(&format!("{HEADLINE} -n 10M")).good().out;
    let words = answer.split_whitespace().collect::<Vec<_>>().join(" ");
    for said in [
        "A dead heat",
        "10,000,000 playouts can just tell the edge from zero",
        "the difference of the shares ahead and behind",
        "they cannot",
    ] {
        assert!(words.contains(said), "{said}\n{answer}");
    }
}
