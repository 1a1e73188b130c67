//! The ledger of glory: what each match earned and spent, in small counters that add up side by side.
//!
//! Sixteen counters of 16 bits lie in four words, so a match adds to all of them with four additions. A game is cut off at 10,000 matches
//! and no match adds more than 6 to a counter, so none can overflow.

use super::action::Action;
use super::dice::Roll;
use super::rules::Tactic;
use super::rules::exchange::Bout;
use super::rules::game::Code;
use super::state::Fight;
use std::collections::HashMap;
use std::sync::RwLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// What is counted in matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub enum Flow {
    /// Swaps made.
    Swaps,
    /// 1-swaps made.
    OneSwaps,
    /// Glory from 1-swaps.
    OneSwapGlory,
    /// Glory from big hits.
    BigHitGlory,
    /// Glory from the bargain.
    BargainGlory,
    /// Glory that 1-swaps and big hits would have brought beyond the cap.
    LostAtCap,
    /// Glory spent on Cautious Defense.
    CautiousGlory,
    /// Glory spent on Quick Rest.
    RestGlory,
    /// Glory spent on Dirty Trick.
    TrickGlory,
    /// Glory spent on Swift Execution.
    SwiftGlory,
    /// Glory drained.
    Drained,
    /// Bargains struck.
    Bargains,
    /// Cautious Defenses bought.
    Cautious,
    /// Quick Rests bought.
    Rests,
    /// Dirty Tricks bought.
    Tricks,
    /// Swift Executions bought.
    Swifts,
}

/// Number of counters.
pub const FLOWS: usize = 16;

/// Their names, in order.
pub const FLOW_NAMES: [&str; FLOWS] = [
    "swaps",
    "one_swaps",
    "one_swap_glory",
    "big_hit_glory",
    "bargain_glory",
    "lost_at_cap",
    "cautious_defense_glory",
    "quick_rest_glory",
    "dirty_trick_glory",
    "swift_execution_glory",
    "drained",
    "bargains",
    "cautious_defenses",
    "quick_rests",
    "dirty_tricks",
    "swift_executions",
];

/// Sixteen counters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Ledger([u64; FLOWS / 4]);

impl Ledger {
    /// Adds to a counter.
    pub fn add(&mut self, flow: Flow, amount: u8) {
        self.0[flow as usize / 4] += u64::from(amount) << (16 * (flow as usize % 4));
    }

    /// Adds another ledger, counter by counter.
    #[inline(always)]
    pub fn add_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine += theirs;
        }
    }

    /// A counter.
    #[inline]
    pub fn get(&self, flow: usize) -> u16 {
        (self.0[flow / 4] >> (16 * (flow % 4))) as u16
    }

    /// The ledger of one match, by the action that is shown for it.
    pub fn of(bout: &Bout<'_>, fight: Fight, roll: Roll, action: &Action, code: Code) -> Self {
        let mut ledger = Self::default();
        let played = action
            .play_to(bout, fight, roll, code)
            .expect("a canonical action leads to its outcome");
        if action.swap.is_some() {
            ledger.add(Flow::Swaps, 1);
            let one = played.swap_glory + played.swap_lost > 0;
            ledger.add(Flow::OneSwaps, u8::from(one));
        }
        ledger.add(Flow::OneSwapGlory, played.swap_glory);
        ledger.add(Flow::BigHitGlory, played.effect.glory);
        ledger.add(Flow::LostAtCap, played.glory_lost());
        ledger.add(Flow::BargainGlory, played.bargain_glory);
        ledger.add(Flow::Bargains, u8::from(action.bargain.is_some()));
        ledger.add(Flow::Drained, played.drained);
        let cost = |t: Tactic| bout.rules.cost[t as usize];
        for (tactic, glory, count) in [
            (Tactic::CautiousDefense, Flow::CautiousGlory, Flow::Cautious),
            (Tactic::QuickRest, Flow::RestGlory, Flow::Rests),
            (Tactic::SwiftExecution, Flow::SwiftGlory, Flow::Swifts),
        ] {
            if action.buys(tactic) {
                ledger.add(glory, cost(tactic));
                ledger.add(count, 1);
            }
        }
        if let Some((_, by)) = action.trick {
            ledger.add(Flow::TrickGlory, by * cost(Tactic::DirtyTrick));
            ledger.add(Flow::Tricks, 1);
        }
        ledger
    }
}

/// Decisions of a class with their ledgers, filled in as they come up; equal ledgers are kept once. Both lie in one number, so that a match costs
/// one look into a large table and not two.
#[derive(Debug)]
pub struct LedgerTable {
    /// Low half: the code decided on. High half: number of the ledger plus 1; 0 where not yet worked out.
    cells: Vec<AtomicU32>,
}

impl LedgerTable {
    /// Nothing worked out yet.
    pub fn new(cells: usize) -> Self {
        Self {
            cells: (0..cells).map(|_| AtomicU32::new(0)).collect(),
        }
    }

    /// What is known of a cell, for loads ahead of their use; see [`LedgerTable::read`].
    #[inline(always)]
    pub fn peek(&self, cell: usize) -> u32 {
        self.cells[cell].load(Ordering::Relaxed)
    }

    /// The code and the number of the ledger of what was known; `None` where nothing was.
    #[inline(always)]
    pub fn read(seen: u32) -> Option<(Code, usize)> {
        (seen != 0).then(|| (Code(seen as u16), (seen >> 16) as usize - 1))
    }

    /// The number of the ledger of a cell in which `code` is decided on, worked out by `find` the first time; the ledger itself where the book
    /// is full.
    #[inline]
    pub fn at(
        &self,
        cell: usize,
        code: Code,
        book: &LedgerBook,
        find: impl FnOnce() -> Ledger,
    ) -> Result<usize, Ledger> {
        if let Some((_, number)) = Self::read(self.peek(cell)) {
            return Ok(number);
        }
        let ledger = find();
        let number = book.number(ledger).ok_or(ledger)?;
        self.cells[cell].store((number + 1) << 16 | u32::from(code.0), Ordering::Relaxed);
        Ok(number as usize)
    }
}

/// Ledgers by number.
#[derive(Debug, Default)]
pub struct LedgerBook(RwLock<(Vec<Ledger>, HashMap<Ledger, u32>)>);

impl LedgerBook {
    /// The number of a ledger, 0..65535; `None` for one more than there are numbers.
    fn number(&self, ledger: Ledger) -> Option<u32> {
        let mut book = self.0.write().expect("no panic while writing");
        if let Some(known) = book.1.get(&ledger) {
            return Some(*known);
        }
        let number = u16::try_from(book.0.len()).ok().filter(|n| *n < u16::MAX)?;
        book.0.push(ledger);
        book.1.insert(ledger, number.into());
        Some(number.into())
    }

    /// The ledgers from this number on, put behind those already known.
    pub fn catch_up(&self, known: &mut Vec<Ledger>) {
        let book = self.0.read().expect("no panic while writing");
        let from = known.len();
        known.extend_from_slice(&book.0[from..]);
    }
}
