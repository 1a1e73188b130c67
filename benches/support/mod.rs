//! What the benches share: timing in turns, and the twins that the sampling kernels are measured against.

pub mod die_by_die;
pub mod timing;
