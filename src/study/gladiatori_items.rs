//! `gladiatori-items`: what each item and each pair is worth, in victory points, in coins, and as a bid.

use super::gladiatori::contest::Ring;
use super::gladiatori::{Frame, Sampled, hidden, table, text, word};
use crate::games::gladiatori::build::Training;
use crate::games::gladiatori::count::Sampler;
use crate::games::gladiatori::draws::Even;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::sheet::Sheet;
use crate::games::gladiatori::trial::Trial;
use crate::games::gladiatori::values::Item;
use crate::report::{Cell, Chart, Column, Findings, Kind as Show, Plot, Series};
use crate::stats::{Moments, Ranking, rank_by_intervals, simultaneous_confidence};

/// The resolved question.
pub struct Asked {
    /// The rules.
    pub rules: Rules,
    /// Every item: id, how well it is known, the card.
    pub items: Vec<(String, String, Item)>,
    /// Legal pairs, as indices.
    pub pairs: Vec<[usize; 2]>,
    /// Who carries the items in turn, and whom he meets.
    pub heroes: Vec<Fighter>,
    /// Prices, for what a coin is worth.
    pub training: Training,
    /// Policy of everybody.
    pub brain: Brain,
    /// Games of each hero with each pair.
    pub games: u64,
    /// Confidence level.
    pub confidence: f64,
}

/// Builds drawn for the worth of a coin.
const BUILDS: usize = 96;
/// Coins more.
const MORE: u8 = 5;
/// Largest bid asked.
const BIDS: u8 = 4;

/// What was found of one item.
struct Worth {
    alone: Moments,
    in_pairs: Moments,
    bid: u8,
    gains: Vec<Moments>,
}

/// Nothing in the hand.
fn blank() -> Item {
    Item { symbol: 200, ..Item::default() }
}

fn with(sheet: &Sheet, items: [Item; 2], bid: u8) -> Sheet {
    Sheet { items, discarded: [bid.min(sheet.e1), 0], ..*sheet }
}

impl Asked {
    fn pool(&self) -> Vec<Sheet> {
        self.heroes.iter().map(|h| h.sheet).collect()
    }

    fn trial<'p>(&self, hero: Sheet, pool: &'p [Sheet]) -> Trial<'p> {
        Trial { rules: self.rules, hero, pool, brains: [self.brain; 2] }
    }

    /// Paired gains of items over nothing, all heroes together, with a bid of so many 1-Energy cards.
    fn gains(&self, ring: &Ring, pool: &[Sheet], bid: u8) -> Vec<Moments> {
        let mut pairs = Vec::new();
        for (_, _, item) in &self.items {
            for h in &self.heroes {
                let bare = with(&h.sheet, [blank(), blank()], 0);
                pairs.push((self.trial(with(&h.sheet, [*item, blank()], bid), pool), self.trial(bare, pool)));
            }
        }
        let found = ring.paired(&pairs, self.games);
        found
            .chunks(self.heroes.len())
            .map(|c| {
                let mut m = Moments::new();
                c.iter().for_each(|p| m.merge(&p.difference));
                m
            })
            .collect()
    }

    /// Scores of all legal pairs, heroes together.
    pub fn pair_scores(&self, ring: &Ring) -> Vec<Moments> {
        let pool = self.pool();
        let trials: Vec<Trial<'_>> = self
            .pairs
            .iter()
            .flat_map(|[a, b]| self.heroes.iter().map(|h| with(&h.sheet, [self.items[*a].2, self.items[*b].2], 0)))
            .map(|hero| self.trial(hero, &pool))
            .collect();
        ring.scores(&trials, self.games)
            .chunks(self.heroes.len())
            .map(|c| {
                let mut m = Moments::new();
                c.iter().for_each(|s| m.merge(&s.margin));
                m
            })
            .collect()
    }

    /// Mean score of the pairs that hold each item.
    pub fn item_scores(&self, pairs: &[Moments]) -> Vec<Moments> {
        (0..self.items.len())
            .map(|i| {
                let mut m = Moments::new();
                self.pairs.iter().zip(pairs).filter(|(p, _)| p.contains(&i)).for_each(|(_, s)| m.merge(s));
                m
            })
            .collect()
    }

    /// Gain of a coin: uniformly drawn builds of the budget against those of a few coins more, same items, same opponents.
    fn coin(&self, ring: &Ring, pool: &[Sheet]) -> Moments {
        let items = self.heroes[0].sheet.items;
        let mut chance = Even::new(ring.seed, "gladiatori-coins", 0);
        let sampler = |budget: u8| Sampler::new(&Training { budget, spend_all: true, ..self.training.clone() });
        let (poor, rich) = (sampler(self.training.budget), sampler(self.training.budget + MORE));
        let builds: Vec<(Sheet, Sheet)> = (0..BUILDS)
            .map(|_| (Sheet::new(&rich.draw(&mut chance), items), Sheet::new(&poor.draw(&mut chance), items)))
            .collect();
        let pairs: Vec<_> = builds.iter().map(|(r, p)| (self.trial(*r, pool), self.trial(*p, pool))).collect();
        let games = self.games.max(2);
        // A build is the unit here: its mean gain, in thousandths of a VP, is one value.
        let means = ring.paired(&pairs, games).into_iter().map(|p| ((p.difference.mean().unwrap_or(0.0) * 1000.0).round() as i64, 1));
        Moments::from_weighted(means)
    }
}

