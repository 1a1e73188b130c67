//! One step of policy improvement over a whole fight: the best outcome of each of 972 x 441 situations.
//!
//! Enemy health matters to the player's preparations through its cap alone, so six states that differ in it share their lists
//! and are swept side by side: a vector of losses over enemy health for each (way to stand before the strike, blow), and for each player's
//! state and roll the minimum over a few of these vectors. A loss is the greatest value there is less the value of the outcome; the
//! number of the outcome rides in the lowest bits of its loss, so the minimum names its argument. The bits decide between options
//! that are equal to about twelve digits; values are always taken from the outcome that was named.

use super::choose::{GREEDY_MOST, greedy_key};
use super::dice::ROLLS;
use super::menu::{Line, Menu};
use super::rules::game::Code;
use super::state::{FIGHTS, Outcome, PLAYERS};

/// Enemy healths side by side.
pub const LANES: usize = 6;
type Lanes = [f64; LANES];

/// Bits that name an outcome.
const BITS: u32 = 12;
const MASK: u64 = (1 << BITS) - 1;
const _: () = assert!(Code::COUNT <= 1 << BITS);
/// Keeps losses away from denormal numbers; far below what matters.
const FLOOR: f64 = 1e-30;

/// A loss that names an outcome.
#[inline]
fn named(loss: f64, code: u16) -> f64 {
    f64::from_bits((loss.max(0.0) + FLOOR).to_bits() & !MASK | u64::from(code))
}

/// The outcome that a loss names.
#[inline]
fn name_of(loss: f64) -> u16 {
    (loss.to_bits() & MASK) as u16
}

/// Sweeps a menu.
#[derive(Debug)]
pub struct Sweeper {
    menu: Menu,
}

/// What a sweep needs and gives; kept to be used again.
#[derive(Debug, Clone)]
pub struct Sweep {
    /// Named losses after the strike: `[(struck * 162 + health * 6 + glory) * blows + blow]`, twelve enemy healths each.
    landed: Vec<[f64; 12]>,
    vectors: Vec<Lanes>,
    /// The code of the best outcome of each (fight, roll), by number.
    pub best: Vec<u16>,
}

impl Sweeper {
    /// Of a menu.
    pub fn new(menu: Menu) -> Self {
        Self { menu }
    }

    /// The menu.
    pub fn menu(&self) -> &Menu {
        &self.menu
    }

    /// Room for sweeps of this layout.
    pub fn room(&self) -> Sweep {
        let blows = self.menu.strikes().blows().len();
        Sweep {
            landed: vec![[f64::INFINITY; 12]; 2 * PLAYERS * blows],
            vectors: vec![[f64::INFINITY; LANES]; self.menu.lists().kinds.len()],
            best: vec![0; FIGHTS * ROLLS],
        }
    }

    /// Names the best outcome of every situation. `value` is the value of each code, `most` the greatest of them.
    pub fn sweep(&self, room: &mut Sweep, value: &[f64], most: f64) {
        self.land(room, value, most);
        self.choose(room);
    }

    /// The decisions of `greedy`, as [`Sweep::best`].
    pub fn greedy(&self) -> Vec<u16> {
        let mut room = self.room();
        let strikes = self.menu.strikes();
        let blows = strikes.blows();
        for (at, row) in room.landed.iter_mut().enumerate() {
            let (struck, player, blow) = (
                at / blows.len() / PLAYERS,
                at / blows.len() % PLAYERS,
                at % blows.len(),
            );
            for (lane, slot) in row.iter_mut().enumerate() {
                let Some(enemy) = self.menu.raised(1, lane as u8) else {
                    continue;
                };
                let hit = strikes.hit(player * 6 + usize::from(enemy) - 1, blow as u8);
                self.menu
                    .finish(hit.outcome, blows[blow].lost_both, struck as u8, |code| {
                        let key = greedy_key(&Line {
                            code,
                            removed: hit.removed,
                            lost: hit.lost,
                        });
                        *slot = slot.min(named((GREEDY_MOST - key) as f64, code.0));
                    });
            }
        }
        self.choose(&mut room);
        room.best
    }

