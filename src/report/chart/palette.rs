//! The colours of the charts, in a light and a dark theme.
//!
//! A chart is drawn in its light colours, and each of them is used for one purpose only. That lets a page turn the
//! drawing dark by rules on the colour itself (`css`). Series colours are those of Okabe and Ito (2008), safe for
//! colour-blind readers. Ramps run from pale to deep in the light theme and from deep to pale in the dark one, with no
//! step in the middle greys where neither black nor white text would be legible.

/// A red, green, blue colour.
pub type Rgb = (u8, u8, u8);

/// What a colour is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Ordinary text.
    Text,
    /// Text of axes and captions.
    Muted,
    /// Grid lines.
    Grid,
    /// Axis lines and ticks.
    Axis,
    /// The page itself, as the filling of outlined shapes.
    Surface,
    /// Whiskers over bars.
    Whisker,
    /// A series; any number, the colours repeat.
    Series(usize),
    /// A level of the sequential ramp, below [`LEVELS`].
    Level(usize),
    /// A level of the diverging ramp, from `-ARM` to `ARM`.
    Signed(i8),
    /// Text on a pale level (light theme).
    OnPale,
    /// Text on a deep level (light theme).
    OnDeep,
}

/// Levels of the sequential ramp.
pub const LEVELS: usize = 13;
/// First level with light text in the light theme.
pub const DEEP_LEVEL: usize = 7;
/// Levels of each arm of the diverging ramp.
pub const ARM: i8 = 8;
/// First level of an arm with light text in the light theme.
pub const DEEP_ARM: i8 = 6;

/// Light, then dark.
type Pair = (u32, u32);

const TEXT: Pair = (0x1A1A1F, 0xE9EAEE);
const MUTED: Pair = (0x565B67, 0xA9AEBB);
const GRID: Pair = (0xE4E6EB, 0x33373F);
const AXIS: Pair = (0x8D93A1, 0x737986);
const SURFACE: Pair = (0xFFFFFE, 0x17191E);
const WHISKER: Pair = (0x1A1A20, 0xF4F4F8);
const ON_PALE: Pair = (0x0A0A0C, 0xFAFAFC);
const ON_DEEP: Pair = (0xFEFEFD, 0x08080A);
const SERIES: [Pair; 7] = [
    (0x0072B2, 0x4DA9E2),
    (0xD55E00, 0xF08A45),
    (0x009E73, 0x2FC59A),
    (0xCC79A7, 0xE29CC5),
    (0xE69F00, 0xF2BE4C),
    (0x56B4E9, 0x94D2F8),
    (0x6B6B6B, 0xB9B9B9),
];
const RAMP: [Pair; LEVELS] = [
    (0xEEF7FC, 0x212730),
    (0xCCE5F6, 0x253246),
    (0xABD3EF, 0x273E5C),
    (0x8BC0E8, 0x294A70),
    (0x6DADE0, 0x285784),
    (0x5299D5, 0x296596),
    (0x3B85C7, 0x2873A8),
    (0x2770B5, 0x2C88C0),
    (0x1D61A7, 0x3F9FD6),
    (0x195296, 0x5CB6E6),
    (0x184482, 0x87CBEE),
    (0x17386D, 0xAFE0F7),
    (0x132B5A, 0xDAF3FE),
];
const ABOVE: [Pair; 9] = [
    (0xF3F3F3, 0x292929),
    (0xCEDDEF, 0x283747),
    (0xA8C7EA, 0x2A4562),
    (0x83B1E4, 0x2E537B),
    (0x5F9ADB, 0x306195),
    (0x3C83CE, 0x3670AE),
    (0x216FBB, 0x4286CE),
    (0x015BA6, 0x61A2EA),
    (0x014885, 0x8DC2FE),
];
const BELOW: [Pair; 9] = [
    ABOVE[0],
    (0xECD6CA, 0x443125),
    (0xE4BAA1, 0x5C3924),
    (0xDB9D77, 0x734324),
    (0xCE8150, 0x8A4C23),
    (0xBD6526, 0xA05725),
    (0xA85104, 0xBF6A2F),
    (0x8D4302, 0xDB8650),
    (0x713400, 0xF6A97A),
];

