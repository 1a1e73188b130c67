//! Whole games by the million: the rules' own steps, with fights run through the table of decisions.
//!
//! A fight is a walk over numbers: a roll, a look-up, the next state. Everything between fights goes through
//! [`Game::advance`]; the same words give the same games as that function alone (a test replays them).

use super::choose::Rule;
use super::decisions::UNKNOWN;
use super::dice::{ROLLS, Roll};
use super::exact::conquest_index;
use super::ledger::{Ledger, LedgerBook, LedgerTable};
use super::policy::{Mind, Player};
use super::rules::exchange::{Bout, Permit};
use super::rules::game::{Code, Event, Game, Policy};
use super::rules::{Ability, BargainLimit, Class, Ties};
use super::state::{Die, FIGHTS, Fight, GLORY_MAX, GameState, Outcome, Phase};
use super::tally::GameTally;
use super::words::GameWords;
use crate::chance::{Chance, Lane, Stream};
use crate::playout::{Block, Experiment, Valued};
use std::cell::Cell;
use std::sync::{Arc, OnceLock};

/// Matches after which a game is cut off and counted apart.
pub const LONGEST: u32 = 10_000;

/// Stream domain: all policies meet the same games.
pub const DOMAIN: &str = "gauntlet";

/// The whole number that a game is compared by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// 1 for a conquest.
    Win,
    /// The score.
    Score,
}

/// Games of one policy, as an experiment. `LEDGER`: whether the flows of glory are counted.
#[derive(Debug)]
pub struct Games<const LEDGER: bool> {
    player: Arc<Player>,
    game: Arc<Game>,
    value: Value,
    /// By round: the roll at each position below the total weight.
    rolls: Vec<Vec<u16>>,
    ledgers: Vec<OnceLock<LedgerTable>>,
    book: LedgerBook,
    /// Whether fights can run through the table of decisions.
    quick: bool,
}

/// How a game went.
#[derive(Debug, Clone, Copy)]
pub struct Story {
    /// The final state.
    pub end: GameState,
    /// Matches fought.
    pub matches: u32,
    /// False when it was cut off.
    pub over: bool,
    /// Glory spent on shifts of the event die.
    pub shift_glory: u32,
    /// Glory of completed rounds.
    pub round_glory: u32,
    /// Glory of completed rounds lost at the cap.
    pub round_glory_lost: u32,
    /// Glory from event 2.
    pub event_glory: u32,
    /// Gambles taken.
    pub gambles: u32,
    /// The flows in matches, if they are counted.
    pub flows: Ledger,
}

/// Who is told of fights and games.
trait Notes {
    fn fight(&mut self, before: &GameState, matches: u32, after: &GameState);
    fn game(&mut self, j: u32, story: &Story);
}

/// A policy with an eye on what it decides.
struct Watch<'a> {
    player: &'a Player,
    shifts: Cell<u32>,
    gambled: Cell<bool>,
    decided: Cell<Option<(usize, Code)>>,
}

impl<'a> Watch<'a> {
    fn new(player: &'a Player) -> Self {
        Self {
            player,
            shifts: Cell::new(0),
            gambled: Cell::new(false),
            decided: Cell::new(None),
        }
    }
}

impl Policy for Watch<'_> {
    fn event_shift<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        die: u8,
        chance: &mut C,
    ) -> i8 {
        let step = self.player.event_shift(game, state, die, chance);
        self.shifts.set(self.shifts.get() + u32::from(step != 0));
        step
    }

    fn heal<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Die {
        self.player.heal(game, state, chance)
    }

    fn reroll_one<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> bool {
        self.player.reroll_one(game, state, roll, chance)
    }

    fn play_match<C: Chance>(
        &self,
        game: &Game,
        state: &GameState,
        roll: Roll,
        chance: &mut C,
    ) -> Code {
        let code = self.player.play_match(game, state, roll, chance);
        let layer = usize::from(state.bargained());
        self.decided.set(Some((
            (layer * FIGHTS + state.fight().index()) * ROLLS + roll.index(),
            code,
        )));
        code
    }

    fn gamble<C: Chance>(&self, game: &Game, state: &GameState, chance: &mut C) -> Option<Die> {
        let die = self.player.gamble(game, state, chance);
        self.gambled.set(die.is_some());
        die
    }
}

