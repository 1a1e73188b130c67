//! What rolls do to whom, read off the rules: who may re-roll, what net dice give, the shots of every roll by row.

use super::*;

impl Units {
    pub(super) fn read_comparisons(&mut self, rules: &Rules) {
        for own in 0..8 {
            for other in 0..8 {
                for challenger in 0..2 {
                    let [a, d] = [own, other].map(|p| Unit::team(Counts::new([1, 0, 0, p, 0])));
                    self.first[usize::from(own)][usize::from(other)][challenger] =
                        rules.start(a, d, challenger).first() as u8;
                }
                let sides = [own, other].map(|t| plain([1, 0, t, 0, 0]));
                self.majority[usize::from(own)][usize::from(other)] =
                    rules.may_reroll(&at(Step::Roll, sides, 0));
            }
        }
    }

    pub(super) fn read_net_dice(&mut self, rules: &Rules) {
        self.net_dice = (0..=CARRIER_SIZE)
            .map(|nets| {
                let state = rules.start(
                    Unit::team(Counts::new([0, nets, 0, 7, 0])),
                    Unit::team(Counts::new([4, 0, 0, 0, 0])),
                    0,
                );
                match rules.need(&state) {
                    Need::NetDice { .. } => {
                        let rolled = crate::chance::distribution(|branch| {
                            let mut next = state;
                            // Policies decide nothing about net dice.
                            let anyone = crate::games::clash::policy::Policy::fixed(
                                crate::games::clash::policy::Parts::simple(),
                            );
                            rules.advance(&mut next, [&anyone, &anyone], branch);
                            match rules.need(&next) {
                                Need::NameNets { most, .. } => most,
                                _ => 0,
                            }
                        });
                        rolled
                            .weighted()
                            .map(|(s, w)| (s, w as f64 / rolled.total() as f64))
                            .collect()
                    }
                    _ => vec![(nets, 1.0)],
                }
            })
            .collect();
    }

    /// Every effect of a fresh roll, for each kind of target, its shields and the dice.
    pub(super) fn read_shots(&mut self, rules: &Rules) {
        for class in 0..self.classes() {
            for shields in 0..self.shields {
                for _reroll in 0..2 {
                    for dice in 0..self.dice {
                        let from = self.shots.len() as u32;
                        if let Some(side) = self.target(class, shields as u8) {
                            self.read_row(rules, side, dice as u8);
                        }
                        self.ranges.push((from, self.shots.len() as u32));
                    }
                }
            }
        }
    }

    pub(super) fn read_row(&mut self, rules: &Rules, target: Side, dice: u8) {
        let from = self.shots.len();
        let pool = rules.pool(dice);
        for (roll, weight) in pool.weighted() {
            let (lost, markers) = self.shot(rules, target, roll, dice);
            let fresh = weight as f64 / pool.total() as f64;
            match self.shots[from..]
                .iter_mut()
                .find(|s| (s.lost, s.markers) == (lost, markers))
            {
                Some(shot) => shot.fresh += fresh,
                None => self.shots.push(Shot {
                    lost,
                    markers,
                    fresh,
                }),
            }
        }
        self.shots[from..].sort_by_key(|s| (s.lost, s.markers));
    }

    /// What a kept roll does to a target: units lost, markers left when the duel is over.
    pub(in crate::games::clash::exact) fn shot(
        &self,
        rules: &Rules,
        target: Side,
        roll: Roll,
        dice: u8,
    ) -> (u8, u8) {
        if dice == 0 {
            return (0, self.rested(target.is_animal(), target.markers));
        }
        let mut state = at(Step::RollAgain, [plain([1, 0, 0, 0, 0]), target], 0);
        rules.after_roll(&mut state, roll);
        let side = &state.sides[1];
        if side.is_out() {
            return (target.size(), 0);
        }
        let lost = match rules.need(&state) {
            Need::Lose { count, .. } => count,
            _ => 0,
        };
        (lost, self.rested(side.is_animal(), side.markers))
    }

    /// Markers after a duel of a unit that has so many when it ends.
    pub(super) fn rested(&self, animal: bool, markers: u8) -> u8 {
        if animal && self.heal { 0 } else { markers }
    }

    /// A target of this class with so many shields, if there is one.
    pub(in crate::games::clash::exact) fn target(&self, class: usize, shields: u8) -> Option<Side> {
        if class < 2 * MOST {
            let (size, markers) = (class as u8 / 2 + 1, class as u8 % 2);
            let others = size.checked_sub(shields)?;
            return Some(Side {
                markers,
                ..plain([0, 0, 0, others, shields])
            });
        }
        let unit = self
            .rows
            .iter()
            .position(|r| usize::from(r.class) == class)
            .map(|i| self.units[i])?;
        let side = Side::new(unit);
        (side.active.get(Kind::Shield) == shields).then_some(side)
    }

    /// Somebody who rolls so many dice, if there is anybody.
    pub(in crate::games::clash::exact) fn roller(&self, dice: u8) -> Option<Side> {
        let lineup = self.lineups.iter().find(|l| l.dice == dice)?;
        let animal = usize::from(lineup.body)
            .checked_sub(TEAMS)
            .map(|a| self.units[usize::from(self.animals[a])]);
        Some(Side {
            active: lineup.active,
            netted: lineup.netted,
            markers: 0,
            hits: animal.map_or(0, |a| a.hits),
        })
    }

    /// Kinds of targets.
    pub(in crate::games::clash::exact) fn classes(&self) -> usize {
        self.rows
            .iter()
            .map(|r| usize::from(r.class))
            .max()
            .unwrap_or(0)
            + 1
    }

    /// Number of the row of a roll: with `dice` dice, with or without the right to re-roll, at a target.
    #[inline]
    pub(in crate::games::clash::exact) fn row(
        &self,
        class: u16,
        shields: u8,
        reroll: bool,
        dice: u8,
    ) -> usize {
        ((usize::from(class) * self.shields + usize::from(shields)) * 2 + usize::from(reroll))
            * self.dice
            + usize::from(dice)
    }

    /// The row's target class, shields, right and dice.
    pub(in crate::games::clash::exact) fn parts_of_row(&self, row: usize) -> (usize, u8, bool, u8) {
        let (dice, rest) = (row % self.dice, row / self.dice);
        (
            rest / 2 / self.shields,
            (rest / 2 % self.shields) as u8,
            rest % 2 == 1,
            dice as u8,
        )
    }

    /// Number of rows.
    pub(in crate::games::clash::exact) fn count_of_rows(&self) -> usize {
        self.ranges.len()
    }

    /// The shots of a row, as a range of `shots`.
    #[inline]
    pub(in crate::games::clash::exact) fn range(&self, row: usize) -> std::ops::Range<usize> {
        let (from, to) = self.ranges[row];
        from as usize..to as usize
    }

    /// Whether the roller has the majority of tridents.
    #[inline]
    pub(in crate::games::clash::exact) fn majority(
        &self,
        roller: &Lineup,
        target: &Lineup,
    ) -> bool {
        self.majority[usize::from(roller.tridents & 7)][usize::from(target.tridents & 7)]
    }

    /// The side that rolls first: 0 attacker, 1 defender.
    #[inline]
    pub(in crate::games::clash::exact) fn first(
        &self,
        attacker: &UnitRow,
        defender: &UnitRow,
        challenger: usize,
    ) -> usize {
        usize::from(
            self.first[usize::from(attacker.spears & 7)][usize::from(defender.spears & 7)]
                [challenger & 1],
        )
    }
}
