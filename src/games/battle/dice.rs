//! Throws: pools of six-sided dice read as a highest face, a number of sixes or a sum, with or without luck dice.
//!
//! A pool of up to [`HANDFUL`] dice is one exact [`Dist`]; more dice are thrown in handfuls and joined, which changes
//! nothing. Luck dice are thrown with the others and read like them, but each that shows 1 to 3 is lost
//! \[Loss of Luck Dice\]; they are a draw of their own, joint in (what they show, how many are lost).

use super::column::Top;
use crate::chance::{Chance, Dist, Outcome};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

/// Most dice of one draw: 6^20 is the last power below 2^52.
pub const HANDFUL: u8 = 20;

/// A reading of dice that can be taken die by die and joined.
pub trait Reading: Outcome + Ord + Default + 'static {
    /// With one die more.
    fn with(self, face: u8) -> Self;
    /// Two parts of one throw together.
    fn join(self, other: Self) -> Self;
    /// The pools of this reading.
    fn pools() -> &'static Pools<Self>;
}

impl Reading for Top {
    fn with(self, face: u8) -> Self {
        self.join(Self { face, count: 1 })
    }

    fn join(self, other: Self) -> Self {
        match self.face.cmp(&other.face) {
            std::cmp::Ordering::Greater => self,
            std::cmp::Ordering::Less => other,
            std::cmp::Ordering::Equal => Self {
                face: self.face,
                count: self.count + other.count,
            },
        }
    }

    fn pools() -> &'static Pools<Self> {
        static POOLS: OnceLock<Pools<Top>> = OnceLock::new();
        POOLS.get_or_init(Pools::new)
    }
}

/// Number of sixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sixes(pub u8);

impl fmt::Display for Sixes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Reading for Sixes {
    fn with(self, face: u8) -> Self {
        Self(self.0 + u8::from(face == 6))
    }

    fn join(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    fn pools() -> &'static Pools<Self> {
        static POOLS: OnceLock<Pools<Sixes>> = OnceLock::new();
        POOLS.get_or_init(Pools::new)
    }
}

/// Whether any die shows a six.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct AnySix(pub bool);

impl fmt::Display for AnySix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0 { "six" } else { "none" })
    }
}

impl Reading for AnySix {
    fn with(self, face: u8) -> Self {
        Self(self.0 || face == 6)
    }

    fn join(self, other: Self) -> Self {
        Self(self.0 || other.0)
    }

    fn pools() -> &'static Pools<Self> {
        static POOLS: OnceLock<Pools<AnySix>> = OnceLock::new();
        POOLS.get_or_init(Pools::new)
    }
}

/// Sum of the faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sum(pub u16);

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Reading for Sum {
    fn with(self, face: u8) -> Self {
        Self(self.0 + u16::from(face))
    }

    fn join(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    fn pools() -> &'static Pools<Self> {
        static POOLS: OnceLock<Pools<Sum>> = OnceLock::new();
        POOLS.get_or_init(Pools::new)
    }
}

/// What a throw shows, and how many luck dice it lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Lucky<T> {
    /// What all dice together show.
    pub shows: T,
    /// Luck dice that showed 1 to 3.
    pub lost: u8,
}

impl<T: fmt::Display> fmt::Display for Lucky<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.shows, self.lost)
    }
}

/// The distributions of 0 to [`HANDFUL`] dice, and of as many luck dice.
#[derive(Debug)]
pub struct Pools<T> {
    plain: Vec<Dist<T>>,
    lucky: Vec<Dist<Lucky<T>>>,
}

impl<T: Reading> Pools<T> {
    fn new() -> Self {
        let fold = |with: &dyn Fn(Lucky<T>, u8) -> Lucky<T>| {
            let mut pools = vec![BTreeMap::from([(Lucky::default(), 1u64)])];
            for n in 0..usize::from(HANDFUL) {
                let mut next = BTreeMap::new();
                for (&shown, &weight) in &pools[n] {
                    for face in 1..=6 {
                        *next.entry(with(shown, face)).or_insert(0) += weight;
                    }
                }
                pools.push(next);
            }
            pools
        };
        let plain = fold(&|l, face| Lucky {
            shows: l.shows.with(face),
            lost: 0,
        });
        let lucky = fold(&|l, face| Lucky {
            shows: l.shows.with(face),
            lost: l.lost + u8::from(face <= 3),
        });
        Self {
            plain: plain
                .into_iter()
                .map(|p| Dist::new(p.into_iter().map(|(l, w)| (l.shows, w))))
                .collect(),
            lucky: lucky.into_iter().map(Dist::new).collect(),
        }
    }

    /// The distribution of `dice` dice, at most [`HANDFUL`].
    pub fn plain(&self, dice: u8) -> &Dist<T> {
        &self.plain[usize::from(dice)]
    }

    /// The same of luck dice, with how many are lost.
    pub fn lucky(&self, dice: u8) -> &Dist<Lucky<T>> {
        &self.lucky[usize::from(dice)]
    }
}

