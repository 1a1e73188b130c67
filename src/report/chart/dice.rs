//! Rows of dice with a heading and lines of text: situations at a table.

use super::page::{Page, SIZE};
use super::palette::Ink;
use super::scene::Align;
use super::text;
use crate::report::findings::DiceRow;
use crate::report::people::clean;

/// Side of a die.
const SIDE: f64 = 30.0;
/// Room between dice of a group, and between groups.
const GAP: f64 = 6.0;
const BETWEEN: f64 = 22.0;

/// Fills the page.
pub fn draw(page: &mut Page, rows: &[DiceRow]) {
    if rows.is_empty() {
        return page.nothing();
    }
    for (at, row) in rows.iter().enumerate() {
        let room = page.width() - 24.0;
        let heading = text::wrap(
            &format!("{}. {}", at + 1, clean(&row.heading)),
            SIZE + 1.0,
            room,
        );
        page.top = page.scene.lines(
            (12.0, page.top + 4.0),
            &heading,
            SIZE + 1.0,
            Ink::Text,
            Align::Start,
        ) + 6.0;
        groups(page, row);
        for line in &row.lines {
            let lines = text::wrap(&clean(line), SIZE, room);
            page.top = page
                .scene
                .lines((12.0, page.top), &lines, SIZE, Ink::Text, Align::Start)
                + 2.0;
        }
        page.top += 12.0;
        if at + 1 < rows.len() {
            let y = super::frame::snap(page.top - 4.0);
            let right = page.width() - 12.0;
            page.scene.path(vec![(12.0, y), (right, y)], 1.0, Ink::Grid);
            page.top += 6.0;
        }
    }
}

/// The dice of a row, each group under its name; what does not fit goes on below.
fn groups(page: &mut Page, row: &DiceRow) {
    let right = page.width() - 12.0;
    let (mut x, mut y) = (12.0, page.top);
    let height = SIZE * 1.5 + SIDE + 10.0;
    for group in &row.dice {
        let name = clean(&group.name);
        let dice = group.faces.len() as f64 * (SIDE + GAP) - GAP;
        let width = dice.max(text::width(&name, SIZE));
        if x > 12.0 && x + width > right {
            (x, y) = (12.0, y + height);
        }
        page.scene
            .text((x, y + SIZE * 0.7), &name, SIZE, Ink::Muted, Align::Start);
        for (i, face) in group.faces.iter().enumerate() {
            die(
                page,
                x + i as f64 * (SIDE + GAP),
                y + SIZE * 1.5,
                *face,
                Ink::Series(group.series),
            );
        }
        x += width + BETWEEN;
    }
    page.top = y + height;
}

/// A die: pips on an outlined square; nothing on it for 0.
fn die(page: &mut Page, x: f64, y: f64, face: u8, ink: Ink) {
    let scene = &mut page.scene;
    scene.outline(x, y, SIDE, SIDE, if face == 0 { Ink::Grid } else { ink });
    let (a, b, c) = (SIDE * 0.26, SIDE * 0.5, SIDE * 0.74);
    let pips: &[(f64, f64)] = match face {
        1 => &[(b, b)],
        2 => &[(a, a), (c, c)],
        3 => &[(a, a), (b, b), (c, c)],
        4 => &[(a, a), (c, a), (a, c), (c, c)],
        5 => &[(a, a), (c, a), (b, b), (a, c), (c, c)],
        6 => &[(a, a), (c, a), (a, b), (c, b), (a, c), (c, c)],
        _ => &[],
    };
    for (px, py) in pips {
        scene.dot(x + px, y + py, SIDE * 0.09, ink);
    }
}
