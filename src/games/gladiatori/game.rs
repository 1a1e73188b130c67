//! A game's fixed side: rules, sheets, teams, map, beasts to come; what a state is read against.

use super::board::{Board, Hexes, each, one};
use super::cards::{Cards, MOVES, Zone};
use super::decision::{Foe, Spot};
use super::geometry::{Hex, clear_lines, distance, in_cone, on_line, relative, vector};
use super::numbers::Rules;
use super::sheet::Sheet;
use super::state::{Beast, BeastKind, Gladiator, ItemState, State};

/// What is fixed for a game.
#[derive(Debug, Clone, Copy)]
pub struct Game<'a> {
    /// The rules in force.
    pub rules: Rules,
    /// The sheets by seat; seats beyond `players` are empty.
    pub sheets: [Sheet; 4],
    /// Teams by seat, as on the sheets.
    pub(super) team_of: [u8; 4],
    /// Gladiators.
    pub players: u8,
    /// The map; none in a duel, where both always stand front to front.
    pub board: Option<&'a Board>,
    /// Beasts that enter: turn and kind \[2 players\] \[1 player\].
    pub schedule: [(u8, BeastKind); 8],
    /// How many of them.
    pub scheduled: u8,
    /// Somebody owns a Net.
    pub nets: bool,
    /// Somebody has an ally.
    pub allied: bool,
    /// Where attacks arrive in a duel: 0, both stand front to front.
    pub arrival: u8,
    /// Checks every decision and every state; for tests, slow.
    pub checked: bool,
}

impl<'a> Game<'a> {
    /// A game of these gladiators; a sheet's `team` says who stand together.
    ///
    /// # Panics
    /// Without a gladiator, or with more than four.
    pub fn new(rules: Rules, sheets: &[Sheet], board: Option<&'a Board>) -> Self {
        assert!((1..=4).contains(&sheets.len()), "one to four gladiators");
        let mut all = [sheets[0]; 4];
        all[..sheets.len()].copy_from_slice(sheets);
        Self {
            rules,
            sheets: all,
            team_of: all.map(|s| s.team),
            players: sheets.len() as u8,
            board,
            schedule: [(0, BeastKind::Dog); 8],
            scheduled: 0,
            nets: sheets.iter().flat_map(|s| s.items).any(|i| i.net),
            allied: (1..sheets.len()).any(|i| sheets[..i].iter().any(|s| s.team == sheets[i].team)),
            arrival: 0,
            checked: false,
        }
    }

    /// A duel between two gladiators, without a map.
    pub fn duel(rules: Rules, mut a: Sheet, mut b: Sheet) -> Self {
        (a.team, b.team) = (0, 1);
        Self::new(rules, &[a, b], None)
    }

    /// The same, with beasts to come.
    #[must_use]
    pub fn with_beasts(mut self, schedule: &[(u8, BeastKind)]) -> Self {
        self.scheduled = schedule.len().min(8) as u8;
        self.schedule[..usize::from(self.scheduled)]
            .copy_from_slice(&schedule[..usize::from(self.scheduled)]);
        self
    }

    /// The start: all cards in hand, 10 VP each, discs in `order` from the top \[Game Setup\].
    #[inline]
    pub fn start<const N: usize, const B: usize>(&self, order: &[u8]) -> State<N, B> {
        let withheld = if self.rules.r.moves_from_turn3 {
            MOVES
        } else {
            0
        };
        let mut g = [Gladiator::ABSENT; N];
        for (seat, slot) in g.iter_mut().enumerate().take(usize::from(self.players)) {
            *slot = Gladiator::new(&self.sheets[seat], self.rules.n.start_vp, withheld);
            if let Some((hex, facing)) = self.board.and_then(|b| b.starts.get(seat)) {
                slot.hex = *hex;
                slot.set_facing(*facing);
            }
        }
        State::new(g, order)
    }

    /// Whether two seats fight each other.
    #[inline]
    pub fn hostile(&self, a: u8, b: u8) -> bool {
        self.team_of[usize::from(a & 3)] != self.team_of[usize::from(b & 3)]
    }

    /// Hexes that `me` may not enter: other gladiators and beasts.
    #[inline]
    pub(super) fn occupied(&self, g: &[Gladiator], beasts: &[Beast], me: u8) -> Hexes {
        let gladiators = g
            .iter()
            .enumerate()
            .filter(|(i, g)| g.alive() && *i != usize::from(me))
            .fold(0, |s, (_, g)| s | one(g.hex));
        if self.scheduled == 0 {
            return gladiators;
        }
        beasts
            .iter()
            .filter(|b| b.present())
            .fold(gladiators, |s, b| s | one(b.hex()))
    }

    /// Who stands in a hex.
    #[inline]
    pub(super) fn who_at(&self, g: &[Gladiator], beasts: &[Beast], hex: Hex) -> Option<Foe> {
        for (i, g) in g.iter().enumerate() {
            if g.hex == hex && g.alive() {
                return Some(Foe::Gladiator(i as u8));
            }
        }
        if self.scheduled == 0 {
            return None;
        }
        beasts
            .iter()
            .position(|b| b.present() && b.hex() == hex)
            .map(|i| Foe::Beast(i as u8))
    }

