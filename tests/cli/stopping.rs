//! A run's own limits: the error that it should reach, the time that it may take.

use crate::room::{HEADLINE, Room, metric, rows, total};
use std::time::{Duration, Instant};

#[test]
fn a_target_met_and_a_target_missed() {
    let room = Room::new();
    let line = format!("{HEADLINE} --target-error 0.5% --format json");
    let met = room.gsim(&line).good().json();
    assert_eq!(met["stopped_by"], "target");
    assert_eq!(met["complete"], true);
    let edge = metric(&met, "edge");
    let half = (edge["hi"].as_f64().expect("hi") - edge["lo"].as_f64().expect("lo")) / 2.0;
    assert!(
        half <= 0.005,
        "{half}: the ordinary interval is narrower than the anytime-valid one"
    );
    let playouts = met["playouts"].as_u64().expect("a count");
    assert!((100_000..3_000_000).contains(&playouts), "{playouts}");

    // With -n it is a cap; the answer says which one ended the run.
    let capped = room.gsim(&format!("{line} -n 100M")).good().json();
    assert_eq!(capped["stopped_by"], "target");
    assert_eq!(capped["playouts"], met["playouts"]);
    let missed = room.gsim(&format!("{line} -n 20k")).ends(4);
    assert_eq!(missed.err, "");
    let missed = missed.json();
    assert_eq!(missed["stopped_by"], "playouts");
    assert_eq!(missed["playouts"], 20_000);
    let notes = missed["notes"].to_string();
    assert!(
        notes.contains("before the interval of the headline figure was within"),
        "{notes}"
    );
}

#[test]
fn a_time_limit_ends_a_run() {
    let room = Room::new();
    let begun = Instant::now();
    let line = format!("{HEADLINE} --max-time 300ms --format json");
    let answer = room.gsim(&line).good().json();
    let took = begun.elapsed();
    assert!(took > Duration::from_millis(250), "{took:?}");
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert_eq!(answer["stopped_by"], "time");
    let playouts = answer["playouts"].as_u64().expect("a count");
    assert!(playouts > 0);
    assert_eq!(total(rows(&answer, "joint")), playouts);
    // Playouts that come sooner end it sooner, and it says so.
    let answer = room
        .gsim(&format!("{line} -n 20k --max-time 5m").replace("--max-time 300ms ", ""))
        .good()
        .json();
    assert_eq!(
        (&answer["stopped_by"], &answer["complete"]),
        (&"playouts".into(), &true.into())
    );
    // A target that is out of reach in the time.
    let line = format!("{HEADLINE} --target-error 0.00001% --max-time 100ms --format json");
    assert_eq!(room.gsim(&line).ends(4).json()["stopped_by"], "time");
}
