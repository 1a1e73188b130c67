//! Games as resolved questions: two gladiators without a map, or up to four in the arena; the experiments that play them.

use super::board::Board;
use super::draws::Even;
pub use super::end::end_of;
use super::game::Game;
use super::market::{Deal, Market};
use super::numbers::Rules;
use super::policy::{Brain, most_in_block};
use super::rules::Play;
use super::sheet::Sheet;
use super::state::{Arena, BeastKind, Duel};
use super::tally::{End, Log, Tally};
use super::watch::Watch;
use crate::chance::Chance;
use crate::error::{Error, Result};
use crate::playout::{Block, Experiment};
use std::sync::atomic::AtomicBool;

/// Who starts on top of the stack of discs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum First {
    /// This side.
    Side(u8),
    /// Every side in turn, playout by playout: side `playout mod seats`.
    Alternate,
}

impl First {
    /// The stack of discs from the top of playout `j`.
    #[inline]
    pub fn order(self, j: u64, seats: u8) -> [u8; 4] {
        let first = match self {
            Self::Side(s) => s % seats,
            Self::Alternate => (j % u64::from(seats)) as u8,
        };
        let mut order = [0, 1, 2, 3];
        for (i, slot) in order.iter_mut().enumerate().take(seats.into()) {
            *slot = (first + i as u8) % seats;
        }
        order
    }
}

/// A duel: two gladiators, their policies, who starts.
#[derive(Debug, Clone)]
pub struct DuelQuestion {
    /// Rules and sheets.
    pub game: Game<'static>,
    /// Policies.
    pub brains: [Brain; 2],
    /// Who starts.
    pub first: First,
}

/// Stream domain: all duels with the same seed share their random numbers.
pub const DUEL_DOMAIN: &str = "gladiatori-duel";
/// Stream domain of games in the arena.
pub const ARENA_DOMAIN: &str = "gladiatori-arena";

impl DuelQuestion {
    /// A duel.
    ///
    /// # Errors
    /// Two equal gladiators where the reading forbids them (A55).
    pub fn new(rules: Rules, sheets: [Sheet; 2], brains: [Brain; 2], first: First) -> Result<Self> {
        if rules.r.distinct && sheets[0] == sheets[1] {
            return Err(Error::usage(
                "mirror_match=distinct: two players may not use the same gladiator",
            ));
        }
        Ok(Self {
            game: Game::duel(rules, sheets[0], sheets[1]),
            brains,
            first,
        })
    }

    /// True if nothing in it can vary: both policies are deterministic and there is no chance element (spec 12).
    pub fn deterministic(&self) -> bool {
        use super::decision::Policy;
        self.brains.iter().all(Policy::deterministic)
    }

    /// The start of playout `j`.
    #[inline]
    pub fn start(&self, j: u64) -> Duel {
        self.game.start(&self.first.order(j, 2)[..2])
    }

    /// Plays playout `j` with a source of chance and a listener.
    pub fn play_one<C: Chance, W: Watch>(&self, j: u64, chance: &mut C, watch: &mut W) -> Duel {
        let mut st = self.start(j);
        self.game.play(
            &mut st,
            &mut Play::new(&[&self.brains[0], &self.brains[1]], chance, watch),
        );
        st
    }

    /// Replays playout `j` of a run to a listener.
    pub fn replay<W: Watch>(&self, seed: u64, j: u64, watch: &mut W) -> Duel {
        let size = u64::from(self.block_size());
        let mut chance = Even::new(seed, DUEL_DOMAIN, j / size);
        for earlier in j / size * size..j {
            self.play_one(earlier, &mut chance, &mut super::watch::Deaf);
        }
        self.play_one(j, &mut chance, watch)
    }

    /// Plays the first `count` games of a block; false if it was given up half-way.
    fn games(&self, stop: Option<&AtomicBool>, block: &Block, tally: &mut Tally) -> bool {
        let mut chance = Even::new(block.seed, DUEL_DOMAIN, block.index).until(stop);
        let plain = self.brains[0]
            .plain()
            .zip(self.brains[1].plain())
            .filter(|_| self.game.plain());
        let bare = self.brains.map(Brain::bare);
        let bare = self.game.bare().then_some(&bare);
        for j in block.first..block.first + u64::from(block.count) {
            let mut log = Log::default();
            let st = match (&plain, bare) {
                (Some((a, b)), _) => {
                    let mut st = self.start(j);
                    self.game
                        .play(&mut st, &mut Play::plain(&[a, b], &mut chance, &mut log));
                    st
                }
                (None, Some([a, b])) => {
                    let mut st = self.start(j);
                    self.game
                        .play(&mut st, &mut Play::plain(&[a, b], &mut chance, &mut log));
                    st
                }
                (None, None) => self.play_one(j, &mut chance, &mut log),
            };
            if chance.is_stopped() {
                return false;
            }
            tally.add(
                &end_of(&self.game, &st),
                &log,
                self.game.rules.n.permanent_death_at,
                self.first.order(j, 2)[0],
            );
        }
        true
    }
}

