//! The verdict on a policy in plain sentences, computed from the numbers.

use super::super::{grouped, percent, roman};
use super::ledger::flows;
use super::tables::{of_winners, win};
use super::{Answer, Part};

/// Beyond this distance in standard errors something would be wrong.
const CLEARLY: f64 = 5.0;
/// Fights a game below which a sampled share of deaths is not told.
const FEWEST: f64 = 0.01;

/// The sentences, the headline first. Each is exact or sampled as a whole, and says which.
pub(super) fn sentences(answer: &Answer<'_>) -> Vec<String> {
    let mut said = vec![headline(answer)];
    if let Some(story) = answer
        .parts
        .len()
        .checked_sub(1)
        .and_then(|at| Story::of(answer, at))
    {
        said.push(where_it_ends(answer, &story));
        said.push(length(&story));
    }
    said.extend(glory(answer));
    said.extend(agreement(answer));
    said
}

fn headline(answer: &Answer<'_>) -> String {
    let spec = &answer.parts[0].player.spec;
    let exact = (0..answer.parts.len()).all(|at| win(answer, at).exact.is_some());
    let each = (0..answer.parts.len()).map(|at| {
        let e = win(answer, at);
        let p = if exact { e.exact } else { e.value };
        format!(
            "{} of {} games",
            percent(p.unwrap_or(0.0)),
            answer.parts[at].name
        )
    });
    format!(
        "The policy {spec} wins {} ({}).",
        each.collect::<Vec<_>>().join(", "),
        way(exact)
    )
}

/// How a figure came about.
fn way(exact: bool) -> &'static str {
    if exact { "exact" } else { "sampled" }
}

/// Fights against an enemy.
struct Foe {
    round: u8,
    name: String,
    fights: f64,
    deaths: f64,
}

/// What is told of one difficulty: all of it exact, or all of it sampled.
struct Story<'a> {
    part: &'a Part,
    exact: bool,
    /// Deaths by round.
    died: Vec<f64>,
    foes: Vec<Foe>,
    matches: f64,
    score: f64,
    /// Health and glory of those who win, if any do.
    left: Option<(f64, f64)>,
}

impl<'a> Story<'a> {
    fn of(answer: &Answer<'a>, at: usize) -> Option<Self> {
        let part = &answer.parts[at];
        let game = &part.player.library().game;
        let foe = |round: u8, card: u8, side: u8, fights: f64, deaths: f64| Foe {
            round,
            name: answer.asked.card(card, side),
            fights,
            deaths,
        };
        if let Some(e) = part.exact() {
            return Some(Self {
                part,
                exact: true,
                died: e.death.iter().map(|d| d.iter().sum()).collect(),
                foes: e
                    .enemies
                    .iter()
                    .map(|(k, m)| foe(k.0, k.1, k.2, m.fights, m.deaths))
                    .collect(),
                matches: e.matches,
                score: e.mean_score(),
                left: (e.win() > 0.0).then(|| (e.mean_health_if_win(), e.mean_glory_if_win())),
            });
        }
        let t = answer.tally(at)?;
        let rounds = 1..=part.last_round;
        let foes = rounds.clone().flat_map(|round| {
            let side = game.round(round).side;
            (0..game.cards.len() as u8).map(move |card| (round, card, side))
        });
        let foes = foes.map(|(round, card, side)| {
            let place = usize::from(round - 1) * 5 + usize::from(card);
            foe(
                round,
                card,
                side,
                t.met[place] as f64,
                t.killed_by[place] as f64,
            )
        });
        Some(Self {
            part,
            exact: false,
            died: t
                .death
                .chunks(6)
                .take(rounds.count())
                .map(|d| d.iter().sum::<u64>() as f64)
                .collect(),
            foes: foes.collect(),
            matches: t.matches.moments(t.games).mean()?,
            score: t.score_moments(part.last_round).mean()?,
            left: of_winners(t, |h, _| h)
                .mean()
                .zip(of_winners(t, |_, g| g).mean()),
        })
    }
}

