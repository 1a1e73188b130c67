//! What a player does in a match, in words: an action, whether it is legal, what comes of it, and which action to show for an outcome.

use super::dice::Roll;
use super::rules::exchange::{Bout, Effect, Exchange, Illegal, Move, Stage};
use super::rules::game::Code;
use super::rules::{Rules, Tactic};
use super::state::{Die, Fight};
use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

/// When a bargain is struck.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum When {
    /// Before the swap (M3).
    BeforeSwap,
    /// Among the tactics (M5).
    Tactics,
    /// After the damage (M7).
    AfterDamage,
}

impl When {
    /// All three.
    pub const ALL: [Self; 3] = [Self::BeforeSwap, Self::Tactics, Self::AfterDamage];

    /// The word of case files.
    pub fn name(self) -> &'static str {
        ["before_swap", "tactics", "after_damage"][self as usize]
    }
}

/// What a player does in a match; the order of purchases and bargain among the tactics is left open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Action {
    /// Health die and combat die.
    pub swap: Option<(Die, Die)>,
    /// Cautious Defense, Quick Rest, Swift Execution: one bit each, in the order of [`Tactic::ALL`].
    pub tactics: u8,
    /// Combat die after the swap, and how much.
    pub trick: Option<(Die, u8)>,
    /// How much, and when.
    pub bargain: Option<(u8, When)>,
}

/// What came of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Played {
    /// The table after the match.
    pub table: Exchange,
    /// Damage dealt after doubling, before the cap by enemy health.
    pub dealt: u8,
    /// Damage after Cautious Defense.
    pub incoming: u8,
    /// What the damage did.
    pub effect: Effect,
    /// Glory gained by a 1-swap.
    pub swap_glory: u8,
    /// Glory gained by the bargain.
    pub bargain_glory: u8,
    /// Glory that a 1-swap would have brought beyond the cap.
    pub swap_lost: u8,
    /// Glory that a big hit would have brought beyond the cap.
    pub big_hit_lost: u8,
    /// Glory drained at the end.
    pub drained: u8,
}

impl Played {
    /// Glory lost at the cap.
    pub fn glory_lost(&self) -> u8 {
        self.swap_lost + self.big_hit_lost
    }
}

impl Action {
    /// Whether a tactic is bought (Dirty Trick apart).
    pub fn buys(&self, tactic: Tactic) -> bool {
        self.tactics >> tactic as u8 & 1 == 1
    }

    /// Number of purchases, a trick being one.
    pub fn purchases(&self) -> u32 {
        self.tactics.count_ones() + u32::from(self.trick.is_some())
    }

