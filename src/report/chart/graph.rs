//! A graph of places: lines between neighbours, each place a disc in the colour of its group with its name and what is on it.

use super::page::{Page, Swatch};
use super::palette::Ink;
use super::scene::Align;
use super::text;
use crate::report::findings::Node;
use crate::report::people::clean;

/// Size of the text in and under places on a wide page, and on a phone.
const SMALL: f64 = 11.0;

/// Fills the page.
pub fn draw(page: &mut Page, nodes: &[Node], edges: &[(usize, usize)], groups: &[String]) {
    if nodes.is_empty() {
        return page.nothing();
    }
    let used: Vec<(String, Swatch, Ink)> = groups
        .iter()
        .enumerate()
        .filter(|(group, _)| nodes.iter().any(|n| n.group == *group))
        .map(|(group, name)| (name.clone(), Swatch::Filled, ink(group, groups.len())))
        .collect();
    page.legend(&used);
    let extent = |of: fn(&Node) -> f64| nodes.iter().map(of).fold(0.0_f64, f64::max);
    let (right, down) = (extent(|n| n.at.0), extent(|n| n.at.1));
    let step = ((page.width() - 24.0) / (right + 1.0)).min(120.0);
    let left = (page.width() - step * right) / 2.0;
    let top = page.top + 14.0 + step * 0.3;
    let place = |node: &Node| (left + node.at.0 * step, top + node.at.1 * step);
    for &(a, b) in edges {
        if let (Some(a), Some(b)) = (nodes.get(a), nodes.get(b)) {
            page.scene.path(vec![place(a), place(b)], 1.0, Ink::Axis);
        }
    }
    let size = if page.is_narrow() { SMALL - 2.0 } else { SMALL };
    let radius = step * 0.16;
    for node in nodes {
        let (x, y) = place(node);
        page.scene.dot(x, y, radius, ink(node.group, groups.len()));
        let name = text::shorten(&clean(&node.name), size, step * 0.35);
        let beside = (x - radius - 3.0, y - radius * 0.8);
        under(page, beside, &name, size, Ink::Muted, Align::End);
        let label = if node.label.is_empty() {
            "–"
        } else {
            &node.label
        };
        let label = text::shorten(&clean(label), size + 1.0, step * 0.84);
        let below = (x, y + radius + size);
        under(page, below, &label, size + 1.0, Ink::Text, Align::Middle);
    }
    page.top = top + down * step + step * 0.4;
}

/// A text that interrupts the lines behind it.
fn under(page: &mut Page, (x, y): (f64, f64), what: &str, size: f64, ink: Ink, align: Align) {
    let width = text::width(what, size);
    let left = match align {
        Align::Start => x,
        Align::Middle => x - width / 2.0,
        Align::End => x - width,
    };
    page.scene.rect(
        left - 2.0,
        y - size * 0.6,
        width + 4.0,
        size * 1.2,
        Ink::Surface,
    );
    page.scene.text((x, y), what, size, ink, align);
}

/// The last group is emptiness, the one before it belongs to nobody.
fn ink(group: usize, groups: usize) -> Ink {
    match groups - group.min(groups) {
        1 => Ink::Grid,
        2 => Ink::Axis,
        _ => Ink::Series(group),
    }
}
