//! Reading the inputs of a case.

use crate::error::{Error, Result};
use crate::games::gladiatori::board::{Hexes, one};
use crate::games::gladiatori::cards::Kind;
use crate::games::gladiatori::geometry::{Hex, hex};
use crate::games::gladiatori::state::BeastKind;
use serde_json::Value;

/// An object of a case.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a>(&'a Value);

impl<'a> Inputs<'a> {
    pub(super) fn new(value: &'a Value) -> Self {
        Self(value)
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.0.get(key).filter(|v| !v.is_null())
    }

    /// Whether the key is there, be it null.
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.get(key).is_some()
    }

    /// Names of its entries.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> {
        self.0.as_object().into_iter().flatten().map(|(k, _)| &**k)
    }

    pub(super) fn object(&self, key: &str) -> Option<Inputs<'a>> {
        self.get(key).filter(|v| v.is_object()).map(Inputs)
    }

    pub(super) fn need(&self, key: &str) -> Result<Inputs<'a>> {
        self.object(key)
            .ok_or_else(|| Error::usage(format!("the case has no object `{key}`")))
    }

    pub(super) fn list(&self, key: &str) -> &'a [Value] {
        self.get(key)
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }

    pub(super) fn text(&self, key: &str) -> Option<&'a str> {
        self.get(key).and_then(Value::as_str)
    }

    /// True if the flag is set, or a number is not 0.
    pub(super) fn flag(&self, key: &str) -> bool {
        self.get(key).is_some_and(|v| {
            v.as_bool()
                .unwrap_or_else(|| v.as_f64().is_some_and(|n| n != 0.0))
        })
    }

    pub(super) fn int(&self, key: &str) -> Result<Option<i64>> {
        self.get(key).map(|v| whole(v, key)).transpose()
    }

    /// A whole number, 0 where it is missing.
    pub(super) fn int_or(&self, key: &str, default: i64) -> Result<i64> {
        Ok(self.int(key)?.unwrap_or(default))
    }

    /// A small whole number, 0 where it is missing.
    pub(super) fn small(&self, key: &str) -> Result<u8> {
        let n = self.int_or(key, 0)?;
        u8::try_from(n).map_err(|_| Error::usage(format!("`{key}` must be from 0 to 255, not {n}")))
    }

    pub(super) fn value(&self, key: &str) -> Result<i16> {
        Ok(self.int_or(key, 0)? as i16)
    }

    pub(super) fn kind(&self, key: &str) -> Result<Option<Kind>> {
        self.text(key).map(kind).transpose()
    }

    pub(super) fn need_kind(&self, key: &str) -> Result<Kind> {
        self.kind(key)?
            .ok_or_else(|| Error::usage(format!("the case has no Action card `{key}`")))
    }

    pub(super) fn beast(&self) -> Result<BeastKind> {
        let text = self.text("kind").unwrap_or_default();
        BeastKind::parse(text)
            .ok_or_else(|| Error::usage(format!("`{text}` is no beast: dog, wolf, lion or bear")))
    }

    pub(super) fn hex(&self, key: &str) -> Result<Hex> {
        place(self.get(key).unwrap_or(&Value::Null), key)
    }

    pub(super) fn hexes(&self, key: &str) -> Result<Hexes> {
        self.list(key)
            .iter()
            .map(|v| place(v, key))
            .try_fold(0, |s, h| Ok(s | one(h?)))
    }

    pub(super) fn facing(&self, key: &str) -> Result<u8> {
        let f = self.small(key)?;
        if f < 6 {
            Ok(f)
        } else {
            Err(Error::usage(format!(
                "`{key}` must be from 0 to 5, not {f}"
            )))
        }
    }

    /// Names of a list.
    pub(super) fn words(&self, key: &str) -> Vec<&'a str> {
        self.list(key).iter().filter_map(Value::as_str).collect()
    }
}

pub(super) fn whole(value: &Value, key: &str) -> Result<i64> {
    value
        .as_i64()
        .or_else(|| value.as_bool().map(i64::from))
        .ok_or_else(|| Error::usage(format!("`{key}` must be a whole number, not {value}")))
}

pub(super) fn kind(text: &str) -> Result<Kind> {
    Kind::parse(text).ok_or_else(|| {
        Error::usage(format!(
            "`{text}` is no Action card: strength, dexterity, berserk, dodge or movement"
        ))
    })
}

pub(super) fn place(value: &Value, key: &str) -> Result<Hex> {
    let pair: Vec<i64> = value
        .as_array()
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .filter_map(Value::as_i64)
        .collect();
    let found = match pair.as_slice() {
        [q, r] => i8::try_from(*q)
            .ok()
            .zip(i8::try_from(*r).ok())
            .and_then(|(q, r)| hex(q, r)),
        _ => None,
    };
    found.ok_or_else(|| {
        Error::usage(format!(
            "`{key}` must be places [q, r] within 5 of the centre, not {value}"
        ))
    })
}
