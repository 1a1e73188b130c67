//! Hexes: directions, distances, cones, lines of sight, all in integers (spec 11.3).
//!
//! Axial coordinates (q, r), pointy-top. Directions clockwise: 0 E, 1 SE, 2 SW, 3 W, 4 NW, 5 NE. A hex is one index into a
//! grid of 11 by 11 that holds every board up to radius 5; a set of hexes is one 128-bit word.

/// Steps by direction.
pub const STEPS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// Largest radius of a board.
pub const MAX_RADIUS: i8 = 5;
const SIDE: i8 = 2 * MAX_RADIUS + 1;

/// A hex as an index: row by row from the top (r), from the left (q).
pub type Hex = u8;

/// Index of axial coordinates inside the grid.
#[inline]
pub fn hex(q: i8, r: i8) -> Option<Hex> {
    let inside = |x: i8| (-MAX_RADIUS..=MAX_RADIUS).contains(&x);
    (inside(q) && inside(r)).then(|| ((r + MAX_RADIUS) * SIDE + q + MAX_RADIUS) as u8)
}

/// Axial coordinates of an index.
#[inline]
pub fn axial(hex: Hex) -> (i8, i8) {
    const ALL: [(i8, i8); 128] = {
        let mut all = [(0, 0); 128];
        let mut h = 0;
        while h < 128 {
            all[h] = (
                (h % SIDE as usize) as i8 - MAX_RADIUS,
                (h / SIDE as usize) as i8 - MAX_RADIUS,
            );
            h += 1;
        }
        all
    };
    ALL[usize::from(hex & 127)]
}

/// The vector from one hex to another.
#[inline]
pub fn vector(from: Hex, to: Hex) -> (i8, i8) {
    let ((a, b), (c, d)) = (axial(from), axial(to));
    (c - a, d - b)
}

/// Length of a vector in hexes.
#[inline]
pub fn length((q, r): (i8, i8)) -> u8 {
    ((q.abs() + r.abs() + (q + r).abs()) / 2) as u8
}

/// Distance of two hexes.
#[inline]
pub fn distance(a: Hex, b: Hex) -> u8 {
    length(vector(a, b))
}

/// Twice the scalar product of two vectors.
#[inline]
fn dot(v: (i8, i8), e: (i8, i8)) -> i32 {
    let ((q, r), (s, t)) = (
        (i32::from(v.0), i32::from(v.1)),
        (i32::from(e.0), i32::from(e.1)),
    );
    2 * q * s + 2 * r * t + q * t + r * s
}

/// Within 30 degrees (inclusive) of direction `e`.
pub fn in_cone(v: (i8, i8), direction: u8) -> bool {
    let e = STEPS[usize::from(direction)];
    let cross = i32::from(v.0) * i32::from(e.1) - i32::from(v.1) * i32::from(e.0);
    v != (0, 0) && 3 * cross.abs() <= dot(v, e)
}

/// Exactly along direction `e`.
pub fn on_line(v: (i8, i8), direction: u8) -> bool {
    let e = STEPS[usize::from(direction)];
    v != (0, 0)
        && i32::from(v.0) * i32::from(e.1) == i32::from(v.1) * i32::from(e.0)
        && dot(v, e) > 0
}

/// Sides turned from one facing to another, 0-3.
#[inline]
pub fn sides(from: u8, to: u8) -> u8 {
    let d = to.abs_diff(from);
    d.min(6 - d)
}

/// Relative direction, clockwise from `facing`, of the one of the six directions with the smallest angle to `v`.
/// A tie goes to the direction nearer to the front, or farther from it (`away`, A35). `v` is not zero.
#[inline]
pub fn relative(v: (i8, i8), facing: u8, away: bool) -> u8 {
    // Of a neighbour there is no doubt: by q + 1 and r + 1.
    const NEXT: [[u8; 3]; 3] = [[7, 3, 2], [4, 7, 1], [5, 0, 7]];
    if let (0..3, 0..3) = (v.0 + 1, v.1 + 1) {
        let direction = NEXT[(v.0 + 1) as usize][(v.1 + 1) as usize];
        if direction < 6 {
            let turned = 6 + direction - facing;
            return if turned >= 6 { turned - 6 } else { turned };
        }
    }
    relative_far(v, facing, away)
}

fn relative_far(v: (i8, i8), facing: u8, away: bool) -> u8 {
    let mut best = (i32::MIN, 0u8, 0u8);
    for (direction, step) in STEPS.iter().enumerate() {
        let relative = (6 + direction as u8 - facing) % 6;
        let off_front = relative.min(6 - relative);
        let rank = if away { off_front } else { 3 - off_front };
        let d = dot(v, *step);
        if d > best.0 || d == best.0 && rank > best.1 {
            best = (d, rank, relative);
        }
    }
    best.2
}

/// Whether the segment from the origin to `end` (in half hexes) crosses the open interior of the hex at `h`
/// (in whole hexes), by a stretch of positive length.
fn crosses(end: (i32, i32), h: (i32, i32)) -> bool {
    // The interior is |2q + r| < 1, |q + 2r| < 1, |q - r| < 1 around the centre; times 2 here.
    let forms: [fn((i32, i32)) -> i32; 3] =
        [|(q, r)| 2 * q + r, |(q, r)| q + 2 * r, |(q, r)| q - r];
    // The segment's parameter t runs from low to high, both fractions (numerator, positive denominator).
    let (mut low, mut high) = ((0, 1), (1, 1));
    for form in forms {
        let (a, b) = (form(end), 2 * form(h));
        // |t a - b| < 2
        if a == 0 {
            if b.abs() >= 2 {
                return false;
            }
            continue;
        }
        let (mut from, mut to) = ((b - 2, a), (b + 2, a));
        if a < 0 {
            (from, to) = ((-(b + 2), -a), (-(b - 2), -a));
        }
        if from.0 * low.1 > low.0 * from.1 {
            low = from;
        }
        if to.0 * high.1 < high.0 * to.1 {
            high = to;
        }
    }
    low.0 * high.1 < high.0 * low.1
}

