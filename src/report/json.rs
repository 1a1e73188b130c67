//! The answer as one strict JSON object, keys in the order of the contract.
//!
//! Seeds are strings (a u64 does not fit a double), a value that is not finite is null, a count is a number.
//! Each row stands on a line of its own, so that two answers can be compared with a line diff.

use serde_json::{Map, Number, Value, json};

use super::findings::{Cell, Findings, Table};
use super::{Build, people};

/// Version of the object's shape.
pub const SCHEMA: u32 = 1;

/// The object, ending in a newline.
pub fn render(findings: &Findings) -> String {
    let q = &findings.question;
    let build = Build::current();
    let mut out = Object::default();
    out.put("schema", &json!(SCHEMA));
    out.put("gsim", &json!({"version": build.version, "git": build.git}));
    out.put("question", &json!(q.name));
    out.put("command", &json!(q.command));
    out.put("ruleset", &json!(q.ruleset));
    out.put("switches", &pairs(&q.switches));
    out.put("policies", &pairs(&q.policies));
    out.put("seed", &json!(q.seed.map(|s| s.to_string())));
    out.put("method", &json!(q.method.name()));
    out.put("playouts", &json!(q.playouts));
    out.put("stopped_by", &json!(q.stopped_by));
    out.put("complete", &json!(q.complete));
    out.put("guesses", &json!(people::guesses(findings)));
    out.put_raw("tables", &tables(&findings.tables));
    out.put("confidence", &real(q.confidence));
    out.put("facts", &pairs(&q.facts));
    out.put("verdict", &json!(findings.verdict));
    out.put("notes", &json!(findings.notes));
    out.finish()
}

#[derive(Default)]
struct Object(Vec<String>);

impl Object {
    fn put(&mut self, key: &str, value: &Value) {
        self.put_raw(key, &value.to_string());
    }

    fn put_raw(&mut self, key: &str, value: &str) {
        self.0.push(format!("{}:{value}", Value::from(key)));
    }

    fn finish(self) -> String {
        format!("{{{}}}\n", self.0.join(",\n "))
    }
}

/// Pairs as an object in their order. A name that comes twice gets a number, so that nothing is lost.
fn pairs(list: &[(String, String)]) -> Value {
    let mut map = Map::new();
    for (key, value) in list {
        let mut name = key.clone();
        let mut copy = 1;
        while map.contains_key(&name) {
            copy += 1;
            name = format!("{key} ({copy})");
        }
        map.insert(name, Value::from(value.as_str()));
    }
    Value::Object(map)
}

fn tables(tables: &[Table]) -> String {
    let one = |t: &Table| {
        let rows: Vec<String> = t
            .rows
            .iter()
            .map(|r| format!("\n   {}", row(t, r)))
            .collect();
        format!("\n  {}:[{}]", Value::from(t.name), rows.join(","))
    };
    format!(
        "{{{}}}",
        tables.iter().map(one).collect::<Vec<_>>().join(",")
    )
}

fn row(table: &Table, cells: &[Cell]) -> Value {
    let value = |i: usize| cells.get(i).map_or(Value::Null, cell);
    Value::Object(
        table
            .columns
            .iter()
            .enumerate()
            .map(|(i, c)| (c.name.to_string(), value(i)))
            .collect(),
    )
}

fn cell(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Int(n) => Value::from(*n),
        Cell::Count(n) => Value::from(*n),
        Cell::Real(x) => real(*x),
        Cell::Text(text) => Value::from(text.as_str()),
    }
}

fn real(x: f64) -> Value {
    Number::from_f64(x).map_or(Value::Null, Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample;

    fn parsed(findings: &Findings) -> Map<String, Value> {
        match serde_json::from_str(&render(findings)).expect("strict JSON") {
            Value::Object(map) => map,
            other => panic!("no object: {other}"),
        }
    }

    #[test]
    fn keys_come_in_the_order_of_the_contract() {
        let keys: Vec<String> = parsed(&sample::clash_duel()).keys().cloned().collect();
        let contract = "schema gsim question command ruleset switches policies seed method playouts stopped_by \
                        complete guesses tables confidence facts verdict notes";
        assert_eq!(keys, contract.split_whitespace().collect::<Vec<_>>());
    }

    #[test]
    fn values_keep_their_types() {
        let mut findings = sample::clash_duel();
        findings.question.seed = Some(u64::MAX);
        findings.tables[0].rows[0][2] = Cell::Real(f64::NAN);
        findings.tables[0].rows[0][1] = Cell::Count(u64::MAX);
        let map = parsed(&findings);
        assert_eq!(map["seed"], "18446744073709551615");
        assert_eq!(map["playouts"], 10_000_000);
        assert_eq!(map["complete"], true);
        assert_eq!(map["guesses"][0], "animal bear: hits = 3 (assumed; 2..4)");
        let summary = map["tables"]["summary"].as_array().unwrap();
        let columns: Vec<&String> = summary[0].as_object().unwrap().keys().collect();
        assert_eq!(
            columns,
            ["outcome", "count", "value", "lo", "hi", "n", "exact"]
        );
        assert_eq!(summary[0]["value"], Value::Null, "not finite");
        assert_eq!(summary[0]["count"], u64::MAX);
        assert_eq!(summary[1]["value"].as_f64(), Some(0.271034));
    }

    #[test]
    fn an_exact_answer_has_no_seed() {
        let mut findings = sample::clash_duel();
        findings.question.seed = None;
        findings.question.stopped_by = None;
        let map = parsed(&findings);
        assert_eq!(
            (&map["seed"], &map["stopped_by"]),
            (&Value::Null, &Value::Null)
        );
    }

    #[test]
    fn hostile_names_and_repeated_facts_survive() {
        let mut findings = sample::hostile();
        findings.question.facts = vec![("a".into(), "1".into()), ("a".into(), "2".into())];
        let map = parsed(&findings);
        assert_eq!(map["facts"], json!({"a": "1", "a (2)": "2"}));
        assert_eq!(
            map["question"],
            Value::from(findings.question.name.as_str())
        );
    }
}
