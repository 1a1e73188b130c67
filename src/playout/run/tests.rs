//! Tests of the loop: exact playout counts, any threads, stop rules, shards.

use super::*;
use crate::playout::toys::{Die, Numbers, Threads, Tripwire};
use crate::stats::{Moments, share_interval};
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

fn die() -> Die {
    Die { sides: 6 }
}

#[test]
fn every_playout_once_for_awkward_counts() {
    for playouts in [1, 2, 15, 16, 17, 31, 32, 33, 100, 4_095, 4_096, 4_097] {
        let expected = Moments::from_weighted((0..playouts as i64).map(|number| (number, 1)));
        let run = run(&Numbers, &Plan::new(playouts, 1)).unwrap();
        assert_eq!(
            (run.tally, run.playouts, run.blocks),
            (expected, playouts, playouts.div_ceil(16))
        );
        assert!(run.complete && run.stopped_by == StoppedBy::Playouts && run.target_met.is_none());
        let mut at: Vec<u64> = (0..)
            .map(|i| 16 << i)
            .take_while(|&n| n < playouts)
            .collect();
        at.push(playouts);
        assert_eq!(
            run.snapshots.iter().map(|s| s.playouts).collect::<Vec<_>>(),
            at
        );
        for snapshot in &run.snapshots {
            let expected =
                Moments::from_weighted((0..snapshot.playouts as i64).map(|number| (number, 1)));
            assert_eq!(snapshot.tally, expected);
        }
    }
}

#[test]
fn more_playouts_begin_with_the_same_ones() {
    let short = run(&die(), &Plan::new(64 * 8, 3)).unwrap();
    let long = run(&die(), &Plan::new(64 * 40 + 7, 3)).unwrap();
    assert_eq!(long.snapshots[3].tally, short.tally);
    assert_ne!(
        run(&die(), &Plan::new(64 * 8, 4)).unwrap().tally,
        short.tally
    );
}

#[test]
fn any_number_of_threads() {
    // A millisecond a block, so that pools are used; the tally itself shows where blocks ran.
    let slow = Threads {
        rest: Duration::from_millis(1),
    };
    let shared = run(
        &slow,
        &Plan {
            threads: Some(3),
            ..Plan::new(40, 1)
        },
    )
    .unwrap();
    assert!(shared.tally[1] > 20, "{:?}", shared.tally);
    let plan = Plan::new(3_000_000, 9);
    let one = run(
        &die(),
        &Plan {
            threads: Some(1),
            ..plan
        },
    )
    .unwrap();
    assert_eq!(one.tally.iter().sum::<u64>(), 3_000_000);
    for threads in [None, Some(2), Some(3), Some(16)] {
        assert_eq!(
            run(&die(), &Plan { threads, ..plan }).unwrap(),
            one,
            "{threads:?}"
        );
    }
}

#[test]
fn targets_stop_at_the_schedule_and_nowhere_else() {
    let asked = Mutex::new(vec![]);
    let plan = Plan::new(64 * 1_000, 1);
    let run = run_until(&die(), &plan, |_, playouts| {
        asked.lock().unwrap().push(playouts / 64);
        playouts >= 64 * 21
    })
    .unwrap();
    assert_eq!(
        (run.blocks, run.stopped_by, run.target_met),
        (22, StoppedBy::Target, Some(true))
    );
    assert!(run.complete);
    assert_eq!(
        asked.into_inner().unwrap(),
        (1..=16).chain([18, 20, 22]).collect::<Vec<u64>>()
    );
    assert_eq!(
        run.tally,
        super::run(&die(), &Plan::new(64 * 22, 1)).unwrap().tally
    );
    assert_eq!(
        run.snapshots,
        super::run(&die(), &Plan::new(64 * 22, 1))
            .unwrap()
            .snapshots
    );
}

#[test]
fn the_cap_before_the_target_is_said_and_the_last_look_counts() {
    let capped = run_until(&die(), &Plan::new(1_000, 1), |_, _| false).unwrap();
    assert_eq!(
        (capped.stopped_by, capped.target_met),
        (StoppedBy::Playouts, Some(false))
    );
    let at_end = run_until(&die(), &Plan::new(1_000, 1), |_, playouts| {
        playouts == 1_000
    })
    .unwrap();
    assert_eq!(
        (at_end.stopped_by, at_end.target_met),
        (StoppedBy::Target, Some(true))
    );
}