impl Experiment for DuelQuestion {
    type Tally = Tally;
    const BLOCK: u32 = 512;

    fn block_size(&self) -> u32 {
        most_in_block(&self.brains).unwrap_or(Self::BLOCK)
    }

    fn domain(&self) -> &str {
        DUEL_DOMAIN
    }

    fn empty(&self) -> Tally {
        Tally::new(2)
    }

    fn play(&self, block: &Block, tally: &mut Tally) {
        self.games(None, block, tally);
    }

    fn play_unless(&self, stop: &AtomicBool, block: &Block, tally: &mut Tally) -> bool {
        self.games(most_in_block(&self.brains).map(|_| stop), block, tally)
    }
}

/// A game in the arena: one to four gladiators in teams, beasts to come.
#[derive(Debug, Clone)]
pub struct ArenaQuestion {
    /// The rules.
    pub rules: Rules,
    /// Sheets by seat, with their teams.
    pub sheets: Vec<Sheet>,
    /// Policies by seat.
    pub brains: Vec<Brain>,
    /// The map.
    pub board: Board,
    /// Beasts: turn and kind.
    pub beasts: Vec<(u8, BeastKind)>,
    /// Who starts.
    pub first: First,
    /// Items are dealt before each game; otherwise they are on the sheets.
    pub market: Option<Market>,
}

impl ArenaQuestion {
    /// Checks that the parts fit.
    ///
    /// # Errors
    /// One to four gladiators, as many policies and starts; teams of two against two or one; somebody to fight; at most
    /// as many beasts as the cap.
    pub fn checked(self) -> Result<Self> {
        let n = self.sheets.len();
        if !(1..=4).contains(&n) {
            return Err(Error::usage(format!("one to four gladiators, not {n}")));
        }
        if self.brains.len() != n {
            return Err(Error::usage(format!(
                "{n} gladiators need {n} policies, not {}",
                self.brains.len()
            )));
        }
        if self.board.starts.len() < n {
            return Err(Error::usage(format!(
                "the map has {} starts for {n} gladiators",
                self.board.starts.len()
            )));
        }
        let mut size = [0; 4];
        for s in &self.sheets {
            let slot = size
                .get_mut(usize::from(s.team))
                .ok_or_else(|| Error::usage("teams are numbered 0 to 3"))?;
            *slot += 1;
        }
        let mut sizes: Vec<i32> = size.into_iter().filter(|s| *s > 0).collect();
        sizes.sort_unstable();
        let together = sizes.len() == 1 && !self.beasts.is_empty();
        let fits = together
            || sizes.iter().all(|s| *s == 1)
            || matches!(sizes.as_slice(), [2, 2] | [1, 2]);
        if !fits {
            return Err(Error::usage(
                "teams do not add up: everybody alone, two against two, two against one, or all together against beasts",
            ));
        }
        if n == 1 && self.beasts.is_empty() {
            return Err(Error::usage(
                "a gladiator alone needs beasts: write for example the schedule dog@1,wolf@3,lion@4,bear@5",
            ));
        }
        let cap = usize::from(self.rules.n.beast_cap);
        let (scheduled, most) = (self.beasts.len(), cap.min(8));
        if scheduled > most {
            let why = if cap > 8 {
                "a schedule has no more entries"
            } else {
                "beast_rules.cap"
            };
            return Err(Error::usage(format!(
                "{scheduled} beasts are scheduled, at most {most} fit ({why})"
            )));
        }
        if let Some((turn, _)) = self
            .beasts
            .iter()
            .find(|(t, _)| !(1..=self.rules.n.turns).contains(t))
        {
            return Err(Error::usage(format!(
                "a beast enters in turn {turn}, but the game has {} turns",
                self.rules.n.turns
            )));
        }
        if self.rules.r.distinct
            && (0..n).any(|i| {
                (0..i).any(|j| {
                    Sheet {
                        team: 0,
                        ..self.sheets[i]
                    } == Sheet {
                        team: 0,
                        ..self.sheets[j]
                    }
                })
            })
        {
            return Err(Error::usage(
                "mirror_match=distinct: two players may not use the same gladiator",
            ));
        }
        Ok(self)
    }

