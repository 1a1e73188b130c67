//! The same question over the alternatives of assumed data, and which conclusions survive (spec 12).
//!
//! Named alternatives are those of the data file. [`drawn`] draws others: each assumed health one lower, as it is or one higher, and the
//! assumed abilities of each side dealt anew among the enemies that have them.

use super::data::GauntletData;
use super::exact::{self, GameExact};
use super::library::Library;
use super::policy::Player;
use super::rules::Rules;
use super::spec::PolicySpec;
use crate::chance::{Lane, Stream};
use crate::error::{Error, Result};
use crate::scenario::Status;
use std::sync::Arc;

/// What a policy makes of a game.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// The policy, as named.
    pub policy: String,
    /// Chance of a conquest.
    pub win: f64,
    /// Mean score.
    pub score: f64,
    /// Mean matches.
    pub matches: f64,
}

/// The question asked of one set of cards.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// `as given`, the name of an alternative, or `draw 1`, …
    pub name: String,
    /// What it assumes, in words.
    pub assumes: String,
    /// By policy, in the order asked.
    pub outcomes: Vec<Outcome>,
}

/// A set of cards to ask of.
#[derive(Debug, Clone, PartialEq)]
pub struct World {
    /// Its name.
    pub name: String,
    /// What it assumes, in words.
    pub assumes: String,
    /// The cards.
    pub data: GauntletData,
}

/// The data as given, then each of its alternatives.
///
/// # Errors
/// Never for data that was read: names come from it.
pub fn named(data: &GauntletData) -> Result<Vec<World>> {
    let mut worlds = vec![World {
        name: "as given".into(),
        assumes: String::new(),
        data: data.clone(),
    }];
    for a in &data.alternatives {
        let assumes = if a.provenance.note.is_empty() {
            a.provenance.range.clone()
        } else {
            a.provenance.note.clone()
        };
        worlds.push(World {
            name: a.name.clone(),
            assumes,
            data: data.alternative(&a.name)?,
        });
    }
    Ok(worlds)
}

/// The data as given, then `count` draws of its assumed values; the same seed gives the same draws.
pub fn drawn(data: &GauntletData, seed: u64, count: u32) -> Vec<World> {
    let mut worlds = vec![World {
        name: "as given".into(),
        assumes: String::new(),
        data: data.clone(),
    }];
    for draw in 0..count {
        let mut stream = Stream::new(seed, "gauntlet-sensitivity", u64::from(draw), Lane::Main);
        let mut other = data.clone();
        let mut words = Vec::new();
        for e in other
            .enemies
            .iter_mut()
            .filter(|e| e.health.provenance.status == Status::Assumed)
        {
            if let Some(health) = &mut e.health.value {
                *health = (*health + stream.below(3) as u8)
                    .saturating_sub(1)
                    .clamp(1, 6);
                words.push(format!("{} {health}", e.name));
            }
        }
        for side in 0..2 {
            // Abilities whose health is printed are dealt among themselves: an enemy whose health is the glory keeps it.
            let open: Vec<usize> = (0..other.enemies.len())
                .filter(|&i| {
                    let e = &other.enemies[i];
                    e.side == side
                        && e.ability.provenance.status == Status::Assumed
                        && e.health.value.is_some()
                })
                .collect();
            for last in (1..open.len()).rev() {
                let with = stream.below(last as u64 + 1) as usize;
                let (a, b) = (open[last], open[with]);
                let taken = other.enemies[a].ability.value;
                other.enemies[a].ability.value = other.enemies[b].ability.value;
                other.enemies[b].ability.value = taken;
            }
            words.extend(open.iter().map(|&i| {
                format!(
                    "{} {}",
                    other.enemies[i].name, other.enemies[i].ability.value
                )
            }));
        }
        worlds.push(World {
            name: format!("draw {}", draw + 1),
            assumes: words.join(", "),
            data: other,
        });
    }
    worlds
}

/// Asks of every world what each policy makes of it, exactly. `told` hears of worlds done and may stop; some seconds a world and policy.
///
/// # Errors
/// If it was stopped, or a policy has no exact answer.
pub fn ask(
    worlds: &[World],
    rules: &Rules,
    last_round: u8,
    policies: &[PolicySpec],
    told: &dyn Fn(usize, usize) -> bool,
) -> Result<Vec<Answer>> {
    let mut answers = Vec::new();
    let mut before: Option<Arc<Library>> = None;
    for (at, world) in worlds.iter().enumerate() {
        if !told(at, worlds.len()) {
            return Err(Error::runtime("stopped before all alternatives were asked"));
        }
        // The cards change, the rules do not: what depends on them alone is worked out once.
        let game = world.data.game(rules.clone(), last_round)?;
        let library = Arc::new(match &before {
            None => Library::new(game),
            Some(other) => Library::beside(game, other),
        });
        before = Some(library.clone());
        let outcomes = policies
            .iter()
            .map(|spec| {
                let found: GameExact = exact::game(&Player::new(spec, &library)?)?;
                Ok(Outcome {
                    policy: spec.to_string(),
                    win: found.win(),
                    score: found.mean_score(),
                    matches: found.matches,
                })
            })
            .collect::<Result<_>>()?;
        answers.push(Answer {
            name: world.name.clone(),
            assumes: world.assumes.clone(),
            outcomes,
        });
    }
    told(worlds.len(), worlds.len());
    Ok(answers)
}

