//! The naive twin: a duel of the feature set `core`, and a game in the arena, as one would first write them, with lists of
//! cards and structs.
//!
//! It shares no code with the rules: it is the yardstick of the benches and an independent check. It plays the default
//! readings under `poke`, `heavy`, `turtle` and `uniform_mix`. `pick(n)` gives a number below n; it is asked in the order in
//! which the machine draws, so that both can be compared game by game.

mod fighter;
mod hexes;

use fighter::{FIXED, Fighter, count, take};
pub use hexes::{Ending as MeleeEnding, melee};

/// A card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Card {
    /// Attacks and defends by 1-Energy cards.
    Strength,
    /// By cards in hand.
    Dexterity,
    /// By Blood.
    Berserk,
    /// Dodges.
    Movement,
    /// Energy 1.
    One,
    /// Energy 0.
    Zero,
}

use Card::{Berserk, Dexterity, Movement, One, Strength, Zero};

/// A policy of the core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Naive {
    /// One card, nothing spent.
    Poke,
    /// Everything.
    Heavy,
    /// No attack.
    Turtle,
    /// Uniform.
    UniformMix,
}

/// An item: attack, defense, Hit Points.
pub type Item = [u8; 3];

/// What a fighter starts with.
#[derive(Debug, Clone)]
pub struct Start {
    /// Endurance, Offense, Guard, Blood, Speed.
    pub stats: [u8; 5],
    /// 1-Energy cards.
    pub ones: usize,
    /// 0-Energy cards.
    pub zeros: usize,
    /// Items.
    pub items: Vec<Item>,
    /// Policy.
    pub policy: Naive,
    /// Hit Points for the deck.
    pub hp_target: u8,
}

/// How a duel ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Victory points.
    pub vp: [i32; 2],
    /// Who lives.
    pub alive: [bool; 2],
    /// Stats.
    pub stats: [[u8; 5]; 2],
    /// Turns.
    pub turns: u8,
}

/// Plays a duel of `turns` turns; side `first` lies on top.
pub fn duel(
    starts: [&Start; 2],
    first: usize,
    turns: u8,
    mut pick: impl FnMut(u8) -> u8,
) -> Ending {
    let mut f = starts.map(Fighter::new);
    let mut top = vec![first, 1 - first];
    let mut first_blood = false;
    let mut turn = 1;
    'game: loop {
        f.iter_mut().for_each(Fighter::deck_phase);
        for _ in 0..2 {
            let mut acted: Vec<usize> = Vec::new();
            while acted.len() < 2 {
                let who = top
                    .iter()
                    .copied()
                    .filter(|w| !acted.contains(w))
                    .min_by_key(|w| f[*w].vp)
                    .unwrap_or(0);
                act(&mut f, who, Some((1 - who, 0)), &mut first_blood, &mut pick);
                acted.push(who);
                if !f[1 - who].alive {
                    break 'game;
                }
            }
            for who in acted {
                top.retain(|w| *w != who);
                top.insert(0, who);
            }
        }
        for x in &mut f {
            let row: Vec<Card> = x.row.drain(..).map(|l| l.card).collect();
            x.discard.extend(row);
            if x.stats[0] > 0 && x.regain(x.stats[0], &[2, 1]) {
                x.stats[0] -= 1;
            }
        }
        if turn == turns {
            break;
        }
        turn += 1;
    }
    for x in f.iter_mut().filter(|x| x.alive) {
        x.vp += 5;
    }
    Ending {
        vp: [f[0].vp, f[1].vp],
        alive: [f[0].alive, f[1].alive],
        stats: [f[0].stats, f[1].stats],
        turns: turn,
    }
}

