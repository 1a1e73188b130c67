//! Restricted play: the same game without one thing, over the same cards, events and dice (spec 16).
//!
//! A game without a tactic, an ability or an event is a game of its own: [`Without::from`] makes it. Both games read the same words,
//! so playout j of one and of the other see the same cards and events, and the same dice for as long as their fights are as long.

use super::library::Library;
use super::policy::Player;
use super::rules::game::{Event, Game};
use super::rules::{Ability, BargainLimit, EventShift, Rules, Tactic};
use super::spec::PolicySpec;
use crate::error::{Error, Result};
use crate::scenario::{did_you_mean, quoted};
use std::fmt;
use std::sync::Arc;

/// What is taken away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Without {
    /// A tactic cannot be bought.
    Tactic(Tactic),
    /// All four.
    Tactics,
    /// No swaps.
    Swap,
    /// No glory for a 1-swap.
    OneSwapGlory,
    /// No glory for a big hit.
    BigHitGlory,
    /// No bargain.
    Bargain,
    /// The event die stays as it is rolled.
    EventShift,
    /// Enemies do not have an ability; glory_health is replaced by a printed health of 3.
    Ability(Ability),
    /// All of them (the variant `enemy_abilities=false`).
    Abilities,
    /// An event does nothing.
    Event(Event),
    /// Enemies do not roll again (the variant `enemy_rerolls=false`).
    EnemyRerolls,
    /// The other way round: enemies that win both pairs regenerate (the variant `enemies_regenerate=true`).
    CalmEnemies,
}

/// Printed health of an enemy whose health would be the player's glory, where that ability is taken away.
pub const PLAIN_HEALTH: u8 = 3;

impl Without {
    /// All of them: what the player may do, then abilities, events, variants.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<Self> = vec![
            Self::Swap,
            Self::OneSwapGlory,
            Self::BigHitGlory,
            Self::Bargain,
        ];
        all.extend(Tactic::ALL.map(Self::Tactic));
        all.extend([Self::Tactics, Self::EventShift]);
        all.extend(
            Ability::ALL
                .into_iter()
                .filter(|a| *a != Ability::None)
                .map(Self::Ability),
        );
        all.push(Self::Abilities);
        all.extend(Event::ALL.map(Self::Event));
        all.extend([Self::EnemyRerolls, Self::CalmEnemies]);
        all
    }

    /// What kind of thing it is: `decision`, `tactic`, `ability`, `event` or `variant`.
    pub fn kind(self) -> &'static str {
        match self {
            Self::Swap
            | Self::OneSwapGlory
            | Self::BigHitGlory
            | Self::Bargain
            | Self::EventShift => "decision",
            Self::Tactic(_) | Self::Tactics => "tactic",
            Self::Ability(_) | Self::Abilities => "ability",
            Self::Event(_) => "event",
            Self::EnemyRerolls | Self::CalmEnemies => "variant",
        }
    }

    /// The thing of this name: `swap`, `quick_rest`, `regen`, `max_glory`, `enemy_rerolls`, …
    ///
    /// # Errors
    /// Which name is nearest.
    pub fn parse(name: &str) -> Result<Self> {
        let all = Self::all();
        all.iter()
            .copied()
            .find(|w| w.to_string() == name)
            .ok_or_else(|| {
                let names: Vec<String> = all.iter().map(Self::to_string).collect();
                let meant = did_you_mean(name, names.iter().map(String::as_str));
                Error::usage(format!(
                    "nothing called {} can be taken away{meant} ({})",
                    quoted(name),
                    names.join(", ")
                ))
            })
    }

    /// Whether a game has it at all.
    pub fn is_in(self, game: &Game) -> bool {
        let rounds = &game.rounds[..usize::from(game.last_round)];
        let has = |ability: Ability| {
            game.cards.iter().any(|c| {
                rounds
                    .iter()
                    .any(|r| c[usize::from(r.side)].ability == ability)
            })
        };
        let rules = &game.rules;
        match self {
            Self::Tactic(t) => rules.enabled[t as usize],
            Self::Tactics => rules.enabled.contains(&true),
            Self::Swap => rules.swap,
            Self::OneSwapGlory => rules.swap && rules.one_bonus > 0,
            Self::BigHitGlory => rules.big_hit_glory > 0,
            Self::Bargain => rules.bargain_limit != BargainLimit::Off,
            Self::EventShift => rules.event_shift != EventShift::Off,
            Self::Ability(a) => has(a),
            Self::Abilities => rules.enemy_abilities && Ability::ALL[1..8].iter().any(|a| has(*a)),
            Self::Event(e) => game.events.contains(&e),
            Self::EnemyRerolls => rounds.iter().any(|r| r.faces.0 != 0),
            Self::CalmEnemies => !rules.enemies_regenerate,
        }
    }

    /// The game without it.
    ///
    /// # Errors
    /// If no game is left.
    pub fn from(self, game: &Game) -> Result<Game> {
        let mut rules: Rules = game.rules.clone();
        let (mut cards, mut events) = (game.cards.clone(), game.events);
        match self {
            Self::Tactic(t) => rules.enabled[t as usize] = false,
            Self::Tactics => rules.enabled = [false; 4],
            Self::Swap => rules.swap = false,
            Self::OneSwapGlory => rules.one_bonus = 0,
            Self::BigHitGlory => rules.big_hit_glory = 0,
            Self::Bargain => rules.bargain_limit = BargainLimit::Off,
            Self::EventShift => rules.event_shift = EventShift::Off,
            Self::Ability(ability) => {
                for enemy in cards.iter_mut().flatten().filter(|e| e.ability == ability) {
                    enemy.ability = Ability::None;
                    enemy.health = enemy.health.or(Some(PLAIN_HEALTH));
                }
            }
            Self::Abilities => rules.enemy_abilities = false,
            Self::Event(event) => {
                events
                    .iter_mut()
                    .filter(|e| **e == event)
                    .for_each(|e| *e = Event::Nothing);
            }
            Self::EnemyRerolls => rules.enemy_rerolls = false,
            Self::CalmEnemies => rules.enemies_regenerate = true,
        }
        Game::new(
            rules,
            cards,
            game.rounds.clone(),
            events,
            game.last_round,
            game.start,
        )
    }

    /// A policy made ready for the game without it; `with` is the library of the game that has it.
    ///
    /// # Errors
    /// If no game is left, or the policy cannot be made ready.
    pub fn player(self, with: &Library, spec: &PolicySpec) -> Result<Player> {
        let library = Library::beside(self.from(&with.game)?, with);
        Player::new(spec, &Arc::new(library))
    }
}

