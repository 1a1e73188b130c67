//! The robustness strip: a duel's headline under each table set, and whether its verdict survives (spec 12).

/// Who is favoured under a table set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Favoured {
    /// Side a.
    A,
    /// Side b.
    B,
    /// Neither, as far as is known.
    Even,
}

impl Favoured {
    /// `a`, `b` or `even`.
    pub fn name(self) -> &'static str {
        ["a", "b", "even"][self as usize]
    }

    /// Of an exact P(a wins): more than one half by more than 1e-9.
    pub fn exact(win_a: f64) -> Self {
        if (win_a - 0.5).abs() <= 1e-9 {
            Self::Even
        } else if win_a > 0.5 {
            Self::A
        } else {
            Self::B
        }
    }

    /// Of a sampled one: the interval excludes one half.
    pub fn sampled((lo, hi): (f64, f64)) -> Self {
        if lo > 0.5 {
            Self::A
        } else if hi < 0.5 {
            Self::B
        } else {
            Self::Even
        }
    }
}

/// P(a wins) by table set, and the verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct Strip {
    /// Table set and value.
    pub values: Vec<(String, f64)>,
    /// Table set and who is favoured.
    pub favoured: Vec<(String, Favoured)>,
    /// The same side is favoured under all sets. Even against a favoured side does not hold.
    pub holds: bool,
}

impl Strip {
    /// From values and verdicts.
    pub fn new(values: Vec<(String, f64)>, verdicts: Vec<Favoured>) -> Self {
        let holds = verdicts.iter().all(|f| *f == verdicts[0] && *f != Favoured::Even);
        let favoured = values.iter().map(|(s, _)| s.clone()).zip(verdicts).collect();
        Self { values, favoured, holds }
    }

    /// From exact values.
    pub fn exact(values: Vec<(String, f64)>) -> Self {
        let verdicts = values.iter().map(|(_, win)| Favoured::exact(*win)).collect();
        Self::new(values, verdicts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_holds_when_the_same_side_is_favoured_everywhere() {
        let strip =
            |wins: [f64; 3]| Strip::exact(wins.iter().enumerate().map(|(i, w)| (format!("r{}", i + 1), *w)).collect());
        assert!(strip([0.6, 0.7, 0.50000001]).holds);
        assert!(!strip([0.6, 0.7, 0.5]).holds);
        assert!(!strip([0.5025, 0.4623, 0.4879]).holds);
        assert!(strip([0.4, 0.3, 0.2]).holds);
        assert_eq!(strip([0.5, 0.7, 0.2]).favoured.iter().map(|f| f.1.name()).collect::<Vec<_>>(), ["even", "a", "b"]);
        assert_eq!(Favoured::sampled((0.49, 0.51)), Favoured::Even);
    }
}