/// How many of the six segments from the centre of `from` to the middles of the sides of `to` miss every blocked
/// hex, and whether the segment to its centre does.
pub fn clear_lines(from: Hex, to: Hex, blocked: impl Iterator<Item = Hex> + Clone) -> (u8, bool) {
    let v = vector(from, to);
    let target = (2 * i32::from(v.0), 2 * i32::from(v.1));
    let misses = |end: (i32, i32)| {
        blocked.clone().filter(|b| *b != from && *b != to).all(|b| {
            let (q, r) = vector(from, b);
            !crosses(end, (i32::from(q), i32::from(r)))
        })
    };
    let sides = STEPS
        .iter()
        .filter(|(q, r)| misses((target.0 + i32::from(*q), target.1 + i32::from(*r))))
        .count();
    (sides as u8, misses(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Hex> + Clone {
        (0..121).filter(|h| distance(*h, 60) <= 5)
    }

    /// The short way for neighbours is the long way.
    #[test]
    fn neighbours_lie_where_all_hexes_do() {
        for from in all() {
            let (q, r) = axial(from);
            assert_eq!(hex(q, r), Some(from));
            for to in all().filter(|h| distance(*h, from) == 1) {
                for facing in 0..6 {
                    for away in [false, true] {
                        let v = vector(from, to);
                        assert_eq!(relative(v, facing, away), relative_far(v, facing, away));
                    }
                }
            }
        }
        for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
            assert_eq!(sides(a, b), ((6 + b - a) % 6).min((6 + a - b) % 6));
        }
    }

    /// Spec 15: the cone of 30 degrees holds 1, 3, 3, 5, 5, 7 hexes at distance 1..6.
    #[test]
    fn the_cone() {
        for direction in 0..6 {
            let at = |d: i8| {
                let ring = (-d..=d)
                    .flat_map(move |q| (-d..=d).map(move |r| (q, r)))
                    .filter(|v| length(*v) == d as u8);
                ring.filter(|v| in_cone(*v, direction)).count()
            };
            assert_eq!([1, 2, 3, 4, 5, 6].map(at), [1, 3, 3, 5, 5, 7]);
        }
    }

    /// Angles in floating point say the same as the integers.
    #[test]
    fn directions_agree_with_angles() {
        let angle = |(q, r): (i8, i8)| {
            (1.5f64.mul_add(f64::from(r), 0.0))
                .atan2((f64::from(q) + f64::from(r) / 2.0) * 3f64.sqrt())
        };
        for h in all().filter(|h| *h != 60) {
            let v = vector(60, h);
            for facing in 0..6u8 {
                let off = |k: u8| {
                    let d = (angle(v) - f64::from((facing + k) % 6) * std::f64::consts::PI / 3.0)
                        .rem_euclid(2.0 * std::f64::consts::PI);
                    d.min(2.0 * std::f64::consts::PI - d)
                };
                let least = (0..6).map(off).fold(f64::MAX, f64::min);
                let tied: Vec<u8> = (0..6).filter(|k| off(*k) < least + 1e-9).collect();
                let front = *tied.iter().min_by_key(|k| (**k).min(6 - **k)).unwrap();
                let back = *tied.iter().max_by_key(|k| (**k).min(6 - **k)).unwrap();
                assert_eq!(
                    (relative(v, facing, false), relative(v, facing, true)),
                    (front, back),
                    "{v:?} {facing}"
                );
                assert_eq!(
                    in_cone(v, facing),
                    off(0) < std::f64::consts::PI / 6.0 + 1e-9
                );
            }
        }
    }

    /// The exact clipping against a fine sampling of the segment.
    #[test]
    fn crossings_agree_with_sampling() {
        let inside = |p: (f64, f64)| {
            (2.0 * p.0 + p.1).abs() < 1.0 - 1e-9
                && (p.0 + 2.0 * p.1).abs() < 1.0 - 1e-9
                && (p.0 - p.1).abs() < 1.0 - 1e-9
        };
        for target in all().filter(|h| *h != 60) {
            let v = vector(60, target);
            for (sq, sr) in STEPS.iter().copied().chain([(0, 0)]) {
                let end = (
                    2 * i32::from(v.0) + i32::from(sq),
                    2 * i32::from(v.1) + i32::from(sr),
                );
                for block in all() {
                    let (bq, br) = vector(60, block);
                    let sampled = (0..=4000).any(|i| {
                        let t = f64::from(i) / 4000.0 / 2.0;
                        inside((
                            f64::from(end.0) * t - f64::from(bq),
                            f64::from(end.1) * t - f64::from(br),
                        ))
                    });
                    assert_eq!(
                        crosses(end, (bq.into(), br.into())),
                        sampled,
                        "to {end:?} past {:?}",
                        (bq, br)
                    );
                }
            }
        }
    }
}
