//! A chart page being filled from top to bottom: heading, legend, axis names; then a plot, drawn by its kind.

use super::palette::Ink;
use super::scene::{Align, Scene};
use super::text;
use crate::report::people::clean;

/// Size of ordinary chart text.
pub const SIZE: f64 = 12.0;
const TITLE_SIZE: f64 = 17.0;

/// How a legend entry looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Swatch {
    /// A filled bar.
    Filled,
    /// An outlined bar.
    Outlined,
    /// A broad pale line.
    Broad,
    /// A line.
    Line,
    /// A dashed line.
    Dashed,
    /// A whisker.
    Whisker,
    /// A pale band.
    Band,
    /// A crossed-out cell.
    Crossed,
}

impl Swatch {
    fn width(self) -> f64 {
        match self {
            Self::Filled | Self::Outlined | Self::Whisker | Self::Crossed => 12.0,
            Self::Broad | Self::Line | Self::Dashed | Self::Band => 18.0,
        }
    }
}

/// The page: a scene and how far down it is filled.
pub struct Page {
    /// What is drawn so far.
    pub scene: Scene,
    /// Everything above this line is filled.
    pub top: f64,
}

impl Page {
    /// An empty page.
    pub fn new(width: f64) -> Self {
        Self {
            scene: Scene::new(width),
            top: 4.0,
        }
    }

    /// The whole width.
    pub fn width(&self) -> f64 {
        self.scene.width
    }

    /// A page as narrow as a phone.
    pub fn is_narrow(&self) -> bool {
        self.width() < 500.0
    }

    /// Height for a plot with a value axis.
    pub fn plot_height(&self) -> f64 {
        if self.is_narrow() { 220.0 } else { 300.0 }
    }

    /// Title and caption, wrapped, with a margin around.
    pub fn heading(&mut self, title: &str, caption: &str) {
        let room = self.width() - 24.0;
        let title = text::wrap(&clean(title), TITLE_SIZE, room);
        let caption = text::wrap(&clean(caption), SIZE, room);
        self.top = self
            .scene
            .lines((12.0, 12.0), &title, TITLE_SIZE, Ink::Text, Align::Start);
        let below = (12.0, self.top + 4.0);
        self.top = self
            .scene
            .lines(below, &caption, SIZE, Ink::Muted, Align::Start)
            + 12.0;
    }

    /// Legend entries, flowing over as many lines as they need.
    pub fn legend(&mut self, entries: &[(String, Swatch, Ink)]) {
        if entries.is_empty() {
            return;
        }
        let (left, right) = (12.0, self.width() - 8.0);
        let step = SIZE * 1.7;
        let (mut x, mut y) = (left, self.top + step / 2.0);
        for (name, swatch, ink) in entries {
            let mark = swatch.width() + 6.0;
            let name = text::shorten(&clean(name), SIZE, right - left - mark);
            let width = mark + text::width(&name, SIZE);
            if x > left && x + width > right {
                (x, y) = (left, y + step);
            }
            self.swatch(x, y, *swatch, *ink);
            self.scene
                .text((x + mark, y), &name, SIZE, Ink::Text, Align::Start);
            x += width + 16.0;
        }
        self.top = y + step / 2.0 + 6.0;
    }

    fn swatch(&mut self, x: f64, y: f64, swatch: Swatch, ink: Ink) {
        let scene = &mut self.scene;
        let (middle, end) = (x + swatch.width() / 2.0, x + swatch.width());
        match swatch {
            Swatch::Filled => scene.rect(x, y - 6.0, 12.0, 12.0, ink),
            Swatch::Outlined => scene.outline(x, y - 6.0, 12.0, 12.0, ink),
            Swatch::Broad => scene.pale_path(vec![(x, y), (end, y)], 6.0, ink, 0.4),
            Swatch::Line => scene.path(vec![(x, y), (end, y)], 2.0, ink),
            Swatch::Dashed => scene.dashed(x, end, y, 2.0, ink),
            Swatch::Band => {
                let (top, bottom) = (y - 6.0, y + 6.0);
                scene.area(
                    vec![(x, top), (end, top), (end, bottom), (x, bottom)],
                    ink,
                    0.25,
                );
            }
            Swatch::Whisker => {
                scene.path(vec![(middle, y - 6.0), (middle, y + 6.0)], 1.0, ink);
                for end in [y - 6.0, y + 6.0] {
                    scene.path(vec![(middle - 3.0, end), (middle + 3.0, end)], 1.0, ink);
                }
            }
            Swatch::Crossed => crossed(scene, x, y - 6.0, 12.0, 12.0),
        }
    }

    /// The name of the vertical axis, level and above it, where it reads without turning the head.
    pub fn y_name(&mut self, name: &str) {
        let lines = text::wrap(&clean(name), SIZE, self.width() - 20.0);
        self.top = self
            .scene
            .lines((12.0, self.top), &lines, SIZE, Ink::Muted, Align::Start)
            + 8.0;
    }

    /// The name of the horizontal axis, centred under the plot.
    pub fn x_name(&mut self, name: &str, left: f64, right: f64) {
        let lines = text::wrap(&clean(name), SIZE, right - left);
        let middle = (left + right) / 2.0;
        self.top = self.scene.lines(
            (middle, self.top + 4.0),
            &lines,
            SIZE,
            Ink::Muted,
            Align::Middle,
        );
    }

    /// Says in words that there is nothing to draw.
    pub fn nothing(&mut self) {
        let at = (12.0, self.top + 16.0);
        self.scene
            .text(at, "no values to draw", SIZE, Ink::Muted, Align::Start);
        self.top += 32.0;
    }

    /// The finished picture.
    pub fn finish(mut self) -> Scene {
        self.scene.height = (self.top + 8.0).ceil();
        self.scene.width = self.scene.width.ceil();
        self.scene
    }
}

/// A cell without a value.
pub fn crossed(scene: &mut Scene, x: f64, y: f64, w: f64, h: f64) {
    let (l, t, r, b) = (x + 0.5, y + 0.5, x + w - 0.5, y + h - 0.5);
    scene.path(vec![(l, t), (r, t), (r, b), (l, b), (l, t)], 1.0, Ink::Grid);
    scene.path(vec![(l, b), (r, t)], 1.0, Ink::Axis);
}
