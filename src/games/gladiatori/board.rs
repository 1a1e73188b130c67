//! The arena as a map: its hexes, gates and starts; reading, checking, moving on it.
//!
//! The rulebook's board exists only as a picture: every board is assumed (spec 10). Movement: \[B. Sprint\].

mod price;

use super::data::{Data, Val};
use super::geometry::{Hex, MAX_RADIUS, STEPS, axial, distance, hex, relative};
use crate::error::{Error, Result};

/// A set of hexes.
pub type Hexes = u128;

/// A map that has been checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    hexes: Hexes,
    /// Gates, left and right.
    pub gates: [Hex; 2],
    /// Start hexes and facings by seat.
    pub starts: Vec<(Hex, u8)>,
    near: Vec<Hexes>,
    /// Neighbours by direction; [`OFF`] where the map ends.
    next: Vec<[Hex; 6]>,
}

/// No hex.
const OFF: Hex = 255;

/// The set of one hex.
#[inline]
pub fn one(h: Hex) -> Hexes {
    1 << h
}

/// The hexes of a set, in order.
pub fn each(mut set: Hexes) -> impl Iterator<Item = Hex> + Clone {
    std::iter::from_fn(move || {
        let h = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (h < 128).then_some(h as u8)
    })
}

impl Board {
    /// The map of the data.
    ///
    /// # Errors
    /// A shape that is not known, gates or starts off the map, taken twice, or not reachable from each other.
    pub fn new(data: &Data) -> Result<Self> {
        let shape = data.value("arena.shape").to_string();
        if shape != "disc" {
            return Err(Error::usage(format!(
                "arena.shape: unknown shape `{shape}`; write \"disc\""
            )));
        }
        let radius = data.int("arena.radius") as i8;
        let disc = (0..121)
            .filter(|h| distance(*h, 60) <= radius as u8)
            .fold(0, |s, h| s | one(h));
        let place = |key: &str, v: &Val| {
            let pair: Vec<i64> = v.list().iter().filter_map(Val::int).collect();
            match pair.as_slice() {
                [q, r] => {
                    let inside = i64::from(MAX_RADIUS);
                    let near = (-inside..=inside).contains(q) && (-inside..=inside).contains(r);
                    near.then(|| hex(*q as i8, *r as i8))
                        .flatten()
                        .filter(|h| disc & one(*h) != 0)
                        .ok_or_else(|| {
                            Error::usage(format!(
                                "arena.{key}: ({q}, {r}) is off the map of radius {radius}"
                            ))
                        })
                }
                _ => Err(Error::usage(format!(
                    "arena.{key}: write places as [q, r], not {v}"
                ))),
            }
        };
        let places = |key: &str| -> Result<Vec<Hex>> {
            data.value(&format!("arena.{key}"))
                .list()
                .iter()
                .map(|v| place(key, v))
                .collect()
        };
        let blocked = places("blocked")?.into_iter().fold(0, |s, h| s | one(h));
        // The default gates are the ends of the middle row; they move with the radius.
        let given = data.value("arena.gates").to_string();
        let gates = if given == "[[-4, 0], [4, 0]]" {
            vec![hex(-radius, 0).unwrap_or(0), hex(radius, 0).unwrap_or(0)]
        } else {
            places("gates")?
        };
        let starts = places("starts")?;
        let facings: Vec<i64> = data
            .value("arena.facings")
            .list()
            .iter()
            .filter_map(Val::int)
            .collect();
        let towards = data.value("arena.facings").word() == Some("towards the centre");
        if !towards
            && (facings.len() != starts.len() || facings.iter().any(|f| !(0..6).contains(f)))
        {
            return Err(Error::usage(
                "arena.facings: one number from 0 to 5 a start, or \"towards the centre\"",
            ));
        }
        let gates: [Hex; 2] = gates
            .try_into()
            .map_err(|_| Error::usage("arena.gates: write two places, left and right"))?;
        let facing = |i: usize| match towards {
            true => {
                let (q, r) = axial(starts[i]);
                if (q, r) == (0, 0) {
                    0
                } else {
                    relative((-q, -r), 0, false)
                }
            }
            false => facings[i] as u8,
        };
        let starts = (0..starts.len()).map(|i| (starts[i], facing(i))).collect();
        Self::from_parts(disc & !blocked, gates, starts)
    }

