//! `gsim clash-matrix`: every team against every team, or against animals.

use super::duel::named_animal;
use super::identity::{check_weight, identity, readings};
use super::policies::PolicyFlags;
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::exit;
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::clash::arena::policy::{Company, SeatSpec};
use crate::games::clash::arena::setup::{Arena, Wish};
use crate::games::clash::data::ClashData;
use crate::games::clash::matrix::{Measure, Model, Setting, teams};
use crate::games::clash::pairs::{Pairs, PairsTally};
use crate::games::clash::unit::{CARRIER_SIZE, Unit};
use crate::playout::{self, Identity, Plan, Run};
use crate::report::{Findings, Table};
use crate::scenario::{Guesses, Switches, did_you_mean};
use crate::stats;
use crate::study::clash_matrix::{Asked, Pool, Sampled, alternatives, findings, variants};
use clap::Args;
use serde_json::json;
use std::rc::Rc;

/// The question's name.
pub const NAME: &str = "clash-matrix";

/// Every team against every team.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim clash-matrix                                        all 70 full teams, one duel, exact
  gsim clash-matrix --model fight --policy value           fights to the death
  gsim clash-matrix --sizes 1..4 --policy minimax          all 125 teams, optimal play on both sides
  gsim clash-matrix --teams SSNT,SSST,SSPH -n 1M           sampled beside exact, playouts shared evenly by the ordered pairs
  gsim clash-matrix --defender lion,bear                   which team should challenge which animal
  gsim clash-matrix --pool draft:4:greedy --report html    opponents as often as they are drafted")]
pub struct ClashMatrix {
    /// Teams of these sizes: 4, 1..4 or 3,4 [default: 4]
    #[arg(long, value_name = "SIZES")]
    pub sizes: Option<String>,

    /// These teams instead: SSNT,SSST,SNNN+1
    #[arg(long, value_name = "TEAMS", value_delimiter = ',')]
    pub teams: Vec<String>,

    /// What is played: duel (one duel) or fight (to the death)
    #[arg(long, value_name = "MODEL", default_value = "duel")]
    pub model: String,

    /// By what teams are ranked: edge or p_win
    #[arg(long, value_name = "MEASURE", default_value = "edge")]
    pub measure: String,

    /// Rank the teams as challengers of these units: lion, bear, STTH@2, lion+1
    #[arg(long, value_name = "UNITS", value_delimiter = ',')]
    pub defender: Vec<String>,

    /// How often each team is met: uniform, box (carriers filled blindly), draft:PLAYERS[:POLICY] (as it is drafted)
    #[arg(long, value_name = "POOL", default_value = "uniform")]
    pub pool: String,

    /// Leave out what single decisions and other readings of the rules change
    #[arg(long)]
    pub brief: bool,

    /// How both sides decide; attacker is the row, defender the column.
    #[command(flatten)]
    pub policies: PolicyFlags,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

/// A resolved question with what its sampling needs.
pub struct Resolved {
    /// What the study needs.
    pub asked: Asked,
    /// For tally files: what makes two runs the same question.
    pub identity: Identity,
    data: ClashData,
    switches: Switches,
}

impl ClashMatrix {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        let resolved = self.resolve()?;
        if !self.shared.samples() {
            return answer::exact(&self.shared, || findings(&resolved.asked, None));
        }
        let pairs = resolved.pairs()?;
        // Fewer than two playouts have no spread, so nothing could be told apart.
        let cells = resolved.asked.teams.len()
            * match resolved.asked.targets.is_empty() {
                true => resolved.asked.teams.len(),
                false => resolved.asked.columns().len(),
            };
        if self.shared.playouts.is_some_and(|n| n < 2 * cells as u64) {
            return Err(Error::usage(format!(
                "--playouts: {cells} ordered pairs need at least two playouts each; write {} or more",
                2 * cells
            )));
        }
        let confidence = resolved.asked.confidence;
        let widest = |tally: &PairsTally| {
            let all = tally.moments.iter();
            all.map(|m| stats::half_width(m, confidence))
                .fold(0.0, f64::max)
        };
        answer::sampled(&self.shared, &resolved.identity, &pairs, &widest, |run| {
            resolved.find(run)
        })
    }

    /// The answer without printing it.
    ///
    /// # Errors
    /// As the question.
    pub fn answer(&self) -> Result<Findings> {
        let resolved = self.resolve()?;
        if !self.shared.samples() {
            return findings(&resolved.asked, None);
        }
        let plan = Plan {
            threads: self.shared.threads,
            ..Plan::new(
                self.shared.playouts.unwrap_or(answer::DEFAULT_PLAYOUTS),
                self.shared.seed(),
            )
        };
        resolved.find(&playout::run(&resolved.pairs()?, &plan)?)
    }

