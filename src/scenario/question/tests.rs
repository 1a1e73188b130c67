use super::*;

const FLAGS: [&str; 6] = [
    "attacker", "defender", "playouts", "seed", "report", "quiet",
];

fn arguments(text: &str) -> Result<Vec<String>> {
    QuestionFile::parse(&Source::new("q.toml", text))?.arguments(&FLAGS)
}

fn refused(text: &str) -> String {
    let error = arguments(text).expect_err("must be refused");
    assert_eq!(
        (error.exit_code(), error.to_string().lines().count()),
        (2, 1)
    );
    error.to_string()
}

#[test]
fn a_file_becomes_its_command_line() {
    let text = "schema = 1\nquestion = \"clash-duel\"\ndefender = \"SSST\"\nattacker = \"SSNT\"\n\
                playouts = 10_000\nseed = 0x2A\nreport = [\"html\", \"svg\"]\nquiet = true\n\
                [set]\nnet_use = \"optional\"\nanimal_vs_animal = false\nturn_cap = 2_000\n";
    assert_eq!(
        arguments(text).expect("valid"),
        [
            "clash-duel",
            "--defender=SSST",
            "--attacker=SSNT",
            "--playouts=10_000",
            "--seed=0x2A",
            "--report=html",
            "--report=svg",
            "--quiet",
            "--set=net_use=optional",
            "--set=animal_vs_animal=false",
            "--set=turn_cap=2000",
        ]
    );
    assert_eq!(
        arguments("question = \"a\"\nquiet = false\n").expect("valid"),
        ["a"]
    );
}

#[test]
fn wrong_files_are_told_with_their_place() {
    assert_eq!(
        refused("question = \"clash-duel\"\natacker = \"S\"\n"),
        "q.toml:2:1: unknown key `atacker` — did you mean `attacker`?"
    );
    assert_eq!(
        refused("question = \"clash-duel\"\nzzz = 1\n"),
        "q.toml:2:1: unknown key `zzz`; clash-duel has no such flag"
    );
    assert_eq!(
        refused("question = \"clash-duel\"\n[sets]\na = 1\n"),
        "q.toml:2:2: unknown table `sets` — did you mean `set`?"
    );
    assert_eq!(
        refused("question = \"clash-duel\"\nset = 3\n"),
        "q.toml:2:7: set must be a table, not 3"
    );
    assert_eq!(
        refused("attacker = \"S\"\n"),
        "q.toml:1:1: a question file begins with its name, for example question = \"clash-duel\""
    );
    assert_eq!(
        refused("game = \"clash\"\n"),
        "q.toml:1:1: this is component data, not a question; give it to a question with `--data FILE`"
    );
    assert_eq!(
        refused("question = 3\n"),
        "q.toml:1:12: question must be text in quotes, not 3"
    );
    assert_eq!(
        refused("question = \"a\nb\"\n"),
        "q.toml:1:14: not valid TOML: the text in quotes does not end on its line"
    );
}

#[test]
fn command_line_errors_find_their_place() {
    let text = "question = \"d\"\nreport = [\"html\", \"pgn\"]\nseed = \"x\"\n[set]\nnet = \"b\"\n";
    let file = QuestionFile::parse(&Source::new("q.toml", text)).expect("valid");
    let located = |message: &str| file.locate(Error::usage(message)).to_string();
    assert_eq!(
        located("--report pgn: must be png"),
        "q.toml:2:19: report pgn: must be png"
    );
    assert_eq!(located("--seed x: no seed"), "q.toml:3:8: seed x: no seed");
    assert_eq!(
        located("--set net=b: net must be c"),
        "q.toml:5:7: net must be c"
    );
    assert_eq!(
        located("--set net=b: unknown switch `net`"),
        "q.toml:5:1: unknown switch `net`"
    );
    for other in [
        "--seeds x: no",
        "--set nets=b: no",
        "--attacker S: no",
        "plain",
    ] {
        assert_eq!(located(other), other);
    }
    let broken = Error::runtime("--seed x: no seed");
    assert_eq!(file.locate(broken.clone()), broken);
}

#[test]
fn embedded_questions_have_a_title_and_parse() {
    for question in embedded_questions() {
        assert!(
            question.text.starts_with("# ") && question.title().len() > 20,
            "{}",
            question.name
        );
        let file = QuestionFile::open(question.name).expect(question.name);
        let game = |name: &str| name.split('-').next().map(str::to_string);
        assert_eq!(game(question.name), game(&file.question));
        if file.question == "clash-duel" {
            file.arguments(&["attacker", "defender", "policy", "ruleset"])
                .expect(question.name);
        }
    }
    assert_eq!(
        QuestionFile::open("clash-duel-loin")
            .expect_err("misspelt")
            .to_string(),
        "cannot read clash-duel-loin: no such file — did you mean `clash-duel-lion`?"
    );
}
