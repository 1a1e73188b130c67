//! An exchange under two policies, played by the machine of `rules/`: every branch exactly, or by chance.

use super::Bout;
use crate::chance::{Chance, Prob, Sample, enumerate};
use crate::games::gladiatori::cards::{ACTIONS, Cards};
use crate::games::gladiatori::decision::Policy;
use crate::games::gladiatori::draws::Even;
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::policy::{Brain, most_in_block};
use crate::games::gladiatori::rules::Play;
use crate::games::gladiatori::sheet::Sheet;
use crate::games::gladiatori::state::{Duel, Gladiator};
use crate::games::gladiatori::values::Item;
use crate::games::gladiatori::watch::{Blow, Watch};
use crate::playout::{Block, Experiment};
use num_traits::Zero;
use std::sync::atomic::AtomicBool;

/// How one exchange came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Result {
    /// AV > 0.
    pub attack: bool,
    /// AV > DV.
    pub hit: bool,
    /// Damage, not capped.
    pub damage: u8,
}

impl Watch for Result {
    fn blow(&mut self, blow: &Blow) {
        *self = Self {
            attack: true,
            hit: blow.hit,
            damage: blow.damage,
        };
    }
}

/// Exact means over all branches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    /// Probability of AV > 0.
    pub p_attack: Prob,
    /// Probability of a hit.
    pub p_hit: Prob,
    /// Mean damage.
    pub mean_damage: Prob,
}

impl Bout {
    /// The exchange as a duel in the middle of an Action phase; the defender cannot die of it.
    fn game(&self) -> (Game<'static>, Duel) {
        let (a, d) = (&self.attacker, &self.defender);
        let item = |attack: i16, defense: i16| Item {
            attack: attack as u8,
            defense: defense as u8,
            hp: 1,
            ..Item::default()
        };
        let none = Item {
            symbol: 1,
            ..Item::default()
        };
        // Other cards are only counted: they stand on the places of the Feint and the moves, which no core policy plays.
        let others = |n: u8| ((1u32 << n) - 1) as u16 * 16;
        let sheet = |stats: [u8; 5], e1: u8, e0: u8, other: u8, item: Item| Sheet {
            set: others(other),
            ..Sheet::core(stats, e1, e0, [item, none])
        };
        let first = sheet(
            [0, a.offense, 0, a.blood, 0],
            a.e1,
            a.e0,
            a.other,
            item(a.items, 0),
        );
        let second = sheet(
            [0, 0, d.guard, 0, d.speed],
            d.e1,
            d.e0,
            d.other,
            item(0, d.items),
        );
        let game = Game::duel(self.rules, first, second);
        let mut st: Duel = game.start(&[0, 1]);
        let hand = |s: &Sheet, actions: u16| Cards {
            set: actions & ACTIONS | s.set,
            e1: s.e1,
            e0: s.e0,
        };
        let put = |g: Gladiator, s: &Sheet, actions: u16| {
            Game::dressed(g, hand(s, actions), Cards::NONE, Cards::NONE, s.stats)
        };
        st.g[0] = put(st.g[0], &first, a.actions);
        st.g[1] = put(st.g[1], &second, d.actions);
        for (g, facedown, trapped) in [(0, a.facedown, a.trapped), (1, d.facedown, d.trapped)] {
            st.g[g].set_unbalanced(if facedown { 2 } else { 0 }, facedown);
            st.g[g].set_trapped(if trapped { 3 } else { 0 }, None);
        }
        (game, st)
    }

    /// Plays it once.
    pub fn play<P: Policy, C: Chance>(&self, policies: [&P; 2], chance: &mut C) -> Result {
        let (game, mut st) = self.game();
        let mut result = Result::default();
        game.act_once(
            &mut st,
            0,
            self.arrival,
            &mut Play::new(&policies, chance, &mut result),
        );
        result
    }

    /// Every branch with its probability.
    pub fn exact<P: Policy>(&self, policies: [&P; 2]) -> Results {
        let zero = Prob::zero();
        let mut results = Results {
            p_attack: zero,
            p_hit: zero,
            mean_damage: zero,
        };
        enumerate(
            |branch| self.play(policies, branch),
            |leaf| {
                let p = leaf.probability();
                let r = leaf.result;
                if r.attack {
                    results.p_attack += p;
                }
                if r.hit {
                    results.p_hit += p;
                }
                results.mean_damage += p * Prob::from_integer(r.damage.into());
            },
        );
        results
    }

    /// `n` playouts: attacks, hits, sum of damage and of its square.
    pub fn sampled<P: Policy>(&self, policies: [&P; 2], seed: u64, n: u64) -> [u64; 4] {
        let mut chance = Sample::new(seed, "gladiatori-exchange", 0);
        let mut sums = [0; 4];
        for _ in 0..n {
            let r = self.play(policies, &mut chance);
            let d = u64::from(r.damage);
            for (s, v) in sums
                .iter_mut()
                .zip([r.attack.into(), r.hit.into(), d, d * d])
            {
                *s += v;
            }
        }
        sums
    }
}

/// An exchange as an experiment: attacks, hits, sum of damage and of its square.
#[derive(Debug, Clone)]
pub struct Exchanges<P> {
    /// The exchange.
    pub bout: Bout,
    /// Policies: attacker's, defender's.
    pub policies: [P; 2],
}

impl Exchanges<Brain> {
    /// Plays the first `count` exchanges of a block; false if it was given up half-way.
    fn exchanges(&self, stop: Option<&AtomicBool>, block: &Block, tally: &mut [u64]) -> bool {
        let mut chance = Even::new(block.seed, self.domain(), block.index).until(stop);
        let policies = [&self.policies[0], &self.policies[1]];
        for _ in 0..block.count {
            let r = self.bout.play(policies, &mut chance);
            if chance.is_stopped() {
                return false;
            }
            let d = u64::from(r.damage);
            for (s, v) in tally
                .iter_mut()
                .zip([r.attack.into(), r.hit.into(), d, d * d])
            {
                *s += v;
            }
        }
        true
    }
}

impl Experiment for Exchanges<Brain> {
    type Tally = Vec<u64>;
    const BLOCK: u32 = 1024;

    fn block_size(&self) -> u32 {
        most_in_block(&self.policies).unwrap_or(Self::BLOCK)
    }

    fn domain(&self) -> &str {
        "gladiatori-exchange"
    }

    fn empty(&self) -> Vec<u64> {
        vec![0; 4]
    }

    fn play(&self, block: &Block, tally: &mut Vec<u64>) {
        self.exchanges(None, block, tally);
    }

    fn play_unless(&self, stop: &AtomicBool, block: &Block, tally: &mut Vec<u64>) -> bool {
        let stop = most_in_block(&self.policies).map(|_| stop);
        self.exchanges(stop, block, tally)
    }
}
