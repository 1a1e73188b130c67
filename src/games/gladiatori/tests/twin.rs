//! The naive twin of the arena against the machine.

use super::super::board::Board;
use super::super::duel::{ArenaQuestion, First};
use super::super::geometry::axial;
use super::super::naive::{self, Naive};
use super::super::policy::Brain;
use super::super::tally::Log;
use super::*;

/// The machine and the naive twin play the same games in the arena, move by move, over the same numbers.
#[test]
fn the_naive_twin_plays_the_same_games_in_the_arena() {
    let board = Board::new(&Data::embedded().unwrap()).unwrap();
    let places: Vec<(i32, i32, usize)> = board
        .starts
        .iter()
        .map(|(hex, facing)| {
            let (q, r) = axial(*hex);
            (q.into(), r.into(), usize::from(*facing))
        })
        .collect();
    let styles = [
        ("poke", Naive::Poke),
        ("heavy", Naive::Heavy),
        ("uniform_mix", Naive::UniformMix),
    ];
    let mut stream = Stream::new(4, "melee", 0, Lane::Main);
    let (mut moves, mut deaths) = (0, 0);
    for seed in 0..150u64 {
        let n = 2 + stream.below(3) as usize;
        let mut sheets: Vec<Sheet> = (0..n).map(|_| random_sheet(&mut stream)).collect();
        for (team, s) in sheets.iter_mut().enumerate() {
            s.team = team as u8;
        }
        let chosen: Vec<_> = (0..n).map(|_| styles[stream.below(3) as usize]).collect();
        let starts: Vec<naive::Start> = sheets
            .iter()
            .zip(&chosen)
            .map(|(s, c)| naive::Start {
                stats: s.stats,
                ones: s.e1.into(),
                zeros: s.e0.into(),
                items: s
                    .items
                    .iter()
                    .map(|x| [x.attack, x.defense, x.hp])
                    .collect(),
                policy: c.1,
                hp_target: 4,
            })
            .collect();
        let first = stream.below(n as u64) as u8;
        let q = ArenaQuestion {
            rules: rules(),
            sheets,
            brains: chosen.iter().map(|c| Brain::parse(c.0).unwrap()).collect(),
            board: board.clone(),
            beasts: vec![],
            first: First::Side(first),
            market: None,
        };
        let mut game = q.game();
        game.checked = true;
        let mut log = Log::default();
        let st = q.play_one(&game, 0, &mut Indexed::new(seed), &mut log);
        let mut numbers = Indexed::new(seed);
        let refs: Vec<&naive::Start> = starts.iter().collect();
        let end = naive::melee(&refs, &places[..n], 4, first.into(), |k| numbers.pick(k));
        let got: Vec<(i32, bool)> = st.g[..n].iter().map(|g| (g.vp.into(), g.alive())).collect();
        let want: Vec<(i32, bool)> = end.vp.iter().copied().zip(end.alive).collect();
        assert_eq!(
            (got, st.turn()),
            (want, end.turns),
            "game {seed}: {chosen:?}"
        );
        moves += (0..n).map(|s| log.count(s, "moves")).sum::<u16>();
        deaths += st.g[..n].iter().filter(|g| !g.alive()).count();
    }
    assert!(
        moves > 100 && deaths > 10,
        "{moves} {deaths}: the games test too little"
    );
}
