//! Effects of special moves when they are revealed \[Special Moves\], and Cooperation.

use super::super::cards::{Cards, MOVES, Zone, moves};
use super::super::decision::{Act, Effects, Foe, Policy, Weapon, rage_zone};
use super::super::game::Game;
use super::super::sheet::{ENDURANCE, SPEED};
use super::super::state::State;
use super::super::watch::{Deed, Source, Watch, say};
use super::action::pay_elements;
use super::exchange::{Exchange, Target};
use super::{Play, turn::COMBAT};
use crate::chance::Chance;

/// Who reveals, and in what role.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    pub seat: u8,
    pub attack: bool,
    pub thrown: bool,
    pub against_beast: bool,
    /// Powers may be used: not by a Surprised defender (A04).
    pub empowered: bool,
}

/// What revealed cards came to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Done {
    /// Moves that took effect, Rage's card included.
    pub set: u16,
    /// Bonus to the value, Acrobatic Strike left out.
    pub bonus: i16,
    /// Cards that joined (Rage).
    pub cards: u8,
    /// 1-Energy cards that joined.
    pub e1: u8,
    /// Own Unbalanced markers in L, the Sweep's left out.
    pub marks: u8,
    /// Cards that Sacrifice took from the hand.
    pub sacrificed: u8,
}

