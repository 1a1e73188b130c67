//! Single decisions and single rolls: re-roll, losses, nets, dice, damage.

use super::*;

pub(super) fn reroll(inputs: &Inputs) -> Result<Values> {
    let rules = rules(inputs)?;
    let spec = fixed(inputs)?;
    let roll_of = inputs
        .get("roll")
        .ok_or_else(|| Error::usage("the case has no `roll`"))?;
    let (dice, shields, out) = (
        field(inputs, "dice")?,
        field(inputs, "target_shields")?,
        field(inputs, "hits_to_out")?,
    );
    let (crits, singles) = (number(roll_of, "criticals")?, number(roll_of, "singles")?);
    let misses = dice
        .checked_sub(crits + singles)
        .ok_or_else(|| Error::usage("the roll has more dice than are rolled"))?;
    let animal = inputs
        .get("target_animal")
        .and_then(Value::as_bool)
        .unwrap_or(false);
    let markers = inputs
        .get("target_markers")
        .and_then(Value::as_u64)
        .map_or(out % 2, |m| m as u8);
    let target = Target {
        shields,
        hits_to_out: out,
        markers,
        animal,
    };
    let roll = Roll {
        crits,
        singles,
        misses,
    };
    let pool = rules.pool(dice);
    let sum: u64 = pool
        .weighted()
        .map(|(r, w)| w * u64::from(target.damage(r)))
        .sum();
    Ok(vec![
        (
            "mean_damage".into(),
            Got::Exact(ratio(i128::from(sum), pool.total().into())),
        ),
        (
            "damage_in_hand".into(),
            Got::Json(json!(target.damage(roll))),
        ),
        (
            "reroll".into(),
            Got::Json(json!(wants_reroll(
                spec.parts.reroll,
                &rules,
                dice,
                &target,
                roll
            ))),
        ),
    ])
}

fn team(text: &str) -> Result<Counts> {
    text.chars()
        .map(|c| {
            Kind::from_letter(c)
                .ok_or_else(|| Error::usage(format!("unknown letter {c}: use S N T P H")))
        })
        .collect()
}

/// A duel in which `own` decides about itself or about `other`.
fn table(own: [Counts; 2], other: [Counts; 2], rules: &Rules) -> DuelState {
    let mut state = rules.start(
        Unit::team(Counts::new([1, 0, 0, 0, 0])),
        Unit::team(Counts::new([1, 0, 0, 0, 0])),
        0,
    );
    let side = |[active, netted]: [Counts; 2]| Side {
        active,
        netted,
        markers: 0,
        hits: 0,
    };
    state.sides = [side(own), side(other)];
    state
}

/// The policy of a single decision. An optimal one looks at the whole duel, which such a case does not have.
fn fixed(inputs: &Inputs) -> Result<PolicySpec> {
    let spec = policy(inputs, "attacker")?;
    if spec.parts.needs_solver() {
        return Err(Error::usage(format!(
            "policy {spec} needs a whole duel: ask this of simple, never, value, sharp or random, or use the operation `duel`"
        )));
    }
    Ok(spec)
}

fn decide(inputs: &Inputs, rules: Rules) -> Result<(Duel, crate::games::clash::policy::Policy)> {
    let sword = Unit::team(Counts::new([1, 0, 0, 0, 0]));
    let spec = fixed(inputs)?;
    let duel = Duel {
        rules: Rc::new(rules),
        specs: [spec.clone(), spec],
        ..Duel::simple(sword, sword)
    };
    let [policy, _] = duel.policies();
    Ok((duel, policy))
}

pub(super) fn losses(inputs: &Inputs) -> Result<Values> {
    let (duel, policy) = decide(inputs, rules(inputs)?)?;
    let own = [
        team(text(inputs, "active")?)?,
        team(text(inputs, "netted").unwrap_or(""))?,
    ];
    let state = table(own, [Counts::NONE; 2], &duel.rules);
    let view = View {
        rules: &duel.rules,
        state: &state,
        side: 0,
    };
    let given = policy.lose(&view, field(inputs, "lose")?, &mut Branch::default());
    Ok(vec![
        (
            "given_active".into(),
            Got::Json(json!(given.active.to_string())),
        ),
        (
            "given_netted".into(),
            Got::Json(json!(given.netted.to_string())),
        ),
    ])
}

pub(super) fn nets(inputs: &Inputs) -> Result<Values> {
    let (duel, policy) = decide(inputs, rules(inputs)?)?;
    let target = team(text(inputs, "target")?)?;
    let state = table([Counts::NONE; 2], [target, Counts::NONE], &duel.rules);
    let view = View {
        rules: &duel.rules,
        state: &state,
        side: 0,
    };
    let nets = field(inputs, "nets")?.min(target.total());
    let named = policy.name_nets(&view, nets, nets, &mut Branch::default());
    // Named one at a time, in the order in which the policy prefers them.
    Ok(vec![(
        "named".into(),
        Got::Json(json!(in_order(&policy, named))),
    )])
}

fn in_order(policy: &crate::games::clash::policy::Policy, named: Counts) -> String {
    use crate::games::clash::policy::NetRule;
    match policy.parts().net_targets {
        NetRule::Order(order) => order
            .0
            .iter()
            .flat_map(|k| std::iter::repeat_n(k.letter(), named.get(*k).into()))
            .collect(),
        _ => named.to_string(),
    }
}

pub(super) fn roll(inputs: &Inputs) -> Result<Values> {
    let rules = rules(inputs)?;
    let dice = field(inputs, "dice")?;
    if dice > 5 {
        return Err(Error::usage("there are five dice in the box"));
    }
    let pool = rules.pool(dice);
    let total = u128::from(pool.total());
    let mut pmf: Vec<(u8, u8, u64)> = pool
        .weighted()
        .map(|(r, w)| (r.crits, r.singles, w))
        .collect();
    pmf.sort();
    let hits: u64 = pool.weighted().map(|(r, w)| w * u64::from(r.hits(0))).sum();
    let pmf = pmf
        .into_iter()
        .map(|(c, s, w)| json!([c, s, ratio(w.into(), total).to_string()]))
        .collect();
    Ok(vec![
        ("pmf".into(), Got::Json(pmf)),
        ("mean_hits".into(), Got::Exact(ratio(hits.into(), total))),
    ])
}

pub(super) fn damage_table(inputs: &Inputs) -> Result<Values> {
    let rules = rules(inputs)?;
    let (size, markers) = (
        field(inputs, "target_size")?,
        field(inputs, "target_markers").unwrap_or(0),
    );
    let list = |key: &str| -> Result<Vec<u8>> {
        let listed = inputs
            .get(key)
            .and_then(Value::as_array)
            .ok_or_else(|| Error::usage(format!("the case has no list `{key}`")))?;
        listed
            .iter()
            .map(|v| {
                v.as_u64()
                    .map(|n| n as u8)
                    .ok_or_else(|| Error::usage(format!("`{key}` lists numbers")))
            })
            .collect()
    };
    let dice = list("dice")?;
    let rows: Vec<Value> = list("shields")?
        .into_iter()
        .map(|shields| {
            let target = Target {
                shields,
                hits_to_out: (2 * size).saturating_sub(markers),
                markers,
                animal: false,
            };
            dice.iter()
                .map(|&d| {
                    let pool = rules.pool(d);
                    let sum: u64 = pool
                        .weighted()
                        .map(|(r, w)| w * u64::from(target.kills(r)))
                        .sum();
                    json!(ratio(sum.into(), pool.total().into()).to_string())
                })
                .collect()
        })
        .collect();
    Ok(vec![("mean_lost".into(), Got::Json(json!(rows)))])
}
