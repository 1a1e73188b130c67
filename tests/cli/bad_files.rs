//! Bad files: questions, data, tallies, checkpoints, cases; one line with the place, exit code 2, nothing on stdout.

use crate::bad_input::refused;
use crate::room::{HEADLINE, Room};
use sha2::{Digest, Sha256};
use std::fs;

#[test]
fn question_files_are_told_with_file_line_and_column() {
    let room = Room::new();
    let head = "question = \"clash-duel\"\nattacker = \"SSNT\"\n";
    let cases: &[(&str, &[&str])] = &[
        (
            "defendr = \"SSST\"\n",
            &["q.toml:3:1: ", "unknown key `defendr`", "`defender`"],
        ),
        (
            "defender = \"SSST\"\nplayouts = \"10B\"\n",
            &["q.toml:4:12: ", "10B", "write 10G"],
        ),
        (
            "defender = \"SSST\"\nseed = -1\n",
            &["q.toml:4:8: ", "seed", "negative"],
        ),
        (
            "defender = \"SSST\"\nplayouts = [1, 2]\n",
            &["q.toml:4:", "playouts", "more than once"],
        ),
        (
            "defender = \"SSST\"\nplayouts = true\n",
            &["q.toml:4:", "playouts"],
        ),
        ("defender = 4\n", &["q.toml:3:12: ", "defender"]),
        (
            "defender = \"SSXT\"\n",
            &["q.toml:3:12: ", "letter X", "S (sword)", "H (shield)"],
        ),
        (
            "defender = \"SSST\"\n[set]\nnet_ordr = \"simultaneous\"\n",
            &["q.toml:5:1: ", "net_ordr", "`net_order`"],
        ),
        (
            "defender = \"SSST\"\n[set]\nnet_order = \"both\"\n",
            &["q.toml:5:13: ", "net_order", "sequential or simultaneous"],
        ),
        (
            "defender = \"SSST\"\n[sets]\nnet_order = \"simultaneous\"\n",
            &["q.toml:4:", "sets", "`set`"],
        ),
        ("defender = \"SSST\n", &["q.toml:3:", "TOML"]),
        (
            "attacker = \"SSSS\"\n",
            &["q.toml:3:1: ", "attacker", "twice"],
        ),
    ];
    for (tail, words) in cases {
        room.write("q.toml", format!("{head}{tail}"));
        room.gsim("run q.toml").refused_with(words);
    }
    room.write("q.toml", "question = \"clash-deul\"\n");
    room.gsim("run q.toml")
        .refused_with(&["q.toml:1:12: ", "`clash-duel`"]);
    room.write("q.toml", "attacker = \"SSNT\"\n");
    room.gsim("run q.toml")
        .refused_with(&["q.toml:", "question = \"clash-duel\""]);
    room.write("q.toml", "schema = 2\nquestion = \"clash-duel\"\n");
    room.gsim("run q.toml")
        .refused_with(&["q.toml:1:10: ", "schema = 1"]);
    assert_eq!(room.names(), ["q.toml"]);
}

#[test]
fn data_files_are_told_with_file_line_and_column() {
    let room = Room::new();
    let lion = "[[animal]]\nname = \"lion\"\n";
    let rest = "swords = 1\ntridents = 2\nspears = 0\nshields = 1\n";
    let cases: &[(String, &[&str])] = &[
        (
            "[die]\nfaces = 0\ncritical = 0\nsingle = 0\nmiss = 0\n".into(),
            &["d.toml:2:9: ", "faces", "at least 1"],
        ),
        (
            format!("{lion}hits = -2\n{rest}"),
            &["d.toml:3:8: ", "hits", "at least 1", "-2"],
        ),
        (
            format!("{lion}hits = \"two\"\n{rest}"),
            &["d.toml:3:8: ", "hits", "whole number", "\"two\""],
        ),
        (
            format!("{lion}hits = 2\n{}", rest.replace("swords", "swrods")),
            &["d.toml:4:1: ", "`swrods`", "`swords`"],
        ),
        (
            "[dye]\nfaces = 6\n".into(),
            &["d.toml:1:2: ", "`dye`", "`die`"],
        ),
        ("[die]\nfaces = \n".into(), &["d.toml:2:", "not valid TOML"]),
        (
            "game = \"gauntlet\"\n".into(),
            &["d.toml:1:8: ", "\"gauntlet\"", "\"clash\""],
        ),
        ("# none\n".into(), &["d.toml: nothing is written in it"]),
    ];
    for (text, words) in cases {
        room.write("d.toml", text);
        room.gsim(&format!("{HEADLINE} --data d.toml"))
            .refused_with(words);
    }
    assert_eq!(room.names(), ["d.toml"]);
}

