//! Buying and selling one thing at a time: what training can change about a build, at which price.

use super::build::{Build, Training};
use super::cards::{moves, powers};
use super::draws::uniform;
use super::sheet::STATS;
use crate::chance::Chance;

/// One thing that coins buy: a step of a stat, a card, a power.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ware {
    /// One step of a stat.
    Stat(u8),
    /// A 1-Energy card.
    E1,
    /// A 0-Energy card.
    E0,
    /// The Feint.
    Feint,
    /// A special move, by number - 1.
    Move(u8),
    /// A power, by number - 1.
    Power(u8),
}

impl Ware {
    /// All, in the order of the training sheet.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..5)
            .map(Self::Stat)
            .chain([Self::E1, Self::E0, Self::Feint])
            .chain((0..8).map(Self::Move))
            .chain((0..9).map(Self::Power))
    }

    /// `skill`, `ability`, `card`, `move` or `power`.
    pub fn sort(self) -> &'static str {
        match self {
            Self::Stat(0..3) => "skill",
            Self::Stat(_) => "ability",
            Self::E1 | Self::E0 | Self::Feint => "card",
            Self::Move(_) => "move",
            Self::Power(_) => "power",
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stat(s) => STATS[usize::from(s)],
            Self::E1 => "energy1",
            Self::E0 => "energy0",
            Self::Feint => "feint",
            Self::Move(m) => moves::NAMES[usize::from(m)],
            Self::Power(p) => powers::NAMES[usize::from(p)],
        }
    }

    /// The build with one more of it, and the price; none where it cannot be had.
    pub fn bought(self, t: &Training, b: &Build) -> Option<(Build, u8)> {
        let mut up = *b;
        let price = match self {
            Self::Stat(s) => {
                let s = usize::from(s);
                let (now, next) = (t.stat_price(s, b.stats[s]), t.stat_price(s, b.stats[s] + 1));
                up.stats[s] += 1;
                (next > now).then(|| next - now)?
            }
            Self::E1 => {
                up.e1 += 1;
                (b.e1 < t.energy_cap).then_some(t.card[0])?
            }
            Self::E0 => {
                up.e0 += 1;
                (b.e0 < t.energy_cap).then_some(t.card[1])?
            }
            Self::Feint => {
                up.feint = true;
                (!b.feint && t.feint_max > 0).then_some(t.card[2])?
            }
            Self::Move(m) => {
                up.moves |= 1 << m;
                (b.moves >> m & 1 == 0).then_some(t.moves[usize::from(m)])?
            }
            Self::Power(p) => {
                up.powers |= 1 << p;
                ((t.powers & !b.powers) >> p & 1 == 1).then_some(t.card[3])?
            }
        };
        Some((up, price))
    }

    /// The build with one less of it; none where there is none to sell.
    pub fn sold(self, t: &Training, b: &Build) -> Option<Build> {
        let mut down = *b;
        let can = match self {
            Self::Stat(s) => {
                let s = usize::from(s);
                down.stats[s] = b.stats[s].saturating_sub(1);
                t.stat_price(s, down.stats[s]) > 0
            }
            Self::E1 => {
                down.e1 = b.e1.saturating_sub(1);
                b.e1 > 0
            }
            Self::E0 => {
                down.e0 = b.e0.saturating_sub(1);
                b.e0 > 0
            }
            Self::Feint => {
                down.feint = false;
                b.feint
            }
            Self::Move(m) => {
                down.moves &= !(1 << m);
                b.moves >> m & 1 == 1
            }
            Self::Power(p) => {
                down.powers &= !(1 << p);
                b.powers >> p & 1 == 1
            }
        };
        can.then_some(down)
    }
}

/// Spends coins on wares drawn uniformly among those that can be paid; what is left.
pub fn spend<C: Chance>(t: &Training, build: &mut Build, mut coins: u8, chance: &mut C) -> u8 {
    loop {
        let open = |b: &Build| {
            let b = *b;
            Ware::all()
                .filter_map(move |w| w.bought(t, &b))
                .filter(move |(_, p)| *p <= coins)
        };
        let n = open(build).count() as u8;
        if n == 0 {
            return coins;
        }
        let k = chance.draw("training", uniform(n));
        if let Some((next, price)) = open(build).nth(k.into()) {
            *build = next;
            coins -= price;
        }
    }
}

/// A relative of a build: one to three wares sold at random, the coins spent anew. Legal if the build was.
pub fn relative<C: Chance>(t: &Training, build: &Build, chance: &mut C) -> Build {
    let mut b = *build;
    for _ in 0..=chance.draw("training", uniform(3)) {
        let n = Ware::all().filter_map(|w| w.sold(t, &b)).count() as u8;
        if n == 0 {
            break;
        }
        let k = chance.draw("training", uniform(n));
        if let Some(less) = Ware::all().filter_map(|w| w.sold(t, &b)).nth(k.into()) {
            b = less;
        }
    }
    let coins = t.budget.saturating_sub(t.cost(&b) as u8);
    spend(t, &mut b, coins, chance);
    b
}

#[cfg(test)]
mod tests {
    use super::super::count::Sampler;
    use super::super::data::Data;
    use super::super::draws::Even;
    use super::*;

    /// Buying costs what the price list says, selling takes it back, relatives are legal and spend as much as they can.
    #[test]
    fn trade_keeps_the_price_list() {
        let t = Training::new(&Data::embedded().unwrap(), 55, true, false);
        let sampler = Sampler::new(&t);
        let mut chance = Even::new(1, "shop", 0);
        for _ in 0..500 {
            let b = sampler.draw(&mut chance);
            for w in Ware::all() {
                if let Some((more, price)) = w.bought(&t, &b) {
                    assert_eq!(t.cost(&more), t.cost(&b) + u16::from(price));
                    assert_eq!(w.sold(&t, &more), Some(b));
                }
            }
            let r = relative(&t, &b, &mut chance);
            assert!(t.faults(&r).is_empty());
            let left = 55 - t.cost(&r);
            assert!(
                Ware::all()
                    .filter_map(|w| w.bought(&t, &r))
                    .all(|(_, p)| u16::from(p) > left)
            );
        }
    }
}
