//! A graph of places: lines between neighbours, each place a disc in the colour of its group with its name and what is on it.

use super::page::{Page, SIZE, Swatch};
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
            page.scene.path(vec![place(a), place(b)], 1.0, Ink::Grid);
        }
    }
    let radius = step * 0.16;
    for node in nodes {
        let (x, y) = place(node);
        let colour = ink(node.group, groups.len());
        page.scene.rect(
            x - step * 0.43,
            y - step * 0.3,
            step * 0.86,
            step * 0.62,
            Ink::Surface,
        );
        page.scene.dot(x, y - step * 0.08, radius, colour);
        let size = if page.is_narrow() { SMALL - 2.0 } else { SMALL };
        let name = text::shorten(&clean(&node.name), size, step * 0.4);
        page.scene.text(
            (x - step * 0.3, y - step * 0.2),
            &name,
            size,
            Ink::Muted,
            Align::Middle,
        );
        let label = if node.label.is_empty() {
            "–"
        } else {
            &node.label
        };
        let label = text::shorten(&clean(label), SIZE.min(size + 1.0), step * 0.84);
        page.scene.text(
            (x, y + step * 0.22),
            &label,
            SIZE.min(size + 1.0),
            Ink::Text,
            Align::Middle,
        );
    }
    page.top = top + down * step + step * 0.4;
}

/// The last group is emptiness, the one before it belongs to nobody.
fn ink(group: usize, groups: usize) -> Ink {
    match groups - group.min(groups) {
        1 => Ink::Grid,
        2 => Ink::Axis,
        _ => Ink::Series(group),
    }
}
