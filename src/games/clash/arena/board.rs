//! The board: a validated graph of at most 32 spaces, from rows of a hexagon raster or from lists of neighbours.
//!
//! \[Components\] names one game board and shows no raster: the boards are data (`data.rs`), this file reads
//! them as graphs.
//! Spaces are numbered in reading order; a set of spaces is a bit mask.

use crate::error::{Error, Result};
use crate::games::clash::data;

/// A set of spaces: bit i is space i.
pub type Mask = u32;

/// Most spaces that a state holds.
pub const MOST_SPACES: usize = 32;

/// The spaces of a mask, in ascending order.
#[inline]
pub fn spaces_of(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let at = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(at)
    })
}

/// The k-th space of a mask, from 0.
#[inline]
pub fn nth_space(mut mask: Mask, k: u32) -> usize {
    for _ in 0..k {
        mask &= mask - 1;
    }
    mask.trailing_zeros() as usize
}

/// A board: symmetric, without loops, connected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Its name, or how it was given.
    pub name: String,
    names: Vec<String>,
    neighbours: [Mask; MOST_SPACES],
    /// Neighbours of any of eight spaces, by which of the eight: four groups of spaces make up a set.
    unions: Box<[[Mask; 256]; MOST_SPACES / 8]>,
    /// Lengths of the rows of a raster; empty for a graph.
    rows: Vec<u8>,
}

impl Board {
    /// The board of a data file: its rows, its neighbours, or both, which must then agree.
    ///
    /// # Errors
    /// A graph that is no board (see [`Board::from_rows`], [`Board::from_adjacency`]).
    pub fn new(board: &data::Board) -> Result<Self> {
        let named = |e: Error| Error::usage(format!("board `{}`: {e}", board.name.escape_debug()));
        let mut built = match (board.rows.is_empty(), board.adjacency.is_empty()) {
            (true, _) => Self::from_adjacency(&board.adjacency, &board.spaces).map_err(named)?,
            (false, true) => Self::from_rows(&board.rows, &board.spaces).map_err(named)?,
            (false, false) => {
                let raster = Self::from_rows(&board.rows, &board.spaces).map_err(named)?;
                let names = raster.names.clone();
                let graph = Self::from_adjacency(&board.adjacency, &names).map_err(named)?;
                if graph.neighbours != raster.neighbours {
                    return Err(named(Error::usage(
                        "its rows and its lists of neighbours disagree: leave one of them out",
                    )));
                }
                raster
            }
        };
        built.name.clone_from(&board.name);
        Ok(built)
    }

    /// A hexagon raster: neighbouring rows are shifted by half a space, so their lengths differ by exactly one.
    /// Spaces are named by row letter and column (`a1`) where `names` is empty.
    ///
    /// # Errors
    /// Rows that do not interlock, none or too many spaces, names that do not fit.
    pub fn from_rows(rows: &[u8], names: &[String]) -> Result<Self> {
        if rows.is_empty() || rows.contains(&0) {
            return Err(Error::usage(
                "a row has at least one space: write for example rows = [3, 4, 3, 4, 3]",
            ));
        }
        for (at, pair) in rows.windows(2).enumerate() {
            let difference = pair[0].abs_diff(pair[1]);
            if difference != 1 {
                return Err(Error::usage(format!(
                    "rows {} and {} differ by {difference} (must differ by exactly 1)",
                    at + 1,
                    at + 2
                )));
            }
        }
        let total: usize = rows.iter().map(|&n| usize::from(n)).sum();
        check_number(total)?;
        let letter = |row: usize| char::from(b'a' + row as u8); // 32 spaces lie in at most 21 rows
        let names = if names.is_empty() {
            let in_row = |(row, &n): (usize, &u8)| {
                (1..=n).map(move |column| format!("{}{column}", letter(row)))
            };
            rows.iter().enumerate().flat_map(in_row).collect()
        } else {
            names.to_vec()
        };
        if names.len() != total {
            return Err(Error::usage(format!(
                "its rows have {total} spaces, but {} are named",
                names.len()
            )));
        }
        let mut board = Self {
            name: format!("rows {rows:?}"),
            names,
            neighbours: [0; MOST_SPACES],
            unions: Box::new([[0; 256]; MOST_SPACES / 8]),
            rows: rows.to_vec(),
        };
        board.check_names()?;
        let mut start = 0;
        for (row, &length) in rows.iter().enumerate() {
            let length = usize::from(length);
            for i in 0..length {
                if i + 1 < length {
                    board.join(start + i, start + i + 1);
                }
                let below = start + length;
                match rows.get(row + 1).map(|&n| usize::from(n)) {
                    Some(next) if next > length => {
                        board.join(start + i, below + i);
                        board.join(start + i, below + i + 1);
                    }
                    Some(next) => {
                        if i < next {
                            board.join(start + i, below + i);
                        }
                        if i > 0 {
                            board.join(start + i, below + i - 1);
                        }
                    }
                    None => {}
                }
            }
            start += length;
        }
        board.unite();
        Ok(board)
    }

