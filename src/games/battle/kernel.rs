//! A plain battle compiled into guide tables: one look-up of eleven random bits is one whole attack and its defence.
//!
//! The tables hold the probabilities of [`Situations`], which come from the rules. Their weights are multiples of
//! 2^-51,
//! so that no probability is off by more than 2^-51; a cell of a table that a boundary cuts is settled by all 51 bits.
//! While both are at or above zero, a stunned foe's focus roll is in the table too; below zero every wake-up is a
//! draw.

use super::duel::Duel;
use super::exact::graph::starts;
use super::situations::{Line, Memory, STANCES, STUNNED, Situations, Strike, Wake};
use super::state::{DEAD, EndedBy, Side, State};
use crate::chance::{Guide, Stream, UNDECIDED};

/// Bits that choose a cell; five draws share a random word.
const BITS: u32 = 11;
const CELLS: usize = 1 << BITS;

/// An entry: damage (7 bits, 127 kills anybody), stun, the attacker's guard (2 bits), the situation that follows (4
/// bits).
const DAMAGE: u16 = 127;
const STUN: u32 = 7;
const GUARD: u32 = 8;
const NEXT: u32 = 12;

/// Weights are multiples of 2^-51.
const WEIGHT_BITS: u32 = 51;

/// Probabilities rounded to weights; impossible outcomes are left out.
fn weights<T>(weighted: impl IntoIterator<Item = (T, f64)>) -> (Vec<T>, Vec<u64>) {
    let weight = |p: f64| (p * (1u64 << WEIGHT_BITS) as f64).round() as u64;
    weighted
        .into_iter()
        .map(|(o, p)| (o, weight(p)))
        .filter(|(_, w)| *w > 0)
        .unzip()
}

/// The attacks of a situation: the guide that settles undecided cells.
#[derive(Debug, Clone)]
struct Attacks {
    guide: Guide,
    entries: Vec<u16>,
}

/// A distribution of few outcomes, drawn by comparing; the likeliest first.
#[derive(Debug, Clone)]
struct Few<T> {
    /// Running sums of the weights, and the outcomes; the last takes what rounding left.
    steps: Vec<(u64, T)>,
}

impl<T: Copy> Few<T> {
    fn new(weighted: impl IntoIterator<Item = (T, f64)>) -> Self {
        let (outcomes, weights) = weights(weighted);
        let mut all: Vec<(u64, T)> = weights.into_iter().zip(outcomes).collect();
        all.sort_by_key(|(w, _)| std::cmp::Reverse(*w));
        let mut sum = 0;
        let steps = all.into_iter().map(|(w, o)| {
            sum += w;
            (sum, o)
        });
        Self {
            steps: steps.collect(),
        }
    }

    #[inline]
    fn draw(&self, main: &mut Stream) -> T {
        let last = self.steps.len() - 1;
        if last == 0 {
            return self.steps[0].1;
        }
        let r = main.word() >> (64 - WEIGHT_BITS);
        self.steps[..last]
            .iter()
            .find(|(sum, _)| r < *sum)
            .unwrap_or(&self.steps[last])
            .1
    }
}

/// A plain battle, ready to be played by the million.
#[derive(Debug, Clone)]
pub struct Kernel {
    /// Entries by variant, situation and cell.
    cells: Vec<u16>,
    attacks: Vec<Attacks>,
    /// Wake-ups by side, doomed, stunned, health.
    wakes: Vec<Few<Wake>>,
    first: Few<usize>,
    lines: Option<[Line; 2]>,
    sides: [Side; 2],
    max_turns: u32,
    no_contest: bool,
}

/// The place of a situation: attacker, the defender's stance.
fn situation(x: usize, stance: usize) -> usize {
    x * STANCES + stance
}

const SITUATIONS: usize = 2 * STANCES;

fn wake_at(x: usize, doomed: bool, stunned: bool, health: i16) -> usize {
    let below = (-health).max(0) as usize;
    ((x * 2 + usize::from(doomed)) * 2 + usize::from(stunned)) * 20 + below
}

/// Where the random words come from, and bits of the last one, eleven at a time.
struct Source<'s> {
    main: &'s mut Stream,
    fallback: &'s mut Stream,
    word: u64,
    left: u32,
}

