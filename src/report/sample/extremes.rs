//! Charts at the edges of what a study may hand over.

use crate::report::findings::*;

/// Charts that are easy to get wrong: nothing, one point, constants, long names, many cells, missing values.
pub fn extremes() -> Vec<Chart> {
    let long =
        |i: usize| format!("retiarius number {i} with a net, a trident and quite a long story");
    let one = |name: &str, values: Vec<f64>| Series {
        name: name.into(),
        values,
        intervals: None,
    };
    let bars = |categories: Vec<String>, series: Vec<Series>| Plot::Bars {
        categories,
        series,
        share: true,
    };
    let steps = |categories: Vec<String>, series: Vec<Series>| Plot::Steps {
        categories,
        series,
        share: true,
    };
    let heat =
        |rows: usize, columns: usize, signed: bool, value: &dyn Fn(usize, usize) -> Option<f64>| {
            let name = |i: usize| format!("build {i:02}");
            let row = |r: usize| (0..columns).map(|c| value(r, c)).collect();
            Plot::Heat {
                rows: (0..rows).map(name).collect(),
                columns: (0..columns).map(name).collect(),
                values: (0..rows).map(row).collect(),
                signed,
            }
        };
    let lines = |log_x: bool, points: Vec<Point>| Plot::Lines {
        log_x,
        lines: vec![("mean".into(), points)],
        reference: None,
    };
    let point = |x: f64, y: f64| Point {
        x,
        y,
        interval: None,
    };
    let names = |n: usize| (0..n).map(|i| format!("{i}")).collect::<Vec<_>>();
    let spread = |y: f64| Some((y - 3.0, y + 2.0));
    let plots: Vec<(&'static str, Plot)> = vec![
        ("bars-nothing", bars(vec![], vec![])),
        (
            "bars-one",
            bars(vec!["only".into()], vec![one("a", vec![0.4])]),
        ),
        ("bars-zero", bars(names(4), vec![one("a", vec![0.0; 4])])),
        (
            "bars-missing",
            bars(
                names(3),
                vec![
                    one("a", vec![0.2, f64::NAN]),
                    one("b", vec![f64::INFINITY; 3]),
                ],
            ),
        ),
        (
            "bars-long",
            bars(
                (0..6).map(long).collect(),
                vec![one(&long(9), vec![0.1, 0.2, 0.9, 1.0, 0.3, 0.2])],
            ),
        ),
        (
            "bars-many",
            bars(
                (0..70).map(long).collect(),
                vec![one("a", vec![0.3; 70]), one("b", vec![0.2; 70])],
            ),
        ),
        (
            "bars-signed",
            Plot::Bars {
                categories: names(4),
                series: vec![Series {
                    name: "gain".into(),
                    values: vec![-12.5, 3.0, 0.0, 40.0],
                    intervals: Some(vec![(-14.0, -11.0), (1.0, 5.0), (-1.0, 1.0), (35.0, 46.0)]),
                }],
                share: false,
            },
        ),
        (
            "steps-one",
            steps(vec!["≥ 1".into()], vec![one("a", vec![1.0])]),
        ),
        (
            "steps-many",
            steps(
                (0..40).map(|k| format!("≥ {k}")).collect(),
                vec![one("a", (0..40).map(|k| 0.9f64.powi(k)).collect())],
            ),
        ),
        ("heat-one", heat(1, 1, false, &|_, _| Some(0.25))),
        ("heat-nothing", heat(0, 0, false, &|_, _| None)),
        ("heat-constant", heat(3, 3, false, &|_, _| Some(0.5))),
        ("heat-zero", heat(3, 3, true, &|_, _| Some(0.0))),
        (
            "heat-missing",
            heat(4, 4, false, &|r, c| {
                (r != c).then_some(if r == 0 {
                    f64::NAN
                } else {
                    (r * c) as f64 / 9.0
                })
            }),
        ),
        (
            "heat-signed",
            heat(8, 8, true, &|r, c| Some((r as f64 - c as f64) / 10.0)),
        ),
        (
            "heat-large",
            heat(70, 70, true, &|r, c| {
                Some((r as f64 * 0.7).sin() - (c as f64 * 0.7).sin() + ((r * c) % 11) as f64 / 20.0)
            }),
        ),
        ("lines-nothing", lines(true, vec![])),
        (
            "lines-point",
            lines(
                true,
                vec![Point {
                    x: 1000.0,
                    y: 0.4,
                    interval: Some((0.35, 0.45)),
                }],
            ),
        ),
        (
            "lines-constant",
            lines(false, (0..9).map(|x| point(f64::from(x), 0.5)).collect()),
        ),
        (
            "lines-bad",
            lines(
                true,
                vec![
                    point(0.0, 1.0),
                    point(-4.0, 1.0),
                    point(10.0, f64::NAN),
                    point(f64::INFINITY, 2.0),
                ],
            ),
        ),
        (
            "lines-several",
            Plot::Lines {
                log_x: false,
                lines: (0..4u8)
                    .map(|s| {
                        let y =
                            |x: f64| (x / 6.0 + f64::from(s)).sin() * 40.0 + f64::from(s) * 10.0;
                        let at = |x: u8| Point {
                            x: x.into(),
                            y: y(x.into()),
                            interval: spread(y(x.into())),
                        };
                        (format!("policy {s}"), (0..40).map(at).collect())
                    })
                    .collect(),
                reference: Some(("break-even".into(), 0.0)),
            },
        ),
    ];
    plots
        .into_iter()
        .map(|(name, plot)| Chart {
            name,
            title: format!(
                "{name}: a title that is long enough to need a second line when the chart is narrow"
            ),
            caption: "An edge case.".into(),
            x_label: "across".into(),
            y_label: "up".into(),
            plot,
            table: "none",
        })
        .collect()
}