impl fmt::Display for Without {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tactic(t) => t.name(),
            Self::Tactics => "tactics",
            Self::Swap => "swap",
            Self::OneSwapGlory => "one_swap_glory",
            Self::BigHitGlory => "big_hit_glory",
            Self::Bargain => "bargain",
            Self::EventShift => "event_shift",
            Self::Ability(a) => a.name(),
            Self::Abilities => "enemy_abilities",
            Self::Event(e) => e.name(),
            Self::EnemyRerolls => "enemy_rerolls",
            Self::CalmEnemies => "calm_enemies",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::GauntletData;
    use super::super::exact;
    use super::super::kernel::{Games, Value};
    use super::*;
    use crate::playout::{Compare, Plan, run};

    #[test]
    fn names_are_read_back_and_misspelt_ones_get_the_nearest() {
        for without in Without::all() {
            assert_eq!(Without::parse(&without.to_string()).unwrap(), without);
        }
        let error = Without::parse("quick_rst").unwrap_err();
        assert!(
            error.to_string().contains("did you mean `quick_rest`"),
            "{error}"
        );
    }

    /// Exact differences of `greedy`, and the same by paired playouts over common random numbers.
    #[test]
    fn what_is_taken_away_shows() {
        let game = GauntletData::embedded()
            .unwrap()
            .game(Rules::rulebook(), 2)
            .unwrap();
        let spec = PolicySpec::parse("greedy").unwrap();
        let library = Arc::new(Library::new(game));
        let base = Player::new(&spec, &library).unwrap();
        let whole = exact::game(&base).unwrap().win();
        let base = Games::<false>::new(Arc::new(base), Value::Win);
        for (without, better) in [
            (Without::Swap, false),
            (Without::Abilities, true),
            (Without::Event(Event::EnemyWinsTies), true),
            (Without::Event(Event::PlayerWinsTies), false),
            (Without::EnemyRerolls, true),
            (Without::CalmEnemies, false),
        ] {
            assert!(without.is_in(&library.game), "{without}");
            let player = without.player(&library, &spec).unwrap();
            let win = exact::game(&player).unwrap().win();
            assert_eq!(win > whole, better, "{without}: {win} against {whole}");
            let other = Games::<false>::new(Arc::new(player), Value::Win);
            let paired = run(&Compare::new(&other, &base), &Plan::new(20_000, 42))
                .unwrap()
                .tally;
            let (mean, error) = (
                paired.difference.mean().unwrap(),
                paired.difference.standard_error().unwrap(),
            );
            assert!(
                (mean - (win - whole)).abs() < 5.0 * error + 1e-12,
                "{without}"
            );
        }
        // Greedy never bargains: nothing changes.
        let same = Without::Bargain.player(&library, &spec).unwrap();
        assert!((exact::game(&same).unwrap().win() - whole).abs() < 1e-12);
    }
}
