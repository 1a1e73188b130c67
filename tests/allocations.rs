//! A playout allocates nothing: blocks of games are played under an allocator that counts.
//!
//! A test program of its own: there is one allocator a program. Each thread counts for itself, so that what the test
//! harness does beside is not counted.

use gsim::games::clash::duel::Duel;
use gsim::games::clash::kernel::Kernel;
use gsim::games::clash::spec::PolicySpec;
use gsim::games::clash::unit::Unit;
use gsim::playout::{Block, Experiment};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::sync::Arc;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call goes to the system's allocator unchanged; the counter is a plain cell of the
// thread, which needs no allocation and no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = ALLOCATIONS.get();
    work();
    ALLOCATIONS.get() - before
}

/// Plays a block to warm up, then counts what two more allocate: nothing.
fn nothing_once_warm<E: Experiment>(e: &E, policy: &str) {
    let mut tally = e.empty();
    let mut block = |index: u64, count: u32| {
        let first = index * u64::from(E::BLOCK);
        let block = Block {
            seed: 42,
            index,
            first,
            count,
        };
        allocations(|| e.play(&block, &mut tally))
    };
    block(0, E::BLOCK);
    assert_eq!(block(1, E::BLOCK) + block(2, 33), 0, "{policy}");
}

#[test]
fn a_block_of_duels_allocates_nothing() {
    let counted = allocations(|| drop(std::hint::black_box(vec![1_u8; 100])));
    assert_eq!(counted, 1, "the counter counts");

    let unit = |text: &str| Unit::parse(text, &[]).expect("a unit");
    for (attacker, defender, policy) in [
        ("SSNT", "SSST", "simple"),
        ("NNTT", "SSNN", "random"),
        ("SSPH+1", "STTH@2", "minimax"),
    ] {
        let mut duel = Duel::simple(unit(attacker), unit(defender));
        duel.specs = [0, 1].map(|_| PolicySpec::parse(policy).expect("a policy"));
        let kernel = Kernel::new(&duel.halves());
        let mut tally = kernel.empty();
        let mut played = 0;
        let counted = allocations(|| {
            for index in 0..64 {
                let block = Block {
                    seed: 42,
                    index,
                    first: index * u64::from(Kernel::BLOCK),
                    // The last block of a run may be partial, odd too.
                    count: Kernel::BLOCK - u32::from(index == 63),
                };
                kernel.play(&block, &mut tally);
                played += u64::from(block.count);
            }
        });
        assert_eq!(counted, 0, "{attacker} against {defender}, {policy}");
        assert_eq!(tally.counts().sum::<u64>(), played);
    }
}

/// Whole games of Clash: once the tables of duels hold every pair that meets, two lists a block for its record.
#[test]
fn a_block_of_clash_arena_games_allocates_nothing() {
    use gsim::games::clash::arena as a;
    for (players, policy, warm) in [
        (2, "random", 64),
        (3, "greedy", 64),
        (5, "cautious", 64),
        (3, "drafter:SSNT/SSSS", 64),
        (2, "rollout:2", 16),
    ] {
        let arena = a::setup::Arena::rulebook(players).expect("the rulebook's game");
        let spec = a::policy::SeatSpec::parse(policy).expect("a policy");
        let company = a::policy::Company::new(arena, vec![spec]).expect("a company");
        let games = a::experiment::ArenaGames::new(company);
        let mut tally = games.empty();
        // The same games once more: their tables are filled.
        let mut again = || {
            allocations(|| {
                for index in 0..warm {
                    let first = index * 64;
                    games.play(
                        &Block {
                            seed: 42,
                            index,
                            first,
                            count: 64,
                        },
                        &mut tally,
                    );
                }
            })
        };
        again();
        let counted = again();
        assert!(counted <= 2 * warm, "{policy}: {counted} in {warm} blocks");
    }
}

