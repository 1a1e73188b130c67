//! `gladiatori-builds`: how many builds are legal, which are strongest, what each coin buys.

use super::gladiatori::contest::{Contest, Entrant, Ring};
use super::gladiatori::{Frame, Sampled, hidden, signed, table, text, word};
use crate::games::gladiatori::build::{Build, Training};
use crate::games::gladiatori::cards::{FEINT, moves, powers};
use crate::games::gladiatori::count::{Sampler, count};
use crate::games::gladiatori::draws::Even;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::{Arts, Brain};
use crate::games::gladiatori::sheet::{STATS, Sheet};
use crate::games::gladiatori::shop::{Ware, relative};
use crate::games::gladiatori::trial::{Score, Trial};
use crate::games::gladiatori::values::Item;
use crate::report::{Cell, Chart, Column, Findings, Kind as Show, Plot, Point, Series, Table};
use crate::stats::{Moments, Paired};

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
    f.verdict = vec![format!("There are {all} legal builds of {} coins, {whole} of them spend every coin (item pairs left out).", asked.training.budget)];
    f.notes = vec!["Counted exactly, backwards over the choices of the training sheet.".into()];
    f
}

fn counts(t: &Training) -> (u64, u64) {
    let of = |spend_all| count(&Training { spend_all, ..t.clone() });
    (of(false), of(true))
}

/// Counts of the whole and of parts.
fn counts_table(t: &Training) -> Table {
    let bare = |t: Training| Training { feint_max: 0, moves: [200; 8], powers: 0, ..t };
    let none = |t: Training| Training { energy_cap: 0, ..bare(t) };
    let open = Training { spend_all: false, ..t.clone() };
    let rows = [
        ("legal builds", count(&open)),
        ("legal builds that spend every coin", count(&Training { spend_all: true, ..t.clone() })),
        ("choices of stats and Energy alone", count(&bare(open.clone()))),
        ("vectors of stats that can be paid", count(&none(open.clone()))),
        ("legal builds with the Feint", count(&open) - count(&Training { feint_max: 0, ..open.clone() })),
    ]
    .map(|(name, n)| vec![word(name), Cell::Count(n)]);
    table(
        "counts",
        format!("Builds of {} coins, exactly", t.budget),
        vec![text("what", "what is counted; item pairs left out"), Column::new("count", Show::Count, "builds", "exact number")],
        rows.to_vec(),
    )
}

/// Sheets of the pool.
fn sheets(pool: &[Fighter]) -> Vec<Sheet> {
    pool.iter().map(|f| f.sheet).collect()
}