    /// The least of the losses laid out, for every situation.
    fn choose(&self, room: &mut Sweep) {
        self.gather(room);
        let lists = self.menu.lists();
        for player in 0..PLAYERS {
            for roll in 0..ROLLS {
                let mut least = [f64::INFINITY; LANES];
                for &vector in lists.of(player, roll) {
                    let vector = &room.vectors[vector as usize];
                    for (l, v) in least.iter_mut().zip(vector) {
                        *l = if v < l { *v } else { *l };
                    }
                }
                for (lane, loss) in least.iter().enumerate() {
                    room.best[(player * LANES + lane) * ROLLS + roll] = name_of(*loss);
                }
            }
        }
    }

    /// The decisions of a rule that ranks outcomes: `order` holds every code, the best first. By (fight, roll), as [`Sweep::best`].
    pub fn ranked(&self, order: &[Code]) -> Vec<u16> {
        let mut value = vec![f64::NEG_INFINITY; Code::COUNT];
        order
            .iter()
            .enumerate()
            .for_each(|(rank, code)| value[usize::from(code.0)] = -(rank as f64));
        let mut room = self.room();
        self.sweep(&mut room, &value, 0.0);
        room.best
    }

    /// The least loss that can follow each blow.
    fn land(&self, room: &mut Sweep, value: &[f64], most: f64) {
        let strikes = self.menu.strikes();
        let blows = strikes.blows();
        // What follows a hit, by outcome of the hit, whether a bargain was struck, and whether both pairs were lost.
        let mut after = vec![f64::INFINITY; 4 * Outcome::COUNT];
        for (at, least) in after.iter_mut().enumerate() {
            let (hit, struck, lost_both) = (
                at % Outcome::COUNT,
                at / Outcome::COUNT % 2,
                at / Outcome::COUNT / 2 == 1,
            );
            self.menu
                .finish(Outcome(hit as u16), lost_both, struck as u8, |code| {
                    *least = least.min(named(most - value[usize::from(code.0)], code.0));
                });
        }
        for struck in 0..2 {
            for player in 0..PLAYERS {
                for (blow, b) in blows.iter().enumerate() {
                    let base = Outcome::COUNT * (struck + 2 * usize::from(b.lost_both));
                    let row = &mut room.landed[(struck * PLAYERS + player) * blows.len() + blow];
                    for (enemy, slot) in row.iter_mut().enumerate() {
                        let beyond = self.menu.raised(1, enemy as u8); // None past the cap, unless bargains are clipped
                        *slot = match beyond {
                            Some(e) => {
                                let fight = player * 6 + usize::from(e) - 1;
                                after[base + usize::from(strikes.hit(fight, blow as u8).outcome.0)]
                            }
                            None => f64::INFINITY,
                        };
                    }
                }
            }
        }
    }

    /// The least loss over all ways to stand, for each stand and blow.
    fn gather(&self, room: &mut Sweep) {
        let blows = self.menu.strikes().blows().len();
        for (vector, &(stand, blow)) in room.vectors.iter_mut().zip(&self.menu.lists().kinds) {
            let mut least = [f64::INFINITY; LANES];
            let mut members = stand.members;
            while members != 0 {
                let bit = members.trailing_zeros() as usize;
                members &= members - 1;
                let (glory, bargain) = (bit / 6, bit % 6);
                let player =
                    usize::from(stand.health) * 6 + glory + if bargain > 0 { PLAYERS } else { 0 };
                let row = &room.landed[player * blows + usize::from(blow)];
                for (lane, l) in least.iter_mut().enumerate() {
                    *l = l.min(row[lane + bargain]);
                }
            }
            *vector = least;
        }
    }
}
