//! Which challenge is made, and from which space.

use super::company::{CAUTION, Seated};
use super::rules::{DestinationRule, StandInRule, TurnRule};
use super::score::{NO_PAGE, SLACK, Scores, Value};
use crate::games::clash::arena::board::{Mask, nth_space, spaces_of};
use crate::games::clash::arena::luck::{Luck, Pairing};
use crate::games::clash::arena::mind::Table;
use crate::games::clash::arena::moves::{Action, Mover, Movers};
use crate::games::clash::arena::state::{MOST_PLAYERS, State, WILD};
use crate::games::clash::arena::units::UnitId;

/// Values closer than this are equal (spec 14.5).
const TIE: f64 = 1e-9;

/// What the challenged units' deciders play.
pub(super) struct Answers<'a> {
    seated: &'a Seated<'a>,
    /// Duel policies of those who may stand in for a wild animal.
    wild: [u8; MOST_PLAYERS],
    stand_ins: usize,
}

impl<'a> Answers<'a> {
    pub fn new(seated: &'a Seated<'a>, table: &Table<'_>) -> Self {
        let n = table.arena.players;
        let mut wild = [seated.duels[(table.seat + 1) % n]; MOST_PLAYERS];
        let mut stand_ins = 1;
        if seated.duels[..n].iter().any(|d| *d != wild[0]) {
            if seated.player.spec.stand_in == StandInRule::Random {
                stand_ins = n - 1;
                (0..stand_ins).for_each(|k| wild[k] = seated.duels[(table.seat + 1 + k) % n]);
            } else {
                wild[0] = seated.duels[seated.named_stand_in(table)];
            }
        }
        Self {
            seated,
            wild,
            stand_ins,
        }
    }

    /// The exact value of challenging the unit on a space with a unit.
    pub fn value(&self, scores: &Scores, state: &State, unit: UnitId, target: usize) -> f64 {
        let exact = |pairing| scores.exact(self.seated.company.tables(), pairing);
        match self.answer(state, target) {
            Some(answer) => exact(self.pairing(state, unit, target, answer)),
            None => {
                let all = self.wild[..self.stand_ins]
                    .iter()
                    .map(|&answer| exact(self.pairing(state, unit, target, answer)));
                all.sum::<f64>() / self.stand_ins as f64
            }
        }
    }

    /// The rough value (see `score.rs`).
    #[cold]
    fn rough(&self, scores: &Scores, state: &State, unit: UnitId, target: usize) -> u32 {
        let rough = |pairing| scores.rough(self.seated.company.tables(), pairing);
        match self.answer(state, target) {
            Some(answer) => rough(self.pairing(state, unit, target, answer)),
            None => {
                let all = self.wild[..self.stand_ins]
                    .iter()
                    .map(|&answer| u64::from(rough(self.pairing(state, unit, target, answer))));
                (all.sum::<u64>() / self.stand_ins as u64) as u32
            }
        }
    }

    /// Pages of the values by who owns the challenged unit, a seat or nobody; [`NO_PAGE`] where several may stand in.
    #[inline]
    fn pages(&self, scores: &Scores) -> [usize; 16] {
        let page = |answer: u8| scores.page([self.seated.player.duel, answer]);
        let mut pages = [NO_PAGE; 16]; // an owner has four bits
        for seat in 0..MOST_PLAYERS {
            pages[seat] = page(self.seated.duels[seat]);
        }
        if self.stand_ins == 1 {
            pages[WILD] = page(self.wild[0]);
        }
        pages
    }

    /// The duel policy that answers; `None` if it is one of several by chance.
    #[inline]
    fn answer(&self, state: &State, target: usize) -> Option<u8> {
        match state.owner(target) {
            Some(owner) => Some(self.seated.duels[owner]),
            None => (self.stand_ins == 1).then_some(self.wild[0]),
        }
    }

    #[inline]
    fn pairing(&self, state: &State, unit: UnitId, target: usize, answer: u8) -> Pairing {
        Pairing {
            units: [unit, state.unit(target)],
            policies: [self.seated.player.duel, answer],
        }
    }
}

/// An option while the best is looked for.
#[derive(Debug, Clone, Copy)]
struct Scored {
    /// Challenger, challenged, page of the values: what the value depends on.
    pair: (UnitId, UnitId, usize),
    action: Action,
}

/// An option and what it is worth (worked out only where it is asked for).
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked {
    pub value: f64,
    tie_break: f64,
    pub action: Action,
}

impl Ranked {
    /// A place in a list that holds no option yet.
    pub const NONE: Self = Self {
        value: f64::NEG_INFINITY,
        tie_break: 0.0,
        action: Action {
            mover: 0,
            to: 0,
            target: 0,
        },
    };
}

