//! The operations of Clash case files that concern duels and fights (spec 18).

use super::cases::Outcome;
use super::compare::{Got, ratio};
use crate::chance::{Branch, Chance, Script};
use crate::error::{Error, Result};
use crate::games::clash::counts::{Counts, Kind};
use crate::games::clash::duel::Duel;
use crate::games::clash::fight::Fights;
use crate::games::clash::policy::{DuelPolicy, Target, View, wants_reroll};
use crate::games::clash::rules::{Given, Roll, Rules};
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::state::{DuelState, Side};
use crate::games::clash::tally::{METRICS, Results, metric};
use crate::games::clash::unit::Unit;
use serde_json::{Map, Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(super) type Inputs = Map<String, Value>;
pub(super) type Values = Vec<(String, Got)>;

/// Runs one operation.
pub(super) fn run(op: &str, inputs: &Inputs, expect: &Map<String, Value>) -> Outcome {
    let values = match op {
        "duel" => duel(inputs),
        "duel-script" => duel_script(inputs),
        "reroll" => reroll(inputs),
        "losses" => losses(inputs),
        "nets" => nets(inputs),
        "roll" => roll(inputs),
        "damage-table" => damage_table(inputs),
        "fight" => fight(inputs),
        "matrix" => super::clash_matrix_cases::matrix(inputs, expect),
        _ => return super::clash_arena_cases::run(op, inputs, expect),
    };
    match values {
        Ok(values) => Outcome::Values(values),
        Err(error) => Outcome::Refused(error),
    }
}

pub(super) fn text<'a>(inputs: &'a Inputs, key: &str) -> Result<&'a str> {
    inputs
        .get(key)
        .and_then(Value::as_str)
        .ok_or_else(|| Error::usage(format!("the case has no text `{key}`")))
}

pub(super) fn number(value: &Value, key: &str) -> Result<u8> {
    value
        .get(key)
        .and_then(Value::as_u64)
        .and_then(|n| u8::try_from(n).ok())
        .ok_or_else(|| Error::usage(format!("the case has no small number `{key}`")))
}

fn field(inputs: &Inputs, key: &str) -> Result<u8> {
    number(&Value::Object(inputs.clone()), key)
}

pub(super) fn rules(inputs: &Inputs) -> Result<Rules> {
    let data = crate::games::clash::data::ClashData::embedded()?;
    let ruleset = inputs
        .get("ruleset")
        .and_then(Value::as_str)
        .unwrap_or("clash");
    let set = inputs
        .get("set")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let set: Vec<(String, String)> = set
        .into_iter()
        .map(|(k, v)| (k, v.as_str().map_or_else(|| v.to_string(), str::to_string)))
        .collect();
    data.rules(&data.switches(ruleset, &set)?)
}

pub(super) fn unit(text: &str) -> Result<Unit> {
    Unit::parse(
        text,
        &crate::games::clash::data::ClashData::embedded()?.units()?,
    )
}

pub(super) fn policy(inputs: &Inputs, side: &str) -> Result<PolicySpec> {
    let key = format!("{side}_policy");
    let name = inputs
        .get(&key)
        .or_else(|| inputs.get("policy"))
        .and_then(Value::as_str)
        .unwrap_or("simple");
    let mut spec = PolicySpec::parse(name)?;
    for part in crate::games::clash::spec::PARTS {
        if let Some(value) = inputs
            .get(&format!("{side}_{part}"))
            .or_else(|| inputs.get(part))
            .and_then(Value::as_str)
        {
            spec = spec.with_part(part, value)?;
        }
    }
    Ok(spec)
}

fn resolve(inputs: &Inputs) -> Result<Duel> {
    let challenger = match inputs.get("challenger").and_then(Value::as_str) {
        None | Some("attacker") => 0,
        Some("defender") => 1,
        Some(other) => {
            return Err(Error::usage(format!(
                "challenger is attacker or defender, not `{other}`"
            )));
        }
    };
    Ok(Duel {
        rules: Rc::new(rules(inputs)?),
        units: [
            unit(text(inputs, "attacker")?)?,
            unit(text(inputs, "defender")?)?,
        ],
        challenger,
        specs: [policy(inputs, "attacker")?, policy(inputs, "defender")?],
        marker_weight: inputs
            .get("marker_weight")
            .and_then(Value::as_f64)
            .unwrap_or(0.0),
    })
}

pub(super) fn side_name(side: usize) -> Got {
    Got::Json(json!(["attacker", "defender"][side]))
}

