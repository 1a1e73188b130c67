//! clash

pub mod data;
