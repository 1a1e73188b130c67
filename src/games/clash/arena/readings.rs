//! Switches of the whole game (spec 11) as fields; those of a duel are in `clash::rules::Rules`.

use crate::scenario::Switches;

/// How far and when a team may move before it challenges (C27).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveRule {
    /// Without a direct neighbour, or with 3 or fewer gladiators; any distance \[Let's Begin!\].
    Rulebook,
    /// Any team, into an adjacent empty space (the review).
    OneStep,
    /// Any team, any distance.
    FreePath,
}

/// When a challenging animal may move (C19).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnimalMove {
    /// Any distance, without condition.
    Any,
    /// Only without a direct neighbour.
    TeamRule,
    /// Never.
    Never,
}

/// A reading of the rules of the whole game. Field = switch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readings {
    /// C10 `marker_on_move=shed`: a unit that moves leaves its markers.
    pub shed_markers: bool,
    /// C20 `animal_kill_owner=stand_in`: who rolled for the wild animal gets a challenging animal that it defeats.
    pub stand_in_takes: bool,
    /// C18 `animal_vs_animal`: a challenging animal may challenge animals.
    pub animal_vs_animal: bool,
    /// C19 `animal_move`.
    pub animal_move: AnimalMove,
    /// `gladiatorless=reserve_only`: a player without gladiators uses animals of the reserve only.
    pub reserve_only: bool,
    /// C15 `own_teams_block`: an own team is a direct neighbour.
    pub own_teams_block: bool,
    /// C27 `move_rule`.
    pub move_rule: MoveRule,
    /// C27 `challenge=may`: passing is always allowed.
    pub may_pass: bool,
    /// C16 `stuck=may_move_any`: who could not challenge may move any team.
    pub stuck_may_move: bool,
    /// C17 `stalemate=end`.
    pub stalemate_ends: bool,
    /// Turns after which the game is cut off.
    pub turn_cap: u16,
    /// `end_on_all_animals`.
    pub end_on_all_animals: bool,
    /// C26 `tie=lowest_seat`.
    pub lowest_seat_wins: bool,
    /// `draft_style=fill_then_place`.
    pub fill_then_place: bool,
    /// C28 `spacing=if_possible`.
    pub spacing: bool,
    /// `animal_fill=random`.
    pub random_fill: bool,
    /// `players_max`.
    pub players_max: u8,
}

impl Readings {
    /// From resolved switches.
    pub fn new(switches: &Switches) -> Self {
        Self {
            shed_markers: switches.is("marker_on_move", "shed"),
            stand_in_takes: switches.is("animal_kill_owner", "stand_in"),
            animal_vs_animal: switches.is("animal_vs_animal", "true"),
            animal_move: match switches.get("animal_move") {
                "none" => AnimalMove::Never,
                "team_rule" => AnimalMove::TeamRule,
                _ => AnimalMove::Any,
            },
            reserve_only: switches.is("gladiatorless", "reserve_only"),
            own_teams_block: switches.is("own_teams_block", "true"),
            move_rule: match switches.get("move_rule") {
                "one_step" => MoveRule::OneStep,
                "free_path" => MoveRule::FreePath,
                _ => MoveRule::Rulebook,
            },
            may_pass: switches.is("challenge", "may"),
            stuck_may_move: switches.is("stuck", "may_move_any"),
            stalemate_ends: switches.is("stalemate", "end"),
            turn_cap: u16::try_from(switches.integer("turn_cap")).unwrap_or(u16::MAX),
            end_on_all_animals: switches.is("end_on_all_animals", "true"),
            lowest_seat_wins: switches.is("tie", "lowest_seat"),
            fill_then_place: switches.is("draft_style", "fill_then_place"),
            spacing: switches.is("spacing", "if_possible"),
            random_fill: switches.is("animal_fill", "random"),
            players_max: switches.integer("players_max").clamp(0, 5) as u8,
        }
    }
}
