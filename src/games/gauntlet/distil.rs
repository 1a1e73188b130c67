//! A short list of rules distilled from exact values: cost-sensitive learning, then a few steps of policy iteration within lists.
//!
//! Each match of a sample gets the loss of every move that a list may name against the best outcome. Rules are put in front of one another, each
//! time the condition and move that save most on the sample (in the manner of Rivest's decision lists, 1987, with costs for labels). The first
//! round learns from the optimum in its own games; later ones from the list's own exact values in the list's own games, so that a rule is
//! judged by what the list makes of its consequences. The list with the best exact value is kept.

use super::advise;
use super::dice::Roll;
use super::exact::{self, GameExact};
use super::library::Library;
use super::list::{Atom, Idle, Line, MOST_LINES, RuleList, Step};
use super::observe::{Observed, observe};
use super::policy::Player;
use super::spec::{Objective, PolicySpec, ValueSpec};
use super::state::Fight;
use super::values::Values;
use crate::error::Result;
use rayon::prelude::*;
use std::sync::Arc;

/// How to distil.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    /// What is made large.
    pub objective: Objective,
    /// Rules for matches, at most [`MOST_LINES`]; event shift, heal and gamble are three more.
    pub lines: usize,
    /// Matches in a sample.
    pub sample: usize,
    /// Rounds of learning.
    pub rounds: usize,
    /// Seed of the samples.
    pub seed: u64,
}

impl Recipe {
    /// At most 12 rules: 9 for matches, 3 for the other decisions.
    pub fn new(objective: Objective) -> Self {
        Self {
            objective,
            lines: MOST_LINES,
            sample: 4000,
            rounds: 4,
            seed: 42,
        }
    }
}

/// A list that has been distilled.
#[derive(Debug, Clone)]
pub struct Distilled {
    /// The rules for matches.
    pub list: RuleList,
    /// The whole policy; its name is the list, further parts are in [`Distilled::parts`].
    pub spec: PolicySpec,
    /// What the other decisions go by: decision and rule, as `--policy-DECISION` takes them.
    pub parts: Vec<(&'static str, &'static str)>,
    /// What becomes of its games.
    pub exact: GameExact,
    /// Its value.
    pub value: f64,
    /// The value after each round of learning.
    pub path: Vec<f64>,
}

impl Distilled {
    /// The rules in words: those for matches, then event shift, heal, gamble. At most 12.
    pub fn sentences(&self) -> Vec<String> {
        let mut all: Vec<String> = self.list.lines().iter().map(Line::sentence).collect();
        for (decision, rule) in &self.parts {
            all.push(match (*decision, *rule) {
                ("event_shift", "to_glory") => {
                    "Event die on 1 or 3 and 2 glory: move it to 2 (glory becomes 5).".into()
                }
                ("event_shift", _) => "Never pay to move the event die.".into(),
                ("heal", "high") => "Event 5: heal your higher health die.".into(),
                ("heal", _) => "Event 5: heal your lower health die.".into(),
                ("gamble", "never") => "After a round: never roll a health die.".into(),
                (_, rule) => format!(
                    "After a round: roll your lowest health die if it shows at most {}.",
                    rule.trim_start_matches("low<=")
                ),
            });
        }
        all
    }
}

/// Distils a list from the optimum.
///
/// # Errors
/// If values cannot be worked out (solving was stopped).
pub fn distil(library: &Arc<Library>, recipe: &Recipe) -> Result<Distilled> {
    let spec_of = |list: &RuleList| PolicySpec::parse(&format!("list:{list}"));
    let value_of = |exact: &GameExact| match recipe.objective {
        Objective::Win => exact.win(),
        Objective::Score => exact.mean_score(),
    };
    let teacher = PolicySpec::parse(&format!("optimal:{}", recipe.objective.game_name()))?;
    let mut values = library.values(&ValueSpec::Optimal(recipe.objective))?;
    let mut player = Player::new(&teacher, library)?;
    let mut best: Option<(f64, RuleList, GameExact)> = None;
    let mut path = Vec::new();
    for round in 0..recipe.rounds.max(1) {
        let lessons = sample(&player, recipe, round);
        let list = learn(library, &values, &lessons, recipe.lines)?;
        let spec = spec_of(&list)?;
        player = Player::new(&spec, library)?;
        let exact = exact::game(&player)?;
        let value = value_of(&exact);
        path.push(value);
        if best.as_ref().is_none_or(|b| value > b.0) {
            best = Some((value, list, exact));
        }
        if round + 1 < recipe.rounds {
            values = library.values(&ValueSpec::Of(recipe.objective, Box::new(spec)))?;
        }
    }
    let (mut value, list, mut exact) = best.expect("at least one round");
    let mut spec = spec_of(&list)?;
    let mut parts = vec![
        ("event_shift", "never"),
        ("heal", "low"),
        ("gamble", "low<=3"),
    ];
    for (at, choices) in [
        (0, &["to_glory"][..]),
        (1, &["high"]),
        (2, &["low<=2", "low<=4"]),
    ] {
        for &rule in choices {
            let other = spec.clone().with_part(parts[at].0, rule)?;
            let found = exact::game(&Player::new(&other, library)?)?;
            if value_of(&found) > value {
                (value, spec, exact) = (value_of(&found), other, found);
                parts[at].1 = rule;
            }
        }
    }
    Ok(Distilled {
        list,
        spec,
        parts,
        exact,
        value,
        path,
    })
}

