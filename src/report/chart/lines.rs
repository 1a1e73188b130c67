//! Lines over a number line (linear or logarithmic), with interval bands and a reference line.

use super::axis::{Scale, drawable};
use super::frame::{self, Frame};
use super::page::{Page, Swatch};
use super::palette::Ink;
use crate::report::findings::{Chart, Point};

/// Fills the page.
pub fn draw(
    page: &mut Page,
    chart: &Chart,
    log_x: bool,
    lines: &[(String, Vec<Point>)],
    reference: Option<&(String, f64)>,
) {
    let placed = |p: &&Point| drawable(p.x) && drawable(p.y) && (!log_x || p.x > 0.0);
    let points = || lines.iter().flat_map(|(_, points)| points).filter(placed);
    let reference = reference.filter(|(_, value)| drawable(*value));
    if points().next().is_none() {
        return page.nothing();
    }
    page.legend(&legend(lines, reference));
    page.y_name(&chart.y_label);
    let numbers = points().flat_map(|p| {
        let (lo, hi) = p.interval.unwrap_or((p.y, p.y));
        [p.y, lo, hi]
    });
    let frame = frame::open(
        page,
        Scale::linear(numbers.chain(reference.map(|(_, v)| *v)), false, 5),
    );
    let wanted = if page.is_narrow() { 4 } else { 8 };
    let x = if log_x {
        Scale::log(points().map(|p| p.x))
    } else {
        Scale::along(points().map(|p| p.x), wanted)
    };
    let x = x.between(frame.left + 6.0, frame.right - 6.0);
    for (i, (_, points)) in lines.iter().enumerate() {
        for piece in pieces(points, log_x) {
            band(page, &frame, &x, &piece, Ink::Series(i));
        }
    }
    if let Some((_, value)) = reference {
        page.scene.dashed(
            frame.left,
            frame.right,
            frame.y.at(*value),
            1.5,
            Ink::Whisker,
        );
    }
    for (i, (_, points)) in lines.iter().enumerate() {
        for piece in pieces(points, log_x) {
            line(page, &frame, &x, &piece, Ink::Series(i));
        }
    }
    frame.base_lines(page);
    frame.ticks_below(page, &x, &chart.x_label);
}

fn legend(
    lines: &[(String, Vec<Point>)],
    reference: Option<&(String, f64)>,
) -> Vec<(String, Swatch, Ink)> {
    let mut entries: Vec<_> = lines
        .iter()
        .enumerate()
        .map(|(i, (name, _))| (name.clone(), Swatch::Line, Ink::Series(i)))
        .collect();
    if lines
        .iter()
        .any(|(_, points)| points.iter().any(|p| p.interval.is_some()))
    {
        entries.push(("interval".into(), Swatch::Band, Ink::Series(0)));
    }
    if let Some((name, value)) = reference {
        let value = crate::report::people::number(*value, 6);
        let value = value.trim_end_matches('0').trim_end_matches('.');
        entries.push((format!("{name} {value}"), Swatch::Dashed, Ink::Whisker));
    }
    if entries.len() < 2 {
        Vec::new()
    } else {
        entries
    }
}

/// Runs of points that can be drawn.
fn pieces(points: &[Point], log_x: bool) -> Vec<Vec<Point>> {
    let placed = |p: &Point| drawable(p.x) && drawable(p.y) && (!log_x || p.x > 0.0);
    points
        .split(|p| !placed(p))
        .filter(|piece| !piece.is_empty())
        .map(<[Point]>::to_vec)
        .collect()
}

fn band(page: &mut Page, frame: &Frame, x: &Scale, piece: &[Point], ink: Ink) {
    let ends = |p: &Point| p.interval.filter(|(lo, hi)| drawable(*lo) && drawable(*hi));
    let with: Vec<(f64, f64, f64)> = piece
        .iter()
        .filter_map(|p| ends(p).map(|(lo, hi)| (x.at(p.x), frame.y.at(lo), frame.y.at(hi))))
        .collect();
    match with.as_slice() {
        [] => {}
        [(x, lo, hi)] => {
            page.scene.path(vec![(*x, *lo), (*x, *hi)], 1.5, ink);
            for end in [*lo, *hi] {
                page.scene
                    .path(vec![(x - 4.0, end), (x + 4.0, end)], 1.5, ink);
            }
        }
        many => {
            let upper = many.iter().map(|(x, _, hi)| (*x, *hi));
            let lower = many.iter().rev().map(|(x, lo, _)| (*x, *lo));
            page.scene.area(upper.chain(lower).collect(), ink, 0.2);
        }
    }
}

fn line(page: &mut Page, frame: &Frame, x: &Scale, piece: &[Point], ink: Ink) {
    let at: Vec<(f64, f64)> = piece.iter().map(|p| (x.at(p.x), frame.y.at(p.y))).collect();
    if at.len() <= 30 {
        at.iter()
            .for_each(|(x, y)| page.scene.dot(*x, *y, 3.0, ink));
    }
    if at.len() > 1 {
        page.scene.path(at, 2.0, ink);
    }
}
