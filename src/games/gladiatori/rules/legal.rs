//! What may be played: restrictions of moves and powers, arcs, Cooperation; and a whole act checked.

use super::turn::COMBAT;
use crate::games::gladiatori::board::one;
use crate::games::gladiatori::cards::{Cards, FEINT, Kind, MOVES, moves, restriction};
use crate::games::gladiatori::decision::{Act, Foe, Resolve, Spot, Sweep, Weapon};
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::geometry::{Hex, distance};
use crate::games::gladiatori::sheet::BLOOD;
use crate::games::gladiatori::state::{Gladiator, ItemState, State};

/// The restrictions that do not hold now.
#[inline]
fn broken(g: &Gladiator, attack: bool, thrown: bool) -> u8 {
    let side = if attack {
        restriction::DEFENSE
    } else {
        restriction::ATTACK
    };
    side | if g.fixed() { restriction::MOVEMENT } else { 0 }
        | if thrown { restriction::MELEE } else { 0 }
}

impl Game<'_> {
    /// Whether the directions of a Sweep lie in its arc (A22).
    pub fn sweep_allowed(&self, sweep: Sweep) -> bool {
        let wanted = if self.rules.r.sweep_three {
            3..=3
        } else {
            1..=3
        };
        wanted.contains(&sweep.hexes)
            && (0..sweep.hexes).all(|s| {
                let k = if sweep.clockwise {
                    sweep.from + s
                } else {
                    sweep.from + 6 - s
                } % 6;
                self.rules.n.sweep_arc >> k & 1 == 1
            })
    }

    /// Committed Feint and moves that may be played by this gladiator, as a set: its own, unrestricted now.
    /// Against a beast any of them may be, each as +2 at least \[Modified combat rules\].
    #[inline]
    pub fn playable(&self, g: &Gladiator, attack: bool, thrown: bool, beast: bool) -> u16 {
        let mut set = g.hand().set & COMBAT;
        if beast {
            return set;
        }
        if self.rules.r.no_feint_filler {
            set &= !FEINT;
        }
        if !self.rules.r.restricted_filler && set & MOVES != 0 {
            set &= FEINT | self.effective(g, attack, thrown);
        }
        set
    }

    /// Moves whose restrictions hold now \[Special Moves\].
    #[inline]
    pub(super) fn effective(&self, g: &Gladiator, attack: bool, thrown: bool) -> u16 {
        // All eight at once, a byte each: a restriction that does not hold leaves a bit in its byte.
        const BYTES: u64 = 0x0101_0101_0101_0101;
        let broken =
            u64::from_le_bytes(self.rules.n.moves) & (u64::from(broken(g, attack, thrown)) * BYTES);
        let free = !((broken + 0x7f * BYTES) >> 7) & BYTES;
        let mut set = (free.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16 * moves::SWEEP;
        if !attack && self.rules.r.unbalancing_attacker_only {
            set &= !moves::UNBALANCING;
        }
        set & MOVES
    }

    /// Whether a power is left and its restrictions hold \[Powers\].
    #[inline]
    pub fn power_usable(&self, g: &Gladiator, power: u16, attack: bool, thrown: bool) -> bool {
        g.powers() & power != 0
            && self.rules.power_restriction(power) & broken(g, attack, thrown) == 0
    }

    /// Checks an act against the rules; for tests.
    pub(super) fn check_act<const N: usize, const B: usize>(
        &self,
        st: &State<N, B>,
        seat: u8,
        act: &Act,
    ) {
        let g = &st.g[usize::from(seat)];
        let kind = act.card.kind;
        if act.card.from_row {
            assert!(
                !g.rotated(kind) && !g.card_facedown(kind),
                "only a straight face-up card is re-used in attack"
            );
            assert!(
                g.row_price(kind).is_some_and(|p| p <= g.stats[BLOOD]),
                "the re-used card cannot be paid"
            );
        } else {
            assert!(g.hand().set & kind.card() != 0, "{kind} is not in hand");
        }
        let thrown = matches!(
            act.resolve,
            Resolve::Attack {
                weapon: Weapon::Throw(_) | Weapon::ThrowNet(_),
                ..
            }
        );
        let beast = matches!(
            act.resolve,
            Resolve::Attack {
                foe: Foe::Beast(_),
                ..
            }
        );
        let allowed = Cards {
            set: self.playable(g, true, thrown, beast),
            ..g.hand()
        };
        assert!(
            act.combat.within(allowed),
            "Combat cards that may not be played: {:?} of {allowed:?}",
            act.combat
        );
        let me = Spot {
            hex: g.hex,
            facing: g.facing(),
        };
        match act.resolve {
            Resolve::Recover => {}
            Resolve::Move(_) => assert!(kind == Kind::Movement && self.board.is_some()),
            Resolve::Sweep(sweep) => {
                assert!(
                    kind != Kind::Movement
                        && act.combat.set & moves::SWEEP != 0
                        && self.sweep_allowed(sweep)
                );
            }
            Resolve::Cooperate { foe, partner } => {
                assert!(kind != Kind::Movement && self.may_cooperate(&st.g, seat, foe, partner))
            }
            Resolve::Attack { foe, weapon } => {
                assert!(kind != Kind::Movement, "Movement does not attack");
                assert!(foe != Foe::Gladiator(seat));
                let in_front = match self.board {
                    None => true,
                    Some(b) => b.next(me.hex, me.facing) == Some(self.hex_of(st, foe)),
                };
                let item = |s: u8| {
                    (
                        self.sheets[usize::from(seat)].items[usize::from(s)],
                        g.item(s.into()),
                    )
                };
                match weapon {
                    Weapon::Melee => assert!(in_front, "the target is not directly in front"),
                    Weapon::Net(s) => {
                        assert!(in_front && item(s).0.net && item(s).1 != ItemState::Gone)
                    }
                    Weapon::Throw(s) => {
                        assert!(item(s).0.thrown && !item(s).0.net && item(s).1 != ItemState::Gone);
                        assert!(
                            self.throw_penalty(&st.g, &st.beasts, seat, me, foe, false)
                                .is_some()
                        );
                    }
                    Weapon::ThrowNet(s) => {
                        assert!(item(s).0.net && item(s).1 != ItemState::Gone);
                        assert!(
                            self.throw_penalty(&st.g, &st.beasts, seat, me, foe, true)
                                .is_some()
                        );
                    }
                }
                assert!(
                    !matches!(weapon, Weapon::Net(_) | Weapon::ThrowNet(_))
                        || act.combat.set & moves::BREAK_ITEM == 0
                );
            }
        }
    }

    /// Both stand in the target's three front hexes, and the first has it directly in front \[Cooperate\].
    pub fn may_cooperate(&self, g: &[Gladiator], seat: u8, foe: u8, partner: u8) -> bool {
        let Some(board) = self.board else {
            return false;
        };
        let (me, t, other) = (
            &g[usize::from(seat)],
            &g[usize::from(foe)],
            &g[usize::from(partner)],
        );
        let spot = Spot {
            hex: t.hex,
            facing: t.facing(),
        };
        let front = |h: Hex| distance(h, t.hex) == 1 && matches!(self.arrival(h, spot), 0 | 1 | 5);
        partner != seat
            && t.alive()
            && other.alive()
            && board.next(me.hex, me.facing()) == Some(t.hex)
            && front(me.hex)
            && front(other.hex)
            && board.near(t.hex) & one(me.hex) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::gladiatori::numbers::Rules;
    use crate::games::gladiatori::sheet::Sheet;

    /// All eight moves at once are each move by itself.
    #[test]
    fn restrictions_hold_one_by_one() {
        let mut rules = Rules::default_rules().unwrap();
        let sheet = Sheet::core([5; 5], 3, 3, Default::default());
        for pattern in 0..16u8 {
            for bit in 0..8 {
                rules.n.moves[bit] = pattern.rotate_left(bit as u32) & 15;
            }
            let game = Game::duel(rules, sheet, sheet);
            for k in 0..8 {
                let (fixed, attack, thrown) = (k & 1 == 1, k & 2 == 2, k & 4 == 4);
                let mut g = Gladiator::new(&sheet, 10, 0);
                g.set_unbalanced(if fixed { 2 } else { 0 }, fixed);
                let got = game.effective(&g, attack, thrown);
                for bit in 0..8 {
                    let r = rules.n.moves[bit];
                    let barred = r & restriction::MOVEMENT != 0 && fixed
                        || r & restriction::ATTACK != 0 && !attack
                        || r & restriction::DEFENSE != 0 && attack
                        || r & restriction::MELEE != 0 && thrown;
                    assert_eq!(got & moves::SWEEP << bit != 0, !barred, "{r} {k}");
                }
            }
        }
    }
}
