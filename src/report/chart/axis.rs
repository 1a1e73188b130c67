//! Scales: where the ticks of a value axis stand and what they say. Plain numbers, no drawing.

/// A scale from values to pixels with its labelled ticks.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    lo: f64,
    hi: f64,
    log: bool,
    from: f64,
    to: f64,
    /// Value and label of each tick, ascending.
    pub ticks: Vec<(f64, String)>,
}

impl Scale {
    /// A linear scale whose ends are ticks. `whole` starts it at zero, as bars need.
    pub fn linear(values: impl Iterator<Item = f64>, whole: bool, wanted: usize) -> Self {
        let (mut lo, mut hi) = extent(values).unwrap_or((0.0, 1.0));
        if whole {
            (lo, hi) = (lo.min(0.0), hi.max(0.0));
        }
        if hi - lo <= hi.abs().max(lo.abs()) * 1e-9 {
            let room = if lo == 0.0 { 1.0 } else { lo.abs() * 0.1 };
            (lo, hi) = if lo == 0.0 {
                (0.0, 1.0)
            } else {
                (lo - room, hi + room)
            };
        }
        let step = nice_step((hi - lo) / wanted.max(1) as f64);
        let (first, last) = ((lo / step + 1e-9).floor(), (hi / step - 1e-9).ceil());
        let count = (last - first).clamp(1.0, 50.0) as usize;
        let value = |i: usize| (first + i as f64) * step;
        let ticks = (0..=count)
            .map(|i| (value(i), label(value(i), step)))
            .collect();
        Self {
            lo: value(0),
            hi: value(count),
            log: false,
            from: 0.0,
            to: 1.0,
            ticks,
        }
    }

    /// A linear scale over exactly this range of an abscissa.
    pub fn along(values: impl Iterator<Item = f64>, wanted: usize) -> Self {
        let (lo, hi) = extent(values).unwrap_or((0.0, 1.0));
        let mut scale = Self::linear([lo, hi].into_iter(), false, wanted);
        if lo < hi {
            scale.ticks.retain(|(v, _)| (lo..=hi).contains(v));
            (scale.lo, scale.hi) = (lo, hi);
        }
        scale
    }

    /// A logarithmic scale; only positive values count.
    pub fn log(values: impl Iterator<Item = f64>) -> Self {
        let (mut lo, mut hi) = extent(values.filter(|v| *v > 0.0)).unwrap_or((1.0, 10.0));
        if hi / lo < 1.0 + 1e-9 {
            (lo, hi) = (lo / 3.0, hi * 3.0);
        }
        let decades = hi.log10() - lo.log10();
        // A power of ten just outside becomes the end, so that it can be labelled.
        let (below, above) = (lo.log10().floor(), hi.log10().ceil());
        lo = if lo.log10() - below < decades * 0.05 {
            10f64.powf(below)
        } else {
            lo
        };
        hi = if above - hi.log10() < decades * 0.05 {
            10f64.powf(above)
        } else {
            hi
        };
        let parts: &[f64] = if decades < 1.5 {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0]
        };
        let stride = (decades / 7.0).ceil().max(1.0) as i32;
        let powers =
            (lo.log10().floor() as i32..=hi.log10().ceil() as i32).filter(|e| e % stride == 0);
        let ticks = powers
            .flat_map(|e| parts.iter().map(move |p| p * 10f64.powi(e)))
            .filter(|v| (lo * 0.999_999..=hi * 1.000_001).contains(v))
            .map(|v| (v, compact(v)))
            .collect();
        Self {
            lo,
            hi,
            log: true,
            from: 0.0,
            to: 1.0,
            ticks,
        }
    }

    /// The same scale between two pixel positions.
    pub fn between(mut self, from: f64, to: f64) -> Self {
        (self.from, self.to) = (from, to);
        self
    }

    /// The pixel position of a value; values outside stick to the ends.
    pub fn at(&self, value: f64) -> f64 {
        let part = if self.log {
            (value.max(f64::MIN_POSITIVE) / self.lo).log10() / (self.hi / self.lo).log10()
        } else {
            // Halved, so that the widest range of doubles does not overflow.
            (value / 2.0 - self.lo / 2.0) / (self.hi / 2.0 - self.lo / 2.0)
        };
        self.from + part.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Whether zero lies inside, not at the lower end.
    pub fn crosses_zero(&self) -> bool {
        self.lo < 0.0 && self.hi > 0.0
    }
}

