//! Policies of the whole game: names (`spec`), those who play at a table with all that they look up (`company`), and the
//! decisions: entering (`draft`), challenging (`turn`), playing on in one's head (`think`).

mod company;
mod draft;
mod score;
mod seat;
mod spec;
mod think;
mod turn;

pub use company::{Company, Seated};
pub use spec::{
    BUDGET, DestinationRule, DraftRule, FillRule, PARTS, PRESETS, PlaceRule, ROLLOUTS, SeatSpec, StandInRule, Template, TurnRule,
};
