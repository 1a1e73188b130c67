//! `gsim gladiatori-builds`: arguments to a search among builds.

use super::common::{Setting, shown};
use super::training::{
    BASE, Cast, contest_again, fighters, frame, games, ground, grounded, many_runs, must_mix,
    policy,
};
use crate::cli::answer::{self, CommandLine, remark};
use crate::cli::exit;
use crate::cli::patience::prompt;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gladiatori::board::Board;
use crate::games::gladiatori::build::Build;
use crate::games::gladiatori::count::most;
use crate::games::gladiatori::fighter::{Fighter, training};
use crate::games::gladiatori::sheet::{Sheet, item_pair};
use crate::report::{self, Findings, Format, Table};
use crate::study::gladiatori::contest::{Entrant, Ring};
use crate::study::gladiatori::{Frame, sensitivity, thousands};
use crate::study::gladiatori_builds::{Asked, counted, findings, priced};
use clap::Args;

/// The question's name.
pub const NAME: &str = "gladiatori-builds";
/// Games of a pair of finalists where none are asked for.
const GAMES: u64 = 2_000;
/// Most games of a pair in a sensitivity run.
const GAMES_AGAIN: u64 = 64;

/// Builds of so many coins.
#[derive(Args, Debug, Clone, Default)]
#[command(mut_arg("playouts", |a| a.help("Games of each pair in the final, and of each comparison after it, 2 to 10M, even: 20k [default: 2k]")), after_help = "Examples:
  gsim gladiatori-builds                                      search, final, what each coin buys
  gsim gladiatori-builds --method exact --budget 70           how many legal builds there are
  gsim gladiatori-builds --check '7,5,5,5,5 e1=6 e0=1 feint moves=6,7 powers=2,3'
  gsim gladiatori-builds --candidates 4096 --finalists 16 -n 10k --sensitivity --report html")]
pub struct GladiatoriBuilds {
    /// Only say whether this build is legal and what each part costs
    #[arg(long, value_name = "BUILD", allow_hyphen_values = true)]
    pub check: Option<String>,

    /// Coins, 20 to 150
    #[arg(long, value_name = "COINS", default_value_t = 55, value_parser = clap::value_parser!(u8).range(20..=150), allow_negative_numbers = true)]
    pub budget: u8,

    /// Builds drawn for the race, 16 to 100000
    #[arg(long, value_name = "N", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(16..=100_000), allow_negative_numbers = true)]
    pub candidates: u32,

    /// Builds in the final, 2 to 40
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(2..=40), allow_negative_numbers = true)]
    pub finalists: u32,

    /// Generations of relatives of the best, 0 to 20
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=20), allow_negative_numbers = true)]
    pub generations: u32,

    /// Two items that every candidate carries
    #[arg(long, value_name = "A,B", default_value = "sword_2_1,shield_0_3")]
    pub items: String,

    /// Whom candidates are tried against, separated by semicolons
    #[arg(long, value_name = "LIST", default_value = BASE)]
    pub opponents: String,

    /// Where: duel (no map), or arena (one against one on the map: throws, walks, flight)
    #[arg(long, value_name = "WHERE", default_value = "duel", value_parser = ["duel", "arena"], hide_possible_values = true)]
    pub ground: String,

    /// Policy of everybody [default: quantal]
    #[arg(long, value_name = "P", help_heading = "Policies")]
    pub policy: Option<String>,

    /// Ask the final again under other values of everything assumed
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has; -n is the number of games of each pair in the final.
    #[command(flatten)]
    pub shared: Shared,
}

