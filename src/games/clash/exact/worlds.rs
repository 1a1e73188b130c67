//! Duels in which somebody decides by what is best: backward induction over the tables.
//!
//! A *world* is an assumption of how both sides play and a goal to evaluate. The world of `minimax` has both sides play
//! for the world's own value; that of `best_response:simple` has one side do so and the other play `simple`. What
//! actually happens is a further world, whose sides decide by what is best in *those* worlds. All worlds of a duel
//! are evaluated together, so a decision costs one pass whoever thinks about it, nested best responses included.
//!
//! Order and ties as in [`crate::games::clash::solver`], which the tests compare: nets, re-roll, losses, each for the
//! first option whose value is best by more than 1e-11.

use super::compiled::{Choice, Compiled};
use super::options::Options;
use super::units::{UnitId, UnitRow, Units};
use std::ops::Range;
use std::sync::Arc;

/// Values closer than this are equal (spec 13).
const TIE: f64 = 1e-11;
/// Most effects of one roll: 12 dice give 0 to 24 hits.
const MOST_SHOTS: usize = 25;

/// How a side takes a part of its decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// By its fixed rule.
    Fixed,
    /// By what is best in the world of this number.
    Best(usize),
}

/// The parts of a policy, as indices of [`Seat::ways`].
#[derive(Debug, Clone, Copy)]
enum Part {
    Nets,
    Reroll,
    Losses,
}

/// A side of a world.
#[derive(Debug, Clone)]
pub struct Seat {
    /// Fixed rules, for the parts that are fixed.
    pub compiled: Arc<Compiled>,
    /// Nets, re-roll, losses.
    pub ways: [Way; 3],
}

impl Seat {
    /// True when everything is decided by what is best in one world.
    pub fn thinks_in(&self, world: usize) -> bool {
        self.ways == [Way::Best(world); 3]
    }
}

impl PartialEq for Seat {
    fn eq(&self, other: &Self) -> bool {
        let fixed = self.ways.contains(&Way::Fixed);
        self.ways == other.ways && (!fixed || Arc::ptr_eq(&self.compiled, &other.compiled))
    }
}

/// Values at the end of a duel in each world, from the attacker's point of view: what the attacker maximises.
pub trait Goal<const W: usize> {
    /// Values of what is left of attacker and defender (`None`: out).
    fn value(&self, left: [Option<UnitId>; 2]) -> [f64; W];
}

impl<const W: usize, F: Fn([Option<UnitId>; 2]) -> [f64; W]> Goal<W> for F {
    #[inline]
    fn value(&self, left: [Option<UnitId>; 2]) -> [f64; W] {
        self(left)
    }
}

/// Evaluates duels in `W` worlds at once.
pub struct Worlds<'a, const W: usize> {
    pub(super) units: &'a Units,
    pub(super) options: &'a Options,
    /// Attacker and defender of each world.
    pub(super) seats: [&'a [Seat; 2]; W],
}

/// One duel being evaluated.
struct Pass<'a, 'w, const W: usize, G> {
    worlds: &'w Worlds<'a, W>,
    goal: &'w G,
    ids: [UnitId; 2],
    /// Side that rolls first.
    roller: usize,
    f: &'w UnitRow,
    s: &'w UnitRow,
}

impl<'a, const W: usize> Worlds<'a, W> {
    /// The first `W` of these worlds. A world may think in itself or in an earlier one.
    pub fn new(units: &'a Units, options: &'a Options, worlds: &'a [[Seat; 2]]) -> Self {
        let seats = std::array::from_fn(|w| &worlds[w]);
        Self {
            units,
            options,
            seats,
        }
    }

    /// Values of a duel. `ids`: attacker and defender.
    pub fn duel<G: Goal<W>>(&self, ids: [UnitId; 2], challenger: usize, goal: &G) -> [f64; W] {
        self.duel_through(ids, challenger, goal, |pass, first, second| {
            pass.after_nets(first, second)
        })
    }

