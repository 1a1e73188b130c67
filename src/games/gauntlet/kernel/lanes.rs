//! Games side by side, with fights by the table of decisions.

use super::*;

/// Games played side by side.
const LANES: usize = 12;

/// A game being played.
#[derive(Debug, Clone, Copy)]
struct Game1<'a> {
    /// Its number in the block.
    j: u32,
    story: Story,
    words: GameWords,
    /// The state before the fight, and the matches before it.
    before: GameState,
    first: u32,
    class: Class,
    /// The round's rolls, and the tables of the class.
    rolls: &'a [u16],
    table: &'a DecisionTable,
    ledger: Option<&'a LedgerTable>,
    /// Player and enemy, by number.
    fight: usize,
    /// The situation looked up, and what was found: a code, or a code with its ledger.
    cell: usize,
    seen: u32,
}

impl<'a> Game1<'a> {
    fn idle<const LEDGER: bool>(games: &'a Games<LEDGER>) -> Self {
        let story = games.begin();
        let class = Class::new(Ability::None, Ties::Nobody);
        Self {
            j: 0,
            before: story.end,
            story,
            words: GameWords::idle(),
            first: 0,
            class,
            rolls: &games.rolls[0],
            table: games.player.table(class),
            ledger: LEDGER.then(|| games.player.desk().ledger(class)),
            fight: 0,
            cell: 0,
            seen: 0,
        }
    }
}

impl<const LEDGER: bool> Games<LEDGER> {
    /// Plays the first `count` games of a block with fights by the table of decisions. A few games are played side by side, so that the
    /// look-ups of one do not wait for those of another; each has its own words, so none knows of the others.
    pub(super) fn play_quickly(&self, block: &Block, notes: &mut impl Notes) {
        let mut stream = stream_of(block);
        let mut known = Vec::new();
        let mut next = 0;
        let mut lanes: [Game1<'_>; LANES] = std::array::from_fn(|_| Game1::idle(self));
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
    fn seat<'a>(
        &'a self,
        lane: &mut Game1<'a>,
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
            self.to_next_fight(&mut lane.story, &mut lane.words, notes);
            if !lane.story.end.is_over() {
                self.face(lane);
                return true;
            }
            notes.game(lane.j, &lane.story);
        }
        false
    }

    /// Makes a lane ready for a fight.
    fn face<'a>(&'a self, lane: &mut Game1<'a>) {
        lane.before = lane.story.end;
        lane.first = lane.story.matches;
        lane.class = self.game.class(&lane.story.end);
        lane.fight = lane.story.end.fight().index();
        lane.rolls = &self.rolls[usize::from(lane.before.round()) - 1];
        lane.table = self.player.table(lane.class);
        if LEDGER {
            lane.ledger = Some(self.player.desk().ledger(lane.class));
        }
    }

    /// The roll of a match, and a first look at what is decided for it.
    #[inline(always)]
    fn look(&self, lane: &mut Game1<'_>) {
        let at = lane.words.dice.below(lane.rolls.len() as u64) as usize;
        let mut roll = usize::from(lane.rolls[at]);
        if lane.story.end.right() {
            roll = self.maybe_reroll(&mut lane.story.end, lane.fight, roll, &mut lane.words);
        }
        lane.cell = lane.fight * ROLLS + roll;
        lane.seen = match lane.ledger {
            Some(ledger) => ledger.peek(lane.cell),
            None => lane.table.peek(lane.cell).into(),
        };
    }

    /// A match of a lane whose roll has been looked up; false when the game is over.
    #[inline(always)]
    fn step<'a>(
        &'a self,
        lane: &mut Game1<'a>,
        known: &mut Vec<Ledger>,
        notes: &mut impl Notes,
    ) -> bool {
        lane.story.matches += 1;
        let code = if LEDGER {
            match LedgerTable::read(lane.seen) {
                Some((code, number)) => {
                    self.add_flows(&mut lane.story, number, known);
                    code
                }
                None => {
                    let code = self.decide(lane.class, lane.cell);
                    self.note_flows(&mut lane.story, lane.class, lane.cell, code, known);
                    code
                }
            }
        } else if lane.seen == u32::from(UNKNOWN) {
            self.decide(lane.class, lane.cell)
        } else {
            Code(lane.seen as u16)
        };
        if usize::from(code.0) < Outcome::DOWN && lane.story.matches < LONGEST {
            lane.fight = usize::from(code.0);
            return true;
        }
        self.end_fight(lane, code, notes)
    }

    /// The end of a fight: on to the next, or to the end of the game, which gives false.
    fn end_fight<'a>(&'a self, lane: &mut Game1<'a>, code: Code, notes: &mut impl Notes) -> bool {
        let story = &mut lane.story;
        self.game.after_match(&mut story.end, code);
        story.over = !code.outcome().is_open();
        if story.over {
            self.note_round(story, code);
        }
        notes.fight(&lane.before, story.matches - lane.first, &story.end);
        if story.over {
            self.to_next_fight(story, &mut lane.words, notes);
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
}
