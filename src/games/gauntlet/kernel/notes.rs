//! What is told of games, and the experiment that tells it.

use super::*;

/// Nobody stops these.
static NEVER: AtomicBool = AtomicBool::new(false);

pub(super) struct Counting<'a> {
    pub(super) tally: &'a mut GameTally,
    pub(super) flows: bool,
}

impl Notes for Counting<'_> {
    #[inline]
    fn event(&mut self, round: u8, face: u8) {
        self.tally.events[(usize::from(round) - 1) * 6 + usize::from(face) - 1] += 1;
    }

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

pub(super) struct Valuing<'a> {
    pub(super) game: &'a Game,
    pub(super) value: Value,
    pub(super) out: &'a mut [i32],
}

impl Notes for Valuing<'_> {
    fn event(&mut self, _: u8, _: u8) {}

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

    fn block_size(&self) -> u32 {
        match self.player.mind() {
            Mind::Rollout(..) | Mind::Mcts(..) => 1,
            _ if self.quick => Self::BLOCK,
            _ => 64,
        }
    }

    fn domain(&self) -> &str {
        DOMAIN
    }

    fn empty(&self) -> GameTally {
        GameTally::new()
    }

    fn play(&self, block: &Block, tally: &mut GameTally) {
        self.play_unless(&NEVER, block, tally);
    }

    fn play_unless(&self, stop: &AtomicBool, block: &Block, tally: &mut GameTally) -> bool {
        let flows = LEDGER;
        self.games(block, stop, &mut Counting { tally, flows })
    }
}

impl<const LEDGER: bool> Valued for Games<LEDGER> {
    fn values(&self, block: &Block, out: &mut [i32]) {
        self.values_unless(&NEVER, block, out);
    }
}