/// Findings; `say` hears how far it is.
pub fn findings(asked: &Asked, frame: &Frame, ring: &Ring, say: &dyn Fn(&str)) -> Findings {
    let pool = asked.pool();
    say(&format!("{} pairs of items, {} heroes, {} games each", asked.pairs.len(), asked.heroes.len(), asked.games));
    let pairs = asked.pair_scores(ring);
    let in_pairs = asked.item_scores(&pairs);
    let by_bid: Vec<Vec<Moments>> = (0..=BIDS)
        .map(|bid| {
            say(&format!("each item alone, for a bid of {bid}"));
            asked.gains(ring, &pool, bid)
        })
        .collect();
    say("the worth of a coin");
    let coin = asked.coin(ring, &pool);
    let per_coin = coin.mean().unwrap_or(0.0) / 1000.0 / f64::from(MORE);
    let found: Vec<Worth> = in_pairs
        .into_iter()
        .enumerate()
        .map(|(i, in_pairs)| {
            let gains: Vec<Moments> = by_bid.iter().map(|g| g[i]).collect();
            // The largest bid up to which every step still leaves a gain.
            let bid = gains.iter().skip(1).take_while(|g| g.mean().unwrap_or(0.0) >= 0.0).count() as u8;
            Worth { alone: gains[0], in_pairs, bid, gains }
        })
        .collect();
    let level = simultaneous_confidence(asked.confidence, found.len());
    let values: Vec<f64> = found.iter().map(|w| w.alone.mean().unwrap_or(0.0)).collect();
    let intervals: Vec<(f64, f64)> = found.iter().zip(&values).map(|(w, v)| w.alone.interval(level).unwrap_or((*v, *v))).collect();
    let ranking = rank_by_intervals(&values, &intervals);
    let games = asked.games * (asked.pairs.len() * asked.heroes.len() + asked.items.len() * asked.heroes.len() * usize::from(BIDS + 1) + BUILDS) as u64;
    let mut f = frame.findings(Some(&Sampled::whole(games)));
    f.tables = vec![items_table(asked, &found, &ranking, &intervals, per_coin), coin_table(&coin, asked.confidence), pairs_table(asked, &pairs), bids_table(asked, &found)];
    f.charts = charts(asked, &found, &ranking, &intervals, &pairs);
    f.verdict = verdict(asked, &found, &ranking, per_coin);
    f.notes = vec![
        "Alone: margin with the item and an empty second hand, less margin with both hands empty, over common random numbers. In pairs: mean margin over the legal pairs that hold it.".into(),
        format!("A coin is worth what {MORE} more coins, spent by a uniform draw, add to the margin, divided by {MORE}; the unit of its error is the build ({BUILDS} drawn for each)."),
        format!("Bids: cards of 1-Energy that start in the discard pile for it; asked up to {BIDS}. The largest bid is the last up to which the item still pays on average."),
        "In an exchange of the real game the other bidders lose the item too; here it is compared with nobody having it.".into(),
    ];
    f
}

