//! The nearest right word for a misspelt one.
//!
//! Used by every message that refuses a word: keys, tables, switches, values, flags, names.

/// The known word nearest to `word`, if one is near enough to be meant. Letter case does not count.
///
/// ```
/// use gsim::scenario::nearest;
/// assert_eq!(nearest("swrods", ["hits", "swords"]), Some("swords"));
/// assert_eq!(nearest("banana", ["hits", "swords"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let allowed = (word.chars().count() / 3).max(1);
    let mut best: Option<(usize, f64, &'a str)> = None;
    for candidate in known {
        let lower = candidate.to_lowercase();
        let distance = strsim::damerau_levenshtein(&word, &lower);
        let likeness = strsim::jaro_winkler(&word, &lower);
        let short = candidate.chars().count() <= distance; // nothing in common, as `x` and `n`
        let begins = word.chars().count() >= 3 && lower.starts_with(&word);
        if short || (distance > allowed && likeness < 0.9 && !begins) {
            continue;
        }
        let better = best.is_none_or(|(d, l, _)| distance < d || (distance == d && likeness > l));
        if better {
            best = Some((distance, likeness, candidate));
        }
    }
    best.map(|(_, _, candidate)| candidate)
}

/// `` — did you mean `x`?`` for the nearest known word, or nothing.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(word, known) {
        Some(right) => format!(" — did you mean `{right}`?"),
        None => String::new(),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub fn one_of<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_string(),
        [firsts @ .., last] => {
            let firsts: Vec<&str> = firsts.iter().map(AsRef::as_ref).collect();
            format!("{} or {}", firsts.join(", "), last.as_ref())
        }
    }
}

/// A user's word as shown in a message: quoted, escaped to one line, cut when long.
pub fn quoted(word: &str) -> String {
    const SHOWN: usize = 60;
    if word.chars().count() <= SHOWN {
        return format!("{word:?}");
    }
    let cut: String = word.chars().take(SHOWN).collect();
    format!("{:?}", cut + "…")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let keys = ["name", "hits", "swords", "tridents", "spears", "shields"];
        assert_eq!(nearest("swrods", keys), Some("swords"));
        assert_eq!(nearest("SWORDS", keys), Some("swords"));
        assert_eq!(nearest("shield", keys), Some("shields"));
        assert_eq!(nearest("hit", keys), Some("hits"));
        assert_eq!(nearest("weight", keys), None);
        assert_eq!(nearest("", keys), None);
        assert_eq!(nearest("x", ["n", "s"]), None);
    }

    #[test]
    fn a_beginning_is_enough() {
        let values = ["sequential", "simultaneous"];
        assert_eq!(nearest("sim", values), Some("simultaneous"));
        assert_eq!(nearest("seq", values), Some("sequential"));
    }

    #[test]
    fn the_nearer_of_two_wins() {
        assert_eq!(
            nearest("net_di", ["net_order", "net_use", "net_die"]),
            Some("net_die")
        );
        assert_eq!(
            nearest("net-order", ["net_use", "net_order"]),
            Some("net_order")
        );
    }

    #[test]
    fn words_are_listed_as_people_do() {
        assert_eq!(one_of(&["a"]), "a");
        assert_eq!(one_of(&["a", "b"]), "a or b");
        assert_eq!(one_of(&["a", "b", "c"]), "a, b or c");
    }

    #[test]
    fn quoted_text_stays_on_one_short_line() {
        assert_eq!(quoted("a\nb"), r#""a\nb""#);
        assert_eq!(quoted(&"x".repeat(500)).chars().count(), 63);
    }
}
