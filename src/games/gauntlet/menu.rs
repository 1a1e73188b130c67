//! What can come of a roll: every line of play, collapsed to distinct outcomes.
//!
//! The player's *preparations* (swap, tactics, bargains before the strike) depend on health, glory and the blue dice only;
//! enemy health matters to them through its cap alone. So they are listed once for each of 162 x 21 of those by walking the
//! rules move by move against an enemy of 1, and the strike, a bargain after it and the end of the match follow by table.

use super::catalogue::{Catalogue, Shelf};
use super::dice::{PAIRS_OF_DICE, Pair, ROLLS, Roll};
use super::rules::exchange::{Bout, Exchange, Move, Permit, Stage};
use super::rules::game::Code;
use super::rules::{Ability, BargainLimit, BargainTime, Class, Rules, Tactic, Ties};
use super::state::{
    ENEMY_MAX, FIGHTS, Fight, GLORY_MAX, Outcome, PLAYERS, Result as Landed, player_from_index,
};
use super::strike::{Strikes, pattern};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock};

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
    fn new(bout: &Bout<'_>) -> Self {
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
    use super::state::Die;
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
    fn new(preps: &Preps, blows: &[u8]) -> Self {
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

/// Everything that can come of a match in one class under one permit.
#[derive(Debug, Clone)]
pub struct Menu {
    /// Ability and tie rule.
    pub class: Class,
    /// What may be done in it at all.
    pub permit: Permit,
    rules: Arc<Rules>,
    lists: Arc<Lists>,
    strikes: Arc<Strikes>,
    /// Outcome after M8 of each open fight: `[fight + 972 * lost_both]`.
    closed: Arc<[Outcome]>,
    /// Whether a bargain may follow the damage.
    late_bargain: bool,
    /// Whether bargains pass the caps (`bargain_caps=clip`).
    clips: bool,
    /// Whether codes tell that the bargain has been struck.
    counts_bargain: bool,
    /// Whether it has been, before this match.
    bargained: bool,
    spelled: Arc<OnceLock<Spelled>>,
}

/// What can come of each kind of the lists, for each enemy health: distinct codes.
#[derive(Debug)]
struct Spelled {
    offsets: Vec<u32>,
    codes: Vec<Code>,
}

impl Spelled {
    fn new(menu: &Menu) -> Self {
        let (mut offsets, mut codes) = (vec![0], Vec::new());
        for &kind in &menu.lists.kinds {
            for enemy in 1..=ENEMY_MAX {
                let first = codes.len();
                menu.kind(kind, enemy, |line| {
                    if !codes[first..].contains(&line.code) {
                        codes.push(line.code);
                    }
                });
                offsets.push(codes.len() as u32);
            }
        }
        Self { offsets, codes }
    }
}

/// A line of play as far as a policy may look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// What comes of it.
    pub code: Code,
    /// Enemy health removed by the strike.
    pub removed: u8,
    /// Health points lost to damage.
    pub lost: u8,
}

impl Menu {
    /// What binds in its matches.
    pub fn bout<'r>(&self, rules: &'r Rules) -> Bout<'r> {
        Bout {
            rules,
            class: self.class,
            permit: self.permit,
            bargained: self.bargained,
        }
    }

    /// The rules that it was made for.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The lists.
    pub fn lists(&self) -> &Lists {
        &self.lists
    }

    /// The strike tables.
    pub fn strikes(&self) -> &Strikes {
        &self.strikes
    }

    /// Enemy health after a bargain; `None` where it would pass the cap.
    #[inline]
    pub fn raised(&self, enemy: u8, bargain: u8) -> Option<u8> {
        let raised = enemy + bargain;
        if raised <= ENEMY_MAX || bargain == 0 {
            Some(raised)
        } else if self.clips {
            Some(ENEMY_MAX)
        } else {
            None
        }
    }

    /// The end of the match from an open fight.
    #[inline]
    pub fn close(&self, fight: usize, lost_both: bool) -> Outcome {
        self.closed[fight + if lost_both { FIGHTS } else { 0 }]
    }

    /// Calls `visit(code, bargained in this match)` for everything that can follow a strike: the end of the match, or before it a
    /// bargain (if none was struck before).
    #[inline]
    pub fn finish(&self, hit: Outcome, lost_both: bool, bargain: u8, mut visit: impl FnMut(Code)) {
        let code = |outcome, struck: bool| {
            Code::new(outcome, self.counts_bargain && (self.bargained || struck))
        };
        if !hit.is_open() {
            return visit(code(hit, bargain > 0));
        }
        let at = usize::from(hit.0);
        visit(code(self.close(at, lost_both), bargain > 0));
        if bargain == 0 && self.late_bargain {
            let fight = Fight::from_index(at);
            for x in 1..=GLORY_MAX {
                let Some(enemy) = self.raised(fight.enemy, x) else {
                    break;
                };
                if fight.glory + x > GLORY_MAX && !self.clips {
                    break;
                }
                let next = Fight {
                    glory: Rules::gain(fight.glory, x),
                    enemy,
                    ..fight
                };
                visit(code(self.close(next.index(), lost_both), true));
            }
        }
    }

    /// Calls `visit` for every line of play; the same outcome comes up as often as lines lead to it.
    pub fn lines(&self, fight: Fight, roll: Roll, mut visit: impl FnMut(Line)) {
        for &number in self.lists.of(fight.index() / 6, roll.index()) {
            self.kind(self.lists.kinds[number as usize], fight.enemy, &mut visit);
        }
    }

    /// The lines of one kind of the lists against an enemy health.
    fn kind(&self, (stand, blow): (Stand, u8), enemy: u8, mut visit: impl FnMut(Line)) {
        let lost_both = self.strikes.blows()[usize::from(blow)].lost_both;
        let mut members = stand.members;
        while members != 0 {
            let bit = members.trailing_zeros() as usize;
            members &= members - 1;
            let (glory, bargain) = (bit / 6, (bit % 6) as u8);
            let Some(enemy) = self.raised(enemy, bargain) else {
                continue;
            };
            let at = (usize::from(stand.health) * 6 + glory) * 6 + usize::from(enemy) - 1;
            let hit = self.strikes.hit(at, blow);
            self.finish(hit.outcome, lost_both, bargain, |code| {
                visit(Line {
                    code,
                    removed: hit.removed,
                    lost: hit.lost,
                });
            });
        }
    }

    /// The distinct outcomes of a roll, in order of their codes.
    pub fn options(&self, fight: Fight, roll: Roll) -> Vec<Code> {
        let mut buffer = OptionSet::default();
        self.collect(fight, roll, &mut buffer);
        buffer.iter().collect()
    }

    /// The same into a set that can be used again.
    pub fn collect(&self, fight: Fight, roll: Roll, into: &mut OptionSet) {
        let spelled = self.spelled.get_or_init(|| Spelled::new(self));
        into.clear(self.counts_bargain);
        let lane = usize::from(fight.enemy) - 1;
        for &number in self.lists.of(fight.index() / 6, roll.index()) {
            let at = number as usize * 6 + lane;
            for &code in
                &spelled.codes[spelled.offsets[at] as usize..spelled.offsets[at + 1] as usize]
            {
                into.insert(code);
            }
        }
    }
}

