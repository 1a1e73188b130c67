//! What the questions of Gladiatori share: data and readings in force, fighters, policies, lists of them.

use crate::cli::answer::CommandLine;
use crate::cli::shared::{MethodChoice, Shared};
use crate::error::{Error, Result};
use crate::games::gladiatori::cards::{FEINT, moves, powers};
use crate::games::gladiatori::data::Data;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::{Arts, Brain};
use crate::playout::{Identity, Plan, on_interrupt};
use crate::report::Guess;
use crate::scenario::{Guesses, Source, Switches, did_you_mean};
use crate::study::gladiatori::Frame;
use serde_json::json;
use std::path::Path;

/// The game's name, and that of its ruleset.
pub const GAME: &str = "gladiatori";
/// The policy where none is given (spec 12).
pub const DEFAULT_POLICY: &str = "quantal";

/// Data and readings in force.
#[derive(Debug, Clone)]
pub struct Setting {
    /// The data, with all overrides.
    pub data: Data,
    /// The readings.
    pub switches: Switches,
    /// Both as the rules use them.
    pub rules: Rules,
    /// Values of the data that were set one by one.
    paths: Vec<(String, String)>,
}

impl Setting {
    /// Reads `--data`, `--set`, `--ruleset`, and a map's file if there is one.
    ///
    /// # Errors
    /// Whatever is wrong, the flag first.
    pub fn read(shared: &Shared, map: Option<&str>) -> Result<Self> {
        let mut data = shared.components(Data::load)?;
        if let Some(name) = map {
            data = data.overridden(&map_source(name)?)?;
        }
        let (paths, set): (Vec<_>, Vec<_>) = shared
            .set
            .iter()
            .cloned()
            .partition(|(key, _)| data.is_path(key));
        for (path, value) in &paths {
            data.set(path, value)?;
        }
        let readings = Shared {
            set,
            ..shared.clone()
        };
        let switches = readings.switches(&data.switches, &data.rulesets)?;
        let rules = Rules::new(&data, &switches)?;
        Ok(Self {
            data,
            switches,
            rules,
            paths,
        })
    }

    /// A fighter given with a flag.
    pub fn fighter(&self, flag: &str, text: &str) -> Result<Fighter> {
        Fighter::parse(&self.data, &self.rules, text)
            .map_err(|e| Error::usage(format!("{flag} {}: {e}", shown(text))))
    }

    /// Ends a canonical command: readings, values, sampling.
    pub fn finish(&self, line: &mut CommandLine, shared: &Shared) {
        line.shared(shared, &self.switches, GAME);
        for (path, value) in &self.paths {
            line.flag("--set", &format!("{path}={value}"));
        }
    }

    /// What the answer rests on: cells by prefix of their paths, and every reading that is assumed.
    pub fn guesses(&self, prefixes: &[&str], readings: &[&str]) -> Vec<Guess> {
        let mut guesses = Guesses::new();
        self.data.guesses(prefixes, &mut guesses);
        self.switches.guesses(readings, &mut guesses);
        // Numbers of moves and which items are thrown follow from the text; no answer turns on them.
        let plain = |g: &Guess| g.what.ends_with(".number") || g.what.ends_with(".thrown");
        guesses
            .into_vec()
            .into_iter()
            .filter(|g| !plain(g))
            .collect()
    }

    /// The frame of an answer; title, policies and facts are still to be filled in.
    pub fn frame(
        &self,
        name: &'static str,
        line: &CommandLine,
        shared: &Shared,
        guesses: Vec<Guess>,
    ) -> Frame {
        let mut switches = self.switches.differs_from_default();
        switches.extend(self.paths.iter().cloned());
        Frame {
            name,
            title: String::new(),
            command: line.text(),
            ruleset: self.switches.ruleset().into(),
            switches,
            policies: Vec::new(),
            facts: vec![("data".into(), format!("hash {}", self.data.hash()))],
            guesses,
            seed: shared.seed(),
            confidence: shared.confidence(),
        }
    }
}

