//! Enemies and rows: who is worst, which health makes them equal, whether the order of a row matters (spec 16).

use super::dice::Faces;
use super::exact::{Bouts, BoutsExact, bouts};
use super::follow::Follow;
use super::policy::{Mind, Player};
use super::rules::game::Enemy;
use super::rules::{Ability, Ties};
use super::state::{ENEMY_MAX, Health};
use crate::error::{Error, Result};

/// How enemies are met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ring {
    /// Health and glory at the start.
    pub start: (Health, u8),
    /// The tie rule.
    pub ties: Ties,
    /// Faces that enemies roll again.
    pub faces: Faces,
}

impl Ring {
    /// The start of a game, no event, no rerolls.
    pub fn plain() -> Self {
        Self {
            start: (Health::new(4, 4), 0),
            ties: Ties::Nobody,
            faces: Faces::NONE,
        }
    }
}

/// What one enemy does to a player.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Duel {
    /// Chance to down it.
    pub survive: f64,
    /// Mean health lost by those who live.
    pub health_lost: f64,
    /// Mean glory gained by those who live (negative: lost).
    pub glory_gained: f64,
    /// Expected matches.
    pub matches: f64,
    /// Chance to live with one die left.
    pub one_die: f64,
}

impl Duel {
    fn of(ring: &Ring, found: &BoutsExact) -> Self {
        Self {
            survive: found.p_win(),
            health_lost: f64::from(ring.start.0.sum()) - found.mean_health_if_win(),
            glory_gained: found.mean_glory_if_win() - f64::from(ring.start.1),
            matches: found.matches,
            one_die: found.p_one_die(),
        }
    }
}

/// Follows a policy through single fights.
///
/// # Errors
/// If it needs the whole game to decide, or has no exact answer.
pub fn follow(player: &Player) -> Result<Follow<'_>> {
    if matches!(player.mind(), Mind::Values(_)) {
        return Err(Error::usage(format!(
            "policy {}: it plays by values of the whole game, and this is a fight by itself; use fight:survive or fight:points",
            player.spec
        )));
    }
    Follow::new(player)
}

/// One enemy by itself.
pub fn duel(follow: &Follow<'_>, ring: &Ring, enemy: Enemy) -> Duel {
    Duel::of(ring, &row(follow, ring, &[enemy]))
}

/// A row of enemies in this order.
pub fn row(follow: &Follow<'_>, ring: &Ring, enemies: &[Enemy]) -> BoutsExact {
    let row = Bouts {
        enemies: enemies.to_vec(),
        ties: ring.ties,
        faces: ring.faces,
        right: false,
        start: ring.start,
    };
    bouts(follow, &row)
}

/// An ability at each health, and the health at which it is as dangerous as an enemy without one.
#[derive(Debug, Clone, PartialEq)]
pub struct Payment {
    /// The ability; not glory_health, which prints no health.
    pub ability: Ability,
    /// Chance to survive against health 1..=6.
    pub survive: [f64; ENEMY_MAX as usize],
    /// The health (interpolated) at which the chance is that against the reference; `None` beyond 1..=6.
    pub equal_at: Option<f64>,
}

/// What abilities are worth in health: for each the health that makes it as dangerous as an enemy without an ability of health `reference`.
pub fn payments(follow: &Follow<'_>, ring: &Ring, reference: u8) -> Vec<Payment> {
    let survive = |ability: Ability| -> [f64; ENEMY_MAX as usize] {
        std::array::from_fn(|h| {
            duel(
                follow,
                ring,
                Enemy {
                    health: Some(h as u8 + 1),
                    ability,
                },
            )
            .survive
        })
    };
    let wanted = survive(Ability::None)[usize::from(reference) - 1];
    Ability::ALL
        .into_iter()
        .filter(|a| *a != Ability::GloryHealth)
        .map(|ability| {
            let by_health = survive(ability);
            let equal_at = by_health.windows(2).enumerate().find_map(|(h, w)| {
                let within = (w[0] >= wanted) && (w[1] <= wanted);
                let slope = w[0] - w[1];
                within.then(|| {
                    h as f64
                        + 1.0
                        + if slope > 0.0 {
                            (w[0] - wanted) / slope
                        } else {
                            0.0
                        }
                })
            });
            Payment {
                ability,
                survive: by_health,
                equal_at,
            }
        })
        .collect()
}