/// Rolls of the game, as scripts and traces name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Roll {
    /// For the first turn.
    Initiative,
    /// Below zero, against unconsciousness.
    Awake,
    /// At death's door.
    Alive,
    /// The Fate Roll Chart.
    Fate,
    /// Against a stun.
    Focus,
    /// Attack dice.
    Attack,
    /// Defence dice.
    Defence,
    /// Sixes of a defence thrown again.
    Rethrow,
    /// Critical Damage Dice.
    Critical,
    /// For weapons on the ground.
    Retrieve,
}

/// The name of a roll of side 0 (a) or 1 (b): `a_attack`, and `a_attack_luck` for its luck dice.
pub fn site(side: usize, roll: Roll, luck: bool) -> &'static str {
    const SITES: [[[&str; 2]; 2]; 10] = [
        [
            ["a_initiative", "a_initiative_luck"],
            ["b_initiative", "b_initiative_luck"],
        ],
        [["a_awake", "a_awake_luck"], ["b_awake", "b_awake_luck"]],
        [["a_alive", "a_alive_luck"], ["b_alive", "b_alive_luck"]],
        [["a_fate", "a_fate"], ["b_fate", "b_fate"]],
        [["a_focus", "a_focus_luck"], ["b_focus", "b_focus_luck"]],
        [["a_attack", "a_attack_luck"], ["b_attack", "b_attack_luck"]],
        [
            ["a_defence", "a_defence_luck"],
            ["b_defence", "b_defence_luck"],
        ],
        [["a_rethrow", "a_rethrow"], ["b_rethrow", "b_rethrow"]],
        [["a_critical", "a_critical"], ["b_critical", "b_critical"]],
        [
            ["a_retrieve", "a_retrieve_luck"],
            ["b_retrieve", "b_retrieve_luck"],
        ],
    ];
    SITES[roll as usize][side][usize::from(luck)]
}

/// Throws `dice` dice and `luck` luck dice of a side. No dice draw nothing.
pub fn throw<T: Reading, C: Chance>(
    side: usize,
    roll: Roll,
    dice: u8,
    luck: u8,
    chance: &mut C,
) -> Lucky<T> {
    let pools = T::pools();
    let mut all = Lucky::<T>::default();
    let mut left = dice;
    while left > 0 {
        let handful = left.min(HANDFUL);
        all.shows = all
            .shows
            .join(chance.draw(site(side, roll, false), pools.plain(handful)));
        left -= handful;
    }
    let mut left = luck;
    while left > 0 {
        let handful = left.min(HANDFUL);
        let part = chance.draw(site(side, roll, true), pools.lucky(handful));
        all = Lucky {
            shows: all.shows.join(part.shows),
            lost: all.lost + part.lost,
        };
        left -= handful;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::distribution;

    #[test]
    fn pools_weigh_six_to_the_n_and_follow_the_closed_form() {
        for n in 0..=HANDFUL {
            assert_eq!(Top::pools().plain(n).total(), 6u64.pow(n.into()));
            assert_eq!(Sum::pools().lucky(n).total(), 6u64.pow(n.into()));
        }
        // P(highest = f, count = c) = C(n,c)(f-1)^(n-c) / 6^n (spec 3).
        let choose = |n: u64, k: u64| (0..k).fold(1, |c, i| c * (n - i) / (i + 1));
        for n in 1..=12u64 {
            for (top, weight) in Top::pools().plain(n as u8).weighted() {
                let (f, c) = (u64::from(top.face), u64::from(top.count));
                assert_eq!(weight, choose(n, c) * (f - 1).pow((n - c) as u32));
            }
        }
    }

    #[test]
    fn half_of_the_luck_dice_are_lost_in_the_mean() {
        for n in 0..=HANDFUL {
            let pool = Top::pools().lucky(n);
            let lost: u128 = pool
                .weighted()
                .map(|(l, w)| u128::from(l.lost) * u128::from(w))
                .sum();
            assert_eq!(2 * lost, u128::from(n) * u128::from(pool.total()));
        }
    }

    /// Joining two pools gives the pool of all their dice, so that handfuls change nothing.
    #[test]
    fn handfuls_join_to_the_whole() {
        fn check<T: Reading>(pool: &'static Pools<T>) {
            let joined =
                distribution(|b| b.draw("x", pool.plain(4)).join(b.draw("y", pool.plain(3))));
            let whole: BTreeMap<T, u64> = pool.plain(7).weighted().collect();
            let scale = pool.plain(7).total() / joined.total();
            for (t, w) in joined.weighted() {
                assert_eq!(whole[&t], w * scale);
            }
        }
        check(Top::pools());
        check(Sixes::pools());
        check(AnySix::pools());
        check(Sum::pools());
    }

    #[test]
    fn no_dice_draw_nothing() {
        let mut nothing = crate::chance::Script::default();
        assert_eq!(
            throw::<Top, _>(0, Roll::Attack, 0, 0, &mut nothing),
            Lucky::default()
        );
        assert_eq!(nothing.finish(), Ok(()));
    }
}
