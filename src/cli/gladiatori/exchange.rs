//! `gsim gladiatori-exchange`: arguments to one attack, and the canonical command back.

use super::again::{Asking, again, ways};
use super::common::{DUEL_READINGS, Setting, brain, fight_prefixes, identity, shown};
use crate::cli::answer::{self, CommandLine};
use crate::cli::commands::merge::{Join, Mergeable};
use crate::cli::patience::prompt;
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gladiatori::cards::{ACTIONS, Kind};
use crate::games::gladiatori::exchange::{Attacker, Bout, Defender, Exchanges};
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use crate::playout::{Identity, Run};
use crate::report::{Findings, Table};
use crate::study::gladiatori::{Frame, sensitivity};
use crate::study::gladiatori_exchange::{Asked, findings};
use clap::Args;

/// The question's name.
pub const NAME: &str = "gladiatori-exchange";
/// Most iterations of a solution in a sensitivity run.
const ITERATIONS: u32 = 200_000;

/// One attack, solved as a game.
#[derive(Args, Debug, Clone, Default)]
#[command(after_help = "Examples:
  gsim gladiatori-exchange --attacker thraex --defender hoplomacus
  gsim gladiatori-exchange --attacker thraex --defender hoplomacus --defender-actions strength,dexterity,berserk
  gsim gladiatori-exchange --attacker secutor --defender mirmillo --arrival behind --card-price 0 --point-price 0
  gsim gladiatori-exchange --attacker secutor --defender thraex --policy uniform_mix -n 1M")]
pub struct GladiatoriExchange {
    /// The attacker, with a fresh hand
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub attacker: String,

    /// The defender, with a fresh hand
    #[arg(long, value_name = "GLADIATOR", allow_hyphen_values = true)]
    pub defender: String,

    /// The attacker's Action cards in hand: strength, dexterity, berserk, movement, or none [default: all]
    #[arg(long, value_name = "KINDS")]
    pub attacker_actions: Option<String>,

    /// The defender's Action cards in hand [default: all]
    #[arg(long, value_name = "KINDS")]
    pub defender_actions: Option<String>,

    /// What ails the attacker: facedown, trapped
    #[arg(long, value_name = "STATUS")]
    pub attacker_status: Option<String>,

    /// What ails the defender: facedown, trapped
    #[arg(long, value_name = "STATUS")]
    pub defender_status: Option<String>,

    /// Where the attack arrives: front, front-side, rear-side, behind
    #[arg(long, value_name = "WHERE", default_value = "front", value_parser = ["front", "front-side", "rear-side", "behind"], hide_possible_values = true)]
    pub arrival: String,

    /// What a card is worth to who spends it, in VP, 0 to 5
    #[arg(
        long,
        value_name = "VP",
        default_value_t = 0.25,
        allow_negative_numbers = true
    )]
    pub card_price: f64,

    /// What a point of a skill or ability is worth to who spends it, in VP, 0 to 5
    #[arg(
        long,
        value_name = "VP",
        default_value_t = 0.25,
        allow_negative_numbers = true
    )]
    pub point_price: f64,

    /// Largest gap between the two best responses, in VP, 0.0001 to 1
    #[arg(
        long,
        value_name = "VP",
        default_value_t = 0.01,
        allow_negative_numbers = true
    )]
    pub gap: f64,

    /// Policies to enumerate and sample beside the equilibrium, attacker's;defender's or one for both
    #[arg(long, value_name = "P[;P]", default_value = "uniform_mix")]
    pub policy: String,

    /// Ask again under other values of everything assumed
    #[arg(long)]
    pub sensitivity: bool,

    /// Flags that every question has.
    #[command(flatten)]
    pub shared: Shared,
}

/// A resolved exchange.
pub struct Resolved {
    setting: Setting,
    fighters: [Fighter; 2],
    /// What is asked.
    pub asked: Asked,
    /// What the output says about it.
    pub frame: Frame,
    identity: Identity,
}

