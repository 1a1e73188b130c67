//! Help texts and a few answers, word for word, in `transcripts/`: what a newcomer reads first.
//!
//! `TRYCMD=overwrite cargo test --release --test cli transcripts` writes them anew; read the difference before you
//! keep it.

use crate::room::GSIM;

#[test]
fn read_as_they_should() {
    trycmd::TestCases::new()
        .register_bin("gsim", trycmd::schema::Bin::Path(GSIM.into()))
        // clap breaks lines at the width of the terminal, if there is one.
        .env("COLUMNS", "100")
        .case("tests/cli/transcripts/*.md");
}
