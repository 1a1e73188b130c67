//! A scene through plotters: as SVG text, or as pixels that become a PNG. One replay function serves both.

use plotters::backend::{BitMapBackend, SVGBackend};
use plotters::prelude::{DrawingBackend, IntoTextStyle, RGBColor, ShapeStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, FontTransform};

use super::palette::Ink;
use super::scene::{Align, Op, Scene, Text};
use super::text::{self, FAMILY, HEIGHT_PER_EM};
use crate::error::{Error, Result};
use crate::report::findings::Chart;
use crate::report::people::clean;

/// SVG coordinates are whole numbers; two to a CSS pixel keep thin lines sharp.
const SVG_SCALE: f64 = 2.0;
/// The SVG backend divides font sizes by this.
const SVG_FONT: f64 = 1.24;
/// A PNG has twice the pixels of the page ...
const PNG_SCALE: usize = 2;
/// ... and each of them is the mean of this many squared, which smooths all edges.
const SMOOTH: usize = 2;
/// The bitmap backend sets a text this part of its em too high, compared with the SVG.
const PNG_DROP: f64 = 0.14;

struct Medium {
    scale: f64,
    /// Font size to give for a text of one CSS pixel.
    font: f64,
    /// How far to move a text down, in ems.
    drop: f64,
}

/// The scene as an SVG element; a standalone file gets a background and a namespace.
pub fn svg(scene: &Scene, chart: &Chart, standalone: bool) -> Result<String> {
    let mut drawn = String::new();
    let size = (
        px(scene.width * SVG_SCALE) as u32,
        px(scene.height * SVG_SCALE) as u32,
    );
    let medium = Medium {
        scale: SVG_SCALE,
        font: SVG_SCALE * SVG_FONT,
        drop: 0.0,
    };
    let mut backend = SVGBackend::with_string(&mut drawn, size);
    if standalone {
        fill(&mut backend, size)?;
    }
    replay(scene, &mut backend, &medium)?;
    drop(backend);
    let body = drawn.split_once('>').map_or("", |(_, body)| body);
    // Attribute values are escaped, so these patterns can only match what the backend wrote itself.
    let mut body = body.replace(
        &format!(" font-family=\"{}\"", FAMILY.replace('\'', "&apos;")),
        "",
    );
    for default in [
        " opacity=\"1\"",
        " stroke=\"none\"",
        " text-anchor=\"start\"",
    ] {
        body = body.replace(default, "");
    }
    let body = joined(&body);
    let xmlns = if standalone {
        " xmlns=\"http://www.w3.org/2000/svg\""
    } else {
        ""
    };
    let (title, caption) = (escape(&chart.title), escape(&chart.caption));
    Ok(format!(
        "<svg{xmlns} class=\"chart\" role=\"img\" aria-label=\"{title}\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {} {}\" font-family=\"{FAMILY}\">\n<desc>{caption}</desc>{body}",
        scene.width, scene.height, size.0, size.1,
    ))
}

/// Rectangles of one fill that follow each other, as one path.
fn joined(body: &str) -> String {
    /// The fill of a rectangle's line, and its outline as a path.
    fn rect(line: &str) -> Option<(&str, String)> {
        let values = line.strip_prefix("<rect x=\"")?.strip_suffix("\"/>")?;
        let (x, values) = values.split_once("\" y=\"")?;
        let (y, values) = values.split_once("\" width=\"")?;
        let (w, values) = values.split_once("\" height=\"")?;
        let (h, fill) = values.split_once("\" fill=\"")?;
        let plain = !fill.contains('"');
        plain.then(|| (fill, format!("M{x} {y}h{w}v{h}h-{w}z")))
    }
    let mut out = String::with_capacity(body.len());
    let mut lines = body.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let Some((fill, mut path)) = rect(line.trim_end()) else {
            out += line;
            continue;
        };
        let first = path.len();
        while let Some((_, more)) = (lines.peek())
            .and_then(|next| rect(next.trim_end()))
            .filter(|next| next.0 == fill)
        {
            path += &more;
            lines.next();
        }
        match path.len() == first {
            true => out += line,
            false => out += &format!("<path fill=\"{fill}\" d=\"{path}\"/>\n"),
        }
    }
    out
}

/// The scene as a PNG file in memory.
pub fn png(scene: &Scene) -> Result<Vec<u8>> {
    let scale = PNG_SCALE * SMOOTH;
    let (width, height) = (scene.width as usize * scale, scene.height as usize * scale);
    let size = (width as u32, height as u32);
    let mut pixels = vec![0; width * height * 3];
    let medium = Medium {
        scale: scale as f64,
        font: scale as f64 * HEIGHT_PER_EM,
        drop: PNG_DROP,
    };
    let mut backend = BitMapBackend::with_buffer(&mut pixels, size);
    fill(&mut backend, size)?;
    replay(scene, &mut backend, &medium)?;
    drop(backend);
    encode(
        &shrink(&pixels, width, height),
        (width / SMOOTH, height / SMOOTH),
    )
}

/// The mean of each square of pixels.
fn shrink(pixels: &[u8], width: usize, height: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(pixels.len() / (SMOOTH * SMOOTH));
    for y in (0..height).step_by(SMOOTH) {
        for x in (0..width).step_by(SMOOTH) {
            for channel in 0..3 {
                let at =
                    |i: usize| pixels[((y + i / SMOOTH) * width + x + i % SMOOTH) * 3 + channel];
                let sum: usize = (0..SMOOTH * SMOOTH).map(|i| usize::from(at(i))).sum();
                out.push((sum / (SMOOTH * SMOOTH)) as u8);
            }
        }
    }
    out
}

