//! A heat map: colour in steps, the value in each cell where it fits, a key above, crossed-out cells without a value.

use super::axis::{drawable, extent};
use super::frame::names_below;
use super::page::{Page, SIZE, Swatch, crossed};
use super::palette::{ARM, Ink, LEVELS};
use super::scene::{Align, Scene};
use super::text::{self, LEADING};
use crate::report::findings::Chart;
use crate::report::people::clean;

/// What is drawn.
pub struct Heat<'a> {
    pub rows: &'a [String],
    pub columns: &'a [String],
    pub values: &'a [Vec<Option<f64>>],
    /// Cells to hatch; empty for none.
    pub doubtful: &'a [Vec<bool>],
    pub signed: bool,
}

impl Heat<'_> {
    fn value(&self, row: usize, column: usize) -> Option<f64> {
        self.values
            .get(row)?
            .get(column)
            .copied()
            .flatten()
            .filter(|v| drawable(*v))
    }

    fn is_doubtful(&self, row: usize, column: usize) -> bool {
        self.doubtful
            .get(row)
            .and_then(|r| r.get(column))
            .is_some_and(|d| *d)
    }

    fn all(&self) -> impl Iterator<Item = Option<f64>> {
        let columns = self.columns.len();
        (0..self.rows.len()).flat_map(move |r| (0..columns).map(move |c| self.value(r, c)))
    }
}

/// From value to colour.
struct Shade {
    lo: f64,
    hi: f64,
    signed: bool,
}

impl Shade {
    fn new(heat: &Heat) -> Self {
        let (lo, hi) = extent(heat.all().flatten()).unwrap_or((0.0, 0.0));
        let most = lo.abs().max(hi.abs());
        let (lo, hi) = if heat.signed { (-most, most) } else { (lo, hi) };
        Self {
            lo,
            hi,
            signed: heat.signed,
        }
    }

    fn is_flat(&self) -> bool {
        self.hi - self.lo <= self.hi.abs() * 1e-12
    }

    fn ink(&self, value: f64) -> Ink {
        if self.signed {
            let part = if self.is_flat() { 0.0 } else { value / self.hi };
            return Ink::Signed((part * f64::from(ARM)).round() as i8);
        }
        let part = if self.is_flat() {
            0.25
        } else {
            (value - self.lo) / (self.hi - self.lo)
        };
        Ink::Level(((part * LEVELS as f64) as usize).min(LEVELS - 1))
    }

    fn steps(&self) -> Vec<Ink> {
        match (self.is_flat(), self.signed) {
            (true, _) => vec![self.ink(self.hi)],
            (false, true) => (-ARM..=ARM).map(Ink::Signed).collect(),
            (false, false) => (0..LEVELS).map(Ink::Level).collect(),
        }
    }
}

/// Fills the page.
pub fn draw(page: &mut Page, chart: &Chart, heat: &Heat) {
    if heat.rows.is_empty() || heat.columns.is_empty() {
        return page.nothing();
    }
    let shade = Shade::new(heat);
    key(page, heat, &shade);
    page.y_name(&chart.y_label);
    let most = if page.is_narrow() { 84.0 } else { 170.0 };
    let name = |n: &String| {
        let n = clean(n).trim().to_string();
        text::wrap_whole(&n, SIZE, most, 2)
            .unwrap_or_else(|| vec![text::shorten_middle(&n, SIZE, most)])
    };
    let names: Vec<Vec<String>> = heat.rows.iter().map(name).collect();
    let widest = names
        .iter()
        .flatten()
        .map(|n| text::width(n, SIZE))
        .fold(0.0, f64::max);
    let lines = names.iter().map(Vec::len).max().unwrap_or(1);
    let left = (12.0 + widest + 8.0).round();
    let across = ((page.width() - left - 12.0) / heat.columns.len() as f64)
        .floor()
        .clamp(10.0, 84.0);
    let down = (across * 0.6)
        .round()
        .clamp(if across < 16.0 { across } else { 20.0 }, 40.0)
        .max(if lines > 1 { 2.0 * SIZE * LEADING } else { 0.0 });
    let right = left + across * heat.columns.len() as f64;
    page.scene.width = page.width().max(right + 12.0);
    let top = page.top;
    cells(page, heat, &shade, (left, top, across, down));
    let stride = (SIZE * 1.2 / down).ceil() as usize;
    for (r, name) in names.iter().enumerate().step_by(stride) {
        let middle = top + (r as f64 + 0.5) * down;
        let first = middle - name.len() as f64 * SIZE * LEADING / 2.0;
        page.scene
            .lines((left - 8.0, first), name, SIZE, Ink::Text, Align::End);
    }
    page.top = top + down * heat.rows.len() as f64;
    names_below(page, heat.columns, left, across);
    page.x_name(
        &chart.x_label,
        left,
        right.max(left + 120.0).min(page.width() - 4.0),
    );
}

