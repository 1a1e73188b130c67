//! The board, the games, the canonical command of what was asked.

use super::{ClashArena, NAME, Resolved};
use crate::cli::answer::CommandLine;
use crate::error::{Error, Result};
use crate::games::clash::arena::experiment::ArenaGames;
use crate::games::clash::arena::policy::{Company, SeatSpec};
use crate::games::clash::arena::setup::{Arena, Wish};
use crate::games::clash::data::ClashData;
use crate::scenario::{Source, Switches};
use std::path::Path;

impl ClashArena {
    /// The board's name; one of a file is added to the data.
    pub(super) fn read_board(&self, data: &mut ClashData) -> Result<String> {
        let flag = |e: Error| {
            Error::usage(format!(
                "--board {}: {e}",
                self.board.as_deref().unwrap_or_default()
            ))
        };
        let Some(name) = &self.board else {
            let first = data.boards.first();
            return first
                .map(|b| b.name.clone())
                .ok_or_else(|| Error::usage("the data has no board"));
        };
        if name.ends_with(".toml") {
            let source = Source::read(Path::new(name)).map_err(flag)?;
            let before: Vec<_> = data.boards.clone();
            *data = data.clone().overridden(&source)?;
            let new = data.boards.iter().find(|b| !before.contains(b));
            return new
                .map(|b| b.name.clone())
                .ok_or_else(|| flag(Error::usage("this file has no board of its own; write [[board]] with a name and rows or adjacency")));
        }
        data.board(name).map(|b| b.name.clone()).map_err(flag)
    }

    pub(super) fn arena(
        &self,
        resolved: &Resolved,
        players: u8,
        data: &ClashData,
        board: Option<&str>,
        roster: Option<&str>,
    ) -> Result<Arena> {
        let board = board.unwrap_or(&resolved.asked.board);
        let roster = roster.unwrap_or(&resolved.asked.roster);
        let named = |e: Error| Error::usage(format!("--board {board}: {e}"));
        let mut wish = Wish::named(data, players, Some(board), Some(roster)).map_err(named)?;
        wish.carriers = self.carriers;
        // What does not fit is said of the flag that most likely names it.
        Arena::new(data, &resolved.switches, wish).map_err(|e| {
            let text = e.to_string();
            let flag = match () {
                () if text.contains("spaces") => format!("--board {board}"),
                () if text.contains("carriers per player") => "--carriers".into(),
                () if text.contains("animal cards") => format!("--roster {roster}"),
                () => format!("--players {players}"),
            };
            Error::usage(format!("{flag}: {text}"))
        })
    }

    /// Games of one number of players, as asked.
    pub fn games(&self, resolved: &Resolved, players: u8) -> Result<ArenaGames> {
        self.varied(resolved, players, &resolved.data, None, None)
    }

    /// Games with other data, another board or roster.
    pub(super) fn varied(
        &self,
        resolved: &Resolved,
        players: u8,
        data: &ClashData,
        board: Option<&str>,
        roster: Option<&str>,
    ) -> Result<ArenaGames> {
        let arena = self.arena(resolved, players, data, board, roster)?;
        let company = Company::new(arena, resolved.specs.clone())
            .map_err(|e| Error::usage(format!("--policies: {e}")))?;
        let mut games = ArenaGames::new(company);
        games.rotate = !self.fixed_seats;
        games.count_options = self.options;
        Ok(games)
    }

    /// The command that asks the same question, in one fixed form.
    pub(super) fn canonical(
        &self,
        board: &str,
        roster: &str,
        data: &ClashData,
        switches: &Switches,
        specs: &[SeatSpec],
    ) -> CommandLine {
        let mut line = CommandLine::new(NAME);
        line.flag("--players", self.players.trim());
        let presets: Vec<String> = self
            .policies
            .split(',')
            .map(|p| p.trim().to_string())
            .collect();
        debug_assert_eq!(presets.len(), specs.len());
        line.flag("--policies", &presets.join(","));
        match &self.board {
            Some(file) if file.ends_with(".toml") => line.flag("--board", file),
            _ if data.boards.first().is_some_and(|b| b.name != board) => {
                line.flag("--board", board)
            }
            _ => {}
        }
        if data.rosters.first().is_some_and(|r| r.name != roster) {
            line.flag("--roster", roster);
        }
        if let Some(carriers) = self.carriers {
            line.flag("--carriers", &carriers.to_string());
        }
        for (flag, given) in [
            ("--fixed-seats", self.fixed_seats),
            ("--options", self.options),
            ("--sensitivity", self.sensitivity),
        ] {
            if given {
                line.word(flag);
            }
        }
        for (part, value) in self.parts() {
            line.flag(&format!("--policy-{}", part.replace('_', "-")), value);
        }
        line.shared(&self.shared, switches, "clash");
        line
    }
}
