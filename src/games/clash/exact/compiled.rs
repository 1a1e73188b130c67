//! The decisions of a policy without `optimal` parts, for every situation that such a policy can tell apart.
//!
//! Whom to net depends on the target's active gladiators, a re-roll on dice and target, losses on the own lineup: that
//! is all the parts of [`Policy`] look at. Each entry comes from driving the rules with the policy; random
//! parts become distributions.

use super::units::{Lineup, MOST, TEAMS, Units, at};
use crate::chance::{Branch, Chance, Dist, Outcome, distribution};
use crate::games::clash::counts::Counts;
use crate::games::clash::policy::{DuelPolicy, Policy, View};
use crate::games::clash::rules::{Need, Roll, Rules};
use crate::games::clash::state::{Side, Step};
use crate::games::clash::unit::Unit;

/// A lineup that a decision leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Choice {
    pub lineup: u16,
    pub p: f64,
}

/// A kept roll at a target, summed up.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Aim {
    /// Probability of so many losses; the target's size: it is out.
    pub lost: [f64; MOST + 1],
    /// Mean losses.
    pub mean: f64,
}

/// The decisions of one policy.
#[derive(Debug, Clone)]
pub struct Compiled {
    choices: Vec<Choice>,
    named: Vec<(u32, u32)>,
    losing: Vec<(u32, u32)>,
    /// Probability of each shot of [`Units`] when the policy decides about the re-roll.
    pub(super) kept: Vec<f64>,
    pub(super) aims: Vec<Aim>,
}

/// Answers the first outcome and remembers that it was asked: finds out whether a decision is random.
#[derive(Default)]
struct Asked(bool);

impl Chance for Asked {
    fn draw<T: Outcome>(&mut self, _: &'static str, dist: &Dist<T>) -> T {
        self.0 = true;
        dist.outcome(0)
    }
}

/// Every answer that a policy may give, with its probability: `once` asks it with a chance that notes whether it
/// was asked, `all` enumerates.
fn answers<T: Copy + Ord>(
    once: impl FnOnce(&mut Asked) -> T,
    all: impl FnMut(&mut Branch) -> T,
) -> Vec<(T, f64)> {
    let mut asked = Asked::default();
    let answer = once(&mut asked);
    if !asked.0 {
        return vec![(answer, 1.0)];
    }
    let all = distribution(all);
    all.weighted()
        .map(|(answer, w)| (answer, w as f64 / all.total() as f64))
        .collect()
}

impl Compiled {
    /// Compiles a policy.
    ///
    /// # Panics
    /// If a part of it is `optimal`: what is best depends on both sides, see [`super::worlds`].
    pub fn new(rules: &Rules, units: &Units, policy: &Policy) -> Self {
        assert!(
            !policy.parts().needs_solver(),
            "optimal parts are not functions of one side's lineup"
        );
        let mut new = Self {
            choices: Vec::new(),
            named: Vec::new(),
            losing: Vec::new(),
            kept: Vec::new(),
            aims: Vec::new(),
        };
        new.read_named(rules, units, policy);
        new.read_losing(rules, units, policy);
        new.read_kept(rules, units, policy);
        new
    }

    fn range(&mut self, from: usize) -> (u32, u32) {
        (from as u32, self.choices.len() as u32)
    }

    fn read_named(&mut self, rules: &Rules, units: &Units, policy: &Policy) {
        let namer = Unit::team(Counts::new([0, MOST as u8, 0, 7, 0]));
        for nets in 0..=MOST as u8 {
            for team in 0..TEAMS as u16 {
                let unit = units.unit(units.unit_of(team, 0));
                let from = self.choices.len();
                let pending = nets.min(unit.counts.total());
                if pending == 0 {
                    self.choices.push(Choice {
                        lineup: units.lineup_id(unit.counts, Counts::NONE),
                        p: 1.0,
                    });
                } else {
                    let state = at(Step::NameNets, [Side::new(namer), Side::new(unit)], pending);
                    let view = View {
                        rules,
                        state: &state,
                        side: 0,
                    };
                    let Need::NameNets { least, most, .. } = rules.need(&state) else {
                        unreachable!("nets are named")
                    };
                    let named = answers(
                        |chance| policy.name_nets(&view, least, most, chance),
                        |chance| policy.name_nets(&view, least, most, chance),
                    );
                    for (named, p) in named {
                        self.choices.push(Choice {
                            lineup: units.lineup_id(unit.counts.without(named), named),
                            p,
                        });
                    }
                }
                let range = self.range(from);
                self.named.push(range);
            }
        }
    }

