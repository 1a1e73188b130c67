//! The same question over the alternatives of assumed data, and over the readings of unclear rules: which conclusions survive?

use super::Asked;
use super::estimate::{exact_cells, exact_columns, real, text};
use super::extra::Extra;
use super::percent;
use crate::error::{Error, Result};
use crate::games::gauntlet::exact;
use crate::games::gauntlet::library::Library;
use crate::games::gauntlet::policy::Player;
use crate::games::gauntlet::sensitivity::{Answer, ask, drawn, named, verdict};
use crate::games::gauntlet::spec::PolicySpec;
use crate::report::{Chart, Column, Kind, Plot, Series, Table};
use std::sync::Arc;

/// Over what to ask again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Over {
    /// The alternatives of the data file.
    Named,
    /// So many draws of the assumed values.
    Drawn(u32),
}

impl Over {
    /// Reads `named` or a number of draws.
    ///
    /// # Errors
    /// Anything else.
    pub fn parse(text: &str) -> Result<Self> {
        match text {
            "named" => Ok(Self::Named),
            _ => match text.parse::<u32>().ok().filter(|n| (1..=1000).contains(n)) {
                Some(n) => Ok(Self::Drawn(n)),
                None => Err(Error::usage(format!(
                    "--sensitivity {text}: write named, or a number of draws from 1 to 1000"
                ))),
            },
        }
    }

    /// As it is written.
    pub fn name(self) -> String {
        match self {
            Self::Named => "named".into(),
            Self::Drawn(n) => n.to_string(),
        }
    }
}

/// Asks all policies of all worlds, exactly; some seconds a world and policy.
///
/// # Errors
/// If it was stopped, or a policy has no exact answer.
pub fn worlds(
    asked: &Asked,
    over: Over,
    last_round: u8,
    policies: &[PolicySpec],
) -> Result<Vec<Answer>> {
    let worlds = match over {
        Over::Named => named(&asked.data)?,
        Over::Drawn(n) => drawn(&asked.data, asked.seed, n),
    };
    ask(&worlds, &asked.rules, last_round, policies, &|_, _| {
        !crate::playout::interrupted()
    })
}

/// As a piece of findings.
pub fn extra(difficulty: &str, answers: &[Answer]) -> Extra {
    let found = verdict(answers, |o| o.win);
    let mut said = Vec::new();
    let ranges: Vec<String> = found
        .ranges
        .iter()
        .map(|(p, lo, hi)| format!("{p} {} to {}", percent(*lo), percent(*hi)))
        .collect();
    said.push(format!(
        "Over {} alternatives of the assumed data on {difficulty} the win rate ranges: {}.",
        found.asked,
        ranges.join(", ")
    ));
    let pairs = found.pairs.len();
    if pairs > 0 {
        let robust = found
            .pairs
            .iter()
            .filter(|p| p.holds == found.asked)
            .count();
        said.push(format!(
            "The order of all policies is the same in {} of {}; of {pairs} pairs {robust} hold in every one.",
            found.same_order, found.asked
        ));
        for p in found.pairs.iter().filter(|p| p.holds < found.asked).take(4) {
            said.push(format!(
                "{} above {} does not survive: the other way round in {}.",
                p.better,
                p.worse,
                match p.reversed.len() {
                    0 => "none, but equal in some".to_string(),
                    n if n > 4 => format!("{n} alternatives"),
                    _ => p.reversed.join(", "),
                }
            ));
        }
    }
    let mut columns = vec![
        Column::new(
            "world",
            Kind::Text,
            "",
            "the data: as given, an alternative, or a draw",
        ),
        Column::new("policy", Kind::Text, "", "the policy"),
    ];
    columns.extend(exact_columns(Kind::Share, "", "win rate"));
    columns.extend([
        Column::new(
            "change",
            Kind::Signed(6),
            "",
            "less that with the data as given",
        ),
        Column::new("score", Kind::Number(4), "", "mean score"),
        Column::new("matches", Kind::Number(2), "", "expected matches"),
        Column::new("assumes", Kind::Text, "", "what is assumed instead"),
    ]);
    let rows = answers
        .iter()
        .flat_map(|a| {
            a.outcomes.iter().enumerate().map(|(i, o)| {
                let mut row = vec![text(&a.name), text(&o.policy)];
                row.extend(exact_cells(Some(o.win)));
                row.extend([
                    real(Some(o.win - answers[0].outcomes[i].win)),
                    real(Some(o.score)),
                    real(Some(o.matches)),
                    text(&a.assumes),
                ]);
                row
            })
        })
        .collect();
    let series = answers[0].outcomes.iter().enumerate().map(|(i, o)| Series {
        name: o.policy.clone(),
        values: answers.iter().map(|a| a.outcomes[i].win).collect(),
        intervals: None,
    });
    let chart = Chart {
        name: "sensitivity",
        title: format!("Does it depend on the guesses? ({difficulty})"),
        caption: "Exact win rate of each policy with the data as given and under each alternative to the assumed values.".into(),
        x_label: "data".into(),
        y_label: "share of games won".into(),
        plot: Plot::Bars { categories: answers.iter().map(|a| a.name.clone()).collect(), series: series.collect(), share: true },
        table: "sensitivity",
    };
    Extra {
        verdict: said,
        tables: vec![Table { name: "sensitivity", title: "The same question over other data".into(), columns, rows, on_terminal: true }],
        charts: vec![chart],
        notes: vec!["Alternatives replace only what they list; a conclusion that holds on the data as given and on all of them is called robust.".into()],
    }
}