impl<const LEDGER: bool> Games<LEDGER> {
    /// Of a policy, compared by a value.
    pub fn new(player: Arc<Player>, value: Value) -> Self {
        let game = player.library().game.clone();
        let spelled = |round: u8| {
            let rolls = game.rolls(round);
            rolls
                .weighted()
                .flat_map(|(roll, w)| (0..w).map(move |_| roll.index() as u16))
                .collect()
        };
        let quick = player.is_plain()
            && game.rules.match_cap == 0
            && game.rules.bargain_limit != BargainLimit::Enemy;
        Self {
            value,
            rolls: (1..=game.last_round).map(spelled).collect(),
            ledgers: (0..Class::COUNT).map(|_| OnceLock::new()).collect(),
            book: LedgerBook::default(),
            quick,
            game,
            player,
        }
    }

    /// The policy.
    pub fn player(&self) -> &Arc<Player> {
        &self.player
    }

    /// A game before its first step.
    fn begin(&self) -> Story {
        Story {
            end: self.game.start(),
            matches: 0,
            over: true,
            shift_glory: 0,
            round_glory: 0,
            round_glory_lost: 0,
            event_glory: 0,
            gambles: 0,
            flows: Ledger::default(),
        }
    }

    /// Goes on to the next fight, or to the end of the game.
    fn to_next_fight(&self, story: &mut Story, words: &mut GameWords) {
        let game = &*self.game;
        let watch = Watch::new(&self.player);
        while !matches!(
            story.end.phase(),
            Phase::Match | Phase::Conquest | Phase::Death | Phase::Stalled
        ) {
            let (phase, glory) = (story.end.phase(), u32::from(story.end.glory()));
            watch.shifts.set(0);
            game.advance(&mut story.end, &watch, words);
            if phase == Phase::Event {
                let spent = watch.shifts.get() * u32::from(game.rules.shift_cost);
                story.shift_glory += spent;
                if game.event(&story.end) == Some(Event::MaxGlory) {
                    story.event_glory += u32::from(GLORY_MAX) - (glory - spent);
                }
            } else if phase == Phase::Gamble {
                story.gambles += u32::from(watch.gambled.get());
            }
        }
    }

    /// Plays one game from its words, by the rules' own steps.
    fn play_slowly(
        &self,
        words: &mut GameWords,
        known: &mut Vec<Ledger>,
        notes: &mut impl Notes,
    ) -> Story {
        let watch = Watch::new(&self.player);
        let mut story = self.begin();
        loop {
            self.to_next_fight(&mut story, words);
            if story.end.is_over() {
                return story;
            }
            let (before, matches) = (story.end, story.matches);
            story.over = self.slow_fight(&mut story, &watch, words, known);
            notes.fight(&before, story.matches - matches, &story.end);
            if !story.over {
                return story;
            }
        }
    }

    /// Plays the first `count` games of a block with fights by the table of decisions. A few games are played side by side, so that the
    /// look-ups of one do not wait for those of another; each has its own words, so none knows of the others.
    fn play_quickly(&self, block: &Block, notes: &mut impl Notes) {
        let mut stream = block.stream(DOMAIN, Lane::Main);
        let mut known = Vec::new();
        let mut next = 0;
        let mut lanes: [Game1; LANES] = std::array::from_fn(|_| Game1::idle(self));
        let mut live = 0;
        while live < LANES && self.seat(&mut lanes[live], &mut next, block, &mut stream, notes) {
            live += 1;
        }
        while live > 0 {
            for lane in &mut lanes[..live] {
                self.look(lane);
            }
            let mut at = 0;
            while at < live {
                let lane = &mut lanes[at];
                if self.step(lane, &mut known, notes)
                    || self.seat(lane, &mut next, block, &mut stream, notes)
                {
                    at += 1;
                } else {
                    live -= 1;
                    lanes.swap(at, live);
                }
            }
        }
    }

