//! A decimal number without rounding, for `args.rs`: `2.5M` is a whole number, `1.23456k` is not.

/// `digits × 10^exponent`, not negative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decimal {
    /// Significant digits, without leading zeros and without trailing zeros; empty for zero.
    digits: String,
    exponent: i64,
    pub(super) has_point: bool,
    pub(super) has_exponent: bool,
}

impl Decimal {
    /// Reads `12`, `1_000`, `1.5`, `1e6`, `1.5e-3`; no sign, a digit on either side of the point and of each `_`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (mantissa, power) = match text.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, Some(exponent(power)?)),
            None => (text, None),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) => (group(whole)?, Some(group(fraction)?)),
            None => (group(mantissa)?, None),
        };
        let places = fraction.as_ref().map_or(0, String::len) as i64;
        let all = whole + fraction.as_deref().unwrap_or_default();
        let significant = all.trim_start_matches('0').trim_end_matches('0');
        let zeros = (all.len() - all.trim_end_matches('0').len()) as i64;
        Some(Self {
            digits: significant.to_string(),
            exponent: power
                .unwrap_or(0)
                .saturating_sub(places)
                .saturating_add(zeros),
            has_point: fraction.is_some(),
            has_exponent: power.is_some(),
        })
    }

    /// The number times 10^zeros. `Err(false)`: not whole; `Err(true)`: beyond 10^30.
    pub(super) fn times_ten_to(&self, zeros: i64) -> Result<u128, bool> {
        if self.digits.is_empty() {
            return Ok(0);
        }
        let exponent = self.exponent.saturating_add(zeros);
        if exponent < 0 {
            return Err(false);
        }
        if exponent.saturating_add(self.digits.len() as i64) > 30 {
            return Err(true);
        }
        let digits: u128 = self.digits.parse().map_err(|_| true)?;
        Ok(digits * 10u128.pow(exponent as u32))
    }
}

/// Digits with single underscores between them, without the underscores.
fn group(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('_').collect();
    let digits = |p: &&str| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit());
    parts.iter().all(digits).then(|| parts.concat())
}

/// The power after `e`; powers beyond a thousand are cut to it, which is as good as infinite here.
fn exponent(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some(sign * digits.parse::<i64>().unwrap_or(1000).min(1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Decimal {
        Decimal::parse(text).unwrap_or_else(|| panic!("{text} is a decimal"))
    }

    #[test]
    fn whole_numbers_are_exact() {
        assert_eq!(of("2.5").times_ten_to(6), Ok(2_500_000));
        assert_eq!(of("2.50").times_ten_to(1), Ok(25));
        assert_eq!(of("1.25").times_ten_to(1), Err(false));
        assert_eq!(
            of("999999999999999.9").times_ten_to(1),
            Ok(9_999_999_999_999_999)
        );
        assert_eq!(of("0").times_ten_to(12), Ok(0));
        assert_eq!(of("0e999").times_ten_to(0), Ok(0));
        assert_eq!(of("1e31").times_ten_to(0), Err(true));
        assert_eq!(of("1e-3").times_ten_to(3), Ok(1));
    }

    #[test]
    fn what_is_no_decimal_is_refused() {
        for text in [
            "", ".", "1.", ".5", "1..2", "-1", "+1", "1e", "e5", "1e1.5", "1_", "_1", "1__2", "é",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text:?}");
        }
    }
}
