//! How a match policy chooses among the outcomes of a roll (spec 13), as functions of what lies on the table.

use super::dice::Roll;
use super::list::RuleList;
use super::menu::{Line, Menu, OptionSet};
use super::rules::exchange::Permit;
use super::rules::game::Code;
use super::state::{Fight, Outcome, Result as Landed};

/// Weights of `weigh:H,G,E,K`.
pub type Weights = [i32; 4];

/// A rule that needs nothing but the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The lexicographic maximum of what is won and lost.
    Greedy,
    /// The maximum of a weighted sum.
    Weigh(Weights),
    /// The first rule of a list that applies.
    List(RuleList),
    /// Each distinct outcome with the same chance.
    Random,
}

/// The key of `greedy`: (R - L, 2 x health + g, R, low, g, -e), packed so that a greater number is better.
pub fn greedy_key(line: &Line) -> u64 {
    let outcome = line.code.outcome();
    let (health, glory) = (outcome.health(), outcome.glory());
    let gain = u64::from(line.removed) + 12 - u64::from(line.lost);
    let points = u64::from(2 * health.sum() + glory);
    let tail = u64::from(health.low) << 6 | u64::from(glory) << 3 | u64::from(6 - outcome.enemy());
    gain << 17 | points << 12 | u64::from(line.removed) << 9 | tail
}

/// No key of `greedy` is greater. Every key is a whole number that leaves the name of an outcome room in a loss.
pub const GREEDY_MOST: u64 = (1 << 22) - 1;

/// The key of `weigh`: any life before any death, then the weighted sum; among deaths more glory.
pub fn weigh_key(weights: &Weights, outcome: Outcome) -> (bool, i32) {
    let [h, g, e, k] = *weights;
    let live = |health: super::state::Health, glory: u8, enemy: u8, down: i32| {
        h * i32::from(health.sum()) + g * i32::from(glory) - e * i32::from(enemy) + k * down
    };
    match outcome.result() {
        Landed::FightOn(f) => (true, live(f.health, f.glory, f.enemy, 0)),
        Landed::EnemyDown(health, glory) => (true, live(health, glory, 0, 1)),
        Landed::Dead(glory) | Landed::BothFell(glory) => (false, i32::from(glory)),
    }
}

/// The order of equally good outcomes, the least first: fight on before down, then lower e, high, low, g; no bargain before one.
pub fn tie_key(code: Code) -> (u8, u8, u8, u8, u8, bool) {
    let o = code.outcome();
    let kind = match o.result() {
        Landed::FightOn(_) => 0,
        Landed::EnemyDown(..) => 1,
        Landed::BothFell(_) => 2,
        Landed::Dead(_) => 3,
    };
    (
        kind,
        o.enemy(),
        o.health().high,
        o.health().low,
        o.glory(),
        code.bargained(),
    )
}

impl Rule {
    /// The outcome it chooses; `None` for one that leaves it to chance.
    pub fn choose(&self, menu: &Menu, fight: Fight, roll: Roll) -> Option<Code> {
        match self {
            Self::Greedy => {
                let mut best: Option<(u64, Code)> = None;
                menu.lines(fight, roll, |line| {
                    let key = greedy_key(&line);
                    if best.is_none_or(|(k, _)| key > k) {
                        best = Some((key, line.code));
                    }
                });
                best.map(|(_, code)| code)
            }
            Self::Weigh(weights) => {
                let mut best: Option<((bool, i32), Code)> = None;
                menu.lines(fight, roll, |line| {
                    let key = weigh_key(weights, line.code.outcome());
                    let better = best.is_none_or(|(k, code)| {
                        key > k
                            || key == k && code != line.code && tie_key(line.code) < tie_key(code)
                    });
                    if better {
                        best = Some((key, line.code));
                    }
                });
                best.map(|(_, code)| code)
            }
            Self::List(list) => Some(list.choose(menu, menu.rules(), fight, roll)),
            Self::Random => None,
        }
    }

    /// Every outcome it may choose, with its chance.
    pub fn spread(&self, menu: &Menu, fight: Fight, roll: Roll, mut visit: impl FnMut(Code, f64)) {
        match self.choose(menu, fight, roll) {
            Some(code) => visit(code, 1.0),
            None => {
                let mut options = OptionSet::default();
                menu.collect(fight, roll, &mut options);
                let share = 1.0 / options.len() as f64;
                options.iter().for_each(|code| visit(code, share));
            }
        }
    }
}

/// Every code by the key of `weigh`, the best first.
pub fn weigh_order(weights: &Weights) -> Vec<Code> {
    let mut order: Vec<Code> = (0..Code::COUNT as u16).map(Code).collect();
    order.sort_by_key(|&code| {
        (
            std::cmp::Reverse(weigh_key(weights, code.outcome())),
            tie_key(code),
        )
    });
    order
}

/// Every code by its value, the best first; those within the margin of a better one in the order of ties.
pub fn value_order(values: &[f64], scale: f64) -> Vec<Code> {
    let value = |c: &Code| values[usize::from(c.0)];
    let mut order: Vec<Code> = (0..Code::COUNT as u16).map(Code).collect();
    order.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let mut rest = &mut order[..];
    while let Some(first) = rest.first() {
        let least = value(first) - MARGIN * scale;
        let equal = rest.iter().take_while(|c| value(c) >= least).count();
        let (group, others) = rest.split_at_mut(equal);
        group.sort_by_key(|&code| tie_key(code));
        rest = others;
    }
    order
}

/// Values closer than this share of the scale are equal (spec 14).
pub const MARGIN: f64 = 1e-13;

/// The best option by values: of those within the margin of the maximum the first by [`tie_key`]; and its value.
///
/// `scale`: the largest value there is.
pub fn best_by_value<I: Iterator<Item = Code>>(
    options: impl Fn() -> I,
    value: impl Fn(Code) -> f64,
    scale: f64,
) -> (Code, f64) {
    let most = options().map(&value).fold(f64::NEG_INFINITY, f64::max);
    let code = options()
        .filter(|&c| value(c) >= most - MARGIN * scale)
        .min_by_key(|&c| tie_key(c))
        .expect("there is always an option");
    (code, most)
}

/// A permit and a rule: a match policy that needs nothing but the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlainRule {
    /// What the player lets itself do.
    pub permit: Permit,
    /// How it chooses.
    pub rule: Rule,
}

impl PlainRule {
    /// No swap, no purchase, no bargain.
    pub const NEVER: Self = Self {
        permit: Permit::NOTHING,
        rule: Rule::Greedy,
    };
    /// The greedy ranking without the bargain.
    pub const GREEDY: Self = Self {
        permit: Permit::NO_BARGAIN,
        rule: Rule::Greedy,
    };
    /// The greedy ranking, swaps only.
    pub const SWAP_ONLY: Self = Self {
        permit: Permit::SWAP_ONLY,
        rule: Rule::Greedy,
    };
}
