//! Values of one exchange (spec 4): the pure functions that all three levels share.
//!
//! They see numbers only, no state: the machine in `rules/`, the exchange solved as a game, the case runner and the
//! policies all call them.

use super::cards::Kind;
use super::numbers::Rules;

/// An item card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Item {
    /// Bonus to attack.
    pub attack: u8,
    /// Bonus to defense.
    pub defense: u8,
    /// Hit Points.
    pub hp: u8,
    /// A throwing weapon.
    pub thrown: bool,
    /// The Net.
    pub net: bool,
    /// Index of its symbol; two items of one gladiator differ in it.
    pub symbol: u8,
}

impl Item {
    /// Attack bonus; halved when damaged \[Break Item\].
    #[inline]
    pub fn attack_now(&self, damaged: bool) -> i16 {
        i16::from(self.attack >> u8::from(damaged))
    }

    /// Defense bonus; halved when damaged \[Break Item\].
    #[inline]
    pub fn defense_now(&self, damaged: bool) -> i16 {
        i16::from(self.defense >> u8::from(damaged))
    }
}

/// What an Attack Value is made of \[H. Attack Value\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AttackParts {
    /// 1-Energy cards that count.
    pub e1: u8,
    /// Cards in hand that count for Dexterity.
    pub hand: u8,
    /// Blood spent.
    pub blood: u8,
    /// Items, with the thrown one at its factor.
    pub items: i16,
    /// Offense used, its whole value; 0 if it is not.
    pub offense: u8,
    /// Moves, powers, Cooperation, the Sweep's modifier, less the penalty of a throw.
    pub bonus: i16,
    /// Face-down.
    pub facedown: bool,
    /// Trapped.
    pub trapped: bool,
}

/// What a Defense Value is made of \[I. Defense Value\].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DefenseParts {
    /// 1-Energy cards that count.
    pub e1: u8,
    /// Cards in hand that count for Dexterity.
    pub hand: u8,
    /// Speed spent in a Dodge.
    pub speed: u8,
    /// Items.
    pub items: i16,
    /// Guard used, its whole value; 0 if it is not.
    pub guard: u8,
    /// Moves and powers.
    pub bonus: i16,
    /// Face-down.
    pub facedown: bool,
    /// Trapped.
    pub trapped: bool,
}

/// The cheapest way to stop an attack (spec 11.1, N4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cheapest {
    /// Use Guard.
    pub guard: bool,
    /// Speed spent.
    pub speed: u8,
    /// Nothing stops the attack; nothing is paid.
    pub hit: bool,
}

/// Points of VP by where they come from; the sum of all is what a gladiator gained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs, reason = "named after spec 16, operation vp")]
pub struct Deeds {
    pub front_attacks: i16,
    pub front_damage: i16,
    pub rear_attacks: i16,
    pub rear_damage: i16,
    pub first_blood: bool,
    pub kill_front: bool,
    pub kill_rear: bool,
    pub kill_beast: bool,
    pub flee: bool,
    pub cowardice: bool,
    pub surrender: bool,
    pub survived: bool,
}

/// How often `each` goes into `n`; by the book it is 2, which takes no division.
#[inline]
fn parts(n: u8, each: u8) -> u8 {
    if each == 2 { n >> 1 } else { n / each }
}

impl Rules {
    /// Penalties of status \[Face-down Gladiator\] \[Trapped Gladiator\].
    #[inline]
    pub fn status_penalty(&self, facedown: bool, trapped: bool) -> i16 {
        // Nearly always neither.
        if !(facedown | trapped) {
            return 0;
        }
        i16::from(facedown) * self.n.facedown_penalty + i16::from(trapped) * self.n.trapped_penalty
    }

    /// Bonus of the attacker's Action card \[H. Attack Value\].
    #[inline]
    pub fn attack_bonus(&self, kind: Kind, e1: u8, hand: u8, blood: u8) -> i16 {
        match kind {
            Kind::Strength => i16::from(e1) * self.n.strength_attack_per_e1,
            Kind::Dexterity => i16::from(parts(hand, self.n.dexterity_cards_per_point)),
            Kind::Berserk => i16::from(blood) * self.n.berserk_attack_per_blood,
            Kind::Movement => 0,
        }
    }

    /// The Attack Value; an attack takes place only if it is positive.
    #[inline]
    pub fn attack_value(&self, kind: Kind, p: &AttackParts) -> i16 {
        self.attack_bonus(kind, p.e1, p.hand, p.blood) + p.items + i16::from(p.offense) + p.bonus
            - self.status_penalty(p.facedown, p.trapped)
    }

    /// Bonus of the defender's Action card, Speed and match left out \[I. Defense Value\].
    #[inline]
    pub fn defense_bonus(&self, kind: Kind, e1: u8, hand: u8) -> i16 {
        match kind {
            Kind::Strength => i16::from(e1) * self.n.strength_defense_per_e1,
            Kind::Dexterity => i16::from(parts(hand, self.n.dexterity_cards_per_point)),
            Kind::Berserk => self.n.berserk_defense,
            Kind::Movement => 0,
        }
    }