impl Source<'_> {
    #[inline(always)]
    fn cell(&mut self) -> usize {
        if self.left == 0 {
            (self.word, self.left) = (self.main.word(), 64 / BITS);
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
        let s = Situations::new(duel, &mut Memory::new(&duel.rules))?;
        let (mut attacks, mut cells) = (Vec::new(), Vec::new());
        for variant in 0..2 {
            for x in 0..2 {
                for stance in 0..STANCES {
                    let (entries, weights) =
                        weights(entries(&s, x, &s.strikes[x][variant][stance]));
                    let guide = Guide::new(&weights);
                    cells.extend(guide.layout(BITS).into_iter().map(|k| match k {
                        UNDECIDED => UNDECIDED,
                        k => entries[usize::from(k)],
                    }));
                    attacks.push(Attacks { guide, entries });
                }
            }
        }
        let wakes = s
            .wakes
            .iter()
            .flat_map(|side| side.iter())
            .flatten()
            .flatten()
            .map(|list| Few::new(list.iter().copied()))
            .collect();
        let never = |l: &Line| (l.own, l.foe) == (0, 0);
        Some(Self {
            cells,
            attacks,
            wakes,
            first: Few::new(starts(duel).into_iter().map(|(s, p)| (s.active(), p))),
            lines: (!s.lines.iter().all(never)).then_some(s.lines),
            sides: [duel.fighters[0].side(), duel.fighters[1].side()],
            max_turns: duel.rules.readings.max_turns,
            no_contest: duel.rules.readings.coma_is_no_contest,
        })
    }

    /// An attack in a situation. `LINES`: a style rule looks at health.
    #[inline(always)]
    fn attack<const LINES: bool>(
        &self,
        at: usize,
        x: usize,
        health: &[i16; 2],
        source: &mut Source<'_>,
    ) -> u16 {
        let mut at = at;
        if let (true, Some(lines)) = (LINES, &self.lines) {
            let l = &lines[x];
            at += SITUATIONS * usize::from(l.own * health[x] + l.foe * health[1 - x] > l.above);
        }
        let cell = source.cell();
        let entry = self.cells[at * CELLS + cell];
        if entry == UNDECIDED {
            self.settle(at, cell, source)
        } else {
            entry
        }
    }

    #[cold]
    fn settle(&self, at: usize, cell: usize, source: &mut Source<'_>) -> u16 {
        self.attacks[at].entries[self.attacks[at]
            .guide
            .settle(cell as u64, BITS, source.fallback)]
    }

    /// Plays `count` battles one after the other; `visit(who took the first turn, the end, turns)`.
    pub fn play(
        &self,
        count: u32,
        main: &mut Stream,
        fallback: &mut Stream,
        visit: impl FnMut(usize, State, u32),
    ) {
        let source = Source {
            main,
            fallback,
            word: 0,
            left: 0,
        };
        match self.lines {
            None => self.play_all::<false>(count, source, visit),
            Some(_) => self.play_all::<true>(count, source, visit),
        }
    }

    fn play_all<const LINES: bool>(
        &self,
        count: u32,
        mut source: Source<'_>,
        mut visit: impl FnMut(usize, State, u32),
    ) {
        let health = [self.sides[0].health.into(), self.sides[1].health.into()];
        for _ in 0..count {
            let first = self.first.draw(source.main);
            let mut f = Fight {
                health,
                doomed: [false; 2],
                x: first,
                stunned: false,
                stance: 0,
                turns: 0,
            };
            self.above_zero::<LINES>(&mut f, &mut source);
            let end = self.below_zero::<LINES>(&mut f, &mut source);
            visit(first, end, f.turns);
        }
    }

    /// Turns while nobody is below zero; stops after the blow that changes it.
    ///
    /// An entry names the situation that follows, so that the next look-up waits for nothing else: after a stun
    /// without
    /// focus the attacker is at turn again, and the turn that was skipped is counted.
    #[inline(always)]
    fn above_zero<const LINES: bool>(&self, f: &mut Fight, source: &mut Source<'_>) {
        let (mut x, mut at, mut turns, mut health) = (f.x, situation(f.x, f.stance), 0, f.health);
        while turns < self.max_turns {
            let e = self.attack::<LINES>(at, x, &health, source);
            let o = 1 - x;
            health[o] -= (e & DAMAGE) as i16;
            turns += 1;
            if health[o] < 0 {
                (f.x, f.stunned, f.stance) = (o, e >> STUN & 1 == 1, usize::from(e >> GUARD & 3));
                (f.health, f.turns) = (health, turns);
                return;
            }
            at = usize::from(e >> NEXT);
            let next = usize::from(at >= STANCES);
            turns += u32::from(next == x);
            x = next;
        }
        (f.health, f.turns) = (health, self.max_turns);
    }

    /// Turns from the first blow below zero to the end.
    fn below_zero<const LINES: bool>(&self, f: &mut Fight, source: &mut Source<'_>) -> State {
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
                match self.wakes[wake_at(x, f.doomed[x], f.stunned, f.health[x])].draw(source.main)
                {
                    Wake::Choose(health, doomed) => {
                        (f.health[x], f.doomed[x]) = (healed(f.health[x], health), doomed)
                    }
                    Wake::Skip(health, doomed) => {
                        (f.health[x], f.doomed[x]) = (healed(f.health[x], health), doomed);
                        (f.x, f.stunned, f.stance) = (o, false, STUNNED);
                        continue;
                    }
                    Wake::Falls(by, dead) => return self.end(f, x, by, dead),
                }
            }
            let e = self.attack::<LINES>(situation(x, f.stance), x, &f.health, source);
            f.health[o] -= (e & DAMAGE) as i16;
            (f.x, f.stunned, f.stance) = (o, e >> STUN & 1 == 1, usize::from(e >> GUARD & 3));
        }
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

/// Wake-ups are tabled for health 0 in place of everything above.
fn healed(before: i16, after: i8) -> i16 {
    if before >= 0 { before } else { after.into() }
}

/// The strikes of a situation as entries, a stun split by the focus roll of a foe at or above zero.
fn entries(s: &Situations, x: usize, strikes: &[(Strike, f64)]) -> Vec<(u16, f64)> {
    let o = 1 - x;
    let acts: f64 = s.wakes[o][0][1][0]
        .iter()
        .filter(|(w, _)| matches!(w, Wake::Choose(..)))
        .map(|w| w.1)
        .sum();
    let mut all = Vec::new();
    for &(strike, p) in strikes {
        let damage = if strike.kill {
            DAMAGE
        } else {
            strike.damage.min(DAMAGE)
        };
        let same = damage | u16::from(strike.stun) << STUN | (strike.guard as u16) << GUARD;
        let next = |x: usize, stance: usize| same | (situation(x, stance) as u16) << NEXT;
        let answers = if strike.stun { acts } else { 1.0 };
        all.push((next(o, strike.guard as usize), p * answers));
        all.push((next(x, STUNNED), p * (1.0 - answers)));
    }
    if all.is_empty() {
        all.push((0, 1.0)); // a variant that never holds
    }
    all
}
