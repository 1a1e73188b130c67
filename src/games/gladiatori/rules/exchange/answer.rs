//! Steps F and G: the defender commits.

use super::super::Play;
use super::{Exchange, Target};
use crate::chance::Chance;
use crate::games::gladiatori::cards::{ACTIONS, Cards, Kind, Zone};
use crate::games::gladiatori::decision::{Foe, Policy, Threat};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::observe::View;
use crate::games::gladiatori::sheet::BLOOD;
use crate::games::gladiatori::state::{Gladiator, State};
use crate::games::gladiatori::watch::{Deed, Watch, say};

impl Game<'_> {
    /// F and G of one target.
    #[inline(always)]
    pub(super) fn answer<
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
        target: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let threat = Threat {
            foe: Foe::Gladiator(ex.seat),
            arrival: ex.t[i].arrival,
            cards: ex.combat.count(),
            kind: (ex.from_row || ex.pressed && ex.blood > 0).then_some(ex.kind),
            options: 0,
            declared: ex.pressed.then_some((ex.offense, ex.blood)),
            value: None,
            bonus: ex.t[i].modifier,
            net: ex.net(),
            thrown: ex.thrown(),
        };
        self.commit_defense(st, target, threat, &mut ex.t[i], p);
    }

    /// F and G against a gladiator's or a beast's attack: fills in kind, cards and note.
    #[inline]
    pub(in crate::games::gladiatori::rules) fn commit_defense<
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
        mut threat: Threat,
        t: &mut Target,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        if FULL {
            self.adapt(st, target, p);
        }
        let g = &st.g[usize::from(target)];
        let kinds = self.rules.defense_kinds(
            threat.arrival,
            FULL && g.facedown(),
            FULL && g.trapped() > 0,
        );
        // From two sides it matters what could have been used.
        let sideways = matches!(threat.arrival, 2 | 4);
        let mut usable = kinds & g.hand().set;
        if usable == 0 || sideways {
            usable = kinds & self.defenses(g);
        }
        t.dodge_possible = sideways && usable & Kind::Movement.card() != 0;
        threat.options = kinds;
        let choice = if usable == 0 {
            None
        } else {
            let view = View::new(self, st, target, st.g[usize::from(target)].hex);
            p.policy(target).defend(&view, &threat, p.chance)
        };
        let Some(d) = choice else {
            say!(p.watch, "    #{target} is Surprised");
            p.watch.deed(target, Deed::Surprised);
            return;
        };
        let g = &mut st.g[usize::from(target)];
        if self.checked {
            let from_hand = !d.card.from_row && g.hand().set & d.card.kind.card() != 0;
            let from_row = d.card.from_row && self.row_defenses(g) & d.card.kind.card() != 0;
            assert!(
                (from_hand || from_row) && kinds & d.card.kind.card() != 0,
                "{:?} cannot defend",
                d.card
            );
            let allowed = Cards {
                set: self.playable(g, false, false, matches!(threat.foe, Foe::Beast(_))),
                ..g.hand()
            };
            assert!(
                d.combat.within(allowed),
                "Combat cards that may not be played: {:?}",
                d.combat
            );
        }
        self.use_card(g, d.card, false);
        if d.card.from_row {
            p.watch.deed(target, Deed::ReuseDefense);
        }
        g.shift(d.combat, Zone::Hand, Zone::Play);
        (t.answer, t.from_row, t.combat, t.note) =
            (Some(d.card.kind), d.card.from_row, d.combat, d.note);
        say!(
            p.watch,
            "    #{target} answers with an Action card and {}",
            match d.combat.count() {
                1 => "1 Combat card".to_string(),
                n => format!("{n} Combat cards"),
            }
        );
    }

    /// Action cards with which a gladiator could defend, whatever the diagram: from the hand, or a row card he can pay for.
    #[inline]
    pub fn defenses(&self, g: &Gladiator) -> u16 {
        g.hand().set & ACTIONS | self.row_defenses(g)
    }

    /// Row cards that can be re-used in defense: face-up (A06), straight or rotated, at their price in Blood
    /// \[F. Defender Action Card\].
    #[inline]
    pub fn row_defenses(&self, g: &Gladiator) -> u16 {
        let len = g.row_len();
        let mut set = 0;
        for place in 0..len {
            let kind = g.row_kind(place);
            let open = !g.card_facedown(kind) || self.rules.r.recovered_defends;
            if open && len - place <= g.stats[BLOOD] {
                set |= kind.card();
            }
        }
        set
    }
}
