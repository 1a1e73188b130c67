//! A plain battle compiled into guide tables: one look-up of eleven random bits is one whole attack and its defence.
//!
//! The tables hold the probabilities of [`Situations`], which come from the rules. Their weights are multiples of 2^-51,
//! so that no probability is off by more than 2^-51; a cell of a table that a boundary cuts is settled by all 51 bits.
//! While both are at or above zero, a stunned foe's focus roll is in the table too; below zero every wake-up is a draw.

use super::duel::Duel;
use super::exact::graph::starts;
use super::exchange::Exchanges;
use super::situations::{Line, STANCES, STUNNED, Situations, Strike, Wake};
use super::state::{DEAD, EndedBy, Guard, Side, State};
use crate::chance::{Guide, Stream, UNDECIDED};

/// Bits that choose a cell; five draws share a random word.
const BITS: u32 = 11;
const CELLS: usize = 1 << BITS;

/// An entry: damage (7 bits), kill, stun, focused, guard (2 bits).
const KILL: u16 = 1 << 7;
const STUN: u32 = 8;
const FOCUSED: u32 = 9;
const GUARD: u32 = 10;

/// A distribution in a table.
#[derive(Debug, Clone)]
struct Settled<T> {
    guide: Guide,
    outcomes: Vec<T>,
}

impl<T: Copy> Settled<T> {
    /// From outcomes and probabilities, which are rounded to multiples of 2^-51; impossible ones are left out.
    fn new(weighted: impl IntoIterator<Item = (T, f64)>) -> Self {
        let weight = |p: f64| (p * (1u64 << 51) as f64).round() as u64;
        let (outcomes, weights): (Vec<T>, Vec<u64>) = weighted
            .into_iter()
            .map(|(o, p)| (o, weight(p)))
            .filter(|(_, w)| *w > 0)
            .unzip();
        Self {
            guide: Guide::new(&weights).prepared(),
            outcomes,
        }
    }

    #[inline]
    fn draw(&self, main: &mut Stream, fallback: &mut Stream) -> T {
        self.outcomes[self.guide.draw(main, fallback)]
    }
}

/// A plain battle, ready to be played by the million.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// Entries by situation and cell.
    cells: Vec<u16>,
    attacks: Vec<Settled<u16>>,
    /// Wake-ups by side, doomed, stunned, health.
    wakes: Vec<Settled<Wake>>,
    first: Settled<usize>,
    lines: [Line; 2],
    sides: [Side; 2],
    max_turns: u32,
    no_contest: bool,
}

/// The place of a situation: attacker, variant of his style, the defender's stance.
#[inline(always)]
fn situation(x: usize, variant: usize, stance: usize) -> usize {
    (x * 2 + variant) * STANCES + stance
}

fn wake_at(x: usize, doomed: bool, stunned: bool, health: i16) -> usize {
    let below = (-health).max(0) as usize;
    ((x * 2 + usize::from(doomed)) * 2 + usize::from(stunned)) * 20 + below
}

/// Random bits, eleven at a time.
struct Bits {
    word: u64,
    left: u32,
}

impl Bits {
    #[inline(always)]
    fn take(&mut self, main: &mut Stream) -> usize {
        if self.left == 0 {
            (self.word, self.left) = (main.word(), 64 / BITS);
        }
        let bits = self.word as usize & (CELLS - 1);
        self.word >>= BITS;
        self.left -= 1;
        bits
    }
}

/// A battle in play: health, who is at turn, whether he is stunned, the other's stance.
struct Fight {
    health: [i16; 2],
    doomed: [bool; 2],
    x: usize,
    stunned: bool,
    stance: usize,
    turns: u32,
}

impl Kernel {
    /// Compiles a duel; `None` if it is not plain ([`super::situations::obstacle`] says why).
    pub fn new(duel: &Duel) -> Option<Self> {
        let s = Situations::new(duel, &mut Exchanges::new(&duel.rules))?;
        let mut attacks = Vec::new();
        let mut cells = Vec::new();
        for x in 0..2 {
            for variant in 0..2 {
                for stance in 0..STANCES {
                    let attack = Settled::new(entries(&s, duel, x, &s.strikes[x][variant][stance]));
                    cells.extend(attack.guide.layout(BITS).into_iter().map(|k| match k {
                        UNDECIDED => UNDECIDED,
                        k => attack.outcomes[usize::from(k)],
                    }));
                    attacks.push(attack);
                }
            }
        }
        let mut wakes = Vec::new();
        for list in s.wakes.iter().flatten().flatten().flatten() {
            wakes.push(Settled::new(list.iter().copied()));
        }
        Some(Self {
            cells,
            attacks,
            wakes,
            first: Settled::new(starts(duel).into_iter().map(|(s, p)| (s.active(), p))),
            lines: s.lines,
            sides: [duel.fighters[0].side(), duel.fighters[1].side()],
            max_turns: duel.rules.readings.max_turns,
            no_contest: duel.rules.readings.coma_is_no_contest,
        })
    }

    #[inline(always)]
    fn attack(&self, f: &Fight, bits: &mut Bits, main: &mut Stream, fallback: &mut Stream) -> u16 {
        let (own, foe) = (f.health[f.x], f.health[1 - f.x]);
        let l = &self.lines[f.x];
        let at = situation(
            f.x,
            usize::from(l.own * own + l.foe * foe > l.above),
            f.stance,
        );
        let cell = bits.take(main);
        let entry = self.cells[at * CELLS + cell];
        if entry != UNDECIDED {
            return entry;
        }
        self.attacks[at].outcomes[self.attacks[at].guide.settle(cell as u64, BITS, fallback)]
    }

