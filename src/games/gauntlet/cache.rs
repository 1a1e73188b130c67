//! Solved games in the user's cache folder: looked up, gone on with after an interruption, written as they grow.

use super::menu::Menus;
use super::rules::game::Game;
use super::solve::{self, Progress};
use super::spec::Objective;
use super::store;
use super::values::Values;
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A folder of solved games. Files are named by objective, last round and the hash of all that values depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
}

/// Where a solution came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Solved now, from nothing.
    Solved,
    /// Gone on with from this many solved fights in the file.
    Resumed(usize),
    /// Read from the file, finished.
    Read,
}

/// A solution, or as much of one as there was time for.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The values; those of a solution that was stopped have gaps.
    pub values: Values,
    /// Where they came from.
    pub origin: Origin,
    /// False when it was stopped.
    pub finished: bool,
    /// The file, where there is a cache.
    pub file: Option<PathBuf>,
}

/// How often a growing solution is written.
const EVERY: Duration = Duration::from_secs(15);

impl Cache {
    /// The user's: `gsim` below `XDG_CACHE_HOME`, else below the system's folder for caches; `None` where there is no home.
    pub fn user() -> Option<Self> {
        let var = |name: &str| {
            std::env::var_os(name)
                .map(PathBuf::from)
                .filter(|p| p.is_absolute())
        };
        let base = var("XDG_CACHE_HOME")
            .or_else(|| var("LOCALAPPDATA").filter(|_| cfg!(windows)))
            .or_else(|| {
                var("HOME").map(|h| {
                    h.join(if cfg!(target_os = "macos") {
                        "Library/Caches"
                    } else {
                        ".cache"
                    })
                })
            });
        base.map(|b| Self::at(b.join("gsim")))
    }

    /// In this folder; it need not exist yet.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the solution of a game is kept.
    pub fn path(&self, game: &Game, objective: Objective) -> PathBuf {
        self.folder.join(store::file_name(game, objective))
    }

    /// What is known of a game: finished or part of a solution; `None` where there is no file. A file that is damaged or of an older
    /// version counts as none: it is written anew.
    pub fn look_up(&self, game: &Arc<Game>, objective: Objective) -> Option<Values> {
        let path = self.path(game, objective);
        path.is_file()
            .then(|| store::load(&path, game, objective).ok())
            .flatten()
    }

    /// Writes a solution.
    ///
    /// # Errors
    /// If the folder or the file cannot be written.
    pub fn keep(&self, values: &Values) -> Result<PathBuf> {
        std::fs::create_dir_all(&self.folder)
            .map_err(|e| Error::runtime(format!("cannot make {}: {e}", self.folder.display())))?;
        let path = self.path(&values.game, values.objective);
        store::save(values, &path)?;
        Ok(path)
    }
}

/// The optimum of a game: from the cache, gone on with, or solved from nothing and kept. `told` hears of progress and may stop it; what was
/// finished is kept.
///
/// # Errors
/// If the cache cannot be written.
pub fn solved(
    game: &Arc<Game>,
    menus: &Menus,
    objective: Objective,
    cache: Option<&Cache>,
    told: &(dyn Fn(Progress) -> bool + Sync),
) -> Result<Solution> {
    let known = cache.and_then(|c| c.look_up(game, objective));
    let mut values = known.unwrap_or_else(|| Values::unsolved(game.clone(), objective));
    let before = values.solved();
    let file = cache.map(|c| c.path(game, objective));
    if before == values.contexts.list.len() {
        return Ok(Solution {
            values,
            origin: Origin::Read,
            finished: true,
            file,
        });
    }
    let (mut trouble, mut last) = (None, Instant::now());
    let finished = solve::go_on_keeping(&mut values, menus, told, &mut |values| {
        if let Some(cache) = cache.filter(|_| trouble.is_none() && last.elapsed() > EVERY) {
            trouble = cache.keep(values).err();
            last = Instant::now();
        }
    });
    if let Some(cache) = cache {
        cache.keep(&values)?;
    }
    let origin = if before == 0 {
        Origin::Solved
    } else {
        Origin::Resumed(before)
    };
    Ok(Solution {
        values,
        origin,
        finished,
        file,
    })
}

#[cfg(test)]
mod tests {
    use super::super::dice::Faces;
    use super::super::rules::game::{Enemy, Event, Round};
    use super::super::rules::{Ability, Rules};
    use super::super::state::Health;
    use super::*;

    fn tiny() -> Arc<Game> {
        let mut rules = Rules::rulebook();
        rules.set("bargain", "off").unwrap();
        let enemy = Enemy {
            health: Some(1),
            ability: Ability::None,
        };
        let rounds = vec![
            Round {
                cards: 1,
                side: 0,
                faces: Faces::NONE
            };
            2
        ];
        let cards = vec![[enemy; 2]; 2];
        Arc::new(Game::new(rules, cards, rounds, Event::ALL, 2, (Health::new(4, 4), 0)).unwrap())
    }

    #[test]
    fn a_solution_is_kept_resumed_and_read() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path().join("deep/er"));
        let game = tiny();
        let menus = Menus::new(&game.rules);
        let ask = |told: &(dyn Fn(Progress) -> bool + Sync)| {
            solved(&game, &menus, Objective::Win, Some(&cache), told).unwrap()
        };
        let part = ask(&|p| p.done < 10);
        assert!(
            !part.finished && part.values.solved() > 0,
            "{}",
            part.values.solved()
        );
        let whole = ask(&|_| true);
        assert_eq!(whole.origin, Origin::Resumed(part.values.solved()));
        let read = ask(&|_| panic!("nothing to solve"));
        assert_eq!((read.origin, read.finished), (Origin::Read, true));
        assert_eq!(read.values.whole(), whole.values.whole());
        // Damage makes it solve anew.
        std::fs::write(whole.file.unwrap(), b"rubbish").unwrap();
        let anew = ask(&|_| true);
        assert_eq!(anew.origin, Origin::Solved);
        assert!((anew.values.whole() - whole.values.whole()).abs() < 1e-12);
    }
}
