//! Whom an action is aimed at \[E. Action Resolution\] \[Special Moves\]; Adaptation \[Powers\].

use crate::chance::Chance;
use crate::games::gladiatori::cards::{Zone, powers};
use crate::games::gladiatori::decision::{Foe, Policy, Spot, Swap, Sweep, Weapon};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::geometry::distance;
use crate::games::gladiatori::rules::Play;
use crate::games::gladiatori::rules::exchange::Target;
use crate::games::gladiatori::state::State;
use crate::games::gladiatori::watch::{Deed, Watch, say};

impl Game<'_> {
    /// A target with its arrival and the public parts of the Attack Value against it.
    pub(super) fn target<const N: usize, const B: usize>(
        &self,
        st: &State<N, B>,
        seat: u8,
        foe: Foe,
        weapon: Weapon,
    ) -> Target {
        let me = &st.g[usize::from(seat)];
        let spot = match foe {
            Foe::Gladiator(s) => Spot {
                hex: st.g[usize::from(s)].hex,
                facing: st.g[usize::from(s)].facing(),
            },
            Foe::Beast(b) => Spot {
                hex: st.beasts[usize::from(b)].hex(),
                facing: st.beasts[usize::from(b)].facing(),
            },
        };
        let penalty = match weapon {
            Weapon::Throw(_) => self.rules.throw_penalty(distance(me.hex, spot.hex), false),
            Weapon::ThrowNet(_) => self.rules.throw_penalty(distance(me.hex, spot.hex), true),
            _ => 0,
        };
        Target::new(foe, self.arrival(me.hex, spot), -penalty)
    }

    /// Whom a Sweep meets, in the order of the blow \[Sweep\].
    pub fn sweep_targets<const N: usize, const B: usize>(
        &self,
        st: &State<N, B>,
        seat: u8,
        sweep: Sweep,
    ) -> [Option<Target>; 3] {
        let mut met = [None; 3];
        let modifiers = self.rules.n.sweep_modifiers;
        let Some(board) = self.board else {
            let foe = Foe::Gladiator(1 - seat);
            met[0] = Some(Target::new(foe, 0, modifiers[0]));
            return met;
        };
        let me = &st.g[usize::from(seat)];
        let mut count = 0;
        for step in 0..sweep.hexes {
            let k = if sweep.clockwise {
                sweep.from + step
            } else {
                sweep.from + 6 - step
            } % 6;
            let foe = board
                .next(me.hex, (me.facing() + k) % 6)
                .and_then(|h| self.who_at(&st.g, &st.beasts, h));
            let Some(foe) = foe else { continue };
            let place = if self.rules.r.sweep_by_hex {
                usize::from(step)
            } else {
                count
            };
            let mut target = self.target(st, seat, foe, Weapon::Melee);
            target.modifier = modifiers[place];
            met[count] = Some(target);
            count += 1;
        }
        met
    }

    /// Adaptation \[Powers\], where it is left.
    #[inline]
    pub(in super::super) fn adapt<
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
        if st.g[usize::from(seat)].powers() & powers::ADAPTATION != 0 {
            self.asked_to_adapt(st, seat, p);
        }
    }

    #[inline(never)]
    fn asked_to_adapt<
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
        let swap = p.policy(seat).adapt(&self.view(st, seat), p.chance);
        self.swap(st, seat, &swap, p.watch);
    }

    /// Adaptation at the last moment: before damage is paid that would kill \[Powers\]: at any time.
    pub(in super::super) fn save<
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
        damage: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        if st.g[usize::from(seat)].powers() & powers::ADAPTATION == 0 {
            return;
        }
        let swap = p.policy(seat).save(&self.view(st, seat), damage, p.chance);
        self.swap(st, seat, &swap, p.watch);
    }

    fn swap<const N: usize, const B: usize, W: Watch>(
        &self,
        st: &mut State<N, B>,
        seat: u8,
        swap: &Swap,
        watch: &mut W,
    ) {
        let me = usize::from(seat);
        let (down, up) = (swap.down.count(), swap.up.count());
        if up == 0 && down == 0 {
            return;
        }
        let g = &mut st.g[me];
        if self.checked {
            assert!(
                up == down
                    && up <= 3
                    && swap.down.within(g.hand())
                    && swap.up.within(g.zone(Zone::Hp)),
                "{swap:?}"
            );
        }
        g.shift(swap.down, Zone::Hand, Zone::Hp);
        g.shift(swap.up, Zone::Hp, Zone::Hand);
        g.use_powers(powers::ADAPTATION);
        watch.deed(seat, Deed::Power);
        say!(
            watch,
            "    #{seat} swaps {up} cards with his HP deck (Adaptation)"
        );
    }
}
