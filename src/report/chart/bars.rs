//! Grouped bars over named categories, with interval whiskers; exact values as outlined bars beside the sampled ones.

use super::frame::{self, Frame};
use super::page::{Page, SIZE, Swatch};
use super::palette::Ink;
use super::scene::Align;
use super::series::{self, Look};
use super::{
    axis::{Scale, drawable, extent},
    text,
};
use crate::report::findings::{Chart, Series};

const LARGEST_BAR: f64 = 56.0;
const SMALLEST_BAR: f64 = 2.0;

/// Fills the page.
pub fn draw(page: &mut Page, chart: &Chart, categories: &[String], all: &[Series], share: bool) {
    if categories.is_empty() || all.is_empty() {
        return page.nothing();
    }
    let looks = series::looks(all);
    page.legend(&series::legend(
        all,
        &looks,
        (Swatch::Filled, Swatch::Outlined, Swatch::Whisker),
    ));
    page.y_name(&chart.y_label);
    let bars = (categories.len() * all.len()) as f64;
    page.scene.width = page
        .width()
        .max((bars * SMALLEST_BAR * 1.4 + 80.0).min(4000.0));
    let frame = frame::open(page, Scale::linear(with_room(all), true, 5));
    let (_, slot) = frame.slot(0, categories.len());
    let width = (slot * 0.76 / all.len() as f64).min(LARGEST_BAR);
    let labels = Labels::new(all, width, share);
    for c in 0..categories.len() {
        let start = frame.slot(c, categories.len()).0 + (slot - width * all.len() as f64) / 2.0;
        for (s, (one, look)) in all.iter().zip(&looks).enumerate() {
            bar(
                page,
                &frame,
                (start + s as f64 * width, width),
                (one, c),
                *look,
            );
            labels.draw(page, &frame, start + (s as f64 + 0.5) * width, (one, c));
        }
    }
    frame.base_lines(page);
    frame.categories(page, categories, &chart.x_label);
}

fn bar(
    page: &mut Page,
    frame: &Frame,
    (x, width): (f64, f64),
    (series, c): (&Series, usize),
    look: Look,
) {
    let Some(value) = series::value(series, c) else {
        if width >= 12.0 {
            let at = (x + width / 2.0, frame.y.at(0.0) - 8.0);
            page.scene.text(
                at,
                crate::report::people::NULL,
                SIZE,
                Ink::Muted,
                Align::Middle,
            );
        }
        return;
    };
    let (zero, end) = (frame.y.at(0.0), frame.y.at(value));
    let (top, height) = (zero.min(end), (zero - end).abs());
    let gap = if width > 6.0 { 1.0 } else { 0.0 };
    if look.exact && width > 4.0 && height > 3.0 {
        page.scene
            .outline(x + gap, top, width - 2.0 * gap, height, look.ink);
    } else if height > 0.0 {
        page.scene
            .rect(x + gap, top, width - 2.0 * gap, height.max(0.5), look.ink);
    }
    if let Some((lo, hi)) = series::interval(series, c) {
        let (middle, cap) = (x + width / 2.0, (width / 4.0).min(5.0));
        let (lo, hi) = (frame.y.at(lo), frame.y.at(hi));
        page.scene
            .path(vec![(middle, lo), (middle, hi)], 1.0, Ink::Whisker);
        for end in [lo, hi] {
            page.scene.path(
                vec![(middle - cap, end), (middle + cap, end)],
                1.0,
                Ink::Whisker,
            );
        }
    }
}

/// Decimals, at least one, at which the bar nearest to zero does not look like zero: two figures of it, up to six decimals.
fn telling(all: &[Series]) -> usize {
    let values = all.iter().flat_map(|s| &s.values);
    let nonzero = values.filter(|v| drawable(**v) && **v != 0.0);
    let smallest = nonzero.map(|v| v.abs()).fold(f64::INFINITY, f64::min);
    match smallest < 1.0 {
        true => (1.0 - smallest.log10().floor()).min(6.0) as usize,
        false => 1,
    }
}

/// The ends of the bars, a little farther out than they are: the labels have to fit as well.
fn with_room(all: &[Series]) -> impl Iterator<Item = f64> {
    let (lo, hi) = extent(series::numbers(all)).unwrap_or((0.0, 0.0));
    let room = if lo < 0.0 {
        0.08 * (hi.max(0.0) - lo)
    } else {
        0.0
    };
    series::numbers(all).chain((room > 0.0).then_some(lo - room))
}

/// Values over the bars, where every one of them fits.
struct Labels {
    decimals: Option<usize>,
}

impl Labels {
    fn new(all: &[Series], room: f64, share: bool) -> Self {
        let fits = |decimals: &usize| {
            all.iter()
                .flat_map(|s| &s.values)
                .all(|v| !v.is_finite() || text::width(&number(*v, *decimals), SIZE) + 4.0 <= room)
        };
        // Where three decimals say nothing of any bar, the axis does.
        let largest = series::numbers(all).fold(0.0, |most: f64, v| most.max(v.abs()));
        let decimals = match share {
            true if largest < 0.001 => None,
            true => [3, 2].into_iter().find(fits),
            false => (telling(all)..=6).take(1).find(fits),
        };
        Self { decimals }
    }

    fn draw(&self, page: &mut Page, frame: &Frame, middle: f64, (series, c): (&Series, usize)) {
        let (Some(decimals), Some(value)) = (self.decimals, series::value(series, c)) else {
            return;
        };
        let (lo, hi) = series::interval(series, c).unwrap_or((value, value));
        // Above what rises, below what falls; at the very edge of the plot there is no room, and the table has it.
        let at = if value < 0.0 {
            frame.y.at(lo.min(value)) + 9.0
        } else {
            frame.y.at(hi.max(value)) - 9.0
        };
        if at + SIZE * 0.6 <= frame.bottom {
            page.scene.text(
                (middle, at),
                &number(value, decimals),
                SIZE,
                Ink::Text,
                Align::Middle,
            );
        }
    }
}

fn number(value: f64, decimals: usize) -> String {
    crate::report::people::number(value, decimals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_would_all_read_zero_are_left_out() {
        let labels = |largest: f64| {
            let series = Series {
                name: "loss".into(),
                values: vec![0.0, largest],
                intervals: None,
            };
            Labels::new(&[series], 100.0, true).decimals
        };
        assert_eq!(labels(0.000_000_7), None);
        assert_eq!(labels(0.25), Some(3));
    }
}
