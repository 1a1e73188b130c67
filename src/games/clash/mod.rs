//! clash
