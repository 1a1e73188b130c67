//! What tallies say: intervals, exact moments, paired differences, tests, ties. Knows no game.
//!
//! Integers inside, `f64` only at the edge. Nothing here draws random numbers or formats text.
//! A degenerate case is never dressed up: no data, one value or no variance give `None`, not a zero-width interval.

mod anytime;
mod binomial;
mod interval;
mod moments;
mod paired;
mod significance;
mod ties;

pub use anytime::{TUNED_FOR, half_width, share_interval};
pub use interval::{clopper_pearson, t_for, wilson, z_for};
pub use moments::Moments;
pub use paired::Paired;
pub use significance::{
    Fit, bonferroni, chi_square_fit, chi_square_two_sample, two_sample_z, two_sided_p,
};
pub use ties::{Ranking, rank_by_intervals, rank_by_p_values, simultaneous_confidence};