/// Games of the gauntlet, once warm: none at all, or with the ledger of glory a list a block.
#[test]
fn a_block_of_gauntlet_games_allocates_nothing() {
    use gsim::games::gauntlet as g;
    let data = g::data::GauntletData::embedded().expect("data");
    let game = data
        .game(g::rules::Rules::rulebook(), 1)
        .expect("a game of one round");
    let library = Arc::new(g::library::Library::new(game));
    let play = |games: &dyn Fn(&Block), count| {
        for index in 0..4 {
            let first = index * 1024;
            games(&Block {
                seed: 42,
                index,
                first,
                count,
            });
        }
    };
    for policy in ["greedy", "banker", "noisy:greedy,0.1", "optimal:score"] {
        let spec = g::spec::PolicySpec::parse(policy).expect("a policy");
        let player = Arc::new(g::policy::Player::new(&spec, &library).expect("a player"));
        let plain = g::kernel::Games::<false>::new(player.clone(), g::kernel::Value::Win);
        let tally = RefCell::new(plain.empty());
        let games = |block: &Block| plain.play(block, &mut tally.borrow_mut());
        play(&games, 1023);
        let counted = allocations(|| play(&games, 1023));
        assert_eq!(counted, 0, "{policy}");
        assert_eq!(tally.borrow().games, 2 * 4 * 1023);
        let ledger = g::kernel::Games::<true>::new(player, g::kernel::Value::Win);
        let games = |block: &Block| ledger.play(block, &mut tally.borrow_mut());
        play(&games, 1023);
        let counted = allocations(|| play(&games, 1023));
        assert!(counted <= 4, "{policy}: {counted}");
    }
}

/// Duels and games in the arena, once what policies keep has its room: none at all, whatever heuristic plays.
#[test]
fn a_block_of_gladiatori_games_allocates_nothing() {
    use gsim::games::gladiatori as g;
    let data = g::data::Data::embedded().expect("data");
    let rules = g::numbers::Rules::default_rules().expect("rules");
    let sheet = |name: &str| g::sheet::Sheet::ready_made(&data, name).expect("a gladiator");
    let names = ["secutor", "thraex", "retiarius", "hoplomacus"];
    let mut sheets: Vec<g::sheet::Sheet> = names.into_iter().map(sheet).collect();
    for (team, s) in sheets.iter_mut().enumerate() {
        s.team = team as u8;
    }
    let board = g::board::Board::new(&data).expect("the map");
    for policy in [
        "poke",
        "uniform_mix",
        "tremble(heavy, 10%)",
        "quantal",
        "economy",
        "threshold",
        "counter_matching",
        "random_legal",
    ] {
        let brain = g::policy::Brain::parse(policy).expect("a policy");
        let first = g::duel::First::Alternate;
        let duel = g::duel::DuelQuestion::new(rules, [sheets[0], sheets[1]], [brain; 2], first)
            .expect("a duel");
        nothing_once_warm(&duel, policy);
        let arena = g::duel::ArenaQuestion {
            rules,
            sheets: sheets.clone(),
            brains: vec![brain; 4],
            board: board.clone(),
            beasts: vec![
                (1, g::state::BeastKind::Dog),
                (3, g::state::BeastKind::Lion),
            ],
            first,
            market: None,
        };
        nothing_once_warm(&arena, policy);
    }
}

/// Battles: read off tables, and throw by throw with luck dice and ammunition.
#[test]
fn a_block_of_battles_allocates_nothing() {
    use gsim::games::battle as b;
    let data = b::data::BattleData::embedded().expect("data");
    let switches = data.switches("battle", &[]).expect("the default readings");
    let rookie = "short_sword:4 A4 R1 S2 P3 H28";
    for (a, plain) in [
        (rookie, true),
        (
            "short_sword:8 A8 R2 S3 P4 H32 L5 luck=all surrender=at:-5",
            false,
        ),
        (
            "battle_javelin:4x3 A4 R1 P3 H28 throw=always retrieve=when_empty",
            false,
        ),
        ("short_sword:4 A4 R1 H20 F2 style=greedy:1", true),
    ] {
        let (first, policy) = b::gladiator::Gladiator::parse(a).expect("a gladiator");
        let (second, _) = b::gladiator::Gladiator::parse(rookie).expect("a gladiator");
        let parts = b::policy::Parts::parse(&policy).expect("a policy");
        let duel = b::duel::Duel::new(
            &data,
            &switches,
            [&first, &second],
            [parts, b::policy::Parts::default()],
            None,
        );
        let duels = b::playouts::Duels::new(duel.expect("a duel"));
        assert_eq!(duels.is_table_driven(), plain, "{a}");
        nothing_once_warm(&duels, a);
    }
}
