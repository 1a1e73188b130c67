//! Charts: a `Chart` (data) is laid out as a `Scene` (rectangles, paths, measured text), and the scene is drawn by
//! plotters as SVG or as pixels, through the same code.
//!
//! A new kind of picture is a new variant of `Plot`, a file with one `draw` function that fills a `Page`, and a line
//! in `scene` below. Layout measures every text before placing it; tests check that no two texts touch.

mod axis;
mod backend;
mod bars;
mod dice;
mod frame;
mod graph;
mod heat;
mod lines;
mod page;
pub mod palette;
mod scene;
mod series;
mod steps;
mod text;

use super::findings::{Chart, Plot};
use crate::error::Result;
use page::Page;
use scene::Scene;

/// Width of a chart on a wide page and in files, in CSS pixels. A heat map with many columns is wider.
pub const WIDE: f64 = 800.0;
/// Width of a chart on a phone.
pub const NARROW: f64 = 340.0;

/// A standalone SVG file with title and caption, on white.
pub fn svg(chart: &Chart) -> Result<String> {
    backend::svg(&scene(chart, WIDE, true), chart, true)
}

/// A PNG with title and caption, on white, at twice the size of the SVG.
pub fn png(chart: &Chart) -> Result<Vec<u8>> {
    backend::png(&scene(chart, WIDE, true))
}

/// An SVG element to stand inside a page that has its own heading and background.
pub fn inline(chart: &Chart, width: f64) -> Result<String> {
    backend::svg(&scene(chart, width, false), chart, false)
}

/// Whether the chart can be laid out for a phone; many bars or cells need more room, and scroll.
pub fn fits_phone(chart: &Chart) -> bool {
    scene(chart, NARROW, false).width <= NARROW
}

fn scene(chart: &Chart, width: f64, headed: bool) -> Scene {
    let mut page = Page::new(width);
    if headed {
        page.heading(&chart.title, &chart.caption);
    }
    match &chart.plot {
        Plot::Bars {
            categories,
            series,
            share,
        } => bars::draw(&mut page, chart, categories, series, *share),
        Plot::Steps {
            categories,
            series,
            share,
        } => steps::draw(&mut page, chart, categories, series, *share),
        Plot::Heat {
            rows,
            columns,
            values,
            signed,
        } => heat::draw(
            &mut page,
            chart,
            &heat::Heat {
                rows,
                columns,
                values,
                doubtful: &[],
                signed: *signed,
            },
        ),
        Plot::Graph {
            nodes,
            edges,
            groups,
        } => graph::draw(&mut page, nodes, edges, groups),
        Plot::Hatched {
            rows,
            columns,
            values,
            doubtful,
            signed,
        } => heat::draw(
            &mut page,
            chart,
            &heat::Heat {
                rows,
                columns,
                values,
                doubtful,
                signed: *signed,
            },
        ),
        Plot::Lines {
            log_x,
            lines,
            reference,
        } => {
            lines::draw(&mut page, chart, *log_x, lines, reference.as_ref());
        }
        Plot::Dice { rows } => dice::draw(&mut page, rows),
    }
    page.finish()
}

#[cfg(test)]
mod tests;