impl GladiatoriExchange {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        self.shared.validate()?;
        let resolved = self.resolve()?;
        if !self.shared.samples() {
            return answer::exact(&self.shared, || prompt(|| self.find(&resolved, None)));
        }
        if self.shared.target_error.is_some() {
            return Err(Error::usage(
                "--target-error: the exchange is solved to --gap; sample its policies with -n",
            ));
        }
        answer::sampled(
            &self.shared,
            &resolved.identity,
            &resolved.asked.exchanges,
            &|_| f64::INFINITY,
            |run| prompt(|| self.find(&resolved, Some(run))),
        )
    }

    fn find(&self, r: &Resolved, run: Option<&Run<Vec<u64>>>) -> Result<Findings> {
        let mut f = findings(&r.asked, &r.frame, run);
        if self.sensitivity {
            self.again(r, &mut f)?;
        }
        Ok(f)
    }

    /// The same attack over everything assumed: whom the exchange is good for. Within the gap it is good for neither.
    fn again(&self, r: &Resolved, f: &mut Findings) -> Result<()> {
        let [a, d] = &r.asked.names;
        let names = [
            format!("{a} (attacker)"),
            format!("{d} (defender)"),
            "neither side".into(),
        ];
        let asking = Asking {
            plan: ways(
                &r.setting,
                &self.shared,
                &["item.", "combat."],
                &DUEL_READINGS[..2],
                &r.fighters,
            ),
            names: &names,
            what: "what the exchange is worth",
            note: format!(
                "The sensitivity run solves the exchange again in every setting; within {} VP it is worth nothing to either side.",
                self.gap
            ),
        };
        again(f, &r.setting, &self.shared, asking, |data, rules| {
            let [a, d] = [0, 1].map(|i: usize| Fighter::parse(data, &rules, &r.fighters[i].text));
            let value = self
                .bout(rules, &a?, &d?)?
                .solve(self.gap, ITERATIONS)
                .value();
            Ok(vec![value, -value, self.gap])
        })
    }

    /// The exchange between these two under these rules.
    fn bout(&self, rules: Rules, a: &Fighter, d: &Fighter) -> Result<Bout> {
        let hands = [
            actions("--attacker-actions", self.attacker_actions.as_deref())?,
            actions("--defender-actions", self.defender_actions.as_deref())?,
        ];
        let ails = [
            status("--attacker-status", self.attacker_status.as_deref())?,
            status("--defender-status", self.defender_status.as_deref())?,
        ];
        if hands[0] & !Kind::Movement.card() == 0 {
            return Err(Error::usage(
                "--attacker-actions: without strength, dexterity or berserk there is no attack",
            ));
        }
        let other = |set: u16| set.count_ones() as u8;
        let attacker = Attacker {
            items: a.sheet.items.iter().map(|i| i.attack_now(false)).sum(),
            offense: a.sheet.stats[OFFENSE],
            blood: a.sheet.stats[BLOOD],
            e1: a.sheet.e1,
            e0: a.sheet.e0,
            other: other(a.sheet.set),
            actions: hands[0],
            facedown: ails[0].0,
            trapped: ails[0].1,
        };
        let defender = Defender {
            items: d.sheet.items.iter().map(|i| i.defense_now(false)).sum(),
            guard: d.sheet.stats[GUARD],
            speed: d.sheet.stats[SPEED],
            e1: d.sheet.e1,
            e0: d.sheet.e0,
            other: other(d.sheet.set),
            actions: hands[1],
            facedown: ails[1].0,
            trapped: ails[1].1,
        };
        let mut bout = Bout::new(rules, attacker, defender)?;
        bout.arrival = match self.arrival.as_str() {
            "front-side" => 1,
            "rear-side" => 2,
            "behind" => 3,
            _ => 0,
        };
        (bout.card_price, bout.point_price) = (self.card_price, self.point_price);
        Ok(bout)
    }

    /// Reads gladiators, hands, prices.
    ///
    /// # Errors
    /// Whatever is wrong with them, the flag first.
    pub fn resolve(&self) -> Result<Resolved> {
        for (flag, value, low, high) in [
            ("--card-price", self.card_price, 0.0, 5.0),
            ("--point-price", self.point_price, 0.0, 5.0),
            ("--gap", self.gap, 1e-4, 1.0),
        ] {
            if !(low..=high).contains(&value) {
                return Err(Error::usage(format!(
                    "{flag} {value}: write a number of VP from {low} to {high}, for example 0.25"
                )));
            }
        }
        let setting = Setting::read(&self.shared, None)?;
        let (a, d) = (
            setting.fighter("--attacker", &self.attacker)?,
            setting.fighter("--defender", &self.defender)?,
        );
        let bout = self.bout(setting.rules, &a, &d)?;
        let (attacker, defender) = (bout.attacker, bout.defender);
        let texts: Vec<&str> = self.policy.split(';').map(str::trim).collect();
        let texts = match texts[..] {
            [one] => [one, one],
            [x, y] => [x, y],
            _ => {
                return Err(Error::usage(format!(
                    "--policy {}: one for both, or attacker's;defender's",
                    shown(&self.policy)
                )));
            }
        };
        let brains = [
            brain("--policy", texts[0], None)?,
            brain("--policy", texts[1], None)?,
        ];
        let line = self.canonical(&setting, [&a.text, &d.text]);
        let prefixes = fight_prefixes(&[&a, &d]);
        // Hit Points do not enter: damage is not capped.
        let prefixes: Vec<&str> = prefixes
            .iter()
            .map(String::as_str)
            .filter(|p| *p != "hp." && *p != "move.")
            .collect();
        let mut frame = setting.frame(
            NAME,
            &line,
            &self.shared,
            setting.guesses(&prefixes, &DUEL_READINGS[..2]),
        );
        let names = [a.name.clone(), d.name.clone()];
        frame.title = format!("One attack of {} on {}", names[0], names[1]);
        frame.policies = vec![
            ("attacker".into(), texts[0].into()),
            ("defender".into(), texts[1].into()),
        ];
        frame.facts.extend([
            (
                "attacker".into(),
                format!(
                    "items +{}, Offense {}, Blood {}, {} E1, {} E0, {} other cards",
                    attacker.items,
                    attacker.offense,
                    attacker.blood,
                    attacker.e1,
                    attacker.e0,
                    attacker.other
                ),
            ),
            (
                "defender".into(),
                format!(
                    "items +{}, Guard {}, Speed {}, {} E1, {} E0, {} other cards",
                    defender.items,
                    defender.guard,
                    defender.speed,
                    defender.e1,
                    defender.e0,
                    defender.other
                ),
            ),
            ("arrival".into(), self.arrival.clone()),
        ]);
        let identity = identity(NAME, &setting, &self.shared, &line);
        let policies = [texts[0].to_string(), texts[1].to_string()];
        let exchanges = Exchanges {
            bout,
            policies: brains,
        };
        Ok(Resolved {
            asked: Asked {
                bout,
                names,
                gap: self.gap,
                exchanges,
                policies,
            },
            frame,
            identity,
            setting,
            fighters: [a, d],
        })
    }

    fn canonical(&self, setting: &Setting, texts: [&String; 2]) -> CommandLine {
        let mut line = CommandLine::new(NAME);
        line.flag("--attacker", texts[0]);
        line.flag("--defender", texts[1]);
        for (flag, value) in [
            ("--attacker-actions", &self.attacker_actions),
            ("--defender-actions", &self.defender_actions),
            ("--attacker-status", &self.attacker_status),
            ("--defender-status", &self.defender_status),
        ] {
            if let Some(value) = value {
                line.flag(flag, value);
            }
        }
        if self.arrival != "front" {
            line.flag("--arrival", &self.arrival);
        }
        for (flag, value, default) in [
            ("--card-price", self.card_price, 0.25),
            ("--point-price", self.point_price, 0.25),
            ("--gap", self.gap, 0.01),
        ] {
            if value != default {
                line.flag(flag, &value.to_string());
            }
        }
        if self.policy != "uniform_mix" {
            line.flag("--policy", &self.policy);
        }
        if self.sensitivity {
            line.word("--sensitivity");
        }
        setting.finish(&mut line, &self.shared);
        line
    }
}

