//! A number with its interval and its exact twin, as cells of a table.

use crate::report::{Cell, Column, Kind};
use crate::stats::{self, Moments};

/// A sampled value, an exact one, or both.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Estimate {
    /// Playouts that count, for shares.
    pub count: Option<u64>,
    /// The estimate, or the exact value where nothing was sampled.
    pub value: Option<f64>,
    /// Its interval.
    pub interval: Option<(f64, f64)>,
    /// Playouts behind it.
    pub n: Option<u64>,
    /// The exact value.
    pub exact: Option<f64>,
    /// Distance in standard errors.
    pub z: Option<f64>,
}

impl Estimate {
    /// A share: hits of n, beside the exact value.
    pub fn share(sampled: Option<(u64, u64)>, exact: Option<f64>, confidence: f64) -> Self {
        let Some((hits, n)) = sampled.filter(|(_, n)| *n > 0) else {
            return Self::exact(exact);
        };
        let value = hits as f64 / n as f64;
        let z = exact.and_then(|p| {
            let se = (p * (1.0 - p) / n as f64).sqrt();
            (se > 0.0).then(|| (value - p) / se)
        });
        Self {
            count: Some(hits),
            value: Some(value),
            interval: Some(stats::wilson(hits, n, confidence)),
            n: Some(n),
            exact,
            z,
        }
    }

    /// A mean, beside the exact value.
    pub fn mean(sampled: Option<Moments>, exact: Option<f64>, confidence: f64) -> Self {
        let Some(moments) = sampled.filter(|m| m.n > 0) else {
            return Self::exact(exact);
        };
        let value = moments.mean();
        let z = exact.zip(value).and_then(|(p, v)| {
            let se = moments.standard_error().filter(|se| *se > 0.0)?;
            Some((v - p) / se)
        });
        Self {
            count: None,
            value,
            interval: moments.interval(confidence),
            n: Some(moments.n),
            exact,
            z,
        }
    }

    /// The same of a quantity that is never less than this.
    #[must_use]
    pub fn at_least(self, least: f64) -> Self {
        let interval = self.interval.map(|(lo, hi)| (lo.max(least), hi));
        Self { interval, ..self }
    }

    /// An exact value alone; `None` where there is none.
    pub fn exact(exact: Option<f64>) -> Self {
        Self {
            value: exact,
            exact,
            ..Self::default()
        }
    }

    /// Cells of [`share_columns`].
    pub fn share_cells(&self) -> Vec<Cell> {
        let mut cells = vec![self.count.map_or(Cell::Null, Cell::Count)];
        cells.extend(self.cells());
        cells
    }

    /// Cells of [`mean_columns`].
    pub fn cells(&self) -> Vec<Cell> {
        vec![
            real(self.value),
            real(self.interval.map(|i| i.0)),
            real(self.interval.map(|i| i.1)),
            self.n.map_or(Cell::Null, Cell::Count),
            real(self.exact),
            real(self.z),
        ]
    }
}

/// A number, or nothing.
pub fn real(value: Option<f64>) -> Cell {
    value.map_or(Cell::Null, Cell::Real)
}

/// A text cell.
pub fn text(value: impl Into<String>) -> Cell {
    Cell::Text(value.into())
}

/// Columns of a share.
pub fn share_columns() -> Vec<Column> {
    let mut columns = vec![Column::new(
        "count",
        Kind::Count,
        "",
        "playouts that count; null when exact",
    )];
    columns.extend(mean_columns(Kind::Share, ""));
    columns
}

/// Columns of a mean.
pub fn mean_columns(kind: Kind, unit: &'static str) -> Vec<Column> {
    let z = "estimate less exact value in standard errors; null where one of them is missing";
    vec![
        Column::new(
            "value",
            kind,
            unit,
            "the estimate, or the exact value where nothing was sampled",
        ),
        Column::new(
            "lo",
            kind,
            unit,
            "lower end of its interval; null when exact",
        ),
        Column::new(
            "hi",
            kind,
            unit,
            "upper end of its interval; null when exact",
        ),
        Column::new(
            "n",
            Kind::Count,
            "",
            "playouts behind the estimate; null when exact",
        )
        .machine_only(),
        Column::new(
            "exact",
            kind,
            unit,
            "the exact value; null where there is none",
        ),
        Column::new("z", Kind::Signed(2), "", z),
    ]
}

/// Columns of a value that is exact by nature: those of an estimate, of which people see one.
pub fn exact_columns(kind: Kind, unit: &'static str, meaning: &'static str) -> Vec<Column> {
    vec![
        Column::new("value", kind, unit, meaning),
        Column::new("lo", kind, unit, "null: the value is exact").machine_only(),
        Column::new("hi", kind, unit, "null: the value is exact").machine_only(),
        Column::new("n", Kind::Count, "", "null: the value is exact").machine_only(),
        Column::new("exact", kind, unit, "the same value").machine_only(),
    ]
}

/// Cells of [`exact_columns`].
pub fn exact_cells(value: Option<f64>) -> Vec<Cell> {
    vec![real(value), Cell::Null, Cell::Null, Cell::Null, real(value)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_stands_beside_its_twin() {
        let e = Estimate::share(Some((55, 100)), Some(0.5), 0.95);
        assert_eq!((e.count, e.value), (Some(55), Some(0.55)));
        assert!((e.z.unwrap() - 1.0).abs() < 1e-12);
        let (lo, hi) = e.interval.unwrap();
        assert!(lo < 0.5 && hi > 0.6);
        assert_eq!(Estimate::share(None, Some(0.25), 0.95).value, Some(0.25));
        assert_eq!(
            Estimate::share(Some((0, 0)), None, 0.95).share_cells()[1],
            Cell::Null
        );
    }

    /// One game in a thousand with one point: Student's interval reaches below nothing, the shown one does not.
    #[test]
    fn what_cannot_be_negative_has_no_negative_interval() {
        let m = Moments::from_weighted([(0, 999), (1, 1)]);
        let e = Estimate::mean(Some(m), None, 0.95);
        assert!(e.interval.unwrap().0 < 0.0);
        let shown = e.at_least(0.0).interval.unwrap();
        assert_eq!((shown.0, shown.1), (0.0, e.interval.unwrap().1));
    }

    #[test]
    fn what_never_varies_has_no_z() {
        let m = Moments::from_weighted([(3, 10)]);
        let e = Estimate::mean(Some(m), Some(3.0), 0.95);
        assert_eq!((e.value, e.z), (Some(3.0), None));
    }
}
