//! Conditions on what lies on the table.

use super::*;

/// A condition on what lies on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Atom {
    /// Holds always.
    Always,
    /// The lower health die shows at most this (a removed die counts as 0).
    LowAtMost(u8),
    /// The lower health die shows at least this.
    LowAtLeast(u8),
    /// The higher health die shows at most this.
    HighAtMost(u8),
    /// Glory is at most this.
    GloryAtMost(u8),
    /// Glory is at least this.
    GloryAtLeast(u8),
    /// The enemy's health is at most this.
    EnemyAtMost(u8),
    /// The enemy's health is at least this.
    EnemyAtLeast(u8),
    /// A combat die shows a 1.
    One,
    /// Doing nothing would cost a health die.
    DieAtStake,
    /// Doing nothing would cost nothing.
    Unhurt,
    /// Doing nothing would down the enemy.
    Downs,
}

impl Atom {
    /// All conditions that a list may choose from.
    pub fn all() -> Vec<Self> {
        let mut all = vec![Self::One, Self::DieAtStake, Self::Unhurt, Self::Downs];
        all.extend((0..=4).map(Self::LowAtMost));
        all.extend((2..=6).map(Self::LowAtLeast));
        all.extend((2..=5).map(Self::HighAtMost));
        all.extend((0..=3).map(Self::GloryAtMost));
        all.extend((1..=4).map(Self::GloryAtLeast));
        all.extend((1..=4).map(Self::EnemyAtMost));
        all.extend((2..=5).map(Self::EnemyAtLeast));
        all
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let number = |prefix: &str| {
            text.strip_prefix(prefix)
                .and_then(|n| n.parse::<u8>().ok())
                .filter(|n| *n <= 6)
        };
        Some(match text {
            "always" => Self::Always,
            "one" => Self::One,
            "at_stake" => Self::DieAtStake,
            "unhurt" => Self::Unhurt,
            "downs" => Self::Downs,
            _ => number("low<=")
                .map(Self::LowAtMost)
                .or_else(|| number("low>=").map(Self::LowAtLeast))
                .or_else(|| number("high<=").map(Self::HighAtMost))
                .or_else(|| number("glory<=").map(Self::GloryAtMost))
                .or_else(|| number("glory>=").map(Self::GloryAtLeast))
                .or_else(|| number("enemy<=").map(Self::EnemyAtMost))
                .or_else(|| number("enemy>=").map(Self::EnemyAtLeast))?,
        })
    }

    /// Two bounds of one thing in words for a player: `you have 2 to 3 glory`.
    pub fn between([a, b]: [Self; 2]) -> Option<String> {
        let range = |least: u8, most: u8| match least == most {
            true => least.to_string(),
            false => format!("{least} to {most}"),
        };
        match (a.max(b), a.min(b)) {
            (Self::GloryAtLeast(l), Self::GloryAtMost(m)) if l <= m => {
                Some(format!("you have {} glory", range(l, m)))
            }
            (Self::LowAtLeast(l), Self::LowAtMost(m)) if l <= m => {
                Some(format!("your lower health die shows {}", range(l, m)))
            }
            (Self::EnemyAtLeast(l), Self::EnemyAtMost(m)) if l <= m => {
                Some(format!("the enemy has {} health", range(l, m)))
            }
            _ => None,
        }
    }

    /// In words for a player.
    pub fn sentence(self) -> String {
        match self {
            Self::Always => "always".into(),
            Self::LowAtMost(0) => "one health die is gone".into(),
            Self::LowAtMost(k) => format!("your lower health die is at most {k}"),
            Self::LowAtLeast(k) => format!("your lower health die is at least {k}"),
            Self::HighAtMost(k) => format!("your higher health die is at most {k}"),
            Self::GloryAtMost(0) => "you have no glory".into(),
            Self::GloryAtMost(k) => format!("you have at most {k} glory"),
            Self::GloryAtLeast(k) => format!("you have at least {k} glory"),
            Self::EnemyAtMost(k) => format!("the enemy has at most {k} health"),
            Self::EnemyAtLeast(k) => format!("the enemy has at least {k} health"),
            Self::One => "a combat die shows a 1".into(),
            Self::DieAtStake => "you would lose a health die".into(),
            Self::Unhurt => "you would not be hurt".into(),
            Self::Downs => "you would down the enemy".into(),
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always => f.write_str("always"),
            Self::LowAtMost(k) => write!(f, "low<={k}"),
            Self::LowAtLeast(k) => write!(f, "low>={k}"),
            Self::HighAtMost(k) => write!(f, "high<={k}"),
            Self::GloryAtMost(k) => write!(f, "glory<={k}"),
            Self::GloryAtLeast(k) => write!(f, "glory>={k}"),
            Self::EnemyAtMost(k) => write!(f, "enemy<={k}"),
            Self::EnemyAtLeast(k) => write!(f, "enemy>={k}"),
            Self::One => f.write_str("one"),
            Self::DieAtStake => f.write_str("at_stake"),
            Self::Unhurt => f.write_str("unhurt"),
            Self::Downs => f.write_str("downs"),
        }
    }
}

/// What would come of doing nothing, as far as conditions ask.
#[derive(Debug, Clone, Copy)]
pub struct Idle {
    incoming: u8,
    downs: bool,
}

impl Idle {
    /// Of a roll.
    pub fn new(bout: &Bout<'_>, fight: Fight, roll: Roll) -> Self {
        let played = Action::default()
            .play(bout, fight, roll)
            .expect("doing nothing is legal");
        Self {
            incoming: played.incoming,
            downs: played.effect.removed == fight.enemy,
        }
    }

    /// Whether a condition holds.
    pub fn holds(&self, atom: Atom, fight: Fight, roll: Roll) -> bool {
        let Fight {
            health,
            glory,
            enemy,
        } = fight;
        match atom {
            Atom::Always => true,
            Atom::LowAtMost(k) => health.low <= k,
            Atom::LowAtLeast(k) => health.low >= k,
            Atom::HighAtMost(k) => health.high <= k,
            Atom::GloryAtMost(k) => glory <= k,
            Atom::GloryAtLeast(k) => glory >= k,
            Atom::EnemyAtMost(k) => enemy <= k,
            Atom::EnemyAtLeast(k) => enemy >= k,
            Atom::One => roll.blue.shows(1),
            Atom::DieAtStake => self.incoming >= health.lowest(),
            Atom::Unhurt => self.incoming == 0,
            Atom::Downs => self.downs,
        }
    }
}
