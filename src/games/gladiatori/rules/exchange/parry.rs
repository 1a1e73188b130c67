//! Step I: the defender reveals.

use super::super::Play;
use super::super::effects::{Done, Side};
use super::{Exchange, Target};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{Kind, Zone, moves, powers};
use crate::games::gladiatori::decision::{Facing, Foe, Policy};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{GUARD, SPEED};
use crate::games::gladiatori::state::State;
use crate::games::gladiatori::values::DefenseParts;
use crate::games::gladiatori::watch::{Deed, Watch, say};

impl Game<'_> {
    /// I: a target reveals and decides \[I. Defense Value\]; a beast's dice are already rolled.
    #[inline(always)]
    pub(super) fn parry<
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
        i: usize,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let Foe::Gladiator(target) = ex.t[i].foe else {
            ex.t[i].effective = ex.t[i].attack;
            return;
        };
        let against = Against {
            foe: Foe::Gladiator(ex.seat),
            kind: Some(ex.kind),
            cards: ex.cards,
            bonus: ex.bonus,
            net: ex.net(),
        };
        let t = &mut ex.t[i];
        t.effective = self.rules.effective_attack(t.attack, t.answer);
        let strikes = self.defend_value(st, target, t, &against, p);
        if FULL && strikes {
            ex.marks += self.steady(st, ex.seat, p);
        }
    }

    /// I for a gladiator; true if he strikes back with an Unbalancing Strike.
    #[inline]
    pub(in crate::games::gladiatori::rules) fn defend_value<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        target: u8,
        t: &mut Target,
        against: &Against,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let me = usize::from(target);
        let sheet = &self.sheets[me];
        if let Some(kind) = t.answer.filter(|_| !t.from_row) {
            st.g[me].turn_up(kind);
        }
        let g = &st.g[me];
        let effective = if !FULL || t.combat.set == 0 {
            0
        } else {
            t.combat.set & self.effective(g, false, false)
        };
        // Surprised: items and Guard only; whether powers count is A04.
        let empowered = t.answer.is_some() || self.rules.r.surprised_may_delay;
        let acrobatic = self.rules.n.acrobatic_bonus;
        let known = if effective & moves::ACROBATIC != 0 {
            acrobatic
        } else {
            0
        } + if g.last_stand() && empowered { 4 } else { 0 };
        let parts = DefenseParts {
            e1: t.combat.e1,
            hand: g.count(Zone::Hand),
            items: g.item_values(sheet, 2).1,
            bonus: known,
            facedown: FULL && g.facedown(),
            trapped: FULL && g.trapped() > 0,
            ..DefenseParts::default()
        };
        let base = self.rules.defense_value(t.answer, against.kind, &parts);
        let facing = Facing {
            foe: against.foe,
            attack: t.attack,
            effective: t.effective,
            kind: against.kind,
            cards: against.cards,
            card: t.answer,
            combat: t.combat,
            base,
            damage: match against.kind {
                Some(_) => self
                    .rules
                    .damage(against.cards, against.bonus, t.effective - base),
                None => against.bonus,
            },
            net: against.net,
            note: t.note,
        };
        let parry = {
            let view = View::new(self, st, target, g.hex);
            p.policy(target).parry(&view, &facing, p.chance)
        };
        let mut done = Done {
            set: effective,
            ..Done::default()
        };
        let mut bonus = known;
        if FULL && (t.combat.set != 0 || B > 0 && against.kind.is_none()) {
            let side = Side {
                seat: target,
                attack: false,
                thrown: false,
                against_beast: against.kind.is_none(),
                empowered,
            };
            done = self.apply_effects(st, side, t.combat, effective, &parry.effects, p);
            t.marks += done.marks;
            t.reflex = done.set & moves::REFLEX != 0;
            bonus += done.bonus;
            if done.set & moves::ACROBATIC != 0 && effective & moves::ACROBATIC == 0 {
                bonus += acrobatic;
            } else if effective & moves::ACROBATIC != 0 && done.set & moves::ACROBATIC == 0 {
                bonus -= acrobatic;
            }
        }
        let g = &mut st.g[me];
        if empowered {
            g.take_last_stand();
        }
        if FULL && parry.delay && empowered && g.powers() & powers::DELAY != 0 {
            bonus += 3;
            say!(p.watch, "    #{target} uses Delay for +3");
            g.use_powers(powers::DELAY);
            p.watch.deed(target, Deed::Power);
        }
        if t.answer == Some(Kind::Movement) {
            t.speed = parry
                .speed
                .min(self.rules.n.dodge_speed_max)
                .min(g.stats[SPEED]);
            g.stats[SPEED] -= t.speed;
        }
        let mut guard = 0;
        if parry.guard && g.stats[GUARD] > 0 {
            guard = g.stats[GUARD];
            t.over = g.overskill();
            t.guard_lost = g.use_skill(GUARD);
        }
        let hand = if !FULL {
            parts.hand
        } else if self.rules.r.dexterity_at_reveal {
            g.count(Zone::Hand) + done.sacrificed
        } else {
            g.count(Zone::Hand)
        };
        let parts = DefenseParts {
            e1: t.combat.e1 + done.e1,
            hand,
            speed: t.speed,
            guard,
            bonus,
            ..parts
        };
        t.defense = self.rules.defense_value(t.answer, against.kind, &parts);
        say!(
            p.watch,
            "    #{target} defends with {} ({} E1, {} E0): Defense Value {} against {}: {} of items, {} Guard, {} Speed, {:+} moves and powers",
            t.answer.map_or("nothing", Kind::defense_name),
            t.combat.e1,
            t.combat.e0,
            t.defense,
            t.effective,
            parts.items,
            parts.guard,
            parts.speed,
            parts.bonus
        );
        done.set & moves::UNBALANCING != 0
    }
}

/// What a defender in I is up against.
pub(in crate::games::gladiatori::rules) struct Against {
    pub foe: Foe,
    /// Kind of the attack; none: a beast's.
    pub kind: Option<Kind>,
    pub cards: u8,
    /// Bonus damage; a beast's whole damage.
    pub bonus: u8,
    pub net: bool,
}