/// Keeps the better half round by round, twice the games each, until `keep` are left.
fn race(asked: &Asked, ring: &Ring, pool: &[Sheet], mut builds: Vec<Build>, keep: usize, stage: &str, rounds: &mut Vec<Round>, say: &dyn Fn(&str)) -> Vec<Build> {
    builds.sort_unstable();
    builds.dedup();
    let mut games = FIRST_ROUND;
    while builds.len() > keep {
        say(&format!("{stage}: {} builds, {games} games each", builds.len()));
        let trials: Vec<Trial<'_>> = builds
            .iter()
            .map(|b| Trial { rules: asked.rules, hero: Sheet::new(b, asked.items), pool, brains: [asked.brain; 2] })
            .collect();
        let scores = ring.scores(&trials, games);
        let mean = |s: &Score| s.margin.mean().unwrap_or(0.0);
        let mut order: Vec<usize> = (0..builds.len()).collect();
        order.sort_by(|a, b| mean(&scores[*b]).total_cmp(&mean(&scores[*a])).then(builds[*a].cmp(&builds[*b])));
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

/// Searches, plays the final, values every coin. `say` hears how far it is.
pub fn findings(asked: &Asked, frame: &Frame, ring: &Ring, say: &dyn Fn(&str)) -> Findings {
    let pool = sheets(&asked.pool);
    let mut rounds = Vec::new();
    let finalists = search(asked, ring, &pool, &mut rounds, say);
    say(&format!("final: {} builds and {} ready-made, {} games a pair", finalists.len(), asked.pool.len(), asked.games));
    let mut entrants: Vec<Entrant> = finalists
        .iter()
        .enumerate()
        .map(|(i, b)| Entrant { name: format!("B{}", i + 1), about: b.to_string(), sheet: Sheet::new(b, asked.items) })
        .collect();
    entrants.extend(asked.pool.iter().map(|f| Entrant { name: f.name.clone(), about: format!("{} items {}", f.build, f.items.join(",")), sheet: f.sheet }));
    let contest = Contest::play(ring, asked.rules, &entrants, asked.brain, asked.games, asked.confidence);
    let (mut tables, mut charts, mut verdict) = contest.told();
    say("what each coin buys");
    let worth = worth(asked, ring, &pool);
    let curves = curves(asked, ring, &pool);
    say("restricted play");
    let drops = restricted(asked, ring, &pool);
    tables.push(worth_table(&worth, asked));
    tables.push(curves_table(&curves));
    tables.push(drops_table(&drops, asked.confidence));
    tables.push(rounds_table(&rounds));
    tables.insert(0, counts_table(&asked.training));
    charts.extend([worth_chart(&worth, asked), curves_chart(&curves)]);
    verdict.push(worth_verdict(&worth, asked.confidence));
    let (all, _) = counts(&asked.training);
    verdict.insert(0, format!("Of {all} legal builds, {} were drawn uniformly among those that spend every coin, and {} generations of relatives of the best tried.", asked.candidates, asked.generations));
    let total: u64 = rounds.iter().map(|r| r.builds as u64 * r.games).sum::<u64>() + asked.games * (entrants.len() * (entrants.len() - 1) / 2) as u64;
    let mut f = frame.findings(Some(&Sampled::whole(total)));
    (f.tables, f.charts, f.verdict) = (tables, charts, verdict);
    f.notes = vec![
        "Builds are drawn exactly uniformly (counts walked backwards are the sampler's weights). Each round of the race keeps the better half and doubles the games; all share their random numbers and seats are swapped in pairs.".into(),
        "The race picks by estimates: a build may drop out by bad luck. The final is played with the same random numbers and judged with simultaneous intervals; a winner chosen from many is still a little lucky, so its margin is rather too high.".into(),
        "All candidates carry the same two items; what items are worth is another question (gladiatori-items).".into(),
        "Everything holds for this policy: what it does not use well looks worth little. A policy that never uses a power makes that power worthless.".into(),
    ];
    f
}

fn search(asked: &Asked, ring: &Ring, pool: &[Sheet], rounds: &mut Vec<Round>, say: &dyn Fn(&str)) -> Vec<Build> {
    let sampler = Sampler::new(&Training { spend_all: true, ..asked.training.clone() });
    let mut chance = Even::new(ring.seed, "gladiatori-builds", 0);
    let drawn: Vec<Build> = (0..asked.candidates).map(|_| sampler.draw(&mut chance)).collect();
    let mut best = race(asked, ring, pool, drawn, asked.finalists, "drawn", rounds, say);
    for generation in 1..=asked.generations {
        let children = (asked.candidates / 2).max(asked.finalists);
        let mut chance = Even::new(ring.seed, "gladiatori-builds", generation as u64);
        let mut family: Vec<Build> = (0..children).map(|i| relative(&asked.training, &best[i % best.len()], &mut chance)).collect();
        family.extend(&best);
        best = race(asked, ring, pool, family, asked.finalists, &format!("generation {generation}"), rounds, say);
    }
    best
}

/// What one more of a ware changes, over base builds.
struct Worth {
    ware: Ware,
    price: u8,
    gain: Moments,
    bases: usize,
}

fn worth(asked: &Asked, ring: &Ring, pool: &[Sheet]) -> Vec<Worth> {
    let mut found = Vec::new();
    for ware in Ware::all() {
        let open = Training { budget: 150, ..asked.training.clone() };
        let mut prices = Vec::new();
        let pairs: Vec<_> = asked
            .pool
            .iter()
            .filter_map(|base| {
                let (more, price) = ware.bought(&open, &base.build)?;
                prices.push(price);
                let items = base.sheet.items;
                let trial = |b: &Build| Trial { rules: asked.rules, hero: Sheet::new(b, items), pool, brains: [asked.brain; 2] };
                Some((trial(&more), trial(&base.build)))
            })
            .collect();
        let mut gain = Moments::new();
        ring.paired(&pairs, asked.games).iter().for_each(|p: &Paired| gain.merge(&p.difference));
        if let Some(price) = prices.iter().copied().min() {
            // Steps of a skill get dearer: the mean price of the steps taken is what was paid.
            let mean = prices.iter().map(|p| u32::from(*p)).sum::<u32>().div_ceil(prices.len() as u32) as u8;
            found.push(Worth { ware, price: mean.max(price), gain, bases: pairs.len() });
        }
    }
    found
}

fn per_coin(w: &Worth, confidence: f64) -> (f64, Option<(f64, f64)>) {
    let price = f64::from(w.price.max(1));
    let interval = w.gain.interval(confidence).map(|(lo, hi)| (lo / price, hi / price));
    (w.gain.mean().unwrap_or(0.0) / price, interval)
}

fn worth_table(all: &[Worth], asked: &Asked) -> Table {
    let rows = all.iter().map(|w| {
        let interval = w.gain.interval(asked.confidence);
        let (coin, _) = per_coin(w, asked.confidence);
        vec![
            word(w.ware.sort()),
            word(w.ware.name()),
            Cell::Count(w.price.into()),
            Cell::Real(w.gain.mean().unwrap_or(0.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
            Cell::Count(w.gain.n),
            Cell::Real(coin),
            Cell::Count(w.bases as u64),
            word(if w.gain.is_constant() { "constant" } else { "varies" }),
        ]
    });
    table(
        "worth",
        "What one more of each changes, for the ready-made gladiators",
        vec![
            text("sort", "skill, ability, card, move or power"),
            text("ware", "what is bought on top"),
            Column::new("price", Show::Count, "coins", "its price, the mean over the builds where it differs, rounded up"),
            Column::new("value", Show::Signed(3), "VP", "mean gain of margin, over common random numbers"),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval; null where nothing changed"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval; null where nothing changed"),
            Column::new("n", Show::Count, "games", "pairs of games").machine_only(),
            Column::new("per_coin", Show::Signed(3), "VP", "gain for each coin"),
            Column::new("builds", Show::Count, "builds", "base builds that could buy it"),
            text("spread", "varies, or constant: no game came out differently"),
        ],
        rows.collect(),
    )
}

fn worth_chart(all: &[Worth], asked: &Asked) -> Chart {
    let mut shown: Vec<(&Worth, (f64, Option<(f64, f64)>))> = all.iter().map(|w| (w, per_coin(w, asked.confidence))).collect();
    shown.sort_by(|a, b| b.1.0.total_cmp(&a.1.0));
    Chart {
        name: "worth",
        title: "What a coin buys".into(),
        caption: "Gain of margin for each coin spent on one more of each, for the ready-made gladiators against each other.".into(),
        x_label: "bought".into(),
        y_label: "VP a coin".into(),
        plot: Plot::Bars {
            categories: shown.iter().map(|s| s.0.ware.name().replace('_', " ")).collect(),
            series: vec![Series {
                name: "VP a coin".into(),
                values: shown.iter().map(|s| s.1.0).collect(),
                intervals: Some(shown.iter().map(|s| s.1.1.unwrap_or((s.1.0, s.1.0))).collect()),
            }],
            share: false,
        },
        table: "worth",
    }
}

fn worth_verdict(all: &[Worth], confidence: f64) -> String {
    let best = all.iter().max_by(|a, b| per_coin(a, confidence).0.total_cmp(&per_coin(b, confidence).0));
    match best {
        Some(w) => {
            let (value, interval) = per_coin(w, confidence);
            let range = interval.map_or(String::new(), |(lo, hi)| format!(" ({lo:+.2} to {hi:+.2})"));
            format!("The best single buy for the ready-made gladiators is {}: {value:+.2}{range} VP a coin.", w.ware.name())
        }
        None => "Nothing more can be bought.".into(),
    }
}

/// Margin by the value of each stat, the first of the pool being the base.
fn curves(asked: &Asked, ring: &Ring, pool: &[Sheet]) -> Vec<(usize, u8, u8, Score)> {
    let base = &asked.pool[0];
    let [low, high] = asked.training.stat;
    let mut points = Vec::new();
    let mut trials = Vec::new();
    for stat in 0..5 {
        for value in low..=high {
            let mut build = base.build;
            build.stats[stat] = value;
            points.push((stat, value, asked.training.stat_price(stat, value)));
            trials.push(Trial { rules: asked.rules, hero: Sheet::new(&build, base.sheet.items), pool, brains: [asked.brain; 2] });
        }
    }
    points.into_iter().zip(ring.scores(&trials, asked.games)).map(|((s, v, p), score)| (s, v, p, score)).collect()
}

fn curves_table(curves: &[(usize, u8, u8, Score)]) -> Table {
    let rows = curves.iter().map(|(stat, value, price, s)| {
        let interval = s.margin.interval(0.95);
        vec![
            word(STATS[*stat]),
            Cell::Count((*value).into()),
            Cell::Count((*price).into()),
            Cell::Real(s.margin.mean().unwrap_or(0.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
            Cell::Count(s.margin.n),
        ]
    });
    hidden(
        "curves",
        "Margin by the value of one stat, everything else as it is",
        vec![
            text("stat", "which"),
            Column::new("level", Show::Count, "", "its value"),
            Column::new("price", Show::Count, "coins", "what that value costs"),
            Column::new("value", Show::Signed(3), "VP", "mean margin against the pool"),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval"),
            Column::new("n", Show::Count, "games", "games").machine_only(),
        ],
        rows.collect(),
    )
}

fn curves_chart(curves: &[(usize, u8, u8, Score)]) -> Chart {
    let line = |stat: usize| {
        let points = curves.iter().filter(|c| c.0 == stat).map(|(_, value, _, s)| Point {
            x: f64::from(*value),
            y: s.margin.mean().unwrap_or(0.0),
            interval: s.margin.interval(0.95),
        });
        (STATS[stat].to_string(), points.collect())
    };
    Chart {
        name: "curves",
        title: "Margin by the value of one stat".into(),
        caption: "The first gladiator of the pool with one stat changed, against the pool; prices left out.".into(),
        x_label: "value of the stat".into(),
        y_label: "margin (VP)".into(),
        plot: Plot::Lines { log_x: false, lines: (0..5).map(line).collect(), reference: None },
        table: "curves",
    }
}

/// What each ready-made gladiator loses when he may not use one of his arts.
fn restricted(asked: &Asked, ring: &Ring, pool: &[Sheet]) -> Vec<(String, &'static str, Paired)> {
    let mut what = Vec::new();
    let mut pairs = Vec::new();
    for fighter in &asked.pool {
        let s = &fighter.sheet;
        let mut without = |name: &'static str, arts: Arts| {
            what.push((fighter.name.clone(), name));
            let trial = |brain| Trial { rules: asked.rules, hero: *s, pool, brains: [brain, asked.brain] };
            pairs.push((trial(asked.brain), trial(Brain { arts, ..asked.brain })));
        };
        let own = asked.brain.arts;
        if s.set & FEINT != 0 {
            without("feint", Arts { cards: own.cards & !FEINT, ..own });
        }
        for (m, name) in moves::NAMES.iter().enumerate().filter(|(m, _)| s.set & moves::SWEEP << m != 0) {
            without(name, Arts { cards: own.cards & !(moves::SWEEP << m), ..own });
        }
        for (p, name) in powers::NAMES.iter().enumerate().filter(|(p, _)| s.powers >> p & 1 == 1) {
            without(name, Arts { powers: own.powers & !(1 << p), ..own });
        }
        if s.items.iter().any(|i| i.net || i.thrown) {
            without("weapons", Arts { weapons: false, ..own });
        }
    }
    what.into_iter().zip(ring.paired(&pairs, asked.games)).map(|((who, name), p)| (who, name, p)).collect()
}

fn drops_table(drops: &[(String, &'static str, Paired)], confidence: f64) -> Table {
    let rows = drops.iter().map(|(who, name, p)| {
        let interval = p.difference.interval(confidence);
        vec![
            word(who),
            word(*name),
            Cell::Real(p.difference.mean().unwrap_or(0.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
            Cell::Count(p.difference.n),
            word(if p.difference.is_constant() { "constant" } else { "varies" }),
            word(signed(&p.difference, confidence)),
        ]
    });
    table(
        "restricted",
        "What is lost when the policy may not use it",
        vec![
            text("who", "whose it is"),
            text("without", "what he may not use"),
            Column::new("value", Show::Signed(3), "VP", "margin with it less margin without it, over common random numbers"),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval; null where nothing changed"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval; null where nothing changed"),
            Column::new("n", Show::Count, "games", "pairs of games").machine_only(),
            text("spread", "varies, or constant: no game came out differently"),
            text("told", "the same in words").machine_only(),
        ],
        rows.collect(),
    )
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
            Column::new("best", Show::Signed(3), "VP", "best mean margin against the pool"),
            Column::new("worst_kept", Show::Signed(3), "VP", "lowest mean margin that stayed in"),
        ],
        rows.collect(),
    )
}