/// A row in one order.
#[derive(Debug, Clone, PartialEq)]
pub struct Order {
    /// Places of the enemies in the list given, in the order in which they are fought.
    pub order: Vec<usize>,
    /// Chance to down them all.
    pub survive: f64,
    /// Expected matches.
    pub matches: f64,
    /// Mean of 2 x health + glory of those who live.
    pub points: f64,
}

/// Every order of a row of at most five enemies, the best chance first; orders of equal enemies come up once each.
pub fn orders(follow: &Follow<'_>, ring: &Ring, enemies: &[Enemy]) -> Vec<Order> {
    let mut all = vec![Vec::new()];
    for _ in 0..enemies.len() {
        all = all
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..enemies.len())
                    .filter(|i| !order.contains(i))
                    .map(|i| [&order[..], &[i]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    let mut found: Vec<Order> = all
        .into_iter()
        .map(|order| {
            let foes: Vec<Enemy> = order.iter().map(|&i| enemies[i]).collect();
            let r = row(follow, ring, &foes);
            Order {
                order,
                survive: r.p_win(),
                matches: r.matches,
                points: 2.0 * r.mean_health_if_win() + r.mean_glory_if_win(),
            }
        })
        .collect();
    found.sort_by(|a, b| {
        b.survive
            .total_cmp(&a.survive)
            .then_with(|| a.order.cmp(&b.order))
    });
    found
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::library::Library;
    use super::super::rules::Rules;
    use super::super::spec::PolicySpec;
    use super::*;
    use std::sync::Arc;

    #[test]
    fn abilities_are_paid_for_in_health() {
        let library = Arc::new(Library::new(
            GauntletData::embedded()
                .unwrap()
                .game(Rules::rulebook(), 1)
                .unwrap(),
        ));
        let player = Player::new(&PolicySpec::parse("greedy").unwrap(), &library).unwrap();
        let follow = follow(&player).unwrap();
        let ring = Ring::plain();
        let plain = duel(
            &follow,
            &ring,
            Enemy {
                health: Some(3),
                ability: Ability::None,
            },
        );
        assert!((plain.survive - 0.959149).abs() < 1e-6 && (plain.matches - 2.122268).abs() < 1e-6); // anchor d52
        // To a player who makes the best of each fight no ability is a help.
        let player = Player::new(&PolicySpec::parse("fight:survive").unwrap(), &library).unwrap();
        let all = payments(&super::follow(&player).unwrap(), &ring, 3);
        assert_eq!(all.len(), 8);
        for p in &all {
            assert!(p.survive.windows(2).all(|w| w[0] >= w[1] - 1e-12), "{p:?}");
            match p.ability {
                Ability::None => assert!((p.equal_at.unwrap() - 3.0).abs() < 1e-9),
                _ => assert!(p.equal_at.is_none_or(|h| h <= 3.0 + 1e-9), "{p:?}"),
            }
        }
        let no_swap = all.iter().find(|p| p.ability == Ability::NoSwap).unwrap();
        assert!(
            all.iter().all(|p| p.survive[2] >= no_swap.survive[2]),
            "no_swap is the worst"
        );
    }

    #[test]
    fn orders_of_a_row_are_all_there() {
        let library = Arc::new(Library::new(
            GauntletData::embedded()
                .unwrap()
                .game(Rules::rulebook(), 1)
                .unwrap(),
        ));
        let player = Player::new(&PolicySpec::parse("greedy").unwrap(), &library).unwrap();
        let follow = follow(&player).unwrap();
        let enemy = |h, ability| Enemy {
            health: Some(h),
            ability,
        };
        let foes = [
            enemy(2, Ability::None),
            enemy(4, Ability::NoSwap),
            enemy(3, Ability::GloryDrain),
        ];
        let all = orders(&follow, &Ring::plain(), &foes);
        assert_eq!(all.len(), 6);
        assert!(
            all.windows(2).all(|w| w[0].survive >= w[1].survive) && all[0].survive > all[5].survive
        );
        let same = orders(&follow, &Ring::plain(), &[foes[0]; 2]);
        assert!((same[0].survive - same[1].survive).abs() < 1e-12);
    }
}
