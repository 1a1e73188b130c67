//! No policy peeks: what is hidden can be exchanged for anything with the same public face, and no decision changes.

use super::super::board::Board;
use super::super::cards::{ACTIONS, Cards, Kind, Zone};
use super::super::decision::{Facing, Foe, Policy, Reveal, Threat, Weapon};
use super::super::game::Game;
use super::super::policy::{Brain, Plan};
use super::super::rules::Play;
use super::super::state::{Gladiator, State};
use super::super::watch::Deaf;
use super::*;
use crate::chance::Sample;

/// The same public face with other hidden cards and values; face-down row cards may be any that do not lie face-up.
fn reshuffled(g: &Gladiator, sheet: &Sheet, s: &mut Stream) -> Gladiator {
    let zones = [Zone::Hand, Zone::Hp, Zone::Discard];
    let mut pool: Vec<Cards> = Vec::new();
    for zone in zones {
        let c = g.zone(zone);
        pool.extend((0..c.e1).map(|_| Cards::energy(1, 0)));
        pool.extend((0..c.e0).map(|_| Cards::energy(0, 1)));
        pool.extend(
            (0..16)
                .filter(|b| c.set >> b & 1 == 1)
                .map(|b| Cards::of(1 << b)),
        );
    }
    let hidden = g.hidden_row();
    pool.extend(
        Kind::ALL
            .map(Kind::card)
            .into_iter()
            .filter(|c| hidden & c != 0)
            .map(Cards::of),
    );
    for i in (1..pool.len()).rev() {
        pool.swap(i, s.below(i as u64 + 1) as usize);
    }
    let mut g = *g;
    g.rename_hidden(|| {
        let at = pool
            .iter()
            .position(|c| c.set & ACTIONS != 0)
            .expect("an Action card");
        Kind::from_index(pool.swap_remove(at).set.trailing_zeros() as u8)
    });
    let mut at = 0;
    let dealt = zones.map(|zone| {
        let n = usize::from(g.count(zone));
        at += n;
        pool[at - n..at].iter().fold(Cards::NONE, |a, c| a.plus(*c))
    });
    let stats = sheet.stats.map(|most| s.below(u64::from(most) + 1) as u8);
    Game::dressed(g, dealt[0], dealt[1], dealt[2], stats)
}

/// Every decision of a policy in a state, as text.
fn decisions<const N: usize, const B: usize>(
    game: &Game<'_>,
    st: &State<N, B>,
    seat: u8,
    brain: &Brain,
    seed: u64,
) -> String {
    let view = game.view(st, seat);
    let mut chance = Sample::new(seed, "peek", 0);
    let c = &mut chance;
    let other = (0..N as u8)
        .find(|o| *o != seat && st.g[usize::from(*o)].alive())
        .unwrap_or(0);
    let foe = Foe::Gladiator(other);
    let hand = view.own().hand();
    let combat = Cards {
        set: 0,
        e1: hand.e1.min(1),
        e0: 0,
    };
    let threat = Threat {
        foe,
        arrival: 0,
        cards: 2,
        kind: None,
        options: 0b1111,
        declared: None,
        value: None,
        bonus: 0,
        net: false,
        thrown: false,
    };
    let reveal = Reveal {
        foe,
        kind: Kind::Berserk,
        combat,
        answer: Some(1),
        answer_kind: None,
        targets: 1,
        base: 4,
        leap: 0,
        front: true,
        weapon: Weapon::Melee,
        rolled: None,
        note: 0,
    };
    let facing = Facing {
        foe,
        attack: 9,
        effective: 9,
        kind: Some(Kind::Berserk),
        cards: 2,
        card: Some(Kind::Dexterity),
        combat,
        base: 4,
        damage: 2,
        net: false,
        note: 0,
    };
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        brain.deck(&view, c),
        brain.sprint(&view, c),
        brain.act(&view, c),
        brain.defend(&view, &threat, c),
        brain.press(&view, &reveal, c),
        brain.parry(&view, &facing, c),
        brain.cleanup(&view, c),
        brain.rebalance(&view, c),
    )
}

fn policies(searching: bool) -> Vec<Brain> {
    let mut names = vec![
        "poke",
        "heavy",
        "turtle",
        "uniform_mix",
        "tremble(poke, 0.5)",
        "quantal",
        "cautious",
        "threshold",
        "counter_matching",
        "economy",
        "burst",
        "random_legal",
    ];
    if searching {
        names.extend(["equilibrium", "rollout(12)", "ismcts(16)"]);
    }
    names
        .into_iter()
        .map(|n| Brain::parse(n).unwrap())
        .collect()
}

fn no_peek<const N: usize, const B: usize>(game: &Game<'_>, games: u64, searching: bool) {
    let mut stream = Stream::new(11, "peek", 0, Lane::Main);
    let walker = Brain::new(Plan::RandomLegal);
    let brains = policies(searching);
    let (mut compared, mut laid) = (0, 0);
    for j in 0..games {
        let order: Vec<u8> = (0..game.players).collect();
        let mut st: State<N, B> = game.start(&order);
        let mut chance = Sample::new(j, "peek-games", 0);
        for _ in 0..1 + stream.below(20) {
            if !st.over() {
                game.step(&mut st, &mut Play::new(&[&walker], &mut chance, &mut Deaf));
            }
        }
        let seat = stream.below(game.players.into()) as u8;
        if st.over() || !st.g[usize::from(seat)].alive() {
            continue;
        }
        // Every second time a card has just been laid: the exchange is in progress, the card face-down.
        let other = (0..game.players).find(|o| *o != seat && st.g[usize::from(*o)].alive());
        if j % 2 == 1
            && let Some(o) = other.map(usize::from)
            && let Some(kind) = Kind::ALL
                .into_iter()
                .find(|k| st.g[o].hand().set & k.card() != 0)
        {
            st.g[o].lay(kind, true);
            st.g[o].turn_facedown(kind);
            laid += 1;
        }
        let mut hidden = st;
        for o in (0..game.players).filter(|o| *o != seat) {
            let i = usize::from(o);
            hidden.g[i] = reshuffled(&st.g[i], &game.sheets[i], &mut stream);
        }
        for brain in &brains {
            let (a, b) = (
                decisions(game, &st, seat, brain, j),
                decisions(game, &hidden, seat, brain, j),
            );
            assert_eq!(a, b, "{:?} peeks in game {j}", brain.plan);
            compared += 1;
        }
    }
    assert!(compared > 50 && laid > 1);
}

#[test]
fn no_policy_peeks_in_a_duel() {
    let mut trained = ready_made("thraex");
    trained.public = false;
    for (a, b) in [
        (ready_made("secutor"), ready_made("retiarius")),
        (ready_made("hoplomacus"), trained),
    ] {
        no_peek::<2, 0>(&Game::duel(rules(), a, b), 25, true);
    }
}

#[test]
fn no_policy_peeks_in_the_arena() {
    let board = Board::new(&Data::embedded().unwrap()).unwrap();
    let mut sheets = ["secutor", "retiarius", "thraex", "hoplomacus"].map(ready_made);
    for (team, s) in sheets.iter_mut().enumerate() {
        s.team = team as u8;
    }
    sheets[2].public = false;
    no_peek::<4, 16>(&Game::new(rules(), &sheets, Some(&board)), 40, false);
}
