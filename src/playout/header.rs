//! Whose tally a file holds, and how two of them differ.

use super::{Experiment, Plan, Shard};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a run answers: the part of a file that the caller knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Identity {
    /// Flat name, for example `clash-duel`.
    pub question: String,
    /// Everything else that decides the answer: whole ruleset, policies, teams, target.
    pub resolved: Value,
}

/// Whose tally a file holds. Files whose headers differ in more than the shard do not belong together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// Version of gsim that played.
    pub gsim: String,
    /// Flat name of the question.
    pub question: String,
    /// The resolved question ([`Identity::resolved`]).
    pub identity: Value,
    /// Domain of the random streams.
    pub domain: String,
    /// Seed; a string in JSON.
    #[serde(with = "as_string")]
    pub seed: u64,
    /// Playouts of the whole run.
    pub playouts: u64,
    /// Playouts in a block.
    pub block: u32,
    /// Which share of the blocks this is.
    pub shard: Shard,
}

impl Header {
    /// The header of a planned run.
    pub fn new<E: Experiment>(identity: &Identity, experiment: &E, plan: &Plan) -> Self {
        Self {
            gsim: env!("CARGO_PKG_VERSION").to_owned(),
            question: identity.question.clone(),
            identity: identity.resolved.clone(),
            domain: experiment.domain().to_owned(),
            seed: plan.seed,
            playouts: plan.playouts,
            block: experiment.block_size(),
            shard: plan.shard,
        }
    }

    /// The first field, apart from the shard, in which two headers differ: its name and both values.
    pub(super) fn difference(&self, other: &Self) -> Option<(String, String, String)> {
        let fields = |h: &Self| {
            // Through text, as a file's values went: reading a float back may change its last bit.
            let identity = serde_json::from_str(&h.identity.to_string()).unwrap_or(Value::Null);
            [
                ("question", Value::from(h.question.as_str())),
                ("gsim version", Value::from(h.gsim.as_str())),
                ("seed", Value::from(h.seed)),
                ("playouts", Value::from(h.playouts)),
                ("block size", Value::from(h.block)),
                ("stream domain", Value::from(h.domain.as_str())),
                ("", identity),
            ]
        };
        let both = fields(self).into_iter().zip(fields(other));
        both.into_iter()
            .find_map(|((name, mine), (_, theirs))| first_difference(name, &mine, &theirs))
    }
}

/// Where two values differ first: path such as `policies.red`, and both values there, shortened.
fn first_difference(path: &str, a: &Value, b: &Value) -> Option<(String, String, String)> {
    let below = |key: &str| {
        if path.is_empty() {
            key.to_owned()
        } else {
            format!("{path}.{key}")
        }
    };
    match (a, b) {
        _ if a == b => None,
        (Value::Object(a), Value::Object(b)) => {
            let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(*key)));
            keys.into_iter().find_map(|key| {
                let get =
                    |object: &Map<String, Value>| object.get(key).cloned().unwrap_or(Value::Null);
                first_difference(&below(key), &get(a), &get(b))
            })
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => a
            .iter()
            .zip(b)
            .enumerate()
            .find_map(|(i, (a, b))| first_difference(&below(&i.to_string()), a, b)),
        _ => Some((
            if path.is_empty() { "question" } else { path }.to_owned(),
            shortened(a),
            shortened(b),
        )),
    }
}

fn shortened(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Null => "nothing".to_owned(),
        other => other.to_string(),
    };
    match text.char_indices().nth(60) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text,
    }
}

mod as_string {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &u64, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(input: D) -> Result<u64, D::Error> {
        String::deserialize(input)?
            .parse()
            .map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::toys::Die;
    use serde_json::json;

    #[test]
    fn differences_are_named() {
        let identity = Identity {
            question: "test".into(),
            resolved: json!({"policies": {"red": "greedy"}, "p": 0.1}),
        };
        let header = Header::new(&identity, &Die { sides: 6 }, &Plan::new(10_000, u64::MAX));
        assert_eq!(
            serde_json::to_value(&header).unwrap()["seed"],
            json!("18446744073709551615")
        );
        let against = |change: &dyn Fn(&mut Header)| {
            let mut other = header.clone();
            change(&mut other);
            header.difference(&other)
        };
        let named = |a: &str, b: &str, c: &str| Some((a.to_owned(), b.to_owned(), c.to_owned()));
        assert_eq!(against(&|h| h.shard = Shard::WHOLE), None);
        assert_eq!(
            against(&|h| h.playouts = 7),
            named("playouts", "10000", "7")
        );
        assert_eq!(
            against(&|h| h.identity = json!({"p": 0.1, "policies": {"red": "rash"}})),
            named("policies.red", "greedy", "rash")
        );
        assert_eq!(
            against(&|h| h.identity = json!({"p": 0.1, "policies": {"red": "greedy", "blue": 1}})),
            named("policies.blue", "nothing", "1")
        );
        assert_eq!(
            against(&|h| h.identity = json!({"policies": {"red": "greedy"}, "p": 0.1})),
            None
        );
    }
}
