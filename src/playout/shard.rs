//! A share of a run for one of several machines: shard i of k plays the blocks i, i + k, i + 2k, …

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// Shard `index` of `of`; `index` in 0..`of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub struct Shard {
    index: u32,
    of: u32,
}

impl Shard {
    /// The whole run: 0/1.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Shard `index` of `of`, or a usage error that says what to write.
    pub fn new(index: u32, of: u32) -> Result<Self> {
        if of == 0 {
            return Err(Error::usage(format!(
                "a run cannot be split into 0 shards: {EXAMPLE}"
            )));
        }
        if index >= of {
            return Err(Error::usage(out_of_range(&index.to_string(), of)));
        }
        Ok(Self { index, of })
    }

    /// Number of this shard, from 0.
    pub fn index(self) -> u32 {
        self.index
    }

    /// Number of shards.
    pub fn of(self) -> u32 {
        self.of
    }

    /// True for the only shard of a run.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }
}

const EXAMPLE: &str = "write INDEX/COUNT, for example 0/3, 1/3 and 2/3 on three machines";

fn out_of_range(index: &str, of: u32) -> String {
    let (plural, choices) = match of {
        1 => ("", "0/1".to_owned()),
        2 => ("s", "0/2 or 1/2".to_owned()),
        3 => ("s", "0/3, 1/3 or 2/3".to_owned()),
        _ => ("s", format!("one of 0/{of} to {}/{of}", of - 1)),
    };
    format!("shard index {index} is out of range: with {of} shard{plural} write {choices}")
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let junk = || Error::usage(format!("'{text}' is not a shard: {EXAMPLE}"));
        let (index, of) = text.split_once('/').ok_or_else(junk)?;
        let is_number = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
        if !is_number(index) || !is_number(of) {
            return Err(junk());
        }
        let of = of
            .parse()
            .map_err(|_| Error::usage(format!("{of} are too many shards: {EXAMPLE}")))?;
        match index.parse() {
            Ok(index) => Self::new(index, of),
            Err(_) if of > 0 => Err(Error::usage(out_of_range(index, of))),
            Err(_) => Self::new(0, of),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

/// The JSON form.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    index: u32,
    of: u32,
}

impl From<Shard> for Fields {
    fn from(Shard { index, of }: Shard) -> Self {
        Self { index, of }
    }
}

impl TryFrom<Fields> for Shard {
    type Error = Error;

    fn try_from(Fields { index, of }: Fields) -> Result<Self> {
        Self::new(index, of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_ones_round_trip() {
        for text in ["0/1", "0/3", "2/3", "999/1000"] {
            let shard: Shard = text.parse().unwrap();
            assert_eq!(shard.to_string(), text);
            let json = serde_json::to_string(&shard).unwrap();
            assert_eq!(serde_json::from_str::<Shard>(&json).unwrap(), shard);
        }
        assert!(Shard::WHOLE.is_whole());
        assert!(serde_json::from_str::<Shard>(r#"{"index":3,"of":3}"#).is_err());
    }

    #[test]
    fn bad_ones_say_what_to_write() {
        let message = |text: &str| text.parse::<Shard>().unwrap_err();
        let three = "shard index 3 is out of range: with 3 shards write 0/3, 1/3 or 2/3";
        assert_eq!(message("3/3"), Error::usage(three));
        let one = "shard index 1 is out of range: with 1 shard write 0/1";
        assert_eq!(message("1/1"), Error::usage(one));
        assert!(
            message("99999999999/8")
                .to_string()
                .contains("with 8 shards write one of 0/8 to 7/8")
        );
        for junk in [
            "", "/", "1", "1/", "/3", "a/b", "1/3/5", "-1/3", "+1/3", " 1/3", "1.0/3", "0x1/3",
        ] {
            let text = message(junk).to_string();
            assert!(
                text.starts_with(&format!("'{junk}' is not a shard: write INDEX/COUNT")),
                "{text}"
            );
        }
        assert!(message("0/0").to_string().contains("0 shards"));
        assert!(
            message("0/99999999999")
                .to_string()
                .contains("too many shards")
        );
    }
}