    /// Puts the next game that comes to a fight into a lane; false when there is none left.
    fn seat(
        &self,
        lane: &mut Game1,
        next: &mut u32,
        block: &Block,
        stream: &mut Stream,
        notes: &mut impl Notes,
    ) -> bool {
        while *next < block.count {
            *lane = Game1 {
                j: *next,
                story: self.begin(),
                words: GameWords::next(stream),
                ..*lane
            };
            *next += 1;
            self.to_next_fight(&mut lane.story, &mut lane.words);
            if !lane.story.end.is_over() {
                self.face(lane);
                return true;
            }
            notes.game(lane.j, &lane.story);
        }
        false
    }

    /// Makes a lane ready for a fight.
    fn face(&self, lane: &mut Game1) {
        lane.before = lane.story.end;
        lane.first = lane.story.matches;
        lane.class = self.game.class(&lane.story.end);
        lane.fight = lane.story.end.fight().index();
        self.player.table(lane.class);
    }

    /// The roll of a match, and a first look at what is decided for it.
    #[inline(always)]
    fn look(&self, lane: &mut Game1) {
        let rolls = &self.rolls[usize::from(lane.before.round()) - 1][..];
        let mut roll = usize::from(rolls[lane.words.dice.below(rolls.len() as u64) as usize]);
        if lane.story.end.right() {
            roll = self.maybe_reroll(&mut lane.story.end, lane.fight, roll, &mut lane.words);
        }
        lane.cell = lane.fight * ROLLS + roll;
        lane.code = self.player.table(lane.class).peek(lane.cell);
        if LEDGER {
            lane.ledger = self.ledger_table(lane.class).peek(lane.cell);
        }
    }

    /// A match of a lane whose roll has been looked up; false when the game is over.
    #[inline(always)]
    fn step(&self, lane: &mut Game1, known: &mut Vec<Ledger>, notes: &mut impl Notes) -> bool {
        lane.story.matches += 1;
        let mut code = Code(lane.code);
        if lane.code == UNKNOWN {
            code = self.decide(lane.class, lane.cell);
        }
        if LEDGER {
            if lane.ledger == 0 {
                self.note_flows(&mut lane.story, lane.class, lane.cell, code, known);
            } else {
                let number = lane.ledger as usize - 1;
                if number >= known.len() {
                    self.book.catch_up(known);
                }
                lane.story.flows.add_all(&known[number]);
            }
        }
        if usize::from(code.0) < Outcome::DOWN && lane.story.matches < LONGEST {
            lane.fight = usize::from(code.0);
            return true;
        }
        self.end_fight(lane, code, notes)
    }

    /// The end of a fight: on to the next, or to the end of the game, which gives false.
    fn end_fight(&self, lane: &mut Game1, code: Code, notes: &mut impl Notes) -> bool {
        let story = &mut lane.story;
        self.game.after_match(&mut story.end, code);
        story.over = !code.outcome().is_open();
        if story.over {
            self.note_round(story, code);
        }
        notes.fight(&lane.before, story.matches - lane.first, &story.end);
        if story.over {
            self.to_next_fight(story, &mut lane.words);
            if !story.end.is_over() {
                self.face(lane);
                return true;
            }
        }
        notes.game(lane.j, &lane.story);
        false
    }

    #[cold]
    fn decide(&self, class: Class, cell: usize) -> Code {
        let decide = || {
            let Mind::Plain(rule) = self.player.mind() else {
                return None;
            };
            rule.choose(
                &self.player.menus(class)[0],
                Fight::from_index(cell / ROLLS),
                Roll::from_index(cell % ROLLS),
            )
        };
        self.player
            .table(class)
            .at(cell, decide)
            .expect("decided by the table")
    }

    /// Event 1, as in [`Game::advance`].
    #[cold]
    fn maybe_reroll(
        &self,
        state: &mut GameState,
        fight: usize,
        roll: usize,
        words: &mut GameWords,
    ) -> usize {
        let seen = Roll::from_index(roll);
        let now = Fight::from_index(fight);
        state.set_health(now.health);
        state.set_glory(now.glory);
        state.set_enemy(now.enemy);
        if !self.game.may_reroll(state, seen)
            || !self.player.reroll_one(&self.game, state, seen, words)
        {
            return roll;
        }
        state.set_right(self.game.rules.right_per_match);
        Game::rerolled(seen, words.dice.below(6) as u8 + 1).index()
    }

