//! What becomes of a row of enemies outside of a game.

use super::mean;
use crate::games::gauntlet::chain::Chain;
use crate::games::gauntlet::dice::Faces;
use crate::games::gauntlet::follow::Follow;
use crate::games::gauntlet::rules::game::Enemy;
use crate::games::gauntlet::rules::{Class, Rules, Ties};
use crate::games::gauntlet::state::{Fight, Health, PLAYERS, player_from_index, player_index};

/// A row of enemies outside of a game.
#[derive(Debug, Clone)]
pub struct Bouts {
    /// The enemies, in order.
    pub enemies: Vec<Enemy>,
    /// The tie rule.
    pub ties: Ties,
    /// Faces that enemies roll again.
    pub faces: Faces,
    /// Whether event 1's right is there.
    pub right: bool,
    /// Health and glory at the start.
    pub start: (Health, u8),
}

/// What becomes of a row of enemies.
#[derive(Debug, Clone, PartialEq)]
pub struct BoutsExact {
    /// Chance that each enemy is downed.
    pub reach: Vec<f64>,
    /// Chance of each state of a player who has downed them all (162).
    pub won: Vec<f64>,
    /// Chance of death, by glory.
    pub dead: [f64; 6],
    /// Chance of a stall, by glory.
    pub stalled: [f64; 6],
    /// Expected matches.
    pub matches: f64,
}

impl BoutsExact {
    /// Chance to down them all.
    pub fn p_win(&self) -> f64 {
        self.won.iter().sum()
    }

    /// Chance of death.
    pub fn p_dead(&self) -> f64 {
        self.dead.iter().sum()
    }

    /// Chance of a stall.
    pub fn p_stalled(&self) -> f64 {
        self.stalled.iter().sum()
    }

    /// Chance to win with one die left.
    pub fn p_one_die(&self) -> f64 {
        self.won
            .iter()
            .enumerate()
            .filter(|(i, _)| player_from_index(*i).0.low == 0)
            .map(|(_, p)| p)
            .sum()
    }

    /// Mean health of those who win.
    pub fn mean_health_if_win(&self) -> f64 {
        mean(
            self.won
                .iter()
                .enumerate()
                .map(|(i, p)| (f64::from(player_from_index(i).0.sum()), *p)),
        )
    }

    /// Mean glory of those who win.
    pub fn mean_glory_if_win(&self) -> f64 {
        mean(
            self.won
                .iter()
                .enumerate()
                .map(|(i, p)| (f64::from(player_from_index(i).1), *p)),
        )
    }

    /// Mean glory of those who die.
    pub fn mean_glory_if_dead(&self) -> f64 {
        mean(self.dead.iter().enumerate().map(|(g, p)| (g as f64, *p)))
    }
}

/// Works out a row of enemies under a policy that looks at the table only.
pub fn bouts(follow: &Follow<'_>, row: &Bouts) -> BoutsExact {
    let rules = &follow.player.library().game.rules;
    let mut now = vec![vec![0.0; PLAYERS]; 2]; // the right unused (or never there), used
    now[0][player_index(row.start.0, row.start.1)] = 1.0;
    let mut found = BoutsExact {
        reach: Vec::new(),
        won: Vec::new(),
        dead: [0.0; 6],
        stalled: [0.0; 6],
        matches: 0.0,
    };
    for enemy in &row.enemies {
        let class = Class::new(rules.ability(enemy.ability), row.ties);
        let mut next = vec![vec![0.0; PLAYERS]; 2];
        for (used, players) in now.iter().enumerate() {
            let entry = entries(players, |glory| Rules::entry_health(enemy.health, glory));
            if entry.is_empty() {
                continue;
            }
            let chain = follow.by_rule(class, row.faces, row.right && used == 0);
            let flow = chain.forward(&entry, rules.match_cap);
            for to in 0..chain.rights {
                add(&mut next[used.max(to)], flow.down(to == 1));
            }
            for glory in 0..6 {
                found.dead[glory] += flow.dead(glory) + flow.both_fell(glory);
                found.stalled[glory] += flow.stalled[glory];
            }
            found.matches += flow.matches();
        }
        found.reach.push(next.iter().flatten().sum());
        now = next;
    }
    found.won = vec![0.0; PLAYERS];
    now.iter().for_each(|players| add(&mut found.won, players));
    found
}

pub(super) fn add(to: &mut [f64], from: &[f64]) {
    to.iter_mut().zip(from).for_each(|(t, f)| *t += f);
}

/// The states in which players meet an enemy.
pub(super) fn entries(players: &[f64], enemy: impl Fn(u8) -> u8) -> Vec<(usize, f64)> {
    let start = |(at, p): (usize, &f64)| {
        let (health, glory) = player_from_index(at);
        (
            Chain::start(Fight {
                health,
                glory,
                enemy: enemy(glory),
            }),
            *p,
        )
    };
    players
        .iter()
        .enumerate()
        .filter(|(_, p)| **p != 0.0)
        .map(start)
        .collect()
}