/// What makes two runs of a question the same.
pub fn identity(name: &str, setting: &Setting, shared: &Shared, line: &CommandLine) -> Identity {
    Identity {
        question: name.into(),
        resolved: json!({
            "data": setting.data.hash(),
            "target_error": shared.target_error,
            "command": line.text(),
            "arguments": line.arguments(),
        }),
    }
}

/// A run of so many playouts for one setting of a sensitivity run, which a signal stops.
pub fn plan(shared: &Shared, n: u64) -> Plan<'_> {
    Plan {
        threads: shared.threads,
        interrupt: on_interrupt().ok(),
        ..Plan::new(n, shared.seed())
    }
}

/// Prefixes of the data that fights between these gladiators rest on.
pub fn fight_prefixes(fighters: &[&Fighter]) -> Vec<String> {
    let mut prefixes: Vec<String> = ["hp.", "combat.excess", "move."].map(String::from).to_vec();
    for fighter in fighters {
        prefixes.extend(fighter.items.iter().map(|i| format!("item.{i}.")));
        if fighter.sheet.public {
            let id = fighter.text.split(' ').next().unwrap_or_default();
            prefixes.push(format!("gladiator.{id}."));
        }
    }
    prefixes
}

/// Ids of the ready-made gladiators among these.
pub fn ready_made<'a>(fighters: impl IntoIterator<Item = &'a Fighter>) -> Vec<&'a str> {
    let id = |f: &'a Fighter| f.text.split(' ').next().unwrap_or_default();
    let public = fighters.into_iter().filter(|f| f.sheet.public);
    public.map(id).collect()
}

/// Readings that a duel can depend on.
pub const DUEL_READINGS: [&str; 26] = [
    "surprised_status_penalties",
    "surprised_powers",
    "surprised_may_feint",
    "recovered_card_defends",
    "defense_rotates_card",
    "feint_keeps_attack_vp",
    "feint_returns_reused_card",
    "vp_tie",
    "order_within_phase",
    "winner_pool",
    "tie_break",
    "hp_left_counts",
    "end_timing",
    "cover_counts_as_effective",
    "items_count_as_effective",
    "break_item_damage_vp",
    "overskill_cap",
    "overskill_expiry",
    "sacrifice_without_hand",
    "dexterity_count_timing",
    "unbalancing_strike_user",
    "restricted_move_as_filler",
    "endurance_partial",
    "power9",
    "unbeatable_at_end",
    "attack_value_timing",
];

/// Readings that only the arena can depend on.
pub const ARENA_READINGS: [&str; 24] = [
    "rear_side_attack",
    "first_blood_from_behind",
    "cooperation_vp",
    "sweep_window",
    "sweep_count_by",
    "throw_penalty_from",
    "throw_zone",
    "throw_line",
    "throw_arrival_tie",
    "leap_distance",
    "rotate_in_place_max",
    "current_opponent",
    "cowardice_scope",
    "beast_attack_vp",
    "beast_rear_penalty",
    "beast_spawn_time",
    "beast_entry_phase",
    "beast_roll_timing",
    "beast_facing",
    "beast_turning_is_move",
    "trapped_beast",
    "bear_seven_can_kill",
    "team_penalty_scope",
    "coop_scope",
];

/// A text as an error shows it.
pub fn shown(text: &str) -> String {
    match text.trim() {
        "" => "''".into(),
        t if t.contains(' ') => format!("'{}'", t.escape_debug()),
        t => t.escape_debug().to_string(),
    }
}

/// A policy given with a flag, with what it may not use and how many Hit Points it keeps.
pub fn brain(flag: &str, text: &str, hp_target: Option<u8>) -> Result<Brain> {
    let mut brain =
        Brain::parse(text).map_err(|e| Error::usage(format!("{flag} {}: {e}", shown(text))))?;
    if let Some(hp) = hp_target {
        brain.hp_target = hp;
    }
    Ok(brain)
}

