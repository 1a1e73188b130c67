//! A game told turn by turn, with a small board in text.
//!
//! Played games take the results of their duels from tables, so nobody rolled dice. The narrator rolls them
//! afterwards: it
//! plays the duel step by step, with words of the narration lane, until the result is the one that was
//! played. Dice and
//! decisions told are therefore distributed as they would have been, given the result.

use super::experiment::{ArenaGames, DOMAIN};
use super::mind::Mind;
use super::moves::Movers;
use super::policy::Seated;
use super::setup::Arena;
use super::state::{MOST_PLAYERS, State};
use super::units::{UnitId, Units};
use super::watch::{Challenge, Watch};
use crate::chance::{Lane, Record, Sample, Stream};
use crate::games::clash::counts::Kind;
use crate::games::clash::policy::Policy;
use crate::games::clash::rules::Need;
use crate::games::clash::state::DuelState;
use std::fmt::Write;

/// Tries before the dice of a rare result are left untold.
const TRIES: u32 = 20_000_000;

/// Tells a game by its number.
pub fn trace(games: &ArenaGames, seed: u64, game: u64) -> String {
    let company = games.company();
    let arena = company.arena();
    let seating = games.seating(game);
    let mut text = format!(
        "Game {game} of seed {seed}: {} players on {} ({} spaces)\n",
        arena.players,
        arena.board.name,
        arena.board.len()
    );
    for (seat, policy) in seating.iter().enumerate().take(arena.players) {
        let spec = company
            .specs()
            .nth(usize::from(*policy))
            .map(ToString::to_string)
            .unwrap_or_default();
        let _ = writeln!(
            text,
            "seat {seat}: {spec}, duels by {}",
            company.tables().specs()[usize::from(company.seated(seating)[seat].duel())]
        );
    }
    text += "A space shows its name and seat:TEAM or an animal, +1 for a hit marker; dice: c critical, s single, - nothing.\n";
    let narration = |domain: &str| Stream::new(seed, domain, game, Lane::Narration);
    let mut narrator = Narrator {
        text,
        seated: company.seated(seating),
        policies: company.tables().policies(),
        dice: Sample::from_streams(narration(DOMAIN), narration("clash-arena-fallback")),
        entered: String::new(),
    };
    let (end, state) = games.replay(seed, game, &mut narrator);
    let mut text = narrator.text;
    let points = arena.final_points(&state);
    let _ = writeln!(
        text,
        "\nThe game ends after {} turns: {}.\n{}",
        state.turn,
        end.name().replace('_', " "),
        board_text(arena, &state)
    );
    for (seat, total) in points.iter().enumerate().take(arena.players) {
        let (taken, animals) = (state.gladiators[seat], state.taken_animals[seat]);
        let left = arena.survivors(&state, seat);
        let _ = writeln!(
            text,
            "seat {seat}: {taken} gladiators, {animals} animals, {left} survivors: {total} points"
        );
    }
    let winners: Vec<String> = arena
        .winners(&points[..arena.players])
        .iter()
        .map(|s| format!("seat {s}"))
        .collect();
    let _ = writeln!(text, "{} wins", winners.join(" and "));
    text
}

/// The board in text: rows of a raster shifted as on the table, or four spaces a line. Below it the reserve.
pub fn board_text(arena: &Arena, state: &State) -> String {
    const WIDTH: usize = 13;
    let cell = |at: usize| {
        let unit = arena.unit_text(state, at);
        let unit = if unit.is_empty() { "." } else { &unit };
        format!("{:<WIDTH$}", format!("{} {unit}", arena.board.name_of(at)))
    };
    let graph = vec![4; arena.board.len().div_ceil(4)];
    let rows: &[u8] = if arena.board.rows().is_empty() {
        &graph
    } else {
        arena.board.rows()
    };
    let longest = rows.iter().copied().max().unwrap_or(0);
    let mut text = String::new();
    let mut at = 0;
    for &length in rows {
        let mut line = " ".repeat(usize::from(longest - length) * WIDTH / 2);
        for space in at..(at + usize::from(length)).min(arena.board.len()) {
            line += &cell(space);
        }
        let _ = writeln!(text, "  {}", line.trim_end());
        at += usize::from(length);
    }
    if !state.cards().is_empty() {
        let names: Vec<&str> = state
            .cards()
            .iter()
            .map(|&card| arena.units.name(card))
            .collect();
        let _ = writeln!(text, "  beside the board: {}", names.join(", "));
    }
    text
}

struct Narrator<'a> {
    text: String,
    seated: [Seated<'a>; MOST_PLAYERS],
    policies: Vec<[Policy; 2]>,
    dice: Sample,
    entered: String,
}

