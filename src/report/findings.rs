//! What a study hands to the report: the resolved question, tables, charts as data, notes, guesses.
//!
//! A report knows no game; whatever it must say about one arrives here as text and numbers.

/// How the numbers were obtained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Solved or enumerated; no sampling error.
    Exact,
    /// Sampled by playouts.
    Mc,
}

impl Method {
    /// The word used in output: `exact` or `mc`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Mc => "mc",
        }
    }
}

/// The resolved question: everything that decides the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Flat name, for example `clash-duel`.
    pub name: String,
    /// One line for people: what was asked.
    pub title: String,
    /// The command that reproduces the answer, canonical form (no `-j`, no paths, no shards).
    pub command: String,
    /// Ruleset name.
    pub ruleset: String,
    /// Switches that were set away from their default, key and value.
    pub switches: Vec<(String, String)>,
    /// Who plays how: seat or side, policy.
    pub policies: Vec<(String, String)>,
    /// Further facts worth showing, in order (resolved teams, who rolls first and why).
    pub facts: Vec<(String, String)>,
    /// Seed of a sampled answer; `None` when exact.
    pub seed: Option<u64>,
    /// How it was answered.
    pub method: Method,
    /// Playouts done; 0 when exact.
    pub playouts: u64,
    /// What ended the run: `playouts`, `target`, `time`, `interrupt`; `None` when exact.
    pub stopped_by: Option<String>,
    /// False when the run was cut short.
    pub complete: bool,
    /// Confidence level of every interval, in (0, 1).
    pub confidence: f64,
}

/// A component value or reading that is not from the rulebook and that the answer rests on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guess {
    /// What it is, for example `animal bear: hits`.
    pub what: String,
    /// The value used.
    pub value: String,
    /// `published`, `derived` or `assumed`.
    pub status: String,
    /// Range over which to re-ask, or the source; may be empty.
    pub note: String,
}

/// One cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Not known, or not defined here.
    Null,
    /// A whole number.
    Int(i64),
    /// A count; serialised as a JSON number.
    Count(u64),
    /// A real number; must be finite (a non-finite value is written as null).
    Real(f64),
    /// Text.
    Text(String),
}

/// How people read a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Words; left-aligned.
    Text,
    /// Counts and whole numbers; grouped by thousands for people.
    Count,
    /// A probability or share in 0..=1, shown as `0.299190`.
    Share,
    /// A real number with this many decimals.
    Number(u8),
    /// The same with an explicit sign.
    Signed(u8),
}

/// A column: stable name, kind, unit and meaning (`gsim schema` prints them).
#[derive(Debug, Clone, PartialEq)]
pub struct Column {
    /// Stable machine name.
    pub name: &'static str,
    /// How to show it.
    pub kind: Kind,
    /// Unit, or empty.
    pub unit: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// Shown to people (terminal, HTML, Markdown); machine formats always carry all columns.
    pub shown: bool,
}

impl Column {
    /// A shown column.
    pub fn new(name: &'static str, kind: Kind, unit: &'static str, meaning: &'static str) -> Self {
        Self {
            name,
            kind,
            unit,
            meaning,
            shown: true,
        }
    }

    /// The same column, for machine formats only.
    pub fn machine_only(mut self) -> Self {
        self.shown = false;
        self
    }
}

/// A named table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Stable machine name (`summary`, `joint`, …).
    pub name: &'static str,
    /// Heading for people.
    pub title: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// Rows, each as long as `columns`.
    pub rows: Vec<Vec<Cell>>,
    /// Printed on the terminal; reports show every table.
    pub on_terminal: bool,
}

/// A chart as data.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Stable machine name; file stem of the SVG or PNG.
    pub name: &'static str,
    /// Heading.
    pub title: String,
    /// One or two sentences: how to read it, what it shows.
    pub caption: String,
    /// Horizontal axis.
    pub x_label: String,
    /// Vertical axis.
    pub y_label: String,
    /// The picture.
    pub plot: Plot,
    /// Name of the table that holds its numbers.
    pub table: &'static str,
}

