use super::super::data::GauntletData;
use super::super::exact;
use super::super::library::Library;
use super::super::rules::Rules;
use super::super::spec::PolicySpec;
use super::notes::Counting;
use super::*;
use crate::playout::Tally;

fn games<const L: bool>(policy: &str, last: u8, set: &[(&str, &str)]) -> Games<L> {
    let data = GauntletData::embedded().unwrap();
    let mut rules = Rules::rulebook();
    set.iter().for_each(|(k, v)| rules.set(k, v).unwrap());
    let library = Arc::new(Library::new(data.game(rules, last).unwrap()));
    Games::new(
        Arc::new(Player::new(&PolicySpec::parse(policy).unwrap(), &library).unwrap()),
        Value::Win,
    )
}

fn block(index: u64, count: u32) -> Block {
    Block {
        seed: 7,
        index,
        first: index * 1024,
        count,
    }
}

#[test]
fn the_kernel_plays_the_games_of_the_rules() {
    for (policy, set) in [
        ("greedy", vec![]),
        ("banker", vec![("event1_scope", "match")]),
        ("random", vec![]),
    ] {
        let games = games::<true>(policy, 3, &set);
        let mut stream = block(0, 50).stream(DOMAIN, Lane::Main);
        for j in 0..50 {
            let mut words = GameWords::next(&mut stream);
            let mut tally = GameTally::new();
            let mut notes = Counting {
                tally: &mut tally,
                flows: true,
            };
            let story = games.play_slowly(&mut words, &mut Vec::new(), &mut notes);
            let mut again = words_of(&block(0, 50), j);
            assert_eq!(
                games.game.play(&*games.player, &mut again),
                story.end,
                "{policy} {j}"
            );
        }
    }
}

#[test]
fn glory_is_conserved() {
    let clip = [("bargain_caps", "clip")];
    for (policy, last, set) in [
        ("greedy", 4, &[][..]),
        ("banker", 4, &[]),
        ("random", 4, &[]),
        ("banker", 1, &clip),
    ] {
        let games = games::<true>(policy, last, set);
        let mut tally = GameTally::new();
        games.play(&block(3, 400), &mut tally);
        assert!(tally.check(&games.empty(), 400).is_ok());
        let sum = |k: usize| tally.flows[k].sum as i64;
        let income =
            sum(2) + sum(3) + sum(4) + (tally.round_glory.sum + tally.event_glory.sum) as i64;
        let spent = sum(6) + sum(7) + sum(8) + sum(9) + sum(10) + tally.shift_glory.sum as i64;
        let left: i64 = (0..exact::conquest_index(super::super::state::Health::new(6, 6), 5) + 7)
            .map(|at| i64::from(exact::conquered(at).1) * tally.conquest[at] as i64)
            .chain((0..36).map(|at| (at % 6) as i64 * tally.death[at] as i64))
            .sum();
        assert_eq!(income - spent, left, "{policy}");
    }
}

#[test]
fn fewer_games_of_a_block_are_its_first() {
    let games = games::<false>("greedy", 4, &[]);
    let (mut few, mut many) = (vec![0; 100], vec![0; 1000]);
    games.values(&block(5, 100), &mut few);
    games.values(&block(5, 1000), &mut many);
    assert_eq!(few[..], many[..100]);
}

