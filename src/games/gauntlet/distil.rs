//! A short list of rules distilled from exact values: policy iteration within lists.
//!
//! What comes of it must be playable at a table: few ways to count, small whole weights, no rule that earns next to nothing.
//!
//! It begins with the best of some simple ways to count, as a list of one rule. Each round works out the list's exact values, takes a sample of
//! matches from its own games, and puts in front the condition and play that gain most on the sample by these values (decision lists, Rivest
//! 1987, learned with costs; the step is one of policy improvement, so it is judged by what the list itself makes of its consequences). A rule stays if
//! the exact value of the whole list grows by enough. In the end rules that have become idle are struck out.

mod ways;

use ways::{SIMPLE, counts, enough};

use super::dice::Roll;
use super::exact::{self, GameExact};
use super::library::Library;
use super::list::{Atom, Idle, Line, MOST_LINES, Play, RuleList, Step, counted};
use super::observe::{Observed, observe};
use super::policy::Player;
use super::rules::exchange::Permit;
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
    /// Different ways to count in the list, at least 1.
    pub ways: usize,
    /// Matches in a sample.
    pub sample: usize,
    /// Seed of the samples.
    pub seed: u64,
}

impl Recipe {
    /// At most 12 rules: 9 for matches, 3 for the other decisions.
    pub fn new(objective: Objective) -> Self {
        Self {
            objective,
            lines: MOST_LINES,
            ways: 2,
            sample: 4000,
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
    /// The value after each rule that was added, from the way to count that it began with.
    pub path: Vec<f64>,
}

impl Distilled {
    /// The rules in words: those for matches, then event shift, heal, gamble. At most 12.
    pub fn sentences(&self) -> Vec<String> {
        let ways = self.list.ways();
        let sentence = |line: &Line| match line.play {
            Play::Count(way) if ways.len() > 1 => {
                let at = ways.iter().position(|w| *w == way).unwrap_or(0);
                line.sentence(&format!("take the play with most {}", letter(at)))
            }
            play => line.sentence(&play.sentence()),
        };
        let mut all: Vec<String> = self.list.lines().iter().map(sentence).collect();
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

/// The name of a way to count on the sheet.
fn letter(at: usize) -> char {
    char::from(b'A' + at as u8)
}

impl Distilled {
    /// The ways to count that the rules speak of, where there are several: `A = 3 x health + 2 x glory - 2 x enemy health`.
    pub fn ways(&self) -> Vec<String> {
        let ways = self.list.ways();
        if ways.len() < 2 {
            return Vec::new();
        }
        let named = ways.iter().enumerate();
        named
            .map(|(at, way)| format!("{} = {}", letter(at), counted(*way)))
            .collect()
    }
}

/// Distils a list.
///
/// # Errors
/// If a policy has no exact answer under these rules (a cap on matches).
pub fn distil(library: &Arc<Library>, recipe: &Recipe) -> Result<Distilled> {
    distil_telling(library, recipe, &|_, _| true)
}

/// The same; `told` hears of rounds done, of how many at most, and may stop it; what was found is then given.
///
/// # Errors
/// If a policy has no exact answer under these rules (a cap on matches).
pub fn distil_telling(
    library: &Arc<Library>,
    recipe: &Recipe,
    told: &dyn Fn(usize, usize) -> bool,
) -> Result<Distilled> {
    let most = recipe.lines.clamp(1, MOST_LINES);
    let spec_of = |lines: &[Line]| PolicySpec::parse(&format!("list:{}", RuleList::new(lines)?));
    let value_of = |exact: &GameExact| match recipe.objective {
        Objective::Win => exact.win(),
        Objective::Score => exact.mean_score(),
    };
    let play = |lines: &[Line]| exact::game(&Player::new(&spec_of(lines)?, library)?);
    // The best of simple ways to count, as a list.
    let mut best: Option<(f64, Vec<Line>)> = None;
    for weights in SIMPLE {
        let lines = vec![Line {
            when: [Atom::Always; 2],
            play: Play::Count(weights),
        }];
        let found = value_of(&play(&lines)?);
        if best.as_ref().is_none_or(|b| found > b.0) {
            best = Some((found, lines));
        }
    }
    let (mut value, mut lines) = best.expect("there are presets");
    let (mut path, mut again) = (vec![value], false);
    let least = enough(recipe.objective);
    while lines.len() < most && told(lines.len() - 1, most - 1) {
        let spec = spec_of(&lines)?;
        let matches = sample(
            &Player::new(&spec, library)?,
            recipe,
            2 * lines.len() + usize::from(again),
        );
        let values = library.values(&ValueSpec::Of(recipe.objective, Box::new(spec)))?;
        // Once there are as many ways to count as there may be, rules choose among them.
        let mut ways = RuleList::new(&lines)?.ways();
        if ways.len() < recipe.ways {
            ways = counts();
        }
        let mut grown = None;
        for line in learn(library, &values, &matches, &ways)? {
            let longer = [&[line], &lines[..]].concat();
            let found = value_of(&play(&longer)?);
            if found > value + least {
                grown = Some((found, longer));
                break;
            }
        }
        let Some((found, longer)) = grown else {
            // Another sample may see what this one did not; once.
            if again {
                break;
            }
            again = true;
            continue;
        };
        again = false;
        (value, lines) = (found, longer);
        path.push(value);
    }
    // Rules that later ones have made idle, the oldest first; the last rule stays.
    for at in (0..lines.len() - 1).rev() {
        let mut shorter = lines.clone();
        shorter.remove(at);
        let found = value_of(&play(&shorter)?);
        if found > value - least {
            (value, lines) = (found, shorter);
        }
    }
    let mut spec = spec_of(&lines)?;
    let mut exact = exact::game(&Player::new(&spec, library)?)?;
    value = value_of(&exact);
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
        list: RuleList::new(&lines)?,
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
    /// By play and match: what it gains over what the list does; nothing where it does not apply.
    gains: Vec<Vec<f32>>,
    /// By condition: the matches in which it holds, a bit each.
    holds: Vec<Vec<u64>>,
}

impl Lessons {
    fn new(
        library: &Arc<Library>,
        values: &Values,
        sample: &[Observed],
        plays: &[Play],
        atoms: &[Atom],
    ) -> Self {
        let game = &library.game;
        let rows: Vec<(Vec<f32>, Vec<bool>)> = sample
            .par_iter()
            .map(|o| {
                let (fight, roll): (Fight, Roll) = (o.fight, o.roll);
                let menu = library
                    .menus
                    .menu(o.context.class(game), Permit::ALL, o.layer == 1);
                let bout = menu.bout(&game.rules);
                let number = values.contexts.number(&o.context);
                let worth = |code| values.code(&o.context, number, code);
                let done = worth(o.code);
                let gain = |play: &Play| {
                    let code = play.outcome(&menu, &bout, fight, roll);
                    code.map_or(0.0, |c| (worth(c) - done) as f32)
                };
                let idle = Idle::new(&bout, fight, roll);
                let holds = atoms.iter().map(|a| idle.holds(*a, fight, roll)).collect();
                (plays.iter().map(gain).collect(), holds)
            })
            .collect();
        let n = sample.len();
        let mut holds = vec![vec![0u64; n.div_ceil(64)]; atoms.len()];
        for (i, (_, h)) in rows.iter().enumerate() {
            for (a, _) in h.iter().enumerate().filter(|(_, h)| **h) {
                holds[a][i / 64] |= 1 << (i % 64);
            }
        }
        let gains = (0..plays.len())
            .map(|p| rows.iter().map(|r| r.0[p]).collect())
            .collect();
        Self { gains, holds }
    }

    /// What a play gains where two conditions hold.
    fn gain(&self, play: usize, a: usize, b: usize) -> f32 {
        let mut sum = 0.0;
        for (w, (x, y)) in self.holds[a].iter().zip(&self.holds[b]).enumerate() {
            let mut bits = x & y;
            while bits != 0 {
                sum += self.gains[play][w * 64 + bits.trailing_zeros() as usize];
                bits &= bits - 1;
            }
        }
        sum
    }
}

/// The few rules that gain most on a sample, each with a play of its own, the best first.
fn learn(
    library: &Arc<Library>,
    values: &Values,
    sample: &[Observed],
    ways: &[[i8; 4]],
) -> Result<Vec<Line>> {
    const FEW: usize = 6;
    let plays: Vec<Play> = Step::all()
        .into_iter()
        .map(Play::Move)
        .chain(ways.iter().map(|w| Play::Count(*w)))
        .collect();
    let atoms = [vec![Atom::Always], Atom::all()].concat();
    let lessons = Lessons::new(library, values, sample, &plays, &atoms);
    let pairs: Vec<(usize, usize)> = (0..atoms.len())
        .flat_map(|a| (a..atoms.len()).map(move |b| (a, b)))
        .collect();
    let mut found: Vec<(f32, usize, (usize, usize))> = (0..plays.len())
        .into_par_iter()
        .map(|play| {
            pairs.iter().fold((0.0, play, (0, 0)), |best, &(a, b)| {
                let gain = lessons.gain(play, a, b);
                if gain > best.0 {
                    (gain, play, (a, b))
                } else {
                    best
                }
            })
        })
        .collect();
    found.sort_by(|x, y| y.0.total_cmp(&x.0).then(x.1.cmp(&y.1)));
    let line = |(_, play, (a, b)): &(f32, usize, (usize, usize))| {
        let when = match (*a, *b) {
            (0, b) => [atoms[b], Atom::Always],
            (a, b) if a == b => [atoms[a], Atom::Always],
            (a, b) => [atoms[a], atoms[b]],
        };
        Line {
            when,
            play: plays[*play],
        }
    };
    Ok(found
        .iter()
        .filter(|f| f.0 > 0.0)
        .take(FEW)
        .map(line)
        .collect())
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
                lines: 3,
                ..Recipe::new(Objective::Win)
            },
        )
        .unwrap();
        assert!(found.sentences().len() <= 12 && found.list.ways().len() <= 2);
        // Nothing that a player would have to count for nothing.
        let said = found.sentences().join(" ") + &found.ways().join(" ");
        assert!(!said.contains("0 x") && !said.contains("+ 0"), "{said}");
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
