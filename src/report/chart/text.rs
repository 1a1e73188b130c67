//! Measuring, wrapping and shortening text before it is placed.
//!
//! Pixels are drawn with a font that the program brings along; an SVG is shown in the reader's own system font. The
//! widths are therefore those of the built-in font with room for a wider one.

use std::sync::OnceLock;

use plotters::style::{FontDesc, FontFamily, FontStyle, register_font};

/// The name under which the built-in font is registered, which is also the font list that an SVG names.
pub const FAMILY: &str =
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
/// Height of the built-in font over its em square: (932 + 189) / 1000, from its `hhea` table.
pub const HEIGHT_PER_EM: f64 = 1.121;
/// Common system fonts are up to a fifth wider than the built-in one (DejaVu Sans is the widest).
const ROOM: f64 = 1.22;
/// Line height over font size.
pub const LEADING: f64 = 1.35;

/// Registers the built-in font, once.
pub fn ready() {
    static READY: OnceLock<()> = OnceLock::new();
    READY.get_or_init(|| {
        let font = register_font(
            FAMILY,
            FontStyle::Normal,
            epaint_default_fonts::UBUNTU_LIGHT,
        );
        assert!(font.is_ok(), "the built-in font is a valid font");
    });
}

/// Upper estimate of the width of a line of text, in the unit of its size.
pub fn width(text: &str, size: f64) -> f64 {
    ready();
    // One em is a thousand units, so that whole pixels are precise enough.
    let font = FontDesc::new(
        FontFamily::Name(FAMILY),
        1000.0 * HEIGHT_PER_EM,
        FontStyle::Normal,
    );
    let units = font.box_size(text).map_or(0, |(w, _)| w);
    // East Asian and other scripts come from another font, up to an em a character wide.
    let foreign = text.chars().filter(|c| *c > '\u{2E80}').count();
    (f64::from(units) * ROOM / 1000.0 + foreign as f64) * size
}

/// Lines no wider than `room`; words that do not fit are shortened.
pub fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if width(&longer, size) <= room {
                *line = longer;
                continue;
            }
        }
        lines.push(shorten(word, size, room));
    }
    lines
}

/// Lines no wider than `room`, or `None` when a word does not fit or there are more lines than `most`.
pub fn wrap_whole(text: &str, size: f64, room: f64, most: usize) -> Option<Vec<String>> {
    if text.split_whitespace().any(|word| width(word, size) > room) {
        return None;
    }
    Some(wrap(text, size, room)).filter(|lines| lines.len() <= most)
}

/// The text, cut with an ellipsis where it is wider than `room`.
pub fn shorten(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_string();
    }
    let chars: Vec<char> = text.chars().collect();
    let cut = |n: usize| chars[..n].iter().collect::<String>().trim_end().to_string() + "…";
    let (mut fits, mut too_long) = (0, chars.len());
    while too_long - fits > 1 {
        let middle = (fits + too_long) / 2;
        if width(&cut(middle), size) <= room {
            fits = middle
        } else {
            too_long = middle
        }
    }
    cut(fits)
}

/// The text, cut in its middle where it is wider than `room`: names often differ at their ends.
pub fn shorten_middle(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_string();
    }
    let chars: Vec<char> = text.chars().collect();
    let cut = |kept: usize| {
        let head: String = chars[..kept.div_ceil(2)].iter().collect();
        let tail: String = chars[chars.len() - kept / 2..].iter().collect();
        format!("{}…{}", head.trim_end(), tail.trim_start())
    };
    let kept = (0..chars.len())
        .rev()
        .find(|kept| width(&cut(*kept), size) <= room)
        .unwrap_or(0);
    cut(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_grow_with_text_and_size() {
        assert_eq!(width("", 12.0), 0.0);
        assert!(width("iii", 12.0) < width("WWW", 12.0));
        assert!((width("abc", 24.0) - 2.0 * width("abc", 12.0)).abs() < 0.1);
        let digits = width("0000000000", 10.0) / 100.0;
        assert!(
            (0.636..0.75).contains(&digits),
            "at least as wide as DejaVu Sans: {digits}"
        );
    }

    #[test]
    fn shortening_and_wrapping_keep_to_the_room() {
        let long = "retiarius with net, trident and an extraordinarilylongsurnamewithoutspaces";
        let short = shorten(long, 12.0, 100.0);
        assert!(
            short.ends_with('…') && width(&short, 12.0) <= 100.0,
            "{short}"
        );
        assert_eq!(shorten("ok", 12.0, 100.0), "ok");
        let middle = shorten_middle(long, 12.0, 100.0);
        assert!(
            middle.starts_with("ret") && middle.ends_with("ces") && width(&middle, 12.0) <= 100.0,
            "{middle}"
        );
        let lines = wrap(long, 12.0, 120.0);
        assert!(
            lines.len() > 2 && lines.iter().all(|l| width(l, 12.0) <= 120.0),
            "{lines:?}"
        );
        assert_eq!(wrap_whole(long, 12.0, 120.0, 9), None);
        assert_eq!(
            wrap_whole("two words", 12.0, 60.0, 2),
            Some(vec!["two".into(), "words".into()])
        );
    }
}
