use super::*;
use crate::scenario::{Document, Source};

fn table(text: &str) -> Result<SwitchTable> {
    let source = Source::new("data.toml", text);
    let mut table = SwitchTable::default();
    table.read(&Document::parse(&source)?.root(), None)?;
    Ok(table)
}

const LISTED: &str = r#"
[[switch]]
key = "order"
kind = "choice"
default = "first"
values = ["first", "second"]
status = "rulebook"
[[switch]]
key = "cap"
kind = "integer"
default = "2000"
values = []
min = 1
status = "assumed"
[[switch]]
key = "match_cap"
kind = "number"
default = "0"
values = ["0", "1..1000"]
status = "assumed"
"#;

#[test]
fn listed_switches_take_their_values_only() {
    let table = table(LISTED).expect("valid");
    assert_eq!(table.check("order", "second"), Ok("second".to_string()));
    assert_eq!(
        table.check("order", "frist"),
        Err("order must be first or second, not \"frist\" — did you mean `first`?".to_string())
    );
    assert_eq!(table.check("cap", "0500"), Ok("500".to_string()));
    for value in ["0", "-1", "1.5", "many", ""] {
        let message = format!("cap must be a whole number of at least 1, not \"{value}\"");
        assert_eq!(table.check("cap", value), Err(message));
    }
    assert_eq!(table.check("match_cap", "0"), Ok("0".to_string()));
    assert_eq!(table.check("match_cap", "1000"), Ok("1000".to_string()));
    assert_eq!(
        table.check("match_cap", "1001"),
        Err("match_cap must be 0 or 1 to 1000, not \"1001\"".to_string())
    );
    assert_eq!(
        table.check("odrer", "first"),
        Err("unknown switch `odrer` — did you mean `order`?".to_string())
    );
}

#[test]
fn a_table_of_switches_reads_as_well() {
    let table = table(
        "[switches]\nfeint = { value = \"no\", options = [\"no\", \"yes\"], status = \"assumed\", id = \"A05\" }\n\
         from_turn = { value = 1, options = [1, 3], status = \"derived\", id = \"A31\" }\n",
    )
    .expect("valid");
    assert_eq!(table.check("feint", "yes"), Ok("yes".to_string()));
    assert_eq!(table.find("from_turn").map(|s| s.default.as_str()), Ok("1"));
    assert_eq!(
        table.check("from_turn", "2"),
        Err("from_turn must be 1 or 3, not \"2\"".to_string())
    );
}

#[test]
fn a_broken_table_is_refused() {
    let refused = |text: &str| table(text).expect_err("must be refused").to_string();
    assert_eq!(
        refused(&LISTED.replace("default = \"first\"", "default = \"third\"")),
        "data.toml:5:11: order must be first or second, not \"third\""
    );
    assert_eq!(
        refused(&LISTED.replace("\"match_cap\"", "\"cap\"")),
        "data.toml:16:7: the switch `cap` stands twice in this file"
    );
    assert_eq!(
        refused("[[switch]]\nkey = \"a\"\ndefault = \"b\"\nstatus = \"rulebook\"\n"),
        "data.toml:1:1: switch `a` has no values"
    );
    assert_eq!(
        refused(&LISTED.replace("\"integer\"", "\"intger\"")),
        "data.toml:10:8: kind must be choice, integer or number, not \"intger\" — did you mean `integer`?"
    );
}

#[test]
fn settings_are_split_at_the_first_equals_sign() {
    assert_eq!(parse_set("a=b"), Ok(("a".to_string(), "b".to_string())));
    assert_eq!(
        parse_set(" a = b=c "),
        Ok(("a".to_string(), "b=c".to_string()))
    );
    for text in ["", "a", "a=", "=b", "="] {
        let message = "write KEY=VALUE; `gsim list switches` names the keys";
        assert_eq!(parse_set(text), Err(message.to_string()), "{text:?}");
    }
}
