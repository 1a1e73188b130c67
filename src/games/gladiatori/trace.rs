//! Narration: a game in words, and the arena as a text map.

use super::board::{Board, each, one};
use super::geometry::{MAX_RADIUS, axial, hex};
use super::state::{Arena, BeastKind};
use super::watch::{Source, Watch};

/// Collects the lines of a game.
#[derive(Debug, Clone, Default)]
pub struct Trace {
    /// What the seats are called; a seat without a name is told by its number, from 1.
    pub names: Vec<String>,
    /// The lines, oldest first; deeper steps are indented by two blanks each.
    pub lines: Vec<String>,
}

impl Watch for Trace {
    const TALKS: bool = true;

    fn points(&mut self, seat: u8, source: Source, points: i16) {
        let source = source.name().replace('_', " ");
        self.say(format!("      #{seat} {points:+} VP ({source})"));
    }

    fn say(&mut self, line: String) {
        let mut told = String::with_capacity(line.len() + 32);
        let mut parts = line.split('#');
        told.push_str(parts.next().unwrap_or_default());
        for part in parts {
            // The rules write #0 for the first seat.
            let seat = part
                .chars()
                .next()
                .and_then(|c| c.to_digit(10))
                .unwrap_or(0) as usize;
            match self.names.get(seat) {
                Some(name) => told.push_str(name),
                None => told.push_str(&(seat + 1).to_string()),
            }
            told.push_str(part.get(1..).unwrap_or_default());
        }
        self.lines.push(told);
    }
}

/// Arrows of the six facings, from east clockwise.
const ARROWS: [char; 6] = ['→', '↘', '↙', '←', '↖', '↗'];

/// The arena with gladiators (seat number and facing), beasts (first letter, `l`ion, `b`ear, `d`og, `w`olf), gates (`|`) and
/// free hexes (`·`), one row of hexes a line, shifted by half a hex a row.
pub fn map(board: &Board, st: &Arena) -> String {
    let mut text = String::new();
    for r in -MAX_RADIUS..=MAX_RADIUS {
        let row: Vec<u8> = (-MAX_RADIUS..=MAX_RADIUS)
            .filter_map(|q| hex(q, r))
            .filter(|h| board.hexes() & one(*h) != 0)
            .collect();
        let Some(first) = row.first() else { continue };
        let indent = 2 * (axial(*first).0 + MAX_RADIUS) + r + MAX_RADIUS;
        text.push_str(&" ".repeat(indent as usize));
        let mut last = axial(*first).0;
        for h in each(row.iter().fold(0, |s, h| s | one(*h))) {
            let q = axial(h).0;
            (last..q - 1).for_each(|_| text.push_str("  "));
            last = q;
            text.push_str(&cell(board, st, h));
        }
        while text.ends_with(' ') {
            text.pop();
        }
        text.push('\n');
    }
    text
}

/// Two characters.
fn cell(board: &Board, st: &Arena, h: u8) -> String {
    if let Some(seat) = st.g.iter().position(|g| g.alive() && g.hex == h) {
        return format!("{}{}", seat + 1, ARROWS[usize::from(st.g[seat].facing())]);
    }
    if let Some(b) = st.beasts.iter().find(|b| b.present() && b.hex() == h) {
        let letter = match b.kind() {
            BeastKind::Dog => 'd',
            BeastKind::Wolf => 'w',
            BeastKind::Lion => 'l',
            BeastKind::Bear => 'b',
        };
        return format!("{letter}{}", ARROWS[usize::from(b.facing())]);
    }
    if board.gates.contains(&h) {
        "| ".into()
    } else {
        "· ".into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::Data;
    use super::super::duel::{ArenaQuestion, First};
    use super::super::numbers::Rules;
    use super::super::policy::Brain;
    use super::super::sheet::Sheet;
    use super::*;

    #[test]
    fn a_game_is_told_and_drawn() {
        let data = Data::embedded().unwrap();
        let mut sheets = vec![
            Sheet::ready_made(&data, "secutor").unwrap(),
            Sheet::ready_made(&data, "thraex").unwrap(),
        ];
        sheets[1].team = 1;
        let q = ArenaQuestion {
            rules: Rules::default_rules().unwrap(),
            sheets,
            brains: vec![Brain::parse("uniform_mix").unwrap(); 2],
            board: Board::new(&data).unwrap(),
            beasts: vec![(1, BeastKind::Dog)],
            first: First::Side(0),
            market: None,
        };
        let drawn = map(&q.board, &q.game().start(&[0, 1]));
        assert_eq!(drawn.lines().count(), 9);
        assert!(
            drawn.contains("1↘") && drawn.contains("2↙") && drawn.matches('|').count() == 2,
            "{drawn}"
        );
        assert_eq!(drawn.matches('·').count(), 61 - 4);
        let mut trace = Trace::default();
        let end = q.replay(1, 3, &mut trace);
        assert!(
            trace.lines[0] == "Turn 1" && trace.lines.iter().any(|l| l.contains("Attack Value"))
        );
        assert!(
            trace.lines.iter().any(|l| l == "  1 acts")
                && !trace.lines.iter().any(|l| l == "  0 acts"),
            "seats are counted from 1"
        );
        let mut named = Trace {
            names: ["one", "two"].map(String::from).to_vec(),
            ..Trace::default()
        };
        assert_eq!(q.replay(1, 3, &mut named), end);
        assert_eq!(named.lines.len(), trace.lines.len());
        assert!(named.lines.contains(&"  one acts".to_string()));
    }
}
