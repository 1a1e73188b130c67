//! The naive twin: a duel of the feature set `core` as one would first write it, with lists of cards and structs.
//!
//! It shares no code with the rules: it is the yardstick of the benches and an independent check. It plays the default
//! readings under `poke`, `heavy`, `turtle` and `uniform_mix`. `pick(n)` gives a number below n; it is asked in the order in
//! which the machine draws, so that both can be compared game by game.

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

/// A card of the row.
#[derive(Debug, Clone)]
struct Laid {
    card: Card,
    rotated: bool,
    facedown: bool,
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

#[derive(Debug, Clone)]
struct Fighter {
    start: Start,
    stats: [u8; 5],
    hand: Vec<Card>,
    deck: Vec<Card>,
    discard: Vec<Card>,
    row: Vec<Laid>,
    items: Vec<Item>,
    vp: i32,
    alive: bool,
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

fn hp(card: Card) -> u8 {
    if matches!(card, One | Zero) { 1 } else { 2 }
}

fn take(from: &mut Vec<Card>, card: Card) -> bool {
    match from.iter().position(|c| *c == card) {
        Some(at) => {
            from.remove(at);
            true
        }
        None => false,
    }
}

fn count(cards: &[Card], card: Card) -> usize {
    cards.iter().filter(|c| **c == card).count()
}

const FIXED: [Card; 4] = [Strength, Dexterity, Berserk, Movement];

impl Fighter {
    fn new(start: &Start) -> Self {
        let mut hand = FIXED.to_vec();
        hand.extend(std::iter::repeat_n(One, start.ones));
        hand.extend(std::iter::repeat_n(Zero, start.zeros));
        Self {
            stats: start.stats,
            hand,
            deck: Vec::new(),
            discard: Vec::new(),
            row: Vec::new(),
            items: start.items.clone(),
            vp: 10,
            alive: true,
            start: start.clone(),
        }
    }

    fn deck_phase(&mut self) {
        self.hand.append(&mut self.deck);
        while self.deck.iter().map(|c| hp(*c)).sum::<u8>() < self.start.hp_target {
            if take(&mut self.hand, Zero) {
                self.deck.push(Zero);
            } else if take(&mut self.hand, One) {
                self.deck.push(One);
            } else {
                break;
            }
        }
    }

    fn regain(&mut self, most: u8, stats: &[usize]) -> bool {
        let mut any = false;
        for _ in 0..most {
            if let Some(card) = FIXED.into_iter().find(|c| self.discard.contains(c)) {
                take(&mut self.discard, card);
                self.hand.push(card);
            } else if let Some(s) = stats
                .iter()
                .find(|s| self.stats[**s] < self.start.stats[**s])
            {
                self.stats[*s] += 1;
            } else if take(&mut self.discard, One) {
                self.hand.push(One);
            } else if take(&mut self.discard, Zero) {
                self.hand.push(Zero);
            } else {
                break;
            }
            any = true;
        }
        any
    }

    fn lay(&mut self, card: Card, rotated: bool) {
        take(&mut self.hand, card);
        self.row.push(Laid {
            card,
            rotated,
            facedown: false,
        });
    }

    /// The rightmost card of the row that fits, if its Blood can be paid.
    fn row_card(&self, fits: impl Fn(&Laid) -> bool) -> Option<(usize, u8)> {
        let at = self.row.iter().rposition(fits)?;
        let price = (self.row.len() - at) as u8;
        (price <= self.stats[3]).then_some((at, price))
    }

    fn choose(
        &self,
        cards: &[Card],
        order: &[Card],
        pick: &mut impl FnMut(u8) -> u8,
    ) -> Option<Card> {
        let mine: Vec<Card> = cards
            .iter()
            .copied()
            .filter(|c| self.hand.contains(c))
            .collect();
        match (mine.len(), self.start.policy) {
            (0, _) => None,
            (1, _) => Some(mine[0]),
            (n, Naive::UniformMix) => Some(mine[usize::from(pick(n as u8))]),
            _ => order.iter().copied().find(|c| mine.contains(c)),
        }
    }

    fn kill_or_pay(&mut self, damage: u8) -> (u8, bool) {
        let sum: u8 = self.deck.iter().map(|c| hp(*c)).sum::<u8>()
            + self.items.iter().map(|i| i[2]).sum::<u8>();
        if damage > sum {
            self.alive = false;
            return (damage.min(sum + 1), true);
        }
        let mut left = i16::from(damage);
        for card in [Zero, One, Strength, Dexterity, Berserk, Movement] {
            while left > 0 && take(&mut self.deck, card) {
                left -= i16::from(hp(card));
            }
        }
        while left > 0 {
            let cheapest = self
                .items
                .iter()
                .enumerate()
                .min_by_key(|(i, x)| (x[2], x[0] + x[1], *i))
                .map(|(i, _)| i);
            let Some(at) = cheapest else { break };
            left -= i16::from(self.items.remove(at)[2]);
        }
        (damage, false)
    }
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
                act(&mut f, who, &mut first_blood, &mut pick);
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

fn act(f: &mut [Fighter; 2], who: usize, first_blood: &mut bool, pick: &mut impl FnMut(u8) -> u8) {
    let me = &mut f[who];
    let policy = me.start.policy;
    let attacks = [Strength, Dexterity, Berserk];
    if policy == Naive::Turtle {
        let can = (1..5).any(|s| me.stats[s] < me.start.stats[s]) || !me.discard.is_empty();
        if let Some(card) = attacks
            .into_iter()
            .find(|c| me.hand.contains(c))
            .filter(|_| can)
        {
            me.lay(card, true);
            me.regain(3, &[3, 2, 1, 4]);
            me.row.last_mut().expect("just laid").facedown = true;
        }
        return;
    }
    let order = if policy == Naive::Heavy {
        [Berserk, Strength, Dexterity]
    } else {
        attacks
    };
    let kind = match me.choose(&attacks, &order, pick) {
        Some(card) => {
            me.lay(card, true);
            card
        }
        None => match me.row_card(|l| l.card != Movement && !l.rotated && !l.facedown) {
            Some((at, price)) => {
                me.stats[3] -= price;
                me.row[at].rotated = true;
                me.row[at].card
            }
            None => {
                if me.hand.contains(&Movement) {
                    me.lay(Movement, true);
                    me.regain(3, &[3, 2, 1, 4]);
                    me.row.last_mut().expect("just laid").facedown = true;
                }
                return;
            }
        },
    };
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
    let you = &mut f[1 - who];
    let order = if you.start.policy == Naive::Heavy {
        [Movement, Dexterity, Strength, Berserk]
    } else {
        [Movement, Berserk, Dexterity, Strength]
    };
    let mut answer = you.choose(&FIXED, &order, pick);
    if let Some(card) = answer {
        you.lay(card, false);
    } else if let Some((at, price)) = you.row_card(|l| !l.facedown) {
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
    if attack > 0 {
        me.vp += 2;
        // I
        let you = &mut f[1 - who];
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
            me.vp += i32::from(points);
            if !*first_blood {
                *first_blood = true;
                me.vp += 3;
            }
            if dead {
                me.vp += 6;
            }
        }
    }
    // L
    f[who].discard.extend(played);
    f[1 - who].discard.extend(answered);
}