    /// Reads teams, rules and policies.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        let data = self.shared.components(ClashData::load)?;
        let switches = self.shared.switches(&data.switches, &data.rulesets)?;
        let flag = |name: &'static str| move |e: Error| Error::usage(format!("{name}: {e}"));
        let setting = Setting {
            rules: Rc::new(data.rules(&switches)?),
            model: Model::parse(&self.model).map_err(flag("--model"))?,
            specs: self.policies.specs()?,
            marker_weight: self.policies.weight(),
        };
        check_weight(&setting)?;
        let measure = Measure::parse(&self.measure).map_err(flag("--measure"))?;
        if measure == Measure::PWin && !self.defender.is_empty() {
            return Err(Error::usage(
                "--measure p_win: challenges of animals are ranked by expected points; leave it out",
            ));
        }
        let teams = self.chosen()?;
        let animals = data.units()?;
        let mut guesses = Guesses::new();
        data.duel_guesses(&mut guesses);
        let mut targets = Vec::new();
        let mut ranges = Vec::new();
        for text in &self.defender {
            let unit = Unit::parse(text, &animals).map_err(flag("--defender"))?;
            if setting.model == Model::Fight {
                return Err(Error::usage(format!(
                    "--defender {text}: a fight to the death is fought between teams; leave out --model fight, or ask clash-fight"
                )));
            }
            let name = named_animal(text, &animals);
            if let Some(name) = &name {
                let animal = data.animal(name)?;
                animal.guesses(&mut guesses);
                ranges.extend(variants(targets.len(), animal, unit.markers));
            }
            let shown = match &name {
                Some(name) if unit.markers > 0 => format!("{name}+{}", unit.markers),
                Some(name) => name.clone(),
                None => unit.to_string(),
            };
            if targets.iter().any(|(known, _)| *known == shown) {
                return Err(Error::usage(format!("--defender: {shown} is named twice")));
            }
            targets.push((shown, unit));
        }
        readings(&switches, &mut guesses);
        let pool = self.weights(&teams, &data, &switches)?;
        let others = if self.brief || !targets.is_empty() {
            Vec::new()
        } else {
            alternatives(&data, switches.ruleset(), &self.shared.set)?
        };
        let command = self.canonical(&teams, &setting, &targets, &switches);
        let own = json!({
            "teams": teams.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "targets": targets.iter().map(|(_, u)| u.to_string()).collect::<Vec<_>>(),
            "model": setting.model.to_string(),
            "measure": self.measure,
            "pool": pool.as_ref().map(|p| p.says.clone()),
        });
        let identity = identity(
            NAME,
            own,
            &setting,
            &data,
            &switches,
            &self.shared,
            &command,
        );
        let asked = Asked {
            decisions: !self.brief && targets.is_empty(),
            setting,
            teams,
            animals: if targets.is_empty() {
                Vec::new()
            } else {
                animals
            },
            targets,
            variants: ranges,
            pool,
            measure,
            alternatives: others,
            ruleset: switches.ruleset().into(),
            switches: switches.differs_from_default(),
            guesses: guesses.into_vec(),
            command: command.text(),
            seed: self.shared.seed(),
            confidence: self.shared.confidence(),
        };
        Ok(Resolved {
            asked,
            identity,
            data,
            switches,
        })
    }

    /// The teams: named, or all of some sizes.
    fn chosen(&self) -> Result<Vec<Unit>> {
        if self.teams.is_empty() {
            return Ok(teams(sizes(self.sizes.as_deref().unwrap_or("4"))?));
        }
        if self.sizes.is_some() {
            return Err(Error::usage(
                "--sizes does not go with --teams; leave out one of the two",
            ));
        }
        let mut chosen: Vec<Unit> = Vec::new();
        for text in &self.teams {
            let team = Unit::parse(text, &[]).map_err(|e| Error::usage(format!("--teams: {e}")))?;
            if team.is_animal() {
                return Err(Error::usage(format!(
                    "--teams {text}: an animal is no team; write --defender {text}"
                )));
            }
            if chosen.contains(&team) {
                return Err(Error::usage(format!("--teams: {team} is named twice")));
            }
            chosen.push(team);
        }
        if chosen.len() == 1 && self.defender.is_empty() {
            return Err(Error::usage(format!(
                "--teams {}: name at least two teams, or an animal with --defender",
                chosen[0]
            )));
        }
        Ok(chosen)
    }

    fn weights(
        &self,
        teams: &[Unit],
        data: &ClashData,
        switches: &Switches,
    ) -> Result<Option<Pool>> {
        let bad = |why: String| Error::usage(format!("--pool {}: {why}", self.pool));
        let mut parts = self.pool.splitn(3, ':');
        match (parts.next().unwrap_or_default(), parts.next()) {
            ("uniform", None) => Ok(None),
            ("box", None) => {
                let stacks: Vec<u8> = data.gladiators.iter().map(|g| g.count).collect();
                let stacks = <[u8; 5]>::try_from(stacks)
                    .map_err(|_| bad("the data must have five kinds".into()))?;
                Pool::of_box(teams, stacks).map(Some)
            }
            ("draft", players) => {
                let players = players
                    .and_then(|p| p.parse::<u8>().ok())
                    .ok_or_else(|| bad("say for how many players, for example draft:4".into()))?;
                let spec = SeatSpec::parse(parts.next().unwrap_or("random"))
                    .map_err(|e| bad(e.to_string()))?;
                let wish = Wish::default_for(data, players)?;
                let arena = Arena::new(data, switches, wish).map_err(|e| bad(e.to_string()))?;
                let company = Company::new(arena, vec![spec]).map_err(|e| bad(e.to_string()))?;
                Pool::of_drafts(teams, &company, self.shared.seed()).map(Some)
            }
            (other, _) => {
                let hint = did_you_mean(other, ["uniform", "box", "draft"]);
                Err(bad(format!(
                    "unknown pool `{}`{hint} (pools: uniform, box, draft:PLAYERS, draft:PLAYERS:POLICY)",
                    other.escape_debug()
                )))
            }
        }
    }

    /// The command that asks the same question, in one fixed form.
    fn canonical(
        &self,
        teams: &[Unit],
        setting: &Setting,
        targets: &[(String, Unit)],
        switches: &Switches,
    ) -> CommandLine {
        let mut line = CommandLine::new(NAME);
        let names = |units: &[Unit]| {
            let names: Vec<String> = units.iter().map(ToString::to_string).collect();
            names.join(",")
        };
        match &self.sizes {
            _ if !self.teams.is_empty() => line.flag("--teams", &names(teams)),
            Some(sizes) if sizes != "4" => line.flag("--sizes", sizes),
            _ => {}
        }
        if setting.model == Model::Fight {
            line.flag("--model", "fight");
        }
        if self.measure != "edge" {
            line.flag("--measure", &self.measure);
        }
        if !targets.is_empty() {
            let names: Vec<&str> = targets.iter().map(|(n, _)| n.as_str()).collect();
            line.flag("--defender", &names.join(","));
        }
        if self.pool != "uniform" {
            line.flag("--pool", &self.pool);
            if self.pool.starts_with("draft") && !self.shared.samples() {
                line.flag("--seed", &self.shared.seed().to_string());
            }
        }
        if self.brief {
            line.word("--brief");
        }
        PolicyFlags::canonical(&mut line, &setting.specs, setting.marker_weight);
        line.shared(&self.shared, switches, "clash");
        line
    }
}