/// What is left of the order of two policies.
#[derive(Debug, Clone, PartialEq)]
pub struct Pairing {
    /// The better one as given.
    pub better: String,
    /// The other.
    pub worse: String,
    /// Alternatives in which it is still better.
    pub holds: u32,
    /// Alternatives in which it is the other way round, by name.
    pub reversed: Vec<String>,
}

/// What survives.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Alternatives asked, without the data as given.
    pub asked: u32,
    /// Alternatives in which all policies stand in the same order.
    pub same_order: u32,
    /// Every pair of policies that differ as given.
    pub pairs: Vec<Pairing>,
    /// By policy: the least and the greatest over all answers.
    pub ranges: Vec<(String, f64, f64)>,
}

/// Reads the answers; the first is that of the data as given. `of`: what is compared, for example the chance of a conquest. Differences of at
/// most 1e-12 count as none.
pub fn verdict(answers: &[Answer], of: impl Fn(&Outcome) -> f64) -> Verdict {
    let (given, others) = answers
        .split_first()
        .expect("the data as given is the first");
    let n = given.outcomes.len();
    let mut pairs = Vec::new();
    for a in 0..n {
        for b in 0..n {
            if of(&given.outcomes[a]) <= of(&given.outcomes[b]) + 1e-12 {
                continue;
            }
            let gap = |x: &Answer| of(&x.outcomes[a]) - of(&x.outcomes[b]);
            pairs.push(Pairing {
                better: given.outcomes[a].policy.clone(),
                worse: given.outcomes[b].policy.clone(),
                holds: others.iter().filter(|x| gap(x) > 1e-12).count() as u32,
                reversed: others
                    .iter()
                    .filter(|x| gap(x) < -1e-12)
                    .map(|x| x.name.clone())
                    .collect(),
            });
        }
    }
    let order = |x: &Answer| {
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_by(|&a, &b| {
            of(&x.outcomes[b])
                .total_cmp(&of(&x.outcomes[a]))
                .then(a.cmp(&b))
        });
        order
    };
    let ranges = (0..n)
        .map(|p| {
            let all = answers.iter().map(|x| of(&x.outcomes[p]));
            (
                given.outcomes[p].policy.clone(),
                all.clone().fold(f64::INFINITY, f64::min),
                all.fold(f64::NEG_INFINITY, f64::max),
            )
        })
        .collect();
    Verdict {
        asked: others.len() as u32,
        same_order: others.iter().filter(|x| order(x) == order(given)).count() as u32,
        pairs,
        ranges,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_asked_of_every_alternative() {
        let data = GauntletData::embedded().unwrap();
        let worlds = named(&data).unwrap();
        assert_eq!(worlds.len(), 12);
        let policies = ["never_swap", "greedy"].map(|p| PolicySpec::parse(p).unwrap());
        let few: Vec<World> = worlds
            .into_iter()
            .filter(|w| ["as given", "health_minus_1", "health_plus_1"].contains(&w.name.as_str()))
            .collect();
        let answers = ask(&few, &Rules::rulebook(), 1, &policies, &|_, _| true).unwrap();
        let win = |o: &Outcome| o.win;
        let found = verdict(&answers, win);
        assert_eq!(
            (found.asked, found.same_order, found.pairs.len()),
            (2, 2, 1)
        );
        assert_eq!(
            (found.pairs[0].better.as_str(), found.pairs[0].holds),
            ("greedy", 2)
        );
        let by_name =
            |name: &str| win(&answers.iter().find(|a| a.name == name).unwrap().outcomes[1]);
        assert!(
            by_name("health_minus_1") > by_name("as given")
                && by_name("as given") > by_name("health_plus_1")
        );
        assert!(ask(&few, &Rules::rulebook(), 1, &policies, &|done, _| done < 1).is_err());
    }

    #[test]
    fn draws_change_only_what_is_assumed() {
        let data = GauntletData::embedded().unwrap();
        let worlds = drawn(&data, 5, 3);
        assert_eq!(worlds, drawn(&data, 5, 3));
        assert_ne!(worlds[1].data, worlds[2].data);
        for world in &worlds {
            assert_eq!(
                world.data.enemy("Mvrmillo").unwrap().health.value,
                Some(4),
                "published"
            );
            assert_eq!(world.data.enemy("Eqves").unwrap().health.value, None);
            let mut abilities: Vec<_> = world
                .data
                .enemies
                .iter()
                .map(|e| (e.side, e.ability.value))
                .collect();
            let mut given: Vec<_> = data
                .enemies
                .iter()
                .map(|e| (e.side, e.ability.value))
                .collect();
            abilities.sort();
            given.sort();
            assert_eq!(abilities, given, "the same abilities on each side");
        }
    }
}
