//! After a battle: records, points, who is out and for how long (spec 6).

use super::gladiator::Record;
use super::rules::Rules;
use super::state::{EndedBy, State};

/// How a battle ended for one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// He won or lost; `None` when undecided or a no contest.
    pub won: Option<bool>,
    /// How the loser fell.
    pub by: EndedBy,
    /// The loser fell: this one.
    pub fell: bool,
    /// The loser died.
    pub died: bool,
    /// This one was doomed (fate 1).
    pub was_doomed: bool,
}

impl Outcome {
    /// Of an end, for a side.
    ///
    /// # Panics
    /// If the battle goes on.
    pub fn of(end: State, side: usize) -> Self {
        let by = end.ended_by().expect("the battle is over");
        Self {
            won: end.winner().map(|w| w == side),
            by,
            fell: end.loser() == Some(side),
            died: end.loser_dead(),
            was_doomed: end.doomed(side),
        }
    }
}

/// A gladiator after a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct After {
    /// His record, points in the bank.
    pub record: Record,
    /// Whether he lives.
    pub alive: bool,
    /// Career rounds that a coma costs him.
    pub sits_out: u8,
}

impl After {
    /// Luck dice of his next battle; 0 for the dead.
    pub fn luck_next(&self) -> u8 {
        if self.alive { self.record.luck() } else { 0 }
    }
}

impl Rules {
    /// What a career pays, in words.
    pub fn rewards(&self) -> String {
        let [win, loss, kill] = self.points();
        format!(
            "{win} points for a win, {loss} for a loss, {kill} more for a kill, none for the dead; luck dice: wins less losses"
        )
    }

    /// The record after a battle \[Your Gladiator's Win, Loss and Kill record\].
    pub fn award(&self, before: Record, o: &Outcome) -> After {
        let [win, loss, kill] = self.points();
        let mut r = before;
        let dead = o.fell && o.died;
        match o.won {
            Some(true) => {
                r.wins += 1;
                r.bank += win;
                if self.is_kill(o.by, o.died) {
                    r.kills += 1;
                    r.bank += kill;
                }
                r.insanities += u16::from(o.was_doomed);
            }
            Some(false) => {
                r.losses += 1;
                r.bank += if dead { 0 } else { loss };
            }
            None => {}
        }
        // The dead develop nothing any more: a doomed gladiator whose fate is an insanity dies of it.
        r.insanities += u16::from(o.fell && o.by.is_insanity() && !dead);
        let out = o.fell && o.by.is_coma() && !dead;
        After {
            record: r,
            alive: !dead,
            sits_out: if out {
                self.readings.coma_rounds_out
            } else {
                0
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// \[If your Gladiator Wins / Loses the Battle, If your gladiator kills his opponent\]: 3, 2, and 3 + 2 points.
    #[test]
    fn points_of_the_rulebook() {
        let rules = Rules::embedded("r1").unwrap();
        let after = |won, by, fell, died| {
            let o = Outcome {
                won: Some(won),
                by,
                fell,
                died,
                was_doomed: false,
            };
            let a = rules.award(Record::default(), &o);
            (
                a.record.wins,
                a.record.losses,
                a.record.kills,
                a.record.bank,
                a.alive,
                a.sits_out,
            )
        };
        assert_eq!(
            after(true, EndedBy::Unconscious, false, false),
            (1, 0, 0, 3, true, 0)
        );
        assert_eq!(
            after(true, EndedBy::Slain, false, true),
            (1, 0, 1, 5, true, 0)
        );
        assert_eq!(
            after(false, EndedBy::Unconscious, true, false),
            (0, 1, 0, 2, true, 0)
        );
        assert_eq!(
            after(false, EndedBy::Coma, true, false),
            (0, 1, 0, 2, true, 1)
        );
        assert_eq!(
            after(false, EndedBy::DeathsDoor, true, true),
            (0, 1, 0, 0, false, 0)
        );
    }

    #[test]
    fn an_undecided_battle_changes_nothing() {
        let rules = Rules::embedded("r1").unwrap();
        let before = Record {
            wins: 3,
            losses: 1,
            kills: 1,
            bank: 7,
            insanities: 0,
        };
        let o = Outcome {
            won: None,
            by: EndedBy::Undecided,
            fell: false,
            died: false,
            was_doomed: true,
        };
        assert_eq!(
            rules.award(before, &o),
            After {
                record: before,
                alive: true,
                sits_out: 0
            }
        );
    }
}