#[test]
fn a_sequential_interval_of_a_share() {
    let narrow = |tally: &Vec<u64>, playouts| {
        let (low, high) = share_interval(tally[0], playouts, 0.95);
        high - low < 0.01
    };
    let run = run_until(&die(), &Plan::new(10_000_000, 5), narrow).unwrap();
    assert_eq!(run.stopped_by, StoppedBy::Target);
    let (low, high) = share_interval(run.tally[0], run.playouts, 0.95);
    assert!(low < 1.0 / 6.0 && 1.0 / 6.0 < high && high - low < 0.01);
}

#[test]
fn time_stops_at_a_whole_chunk_after_at_least_one() {
    let slow = Threads {
        rest: Duration::from_millis(2),
    };
    let max_time = Some(Duration::from_millis(50));
    let stopped = run(
        &slow,
        &Plan {
            max_time,
            threads: Some(2),
            ..Plan::new(100_000, 1)
        },
    )
    .unwrap();
    assert_eq!(stopped.stopped_by, StoppedBy::Time);
    assert!(!stopped.complete && stopped.playouts >= 1 && stopped.playouts < 2_000);
    let none = run(
        &die(),
        &Plan {
            max_time: Some(Duration::ZERO),
            ..Plan::new(100_000, 1)
        },
    )
    .unwrap();
    assert_eq!((none.stopped_by, none.playouts), (StoppedBy::Time, 64));
}

#[test]
fn an_interrupt_keeps_a_prefix() {
    let trip = Tripwire {
        die: die(),
        at: 37,
        flag: AtomicBool::new(false),
        played: AtomicU64::new(0),
    };
    let plan = Plan {
        interrupt: Some(&trip.flag),
        threads: Some(2),
        ..Plan::new(64 * 100_000, 1)
    };
    let stopped = run(&trip, &plan).unwrap();
    assert_eq!(
        (stopped.stopped_by, stopped.complete),
        (StoppedBy::Interrupt, false)
    );
    assert!(stopped.blocks > 37 && stopped.blocks < 100_000);
    let prefix = run(&die(), &Plan::new(64 * stopped.blocks, 1)).unwrap();
    assert_eq!(
        (stopped.tally, stopped.snapshots),
        (prefix.tally, prefix.snapshots)
    );
    // The flag is up already: nothing is played, and nothing is wrong.
    let nothing = run(&trip, &plan).unwrap();
    assert_eq!(
        (nothing.playouts, nothing.stopped_by),
        (0, StoppedBy::Interrupt)
    );
    assert_eq!(nothing.tally, die().empty());
}

#[test]
fn shards_refuse_what_concerns_the_whole() {
    let plan = Plan {
        shard: "1/3".parse().unwrap(),
        ..Plan::new(1_000, 1)
    };
    let with_target = run_until(&die(), &plan, |_, _| true).unwrap_err();
    assert!(
        with_target
            .to_string()
            .contains("shard 1/3 cannot stop at a target"),
        "{with_target}"
    );
    let timed = Plan {
        max_time: Some(Duration::from_secs(1)),
        ..plan
    };
    assert_eq!(run(&die(), &timed).unwrap_err().exit_code(), 2);
    assert_eq!(run(&die(), &Plan::new(0, 1)).unwrap_err().exit_code(), 2);
}

#[test]
fn progress_hears_everything() {
    #[derive(Default)]
    struct Ear(Mutex<Vec<(u64, u64)>>, AtomicBool);
    impl Progress for Ear {
        fn update(&self, done: u64, total: u64, _elapsed: Duration) {
            self.0.lock().unwrap().push((done, total));
        }
        fn finish(&self) {
            self.1.store(true, Ordering::Relaxed);
        }
    }
    let ear = Ear::default();
    let plan = Plan {
        progress: Some(&ear),
        shard: "0/2".parse().unwrap(),
        ..Plan::new(64 * 9, 1)
    };
    run(&die(), &plan).unwrap();
    let heard = ear.0.into_inner().unwrap();
    assert_eq!((heard[0], *heard.last().unwrap()), ((0, 320), (320, 320)));
    assert!(heard.windows(2).all(|pair| pair[0].0 <= pair[1].0) && ear.1.into_inner());
}

/// A block that takes long does not keep the person at the terminal waiting for word.
#[test]
fn progress_is_told_within_a_long_block() {
    struct Times(AtomicU64);
    impl Progress for Times {
        fn update(&self, _: u64, _: u64, _: Duration) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let times = Times(AtomicU64::new(0));
    let experiment = Threads {
        rest: Duration::from_millis(1150),
    };
    let plan = Plan {
        progress: Some(&times),
        ..Plan::new(1, 1)
    };
    run(&experiment, &plan).unwrap();
    // Before it, within it, after it.
    assert_eq!(times.0.load(Ordering::Relaxed), 3);
}
