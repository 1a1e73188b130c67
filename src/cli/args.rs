//! Values of arguments as people write them: counts, seeds, errors, durations, confidence levels.
//!
//! Plain functions for clap's `value_parser`. A message says what to write, in one line; `shared.rs` puts the flag and
//! the value before it.

use std::time::Duration;

use super::decimal::Decimal;

/// The largest count: 10^15.
const LARGEST: u64 = 1_000_000_000_000_000;
/// The longest time limit.
const LONGEST_HOURS: f64 = 10_000.0;

type Parsed<T> = Result<T, String>;

/// A count of at least 1: `10M`, `1e6`, `250k`, `10_000_000`, `2.5M`; k M G T in either case.
///
/// ```
/// use gsim::cli::args::count;
/// assert_eq!(count("10M"), Ok(10_000_000));
/// assert!(count("10B").is_err());
/// ```
pub fn count(text: &str) -> Parsed<u64> {
    const EXAMPLES: &str = "write a whole number such as 10000, 10_000, 250k, 10M or 1e6";
    if text.is_empty() {
        return Err(format!("the count is empty; {EXAMPLES}"));
    }
    if let Some(positive) = text.strip_prefix('-') {
        return Err(match count(positive) {
            Ok(_) => format!("a count cannot be negative; write {positive}"),
            Err(_) => format!("a count cannot be negative; {EXAMPLES}"),
        });
    }
    if let Some(message) = thousands_or_spaces(text) {
        return Err(message);
    }
    if let Some(number) = text.strip_suffix(['B', 'b'])
        && let Ok(billions) = count(&format!("{number}G"))
    {
        return Err(format!(
            "write {number}G for {}",
            in_words(number, billions)
        ));
    }
    let (number, zeros) = suffix(text);
    let Some(decimal) = Decimal::parse(number).filter(|d| zeros == 0 || !d.has_exponent) else {
        return Err(format!("this is not a count; {EXAMPLES}"));
    };
    if zeros == 0 && decimal.has_point && !decimal.has_exponent {
        let whole = number
            .split('.')
            .next()
            .and_then(|w| w.replace('_', "").parse::<u64>().ok());
        let near = match whole {
            Some(n @ 1..LARGEST) => format!("{n} or {}", n + 1),
            _ => "1 or more".to_string(),
        };
        return Err(format!(
            "a count is a whole number; write {near}, or {number}M with a suffix"
        ));
    }
    match decimal.times_ten_to(zeros) {
        Ok(0) => Err("a count is at least 1; write 1 or more".to_string()),
        Ok(value) if value <= u128::from(LARGEST) => Ok(value as u64),
        Err(false) => Err(format!("this is not a whole number; {EXAMPLES}")),
        _ => Err("too large; the largest count is 1000T (10^15)".to_string()),
    }
}

/// The number before a suffix, and the zeros the suffix stands for.
fn suffix(text: &str) -> (&str, i64) {
    const SUFFIXES: [(char, i64); 4] = [('k', 3), ('m', 6), ('g', 9), ('t', 12)];
    let last = text.chars().next_back().map(|c| c.to_ascii_lowercase());
    match SUFFIXES.iter().find(|(s, _)| Some(*s) == last) {
        Some((_, zeros)) => (&text[..text.len() - 1], *zeros),
        None => (text, 0),
    }
}

/// `10,000` and `10 000` are refused, because in some places they mean ten.
fn thousands_or_spaces(text: &str) -> Option<String> {
    let separator = text
        .chars()
        .find(|c| *c == ',' || *c == '\'' || c.is_whitespace())?;
    let parts: Vec<&str> = text.split(separator).collect();
    let digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let grouped = digits(parts[0]) && parts[1..].iter().all(|p| digits(p) && p.len() == 3);
    if grouped {
        return Some(format!("write {} or {}", parts.concat(), parts.join("_")));
    }
    let fitting = match separator {
        ',' => text.replacen(',', ".", 1),
        _ => parts.concat(),
    };
    Some(match count(&fitting) {
        Ok(_) => format!("write {fitting}"),
        Err(_) => "write digits without separators, such as 10000 or 10_000".to_string(),
    })
}

/// `ten thousand million` for `10`.
fn in_words(number: &str, value: u64) -> String {
    const WORDS: [&str; 12] = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
    ];
    let named = number
        .parse::<usize>()
        .ok()
        .and_then(|n| WORDS.get(n.wrapping_sub(1)));
    match named {
        Some(word) => format!("{word} thousand million"),
        None => format!("{value}"),
    }
}

