//! The board of a replayed game as a picture: before the first turn and at the end.

use super::Played;
use crate::games::clash::arena::board::{Board, spaces_of};
use crate::games::clash::arena::moves::Movers;
use crate::games::clash::arena::setup::Arena;
use crate::games::clash::arena::state::State;
use crate::games::clash::arena::watch::Watch;
use crate::report::{Chart, Node, Plot};

/// Height of a row of hexagons in widths.
const ROW: f64 = 0.866;

/// Keeps the first turn of a game.
#[derive(Default)]
struct Start(Option<State>);

impl Watch for Start {
    fn turn(&mut self, _arena: &Arena, state: &State, _movers: &Movers) {
        self.0.get_or_insert(*state);
    }
}

/// Game 0 before its first turn and after its last.
pub(super) fn charts(played: &Played, seed: u64) -> Vec<Chart> {
    let arena = played.games.company().arena();
    let mut start = Start::default();
    let (end, state) = played.games.replay(seed, 0, &mut start);
    let policy = |seat: usize| usize::from(played.games.seating(0)[seat]);
    let names: Vec<String> = played
        .games
        .company()
        .specs()
        .map(ToString::to_string)
        .collect();
    let groups: Vec<String> = (0..arena.players)
        .map(|seat| format!("seat {seat}: {}", names[policy(seat)]))
        .chain(["animals".to_string(), "free".to_string()])
        .collect();
    let points = arena.final_points(&state);
    let tally: Vec<String> = (0..arena.players)
        .map(|seat| format!("seat {seat} {}", points[seat]))
        .collect();
    let mut charts = Vec::new();
    if let Some(first) = start.0 {
        charts.push(chart(
            "board_start",
            "A game before its first turn".into(),
            format!(
                "Game 0 of this run on {}, {} players, everybody has entered. Lines join neighbouring spaces.",
                arena.board.name, arena.players
            ),
            plot(arena, &first, groups.clone()),
        ));
    }
    charts.push(chart(
        "board_end",
        format!("The same game after turn {}", state.turn),
        format!(
            "It ended by {}; points: {}. `gsim trace clash-arena` tells it turn by turn.",
            end.name().replace('_', " "),
            tally.join(", ")
        ),
        plot(arena, &state, groups),
    ));
    charts
}

fn chart(name: &'static str, title: String, caption: String, plot: Plot) -> Chart {
    Chart {
        name,
        title,
        caption,
        x_label: String::new(),
        y_label: String::new(),
        plot,
        table: "seats",
    }
}

fn plot(arena: &Arena, state: &State, groups: Vec<String>) -> Plot {
    let places = places(&arena.board);
    let nodes = (0..arena.board.len())
        .map(|at| Node {
            name: arena.board.name_of(at).into(),
            label: match state.at(at) {
                Some(id) => arena.units.text(id),
                None => String::new(),
            },
            at: places[at],
            group: match (state.at(at), state.owner(at)) {
                (None, _) => arena.players + 1,
                (Some(_), None) => arena.players,
                (Some(_), Some(owner)) => owner,
            },
        })
        .collect();
    let edges = (0..arena.board.len())
        .flat_map(|a| spaces_of(arena.board.neighbours(a)).map(move |b| (a, b)))
        .filter(|(a, b)| a < b)
        .collect();
    Plot::Graph {
        nodes,
        edges,
        groups,
    }
}

/// Where spaces lie, in widths of a space: rows as on a raster of hexagons, other graphs in rings around the space with
/// the most neighbours.
fn places(board: &Board) -> Vec<(f64, f64)> {
    if !board.rows().is_empty() {
        let longest = board.rows().iter().copied().max().unwrap_or(0);
        return board
            .rows()
            .iter()
            .enumerate()
            .flat_map(|(row, &length)| {
                let indent = f64::from(longest - length) / 2.0;
                (0..length).map(move |c| (indent + f64::from(c), row as f64 * ROW))
            })
            .collect();
    }
    let centre = (0..board.len())
        .max_by_key(|&at| (board.neighbours(at).count_ones(), usize::MAX - at))
        .unwrap_or(0);
    let mut rings: Vec<Vec<usize>> = vec![vec![centre]];
    let mut seen = 1u32 << centre;
    while let Some(last) = rings.last().filter(|r| !r.is_empty()) {
        let around = last.iter().fold(0, |m, &at| m | board.neighbours(at)) & !seen;
        seen |= around;
        rings.push(spaces_of(around).collect());
    }
    let mut places = vec![(0.0, 0.0); board.len()];
    let mut radius = 0.0_f64;
    for ring in rings.iter().filter(|r| !r.is_empty()).skip(1) {
        // Far enough out for the spaces of the ring not to touch.
        radius = (radius + 1.0).max(ring.len() as f64 / std::f64::consts::TAU * 1.05);
        for (k, &at) in ring.iter().enumerate() {
            let angle = std::f64::consts::TAU * k as f64 / ring.len() as f64;
            places[at] = (radius * angle.sin(), -radius * angle.cos());
        }
    }
    let (left, top) = places
        .iter()
        .fold((0.0_f64, 0.0_f64), |(l, t), p| (l.min(p.0), t.min(p.1)));
    places.iter().map(|(x, y)| (x - left, y - top)).collect()
}