/// Matches of a policy's own games.
fn sample(player: &Player, recipe: &Recipe, round: usize) -> Vec<Observed> {
    let mut games = 64;
    loop {
        let seen = observe(player, recipe.seed + round as u64, games);
        if seen.len() >= recipe.sample || games >= 1 << 16 {
            // Every k-th, so that all of the games are spoken of.
            let k = (seen.len() / recipe.sample).max(1);
            return seen.into_iter().step_by(k).take(recipe.sample).collect();
        }
        games *= 2;
    }
}

/// What a list may do with the matches of a sample.
struct Lessons {
    /// By match: loss of doing nothing.
    nothing: Vec<f32>,
    /// By move and match: the loss; not a number where the move does not apply.
    losses: Vec<Vec<f32>>,
    /// By condition: the matches in which it holds.
    holds: Vec<Vec<u64>>,
}

/// The conditions, one or two atoms each.
fn conditions(atoms: &[Atom]) -> Vec<(usize, usize)> {
    let n = atoms.len();
    (0..n).flat_map(|a| (a..n).map(move |b| (a, b))).collect()
}

impl Lessons {
    fn new(
        library: &Arc<Library>,
        values: &Values,
        sample: &[Observed],
        steps: &[Step],
        atoms: &[Atom],
    ) -> Result<Self> {
        let game = &library.game;
        let rows: Vec<(f32, Vec<f32>, Vec<bool>)> = sample
            .par_iter()
            .map(|o| {
                let (fight, roll): (Fight, Roll) = (o.fight, o.roll);
                let menu = library.menus.menu(
                    o.context.class(game),
                    super::rules::exchange::Permit::ALL,
                    o.layer == 1,
                );
                let bout = menu.bout(&game.rules);
                let advice =
                    advise::in_game(library, values, &o.context, o.layer == 1, fight, roll)?;
                let number = values.contexts.number(&o.context);
                let loss = |code| (advice.value() - values.code(&o.context, number, code)) as f32;
                let losses = steps
                    .iter()
                    .map(|s| {
                        s.outcome(&bout, fight, roll)
                            .map_or(f32::NAN, |(_, code)| loss(code))
                    })
                    .collect();
                let idle = Idle::new(&bout, fight, roll);
                let holds = atoms.iter().map(|a| idle.holds(*a, fight, roll)).collect();
                Ok(((advice.value() - advice.do_nothing) as f32, losses, holds))
            })
            .collect::<Result<_>>()?;
        let n = sample.len();
        let mut holds = vec![vec![0u64; n.div_ceil(64)]; atoms.len()];
        for (i, (_, _, h)) in rows.iter().enumerate() {
            for (a, _) in h.iter().enumerate().filter(|(_, h)| **h) {
                holds[a][i / 64] |= 1 << (i % 64);
            }
        }
        Ok(Self {
            nothing: rows.iter().map(|r| r.0).collect(),
            losses: (0..steps.len())
                .map(|s| rows.iter().map(|r| r.1[s]).collect())
                .collect(),
            holds,
        })
    }
}