    /// Relative direction in which an attack from `from` arrives at `target` (4.3).
    #[inline]
    pub fn arrival(&self, from: Hex, target: Spot) -> u8 {
        if self.board.is_none() || from == target.hex {
            return self.arrival;
        }
        relative(
            vector(target.hex, from),
            target.facing,
            self.rules.r.arrival_tie_attacker,
        )
    }

    /// Penalty of a throw at a foe from a spot, `None` if it is not allowed \[Throwing Weapons\]: in the zone (A33), a clear
    /// path (A34), and, but for the Net, nobody hostile in the own front hex.
    pub(super) fn throw_penalty(
        &self,
        g: &[Gladiator],
        beasts: &[Beast],
        me: u8,
        from: Spot,
        foe: Foe,
        net: bool,
    ) -> Option<i16> {
        let board = self.board?;
        let target = match foe {
            Foe::Gladiator(s) => g[usize::from(s)].hex,
            Foe::Beast(b) => beasts[usize::from(b)].hex(),
        };
        if !net
            && let Some(front) = board.next(from.hex, from.facing)
            && self.who_at(g, beasts, front).is_some_and(|f| match f {
                Foe::Gladiator(s) => self.hostile(me, s),
                Foe::Beast(_) => true,
            })
        {
            return None;
        }
        if !self.rules.throw_zone(from, target) {
            return None;
        }
        let blocks = |f: Foe| match f {
            Foe::Gladiator(s) => !g[usize::from(s)].facedown(),
            Foe::Beast(b) => !matches!(
                beasts[usize::from(b)].kind(),
                BeastKind::Dog | BeastKind::Wolf
            ),
        };
        let occupied = self.occupied(g, beasts, me);
        let blocking = each(occupied)
            .filter(|h| self.who_at(g, beasts, *h).is_some_and(blocks))
            .fold(0, |s: Hexes, h| s | one(h));
        self.rules
            .throw_clear(from.hex, target, each(blocking))
            .then(|| self.rules.throw_penalty(distance(from.hex, target), net))
    }

    /// The gladiators left, as a number of teams.
    #[inline]
    pub(super) fn teams_left<const N: usize, const B: usize>(&self, st: &State<N, B>) -> u32 {
        let teams = (0..N)
            .filter(|i| st.g[*i].alive())
            .fold(0u8, |s, i| s | 1 << self.sheets[i].team);
        teams.count_ones()
    }

    /// Number of teams at the start.
    #[inline]
    pub fn teams(&self) -> u32 {
        (0..usize::from(self.players))
            .fold(0u8, |s, i| s | 1 << self.sheets[i].team)
            .count_ones()
    }

    /// Hit Points left, always with the cover (A15); 0 for the dead.
    #[inline]
    pub fn hp_left(&self, g: &Gladiator, seat: usize) -> u8 {
        if !g.alive() {
            return 0;
        }
        let r = &self.rules;
        let mut hp = r.n.hp.cover + r.hp_of(g.zone(Zone::Hp));
        if r.r.hp_left_items || r.r.hp_left_hand {
            hp += g.items_hp(&self.sheets[seat]);
        }
        if r.r.hp_left_hand {
            hp += r.hp_of(g.hand());
        }
        hp
    }

    /// Who wins, as shares in 1/12: all of it for one winner, equal parts for a tie (A13, A14). Teams add up their VP and
    /// a pair against one pays its penalty (A49).
    pub fn shares<const N: usize, const B: usize>(&self, st: &State<N, B>) -> [u8; 4] {
        self.shares_with(st, 0)
    }

    /// Whether two fight as a team against one, and how often the two pay for it (A49).
    pub fn pair_pays(&self) -> u8 {
        match self.players == 3 && self.teams() == 2 {
            true => 1 + u8::from(self.rules.r.penalty_each),
            false => 0,
        }
    }

    /// Who would win had the pair not paid for being two; as [`Self::shares`].
    pub fn shares_unpaid<const N: usize, const B: usize>(&self, st: &State<N, B>) -> [u8; 4] {
        let penalty = i32::from(self.rules.n.vp.team_of_two_against_one);
        self.shares_with(st, -penalty * i32::from(self.pair_pays()))
    }