/// What is left of a side: letters of a team, `alive` for an animal, empty when out.
fn left(unit: Option<Unit>) -> String {
    match unit {
        None => String::new(),
        Some(u) if u.is_animal() => "alive".into(),
        Some(u) => u.counts.to_string(),
    }
}

fn duel(inputs: &Inputs) -> Result<Values> {
    let duel = resolve(inputs)?;
    let results = Results::exact(&duel);
    let share = |w: u128| ratio(w as i128, results.total);
    let mut values: Values = vec![("rolls_first".into(), side_name(duel.first_roller().side))];
    for m in &METRICS {
        values.push((
            m.name.into(),
            Got::Exact(ratio(results.sums(m).0, results.total)),
        ));
    }
    let (sum, squares) = results.sums(metric("edge").expect("edge is a metric"));
    let mean = ratio(sum, results.total);
    values.push((
        "edge_variance".into(),
        Got::Exact(ratio(squares as i128, results.total) - &mean * &mean),
    ));
    for (side, name) in ["attacker", "defender"].into_iter().enumerate() {
        let pmf: Map<String, Value> = results
            .losses(side, 4)
            .into_iter()
            .enumerate()
            .filter(|(_, w)| *w > 0)
            .map(|(k, w)| (k.to_string(), json!(share(w).to_string())))
            .collect();
        values.push((format!("{name}_losses_pmf"), Got::Json(Value::Object(pmf))));
    }
    let mut joint: BTreeMap<_, u128> = BTreeMap::new();
    let mut survivors: BTreeMap<_, u128> = BTreeMap::new();
    for (r, w) in &results.rows {
        *joint
            .entry((r.lost[0], r.lost[1], r.markers[0], r.markers[1]))
            .or_insert(0) += w;
        *survivors
            .entry((left(r.left[0]), r.markers[0], left(r.left[1]), r.markers[1]))
            .or_insert(0) += w;
    }
    let joint = joint
        .into_iter()
        .map(|((a, b, c, d), w)| json!([a, b, c, d, share(w).to_string()]))
        .collect();
    let survivors = survivors
        .into_iter()
        .map(|((a, b, c, d), w)| json!([a, b, c, d, share(w).to_string()]))
        .collect();
    values.push(("joint".into(), Got::Json(joint)));
    values.push(("survivors".into(), Got::Json(survivors)));
    Ok(values)
}

/// A policy that decides as the script says; where the script is silent and nothing can be chosen, the only choice.
struct Scripted {
    entries: RefCell<BTreeMap<String, Value>>,
    errors: RefCell<Vec<String>>,
}

impl Scripted {
    fn take(&self, key: String) -> Option<Value> {
        self.entries.borrow_mut().remove(&key)
    }

    fn fault(&self, message: String) {
        self.errors.borrow_mut().push(message);
    }

    fn letters(&self, key: &str, value: &Value) -> Vec<char> {
        value.as_str().map_or_else(
            || {
                self.fault(format!("`{key}` must be letters"));
                Vec::new()
            },
            |s| s.chars().collect(),
        )
    }
}

const TURN: [&str; 2] = ["first", "second"];

impl DuelPolicy for Scripted {
    fn name_nets<C: Chance>(&self, view: &View<'_>, least: u8, most: u8, _: &mut C) -> Counts {
        let key = format!("{}_nets", TURN[view.state.turn()]);
        let active = view.other().active;
        let fallback = active.subsets(most)[0];
        let Some(value) = self.take(key.clone()) else {
            if least > 0 {
                self.fault(format!("the script has no `{key}`"));
                return fallback;
            }
            return Counts::NONE;
        };
        let named: Option<Counts> = self
            .letters(&key, &value)
            .into_iter()
            .map(Kind::from_letter)
            .collect();
        match named {
            Some(n) if (least..=most).contains(&n.total()) && active.contains(n) => n,
            _ => {
                self.fault(format!("`{key}` must name {most} of {active}, not {value}"));
                fallback
            }
        }
    }

    fn reroll<C: Chance>(&self, view: &View<'_>, _: Roll, _: &mut C) -> bool {
        let key = format!("{}_reroll", TURN[view.state.turn()]);
        match self.entries.borrow().get(&key) {
            Some(Value::Null) => {}
            Some(_) => return true, // the dice are drawn from the script
            None => {
                self.fault(format!("the script has no `{key}`: dice, or null for none"));
                return false;
            }
        }
        self.take(key);
        false
    }

