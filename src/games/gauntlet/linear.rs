//! Sparse substochastic systems x = c + Q x, by BiCGSTAB (van der Vorst, 1992): a dozen steps where plain iteration takes hundreds.

/// Sparse rows: column and value.
#[derive(Debug, Clone)]
pub struct Sparse {
    offsets: Vec<u32>,
    entries: Vec<(u32, f64)>,
}

impl Default for Sparse {
    fn default() -> Self {
        Self::new()
    }
}

impl Sparse {
    /// No rows yet.
    pub fn new() -> Self {
        Self {
            offsets: vec![0],
            entries: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = (u32, f64)>) {
        self.entries.extend(row);
        self.offsets.push(self.entries.len() as u32);
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// True without rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row.
    #[inline]
    pub fn row(&self, at: usize) -> &[(u32, f64)] {
        &self.entries[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }

    /// A row times a vector.
    #[inline]
    pub fn times(&self, at: usize, x: &[f64]) -> f64 {
        self.row(at).iter().map(|&(to, p)| p * x[to as usize]).sum()
    }

    /// The transpose, with this many rows.
    pub fn transposed(&self, rows: usize) -> Self {
        let mut offsets = vec![0u32; rows + 1];
        self.entries
            .iter()
            .for_each(|&(to, _)| offsets[to as usize + 1] += 1);
        for i in 0..rows {
            offsets[i + 1] += offsets[i];
        }
        let mut entries = vec![(0, 0.0); self.entries.len()];
        let mut next = offsets.clone();
        for from in 0..self.len() {
            for &(to, p) in self.row(from) {
                entries[next[to as usize] as usize] = (from as u32, p);
                next[to as usize] += 1;
            }
        }
        Self { offsets, entries }
    }

    /// Solves x = c + Q x from the x given. Differences below about 1e-15 of `scale` do not matter.
    pub fn solve(&self, c: &[f64], x: &mut [f64], scale: f64) {
        let n = x.len();
        let apply = |v: &[f64]| -> Vec<f64> { (0..n).map(|s| v[s] - self.times(s, v)).collect() };
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(x, y)| x * y).sum() };
        let norm = |a: &[f64]| a.iter().fold(0.0, |m: f64, v| m.max(v.abs()));
        let mut r: Vec<f64> = apply(x).iter().zip(c).map(|(ax, c)| c - ax).collect();
        let shadow = r.clone();
        let (mut p, mut rho) = (r.clone(), dot(&shadow, &r));
        for _ in 0..60 {
            if norm(&r) <= 1e-15 * scale || rho == 0.0 {
                break;
            }
            let v = apply(&p);
            let down = dot(&shadow, &v);
            if down == 0.0 {
                break;
            }
            let alpha = rho / down;
            let s: Vec<f64> = r.iter().zip(&v).map(|(r, v)| r - alpha * v).collect();
            let t = apply(&s);
            let tt = dot(&t, &t);
            let omega = if tt > 0.0 { dot(&t, &s) / tt } else { 0.0 };
            for i in 0..n {
                x[i] += alpha * p[i] + omega * s[i];
                r[i] = s[i] - omega * t[i];
            }
            if omega == 0.0 {
                break;
            }
            let next = dot(&shadow, &r);
            let beta = next / rho * alpha / omega;
            for i in 0..n {
                p[i] = r[i] + beta * (p[i] - omega * v[i]);
            }
            rho = next;
        }
        // A few plain steps smooth what rounding left; many only after a breakdown.
        for _ in 0..100_000 {
            let mut change: f64 = 0.0;
            for s in 0..n {
                let new = c[s] + self.times(s, x);
                change = change.max((new - x[s]).abs());
                x[s] = new;
            }
            if change <= 2e-15 * scale {
                break;
            }
        }
    }
}

/// I - Q factored into triangles, for many right-hand sides. Q is dense and substochastic, so no pivoting is needed.
#[derive(Debug, Clone)]
pub struct Factors {
    n: usize,
    a: Vec<f64>,
}

/// Pivots that are worked in together, so that a row stays in the cache while they pass over it.
const PANEL: usize = 8;

impl Factors {
    /// From the rows of Q.
    pub fn new(n: usize, rows: impl Iterator<Item = Vec<(usize, f64)>>) -> Self {
        let mut a = vec![0.0; n * n];
        for (row, (at, entries)) in a.chunks_exact_mut(n).zip(rows.enumerate()) {
            row[at] = 1.0;
            entries.into_iter().for_each(|(to, q)| row[to] -= q);
        }
        let eliminate = |row: &mut [f64], pivot: &[f64], k: usize| {
            let f = row[k] / pivot[k];
            if f != 0.0 {
                row[k + 1..]
                    .iter_mut()
                    .zip(&pivot[k + 1..])
                    .for_each(|(r, p)| *r -= f * p);
            }
            row[k] = f;
        };
        for first in (0..n).step_by(PANEL) {
            let last = (first + PANEL).min(n);
            for k in first..last {
                let (done, rest) = a.split_at_mut((k + 1) * n);
                rest.chunks_exact_mut(n)
                    .take(last - k - 1)
                    .for_each(|row| eliminate(row, &done[k * n..], k));
            }
            let (done, rest) = a.split_at_mut(last * n);
            for row in rest.chunks_exact_mut(n) {
                (first..last).for_each(|k| eliminate(row, &done[k * n..(k + 1) * n], k));
            }
        }
        Self { n, a }
    }