#[test]
fn unreadable_files() {
    let room = Room::new();
    fs::create_dir(room.file("folder")).expect("a folder");
    room.write("binary", [0xff, 0xfe, 0x00, 0x80]);
    for (line, words) in [
        (format!("{HEADLINE} --data"), ["binary", "UTF-8"]),
        ("run".into(), ["binary", "UTF-8"]),
        ("verify --cases".into(), ["binary", "UTF-8"]),
        ("merge".into(), ["binary", "not a gsim tally file"]),
    ] {
        room.gsim(&format!("{line} none"))
            .refused_with(&["none", "o such file"]);
        // "it is a folder" or the system's "Is a directory"
        room.gsim(&format!("{line} folder"))
            .refused_with(&["folder: ", "s a "]);
        room.gsim(&format!("{line} binary")).refused_with(&words);
    }
    assert_eq!(room.names(), ["binary", "folder"]);
}

/// A file that nobody may read; the superuser may read any, so the test then plays nobody.
#[cfg(unix)]
#[test]
fn files_without_permission() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let room = Room::new();
    room.write("secret", "question = \"clash-duel\"\n");
    let mode = |name: &str, mode| {
        fs::set_permissions(room.file(name), fs::Permissions::from_mode(mode)).expect("a mode");
    };
    mode("secret", 0o000);
    mode("", 0o755);
    let superuser = fs::read(room.file("secret")).is_ok();
    for line in [
        format!("{HEADLINE} --data secret"),
        "run secret".into(),
        "verify --cases secret".into(),
        "merge secret".into(),
    ] {
        let mut command = room.command(line.split(' '));
        if superuser {
            command.uid(65534).gid(65534);
        }
        let Ok(output) = command.output() else {
            println!("skipped: nobody cannot start the program here");
            return;
        };
        let text = crate::room::Answer::from(output, &line).refused();
        let said = text.to_lowercase();
        assert!(
            said.contains("secret") && said.contains("permission denied"),
            "gsim {line}: {text}"
        );
    }
}

#[test]
fn an_output_folder_that_cannot_be_written() {
    let room = Room::new();
    room.write("file", "mine");
    for out in ["file", "file/below", "/proc/gsim-reports"] {
        for line in [HEADLINE.to_string(), format!("{HEADLINE} -n 1T")] {
            // A trillion playouts take hours: the folder is tried first.
            room.gsim(&format!("{line} --report csv --out {out}"))
                .refused_with(&["--out", out]);
        }
    }
    assert_eq!(room.names(), ["file"]);
    assert_eq!(room.read("file"), "mine");
}

#[test]
fn a_tally_or_checkpoint_that_cannot_be_written() {
    let room = Room::new();
    room.write("file", "mine");
    for flag in ["--tally", "--checkpoint"] {
        for path in ["file/below", "/proc/gsim-tally.json"] {
            // Told before a trillion playouts, not after.
            let line = format!("{HEADLINE} -n 1T {flag} {path}");
            room.gsim(&line).refused_with(&[flag, path]);
        }
    }
    assert_eq!(room.names(), ["file"]);
    assert_eq!(room.read("file"), "mine");
}

/// A tally file with another text after its checksum, and the checksum to go with it.
pub fn sealed(text: &str) -> String {
    let (start, rest) = text.split_once("\"sha256\":\"").expect("a checksum");
    let rest = &rest[64..];
    let zeros = "0".repeat(64);
    let digest = Sha256::digest(format!("{start}\"sha256\":\"{zeros}{rest}"));
    let hex: String = digest.iter().map(|b| format!("{b:02x}")).collect();
    format!("{start}\"sha256\":\"{hex}{rest}")
}

