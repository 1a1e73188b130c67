//! Substochastic systems x = c + Q x in blocks: states that can come back to each other are solved together, by triangles that are worked out
//! once; a state that only leads on is a block of its own.
//!
//! Without the bargain an enemy's health never rises again, so the fights of a chain fall into small blocks, and an answer costs no more than a
//! pass over its entries. Components by Tarjan (1972), without recursion.

use super::linear::{Factors, Sparse};

/// States of a block beyond which iteration is cheaper than triangles.
const LARGEST: usize = 400;

/// I - Q, ready to be solved for any right-hand side.
#[derive(Debug, Clone)]
pub struct Blocks {
    /// States, block after block; a block comes after all that it leads to.
    order: Vec<u32>,
    blocks: Vec<Block>,
}

#[derive(Debug, Clone)]
struct Block {
    first: usize,
    len: usize,
    factors: Factors,
}

impl Blocks {
    /// Of the rows of Q; `None` where states hang together in such numbers that triangles would be dear.
    pub fn new(rows: &Sparse) -> Option<Self> {
        let (order, ends) = components(rows);
        let mut place = vec![0; order.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(at, &s)| place[s as usize] = at);
        let firsts = std::iter::once(&0).chain(&ends);
        if firsts.zip(&ends).any(|(first, end)| end - first > LARGEST) {
            return None;
        }
        let mut blocks = Vec::with_capacity(ends.len());
        let mut first = 0;
        for end in ends {
            let len = end - first;
            let within = |&(to, p): &(u32, f64)| {
                let at = place[to as usize];
                (first..end).contains(&at).then(|| (at - first, p))
            };
            let factors = Factors::new(
                len,
                order[first..end]
                    .iter()
                    .map(|&s| rows.row(s as usize).iter().filter_map(within).collect()),
            );
            blocks.push(Block {
                first,
                len,
                factors,
            });
            first = end;
        }
        Some(Self { order, blocks })
    }

    /// Solves x = c + Q x; `rows` are those of Q.
    pub fn solve(&self, rows: &Sparse, c: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; c.len()];
        let mut here = Vec::new();
        for block in &self.blocks {
            let states = &self.order[block.first..block.first + block.len];
            here.clear();
            // What is not solved yet counts 0, and so does the block itself.
            here.extend(
                states
                    .iter()
                    .map(|&s| c[s as usize] + rows.times(s as usize, &x)),
            );
            if here.iter().all(|v| *v == 0.0) {
                continue;
            }
            block.factors.solve_in_place(&mut here);
            for (&s, v) in states.iter().zip(&here) {
                x[s as usize] = *v;
            }
        }
        x
    }
}

/// The strongly connected components: states in an order in which each component comes after all that it leads to, and where each ends.
fn components(rows: &Sparse) -> (Vec<u32>, Vec<usize>) {
    const NEW: u32 = u32::MAX;
    let n = rows.len();
    let (mut number, mut low) = (vec![NEW; n], vec![0u32; n]);
    let (mut open, mut on_stack) = (Vec::new(), vec![false; n]);
    let (mut order, mut ends) = (Vec::with_capacity(n), Vec::new());
    let mut next = 0;
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..n {
        if number[root] != NEW {
            continue;
        }
        path.push((root, 0));
        while let Some((s, edge)) = path.pop() {
            if edge == 0 {
                (number[s], low[s]) = (next, next);
                next += 1;
                open.push(s as u32);
                on_stack[s] = true;
            }
            let row = rows.row(s);
            match (edge..row.len()).find(|&e| number[row[e].0 as usize] == NEW) {
                Some(e) => path.extend([(s, e + 1), (row[e].0 as usize, 0)]),
                None => {
                    for &(to, _) in row.iter().filter(|(to, _)| on_stack[*to as usize]) {
                        low[s] = low[s].min(low[to as usize]).min(number[to as usize]);
                    }
                    if low[s] == number[s] {
                        while let Some(top) = open.pop() {
                            on_stack[top as usize] = false;
                            order.push(top);
                            if top as usize == s {
                                break;
                            }
                        }
                        ends.push(order.len());
                    }
                }
            }
        }
    }
    (order, ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rings, the first of which leads to the second, and a state that leads to both: blocks give what iteration gives, both ways round.
    #[test]
    fn blocks_are_solved_in_order() {
        let mut q = Sparse::new();
        for row in [
            vec![(1, 0.3), (4, 0.4)],
            vec![(2, 0.9)],
            vec![(1, 0.5), (3, 0.2), (5, 0.1)],
            vec![(3, 0.25), (5, 0.5)],
            vec![(4, 0.5)],
            vec![(3, 0.7)],
        ] {
            q.push(row);
        }
        let (order, ends) = components(&q);
        assert_eq!((order.len(), ends.len()), (6, 4));
        for rows in [q.clone(), q.transposed(6)] {
            let c = [0.0, 1.0, 0.5, 0.0, 2.0, 0.25];
            let mut wanted = c;
            rows.solve(&c, &mut wanted, 10.0);
            let got = Blocks::new(&rows).unwrap().solve(&rows, &c);
            assert!(
                got.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-13),
                "{got:?} {wanted:?}"
            );
        }
    }
}
