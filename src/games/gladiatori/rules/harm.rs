//! Damage: who pays, who dies, what it scores \[K. Damage\] \[Victory Points\].

use super::super::cards::{Cards, Zone, powers};
use super::super::decision::Policy;
use super::super::game::Game;
use super::super::state::{ItemState, State, Status};
use super::super::watch::{Blow, Deed, Source, Watch, say};
use super::Play;
use crate::chance::Chance;

/// What bearing damage came to.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Suffered {
    pub effective: u8,
    pub dead: bool,
    /// The first death of this gladiator: its killer scores.
    pub first_death: bool,
}

impl Game<'_> {
    /// A gladiator's hit: the victim pays, the attacker scores.
    #[inline]
    pub(super) fn harm<
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
        victim: u8,
        blow: &mut Blow,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let was_waiting = st.g[usize::from(victim)].waiting();
        let s = self.suffer(st, victim, blow.damage, p);
        (blow.effective, blow.dead) = (s.effective, s.dead);
        // Damage to an ally earns nothing; of an Unbeatable only the first killer scores.
        if FULL && !self.hostile(seat, victim) || was_waiting {
            return;
        }
        let vp = &self.rules.n.vp;
        let points = i16::from(s.effective);
        if blow.front {
            self.credit(
                st,
                seat,
                Source::FrontDamage,
                points * vp.front_damage_point,
                p.watch,
            );
        } else {
            self.credit(
                st,
                seat,
                Source::RearDamage,
                points * vp.rear_damage_point,
                p.watch,
            );
        }
        if !st.first_blood() {
            st.take_first_blood();
            if blow.front || !self.rules.r.no_first_blood_behind {
                say!(p.watch, "    First Blood to #{seat}");
                self.credit(st, seat, Source::FirstBlood, vp.first_blood, p.watch);
            }
        }
        if s.first_death {
            let (source, points) = if blow.front {
                (Source::FrontKill, vp.kill_front)
            } else {
                (Source::RearKill, vp.kill_rear)
            };
            self.credit(st, seat, source, points, p.watch);
        }
    }

    /// Damage from whomever: pays with HP deck and items, or dies (4.4).
    pub(super) fn suffer<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        victim: u8,
        damage: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> Suffered {
        let me = usize::from(victim);
        let sheet = &self.sheets[me];
        let bear = |st: &State<N, B>| {
            let g = &st.g[me];
            let (deck, items) = (self.rules.hp_of(g.zone(Zone::Hp)), g.items_hp(sheet));
            (self.rules.bear(damage, deck, items), deck)
        };
        let (mut borne, mut deck) = bear(st);
        if FULL && borne.dead && !st.g[me].waiting() {
            self.save(st, victim, damage, p);
            (borne, deck) = bear(st);
        }
        let g = &st.g[me];
        if g.waiting() {
            // If he takes other damage he is killed at once.
            st.g[me].set_status(Status::Dead);
            p.watch.killed(victim, -i16::from(damage));
            say!(p.watch, "    #{victim} is hit again and dies");
            return Suffered {
                effective: borne.effective,
                dead: true,
                first_death: false,
            };
        }
        if borne.dead {
            let cover = if self.rules.r.cover_not_effective {
                0
            } else {
                self.rules.n.hp.cover
            };
            let effective = if self.rules.r.items_not_effective {
                borne.effective.min(deck + cover)
            } else {
                borne.effective
            };
            let saves = g.powers() & powers::UNBEATABLE != 0
                && p.policy(victim)
                    .unbeatable(&self.view(st, victim), p.chance);
            let g = &mut st.g[me];
            g.put(Zone::Hp, Cards::NONE);
            (0..2).for_each(|s| g.set_item(s, ItemState::Gone));
            // Unbeatable puts the death off; how deep it is counts from this hit.
            p.watch.killed(victim, borne.left);
            if saves {
                g.use_powers(powers::UNBEATABLE);
                g.set_waiting();
                p.watch.deed(victim, Deed::Power);
                say!(
                    p.watch,
                    "    #{victim} takes {damage} damage; Unbeatable keeps him up"
                );
            } else {
                g.set_status(Status::Dead);
                say!(p.watch, "    #{victim} takes {damage} damage and dies");
            }
            return Suffered {
                effective,
                dead: !saves,
                first_death: true,
            };
        }
        let payment = p
            .policy(victim)
            .pay(&self.view(st, victim), damage, false, p.chance);
        let g = &mut st.g[me];
        let cards_hp = self.rules.hp_of(payment.cards);
        let mut worth = cards_hp;
        for slot in 0..2 {
            if payment.items >> slot & 1 == 1 && g.item(slot) != ItemState::Gone {
                worth += sheet.items[slot].hp;
                g.set_item(slot, ItemState::Gone);
            }
        }
        assert!(
            !self.checked || worth >= damage,
            "{payment:?} is worth {worth}, not {damage}"
        );
        g.remove(payment.cards, Zone::Hp);
        say!(
            p.watch,
            "    #{victim} takes {damage} damage and pays {worth} Hit Points"
        );
        let effective = if self.rules.r.items_not_effective {
            borne.effective.min(cards_hp)
        } else {
            borne.effective
        };
        Suffered {
            effective,
            dead: false,
            first_death: false,
        }
    }

    /// Break Item: the damage goes to an item of the target \[Special Moves\]. Damage that counts for VP.
    #[expect(clippy::too_many_arguments, reason = "one caller")]
    pub(super) fn break_item<const N: usize, const B: usize, W: Watch>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        target: u8,
        slot: usize,
        damage: u8,
        front: bool,
        watch: &mut W,
    ) -> u8 {
        let item = self.sheets[usize::from(target)].items[slot.min(1)];
        let g = &mut st.g[usize::from(target)];
        let before = g.item(slot);
        let after = Self::broken(item.hp, before, damage);
        g.set_item(slot, after);
        say!(
            watch,
            "    {damage} damage to an item of #{target}: {after:?}"
        );
        if !self.rules.r.break_item_vp || before == ItemState::Gone || !self.hostile(seat, target) {
            return 0;
        }
        let points = damage.min(item.hp);
        if front {
            self.credit(
                st,
                seat,
                Source::FrontDamage,
                i16::from(points) * self.rules.n.vp.front_damage_point,
                watch,
            );
        } else {
            self.credit(
                st,
                seat,
                Source::RearDamage,
                i16::from(points) * self.rules.n.vp.rear_damage_point,
                watch,
            );
        }
        points
    }

    /// State of an item after damage: out if the damage reaches its Hit Points or it was damaged already.
    pub fn broken(hp: u8, before: ItemState, damage: u8) -> ItemState {
        match before {
            ItemState::Gone => ItemState::Gone,
            _ if damage == 0 => before,
            ItemState::Damaged => ItemState::Gone,
            ItemState::Ok if damage >= hp => ItemState::Gone,
            ItemState::Ok => ItemState::Damaged,
        }
    }

    /// The bear's 7: an item or a card of the HP deck (A48).
    pub(super) fn bear_seven<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        victim: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let me = usize::from(victim);
        let g = &st.g[me];
        if !g.alive() {
            return;
        }
        let items = (0..2).any(|s| g.item(s) != ItemState::Gone);
        if g.count(Zone::Hp) == 0 && !items {
            if self.rules.r.bear_kills {
                let deep = self.rules.n.hp.cover;
                self.suffer(st, victim, deep, p);
            }
            return;
        }
        let payment = p
            .policy(victim)
            .pay(&self.view(st, victim), 0, true, p.chance);
        assert!(
            !self.checked || payment.cards.count() + payment.items.count_ones() as u8 == 1,
            "one card or item: {payment:?}"
        );
        let g = &mut st.g[me];
        g.remove(payment.cards, Zone::Hp);
        for slot in 0..2 {
            if payment.items >> slot & 1 == 1 {
                g.set_item(slot, ItemState::Gone);
            }
        }
        say!(p.watch, "    the bear's 7 costs #{victim} a card");
    }
}
