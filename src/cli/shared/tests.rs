use clap::Parser;

use super::*;
use crate::cli::one_line;
use crate::games::clash::data::ClashData;
use crate::scenario::{QuestionFile, Source};

#[derive(Parser, Debug)]
struct Duel {
    #[arg(long)]
    attacker: String,
    #[command(flatten)]
    shared: Shared,
}

#[derive(Parser, Debug)]
#[command(name = "gsim")]
#[expect(clippy::large_enum_variant, reason = "a test")]
enum Gsim {
    ClashDuel(Duel),
    ClashMatrix,
}

fn parsed(line: &str) -> std::result::Result<Shared, String> {
    let line = ["gsim", "--attacker=S"]
        .into_iter()
        .chain(line.split(' ').filter(|w| !w.is_empty()));
    Duel::try_parse_from(line)
        .map(|d| d.shared)
        .map_err(|e| one_line(&e))
}

fn refused(line: &str) -> String {
    parsed(line).expect_err("must be refused")
}

fn clash(shared: &Shared) -> Result<Switches> {
    let data = shared.components(ClashData::load)?;
    shared.switches(&data.switches, &data.rulesets)
}

fn contradiction(line: &str) -> String {
    let error = parsed(line)
        .expect("parses")
        .validate()
        .expect_err("must be refused");
    assert_eq!(error.exit_code(), 2);
    error.to_string()
}

#[test]
fn flags_are_read() {
    let shared = parsed("").expect("valid");
    assert_eq!(
        (shared.seed(), shared.confidence(), shared.playouts),
        (42, 0.95, None)
    );
    assert_eq!(
        (shared.method, shared.output.format),
        (MethodChoice::Auto, Format::Table)
    );
    assert_eq!(shared.output.out, PathBuf::from("reports"));
    let shared = parsed(
        "-n 10M --seed 0x2B -j 2 --method mc --target-error 0.1% --max-time 2m --confidence 99% \
         --set a=b --set c=d --report html,svg --report csv --format json -q --shard 1/4 --tally t.json",
    )
    .expect("valid");
    assert_eq!(
        (shared.playouts, shared.seed(), shared.threads),
        (Some(10_000_000), 43, Some(2))
    );
    assert_eq!(
        (shared.target_error, shared.confidence()),
        (Some(0.001), 0.99)
    );
    assert_eq!(
        shared.set,
        [("a".into(), "b".into()), ("c".into(), "d".into())]
    );
    assert_eq!(
        shared.output.report,
        [ReportKind::Html, ReportKind::Svg, ReportKind::Csv]
    );
    assert_eq!(shared.shard.as_deref(), Some("1/4"));
}

#[test]
fn the_definition_is_sound() {
    use clap::CommandFactory;
    Gsim::command().debug_assert();
}

#[test]
fn bad_values_are_one_line_with_their_flag() {
    assert_eq!(
        refused("-n 10B"),
        "--playouts 10B: write 10G for ten thousand million"
    );
    assert_eq!(
        refused("--playouts=10,000"),
        "--playouts 10,000: write 10000 or 10_000"
    );
    assert_eq!(
        refused("-n -5"),
        "--playouts -5: a count cannot be negative; write 5"
    );
    assert_eq!(
        refused("--seed -1"),
        "--seed -1: a seed cannot be negative; write a whole number from 0 to 18446744073709551615"
    );
    assert_eq!(
        refused("--playouts="),
        "--playouts \"\": the count is empty; write a whole number such as 10000, 10_000, 250k, 10M or 1e6"
    );
    assert_eq!(
        refused("--confidence 95"),
        "--confidence 95: a level is below 1; write 95%"
    );
    assert_eq!(
        refused("--format jsn"),
        "--format jsn: must be table, json, csv or md — did you mean `json`?"
    );
    assert_eq!(
        refused("--report html,pgn"),
        "--report pgn: must be html, svg, png, parquet, csv or md — did you mean `png`?"
    );
    assert_eq!(
        refused("--set net_order"),
        "--set net_order: write KEY=VALUE; `gsim list switches` names the keys"
    );
    assert_eq!(refused("--seed"), "--seed: the value is missing");
    assert_eq!(
        refused("--format"),
        "--format: the value is missing: table, json, csv or md"
    );
    assert_eq!(refused("--seed 1 --seed 2"), "--seed: given more than once");
}

#[test]
fn unknown_words_get_the_nearest() {
    assert_eq!(
        refused("--playuots 3"),
        "unknown flag `--playuots` — did you mean `--playouts`?"
    );
    assert_eq!(refused("--zzz"), "unknown flag `--zzz`");
    let negative = "\"-5\" reads as a flag or a negative number, and none is wanted here";
    assert_eq!(refused("-n -5k"), negative);
    assert_eq!(refused("-x"), "unknown flag `-x`");
    assert_eq!(refused("stray"), "unexpected argument \"stray\"");
    let of = |line: &[&str]| one_line(&Gsim::try_parse_from(line).expect_err("must be refused"));
    assert_eq!(
        of(&["gsim", "clash-dual"]),
        "unknown command \"clash-dual\" — did you mean `clash-duel`?"
    );
    assert_eq!(
        of(&["gsim", "chess"]),
        "unknown command \"chess\"; `gsim list` names the questions"
    );
    assert_eq!(
        of(&["gsim", "clash-duel"]),
        "--attacker <ATTACKER> is missing"
    );
    assert_eq!(
        of(&["gsim"]),
        "a command is missing; `gsim --help` names them"
    );
}

