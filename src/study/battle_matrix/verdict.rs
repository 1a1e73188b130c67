//! The verdict of a matrix, computed from its numbers.

use super::{Asked, Under, mean_of};
use crate::games::battle::strip::Favoured;
use crate::metagame::cycles::three_cycles;
use crate::metagame::nash;
use crate::study::battle::strip::Headline;

/// The sentences, the headline first.
pub(super) fn sentences(
    asked: &Asked,
    own: &Under,
    sets: &[(String, Under)],
    strip: &Headline,
) -> Vec<String> {
    let mut all = vec![headline(asked, own)];
    all.extend(mixture(asked, own));
    if !sets.is_empty() {
        let known = |u: &Under| u.favoured.iter().flatten().any(|f| *f != Favoured::Even);
        if sets.iter().any(|s| known(&s.1)) {
            all.push(favourites(asked, own, sets));
        }
        all.extend(
            strip
                .sentence()
                .map(|s| s.replace("The verdict", "The best row")),
        );
    }
    all
}

fn headline(asked: &Asked, own: &Under) -> String {
    let groups = own.ranking.groups();
    let best = own.best();
    let rest: Vec<usize> = groups.iter().skip(1).flatten().copied().take(3).collect();
    let then = match rest.is_empty() {
        true => String::new(),
        false => format!("; then {}", asked.named(&rest)),
    };
    let mean = mean_of(&own.cells[best[0]]);
    match (best.len(), own.sampled()) {
        (1, _) => format!(
            "{} does best in the mean over all columns: {mean:.4}{then}.",
            asked.named(&best)
        ),
        (_, false) => format!(
            "{} do best in the mean over all columns: {mean:.4}{then}.",
            asked.named(&best)
        ),
        (_, true) => format!(
            "The best are not told apart: {}; the first wins {mean:.4} in the mean over all columns{then}.",
            asked.named(&best)
        ),
    }
}

fn mixture(asked: &Asked, own: &Under) -> Vec<String> {
    let Some(game) = asked.game(own) else {
        return Vec::new();
    };
    let eq = nash::symmetric(&game);
    let mix: Vec<String> = eq
        .support
        .iter()
        .map(|i| format!("{} {:.3}", asked.rows[*i].name, eq.weights[*i]))
        .collect();
    // Where no pair has a favourite there is nothing to be safe from.
    let favourites = own.favoured.iter().flatten();
    if favourites.clone().all(|f| *f == Favoured::Even) {
        return vec![
            "No pair has a favourite, as far as is known: anybody is as safe as another.".into(),
        ];
    }
    let by = if own.sampled() {
        "By the estimates, which may be off as their intervals say, "
    } else {
        ""
    };
    let safe = match eq.support.len() {
        1 => format!(
            "against free choice {} alone is safe.",
            asked.named(&eq.support)
        ),
        _ => format!(
            "nobody alone is safe; the unbeatable mixture is {}.",
            mix.join(", ")
        ),
    };
    let cycles: Vec<_> = three_cycles(&game)
        .into_iter()
        .filter(|c| {
            let beats = |i: usize, j: usize| own.favoured[c.of[i]][c.of[j]] == Favoured::A;
            beats(0, 1) && beats(1, 2) && beats(2, 0)
        })
        .collect();
    let name = |i: usize| &asked.rows[i].name;
    vec![
        capital(&format!("{by}{safe}")),
        match cycles.first() {
            None => "There is no cycle of three.".into(),
            Some(c) => format!(
                "{} of three; the strongest: {} beats {} beats {} beats the first, each by at least {:.4}.",
                match cycles.len() {
                    1 => "One cycle".to_string(),
                    n => format!("{n} cycles"),
                },
                name(c.of[0]),
                name(c.of[1]),
                name(c.of[2]),
                c.least
            ),
        },
    ]
}

/// Whose favourites depend on the lost tables.
fn favourites(asked: &Asked, own: &Under, sets: &[(String, Under)]) -> String {
    let flips = asked.flips(sets);
    let listed: Vec<String> = flips
        .iter()
        .take(6)
        .map(|(i, j)| format!("{} v {}", asked.rows[*i].name, asked.columns[*j].name))
        .collect();
    let more = if flips.len() > 6 { ", …" } else { "" };
    let listed = format!("{}{more}", listed.join(", "));
    match (flips.len(), own.sampled()) {
        (0, _) => "Every pair has the same favourite, or none, under every table set.".into(),
        (1, false) => format!("1 pair changes its favourite with the lost tables: {listed}."),
        (n, false) => format!("{n} pairs change their favourite with the lost tables: {listed}."),
        (n, true) => format!(
            "The favourite of {n} {} changes with the lost tables, or is not known under all of them: {listed}.",
            if n == 1 { "pair" } else { "pairs" }
        ),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
}
