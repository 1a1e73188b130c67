//! What every situation of a game is worth, under optimal play or under a policy: 972 values a fight (and layer of the bargain).
//!
//! `solve` fills the table backward; policies and reports read it. Between fights the worth of a situation follows from
//! the fights: [`Values::entry`], [`Values::event`], [`Values::before_round`], [`Values::after_round`].

use super::between::Few;
pub use super::between::{Best, Between, Shift};
use super::contexts::{Context, Contexts, Drawn, Mode, draws, one_more};
use super::rules::game::{Code, Event, Game, score};
use super::rules::{BargainLimit, EventShift};
use super::spec::Objective;
use super::state::{
    Die, FIGHTS, Fight, GLORY_MAX, Health, Outcome, PLAYERS, Result as Landed, player_from_index,
    player_index,
};
use std::sync::Arc;

/// A table of values.
#[derive(Debug, Clone)]
pub struct Values {
    /// The game it belongs to.
    pub game: Arc<Game>,
    /// What is valued.
    pub objective: Objective,
    /// The fights.
    pub contexts: Arc<Contexts>,
    /// Layers of the bargain: 1, or 2 under `bargain_limit=enemy`.
    pub layers: usize,
    /// Values of open fights: `[(context * layers + layer) * 972 + fight]`; not a number where not yet solved.
    pub open: Vec<f64>,
    /// Before the draw of a round, by round and deck: 162 values; empty where not yet known.
    before: Vec<Vec<f64>>,
    /// After a round, before the gamble, likewise.
    after: Vec<Vec<f64>>,
}

fn slot(round: u8, deck: u8) -> usize {
    usize::from(round - 1) * 32 + usize::from(deck)
}

impl Values {
    /// A table without values.
    pub fn unsolved(game: Arc<Game>, objective: Objective) -> Self {
        let contexts = Arc::new(Contexts::new(&game));
        let layers = if game.rules.bargain_limit == BargainLimit::Enemy {
            2
        } else {
            1
        };
        let open = vec![f64::NAN; contexts.list.len() * layers * FIGHTS];
        let tables = || vec![Vec::new(); 6 * 32];
        Self {
            game,
            objective,
            contexts,
            layers,
            open,
            before: tables(),
            after: tables(),
        }
    }

    /// The largest value there is.
    pub fn scale(&self) -> f64 {
        match self.objective {
            Objective::Win => 1.0,
            Objective::Score => f64::from(self.game.highest_score()),
        }
    }

    /// Values of solved fights are whole numbers of this part of 1: files hold them without loss, so an answer is the same whether a game was
    /// solved just now or read. 2^-44 for chances, 2^-38 for points: less than the solver's own error.
    pub fn unit(&self) -> f64 {
        match self.objective {
            Objective::Win => (1u64 << 44) as f64,
            Objective::Score => (1u64 << 38) as f64,
        }
    }

    /// Whether a fight is solved.
    pub fn is_solved(&self, number: usize) -> bool {
        !self.open[number * self.layers * FIGHTS].is_nan()
    }

    /// How many fights are solved.
    pub fn solved(&self) -> usize {
        (0..self.contexts.list.len())
            .filter(|&n| self.is_solved(n))
            .count()
    }

    /// The values of a fight, layer by layer.
    pub fn fight(&self, number: usize) -> &[f64] {
        &self.open[number * self.layers * FIGHTS..(number + 1) * self.layers * FIGHTS]
    }

    /// Puts in the values of a fight, by code, rounded to [`Values::unit`].
    pub fn put(&mut self, number: usize, by_code: &[f64]) {
        let unit = self.unit();
        for layer in 0..self.layers {
            let at = (number * self.layers + layer) * FIGHTS;
            let solved = &by_code[layer * Outcome::COUNT..][..FIGHTS];
            for (value, solved) in self.open[at..at + FIGHTS].iter_mut().zip(solved) {
                *value = (solved * unit).round() / unit;
            }
        }
    }

    /// Puts in the values of the open fights of a context, layer by layer; more are left out.
    pub fn put_open(&mut self, number: usize, open: &[f64]) {
        let n = self.layers * FIGHTS;
        self.open[number * n..(number + 1) * n].copy_from_slice(&open[..n]);
    }

    /// Worth of a game lost or stalled in a round with this glory.
    pub fn lost(&self, round: u8, glory: u8) -> f64 {
        match self.objective {
            Objective::Win => 0.0,
            Objective::Score => f64::from(score(Health::GONE, glory, round - 1)),
        }
    }