impl Game<'_> {
    /// Applies the revealed moves of one side. `effective`: those committed whose restrictions hold.
    #[inline]
    pub(super) fn apply_effects<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        side: Side,
        combat: Cards,
        effective: u16,
        fx: &Effects,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> Done {
        if combat.set == 0 && !side.against_beast {
            // Nearly always.
            return Done {
                set: effective,
                ..Done::default()
            };
        }
        self.effects_of(st, side, combat, effective, fx, p)
    }

    fn effects_of<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        side: Side,
        combat: Cards,
        effective: u16,
        fx: &Effects,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> Done {
        let mut done = Done {
            set: effective,
            ..Done::default()
        };
        let beast_powers = if side.against_beast && side.empowered {
            fx.beast_powers
        } else {
            0
        };
        if combat.set == 0 && beast_powers == 0 {
            return done;
        }
        let me = usize::from(side.seat);
        // Rage first: its card is effective as if it had been committed.
        if done.set & moves::RAGE != 0 && fx.rage.count() == 1 {
            let zone = rage_zone(fx);
            let g = &mut st.g[me];
            debug_assert!(fx.rage.within(g.zone(zone)) && fx.rage.set & !COMBAT == 0);
            g.shift(fx.rage, zone, Zone::Play);
            done.cards += 1;
            done.e1 += fx.rage.e1;
            done.set |= fx.rage.set & self.effective(g, side.attack, side.thrown) & !moves::SWEEP;
        }
        // Against beasts any Feint, move or power may count +2 instead [Modified combat rules].
        if side.against_beast {
            let spent = fx.beast_cards & combat.set & COMBAT;
            done.set &= !spent;
            let powers = beast_powers & st.g[me].powers();
            st.g[me].use_powers(powers);
            done.bonus +=
                self.rules.n.card_bonus * (spent.count_ones() + powers.count_ones()) as i16;
        }
        if W::TALKS && done.set & MOVES != 0 {
            let shown = named((done.set & MOVES) / moves::SWEEP, &moves::NAMES);
            say!(p.watch, "    #{} shows {shown}", side.seat);
        }
        for _ in 0..done.set.count_ones() {
            p.watch.deed(side.seat, Deed::SpecialMove);
        }
        let g = &mut st.g[me];
        if done.set & moves::OVERSKILL != 0 && fx.overskill.1 > 0 && g.overskill().1 == 0 {
            let skill = usize::from(fx.overskill.0.min(2));
            let bonus = fx
                .overskill
                .1
                .min(self.rules.overskill_most(g.stats[ENDURANCE + skill]));
            if bonus > 0 {
                g.stats[skill] += bonus;
                g.set_overskill(skill, bonus);
                say!(
                    p.watch,
                    "    #{} gains {bonus} {} (Overskill)",
                    side.seat,
                    super::super::sheet::STATS[skill]
                );
            }
        }
        if done.set & moves::SACRIFICE != 0 {
            if fx.sacrifice.count() == 1 {
                g.remove(fx.sacrifice, Zone::Hand);
                done.sacrificed = 1;
                done.bonus += self.rules.n.sacrifice_bonus;
            } else if self.rules.r.sacrifice_without_hand && g.count(Zone::Hand) == 0 {
                done.bonus += self.rules.n.sacrifice_bonus;
            }
        }
        if done.set & moves::ACROBATIC != 0 {
            done.marks += 1;
        }
        done
    }

    /// Answer to an Unbalancing Strike: markers to come, 0 if paid off.
    pub(super) fn steady<
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
    ) -> u8 {
        let pay = p.policy(seat).steady(&self.view(st, seat), p.chance);
        if pay.count() == 2 {
            pay_elements(&mut st.g[usize::from(seat)], &pay);
            say!(p.watch, "    #{seat} pays 2 elements to stay balanced");
            return 0;
        }
        1
    }

    /// Reflex: one hex after K, more for Speed. True if it moved.
    #[inline(never)]
    pub(super) fn reflex<
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
        if st.g[usize::from(seat)].fixed() {
            return false;
        }
        let to = p.policy(seat).reflex(&self.view(st, seat), p.chance);
        let Some(price) = self.walk(st, seat, to) else {
            return false;
        };
        let g = &mut st.g[usize::from(seat)];
        let more = price.saturating_sub(1);
        if more > g.stats[SPEED] {
            assert!(!self.checked, "a Reflex that cannot be paid");
            return false;
        }
        g.stats[SPEED] -= more;
        self.place(g, to)
    }

    /// Cooperation: the own Attack Value, worked out as in H, gives the partner a bonus \[Cooperate\].
    pub(super) fn cooperate<
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
        act: &Act,
        foe: u8,
        partner: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let agreed = p
            .policy(partner)
            .agree(&self.view(st, partner), seat, foe, p.chance);
        if agreed {
            let began = st.g[usize::from(seat)].hex;
            let mut ex = Exchange::new(seat, act, Weapon::Melee, began);
            ex.add(Target::new(Foe::Gladiator(foe), 0, 0));
            self.press(st, &mut ex, p);
            let value = ex.value();
            let bonus = self.rules.cooperation_bonus(value);
            // Supporters add up.
            let waiting = match st.g[usize::from(partner)].cooperation() {
                Some((target, earlier)) if target == foe => earlier,
                _ => 0,
            };
            if bonus > 0 {
                st.g[usize::from(partner)].set_cooperation(Some((foe, waiting + bonus as u8)));
            }
            say!(
                p.watch,
                "    #{seat} supports #{partner} against #{foe} with {bonus}"
            );
            p.watch.deed(seat, Deed::Cooperate);
            if value > 0 && self.rules.r.cooperation_vp {
                self.credit(
                    st,
                    seat,
                    Source::FrontAttack,
                    self.rules.n.vp.front_attack,
                    p.watch,
                );
            }
            // L: what H placed.
            self.unbalance(st, seat, ex.own_marks(), p.watch);
            self.unbalance(st, foe, ex.t[0].marks(), p.watch);
        }
        st.g[usize::from(seat)].clear_combat();
    }
}

/// Names of a set of moves or powers, for a trace.
pub(super) fn named(set: u16, names: &[&str]) -> String {
    let each = names.iter().enumerate();
    let owned: Vec<String> = each
        .filter(|(i, _)| set >> i & 1 == 1)
        .map(|(_, n)| n.replace('_', " "))
        .collect();
    owned.join(", ")
}

impl Exchange {
    /// Attack Value against the first target.
    pub(super) fn value(&self) -> i16 {
        self.attack_base() + self.t[0].modifier
    }
}
