//! Ways to stand before the strike, and the lists of them that lead to each blow.

use super::*;

/// Ways to stand before the strike with the same health and the same pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prep {
    /// Number of the health pair.
    pub health: u8,
    /// What the player strikes with.
    pub pattern: u16,
    /// Glory and bargain: bit `glory * 6 + bargain`, a bargain of 0 being none.
    pub members: u64,
}

/// The preparations of a permit: of each player's state and blue pair.
#[derive(Debug, Clone)]
pub struct Preps {
    offsets: Vec<u32>,
    preps: Vec<Prep>,
}

impl Preps {
    pub(super) fn new(bout: &Bout<'_>) -> Self {
        let mut offsets = vec![0];
        let mut preps = Vec::new();
        for player in 0..PLAYERS {
            let (health, glory) = player_from_index(player);
            for blue in Pair::all() {
                let roll = Roll {
                    blue,
                    red: Pair::new(1, 1),
                };
                let start = bout.open(
                    Fight {
                        health,
                        glory,
                        enemy: 1,
                    },
                    roll,
                );
                preps.extend(Self::walk(bout, start));
                offsets.push(preps.len() as u32);
            }
        }
        Self { offsets, preps }
    }

    /// Every way to stand before the strike.
    fn walk(bout: &Bout<'_>, start: Exchange) -> impl Iterator<Item = Prep> + use<> {
        let mut found: BTreeMap<(u8, u16), u64> = BTreeMap::new();
        let mut seen: HashSet<Exchange, Quick> = HashSet::from_iter([start]);
        let mut open = vec![start];
        while let Some(ex) = open.pop() {
            for step in moves() {
                if bout.legal(&ex, step).is_err() {
                    continue;
                }
                if let Move::Strike { natural_high } = step {
                    let key = (ex.health.index() as u8, pattern(&ex, natural_high) as u16);
                    *found.entry(key).or_insert(0) |= 1 << (ex.glory * 6 + ex.bargain);
                    continue;
                }
                let mut next = ex;
                bout.apply(&mut next, step);
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        found.into_iter().map(|((health, pattern), members)| Prep {
            health,
            pattern,
            members,
        })
    }

    /// Those of a player's state and a blue pair, by number.
    #[inline]
    pub fn of(&self, player: usize, blue: usize) -> &[Prep] {
        let at = player * PAIRS_OF_DICE + blue;
        &self.preps[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }

    /// How many there are in all.
    pub fn len(&self) -> usize {
        self.preps.len()
    }

    /// Never true: standing still is a preparation.
    pub fn is_empty(&self) -> bool {
        self.preps.is_empty()
    }
}

/// Every step up to the strike.
pub fn moves() -> impl Iterator<Item = Move> {
    use crate::games::gauntlet::state::Die;
    let pairs = || {
        Die::BOTH
            .into_iter()
            .flat_map(|a| Die::BOTH.map(move |b| (a, b)))
    };
    let buys = [
        Tactic::CautiousDefense,
        Tactic::QuickRest,
        Tactic::SwiftExecution,
    ];
    (1..=GLORY_MAX)
        .map(Move::Bargain)
        .chain(pairs().map(|(health, combat)| Move::Swap { health, combat }))
        .chain([Move::NoSwap])
        .chain(buys.map(Move::Buy))
        .chain(
            Die::BOTH
                .into_iter()
                .flat_map(|combat| (1..=5).map(move |by| Move::Trick { combat, by })),
        )
        .chain([true, false].map(|natural_high| Move::Strike { natural_high }))
}

/// Ways to stand before the strike with one pair of health dice: see [`Prep`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stand {
    /// Number of the health pair.
    pub health: u8,
    /// Glory and bargain, as in [`Prep`].
    pub members: u64,
}

/// For each player's state and roll the ways to stand that lead to each blow, those with the same health together; the same ones
/// come up again and again and are numbered.
#[derive(Debug)]
pub struct Lists {
    /// Ways to stand, and the blow that follows, by number.
    pub kinds: Vec<(Stand, u8)>,
    offsets: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    pub(super) fn new(preps: &Preps, blows: &[u8]) -> Self {
        let mut known: HashMap<(Stand, u8), u32, Quick> = HashMap::default();
        let mut kinds = Vec::new();
        let (mut offsets, mut numbers) = (vec![0], Vec::new());
        let mut here: Vec<(Stand, u8)> = Vec::new();
        for player in 0..PLAYERS {
            for roll in Roll::all() {
                here.clear();
                for prep in preps.of(player, roll.blue.index()) {
                    let blow = blows[usize::from(prep.pattern) * PAIRS_OF_DICE + roll.red.index()];
                    match here
                        .iter_mut()
                        .find(|(s, b)| *b == blow && s.health == prep.health)
                    {
                        Some((stand, _)) => stand.members |= prep.members,
                        None => here.push((
                            Stand {
                                health: prep.health,
                                members: prep.members,
                            },
                            blow,
                        )),
                    }
                }
                numbers.extend(here.iter().map(|kind| {
                    *known.entry(*kind).or_insert_with(|| {
                        kinds.push(*kind);
                        kinds.len() as u32 - 1
                    })
                }));
                offsets.push(numbers.len() as u32);
            }
        }
        Self {
            kinds,
            offsets,
            numbers,
        }
    }

    /// The numbers of a player's state and a roll.
    #[inline]
    pub fn of(&self, player: usize, roll: usize) -> &[u32] {
        let at = player * ROLLS + roll;
        &self.numbers[self.offsets[at] as usize..self.offsets[at + 1] as usize]
    }
}

/// A quick hash for small keys (multiply and rotate, as rustc does).
#[derive(Debug, Default, Clone, Copy)]
struct QuickHash(u64);

impl std::hash::Hasher for QuickHash {
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|b| self.write_u64(u64::from(*b)));
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0xf135_7aea_2e62_a9c5);
    }
}

type Quick = std::hash::BuildHasherDefault<QuickHash>;