/// A reading of the rules, and what a policy makes of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// `key=value`.
    pub set: String,
    /// Whether it is a house rule or a variant rather than a reading.
    pub win: f64,
    /// Expected matches.
    pub matches: f64,
}

/// Asks a policy of the game under every other value of every switch, one at a time. Under a cap on matches policies by values have no
/// exact answer; such lines are left out.
///
/// # Errors
/// A value out of range.
pub fn readings(asked: &Asked, last_round: u8, policy: &PolicySpec) -> Result<Vec<Reading>> {
    let given: Vec<(String, String)> = asked.switches.clone();
    let mut found = Vec::new();
    for switch in asked.data.switches.iter() {
        let now = given
            .iter()
            .find(|(k, _)| *k == switch.key)
            .map_or(switch.default.as_str(), |(_, v)| v.as_str());
        let values: Vec<String> = switch
            .values
            .iter()
            .flat_map(|v| {
                if v.contains("..") {
                    vec!["5".to_string(), "20".into()]
                } else {
                    vec![v.clone()]
                }
            })
            .filter(|v| v != now)
            .collect();
        for value in values {
            // Free glory without end has no finite fight (reading G10).
            if crate::playout::interrupted() || (switch.key == "bargain_caps" && value == "clip") {
                continue;
            }
            let mut rules = asked.rules.clone();
            rules.set(&switch.key, &value)?;
            let library = Arc::new(Library::new(asked.data.game(rules, last_round)?));
            let player = Player::new(policy, &library)?;
            if let Ok(e) = exact::game(&player) {
                found.push(Reading {
                    set: format!("{}={value}", switch.key),
                    win: e.win(),
                    matches: e.matches,
                });
            }
        }
    }
    Ok(found)
}

/// As a piece of findings. `win`: the win rate as given.
pub fn readings_extra(difficulty: &str, policy: &str, win: f64, readings: &[Reading]) -> Extra {
    let mut sorted: Vec<&Reading> = readings.iter().collect();
    sorted.sort_by(|a, b| (b.win - win).abs().total_cmp(&(a.win - win).abs()));
    let moved: Vec<&&Reading> = sorted
        .iter()
        .filter(|r| (r.win - win).abs() > 1e-9)
        .collect();
    let most: Vec<String> = moved
        .iter()
        .take(4)
        .map(|r| format!("{} ({:+.4})", r.set, r.win - win))
        .collect();
    let mut columns = vec![Column::new(
        "switch",
        Kind::Text,
        "",
        "the reading, variant or house rule that is changed",
    )];
    columns.extend(exact_columns(Kind::Share, "", "win rate under it"));
    columns.extend([
        Column::new("change", Kind::Signed(6), "", "less the win rate as given"),
        Column::new("matches", Kind::Number(2), "", "expected matches"),
    ]);
    let rows = sorted
        .iter()
        .map(|r| {
            let mut row = vec![text(&r.set)];
            row.extend(exact_cells(Some(r.win)));
            row.extend([real(Some(r.win - win)), real(Some(r.matches))]);
            row
        })
        .collect();
    let chart = Chart {
        name: "readings",
        title: format!("Does a reading matter? ({difficulty})"),
        caption: format!(
            "Change of the win rate of {policy} by each switch, the largest first; those that change nothing are left out."
        ),
        x_label: "switch".into(),
        y_label: "change of the win rate".into(),
        plot: Plot::Bars {
            categories: moved.iter().map(|r| r.set.clone()).collect(),
            series: vec![Series {
                name: "change".into(),
                values: moved.iter().map(|r| r.win - win).collect(),
                intervals: None,
            }],
            share: false,
        },
        table: "readings",
    };
    Extra {
        verdict: vec![if most.is_empty() {
            format!("No reading of the rules changes the win rate of {policy} on {difficulty}.")
        } else {
            format!("Readings that matter most to {policy} on {difficulty}: {}; {} of {} change nothing.", most.join(", "), readings.len() - moved.len(), readings.len())
        }],
        tables: vec![Table { name: "readings", title: "The same question under other readings".into(), columns, rows, on_terminal: true }],
        charts: if moved.is_empty() { Vec::new() } else { vec![chart] },
        notes: vec!["Readings are changed one at a time; bargain_caps=clip is left out: it gives glory without end.".into()],
    }
}

#[cfg(test)]
mod tests {
    use super::Over;

    #[test]
    fn what_to_ask_over_is_read() {
        assert_eq!(Over::parse("named").unwrap(), Over::Named);
        assert_eq!(Over::parse("12").unwrap(), Over::Drawn(12));
        for bad in ["0", "x", "1001", "-3"] {
            let error = Over::parse(bad).unwrap_err();
            assert!(
                error.exit_code() == 2 && error.to_string().starts_with("--sensitivity "),
                "{error}"
            );
        }
    }
}
