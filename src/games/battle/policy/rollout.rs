//! The style that wins most of some battles played out from a state: for duels with too many states to solve.
//!
//! Each state has its own dice, the same for every style, so that the choice is a function of the state: runs do not depend
//! on threads, and a state is worked out once. The foe's policy is not known; he is taken to fight normally.

use super::{Action, Armed, Attack, Policy, State, Style, View, styles};
use crate::chance::{Lane, Sample, Stream};
use crate::games::battle::greedy::best;
use std::collections::HashMap;
use std::sync::RwLock;

/// Chooses by playing out.
#[derive(Debug)]
pub(super) struct Rollout {
    battles: u32,
    players: [Policy; 2],
    known: RwLock<HashMap<State, Style>>,
}

impl Rollout {
    pub(super) fn new(battles: u32, players: [Policy; 2]) -> Self {
        Self {
            battles,
            players,
            known: RwLock::new(HashMap::new()),
        }
    }

    /// The style at a choice.
    pub(super) fn style(&self, view: &View<'_>, (weapon, thrown): Armed) -> Style {
        let known = |k: &HashMap<State, Style>| k.get(&view.state).copied();
        if let Some(style) = self.known.read().ok().and_then(|k| known(&k)) {
            return style;
        }
        let players = [&self.players[0], &self.players[1]];
        let scores: Vec<(Style, f64)> = styles(view.rules, thrown)
            .iter()
            .map(|&style| {
                let attack = Action::Attack(Attack {
                    weapon,
                    thrown,
                    style,
                });
                let wins = (0..self.battles).filter(|&j| {
                    let stream =
                        |lane| Stream::new(view.state.bits(), "battle-rollout", u64::from(j), lane);
                    let mut dice = Sample::from_streams(stream(Lane::Main), stream(Lane::Fallback));
                    let (rules, f) = (view.rules, view.fighters);
                    let after = rules.act(f, view.state, attack, players, &mut dice);
                    let (end, _) = rules.play(f, after, players, &mut dice);
                    end.winner() == Some(view.side)
                });
                (style, wins.count() as f64)
            })
            .collect();
        let style = best(&scores);
        if let Ok(mut known) = self.known.write() {
            known.insert(view.state, style);
        }
        style
    }
}

#[cfg(test)]
mod tests {
    use crate::games::battle::tests::{ROOKIE, win};

    /// Playing out finds more than always fighting normally does, and no more than the best style can.
    #[test]
    fn playing_out_lies_between_normal_and_optimal() {
        let bear = "short_sword:4 A4 R3 H12";
        let (best, played) = (
            win(&format!("{bear} style=optimal"), bear),
            win(&format!("{bear} style=rollout:60"), bear),
        );
        assert!(played > 0.55 && played <= best + 1e-9, "{played} of {best}");
        let again = win(&format!("{bear} style=rollout:60"), bear);
        assert_eq!(played, again);
        assert!(win("short_sword:4 A4 R1 S2 P3 H3 style=rollout:1", ROOKIE) > 0.0);
    }
}