    /// The Defense Value against an attack of kind `attack` (none: a beast's); `kind` none: Surprised.
    #[inline]
    pub fn defense_value(&self, kind: Option<Kind>, attack: Option<Kind>, p: &DefenseParts) -> i16 {
        let common = p.items + i16::from(p.guard) + p.bonus;
        let penalty = self.status_penalty(p.facedown, p.trapped);
        match kind {
            // "F. Defender Action Card": items and Guard only.
            None => self.bare_defense(common, p.facedown, p.trapped),
            Some(kind) => {
                // A Dodge can never match: an attack is never made with a Movement card.
                let matched = if attack == Some(kind) {
                    self.n.match_bonus
                } else {
                    0
                };
                let dodge = if kind == Kind::Movement {
                    i16::from(p.speed) * self.n.dodge_defense_per_speed
                } else {
                    0
                };
                self.defense_bonus(kind, p.e1, p.hand) + dodge + matched + common - penalty
            }
        }
    }

    /// The Defense Value of a Surprised one, by items, Guard and bonus; whether status still counts is A03.
    #[inline]
    pub fn bare_defense(&self, common: i16, facedown: bool, trapped: bool) -> i16 {
        if self.r.surprised_no_penalty {
            common
        } else {
            common - self.status_penalty(facedown, trapped)
        }
    }

    /// The Attack Value as a defense of this kind compares it: a Dodge halves, rounded down.
    #[inline]
    pub fn effective_attack(&self, attack: i16, defense: Option<Kind>) -> i16 {
        if defense == Some(Kind::Movement) && self.n.dodge_halves_attack {
            attack.div_euclid(2)
        } else {
            attack
        }
    }

    /// Damage of a hit \[K. Damage\]: 1, and one for every two cards played, the Action card counted.
    /// `excess`: how far the (effective) Attack Value exceeds the Defense Value.
    #[inline]
    pub fn damage(&self, combat_cards: u8, bonus: u8, excess: i16) -> u8 {
        let more = if self.n.excess_damage_every > 0 {
            (excess / self.n.excess_damage_every).max(0) as u8
        } else {
            0
        };
        1 + parts(1 + combat_cards, self.n.cards_per_damage_step) + bonus + more
    }

    /// Cheapest defense: fewest points lost, on a tie less Speed; nothing if nothing suffices.
    /// `base` is the Defense Value without Guard and Speed, `speed` what may be spent (0 unless dodging).
    #[inline]
    pub fn cheapest_defense(
        &self,
        effective_attack: i16,
        base: i16,
        guard: u8,
        speed: u8,
    ) -> Cheapest {
        let missing = effective_attack - base;
        let nothing = |hit| Cheapest {
            guard: false,
            speed: 0,
            hit,
        };
        if missing <= 0 {
            return nothing(false);
        }
        let per = self.n.dodge_defense_per_speed.max(0);
        // Points of Speed that make up `need`.
        let points = |need: i16| match need {
            ..=0 => 0,
            _ if per == 0 => i16::MAX,
            _ => (need + per - 1) / per,
        };
        let without = points(missing);
        let with = if guard > 0 {
            points(missing - i16::from(guard))
        } else {
            i16::MAX
        };
        let most = i16::from(speed.min(self.n.dodge_speed_max));
        let (fits_without, fits_with) = (without <= most, with <= most);
        if fits_with && (!fits_without || with < without) {
            return Cheapest {
                guard: true,
                speed: with as u8,
                hit: false,
            };
        }
        if fits_without {
            Cheapest {
                guard: false,
                speed: without as u8,
                hit: false,
            }
        } else {
            nothing(true)
        }
    }

    /// Blood price of re-using a row card with `to_the_right` Action cards to its right \[C. Play Action Card\].
    #[inline]
    pub fn reuse_price(to_the_right: u8) -> u8 {
        1 + to_the_right
    }

    /// VP gained by deeds \[Victory Points\].
    pub fn vp_of(&self, d: &Deeds) -> i16 {
        let v = &self.n.vp;
        let once = |done: bool, points: i16| if done { points } else { 0 };
        d.front_attacks * v.front_attack
            + d.front_damage * v.front_damage_point
            + d.rear_attacks * v.rear_attack
            + d.rear_damage * v.rear_damage_point
            + once(d.first_blood, v.first_blood)
            + once(d.kill_front, v.kill_front)
            + once(d.kill_rear, v.kill_rear)
            + once(d.kill_beast, v.kill_beast)
            + once(d.flee, v.flee)
            + once(d.cowardice, v.cowardice)
            + once(d.surrender, v.surrender)
            + once(d.survived, v.survive)
    }

