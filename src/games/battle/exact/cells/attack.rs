//! The attacks of a side, sorted out for the fast solver: all the foe's stances side by side.

use super::{GUARDS, Won, at};
use crate::games::battle::situations::{STANCES, Situations};
use std::collections::BTreeMap;

/// By the foe's stance.
type ByStance = [f64; STANCES];

/// Attacks of one side and variant.
#[derive(Debug, Clone)]
pub(super) struct Attack {
    /// By damage: damage, plane of the turn that follows, probabilities.
    hurts: Vec<(usize, usize, ByStance)>,
    /// P(a kill), then of the heaviest blow and of a kill, and so on: what is left if only the first n hurts leave the
    /// foe alive.
    kills: Vec<ByStance>,
    /// How many hurts do at most so much damage.
    within: Vec<u16>,
    /// P(nothing got through), by the guard left.
    pub stays: [[f64; GUARDS]; STANCES],
    /// No damage, but a stun: the turn that follows in the same cell, probabilities.
    pub dazes: Vec<(usize, ByStance)>,
}

impl Attack {
    /// Sorts the attacks of side `x` out; blows with no more than the chance `rare` are joined to the next lighter one.
    pub fn new(s: &Situations, x: usize, variant: usize, rare: f64, won: &Won) -> Self {
        let (mut hurts, mut dazes) = (BTreeMap::new(), BTreeMap::new());
        let mut killed = [0.0; STANCES];
        let mut stays = [[0.0; GUARDS]; STANCES];
        for stance in 0..STANCES {
            let own = &s.strikes[x][variant][stance];
            let list = if own.is_empty() {
                &s.strikes[x][0][stance]
            } else {
                own
            };
            for &(strike, p) in list.iter() {
                let turn = at(1 - x, usize::from(strike.stun), strike.guard as usize);
                let by_stance: &mut ByStance = match (strike.kill, strike.damage, strike.stun) {
                    (true, ..) => &mut killed,
                    (_, 0, true) => dazes.entry(turn).or_default(),
                    (_, 0, false) => {
                        stays[stance][strike.guard as usize] += p;
                        continue;
                    }
                    (_, damage, _) => hurts.entry((turn, usize::from(damage))).or_default(),
                };
                by_stance[stance] += p;
            }
        }
        let mut hurts: Vec<((usize, usize), ByStance)> = hurts.into_iter().collect();
        hurts.dedup_by(|next, last| {
            let joins = next.0.0 == last.0.0 && next.1.iter().all(|p| *p <= rare);
            if joins {
                add(&mut last.1, &next.1, 1.0);
            }
            joins
        });
        let in_plane = |((turn, damage), p)| (damage, won.plane(turn), p);
        let mut hurts: Vec<(usize, usize, ByStance)> = hurts.into_iter().map(in_plane).collect();
        hurts.sort_by_key(|h| (h.0, h.1));
        let mut kills = vec![killed; hurts.len() + 1];
        for n in (0..hurts.len()).rev() {
            let heavier = kills[n + 1];
            kills[n] = heavier;
            add(&mut kills[n], &hurts[n].2, 1.0);
        }
        let within = |place| hurts.partition_point(|h| h.0 <= place) as u16;
        Self {
            within: (0..won.rows.max(won.columns)).map(within).collect(),
            hurts,
            kills,
            stays,
            dazes: dazes.into_iter().collect(),
        }
    }

    /// P(a wins) through blows, and through stuns without damage, by the foe's stance.
    #[inline]
    pub fn hurt(&self, x: usize, won: &Won, cell: [usize; 2]) -> ByStance {
        let survived = usize::from(self.within[cell[1 - x]]);
        let mut sum = match x {
            0 => self.kills[survived],
            _ => [0.0; STANCES],
        };
        let place = won.place(1 - x, cell);
        for &(damage, plane, p) in &self.hurts[..survived] {
            add(&mut sum, &p, won.values[plane + place - damage]);
        }
        for (turn, p) in &self.dazes {
            add(&mut sum, p, won.get(*turn, cell));
        }
        sum
    }
}

#[inline]
fn add(sum: &mut ByStance, p: &ByStance, value: f64) {
    for (s, p) in sum.iter_mut().zip(p) {
        *s += p * value;
    }
}
