//! What is said of a game in the arena: its title, and which flag a fault is about.

use crate::games::gladiatori::duel::ArenaQuestion;
use crate::games::gladiatori::fighter::Fighter;

/// The flag that a fault of the whole question is about.
pub(super) fn blame(fault: &str) -> &'static str {
    if fault.starts_with("teams") {
        "--teams"
    } else if fault.contains("beast") {
        "--beasts"
    } else if fault.contains("map") {
        "--map"
    } else if fault.contains("mirror_match") {
        "--set mirror_match=distinct"
    } else {
        "--teams"
    }
}

/// Who meets whom, in words.
pub(super) fn title(q: &ArenaQuestion, fighters: &[Fighter], teams: &[u8]) -> String {
    let name = |i: usize| fighters[i].name.clone();
    let mut sides: Vec<String> = Vec::new();
    for team in 0..4u8 {
        let members: Vec<String> = (0..teams.len())
            .filter(|i| teams[*i] == team)
            .map(name)
            .collect();
        if !members.is_empty() {
            sides.push(members.join(" and "));
        }
    }
    let beasts = if q.beasts.is_empty() {
        ""
    } else {
        ", with beasts"
    };
    match sides.as_slice() {
        [_] if teams.len() > 1 => {
            let all: Vec<String> = (0..teams.len()).map(name).collect();
            format!("{} together against beasts", all.join(", "))
        }
        [one] => format!("{one} alone in the arena{beasts}"),
        sides => format!("{} in the arena{beasts}", sides.join(" against ")),
    }
}
