//! Policies of the whole game: what each decision may be (`rules`), their names (`spec`), those who play at
//! a table with all
//! that they look up (`company`, `score`), and the decisions: entering (`draft`), challenging (`turn`),
//! playing on in one's
//! head (`think`); `seat` answers the rules of the game.

mod company;
mod draft;
mod rules;
mod score;
mod seat;
mod spec;
mod think;
mod turn;

pub use company::{Company, Seated};
pub use rules::{
    DestinationRule, DraftRule, FillRule, MOST_TEAMS, PlaceRule, StandInRule, Template, TurnRule,
};
pub use spec::{BUDGET, PARTS, PRESETS, ROLLOUTS, SeatSpec};
