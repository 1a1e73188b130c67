//! Where a policy goes in the arena, and what it throws.

use super::super::cards::{Cards, Kind};
use super::super::decision::{Act, CardUse, Resolve, Spot};
use super::super::observe::View;
use super::walk::{self, Goal};
use super::{Brain, Habit, Plan, Style, arts};

impl Brain {
    /// A throw where nobody stands in front: with Strength, bare, if that card is in hand, else with another.
    pub(super) fn throw(&self, view: &View<'_>) -> Option<Act> {
        let (foe, weapon) = arts::throw(view, self.arts)?;
        let hand = view.own().hand().set;
        let kind = [Kind::Strength, Kind::Dexterity, Kind::Berserk]
            .into_iter()
            .find(|k| hand & k.card() != 0)?;
        let card = CardUse {
            kind,
            from_row: false,
        };
        Some(Act {
            card,
            combat: Cards::NONE,
            resolve: Resolve::Attack { foe, weapon },
            note: 0,
        })
    }

    /// Where to sprint: to the goal's spot at the nearest foe, if that can be paid; held where a foe is already in front.
    pub(super) fn go(&self, view: &View<'_>, points: u8) -> Option<Spot> {
        if self.goal == Goal::Hold {
            return None;
        }
        let here = view.spot();
        if self.goal == Goal::Front && view.in_front(here).is_some_and(|f| view.hostile(f)) {
            return None;
        }
        let foe = walk::nearest(view)?;
        let best = walk::reach(view, foe, self.goal, points);
        best.or_else(|| walk::reach(view, foe, Goal::Front, points))
            .map(|b| b.0)
    }

    /// In the arena with nobody in front: the Movement card brings nearer.
    pub(super) fn come_closer(&self, view: &View<'_>) -> Option<Act> {
        if view.board().is_none()
            || self.goal == Goal::Hold
            || matches!(
                self.plan,
                Plan::RandomLegal | Plan::Core(Style::Turtle) | Plan::Habit(Habit::Cautious)
            )
        {
            return None;
        }
        let own = view.own();
        if own.hand().set & Kind::Movement.card() == 0
            || own.fixed()
            || view.in_front(view.spot()).is_some_and(|f| view.hostile(f))
        {
            return None;
        }
        let foe = walk::nearest(view)?;
        let points = view.rules().n.move_action_hexes;
        let to = self
            .go(view, points)
            .unwrap_or_else(|| walk::approach(view, foe, points));
        let card = CardUse {
            kind: Kind::Movement,
            from_row: false,
        };
        (to != view.spot()).then_some(Act {
            card,
            combat: Cards::NONE,
            resolve: Resolve::Move(to),
            note: 0,
        })
    }
}