impl Ink {
    fn pair(self) -> Pair {
        match self {
            Self::Text => TEXT,
            Self::Muted => MUTED,
            Self::Grid => GRID,
            Self::Axis => AXIS,
            Self::Surface => SURFACE,
            Self::Whisker => WHISKER,
            Self::OnPale => ON_PALE,
            Self::OnDeep => ON_DEEP,
            Self::Series(i) => SERIES[i % SERIES.len()],
            Self::Level(i) => RAMP[i.min(LEVELS - 1)],
            Self::Signed(i) if i < 0 => BELOW[usize::from(i.unsigned_abs().min(ARM as u8))],
            Self::Signed(i) => ABOVE[usize::from(i.unsigned_abs().min(ARM as u8))],
        }
    }

    /// The colour in the light theme, which is the one drawn.
    pub fn light(self) -> Rgb {
        rgb(self.pair().0)
    }

    /// The colour in the dark theme.
    pub fn dark(self) -> Rgb {
        rgb(self.pair().1)
    }

    /// Every ink that a chart can use, each once.
    pub fn all() -> Vec<Self> {
        let mut all = vec![
            Self::Text,
            Self::Muted,
            Self::Grid,
            Self::Axis,
            Self::Surface,
            Self::Whisker,
            Self::OnPale,
            Self::OnDeep,
        ];
        all.extend((0..SERIES.len()).map(Self::Series));
        all.extend((0..LEVELS).map(Self::Level));
        all.extend((-ARM..=ARM).map(Self::Signed));
        all
    }

    /// The ink for text on this one, when it is a level of a ramp.
    pub fn over(self) -> Self {
        let deep = match self {
            Self::Level(i) => i >= DEEP_LEVEL,
            Self::Signed(i) => i.abs() >= DEEP_ARM,
            _ => return Self::Text,
        };
        if deep { Self::OnDeep } else { Self::OnPale }
    }
}

fn rgb(hex: u32) -> Rgb {
    let [_, r, g, b] = hex.to_be_bytes();
    (r, g, b)
}

/// `#RRGGBB`, in capitals, as the SVG backend writes it.
pub fn hex((r, g, b): Rgb) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// Rules that turn a chart drawn in the light theme into the dark one.
pub fn css() -> String {
    let rule = |ink: Ink| {
        let (from, to) = (hex(ink.light()), hex(ink.dark()));
        format!(
            "svg.chart [fill=\"{from}\"]{{fill:{to}}}svg.chart [stroke=\"{from}\"]{{stroke:{to}}}"
        )
    };
    Ink::all()
        .into_iter()
        .map(rule)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance((r, g, b): Rgb) -> f64 {
        let linear = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 {
                v / 12.92
            } else {
                ((v + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn each_colour_has_one_purpose() {
        let mut seen: Vec<Rgb> = Ink::all().into_iter().map(Ink::light).collect();
        let all = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), all);
    }

    #[test]
    fn text_is_legible_in_both_themes() {
        let themes: [fn(Ink) -> Rgb; 2] = [Ink::light, Ink::dark];
        for theme in themes {
            for ink in Ink::all() {
                if matches!(ink, Ink::Level(_) | Ink::Signed(_)) {
                    let ratio = contrast(theme(ink), theme(ink.over()));
                    assert!(ratio >= 4.5, "{ink:?}: {ratio}");
                }
            }
            for ink in [Ink::Text, Ink::Muted] {
                assert!(contrast(theme(ink), theme(Ink::Surface)) >= 4.5, "{ink:?}");
            }
        }
    }

    #[test]
    fn ramps_never_turn_back() {
        let falls = |colours: Vec<Rgb>| {
            colours
                .windows(2)
                .all(|w| luminance(w[0]) > luminance(w[1]))
        };
        let rises = |colours: Vec<Rgb>| {
            colours
                .windows(2)
                .all(|w| luminance(w[0]) < luminance(w[1]))
        };
        assert!(falls((0..LEVELS).map(|i| Ink::Level(i).light()).collect()));
        assert!(rises((0..LEVELS).map(|i| Ink::Level(i).dark()).collect()));
        for sign in [-1, 1] {
            assert!(falls(
                (0..=ARM).map(|i| Ink::Signed(sign * i).light()).collect()
            ));
            assert!(rises(
                (0..=ARM).map(|i| Ink::Signed(sign * i).dark()).collect()
            ));
        }
    }
}