    /// The game's fixed side.
    pub fn game(&self) -> Game<'_> {
        Game::new(self.rules, &self.sheets, Some(&self.board)).with_beasts(&self.beasts)
    }

    /// True if nothing in it can vary.
    pub fn deterministic(&self) -> bool {
        use super::decision::Policy;
        self.beasts.is_empty()
            && self.market.is_none()
            && self.brains.iter().all(Policy::deterministic)
    }

    /// Plays playout `j`.
    pub fn play_one<C: Chance, W: Watch>(
        &self,
        game: &Game<'_>,
        j: u64,
        chance: &mut C,
        watch: &mut W,
    ) -> Arena {
        match &self.market {
            None => self.play_dealt(game, j, chance, watch),
            Some(market) => {
                let (dealt, _) = self.dealt(market, game, chance, watch);
                self.play_dealt(&dealt, j, chance, watch)
            }
        }
    }

    /// Plays playout `j`: its end, and what was dealt for it.
    pub(super) fn played<C: Chance>(
        &self,
        game: &Game<'_>,
        j: u64,
        chance: &mut C,
        log: &mut Log,
    ) -> (End, Option<Deal>) {
        match &self.market {
            None => (end_of(game, &self.play_dealt(game, j, chance, log)), None),
            Some(market) => {
                let (dealt, deal) = self.dealt(market, game, chance, log);
                let st = self.play_dealt(&dealt, j, chance, log);
                (end_of(&dealt, &st), Some(deal))
            }
        }
    }

    /// The game with the items that are dealt for it.
    fn dealt<'b, C: Chance, W: Watch>(
        &self,
        market: &Market,
        game: &Game<'b>,
        chance: &mut C,
        watch: &mut W,
    ) -> (Game<'b>, Deal) {
        let mut dealt = *game;
        let sheets = &mut dealt.sheets[..self.sheets.len()];
        let deal = market.deal(&self.rules, sheets, chance, watch);
        dealt.nets = sheets.iter().flat_map(|s| s.items).any(|i| i.net);
        (dealt, deal)
    }

    fn play_dealt<C: Chance, W: Watch>(
        &self,
        game: &Game<'_>,
        j: u64,
        chance: &mut C,
        watch: &mut W,
    ) -> Arena {
        let n = self.sheets.len();
        let mut st = game.start(&self.first.order(j, n as u8)[..n]);
        let mut seats = [&self.brains[0]; 4];
        for (slot, brain) in seats.iter_mut().zip(&self.brains) {
            *slot = brain;
        }
        game.play(&mut st, &mut Play::new(&seats, chance, watch));
        st
    }

    /// Replays playout `j` of a run to a listener.
    pub fn replay<W: Watch>(&self, seed: u64, j: u64, watch: &mut W) -> Arena {
        let game = self.game();
        let size = u64::from(self.block_size());
        let mut chance = Even::new(seed, ARENA_DOMAIN, j / size);
        for earlier in j / size * size..j {
            self.play_one(&game, earlier, &mut chance, &mut super::watch::Deaf);
        }
        self.play_one(&game, j, &mut chance, watch)
    }

    /// Plays the first `count` games of a block; false if it was given up half-way.
    fn games(&self, stop: Option<&AtomicBool>, block: &Block, tally: &mut Tally) -> bool {
        let game = self.game();
        let mut chance = Even::new(block.seed, ARENA_DOMAIN, block.index).until(stop);
        for j in 0..u64::from(block.count) {
            let mut log = Log::default();
            let j = block.first + j;
            let (end, deal) = self.played(&game, j, &mut chance, &mut log);
            if chance.is_stopped() {
                return false;
            }
            if let Some(deal) = deal {
                tally.add_deal(&end, &deal);
            }
            tally.add(
                &end,
                &log,
                self.rules.n.permanent_death_at,
                self.first.order(j, self.sheets.len() as u8)[0],
            );
        }
        true
    }
}

impl Experiment for ArenaQuestion {
    type Tally = Tally;
    const BLOCK: u32 = 64;

    fn block_size(&self) -> u32 {
        most_in_block(&self.brains).unwrap_or(Self::BLOCK)
    }

    fn domain(&self) -> &str {
        ARENA_DOMAIN
    }

    fn empty(&self) -> Tally {
        let items = self.market.as_ref().map_or(0, |m| m.items.len());
        let pair = self.game().pair_pays() > 0;
        Tally::arena(self.sheets.len(), items, pair)
    }

    fn play(&self, block: &Block, tally: &mut Tally) {
        self.games(None, block, tally);
    }

    fn play_unless(&self, stop: &AtomicBool, block: &Block, tally: &mut Tally) -> bool {
        self.games(most_in_block(&self.brains).map(|_| stop), block, tally)
    }
}
