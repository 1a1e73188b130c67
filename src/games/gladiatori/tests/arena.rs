//! The arena: embedding of duels, mirror, fuzzing with beasts and teams, beasts' frequencies.

use super::super::board::Board;
use super::super::duel::{ArenaQuestion, DuelQuestion, First, end_of};
use super::super::geometry::hex;
use super::super::policy::walk::Goal;
use super::super::policy::{Brain, Plan, Style};
use super::super::state::BeastKind;
use super::super::tally::Log;
use super::super::watch::{Blow, Watch};
use super::*;
use crate::chance::Sample;
use crate::playout::{Block, Experiment};
use crate::stats::chi_square_two_sample;

fn board() -> Board {
    Board::new(&Data::embedded().unwrap()).unwrap()
}

fn at(q: i8, r: i8) -> u8 {
    hex(q, r).unwrap()
}

fn holding(style: Style) -> Brain {
    Brain {
        goal: Goal::Hold,
        ..Brain::core(style)
    }
}

/// Two gladiators placed front to front who never move reproduce the duel game by game (spec 11.3, embedding).
#[test]
fn duels_are_embedded() {
    let b = board();
    let face_to_face =
        Board::from_parts(b.hexes(), b.gates, vec![(at(0, 0), 0), (at(1, 0), 3)]).unwrap();
    let mut stream = Stream::new(8, "embed", 0, Lane::Main);
    for seed in 0..300u64 {
        let mut sheets = [random_sheet(&mut stream), random_sheet(&mut stream)];
        sheets[1].team = 1;
        let styles = [Style::Poke, Style::Heavy, Style::UniformMix, Style::Turtle];
        let brains = [0, 1].map(|_| holding(styles[stream.below(4) as usize]));
        let first = First::Side(stream.below(2) as u8);
        let duel = DuelQuestion::new(rules(), sheets, brains, first).unwrap();
        let arena = ArenaQuestion {
            rules: rules(),
            sheets: sheets.to_vec(),
            brains: brains.to_vec(),
            board: face_to_face.clone(),
            beasts: vec![],
            first,
            market: None,
        };
        let (mut x, mut y) = (Log::default(), Log::default());
        let d = duel.play_one(0, &mut Sample::new(seed, "embed", 0), &mut x);
        let mut game = arena.game();
        game.checked = true;
        let a = arena.play_one(&game, 0, &mut Sample::new(seed, "embed", 0), &mut y);
        assert_eq!((x, d.turn()), (y, a.turn()), "game {seed}");
        for seat in 0..2 {
            assert_eq!(
                (d.g[seat].vp, d.g[seat].stats, d.g[seat].status()),
                (a.g[seat].vp, a.g[seat].stats, a.g[seat].status())
            );
            assert_eq!(d.g[seat].hand(), a.g[seat].hand());
        }
    }
}

/// Four gladiators poking in two frontal pairs each end on 39.
#[test]
fn four_pokes_end_on_39() {
    let b = board();
    let starts = vec![(at(-2, 0), 0), (at(-1, 0), 3), (at(1, 1), 0), (at(2, 1), 3)];
    let pairs = Board::from_parts(b.hexes(), b.gates, starts).unwrap();
    let mut sheets = ["secutor", "mirmillo", "secutor", "mirmillo"]
        .map(|n| ready_made(n).stripped())
        .to_vec();
    for (team, s) in sheets.iter_mut().enumerate() {
        s.team = team as u8;
    }
    let q = ArenaQuestion {
        rules: rules(),
        sheets,
        brains: vec![holding(Style::Poke); 4],
        board: pairs,
        beasts: vec![],
        first: First::Side(0),
        market: None,
    }
    .checked()
    .unwrap();
    assert!(q.deterministic());
    let st = q.play_one(
        &q.game(),
        0,
        &mut Sample::new(1, "x", 0),
        &mut Log::default(),
    );
    assert_eq!(st.g.map(|g| g.vp), [39; 4]);
}