/// A seed: a whole number below 2^64, decimal or `0x…`.
pub fn seed(text: &str) -> Parsed<u64> {
    const RANGE: &str = "write a whole number from 0 to 18446744073709551615";
    let plain = text.replace('_', "");
    let (digits, radix) = match plain.strip_prefix("0x").or(plain.strip_prefix("0X")) {
        Some(hex) => (hex, 16),
        None => (plain.as_str(), 10),
    };
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return Err(match text.strip_prefix('-') {
            Some(_) => format!("a seed cannot be negative; {RANGE}"),
            None => format!("this is not a seed; {RANGE}, or 0x and hexadecimal digits"),
        });
    }
    u64::from_str_radix(digits, radix).map_err(|_| format!("the seed is out of range; {RANGE}"))
}

/// The half-width of an interval to stop at: `0.1%` or `0.001`, between 0 and 1.
pub fn target_error(text: &str) -> Parsed<f64> {
    share(text).ok_or_else(|| {
        let percent = text.parse::<f64>().is_ok_and(|v| (1.0..100.0).contains(&v));
        match percent {
            true => format!("a target error is below 1; write {text}% if that is meant"),
            false => "write an error between 0 and 1, such as 0.1% or 0.001".to_string(),
        }
    })
}

/// A confidence level between 0 and 1: `95%` or `0.95`.
pub fn confidence(text: &str) -> Parsed<f64> {
    share(text).ok_or_else(|| {
        let percent = text.parse::<f64>().is_ok_and(|v| v > 1.0 && v < 100.0);
        match percent {
            true => format!("a level is below 1; write {text}%"),
            false => "write a level between 0 and 1, such as 95% or 0.95".to_string(),
        }
    })
}

/// `5%` or `0.05` as a number strictly between 0 and 1.
fn share(text: &str) -> Option<f64> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(percent) => (percent.trim_end(), 100.0),
        None => (text, 1.0),
    };
    Decimal::parse(number)?;
    let value = number.replace('_', "").parse::<f64>().ok()? / unit;
    (value > 0.0 && value < 1.0).then_some(value)
}

/// A duration: `10s`, `2m`, `500ms`, `1h`, `1.5m`.
pub fn duration(text: &str) -> Parsed<Duration> {
    const EXAMPLES: &str = "such as 500ms, 10s, 2m or 1h";
    const UNITS: [(&str, f64); 4] = [("ms", 1.0), ("s", 1e3), ("m", 6e4), ("h", 3.6e6)];
    let cut = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let (number, unit) = (text[..cut].trim_end(), text[cut..].to_lowercase());
    let parsed = Decimal::parse(number).and_then(|_| number.replace('_', "").parse::<f64>().ok());
    let Some(value) = parsed else {
        return Err(format!(
            "this is not a duration; write a number and a unit, {EXAMPLES}"
        ));
    };
    let Some((_, millis)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        return Err(match unit.is_empty() {
            true => {
                format!("the unit is missing; write {number}s for seconds, {number}m for minutes")
            }
            false => format!("`{unit}` is not a unit of time here; write a duration {EXAMPLES}"),
        });
    };
    let millis = (value * millis).round();
    if millis < 1.0 {
        return Err("a duration is at least 1ms".to_string());
    }
    if millis > LONGEST_HOURS * 3.6e6 {
        return Err(format!(
            "too long; the longest duration is {LONGEST_HOURS}h"
        ));
    }
    Ok(Duration::from_millis(millis as u64))
}

/// A number of hit markers, or of another small thing that is counted.
pub fn few(text: &str) -> Parsed<u8> {
    let number = text.parse::<u8>().ok().filter(|n| *n < 100);
    number.ok_or_else(|| "write a whole number from 0 to 99".to_string())
}

/// A weight between -1 and 1.
pub fn weight(text: &str) -> Parsed<f64> {
    let number = text
        .parse::<f64>()
        .ok()
        .filter(|w| (-1.0..=1.0).contains(w));
    number.ok_or_else(|| "write a decimal from -1 to 1, for example 0.25".to_string())
}

/// A number of threads, at least 1.
pub fn threads(text: &str) -> Parsed<usize> {
    match text.parse::<usize>() {
        Ok(n) if (1..=1024).contains(&n) => Ok(n),
        _ => Err(
            "write a whole number from 1 to 1024, or leave -j out to use every core".to_string(),
        ),
    }
}

#[cfg(test)]
mod tests;