const WORDS: usize = Code::COUNT.div_ceil(64);

/// A set of codes that allocates nothing.
#[derive(Debug, Clone, Copy)]
pub struct OptionSet {
    words: [u64; WORDS],
    used: usize,
}

impl Default for OptionSet {
    fn default() -> Self {
        Self {
            words: [0; WORDS],
            used: WORDS,
        }
    }
}

impl OptionSet {
    /// Empties the set. `all`: whether codes with a bargain struck against the enemy come up.
    pub fn clear(&mut self, all: bool) {
        self.used = if all {
            WORDS
        } else {
            Outcome::COUNT.div_ceil(64)
        };
        self.words[..self.used].fill(0);
    }

    /// Adds a code.
    #[inline]
    pub fn insert(&mut self, code: Code) {
        self.words[usize::from(code.0) / 64] |= 1 << (code.0 % 64);
    }

    /// How many codes are in it.
    pub fn len(&self) -> usize {
        self.words[..self.used]
            .iter()
            .map(|w| w.count_ones() as usize)
            .sum()
    }

    /// True when nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.words[..self.used].iter().all(|w| *w == 0)
    }

    /// The codes in order.
    pub fn iter(&self) -> impl Iterator<Item = Code> + '_ {
        self.words[..self.used]
            .iter()
            .enumerate()
            .flat_map(|(at, word)| {
                let mut left = *word;
                std::iter::from_fn(move || {
                    (left != 0).then(|| {
                        let bit = left.trailing_zeros();
                        left &= left - 1;
                        Code((at * 64) as u16 + bit as u16)
                    })
                })
            })
    }

    /// The code with this number in order.
    pub fn nth(&self, mut n: usize) -> Option<Code> {
        for (at, word) in self.words[..self.used].iter().enumerate() {
            let here = word.count_ones() as usize;
            if n < here {
                let mut left = *word;
                for _ in 0..n {
                    left &= left - 1;
                }
                return Some(Code((at * 64) as u16 + left.trailing_zeros() as u16));
            }
            n -= here;
        }
        None
    }
}