/// Random legal play with maps, teams, beasts, throws, Nets, every switch: no rule is broken and points add up.
#[test]
fn random_games_break_no_rule() {
    let data = Data::embedded().unwrap();
    let mut settings: Vec<Vec<(String, String)>> = vec![Vec::new(); 40];
    for switch in data.switches.iter() {
        for value in switch.values.iter().filter(|v| **v != switch.default) {
            settings.push(vec![(switch.key.clone(), value.clone())]);
        }
    }
    let beasts = [
        (1, BeastKind::Dog),
        (1, BeastKind::Wolf),
        (2, BeastKind::Lion),
        (2, BeastKind::Bear),
        (3, BeastKind::Dog),
    ];
    let (mut throws, mut kills, mut moves) = (0, 0, 0);
    for (i, set) in settings.iter().enumerate() {
        let rules = Rules::new(&data, &data.switches("gladiatori", set).unwrap()).unwrap();
        for j in 0..6usize {
            let n = 1 + (i + j) % 4;
            let mut sheets: Vec<Sheet> = (0..n)
                .map(|k| ready_made(NAMES[(i + j + k * 5) % 6]))
                .collect();
            for (k, s) in sheets.iter_mut().enumerate() {
                s.team = match (n, j % 2) {
                    (3, 0) => u8::from(k > 0),
                    (4, 0) => k as u8 / 2,
                    _ => k as u8,
                };
            }
            if rules.r.distinct {
                sheets.dedup_by_key(|s| s.stats);
                sheets.truncate(2);
                sheets
                    .iter_mut()
                    .enumerate()
                    .for_each(|(k, s)| s.team = k as u8);
            }
            let count = sheets.len();
            let q = ArenaQuestion {
                rules,
                sheets,
                brains: vec![Brain::new(Plan::RandomLegal); count],
                board: board(),
                beasts: beasts[..if n == 1 { 5 } else { j % 6 }].to_vec(),
                first: First::Alternate,
                market: None,
            };
            let Ok(q) = q.checked() else { continue };
            let mut game = q.game();
            game.checked = true;
            let mut log = Log::default();
            let st = q.play_one(
                &game,
                j as u64,
                &mut Sample::new(j as u64, "arena-fuzz", i as u64),
                &mut log,
            );
            for seat in 0..count {
                assert_eq!(
                    st.g[seat].vp,
                    10 + log.points[seat].iter().sum::<i16>(),
                    "{set:?} game {j}"
                );
                throws += u32::from(log.count(seat, "attacks"));
                kills += log.points[seat][11].max(0);
                moves += log.count(seat, "moves");
            }
        }
    }
    assert!(
        throws > 500 && kills > 25 && moves > 250,
        "{throws} {kills} {moves}: the games test too little"
    );
}

/// Every policy plays in the arena by the rules, against others and beasts.
#[test]
fn every_policy_plays_in_the_arena() {
    let names = [
        "poke",
        "heavy",
        "turtle",
        "uniform_mix",
        "tremble(poke, 0.2)",
        "quantal",
        "cautious",
        "threshold",
        "counter_matching",
        "economy",
        "burst",
    ];
    for (i, name) in names.iter().enumerate() {
        for goal in [Goal::Front, Goal::Side, Goal::Rear, Goal::Keep(2)] {
            let mut sheets: Vec<Sheet> = ["secutor", "retiarius", "hoplomacus", "thraex"]
                .map(ready_made)
                .to_vec();
            sheets
                .iter_mut()
                .enumerate()
                .for_each(|(k, s)| s.team = if i % 2 == 0 { k as u8 } else { k as u8 % 2 });
            let brain = Brain {
                goal,
                ..Brain::parse(name).unwrap()
            };
            let q = ArenaQuestion {
                rules: rules(),
                sheets,
                brains: vec![
                    brain,
                    Brain::parse("uniform_mix").unwrap(),
                    brain,
                    Brain::parse("quantal").unwrap(),
                ],
                board: board(),
                beasts: vec![
                    (1, BeastKind::Dog),
                    (3, BeastKind::Wolf),
                    (4, BeastKind::Lion),
                    (5, BeastKind::Bear),
                ],
                first: First::Alternate,
                market: None,
            }
            .checked()
            .unwrap();
            let mut game = q.game();
            game.checked = true;
            for j in 0..6 {
                let mut log = Log::default();
                let st = q.play_one(&game, j, &mut Sample::new(j, "arena", 1), &mut log);
                let attacks: u16 = (0..4).map(|s| log.count(s, "attacks")).sum();
                assert!(attacks > 0, "{name} {goal:?}: nobody ever met");
                let _ = end_of(&game, &st);
            }
        }
    }
}