    fn read_losing(&mut self, rules: &Rules, units: &Units, policy: &Policy) {
        let roller = Side::new(Unit::team(Counts::new([1, 0, 0, 0, 0])));
        for (own, lineup) in units.lineups.iter().enumerate() {
            for lost in 0..MOST as u8 {
                let from = self.choices.len();
                if lost == 0 || usize::from(lineup.body) >= TEAMS {
                    self.choices.push(Choice {
                        lineup: own as u16,
                        p: 1.0,
                    });
                } else if lost < lineup.size {
                    let target = Side {
                        active: lineup.active,
                        netted: lineup.netted,
                        markers: 0,
                        hits: 0,
                    };
                    let state = at(Step::Lose, [roller, target], lost);
                    let view = View {
                        rules,
                        state: &state,
                        side: 1,
                    };
                    let given = answers(
                        |chance| policy.lose(&view, lost, chance),
                        |chance| policy.lose(&view, lost, chance),
                    );
                    for (given, p) in given {
                        let lineup = units.lineup_id(
                            lineup.active.without(given.active),
                            lineup.netted.without(given.netted),
                        );
                        self.choices.push(Choice { lineup, p });
                    }
                }
                let range = self.range(from);
                self.losing.push(range);
            }
        }
    }

    fn read_kept(&mut self, rules: &Rules, units: &Units, policy: &Policy) {
        self.kept = units.shots.iter().map(|s| s.fresh).collect();
        for row in 0..units.count_of_rows() {
            let (class, shields, reroll, dice) = units.parts_of_row(row);
            let range = units.range(row);
            if reroll && dice > 0 && !range.is_empty() {
                let target = units
                    .target(class, shields)
                    .expect("a row with shots has a target");
                if let Some(roller) = units.roller(dice) {
                    self.read_rerolled(rules, units, policy, [roller, target], dice, range.clone());
                }
            }
            let mut aim = Aim::default();
            for at in range {
                aim.lost[usize::from(units.shots[at].lost)] += self.kept[at];
                aim.mean += self.kept[at] * f64::from(units.shots[at].lost);
            }
            self.aims.push(aim);
        }
    }

    fn read_rerolled(
        &mut self,
        rules: &Rules,
        units: &Units,
        policy: &Policy,
        sides: [Side; 2],
        dice: u8,
        range: std::ops::Range<usize>,
    ) {
        let pool = rules.pool(dice);
        self.kept[range.clone()].fill(0.0);
        let mut again = 0.0;
        for (roll, weight) in pool.weighted() {
            let p = weight as f64 / pool.total() as f64;
            let rerolled = Self::rerolls(rules, policy, sides, roll);
            again += p * rerolled;
            let (lost, markers) = units.shot(rules, sides[1], roll, dice);
            let shot = units.shots[range.clone()]
                .iter()
                .position(|s| (s.lost, s.markers) == (lost, markers));
            self.kept[range.start + shot.expect("every effect is listed")] += p * (1.0 - rerolled);
        }
        for at in range {
            self.kept[at] += again * units.shots[at].fresh;
        }
    }

    /// Probability that the policy rolls again.
    fn rerolls(rules: &Rules, policy: &Policy, sides: [Side; 2], roll: Roll) -> f64 {
        let state = at(Step::Reroll, sides, roll.crits << 4 | roll.singles);
        let view = View {
            rules,
            state: &state,
            side: 0,
        };
        let answers = answers(
            |chance| policy.reroll(&view, roll, chance),
            |chance| policy.reroll(&view, roll, chance),
        );
        answers
            .into_iter()
            .filter(|(again, _)| *again)
            .map(|(_, p)| p)
            .sum()
    }

    /// What becomes of a team at which so many nets are thrown.
    #[inline]
    pub(super) fn named(&self, nets: u8, team: u16) -> &[Choice] {
        let (from, to) = self.named[usize::from(nets) * TEAMS + usize::from(team)];
        &self.choices[from as usize..to as usize]
    }

    /// What becomes of a lineup that loses so many, fewer than it has.
    #[inline]
    pub(super) fn losing(&self, lineup: u16, lost: usize) -> &[Choice] {
        let (from, to) = self.losing[usize::from(lineup) * MOST + lost];
        &self.choices[from as usize..to as usize]
    }
}

/// True when the second roller's dice or re-roll were fixed before it lost anybody.
pub(super) struct CounterAttack {
    pub dice: u8,
    pub reroll: bool,
}

impl Units {
    /// The second roller's counter-attack: `before` and `after` the losses of the first roll.
    #[inline]
    pub(super) fn counter_attack(
        &self,
        before: &Lineup,
        after: &Lineup,
        target: &Lineup,
    ) -> CounterAttack {
        CounterAttack {
            dice: if self.dice_after_nets {
                before.dice
            } else {
                after.dice
            },
            reroll: self.majority(
                if self.tridents_after_nets {
                    before
                } else {
                    after
                },
                target,
            ),
        }
    }
}
