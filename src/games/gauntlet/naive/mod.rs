//! The naive twin: the game as one would first write it, with lists, and every action tried at every roll.
//!
//! It shares no code with the rules, the tables or the solvers: it is the yardstick of the benches and an independent check in
//! `gsim verify`. It plays the default reading under the policy `greedy` (spec 13).

use std::collections::BTreeSet;

/// An enemy as printed: health (0: the player's glory) and ability by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foe {
    /// Printed health; 0 for the player's glory.
    pub health: u8,
    /// Ability as in data files.
    pub ability: String,
}

/// A round: cards, side, faces that enemies roll again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// Cards to draw.
    pub cards: usize,
    /// 0 for side A, 1 for side B.
    pub side: usize,
    /// Faces rolled again.
    pub again: Vec<u8>,
}

/// The box.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// Cards, side by side.
    pub cards: Vec<[Foe; 2]>,
    /// Rounds to be played, in order.
    pub rounds: Vec<Leg>,
    /// Events by face, by name.
    pub events: Vec<String>,
}

impl Set {
    /// The box of a game.
    pub fn of(game: &super::rules::game::Game) -> Self {
        let foe = |e: &super::rules::game::Enemy| Foe {
            health: e.health.unwrap_or(0),
            ability: e.ability.name().to_string(),
        };
        let leg = |r: &super::rules::game::Round| Leg {
            cards: r.cards.into(),
            side: r.side.into(),
            again: r.faces.values().collect(),
        };
        Self {
            cards: game
                .cards
                .iter()
                .map(|c| [foe(&c[0]), foe(&c[1])])
                .collect(),
            rounds: game.rounds[..usize::from(game.last_round)]
                .iter()
                .map(leg)
                .collect(),
            events: game.events.iter().map(|e| e.name().to_string()).collect(),
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct End {
    /// Whether it was a conquest.
    pub won: bool,
    /// The score.
    pub score: u32,
    /// Rounds beaten.
    pub rounds: u32,
    /// Matches fought.
    pub matches: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Gladiator {
    health: Vec<u8>,
    glory: u8,
}

/// What an action leads to.
#[derive(Debug, Clone)]
struct Try {
    gladiator: Gladiator,
    foe: u8,
    removed: i32,
    lost: i32,
}

impl Gladiator {
    fn alive(&self) -> bool {
        self.health.iter().any(|&h| h > 0)
    }

    fn lowest(&mut self) -> Option<&mut u8> {
        self.health
            .iter_mut()
            .filter(|h| **h > 0)
            .min_by_key(|h| **h)
    }

    fn gain(&mut self, glory: u8) {
        self.glory = (self.glory + glory).min(5);
    }
}

/// Tries an action: a swap (health die, combat die), Cautious, Rest, Swift, a trick (combat die, points); `None` if it is not legal.
#[expect(clippy::too_many_arguments, reason = "one parameter a choice")]
fn attempt(
    start: &Gladiator,
    foe: u8,
    foe_is: &Foe,
    ties: &str,
    mut blue: Vec<u8>,
    red: &[u8],
    swap: Option<(usize, usize)>,
    [cautious, rest, swift]: [bool; 3],
    trick: Option<(usize, u8)>,
) -> Option<Try> {
    let mut g = start.clone();
    if let Some((h, c)) = swap {
        if foe_is.ability == "no_swap" || g.health[h] == 0 || blue[c] == 6 {
            return None;
        }
        let one = blue[c] == 1 && g.health[h] > 1;
        std::mem::swap(&mut g.health[h], &mut blue[c]);
        if one {
            g.gain(2);
        }
    }
    let price =
        u8::from(cautious) + 2 * u8::from(rest) + 4 * u8::from(swift) + trick.map_or(0, |(_, x)| x);
    let forbidden = cautious && foe_is.ability == "no_cautious"
        || rest && foe_is.ability == "no_rest"
        || trick.is_some() && foe_is.ability == "no_trick";
    if price > g.glory || forbidden {
        return None;
    }
    g.glory -= price;
    if let Some((c, x)) = trick {
        if blue[c] + x > 6 {
            return None;
        }
        blue[c] += x;
    }
    if rest {
        let low = g.lowest()?;
        *low = (*low + 2).min(6);
    }
    blue.sort_unstable();
    let mut red = red.to_vec();
    red.sort_unstable();
    let (mut dealt, mut incoming) = (0u8, 0u8);
    for (b, r) in blue.iter().zip(&red) {
        let mine = b > r || b == r && ties == "player";
        let theirs = b < r || b == r && ties == "enemy";
        if mine {
            dealt += if *b == 6 { 2 } else { 1 };
        }
        if theirs {
            incoming += if *r == 6 || *r == 5 && foe_is.ability == "crit5" {
                2
            } else {
                1
            };
        }
    }
    if swift {
        dealt *= 2;
    }
    if cautious {
        incoming = incoming.saturating_sub(1);
    }
    let before: i32 = g.health.iter().map(|&h| i32::from(h)).sum();
    if let Some(low) = g.lowest() {
        *low = low.saturating_sub(incoming);
    }
    let after: i32 = g.health.iter().map(|&h| i32::from(h)).sum();
    let removed = dealt.min(foe);
    let mut left = foe - removed;
    if dealt > 3 {
        g.gain(2);
    }
    if left > 0 && g.alive() {
        match foe_is.ability.as_str() {
            "glory_drain" => g.glory = g.glory.saturating_sub(1),
            "regen" => left = (left + 1).min(6),
            _ => {}
        }
    }
    Some(Try {
        gladiator: g,
        foe: left,
        removed: i32::from(removed),
        lost: before - after,
    })
}

/// The greedy ranking.
fn key(t: &Try) -> [i32; 6] {
    let alive = t.gladiator.alive();
    let health: Vec<i32> = t
        .gladiator
        .health
        .iter()
        .map(|&h| if alive { i32::from(h) } else { 0 })
        .collect();
    let (sum, low) = (
        health.iter().sum::<i32>(),
        *health.iter().min().expect("two dice"),
    );
    let glory = i32::from(t.gladiator.glory);
    let foe = if alive && t.foe > 0 {
        i32::from(t.foe)
    } else {
        0
    };
    [
        t.removed - t.lost,
        2 * sum + glory,
        t.removed,
        low,
        glory,
        -foe,
    ]
}

/// The best of all actions for a roll.
fn greedy(g: &Gladiator, foe: u8, foe_is: &Foe, ties: &str, blue: &[u8], red: &[u8]) -> Try {
    let mut swaps = vec![None];
    let mut tricks = vec![None];
    for die in 0..2 {
        swaps.extend((0..2).map(|c| Some((die, c))));
        tricks.extend((1..=5).map(|x| Some((die, x))));
    }
    let mut best: Option<Try> = None;
    for swap in swaps {
        for bought in 0..8 {
            let bought = [bought & 1 == 1, bought & 2 == 2, bought & 4 == 4];
            for trick in tricks.clone() {
                let tried = attempt(
                    g,
                    foe,
                    foe_is,
                    ties,
                    blue.to_vec(),
                    red,
                    swap,
                    bought,
                    trick,
                );
                if let Some(t) = tried
                    && best.as_ref().is_none_or(|b| key(&t) > key(b))
                {
                    best = Some(t);
                }
            }
        }
    }
    best.expect("doing nothing is legal")
}

/// Plays one game. `below(n)` gives a number from 0 to n - 1.
pub fn game(set: &Set, mut below: impl FnMut(usize) -> usize) -> End {
    let mut g = Gladiator {
        health: vec![4, 4],
        glory: 0,
    };
    let mut deck: Vec<usize> = (0..set.cards.len()).collect();
    let mut matches = 0;
    for (beaten, leg) in set.rounds.iter().enumerate() {
        let mut row: Vec<usize> = Vec::new();
        let mut draw = |row: &mut Vec<usize>, below: &mut dyn FnMut(usize) -> usize| {
            if deck.is_empty() {
                deck = (0..set.cards.len()).filter(|c| !row.contains(c)).collect();
            }
            if !deck.is_empty() {
                row.push(deck.remove(below(deck.len())));
            }
        };
        (0..leg.cards).for_each(|_| draw(&mut row, &mut below));
        let event = set.events[below(6)].clone();
        let mut right = event == "reroll_one";
        let ties = match event.as_str() {
            "player_wins_ties" => "player",
            "enemy_wins_ties" => "enemy",
            _ => "none",
        };
        match event.as_str() {
            "max_glory" => g.glory = 5,
            "extra_enemy" => draw(&mut row, &mut below),
            "heal" => {
                let low = g.lowest().expect("alive");
                *low = (*low + 2).min(6);
            }
            _ => {}
        }
        for card in row {
            let foe_is = &set.cards[card][leg.side];
            let mut foe = if foe_is.health > 0 {
                foe_is.health
            } else {
                g.glory.max(1)
            };
            while foe > 0 {
                matches += 1;
                let mut blue: Vec<u8> = (0..2).map(|_| below(6) as u8 + 1).collect();
                let mut red: Vec<u8> = (0..2).map(|_| below(6) as u8 + 1).collect();
                for r in &mut red {
                    if leg.again.contains(r) {
                        *r = below(6) as u8 + 1;
                    }
                }
                if let Some(one) = blue.iter_mut().find(|b| right && **b == 1) {
                    *one = below(6) as u8 + 1;
                    right = false;
                }
                let done = greedy(&g, foe, foe_is, ties, &blue, &red);
                (g, foe) = (done.gladiator, done.foe);
                if !g.alive() {
                    let score = u32::from(g.glory) + 5 * beaten as u32;
                    return End {
                        won: false,
                        score,
                        rounds: beaten as u32,
                        matches,
                    };
                }
            }
        }
        g.gain(1);
        if beaten + 1 < set.rounds.len()
            && let Some(low) = g.lowest().filter(|low| **low <= 3)
        {
            *low = below(6) as u8 + 1;
        }
    }
    let health: u32 = g.health.iter().map(|&h| u32::from(h)).sum();
    let rounds = set.rounds.len() as u32;
    End {
        won: true,
        score: 2 * health + u32::from(g.glory) + 5 * rounds,
        rounds,
        matches,
    }
}

/// The distinct outcomes of a roll against an enemy without a bargain, tried one by one: (low, high, glory, enemy health), dead ones with
/// no health. For checks of the tables.
pub fn outcomes(
    health: [u8; 2],
    glory: u8,
    foe: u8,
    foe_is: &Foe,
    ties: &str,
    blue: [u8; 2],
    red: [u8; 2],
) -> BTreeSet<(u8, u8, u8, u8)> {
    let g = Gladiator {
        health: health.to_vec(),
        glory,
    };
    let mut found = BTreeSet::new();
    let choices = |n: usize| std::iter::once(None).chain((0..n).map(Some));
    for swap in choices(4).map(|s| s.map(|s| (s / 2, s % 2))) {
        for trick in choices(10).map(|t| t.map(|t| (t / 5, t as u8 % 5 + 1))) {
            for bought in 0..8 {
                let bought = [bought & 1 == 1, bought & 2 == 2, bought & 4 == 4];
                if let Some(t) = attempt(
                    &g,
                    foe,
                    foe_is,
                    ties,
                    blue.to_vec(),
                    &red,
                    swap,
                    bought,
                    trick,
                ) {
                    let mut h = t.gladiator.health.clone();
                    h.sort_unstable();
                    let foe = if t.gladiator.alive() { t.foe } else { 0 };
                    found.insert((h[0], h[1], t.gladiator.glory, foe));
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
