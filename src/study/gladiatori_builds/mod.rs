//! `gladiatori-builds`: how many builds are legal, which are strongest, what each coin buys.

use crate::games::gladiatori::build::{Build, Training};
use crate::games::gladiatori::cards::{moves, powers};
use crate::games::gladiatori::count::{Sampler, count};
use crate::games::gladiatori::draws::Even;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::sheet::{STATS, Sheet};
use crate::games::gladiatori::shop::relative;
use crate::games::gladiatori::trial::{Score, Trial};
use crate::games::gladiatori::values::Item;
use crate::report::{Cell, Column, Findings, Kind as Show, Table};
use crate::study::gladiatori::contest::{Contest, Entrant, Ring};
use crate::study::gladiatori::{Frame, Sampled, hidden, plural, table, text, thousands, word};

mod marginal;

/// The resolved question.
pub struct Asked {
    /// The rules.
    pub rules: Rules,
    /// Prices and limits; candidates spend every coin.
    pub training: Training,
    /// Items of every candidate.
    pub items: [Item; 2],
    /// Whom candidates are tried against; also base builds of the marginal values.
    pub pool: Vec<Fighter>,
    /// Policy of everybody.
    pub brain: Brain,
    /// Candidates drawn.
    pub candidates: usize,
    /// Finalists.
    pub finalists: usize,
    /// Generations of relatives of the best.
    pub generations: usize,
    /// Games of a pair of finalists, and of each marginal comparison.
    pub games: u64,
    /// Confidence level.
    pub confidence: f64,
}

/// Games of a candidate in the first round.
const FIRST_ROUND: u64 = 64;

/// One round of the race.
struct Round {
    stage: String,
    builds: usize,
    games: u64,
    best: f64,
    worst_kept: f64,
}

/// How many builds there are, without playing: the exact part.
pub fn counted(asked: &Asked, frame: &Frame) -> Findings {
    let mut f = frame.findings(None);
    let (all, whole) = counts(&asked.training);
    f.tables = vec![counts_table(&asked.training)];
    f.verdict = vec![format!(
        "There are {} legal builds of {} coins, {} of them spend every coin (item pairs left out).",
        thousands(all),
        asked.training.budget,
        thousands(whole)
    )];
    f.notes = vec!["Counted exactly, backwards over the choices of the training sheet.".into()];
    f
}

/// What each part of a legal build costs.
pub fn priced(t: &Training, b: &Build, frame: &Frame) -> Findings {
    let row = |sort: &str, part: &str, n: u8, coins: u8| {
        let cells = [Cell::Count(n.into()), Cell::Count(coins.into())];
        [word(sort), word(part)]
            .into_iter()
            .chain(cells)
            .collect::<Vec<_>>()
    };
    let mut rows: Vec<Vec<Cell>> = (0..5)
        .map(|i| {
            let sort = if i < 3 { "skill" } else { "ability" };
            row(sort, STATS[i], b.stats[i], t.stat_price(i, b.stats[i]))
        })
        .collect();
    for (part, n, price) in [
        ("energy1", b.e1, t.card[0]),
        ("energy0", b.e0, t.card[1]),
        ("feint", u8::from(b.feint), t.card[2]),
    ] {
        rows.push(row("card", part, n, n * price));
    }
    for (m, name) in moves::NAMES.iter().enumerate() {
        if b.moves >> m & 1 == 1 {
            rows.push(row("move", name, 1, t.moves[m]));
        }
    }
    for (p, name) in powers::NAMES.iter().enumerate() {
        if b.powers >> p & 1 == 1 {
            rows.push(row("power", name, 1, t.card[3]));
        }
    }
    let cost = t.cost(b);
    let mut f = frame.findings(None);
    f.verdict = vec![format!(
        "Legal: {cost} of {} coins, {} left.",
        t.budget,
        u16::from(t.budget) - cost
    )];
    f.tables = vec![table(
        "parts",
        "What each part costs",
        vec![
            text("sort", "skill, ability, card, move or power"),
            text("part", "what it is"),
            Column::new("number", Show::Count, "", "its value, or how many cards"),
            Column::new("coins", Show::Count, "coins", "what it costs"),
        ],
        rows,
    )];
    f
}

fn counts(t: &Training) -> (u64, u64) {
    let of = |spend_all| {
        count(&Training {
            spend_all,
            ..t.clone()
        })
    };
    (of(false), of(true))
}