/// Reflecting the arena and swapping seats leaves the distribution of the outcome unchanged.
#[test]
fn the_mirror_changes_nothing() {
    let play = |swap: bool| {
        let mut sheets = vec![
            ready_made("secutor").stripped(),
            ready_made("thraex").stripped(),
        ];
        let b = board();
        let mut starts = b.starts.clone();
        if swap {
            sheets.swap(0, 1);
            starts.swap(0, 1);
            // Left and right change places: (q, r) to (-q - r, r), facing 0 to 3, 1 to 2, 5 to 4.
            for (h, f) in &mut starts {
                let (q, r) = super::super::geometry::axial(*h);
                *h = at(-q - r, r);
                *f = (9 - *f) % 6;
            }
        }
        sheets
            .iter_mut()
            .enumerate()
            .for_each(|(k, s)| s.team = k as u8);
        let q = ArenaQuestion {
            rules: rules(),
            sheets,
            brains: vec![Brain::parse("uniform_mix").unwrap(); 2],
            board: Board::from_parts(b.hexes(), b.gates, starts).unwrap(),
            beasts: vec![],
            first: First::Side(u8::from(swap)),
            market: None,
        };
        let mut t = q.empty();
        for index in 0..100 {
            q.play(
                &Block {
                    seed: 21 + u64::from(swap),
                    index,
                    first: index * 64,
                    count: 64,
                },
                &mut t,
            );
        }
        if swap {
            t.histogram[1].clone()
        } else {
            t.histogram[0].clone()
        }
    };
    let (a, b) = (play(false), play(true));
    let p = chi_square_two_sample(&a, &b).p;
    assert!(p > 1e-6, "p = {p}");
}

/// A beast's hits and kills in games against the tables of spec 15, bounds of 5 standard errors.
#[test]
fn beasts_hit_and_die_as_often_as_they_should() {
    #[derive(Default)]
    struct Ear {
        seen: std::collections::BTreeMap<(bool, i16), [u64; 2]>,
    }
    impl Watch for Ear {
        fn blow(&mut self, blow: &Blow) {
            if let super::super::decision::Foe::Beast(_) = blow.target {
                let slot = self.seen.entry((true, blow.attack)).or_default();
                slot[0] += 1;
                slot[1] += u64::from(blow.dead);
            }
        }
    }
    let mut s = ready_made("provocator").stripped();
    s.team = 0;
    let q = ArenaQuestion {
        rules: rules(),
        sheets: vec![s],
        brains: vec![Brain::parse("uniform_mix").unwrap()],
        board: board(),
        beasts: vec![
            (1, BeastKind::Dog),
            (2, BeastKind::Dog),
            (3, BeastKind::Dog),
        ],
        first: First::Side(0),
        market: None,
    }
    .checked()
    .unwrap();
    let game = q.game();
    let mut ear = Ear::default();
    let mut chance = Sample::new(4, "beasts", 0);
    for j in 0..3000 {
        q.play_one(&game, j, &mut chance, &mut ear);
    }
    let mut compared = 0;
    for ((_, value), [n, dead]) in ear.seen {
        if n < 200 {
            continue;
        }
        let below = (1..=6)
            .flat_map(|a| (1..=6).map(move |b| a + b))
            .filter(|s| *s < value)
            .count();
        let p = below as f64 / 36.0;
        let se = (p * (1.0 - p) / n as f64).sqrt();
        assert!(
            (dead as f64 / n as f64 - p).abs() <= 5.0 * se + 1e-9,
            "AV {value}: {dead} of {n}, exact {p}"
        );
        compared += 1;
    }
    assert!(
        compared >= 5,
        "only {compared} Attack Values were met often enough"
    );
}

/// Set-ups that do not add up are refused in one line.
#[test]
fn bad_arenas_are_refused() {
    let q = |n: usize, teams: &[u8], beasts: usize| {
        let mut sheets = vec![ready_made("secutor"); n];
        sheets.iter_mut().zip(teams).for_each(|(s, t)| s.team = *t);
        ArenaQuestion {
            rules: rules(),
            sheets,
            brains: vec![Brain::core(Style::Poke); n],
            board: board(),
            beasts: vec![(1, BeastKind::Dog); beasts],
            first: First::Alternate,
            market: None,
        }
        .checked()
        .map(|_| ())
    };
    let text = |r: crate::error::Result<()>| r.unwrap_err().to_string();
    assert!(text(q(5, &[0, 1, 2, 3, 3], 0)).contains("one to four gladiators"));
    assert!(text(q(3, &[0, 0, 0], 0)).contains("teams do not add up"));
    assert!(text(q(4, &[0, 0, 0, 1], 0)).contains("teams do not add up"));
    assert!(text(q(1, &[0], 0)).contains("needs beasts"));
    assert!(text(q(2, &[0, 1], 9)).contains("9 beasts are scheduled, at most 8"));
    assert!(q(3, &[0, 1, 1], 0).is_ok() && q(4, &[0, 1, 0, 1], 8).is_ok());
    assert!(
        ArenaQuestion {
            rules: rules_with(&[("mirror_match", "distinct")]),
            sheets: vec![ready_made("secutor"); 2],
            brains: vec![Brain::core(Style::Poke); 2],
            board: board(),
            beasts: vec![],
            first: First::Alternate,
            market: None,
        }
        .checked()
        .is_err()
    );
}
