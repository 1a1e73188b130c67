//! `gladiatori-items`: what each item and each pair is worth, in victory points, in coins, and as a bid.

use crate::games::gladiatori::build::Training;
use crate::games::gladiatori::count::Sampler;
use crate::games::gladiatori::draws::Even;
use crate::games::gladiatori::fighter::Fighter;
use crate::games::gladiatori::numbers::Rules;
use crate::games::gladiatori::policy::Brain;
use crate::games::gladiatori::sheet::Sheet;
use crate::games::gladiatori::trial::Trial;
use crate::games::gladiatori::values::Item;
use crate::report::Findings;
use crate::stats::{Moments, rank_by_intervals, simultaneous_confidence};
use crate::study::gladiatori::contest::Ring;
use crate::study::gladiatori::{Frame, Sampled};

mod tables;

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
/// Coins that the richer builds have more, for the worth of a coin.
pub const MORE: u8 = 5;
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
    Item {
        symbol: 200,
        ..Item::default()
    }
}

fn with(sheet: &Sheet, items: [Item; 2], bid: u8) -> Sheet {
    Sheet {
        items,
        discarded: [bid.min(sheet.e1), 0],
        ..*sheet
    }
}

impl Asked {
    fn pool(&self) -> Vec<Sheet> {
        self.heroes.iter().map(|h| h.sheet).collect()
    }

    fn trial<'p>(&self, hero: Sheet, pool: &'p [Sheet]) -> Trial<'p> {
        Trial {
            rules: self.rules,
            hero,
            pool,
            brains: [self.brain; 2],
            board: None,
        }
    }

    /// Paired gains of items over nothing, all heroes together, with a bid of so many 1-Energy cards.
    fn gains(&self, ring: &Ring, pool: &[Sheet], bid: u8) -> Vec<Moments> {
        let mut pairs = Vec::new();
        for (_, _, item) in &self.items {
            for h in &self.heroes {
                let bare = with(&h.sheet, [blank(), blank()], 0);
                pairs.push((
                    self.trial(with(&h.sheet, [*item, blank()], bid), pool),
                    self.trial(bare, pool),
                ));
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
            .flat_map(|[a, b]| {
                self.heroes
                    .iter()
                    .map(|h| with(&h.sheet, [self.items[*a].2, self.items[*b].2], 0))
            })
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
                self.pairs
                    .iter()
                    .zip(pairs)
                    .filter(|(p, _)| p.contains(&i))
                    .for_each(|(_, s)| m.merge(s));
                m
            })
            .collect()
    }

    /// Gain of a coin: uniformly drawn builds of the budget against those of a few coins more, same items, same opponents.
    fn coin(&self, ring: &Ring, pool: &[Sheet]) -> Moments {
        let items = self.heroes[0].sheet.items;
        let mut chance = Even::new(ring.seed, "gladiatori-coins", 0);
        let sampler = |budget: u8| {
            Sampler::new(&Training {
                budget,
                spend_all: true,
                ..self.training.clone()
            })
        };
        let (poor, rich) = (
            sampler(self.training.budget),
            sampler(self.training.budget + MORE),
        );
        let builds: Vec<(Sheet, Sheet)> = (0..BUILDS)
            .map(|_| {
                (
                    Sheet::new(&rich.draw(&mut chance), items),
                    Sheet::new(&poor.draw(&mut chance), items),
                )
            })
            .collect();
        let pairs: Vec<_> = builds
            .iter()
            .map(|(r, p)| (self.trial(*r, pool), self.trial(*p, pool)))
            .collect();
        let games = self.games.max(2);
        // A build is the unit here: its mean gain, in thousandths of a VP, is one value.
        let means = ring.paired(&pairs, games).into_iter().map(|p| {
            (
                (p.difference.mean().unwrap_or(0.0) * 1000.0).round() as i64,
                1,
            )
        });
        Moments::from_weighted(means)
    }
}

/// Findings; `say` hears how far it is.
pub fn findings(asked: &Asked, frame: &Frame, ring: &Ring, say: &dyn Fn(&str)) -> Findings {
    let pool = asked.pool();
    say(&format!(
        "{} pairs of items, {} heroes, {} games each",
        asked.pairs.len(),
        asked.heroes.len(),
        asked.games
    ));
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
            let bid = gains
                .iter()
                .skip(1)
                .take_while(|g| g.mean().unwrap_or(0.0) >= 0.0)
                .count() as u8;
            Worth {
                alone: gains[0],
                in_pairs,
                bid,
                gains,
            }
        })
        .collect();
    let level = simultaneous_confidence(asked.confidence, found.len());
    let values: Vec<f64> = found
        .iter()
        .map(|w| w.alone.mean().unwrap_or(0.0))
        .collect();
    let intervals: Vec<(f64, f64)> = found
        .iter()
        .zip(&values)
        .map(|(w, v)| w.alone.interval(level).unwrap_or((*v, *v)))
        .collect();
    let ranking = rank_by_intervals(&values, &intervals);
    let games = asked.games
        * (asked.pairs.len() * asked.heroes.len()
            + asked.items.len() * asked.heroes.len() * usize::from(BIDS + 1)
            + BUILDS) as u64;
    let mut f = frame.findings(Some(&Sampled::whole(games)));
    f.tables = vec![
        tables::items_table(asked, &found, &ranking, &intervals, per_coin),
        tables::coin_table(&coin, asked.confidence),
        tables::pairs_table(asked, &pairs),
        tables::bids_table(asked, &found),
    ];
    f.charts = tables::charts(asked, &found, &ranking, &intervals, &pairs);
    f.verdict = tables::verdict(asked, &found, &ranking, per_coin);
    f.notes = vec![
        "Alone: margin with the item and an empty second hand, less margin with both hands empty, over common random numbers. In pairs: mean margin over the legal pairs that hold it.".into(),
        format!("A coin is worth what {MORE} more coins, spent by a uniform draw, add to the margin, divided by {MORE}; the unit of its error is the build ({BUILDS} drawn for each)."),
        format!("Bids: cards of 1-Energy that start in the discard pile for it; asked up to {BIDS}. The largest bid is the last up to which the item still pays on average."),
        "In an exchange of the real game the other bidders lose the item too; here it is compared with nobody having it.".into(),
    ];
    f
}
