//! Exact odds of one attack: hit, block, stun, critical, damage, for given pools (`battle-odds`). No playouts.

use super::column::{Class, Column};
use super::data::WeaponKind;
use super::exchange::{Comes, Exchanges, Pairing};
use super::weigh::weigh;

/// One attack against one defence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Odds {
    /// P(the attack shows enough to hit).
    pub hit: f64,
    /// P(it is blocked), given that it hits; 0 where it cannot hit.
    pub blocked_if_hit: f64,
    /// P(it gets through).
    pub through: f64,
    /// P(it stuns).
    pub stun: f64,
    /// P(it shows three or more sixes).
    pub critical: f64,
    /// P(a chart result kills).
    pub kill: f64,
    /// Mean damage, chart damage uncapped.
    pub mean_damage: f64,
}

/// The attack of an odds table; the dice vary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OddsOf {
    /// The weapon's class.
    pub class: Class,
    /// The weapon's critical bonus.
    pub critical_bonus: u8,
    /// Which critical chart.
    pub kind: WeaponKind,
    /// Most sixes that count.
    pub max_sixes: Option<u8>,
    /// The target is stunned already.
    pub stunned: bool,
    /// Luck dice of attack and defence.
    pub luck: [u8; 2],
}

/// The odds of so many attack and defence dice.
pub fn odds(ex: &mut Exchanges<'_>, of: &OddsOf, attack_dice: u8, defence_dice: u8) -> Odds {
    let pairing = Pairing {
        attack_dice,
        attack_luck: of.luck[0],
        max_sixes: of.max_sixes,
        can_whiff: true,
        class: of.class,
        kind: of.kind,
        critical_bonus: of.critical_bonus,
        defence_dice,
        defence_luck: of.luck[1],
        stunned: of.stunned,
    };
    let columns = ex.columns(attack_dice, of.luck[0], of.max_sixes);
    let critical = columns
        .iter()
        .filter(|c| c.0 >= Column::CRITICAL)
        .map(|c| c.2)
        .fold(0.0, |sum, p| sum + p); // an empty sum would be -0
    let (mut missed, mut through, mut stun, mut kill) = (0.0, 0.0, 0.0, 0.0);
    for &(comes, _, p) in ex.outcomes(&pairing).iter() {
        match comes {
            Comes::Whiff | Comes::Miss => missed += p,
            Comes::Block => {}
            Comes::Hurt(blow) => {
                through += p;
                stun += if blow.stun { p } else { 0.0 };
                kill += if blow.kill { p } else { 0.0 };
            }
        }
    }
    // Rounding leaves a little where there is nothing.
    let clean = |p: f64| if p < 1e-14 { 0.0 } else { p };
    let hit = clean(1.0 - missed);
    let blocked_if_hit = if hit > 0.0 {
        clean(1.0 - through / hit)
    } else {
        0.0
    };
    Odds {
        hit,
        blocked_if_hit,
        through,
        stun,
        critical,
        kill,
        mean_damage: ex.mean_damage(&pairing),
    }
}

/// P(each column) of so many attack dice and luck dice.
pub fn columns(
    ex: &mut Exchanges<'_>,
    dice: u8,
    luck: u8,
    max_sixes: Option<u8>,
) -> Vec<(Column, f64)> {
    let rules = ex.rules();
    weigh(|c| rules.throw_attack(0, dice, luck, max_sixes, c).0)
}

/// P(a defence blocks), when `needed` sixes do.
pub fn block(ex: &mut Exchanges<'_>, dice: u8, luck: u8, needed: u8) -> f64 {
    ex.defences(dice, luck, needed)
        .iter()
        .filter(|(d, _)| d.sixes >= needed)
        .map(|d| d.1)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battle::rules::Rules;

    #[test]
    fn odds_add_up() {
        let rules = Rules::embedded("r1").unwrap();
        let mut ex = Exchanges::new(&rules);
        let of = OddsOf {
            class: Class::B,
            critical_bonus: 1,
            kind: WeaponKind::Slash,
            max_sixes: None,
            stunned: false,
            luck: [0, 0],
        };
        let o = odds(&mut ex, &of, 4, 6);
        // Golden case d077.
        assert!((o.hit - (1.0 - 0.197530864197531)).abs() < 1e-12);
        assert!((o.hit * o.blocked_if_hit - 0.457103204675521).abs() < 1e-12);
        assert!(
            (o.stun - 0.150008778063391).abs() < 1e-12
                && (o.mean_damage - 1.32882546603104).abs() < 1e-12
        );
        assert!((o.critical - 21.0 / 1296.0).abs() < 1e-14);
        let all: f64 = columns(&mut ex, 7, 3, Some(2)).iter().map(|c| c.1).sum();
        assert!((all - 1.0).abs() < 1e-13);
        assert!((block(&mut ex, 6, 0, 2) - 7703.0 / 23328.0).abs() < 1e-14);
        assert_eq!(odds(&mut ex, &of, 0, 3).through, 0.0);
        assert_eq!(odds(&mut ex, &of, 4, 0).blocked_if_hit, 0.0);
        let of = OddsOf {
            class: Class::D,
            ..of
        };
        assert_eq!(odds(&mut ex, &of, 1, 3).hit, 0.0);
    }
}