/// The colours in order, with the values at their ends.
fn key(page: &mut Page, heat: &Heat, shade: &Shade) {
    let missing = heat.all().any(|v| v.is_none());
    if extent(heat.all().flatten()).is_none() {
        return page.legend(&[("no value".into(), Swatch::Crossed, Ink::Grid)]);
    }
    let write = writer(heat, 3);
    let (lo, hi) = (write(shade.lo), write(shade.hi));
    let y = page.top + 10.0;
    let mut x = 12.0;
    if !shade.is_flat() {
        page.scene.text((x, y), &lo, SIZE, Ink::Muted, Align::Start);
        x += text::width(&lo, SIZE) + 6.0;
    }
    for ink in shade.steps() {
        page.scene.rect(x, y - 6.0, 10.0, 12.0, ink);
        x += 10.0;
    }
    page.scene
        .text((x + 6.0, y), &hi, SIZE, Ink::Muted, Align::Start);
    page.top = y + 16.0;
    if missing {
        page.legend(&[("no value".into(), Swatch::Crossed, Ink::Grid)]);
    }
    if heat.doubtful.iter().flatten().any(|d| *d) {
        let y = page.top + 8.0;
        let ink = shade.ink(0.0);
        page.scene.rect(12.0, y - 6.0, 16.0, 12.0, ink);
        hatch(&mut page.scene, (12.0, y - 6.0, 16.0, 12.0), ink.over());
        page.scene.text(
            (34.0, y),
            "sign left open by the sampling",
            SIZE,
            Ink::Muted,
            Align::Start,
        );
        page.top = y + 14.0;
    }
}

fn cells(
    page: &mut Page,
    heat: &Heat,
    shade: &Shade,
    (left, top, across, down): (f64, f64, f64, f64),
) {
    let gap = if across >= 20.0 { 1.0 } else { 0.0 };
    let room = across - 2.0 * gap - 2.0;
    let fits = |decimals: &usize| {
        let write = writer(heat, *decimals);
        down >= 18.0
            && heat
                .all()
                .flatten()
                .all(|v| text::width(&write(v), SIZE) <= room)
    };
    let write = [3, 2, 1]
        .into_iter()
        .find(fits)
        .filter(|d| tells_apart(heat, *d))
        .map(|d| writer(heat, d));
    // Without gaps and numbers equal neighbours are one piece, and pieces of one colour come together, so that the SVG
    // can join them: a large map is then a tenth of the size.
    let mut pieces: Vec<(Ink, Vec<(f64, f64, f64)>)> = Vec::new();
    let plain = gap == 0.0 && write.is_none() && heat.doubtful.is_empty();
    let same = |r: usize, c: usize, ink: Ink| heat.value(r, c).map(|v| shade.ink(v)) == Some(ink);
    for r in 0..heat.rows.len() {
        let mut drawn = 0;
        for c in 0..heat.columns.len() {
            if c < drawn {
                continue;
            }
            let (x, y) = (left + c as f64 * across, top + r as f64 * down);
            let Some(value) = heat.value(r, c) else {
                crossed(&mut page.scene, x, y, across - gap, down - gap);
                continue;
            };
            let ink = shade.ink(value);
            if plain {
                drawn = c + 1;
                while drawn < heat.columns.len() && same(r, drawn, ink) {
                    drawn += 1;
                }
                let piece = (x, y, across * (drawn - c) as f64);
                match pieces.iter_mut().find(|(of, _)| *of == ink) {
                    Some((_, known)) => known.push(piece),
                    None => pieces.push((ink, vec![piece])),
                }
                continue;
            }
            page.scene.rect(x, y, across - gap, down - gap, ink);
            if heat.is_doubtful(r, c) {
                hatch(
                    &mut page.scene,
                    (x, y, across - gap, down - gap),
                    ink.over(),
                );
            }
            if let Some(write) = &write {
                let middle = (x + (across - gap) / 2.0, y + (down - gap) / 2.0);
                page.scene
                    .text(middle, &write(value), SIZE, ink.over(), Align::Middle);
            }
        }
    }
    for (ink, known) in pieces {
        for (x, y, wide) in known {
            page.scene.rect(x, y, wide, down, ink);
        }
    }
}

