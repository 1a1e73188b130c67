//! Step J: Feints.

use super::super::Play;
use super::super::turn::COMBAT;
use super::{Exchange, Target};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{Cards, FEINT, Kind, Zone};
use crate::games::gladiatori::decision::{Foe, Judged, Policy};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use crate::games::gladiatori::state::State;
use crate::games::gladiatori::watch::{Deed, Watch, say};

impl Game<'_> {
    /// J: true if a Feint ended the exchange \[J. Feint\].
    #[inline]
    pub(super) fn feint<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        ex: &Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let holds = |st: &State<N, B>, seat: u8| st.g[usize::from(seat)].hand().set & FEINT != 0;
        if !holds(st, ex.seat) {
            return false;
        }
        let Some(first) = ex.t.iter().take(ex.n).find(|t| t.attacked) else {
            return false;
        };
        let judged = Judged {
            foe: first.foe,
            attacker: true,
            attack: first.effective,
            defense: first.defense,
            damage: self
                .rules
                .damage(ex.cards, ex.bonus, first.effective - first.defense),
            own_cards: ex.cards,
            own_points: u8::from(ex.offense_lost > 0) + ex.blood,
        };
        let plays = {
            let view = View::new(self, st, ex.seat, ex.began);
            p.policy(ex.seat).feint(&view, &judged, p.chance)
        };
        if !plays {
            return false;
        }
        self.feinted(st, ex, p);
        true
    }

    /// The attacker plays it; those of the attacked who hold one may play theirs.
    #[inline(never)]
    fn feinted<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let holds = |st: &State<N, B>, seat: u8| st.g[usize::from(seat)].hand().set & FEINT != 0;
        let damage = |t: &Target| {
            self.rules
                .damage(ex.cards, ex.bonus, t.effective - t.defense)
        };
        self.play_feint(st, ex.seat, ex.kind, ex.from_row, p.watch);
        let g = &mut st.g[usize::from(ex.seat)];
        g.restore_skill(OFFENSE, ex.offense_lost, ex.over);
        g.stats[BLOOD] += ex.blood;
        for t in ex.t.iter().take(ex.n).filter(|t| t.attacked) {
            let Foe::Gladiator(target) = t.foe else {
                continue;
            };
            if !holds(st, target) || t.answer.is_none() && !self.rules.r.surprised_may_feint {
                continue;
            }
            let judged = Judged {
                foe: Foe::Gladiator(ex.seat),
                attacker: false,
                attack: t.effective,
                defense: t.defense,
                damage: damage(t),
                own_cards: t.combat.count(),
                own_points: u8::from(t.guard_lost > 0) + t.speed,
            };
            let plays = {
                let view = View::new(self, st, target, st.g[usize::from(target)].hex);
                p.policy(target).feint(&view, &judged, p.chance)
            };
            if plays {
                let kind = t.answer.unwrap_or(Kind::Movement);
                self.play_feint(st, target, kind, t.from_row || t.answer.is_none(), p.watch);
                let g = &mut st.g[usize::from(target)];
                g.restore_skill(GUARD, t.guard_lost, t.over);
                g.stats[SPEED] += t.speed;
            }
        }
    }

    /// One player plays his Feint: cards of this exchange return to the hand, the Feint stays and is discarded in L.
    pub(super) fn play_feint<const N: usize, const B: usize, W: Watch>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        kind: Kind,
        from_row: bool,
        watch: &mut W,
    ) {
        say!(watch, "    #{seat} plays a Feint");
        watch.deed(seat, Deed::Feint);
        let g = &mut st.g[usize::from(seat)];
        let combat = Cards {
            set: g.zone(Zone::Play).set & COMBAT,
            ..g.zone(Zone::Play)
        };
        g.shift(combat, Zone::Play, Zone::Hand);
        g.shift(Cards::of(FEINT), Zone::Hand, Zone::Play);
        if !from_row || self.rules.r.feint_returns_reused {
            g.take_back(kind);
        }
    }
}
