//! One gladiator's action, steps A to E \[First Action phase\].

mod aim;
mod markers;
mod movement;

use super::super::cards::Zone;
use super::super::decision::{Act, CardUse, Elements, Policy, Resolve, Spot, Weapon};
use super::super::game::Game;
use super::super::geometry::Hex;
use super::super::observe::View;
use super::super::sheet::BLOOD;
use super::super::state::{Gladiator, State, Status};
use super::super::watch::{Deed, Source, Watch, say};
use super::Play;
use super::exchange::{Exchange, Target};
use crate::chance::Chance;
use markers::marked;

/// What an action brings to C: where it began, who stood where, what A and B did.
#[derive(Clone, Copy)]
struct Before<const N: usize> {
    began: Spot,
    starts: [Hex; N],
    was_waiting: bool,
    walked: bool,
    leap: bool,
}

impl Game<'_> {
    /// The whole action of one gladiator.
    #[inline]
    pub(super) fn action<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let me = usize::from(seat);
        let began = Spot {
            hex: st.g[me].hex,
            facing: st.g[me].facing(),
        };
        let mut starts = [0; N];
        if FULL && B > 0 {
            for i in 0..N {
                starts[i] = st.g[i].hex;
            }
        }
        let was_waiting = st.g[me].waiting();
        say!(p.watch, "  #{seat} acts");
        if self.before_card(st, seat, p) {
            return;
        }
        // B. Sprint
        let (moved, leap) = if FULL && B == 0 {
            (false, self.leap(st, seat, p))
        } else if FULL {
            self.sprint(st, seat, began.hex, p)
        } else {
            (false, false)
        };
        // C, D, E
        let act = {
            let view = View::new(self, st, seat, began.hex);
            p.policy(seat).act(&view, p.chance)
        };
        let before = Before {
            began,
            starts,
            was_waiting,
            walked: moved,
            leap,
        };
        self.rest_of_action(st, seat, act, &before, p);
    }

    /// The rest of an action, from C on.
    #[inline]
    fn rest_of_action<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        act: Option<Act>,
        before: &Before<N>,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let me = usize::from(seat);
        let Before {
            began,
            starts,
            was_waiting,
            leap,
            ..
        } = *before;
        let mut walked = before.walked;
        match act {
            None => {
                say!(p.watch, "    plays no card");
                p.watch.deed(seat, Deed::Pass);
            }
            Some(act) => walked |= self.resolve(st, seat, &act, leap, began.hex, p),
        }
        if FULL {
            // At any time of the own action: a marker of this exchange too [Powers].
            self.stand_up(st, seat, p);
            st.g[me].set_cooperation(None);
            self.loosen_nets(st);
            if B > 0 && walked && self.board.is_some() {
                self.judge_movement(st, seat, began, &starts, p.watch);
            }
        }
        if was_waiting && st.g[me].waiting() && st.g[me].alive() {
            say!(p.watch, "    #{seat} dies (Unbeatable has ended)");
            st.g[me].set_status(Status::Dead);
        }
        self.maybe_finish(st, p.watch);
    }

    /// Plays a game on from the act of `seat`, whose sprint is done; for policies that look ahead.
    pub(in crate::games::gladiatori) fn play_on<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        act: Option<Act>,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let g = &st.g[usize::from(seat)];
        let began = Spot {
            hex: g.hex,
            facing: g.facing(),
        };
        let mut starts = [0; N];
        for (slot, g) in starts.iter_mut().zip(&st.g) {
            *slot = g.hex;
        }
        let before = Before {
            began,
            starts,
            was_waiting: g.waiting(),
            walked: false,
            leap: false,
        };
        self.rest_of_action(st, seat, act, &before, p);
        self.acted(st, seat, p);
        self.play(st, p);
    }

    /// Powers and A. Rebalance, and surrender; true if he surrendered.
    #[inline]
    fn before_card<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let me = usize::from(seat);
        let policy = p.policy(seat);
        if FULL {
            self.adapt(st, seat, p);
        }
        if FULL {
            self.stand_up(st, seat, p);
        }
        if FULL && marked(&st.g[me]) {
            self.rebalance(st, seat, p);
        }
        if policy.surrender(&self.view(st, seat), p.chance) {
            say!(p.watch, "    #{seat} surrenders");
            st.g[me].set_status(Status::Surrendered);
            self.credit(
                st,
                seat,
                Source::Surrender,
                self.rules.n.vp.surrender,
                p.watch,
            );
            self.loosen_nets(st);
            self.maybe_finish(st, p.watch);
            return true;
        }
        false
    }

    /// C, D and E. True if the gladiator moved by itself.
    #[inline]
    fn resolve<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        act: &Act,
        leap: bool,
        began: Hex,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let me = usize::from(seat);
        let kind = act.card.kind;
        if self.checked {
            self.check_act(st, seat, act);
        }
        self.use_card(&mut st.g[me], act.card, true);
        if act.card.from_row {
            p.watch.deed(seat, Deed::Reuse);
        }
        st.g[me].shift(act.combat, Zone::Hand, Zone::Play);
        let mut moved = false;
        match act.resolve {
            Resolve::Move(_) | Resolve::Cooperate { .. } | Resolve::Sweep(_) if !FULL => {
                unreachable!("not in a plain game")
            }
            Resolve::Recover => {
                let gain = p.policy(seat).recover(
                    &self.view(st, seat),
                    self.rules.n.recover_elements,
                    p.chance,
                );
                say!(
                    p.watch,
                    "    Recovers {} elements with {kind}",
                    gain.count()
                );
                p.watch.deed(seat, Deed::Recover);
                let g = &mut st.g[me];
                if self.checked {
                    assert!(gain.count() <= self.rules.n.recover_elements);
                    assert!(gain.cards.within(g.zone(Zone::Discard)));
                }
                gain_elements(g, &gain, &self.sheets[me].stats);
                // The card stays face-down, a re-used one is turned.
                g.turn_facedown(kind);
                g.clear_combat();
            }
            Resolve::Move(to) => {
                let price = self.walk(st, seat, to);
                if price.is_some_and(|p| p <= self.rules.n.move_action_hexes) {
                    moved = self.place(&mut st.g[me], to);
                } else {
                    assert!(!self.checked, "a Move beyond its hexes");
                }
                say!(p.watch, "    Moves to {}", show(to));
                st.g[me].turn_up(kind);
                p.watch.deed(seat, Deed::Move);
                st.g[me].clear_combat();
            }
            Resolve::Cooperate { foe, partner } => {
                st.g[me].turn_up(kind);
                self.cooperate(st, seat, act, foe, partner, p);
            }
            Resolve::Attack { foe, weapon } => {
                let thrown = matches!(weapon, Weapon::Throw(_) | Weapon::ThrowNet(_));
                let mut ex = Exchange::new(seat, act, weapon, began);
                ex.leap = if leap && !thrown {
                    self.leap_of(st, began, foe)
                } else {
                    0
                };
                ex.add(if FULL && (B > 0 || thrown) {
                    self.target(st, seat, foe, weapon)
                } else {
                    Target::new(foe, self.arrival, 0)
                });
                moved = self.exchange(st, &mut ex, p);
            }
            Resolve::Sweep(sweep) => {
                let mut ex = Exchange::new(seat, act, Weapon::Melee, began);
                ex.sweep = true;
                for target in self.sweep_targets(st, seat, sweep).into_iter().flatten() {
                    ex.add(target);
                }
                ex.leap = if leap && ex.n > 0 {
                    self.leap_of(st, began, ex.t[0].foe)
                } else {
                    0
                };
                moved = self.exchange(st, &mut ex, p);
            }
        }
        moved
    }

    /// Plays an Action card: from the hand it lies face-down at the right end, a row card costs Blood
    /// \[C. Play Action Card\].
    #[inline]
    pub(super) fn use_card(&self, g: &mut Gladiator, card: CardUse, attack: bool) {
        if card.from_row {
            let price = g.row_price(card.kind).unwrap_or(0);
            debug_assert!(price <= g.stats[BLOOD], "no Blood to re-use a card");
            g.stats[BLOOD] -= price;
            if attack || self.rules.r.defense_rotates {
                g.rotate(card.kind);
            }
        } else {
            g.lay(card.kind, attack || self.rules.r.defense_rotates);
            g.turn_facedown(card.kind);
        }
    }
}

/// Spends Character Elements.
#[inline]
pub(super) fn pay_elements(g: &mut Gladiator, e: &Elements) {
    g.shift(e.cards, Zone::Hand, Zone::Discard);
    for (now, paid) in g.stats.iter_mut().zip(e.points) {
        debug_assert!(paid <= *now);
        *now -= paid;
    }
}

/// Gains Character Elements; stats rise to their start values at most.
#[inline]
fn gain_elements(g: &mut Gladiator, e: &Elements, start: &[u8; 5]) {
    g.shift(e.cards, Zone::Discard, Zone::Hand);
    for ((now, gained), start) in g.stats.iter_mut().zip(e.points).zip(start) {
        *now = (*now + gained).min((*start).max(*now));
    }
}

/// A spot for people.
pub(super) fn show(spot: Spot) -> String {
    let (q, r) = super::super::geometry::axial(spot.hex);
    format!(
        "({q}, {r}) facing {}",
        ["E", "SE", "SW", "W", "NW", "NE"][usize::from(spot.facing % 6)]
    )
}