    /// Plays `count` battles one after the other; `visit(who took the first turn, the end, turns)`.
    pub fn play(
        &self,
        count: u32,
        main: &mut Stream,
        fallback: &mut Stream,
        mut visit: impl FnMut(usize, State, u32),
    ) {
        let mut bits = Bits { word: 0, left: 0 };
        for _ in 0..count {
            let first = if self.first.outcomes.len() == 1 {
                self.first.outcomes[0]
            } else {
                self.first.draw(main, fallback)
            };
            let health = [self.sides[0].health.into(), self.sides[1].health.into()];
            let mut f = Fight {
                health,
                doomed: [false; 2],
                x: first,
                stunned: false,
                stance: 0,
                turns: 0,
            };
            self.above_zero(&mut f, &mut bits, main, fallback);
            let end = self.below_zero(&mut f, &mut bits, main, fallback);
            visit(first, end, f.turns);
        }
    }

    /// Turns while nobody is below zero; stops after the blow that changes it.
    #[inline(always)]
    fn above_zero(&self, f: &mut Fight, bits: &mut Bits, main: &mut Stream, fallback: &mut Stream) {
        while f.turns < self.max_turns {
            let e = self.attack(f, bits, main, fallback);
            let o = 1 - f.x;
            f.health[o] -= (e & 127) as i16;
            let guard = usize::from(e >> GUARD & 3);
            f.turns += 1;
            if f.health[o] < 0 || e & KILL != 0 {
                if e & KILL != 0 {
                    f.health[o] = DEAD.into();
                }
                (f.x, f.stunned, f.stance) = (o, e >> STUN & 1 == 1, guard);
                return;
            }
            // Stunned and not focused: his turn passes, and the attacker goes on at a stunned foe.
            let skip = e >> STUN & 1 & !(e >> FOCUSED);
            f.turns += u32::from(skip);
            f.x ^= usize::from(1 ^ skip);
            f.stance = if skip == 1 { STUNNED } else { guard };
        }
        f.turns = self.max_turns;
    }

    /// Turns from the first blow below zero to the end.
    fn below_zero(
        &self,
        f: &mut Fight,
        bits: &mut Bits,
        main: &mut Stream,
        fallback: &mut Stream,
    ) -> State {
        loop {
            let (x, o) = (f.x, 1 - f.x);
            if f.health[x] <= DEAD.into() {
                return self.end(f, x, EndedBy::Slain, true);
            }
            if f.turns >= self.max_turns {
                return self.state(f).undecided();
            }
            f.turns += 1;
            if f.health[x] < 0 || f.stunned {
                let wake = &self.wakes[wake_at(x, f.doomed[x], f.stunned, f.health[x])];
                match wake.draw(main, fallback) {
                    Wake::Choose(health, doomed) => {
                        (f.health[x], f.doomed[x]) = (self.healed(f.health[x], health), doomed)
                    }
                    Wake::Skip(health, doomed) => {
                        (f.health[x], f.doomed[x]) = (self.healed(f.health[x], health), doomed);
                        (f.x, f.stunned, f.stance) = (o, false, STUNNED);
                        continue;
                    }
                    Wake::Falls(by, dead) => return self.end(f, x, by, dead),
                }
            }
            let e = self.attack(f, bits, main, fallback);
            f.health[o] = if e & KILL != 0 {
                DEAD.into()
            } else {
                f.health[o] - (e & 127) as i16
            };
            (f.x, f.stunned, f.stance) = (o, e >> STUN & 1 == 1, usize::from(e >> GUARD & 3));
        }
    }

    /// Wake-ups are tabled for health 0 in place of everything above.
    fn healed(&self, before: i16, after: i8) -> i16 {
        if before >= 0 { before } else { after.into() }
    }

    fn state(&self, f: &Fight) -> State {
        let mut sides = self.sides;
        for (side, s) in sides.iter_mut().enumerate() {
            (s.health, s.doomed) = (f.health[side].max(DEAD.into()) as i8, f.doomed[side]);
        }
        State::new(sides, f.x)
    }

    fn end(&self, f: &Fight, loser: usize, by: EndedBy, dead: bool) -> State {
        self.state(f)
            .ended(loser, by, dead, by.is_coma() && self.no_contest)
    }
}

/// The strikes of a situation as entries, a stun split by the focus roll of a foe at or above zero.
fn entries(s: &Situations, duel: &Duel, x: usize, strikes: &[(Strike, f64)]) -> Vec<(u16, f64)> {
    let o = 1 - x;
    let acts = s.wakes[o][0][1][0]
        .iter()
        .filter(|(w, _)| matches!(w, Wake::Choose(..)))
        .map(|w| w.1)
        .sum::<f64>();
    debug_assert!(duel.fighters[o].focus > 0 || acts == 0.0);
    let mut all = Vec::new();
    for &(strike, p) in strikes {
        let guard =
            (strike.guard as u16) << GUARD | u16::from(strike.kill) << 7 | strike.damage.min(127);
        if !strike.stun {
            all.push((guard, p));
            continue;
        }
        all.push((guard | 1 << STUN, p * (1.0 - acts)));
        all.push((guard | 1 << STUN | 1 << FOCUSED, p * acts));
    }
    if all.is_empty() {
        all.push(((Guard::Normal as u16) << GUARD, 1.0)); // a variant that never holds
    }
    all
}
