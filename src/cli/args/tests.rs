use super::*;

#[test]
fn counts_as_people_write_them() {
    for (text, value) in [
        ("1", 1),
        ("10000", 10_000),
        ("10_000_000", 10_000_000),
        ("10M", 10_000_000),
        ("10m", 10_000_000),
        ("1e6", 1_000_000),
        ("1E6", 1_000_000),
        ("250k", 250_000),
        ("250K", 250_000),
        ("3g", 3_000_000_000),
        ("10G", 10_000_000_000),
        ("1T", 1_000_000_000_000),
        ("1000T", LARGEST),
        ("1e15", LARGEST),
        ("2.5M", 2_500_000),
        ("1.5e3", 1500),
        ("0.5k", 500),
        ("1.0e0", 1),
        ("007", 7),
    ] {
        assert_eq!(count(text), Ok(value), "{text}");
    }
}

#[test]
fn bad_counts_say_what_to_write() {
    let examples = "write a whole number such as 10000, 10_000, 250k, 10M or 1e6";
    let large = "too large; the largest count is 1000T (10^15)";
    for (text, message) in [
        ("10B", "write 10G for ten thousand million".to_string()),
        ("25b", "write 25G for 25000000000".to_string()),
        (
            "1.5",
            "a count is a whole number; write 1 or 2, or 1.5M with a suffix".to_string(),
        ),
        (
            "0.3",
            "a count is a whole number; write 1 or more, or 0.3M with a suffix".to_string(),
        ),
        ("10,000", "write 10000 or 10_000".to_string()),
        ("1,000,000", "write 1000000 or 1_000_000".to_string()),
        ("10 000", "write 10000 or 10_000".to_string()),
        ("2,5M", "write 2.5M".to_string()),
        ("10 M", "write 10M".to_string()),
        (
            "1,,2",
            "write digits without separators, such as 10000 or 10_000".to_string(),
        ),
        ("0", "a count is at least 1; write 1 or more".to_string()),
        ("0.0k", "a count is at least 1; write 1 or more".to_string()),
        ("-5", "a count cannot be negative; write 5".to_string()),
        ("-x", format!("a count cannot be negative; {examples}")),
        ("1000000000000001", large.to_string()),
        ("1001T", large.to_string()),
        ("2e15", large.to_string()),
        ("1e999999999999", large.to_string()),
        ("99999999999999999999", large.to_string()),
        ("", format!("the count is empty; {examples}")),
        ("ten", format!("this is not a count; {examples}")),
        ("k", format!("this is not a count; {examples}")),
        ("1kk", format!("this is not a count; {examples}")),
        ("1e3k", format!("this is not a count; {examples}")),
        ("0x10", format!("this is not a count; {examples}")),
        ("NaN", format!("this is not a count; {examples}")),
        ("inf", format!("this is not a count; {examples}")),
        ("+5", format!("this is not a count; {examples}")),
        ("1__0", format!("this is not a count; {examples}")),
        ("_1", format!("this is not a count; {examples}")),
        (".5M", format!("this is not a count; {examples}")),
        ("٣", format!("this is not a count; {examples}")),
        ("5é", format!("this is not a count; {examples}")),
        (
            "1.23456k",
            format!("this is not a whole number; {examples}"),
        ),
        ("15e-1", format!("this is not a whole number; {examples}")),
    ] {
        assert_eq!(count(text), Err(message), "{text:?}");
    }
}

#[test]
fn seeds_are_64_bits() {
    assert_eq!(seed("42"), Ok(42));
    assert_eq!(seed("0"), Ok(0));
    assert_eq!(seed("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(seed("0x2A"), Ok(42));
    assert_eq!(seed("0xffff_ffff_ffff_ffff"), Ok(u64::MAX));
    let range = "write a whole number from 0 to 18446744073709551615";
    let junk = format!("this is not a seed; {range}, or 0x and hexadecimal digits");
    assert_eq!(
        seed("18446744073709551616"),
        Err(format!("the seed is out of range; {range}"))
    );
    assert_eq!(
        seed("-1"),
        Err(format!("a seed cannot be negative; {range}"))
    );
    for text in ["", "abc", "1.5", "0x", "1e3", "+1", "0xg"] {
        assert_eq!(seed(text), Err(junk.clone()), "{text:?}");
    }
}

#[test]
fn errors_and_levels_are_shares() {
    assert_eq!(target_error("0.1%"), Ok(0.001));
    assert_eq!(target_error("0.001"), Ok(0.001));
    assert_eq!(target_error("1e-3"), Ok(0.001));
    let plain = "write an error between 0 and 1, such as 0.1% or 0.001";
    for text in [
        "0", "0%", "-0.1", "100%", "NaN", "inf", "", "x", "%", "1e-400",
    ] {
        assert_eq!(target_error(text), Err(plain.to_string()), "{text:?}");
    }
    let meant = "a target error is below 1; write 5% if that is meant";
    assert_eq!(target_error("5"), Err(meant.to_string()));
    assert_eq!(confidence("95%"), Ok(0.95));
    assert_eq!(confidence("0.99"), Ok(0.99));
    assert_eq!(confidence("99.9 %"), Ok(99.9 / 100.0));
    let plain = "write a level between 0 and 1, such as 95% or 0.95";
    for text in ["0", "1", "100%", "0%", "-95%", "", "high", "150"] {
        assert_eq!(confidence(text), Err(plain.to_string()), "{text:?}");
    }
    assert_eq!(
        confidence("95"),
        Err("a level is below 1; write 95%".to_string())
    );
}

#[test]
fn durations_need_a_unit() {
    let ms = Duration::from_millis;
    for (text, value) in [
        ("10s", ms(10_000)),
        ("2m", ms(120_000)),
        ("500ms", ms(500)),
        ("1h", ms(3_600_000)),
        ("1.5s", ms(1500)),
        ("0.25h", ms(900_000)),
        ("10 s", ms(10_000)),
    ] {
        assert_eq!(duration(text), Ok(value), "{text}");
    }
    let junk = "this is not a duration; write a number and a unit, such as 500ms, 10s, 2m or 1h";
    for (text, message) in [
        (
            "10",
            "the unit is missing; write 10s for seconds, 10m for minutes",
        ),
        (
            "10d",
            "`d` is not a unit of time here; write a duration such as 500ms, 10s, 2m or 1h",
        ),
        ("0s", "a duration is at least 1ms"),
        ("0.1ms", "a duration is at least 1ms"),
        ("10001h", "too long; the longest duration is 10000h"),
        (
            "99999999999999999999h",
            "too long; the longest duration is 10000h",
        ),
        ("-3s", junk),
        ("soon", junk),
        ("", junk),
        (
            "1e3s",
            "`e3s` is not a unit of time here; write a duration such as 500ms, 10s, 2m or 1h",
        ),
    ] {
        assert_eq!(duration(text), Err(message.to_string()), "{text:?}");
    }
}

#[test]
fn threads_are_at_least_one() {
    assert_eq!(threads("8"), Ok(8));
    let message = "write a whole number from 1 to 1024, or leave -j out to use every core";
    for text in ["0", "-1", "1025", "many", ""] {
        assert_eq!(threads(text), Err(message.to_string()), "{text:?}");
    }
}