    /// Worth of a conquest, with the glory before that of the last round.
    fn conquest(&self, health: Health, glory: u8) -> f64 {
        match self.objective {
            Objective::Win => 1.0,
            Objective::Score => {
                let last = self.game.last_round;
                f64::from(score(health, self.game.round_glory(last, glory), last))
            }
        }
    }

    /// Worth of meeting the first enemy of a context.
    pub fn entry(&self, context: &Context, health: Health, glory: u8) -> f64 {
        let enemy = self.game.entry(context.round, context.row.first(), glory);
        self.fight(self.contexts.number(context))[Fight {
            health,
            glory,
            enemy,
        }
        .index()]
    }

    /// Worth of a finished combat: after the last enemy of a row is down, before the glory of the round.
    pub fn after_round(&self, round: u8, deck: u8, health: Health, glory: u8) -> f64 {
        if round == self.game.last_round {
            return self.conquest(health, glory);
        }
        let glory = self.game.round_glory(round, glory);
        self.after[slot(round, deck)][player_index(health, glory)]
    }

    /// Worth before the draw of a round.
    pub fn before_round(&self, round: u8, deck: u8, health: Health, glory: u8) -> f64 {
        self.before[slot(round, deck)][player_index(health, glory)]
    }

    /// Worth of the whole game.
    pub fn whole(&self) -> f64 {
        let start = self.game.start();
        self.before_round(1, start.deck(), start.health(), start.glory())
    }

    /// Value of each end of a fight, from [`Outcome::DOWN`] on.
    pub fn ends(&self, context: &Context) -> Vec<f64> {
        let last = context.round == self.game.last_round && context.row.len() == 1;
        (Outcome::DOWN..Outcome::COUNT)
            .map(|code| match Outcome(code as u16).result() {
                Landed::EnemyDown(health, glory) => self.down(context, health, glory),
                Landed::BothFell(glory) if last => self.conquest(Health::GONE, glory),
                Landed::Dead(glory) | Landed::BothFell(glory) => self.lost(context.round, glory),
                Landed::FightOn(_) => unreachable!("an end"),
            })
            .collect()
    }

    fn down(&self, context: &Context, health: Health, glory: u8) -> f64 {
        match context.next() {
            Some(next) => self.entry(&next, health, glory),
            None => self.after_round(context.round, context.deck, health, glory),
        }
    }

    /// Value of a code in a context.
    pub fn code(&self, context: &Context, number: usize, code: Code) -> f64 {
        match code.outcome().result() {
            Landed::FightOn(fight) => {
                let layer = usize::from(code.bargained()).min(self.layers - 1);
                self.fight(number)[layer * FIGHTS + fight.index()]
            }
            Landed::EnemyDown(health, glory) => self.down(context, health, glory),
            Landed::BothFell(glory)
                if context.round == self.game.last_round && context.row.len() == 1 =>
            {
                self.conquest(Health::GONE, glory)
            }
            Landed::Dead(glory) | Landed::BothFell(glory) => self.lost(context.round, glory),
        }
    }

    /// Values of all codes in a context.
    pub fn codes(&self, context: &Context) -> Vec<f64> {
        let (fight, ends) = (
            self.fight(self.contexts.number(context)),
            self.ends(context),
        );
        let mut value = Vec::with_capacity(Code::COUNT);
        for layer in 0..2usize {
            let layer = layer.min(self.layers - 1);
            value.extend_from_slice(&fight[layer * FIGHTS..(layer + 1) * FIGHTS]);
            value.extend_from_slice(&ends);
        }
        value
    }

    /// Worth of an event in force, with the row that was drawn: fights under it, its heal or its extra card included.
    pub fn event(
        &self,
        round: u8,
        event: Event,
        drawn: Drawn,
        health: Health,
        glory: u8,
        between: &dyn Between,
    ) -> f64 {
        let context = |drawn: Drawn| Context {
            round,
            mode: Mode::of(event),
            deck: Context::deck_of(&self.game, round, drawn.deck),
            row: drawn.row,
        };
        match event {
            Event::MaxGlory => self.entry(&context(drawn), health, GLORY_MAX),
            Event::ExtraEnemy => one_more(&self.game, drawn)
                .map(|(d, p)| p * self.entry(&context(d), health, glory))
                .sum(),
            Event::Heal => {
                let context = context(drawn);
                let options = self.heal_options(&context, health, glory);
                between.heal(&context, health, glory, &options)
            }
            Event::RerollOne | Event::PlayerWinsTies | Event::EnemyWinsTies | Event::Nothing => {
                self.entry(&context(drawn), health, glory)
            }
        }
    }

