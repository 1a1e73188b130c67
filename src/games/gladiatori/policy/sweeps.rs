//! Which Sweep a policy makes \[Special Moves\]: over two foes, over one in front, or over one at the side.

use super::super::cards::{Cards, Kind, moves};
use super::super::decision::{Act, CardUse, Foe, Resolve, Sweep};
use super::super::geometry::distance;
use super::super::observe::View;
use super::arts::Arts;

/// Every Sweep of the arc, the short ones first.
fn all(view: &View<'_>) -> impl Iterator<Item = Sweep> {
    let view = *view;
    (1..=3u8)
        .flat_map(|hexes| {
            (0..6).map(move |from| Sweep {
                from,
                hexes,
                clockwise: true,
            })
        })
        .filter(move |s| view.sweep_allowed(*s))
}

/// Whom it meets, in the order of the blow; without a map the opponent.
fn met(view: &View<'_>, sweep: Sweep) -> impl Iterator<Item = Foe> {
    let view = *view;
    let here = view.spot();
    let alone = match view.board() {
        None => view.in_front(here),
        Some(_) => None,
    };
    let hexes = (0..sweep.hexes).filter_map(move |s| {
        let direction = (here.facing + sweep.from + s) % 6;
        view.at(view.board()?.next(here.hex, direction)?)
    });
    alone.into_iter().chain(hexes)
}

/// How many hostile ones it meets; none where an ally would be hit.
fn hostile(view: &View<'_>, sweep: Sweep) -> usize {
    match met(view, sweep).all(|f| view.hostile(f)) {
        true => met(view, sweep).count(),
        false => 0,
    }
}

/// A Sweep that meets two hostile foes or more and nobody else.
pub(super) fn over_two(view: &View<'_>) -> Option<Sweep> {
    view.board()?;
    let here = view.spot().hex;
    let near = |h| distance(here, h) == 1;
    let gladiators = view
        .enemies()
        .filter(|s| near(view.hex_of(Foe::Gladiator(*s))));
    if gladiators.count() + view.beasts().filter(|b| near(b.1.hex())).count() < 2 {
        return None;
    }
    all(view)
        .filter(|s| s.hexes > 1)
        .find(|s| hostile(view, *s) >= 2)
}

/// A Sweep that meets this foe alone.
pub(super) fn over_one(view: &View<'_>, foe: Foe) -> Option<Sweep> {
    all(view).find(|s| hostile(view, *s) == 1 && met(view, *s).next() == Some(foe))
}

/// Whether an own marker does no harm: in the last turn, or where nobody is known to strike a second one.
pub(super) fn harmless(view: &View<'_>, foe: Foe) -> bool {
    let known = |s: u8| view.other(s).sheet().map(|sheet| sheet.set);
    let steady = match foe {
        Foe::Gladiator(s) => known(s).is_some_and(|set| set & moves::UNBALANCING == 0),
        Foe::Beast(_) => false,
    };
    view.turn() >= view.rules().n.turns || steady && view.beasts().next().is_none()
}

/// With nobody in front: an attack by Sweep on a gladiator who stands at the side.
pub(super) fn aside(view: &View<'_>, arts: Arts) -> Option<Act> {
    let g = view.own();
    view.board()?;
    // Better than no attack, whatever the marker brings.
    if g.unbalanced() > 0 || arts.playable(view, true, false) & moves::SWEEP == 0 {
        return None;
    }
    let sweep = all(view)
        .find(|s| hostile(view, *s) > 0 && met(view, *s).any(|f| matches!(f, Foe::Gladiator(_))))?;
    let kind = [Kind::Strength, Kind::Dexterity, Kind::Berserk]
        .into_iter()
        .find(|k| g.hand().set & k.card() != 0)?;
    Some(Act {
        card: CardUse {
            kind,
            from_row: false,
        },
        combat: Cards::of(moves::SWEEP),
        resolve: Resolve::Sweep(sweep),
        note: 0,
    })
}
