//! The frame that bars, steps and lines share: a value axis with grid lines, and names along the bottom.

use super::axis::Scale;
use super::page::{Page, SIZE};
use super::palette::Ink;
use super::scene::Align;
use super::text::{self, LEADING};
use crate::report::people::clean;

/// Least room between two labels.
const GAP: f64 = 6.0;
/// Longest turned label.
const TURNED: f64 = 190.0;

/// A plot area with its vertical scale.
pub struct Frame {
    pub left: f64,
    pub right: f64,
    pub bottom: f64,
    pub y: Scale,
}

/// Makes room for the axis labels and draws the grid below everything that follows.
pub fn open(page: &mut Page, y: Scale) -> Frame {
    let widest = y
        .ticks
        .iter()
        .map(|(_, label)| text::width(label, SIZE))
        .fold(0.0, f64::max);
    let (left, right) = ((12.0 + widest + 8.0).round(), page.width() - 12.0);
    let (top, bottom) = (page.top + 6.0, page.top + 6.0 + page.plot_height());
    let y = y.between(bottom, top);
    for (value, label) in &y.ticks {
        let at = snap(y.at(*value));
        page.scene
            .path(vec![(left, at), (right, at)], 1.0, Ink::Grid);
        page.scene
            .text((left - 8.0, at), label, SIZE, Ink::Muted, Align::End);
    }
    page.top = bottom;
    Frame {
        left,
        right,
        bottom,
        y,
    }
}

impl Frame {
    /// The line on which bars stand, and a line along the bottom.
    pub fn base_lines(&self, page: &mut Page) {
        let mut levels = vec![self.bottom];
        if self.y.crosses_zero() {
            levels.push(self.y.at(0.0));
        }
        for level in levels {
            let at = snap(level);
            page.scene
                .path(vec![(self.left, at), (self.right, at)], 1.0, Ink::Axis);
        }
    }

    /// Left edge and width of the slot of a category.
    pub fn slot(&self, i: usize, of: usize) -> (f64, f64) {
        let width = (self.right - self.left) / of.max(1) as f64;
        (self.left + i as f64 * width, width)
    }

    /// Names of the categories under their slots, then the name of the axis.
    pub fn categories(&self, page: &mut Page, names: &[String], axis: &str) {
        names_below(
            page,
            names,
            self.left,
            (self.right - self.left) / names.len().max(1) as f64,
        );
        page.x_name(axis, self.left, self.right);
    }

    /// Ticks of a horizontal value axis, then its name.
    pub fn ticks_below(&self, page: &mut Page, x: &Scale, axis: &str) {
        let mut free = f64::NEG_INFINITY;
        for (value, label) in &x.ticks {
            let (at, half) = (x.at(*value), text::width(label, SIZE) / 2.0);
            page.scene.path(
                vec![(at, self.bottom), (at, self.bottom + 4.0)],
                1.0,
                Ink::Axis,
            );
            let middle = at.min(page.width() - half - 2.0);
            if middle - half >= free {
                let below = (middle, self.bottom + 6.0 + SIZE * LEADING / 2.0);
                page.scene
                    .text(below, label, SIZE, Ink::Muted, Align::Middle);
                free = middle + half + GAP;
            }
        }
        page.top = self.bottom + 6.0 + SIZE * LEADING;
        page.x_name(axis, self.left, self.right);
    }
}

/// Names under equal slots from `left` on, starting at `page.top`: level if they fit, else wrapped, else turned; where
/// even that is too tight, only every so many.
pub fn names_below(page: &mut Page, names: &[String], left: f64, slot: f64) {
    let names: Vec<String> = names.iter().map(|n| clean(n).trim().to_string()).collect();
    let middle = |i: usize| left + (i as f64 + 0.5) * slot;
    let widest = names
        .iter()
        .map(|n| text::width(n, SIZE))
        .fold(0.0, f64::max);
    let top = page.top + 6.0;
    let wrapped: Option<Vec<_>> = names
        .iter()
        .map(|n| text::wrap_whole(n, SIZE, slot - GAP, 3))
        .collect();
    let stride = |room: f64| (room / slot).ceil().max(1.0) as usize;
    let level = |page: &mut Page, step: usize| {
        for (i, name) in names.iter().enumerate().step_by(step) {
            let at = (middle(i), top + SIZE * LEADING / 2.0);
            page.scene.text(at, name, SIZE, Ink::Text, Align::Middle);
        }
        page.top = top + SIZE * LEADING;
    };
    if widest + GAP <= slot {
        level(page, 1);
    } else if let Some(wrapped) = wrapped {
        for (i, lines) in wrapped.iter().enumerate() {
            let end = page
                .scene
                .lines((middle(i), top), lines, SIZE, Ink::Text, Align::Middle);
            page.top = page.top.max(end);
        }
    } else if widest <= 44.0 {
        level(page, stride(widest + GAP));
    } else {
        let step = stride(SIZE * 1.2 + 1.0);
        let mut longest: f64 = 0.0;
        for (i, name) in names.iter().enumerate().step_by(step) {
            let name = text::shorten_middle(name, SIZE, TURNED);
            longest = longest.max(text::width(&name, SIZE));
            page.scene
                .turned_text((middle(i), top), &name, SIZE, Ink::Text);
        }
        page.top = top + longest + 2.0;
    }
}

/// The nearest half pixel, where a thin line is sharp.
pub fn snap(at: f64) -> f64 {
    (at - 0.5).round() + 0.5
}
