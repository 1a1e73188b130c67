//! The questions, asked of any game, and what they find.

pub mod verify;