impl Seated<'_> {
    pub(super) fn choose_challenge<L: Luck>(
        &self,
        table: &Table<'_>,
        movers: &Movers,
        luck: &mut L,
    ) -> Option<Action> {
        let spec = &self.player.spec;
        let rule = if table.state.teams(table.seat) == 0 {
            spec.gladiatorless
        } else {
            spec.turn
        };
        let action = match rule {
            TurnRule::Random => {
                let options = movers.count(table.arena);
                let k = luck.below("option", options + u32::from(table.arena.readings.may_pass));
                (k < options).then(|| movers.nth(table.arena, k))
            }
            TurnRule::Wary(weight) => self.wary(table, movers, weight),
            TurnRule::Rollout(playouts) => self.rollout(table, movers, playouts, luck.seed()),
            TurnRule::Mcts(budget) => self.tree_search(table, movers, budget, luck.seed()),
            rule => self.greedy(table, movers, rule).map(|best| best.action),
        };
        action.map(|action| self.choose_destination(table, movers, action, luck))
    }

    /// The best option of a rule that looks at this duel only; `None`: passing is allowed and better.
    fn greedy(&self, table: &Table<'_>, movers: &Movers, rule: TurnRule) -> Option<Ranked> {
        let state = table.state;
        let any = |wanted: Mask| {
            if movers.list().iter().any(|m| m.targets & wanted != 0) {
                wanted
            } else {
                Mask::MAX
            }
        };
        let wanted = match rule {
            TurnRule::AnimalsFirst => any(state.animals()),
            TurnRule::Finish => {
                let marked = |at: &usize| table.arena.units.markers(state.unit(*at)) > 0;
                any(spaces_of(state.occupied())
                    .filter(marked)
                    .fold(0, |mask, at| mask | 1 << at))
            }
            TurnRule::Leader => any(state.teams(leader(table))),
            _ => Mask::MAX,
        };
        let (first, second) = match rule {
            TurnRule::Greedy(lambda) => (Value::Net(lambda), None),
            TurnRule::Cautious => (Value::Net(CAUTION), None),
            TurnRule::Sniper => (Value::Scores, Some(Value::Net(1.0))),
            _ => (Value::Net(1.0), None),
        };
        let worse_than_nothing =
            |best: &Ranked| best.value < -TIE || best.value <= TIE && best.tie_break < -TIE;
        let mut best = self.best(table, movers, wanted, first, second);
        if !table.arena.readings.may_pass {
            return Some(best);
        }
        if wanted != Mask::MAX && worse_than_nothing(&best) {
            best = self.best(table, movers, Mask::MAX, first, second); // before passing
        }
        (!worse_than_nothing(&best)).then_some(best)
    }

    /// The first best option in canonical order among those against `wanted`; there must be one.
    fn best(
        &self,
        table: &Table<'_>,
        movers: &Movers,
        wanted: Mask,
        first: Value,
        second: Option<Value>,
    ) -> Ranked {
        let (answers, state) = (Answers::new(self, table), table.state);
        let (scores, ties) = (
            self.company.scores(first),
            second.map(|v| self.company.scores(v)),
        );
        let value =
            |of: &Scored| answers.value(scores, state, of.pair.0, usize::from(of.action.target));
        let tie_break = |of: &Scored| {
            ties.map_or(0.0, |t| {
                answers.value(t, state, of.pair.0, usize::from(of.action.target))
            })
        };
        let pages = answers.pages(scores);
        let mut best: Option<Scored> = None;
        let mut most = 0;
        for (k, mover) in movers.list().iter().enumerate() {
            if mover.card_again(&movers.list()[..k]) {
                continue; // what it can do, an earlier card can do as well
            }
            let line = scores.line(mover.unit);
            for target in spaces_of(mover.targets & wanted) {
                let (unit, owner) = state.unit_of(target);
                let mut rough = scores.known(pages[owner] + line + usize::from(unit));
                if rough == 0 {
                    rough = answers.rough(scores, state, mover.unit, target);
                }
                if rough + SLACK < most {
                    continue;
                }
                let action = Action {
                    mover: mover.id,
                    to: mover.first_destination(table.arena, target),
                    target: target as u8,
                };
                let option = Scored {
                    pair: (mover.unit, unit, pages[owner]),
                    action,
                };
                let better = match best {
                    Some(b) if b.pair == option.pair => option.action < b.action,
                    Some(b) if rough <= most + SLACK => {
                        let (ahead, tie_ahead) = (
                            value(&option) - value(&b),
                            tie_break(&option) - tie_break(&b),
                        );
                        ahead > TIE
                            || ahead >= -TIE
                                && (tie_ahead > TIE
                                    || tie_ahead >= -TIE && option.action < b.action)
                    }
                    _ => true,
                };
                if better {
                    (best, most) = (Some(option), rough);
                }
            }
        }
        let best = best.expect("there is an option");
        let (value, tie_break) = if table.arena.readings.may_pass {
            (value(&best), tie_break(&best))
        } else {
            (0.0, 0.0)
        };
        Ranked {
            value,
            tie_break,
            action: best.action,
        }
    }

    /// `greedy` less the best that the next player could then do to the own teams, as if this duel changed nothing.
    fn wary(&self, table: &Table<'_>, movers: &Movers, weight: f64) -> Option<Action> {
        let arena = table.arena;
        let answers = Answers::new(self, table);
        let scores = self.company.scores(Value::Net(1.0));
        let all = self.company.seated(self.seating);
        let mut best: Option<(f64, Action)> = None;
        for k in 0..movers.count(arena) {
            let action = movers.nth(arena, k);
            let mover = movers.entry(arena, action).expect("an option has a mover");
            let gain = answers.value(scores, table.state, mover.unit, usize::from(action.target));
            let mut after = *table.state;
            let challenge = arena.challenge(&mut after, action);
            arena.after_duel(&mut after, &challenge, challenge.units);
            let value = gain
                - weight
                    * threat(
                        &all,
                        &Table {
                            state: &after,
                            ..*table
                        },
                    );
            if best.is_none_or(|(v, a)| value > v + TIE || value >= v - TIE && action < a) {
                best = Some((value, action));
            }
        }
        best.filter(|(value, _)| !arena.readings.may_pass || *value >= -TIE)
            .map(|(_, action)| action)
    }

    /// Fills `list` with the best options by `greedy`, best first, ties in canonical order; how many there are.
    pub(super) fn candidates(
        &self,
        table: &Table<'_>,
        movers: &Movers,
        list: &mut [Ranked],
    ) -> usize {
        let answers = Answers::new(self, table);
        let scores = self.company.scores(Value::Net(1.0));
        let mut len = 0;
        for k in 0..movers.count(table.arena) {
            let action = movers.nth(table.arena, k);
            let cards = movers.list();
            let at = cards.iter().position(|m| m.id == action.mover);
            if at.is_some_and(|at| cards[at].card_again(&cards[..at])) {
                continue; // thinking twice about one animal is no use
            }
            let unit = movers
                .entry(table.arena, action)
                .map_or(0, |m: &Mover| m.unit);
            let value = answers.value(scores, table.state, unit, usize::from(action.target));
            let ranked = Ranked {
                value,
                tie_break: 0.0,
                action,
            };
            let before = |other: &Ranked| {
                other.value > value + TIE || other.value >= value - TIE && other.action < action
            };
            let at = list[..len]
                .iter()
                .position(|other| !before(other))
                .unwrap_or(len);
            if at < list.len() {
                len = (len + 1).min(list.len());
                list[at..len].rotate_right(1);
                list[at] = ranked;
            }
        }
        len
    }

    /// The space from which the chosen target is challenged.
    fn choose_destination<L: Luck>(
        &self,
        table: &Table<'_>,
        movers: &Movers,
        action: Action,
        luck: &mut L,
    ) -> Action {
        let rule = self.player.spec.destination;
        if rule == DestinationRule::First {
            return action;
        }
        let board = &table.arena.board;
        let target = board.neighbours(usize::from(action.target));
        let from = movers
            .list()
            .iter()
            .filter(|m| m.id == action.mover)
            .fold(0, |mask, m| mask | m.reach & target);
        let rivals = table.state.all_teams() & !table.state.teams(table.seat);
        let touches = |at: &usize| (board.neighbours(*at) & rivals).count_ones();
        let to = match rule {
            DestinationRule::First => None,
            DestinationRule::Random => Some(nth_space(
                from,
                luck.below("destination", from.count_ones()),
            )),
            DestinationRule::Stay => spaces_of(from).find(|&at| at == usize::from(action.mover)),
            DestinationRule::Shy => spaces_of(from).min_by_key(touches),
            DestinationRule::Bold => spaces_of(from).min_by_key(|at| u32::MAX - touches(at)),
        };
        Action {
            to: to.map_or(action.to, |at| at as u8),
            ..action
        }
    }
}

/// The other player who would have the most points if the game ended now, nearest to the left.
fn leader(table: &Table<'_>) -> usize {
    let points = table.arena.final_points(table.state);
    let n = table.arena.players;
    (1..n)
        .rev()
        .map(|k| (table.seat + k) % n)
        .max_by_key(|&seat| points[seat])
        .expect("there are at least two players")
}

/// The best that the player to move can promise itself against teams of `table.seat`, at least 0.
fn threat(all: &[Seated<'_>; MOST_PLAYERS], table: &Table<'_>) -> f64 {
    let next = usize::from(table.state.to_move);
    if table.state.ended().is_some() || next == table.seat {
        return 0.0;
    }
    let rival = &all[next];
    let answers = Answers::new(
        rival,
        &Table {
            seat: next,
            ..*table
        },
    );
    let scores = rival.company.scores(Value::Net(1.0));
    let movers = table.arena.movers(table.state);
    let mine = table.state.teams(table.seat);
    let each = movers
        .list()
        .iter()
        .flat_map(|m| spaces_of(m.targets & mine).map(move |t| (m.unit, t)));
    each.map(|(unit, target)| answers.value(scores, table.state, unit, target))
        .fold(0.0, f64::max)
}