#[test]
fn merges_that_make_no_whole() {
    let room = Room::new();
    let shard = |name: &str, flags: &str| {
        room.gsim(&format!("{HEADLINE} -n 200k {flags} --tally {name}"))
            .good();
    };
    for (name, flags) in [
        ("a", "--shard 0/3"),
        ("b", "--shard 1/3"),
        ("c", "--shard 2/3"),
        ("seed", "--shard 1/3 --seed 7"),
        ("policy", "--shard 1/3 --policy value"),
        ("rules", "--shard 1/3 --set net_order=simultaneous"),
        ("other", "--shard 1/2"),
    ] {
        shard(name, flags);
    }
    room.gsim("clash-duel --attacker S --defender S -n 200k --shard 1/3 --tally foreign")
        .good();
    room.gsim(&format!("{HEADLINE} -n 300k --shard 1/3 --tally longer"))
        .good();
    let text = room.read("b");
    room.write("cut", &text[..text.len() / 2]);
    room.write("flipped", text.replacen("\"tally\":[", "\"tally\":[1", 1));
    let lies = sealed(&text.replacen("\"tally\":[", "\"tally\":[1", 1));
    assert_eq!(sealed(&text), text, "the checksum is understood");
    room.write("lies", lies);
    room.write(
        "newer",
        text.replacen("\"gsim_tally\":1", "\"gsim_tally\":2", 1),
    );
    room.write(
        "aged",
        sealed(&text.replacen("\"gsim\":\"", "\"gsim\":\"0.", 1)),
    );
    room.write("notes", "dear diary\n");
    room.write("nothing", "");
    let names = room.names();

    let cases: &[(&str, &[&str])] = &[
        ("a seed c", &["a and seed", "seed is 42", "and 7"]),
        ("a policy c", &["a and policy", "simple", "value"]),
        ("a rules c", &["a and rules", "sequential", "simultaneous"]),
        (
            "a foreign c",
            &["a and foreign", "attacker is SSNT", "and S in"],
        ),
        ("a longer c", &["a and longer", "200000", "300000"]),
        ("a other", &["a and other", "shard 0/3", "shard 1/2"]),
        ("a aged c", &["a and aged", "version"]),
        ("a cut c", &["cut is damaged", "cut off"]),
        ("a flipped c", &["flipped is damaged", "checksum"]),
        ("a lies c", &["lies is damaged", "add up"]),
        ("a newer c", &["newer", "format 2", "format 1"]),
        ("a notes c", &["notes is not a gsim tally file"]),
        ("a nothing c", &["nothing is empty"]),
        ("a a b c", &["a and a", "both shard 0/3", "once"]),
        ("a b c b", &["b and b", "both shard 1/3", "once"]),
        ("a c", &["shard 1/3 is missing", "of all 3", "--allow-gaps"]),
        ("b", &["shards 0/3, 2/3 are missing", "of all 3"]),
        ("a b none", &["none", "o such file"]),
        ("", &["FILE", "missing"]),
    ];
    for (files, words) in cases {
        room.gsim(&format!("merge {files}")).refused_with(words);
    }
    assert_eq!(room.names(), names);
    room.gsim("merge a b c").good();
}

#[test]
fn a_checkpoint_of_another_question() {
    let room = Room::new();
    room.gsim(&format!("{HEADLINE} -n 20k --checkpoint c"))
        .good();
    let before = room.read("c");
    for (flags, words) in [
        ("-n 20k --seed 7", ["seed is 42", "7"]),
        ("-n 30k", ["is 20000 there", "30000 here"]),
        ("-n 20k --policy sharp", ["simple", "sharp"]),
        ("-n 20k --shard 0/2", ["shard 0/1", "shard 0/2"]),
    ] {
        room.gsim(&format!("{HEADLINE} {flags} --checkpoint c"))
            .refused_with(&[&["checkpoint c", "another file"][..], &words].concat());
    }
    room.gsim("clash-duel --attacker S --defender S -n 20k --checkpoint c")
        .refused_with(&["checkpoint c", "another question"]);
    assert_eq!(room.read("c"), before, "a refused file is kept");
    room.write("c", &before[..before.len() - 9]);
    room.gsim(&format!("{HEADLINE} -n 20k --checkpoint c"))
        .refused_with(&["cannot resume", "cut off", "delete this one"]);
}

#[test]
fn traces_and_cases() {
    refused(&[
        (
            "trace clash-duel --attacker S --defender S --where defender_lst>=1",
            &["--where", "defender_lst", "did you mean `defender_lost`?"],
        ),
        (
            "trace clash-duel --attacker S --defender S --where defender_lost",
            &["--where", "defender_lost>=3"],
        ),
        (
            "trace clash-duel --attacker S --defender S --where defender_lost>=few",
            &["--where", "`few`", "whole number"],
        ),
        (
            "trace clash-duel --attacker S --defender S --where defender_lost=<1",
            &["--where", "=<", "<="],
        ),
        (
            "trace clash-duel --attacker SSNT --defender SSST --where defender_lost>=4",
            &["--where", "no duel of these units can end like this"],
        ),
        (
            "trace clash-duel --attacker S --defender S --playout -1",
            &["--playout -1", "0 to 10^15 - 1"],
        ),
        (
            "trace clash-duel --attacker S --defender S --playout 1000000000000000",
            &["--playout 1000000000000000", "10^15 - 1"],
        ),
    ]);
    let room = Room::new();
    room.write("cases.json", "[\n {\"id\": 1,}\n]");
    room.gsim("verify --cases cases.json")
        .refused_with(&["cases.json:2:11", "JSON list of cases"]);
    room.write("cases.json", "[{\"id\": \"x\"}]");
    room.gsim("verify --cases cases.json")
        .refused_with(&["cases.json", "case 1", "`inputs`"]);
}
