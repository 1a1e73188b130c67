//! The style policy `greedy:L`: this attack's mean damage less L times the mean damage of the answer (spec 11).
//!
//! Scores depend on few things: the weapon, the foe's defence, and the weapon he would answer with. They are worked
//! out
//! for all of these before a battle, so that choosing costs a look-up.

use super::column::Column;
use super::data::Usage;
use super::exchange::{Comes, Exchanges, Pairing};
use super::fighter::{BRAWL, Fighter, MOST_WEAPONS, Weapon};
use super::policy::{Armed, View, styles};
use super::rules::{Attack, Rules, Style};
use super::state::{Guard, State};

/// Two scores closer than this are equal, and the earlier style is taken.
pub const TIE: f64 = 1e-12;

/// The first of the highest scores, ties within [`TIE`].
pub fn best(scores: &[(Style, f64)]) -> Style {
    let mut best = scores[0];
    for &(style, score) in &scores[1..] {
        if score > best.1 + TIE {
            best = (style, score);
        }
    }
    best.0
}

/// The weapon that a gladiator would attack with in hand: the first that can be used so, else he brawls.
fn in_hand(rules: &Rules, f: &Fighter, state: State, side: usize) -> Option<usize> {
    let usable = |w: &Weapon| {
        w.usage != Usage::Thrown && w.slot.is_none_or(|slot| state.in_hand(side, slot) > 0)
    };
    f.listed()
        .iter()
        .position(usable)
        .or_else(|| rules.readings.brawl.then_some(BRAWL))
}

/// Chosen styles by weapon, thrown or not, the foe's guard and stun, and his answer.
#[derive(Debug, Clone)]
pub struct GreedyStyles {
    styles: Vec<Style>,
}

const ANSWERS: usize = MOST_WEAPONS + 2;

fn index(armed: Armed, guard: Guard, stunned: bool, answer: Option<usize>) -> usize {
    let (weapon, thrown) = armed;
    let at = (weapon * 2 + usize::from(thrown)) * 8 + guard as usize * 2 + usize::from(stunned);
    at * ANSWERS + answer.unwrap_or(ANSWERS - 1)
}

impl GreedyStyles {
    /// For a side of this battle and the weight L of the risk.
    pub fn new(rules: &Rules, fighters: &[Fighter; 2], side: usize, weight: f64) -> Self {
        let mut styles = vec![Style::Normal; (MOST_WEAPONS + 1) * 2 * 8 * ANSWERS];
        let mut exchanges = Exchanges::new(rules);
        let own = &fighters[side];
        for weapon in (0..own.armed).chain([BRAWL]) {
            for thrown in [false, true] {
                let fits = if thrown {
                    own.weapons[weapon].usage != Usage::Melee
                } else {
                    own.weapons[weapon].usage != Usage::Thrown
                };
                if !fits {
                    continue;
                }
                for guard in Guard::ALL {
                    for stunned in [false, true] {
                        for answer in (0..fighters[1 - side].armed)
                            .chain([BRAWL])
                            .map(Some)
                            .chain([None])
                        {
                            let case = Case {
                                armed: (weapon, thrown),
                                guard,
                                stunned,
                                answer,
                            };
                            let scores = scores(&mut exchanges, fighters, side, &case, weight);
                            styles[index(case.armed, guard, stunned, answer)] = best(&scores);
                        }
                    }
                }
            }
        }
        Self { styles }
    }

    /// The style in a state.
    pub fn style(&self, view: &View<'_>, armed: Armed) -> Style {
        let case = Case::of(view, armed);
        self.styles[index(armed, case.guard, case.stunned, case.answer)]
    }
}

/// What a score depends on.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    armed: Armed,
    guard: Guard,
    stunned: bool,
    answer: Option<usize>,
}

impl Case {
    /// The case of a state, for attacks with this weapon.
    pub fn of(view: &View<'_>, armed: Armed) -> Self {
        let o = 1 - view.side;
        let answer = in_hand(view.rules, &view.fighters[o], view.state, o);
        Self {
            armed,
            guard: view.state.guard(o),
            stunned: view.state.stunned(o),
            answer,
        }
    }
}

/// score(s) = D(s) - L R(s), for each style that may be chosen.
pub fn scores(
    ex: &mut Exchanges<'_>,
    fighters: &[Fighter; 2],
    side: usize,
    case: &Case,
    weight: f64,
) -> Vec<(Style, f64)> {
    let rules = ex.rules();
    let (own, foe) = (&fighters[side], &fighters[1 - side]);
    let (weapon, thrown) = case.armed;
    let w = own.weapons[weapon];
    let can_act = if foe.focus == 0 {
        0.0
    } else {
        1.0 - (5.0f64 / 6.0).powi(foe.focus.into())
    };
    let answer = |ex: &mut Exchanges<'_>, guard: Guard| {
        let Some(a) = case.answer else { return 0.0 };
        let dice = rules.attack_dice(&foe.weapons[a], &foe.tier, Style::Normal, false);
        let attack = pairing(
            rules,
            &foe.weapons[a],
            dice,
            None,
            rules.defence_dice(own, guard, false),
            false,
        );
        ex.mean_damage(&attack)
    };
    styles(rules, thrown)
        .iter()
        .map(|&style| {
            let dice = rules.attack_dice(&w, &own.tier, style, thrown);
            let defence = rules.defence_dice(foe, case.guard, case.stunned);
            let attack = pairing(
                rules,
                &w,
                dice,
                rules.max_sixes(&own.tier, style),
                defence,
                case.stunned,
            );
            let (mut damage, mut risk) = (0.0, 0.0);
            for &(comes, _, p) in ex.outcomes(&attack).iter() {
                let hit = !matches!(comes, Comes::Whiff | Comes::Miss);
                let guard = rules.guard_of(
                    &Attack {
                        weapon,
                        thrown,
                        style,
                    },
                    dice,
                    hit,
                );
                let (hurt, acts) = match comes {
                    Comes::Hurt(blow) => (
                        f64::from(blow.damage),
                        if blow.stun { can_act } else { 1.0 },
                    ),
                    _ => (0.0, 1.0),
                };
                damage += p * hurt;
                risk += p * acts * answer(ex, guard);
            }
            (style, damage - weight * risk)
        })
        .collect()
}

/// An exchange without luck.
pub fn pairing(
    rules: &Rules,
    w: &Weapon,
    dice: u8,
    max_sixes: Option<u8>,
    defence_dice: u8,
    stunned: bool,
) -> Pairing {
    debug_assert!(!rules.hits(w.class, Column::NONE));
    Pairing {
        attack_dice: dice,
        attack_luck: 0,
        max_sixes,
        can_whiff: true,
        class: w.class,
        kind: w.kind,
        critical_bonus: w.critical_bonus,
        defence_dice,
        defence_luck: 0,
        stunned,
    }
}