    /// The shares, the team of more than one having `gift` more VP.
    fn shares_with<const N: usize, const B: usize>(&self, st: &State<N, B>, gift: i32) -> [u8; 4] {
        let mut score = [(i32::MIN, 0i32); 4]; // VP, Hit Points, by team
        let mut any = false;
        for seat in 0..usize::from(self.players) {
            any |= st.g[seat].alive();
        }
        for seat in 0..usize::from(self.players) {
            let g = &st.g[seat];
            let team = usize::from(self.sheets[seat].team);
            if self.rules.r.survivors_win && any && !g.alive() {
                continue;
            }
            let slot = &mut score[team];
            *slot = (
                if slot.0 == i32::MIN { 0 } else { slot.0 } + i32::from(g.vp),
                slot.1 + i32::from(self.hp_left(g, seat)),
            );
        }
        if gift != 0 {
            for (team, slot) in score.iter_mut().enumerate() {
                let members = self.sheets.iter().take(self.players.into());
                let members = members.filter(|s| usize::from(s.team) == team).count();
                if members > 1 && slot.0 > i32::MIN {
                    slot.0 += gift;
                }
            }
        }
        let best = score.iter().map(|s| s.0).max().unwrap_or(0);
        let hp = score
            .iter()
            .filter(|s| s.0 == best)
            .map(|s| s.1)
            .max()
            .unwrap_or(0);
        let wins = |t: usize| {
            score[t].0 == best && best > i32::MIN && (self.rules.r.ties_shared || score[t].1 == hp)
        };
        let winners = (0..4).filter(|t| wins(*t)).count().max(1) as u8;
        let mut shares = [0; 4];
        for (share, sheet) in shares
            .iter_mut()
            .zip(&self.sheets)
            .take(usize::from(self.players))
        {
            if wins(usize::from(sheet.team)) {
                *share = 12 / winners;
            }
        }
        shares
    }

    /// Fills the hidden parts of a public face: cards by zone and stats (see [`super::observe::Other::face`]).
    pub fn dressed(
        face: Gladiator,
        hand: Cards,
        hp: Cards,
        discard: Cards,
        stats: [u8; 5],
    ) -> Gladiator {
        let mut g = face;
        g.put(Zone::Hand, hand);
        g.put(Zone::Hp, hp);
        g.put(Zone::Discard, discard);
        g.stats = stats;
        g
    }

    /// A gladiator with these cards, row cards straight and face-up, and stats; for set-ups given from outside.
    pub fn laid_out(
        &self,
        g: Gladiator,
        hand: Cards,
        hp: Cards,
        row: &[super::cards::Kind],
        stats: [u8; 5],
    ) -> Gladiator {
        let with_row = row.iter().fold(hand, |h, k| h.plus(Cards::of(k.card())));
        let mut g = Self::dressed(g, with_row, hp, Cards::NONE, stats);
        for kind in row {
            g.lay(*kind, false);
        }
        g
    }

    /// Puts a gladiator face-down or into a Net; for set-ups given from outside.
    pub fn marked<const N: usize, const B: usize>(
        &self,
        st: &mut State<N, B>,
        seat: usize,
        facedown: bool,
        trapped: bool,
    ) {
        let n = &self.rules.n;
        st.g[seat].set_unbalanced(if facedown { n.unbalanced_to_fall } else { 0 }, facedown);
        st.g[seat].set_trapped(if trapped { n.trapped_markers_on_hit } else { 0 }, None);
    }

    /// First Blood is taken already; for set-ups given from outside.
    pub fn first_blood_gone<const N: usize, const B: usize>(&self, st: &mut State<N, B>) {
        st.take_first_blood();
    }

    /// The state after `seat` has acted without doing anything.
    pub fn after_acting<const N: usize, const B: usize>(
        &self,
        mut st: State<N, B>,
        seat: u8,
    ) -> State<N, B> {
        st.mark_acted(seat);
        st
    }

    /// The Net of a gladiator that is still there.
    #[inline]
    pub(super) fn net_slot(&self, g: &Gladiator, seat: u8) -> Option<u8> {
        (0..2u8).find(|s| {
            self.sheets[usize::from(seat)].items[usize::from(*s)].net
                && g.item((*s).into()) != ItemState::Gone
        })
    }
}

impl Rules {
    /// Units of Leap for a distance (A36), at most 3.
    pub fn leap_units(&self, distance: u8) -> u8 {
        if self.r.leap_gap {
            distance.saturating_sub(1)
        } else {
            distance
        }
        .min(3)
    }

    /// Whether a hex lies in the zone of a throw (A33).
    pub fn throw_zone(&self, from: Spot, target: Hex) -> bool {
        let v = vector(from.hex, target);
        if v == (0, 0) {
            return false;
        }
        if self.r.throw_line_zone {
            return on_line(v, from.facing);
        }
        if self.r.throw_sectors {
            return matches!(
                relative(v, from.facing, self.r.arrival_tie_attacker),
                0 | 1 | 5
            );
        }
        in_cone(v, from.facing)
    }

    /// Whether the path of a throw is clear (A34).
    pub fn throw_clear(
        &self,
        from: Hex,
        target: Hex,
        blocking: impl Iterator<Item = Hex> + Clone,
    ) -> bool {
        let (sides, centre) = clear_lines(from, target, blocking);
        if self.r.throw_centre {
            return centre;
        }
        if self.r.throw_any_side {
            sides > 0
        } else {
            sides == 6
        }
    }

    /// Penalty of a throw over a distance (A32), not negative.
    pub fn throw_penalty(&self, distance: u8, net: bool) -> i16 {
        let per = if net {
            self.n.net_penalty_per_hex
        } else {
            self.n.throw_penalty_per_hex
        };
        let free = if self.r.throw_between { 2 } else { 1 };
        i16::from(distance.saturating_sub(free)) * per
    }
}