/// What fixes lists: what may be done, whether the bargain was struck, and which blows follow.
type Key = (Permit, bool, Ties, bool);

/// The menus of a reading of the rules; preparations are worked out when first asked for and shared.
#[derive(Debug)]
pub struct Menus {
    /// The reading.
    pub rules: Arc<Rules>,
    strikes: Arc<Strikes>,
    preps: Mutex<HashMap<(Permit, bool), Arc<Preps>>>,
    lists: Mutex<HashMap<Key, Arc<Lists>>>,
    shelves: Mutex<HashMap<(Permit, bool), Arc<Shelf>>>,
    menus: Mutex<HashMap<(Class, Permit, bool), Menu>>,
}

impl Menus {
    /// For a reading of the rules.
    pub fn new(rules: &Rules) -> Self {
        Self {
            rules: Arc::new(rules.clone()),
            strikes: Arc::new(Strikes::new(rules)),
            preps: Mutex::default(),
            lists: Mutex::default(),
            shelves: Mutex::default(),
            menus: Mutex::default(),
        }
    }

    /// The menu of a class under a permit. `bargained`: the bargain has been struck against this enemy before.
    pub fn menu(&self, class: Class, permit: Permit, bargained: bool) -> Menu {
        let key = (class, permit, bargained);
        let known = self.menus.lock().expect("no panic while building");
        if let Some(menu) = known.get(&key) {
            return menu.clone();
        }
        drop(known);
        let built = self.build(class, permit, bargained);
        let mut known = self.menus.lock().expect("no panic while building");
        known.entry(key).or_insert(built).clone()
    }

