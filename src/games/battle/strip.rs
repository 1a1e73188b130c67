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

    /// Of exact P(a wins) and P(b wins): the one that is more than one half by more than 1e-9. Battles without a
    /// winner count for nobody.
    pub fn exact(win: [f64; 2]) -> Self {
        Self::sampled(win.map(|w| w - 1e-9))
    }

    /// Of the lower ends of the intervals of P(a wins) and P(b wins): the one that is above one half.
    pub fn sampled(least: [f64; 2]) -> Self {
        match least.map(|w| w > 0.5) {
            [true, _] => Self::A,
            [_, true] => Self::B,
            _ => Self::Even,
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
        let holds = verdicts
            .iter()
            .all(|f| *f == verdicts[0] && *f != Favoured::Even);
        let favoured = values
            .iter()
            .map(|(s, _)| s.clone())
            .zip(verdicts)
            .collect();
        Self {
            values,
            favoured,
            holds,
        }
    }

    /// From exact P(a wins) and P(b wins) by table set.
    pub fn exact(values: Vec<(String, [f64; 2])>) -> Self {
        let verdicts = values
            .iter()
            .map(|(_, win)| Favoured::exact(*win))
            .collect();
        Self::new(
            values.into_iter().map(|(s, win)| (s, win[0])).collect(),
            verdicts,
        )
    }

    /// Nobody is favoured under any set.
    pub fn even(&self) -> bool {
        self.favoured.iter().all(|f| f.1 == Favoured::Even)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_holds_when_the_same_side_is_favoured_everywhere() {
        let strip = |wins: [f64; 3]| {
            Strip::exact(
                wins.iter()
                    .enumerate()
                    .map(|(i, w)| (format!("r{}", i + 1), [*w, 1.0 - w]))
                    .collect(),
            )
        };
        assert!(strip([0.6, 0.7, 0.50000001]).holds);
        assert!(!strip([0.6, 0.7, 0.5]).holds);
        assert!(!strip([0.5025, 0.4623, 0.4879]).holds);
        assert!(strip([0.4, 0.3, 0.2]).holds);
        assert_eq!(
            strip([0.5, 0.7, 0.2])
                .favoured
                .iter()
                .map(|f| f.1.name())
                .collect::<Vec<_>>(),
            ["even", "a", "b"]
        );
        assert_eq!(Favoured::sampled([0.49, 0.49]), Favoured::Even);
        assert_eq!(Favoured::sampled([0.4, 0.51]), Favoured::B);
        assert_eq!(Favoured::exact([0.0, 0.0]), Favoured::Even, "no winner");
        assert_eq!(Favoured::exact([0.49, 0.49]), Favoured::Even);
        assert!(strip([0.5; 3]).even() && !strip([0.5; 3]).holds);
    }
}
