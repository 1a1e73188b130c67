//! Operations on training, items and campaigns.

use super::inputs::Inputs;
use super::{Setting, Values};
use crate::error::Result;
use crate::games::gladiatori::build::{Build, Training};
use crate::games::gladiatori::campaign::{
    Bid, CampaignNumbers, auction_winner, campaign as half_coins, draft_order as draft,
};
use crate::games::gladiatori::count::count;
use crate::games::gladiatori::sheet::{STATS, legal_pairs};
use serde_json::{Value, json};

fn training(s: &Setting, i: &Inputs, powers: i64, spend_all: bool) -> Result<Training> {
    let budget = i
        .int_or("budget", s.data.int("training.budget"))?
        .clamp(0, 150) as u8;
    Ok(Training::new(&s.data, budget, powers > 8, spend_all))
}

pub(super) fn price_build(s: &Setting, i: &Inputs) -> Result<Values> {
    let t = training(
        s,
        i,
        if s.rules.r.power9_absent { 8 } else { 9 },
        s.rules.r.spend_all,
    )?;
    let listed = i.list("stats");
    let mut stats = [0; 5];
    for (k, stat) in stats.iter_mut().enumerate() {
        *stat = match listed.get(k).and_then(Value::as_u64) {
            Some(n) => n as u8,
            None => i.small(STATS[k])?,
        };
    }
    let mut legal = true;
    let mut set = |key: &str, most: u64| {
        let mut set = 0u16;
        for n in i.list(key).iter().filter_map(Value::as_u64) {
            if !(1..=most).contains(&n) || set >> (n - 1) & 1 == 1 {
                legal = false;
            } else {
                set |= 1 << (n - 1);
            }
        }
        set
    };
    let (moves, powers) = (set("moves", 8) as u8, set("powers", 9));
    let feint = i.int_or("feint", 0)?;
    legal &= feint <= i64::from(t.feint_max);
    let build = Build {
        stats,
        e1: i.small("e1")?,
        e0: i.small("e0")?,
        feint: feint > 0,
        moves,
        powers,
    };
    legal &= t.faults(&build).is_empty();
    if i.has("item_symbols") {
        let symbols = i.words("item_symbols");
        // Spear and trident carry one symbol.
        let symbol = |k: usize| {
            if symbols[k] == "trident" {
                "spear"
            } else {
                symbols[k]
            }
        };
        legal &= symbols.len() == 2 && symbol(0) != symbol(1);
    }
    Ok(vec![
        ("cost", json!(t.cost(&build))),
        ("legal", json!(legal)),
    ])
}

pub(super) fn count_builds(s: &Setting, i: &Inputs) -> Result<Values> {
    let mut data = s.data.clone();
    if let Some(price) = i.get("ability9_price") {
        data.set(
            "training.ability9_price",
            &price
                .as_str()
                .map_or_else(|| price.to_string(), str::to_string),
        )?;
    }
    let powers = i.int_or("powers", if s.rules.r.power9_absent { 8 } else { 9 })?;
    let exactly =
        i.text("spend") == Some("exactly") || i.text("spend").is_none() && s.rules.r.spend_all;
    let changed = Setting {
        data,
        rules: s.rules,
    };
    let mut t = training(&changed, i, powers, exactly)?;
    t.powers = ((1u32 << powers.clamp(0, 9)) - 1) as u16;
    Ok(vec![("count", json!(count(&t)))])
}

pub(super) fn count_item_pairs(s: &Setting) -> Values {
    vec![("count", json!(legal_pairs(&s.data).len()))]
}

pub(super) fn campaign(s: &Setting, i: &Inputs) -> Result<Values> {
    let numbers = CampaignNumbers::new(&s.data);
    let half = half_coins(
        &s.rules,
        &numbers,
        i.value("vp")?,
        i.flag("won") || i.flag("win") || i.flag("winner"),
    );
    let hp = i.int("hit_points")?.or(i.int("hp")?);
    let dead = hp.is_some_and(|hp| hp <= i64::from(numbers.permanent_death_at));
    Ok(vec![
        ("coins", json!(f64::from(half) / 2.0)),
        ("half_coins", json!(half)),
        ("permanent_death", json!(dead)),
    ])
}

/// A bid: `{e1, e0}`, or the list of its cards' energies.
fn bid(value: &Value) -> Result<Bid> {
    if let Some(cards) = value.as_array() {
        let e1 = cards.iter().filter(|c| c.as_u64() == Some(1)).count() as u8;
        return Ok(Bid {
            e1,
            e0: cards.len() as u8 - e1,
        });
    }
    let v = Inputs::new(value);
    let first = |keys: [&str; 2]| {
        if v.get(keys[0]).is_some() {
            v.small(keys[0])
        } else {
            v.small(keys[1])
        }
    };
    Ok(Bid {
        e1: first(["e1", "energy1"])?,
        e0: first(["e0", "energy0"])?,
    })
}

pub(super) fn auction(s: &Setting, i: &Inputs) -> Result<Values> {
    let mut names = Vec::new();
    let mut bids = Vec::new();
    match i.get("bids") {
        Some(Value::Object(by_name)) => {
            for (name, b) in by_name {
                names.push(json!(name));
                bids.push(bid(b)?);
            }
        }
        Some(Value::Array(list)) => {
            for (k, b) in list.iter().enumerate() {
                names.push(b.get("player").cloned().unwrap_or_else(|| json!(k)));
                bids.push(bid(b)?);
            }
        }
        _ => {}
    }
    let winner = auction_winner(&bids);
    let cards = winner.map_or(0, |w| bids[w].e1 + bids[w].e0);
    let _ = s;
    Ok(vec![
        ("winner", winner.map_or(Value::Null, |w| names[w].clone())),
        ("removed", json!(winner.is_none())),
        ("assigned", json!(winner.is_some())),
        ("cards_to_discard", json!(cards)),
        ("discarded", json!(cards)),
    ])
}

pub(super) fn draft_order(i: &Inputs) -> Result<Values> {
    let players = i.list("players");
    let (order, laid_out) = draft(players.len());
    let names: Vec<&Value> = order.into_iter().map(|p| &players[p]).collect();
    Ok(vec![
        ("order", json!(names)),
        ("cards_laid_out", json!(laid_out)),
    ])
}
