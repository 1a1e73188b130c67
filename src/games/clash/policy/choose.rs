//! How each rule decides: whole numbers only, so that equality is exact.

use super::{LEAST_USEFUL_FIRST, LossRule, Order, RemainderWorth, RerollRule, View};
use crate::chance::{Chance, Dist};
use crate::games::clash::counts::{Counts, Kind};
use crate::games::clash::rules::{Given, Roll, Rules};
use crate::games::clash::state::Side;
use std::fmt;

/// What a roll is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Active shields.
    pub shields: u8,
    /// Hits still needed to remove it.
    pub hits_to_out: u8,
    /// Markers on it.
    pub markers: u8,
    /// True for an animal.
    pub animal: bool,
}

impl Target {
    /// From a side of a duel.
    pub fn of(side: &Side) -> Self {
        Self {
            shields: side.active.get(Kind::Shield),
            hits_to_out: side.hits_to_out(),
            markers: side.markers,
            animal: side.is_animal(),
        }
    }

    /// damage(c, u) = min(hits to out, 2c + max(0, u - shields)).
    pub fn damage(&self, roll: Roll) -> u8 {
        roll.hits(self.shields).min(self.hits_to_out)
    }

    /// Gladiators lost to a roll, or 1 for an animal that is defeated.
    pub fn kills(&self, roll: Roll) -> u8 {
        let damage = self.damage(roll);
        if self.animal {
            u8::from(damage == self.hits_to_out)
        } else {
            (damage + self.markers) / 2
        }
    }
}

/// Whether a re-roll rule (not `coin`, not `optimal`) rolls again. Integers only: sums over the equally
/// likely fresh rolls are compared with the number of rolls times what is in hand, so that equality is exact.
pub fn wants_reroll(
    rule: RerollRule,
    rules: &Rules,
    dice: u8,
    target: &Target,
    roll: Roll,
) -> bool {
    let better = |value: &dyn Fn(Roll) -> u8| {
        let pool = rules.pool(dice);
        let fresh: u64 = pool
            .weighted()
            .map(|(r, ways)| ways * u64::from(value(r)))
            .sum();
        fresh > pool.total() * u64::from(value(roll))
    };
    match rule {
        RerollRule::Never | RerollRule::Coin | RerollRule::Optimal => false,
        RerollRule::Always => true,
        RerollRule::Zero => target.damage(roll) == 0,
        RerollRule::Mean => better(&|r| target.damage(r)),
        RerollRule::Kills => better(&|r| target.kills(r)),
        RerollRule::Wipe => {
            target.damage(roll) < target.hits_to_out && better(&|r| target.damage(r))
        }
    }
}

/// The first `count` gladiators by the order.
pub(super) fn take(from: Counts, order: &Order, count: u8) -> Counts {
    let mut taken = Counts::NONE;
    let mut left = count;
    for kind in order.0 {
        let n = from.get(kind).min(left);
        taken = taken.plus(kind, n);
        left -= n;
    }
    taken
}

/// Losses by one of the three orders. `active_only_first`: the switch `loss_scope=active_first`.
pub fn ordered_losses(
    rule: LossRule,
    active: Counts,
    netted: Counts,
    count: u8,
    active_only_first: bool,
) -> Given {
    let (order, netted_first) = match rule {
        LossRule::NettedFirst(o) => (o, true),
        LossRule::ActiveFirst(o) => (o, false),
        LossRule::ByKind(order) if !active_only_first => {
            let mut given = Given::default();
            let mut left = count;
            for kind in order.0 {
                let from_netted = netted.get(kind).min(left);
                let from_active = active.get(kind).min(left - from_netted);
                given.netted = given.netted.plus(kind, from_netted);
                given.active = given.active.plus(kind, from_active);
                left -= from_netted + from_active;
            }
            return given;
        }
        LossRule::ByKind(o) => (o, false),
        LossRule::Random | LossRule::Table | LossRule::Optimal => unreachable!("not an order"),
    };
    if netted_first && !active_only_first {
        let from_netted = take(netted, &order, count);
        Given {
            netted: from_netted,
            active: take(active, &order, count - from_netted.total()),
        }
    } else {
        let from_active = take(active, &order, count);
        Given {
            active: from_active,
            netted: take(netted, &order, count - from_active.total()),
        }
    }
}

/// All legal choices of `count` gladiators, in lexicographic order of count tuples, netted part first.
pub fn loss_options(
    active: Counts,
    netted: Counts,
    count: u8,
    active_only_first: bool,
) -> Vec<Given> {
    let mut options = Vec::new();
    for from_netted in 0..=count.min(netted.total()) {
        let from_active = count - from_netted;
        if from_active > active.total()
            || active_only_first && from_netted > 0 && from_active < active.total()
        {
            continue;
        }
        for n in netted.subsets(from_netted) {
            for a in active.subsets(from_active) {
                options.push(Given {
                    active: a,
                    netted: n,
                });
            }
        }
    }
    options.sort_by_key(|g| (g.netted.to_array(), g.active.to_array()));
    options
}

/// A gladiator given up at random; lower case when netted.
#[derive(Clone, Copy)]
struct Lost {
    kind: Kind,
    netted: bool,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind.letter();
        write!(
            f,
            "{}",
            if self.netted {
                letter.to_ascii_lowercase()
            } else {
                letter
            }
        )
    }
}

/// Uniform over gladiators, one at a time.
pub(super) fn random_losses<C: Chance>(view: &View<'_>, count: u8, chance: &mut C) -> Given {
    let site = ["first_takes", "second_takes"][view.state.turn()];
    let (mut active, mut netted) = (view.own().active, view.own().netted);
    for _ in 0..count {
        let netted_too = !view.rules.active_lost_first || active.is_empty();
        let dist = Dist::new(Kind::ALL.into_iter().flat_map(|kind| {
            [
                (
                    Lost {
                        kind,
                        netted: false,
                    },
                    u64::from(active.get(kind)),
                ),
                (
                    Lost { kind, netted: true },
                    if netted_too {
                        u64::from(netted.get(kind))
                    } else {
                        0
                    },
                ),
            ]
        }));
        let lost = chance.draw(site, &dist);
        let group = if lost.netted {
            &mut netted
        } else {
            &mut active
        };
        *group = group.minus(lost.kind, 1);
    }
    Given {
        active: view.own().active.without(active),
        netted: view.own().netted.without(netted),
    }
}

/// The choice whose remainder is worth the most; ties as `by_kind:PHNTS`.
pub(super) fn table_losses(view: &View<'_>, count: u8, worth: &RemainderWorth) -> Given {
    let own = view.own();
    let team = own.active.union(own.netted);
    let only_active = view.rules.active_lost_first;
    let default = ordered_losses(
        LossRule::ByKind(LEAST_USEFUL_FIRST),
        own.active,
        own.netted,
        count,
        only_active,
    );
    let value = |g: &Given| worth(team.without(g.active).without(g.netted));
    loss_options(own.active, own.netted, count, only_active)
        .into_iter()
        .fold((default, value(&default)), |best, g| {
            let v = value(&g);
            if v > best.1 + 1e-11 { (g, v) } else { best }
        })
        .0
}