/// Slanted lines over a cell.
fn hatch(scene: &mut Scene, (x, y, w, h): (f64, f64, f64, f64), ink: Ink) {
    const STEP: f64 = 5.0;
    let mut along = STEP / 2.0;
    while along < w + h {
        // From the top or right edge down to the left or bottom edge.
        let from = (x + along.min(w), y + (along - w).max(0.0));
        let to = (x + (along - h).max(0.0), y + along.min(h));
        scene.path(vec![from, to], 0.6, ink);
        along += STEP;
    }
}

/// Whether so few decimals still show a difference between the smallest and the largest value.
fn tells_apart(heat: &Heat, decimals: usize) -> bool {
    let write = writer(heat, decimals);
    extent(heat.all().flatten()).is_some_and(|(lo, hi)| lo == hi || write(lo) != write(hi))
}

/// How values are written: fewer decimals for larger numbers, a sign where it matters, nothing rounded to zero.
fn writer(heat: &Heat, decimals: usize) -> impl Fn(f64) -> String + use<> {
    let (lo, hi) = extent(heat.all().flatten()).unwrap_or((0.0, 0.0));
    let whole = lo.abs().max(hi.abs()).max(1e-9).log10().floor().max(0.0) as usize;
    let decimals = decimals.saturating_sub(whole);
    let signed = heat.signed;
    move |value| {
        let text = crate::report::people::number(value, decimals);
        let lost = value != 0.0 && !text.bytes().any(|b| (b'1'..=b'9').contains(&b));
        match (signed, lost) {
            (false, true) if value > 0.0 => format!(
                "<{}",
                crate::report::people::number(0.1f64.powi(decimals as i32), decimals)
            ),
            (true, false) if value > 0.0 => format!("+{text}"),
            _ => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::report::chart::scene::Op;
    use crate::report::chart::{WIDE, scene};
    use crate::report::findings::{Chart, Plot};
    use std::collections::BTreeMap;

    #[test]
    fn equal_neighbours_of_a_large_map_are_one_piece() {
        let names: Vec<String> = (0..60).map(|k| format!("n{k}")).collect();
        let mut values = vec![vec![Some(0.0); 60]; 60];
        values[3][30] = Some(1.0);
        let chart = Chart {
            name: "map",
            title: "map".into(),
            caption: String::new(),
            x_label: "x".into(),
            y_label: "y".into(),
            plot: Plot::Heat {
                rows: names.clone(),
                columns: names,
                values,
                signed: true,
            },
            table: "map",
        };
        let scene = scene(&chart, WIDE, false);
        let mut rows: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
        for op in &scene.ops {
            if let Op::Rect { x, y, w, .. } = op
                && *x > 12.0
                && *w >= 10.0
            {
                rows.entry(y.round() as i64).or_default().push(*w);
            }
        }
        let widest = |row: &&Vec<f64>| row.iter().sum::<f64>() >= 600.0;
        let rows: Vec<&Vec<f64>> = rows.values().filter(widest).collect();
        assert_eq!(rows.len(), 60);
        assert_eq!(rows.iter().filter(|r| r.len() == 1).count(), 59);
        assert_eq!(rows.iter().filter(|r| r.len() == 3).count(), 1);
    }
}
