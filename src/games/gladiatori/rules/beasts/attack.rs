//! Attacks of beasts and on beasts \[Beast Attacks\] \[Attacking a beast\].

use crate::chance::Chance;
use crate::games::gladiatori::board::Board;
use crate::games::gladiatori::decision::{Foe, Policy, Spot, Threat};
use crate::games::gladiatori::draws::dice;
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::rules::Play;
use crate::games::gladiatori::rules::exchange::{Against, Exchange, Target};
use crate::games::gladiatori::state::{Beast, State};
use crate::games::gladiatori::watch::{Blow, Source, Watch, say};

impl Game<'_> {
    pub(super) fn beasts_attack<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        board: &Board,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        // All beasts do a step before the next one [Modification to the game sequence]: they roll, then they are answered.
        let mut attacks = [(0usize, 0u8, [0u8; 2]); B];
        let (mut done, mut n) = (0u16, 0);
        while let Some(i) = self.next_beast(st, board, done, p.chance) {
            done |= 1 << i;
            let beast = st.beasts[i];
            let front = board.next(beast.hex(), beast.facing());
            let target = (0..N).find(|s| st.g[*s].alive() && Some(st.g[*s].hex) == front);
            let trapped = beast.trapped() > 0;
            let number = self.rules.beast_dice(beast.kind(), beast.moved(), trapped);
            if let Some(seat) = target
                && number > 0
            {
                let rolled = p.chance.draw("beast_attack", dice(number)).0;
                attacks[n] = (i, seat as u8, rolled);
                n += 1;
            }
        }
        for (i, seat, rolled) in attacks.into_iter().take(n) {
            if !st.over() && st.g[usize::from(seat)].alive() {
                self.beast_attack(st, i, seat, rolled, p);
            }
        }
    }

    /// One beast attacks; the gladiator answers from F on \[Gladiator defends\].
    pub(super) fn beast_attack<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &mut State<N, B>,
        i: usize,
        seat: u8,
        rolled: [u8; 2],
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let beast = st.beasts[i];
        let kind = beast.kind();
        let roll = self
            .rules
            .beast_roll(kind, true, rolled, beast.trapped() > 0);
        say!(
            p.watch,
            "  the {} attacks #{seat} with {}",
            kind.name(),
            roll.value
        );
        let me = usize::from(seat);
        let spot = Spot {
            hex: st.g[me].hex,
            facing: st.g[me].facing(),
        };
        let foe = Foe::Beast(i as u8);
        let mut t = Target::new(foe, self.arrival(beast.hex(), spot), 0);
        let threat = Threat {
            foe,
            arrival: t.arrival,
            cards: 0,
            kind: None,
            options: 0,
            declared: None,
            value: Some(roll.value),
            bonus: 0,
            net: false,
            thrown: false,
        };
        self.commit_defense(st, seat, threat, &mut t, p);
        t.set_attack(
            roll.value,
            self.rules.effective_attack(roll.value, t.answer()),
        );
        let damage = self.rules.n.beast_damage << u8::from(roll.doubled);
        let against = Against {
            foe,
            kind: None,
            cards: 0,
            bonus: damage,
            net: false,
        };
        self.defend_value(st, seat, &mut t, &against, p);
        let effective = self.rules.effective_attack(roll.value, t.answer());
        let mut blow = Blow {
            attacker: foe,
            target: Foe::Gladiator(seat),
            kind: None,
            answer: t.answer(),
            attack: roll.value,
            effective_attack: effective,
            defense: t.defense(),
            hit: effective > t.defense(),
            feinted: false,
            damage: 0,
            effective: 0,
            dead: false,
            front: self.rules.is_frontal(t.arrival, t.answer(), false),
            diverted: false,
        };
        if blow.hit && damage > 0 {
            blow.damage = damage;
            let s = self.suffer(st, seat, damage, p);
            (blow.effective, blow.dead) = (s.effective, s.dead);
        }
        p.watch.blow(&blow);
        if roll.removes {
            self.bear_seven(st, seat, p);
        }
        if t.reflex && st.g[me].alive() {
            self.reflex(st, seat, p);
        }
        if roll.spawns {
            self.spawn(st, kind, p.watch);
        }
        if roll.freed > 0 {
            let b = st.beasts[i];
            st.beasts[i] = b.with_trapped(b.trapped().saturating_sub(roll.freed));
        }
        self.unbalance(st, seat, t.marks() + u8::from(roll.unbalances), p.watch);
        st.g[me].clear_combat();
        self.maybe_finish(st, p.watch);
    }

    /// Rolls the Defense Values of the beasts that an exchange is aimed at.
    pub(in super::super) fn roll_beasts<
        const N: usize,
        const B: usize,
        P: Policy,
        C: Chance,
        W: Watch,
        const FULL: bool,
    >(
        &self,
        st: &State<N, B>,
        ex: &mut Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        if self.scheduled == 0 {
            return;
        }
        for t in ex.t.iter_mut().take(ex.n) {
            if let Foe::Beast(b) = t.foe {
                let beast = st.beasts[usize::from(b)];
                let n = self.rules.n.beasts[beast.kind() as usize].defense;
                let rolled = p.chance.draw("beast_defense", dice(n)).0;
                let roll = self
                    .rules
                    .beast_roll(beast.kind(), false, rolled, beast.trapped() > 0);
                t.set_roll(rolled, roll.value);
            }
        }
    }

    /// An attack on a beast, decided: it dies, is Trapped, or nothing happens.
    #[expect(clippy::too_many_arguments, reason = "one caller")]
    #[inline(never)]
    pub(in super::super) fn strike_beast<
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
        b: u8,
        rolled: [u8; 2],
        net: bool,
        blow: &mut Blow,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let i = usize::from(b);
        let beast = st.beasts[i];
        let roll = self
            .rules
            .beast_roll(beast.kind(), false, rolled, beast.trapped() > 0);
        // After a Feint the roll still brings what it brings.
        blow.hit = self.rules.beast_killed(&roll, blow.attack) && !blow.feinted;
        blow.diverted = true;
        if blow.hit && net {
            st.beasts[i] = beast.with_trapped(self.rules.n.trapped_markers_on_hit);
            st.g[usize::from(seat)].set_net_on_beast(true);
        } else if blow.hit {
            st.beasts[i] = Beast::NONE;
            blow.dead = true;
            say!(p.watch, "    #{seat} kills the {}", beast.kind().name());
            self.credit(
                st,
                seat,
                Source::BeastKill,
                self.rules.n.vp.kill_beast,
                p.watch,
            );
        }
        if roll.spawns {
            self.spawn(st, beast.kind(), p.watch);
        }
        if roll.removes {
            self.bear_seven(st, seat, p);
        }
    }
}