#[test]
fn contradictions_are_refused() {
    let exact = "is for sampling, and --method exact samples nothing; leave out one of the two";
    for flags in [
        "--playouts 10",
        "--target-error 1%",
        "--max-time 1s",
        "--shard 0/2",
        "--checkpoint c",
    ] {
        let flag = flags.split(' ').next().expect("a flag");
        assert_eq!(
            contradiction(&format!("--method exact {flags}")),
            format!("{flag} {exact}")
        );
    }
    let fixed =
        "does not go with --shard: one part of a run must have a fixed size; use --playouts";
    assert_eq!(
        contradiction("--shard 0/2 --target-error 1%"),
        format!("--target-error {fixed}")
    );
    assert_eq!(
        contradiction("--shard 0/2 --max-time 1s"),
        format!("--max-time {fixed}")
    );
    assert_eq!(
        contradiction("--shard 0/2 --report html"),
        "--report does not go with --shard: one part of a run has no report; give it to `gsim merge`"
    );
    assert_eq!(
        contradiction("-q --progress bar"),
        "--quiet shows no progress, and --progress asks for it; leave out one of the two"
    );
    for line in [
        "-n 10 --target-error 1%",
        "--method exact --seed 7",
        "-q --progress none",
        "--shard 0/2 -n 10",
    ] {
        assert_eq!(parsed(line).expect("parses").validate(), Ok(()), "{line}");
    }
}

#[test]
fn rules_and_data_are_resolved_with_the_flag_in_messages() {
    let of = |line: &str| clash(&parsed(line).expect("parses"));
    let switches = of("--ruleset clash-review --set net_die=single").expect("valid");
    assert!(switches.is("net_die", "single") && switches.is("challenge", "may"));
    let message = |line: &str| of(line).expect_err("must be refused").to_string();
    assert_eq!(
        message("--ruleset clash-revew"),
        "--ruleset clash-revew: unknown ruleset `clash-revew` — did you mean `clash-review`?"
    );
    assert_eq!(
        message("--set net_ordr=simultaneous"),
        "--set net_ordr=simultaneous: unknown switch `net_ordr` — did you mean `net_order`?"
    );
    assert_eq!(
        message("--set net_order=sim"),
        "--set net_order=sim: net_order must be sequential or simultaneous, not \"sim\" — did you mean `simultaneous`?"
    );
    assert_eq!(
        message("--data no/such.toml"),
        "--data no/such.toml: no such file"
    );
}

/// Runs a question file as its command line; errors come back with their place in the file.
fn run(text: &str) -> Result<(Duel, Switches)> {
    let file = QuestionFile::parse(&Source::new("q.toml", text))?;
    let arguments =
        file.arguments(&["attacker", "playouts", "seed", "format", "ruleset", "set"])?;
    let place = |e: Error| file.locate(e);
    let line = std::iter::once("gsim".to_string()).chain(arguments);
    let parsed = Gsim::try_parse_from(line).map_err(|e| place(Error::usage(one_line(&e))))?;
    let Gsim::ClashDuel(duel) = parsed else {
        return Err(file.place.error("not a duel"));
    };
    let switches = clash(&duel.shared).map_err(place)?;
    Ok((duel, switches))
}

#[test]
fn a_question_file_is_its_command_line() {
    let text = "question = \"clash-duel\"\nattacker = \"SSNT\"\nplayouts = \"10M\"\nseed = 7\n[set]\nanimal_vs_animal = false\n";
    let (duel, switches) = run(text).expect("valid");
    assert_eq!(
        (
            duel.attacker.as_str(),
            duel.shared.playouts,
            duel.shared.seed()
        ),
        ("SSNT", Some(10_000_000), 7)
    );
    assert!(switches.is("animal_vs_animal", "false"));
}

#[test]
fn errors_of_a_question_file_have_their_place() {
    let refused = |keys: &str| {
        run(&format!(
            "question = \"clash-duel\"\nattacker = \"S\"\n{keys}"
        ))
        .expect_err("must be refused")
        .to_string()
    };
    assert_eq!(
        refused("playouts = \"10B\"\n"),
        "q.toml:3:12: playouts 10B: write 10G for ten thousand million"
    );
    assert_eq!(
        refused("playouts = 1.5\n"),
        "q.toml:3:12: playouts 1.5: a count is a whole number; write 1 or 2, or 1.5M with a suffix"
    );
    assert_eq!(
        refused("format = \"jsn\"\n"),
        "q.toml:3:10: format jsn: must be table, json, csv or md — did you mean `json`?"
    );
    assert_eq!(
        refused("ruleset = \"clash-revew\"\n"),
        "q.toml:3:11: ruleset clash-revew: unknown ruleset `clash-revew` — did you mean `clash-review`?"
    );
    assert_eq!(
        refused("[set]\nnet_order = \"sim\"\n"),
        "q.toml:4:13: net_order must be sequential or simultaneous, not \"sim\" — did you mean `simultaneous`?"
    );
    assert_eq!(
        refused("[set]\nnet_ordr = \"sim\"\n"),
        "q.toml:4:1: unknown switch `net_ordr` — did you mean `net_order`?"
    );
}
