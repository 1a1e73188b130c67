//! `gsim gauntlet-advise --round N`: what now, for the rest of a whole game: a match, the event die, event 5, the gamble.

use super::bout::{BoutArgs, roll};
use super::by::one_length;
use super::place::Place;
use super::setting::{LengthArgs, Setting};
use crate::cli::answer::CommandLine;
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gauntlet::advise::{in_game, reroll_in_game};
use crate::games::gauntlet::contexts::Mode;
use crate::games::gauntlet::data::GauntletData;
use crate::games::gauntlet::rules::exchange::Permit;
use crate::games::gauntlet::rules::game::Event;
use crate::games::gauntlet::spec::{Objective, ValueSpec};
use crate::games::gauntlet::state::{Die, Fight, Row};
use crate::games::gauntlet::values::{Best, Values};
use crate::study::gauntlet::advise::Advised;
use crate::study::gauntlet::choice::Choice;
use crate::study::gauntlet::{Asked, roman, words};
use clap::Args;

/// Where in a whole game.
#[derive(Args, Debug, Clone, Default)]
pub struct GameArgs {
    /// The round of a whole game: values then are of the rest of it (wants the solved game, see gauntlet-solve). Enemies are named,
    /// the event in force with --event
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        help_heading = "Situation in a whole game"
    )]
    pub round: Option<u8>,

    /// Cards left in the deck, each by the name on either side, or none; needed where several are possible
    #[arg(long, value_name = "CARDS", help_heading = "Situation in a whole game")]
    pub deck: Option<String>,

    /// What is decided on: match, event_shift, heal or gamble [default: match]
    #[arg(
        long,
        value_name = "DECISION",
        help_heading = "Situation in a whole game"
    )]
    pub decide: Option<String>,

    /// What the event die shows, for event_shift
    #[arg(
        long,
        value_name = "N",
        allow_negative_numbers = true,
        help_heading = "Situation in a whole game"
    )]
    pub die: Option<u8>,

    /// The bargain has been struck against this enemy (under bargain_limit=enemy)
    #[arg(long, help_heading = "Situation in a whole game")]
    pub bargained: bool,

    #[command(flatten)]
    pub length: LengthArgs,
}

/// An answer: about a match, or about another decision.
pub enum Answered {
    /// A match.
    Match(Box<Advised>),
    /// Another decision.
    Choice(Choice),
}

/// The question with all its flags.
pub struct InGame<'a> {
    /// Player, enemies, event.
    pub bout: &'a BoutArgs,
    /// Where in the game.
    pub game: &'a GameArgs,
    /// The dice.
    pub roll: Option<&'a str>,
    /// What is made large.
    pub objective: Objective,
    /// Flags that every question has.
    pub shared: &'a Shared,
}

impl GameArgs {
    /// Whether a whole game is asked about; flags of one without a round are refused.
    ///
    /// # Errors
    /// Such a flag.
    pub fn is_asked(&self) -> Result<bool> {
        let given = [
            ("--deck", self.deck.is_some()),
            ("--decide", self.decide.is_some()),
            ("--die", self.die.is_some()),
            ("--bargained", self.bargained),
            ("--difficulty", !self.length.difficulty.is_empty()),
            ("--last-round", self.length.last_round.is_some()),
        ];
        match given.iter().find(|g| g.1) {
            Some((flag, _)) if self.round.is_none() => Err(Error::usage(format!(
                "{flag}: it belongs to a whole game; say which round with --round"
            ))),
            _ => Ok(self.round.is_some()),
        }
    }
}

