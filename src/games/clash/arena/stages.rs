//! A duel in two or three draws from small shared tables: nets, roll, counter-attack.
//!
//! What a roll does depends on the roller's number of dice, on whether it may re-roll, and on the side that
//! is rolled at,
//! as long as the policies of both look at nothing else and the numbers are taken at the roll. One table each, made
//! by running the rules from a state with just these numbers, then serves every pair of units: some thousand
//! small tables instead of sixty thousand large ones. Policies that look further take [`super::joint`].

use super::line::{Found, Lines};
use super::row::Row;
use super::sides::{SideId, Sides};
use super::units::{OUT, TEAMS, UnitId, Units};
use crate::chance::Stream;
use crate::games::clash::counts::{Counts, Kind};
use crate::games::clash::exact::spread;
use crate::games::clash::policy::Policy;
use crate::games::clash::rules::Rules;
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::state::{DuelState, Side, Step};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// What rolls do to the side rolled at, under a roller's and a target's policy.
#[derive(Debug)]
pub(super) struct Rolls {
    lines: Lines,
}

impl Rolls {
    pub fn new(sides: &Sides) -> Self {
        Self {
            lines: Lines::new(sides.len() * (sides.most_dice + 1) * 2),
        }
    }

    /// The table of `dice` dice, at least one, rolled at `target`.
    #[inline]
    fn get(
        &self,
        kit: &Kit<'_>,
        dice: u8,
        again: bool,
        target: SideId,
        policies: [usize; 2],
    ) -> Found<'_> {
        let index = (usize::from(target) * (kit.sides.most_dice + 1) + usize::from(dice)) * 2
            + usize::from(again);
        self.lines
            .get(index, || build_roll(kit, dice, again, target, policies))
    }
}

/// What a roll at a side gives, by running the rules from a state with these numbers.
#[cold]
fn build_roll(
    kit: &Kit<'_>,
    dice: u8,
    again: bool,
    target: SideId,
    policies: [usize; 2],
) -> Row<SideId> {
    let sides = kit.sides;
    let side = sides.sides[usize::from(target)];
    let tridents = if again {
        side.active.get(Kind::Trident) + 1
    } else {
        0
    };
    // Some unit with as many dice: a team, or an animal where a team has at least more.
    let state = [0u8, 1]
        .into_iter()
        .flat_map(|hits| (0..=Counts::MOST).map(move |swords| (hits, swords)))
        .map(|(hits, swords)| {
            let active = Counts::new([swords, 0, tridents, 0, 0]);
            let roller = Side {
                active,
                netted: Counts::NONE,
                markers: 0,
                hits,
            };
            DuelState {
                sides: [roller, side],
                step: Step::Roll,
                who: 0,
                pending: 0,
                latch: 0,
            }
        })
        .find(|state| kit.rules.dice(state) == dice)
        .expect("some unit has as many dice");
    debug_assert_eq!(kit.rules.may_reroll(&state), again);
    let [roller, other] = policies.map(|p| kit.policy(p));
    let ends = spread(kit.rules, [&roller, &other], state, |s| {
        s.is_over() || s.turn() == 1
    });
    let number = |s: &DuelState| {
        let left = &s.sides[1];
        match (left.is_out(), left.is_animal()) {
            (true, _) => OUT,
            (false, false) => sides.of_side(left),
            (false, true) => target - SideId::from(side.markers) + SideId::from(left.markers),
        }
    };
    Row::new(ends.weighted().map(|(s, w)| (number(&s), u128::from(w))))
}

/// Who rolls first between two families, and what the nets do.
#[derive(Debug)]
pub(super) struct Start {
    /// 0: the challenger rolls first.
    first: u8,
    /// Sides of challenger and challenged without their markers.
    nets: Row<[SideId; 2]>,
}

/// Starts of duels under a challenger's and a challenged player's policy.
#[derive(Debug)]
pub(super) struct Starts {
    /// One outcome in a word: [`KNOWN`], [`SECOND`] if the challenged rolls first, both sides; [`SEVERAL`]
    /// looks further.
    words: Box<[AtomicU64]>,
    several: OnceLock<Box<[OnceLock<Start>]>>,
}

const KNOWN: u64 = 1 << 63;
const SEVERAL: u64 = 1 << 62;
const SECOND: u64 = 1 << 61;

impl Starts {
    pub fn new(units: &Units) -> Self {
        Self {
            words: (0..units.families().pow(2))
                .map(|_| AtomicU64::new(0))
                .collect(),
            several: OnceLock::new(),
        }
    }

