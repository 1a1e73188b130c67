//! `gsim gauntlet-advise`: what to do with these dice.

use super::advise_game::{Answered, GameArgs, InGame};
use super::bout::{BoutArgs, ObjectiveArgs, roll};
use super::setting::{CacheArgs, Setting, exact_only, prompt, settle};
use crate::cli::answer::{self, CommandLine};
use crate::cli::shared::Shared;
use crate::error::{Error, Result};
use crate::games::gauntlet::action::Action;
use crate::games::gauntlet::advise::{Advice, RowValues, by_code};
use crate::games::gauntlet::menu::Menus;
use crate::games::gauntlet::rules::Class;
use crate::games::gauntlet::rules::exchange::{Bout, Permit};
use crate::games::gauntlet::rules::game::Game;
use crate::games::gauntlet::state::Fight;
use crate::report::{Findings, Table};
use crate::study::gauntlet::advise::{Advised, findings};
use crate::study::gauntlet::{Asked, choice, explain, words};
use clap::Args;

/// The question's name.
pub const NAME: &str = "gauntlet-advise";

/// The best move for a situation at the table, with the value of every alternative.
#[derive(Args, Debug, Clone, Default)]
#[command(
    after_help = "Answers over the enemies listed (exact, some seconds); what comes after them does not count. With --round the whole rest of a game
counts, and decisions on the event die, event 5 and the gamble are answered too; that wants the solved game.

Examples:
  gsim gauntlet-advise --health 5,2 --glory 3 --enemy mvrmillo:3 --roll b3,b4,r1,r5
  gsim gauntlet-advise --health 4,4 --enemy 4:regen,3 --roll b1,b2,r5,r6 --objective points
  gsim gauntlet-advise --health 2,5 --glory 1 --enemy 4 --roll b1,b4,r3,r6 --event reroll_one --set bargain=off
  gsim gauntlet-advise --round 2 --difficulty easy --health 3,5 --glory 2 --enemy mvrmillo:3,thraex --roll b1,b4,r3,r6
  gsim gauntlet-advise --round 2 --difficulty easy --health 3,5 --glory 2 --enemy mvrmillo,thraex --die 3
  gsim gauntlet-advise --round 1 --difficulty easy --health 1,5 --decide gamble --deck eqves,cestvs,provocator"
)]
pub struct GauntletAdvise {
    #[command(flatten)]
    bout: BoutArgs,

    /// The dice as they lie, after the enemy's re-rolls: two blue, two red: b3,b4,r1,r5
    #[arg(
        long,
        value_name = "DICE",
        allow_hyphen_values = true,
        help_heading = "Situation"
    )]
    roll: Option<String>,

    #[command(flatten)]
    game: GameArgs,

    #[command(flatten)]
    objective: ObjectiveArgs,

    #[command(flatten)]
    cache: CacheArgs,

    /// Flags that every question has.
    #[command(flatten)]
    shared: Shared,
}

impl GauntletAdvise {
    /// Answers the question.
    pub fn run(&self) -> Result<u8> {
        exact_only(&self.shared, NAME)?;
        settle(
            answer::exact(&self.shared, || prompt(|| self.find())),
            &self.shared,
        )
    }

    fn find(&self) -> Result<Findings> {
        let (asked, answered) = self.resolve()?;
        Ok(match answered {
            Answered::Match(advised) => findings(&asked, &advised),
            Answered::Choice(choice) => choice::findings(&asked, &choice),
        })
    }

    /// The best move and doing nothing, worked out.
    ///
    /// # Errors
    /// As the question.
    pub fn explain(&self) -> Result<String> {
        let (asked, answered) = self.resolve()?;
        let Answered::Match(advised) = answered else {
            return Err(Error::usage(
                "--decide: only a match is explained; ask gauntlet-advise itself",
            ));
        };
        let bout = Bout {
            rules: &asked.rules,
            class: advised.class,
            permit: Permit::ALL,
            bargained: self.game.bargained,
        };
        let best = &advised.options[0];
        Ok(format!(
            "{}\n\nThe best move\n{}\nDoing nothing\n{}",
            asked.title,
            explain::exchange(&bout, advised.fight, advised.roll, &best.2),
            explain::exchange(&bout, advised.fight, advised.roll, &Action::default())
        ))
    }

