//! Gladiatori from outside: sensitivity, campaigns in the arena, the ground of comparisons, traces by condition.

use crate::room::Room;

/// Every question that rests on assumptions can be asked again, with other fillings of the base gladiators among the ways.
#[test]
fn conclusions_are_asked_again() {
    let room = Room::new();
    for line in [
        "gladiatori-exchange --attacker secutor --defender thraex --gap 0.3 --policy poke",
        "gladiatori-campaign --a secutor --b thraex --games 2 --policy uniform_mix -n 2",
        "gladiatori-duel --a secutor --b thraex --policy uniform_mix -n 16",
    ] {
        let answer = room.json(&format!("{line} --sensitivity -q"));
        let rows = answer["tables"]["sensitivity"].as_array().expect("rows");
        let of = |sort: &str| rows.iter().filter(|r| r["sort"] == sort).count();
        assert_eq!((of("draw"), of("loadout")), (32, 32), "{line}");
        let verdict = answer["tables"]["robustness"][0]["verdict"].clone();
        assert!(
            verdict == "robust" || verdict == "fragile",
            "{line}: {verdict}"
        );
    }
}

#[test]
fn campaigns_in_the_arena() {
    let room = Room::new();
    let line = "gladiatori-campaign --gladiators secutor;mirmillo;provocator --teams 2v1 --beasts dog@1 --games 2 --policy uniform_mix -n 64";
    let whole = room.gsim(&format!("{line} -j 1")).good().out;
    assert!(
        whole.contains("in the arena: 1 secutor (team 1)"),
        "{whole}"
    );
    assert_eq!(whole, room.gsim(&format!("{line} -j 2")).good().out);
    for i in 0..2 {
        room.gsim(&format!("{line} --shard {i}/2 --tally {i}.json"))
            .good();
    }
    assert_eq!(whole, room.gsim("merge 0.json 1.json").good().out);
    for (bad, words) in [
        ("gladiatori-campaign --a secutor", vec!["--b", "missing"]),
        (
            "gladiatori-campaign --a secutor --b thraex --beasts dog@1",
            vec!["--beasts", "--gladiators"],
        ),
        (
            "gladiatori-campaign --a secutor --gladiators thraex --beasts dog@1",
            vec!["--a", "not both"],
        ),
        (
            "gladiatori-campaign --gladiators secutor",
            vec!["--beasts", "alone needs beasts"],
        ),
        (
            "gladiatori-campaign --gladiators secutor;thraex;mirmillo --teams 1,1,1",
            vec!["--teams", "do not add up"],
        ),
    ] {
        room.gsim(bad).refused_with(&words);
    }
}

/// One team against beasts, as the advanced rules have it.
#[test]
fn all_players_against_beasts() {
    let answer = Room::new().json(
        "gladiatori-arena --players 2 --teams 1,1 --beasts schedule --policies uniform_mix -n 64",
    );
    assert_eq!(answer["playouts"], 64);
}

/// On a map a comparison is another one than in a duel, and says so.
#[test]
fn comparisons_have_a_ground() {
    let room = Room::new();
    let line = "gladiatori-matrix --gladiators secutor;hoplomacus --policy quantal -n 64 -q";
    let duel = room.gsim(line).good().out;
    let arena = room.gsim(&format!("{line} --ground arena")).good().out;
    assert!(duel.contains("--ground arena") && arena.contains("one against one on the map"));
    room.gsim(&format!("{line} --ground sand"))
        .refused_with(&["--ground", "duel"]);
}

#[test]
fn traces_by_condition() {
    let room = Room::new();
    let duel = "trace gladiatori-duel --a secutor --b thraex --policy uniform_mix";
    let told = room.gsim_words(
        &[
            duel.split(' ').collect::<Vec<_>>().as_slice(),
            &["--where", "hits_a>=2,alive_b=1"],
        ]
        .concat(),
    );
    let told = told.good().out;
    let number: u64 = told
        .lines()
        .find_map(|l| l.strip_prefix("playout ")?.split(',').next()?.parse().ok())
        .expect("a number");
    let again = room.gsim(&format!("{duel} --playout {number}")).good().out;
    assert_eq!(told, again, "the playout it found is the one it tells");
    let hits = again.matches("damage and pays").count();
    assert!(hits >= 2, "{again}");
    let arena = "trace gladiatori-arena --players 3 --policies uniform_mix";
    room.gsim(&format!("{arena} --where turns=6,vp_3>=10"))
        .good();
    for (line, words) in [
        (
            format!("{duel} --where margin>=100"),
            ["--where", "not met"],
        ),
        (
            format!("{duel} --where hit_a>=1"),
            ["--where", "did you mean `hits_a`"],
        ),
        (
            format!("{arena} --where vp_4>1"),
            ["--where", "has no `vp_4`"],
        ),
        (
            format!("{duel} --sensitivity"),
            ["--sensitivity", "does not go with trace"],
        ),
    ] {
        room.gsim(&line).refused_with(&words);
    }
}