    /// The kinds that can answer an attack from relative direction `arrival`, as a set of Action cards
    /// \[Card reference\] \[Face-down Gladiator\] \[Trapped Gladiator\].
    #[inline]
    pub fn defense_kinds(&self, arrival: u8, facedown: bool, trapped: bool) -> u16 {
        // One bit of each byte, brought together by a product.
        let bits = u32::from_le_bytes(self.n.defense) >> arrival & 0x0101_0101;
        let mut kinds = (bits.wrapping_mul(1 << 24 | 1 << 17 | 1 << 10 | 1 << 3) >> 24) as u16;
        if facedown {
            kinds &= Kind::Strength.card();
        }
        if trapped {
            kinds &= Kind::Berserk.card();
        }
        kinds
    }

    /// Whether an attack from `arrival` answered by `defense` is frontal (4.3). `dodge_possible`: the defender could have
    /// answered with a Dodge (A02).
    #[inline]
    pub fn is_frontal(&self, arrival: u8, defense: Option<Kind>, dodge_possible: bool) -> bool {
        match arrival {
            0 | 1 | 5 => true,
            3 => false,
            _ if self.r.dodge_available => dodge_possible,
            _ => defense == Some(Kind::Movement),
        }
    }

    /// Highest bonus that Overskill may give a skill of this value (A24).
    #[inline]
    pub fn overskill_most(&self, value: u8) -> u8 {
        let limit = if self.r.overskill_bonus_cap {
            self.n.overskill_factor * value
        } else {
            (self.n.overskill_factor - 1) * value
        };
        limit.min(self.n.overskill_bonus_max)
    }

    /// Bonus that a Cooperation with this Attack Value gives.
    #[inline]
    pub fn cooperation_bonus(&self, attack_value: i16) -> i16 {
        (attack_value / self.n.cooperation_divisor).max(0)
    }
}

/// How damage is borne \[K. Damage\] (4.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Borne {
    /// The cover is needed: the gladiator dies.
    pub dead: bool,
    /// Damage points that count for VP if all is paid with cards of the deck.
    pub effective: u8,
    /// Hit Points below zero as the campaign counts them: S + 1 - damage, or without items (A51).
    pub left: i16,
}

impl Rules {
    /// Damage against `deck` Hit Points in the HP deck (without the cover) and `items` on items.
    #[inline]
    pub fn bear(&self, damage: u8, deck: u8, items: u8) -> Borne {
        let sum = deck + items;
        let cover = if self.r.cover_not_effective {
            0
        } else {
            self.n.hp.cover
        };
        let counted = if self.r.permanent_deck { deck } else { sum };
        Borne {
            dead: damage > sum,
            effective: damage.min(sum + cover),
            left: i16::from(counted) + i16::from(self.n.hp.cover) - i16::from(damage),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Rules {
        Rules::default_rules().unwrap()
    }

    /// Spec 15: damage by number of the attacker's Combat cards 1..6.
    #[test]
    fn damage_steps() {
        let r = rules();
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(|n| r.damage(n, 0, 0)),
            [2, 2, 3, 3, 4, 4]
        );
        assert_eq!((r.damage(0, 0, 9), r.damage(0, 2, 0)), (1, 3));
    }

    #[test]
    fn the_cheapest_defense_is_the_cheapest() {
        let mut r = rules();
        for per in [0, 1, 2] {
            r.n.dodge_defense_per_speed = per;
            for (attack, base, guard, speed) in (0..24)
                .flat_map(|a| (0..4).flat_map(move |g| (0..6).map(move |s| (a, 3, g * 2, s))))
            {
                let mut best: Option<(u8, u8, bool)> = None;
                for g in [false, true] {
                    for s in 0..=speed.min(3) {
                        let value =
                            base + if g { i16::from(guard) } else { 0 } + i16::from(s) * per;
                        let cost = s + u8::from(g);
                        if (!g || guard > 0)
                            && value >= attack
                            && best.is_none_or(|b| (cost, s) < (b.0, b.1))
                        {
                            best = Some((cost, s, g));
                        }
                    }
                }
                let got = r.cheapest_defense(attack, base, guard, speed);
                let want = best.map_or(
                    Cheapest {
                        guard: false,
                        speed: 0,
                        hit: true,
                    },
                    |b| Cheapest {
                        guard: b.2,
                        speed: b.1,
                        hit: false,
                    },
                );
                assert_eq!(
                    got, want,
                    "attack {attack} base {base} guard {guard} speed {speed} per {per}"
                );
            }
        }
    }

    #[test]
    fn nothing_defends_behind_and_both_statuses_leave_nothing() {
        let r = rules();
        assert_eq!(r.defense_kinds(3, false, false), 0);
        assert_eq!(r.defense_kinds(2, false, false), Kind::Movement.card());
        assert_eq!(r.defense_kinds(0, false, false), 0b1111);
        assert_eq!(r.defense_kinds(0, true, true), 0);
        assert!(
            r.is_frontal(0, None, false)
                && !r.is_frontal(2, None, true)
                && r.is_frontal(4, Some(Kind::Movement), true)
        );
    }
}