fn items_table(asked: &Asked, found: &[Worth], ranking: &Ranking, intervals: &[(f64, f64)], per_coin: f64) -> crate::report::Table {
    let rows = ranking.order.iter().map(|&i| {
        let (w, (id, status, item)) = (&found[i], &asked.items[i]);
        let value = w.alone.mean().unwrap_or(0.0);
        let coins = if per_coin > 0.0 { Cell::Real(value / per_coin) } else { Cell::Null };
        vec![
            Cell::Count(ranking.group[i] as u64 + 1),
            word(id),
            word(format!("{}/{}/{}", item.attack, item.defense, item.hp)),
            word(status),
            Cell::Real(value),
            Cell::Real(intervals[i].0),
            Cell::Real(intervals[i].1),
            Cell::Count(w.alone.n),
            coins,
            Cell::Count(w.bid.into()),
            Cell::Real(w.in_pairs.mean().unwrap_or(0.0)),
        ]
    });
    table(
        "items",
        "Items by what they add alone; one group: no order that the data carry",
        vec![
            Column::new("group", Show::Count, "", "tie group, 1 is best"),
            text("item", "id: symbol, attack, defense"),
            text("card", "attack/defense/Hit Points"),
            text("known", "which of attack, defense and Hit Points are not from a rulebook"),
            Column::new("value", Show::Signed(3), "VP", "gain of margin over an empty hand"),
            Column::new("lo", Show::Signed(3), "VP", "lower end, simultaneous for all items"),
            Column::new("hi", Show::Signed(3), "VP", "upper end, simultaneous for all items"),
            Column::new("n", Show::Count, "games", "pairs of games").machine_only(),
            Column::new("coins", Show::Number(1), "coins", "the same in training coins; null where a coin is worth nothing"),
            Column::new("bid", Show::Count, "cards", "largest bid of 1-Energy cards that still pays"),
            Column::new("in_pairs", Show::Signed(3), "VP", "mean margin over the legal pairs that hold it"),
        ],
        rows.collect(),
    )
}

fn coin_table(coin: &Moments, confidence: f64) -> crate::report::Table {
    let scale = 1000.0 * f64::from(MORE);
    let interval = coin.interval(confidence);
    table(
        "coin",
        "What a training coin is worth",
        vec![
            text("metric", "what is measured"),
            Column::new("value", Show::Signed(3), "VP", "gain of margin for a coin"),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval"),
            Column::new("n", Show::Count, "builds", "pairs of builds"),
        ],
        vec![vec![
            word("coin"),
            Cell::Real(coin.mean().unwrap_or(0.0) / scale),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0 / scale)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1 / scale)),
            Cell::Count(coin.n),
        ]],
    )
}

