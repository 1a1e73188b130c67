//! What all questions of How to Battle share: the ground they are asked on, estimates, the robustness strip.
//!
//! Most tables of the game are lost, so every answer that rests on one is worked out under each table set (spec 12):
//! [`Ground`] holds the rules under each, [`strip`] turns the values into a table and a verdict.

pub mod cells;
pub mod ground;
pub mod sensitivity;
pub mod sides;
pub mod strip;
pub mod worth;

pub use cells::Estimate;
pub use ground::Ground;
pub use sides::Sided;
pub use worth::Worth;

/// Meanings that several questions need.
pub fn glossary(more: &[(&str, &str)]) -> Vec<(String, String)> {
    let common = [
        (
            "win",
            "the other one fell unconscious, gave up, fell into a coma or insanity, or died",
        ),
        (
            "turn",
            "one gladiator's turn, turns that were skipped included",
        ),
        (
            "table set",
            "r1, r2, r3: complete reconstructions of the lost tables that fit every known cell",
        ),
        ("holds", "the verdict is the same under every table set"),
        (
            "exact",
            "worked out from all throws, without sampling error",
        ),
    ];
    more.iter()
        .chain(&common)
        .map(|(a, b)| (a.to_string(), b.to_string()))
        .collect()
}