/// Counts of the whole and of parts.
fn counts_table(t: &Training) -> Table {
    let bare = |t: Training| Training {
        feint_max: 0,
        moves: [200; 8],
        powers: 0,
        ..t
    };
    let none = |t: Training| Training {
        energy_cap: 0,
        ..bare(t)
    };
    let open = Training {
        spend_all: false,
        ..t.clone()
    };
    let rows = [
        ("legal builds", count(&open)),
        (
            "legal builds that spend every coin",
            count(&Training {
                spend_all: true,
                ..t.clone()
            }),
        ),
        (
            "choices of stats and Energy alone",
            count(&bare(open.clone())),
        ),
        (
            "vectors of stats that can be paid",
            count(&none(open.clone())),
        ),
        (
            "legal builds with the Feint",
            count(&open)
                - count(&Training {
                    feint_max: 0,
                    ..open.clone()
                }),
        ),
    ]
    .map(|(name, n)| vec![word(name), Cell::Count(n)]);
    table(
        "counts",
        format!("Builds of {} coins, exactly", t.budget),
        vec![
            text("what", "what is counted; item pairs left out"),
            Column::new("count", Show::Count, "builds", "exact number"),
        ],
        rows.to_vec(),
    )
}

/// Sheets of the pool.
fn sheets(pool: &[Fighter]) -> Vec<Sheet> {
    pool.iter().map(|f| f.sheet).collect()
}

/// Keeps the better half round by round, twice the games each, until `keep` are left.
#[allow(clippy::too_many_arguments)] // the race and its bookkeeping
fn race(
    asked: &Asked,
    ring: &Ring,
    pool: &[Sheet],
    mut builds: Vec<Build>,
    keep: usize,
    stage: &str,
    rounds: &mut Vec<Round>,
    say: &dyn Fn(&str),
) -> Vec<Build> {
    builds.sort_unstable();
    builds.dedup();
    let mut games = FIRST_ROUND;
    while builds.len() > keep {
        say(&format!(
            "{stage}: {} builds, {games} games each",
            builds.len()
        ));
        let trials: Vec<Trial<'_>> = builds
            .iter()
            .map(|b| Trial {
                rules: asked.rules,
                hero: Sheet::new(b, asked.items),
                pool,
                brains: [asked.brain; 2],
                board: None,
            })
            .collect();
        let scores = ring.scores(&trials, games);
        let mean = |s: &Score| s.margin.mean().unwrap_or(0.0);
        let mut order: Vec<usize> = (0..builds.len()).collect();
        order.sort_by(|a, b| {
            mean(&scores[*b])
                .total_cmp(&mean(&scores[*a]))
                .then(builds[*a].cmp(&builds[*b]))
        });
        let kept = keep.max(builds.len() / 2);
        rounds.push(Round {
            stage: stage.into(),
            builds: builds.len(),
            games,
            best: mean(&scores[order[0]]),
            worst_kept: mean(&scores[order[kept - 1]]),
        });
        builds = order[..kept].iter().map(|i| builds[*i]).collect();
        games *= 2;
    }
    builds
}