    /// Purchases as moves.
    fn moves(&self) -> impl Iterator<Item = Move> + Clone + '_ {
        let buys = Tactic::ALL
            .into_iter()
            .filter(|&t| t != Tactic::DirtyTrick && self.buys(t))
            .map(Move::Buy);
        buys.chain(self.trick.map(|(combat, by)| Move::Trick { combat, by }))
    }

    /// Plays the action up to the strike, move by move; among the tactics in the first order in which every step is legal.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn prepare(&self, bout: &Bout<'_>, fight: Fight, roll: Roll) -> Result<Exchange, Illegal> {
        let mut first = None;
        self.prepared(bout, fight, roll, &mut |table| {
            first = first.or(Some(table))
        })?;
        first.ok_or(Illegal::NoBargain)
    }

    /// The same in every order among the tactics that can make a difference: all legal ones where bargains are clipped, else the first.
    ///
    /// # Errors
    /// Why none is legal.
    pub fn prepared(
        &self,
        bout: &Bout<'_>,
        fight: Fight,
        roll: Roll,
        visit: &mut impl FnMut(Exchange),
    ) -> Result<(), Illegal> {
        let mut table = bout.open(fight, roll);
        if let Some((x, When::BeforeSwap)) = self.bargain {
            make(bout, &mut table, Move::Bargain(x))?;
        }
        let swap = self
            .swap
            .map_or(Move::NoSwap, |(health, combat)| Move::Swap {
                health,
                combat,
            });
        make(bout, &mut table, swap)?;
        match self.bargain {
            Some((x, When::Tactics)) => self.in_orders(bout, table, Move::Bargain(x), visit),
            _ => {
                self.moves()
                    .try_for_each(|step| make(bout, &mut table, step).map(|_| ()))?;
                visit(table);
                Ok(())
            }
        }
    }

    /// Glory that the action's swap would bring without a cap.
    fn swap_bonus(&self, bout: &Bout<'_>, fight: Fight, roll: Roll) -> u8 {
        let blue = [roll.blue.low, roll.blue.high];
        let one = self.swap.is_some_and(|(health, combat)| {
            blue[combat as usize] == 1 && fight.health.get(health) > 1
        });
        if one { bout.rules.one_bonus } else { 0 }
    }

    /// Plays the whole action; of two equal blue dice the one that was rolled so is put in the high pair.
    ///
    /// # Errors
    /// Why it is not legal.
    pub fn play(&self, bout: &Bout<'_>, fight: Fight, roll: Roll) -> Result<Played, Illegal> {
        let table = self.prepare(bout, fight, roll)?;
        self.strike(bout, fight, roll, table, true)
    }

    /// Plays the action so that it leads to an outcome, in whatever order of the tactics and of two equal blue dice that takes; `None` if none
    /// does.
    pub fn play_to(&self, bout: &Bout<'_>, fight: Fight, roll: Roll, code: Code) -> Option<Played> {
        let mut found = None;
        self.prepared(bout, fight, roll, &mut |table| {
            for natural_high in [true, false] {
                let played = self.strike(bout, fight, roll, table, natural_high).ok();
                found = found.or(played.filter(|p| bout.code(&p.table) == code));
            }
        })
        .ok()?;
        found
    }

    /// The rest of the match from a table on which everything is bought.
    fn strike(
        &self,
        bout: &Bout<'_>,
        fight: Fight,
        roll: Roll,
        mut table: Exchange,
        natural_high: bool,
    ) -> Result<Played, Illegal> {
        // What the swap brought: its bonus as far as the cap let it.
        let early = matches!(self.bargain, Some((_, When::BeforeSwap)));
        let held = Rules::gain(fight.glory, if early { table.bargain } else { 0 });
        let bonus = self.swap_bonus(bout, fight, roll);
        let swap_glory = Rules::gain(held, bonus) - held;
        let blow = bout.blow(&table, natural_high);
        let before = table.glory;
        let effect =
            make(bout, &mut table, Move::Strike { natural_high })?.expect("a strike has an effect");
        let counted = if bout.rules.big_hit_effective {
            effect.removed
        } else {
            blow.dealt
        };
        let due = if counted > bout.rules.big_hit_over {
            bout.rules.big_hit_glory
        } else {
            0
        };
        debug_assert_eq!(table.glory - before, effect.glory);
        if let Some((x, When::AfterDamage)) = self.bargain {
            make(bout, &mut table, Move::Bargain(x))?;
        }
        let before = table.glory;
        make(bout, &mut table, Move::Close)?;
        let drained = before - table.glory;
        // What is not explained by anything else the bargain brought: less than was named where it was clipped.
        let spent_and_left = table.glory + drained + self.price(bout);
        Ok(Played {
            bargain_glory: spent_and_left.saturating_sub(fight.glory + swap_glory + effect.glory),
            table,
            dealt: blow.dealt,
            incoming: blow.incoming[0] + blow.incoming[1],
            effect,
            swap_glory,
            swap_lost: bonus - swap_glory,
            big_hit_lost: due - effect.glory,
            drained,
        })
    }

    /// Purchases and bargain in the orders that are legal, as [`prepared`](Self::prepared) says: some purchases, the bargain, the rest. The purchases themselves do not get in
    /// each other's way, so only which of them come first matters.
    fn in_orders(
        &self,
        bout: &Bout<'_>,
        table: Exchange,
        bargain: Move,
        visit: &mut impl FnMut(Exchange),
    ) -> Result<(), Illegal> {
        let n = self.purchases();
        let (mut why, mut any) = (Illegal::NoBargain, false);
        for first in 0..1u32 << n {
            let mut next = table;
            let chosen = |of: u32| {
                self.moves()
                    .enumerate()
                    .filter(move |(i, _)| first >> i & 1 == of)
                    .map(|(_, m)| m)
            };
            let steps = chosen(1).chain([bargain]).chain(chosen(0));
            let legal = steps.into_iter().try_for_each(|step| {
                bout.legal(&next, step)?;
                bout.apply(&mut next, step);
                Ok(())
            });
            match legal {
                Ok(()) => {
                    visit(next);
                    any = true;
                    if !bout.rules.bargain_clips {
                        break;
                    }
                }
                Err(illegal) => why = illegal,
            }
        }
        if any { Ok(()) } else { Err(why) }
    }

    /// The action to show for an outcome (spec 13): no bargain before bargain, no swap before swap, fewer purchases, a smaller trick, a smaller
    /// bargain, and so on. `None` if nothing legal leads to it.
    pub fn canonical(bout: &Bout<'_>, fight: Fight, roll: Roll, code: Code) -> Option<Self> {
        Self::in_order().iter().copied().find(|action| {
            let x = action.bargain.map_or(0, |(x, _)| x);
            let bonus = if action.swap.is_some() {
                bout.rules.one_bonus
            } else {
                0
            };
            (x == 0 || bout.permit.bargain)
                && action.price(bout) <= fight.glory + x + bonus
                && action.play_to(bout, fight, roll, code).is_some()
        })
    }

    /// Every action that can be written down, in the order in which they are shown.
    pub fn in_order() -> &'static [Self] {
        &Self::book().0
    }

    /// The place in that order of an action with a bargain of `x` after the damage in addition.
    pub fn late(rank: u16, x: u8) -> u16 {
        let (all, late) = Self::book();
        debug_assert!(all[usize::from(rank)].bargain.is_none());
        late[usize::from(rank) * 5 + usize::from(x) - 1]
    }

    fn book() -> &'static (Vec<Self>, Vec<u16>) {
        static BOOK: OnceLock<(Vec<Action>, Vec<u16>)> = OnceLock::new();
        BOOK.get_or_init(|| {
            let none = std::iter::once(None);
            let pairs = Die::BOTH
                .into_iter()
                .flat_map(|h| Die::BOTH.map(|c| Some((h, c))));
            let tricks = (1..=5).flat_map(|x| Die::BOTH.map(|d| Some((d, x))));
            let bargains = (1..=5).flat_map(|x| When::ALL.map(|w| Some((x, w))));
            let mut all = Vec::new();
            for (swap_at, swap) in none.chain(pairs).enumerate() {
                for trick in std::iter::once(None).chain(tricks.clone()) {
                    for bargain in std::iter::once(None).chain(bargains.clone()) {
                        for tactics in [0u8, 1, 2, 3, 8, 9, 10, 11] {
                            let action = Self {
                                swap,
                                tactics,
                                trick,
                                bargain,
                            };
                            all.push((action.order(swap_at as u8), action));
                        }
                    }
                }
            }
            all.sort_by_key(|(order, _)| *order);
            let all: Vec<Self> = all.into_iter().map(|(_, action)| action).collect();
            let ranks: HashMap<Self, u16> = all
                .iter()
                .enumerate()
                .map(|(rank, a)| (*a, rank as u16))
                .collect();
            let with = |a: &Self, x: u8| match a.bargain {
                None => {
                    ranks[&Self {
                        bargain: Some((x, When::AfterDamage)),
                        ..*a
                    }]
                }
                Some(_) => u16::MAX,
            };
            let late = all
                .iter()
                .flat_map(|a| (1..=5).map(move |x| (a, x)))
                .map(|(a, x)| with(a, x))
                .collect();
            (all, late)
        })
    }

    /// What the purchases cost.
    pub fn price(&self, bout: &Bout<'_>) -> u8 {
        let cost = &bout.rules.cost;
        let buys = Tactic::ALL
            .into_iter()
            .filter(|&t| self.buys(t))
            .map(|t| cost[t as usize])
            .sum::<u8>();
        buys + self
            .trick
            .map_or(0, |(_, by)| by * cost[Tactic::DirtyTrick as usize])
    }

    /// The order in which actions are shown.
    fn order(&self, swap: u8) -> [u8; 9] {
        [
            u8::from(self.bargain.is_some()),
            u8::from(self.swap.is_some()),
            self.purchases() as u8,
            self.trick.map_or(0, |(_, by)| by),
            self.bargain.map_or(0, |(x, _)| x),
            swap,
            // Without Cautious Defense before with, then Quick Rest, then Swift Execution.
            u8::from(self.buys(Tactic::CautiousDefense)) * 4
                + u8::from(self.buys(Tactic::QuickRest)) * 2
                + u8::from(self.buys(Tactic::SwiftExecution)),
            self.trick.map_or(0, |(die, _)| die as u8),
            self.bargain.map_or(0, |(_, when)| when as u8),
        ]
    }
}