    fn build(&self, class: Class, permit: Permit, bargained: bool) -> Menu {
        let bout = Bout {
            rules: &self.rules,
            class,
            permit,
            bargained,
        };
        let tactics = Tactic::ALL
            .iter()
            .fold(0, |m, &t| m | u8::from(bout.sells(t)) << t as u8);
        let open = bout.open(Fight::from_index(0), Roll::from_index(0));
        let bargains = bout.may_bargain(&Exchange {
            stage: Stage::Tactics,
            ..open
        });
        let effective = Permit {
            tactics,
            swap: bout.swaps(),
            bargain: bargains,
        };
        let key = (
            effective,
            bargained,
            class.ties,
            class.ability == Ability::Crit5,
        );
        let known = self
            .lists
            .lock()
            .expect("no panic while building")
            .get(&key)
            .cloned();
        let lists = known.unwrap_or_else(|| {
            let built = Arc::new(Lists::new(
                &self.preparations(&bout, effective),
                self.strikes.of(class),
            ));
            self.lists
                .lock()
                .expect("no panic while building")
                .entry(key)
                .or_insert(built)
                .clone()
        });
        let closed = [false, true]
            .into_iter()
            .flat_map(|lost_both| Fight::all().map(move |fight| (fight, lost_both)))
            .map(|(fight, lost_both)| {
                let mut ex = Exchange {
                    lost_both,
                    stage: Stage::Landed,
                    ..bout.open(fight, Roll::from_index(0))
                };
                bout.apply(&mut ex, Move::Close);
                bout.outcome(&ex)
            })
            .collect();
        Menu {
            class,
            permit: effective,
            rules: self.rules.clone(),
            lists,
            strikes: self.strikes.clone(),
            closed,
            late_bargain: bargains && self.rules.bargain_time == BargainTime::Any,
            clips: self.rules.bargain_clips,
            counts_bargain: self.rules.bargain_limit == BargainLimit::Enemy,
            bargained,
            spelled: Arc::default(),
        }
    }

    /// Which actions to show for the outcomes of a menu.
    pub fn catalogue(&self, menu: &Menu, bargained: bool) -> Catalogue {
        let mut shelves = self.shelves.lock().expect("no panic while building");
        let shelf = shelves.entry((menu.permit, bargained)).or_default().clone();
        Catalogue::new(menu.clone(), bargained, shelf)
    }

    fn preparations(&self, bout: &Bout<'_>, effective: Permit) -> Arc<Preps> {
        let key = (effective, bout.bargained);
        if let Some(known) = self
            .preps
            .lock()
            .expect("no panic while building")
            .get(&key)
        {
            return known.clone();
        }
        let built = Arc::new(Preps::new(bout));
        self.preps
            .lock()
            .expect("no panic while building")
            .entry(key)
            .or_insert(built)
            .clone()
    }

    /// All menus of a permit by class, for the layers of the bargain: not yet struck, struck (only under `bargain_limit=enemy`).
    pub fn layers(&self, class: Class, permit: Permit) -> Vec<Menu> {
        let layers = if self.rules.bargain_limit == BargainLimit::Enemy {
            2
        } else {
            1
        };
        (0..layers)
            .map(|l| self.menu(class, permit, l == 1))
            .collect()
    }
}

/// The outcome in the form of case files: kind, low, high, glory, enemy health.
pub fn words(code: Code) -> (&'static str, u8, u8, u8, u8) {
    let outcome = code.outcome();
    let health = outcome.health();
    debug_assert!(!matches!(outcome.result(), Landed::FightOn(f) if f.enemy == 0));
    (
        outcome.word(),
        health.low,
        health.high,
        outcome.glory(),
        outcome.enemy(),
    )
}

#[cfg(test)]
mod tests {
    use super::super::rules::{Ability, Ties};
    use super::super::state::Health;
    use super::*;

    fn count(rules: &Rules) -> usize {
        let menu =
            Menus::new(rules).menu(Class::new(Ability::None, Ties::Nobody), Permit::ALL, false);
        let fight = Fight {
            health: Health::new(2, 4),
            glory: 0,
            enemy: 2,
        };
        menu.options(
            fight,
            Roll {
                blue: Pair::new(1, 4),
                red: Pair::new(2, 5),
            },
        )
        .len()
    }

    #[test]
    fn lists_grow_with_the_switches() {
        let mut rules = Rules::rulebook();
        let start = std::time::Instant::now();
        assert_eq!(count(&rules), 137);
        println!("{:?}", start.elapsed());
        rules.set("bargain_time", "tactics").unwrap();
        assert_eq!(count(&rules), 128);
        rules.set("bargain", "off").unwrap();
        assert_eq!(count(&rules), 14);
    }
}