impl InGame<'_> {
    /// The answer.
    ///
    /// # Errors
    /// What cannot come up, the flag first; a solution that was stopped.
    pub fn answer(&self, setting: &Setting, name: &'static str) -> Result<(Asked, Answered)> {
        let (difficulty, last) = one_length(&self.game.length, &setting.data)?;
        let round = self.game.round.expect("asked about a game");
        if round == 0 || round > last {
            return Err(Error::usage(format!(
                "--round {round}: {difficulty} goes from round 1 to round {last}"
            )));
        }
        for (flag, given) in [("--ties", &self.bout.ties), ("--reroll", &self.bout.reroll)] {
            if let Some(text) = given {
                return Err(Error::usage(format!(
                    "{flag} {text}: the round and its event say that; leave it out (--event names the event)"
                )));
            }
        }
        let decide = self.game.decide.as_deref().unwrap_or(match self.game.die {
            Some(_) => "event_shift",
            None => "match",
        });
        let unused = [
            ("--roll", self.roll.is_some(), "match"),
            ("--die", self.game.die.is_some(), "event_shift"),
            ("--bargained", self.game.bargained, "match"),
        ];
        if let Some((flag, _, of)) = unused.iter().find(|u| u.1 && u.2 != decide) {
            return Err(Error::usage(format!(
                "{flag}: it belongs to --decide {of}, not to {decide}"
            )));
        }
        let mut line = CommandLine::new(name);
        line.flag("--round", &round.to_string());
        self.bout.canonical(&mut line);
        if let Some(deck) = &self.game.deck {
            line.flag("--deck", deck);
        }
        if let Some(dice) = self.roll {
            line.flag("--roll", &words::roll_flag(roll(dice)?));
        }
        if let Some(die) = self.game.die {
            line.flag("--die", &die.to_string());
        }
        if decide != "match" {
            line.flag("--decide", decide);
        }
        if self.game.bargained {
            line.word("--bargained");
        }
        line.flag("--objective", self.objective.game_name());
        self.game
            .length
            .canonical(&[(difficulty.clone(), last)], &mut line);
        let title = format!("What now? Round {} of {difficulty}", roman(round));
        let mut asked = setting.asked(name, title, &mut line, self.shared, last)?;
        if asked.rules.match_cap > 0 {
            return Err(Error::usage(
                "--set match_cap: under a cap on matches the best move depends on the matches left; leave it out",
            ));
        }
        let side = setting.data.rounds[usize::from(round) - 1].side.value;
        let place = Place {
            data: &setting.data,
            round,
            side,
            deck: self.deck(&setting.data)?,
        };
        // Everything that can be wrong is looked at before a game is solved.
        let (health, glory) = self.bout.player()?;
        let row = if decide == "gamble" {
            (Row::default(), None)
        } else {
            place.row(&self.bout.enemy)?
        };
        let event = self.bout.event()?;
        let dice = self.roll.map(roll).transpose()?;
        let library = asked.library(last)?;
        let unsolved = Values::unsolved(library.game.clone(), self.objective);
        let solved = || library.values(&ValueSpec::Optimal(self.objective));
        let mut facts = vec![
            (
                "player".into(),
                format!("health {} and {}, glory {glory}", health.low, health.high),
            ),
            (
                "round".into(),
                format!("{} of {last} ({difficulty})", roman(round)),
            ),
        ];
        if decide != "gamble" {
            facts.push(("enemies".into(), self.bout.enemy.join(", ")));
        }
        let choice = |what: &str, options: Vec<(String, f64)>, facts| {
            Answered::Choice(Choice {
                what: what.into(),
                options,
                objective: self.objective,
                facts,
            })
        };
        let die_name = |die: Die| {
            let value = if die == Die::Low {
                health.low
            } else {
                health.high
            };
            format!("the die that shows {value}")
        };
        let answered = match decide {
            "match" => {
                let dice = dice.ok_or_else(|| {
                    Error::usage("--roll: write the dice as they lie, for example --roll b3,b4,r1,r5 (or say with --decide what else is decided on)")
                })?;
                let mode = event.map_or(Mode::Plain, Mode::of);
                let context = place.context(&unsolved, mode, row.0)?;
                let enemy = row
                    .1
                    .unwrap_or_else(|| library.game.entry(round, row.0.first(), glory));
                let fight = Fight {
                    health,
                    glory,
                    enemy,
                };
                let bargained = self.game.bargained;
                if bargained && unsolved.layers == 1 {
                    return Err(Error::usage(
                        "--bargained: it matters only under --set bargain_limit=enemy; leave it out",
                    ));
                }
                let values = solved()?;
                let advice = in_game(&library, &values, &context, bargained, fight, dice)?;
                let again = (mode == Mode::Right && dice.blue.shows(1))
                    .then(|| reroll_in_game(&library, &values, &context, bargained, fight, dice))
                    .transpose()?;
                let class = context.class(&library.game);
                let menu = library.menus.menu(class, Permit::ALL, bargained);
                let nothing = library.menus.menu(class, Permit::NOTHING, bargained);
                let catalogue = library.menus.catalogue(&menu, bargained);
                facts.push(("roll".into(), words::roll(dice)));
                facts.push((
                    "event".into(),
                    event
                        .map_or("none that bears on the fight", Event::name)
                        .into(),
                ));
                facts.push(("objective".into(), self.objective.game_name().into()));
                asked.title = format!(
                    "{}: {}; {}",
                    asked.title,
                    words::situation(fight),
                    words::roll(dice)
                );
                Answered::Match(Box::new(Advised {
                    fight,
                    roll: dice,
                    options: Advised::ranked(&advice, |code| {
                        catalogue.action(&asked.rules, fight, dice, code)
                    }),
                    nothing: (nothing.options(fight, dice)[0], advice.do_nothing),
                    objective: self.objective,
                    horizon: "the rest of the game".into(),
                    again: again.map(|a| a.1),
                    class,
                    facts,
                }))
            }
            "event_shift" => {
                let die = self
                    .game
                    .die
                    .filter(|d| (1..=6).contains(d))
                    .ok_or_else(|| {
                        Error::usage(match self.game.die {
                            None => {
                                "--die: write what the event die shows, for example --die 3".into()
                            }
                            Some(n) => format!("--die {n}: the event die shows 1 to 6"),
                        })
                    })?;
                let drawn = place.drawn(&unsolved, row.0)?;
                let values = solved()?;
                let options = values.shift_options(round, drawn, health, die, glory, false, &Best);
                facts.push((
                    "event die".into(),
                    format!(
                        "{die} ({})",
                        library.game.events[usize::from(die) - 1].name()
                    ),
                ));
                let named = |(step, value): (i8, f64)| {
                    let face = (die as i8 + step) as u8;
                    let event = library.game.events[usize::from(face) - 1].name();
                    match step {
                        0 => (format!("let it stand: {event}"), value),
                        _ => (
                            format!(
                                "move it to {face} for {} glory: {event}",
                                asked.rules.shift_cost
                            ),
                            value,
                        ),
                    }
                };
                choice("the event die", options.iter().map(named).collect(), facts)
            }
            "heal" => {
                let context = place.context(&unsolved, Mode::Plain, row.0)?;
                let values = solved()?;
                let options = values.heal_options(&context, health, glory);
                let named = |(die, value): (Die, f64)| (format!("heal {}", die_name(die)), value);
                choice("event 5", options.iter().map(named).collect(), facts)
            }
            "gamble" => {
                if round == last {
                    return Err(Error::usage(format!(
                        "--round {round}: after the last round of {difficulty} no die is rolled again"
                    )));
                }
                let deck = place.after(&unsolved)?;
                let values = solved()?;
                let options = values.gamble_options(round, deck, health, glory);
                let named = |(die, value): (Option<Die>, f64)| match die {
                    None => ("keep both dice".into(), value),
                    Some(die) => (format!("roll {} again", die_name(die)), value),
                };
                choice("the gamble", options.iter().map(named).collect(), facts)
            }
            other => {
                return Err(Error::usage(format!(
                    "--decide {other}: match, event_shift, heal or gamble (a 1 under event 1 is part of match)"
                )));
            }
        };
        Ok((asked, answered))
    }

    /// The cards left in the deck, if they were named.
    fn deck(&self, data: &GauntletData) -> Result<Option<u8>> {
        let Some(text) = self.game.deck.as_deref() else {
            return Ok(None);
        };
        if text.trim() == "none" {
            return Ok(Some(0));
        }
        let mut deck = 0;
        for name in text.split(',').map(str::trim) {
            let side = data
                .enemy(name)
                .map_err(|e| Error::usage(format!("--deck {text}: {e}")))?;
            deck |= 1 << (side.card - 1);
        }
        Ok(Some(deck))
    }
}