    /// Draws who rolls first (0: the challenger), and the sides of challenger and challenged without their markers.
    #[inline]
    fn draw(
        &self,
        kit: &Kit<'_>,
        units: [UnitId; 2],
        policies: [usize; 2],
        stream: &mut Stream,
    ) -> (usize, [SideId; 2]) {
        let (a, d) = (kit.units.family(units[0]), kit.units.family(units[1]));
        let at = a * kit.units.families() + d;
        let mut word = self.words[at].load(Ordering::Relaxed);
        if word == 0 {
            word = self.build(kit, at, [a, d], policies);
        }
        if word & SEVERAL != 0 {
            let start = self.several(kit, at, [a, d], policies);
            return (usize::from(start.first), start.nets.draw(stream));
        }
        (
            usize::from(word & SECOND != 0),
            [word as SideId, (word >> 16) as SideId],
        )
    }

    fn get(&self, kit: &Kit<'_>, units: [UnitId; 2], policies: [usize; 2]) -> Start {
        build_start(kit, units.map(|id| kit.units.family(id)), policies)
    }

    fn several(
        &self,
        kit: &Kit<'_>,
        at: usize,
        families: [usize; 2],
        policies: [usize; 2],
    ) -> &Start {
        let all = self
            .several
            .get_or_init(|| self.words.iter().map(|_| OnceLock::new()).collect());
        all[at].get_or_init(|| build_start(kit, families, policies))
    }

    #[cold]
    fn build(&self, kit: &Kit<'_>, at: usize, families: [usize; 2], policies: [usize; 2]) -> u64 {
        let start = build_start(kit, families, policies);
        let mut nets = start.nets.weighted();
        let word = match (nets.next(), nets.next()) {
            (Some((sides, _)), None) => {
                let [a, d] = sides.map(u64::from);
                KNOWN | if start.first == 1 { SECOND } else { 0 } | a | d << 16
            }
            _ => KNOWN | SEVERAL,
        };
        self.words[at].store(word, Ordering::Relaxed);
        word
    }
}

#[cold]
fn build_start(kit: &Kit<'_>, families: [usize; 2], policies: [usize; 2]) -> Start {
    let ids = families.map(|f| kit.units.of_family(f));
    let [a, d] = ids.map(|id| kit.units.unit(id));
    let state = kit.rules.start(a, d, 0);
    let nets = if families.iter().any(|&f| f >= TEAMS) {
        Row::new([(ids.map(|id| kit.sides.of_unit(kit.units, id)), 1)]) // nets are idle
    } else {
        let [first, second] = policies.map(|p| kit.policy(p));
        let before_roll = |s: &DuelState| s.is_over() || s.step() == Step::Roll && s.turn() == 0;
        let ends = spread(kit.rules, [&first, &second], state, before_roll);
        Row::new(
            ends.weighted()
                .map(|(s, w)| (s.sides.map(|side| kit.sides.of_side(&side)), u128::from(w))),
        )
    };
    Start {
        first: state.first() as u8,
        nets,
    }
}

/// What the tables are built from.
#[derive(Clone, Copy)]
pub(super) struct Kit<'a> {
    pub rules: &'a Rules,
    pub units: &'a Units,
    pub sides: &'a Sides,
    pub specs: &'a [PolicySpec],
    pub worth: &'a super::duels::Worth,
}

impl Kit<'_> {
    fn policy(&self, spec: usize) -> Policy {
        Policy::solved(self.specs[spec].parts, None, self.worth.ready())
    }

    /// True where a roll's table depends on nothing but what is in its key.
    pub fn serves(rules: &Rules, specs: [&PolicySpec; 2]) -> bool {
        let empty = Side {
            active: Counts::new([0, 0, 0, 0, 1]),
            netted: Counts::NONE,
            markers: 0,
            hits: 0,
        };
        let state = DuelState {
            sides: [empty; 2],
            step: Step::Roll,
            who: 0,
            pending: 0,
            latch: 0,
        };
        let at_roll = !rules.tridents_after_nets && !rules.dice_after_nets;
        at_roll && rules.dice(&state) > 0 && specs.iter().all(|s| !s.parts.needs_solver())
    }
}

/// The tables of one pair of policies: challenger's and challenged player's.
#[derive(Clone, Copy)]
pub(super) struct Staged<'a> {
    pub kit: Kit<'a>,
    pub starts: &'a Starts,
    /// Rolls of the challenger at the challenged, and back.
    pub rolls: [&'a Rolls; 2],
    pub policies: [usize; 2],
}