impl Narrator<'_> {
    fn say(&mut self, line: std::fmt::Arguments<'_>) {
        let _ = writeln!(self.text, "{line}");
    }

    fn flush_entered(&mut self) {
        if !self.entered.is_empty() {
            let line = std::mem::take(&mut self.entered);
            self.say(format_args!("{line}"));
        }
    }

    /// Rolls until the result is the one that was played, then tells these rolls.
    fn tell_duel(&mut self, arena: &Arena, challenge: &Challenge, left: [UnitId; 2]) {
        let [a, d] = challenge.units.map(|id| arena.units.unit(id));
        let start = arena.duel.start(a, d, 0);
        let count = self.policies.len().isqrt();
        let [own, other] =
            [challenge.seat, challenge.answers()].map(|seat| usize::from(self.seated[seat].duel()));
        let [first, second] = &self.policies[own * count + other];
        let name = |side: usize| arena.units.text(challenge.units[side]);
        let mut lines = vec![format!("    {} rolls first", name(start.first()))];
        for _ in 0..TRIES {
            let before = self.dice.clone();
            let end = arena.duel.play(start, [first, second], &mut self.dice);
            if [0, 1].map(|k| arena.units.id_left(challenge.units[k], end.sides[k].unit())) != left
            {
                continue;
            }
            let (mut state, mut dice) = (start, Record::new(before));
            while !state.is_over() {
                let (need, was) = (arena.duel.need(&state), state);
                arena.duel.advance(&mut state, [first, second], &mut dice);
                let shown = dice
                    .events
                    .last()
                    .map_or("", |event| event.outcome.as_str());
                lines.extend(told(need, &was, &state, shown, &name));
            }
            for line in lines {
                self.say(format_args!("{line}"));
            }
            return;
        }
        self.say(format_args!(
            "    (so rare a result that its dice are not told)"
        ));
    }
}

/// One step of a duel in words.
fn told(
    need: Need,
    was: &DuelState,
    now: &DuelState,
    shown: &str,
    name: &dyn Fn(usize) -> String,
) -> Option<String> {
    let text = match need {
        Need::NetDice { side, dice } => format!("{} throws {dice} nets: {shown} hold", name(side)),
        Need::NameNets { side, .. } => {
            let netted = now.sides[1 - side]
                .netted
                .without(was.sides[1 - side].netted);
            format!("{} nets {netted}", name(side))
        }
        Need::Roll {
            side,
            dice,
            again: false,
        } => format!("{} rolls {dice}: {shown}", name(side)),
        Need::Roll { side, .. } => format!("{} rolls again: {shown}", name(side)),
        Need::Reroll { .. } | Need::Nothing => return None,
        Need::Lose { side, .. } => {
            let (before, after) = (&was.sides[side], &now.sides[side]);
            let team = |s: &crate::games::clash::state::Side| s.active.union(s.netted);
            format!(
                "{} gives up {}",
                name(side),
                team(before).without(team(after))
            )
        }
    };
    Some(format!("    {text}"))
}

impl Watch for Narrator<'_> {
    fn entered(
        &mut self,
        arena: &Arena,
        _state: &State,
        seat: usize,
        kind: Kind,
        space: Option<usize>,
    ) {
        if seat == 0 {
            self.flush_entered();
            self.entered.push_str("enter:");
        }
        let space = space.map_or("hand", |at| arena.board.name_of(at));
        let _ = write!(self.entered, "  {seat} {kind} {space}");
    }

    fn placed(&mut self, arena: &Arena, state: &State, _seat: usize, space: usize) {
        let _ = write!(
            self.entered,
            " ({} on {})",
            arena.unit_text(state, space),
            arena.board.name_of(space)
        );
    }

    fn filled(&mut self, arena: &Arena, state: &State, seat: usize, space: usize) {
        self.flush_entered();
        self.say(format_args!(
            "seat {seat} draws {} and places it on {}",
            arena.unit_text(state, space),
            arena.board.name_of(space)
        ));
    }

    fn turn(&mut self, arena: &Arena, state: &State, movers: &Movers) {
        self.flush_entered();
        let points: Vec<String> = (0..arena.players)
            .map(|seat| arena.points_taken(state, seat).to_string())
            .collect();
        self.say(format_args!(
            "\nturn {}, seat {}, {} options, points taken so far {}\n{}",
            state.turn + 1,
            state.to_move,
            movers.count(arena),
            points.join(" "),
            board_text(arena, state).trim_end()
        ));
    }

    fn passed(&mut self, _arena: &Arena, _state: &State) {
        self.say(format_args!("  passes"));
    }

    fn challenged(&mut self, arena: &Arena, state: &State, challenge: &Challenge) {
        let action = challenge.action;
        let space = |at: u8| arena.board.name_of(usize::from(at));
        let way = match action.card() {
            Some(_) => format!("enters on {} and", space(action.to)),
            None if action.moves() => format!(
                "moves from {} to {} and",
                space(action.mover),
                space(action.to)
            ),
            None => format!("on {}", space(action.to)),
        };
        let unit = arena.units.text(challenge.units[0]);
        let target = arena.unit_text(state, usize::from(action.target));
        let stand_in = challenge
            .stand_in
            .map_or(String::new(), |seat| format!(" (seat {seat} rolls for it)"));
        self.say(format_args!(
            "  {unit} {way} challenges {target} on {}{stand_in}",
            space(action.target)
        ));
    }

    fn fought(&mut self, arena: &Arena, _state: &State, challenge: &Challenge, left: [UnitId; 2]) {
        self.tell_duel(arena, challenge, left);
        let after = |side: usize| match (left[side], Units::is_animal(challenge.units[side])) {
            (super::units::OUT, true) => {
                format!("{} is defeated", arena.units.text(challenge.units[side]))
            }
            (super::units::OUT, false) => {
                format!("{} is wiped out", arena.units.text(challenge.units[side]))
            }
            (id, _) => format!("{} left", arena.units.text(id)),
        };
        self.say(format_args!("    {}, {}", after(0), after(1)));
    }
}