    /// A fight by the rules' own step, for policies that leave something to chance or to values.
    fn slow_fight(
        &self,
        story: &mut Story,
        watch: &Watch<'_>,
        words: &mut GameWords,
        known: &mut Vec<Ledger>,
    ) -> bool {
        let class = self.game.class(&story.end);
        let row = story.end.row().len();
        while story.end.phase() == Phase::Match && story.end.row().len() == row {
            if story.matches == LONGEST {
                return false;
            }
            story.matches += 1;
            self.game.advance(&mut story.end, watch, words);
            let (cell, code) = watch.decided.take().expect("a match has been decided");
            if LEDGER {
                self.note_flows(story, class, cell, code, known);
            }
            self.note_round(story, code);
        }
        true
    }

    /// Glory of a completed round.
    #[inline]
    fn note_round(&self, story: &mut Story, code: Code) {
        if matches!(story.end.phase(), Phase::Gamble | Phase::Conquest) {
            let gained = u32::from(story.end.glory() - code.outcome().glory());
            let due = story.end.round() < self.game.last_round || self.game.rules.final_glory;
            story.round_glory += gained;
            story.round_glory_lost += if due {
                u32::from(self.game.rules.round_glory) - gained
            } else {
                0
            };
        }
    }

    fn ledger_table(&self, class: Class) -> &LedgerTable {
        self.ledgers[class.index()].get_or_init(|| LedgerTable::new(2 * FIGHTS * ROLLS))
    }

    fn note_flows(
        &self,
        story: &mut Story,
        class: Class,
        cell: usize,
        code: Code,
        known: &mut Vec<Ledger>,
    ) {
        // A random outcome is not the one that the cell is decided for: what is drawn is looked up afresh.
        let fixed =
            self.player.noise() == 0.0 && !matches!(self.player.mind(), Mind::Plain(Rule::Random));
        let find = || {
            let (fight, roll) = (
                Fight::from_index(cell / ROLLS % FIGHTS),
                Roll::from_index(cell % ROLLS),
            );
            let (rules, layer) = (&self.game.rules, cell / ROLLS / FIGHTS);
            let action = self.player.catalogues(class)[layer].action(rules, fight, roll, code);
            let bout = Bout {
                rules,
                class,
                permit: Permit::ALL,
                bargained: layer == 1,
            };
            action.map_or(Ledger::default(), |a| Ledger::of(&bout, fight, roll, &a))
        };
        if !(fixed && matches!(self.player.mind(), Mind::Plain(_))) {
            return story.flows.add_all(&find());
        }
        let table = self.ledger_table(class);
        let number = table.at(cell, &self.book, find);
        if number >= known.len() {
            self.book.catch_up(known);
        }
        story.flows.add_all(&known[number]);
    }

    /// Plays the first `count` games of a block.
    fn games(&self, block: &Block, notes: &mut impl Notes) {
        if self.quick {
            return self.play_quickly(block, notes);
        }
        let mut stream = block.stream(DOMAIN, Lane::Main);
        let mut known = Vec::new();
        for j in 0..block.count {
            let story = self.play_slowly(&mut GameWords::next(&mut stream), &mut known, notes);
            notes.game(j, &story);
        }
    }
}

/// Games played side by side.
const LANES: usize = 12;

/// A game being played.
#[derive(Debug, Clone, Copy)]
struct Game1 {
    /// Its number in the block.
    j: u32,
    story: Story,
    words: GameWords,
    /// The state before the fight, and the matches before it.
    before: GameState,
    first: u32,
    class: Class,
    /// Player and enemy, by number.
    fight: usize,
    /// The situation looked up, and what was found.
    cell: usize,
    code: u16,
    ledger: u32,
}

impl Game1 {
    fn idle<const LEDGER: bool>(games: &Games<LEDGER>) -> Self {
        let story = games.begin();
        Self {
            j: 0,
            before: story.end,
            story,
            words: GameWords::idle(),
            first: 0,
            class: Class::new(Ability::None, Ties::Nobody),
            fight: 0,
            cell: 0,
            code: UNKNOWN,
            ledger: 0,
        }
    }
}