/// Values a chart can place; beyond this, arithmetic on them overflows.
const LARGEST: f64 = 1e100;

/// Whether a chart can place this value.
pub fn drawable(value: f64) -> bool {
    value.is_finite() && value.abs() <= LARGEST
}

/// Smallest and largest drawable value.
pub fn extent(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values
        .filter(|v| drawable(*v))
        .fold(None, |range, v| match range {
            None => Some((v, v)),
            Some((lo, hi)) => Some((lo.min(v), hi.max(v))),
        })
}

fn nice_step(raw: f64) -> f64 {
    let power = 10f64.powf(raw.max(1e-300).log10().floor());
    let step = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|s| s * power >= raw * 0.999_999)
        .unwrap_or(10.0);
    step * power
}

/// The label of a tick: as many decimals as the step needs.
fn label(value: f64, step: f64) -> String {
    let value = if value.abs() < step * 1e-6 {
        0.0
    } else {
        value
    };
    if value.abs() >= 1e5 || step >= 1e5 {
        return compact(value);
    }
    let decimals = (-(step * 1.000_001).log10().floor()).max(0.0);
    if decimals > 7.0 {
        return if value == 0.0 {
            "0".into()
        } else {
            format!("{value:.1e}")
        };
    }
    crate::report::people::number(value, decimals as usize)
}

/// A large number in short: `250k`, `10M`.
pub fn compact(value: f64) -> String {
    for (power, suffix) in [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")] {
        if value.abs() >= power * 0.999_999 && value.abs() < 1e15 {
            let text = format!("{:.3}", value / power);
            return format!(
                "{}{suffix}",
                text.trim_end_matches('0').trim_end_matches('.')
            );
        }
    }
    if value.abs() >= 1e15 || (value != 0.0 && value.abs() < 1e-4) {
        return format!("{value:.0e}");
    }
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale) -> Vec<&str> {
        scale
            .ticks
            .iter()
            .map(|(_, label)| label.as_str())
            .collect()
    }

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let scale = Scale::linear([0.02, 0.302].into_iter(), true, 5);
        assert_eq!(labels(&scale), ["0.0", "0.1", "0.2", "0.3", "0.4"]);
        let scale = Scale::linear([-14.0, 46.0].into_iter(), true, 5).between(300.0, 0.0);
        assert_eq!(labels(&scale), ["-20", "0", "20", "40", "60"]);
        assert!((scale.at(0.0) - 225.0).abs() < 1e-9 && scale.crosses_zero());
        assert_eq!(scale.at(1e9), 0.0, "outside sticks to the end");
    }

    #[test]
    fn constants_zeros_and_nothing_make_a_scale() {
        for (values, whole, first, last) in [
            (vec![], false, 0.0, 1.0),
            (vec![0.0, 0.0], true, 0.0, 1.0),
            (vec![0.5; 3], false, 0.44, 0.56),
            (vec![f64::NAN, f64::INFINITY], true, 0.0, 1.0),
        ] {
            let scale = Scale::linear(values.into_iter(), whole, 5);
            let ends = (scale.ticks[0].0, scale.ticks[scale.ticks.len() - 1].0);
            assert!(
                (ends.0 - first).abs() < 1e-9 && (ends.1 - last).abs() < 1e-9,
                "{ends:?}"
            );
            assert!(scale.at(0.5).is_finite());
        }
    }

    #[test]
    fn narrow_ranges_get_the_decimals_they_need() {
        let scale = Scale::linear([0.29917, 0.29921].into_iter(), false, 4);
        let mut distinct = labels(&scale);
        distinct.dedup();
        assert_eq!(distinct.len(), scale.ticks.len(), "{distinct:?}");
        let huge = Scale::linear([1e90, -1e90].into_iter(), true, 5);
        assert!(huge.ticks.len() < 20 && huge.at(0.0).is_finite());
    }

    #[test]
    fn log_ticks_are_decades() {
        let scale = Scale::log([1024.0, 8_388_608.0].into_iter()).between(0.0, 100.0);
        assert_eq!(labels(&scale), ["1k", "10k", "100k", "1M", "10M"]);
        assert_eq!((scale.at(1000.0), scale.at(-5.0)), (0.0, 0.0));
        assert_eq!(
            labels(&Scale::log([1000.0].into_iter())),
            ["500", "1k", "2k"]
        );
        assert_eq!(compact(250_000.0), "250k");
        assert_eq!(compact(0.25), "0.25");
    }
}
