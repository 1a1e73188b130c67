//! The ways to ask again (spec 13): one value at a time, corners, joint draws, other fillings, switches.

use crate::chance::{Lane, Stream};
use crate::games::gladiatori::board::Board;
use crate::games::gladiatori::build::{Build, Training};
use crate::games::gladiatori::data::{Data, Val};
use crate::games::gladiatori::sheet::legal_pairs;
use crate::scenario::Status;

/// One way to ask again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Again {
    /// `one_at_a_time`, `corner`, `draw`, `loadout` or `switch`.
    pub sort: &'static str,
    /// `hp.action=3`.
    pub name: String,
    /// Paths of the data to set.
    pub paths: Vec<(String, String)>,
    /// Switches to set.
    pub switches: Vec<(String, String)>,
}

/// The plan of the data: one value at a time, corners, joint draws, switches. Only what begins with one of `prefixes`, and only
/// the switches named, can matter to the question.
pub fn plan(data: &Data, prefixes: &[&str], readings: &[&str], seed: u64) -> Vec<Again> {
    let plan = &data.sensitivity;
    let list = |key: &str| plan.entry(key).map_or(&[] as &[Val], |v| v.list());
    let matters = |path: &str| {
        path.split('+')
            .all(|p| prefixes.iter().any(|x| p.starts_with(x)))
    };
    let mut all = Vec::new();
    for entry in list("one_at_a_time") {
        let Some(path) = entry
            .entry("path")
            .and_then(Val::word)
            .filter(|p| matters(p))
        else {
            continue;
        };
        for value in entry.entry("values").map_or(&[] as &[Val], |v| v.list()) {
            let value = written(value);
            if value == "as given"
                || value == "0" && path.contains('<')
                || is_base(data, path, &value)
            {
                continue;
            }
            all.push(Again {
                sort: "one_at_a_time",
                name: format!("{path}={value}"),
                paths: vec![(path.into(), value)],
                switches: Vec::new(),
            });
        }
    }
    for corner in list("corners") {
        let Some(Val::Map(set)) = corner.entry("set") else {
            continue;
        };
        let paths: Vec<_> = set
            .iter()
            .filter(|(p, _)| matters(p))
            .map(|(p, v)| (p.clone(), written(v)))
            .collect();
        if !paths.is_empty() {
            let name = corner
                .entry("id")
                .and_then(Val::word)
                .unwrap_or("corner")
                .to_string();
            all.push(Again {
                sort: "corner",
                name,
                paths,
                switches: Vec::new(),
            });
        }
    }
    let draws = plan
        .entry("random_draws")
        .and_then(|d| d.entry("value"))
        .and_then(Val::int)
        .unwrap_or(0);
    let mut stream = Stream::new(seed, "gladiatori-sensitivity", 0, Lane::Main);
    for draw in 1..=draws.max(0) {
        let paths = joint(data, &matters, &mut stream);
        if !paths.is_empty() {
            all.push(Again {
                sort: "draw",
                name: format!("draw {draw}"),
                paths,
                switches: Vec::new(),
            });
        }
    }
    for key in list("switches")
        .iter()
        .filter_map(Val::word)
        .filter(|k| readings.contains(k))
    {
        let Ok(switch) = data.switches.find(key) else {
            continue;
        };
        for value in switch.values.iter().filter(|v| **v != switch.default) {
            all.push(Again {
                sort: "switch",
                name: format!("{key}={value}"),
                paths: Vec::new(),
                switches: vec![(key.into(), value.clone())],
            });
        }
    }
    all
}

