//! How to Battle: input that is refused with one line that says what to write.

use crate::room::Room;

#[test]
fn gladiators_that_cannot_be() {
    let room = Room::new();
    let refused = |a: &str, words: &[&str]| {
        room.gsim_words(&["battle-duel", "--a", a, "--b", "rookie"])
            .refused_with(words);
    };
    refused("", &["--a", "empty", "rookie"]);
    refused("rokie", &["--a", "did you mean `rookie`?"]);
    refused(
        "short_sword:4 A16 H28",
        &["--a", "16 ranks of attack", "at most 15"],
    );
    refused(
        "short_sword:4 A4 I1 H28",
        &["--a", "initiative", "2 or more"],
    );
    refused("short_sword:4 A4 H0", &["--a", "health 0", "1 to 107"]);
    refused("short_sword:4 A4 H200", &["--a", "health 200", "1 to 107"]);
    refused(
        "short_sword:4 A4 H1000",
        &["--a", "health 1000", "1 to 107"],
    );
    refused(
        "shrt_sword:4 A4 H28",
        &["--a", "unknown weapon", "did you mean `short_sword`?"],
    );
    refused(
        "claymore:4 A4 S2 H28",
        &["--a", "two hands", "two_handed_shield=allowed"],
    );
    refused(
        "battle_javelin:4x4 A4 H28",
        &["--a", "over weight by", "limit is 15"],
    );
    refused(
        "javelin:4x0 A4 H28",
        &["--a", "must be thrown", "ammunition"],
    );
    refused(
        "dagger:1 javelin:1 battle_javelin:1 A1",
        &["--a", "throwable", "at most"],
    );
    refused(
        "short_sword:4 A4 H28 heal=2",
        &["--a", "heal", "known by name only"],
    );
    refused(
        "short_sword:4 A4 H28 brawl=2",
        &["--a", "advanced_skills=brawl"],
    );
    refused(
        "short_sword:4 A4 H28 wins=3 losses=1 L5",
        &["--a", "5 luck dice", "3 wins less 1 losses are 2"],
    );
    refused("short_sword:4 X4", &["--a", "X4", "A attack"]);
    refused(
        "short_sword:4 A4 H28 style=berzerk",
        &["--a", "did you mean `berserk`?"],
    );
    refused(
        "short_sword:4 A4 H28 mood=grim",
        &["--a", "unknown part `mood`", "style"],
    );
    refused("nobody.toml", &["--a", "nobody.toml"]);
    room.write("me.toml", "atack = 4\n");
    refused("me.toml", &["--a", "me.toml:1:1", "did you mean `attack`?"]);
    room.gsim_words(&[
        "battle-duel",
        "--a",
        "short_sword:5 A5 R3 H31",
        "--b",
        "rookie",
        "--budget",
        "40",
    ])
    .refused_with(&["--a", "over budget by 1", "41 of 40", "armor 10"]);
}