impl GladiatoriBuilds {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        if let Some(text) = &self.check {
            return self.check_one(text);
        }
        many_runs(&self.shared, NAME, true)?;
        let (setting, asked, frame, board) = self.resolve()?;
        if self.shared.method == MethodChoice::Exact {
            return answer::exact(&self.shared, || Ok(counted(&asked, &frame)));
        }
        answer::check_reports(&self.shared.output)?;
        let ring = Ring::new(self.shared.threads, self.shared.seed())?.on(board);
        let found = prompt(|| {
            let say = |text: &str| remark(&self.shared.output, text);
            let (mut found, finalists) = findings(&asked, &frame, &ring, &say);
            if self.sensitivity {
                self.again(&setting, &asked, &ring, &finalists, &mut found)?;
            }
            Ok(found)
        })?;
        answer::deliver(&found, &self.shared.output)?;
        Ok(answer::code(&found))
    }

    /// The final under everything assumed.
    fn again(
        &self,
        setting: &Setting,
        asked: &Asked,
        ring: &Ring,
        finalists: &[Build],
        found: &mut Findings,
    ) -> Result<()> {
        let ids: Vec<&str> = self.items.split(',').map(str::trim).collect();
        let mut names: Vec<String> = (1..=finalists.len()).map(|i| format!("B{i}")).collect();
        names.extend(asked.pool.iter().map(|f| f.name.clone()));
        let games = asked.games.min(GAMES_AGAIN);
        let cast = Cast {
            names: &names,
            fighters: &asked.pool,
            make: &|data, rules| {
                let items = item_pair(data, &ids)?;
                let training = training(data, rules, self.budget);
                let legal = |b: &Build| training.faults(b).is_empty();
                let mut sheets: Vec<Option<Sheet>> = finalists
                    .iter()
                    .map(|b| legal(b).then(|| Sheet::new(b, items)))
                    .collect();
                for f in &asked.pool {
                    sheets.push(Some(Fighter::parse(data, rules, &f.text)?.sheet));
                }
                let entrant = |(name, sheet): (&String, Option<Sheet>)| {
                    Some(Entrant {
                        name: name.clone(),
                        about: String::new(),
                        coins: 0,
                        sheet: sheet?,
                    })
                };
                Ok(names.iter().zip(sheets).map(entrant).collect())
            },
        };
        contest_again(
            found,
            setting,
            ring,
            &self.shared,
            (asked.brain, games),
            &cast,
        )
    }

    /// Reads everything.
    ///
    /// # Errors
    /// Whatever is wrong, the flag first.
    fn resolve(&self) -> Result<(Setting, Asked, Frame, Option<Board>)> {
        let setting = Setting::read(&self.shared, None)?;
        let (brain, says) = policy(self.policy.as_deref())?;
        let exact = self.shared.method == MethodChoice::Exact;
        let training = training(&setting.data, &setting.rules, self.budget);
        if !exact {
            must_mix(&brain, &says)?;
            let most = most(&training);
            if u16::from(self.budget) > most {
                return Err(Error::usage(format!(
                    "--budget {}: candidates spend every coin, and no build can spend more than {most}",
                    self.budget
                )));
            }
        }
        let ids: Vec<&str> = self.items.split(',').map(str::trim).collect();
        let items = item_pair(&setting.data, &ids)
            .map_err(|e| Error::usage(format!("--items {}: {e}", shown(&self.items))))?;
        let pool = fighters(&setting, "--opponents", &self.opponents, 1)?;
        let n = games(&self.shared, GAMES)?;
        let mut line = CommandLine::new(NAME);
        for (flag, value, default) in [
            ("--budget", self.budget.to_string(), "55"),
            ("--candidates", self.candidates.to_string(), "1024"),
            ("--finalists", self.finalists.to_string(), "10"),
            ("--generations", self.generations.to_string(), "2"),
            ("--items", self.items.clone(), "sword_2_1,shield_0_3"),
            ("--opponents", self.opponents.clone(), BASE),
            ("--policy", says.clone(), "quantal"),
        ] {
            if value != default {
                line.flag(flag, &value);
            }
        }
        let shared = if exact {
            self.shared.clone()
        } else {
            Shared {
                playouts: Some(n),
                ..self.shared.clone()
            }
        };
        let board = ground(&setting, &self.ground, &mut line)?;
        if self.sensitivity {
            line.word("--sensitivity");
        }
        if exact {
            line.flag("--method", "exact");
        }
        setting.finish(&mut line, &shared);
        let refs: Vec<&_> = pool.iter().collect();
        let mut of_items: Vec<String> = ids.iter().map(|i| format!("item.{i}.")).collect();
        of_items.push("training.".into());
        let of_items: Vec<&str> = of_items.iter().map(String::as_str).collect();
        let mut frame = frame(
            &setting,
            NAME,
            format!("Builds of {} coins", self.budget),
            &line,
            &shared,
            &refs,
            &says,
            &of_items,
        );
        frame.facts.extend([
            (
                "items".into(),
                format!("every candidate carries {}", ids.join(" and ")),
            ),
            (
                "tried against".into(),
                pool.iter()
                    .map(|f| f.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", "),
            ),
            ("final".into(), format!("{} games a pair", thousands(n))),
        ]);
        grounded(&mut frame, &setting, board.is_some());
        let asked = Asked {
            rules: setting.rules,
            training,
            items,
            pool,
            brain,
            candidates: self.candidates as usize,
            finalists: self.finalists as usize,
            generations: self.generations as usize,
            games: n,
            confidence: self.shared.confidence(),
        };
        Ok((setting, asked, frame, board))
    }

    /// Legal or not, and the price of each part.
    fn check_one(&self, text: &str) -> Result<u8> {
        let setting = Setting::read(&self.shared, None)?;
        let t = training(&setting.data, &setting.rules, self.budget);
        let bare: Vec<&str> = text
            .split_whitespace()
            .filter(|p| !p.starts_with("items="))
            .collect();
        let fail = |e: Error| Error::usage(format!("--check {}: {e}", shown(text)));
        let build = match bare.as_slice() {
            [name] if !name.contains([',', '=']) => Build::ready_made(&setting.data, name),
            _ => Build::parse(&bare.join(" ")),
        }
        .map_err(fail)?;
        // Every reason in one line, the pair of items too.
        let items = text
            .split_whitespace()
            .find_map(|p| p.strip_prefix("items="));
        let pair = items.map(|list| {
            let ids: Vec<&str> = list.split(',').filter(|i| !i.is_empty()).collect();
            item_pair(&setting.data, &ids)
        });
        let build = match (t.checked(build), pair.and_then(Result::err)) {
            (Ok(build), None) => build,
            (Ok(_), Some(e)) | (Err(e), None) => return Err(fail(e)),
            (Err(a), Some(b)) => return Err(fail(Error::usage(format!("{a}; {b}")))),
        };
        let cost = t.cost(&build);
        let stats: Vec<String> = crate::games::gladiatori::sheet::STATS
            .iter()
            .enumerate()
            .map(|(i, s)| {
                format!(
                    "{s} {} for {}",
                    build.stats[i],
                    t.stat_price(i, build.stats[i])
                )
            })
            .collect();
        let other = !matches!(self.shared.output.format, Format::Table);
        if other || !self.shared.output.report.is_empty() {
            let text = build.to_string();
            let mut line = CommandLine::new(NAME);
            line.flag("--check", &text);
            if self.budget != 55 {
                line.flag("--budget", &self.budget.to_string());
            }
            setting.finish(&mut line, &self.shared);
            let guesses = setting.guesses(&["training."], &["power9", "unspent_coins"]);
            let mut frame = setting.frame(NAME, &line, &self.shared, guesses);
            frame.title = format!("The price of {text}");
            return answer::exact(&self.shared, || Ok(priced(&t, &build, &frame)));
        }
        report::print(&format!(
            "legal: {build}\n{}\n{} 1-Energy for {}, {} 0-Energy for {}{}\nmoves for {}, powers for {}\n{cost} of {} coins, {} left\n",
            stats.join(", "),
            build.e1,
            u16::from(build.e1) * u16::from(t.card[0]),
            build.e0,
            u16::from(build.e0) * u16::from(t.card[1]),
            if build.feint {
                format!(", Feint for {}", t.card[2])
            } else {
                String::new()
            },
            (0..8)
                .filter(|m| build.moves >> m & 1 == 1)
                .map(|m| u16::from(t.moves[m]))
                .sum::<u16>(),
            build.powers.count_ones() as u16 * u16::from(t.card[3]),
            t.budget,
            u16::from(t.budget) - cost
        ))?;
        Ok(exit::DONE)
    }
}

/// The tables of a tiny answer.
pub fn tables() -> Result<Vec<Table>> {
    let question = GladiatoriBuilds {
        budget: 55,
        candidates: 16,
        finalists: 2,
        items: "sword_2_1,shield_0_3".into(),
        opponents: "secutor; thraex".into(),
        policy: Some("uniform_mix".into()),
        ground: "duel".into(),
        shared: Shared {
            playouts: Some(2),
            ..Shared::silent()
        },
        ..GladiatoriBuilds::default()
    };
    let (setting, asked, frame, _) = question.resolve()?;
    let (mut f, _) = findings(&asked, &frame, &Ring::new(Some(1), 1)?, &|_| ());
    let names = ["a".to_string(), "b".to_string()];
    sensitivity::add(
        &mut f,
        &setting.data,
        &names,
        &[1.0, -1.0],
        &[],
        "mean margin",
    );
    let build = Build::ready_made(&setting.data, "secutor")?;
    f.tables
        .extend(priced(&asked.training, &build, &frame).tables);
    Ok(f.tables)
}
