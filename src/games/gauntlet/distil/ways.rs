//! The ways to count that a list may use, and what a rule must earn.

use crate::games::gauntlet::spec::Objective;

/// Ways to count that a list may begin with: health, glory, enemy health, bonus for a downed enemy.
pub(super) const SIMPLE: [[i8; 4]; 8] = [
    [1, 1, 1, 0],
    [2, 1, 2, 0],
    [2, 3, 2, 0],
    [3, 2, 2, 0],
    [3, 2, 3, 0],
    [2, 3, 3, 0],
    [3, 4, 3, 0],
    [1, 2, 1, 0],
];

/// Ways to count that a rule may choose from: small whole weights of health, glory and enemy health, none of them nothing.
pub(super) fn counts() -> Vec<[i8; 4]> {
    let mut all = Vec::new();
    for h in 1..=3 {
        for g in 1..=4 {
            for e in 1..=4 {
                // Twice the weights are the same way.
                if h % 2 + g % 2 + e % 2 > 0 {
                    all.push([h, g, e, 0]);
                }
            }
        }
    }
    all
}

/// What a rule must add to a list, in the scale of its value (a chance, or points): a rule costs a player's attention.
pub(super) fn enough(objective: Objective) -> f64 {
    match objective {
        Objective::Win => 5e-4,
        Objective::Score => 0.02,
    }
}