#[test]
fn flags_that_do_not_fit() {
    let room = Room::new();
    let cases: &[(&str, &[&str])] = &[
        ("battle-duel --a rookie", &["--b", "missing"]),
        (
            "battle-duel --a rookie --b rookie --style a,b,c",
            &["--style a,b,c", "a's,b's"],
        ),
        (
            "battle-duel --a rookie --b rookie --style furious",
            &["--style furious", "berserk"],
        ),
        (
            "battle-duel --a rookie --b rookie --surrender at:5",
            &["--surrender at:5", "-1 to -10"],
        ),
        (
            "battle-duel --a rookie --b rookie --surrender now",
            &["--surrender now", "at:K", "-1 to -10"],
        ),
        (
            "battle-duel --a rookie --b rookie --budget -1",
            &["--budget -1", "0"],
        ),
        ("battle-odds --seed 7", &["--seed", "exact"]),
        ("battle-odds --method mc", &["--method mc", "exact"]),
        ("battle-odds --class A,B,A", &["--class A,B,A", "twice"]),
        (
            "battle-policy --vary style --values normal,normal",
            &["--values normal,normal", "twice"],
        ),
        (
            "battle-build --points 10 --race-rounds 3",
            &["--race-rounds", "--method mc"],
        ),
        (
            "battle-build --points 4 --method mc --sweep armor",
            &["--sweep", "race"],
        ),
        (
            "battle-build --points 4 --sweep armour",
            &["--sweep", "did you mean `armor`?"],
        ),
        (
            "battle-career --fights 1e9",
            &["--fights 1e9", "write a whole number from 1 to 1000"],
        ),
        (
            "battle-build --points 0",
            &["--points 0", "write a whole number from 1 to 120"],
        ),
        (
            "battle-build --points 20 --style optimal",
            &["--style optimal", "--method mc"],
        ),
        (
            "battle-career --gladiator rookie --gladiator rookie",
            &["--gladiator rookie", "name of its own"],
        ),
        (
            "battle-career --mode challenge --pairing random",
            &["--pairing", "cohort"],
        ),
        (
            "battle-duel --a rookie --b rookie --style mcts:0",
            &["--style mcts:0", "from 1 to 100000"],
        ),
        (
            "battle-odds --data /dev/null",
            &["--data /dev/null", "nothing is written"],
        ),
        (
            "battle-career --gladiator lucky_rookie --size 10",
            &["--gladiator lucky_rookie", "L2", "write wins=2"],
        ),
        (
            "battle-career --mode challenge --gladiator lucky_rookie",
            &["--gladiator lucky_rookie", "L2", "write wins=2"],
        ),
        (
            "battle-career --mode challenge --size 30",
            &["--size", "cohort"],
        ),
        ("compare battle-duel --a rookie --b rookie", &["--against"]),
        (
            "compare battle-duel --a rookie --b rookie --shard 0/2 --tally t --against --luck=all",
            &["--shard", "compare"],
        ),
        (
            "compare battle-duel --a rookie --b rookie --against --seed=5",
            &["--against '--seed=5'", "outside --against"],
        ),
        (
            "compare battle-duel --a rookie --b rookie --against --style=furious",
            &["--against '--style=furious'", "berserk"],
        ),
        (
            "battle-duel --a rookie --b rookie --luck {atack=1}",
            &["--luck", "did you mean `attack`?"],
        ),
        (
            "battle-duel --a rookie --b rookie --focus lots",
            &["--focus lots", "none, max"],
        ),
        (
            "battle-duel --a rookie --b rookie --throw never",
            &["--throw never", "must_only"],
        ),
        (
            "battle-duel --a rookie --b rookie --first c",
            &["--first c", "a or b"],
        ),
        (
            "battle-duel --a rookie --b rookie --set tables=r9",
            &["--set tables=r9", "r1"],
        ),
        (
            "battle-duel --a rookie --b rookie --set tabels=r1",
            &["--set tabels=r1", "did you mean `tables`?"],
        ),
        (
            "battle-duel --a rookie --b rookie --ruleset clash",
            &["--ruleset clash", "battle"],
        ),
        (
            "battle-duel --a rookie --b rookie -n 0",
            &["--playouts 0", "at least 1"],
        ),
        ("battle-odds --class E", &["--class E", "A, B, C or D"]),
        (
            "battle-odds --weapon sling",
            &["--weapon sling", "unknown weapon"],
        ),
        ("battle-odds --attack-dice 9..3", &["--attack-dice", "3..9"]),
        (
            "battle-odds --attack-dice 99",
            &["--attack-dice 99", "0 to 24"],
        ),
        (
            "battle-odds --class A --weapon dagger",
            &["--class", "--weapon"],
        ),
        ("battle-odds -n 5", &["--playouts", "exact"]),
        (
            "battle-marginal --build rookie --shard 0/2",
            &["--shard", "battle-marginal"],
        ),
        ("battle-matrix --build rookie", &["--build", "2 to 40"]),
        (
            "battle-matrix --build rookie --build rookie",
            &["--build rookie", "named twice"],
        ),
        ("battle-matrix --armor 0..6", &["--armor", "--by classes"]),
        (
            "battle-matrix --by classes --armor 6..0",
            &["--armor 6..0", "0..6"],
        ),
        (
            "battle-matrix --by classes --weapons sling",
            &["--weapons sling", "unknown weapon"],
        ),
        (
            "battle-matrix --by styles --styles normal",
            &["--styles normal", "2 to 40"],
        ),
        ("battle-policy --vary mood", &["--vary", "style"]),
        (
            "battle-policy --vary style --values furious",
            &["--values furious", "berserk"],
        ),
        (
            "battle-policy --vary style --dice 0..3",
            &["--dice", "luck"],
        ),
        (
            "battle-policy --vary luck --dice 3..0",
            &["--dice 3..0", "0..3"],
        ),
        (
            "battle-policy --vary throw --gladiator rookie",
            &["--gladiator rookie", "nothing that can be thrown"],
        ),
        ("battle-build --points 0", &["--points 0"]),
        (
            "battle-build --points 10 --weapons sling",
            &["--weapons sling", "unknown weapon"],
        ),
        (
            "battle-build --points 10 --skills atack",
            &["--skills", "did you mean `attack`?"],
        ),
        (
            "battle-build --points 10 --against rookie*0",
            &["--against rookie*0", "weight"],
        ),
        (
            "battle-build --points 10 --weapons javelin",
            &["--method mc"],
        ),
        ("battle-build --points 10 -n 5", &["--playouts", "race"]),
        ("battle-career --fights 0", &["--fights 0"]),
        ("battle-career --size 1", &["--size 1"]),
        (
            "battle-career --growth circle",
            &["--growth circle", "cycle:[skills]"],
        ),
        (
            "battle-career --growth cycle:[atack]",
            &["--growth", "did you mean `attack`?"],
        ),
        ("battle-career --retire old", &["--retire old", "wins:N"]),
        (
            "battle-career --style optimal",
            &["optimal", "two given gladiators"],
        ),
        (
            "battle-career --mode challenge -n 5",
            &["--playouts", "exact"],
        ),
        (
            "battle-career --mode challenge --replace",
            &["--replace", "cohort"],
        ),
        (
            "battle-career --against rookie",
            &["--against", "challenge"],
        ),
        (
            "battle-career --method exact",
            &["--method exact", "challenge"],
        ),
        (
            "trace battle-duel --a rookie --b rookie --where turn>3",
            &["--where", "did you mean `turns`?"],
        ),
        (
            "trace battle-duel --a rookie --b rookie --where turns",
            &["--where", "no condition"],
        ),
    ];
    for (line, words) in cases {
        room.gsim(line).refused_with(words);
    }
    assert_eq!(room.names(), [""; 0]);
}