    /// A graph: each space with its neighbours. `order` gives the reading order; empty: the order of the list.
    ///
    /// # Errors
    /// Unknown or repeated spaces, a space that is its own neighbour, one-sided lists, parts that do not touch.
    pub fn from_adjacency(adjacency: &[(String, Vec<String>)], order: &[String]) -> Result<Self> {
        let listed: Vec<String> = adjacency.iter().map(|(name, _)| name.clone()).collect();
        let names = if order.is_empty() {
            listed.clone()
        } else {
            order.to_vec()
        };
        check_number(names.len())?;
        let mut board = Self {
            name: "adjacency".into(),
            names,
            neighbours: [0; MOST_SPACES],
            unions: Box::new([[0; 256]; MOST_SPACES / 8]),
            rows: Vec::new(),
        };
        board.check_names()?;
        for name in listed.iter().chain(&board.names) {
            let times = listed.iter().filter(|n| *n == name).count();
            if times != 1 || board.space(name).is_none() {
                return Err(Error::usage(format!(
                    "space `{}` is listed {times} times with its neighbours",
                    name.escape_debug()
                )));
            }
        }
        for (name, neighbours) in adjacency {
            let from = board.space(name).expect("checked above");
            for other in neighbours {
                let to = board.space(other).ok_or_else(|| {
                    Error::usage(format!(
                        "{name} lists {}, which is not a space",
                        other.escape_debug()
                    ))
                })?;
                if from == to {
                    return Err(Error::usage(format!("{name} lists itself")));
                }
                if board.neighbours[from] >> to & 1 == 1 {
                    return Err(Error::usage(format!("{name} lists {other} twice")));
                }
                board.neighbours[from] |= 1 << to;
            }
        }
        for from in 0..board.len() {
            for to in spaces_of(board.neighbours[from]) {
                if board.neighbours[to] >> from & 1 == 0 {
                    let (a, b) = (&board.names[from], &board.names[to]);
                    return Err(Error::usage(format!(
                        "{a} lists {b}, {b} does not list {a}"
                    )));
                }
            }
        }
        board.unite();
        let (reached, _) = board.area(0, board.all());
        if reached != board.all() {
            let apart = board.name_of((board.all() & !reached).trailing_zeros() as usize);
            return Err(Error::usage(format!(
                "not connected: {apart} cannot be reached from {}",
                board.names[0]
            )));
        }
        Ok(board)
    }

    fn join(&mut self, a: usize, b: usize) {
        self.neighbours[a] |= 1 << b;
        self.neighbours[b] |= 1 << a;
    }

    /// Lays out the unions once all neighbours are known.
    fn unite(&mut self) {
        for (group, unions) in self.unions.iter_mut().enumerate() {
            for set in 1..256usize {
                let at = 8 * group + set.trailing_zeros() as usize;
                unions[set] = unions[set & (set - 1)] | self.neighbours[at];
            }
        }
    }

    fn check_names(&self) -> Result<()> {
        for (at, name) in self.names.iter().enumerate() {
            if name.is_empty() || self.names[..at].contains(name) {
                return Err(Error::usage(format!(
                    "space name `{}` is empty or given twice",
                    name.escape_debug()
                )));
            }
        }
        Ok(())
    }

    /// Number of spaces.
    #[inline]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Never true.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All spaces.
    #[inline]
    pub fn all(&self) -> Mask {
        if self.len() == MOST_SPACES {
            Mask::MAX
        } else {
            (1 << self.len()) - 1
        }
    }

    /// Name of a space.
    pub fn name_of(&self, space: usize) -> &str {
        &self.names[space]
    }

    /// Names in reading order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Lengths of the rows of a raster; empty for a graph.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// The space of this name.
    pub fn space(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|n| n == name)
    }

    /// Neighbours of a space.
    #[inline]
    pub fn neighbours(&self, space: usize) -> Mask {
        self.neighbours[space]
    }

    /// Neighbours of any space of a set (a space of the set is in it only if it touches another one).
    #[inline]
    pub fn around(&self, set: Mask) -> Mask {
        let [a, b, c, d] = set.to_le_bytes();
        let [first, second, third, fourth] = &*self.unions;
        first[usize::from(a)]
            | second[usize::from(b)]
            | third[usize::from(c)]
            | fourth[usize::from(d)]
    }

    /// The connected area of a set around one of its spaces, and all spaces that touch it (its own too).
    #[inline]
    pub fn area(&self, start: usize, set: Mask) -> (Mask, Mask) {
        let (mut area, mut touched, mut edge): (Mask, Mask, Mask) = (0, 0, 1 << start);
        while edge != 0 {
            area |= edge;
            touched |= self.around(edge);
            edge = touched & set & !area;
        }
        (area, touched)
    }

    /// Number of pairs of neighbours.
    pub fn edges(&self) -> u32 {
        self.neighbours.iter().map(|n| n.count_ones()).sum::<u32>() / 2
    }

    /// Numbers of neighbours, ascending.
    pub fn degrees(&self) -> Vec<u32> {
        let mut degrees: Vec<u32> = (0..self.len())
            .map(|i| self.neighbours[i].count_ones())
            .collect();
        degrees.sort_unstable();
        degrees
    }
}

fn check_number(spaces: usize) -> Result<()> {
    match spaces {
        0 => Err(Error::usage("a board has at least one space")),
        1..=MOST_SPACES => Ok(()),
        _ => Err(Error::usage(format!(
            "{spaces} spaces: at most {MOST_SPACES} can be played on"
        ))),
    }
}

#[cfg(test)]
mod tests;