/// One series over the categories of a bar or step chart.
///
/// Two series whose names differ only in their last word, `sampled` and `exact` (`SSNT, sampled`, `SSNT, exact`), are
/// drawn as twins: one colour, the exact one as an outline.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// Legend text.
    pub name: String,
    /// One value a category.
    pub values: Vec<f64>,
    /// Interval a category, if sampled.
    pub intervals: Option<Vec<(f64, f64)>>,
}

/// A point of a line with its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Abscissa.
    pub x: f64,
    /// Estimate.
    pub y: f64,
    /// Interval.
    pub interval: Option<(f64, f64)>,
}

/// Dice of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dice {
    /// What they are, in a word.
    pub name: String,
    /// Number of their colour, as of a series.
    pub series: usize,
    /// What they show, 1..=6; 0 is an empty place.
    pub faces: Vec<u8>,
}

/// A situation: dice with words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiceRow {
    /// Where it is.
    pub heading: String,
    /// The dice, kind by kind.
    pub dice: Vec<Dice>,
    /// What to say of it.
    pub lines: Vec<String>,
}

/// A place of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// What is on it; empty if nothing.
    pub label: String,
    /// Where it lies, right and down, in widths of a place.
    pub at: (f64, f64),
    /// Its group, an index into the graph's.
    pub group: usize,
}

/// The kinds of picture.
#[derive(Debug, Clone, PartialEq)]
pub enum Plot {
    /// Grouped bars over named categories. Values are shares when `share`.
    Bars {
        /// Names along the axis.
        categories: Vec<String>,
        /// One value a category each.
        series: Vec<Series>,
        /// True when the values are shares.
        share: bool,
    },
    /// Step functions over named categories (`at least k`).
    Steps {
        /// Names along the axis.
        categories: Vec<String>,
        /// One value a category each.
        series: Vec<Series>,
        /// True when the values are shares.
        share: bool,
    },
    /// A heat map; `values[row][column]`. Diverging around 0 when `signed`.
    Heat {
        /// Names of the rows.
        rows: Vec<String>,
        /// Names of the columns.
        columns: Vec<String>,
        /// `values[row][column]`; none where nothing can be.
        values: Vec<Vec<Option<f64>>>,
        /// True for a diverging scale around 0.
        signed: bool,
    },
    /// A sampled heat map: cells whose sign the figures leave open are hatched.
    Hatched {
        /// Names of the rows.
        rows: Vec<String>,
        /// Names of the columns.
        columns: Vec<String>,
        /// `values[row][column]`; none where nothing can be.
        values: Vec<Vec<Option<f64>>>,
        /// `doubtful[row][column]`: whether the interval of the value has zero in it.
        doubtful: Vec<Vec<bool>>,
        /// True for a diverging scale around 0.
        signed: bool,
    },
    /// Places and the lines between them, such as a board.
    Graph {
        /// The places.
        nodes: Vec<Node>,
        /// Pairs of places that are joined.
        edges: Vec<(usize, usize)>,
        /// Names of the groups.
        groups: Vec<String>,
    },
    /// Lines with intervals; an optional horizontal reference (name, value).
    Lines {
        /// Logarithmic abscissa.
        log_x: bool,
        /// Name and points of each line.
        lines: Vec<(String, Vec<Point>)>,
        /// Name and height of a horizontal line.
        reference: Option<(String, f64)>,
    },
    /// Situations as dice with words.
    Dice {
        /// One below the other.
        rows: Vec<DiceRow>,
    },
}

/// The answer to a question.
#[derive(Debug, Clone, PartialEq)]
pub struct Findings {
    /// What was asked, resolved.
    pub question: Question,
    /// The verdict in plain sentences, the headline first. Computed from the numbers.
    pub verdict: Vec<String>,
    /// The numbers.
    pub tables: Vec<Table>,
    /// The pictures.
    pub charts: Vec<Chart>,
    /// Method and error: what the intervals are, what to be careful about.
    pub notes: Vec<String>,
    /// Values not from the rulebook that the answer rests on; empty when none.
    pub guesses: Vec<Guess>,
    /// Terms and their meanings.
    pub glossary: Vec<(String, String)>,
}

impl Findings {
    /// The table of this name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|t| t.name == name)
    }
}
