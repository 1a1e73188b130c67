//! The naive twin in the arena: up to four gladiators on a disc of hexes, every question answered by walking lists.

use super::{Card, Fighter, Naive, Start, act};

/// Steps of the six directions, from east clockwise.
const STEPS: [(i32, i32); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

type Place = (i32, i32);

/// Where everybody stands.
struct Field {
    radius: i32,
    at: Vec<Place>,
    facing: Vec<usize>,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// Victory points by seat.
    pub vp: Vec<i32>,
    /// Who lives.
    pub alive: Vec<bool>,
    /// Turns.
    pub turns: u8,
}

fn distance(a: Place, b: Place) -> i32 {
    let (q, r) = (a.0 - b.0, a.1 - b.1);
    q.abs().max(r.abs()).max((q + r).abs())
}

/// Direction of a vector counted from a facing: the nearest of six, ties to the front.
fn toward(from: Place, to: Place, facing: usize) -> usize {
    let angle = |(q, r): Place| {
        let (x, y) = (
            f64::from(q) + f64::from(r) / 2.0,
            f64::from(r) * 3f64.sqrt() / 2.0,
        );
        y.atan2(x).to_degrees()
    };
    let own = angle((to.0 - from.0, to.1 - from.1));
    let off = |k: &usize| {
        let turned = (own - angle(STEPS[(facing + k) % 6])).rem_euclid(360.0);
        (
            (turned.min(360.0 - turned) * 1e6).round() as i64,
            *k.min(&(6 - k)),
        )
    };
    (0..6).min_by_key(off).unwrap_or(0)
}

fn sides(a: usize, b: usize) -> i32 {
    let d = (a as i32 - b as i32).rem_euclid(6);
    d.min(6 - d)
}

/// Points for a path and a turn.
fn price(path: i32, turned: i32) -> i32 {
    path + ((turned - path).max(0) + 2) / 3
}

impl Field {
    fn on(&self, p: Place) -> bool {
        distance(p, (0, 0)) <= self.radius
    }

    fn free(&self, p: Place, f: &[Fighter], who: usize) -> bool {
        self.on(p) && !(0..f.len()).any(|i| i != who && f[i].alive && self.at[i] == p)
    }

    /// Every hex with its distance from a hex through free ones, up to a limit, in the order of the map.
    fn reached(&self, from: Place, f: &[Fighter], who: usize, limit: i32) -> Vec<(Place, i32)> {
        let mut found = vec![(from, 0)];
        let mut edge = vec![from];
        for steps in 1..=limit {
            let mut next = Vec::new();
            for (q, r) in edge {
                for (dq, dr) in STEPS {
                    let p = (q + dq, r + dr);
                    if self.free(p, f, who) && !found.iter().any(|x| x.0 == p) {
                        found.push((p, steps));
                        next.push(p);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            edge = next;
        }
        found.sort_by_key(|(p, _)| (p.1, p.0));
        found
    }

    fn in_front(&self, f: &[Fighter], who: usize) -> Option<usize> {
        let step = STEPS[self.facing[who]];
        let front = (self.at[who].0 + step.0, self.at[who].1 + step.1);
        (0..f.len()).find(|i| *i != who && f[*i].alive && self.at[*i] == front)
    }

    fn nearest(&self, f: &[Fighter], who: usize) -> Option<usize> {
        (0..f.len())
            .filter(|i| *i != who && f[*i].alive)
            .min_by_key(|i| distance(self.at[who], self.at[*i]))
    }

    /// The cheapest spot in front of a foe, facing it.
    fn reach(
        &self,
        f: &[Fighter],
        who: usize,
        foe: usize,
        points: i32,
    ) -> Option<(Place, usize, i32)> {
        let target = self.at[foe];
        let mut best: Option<(Place, usize, i32)> = None;
        for (p, steps) in self.reached(self.at[who], f, who, points) {
            let arrives = toward(target, p, self.facing[foe]);
            if distance(p, target) != 1 || !matches!(arrives, 0 | 1 | 5) {
                continue;
            }
            let facing = toward(p, target, 0);
            let cost = price(steps, sides(self.facing[who], facing));
            // A turn on the spot comes first.
            if steps == 0 && cost <= 1.min(points) {
                return Some((p, facing, cost));
            }
            if cost <= points && best.is_none_or(|b| cost < b.2) {
                best = Some((p, facing, cost));
            }
        }
        best
    }

    /// As near to a foe as the points allow.
    fn approach(&self, f: &[Fighter], who: usize, foe: usize, points: i32) -> (Place, usize) {
        let target = self.at[foe];
        let far = self.reached(target, f, who, 200);
        let away = |p: Place| far.iter().find(|x| x.0 == p).map_or(255, |x| x.1);
        let near = self.reached(self.at[who], f, who, points);
        let Some((p, steps)) = near.into_iter().min_by_key(|(p, _)| away(*p)) else {
            return (self.at[who], self.facing[who]);
        };
        let facing = toward(p, target, 0);
        match price(steps, sides(self.facing[who], facing)) <= points {
            true => (p, facing),
            false => (p, self.facing[who]),
        }
    }
}

/// Plays a game on a disc of this radius; `starts` with places and facings, `first` has the first disc.
pub fn melee(
    starts: &[&Start],
    places: &[(i32, i32, usize)],
    radius: i32,
    first: usize,
    mut pick: impl FnMut(u8) -> u8,
) -> Ending {
    let n = starts.len();
    let mut f: Vec<Fighter> = starts.iter().map(|s| Fighter::new(s)).collect();
    let mut field = Field {
        radius,
        at: places.iter().map(|p| (p.0, p.1)).collect(),
        facing: places.iter().map(|p| p.2).collect(),
    };
    let mut top: Vec<usize> = (0..n).map(|i| (first + i) % n).collect();
    let mut first_blood = false;
    let mut turn = 1;
    'game: loop {
        f.iter_mut()
            .filter(|x| x.alive)
            .for_each(Fighter::deck_phase);
        for _ in 0..2 {
            let mut acted: Vec<usize> = Vec::new();
            loop {
                let open = top
                    .iter()
                    .copied()
                    .filter(|w| f[*w].alive && !acted.contains(w));
                let Some(who) = open.min_by_key(|w| f[*w].vp) else {
                    break;
                };
                action(&mut f, &mut field, who, &mut first_blood, &mut pick);
                acted.push(who);
                if f.iter().filter(|x| x.alive).count() < 2 {
                    break 'game;
                }
            }
            for who in acted {
                top.retain(|w| *w != who);
                top.insert(0, who);
            }
        }
        for x in &mut f {
            let row: Vec<Card> = x.row.drain(..).map(|l| l.card).collect();
            x.discard.extend(row);
            if x.alive && x.stats[0] > 0 && x.regain(x.stats[0], &[2, 1]) {
                x.stats[0] -= 1;
            }
        }
        if turn == 6 {
            break;
        }
        turn += 1;
    }
    for x in f.iter_mut().filter(|x| x.alive) {
        x.vp += 5;
    }
    Ending {
        vp: f.iter().map(|x| x.vp).collect(),
        alive: f.iter().map(|x| x.alive).collect(),
        turns: turn,
    }
}

/// Sprint, Move or what the twin does in a duel, and dishonor.
fn action(
    f: &mut [Fighter],
    field: &mut Field,
    who: usize,
    first_blood: &mut bool,
    pick: &mut impl FnMut(u8) -> u8,
) {
    let began = field.at[who];
    let starts = field.at.clone();
    let mut walked = false;
    let mut go = |field: &mut Field, p: Place, facing: usize| {
        walked |= field.at[who] != p || field.facing[who] != facing;
        (field.at[who], field.facing[who]) = (p, facing);
    };
    if field.in_front(f, who).is_none()
        && let Some(foe) = field.nearest(f, who)
        && let Some((p, facing, cost)) = field.reach(f, who, foe, f[who].stats[4].into())
    {
        f[who].stats[4] -= cost as u8;
        go(field, p, facing);
    }
    let mut moved = false;
    if f[who].start.policy != Naive::Turtle
        && f[who].hand.contains(&Card::Movement)
        && field.in_front(f, who).is_none()
        && let Some(foe) = field.nearest(f, who)
    {
        let to = match field.reach(f, who, foe, 3) {
            Some((p, facing, _)) => (p, facing),
            None => field.approach(f, who, foe, 3),
        };
        if to != (field.at[who], field.facing[who]) {
            f[who].lay(Card::Movement, true);
            go(field, to.0, to.1);
            moved = true;
        }
    }
    if !moved {
        let target = field
            .in_front(f, who)
            .map(|you| (you, toward(field.at[you], field.at[who], field.facing[you])));
        act(f, who, target, first_blood, pick);
    }
    if !walked {
        return;
    }
    let (end, facing) = (field.at[who], field.facing[who]);
    let enemies: Vec<usize> = (0..f.len()).filter(|i| *i != who && f[*i].alive).collect();
    let (near, far): (Vec<usize>, Vec<usize>) = enemies
        .iter()
        .partition(|i| distance(began, starts[**i]) == 1);
    let fled = !near.is_empty()
        && near.iter().all(|i| distance(end, field.at[*i]) >= 3)
        && far
            .iter()
            .all(|i| distance(end, field.at[*i]) >= distance(began, starts[*i]));
    let back = |i: &usize| matches!(toward(end, field.at[*i], facing), 2..=4);
    let beside = |i: &&usize| distance(end, field.at[**i]) == 1;
    let coward = near.iter().filter(beside).any(back) && enemies.iter().filter(beside).all(back);
    f[who].vp -= if fled { 2 } else { 0 } + if coward { 3 } else { 0 };
}