    /// Solves x = c + Q x.
    pub fn solve(&self, c: &[f64]) -> Vec<f64> {
        let mut x = c.to_vec();
        self.solve_in_place(&mut x);
        x
    }

    /// Solves x = c + Q x; `x` holds c and then the solution.
    pub fn solve_in_place(&self, x: &mut [f64]) {
        let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        for (i, row) in self.a.chunks_exact(self.n).enumerate() {
            x[i] -= dot(&row[..i], &x[..i]);
        }
        for (i, row) in self.a.chunks_exact(self.n).enumerate().rev() {
            x[i] = (x[i] - dot(&row[i + 1..], &x[i + 1..])) / row[i];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A gambler between 0 and 20: chance to reach 20 and mean duration k (20 - k), backward and by expected visits forward.
    #[test]
    fn a_gambler_is_ruined_on_time() {
        let n = 19;
        let mut chain = Sparse::new();
        for k in 0..n as u32 {
            chain.push(
                [(k.wrapping_sub(1), 0.5), (k + 1, 0.5)]
                    .into_iter()
                    .filter(|&(to, _)| to < n as u32),
            );
        }
        let (mut up, mut time) = (vec![0.0; n], vec![0.0; n]);
        let mut c = vec![0.0; n];
        c[n - 1] = 0.5;
        chain.solve(&c, &mut up, 1.0);
        chain.solve(&vec![1.0; n], &mut time, 100.0);
        for k in 0..n {
            let here = (k + 1) as f64;
            assert!((up[k] - here / 20.0).abs() < 1e-13, "{k}: {}", up[k]);
            assert!(
                (time[k] - here * (20.0 - here)).abs() < 1e-11,
                "{k}: {}",
                time[k]
            );
        }
        let mut visits = vec![0.0; n];
        let mut start = vec![0.0; n];
        start[4] = 1.0;
        chain.transposed(n).solve(&start, &mut visits, 1.0);
        let rows = |m: &Sparse| {
            (0..n)
                .map(|s| m.row(s).iter().map(|&(t, p)| (t as usize, p)).collect())
                .collect::<Vec<_>>()
        };
        assert!((visits.iter().sum::<f64>() - 75.0).abs() < 1e-11);
        let factored = Factors::new(n, rows(&chain).into_iter()).solve(&c);
        assert!(factored.iter().zip(&up).all(|(a, b)| (a - b).abs() < 1e-13));
    }
}