/// Action cards in hand.
fn actions(flag: &str, text: Option<&str>) -> Result<u16> {
    let Some(text) = text else { return Ok(ACTIONS) };
    if text == "none" {
        return Ok(0);
    }
    text.split(',').map(str::trim).try_fold(0, |set, word| {
        let kind = Kind::parse(&word.to_lowercase()).ok_or_else(|| {
            let meant = crate::scenario::did_you_mean(word, Kind::ALL.map(Kind::name));
            Error::usage(format!("{flag} {}: unknown Action card `{}`{meant}; write strength, dexterity, berserk, movement or none", shown(text), word.escape_debug()))
        })?;
        Ok(set | kind.card())
    })
}

/// Face-down, Trapped.
fn status(flag: &str, text: Option<&str>) -> Result<(bool, bool)> {
    let mut ails = (false, false);
    for word in text
        .unwrap_or_default()
        .split(',')
        .map(str::trim)
        .filter(|w| !w.is_empty())
    {
        match word {
            "facedown" | "face-down" => ails.0 = true,
            "trapped" => ails.1 = true,
            _ => {
                return Err(Error::usage(format!(
                    "{flag} {}: write facedown, trapped, or both",
                    shown(word)
                )));
            }
        }
    }
    Ok(ails)
}

impl Mergeable for GladiatoriExchange {
    fn merge(&self, join: &Join) -> Result<u8> {
        let resolved = self.resolve()?;
        let run = join.run(&resolved.identity, &resolved.asked.exchanges)?;
        let found = self.find(&resolved, Some(&run))?;
        answer::deliver(&found, &join.output)?;
        Ok(answer::code(&found))
    }
}

/// The tables of a small answer.
pub fn tables() -> Result<Vec<Table>> {
    let question = GladiatoriExchange {
        attacker: "thraex".into(),
        defender: "hoplomacus".into(),
        arrival: "front".into(),
        card_price: 1.0,
        point_price: 1.0,
        gap: 1.0,
        policy: "uniform_mix".into(),
        shared: crate::cli::shared::Shared::silent(),
        ..GladiatoriExchange::default()
    };
    let r = question.resolve()?;
    let mut f = findings(&r.asked, &r.frame, None);
    let names = ["a".to_string(), "b".to_string()];
    sensitivity::add(&mut f, &r.setting.data, &names, &[1.0, -1.0], &[], "value");
    Ok(f.tables)
}
