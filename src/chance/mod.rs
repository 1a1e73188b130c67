//! The one source of randomness: finite distributions and dice pools; sample, enumerate, script, record.

mod stream;

pub use stream::{Lane, Stream};