    /// The same with a hook around what follows the nets, for [`super::minimax`].
    pub(super) fn duel_through<G: Goal<W>>(
        &self,
        ids: [UnitId; 2],
        challenger: usize,
        goal: &G,
        mut rest: impl FnMut(&AfterNets<'_, 'a, '_, W, G>, u16, u16) -> [f64; W],
    ) -> [f64; W] {
        let rows = ids.map(|id| &self.units.rows[id.index()]);
        let roller = self.units.first(rows[0], rows[1], challenger);
        let pass = Pass {
            worlds: self,
            goal,
            ids,
            roller,
            f: rows[roller],
            s: rows[1 - roller],
        };
        let handle = AfterNets { pass: &pass };
        pass.first_nets(&mut |first, second| rest(&handle, first, second))
    }
}

/// A duel whose nets have worked.
pub(super) struct AfterNets<'p, 'a, 'w, const W: usize, G> {
    pass: &'p Pass<'a, 'w, W, G>,
}

impl<const W: usize, G: Goal<W>> AfterNets<'_, '_, '_, W, G> {
    /// Values from the first roll on, for the lineups of first and second roller.
    pub(super) fn after_nets(&self, first: u16, second: u16) -> [f64; W] {
        self.pass.after_nets(first, second)
    }

    /// The side that rolls first, and the classes of both as targets.
    pub(super) fn rolls(&self) -> (usize, [u16; 2]) {
        (self.pass.roller, [self.pass.f.class, self.pass.s.class])
    }
}

fn add<const W: usize>(sum: &mut [f64; W], p: f64, values: &[f64; W]) {
    sum.iter_mut().zip(values).for_each(|(s, v)| *s += p * v);
}

impl<const W: usize, G: Goal<W>> Pass<'_, '_, W, G> {
    #[inline]
    fn way(&self, world: usize, side: usize, part: Part) -> Way {
        self.worlds.seats[world][side].ways[part as usize]
    }

    /// Each world's value of a decision of `side`: the mean over its fixed choice, or that of the best option.
    #[inline]
    fn pick<'c>(
        &self,
        side: usize,
        part: Part,
        options: &[u16],
        fixed: impl Fn(&'c Compiled) -> &'c [Choice],
        mut value: impl FnMut(u16) -> [f64; W],
    ) -> [f64; W]
    where
        Self: 'c,
    {
        let mut result = [0.0; W];
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let thinks = (0..W).any(|w| self.way(w, side, part) != Way::Fixed);
        if thinks {
            let mut best = [f64::NEG_INFINITY; W];
            for &option in options {
                let values = value(option);
                for w in 0..W {
                    if let Way::Best(judge) = self.way(w, side, part)
                        && sign * values[judge] > best[w] + TIE
                    {
                        best[w] = sign * values[judge];
                        result[w] = values[w];
                    }
                }
            }
        }
        let mut last: Option<(u16, [f64; W])> = None;
        for w in 0..W {
            if self.way(w, side, part) == Way::Fixed {
                for choice in fixed(&self.worlds.seats[w][side].compiled) {
                    let values = match last {
                        Some((lineup, values)) if lineup == choice.lineup => values,
                        _ => value(choice.lineup),
                    };
                    last = Some((choice.lineup, values));
                    result[w] += choice.p * values[w];
                }
            }
        }
        result
    }

    fn first_nets(&self, rest: &mut impl FnMut(u16, u16) -> [f64; W]) -> [f64; W] {
        let (f, s) = (self.f, self.s);
        // Nets are not used where an animal takes part.
        if f.animal || s.animal || f.nets == 0 && s.nets == 0 {
            return rest(f.lineup, s.lineup);
        }
        let Worlds { units, options, .. } = self.worlds;
        let mut sum = [0.0; W];
        for &(nets, p) in &units.net_dice[usize::from(f.nets)] {
            let values = self.pick(
                self.roller,
                Part::Nets,
                options.nets(nets, s.body),
                |c| c.named(nets, s.body),
                |second| self.second_nets(second, rest),
            );
            add(&mut sum, p, &values);
        }
        sum
    }

