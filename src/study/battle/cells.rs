//! Estimates as table cells: `count, value, lo, hi, n, exact`, one shape for every battle table.

use crate::report::{Cell, Column, Kind, Series};
use crate::stats::{self, Moments};

/// A figure: exact, sampled, or both.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    /// Playouts in which it happened; for shares.
    pub count: Option<u64>,
    /// Playouts behind it; `None` when nothing was sampled.
    pub n: Option<u64>,
    /// The estimate; the exact value where nothing was sampled.
    pub value: f64,
    /// Its interval, if sampled and not constant.
    pub interval: Option<(f64, f64)>,
    /// The exact value, where known.
    pub exact: Option<f64>,
}

impl Estimate {
    /// An exact value.
    pub fn exact(value: f64) -> Self {
        let value = value + 0.0; // an empty sum is -0.0
        Self {
            value,
            exact: Some(value),
            ..Self::default()
        }
    }

    /// A share of playouts, with its Wilson interval.
    pub fn share(count: u64, n: u64, confidence: f64, exact: Option<f64>) -> Self {
        Self {
            count: Some(count),
            n: Some(n),
            value: count as f64 / n.max(1) as f64,
            interval: (n > 0).then(|| stats::wilson(count, n, confidence)),
            exact,
        }
    }

    /// A mean of whole numbers.
    pub fn mean(moments: &Moments, confidence: f64, exact: Option<f64>) -> Self {
        Self {
            count: None,
            n: Some(moments.n),
            value: moments.mean().unwrap_or(0.0),
            interval: moments.interval(confidence),
            exact,
        }
    }

    /// The interval at another confidence: of shares Wilson's again, of means as many standard errors more or less. Exact
    /// and constant figures have one of no width.
    pub fn interval_at(&self, confidence: f64, own: f64) -> (f64, f64) {
        match (self.exact, self.count, self.n, self.interval) {
            (None, Some(count), Some(n), _) => stats::wilson(count, n, confidence),
            (None, _, _, Some((lo, hi))) => {
                let wider = stats::z_for(confidence) / stats::z_for(own);
                (
                    self.value - (self.value - lo) * wider,
                    self.value + (hi - self.value) * wider,
                )
            }
            (exact, ..) => (exact.unwrap_or(self.value), exact.unwrap_or(self.value)),
        }
    }

    /// Distance of a share's estimate from its exact value, in exact standard errors.
    pub fn z(&self) -> Option<f64> {
        let (n, exact) = (self.n? as f64, self.exact?);
        self.count?;
        let se = (exact * (1.0 - exact) / n).sqrt();
        (se > 0.0).then(|| (self.value - exact) / se)
    }

    /// Cells for [`columns`].
    pub fn cells(&self) -> Vec<Cell> {
        let real = |v: Option<f64>| v.filter(|v| v.is_finite()).map_or(Cell::Null, Cell::Real);
        let count = |v: Option<u64>| v.map_or(Cell::Null, Cell::Count);
        vec![
            count(self.count),
            real(Some(self.value)),
            real(self.interval.map(|i| i.0)),
            real(self.interval.map(|i| i.1)),
            count(self.n),
            real(self.exact),
        ]
    }

    /// `0.5231`, with its interval where sampled.
    pub fn words(&self, digits: usize) -> String {
        match (self.exact, self.interval) {
            (Some(exact), _) => format!("{exact:.digits$}"),
            (None, Some((lo, hi))) => {
                format!("{:.digits$} ({lo:.digits$} to {hi:.digits$})", self.value)
            }
            (None, None) => format!("{:.digits$}", self.value),
        }
    }
}

/// The columns of [`Estimate::cells`], after some of one's own.
pub fn columns(first: Vec<Column>, kind: Kind) -> Vec<Column> {
    let mut all = first;
    all.extend([
        Column::new(
            "count",
            Kind::Count,
            "",
            "playouts in which it happened; null when exact or a mean",
        )
        .machine_only(),
        Column::new(
            "value",
            kind,
            "",
            "the estimate, or the exact value where nothing was sampled",
        ),
        Column::new(
            "lo",
            kind,
            "",
            "lower end of its interval; null when exact or constant",
        ),
        Column::new(
            "hi",
            kind,
            "",
            "upper end of its interval; null when exact or constant",
        ),
        Column::new(
            "n",
            Kind::Count,
            "playouts",
            "what the estimate is of: playouts, of careers gladiators or battles; null when exact",
        )
        .machine_only(),
        Column::new("exact", kind, "", "the exact value, where it is known"),
    ]);
    all
}

/// A text column.
pub fn text(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Kind::Text, "", meaning)
}

/// A column of whole numbers.
pub fn whole(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Kind::Count, "", meaning)
}

/// A column of shares.
pub fn share(name: &'static str, meaning: &'static str) -> Column {
    Column::new(name, Kind::Share, "", meaning)
}

/// A text cell.
pub fn word(text: impl ToString) -> Cell {
    Cell::Text(text.to_string())
}

/// A series of a bar chart: sampled with intervals where sampled, and the exact values as its twin where known.
pub fn series(name: &str, all: &[Estimate]) -> Vec<Series> {
    let mut series = Vec::new();
    let exact: Option<Vec<f64>> = all.iter().map(|e| e.exact).collect();
    let sampled = all.iter().any(|e| e.n.is_some());
    let named = |what: &str| match sampled && exact.is_some() {
        true => format!("{name}, {what}"),
        false => name.to_string(),
    };
    if let Some(values) = &exact {
        series.push(Series {
            name: named("exact"),
            values: values.clone(),
            intervals: None,
        });
    }
    if sampled {
        let intervals = all.iter().map(|e| e.interval.unwrap_or((e.value, e.value)));
        series.push(Series {
            name: named("sampled"),
            values: all.iter().map(|e| e.value).collect(),
            intervals: Some(intervals.collect()),
        });
    }
    series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_its_interval_and_its_distance_from_the_exact_value() {
        let e = Estimate::share(60, 100, 0.95, Some(0.5));
        assert_eq!(e.value, 0.6);
        assert!((e.z().unwrap() - 2.0).abs() < 1e-12);
        let (lo, hi) = e.interval.unwrap();
        assert!(lo < 0.6 && 0.6 < hi && e.cells().len() == columns(vec![], Kind::Share).len());
        assert_eq!(Estimate::exact(0.25).words(2), "0.25");
        assert_eq!(Estimate::share(3, 3, 0.95, Some(1.0)).z(), None);
    }

    #[test]
    fn twins_are_named_as_twins() {
        let both = [Estimate::share(1, 2, 0.95, Some(0.5))];
        let names: Vec<String> = series("a", &both).into_iter().map(|s| s.name).collect();
        assert_eq!(names, ["a, exact", "a, sampled"]);
        assert_eq!(series("a", &[Estimate::exact(0.5)])[0].name, "a");
    }
}