/// Takes from a policy what it may not use: `feint,rage,lunge,weapons`, or `all`.
pub fn without(flag: &str, text: &str, brain: &mut Brain) -> Result<()> {
    for name in text.split(',').map(str::trim).filter(|n| !n.is_empty()) {
        if name == "all" {
            brain.arts = Arts::NONE;
            continue;
        }
        brain.arts = forbid(brain.arts, name).ok_or_else(|| {
            let meant = did_you_mean(name, arts());
            Error::usage(format!(
                "{flag} {text}: unknown move or power `{}`{meant}; write for example feint,rage,lunge, weapons, cooperation, or all",
                name.escape_debug()
            ))
        })?;
    }
    Ok(())
}

/// Everything that a policy can be forbidden.
pub fn arts() -> impl Iterator<Item = &'static str> {
    ["feint", "weapons", "cooperation"]
        .into_iter()
        .chain(moves::NAMES)
        .chain(powers::NAMES)
}

/// Without one thing by name.
pub fn forbid(mut arts: Arts, name: &str) -> Option<Arts> {
    let at = |names: &[&str]| names.iter().position(|n| *n == name);
    if name == "feint" {
        arts.cards &= !FEINT;
    } else if name == "weapons" {
        arts.weapons = false;
    } else if name == "cooperation" {
        arts.support = false;
    } else if let Some(m) = at(&moves::NAMES) {
        arts.cards &= !(moves::SWEEP << m);
    } else if let Some(p) = at(&powers::NAMES) {
        arts.powers &= !(1 << p);
    } else {
        return None;
    }
    Some(arts)
}

/// Parts of a list that is separated by semicolons.
pub fn parts(text: &str) -> Vec<&str> {
    text.split(';')
        .map(str::trim)
        .filter(|p| !p.is_empty())
        .collect()
}

/// The flags with a number of playouts where none is asked for.
pub fn with_playouts(shared: &Shared, n: u64) -> Shared {
    let mut shared = shared.clone();
    if shared.playouts.is_none() && shared.target_error.is_none() && shared.max_time.is_none() {
        shared.playouts = Some(n);
    }
    shared
}

/// What a deterministic game says to flags of sampling.
pub const NOT_SAMPLED: &str = "Nothing is left to chance here, so nothing was sampled: the flags of sampling (-n, --method mc, --target-error, --max-time) change nothing.";

/// The flags of a deterministic game: none that asks for sampling.
pub fn unsampled(shared: &Shared) -> Shared {
    Shared {
        playouts: None,
        target_error: None,
        max_time: None,
        method: MethodChoice::Auto,
        ..shared.clone()
    }
}

/// Maps that come with the program: name and text.
pub const MAPS: [(&str, &str); 4] = [
    (
        "disc",
        include_str!("../../../scenarios/maps/gladiatori-disc.toml"),
    ),
    (
        "small-disc",
        include_str!("../../../scenarios/maps/gladiatori-small-disc.toml"),
    ),
    (
        "unequal",
        include_str!("../../../scenarios/maps/gladiatori-unequal.toml"),
    ),
    (
        "pillars",
        include_str!("../../../scenarios/maps/gladiatori-pillars.toml"),
    ),
];

/// A map by name, or a file.
fn map_source(name: &str) -> Result<Source> {
    if let Some((name, text)) = MAPS.iter().find(|m| m.0 == name) {
        return Ok(Source::new(format!("map {name}"), *text));
    }
    let path = Path::new(name);
    if path.exists() {
        let source =
            Source::read(path).map_err(|e| Error::usage(format!("--map {}: {e}", shown(name))))?;
        let opened = |l: &str| l.split('#').next().is_some_and(|l| l.trim() == "[arena]");
        if !source.text().lines().any(opened) {
            return Err(Error::usage(format!(
                "--map {}: the file has no section [arena], so it is no map",
                shown(name)
            )));
        }
        return Ok(source);
    }
    let meant = did_you_mean(name, MAPS.iter().map(|m| m.0));
    Err(Error::usage(format!(
        "--map {}: no such map or file{meant}; maps: {}",
        shown(name),
        MAPS.map(|m| m.0).join(", ")
    )))
}
