//! Conditions on how a game of Gladiatori ends, for `trace --where`: `alive_2=0,turns<=3`.

use crate::error::{Error, Result};
use crate::games::gladiatori::tally::{COUNTERS, End, Log};
use crate::games::gladiatori::watch::Source;
use crate::study::condition::Condition;

/// Games that are searched before giving up, and the same where a policy plays on in its head or solves exchanges.
pub const SEARCHED: u64 = 200_000;
/// See [`SEARCHED`].
pub const SEARCHED_SLOWLY: u64 = 500;

/// What is known of each seat besides its counters and its points by source.
const OF_SEAT: [&str; 3] = ["vp", "alive", "win"];

/// Reads a condition. `seats`: how the seats are written, for example a and b; `example`: a condition that is right.
///
/// # Errors
/// What is wrong and what to write.
pub fn condition(text: &str, seats: &[&str], example: &str) -> Result<Condition> {
    let mut fields: Vec<String> = vec!["turns".into()];
    if seats.len() == 2 {
        fields.push("margin".into());
    }
    let all = OF_SEAT.into_iter().chain(COUNTERS);
    for name in all.chain(Source::ALL.map(Source::name)) {
        fields.extend(seats.iter().map(|s| format!("{name}_{s}")));
    }
    let names: Vec<&str> = fields.iter().map(String::as_str).collect();
    Condition::parse(text, &names, "a game", example).map_err(|e| {
        // A list of some eighty fields helps nobody: what they are made of.
        match e.to_string().split_once(" (it has ") {
            Some((why, _)) => Error::usage(format!(
                "{why} (it has turns, margin of two, and for seats {}: vp_S, alive_S, win_S, a counter of the table deeds such as hits_S or falls_S, and points of a source such as first_blood_S)",
                seats.join(", ")
            )),
            None => e,
        }
    })
}

/// Whether a game ended so.
pub fn holds(condition: &Condition, seats: &[&str], end: &End, log: &Log) -> bool {
    condition.holds(|field| value(field, seats, end, log))
}

fn value(field: &str, seats: &[&str], end: &End, log: &Log) -> i64 {
    let of = field
        .rsplit_once('_')
        .and_then(|(name, seat)| Some((name, seats.iter().position(|s| *s == seat)?)));
    let Some((name, seat)) = of else {
        return match field {
            "turns" => end.turns.into(),
            _ => i64::from(end.vp[0]) - i64::from(end.vp[1]),
        };
    };
    match name {
        "vp" => end.vp[seat].into(),
        "alive" => (end.alive >> seat & 1).into(),
        "win" => i64::from(end.shares[seat] == 12),
        _ => match COUNTERS.iter().position(|c| *c == name) {
            Some(c) => log.counts[seat][c].into(),
            None => Source::ALL
                .iter()
                .position(|s| s.name() == name)
                .map_or(0, |s| log.points[seat][s].into()),
        },
    }
}

/// Refuses a search that found nothing.
///
/// # Errors
/// Always: none of the games searched ended so.
pub fn not_met(searched: u64, from: u64) -> Error {
    Error::usage(format!(
        "not met in {searched} games from game {from} on; try another --seed or --playout"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_seats_and_of_the_game() {
        let seats = ["a", "b"];
        let mut log = Log::default();
        log.counts[1][1] = 3;
        log.points[0][2] = 3;
        let end = End {
            vp: [40, 12, 0, 0],
            alive: 1,
            shares: [12, 0, 0, 0],
            unpaid: [0; 4],
            turns: 4,
            hexes: [0; 4],
            print: 0,
        };
        for (text, wanted) in [
            ("turns<=4, margin>=28", true),
            ("vp_a=40,vp_b=12,alive_a=1,alive_b=0,win_a=1,win_b=0", true),
            ("hits_b=3,hits_a=0", true),
            ("first_blood_a=3", true),
            ("first_blood_b>0", false),
        ] {
            let c = condition(text, &seats, "alive_b=0").unwrap();
            assert_eq!(holds(&c, &seats, &end, &log), wanted, "{text}");
        }
        let error = condition("hit_b=1", &seats, "alive_b=0").unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("did you mean `hits_b`") && text.contains("vp_S"),
            "{text}"
        );
    }
}