/// The words of game `j` of a block, for replays.
pub fn words_of(block: &Block, j: u32) -> GameWords {
    let mut stream: Stream = block.stream(DOMAIN, Lane::Main);
    (0..j).for_each(|_| {
        stream.word();
    });
    GameWords::next(&mut stream)
}

struct Counting<'a> {
    tally: &'a mut GameTally,
    flows: bool,
}

impl Notes for Counting<'_> {
    #[inline]
    fn fight(&mut self, before: &GameState, matches: u32, after: &GameState) {
        let round = usize::from(before.round()) - 1;
        let at = round * 5 + usize::from(before.row().first());
        self.tally.met[at] += 1;
        self.tally.matches_against[at].add(matches);
        if after.phase() == Phase::Death {
            self.tally.killed_by[at] += 1;
            self.tally.killed_under[round * 6 + usize::from(before.event()) - 1] += 1;
        }
    }

    #[inline]
    fn game(&mut self, _: u32, story: &Story) {
        let t = &mut *self.tally;
        t.games += 1;
        t.matches.add(story.matches);
        let end = &story.end;
        let lost = (usize::from(end.round()) - 1) * 6 + usize::from(end.glory());
        match end.phase() {
            Phase::Conquest => t.conquest[conquest_index(end.health(), end.glory())] += 1,
            Phase::Death => t.death[lost] += 1,
            Phase::Stalled => t.stalled[lost] += 1,
            _ => t.cut_off += 1,
        }
        t.shift_glory.add(story.shift_glory);
        t.round_glory.add(story.round_glory);
        t.round_glory_lost.add(story.round_glory_lost);
        t.event_glory.add(story.event_glory);
        t.gambles.add(story.gambles);
        if self.flows {
            for (k, sums) in t.flows.iter_mut().enumerate() {
                sums.add(u32::from(story.flows.get(k)));
            }
        }
    }
}

struct Valuing<'a> {
    game: &'a Game,
    value: Value,
    out: &'a mut [i32],
}

impl Notes for Valuing<'_> {
    fn fight(&mut self, _: &GameState, _: u32, _: &GameState) {}

    fn game(&mut self, j: u32, story: &Story) {
        self.out[j as usize] = match self.value {
            Value::Win => i32::from(story.end.phase() == Phase::Conquest),
            Value::Score if story.over => i32::from(self.game.score(&story.end)),
            Value::Score => 0,
        };
    }
}

impl<const LEDGER: bool> Experiment for Games<LEDGER> {
    type Tally = GameTally;

    const BLOCK: u32 = 1024;

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> GameTally {
        GameTally::new()
    }

    fn play(&self, block: &Block, tally: &mut GameTally) {
        self.games(
            block,
            &mut Counting {
                tally,
                flows: LEDGER,
            },
        );
    }
}