/// A build's price in every form of output.
#[test]
fn a_price_list_in_json() {
    let answer = Room::new().json("gladiatori-builds --check secutor");
    let parts = answer["tables"]["parts"].as_array().expect("parts");
    let coins: u64 = parts
        .iter()
        .map(|p| p["coins"].as_u64().expect("coins"))
        .sum();
    assert_eq!(coins, 55);
}

/// Messages show what was typed, and every reason.
#[test]
fn messages_show_what_was_typed() {
    let room = Room::new();
    let duel = "gladiatori-duel --a secutor --b thraex --policy quantal(-1)";
    room.gsim(duel)
        .refused_with(&["--policy quantal(-1)", "`-1` is not a temperature"]);
    room.gsim("gladiatori-arena --players 4 --teams 1,1,1,1")
        .refused_with(&["--teams 1,1,1,1", "do not add up"]);
    room.gsim("gladiatori-arena --players 2 --beasts dog@7")
        .refused_with(&["--beasts dog@7", "turn 7"]);
    room.gsim_words(&[
        "gladiatori-builds",
        "--check",
        "9,9,9,9,9 items=sword_2_1,sword_3_0",
    ])
    .refused_with(&["over the budget", "share the symbol"]);
    let told = room.gsim(
        "gladiatori-arena --players 2 --teams 1,1 --beasts schedule --policies uniform_mix -n 16",
    );
    let told = told.good().out;
    assert!(
        told.starts_with("secutor, thraex together against beasts"),
        "{told}"
    );
    room.gsim("gladiatori-builds --budget 150")
        .refused_with(&["--budget 150", "no build can spend more than"]);
    room.gsim("gladiatori-items --set training.budget=121 -n 2")
        .refused_with(&["training.budget=121", "no build can spend more than 125"]);
}

/// Two against one: what the pair pays is the team's, and whether that is fair is said with figures.
#[test]
fn a_pair_against_one_pays_as_a_team() {
    let room = Room::new();
    let line = "gladiatori-arena --players 3 --teams 2v1 --policies uniform_mix -n 512 -q";
    let answer = room.json(line);
    let number = |row: &serde_json::Value| row["value"].as_f64().expect("a number");
    let rows = |table: &str| answer["tables"][table].as_array().expect("rows").clone();
    let seat = |table: &str, seat: &str| {
        let found = rows(table).into_iter().find(|r| r["seat"] == seat);
        number(&found.expect("a row"))
    };
    let one = "1 secutor (team 1)";
    assert!((seat("ranking", one) - seat("summary", one) - 10.0).abs() < 1e-9);
    let told = one_line(&room.gsim(line).good().out);
    for words in [
        "Two against one is ",
        "with its penalty of -10 VP, and would win",
    ] {
        assert!(told.contains(words), "{told}");
    }
    assert!(!told.contains("Wins (shared"), "{told}");
}

/// Flags of sampling change nothing where nothing is left to chance, and are not said to have done so.
#[test]
fn what_is_not_sampled_says_so() {
    let told =
        Room::new().gsim("gladiatori-duel --a secutor --b secutor --policy poke --method mc");
    let told = told.good().out;
    assert!(told.contains("nothing was sampled"), "{told}");
    assert!(
        !told.contains(" -n 1M") && !told.contains("--seed"),
        "{told}"
    );
}

/// A search names the best build of its budget, with the ready-made beside it and what they cost.
#[test]
fn a_search_names_the_best_of_its_budget() {
    let told = Room::new().gsim("gladiatori-builds --budget 20 --candidates 16 --finalists 2 --generations 1 -n 2 --policy uniform_mix -q");
    let told = one_line(&told.good().out);
    for words in [
        "Of the builds of 20 coins B",
        "mirmillo (55 coins)",
        "then 1 generation of",
    ] {
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn sampled_exchanges_stand_beside_exact_ones() {
    let answer = Room::new().json("gladiatori-exchange --attacker secutor --defender thraex --gap 0.3 --policy uniform_mix -n 1024 -q");
    for row in answer["tables"]["policies"].as_array().expect("rows") {
        let z = row["z"].as_f64();
        assert!(z.is_none_or(|z| z.abs() < 5.0), "{row}");
        assert!(z.is_some() || row["metric"] == "attack", "{row}");
    }
}

#[test]
fn ranges_in_words() {
    Room::new()
        .gsim("gladiatori-duel --a secutor --b thraex --hp-target 61")
        .refused_with(&["--hp-target 61: write 0 to 60"]);
}

/// An answer without the breaks of its lines.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