/// The list that loses least on a sample, greedily.
fn learn(
    library: &Arc<Library>,
    values: &Values,
    sample: &[Observed],
    most: usize,
) -> Result<RuleList> {
    let (steps, atoms) = (Step::all(), [vec![Atom::Always], Atom::all()].concat());
    let lessons = Lessons::new(library, values, sample, &steps, &atoms)?;
    let pairs = conditions(&atoms);
    let mut now = lessons.nothing.clone();
    let mut lines: Vec<Line> = Vec::new();
    while lines.len() < most {
        let best = (0..steps.len())
            .into_par_iter()
            .map(|s| {
                let gains: Vec<f32> = now
                    .iter()
                    .zip(&lessons.losses[s])
                    .map(|(n, l)| if l.is_nan() { 0.0 } else { n - l })
                    .collect();
                let (mut most, mut at) = (0.0f32, 0);
                for (k, &(a, b)) in pairs.iter().enumerate() {
                    let mut sum = 0.0;
                    for (w, (x, y)) in lessons.holds[a].iter().zip(&lessons.holds[b]).enumerate() {
                        let mut bits = x & y;
                        while bits != 0 {
                            sum += gains[w * 64 + bits.trailing_zeros() as usize];
                            bits &= bits - 1;
                        }
                    }
                    if sum > most {
                        (most, at) = (sum, k);
                    }
                }
                (most, s, at)
            })
            // The greatest gain; of equal ones the first move.
            .reduce(
                || (0.0, usize::MAX, 0),
                |x, y| {
                    if y.0 > x.0 || y.0 == x.0 && y.1 < x.1 {
                        y
                    } else {
                        x
                    }
                },
            );
        let (gain, s, at) = best;
        if gain <= 1e-6 * sample.len() as f32 * values.scale() as f32 {
            break;
        }
        let (a, b) = pairs[at];
        for (i, slot) in now.iter_mut().enumerate() {
            let holds = lessons.holds[a][i / 64] & lessons.holds[b][i / 64];
            let loss = lessons.losses[s][i];
            if holds >> (i % 64) & 1 == 1 && !loss.is_nan() {
                *slot = loss;
            }
        }
        let (first, second) = if a == 0 {
            (atoms[b], atoms[0])
        } else if a == b {
            (atoms[a], atoms[0])
        } else {
            (atoms[a], atoms[b])
        };
        lines.insert(
            0,
            Line {
                when: [first, second],
                step: steps[s],
            },
        );
    }
    if lines.is_empty() {
        lines.push(Line {
            when: [Atom::Always; 2],
            step: Step::NOTHING,
        });
    }
    RuleList::new(&lines)
}

#[cfg(test)]
mod tests {
    use super::super::dice::Faces;
    use super::super::rules::game::{Enemy, Event, Game, Round};
    use super::super::rules::{Ability, Rules};
    use super::super::state::Health;
    use super::*;

    #[test]
    fn a_distilled_list_is_short_playable_and_better_than_swaps_alone() {
        let mut rules = Rules::rulebook();
        rules.set("bargain", "off").unwrap();
        let enemy = |health| Enemy {
            health: Some(health),
            ability: Ability::None,
        };
        let cards = vec![[enemy(4); 2], [enemy(3); 2]];
        let rounds = vec![Round {
            cards: 2,
            side: 0,
            faces: Faces::NONE,
        }];
        let game = Game::new(rules, cards, rounds, Event::ALL, 1, (Health::new(4, 4), 0)).unwrap();
        let library = Arc::new(Library::new(game));
        let found = distil(
            &library,
            &Recipe {
                sample: 1500,
                rounds: 2,
                ..Recipe::new(Objective::Win)
            },
        )
        .unwrap();
        assert!(found.sentences().len() <= 12);
        // The list is a policy: read back by its name it has the same value.
        let again = found.parts.iter().fold(
            PolicySpec::parse(&format!("list:{}", found.list)).unwrap(),
            |s, (d, r)| s.with_part(d, r).unwrap(),
        );
        let exact = |spec: &PolicySpec| {
            exact::game(&Player::new(spec, &library).unwrap())
                .unwrap()
                .win()
        };
        assert!((exact(&again) - found.value).abs() < 1e-12);
        let optimum = library
            .values(&ValueSpec::Optimal(Objective::Win))
            .unwrap()
            .whole();
        let swaps = exact(&PolicySpec::parse("swap_only").unwrap());
        assert!(
            swaps < found.value && found.value <= optimum + 1e-12,
            "{swaps} {} {optimum}\n{}",
            found.value,
            found.sentences().join("\n")
        );
    }
}