    fn second_nets(&self, second: u16, rest: &mut impl FnMut(u16, u16) -> [f64; W]) -> [f64; W] {
        let Worlds { units, options, .. } = self.worlds;
        let f = self.f;
        let mut sum = [0.0; W];
        for &(nets, p) in &units.net_dice[usize::from(units.lineups[usize::from(second)].nets_left)]
        {
            let values = self.pick(
                1 - self.roller,
                Part::Nets,
                options.nets(nets, f.body),
                |c| c.named(nets, f.body),
                |first| rest(first, second),
            );
            add(&mut sum, p, &values);
        }
        sum
    }

    /// From the first roll on.
    fn after_nets(&self, first_number: u16, second_number: u16) -> [f64; W] {
        let Worlds { units, options, .. } = self.worlds;
        let (first, second) = (
            &units.lineups[usize::from(first_number)],
            &units.lineups[usize::from(second_number)],
        );
        let reroll = units.majority(first, second);
        let range = units.range(units.row(self.s.class, second.shields, reroll, first.dice));
        self.roll(self.roller, reroll, range, |lost, markers| {
            if lost == self.s.size {
                return self.end(Some(units.unhurt(self.ids[self.roller])), None);
            }
            let target = 1 - self.roller;
            self.pick(
                target,
                Part::Losses,
                options.losses(second_number, lost),
                |c| c.losing(second_number, usize::from(lost)),
                |after| self.counter_attack(first_number, second_number, after, markers),
            )
        })
    }

    fn counter_attack(&self, first_number: u16, before: u16, after: u16, markers: u8) -> [f64; W] {
        let Worlds { units, options, .. } = self.worlds;
        let [first, before, after] =
            [first_number, before, after].map(|l| &units.lineups[usize::from(l)]);
        let back = units.counter_attack(before, after, first);
        let range = units.range(units.row(self.f.class, first.shields, back.reroll, back.dice));
        let left = Some(units.unit_of(after.body, markers));
        self.roll(1 - self.roller, back.reroll, range, |lost, markers| {
            if lost == self.f.size {
                return self.end(None, left);
            }
            self.pick(
                self.roller,
                Part::Losses,
                options.losses(first_number, lost),
                |c| c.losing(first_number, usize::from(lost)),
                |lineup| {
                    self.end(
                        Some(units.unit_of(units.lineups[usize::from(lineup)].body, markers)),
                        left,
                    )
                },
            )
        })
    }

    /// Values of a roll whose effects are worth `effect(lost, markers)`.
    #[inline]
    fn roll(
        &self,
        side: usize,
        reroll: bool,
        shots: Range<usize>,
        effect: impl Fn(u8, u8) -> [f64; W],
    ) -> [f64; W] {
        let listed = &self.worlds.units.shots[shots.clone()];
        let mut values = [[0.0; W]; MOST_SHOTS];
        let mut fresh = [0.0; W];
        for (value, shot) in values.iter_mut().zip(listed) {
            *value = effect(shot.lost, shot.markers);
            add(&mut fresh, shot.fresh, value);
        }
        if !reroll {
            return fresh;
        }
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let mut result = [0.0; W];
        for w in 0..W {
            result[w] = match self.way(w, side, Part::Reroll) {
                Way::Fixed => {
                    let kept = &self.worlds.seats[w][side].compiled.kept[shots.clone()];
                    values.iter().zip(kept).map(|(v, p)| p * v[w]).sum()
                }
                Way::Best(judge) => {
                    let again = |v: &[f64; W]| sign * (fresh[judge] - v[judge]) > TIE;
                    listed
                        .iter()
                        .zip(&values)
                        .map(|(s, v)| s.fresh * if again(v) { fresh[w] } else { v[w] })
                        .sum()
                }
            };
        }
        result
    }

    #[inline]
    fn end(&self, first: Option<UnitId>, second: Option<UnitId>) -> [f64; W] {
        self.goal.value(if self.roller == 0 {
            [first, second]
        } else {
            [second, first]
        })
    }
}