    /// From its hexes, gates and starts.
    ///
    /// # Errors
    /// Gates or starts off the map or taken twice, no start, or parts that cannot reach each other.
    pub fn from_parts(hexes: Hexes, gates: [Hex; 2], starts: Vec<(Hex, u8)>) -> Result<Self> {
        let show = |h: Hex| format!("({}, {})", axial(h).0, axial(h).1);
        let mut taken = 0;
        for (name, h) in gates
            .iter()
            .map(|h| ("gate", *h))
            .chain(starts.iter().map(|s| ("start", s.0)))
        {
            if hexes & one(h) == 0 {
                return Err(Error::usage(format!(
                    "the map's {name} {} is not a free hex of it",
                    show(h)
                )));
            }
            if taken & one(h) != 0 {
                return Err(Error::usage(format!(
                    "the map uses {} twice for its gates and starts",
                    show(h)
                )));
            }
            taken |= one(h);
        }
        if starts.is_empty() || starts.len() > 4 {
            return Err(Error::usage(format!(
                "a map has 1 to 4 starts, not {}",
                starts.len()
            )));
        }
        let near = (0..121u8)
            .map(|h| {
                let (q, r) = axial(h);
                STEPS
                    .iter()
                    .filter_map(|(dq, dr)| hex(q + dq, r + dr))
                    .filter(|n| hexes & one(*n) != 0)
                    .fold(0, |s, n| s | one(n))
            })
            .collect();
        let next = (0..121u8)
            .map(|h| {
                let (q, r) = axial(h);
                STEPS.map(|(dq, dr)| match hex(q + dq, r + dr) {
                    Some(n) if hexes & one(n) != 0 => n,
                    _ => OFF,
                })
            })
            .collect();
        let board = Self {
            hexes,
            gates,
            starts,
            near,
            next,
        };
        let reached = board.spread(board.starts[0].0, hexes, 120).0;
        if let Some(lost) = each(taken).find(|h| reached & one(*h) == 0) {
            return Err(Error::usage(format!(
                "the map cannot be crossed: {} cannot be reached from {}",
                show(lost),
                show(board.starts[0].0)
            )));
        }
        Ok(board)
    }

    /// Every hex.
    #[inline]
    pub fn hexes(&self) -> Hexes {
        self.hexes
    }

    /// Neighbours on the map.
    #[inline]
    pub fn near(&self, h: Hex) -> Hexes {
        self.near[usize::from(h)]
    }

    /// The neighbour in a direction, if it is on the map.
    #[inline]
    pub fn next(&self, h: Hex, direction: u8) -> Option<Hex> {
        let direction = if direction < 6 {
            direction
        } else {
            direction % 6
        };
        let next = self.next[usize::from(h)][usize::from(direction)];
        (next != OFF).then_some(next)
    }

    /// Hexes within `steps` steps through `free`, and those of the last ring.
    #[inline]
    pub fn spread(&self, from: Hex, free: Hexes, steps: u8) -> (Hexes, Hexes) {
        let (mut reached, mut edge) = (one(from), one(from));
        for _ in 0..steps {
            let mut next = 0;
            let mut left = edge;
            while left != 0 {
                next |= self.near[left.trailing_zeros() as usize];
                left &= left - 1;
            }
            next &= free & !reached;
            if next == 0 {
                return (reached, 0);
            }
            reached |= next;
            edge = next;
        }
        (reached, edge)
    }

    /// Length of the shortest path through `free` hexes; `to` itself need not be free.
    pub fn path(&self, from: Hex, to: Hex, free: Hexes) -> Option<u8> {
        let free = free | one(to);
        let (mut reached, mut edge) = (one(from), one(from));
        let mut steps = 0;
        while reached & one(to) == 0 {
            if edge == 0 {
                return None;
            }
            let next = each(edge).fold(0, |s, h| s | self.near(h)) & free & !reached;
            reached |= next;
            edge = next;
            steps += 1;
        }
        Some(steps)
    }