/// Makes a move if it is legal.
fn make(bout: &Bout<'_>, table: &mut Exchange, step: Move) -> Result<Option<Effect>, Illegal> {
    bout.legal(table, step)?;
    Ok(bout.apply(table, step))
}

impl Bout<'_> {
    /// The code of a finished match.
    pub fn code(&self, table: &Exchange) -> Code {
        debug_assert_eq!(table.stage, Stage::Closed);
        let counts = self.rules.bargain_limit == super::rules::BargainLimit::Enemy;
        Code::new(
            self.outcome(table),
            counts && (self.bargained || table.bargain > 0),
        )
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if let Some((x, When::BeforeSwap)) = self.bargain {
            parts.push(format!("bargain {x} before the swap"));
        }
        if let Some((health, combat)) = self.swap {
            parts.push(format!("swap {health} health die for {combat} combat die"));
        }
        for (tactic, name) in [
            (Tactic::CautiousDefense, "Cautious Defense"),
            (Tactic::QuickRest, "Quick Rest"),
            (Tactic::SwiftExecution, "Swift Execution"),
        ] {
            if self.buys(tactic) {
                parts.push(name.to_string());
            }
        }
        if let Some((die, by)) = self.trick {
            parts.push(format!("Dirty Trick: {die} die +{by}"));
        }
        match self.bargain {
            Some((x, When::Tactics)) => parts.push(format!("bargain {x}")),
            Some((x, When::AfterDamage)) => parts.push(format!("bargain {x} after the damage")),
            _ => {}
        }
        if parts.is_empty() {
            f.write_str("nothing")
        } else {
            f.write_str(&parts.join(", "))
        }
    }
}