impl<const LEDGER: bool> Valued for Games<LEDGER> {
    fn values(&self, block: &Block, out: &mut [i32]) {
        self.games(
            block,
            &mut Valuing {
                game: &self.game,
                value: self.value,
                out,
            },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::exact;
    use super::super::library::Library;
    use super::super::rules::Rules;
    use super::super::spec::PolicySpec;
    use super::*;
    use crate::playout::Tally;

    fn games<const L: bool>(policy: &str, last: u8, set: &[(&str, &str)]) -> Games<L> {
        let data = GauntletData::embedded().unwrap();
        let mut rules = Rules::rulebook();
        set.iter().for_each(|(k, v)| rules.set(k, v).unwrap());
        let library = Arc::new(Library::new(data.game(rules, last).unwrap()));
        Games::new(
            Arc::new(Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap()),
            Value::Win,
        )
    }

    fn block(index: u64, count: u32) -> Block {
        Block {
            seed: 7,
            index,
            first: index * 1024,
            count,
        }
    }

    #[test]
    fn the_kernel_plays_the_games_of_the_rules() {
        for (policy, set) in [
            ("greedy", vec![]),
            ("banker", vec![("event1_scope", "match")]),
            ("random", vec![]),
        ] {
            let games = games::<true>(policy, 3, &set);
            let mut stream = block(0, 50).stream(DOMAIN, Lane::Main);
            for j in 0..50 {
                let mut words = GameWords::next(&mut stream);
                let mut tally = GameTally::new();
                let mut notes = Counting {
                    tally: &mut tally,
                    flows: true,
                };
                let story = games.play_slowly(&mut words, &mut Vec::new(), &mut notes);
                let mut again = words_of(&block(0, 50), j);
                assert_eq!(
                    games.game.play(&*games.player, &mut again),
                    story.end,
                    "{policy} {j}"
                );
            }
        }
    }

    #[test]
    fn glory_is_conserved() {
        for policy in ["greedy", "banker", "random"] {
            let games = games::<true>(policy, 4, &[]);
            let mut tally = GameTally::new();
            games.play(&block(3, 400), &mut tally);
            assert!(tally.check(&games.empty(), 400).is_ok());
            let sum = |k: usize| tally.flows[k].sum as i64;
            let income =
                sum(2) + sum(3) + sum(4) + (tally.round_glory.sum + tally.event_glory.sum) as i64;
            let spent = sum(6) + sum(7) + sum(8) + sum(9) + sum(10) + tally.shift_glory.sum as i64;
            let left: i64 = (0..exact::conquest_index(super::super::state::Health::new(6, 6), 5)
                + 7)
                .map(|at| i64::from(exact::conquered(at).1) * tally.conquest[at] as i64)
                .chain((0..36).map(|at| (at % 6) as i64 * tally.death[at] as i64))
                .sum();
            assert_eq!(income - spent, left, "{policy}");
        }
    }

    #[test]
    fn fewer_games_of_a_block_are_its_first() {
        let games = games::<false>("greedy", 4, &[]);
        let (mut few, mut many) = (vec![0; 100], vec![0; 1000]);
        games.values(&block(5, 100), &mut few);
        games.values(&block(5, 1000), &mut many);
        assert_eq!(few[..], many[..100]);
    }

    /// Fixed seed; the chi-square bounds leave a chance below 1e-6 each for a right program to fail.
    #[test]
    fn sampled_games_follow_the_exact_distribution() {
        for (policy, last, bound) in [
            ("greedy", 4, 1e-6),
            ("hoarder", 2, 1e-6),
            ("random", 1, 1e-6),
            ("noisy:banker,0.1", 1, 1e-6),
        ] {
            let games = games::<false>(policy, last, &[]);
            let exact = exact::game(&games.player).unwrap();
            let mut tally = GameTally::new();
            let blocks = 40;
            (0..blocks).for_each(|b| games.play(&block(b, 1024), &mut tally));
            let n = (blocks * 1024) as f64;
            let (mut chi, mut cells) = (0.0, 0);
            let (mut rest_seen, mut rest_due) = (0.0, 0.0);
            for (seen, p) in tally.scores(last).iter().zip(exact.score_pmf()) {
                let (seen, due) = (*seen as f64, p * n);
                if due >= 5.0 {
                    chi += (seen - due).powi(2) / due;
                    cells += 1;
                } else {
                    rest_seen += seen;
                    rest_due += due;
                }
            }
            if rest_due > 1.0 {
                chi += (rest_seen - rest_due).powi(2) / rest_due;
                cells += 1;
            }
            // Wilson and Hilferty (1931): the quantile at 1 - 1e-6 (4.7534 standard deviations).
            let df = f64::from(cells - 1);
            let limit = df * (1.0 - 2.0 / (9.0 * df) + 4.7534 * (2.0 / (9.0 * df)).sqrt()).powi(3);
            assert!(
                chi < limit,
                "{policy}: chi-square {chi} with {df} degrees of freedom, bound {limit} ({bound})"
            );
            let matches = tally.matches.moments(tally.games);
            let off = (matches.mean().unwrap() - exact.matches).abs();
            let sd = (tally.matches.squares as f64 / n - matches.mean().unwrap().powi(2)).sqrt();
            assert!(off < 5.0 * sd / n.sqrt(), "{policy}: matches off by {off}");
        }
    }
}
