//! How to Battle from outside: what is compared: shards, alternatives, values of a policy, prices.

use crate::room::{Room, rows};

fn close(got: f64, expected: f64) {
    assert!((got - expected).abs() < 5e-5, "{got} is not {expected}");
}

/// Shards that say how they were asked are those of the same question.
#[test]
fn shards_with_a_method_merge() {
    let room = Room::new();
    for (name, tally) in [("0/2", "m0.json"), ("1/2", "m1.json")] {
        let mut shard = vec!["battle-duel", "--a", "rookie", "--b", "wall", "-n", "8k"];
        shard.extend(["--method", "mc", "-q", "--shard", name, "--tally", tally]);
        room.gsim_words(&shard).ends(0);
    }
    room.gsim_words(&["merge", "m0.json", "m1.json"]).good();
}

#[test]
fn alternatives_are_compared_exactly_and_over_the_same_dice() {
    let room = Room::new();
    let base = [
        "compare",
        "battle-duel",
        "--a",
        "rookie",
        "--b",
        "rookie",
        "--format",
        "json",
    ];
    let ask = |more: &[&str]| {
        let words: Vec<&str> = base.iter().chain(more).copied().collect();
        room.gsim_words(&words).good().json()
    };
    let exact = ask(&[
        "--against",
        "--style berserk,normal",
        "--against",
        "--set tables=r2",
    ]);
    let alternatives = rows(&exact, "summary");
    assert_eq!(exact["method"], "exact");
    close(alternatives[1]["value"].as_f64().unwrap(), 0.4559);
    close(
        alternatives[1]["difference"].as_f64().unwrap(),
        0.4559 - 0.5,
    );
    assert!(alternatives[2]["difference"].as_f64().unwrap().abs() < 1e-9);
    let alternatives = [
        "--against",
        "--a \"short_sword:4 A4 R1 S2 P3 H28 L1 luck=attack\"",
        "--against",
        "--surrender at:-5,never",
        "-n",
        "20k",
        "-q",
    ];
    let sampled = ask(&alternatives);
    let gain = |i: usize, exact: f64| {
        let row = &rows(&sampled, "summary")[i];
        let [lo, hi, known] = ["difference_lo", "difference_hi", "difference_exact"]
            .map(|c| row[c].as_f64().expect("a number"));
        close(known, exact);
        assert!(lo < known && known < hi, "{lo} {known} {hi}");
        hi - lo
    };
    gain(1, 0.0281);
    // Two independent runs of 20,000 battles would leave an interval of 0.022; these go the same way until one gives up.
    let width = gain(2, 0.4948 - 0.5);
    assert!(width < 0.01, "{width}");
    assert_eq!(sampled, ask(&[&alternatives[..], &["-j", "1"]].concat()));
}

/// Values that sampling cannot tell apart are said to be level, not put in an order.
#[test]
fn sampled_policies_are_told_apart_honestly() {
    let room = Room::new();
    let answer = room
        .gsim("battle-policy --vary style --values normal,berserk,berserk_vs_stunned -n 3k -q --format json")
        .good()
        .json();
    let levels: Vec<&str> = rows(&answer, "trials")
        .iter()
        .map(|r| r["level"].as_str().unwrap())
        .collect();
    assert_eq!(levels[1], "no", "berserk loses 7 % to the best");
    assert_eq!(levels[2], "yes");
}

/// The sweep reads the tables of the search, and finds what a search at those prices finds.
#[test]
fn a_price_sweep_is_a_search_at_other_prices() {
    let room = Room::new();
    let data = room.gsim("battle-build --points 8 --weapons short_sword --skills attack,weapon,parry --responses 0 --format json -q").good().json();
    let sweep = rows(&data, "sweep");
    assert_eq!(
        sweep.len(),
        7,
        "as they are, and three skills a point down and up"
    );
    let dearer = sweep
        .iter()
        .find(|r| r["skill"] == "parry" && r["shift"] == 1)
        .unwrap();
    room.write("dear.toml", "[[skill]]\nname = \"parry\"\nrules = \"full\"\nprices = [2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6]\nstatus = \"assumed\"\nrange = [0, 2]\n");
    let own = room.gsim("battle-build --points 8 --weapons short_sword --skills attack,weapon,parry --responses 0 --sweep none --data dear.toml --format json -q").good().json();
    assert_eq!(rows(&own, "leaders")[0]["build"], dearer["best"]);
    assert_eq!(rows(&own, "leaders")[0]["value"], dearer["score"]);
}
