//! The verdict of a duel, computed from its numbers.

use super::{Asked, Figures};
use crate::games::battle::strip::Favoured;
use crate::study::battle::strip::{self, Headline};

/// The sentences, the headline first.
pub(super) fn sentences(asked: &Asked, f: &Figures<'_>, strip: &Headline) -> Vec<String> {
    let names = [0, 1].map(|s| &asked.sides[s].name);
    let same = names[0] == names[1];
    let called = |s: usize| match same {
        true => ["a", "b"][s].to_string(),
        false => format!("{} ({})", names[s], ["a", "b"][s]),
    };
    let win = f.win(0);
    let favoured = strip::favoured(&[win, f.win(1)]);
    let known = if win.exact.is_some() {
        "exactly"
    } else {
        "in the sample"
    };
    let headline = match favoured {
        Favoured::Even if win.exact.is_some_and(|w| (w - 0.5).abs() < 1e-9) => {
            "Neither side is favoured: a wins one half.".to_string()
        }
        Favoured::Even if win.exact.is_some() => format!(
            "Neither side wins more than one half of the battles: a wins {}, b {}.",
            win.words(4),
            f.win(1).words(4)
        ),
        Favoured::Even => format!(
            "Neither side is shown to be favoured: a wins {}.",
            win.words(4)
        ),
        side => {
            let s = usize::from(side == Favoured::B);
            format!(
                "{} is favoured: wins {} of the battles {known}, {} wins {}.",
                called(s),
                f.win(s).words(4),
                called(1 - s),
                f.win(1 - s).words(4)
            )
        }
    };
    let mut all = vec![headline];
    all.extend(strip.sentence());
    let fate = |s: usize| format!("{} dies in {}", called(s), f.dead(s).words(4));
    all.push(format!(
        "{} and {} of the battles; a battle takes {} turns in the mean.",
        fate(0),
        fate(1),
        f.mean_turns().words(2)
    ));
    if let (Some(a), Some(b)) = (f.win_if_first(0, 0), f.win_if_first(0, 1)) {
        all.push(format!(
            "With the first turn a wins {}, with the second {}.",
            a.words(4),
            b.words(4)
        ));
    }
    let no_contest = f.no_contest();
    if no_contest.value > 1e-9 {
        all.push(format!(
            "{} of the battles end in a coma and count for nobody.",
            no_contest.words(6)
        ));
    }
    let undecided = f.undecided();
    if undecided.value > 1e-9 {
        all.push(format!(
            "{} of the battles had no end at the turn cap and count for nobody.",
            undecided.words(6)
        ));
    }
    all
}
