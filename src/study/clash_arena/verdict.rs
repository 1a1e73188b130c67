//! The verdict of whole games in plain sentences, computed from the numbers.

use super::measures::{Estimate, of_game};
use super::tables::{Rated, rated};
use super::worths::Worths;
use super::{Asked, Outcome, Played, listed};
use crate::games::clash::arena::state::End;
use crate::games::clash::arena::tally::{Game, Seat};
use crate::games::clash::counts::Kind;
use crate::stats::{simultaneous_confidence, z_for};

/// The sentences, the headline first.
pub(super) fn sentences(asked: &Asked, played: &[Played], outcome: &Outcome) -> Vec<String> {
    let mut said: Vec<String> = played.iter().filter_map(cut_off).collect();
    if asked.policies.len() > 1 {
        said.extend(played.iter().filter_map(|p| policies(asked, p)));
    }
    said.extend(played.iter().map(|p| seats(asked, p)));
    said.extend(played.iter().map(|p| course(asked, p)));
    said.extend(played.iter().filter_map(|p| drafted(asked, p)));
    said.extend(super::sensitivity::sentences(outcome));
    said
}

fn percent(x: f64) -> String {
    format!("{:.1} %", x * 100.0)
}

fn span(e: &Estimate) -> String {
    let (lo, hi) = e.span();
    format!("{} to {}", percent(lo), percent(hi))
}

/// Games that the turn cap ended are in every share; who reads the first line must know.
fn cut_off(played: &Played) -> Option<String> {
    let capped = super::measures::capped(played.tally);
    (capped > 0).then(|| {
        format!(
            "{capped} of the {} games of {} players were cut off by the turn cap; they count like stalemates in all that follows.",
            played.tally.games(),
            played.players()
        )
    })
}

fn policies(asked: &Asked, played: &Played) -> Option<String> {
    let rated = rated(played, asked.confidence);
    let best: Vec<String> = rated
        .iter()
        .filter(|r| r.group == 1)
        .map(|r| asked.policies[r.policy].clone())
        .collect();
    let top = rated.first()?;
    let last = rated.last()?;
    let seating = played.games.seating(0);
    let of = |r: &Rated| {
        let seats = seating[..played.players()]
            .iter()
            .filter(|p| usize::from(**p) == r.policy)
            .count();
        let each = match seats {
            0 | 1 => String::new(),
            n => format!(" at each of its {n} seats"),
        };
        format!(
            "{} wins {} of the games{each} ({})",
            asked.policies[r.policy],
            percent(r.win.or_zero()),
            span(&r.win)
        )
    };
    Some(match best.len() {
        1 => format!(
            "With {} players {}, more than any other; {}.",
            played.players(),
            of(top),
            of(last)
        ),
        _ => format!(
            "With {} players these games do not tell which of {} wins most; {}, {}.",
            played.players(),
            listed(&best, "and"),
            of(top),
            of(last)
        ),
    })
}

fn seats(asked: &Asked, played: &Played) -> String {
    let n = played.players();
    let level = simultaneous_confidence(asked.confidence, n);
    let fair = 1.0 / n as f64;
    let wins: Vec<Estimate> = (0..n)
        .map(|s| Estimate::win(&played.tally.seat(s, Seat::Win), level))
        .collect();
    let apart: Vec<usize> = (0..n)
        .filter(|&s| wins[s].span().0 > fair || wins[s].span().1 < fair)
        .collect();
    let all: Vec<String> = wins.iter().map(|w| percent(w.or_zero())).collect();
    let shares = all.join(" / ");
    if apart.is_empty() {
        return format!(
            "With {n} players no seat is better or worse than its fair share of {} as far as {} games tell: {shares}.",
            percent(fair),
            played.tally.games()
        );
    }
    let by = |s: &&usize| wins[**s].or_zero();
    let best = apart
        .iter()
        .max_by(|a, b| by(a).total_cmp(&by(b)))
        .expect("some seat is apart");
    let worst = apart
        .iter()
        .min_by(|a, b| by(a).total_cmp(&by(b)))
        .expect("some seat is apart");
    let mut said = format!(
        "With {n} players the seats win {shares} (fair: {})",
        percent(fair)
    );
    if wins[*best].or_zero() > fair {
        said += &format!("; seat {best} is better off");
    }
    if wins[*worst].or_zero() < fair {
        said += &format!("; seat {worst} is worse off");
    }
    said + "."
}

fn course(asked: &Asked, played: &Played) -> String {
    let of = |m: Game| of_game(played.tally, m, asked.confidence);
    let metrics = [Game::LastPlayer, Game::Animals, Game::Stalemate, Game::Cap];
    let (end, share) = End::ALL
        .iter()
        .zip(metrics)
        .map(|(end, m)| (end.name(), of(m).or_zero()))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .expect("there are ends");
    let standing = of(Game::LastStandingWins).or_zero();
    let last = of(Game::LastPlayer).or_zero();
    let mut said = format!(
        "A game of {} players takes {:.1} turns; {} end by {} ({} shared wins). The lead changes {:.1} times, and the winner was at most {:.1} points behind on average.",
        played.players(),
        of(Game::Turns).or_zero(),
        percent(share),
        end.replace('_', " "),
        percent(of(Game::Tie).or_zero()),
        of(Game::LeadChanges).or_zero(),
        of(Game::WinnerDeficit).or_zero()
    );
    if last > 0.0 {
        said += &format!(
            " Where one player is left, that player wins {}; players without gladiators win {} of all games.",
            percent(standing / last),
            percent(of(Game::EliminatedWins).or_zero())
        );
    }
    said
}

fn drafted(asked: &Asked, played: &Played) -> Option<String> {
    let worths = Worths::new(played.tally)?;
    let z = z_for(asked.confidence);
    let points = |kind: Kind| worths.value(0, kind);
    let mut kinds = Kind::ALL.to_vec();
    kinds.sort_by(|a, b| points(*b).0.total_cmp(&points(*a).0));
    let named: Vec<String> = kinds
        .iter()
        .map(|k| {
            let (value, error) = points(*k);
            format!("{} {value:+.3} (± {:.3})", k.word(), z * error)
        })
        .collect();
    Some(format!(
        "With {} players, between players of the same policy and seat, one more gladiator of a kind is worth, in points against the average kind: {}.",
        played.players(),
        named.join(", ")
    ))
}