impl Resolved {
    /// What playouts play.
    fn pairs(&self) -> Result<Pairs> {
        let asked = &self.asked;
        let columns: Vec<Unit> = match asked.targets.is_empty() {
            true => asked.teams.clone(),
            false => asked.columns().into_iter().map(|c| c.1).collect(),
        };
        Pairs::new(
            &self.data,
            &self.switches,
            &asked.setting,
            asked.measure,
            &asked.teams,
            &columns,
        )
    }

    fn find(&self, run: &Run<PairsTally>) -> Result<Findings> {
        let sampled = Sampled {
            moments: run.tally.moments.clone(),
            capped: run.tally.capped,
            playouts: run.playouts,
            stopped_by: run.stopped_by.name().into(),
            complete: run.complete,
        };
        findings(&self.asked, Some(&sampled))
    }
}

impl Mergeable for ClashMatrix {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let run = join.run(&resolved.identity, &resolved.pairs()?)?;
        answer::deliver(&resolved.find(&run)?, &join.output)?;
        Ok(exit::DONE)
    }
}

/// `4`, `1..4`, `3,4`.
fn sizes(text: &str) -> Result<Vec<u8>> {
    let bad = || {
        Error::usage(format!(
            "--sizes {}: a team has 1 to {CARRIER_SIZE} gladiators; write 4, 1..4 or 3,4",
            text.escape_debug()
        ))
    };
    let size = |text: &str| match text.trim().parse::<u8>() {
        Ok(size @ 1..=CARRIER_SIZE) => Ok(size),
        _ => Err(bad()),
    };
    let all = match text.split_once("..") {
        Some((low, high)) => {
            let (low, high) = (size(low)?, size(high.trim_start_matches('='))?);
            (low..=high).collect()
        }
        None => text.split(',').map(size).collect::<Result<Vec<_>>>()?,
    };
    let twice = (1..all.len()).any(|at| all[..at].contains(&all[at]));
    if all.is_empty() || twice {
        return Err(bad());
    }
    Ok(all)
}

/// The tables of a tiny answer, for `gsim schema`: of teams against each other, then those that only targets have.
pub fn tables() -> Result<Vec<Table>> {
    let question = ClashMatrix {
        teams: ["SSNT", "SSST", "SNNN"].map(String::from).to_vec(),
        model: "duel".into(),
        measure: "edge".into(),
        pool: "uniform".into(),
        ..ClashMatrix::default()
    };
    let resolved = question.resolve()?;
    let run = playout::run(&resolved.pairs()?, &Plan::new(100, 1))?;
    let mut tables = resolved.find(&run)?.tables;
    let targets = ClashMatrix {
        defender: vec!["bear".into()],
        ..question
    };
    let more = findings(&targets.resolve()?.asked, None)?.tables;
    let known: Vec<&str> = tables.iter().map(|t| t.name).collect();
    let new = more
        .into_iter()
        .filter(|t| !known.contains(&t.name))
        .collect::<Vec<_>>();
    tables.extend(new);
    Ok(tables)
}