/// An action without movement; `target` with the direction from which the attack arrives.
fn act(
    f: &mut [Fighter],
    who: usize,
    target: Option<(usize, usize)>,
    first_blood: &mut bool,
    pick: &mut impl FnMut(u8) -> u8,
) {
    let me = &mut f[who];
    let policy = me.start.policy;
    let attacks = [Strength, Dexterity, Berserk];
    if policy == Naive::Turtle {
        if let Some(card) = attacks
            .into_iter()
            .find(|c| me.hand.contains(c))
            .filter(|_| me.lacks())
        {
            me.recover(card);
        }
        return;
    }
    let order = if policy == Naive::Heavy {
        [Berserk, Strength, Dexterity]
    } else {
        attacks
    };
    let kind = match me.choose(&attacks, &order, pick) {
        Some(card) if target.is_none() => {
            if me.lacks() {
                me.recover(card);
            }
            return;
        }
        Some(card) => {
            me.lay(card, true);
            card
        }
        None => match me.row_card(|l| l.card != Movement && !l.rotated && !l.facedown) {
            Some(_) if target.is_none() => return,
            Some((at, price)) => {
                me.stats[3] -= price;
                me.row[at].rotated = true;
                me.row[at].card
            }
            None => {
                if me.hand.contains(&Movement) {
                    me.recover(Movement);
                }
                return;
            }
        },
    };
    let Some((target, direction)) = target else {
        return;
    };
    let me = &mut f[who];
    let energy = count(&me.hand, One) + count(&me.hand, Zero);
    let n = match policy {
        Naive::Heavy => energy,
        Naive::UniformMix if energy > 0 => usize::from(pick(energy as u8 + 1)),
        _ => 0,
    };
    let mut played = Vec::new();
    for _ in 0..n {
        let order = if kind == Strength {
            [One, Zero]
        } else {
            [Zero, One]
        };
        for card in order {
            if take(&mut me.hand, card) {
                played.push(card);
                break;
            }
        }
    }
    // F and G
    let open: &[Card] = match direction {
        0 | 1 | 5 => &FIXED,
        3 => &[],
        _ => &[Movement],
    };
    let you = &mut f[target];
    let order = if you.start.policy == Naive::Heavy {
        [Movement, Dexterity, Strength, Berserk]
    } else {
        [Movement, Berserk, Dexterity, Strength]
    };
    let mut answer = you.choose(open, &order, pick);
    if let Some(card) = answer {
        you.lay(card, false);
    } else if let Some((at, price)) = you.row_card(|l| !l.facedown && open.contains(&l.card)) {
        you.stats[3] -= price;
        answer = Some(you.row[at].card);
    }
    let mut answered = Vec::new();
    if answer == Some(Strength) && you.start.policy == Naive::UniformMix {
        let most = count(&you.hand, One) as u8;
        for _ in 0..if most > 0 { pick(most + 1) } else { 0 } {
            take(&mut you.hand, One);
            answered.push(One);
        }
    }
    // H
    let me = &mut f[who];
    let most = me.stats[3].min(3);
    let blood = match (kind, policy) {
        (Berserk, Naive::Heavy) => most,
        (Berserk, Naive::UniformMix) if most > 0 => pick(most + 1),
        _ => 0,
    };
    let mut attack = i32::from(me.items.iter().map(|i| i[0]).sum::<u8>())
        + match kind {
            Strength => count(&played, One) as i32,
            Dexterity => (me.hand.len() / 2) as i32,
            _ => 3 * i32::from(blood),
        };
    me.stats[3] -= blood;
    let offense = me.stats[1] > 0
        && (attack <= 0
            || match policy {
                Naive::Heavy => true,
                Naive::UniformMix => pick(2) == 0,
                _ => false,
            });
    if offense {
        attack += i32::from(me.stats[1]);
        me.stats[1] -= 1;
    }
    // From behind: straight, or from a rear side without a Dodge.
    let front = matches!(direction, 0 | 1 | 5) || direction != 3 && answer == Some(Movement);
    if attack > 0 {
        me.vp += if front { 2 } else { -3 };
        // I
        let you = &mut f[target];
        let mut defense = i32::from(you.items.iter().map(|i| i[1]).sum::<u8>())
            + match answer {
                Some(Strength) => 2 * answered.len() as i32,
                Some(Dexterity) => (you.hand.len() / 2) as i32,
                Some(Berserk) => 5,
                _ => 0,
            };
        if answer == Some(kind) {
            defense += 5;
        }
        let dodging = answer == Some(Movement);
        let effective = if dodging { attack / 2 } else { attack };
        let mut best: Option<(u8, u8, bool)> = None;
        for guard in [false, true] {
            for speed in 0..=if dodging { you.stats[4].min(3) } else { 0 } {
                let value =
                    defense + i32::from(speed) + if guard { i32::from(you.stats[2]) } else { 0 };
                let cost = (speed + u8::from(guard), speed, guard);
                if value >= effective
                    && (!guard || you.stats[2] > 0)
                    && best.is_none_or(|b| (cost.0, cost.1) < (b.0, b.1))
                {
                    best = Some(cost);
                }
            }
        }
        if let Some((_, speed, guard)) = best {
            you.stats[4] -= speed;
            you.stats[2] -= u8::from(guard);
        } else {
            let damage = 1 + (played.len() as u8).div_ceil(2);
            let (points, dead) = you.kill_or_pay(damage);
            let me = &mut f[who];
            me.vp += i32::from(points) * if front { 1 } else { -2 };
            if !*first_blood {
                *first_blood = true;
                me.vp += 3;
            }
            if dead {
                me.vp += if front { 6 } else { -12 };
            }
        }
    }
    // L
    f[who].discard.extend(played);
    f[target].discard.extend(answered);
}
