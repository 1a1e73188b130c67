//! Tests of the file format: round trip, and every kind of damage in one clear line.

use super::*;
use crate::playout::toys::{Die, Numbers};
use crate::playout::{Plan, run};
use serde_json::{Value, json};

fn identity() -> Identity {
    Identity {
        question: "test".into(),
        resolved: json!({"policies": {"red": "greedy"}, "p": 0.1}),
    }
}

fn file() -> (Die, TallyFile<Vec<u64>>) {
    let die = Die { sides: 6 };
    let plan = Plan {
        shard: "1/3".parse().unwrap(),
        ..Plan::new(10_000, u64::MAX)
    };
    let run = run(&die, &plan).unwrap();
    let file = TallyFile::of(&identity(), &die, &plan, &run).unwrap();
    (die, file)
}

fn message(bytes: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.json");
    fs::write(&path, bytes).unwrap();
    let error = TallyFile::load(&path, &vec![0; 6]).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    let text = error.to_string();
    assert!(text.contains("part.json") && !text.contains('\n'), "{text}");
    text
}

#[test]
fn round_trip() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.json");
    let (die, file) = file();
    file.save(&path).unwrap();
    assert_eq!(TallyFile::load(&path, &die.empty()).unwrap(), file);
    assert_eq!(peek(&path).unwrap(), file.header);
    let text = fs::read_to_string(&path).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["header"]["seed"], json!("18446744073709551615"));
    assert_eq!(value["done"]["tally"], json!(file.done.tally));
    let again = folder.path().join("again.json");
    file.save(&again).unwrap();
    assert_eq!(fs::read_to_string(again).unwrap(), text);
}

#[test]
fn wide_sums_survive() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("numbers.json");
    let plan = Plan::new(100, 1);
    let mut run = run(&Numbers, &plan).unwrap();
    run.tally.sum_of_squares = (1 << 120) + 4;
    run.tally.sum = -(1 << 60);
    let file = TallyFile::of(&identity(), &Numbers, &plan, &run).unwrap();
    file.save(&path).unwrap();
    assert_eq!(TallyFile::load(&path, &Numbers.empty()).unwrap(), file);
}

#[test]
fn any_changed_byte_and_any_cut_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.json");
    let (_, file) = file();
    file.save(&path).unwrap();
    let bytes = fs::read(&path).unwrap();
    for i in (0..bytes.len()).step_by(3) {
        let mut changed = bytes.clone();
        changed[i] ^= 1;
        message(&changed);
        message(&bytes[..i]);
    }
    message(&bytes[..bytes.len() - 1]);
    let mut longer = bytes.clone();
    longer.extend(b"\n");
    message(&longer);
    assert!(message(&bytes[..500]).contains("is damaged: it is cut off"));
    let text = String::from_utf8(bytes).unwrap();
    let edited = text.replace(
        "\"seed\":\"18446744073709551615\"",
        "\"seed\":\"18446744073709551614\"",
    );
    assert!(message(edited.as_bytes()).contains("is damaged: its checksum does not match"));
}

#[test]
fn foreign_and_future_files() {
    assert!(message(b"").contains("is empty"));
    assert!(message(b"{\"a\":1}\n").ends_with("is not a gsim tally file"));
    assert!(message(b"\xff\xfe\x00").ends_with("is not a gsim tally file"));
    let future = message(b"{\"gsim_tally\":2,\"new\":true}\n");
    assert!(
        future.contains("of format 2; this gsim") && future.ends_with("reads format 1"),
        "{future}"
    );
    let missing = TallyFile::load(Path::new("no-such-file.json"), &vec![0]).unwrap_err();
    assert!(
        missing
            .to_string()
            .starts_with("cannot read no-such-file.json: ")
    );
    assert_eq!(missing.exit_code(), 2);
}

#[test]
fn a_sound_file_with_the_wrong_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("part.json");
    let refuse = |change: &dyn Fn(&mut TallyFile<Vec<u64>>)| {
        let (_, mut file) = file();
        change(&mut file);
        file.save(&path).unwrap();
        TallyFile::load(&path, &vec![0; 6]).unwrap_err().to_string()
    };
    assert!(refuse(&|f| f.done.tally.push(1)).contains("7 counters instead of 6"));
    assert!(refuse(&|f| f.done.snapshots[2].tally.clear()).contains("0 counters"));
    assert!(refuse(&|f| f.done.playouts += 1).contains("do not fit its question"));
    assert!(refuse(&|f| f.done.blocks += 1).contains("do not fit its question"));
    assert!(refuse(&|f| f.done.snapshots.truncate(1)).contains("1 snapshots"));
    let (_, good) = file();
    good.save(&path).unwrap();
    let other = TallyFile::load(&path, &crate::stats::Moments::new())
        .unwrap_err()
        .to_string();
    assert!(
        other.contains("does not hold what its question needs"),
        "{other}"
    );
}