/// The round and the enemy where most runs end.
fn where_it_ends(answer: &Answer<'_>, s: &Story<'_>) -> String {
    let (name, all) = (&s.part.name, s.died.iter().sum::<f64>());
    if all <= 0.0 {
        return format!("On {name} no run ends in death ({}).", way(s.exact));
    }
    let worst = (0..s.died.len()).fold(0, |w, r| if s.died[r] > s.died[w] { r } else { w });
    let foes = s.foes.iter().filter(|f| f.fights > 0.0);
    let killer = foes.clone().max_by(|a, b| a.deaths.total_cmp(&b.deaths));
    let few = FEWEST * answer.n().map_or(0.0, |n| n as f64);
    let fight = foes
        .filter(|f| s.exact || f.fights >= few)
        .max_by(|a, b| (a.deaths / a.fights).total_cmp(&(b.deaths / b.fights)));
    let mut text = if s.died.len() == 1 {
        format!("On {name} ")
    } else {
        format!(
            "On {name} most runs that fail end in round {} ({} of deaths); ",
            roman(worst as u8 + 1),
            percent(s.died[worst] / all)
        )
    };
    if let Some(f) = killer {
        text += &format!(
            "the greatest killer is {} in round {} ({} of deaths)",
            f.name,
            roman(f.round),
            percent(f.deaths / all)
        );
    }
    if let Some(f) = fight {
        text += &format!(
            "; the deadliest fight is {} in round {} ({} of its fights)",
            f.name,
            roman(f.round),
            percent(f.deaths / f.fights)
        );
    }
    format!("{text} ({}).", way(s.exact))
}

fn length(s: &Story<'_>) -> String {
    let left = s.left.map_or(String::new(), |(health, glory)| {
        format!("; those who win keep {health:.2} health and {glory:.2} glory")
    });
    format!(
        "On {} a game takes {:.1} matches and scores {:.2} points on average{left} ({}).",
        s.part.name,
        s.matches,
        s.score,
        way(s.exact)
    )
}

fn glory(answer: &Answer<'_>) -> Option<String> {
    let at = answer.parts.len() - 1;
    let t = answer.tally(at)?;
    let flows = flows(t);
    let most = |direction: &str| {
        flows
            .iter()
            .filter(|f| f.0 == direction)
            .max_by_key(|f| f.2.sum)
    };
    let total = |direction: &str| {
        flows
            .iter()
            .filter(|f| f.0 == direction)
            .map(|f| f.2.sum)
            .sum::<u64>() as f64
    };
    let (source, sink) = (most("in")?, most("out")?);
    if source.2.sum == 0 {
        return None;
    }
    let n = t.games as f64;
    let mut text = format!(
        "Glory on {} (sampled): {:.2} a game come in, most from {} ({})",
        answer.parts[at].name,
        total("in") / n,
        source.1,
        percent(source.2.sum as f64 / total("in"))
    );
    if sink.2.sum > 0 {
        text += &format!(
            "; {:.2} go out, most to {} ({})",
            total("out") / n,
            sink.1,
            percent(sink.2.sum as f64 / total("out"))
        );
    }
    Some(text + ".")
}

/// Whether sampled and exact agree.
fn agreement(answer: &Answer<'_>) -> Option<String> {
    let n = answer.n()?;
    let worst = (0..answer.parts.len())
        .filter_map(|at| Some((&answer.parts[at].name, win(answer, at).z?)))
        .max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
    Some(if worst.1.abs() <= CLEARLY {
        format!(
            "{} sampled games agree with the exact answer: the largest distance of a win rate is {:.2} standard errors ({}).",
            grouped(n),
            worst.1.abs(),
            worst.0
        )
    } else {
        format!(
            "WARNING: sampled and exact disagree, the win rate of {} is {:.1} standard errors off. Please report this with the command.",
            worst.0,
            worst.1.abs()
        )
    })
}
