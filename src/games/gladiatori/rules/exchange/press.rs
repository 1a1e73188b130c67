//! Step H: the attacker reveals.

use super::super::Play;
use super::super::effects::{Side, named};
use super::Exchange;
use crate::chance::Chance;
use crate::games::gladiatori::cards::{Kind, Zone, moves, powers};
use crate::games::gladiatori::decision::{Foe, Policy, Press, Reveal, Weapon};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{BLOOD, OFFENSE};
use crate::games::gladiatori::state::{ItemState, State};
use crate::games::gladiatori::values::AttackParts;
use crate::games::gladiatori::watch::{Deed, Watch, say};

/// Powers that are used in H.
const IN_ATTACK: u16 = powers::LUNGE | powers::DEEP_WOUNDS | powers::WRESTLING;

impl Game<'_> {
    /// What the attacker has in H before he decides: parts of his value, moves that take effect, and what he knows.
    #[inline(always)]
    fn reveal<const N: usize, const B: usize, const FULL: bool>(
        &self,
        st: &State<N, B>,
        ex: &Exchange,
    ) -> (AttackParts, u16, Reveal) {
        let me = usize::from(ex.seat);
        let sheet = &self.sheets[me];
        let g = &st.g[me];
        let items = match ex.weapon {
            Weapon::Throw(s) | Weapon::ThrowNet(s) if FULL => {
                let slot = usize::from(s);
                let thrown = sheet.items[slot].attack_now(g.item(slot) == ItemState::Damaged);
                g.item_values(sheet, slot).0 + self.rules.n.throw_attack_factor * thrown
            }
            _ => g.item_values(sheet, 2).0,
        };
        let coop = match g.cooperation() {
            _ if !FULL => 0,
            // Both attack on the target's defensive diagram [Cooperate].
            Some((foe, bonus))
                if (0..ex.n).any(|i| {
                    ex.t[i].foe == Foe::Gladiator(foe) && matches!(ex.t[i].arrival, 0 | 1 | 5)
                }) =>
            {
                i16::from(bonus)
            }
            _ => 0,
        };
        let effective = if !FULL || ex.combat.set == 0 {
            0
        } else {
            ex.combat.set & self.effective(g, true, ex.thrown())
        };
        let known =
            coop + if effective & moves::ACROBATIC != 0 {
                self.rules.n.acrobatic_bonus
            } else {
                0
            } + if g.last_stand() { 4 } else { 0 };
        let parts = AttackParts {
            e1: ex.combat.e1,
            hand: g.count(Zone::Hand),
            items,
            bonus: known,
            facedown: FULL && g.facedown(),
            trapped: FULL && g.trapped() > 0,
            ..AttackParts::default()
        };
        let t = &ex.t[0];
        let reveal = Reveal {
            foe: t.foe,
            kind: ex.kind,
            combat: ex.combat,
            answer: t.answer.map(|_| t.combat.count()),
            answer_kind: if t.from_row { t.answer } else { None },
            targets: ex.n as u8,
            base: self.rules.attack_value(ex.kind, &parts) + t.modifier,
            leap: ex.leap,
            front: matches!(t.arrival, 0 | 1 | 5),
            weapon: ex.weapon,
            rolled: matches!(t.foe, Foe::Beast(_))
                .then_some(t.defense)
                .filter(|_| t.dice != [0; 2]),
            note: ex.note,
        };
        (parts, effective, reveal)
    }

    /// E under A01: Offense and Blood are decided and announced while the cards stay hidden; the value without what moves and
    /// powers will add says whether there is an attack.
    pub(super) fn declare<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let (parts, _, reveal) = self.reveal::<N, B, FULL>(st, ex);
        let press = {
            let view = View::new(self, st, ex.seat, ex.began);
            p.policy(ex.seat).press(&view, &reveal, p.chance)
        };
        ex.pressed = true;
        self.spend(st, ex, &press);
        let parts = AttackParts {
            blood: ex.blood,
            offense: ex.offense,
            ..parts
        };
        ex.attack = self.rules.attack_value(ex.kind, &parts);
        say!(
            p.watch,
            "    #{} declares {} Offense and {} Blood",
            ex.seat,
            ex.offense,
            ex.blood
        );
    }

    /// Pays Blood and Offense as decided.
    #[inline]
    fn spend<const N: usize, const B: usize>(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        press: &Press,
    ) {
        let g = &mut st.g[usize::from(ex.seat)];
        if ex.kind == Kind::Berserk && press.blood > 0 {
            ex.blood = press
                .blood
                .min(self.rules.n.berserk_blood_max)
                .min(g.stats[BLOOD]);
            g.stats[BLOOD] -= ex.blood;
        }
        if press.offense && g.stats[OFFENSE] > 0 {
            ex.offense = g.stats[OFFENSE];
            ex.over = g.overskill();
            ex.offense_lost = g.use_skill(OFFENSE);
        }
    }

    /// H: the attacker reveals and decides \[H. Attack Value\].
    #[inline]
    pub(in crate::games::gladiatori::rules) fn press<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let (parts, effective, reveal) = self.reveal::<N, B, FULL>(st, ex);
        let g = &st.g[usize::from(ex.seat)];
        let beast = FULL && B > 0 && matches!(ex.t[0].foe, Foe::Beast(_));
        let more =
            FULL && (ex.combat.set != 0 || ex.leap > 0 || beast || g.powers() & IN_ATTACK != 0);
        // What was declared in E stands; there is more to decide only where moves, powers or a Leap are at hand.
        let mut press = match ex.pressed && !more {
            true => Press::default(),
            false => {
                let view = View::new(self, st, ex.seat, ex.began);
                p.policy(ex.seat).press(&view, &reveal, p.chance)
            }
        };
        if ex.pressed {
            (press.offense, press.blood) = (false, 0);
        }
        if more {
            return self.press_more(st, ex, &parts, effective, &press, p);
        }
        st.g[usize::from(ex.seat)].take_last_stand();
        self.spend(st, ex, &press);
        let parts = AttackParts {
            blood: ex.blood,
            offense: ex.offense,
            ..parts
        };
        ex.attack = self.rules.attack_value(ex.kind, &parts);
        self.tell_press(ex, &parts, p.watch);
    }

    /// The rest of H where moves, powers or a Leap take effect.
    #[inline(never)]
    fn press_more<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        parts: &AttackParts,
        effective: u16,
        press: &Press,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let known = parts.bonus;
        let (seat, me) = (ex.seat, usize::from(ex.seat));
        let beast = B > 0 && matches!(ex.t[0].foe, Foe::Beast(_));
        let side = Side {
            seat,
            attack: true,
            thrown: ex.thrown(),
            against_beast: beast,
            empowered: true,
        };
        let done = self.apply_effects(st, side, ex.combat, effective, &press.effects, p);
        ex.cards += done.cards;
        ex.marks += done.marks;
        ex.reflex = done.set & moves::REFLEX != 0;
        let mut bonus = known + done.bonus;
        if done.set & moves::ACROBATIC != 0 && effective & moves::ACROBATIC == 0 {
            bonus += self.rules.n.acrobatic_bonus; // joined by Rage
        } else if effective & moves::ACROBATIC != 0 && done.set & moves::ACROBATIC == 0 {
            bonus -= self.rules.n.acrobatic_bonus; // spent against a beast
        }
        ex.item = if done.set & moves::BREAK_ITEM != 0 && !ex.net() {
            press.item + 1
        } else {
            0
        };
        let g = &mut st.g[me];
        g.take_last_stand();
        let hand_before = g.count(Zone::Hand) + done.sacrificed;
        // Powers
        let mut used = 0;
        if !press.lunge.is_empty() && self.power_usable(g, powers::LUNGE, true, ex.thrown()) {
            debug_assert!(press.lunge.count() <= 3);
            g.shift(press.lunge, Zone::Hand, Zone::Discard);
            bonus += 2 * i16::from(press.lunge.count());
            used |= powers::LUNGE;
        }
        if press.deep_wounds > 0 && self.power_usable(g, powers::DEEP_WOUNDS, true, ex.thrown()) {
            let depth = press.deep_wounds.min(3);
            bonus -= i16::from(depth);
            ex.bonus += depth;
            used |= powers::DEEP_WOUNDS;
        }
        if press.wrestling && self.power_usable(g, powers::WRESTLING, true, ex.thrown()) && !beast {
            ex.wrestling = true;
            used |= powers::WRESTLING;
        }
        if W::TALKS && used != 0 {
            let names = named(used, &powers::NAMES);
            say!(p.watch, "    #{seat} uses {names}");
        }
        if used != 0 {
            g.use_powers(used);
            (0..used.count_ones()).for_each(|_| p.watch.deed(seat, Deed::Power));
        }
        let leap = press.leap_attack.min(ex.leap);
        bonus += 2 * i16::from(leap);
        ex.bonus += ex.leap - leap;
        self.spend(st, ex, press);
        let g = &mut st.g[me];
        let hand = if self.rules.r.dexterity_at_reveal {
            hand_before
        } else {
            g.count(Zone::Hand)
        };
        let parts = AttackParts {
            e1: ex.combat.e1 + done.e1,
            hand,
            blood: ex.blood,
            offense: ex.offense,
            bonus,
            ..*parts
        };
        ex.attack = self.rules.attack_value(ex.kind, &parts);
        self.tell_press(ex, &parts, p.watch);
        // The opponents answer an Unbalancing Strike at once.
        if done.set & moves::UNBALANCING != 0 {
            for i in 0..ex.n {
                if let Foe::Gladiator(target) = ex.t[i].foe {
                    ex.t[i].marks += self.steady(st, target, p);
                }
            }
        }
        if ex.wrestling
            && let Foe::Gladiator(target) = ex.t[0].foe
        {
            let held = st.g[usize::from(target)].fixed();
            ex.wrestling = !held;
        }
    }

    /// What H came to, in words.
    #[inline]
    fn tell_press<W: Watch>(&self, ex: &Exchange, parts: &AttackParts, watch: &mut W) {
        say!(
            watch,
            "    #{} attacks with {} ({} E1, {} E0): Attack Value {} = {} by the card, {} of items, {} Offense, {:+} moves and powers, {:+} modifier",
            ex.seat,
            ex.kind,
            ex.combat.e1,
            ex.combat.e0,
            ex.attack + ex.t[0].modifier,
            self.rules
                .attack_bonus(ex.kind, parts.e1, parts.hand, parts.blood),
            parts.items,
            parts.offense,
            parts.bonus,
            ex.t[0].modifier - self.rules.status_penalty(parts.facedown, parts.trapped)
        );
    }
}
