//! Thinking sides against the solver over the rules' own machine, and how fast they are.

use super::*;
use crate::games::clash::counts::Counts;
use crate::games::clash::duel::Duel;
use crate::games::clash::tally::{Results, metric};

fn spec(text: &str, parts: &[(&str, &str)]) -> PolicySpec {
    parts
        .iter()
        .fold(PolicySpec::parse(text).unwrap(), |s, (p, v)| {
            s.with_part(p, v).unwrap()
        })
}

fn rules(set: &[(&str, &str)]) -> Rc<Rules> {
    let set: Vec<(String, String)> = set
        .iter()
        .map(|(k, v)| (k.to_string(), v.to_string()))
        .collect();
    let find = |key: &str| set.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone());
    Rc::new(Rules::new(&find, [1, 2, 3], [1, 0]).unwrap())
}

fn lion() -> Unit {
    Unit::animal(Counts::new([1, 0, 2, 0, 1]), 2).unwrap()
}

/// Compares with the solver for every `stride`-th pair of units.
fn check(
    set: &[(&str, &str)],
    specs: [PolicySpec; 2],
    marker_weight: f64,
    from: usize,
    stride: usize,
) {
    let rules = rules(set);
    let duels = Duels::new(&rules, [&specs[0], &specs[1]], &[lion()], marker_weight).unwrap();
    let count = duels.units().len();
    let mut at = from;
    while at < count * count * 2 {
        let (a, d, challenger) = (
            UnitId((at / 2 / count) as u16),
            UnitId((at / 2 % count) as u16),
            at % 2,
        );
        let units = [a, d].map(|id| duels.units().unit(id));
        let duel = Duel {
            rules: rules.clone(),
            units,
            challenger,
            specs: specs.clone(),
            marker_weight,
        };
        let results = Results::exact(&duel);
        let mean = |name: &str| results.sums(metric(name).unwrap()).0 as f64 / results.total as f64;
        let sign = if challenger == 0 { 1.0 } else { -1.0 };
        let wanted = [
            sign * mean("edge"),
            mean("attacker_losses"),
            mean("defender_losses"),
            mean("p_attacker_out"),
            mean("p_defender_out"),
            mean("p_attacker_ahead"),
            mean("p_defender_ahead"),
        ];
        let m = duels.measure(a, d, challenger);
        let got = [
            m.gain, m.lost[0], m.lost[1], m.out[0], m.out[1], m.ahead[0], m.ahead[1],
        ];
        for (k, (g, w)) in got.iter().zip(wanted).enumerate() {
            let names = format!(
                "{} - {}, challenger {challenger}, {set:?}, {} / {}",
                units[0], units[1], specs[0], specs[1]
            );
            assert!(
                (g - w).abs() < 1e-13,
                "{names}: measure {k} is {g}, the solver says {w}"
            );
        }
        assert!((duels.gain(a, d, challenger) - wanted[0]).abs() < 1e-13);
        at += stride;
    }
}

#[test]
fn those_who_think_decide_as_the_solver_does() {
    let stride = if cfg!(debug_assertions) {
        40_009
    } else {
        4_001
    };
    let (minimax, simple) = (spec("minimax", &[]), spec("simple", &[]));
    check(&[], [minimax.clone(), minimax.clone()], 0.0, 0, stride);
    check(&[], [minimax.clone(), simple.clone()], 0.0, 1, stride);
    check(&[], [simple.clone(), minimax.clone()], 0.3, 2, stride);
    check(
        &[],
        [spec("best_response:simple", &[]), simple.clone()],
        0.0,
        3,
        stride,
    );
    check(
        &[],
        [spec("value", &[]), spec("best_response:value", &[])],
        0.25,
        4,
        stride,
    );
    check(
        &[],
        [
            spec("simple", &[("reroll", "optimal")]),
            spec("sharp", &[("losses", "optimal")]),
        ],
        0.0,
        5,
        stride,
    );
    check(
        &[],
        [spec("best_response:minimax", &[]), minimax.clone()],
        0.0,
        6,
        stride,
    );
    check(
        &[],
        [
            spec("best_response:best_response:never", &[]),
            spec("random", &[]),
        ],
        0.0,
        7,
        2 * stride,
    );
}

#[test]
fn they_do_so_under_every_switch() {
    let stride = if cfg!(debug_assertions) {
        120_011
    } else {
        20_011
    };
    let (minimax, simple) = (spec("minimax", &[]), spec("simple", &[]));
    let switches = [
        ("net_order", "simultaneous"),
        ("net_use", "optional"),
        ("net_die", "any_hit"),
        ("trident_timing", "after_nets"),
        ("dice_timing", "after_nets"),
        ("loss_scope", "active_first"),
        ("marker_carry", "drop"),
        ("animal_markers", "heal"),
    ];
    for (n, switch) in switches.into_iter().enumerate() {
        check(
            &[switch],
            [minimax.clone(), minimax.clone()],
            0.0,
            n,
            stride,
        );
        check(
            &[switch],
            [spec("best_response:simple", &[]), simple.clone()],
            0.5,
            100 * n,
            stride,
        );
    }
}

#[test]
fn canonical_lineups_change_no_value() {
    let minimax = spec("minimax", &[]);
    for set in [
        &[][..],
        &[("loss_scope", "active_first")],
        &[("dice_timing", "after_nets")],
        &[("trident_timing", "after_nets")],
    ] {
        let duels = Duels::new(&rules(set), [&minimax, &minimax], &[lion()], 0.0).unwrap();
        let count = duels.units().len();
        let mut at = 0;
        while at < count * count * 2 {
            let (ids, challenger) = (
                [
                    UnitId((at / 2 / count) as u16),
                    UnitId((at / 2 % count) as u16),
                ],
                at % 2,
            );
            let whole = duels.pass::<1, 0>(ids, challenger, &|_, _| [])[0];
            assert!((duels.minimax(ids, challenger) - whole).abs() < 1e-13);
            at += 37;
        }
    }
}

#[test]
fn minimax_of_the_headline_duel() {
    let minimax = spec("minimax", &[]);
    let duels = Duels::new(&rules(&[]), [&minimax, &minimax], &[], 0.0).unwrap();
    let [a, d] = ["SSNT", "SSST"].map(|t| duels.units().id(Unit::parse(t, &[]).unwrap()).unwrap());
    assert!((duels.gain(a, d, 0) - 5005.0 / 279_936.0).abs() < 1e-14);
}