    /// The dice that event 5 may heal, with what each is worth before this context.
    pub fn heal_options(&self, context: &Context, health: Health, glory: u8) -> Few<Die> {
        health
            .remaining()
            .map(|die| (die, self.entry(context, Game::healed(health, die), glory)))
            .collect()
    }

    /// Worth of each face of the event die by what comes of it, and then of the roll: faces with a decision on them.
    fn die(
        &self,
        round: u8,
        drawn: Drawn,
        health: Health,
        glory: u8,
        between: &dyn Between,
    ) -> f64 {
        (1..=6)
            .map(|die| self.shifted(round, drawn, health, die, glory, false, between))
            .sum::<f64>()
            / 6.0
    }

    /// Worth of an event die that may still be moved.
    #[expect(
        clippy::too_many_arguments,
        reason = "what lies on the table when the die is decided on"
    )]
    pub fn shifted(
        &self,
        round: u8,
        drawn: Drawn,
        health: Health,
        die: u8,
        glory: u8,
        moved: bool,
        between: &dyn Between,
    ) -> f64 {
        let options = self.shift_options(round, drawn, health, die, glory, moved, between);
        if options.len() == 1 {
            options.best(0.0).1
        } else {
            let at = Shift {
                round,
                drawn,
                health,
                die,
                glory,
                moved,
            };
            between.shift(&self.game, &at, &options)
        }
    }

    /// The legal steps of the event die with what each is worth, standing still first.
    #[expect(
        clippy::too_many_arguments,
        reason = "what lies on the table when the die is decided on"
    )]
    pub fn shift_options(
        &self,
        round: u8,
        drawn: Drawn,
        health: Health,
        die: u8,
        glory: u8,
        moved: bool,
        between: &dyn Between,
    ) -> Few<i8> {
        let many = self.game.rules.event_shift == EventShift::Many;
        self.game
            .shifts(die, glory, moved)
            .map(|step| {
                let face = (die as i8 + step) as u8;
                let event = self.game.events[usize::from(face) - 1];
                let value = match step {
                    0 => self.event(round, event, drawn, health, glory, between),
                    _ if many && self.game.rules.shift_cost > 0 => self.shifted(
                        round,
                        drawn,
                        health,
                        face,
                        glory - self.game.rules.shift_cost,
                        true,
                        between,
                    ),
                    _ => self.event(
                        round,
                        event,
                        drawn,
                        health,
                        glory - self.game.rules.shift_cost,
                        between,
                    ),
                };
                (step, value)
            })
            .collect()
    }

    /// The choices of the gamble after a round with what each is worth, with the glory of the round.
    pub fn gamble_options(
        &self,
        round: u8,
        deck: u8,
        health: Health,
        glory: u8,
    ) -> Few<Option<Die>> {
        let stay = self.before_round(round + 1, deck, health, glory);
        std::iter::once((None, stay))
            .chain(health.remaining().map(|die| {
                let sum: f64 = (1..=6)
                    .map(|v| self.before_round(round + 1, deck, health.with(die, v), glory))
                    .sum();
                (Some(die), sum / 6.0)
            }))
            .collect()
    }

    /// Works out what follows a round; its fights may then be solved. Nothing to do in the last round.
    pub fn close_round(&mut self, round: u8, between: &dyn Between) {
        if round == self.game.last_round {
            return;
        }
        for &deck in &self.contexts.decks[usize::from(round)].clone() {
            let table = (0..PLAYERS)
                .map(|player| {
                    let (health, glory) = player_from_index(player);
                    let options = self.gamble_options(round, deck, health, glory);
                    between.gamble((round, deck), health, glory, &options)
                })
                .collect();
            self.after[slot(round, deck)] = table;
        }
    }

    /// Works out the worth before the draw of a round whose fights are solved.
    pub fn open_round(&mut self, round: u8, between: &dyn Between) {
        for &deck in &self.contexts.decks[usize::from(round) - 1].clone() {
            let drawn = draws(&self.game, deck, self.game.round(round).cards);
            let table = (0..PLAYERS)
                .map(|player| {
                    let (health, glory) = player_from_index(player);
                    drawn
                        .iter()
                        .map(|&(d, p)| p * self.die(round, d, health, glory, between))
                        .sum()
                })
                .collect();
            self.before[slot(round, deck)] = table;
        }
    }
}
