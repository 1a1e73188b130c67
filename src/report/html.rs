//! stub
use super::findings::Findings;
/// stub
pub fn render(_: &Findings) -> crate::error::Result<String> {
    Ok("<!DOCTYPE html>".into())
}
