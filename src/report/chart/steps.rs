//! Step functions over named categories (`at least k`): level over each category, never a slope between two.

use super::axis::Scale;
use super::frame::{self, Frame};
use super::page::{Page, Swatch};
use super::series::{self, Look};
use crate::report::findings::{Chart, Series};

/// Fills the page.
pub fn draw(page: &mut Page, chart: &Chart, categories: &[String], all: &[Series], share: bool) {
    if categories.is_empty() || all.is_empty() {
        return page.nothing();
    }
    let looks = series::looks(all);
    let twins = looks.iter().any(|l| l.exact) && looks.iter().any(|l| !l.exact);
    let sampled = if twins { Swatch::Broad } else { Swatch::Line };
    page.legend(&series::legend(
        all,
        &looks,
        (sampled, Swatch::Line, Swatch::Band),
    ));
    page.y_name(&chart.y_label);
    // A share of what happens starts at zero; other steps may live far from it.
    let frame = frame::open(page, Scale::linear(series::numbers(all), share, 5));
    for (one, look) in all.iter().zip(&looks) {
        bands(page, &frame, categories.len(), one, *look);
    }
    for (one, look) in all.iter().zip(&looks) {
        let broad = twins && !look.exact;
        stairs(page, &frame, categories.len(), one, *look, broad);
    }
    frame.base_lines(page);
    frame.categories(page, categories, &chart.x_label);
}

fn bands(page: &mut Page, frame: &Frame, count: usize, one: &Series, look: Look) {
    for c in 0..count {
        let Some((lo, hi)) = series::interval(one, c) else {
            continue;
        };
        let (left, width) = frame.slot(c, count);
        let (right, lo, hi) = (left + width, frame.y.at(lo), frame.y.at(hi));
        page.scene.area(
            vec![(left, lo), (left, hi), (right, hi), (right, lo)],
            look.ink,
            0.25,
        );
    }
}

/// The line, in pieces where a value is missing.
fn stairs(page: &mut Page, frame: &Frame, count: usize, one: &Series, look: Look, broad: bool) {
    let mut piece: Vec<(f64, f64)> = Vec::new();
    let mut put = |piece: &mut Vec<(f64, f64)>| match std::mem::take(piece) {
        points if points.is_empty() => {}
        points if broad => page.scene.pale_path(points, 6.0, look.ink, 0.4),
        points => page.scene.path(points, 2.0, look.ink),
    };
    for c in 0..count {
        match series::value(one, c) {
            None => put(&mut piece),
            Some(value) => {
                let ((left, width), y) = (frame.slot(c, count), frame.y.at(value));
                piece.extend([(left, y), (left + width, y)]);
            }
        }
    }
    put(&mut piece);
}