/// Searches, plays the final, values every coin; the findings and the finalists, named `B1` and so on. `say` hears how far
/// it is.
pub fn findings(
    asked: &Asked,
    frame: &Frame,
    ring: &Ring,
    say: &dyn Fn(&str),
) -> (Findings, Vec<Build>) {
    let pool = sheets(&asked.pool);
    let mut rounds = Vec::new();
    let finalists = search(asked, ring, &pool, &mut rounds, say);
    say(&format!(
        "final: {} builds and {} ready-made, {} games a pair",
        finalists.len(),
        asked.pool.len(),
        thousands(asked.games)
    ));
    let mut entrants: Vec<Entrant> = finalists
        .iter()
        .enumerate()
        .map(|(i, b)| Entrant {
            name: format!("B{}", i + 1),
            about: b.to_string(),
            coins: asked.training.budget,
            sheet: Sheet::new(b, asked.items),
        })
        .collect();
    entrants.extend(asked.pool.iter().map(|f| Entrant {
        name: f.name.clone(),
        about: format!("{} items {}", f.build, f.items.join(",")),
        coins: f.coins.0 as u8,
        sheet: f.sheet,
    }));
    let contest = Contest::play(
        ring,
        asked.rules,
        &entrants,
        asked.brain,
        asked.games,
        asked.confidence,
    );
    let (mut tables, mut charts, mut verdict) = contest.told();
    say("what each coin buys");
    let worth = marginal::worth(asked, ring, &pool);
    let curves = marginal::curves(asked, ring, &pool);
    say("restricted play");
    let drops = marginal::restricted(asked, ring, &pool);
    tables.push(marginal::worth_table(&worth, asked));
    tables.push(marginal::curves_table(&curves));
    tables.push(marginal::drops_table(&drops, asked.confidence));
    tables.push(rounds_table(&rounds));
    tables.insert(0, counts_table(&asked.training));
    charts.extend([
        marginal::worth_chart(&worth, asked),
        marginal::curves_chart(&curves),
    ]);
    verdict.push(marginal::worth_verdict(&worth, asked.confidence));
    let (all, _) = counts(&asked.training);
    let means = contest.means();
    // The best of what was asked for; the ready-made ones are there to compare, whatever they cost.
    let leaders = contest.leaders(0..finalists.len());
    if let Some((best, others)) = leaders.split_first() {
        let others: Vec<&str> = others.iter().map(|i| entrants[*i].name.as_str()).collect();
        let apart = match others.is_empty() {
            true => String::new(),
            false => format!(", not told apart from {}", others.join(", ")),
        };
        verdict.insert(
            0,
            format!(
                "Of the builds of {} coins {} does best{apart}: {}, {:+.2} VP of margin against all in the final.",
                asked.training.budget, entrants[*best].name, entrants[*best].about, means[*best]
            ),
        );
    }
    let beside: Vec<String> = (finalists.len()..entrants.len())
        .map(|i| {
            format!(
                "{} ({} coins) {:+.2}",
                entrants[i].name, entrants[i].coins, means[i]
            )
        })
        .collect();
    verdict.insert(
        1,
        format!("The ready-made beside them: {} VP.", beside.join(", ")),
    );
    verdict.push(format!(
        "Tried of {} legal builds: {} drawn uniformly among those that spend every coin, then {} of relatives of the best.",
        thousands(all),
        asked.candidates,
        plural(asked.generations as u64, "generation")
    ));
    let total: u64 = rounds
        .iter()
        .map(|r| r.builds as u64 * r.games)
        .sum::<u64>()
        + asked.games * (entrants.len() * (entrants.len() - 1) / 2) as u64;
    let mut f = frame.findings(Some(&Sampled::whole(total)));
    (f.tables, f.charts, f.verdict) = (tables, charts, verdict);
    f.notes = vec![
        "Builds are drawn exactly uniformly (counts walked backwards are the sampler's weights). Each round of the race keeps the better half and doubles the games; all share their random numbers and seats are swapped in pairs.".into(),
        "The race picks by estimates: a build may drop out by bad luck. The final is played with the same random numbers and judged with simultaneous intervals; a winner chosen from many is still a little lucky, so its margin is rather too high.".into(),
        "All candidates carry the same two items; what items are worth is another question (gladiatori-items).".into(),
        "Everything holds for this policy: what it does not use well looks worth little.".into(),
    ];
    f.notes.extend(marginal::unused(&worth, &drops));
    (f, finalists)
}

fn search(
    asked: &Asked,
    ring: &Ring,
    pool: &[Sheet],
    rounds: &mut Vec<Round>,
    say: &dyn Fn(&str),
) -> Vec<Build> {
    let sampler = Sampler::new(&Training {
        spend_all: true,
        ..asked.training.clone()
    });
    let mut chance = Even::new(ring.seed, "gladiatori-builds", 0);
    let drawn: Vec<Build> = (0..asked.candidates)
        .map(|_| sampler.draw(&mut chance))
        .collect();
    let mut best = race(
        asked,
        ring,
        pool,
        drawn,
        asked.finalists,
        "drawn",
        rounds,
        say,
    );
    for generation in 1..=asked.generations {
        let children = (asked.candidates / 2).max(asked.finalists);
        let mut chance = Even::new(ring.seed, "gladiatori-builds", generation as u64);
        let mut family: Vec<Build> = (0..children)
            .map(|i| relative(&asked.training, &best[i % best.len()], &mut chance))
            .collect();
        family.extend(&best);
        best = race(
            asked,
            ring,
            pool,
            family,
            asked.finalists,
            &format!("generation {generation}"),
            rounds,
            say,
        );
    }
    best
}

fn rounds_table(rounds: &[Round]) -> Table {
    let rows = rounds.iter().map(|r| {
        vec![
            word(&*r.stage),
            Cell::Count(r.builds as u64),
            Cell::Count(r.games),
            Cell::Real(r.best),
            Cell::Real(r.worst_kept),
        ]
    });
    hidden(
        "rounds",
        "The race",
        vec![
            text("stage", "drawn builds, or a generation of relatives"),
            Column::new("builds", Show::Count, "builds", "builds in the round"),
            Column::new("games", Show::Count, "games", "games of each"),
            Column::new(
                "best",
                Show::Signed(3),
                "VP",
                "best mean margin against the pool",
            ),
            Column::new(
                "worst_kept",
                Show::Signed(3),
                "VP",
                "lowest mean margin that stayed in",
            ),
        ],
        rows.collect(),
    )
}
