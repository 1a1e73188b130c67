//! `--set PATH=VALUE`: one path, several joined by `+`, or all rows (`item.*.hp`), absolute or relative (`+1`).
//!
//! Also what each number may be.

use super::{Data, Val};
use crate::error::{Error, Result};
use crate::scenario::{Status, did_you_mean};

/// What a path's number may be: first rule whose pattern fits. `*` stands for one part of a path.
const BOUNDS: &[(&str, i64, i64)] = &[
    ("game.turns", 1, 15),
    ("game.actions_per_turn", 1, 4),
    ("game.start_vp", 0, 99),
    ("game.cards_per_damage_step", 1, 99),
    ("game.recover_elements", 0, 9),
    ("game.marker_cost", 0, 9),
    ("game.move_action_hexes", 0, 9),
    ("combat.dexterity_cards_per_point", 1, 9),
    ("combat.berserk_blood_max", 0, 9),
    ("combat.dodge_speed_max", 0, 9),
    ("combat.trapped_markers_on_hit", 1, 3),
    ("combat.unbalanced_to_fall", 1, 3),
    ("combat.cooperation_divisor", 1, 9),
    ("combat.overskill_bonus_max", 0, 5),
    ("combat.overskill_factor", 1, 9),
    ("combat.throw_attack_factor", 1, 9),
    ("combat.*", 0, 20),
    ("vp.*", -99, 99),
    ("campaign.permanent_death_at", -99, 0),
    ("campaign.vp_per_half_coin", 1, 99),
    ("hp.*", 0, 9),
    ("diagram.*", 0, 63),
    ("training.budget*", 0, 150),
    ("training.stat_min", 0, 9),
    ("training.stat_max", 1, 9),
    ("training.energy_cap*", 0, 10),
    ("training.feint_max", 0, 1),
    ("training.items_per_gladiator", 2, 2),
    ("item.*.attack", 0, 12),
    ("item.*.defense", 0, 12),
    ("item.*.hp", 0, 12),
    ("gladiator.*.energy1", 0, 15),
    ("gladiator.*.energy0", 0, 15),
    ("gladiator.*.feint", 0, 1),
    ("gladiator.*.budget", 0, 150),
    ("gladiator.*.*", 0, 9),
    ("beast_rules.cap", 0, 16),
    ("beast_rules.damage", 0, 9),
    ("beast.*.*", 1, 2),
    ("arena.radius", 1, 5),
];

fn fits(pattern: &str, path: &str) -> bool {
    let (p, q): (Vec<&str>, Vec<&str>) = (pattern.split('.').collect(), path.split('.').collect());
    p.len() == q.len()
        && p.iter().zip(&q).all(|(p, q)| match p.strip_suffix('*') {
            Some(head) => q.starts_with(head),
            None => p == q,
        })
}

/// Refuses a number outside its bounds.
pub(super) fn check(path: &str, value: &Val) -> std::result::Result<(), String> {
    let (low, high) = BOUNDS
        .iter()
        .find(|(p, ..)| fits(p, path))
        .map_or((0, 99), |b| (b.1, b.2));
    if let Val::Int(n) = value
        && !(low..=high).contains(n)
    {
        return Err(format!(
            "{path} must be a whole number from {low} to {high}, not {n}"
        ));
    }
    if path == "training.ability9_price"
        && let Val::Word(word) = value
        && word != "forbidden"
    {
        return Err(format!(
            "{path} must be a number of coins or \"forbidden\", not \"{}\"",
            word.escape_debug()
        ));
    }
    Ok(())
}

impl Data {
    /// Whether `key` of `--set key=value` is a path of the data (and not a switch).
    pub fn is_path(&self, key: &str) -> bool {
        key.contains('.')
    }

    /// Sets a path: `hp.action`, `hp.energy1+hp.energy0`, `item.*.hp`, `item.<assumed>.attack`; the value as in the
    /// file, or for numbers `+1` and `-1` where the path names several rows. Bounded below by 0 then.
    ///
    /// # Errors
    /// An unknown path (the nearest is offered) or a value that may not stand there.
    pub fn set(&mut self, path: &str, value: &str) -> Result<()> {
        for part in path.split('+') {
            self.set_one(part.trim(), value.trim())?;
        }
        Ok(())
    }

    fn set_one(&mut self, path: &str, value: &str) -> Result<()> {
        let several = path.contains(['*', '<']);
        let pattern = path.replace("<assumed>", "*");
        let only_assumed = path.contains("<assumed>");
        let chosen: Vec<usize> = (0..self.cells.len())
            .filter(|&i| {
                let cell = &self.cells[i];
                let assumed = cell.provenance.status == Status::Assumed;
                if several {
                    fits(&pattern, &cell.path) && (assumed || !only_assumed)
                } else {
                    cell.path == path
                }
            })
            .collect();
        if chosen.is_empty() {
            let meant = did_you_mean(path, self.cells.iter().map(|c| c.path.as_str()));
            return Err(Error::usage(format!("--set {path}: unknown path{meant}")));
        }
        for i in chosen {
            let cell = &self.cells[i];
            let relative = several && (value.starts_with('+') || value.starts_with('-'));
            let new = match (&cell.value, relative, value.parse::<i64>()) {
                (Val::Int(old), true, Ok(step)) => Val::Int((old + step).max(0)),
                _ => parse(&cell.path, &cell.value, value)?,
            };
            check(&cell.path, &new)
                .map_err(|m| Error::usage(format!("--set {path}={value}: {m}")))?;
            self.overrides.push((cell.path.clone(), new.to_string()));
            self.cells[i].value = new;
        }
        Ok(())
    }
}

/// Reads a value as the command line writes it.
fn parse(path: &str, old: &Val, text: &str) -> Result<Val> {
    if path == "training.ability9_price" && text == "forbidden" {
        return Ok(Val::Word(text.into()));
    }
    if matches!(old, Val::Word(_)) && path != "training.ability9_price" {
        return Ok(Val::Word(text.trim_matches('"').into()));
    }
    if path == "arena.facings" && text.trim_matches('"') == "towards the centre" {
        return Ok(Val::Word("towards the centre".into()));
    }
    if path.ends_with(".restrictions") && text == "none" {
        return Ok(Val::List(Vec::new()));
    }
    let source = crate::scenario::Source::new("--set", format!("value = {text}"));
    let fail = || Error::usage(format!("--set {path}={text}: write {}", old.sort()));
    let document = crate::scenario::Document::parse(&source).map_err(|_| fail())?;
    let value = Val::read(&document.root().need("value")?)?;
    if value.same_sort(old) || path == "training.ability9_price" {
        Ok(value)
    } else {
        Err(fail())
    }
}
