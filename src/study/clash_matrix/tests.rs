//! The findings of matrix questions: tables that agree with the anchors, in every shape of the question.

use super::*;
use crate::games::clash::data::ClashData;
use crate::games::clash::matrix::{full_teams, teams};
use crate::games::clash::rules::Rules;
use crate::games::clash::spec::PolicySpec;
use crate::report::{Cell, Plot};
use std::rc::Rc;

fn asked(model: Model, policy: &str, teams: Vec<Unit>) -> Asked {
    Asked {
        setting: Setting::both(
            Rc::new(Rules::rulebook()),
            model,
            PolicySpec::parse(policy).unwrap(),
        ),
        teams,
        targets: Vec::new(),
        animals: Vec::new(),
        variants: Vec::new(),
        pool: None,
        measure: Measure::Edge,
        alternatives: Vec::new(),
        decisions: false,
        ruleset: "clash".into(),
        switches: Vec::new(),
        guesses: Vec::new(),
        command: "gsim clash-matrix".into(),
        seed: 42,
        confidence: 0.95,
    }
}

fn cell<'a>(findings: &'a Findings, table: &str, row: usize, column: &str) -> &'a Cell {
    let table = findings.table(table).unwrap();
    let at = table.columns.iter().position(|c| c.name == column).unwrap();
    &table.rows[row][at]
}

fn sound(findings: &Findings) {
    for table in &findings.tables {
        assert!(
            table.rows.iter().all(|r| r.len() == table.columns.len()),
            "{}",
            table.name
        );
        assert!(
            table
                .rows
                .iter()
                .flatten()
                .all(|c| !matches!(c, Cell::Real(x) if !x.is_finite())),
            "{}",
            table.name
        );
    }
    for chart in &findings.charts {
        assert!(findings.table(chart.table).is_some(), "{}", chart.name);
        if let Plot::Bars {
            categories, series, ..
        } = &chart.plot
        {
            assert!(
                !categories.is_empty() && series.iter().all(|s| s.values.len() == categories.len()),
                "{}",
                chart.name
            );
        }
    }
    assert!(
        findings
            .verdict
            .iter()
            .all(|s| !s.contains("NaN") && !s.contains('\n'))
    );
}

#[test]
fn seventy_teams() {
    let data = ClashData::embedded().unwrap();
    let asked = Asked {
        alternatives: alternatives(&data, "clash", &[]).unwrap(),
        decisions: true,
        ..asked(Model::Duel, "simple", full_teams())
    };
    let findings = findings(&asked, None).unwrap();
    sound(&findings);
    println!("{}", findings.verdict.join("\n"));
    assert!(findings.verdict[0].contains("SSSS is the best team against all 70"));
    assert_eq!(findings.table("matrix").unwrap().rows.len(), 4900);
    let names: Vec<&str> = findings
        .table("matrix")
        .unwrap()
        .columns
        .iter()
        .map(|c| c.name)
        .collect();
    assert_eq!(names, ["row", "col", "value", "lo", "hi", "n", "exact"]);
    assert_eq!(
        cell(&findings, "ranking", 0, "team"),
        &Cell::Text("SSSS".into())
    );
    let dominance = findings.table("dominance").unwrap();
    assert_eq!(
        dominance
            .rows
            .iter()
            .filter(|r| r[1] == Cell::Text("strictly".into()))
            .count(),
        25
    );
    let switches = findings.table("switches").unwrap();
    let simultaneous = switches
        .rows
        .iter()
        .find(|r| r[1] == Cell::Text("simultaneous".into()))
        .unwrap();
    assert_eq!(simultaneous[2], Cell::Count(244));
    let regrets = &findings.table("decisions").unwrap().rows;
    assert!(
        regrets
            .iter()
            .all(|r| matches!(r[3], Cell::Real(x) if x > -1e-12)),
        "nobody beats optimal play: {regrets:?}"
    );
}

#[test]
fn a_rule_answers_for_its_own_regret_only() {
    let regrets = |model, teams: Vec<Unit>| {
        let asked = Asked {
            decisions: true,
            ..asked(model, "simple", teams)
        };
        let findings = findings(&asked, None).unwrap();
        let rows = findings.table("decisions").unwrap().rows.clone();
        rows.into_iter()
            .map(|r| match (&r[0], &r[3]) {
                (Cell::Text(part), Cell::Real(x)) => (part.clone(), *x),
                other => panic!("{other:?}"),
            })
            .collect::<Vec<_>>()
    };
    // A team of one that loses is out: there is nothing to choose.
    let alone = regrets(Model::Duel, crate::games::clash::matrix::teams([1]));
    assert!(alone.iter().any(|(part, x)| part == "policy" && *x > 1e-3));
    assert!(
        alone
            .iter()
            .all(|(part, x)| part != "losses" || x.abs() < 1e-12)
    );
    let few = ["SSNT", "SSST", "SNNN", "SSHH", "SSPH"].map(|t| Unit::parse(t, &[]).unwrap());
    let fights = regrets(Model::Fight, few.to_vec());
    assert!(fights.iter().all(|(_, x)| *x > -1e-9), "{fights:?}");
    assert!(fights[0].1 > 0.05, "{fights:?}");
}

#[test]
fn animals_as_targets() {
    let data = ClashData::embedded().unwrap();
    let targets = data.units().unwrap();
    let mut asked = Asked {
        targets,
        ..asked(Model::Duel, "simple", full_teams())
    };
    let findings = findings(&asked, None).unwrap();
    sound(&findings);
    println!("{}", findings.verdict.join("\n"));
    assert_eq!(findings.verdict.len(), asked.targets.len());
    asked.setting.model = Model::Fight;
    assert!(
        super::findings(&asked, None)
            .unwrap_err()
            .to_string()
            .contains("between teams")
    );
}

#[test]
fn small_and_odd_questions() {
    for question in [
        asked(Model::Fight, "value", teams([1, 2])),
        asked(Model::Fight, "minimax", teams([1])),
        Asked {
            measure: Measure::PWin,
            ..asked(Model::Duel, "minimax", teams([1]))
        },
        asked(Model::Duel, "simple", teams([1])[..1].to_vec()),
        Asked {
            decisions: true,
            ..asked(Model::Fight, "simple", teams([1]))
        },
    ] {
        sound(&findings(&question, None).unwrap());
    }
    let mut unlike = asked(Model::Duel, "simple", teams([1]));
    unlike.setting.specs[0] = PolicySpec::parse("never").unwrap();
    let found = findings(&unlike, None).unwrap();
    sound(&found);
    let twice = asked(Model::Duel, "simple", [teams([1]), teams([1])].concat());
    assert!(
        findings(&twice, None)
            .unwrap_err()
            .to_string()
            .contains("named twice")
    );
}

#[test]
fn playouts_stand_beside_the_exact_figures() {
    let question = asked(Model::Duel, "simple", teams([1]));
    let moments = (0..25)
        .map(|i| Moments::from_weighted([(1, 50 + i), (-1, 50), (0, 100)]))
        .collect();
    let sampled = Sampled {
        capped: 0,
        moments,
        playouts: 25 * 200,
        stopped_by: "playouts".into(),
        complete: true,
    };
    let found = findings(&question, Some(&sampled)).unwrap();
    sound(&found);
    assert!(matches!(cell(&found, "matrix", 3, "lo"), Cell::Real(_)));
    assert!(matches!(cell(&found, "ranking", 0, "lo"), Cell::Real(_)));
    let short = Sampled {
        moments: Vec::new(),
        ..sampled
    };
    assert!(findings(&question, Some(&short)).is_err());
}
