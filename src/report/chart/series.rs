//! How the series of a bar or step chart look beside each other.
//!
//! `SSNT, sampled` and `SSNT, exact` are two views of one thing: they share a colour, and the exact one is drawn as an
//! outline. What a series is follows from the end of its name.

use super::axis::drawable;
use super::page::Swatch;
use super::palette::Ink;
use crate::report::findings::Series;

/// The look of one series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Its colour.
    pub ink: Ink,
    /// Drawn as an outline, beside or over its sampled twin.
    pub exact: bool,
}

/// The look of each series.
pub fn looks(series: &[Series]) -> Vec<Look> {
    let mut bases: Vec<String> = Vec::new();
    let mut look = |s: &Series| {
        let (base, exact) = split(&s.name);
        let at = bases.iter().position(|b| *b == base).unwrap_or_else(|| {
            bases.push(base);
            bases.len() - 1
        });
        Look {
            ink: Ink::Series(at),
            exact,
        }
    };
    series.iter().map(&mut look).collect()
}

/// What a series is about, and whether it is the exact view of it.
fn split(name: &str) -> (String, bool) {
    let edge = |c: char| !c.is_alphanumeric();
    let lower = name.trim_end_matches(edge).to_lowercase();
    for (ending, exact) in [("exact", true), ("sampled", false), ("mc", false)] {
        if let Some(base) = lower.strip_suffix(ending)
            && (base.is_empty() || base.ends_with(edge))
        {
            return (base.trim_end_matches(edge).to_string(), exact);
        }
    }
    (lower, false)
}

/// Legend entries: none for a lone series, one more for the intervals.
pub fn legend(
    series: &[Series],
    looks: &[Look],
    (sampled, exact, interval): (Swatch, Swatch, Swatch),
) -> Vec<(String, Swatch, Ink)> {
    let swatch = |look: &Look| if look.exact { exact } else { sampled };
    let mut entries: Vec<_> = series
        .iter()
        .zip(looks)
        .map(|(s, l)| (s.name.clone(), swatch(l), l.ink))
        .collect();
    if let Some(i) = series.iter().position(|s| s.intervals.is_some()) {
        let ink = if interval == Swatch::Whisker {
            Ink::Whisker
        } else {
            looks[i].ink
        };
        entries.push(("interval".into(), interval, ink));
    } else if series.len() < 2 {
        entries.clear();
    }
    entries
}

/// Every number that the value axis must cover.
pub fn numbers(series: &[Series]) -> impl Iterator<Item = f64> {
    series.iter().flat_map(|s| {
        let ends = s.intervals.iter().flatten().flat_map(|(lo, hi)| [*lo, *hi]);
        s.values.iter().copied().chain(ends)
    })
}

/// The interval of a value, if it has one that can be drawn.
pub fn interval(series: &Series, i: usize) -> Option<(f64, f64)> {
    let (lo, hi) = *series.intervals.as_ref()?.get(i)?;
    (drawable(lo) && drawable(hi)).then_some((lo, hi))
}

/// A value, if it can be drawn.
pub fn value(series: &Series, i: usize) -> Option<f64> {
    series.values.get(i).copied().filter(|v| drawable(*v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_share_a_colour() {
        let names = [
            "SSNT, sampled",
            "SSNT, exact",
            "SSST (sampled)",
            "SSST (exact)",
            "inexact",
        ];
        let series = names.map(|n| Series {
            name: n.into(),
            values: vec![],
            intervals: None,
        });
        let looks = looks(&series);
        let ink: Vec<Ink> = looks.iter().map(|l| l.ink).collect();
        assert_eq!(ink, [0, 0, 1, 1, 2].map(Ink::Series));
        assert_eq!(
            looks.iter().map(|l| l.exact).collect::<Vec<_>>(),
            [false, true, false, true, false]
        );
    }

    #[test]
    fn plain_sampled_and_exact_are_twins_too() {
        assert_eq!(split("exact"), (String::new(), true));
        assert_eq!(split("Sampled"), (String::new(), false));
    }
}
