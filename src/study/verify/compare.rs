//! Comparing what a case expects with what was computed.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::Value;

/// An exact number.
pub type Exact = BigRational;

/// `weight / total` as an exact number.
pub fn ratio(weight: i128, total: u128) -> Exact {
    BigRational::new(BigInt::from(weight), BigInt::from(total))
}

/// What was computed for one expected key.
pub enum Got {
    /// A number known exactly.
    Exact(Exact),
    /// A number in double precision.
    Real(f64),
    /// A sampled mean and its standard error.
    Sampled { mean: f64, error: f64 },
    /// A list of such values.
    List(Vec<Got>),
    /// Something the case says for people only.
    Uncompared,
    /// Anything else; compared by value.
    Json(Value),
}

/// Reads `17/11664`, `0.5` or `3` exactly.
pub fn parse_fraction(text: &str) -> Option<Exact> {
    match text.split_once('/') {
        Some((n, d)) => {
            let (n, d): (BigInt, BigInt) = (n.trim().parse().ok()?, d.trim().parse().ok()?);
            (d != BigInt::from(0)).then(|| BigRational::new(n, d))
        }
        None => text.trim().parse::<BigInt>().ok().map(BigRational::from),
    }
}

/// Compares one key; `Err` says how they differ. `abs` is the largest allowed difference of decimals, `z` that of
/// sampled means in standard errors.
pub fn compare(key: &str, expected: &Value, got: &Got, abs: f64, z: f64) -> Result<(), String> {
    match got {
        Got::Uncompared => Ok(()),
        Got::List(list) => {
            let wanted = expected.as_array().filter(|a| a.len() == list.len());
            let wanted = wanted.ok_or_else(|| {
                format!("{key} has {} values, the case says {expected}", list.len())
            })?;
            let pairs = wanted.iter().zip(list).enumerate();
            let faults = pairs.filter_map(|(at, (wanted, got))| {
                compare(&format!("{key}[{at}]"), wanted, got, abs, z).err()
            });
            let faults: Vec<String> = faults.collect();
            if faults.is_empty() {
                Ok(())
            } else {
                Err(faults.join("; "))
            }
        }
        Got::Sampled { mean, error } => {
            let theirs = expected.get("se").and_then(Value::as_f64).unwrap_or(0.0);
            number(key, expected, *mean, abs.max(z * error.hypot(theirs)))
        }
        Got::Exact(exact) => {
            let real = exact.to_f64().unwrap_or(f64::NAN);
            if let Some(text) = expected
                .get("exact")
                .and_then(Value::as_str)
                .or_else(|| expected.as_str())
            {
                let wanted = parse_fraction(text)
                    .ok_or_else(|| format!("{key}: `{text}` is not a fraction"))?;
                if wanted != *exact {
                    return Err(format!("{key} is {exact} = {real}, the case says {text}"));
                }
            }
            number(key, expected, real, slack(expected, abs, z))
        }
        Got::Real(real) => number(key, expected, *real, slack(expected, abs, z)),
        Got::Json(value) if same(expected, value, abs) => Ok(()),
        Got::Json(value) => Err(format!("{key} is {value}, the case says {expected}")),
    }
}

/// The largest allowed difference from a number that the case may have sampled.
fn slack(expected: &Value, abs: f64, z: f64) -> f64 {
    let error = expected.get("se").and_then(Value::as_f64);
    error.map_or(abs, |se| abs.max(z * se))
}

fn number(key: &str, expected: &Value, got: f64, slack: f64) -> Result<(), String> {
    let wanted = expected
        .get("decimal")
        .or_else(|| expected.get("mean"))
        .unwrap_or(expected);
    let wanted = match wanted {
        Value::Number(n) => n.as_f64(),
        Value::String(s) => parse_fraction(s)
            .and_then(|f| f.to_f64())
            .or_else(|| s.parse().ok()),
        Value::Object(o) => o
            .get("exact")
            .and_then(Value::as_str)
            .and_then(parse_fraction)
            .and_then(|f| f.to_f64()),
        _ => None,
    };
    let wanted = wanted.ok_or_else(|| format!("{key}: `{expected}` is not a number"))?;
    if (got - wanted).abs() <= slack {
        Ok(())
    } else {
        Err(format!(
            "{key} is {got}, the case says {wanted} (off by {:e}, allowed {slack:e})",
            (got - wanted).abs()
        ))
    }
}

/// Equality of integers, text and lists; fractions as text equal the numbers they name.
fn same(expected: &Value, got: &Value, abs: f64) -> bool {
    match (expected, got) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(x, y)| same(x, y, abs))
        }
        (Value::Object(e), Value::String(_) | Value::Number(_)) => ["exact", "decimal"]
            .iter()
            .filter_map(|k| e.get(*k))
            .all(|v| same(v, got, abs)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(k, v)| b.get(k).is_some_and(|w| same(v, w, abs)))
        }
        (Value::String(a), Value::String(b)) => {
            a == b || matches!((parse_fraction(a), parse_fraction(b)), (Some(x), Some(y)) if x == y)
        }
        (Value::Number(a), Value::String(b)) | (Value::String(b), Value::Number(a)) => {
            let b = parse_fraction(b).and_then(|f| f.to_f64());
            matches!((a.as_f64(), b), (Some(x), Some(y)) if (x - y).abs() <= abs)
        }
        (Value::Number(a), Value::Number(b)) => match (a.as_f64(), b.as_f64()) {
            (Some(x), Some(y)) => (x - y).abs() <= if a.is_f64() || b.is_f64() { abs } else { 0.0 },
            _ => false,
        },
        _ => expected == got,
    }
}