    /// Distance of every hex from `from` through `free`; 255 where it cannot be reached. `targets` need not be free.
    pub fn field(&self, from: Hex, free: Hexes, out: &mut [u8; 121]) {
        out.fill(255);
        let (mut reached, mut edge) = (one(from), one(from));
        out[usize::from(from)] = 0;
        let mut steps = 0;
        while edge != 0 {
            let mut next = 0;
            for h in each(edge) {
                next |= self.near[usize::from(h)];
            }
            next &= free & !reached;
            reached |= next;
            edge = next;
            steps += 1;
            for h in each(edge) {
                out[usize::from(h)] = steps;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::sides;
    use super::super::numbers::Rules;
    use super::*;
    use std::collections::VecDeque;

    fn board() -> Board {
        Board::new(&Data::embedded().unwrap()).unwrap()
    }

    /// Spec 15, arena.
    #[test]
    fn the_disc() {
        let b = board();
        let all: Vec<Hex> = each(b.hexes()).collect();
        assert_eq!(all.len(), 61);
        assert_eq!(
            all.iter().map(|h| b.near(*h).count_ones()).sum::<u32>(),
            2 * 156
        );
        let pairs = || {
            all.iter()
                .flat_map(|a| all.iter().map(move |b| distance(*a, *b)))
        };
        assert_eq!(pairs().map(u32::from).sum::<u32>(), 15_084);
        assert_eq!(pairs().max(), Some(8));
        assert_eq!((axial(b.gates[0]), axial(b.gates[1])), ((-4, 0), (4, 0)));
        // Starts: neighbours 4 apart, diagonals 6, 3 from the centre, 3 and 7 from the gates.
        let d = |i: usize, j: usize| distance(b.starts[i].0, b.starts[j].0);
        assert_eq!(
            [d(0, 1), d(1, 3), d(3, 2), d(2, 0), d(0, 3), d(1, 2)],
            [4, 4, 4, 4, 6, 6]
        );
        for (h, _) in &b.starts {
            let mut gates = b.gates.map(|g| distance(g, *h));
            gates.sort_unstable();
            assert_eq!((distance(*h, 60), gates), (3, [3, 7]));
        }
    }

    /// The closed form of the sprint equals a search over (hex, facing) states.
    #[test]
    fn sprint_costs_equal_a_search() {
        let b = board();
        for two in [false, true] {
            let mut rules = Rules::default_rules().unwrap();
            rules.r.turn_two = two;
            for occupied in [
                0,
                one(61) | one(50) | one(71),
                one(49) | one(61) | one(72) | one(71) | one(59),
            ] {
                let free = b.hexes() & !occupied;
                let mut cost = vec![[255u8; 6]; 121];
                let mut queue = VecDeque::from([(60u8, 0u8)]);
                cost[60][0] = 0;
                while let Some((h, f)) = queue.pop_front() {
                    let c = cost[usize::from(h)][usize::from(f)] + 1;
                    let mut visit = |h: Hex, f: u8, queue: &mut VecDeque<_>| {
                        if c < cost[usize::from(h)][usize::from(f)] {
                            cost[usize::from(h)][usize::from(f)] = c;
                            queue.push_back((h, f));
                        }
                    };
                    for t in 0..6 {
                        if sides(f, t) <= rules.turn_sides() {
                            visit(h, t, &mut queue);
                        }
                        if sides(f, t) <= 1 {
                            each(b.near(h) & free).for_each(|n| visit(n, t, &mut queue));
                        }
                    }
                }
                for h in each(b.hexes()) {
                    for f in 0..6 {
                        let searched = cost[usize::from(h)][usize::from(f)];
                        let closed = rules.sprint_cost(&b, (60, 0), (h, f), free, false);
                        assert_eq!(closed.unwrap_or(255), searched, "{:?} {f}", axial(h));
                    }
                }
            }
        }
    }

    #[test]
    fn bad_maps_are_refused_in_one_line() {
        let with = |path: &str, value: &str| {
            let mut data = Data::embedded().unwrap();
            data.set(path, value).unwrap();
            Board::new(&data).map(|_| ()).unwrap_err().to_string()
        };
        assert!(with("arena.starts", "[[9, 0]]").contains("(9, 0) is off the map of radius 4"));
        assert!(with("arena.starts", "[[-4, 0], [0, 0], [1, 1], [2, 1]]").contains("twice"));
        assert!(with("arena.facings", "[1, 2]").contains("arena.facings"));
        let wall = "[[0, -4], [0, -3], [0, -2], [0, -1], [0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]";
        assert!(with("arena.blocked", wall).contains("cannot be crossed"));
        assert!(with("arena.gates", "[[0, 0]]").contains("two places"));
        for radius in [3, 4, 5] {
            let mut data = Data::embedded().unwrap();
            data.set("arena.radius", &radius.to_string()).unwrap();
            let b = Board::new(&data).unwrap();
            assert_eq!(b.hexes().count_ones(), 3 * radius * (radius + 1) + 1);
            assert_eq!(axial(b.gates[1]), (radius as i8, 0));
        }
    }
}
