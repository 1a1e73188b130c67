//! Duels in which a case says every roll and decision.

use super::*;

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

pub(super) fn duel_script(inputs: &Inputs) -> Result<Values> {
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
pub(in crate::study::verify) fn play_script(
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