    fn lose<C: Chance>(&self, view: &View<'_>, count: u8, _: &mut C) -> Given {
        let key = format!("{}_takes", TURN[view.state.turn()]);
        let own = view.own();
        let options = crate::games::clash::policy::loss_options(
            own.active,
            own.netted,
            count,
            view.rules.active_lost_first,
        );
        let Some(value) = self.take(key.clone()) else {
            self.fault(format!("the script has no `{key}`"));
            return options[0];
        };
        let letters = self.letters(&key, &value);
        let pick = |upper: bool| -> Option<Counts> {
            letters
                .iter()
                .filter(|c| c.is_ascii_uppercase() == upper)
                .map(|c| Kind::from_letter(*c))
                .collect()
        };
        match (pick(true), pick(false)) {
            (Some(active), Some(netted)) if options.contains(&Given { active, netted }) => {
                Given { active, netted }
            }
            _ => {
                self.fault(format!(
                    "`{key}` must give up {count} of {} (active) and {} (netted), not {value}",
                    own.active, own.netted
                ));
                options[0]
            }
        }
    }
}

fn duel_script(inputs: &Inputs) -> Result<Values> {
    let duel = resolve(inputs)?;
    let script = inputs
        .get("script")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let (end, dice) = play_script(&duel.rules, duel.start(), script)?;
    let result = duel.result(&end);
    let mut values: Values = vec![
        ("rolls_first".into(), side_name(duel.first_roller().side)),
        ("dice".into(), Got::Json(json!(dice))),
    ];
    for (side, name) in ["attacker", "defender"].into_iter().enumerate() {
        values.push((
            format!("{name}_left"),
            Got::Json(json!(left(result.left[side]))),
        ));
        values.push((
            format!("{name}_markers"),
            Got::Json(json!(result.markers[side])),
        ));
        values.push((format!("{name}_lost"), Got::Json(json!(result.lost[side]))));
    }
    Ok(values)
}

/// Plays a scripted duel; the end and the dice taken in hand at each roll.
pub(super) fn play_script(
    rules: &Rules,
    start: DuelState,
    script: Map<String, Value>,
) -> Result<(DuelState, Vec<u8>)> {
    let mut outcomes = Vec::new();
    for (key, value) in &script {
        if key.ends_with("_roll") || key.ends_with("_reroll") && !value.is_null() {
            let mut dice: Vec<char> = value.as_str().unwrap_or_default().chars().collect();
            dice.sort_by_key(|c| "cs-".find(*c));
            outcomes.push((key.clone(), dice.into_iter().collect::<String>()));
        }
        if key.ends_with("_net_dice") {
            outcomes.push((key.clone(), value.to_string().trim_matches('"').to_string()));
        }
    }
    let mut chance = Script::new(outcomes);
    let entries = script
        .into_iter()
        .filter(|(k, _)| !k.ends_with("_roll") && !k.ends_with("_net_dice"))
        .collect();
    let policy = Scripted {
        entries: RefCell::new(entries),
        errors: RefCell::default(),
    };
    let (mut state, mut dice) = (start, Vec::new());
    while !state.is_over() {
        if let crate::games::clash::rules::Need::Roll { dice: n, again, .. } = rules.need(&state) {
            if again {
                policy.take(format!("{}_reroll", TURN[state.turn()]));
            } else {
                dice.push(n);
            }
        }
        rules.advance(&mut state, [&policy, &policy], &mut chance);
    }
    let mut faults = policy.errors.into_inner();
    faults.extend(
        policy
            .entries
            .into_inner()
            .keys()
            .map(|k| format!("the script's `{k}` was not used")),
    );
    faults.extend(chance.finish().err());
    if faults.is_empty() {
        Ok((state, dice))
    } else {
        Err(Error::usage(faults.join("; ")))
    }
}

fn reroll(inputs: &Inputs) -> Result<Values> {
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

fn losses(inputs: &Inputs) -> Result<Values> {
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

fn nets(inputs: &Inputs) -> Result<Values> {
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

fn roll(inputs: &Inputs) -> Result<Values> {
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

fn damage_table(inputs: &Inputs) -> Result<Values> {
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

fn fight(inputs: &Inputs) -> Result<Values> {
    let duel = resolve(inputs)?;
    if duel.units.iter().any(|u| u.is_animal()) {
        return Err(Error::usage("a fight to the death is fought between teams"));
    }
    let values = Fights::new(&duel.rules, [&duel.specs[0], &duel.specs[1]])?
        .value(duel.units[0], duel.units[1]);
    Ok(["attacker", "defender"]
        .into_iter()
        .zip(values)
        .flat_map(|(who, v)| {
            [
                ("edge", v.edge),
                ("p_attacker_wins", v.p_attacker_wins),
                ("mean_duels", v.duels),
            ]
            .map(|(name, value)| (format!("{name}_if_{who}_first"), Got::Real(value)))
        })
        .collect())
}