/// Every assumed value at once, each uniform on its range, whatever sort of value it is; of what the plan only offers as given
/// or not (restrictions of moves), one of the two.
fn joint(
    data: &Data,
    matters: &dyn Fn(&str) -> bool,
    stream: &mut Stream,
) -> Vec<(String, String)> {
    let mut any = |n: usize| stream.below(n as u64) as usize;
    let guessed = |s: Status| matches!(s, Status::Assumed | Status::Derived);
    let mut paths: Vec<(String, String)> = data
        .cells()
        .iter()
        .filter(|c| guessed(c.provenance.status) && c.range.len() > 1 && matters(&c.path))
        .map(|c| (c.path.clone(), written(&c.range[any(c.range.len())])))
        .filter(|(_, v)| v != "as given")
        .collect();
    for entry in data
        .sensitivity
        .entry("one_at_a_time")
        .map_or(&[] as &[Val], |v| v.list())
    {
        let values = entry.entry("values").map_or(&[] as &[Val], |v| v.list());
        let path = entry.entry("path").and_then(Val::word).unwrap_or_default();
        if values.iter().any(|v| v.word() == Some("as given")) && matters(path) {
            let value = written(&values[any(values.len())]);
            if value != "as given" {
                paths.push((path.into(), value));
            }
        }
    }
    // Gates that do not lie on a smaller map stay where they are.
    let fits = |paths: &[(String, String)]| {
        let mut data = data.clone();
        paths.iter().all(|(p, v)| data.set(p, v).is_ok()) && Board::new(&data).is_ok()
    };
    if !fits(&paths) {
        paths.retain(|p| p.0 != "arena.gates");
    }
    paths
}

/// The base gladiators of the rulebook's table, whose fillings are assumed.
pub const BASE: [&str; 4] = ["secutor", "mirmillo", "thraex", "hoplomacus"];

/// Other fillings of the base gladiators among `ids`: Feint, moves and powers that cost exactly the coins which stats and Energy
/// leave, each such set equally likely, and a random legal pair of items (spec 13 d).
pub fn loadouts(data: &Data, ids: &[&str], seed: u64) -> Vec<Again> {
    let n = data
        .sensitivity
        .entry("loadouts")
        .and_then(|d| d.entry("value"))
        .and_then(Val::int)
        .unwrap_or(0);
    let ids: Vec<&str> = BASE.into_iter().filter(|b| ids.contains(b)).collect();
    let fillings: Vec<(&str, Vec<Build>)> = ids
        .iter()
        .filter_map(|id| Some((*id, fillings(data, id)?)))
        .filter(|f| !f.1.is_empty())
        .collect();
    if fillings.is_empty() {
        return Vec::new();
    }
    let (items, pairs) = (data.ids("item"), legal_pairs(data));
    let mut stream = Stream::new(seed, "gladiatori-loadouts", 0, Lane::Main);
    let mut any = |n: usize| stream.below(n as u64) as usize;
    let numbers = |set: u16| {
        let each: Vec<String> = (0..9u16)
            .filter(|b| set >> b & 1 == 1)
            .map(|b| (b + 1).to_string())
            .collect();
        format!("[{}]", each.join(", "))
    };
    (1..=n.max(0))
        .map(|k| {
            let mut paths = Vec::new();
            for (id, builds) in &fillings {
                let (b, pair) = (builds[any(builds.len())], pairs[any(pairs.len())]);
                let path = |key: &str| format!("gladiator.{id}.{key}");
                paths.push((path("feint"), u8::from(b.feint).to_string()));
                paths.push((path("moves"), numbers(b.moves.into())));
                paths.push((path("powers"), numbers(b.powers)));
                let [x, y] = pair.map(|i| items[i]);
                paths.push((path("items"), format!("[\"{x}\", \"{y}\"]")));
            }
            Again {
                sort: "loadout",
                name: format!("loadout {k}"),
                paths,
                switches: Vec::new(),
            }
        })
        .collect()
}

/// Every filling of a gladiator that costs exactly what its stats and Energy leave of its budget.
fn fillings(data: &Data, id: &str) -> Option<Vec<Build>> {
    let budget = data.int(&format!("gladiator.{id}.budget")) as u8;
    let t = Training::new(data, budget, true, false);
    let base = Build {
        feint: false,
        moves: 0,
        powers: 0,
        ..Build::ready_made(data, id).ok()?
    };
    let all = (0..2u32 << 17).map(|bits| Build {
        feint: bits & 1 == 1,
        moves: (bits >> 1) as u8,
        powers: (bits >> 9) as u16,
        ..base
    });
    Some(
        all.filter(|b| t.cost(b) == u16::from(budget) && t.faults(b).is_empty())
            .collect(),
    )
}