/// Fixed seed; the chi-square bounds leave a chance below 1e-6 each for a right program to fail.
#[test]
fn sampled_games_follow_the_exact_distribution() {
    for (policy, last, bound) in [
        ("greedy", 4, 1e-6),
        ("hoarder", 2, 1e-6),
        ("random", 1, 1e-6),
        ("noisy:banker,0.1", 1, 1e-6),
    ] {
        let games = games::<false>(policy, last, &[]);
        let exact = exact::game(&games.player).unwrap();
        let mut tally = GameTally::new();
        let blocks = 40;
        (0..blocks).for_each(|b| games.play(&block(b, 1024), &mut tally));
        let n = (blocks * 1024) as f64;
        let (mut chi, mut cells) = (0.0, 0);
        let (mut rest_seen, mut rest_due) = (0.0, 0.0);
        for (seen, p) in tally.scores(last).iter().zip(exact.score_pmf()) {
            let (seen, due) = (*seen as f64, p * n);
            if due >= 5.0 {
                chi += (seen - due).powi(2) / due;
                cells += 1;
            } else {
                rest_seen += seen;
                rest_due += due;
            }
        }
        if rest_due > 1.0 {
            chi += (rest_seen - rest_due).powi(2) / rest_due;
            cells += 1;
        }
        // Wilson and Hilferty (1931): the quantile at 1 - 1e-6 (4.7534 standard deviations).
        let df = f64::from(cells - 1);
        let limit = df * (1.0 - 2.0 / (9.0 * df) + 4.7534 * (2.0 / (9.0 * df)).sqrt()).powi(3);
        assert!(
            chi < limit,
            "{policy}: chi-square {chi} with {df} degrees of freedom, bound {limit} ({bound})"
        );
        let matches = tally.matches.moments(tally.games);
        let off = (matches.mean().unwrap() - exact.matches).abs();
        let sd = (tally.matches.squares as f64 / n - matches.mean().unwrap().powi(2)).sqrt();
        assert!(off < 5.0 * sd / n.sqrt(), "{policy}: matches off by {off}");
    }
}

/// The same bytes for any number of threads, and for shards put together.
#[test]
fn threads_and_shards_do_not_matter() {
    use crate::playout::{Plan, Shard, run};
    for policy in ["greedy", "noisy:banker,0.2"] {
        let games = games::<true>(policy, 2, &[]);
        let plan = Plan::new(5000, 9);
        let json = |plan: &Plan| serde_json::to_string(&run(&games, plan).unwrap().tally).unwrap();
        let one = json(&Plan {
            threads: Some(1),
            ..plan
        });
        assert_eq!(
            one,
            json(&Plan {
                threads: Some(3),
                ..plan
            }),
            "{policy}"
        );
        let mut sum = games.empty();
        for index in 0..3 {
            let shard = Shard::new(index, 3).unwrap();
            sum.merge(&run(&games, &Plan { shard, ..plan }).unwrap().tally);
        }
        assert_eq!(one, serde_json::to_string(&sum).unwrap(), "{policy}");
        assert!(sum.check(&games.empty(), 5000).is_ok());
    }
}

/// Policies with a budget play whole games, and the more they look ahead the better (fixed seed).
#[test]
fn budgets_are_spent_on_better_play() {
    let win = |policy: &str| {
        let games = games::<false>(policy, 1, &[]);
        let mut out = vec![0; 60];
        games.values(&block(1, 60), &mut out);
        out.iter().sum::<i32>()
    };
    let (never, rollout, tree) = (
        win("never_swap"),
        win("rollout:never_swap,8"),
        win("mcts:greedy,300"),
    );
    assert!(never < rollout && never < tree, "{never} {rollout} {tree}");
}

/// The words of a game depend on its number alone: small blocks play the games of the large one that they are a part of.
#[test]
fn blocks_of_any_size_play_the_same_games() {
    for policy in ["greedy", "random"] {
        let games = games::<true>(policy, 2, &[]);
        let play = |block: &Block| {
            let mut tally = games.empty();
            games.play(block, &mut tally);
            tally
        };
        let whole = play(&block(1, 96));
        let mut parts = games.empty();
        for k in 0..3 {
            parts.merge(&play(&Block {
                seed: 7,
                index: 32 + k,
                first: 1024 + 32 * k,
                count: 32,
            }));
        }
        assert_eq!(whole, parts, "{policy}");
    }
}

/// Blocks of slow policies are small, and are given up when nobody waits for them; quick ones are finished.
#[test]
fn slow_games_can_be_given_up() {
    let stopped = AtomicBool::new(true);
    for (policy, size, finished) in [
        ("greedy", 1024, true),
        ("random", 64, false),
        ("noisy:greedy,0.5", 64, false),
        ("rollout:greedy,1000", 1, false),
        ("mcts:greedy,1000", 1, false),
    ] {
        let games = games::<true>(policy, 4, &[]);
        assert_eq!(games.block_size(), size, "{policy}");
        let mut tally = games.empty();
        let done = games.play_unless(&stopped, &block(0, 4), &mut tally);
        assert_eq!(done, finished, "{policy}");
        assert_eq!(tally.games, if finished { 4 } else { 0 }, "{policy}");
    }
}