fn encode(pixels: &[u8], (width, height): (usize, usize)) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Default);
    encoder.set_adaptive_filter(png::AdaptiveFilterType::Adaptive);
    let written = encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(pixels));
    written.map_err(|e| Error::runtime(format!("cannot encode a PNG: {e}")))?;
    Ok(bytes)
}

fn fill<DB: DrawingBackend>(backend: &mut DB, (width, height): (u32, u32)) -> Result<()> {
    let style = colour(Ink::Surface).filled();
    backend
        .draw_rect((0, 0), (width as i32, height as i32), &style, true)
        .map_err(failed)
}

fn replay<DB: DrawingBackend>(scene: &Scene, backend: &mut DB, medium: &Medium) -> Result<()> {
    text::ready();
    scene
        .ops
        .iter()
        .try_for_each(|op| draw(op, backend, medium))?;
    backend.present().map_err(failed)
}

fn draw<DB: DrawingBackend>(op: &Op, backend: &mut DB, medium: &Medium) -> Result<()> {
    let at = |(x, y): (f64, f64)| (px(x * medium.scale), px(y * medium.scale));
    let all = |points: &[(f64, f64)]| points.iter().map(|p| at(*p)).collect::<Vec<_>>();
    let drawn = match op {
        Op::Rect { x, y, w, h, ink } => {
            let (from, to) = (at((*x, *y)), at((x + w, y + h)));
            backend.draw_rect(from, to, &colour(*ink).filled(), true)
        }
        Op::Path {
            points,
            width,
            ink,
            alpha,
        } => {
            let stroke_width = px(width * medium.scale).max(1) as u32;
            let style = ShapeStyle {
                color: colour(*ink).mix(*alpha),
                filled: false,
                stroke_width,
            };
            backend.draw_path(all(points), &style)
        }
        Op::Area { points, ink, alpha } => {
            backend.fill_polygon(all(points), &colour(*ink).mix(*alpha))
        }
        Op::Dot { x, y, r, ink } => {
            let radius = px(r * medium.scale).max(1) as u32;
            backend.draw_circle(at((*x, *y)), radius, &colour(*ink).filled(), true)
        }
        Op::Text(text) => return write(text, backend, medium),
    };
    drawn.map_err(failed)
}

fn write<DB: DrawingBackend>(text: &Text, backend: &mut DB, medium: &Medium) -> Result<()> {
    let horizontal = match text.align {
        Align::Start => HPos::Left,
        Align::Middle => HPos::Center,
        Align::End => HPos::Right,
    };
    let mut font = FontDesc::new(
        FontFamily::Name(FAMILY),
        text.size * medium.font,
        FontStyle::Normal,
    );
    let drop = text.size * medium.drop;
    let (mut x, mut y) = (text.x, text.y + drop);
    if text.turned {
        font = font.transform(FontTransform::Rotate270);
        (x, y) = (text.x + drop, text.y);
    }
    let ink = colour(text.ink);
    let style = font
        .into_text_style(&(0, 0))
        .color(&ink)
        .pos(Pos::new(horizontal, VPos::Center));
    let at = (px(x * medium.scale), px(y * medium.scale));
    backend.draw_text(&text.text, &style, at).map_err(failed)
}

fn px(value: f64) -> i32 {
    value.round() as i32
}

fn colour(ink: Ink) -> RGBColor {
    let (r, g, b) = ink.light();
    RGBColor(r, g, b)
}

fn failed(e: impl std::fmt::Display) -> Error {
    Error::runtime(format!("cannot draw a chart: {e}"))
}

fn escape(text: &str) -> String {
    clean(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::chart::palette::hex;

    #[test]
    fn neighbours_of_one_fill_become_one_path() {
        let rect = |x: u8, fill: &str| {
            format!("<rect x=\"{x}\" y=\"2\" width=\"3\" height=\"4\" fill=\"{fill}\"/>\n")
        };
        let alone = rect(9, "#111111");
        let faint = rect(7, "#222222\" opacity=\"0.5");
        let body = [
            "\n",
            &rect(1, "#222222"),
            &rect(5, "#222222"),
            &alone,
            &faint,
            "</svg>",
        ]
        .concat();
        let path = "<path fill=\"#222222\" d=\"M1 2h3v4h-3zM5 2h3v4h-3z\"/>\n";
        assert_eq!(
            joined(&body),
            ["\n", path, &alone, &faint, "</svg>"].concat()
        );
    }

    #[test]
    fn the_backend_writes_the_colours_that_the_style_sheet_names() {
        let mut scene = Scene::new(10.0);
        scene.height = 10.0;
        scene.rect(1.0, 1.0, 4.0, 4.0, Ink::Series(0));
        let chart = &crate::report::sample::clash_duel().charts[0];
        let svg = svg(&scene, chart, false).unwrap();
        assert!(
            svg.contains(&format!("fill=\"{}\"", hex(Ink::Series(0).light()))),
            "{svg}"
        );
    }

    #[test]
    fn shrinking_takes_the_mean() {
        let pixels = [[0u8; 3], [100; 3], [200; 3], [20; 3]].concat();
        assert_eq!(shrink(&pixels, 2, 2), [80, 80, 80]);
    }
}
