//! scenario
pub fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> { candidates.iter().copied().find(|c| strsim::damerau_levenshtein(word, c) <= 2 && word.len() > 2) }
