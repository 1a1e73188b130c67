//! Every chart of the samples, laid out wide and narrow: nothing crashes, nothing touches, nothing sticks out.

use super::scene::{Bounds, Op, Scene, Text};
use super::*;
use crate::report::sample;

fn charts() -> Vec<Chart> {
    let mut all = sample::clash_duel().charts;
    all.extend(sample::hostile().charts);
    all.extend(sample::extremes());
    all
}

fn layouts() -> Vec<(String, Scene)> {
    let mut all = Vec::new();
    for chart in charts() {
        for (width, headed) in [(WIDE, true), (WIDE, false), (NARROW, false)] {
            all.push((
                format!("{} at {width}", chart.name),
                scene(&chart, width, headed),
            ));
        }
    }
    all
}

fn touch(a: Bounds, b: Bounds) -> bool {
    a.0 < b.2 && b.0 < a.2 && a.1 < b.3 && b.1 < a.3
}

#[test]
fn no_two_texts_touch() {
    for (name, scene) in layouts() {
        let texts: Vec<(&Text, Bounds)> = scene.texts().map(|t| (t, t.bounds())).collect();
        for (i, (a, box_a)) in texts.iter().enumerate() {
            for (b, box_b) in &texts[i + 1..] {
                assert!(
                    !touch(*box_a, *box_b),
                    "{name}: `{}` over `{}`",
                    a.text,
                    b.text
                );
            }
        }
    }
}

#[test]
fn nothing_sticks_out() {
    for (name, scene) in layouts() {
        for text in scene.texts() {
            let (l, t, r, b) = text.bounds();
            let inside = l >= 0.0 && t >= 0.0 && r <= scene.width && b <= scene.height;
            assert!(
                inside,
                "{name}: `{}` at {:?} of {}x{}",
                text.text,
                (l, t, r, b),
                scene.width,
                scene.height
            );
        }
        for op in &scene.ops {
            let points = match op {
                Op::Rect { x, y, w, h, .. } => vec![(*x, *y), (x + w, y + h)],
                Op::Path { points, .. } | Op::Area { points, .. } => points.clone(),
                Op::Dot { x, y, .. } => vec![(*x, *y)],
                Op::Text(_) => vec![],
            };
            let inside = |(x, y): &(f64, f64)| {
                (0.0..=scene.width).contains(x) && (0.0..=scene.height).contains(y)
            };
            assert!(points.iter().all(inside), "{name}: {op:?}");
        }
    }
}

#[test]
fn every_chart_becomes_svg_and_png() {
    for chart in charts() {
        let svg = svg(&chart).unwrap();
        assert!(
            svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
            "{}",
            chart.name
        );
        assert!(
            !svg.contains("NaN") && !svg.contains("<script"),
            "{}",
            chart.name
        );
        assert!(!svg.contains('\u{1b}'), "{}", chart.name);
        let png = png(&chart).unwrap();
        assert!(
            png.starts_with(b"\x89PNG") && png.len() > 1000,
            "{}",
            chart.name
        );
    }
}

#[test]
fn the_same_data_make_the_same_bytes() {
    for chart in sample::clash_duel().charts {
        assert_eq!(svg(&chart).unwrap(), svg(&chart).unwrap());
    }
}

fn texts(chart: &Chart) -> Vec<String> {
    scene(chart, WIDE, false)
        .texts()
        .map(|t| t.text.clone())
        .collect()
}

fn extreme(name: &str) -> Chart {
    sample::extremes()
        .into_iter()
        .find(|c| c.name == name)
        .expect("an extreme of this name")
}

#[test]
fn bars_are_as_high_as_their_values() {
    let mut chart = extreme("bars-one");
    let Plot::Bars {
        categories, series, ..
    } = &mut chart.plot
    else {
        panic!("bars")
    };
    *categories = vec!["a".into(), "b".into()];
    series[0].values = vec![0.2, 0.4];
    let heights: Vec<f64> = scene(&chart, WIDE, false)
        .ops
        .iter()
        .filter_map(|op| match op {
            Op::Rect {
                h,
                ink: palette::Ink::Series(0),
                ..
            } => Some(*h),
            _ => None,
        })
        .collect();
    assert_eq!(heights.len(), 2);
    assert!((heights[1] / heights[0] - 2.0).abs() < 1e-9, "{heights:?}");
}

#[test]
fn cells_show_their_values_or_are_crossed_out() {
    let duel = sample::clash_duel();
    let joint = texts(&duel.charts[2]);
    assert_eq!(
        joint.iter().filter(|t| t.starts_with("0.")).count(),
        25 + 2,
        "25 cells and the ends of the key"
    );
    let missing = texts(&extreme("heat-missing"));
    assert!(missing.contains(&"no value".to_string()), "{missing:?}");
    let signed = texts(&extreme("heat-signed"));
    assert!(
        signed.contains(&"+0.700".to_string()) && signed.contains(&"-0.700".to_string()),
        "{signed:?}"
    );
    assert!(signed.contains(&"0.000".to_string()), "zero has no sign");
}

#[test]
fn nothing_to_draw_is_said_in_words() {
    for name in ["bars-nothing", "heat-nothing", "lines-nothing", "lines-bad"] {
        assert_eq!(texts(&extreme(name)), ["no values to draw"], "{name}");
    }
}

#[test]
fn the_reference_is_in_the_legend_with_its_value() {
    assert!(texts(&sample::clash_duel().charts[3]).contains(&"exact 0.29919".to_string()));
}