    fn resolve(&self) -> Result<(Asked, Answered)> {
        let setting = Setting::new(&self.shared, &self.cache)?;
        let objective = self.objective.resolve()?;
        if self.game.is_asked()? {
            let question = InGame {
                bout: &self.bout,
                game: &self.game,
                roll: self.roll.as_deref(),
                objective,
                shared: &self.shared,
            };
            return question.answer(&setting, NAME);
        }
        let row = self.bout.within(&setting)?;
        let dice = roll(self.roll.as_deref().ok_or_else(|| {
            Error::usage("--roll: write the dice as they lie, for example --roll b3,b4,r1,r5")
        })?)?;
        let (health, glory) = row.bouts.start;
        let fight = Fight {
            health,
            glory,
            enemy: row.first,
        };
        let mut line = CommandLine::new(NAME);
        self.bout.canonical(&mut line);
        line.flag("--roll", &words::roll_flag(dice));
        line.flag("--objective", objective.fight_name());
        let title = format!(
            "What now? {}; {}",
            words::situation(fight),
            words::roll(dice)
        );
        let mut asked = setting.asked(NAME, title, &mut line, &self.shared, 6)?;
        super::setting::only_named(&mut asked, &self.bout.enemy);
        if asked.rules.match_cap > 0 {
            return Err(Error::usage(
                "--set match_cap: under a cap on matches the best move depends on the matches left; leave it out",
            ));
        }
        let menus = Menus::new(&asked.rules);
        let solved = RowValues::new(&menus, &row.bouts, objective);
        let class = Class::new(
            asked.rules.ability(row.bouts.enemies[0].ability),
            row.bouts.ties,
        );
        let menu = menus.menu(class, Permit::ALL, false);
        let nothing = menus.menu(class, Permit::NOTHING, false);
        let [unused, used] = &solved.enemies[0];
        let advice = Advice::new(&menu, &nothing, fight, dice, by_code(unused));
        let catalogue = menus.catalogue(&menu, false);
        let again = (row.bouts.right && dice.blue.shows(1)).then(|| {
            let later = if asked.rules.right_per_match {
                unused
            } else {
                used
            };
            let best = |face| {
                Advice::new(
                    &menu,
                    &nothing,
                    fight,
                    Game::rerolled(dice, face),
                    by_code(later),
                )
                .value()
            };
            (1..=6).map(best).sum::<f64>() / 6.0
        });
        let enemies = row.names.len();
        let advised = Advised {
            fight,
            roll: dice,
            options: Advised::ranked(&advice, |code| {
                catalogue.action(&asked.rules, fight, dice, code)
            }),
            nothing: (nothing.options(fight, dice)[0], advice.do_nothing),
            objective,
            horizon: if enemies == 1 {
                "this fight".into()
            } else {
                format!("the {enemies} enemies left")
            },
            again,
            class,
            facts: vec![
                (
                    "player".into(),
                    format!("health {} and {}, glory {glory}", health.low, health.high),
                ),
                ("enemies".into(), row.names.join(", ")),
                ("roll".into(), words::roll(dice)),
                (
                    "ties".into(),
                    format!(
                        "won by {}",
                        match row.bouts.ties.name() {
                            "none" => "nobody",
                            who => who,
                        }
                    ),
                ),
                ("objective".into(), objective.fight_name().into()),
            ],
        };
        Ok((asked, Answered::Match(Box::new(advised))))
    }
}

/// The tables of an answer, for their columns.
pub fn tables() -> Result<Vec<Table>> {
    let shared = Shared {
        set: vec![("bargain".into(), "off".into())],
        ..Shared::silent()
    };
    let question = GauntletAdvise {
        roll: Some("b1,b4,r3,r6".into()),
        shared,
        ..GauntletAdvise::default()
    };
    let mut tables = question.find()?.tables;
    tables.push(choice::shape());
    Ok(tables)
}
