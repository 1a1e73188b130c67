//! A laid-out picture: shapes and measured texts in CSS pixels, in drawing order. Knows neither data nor backend.

use super::palette::Ink;
#[cfg(test)]
use super::text;
use super::text::LEADING;

/// Which end of a text stands at its anchor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// The text begins there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

/// A line of text; `y` is the middle of its height.
#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    pub x: f64,
    pub y: f64,
    pub text: String,
    pub size: f64,
    pub ink: Ink,
    pub align: Align,
    /// Read from bottom to top; `x` is then the middle of its width, and it hangs down from `y` (its end is there).
    pub turned: bool,
}

/// A shape.
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    /// A filled rectangle.
    Rect {
        x: f64,
        y: f64,
        w: f64,
        h: f64,
        ink: Ink,
    },
    /// An open line through points.
    Path {
        points: Vec<(f64, f64)>,
        width: f64,
        ink: Ink,
        alpha: f64,
    },
    /// A filled polygon.
    Area {
        points: Vec<(f64, f64)>,
        ink: Ink,
        alpha: f64,
    },
    /// A filled circle.
    Dot { x: f64, y: f64, r: f64, ink: Ink },
    /// A line of text.
    Text(Text),
}

/// The picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    pub width: f64,
    pub height: f64,
    pub ops: Vec<Op>,
}

/// Left, top, right, bottom.
#[cfg(test)]
pub type Bounds = (f64, f64, f64, f64);

impl Text {
    /// The box that the text fills.
    #[cfg(test)]
    pub fn bounds(&self) -> Bounds {
        let long = text::width(&self.text, self.size);
        let half = self.size * 0.6;
        if self.turned {
            return (self.x - half, self.y, self.x + half, self.y + long);
        }
        let left = match self.align {
            Align::Start => self.x,
            Align::Middle => self.x - long / 2.0,
            Align::End => self.x - long,
        };
        (left, self.y - half, left + long, self.y + half)
    }
}

impl Scene {
    /// An empty picture; its height grows with the layout.
    pub fn new(width: f64) -> Self {
        Self {
            width,
            height: 0.0,
            ops: Vec::new(),
        }
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: f64, y: f64, w: f64, h: f64, ink: Ink) {
        self.ops.push(Op::Rect { x, y, w, h, ink });
    }

    /// A rectangle drawn as an outline over the page's own colour.
    pub fn outline(&mut self, x: f64, y: f64, w: f64, h: f64, ink: Ink) {
        let width = 1.5;
        self.rect(x, y, w, h, Ink::Surface);
        let (l, t, r, b) = (
            x + width / 2.0,
            y + width / 2.0,
            x + w - width / 2.0,
            y + h - width / 2.0,
        );
        self.path(vec![(l, y + h), (l, t), (r, t), (r, y + h)], width, ink);
        self.path(vec![(l, b), (r, b)], width, ink);
    }

    /// An open line.
    pub fn path(&mut self, points: Vec<(f64, f64)>, width: f64, ink: Ink) {
        self.ops.push(Op::Path {
            points,
            width,
            ink,
            alpha: 1.0,
        });
    }

    /// An open line that lets what is below shine through.
    pub fn pale_path(&mut self, points: Vec<(f64, f64)>, width: f64, ink: Ink, alpha: f64) {
        self.ops.push(Op::Path {
            points,
            width,
            ink,
            alpha,
        });
    }

    /// A straight dashed line, level.
    pub fn dashed(&mut self, x0: f64, x1: f64, y: f64, width: f64, ink: Ink) {
        let mut x = x0;
        while x < x1 {
            self.path(vec![(x, y), ((x + 6.0).min(x1), y)], width, ink);
            x += 10.0;
        }
    }

    /// A filled polygon that lets what is below shine through.
    pub fn area(&mut self, points: Vec<(f64, f64)>, ink: Ink, alpha: f64) {
        self.ops.push(Op::Area { points, ink, alpha });
    }

    /// A filled circle.
    pub fn dot(&mut self, x: f64, y: f64, r: f64, ink: Ink) {
        self.ops.push(Op::Dot { x, y, r, ink });
    }

    /// A line of text around the middle line `y`.
    pub fn text(&mut self, (x, y): (f64, f64), text: &str, size: f64, ink: Ink, align: Align) {
        let text = text.to_string();
        self.ops.push(Op::Text(Text {
            x,
            y,
            text,
            size,
            ink,
            align,
            turned: false,
        }));
    }

    /// A text read from bottom to top that ends at `y`.
    pub fn turned_text(&mut self, (x, y): (f64, f64), text: &str, size: f64, ink: Ink) {
        let text = text.to_string();
        self.ops.push(Op::Text(Text {
            x,
            y,
            text,
            size,
            ink,
            align: Align::End,
            turned: true,
        }));
    }

    /// Lines of text below `top`; returns where they end.
    pub fn lines(
        &mut self,
        (x, top): (f64, f64),
        lines: &[String],
        size: f64,
        ink: Ink,
        align: Align,
    ) -> f64 {
        let step = size * LEADING;
        for (i, line) in lines.iter().enumerate() {
            self.text((x, top + step * (i as f64 + 0.5)), line, size, ink, align);
        }
        top + step * lines.len() as f64
    }

    /// All texts.
    #[cfg(test)]
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.ops.iter().filter_map(|op| {
            if let Op::Text(text) = op {
                Some(text)
            } else {
                None
            }
        })
    }
}