fn pairs_table(asked: &Asked, pairs: &[Moments]) -> crate::report::Table {
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    let mean = |i: usize| pairs[i].mean().unwrap_or(0.0);
    order.sort_by(|a, b| mean(*b).total_cmp(&mean(*a)).then(a.cmp(b)));
    let rows = order.into_iter().map(|i| {
        let [a, b] = asked.pairs[i];
        let interval = pairs[i].interval(asked.confidence);
        vec![
            word(&asked.items[a].0),
            word(&asked.items[b].0),
            Cell::Real(mean(i)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
            interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
            Cell::Count(pairs[i].n),
        ]
    });
    hidden(
        "pairs",
        "Every legal pair",
        vec![
            text("item", "one item"),
            text("with", "the other"),
            Column::new("value", Show::Signed(3), "VP", "mean margin of the heroes with this pair"),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval"),
            Column::new("n", Show::Count, "games", "games").machine_only(),
        ],
        rows.collect(),
    )
}

fn bids_table(asked: &Asked, found: &[Worth]) -> crate::report::Table {
    let mut rows = Vec::new();
    for (w, (id, ..)) in found.iter().zip(&asked.items) {
        for (bid, gain) in w.gains.iter().enumerate() {
            let interval = gain.interval(asked.confidence);
            rows.push(vec![
                word(id),
                Cell::Count(bid as u64),
                Cell::Real(gain.mean().unwrap_or(0.0)),
                interval.map_or(Cell::Null, |i| Cell::Real(i.0)),
                interval.map_or(Cell::Null, |i| Cell::Real(i.1)),
                Cell::Count(gain.n),
            ]);
        }
    }
    hidden(
        "bids",
        "What is left of an item's gain after a bid",
        vec![
            text("item", "which"),
            Column::new("bid", Show::Count, "cards", "1-Energy cards that start in the discard pile; a hero bids at most what he has"),
            Column::new("value", Show::Signed(3), "VP", "gain of margin over no item and no bid"),
            Column::new("lo", Show::Signed(3), "VP", "lower end of its interval"),
            Column::new("hi", Show::Signed(3), "VP", "upper end of its interval"),
            Column::new("n", Show::Count, "games", "pairs of games").machine_only(),
        ],
        rows,
    )
}

fn charts(asked: &Asked, found: &[Worth], ranking: &Ranking, intervals: &[(f64, f64)], pairs: &[Moments]) -> Vec<Chart> {
    let names: Vec<String> = ranking.order.iter().map(|i| asked.items[*i].0.replace('_', " ")).collect();
    let cell = |a: usize, b: usize| {
        let at = asked.pairs.iter().position(|p| *p == [a.min(b), a.max(b)])?;
        pairs[at].mean()
    };
    vec![
        Chart {
            name: "items",
            title: "What an item adds".into(),
            caption: "Gain of margin over an empty hand; intervals hold for all items at once.".into(),
            x_label: "item (symbol, attack, defense)".into(),
            y_label: "gain (VP)".into(),
            plot: Plot::Bars {
                categories: names.clone(),
                series: vec![Series {
                    name: "gain".into(),
                    values: ranking.order.iter().map(|i| found[*i].alone.mean().unwrap_or(0.0)).collect(),
                    intervals: Some(ranking.order.iter().map(|i| intervals[*i]).collect()),
                }],
                share: false,
            },
            table: "items",
        },
        Chart {
            name: "pairs",
            title: "Pairs of items".into(),
            caption: "Mean margin of the heroes with each legal pair; pairs of one symbol are not legal.".into(),
            x_label: "with".into(),
            y_label: "item".into(),
            plot: Plot::Heat {
                rows: names.clone(),
                columns: names,
                values: ranking.order.iter().map(|a| ranking.order.iter().map(|b| cell(*a, *b)).collect()).collect(),
                signed: true,
            },
            table: "pairs",
        },
    ]
}

fn verdict(asked: &Asked, found: &[Worth], ranking: &Ranking, per_coin: f64) -> Vec<String> {
    let value = |i: usize| found[i].alone.mean().unwrap_or(0.0);
    let top: Vec<&str> = ranking.groups()[0].iter().map(|i| asked.items[*i].0.as_str()).collect();
    let best = ranking.order[0];
    let worst = *ranking.order.last().unwrap_or(&best);
    let mut lines = vec![match top.as_slice() {
        [one] => format!("{one} is the strongest item: {:+.2} VP of margin over an empty hand.", value(best)),
        several if several.len() <= 6 => format!("The strongest items cannot be told apart: {} (best estimate {:+.2} VP over an empty hand).", several.join(", "), value(best)),
        several => format!("{} items share the first place; the best estimate is {} with {:+.2} VP over an empty hand.", several.len(), asked.items[best].0, value(best)),
    }];
    lines.push(format!("The weakest is {} with {:+.2} VP.", asked.items[worst].0, value(worst)));
    lines.push(if per_coin > 0.0 {
        format!("A training coin is worth {per_coin:+.3} VP, so that {} equals {:.1} coins.", asked.items[best].0, value(best) / per_coin)
    } else {
        format!("Five more training coins, spent at random, add no margin here ({per_coin:+.3} VP a coin), so that items have no price in coins.")
    });
    let bids = found.iter().map(|w| w.bid).max().unwrap_or(0);
    lines.push(match bids {
        0 => "No item pays for a bid of even one 1-Energy card here.".into(),
        n if n == BIDS => format!("Some items still pay at the largest bid asked, {n} cards."),
        n => format!("No item pays for more than {n} 1-Energy cards."),
    });
    lines
}