impl Staged<'_> {
    /// The table of `roller` (0: the challenger) at the other; `None` without dice.
    #[inline]
    fn roll(&self, roller: usize, sides: [SideId; 2]) -> Option<Found<'_>> {
        let marks = &self.kit.sides.marks;
        let target = sides[1 - roller];
        let own = marks[usize::from(sides[roller])];
        let again = Rules::more_tridents(own.tridents, marks[usize::from(target)].tridents);
        let policies = [self.policies[roller], self.policies[1 - roller]];
        (own.dice > 0).then(|| self.rolls[roller].get(&self.kit, own.dice, again, target, policies))
    }

    /// The units that the sides are when the duel is over.
    #[inline]
    fn left(&self, sides: [SideId; 2]) -> [UnitId; 2] {
        let unit = |side: SideId| self.kit.sides.marks[usize::from(side)].unit;
        [unit(sides[0]), unit(sides[1])]
    }

    #[inline]
    fn marked(&self, units: [UnitId; 2], nets: [SideId; 2]) -> [SideId; 2] {
        let marked = |k: usize| nets[k] + SideId::from(self.kit.units.markers(units[k]));
        [marked(0), marked(1)]
    }

    /// Draws what a duel leaves.
    #[inline]
    pub fn draw(&self, units: [UnitId; 2], stream: &mut Stream) -> [UnitId; 2] {
        let (first, nets) = self.starts.draw(&self.kit, units, self.policies, stream);
        let mut sides = self.marked(units, nets);
        for roller in [first, 1 - first] {
            if let Some(roll) = self.roll(roller, sides) {
                sides[1 - roller] = roll.draw(stream);
                if sides[1 - roller] == OUT {
                    break;
                }
            }
        }
        self.left(sides)
    }

    /// Calls `visit(what is left, probability)` for every way through the tables.
    pub fn ends(&self, units: [UnitId; 2], mut visit: impl FnMut([UnitId; 2], f64)) {
        let start = self.starts.get(&self.kit, units, self.policies);
        let first = usize::from(start.first);
        let second = 1 - first;
        let rolled = |roller: usize, sides: [SideId; 2]| -> Vec<([SideId; 2], f64)> {
            let after = |to: SideId| {
                if roller == 0 {
                    [sides[0], to]
                } else {
                    [to, sides[1]]
                }
            };
            let Some(roll) = self.roll(roller, sides) else {
                return vec![(sides, 1.0)];
            };
            let mut ends = Vec::new();
            roll.each(|to, p| ends.push((after(to), p)));
            ends
        };
        for (nets, p_nets) in start.nets.shares() {
            for (middle, p_first) in rolled(first, self.marked(units, nets)) {
                if middle[second] == OUT {
                    visit(self.left(middle), p_nets * p_first);
                    continue;
                }
                for (end, p_second) in rolled(second, middle) {
                    visit(self.left(end), p_nets * p_first * p_second);
                }
            }
        }
    }

    /// Mean losses of challenger and challenged (an animal's defeat counts 1), and P(the challenged loses anything).
    pub fn means(&self, units: [UnitId; 2]) -> ([f64; 2], f64) {
        let start = self.starts.get(&self.kit, units, self.policies);
        let first = usize::from(start.first);
        let second = 1 - first;
        let (mut lost, mut p_lost) = ([0.0; 2], [0.0; 2]);
        let mut add = |side: usize, from: SideId, to: SideId, p: f64| {
            let now = self.kit.sides.lost(from, to);
            lost[side] += p * f64::from(now);
            p_lost[side] += if now > 0 { p } else { 0.0 };
        };
        for (nets, p_nets) in start.nets.shares() {
            let sides = self.marked(units, nets);
            let mut counter = |at: SideId, p: f64| {
                let mut now = sides;
                now[second] = at;
                if at != OUT
                    && let Some(back) = self.roll(second, now)
                {
                    back.each(|to, q| add(first, sides[first], to, p * q));
                }
            };
            match self.roll(first, sides) {
                None => counter(sides[second], p_nets),
                Some(roll) => {
                    roll.each(|at, p| counter(at, p_nets * p));
                    roll.each(|at, p| add(second, sides[second], at, p_nets * p));
                }
            }
        }
        (lost, p_lost[1])
    }
}