/// A value as `--set` writes it.
fn written(v: &Val) -> String {
    v.word().map_or_else(|| v.to_string(), str::to_string)
}

/// The value that holds anyway.
fn is_base(data: &Data, path: &str, value: &str) -> bool {
    !path.contains(['*', '<'])
        && path
            .split('+')
            .all(|p| data.cell(p).is_some_and(|c| written(&c.value) == value))
}

#[cfg(test)]
mod tests {
    use super::super::ask_again;
    use super::*;

    #[test]
    fn the_plan_of_the_data() {
        let data = Data::embedded().unwrap();
        let plan = plan(&data, &["hp.", "item.", "combat."], &["vp_tie"], 1);
        let of = |sort: &str| plan.iter().filter(|a| a.sort == sort).count();
        assert_eq!((of("corner"), of("draw"), of("switch")), (3, 32, 1));
        let names: Vec<&str> = plan.iter().map(|a| a.name.as_str()).collect();
        assert!(
            names.contains(&"hp.action=3") && names.contains(&"hp.energy1+hp.energy0=2"),
            "{names:?}"
        );
        assert!(
            !names.contains(&"hp.action=2"),
            "the base value is no other value"
        );
        let switches = data.switches("gladiatori", &[]).unwrap();
        let mut seen = Vec::new();
        ask_again(&data, &switches, &plan, |d, _, _| {
            seen.push(d.hash());
            Ok(vec![0.0])
        })
        .unwrap();
        let base = data.hash();
        assert!(
            seen.iter()
                .zip(&plan)
                .all(|(h, a)| (*h == base) == a.paths.is_empty())
        );
    }

    /// Joint draws take in what is no number: the price of an ability at 9, restrictions, the layout of the map.
    #[test]
    fn joint_draws_reach_every_range() {
        let data = Data::embedded().unwrap();
        let all = plan(&data, &["training.", "move.", "arena."], &[], 1);
        let drawn = |path: &str| -> Vec<&str> {
            let set = all
                .iter()
                .filter(|a| a.sort == "draw")
                .flat_map(|a| &a.paths);
            set.filter(|p| p.0 == path).map(|p| p.1.as_str()).collect()
        };
        assert!(drawn("training.ability9_price").contains(&"forbidden"));
        assert!(drawn("move.*.restrictions").contains(&"none"));
        assert!(drawn("arena.facings").contains(&"towards the centre"));
        let starts = drawn("arena.starts");
        assert!(starts.iter().any(|s| *s != starts[0]));
        assert!(drawn("arena.gates").iter().any(|g| g.contains("2]")));
        let switches = data.switches("gladiatori", &[]).unwrap();
        ask_again(&data, &switches, &all, |d, _, _| {
            Board::new(d)?;
            Ok(vec![0.0])
        })
        .unwrap();
    }

    /// 32 fillings that cost all coins, with legal items; only those of gladiators that take part.
    #[test]
    fn fillings_of_the_base_gladiators() {
        let data = Data::embedded().unwrap();
        assert!(loadouts(&data, &["provocator"], 1).is_empty());
        let all = loadouts(&data, &["secutor", "thraex"], 1);
        assert_eq!((all.len(), all[0].paths.len()), (32, 8));
        assert!(all.iter().any(|a| a.paths != all[0].paths));
        let switches = data.switches("gladiatori", &[]).unwrap();
        let t = Training::new(&data, 55, true, false);
        ask_again(&data, &switches, &all, |d, _, _| {
            for id in ["secutor", "thraex"] {
                let b = Build::ready_made(d, id)?;
                assert_eq!((t.cost(&b), t.faults(&b)), (55, vec![]), "{id}");
                let items = d.value(&format!("gladiator.{id}.items"));
                let ids: Vec<&str> = items.list().iter().filter_map(Val::word).collect();
                crate::games::gladiatori::sheet::item_pair(d, &ids)?;
            }
            Ok(vec![0.0])
        })
        .unwrap();
    }
}
