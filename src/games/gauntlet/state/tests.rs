use super::*;

#[test]
fn numbers_and_words_are_one_to_one() {
    assert_eq!(
        Health::all().map(Health::index).collect::<Vec<_>>(),
        (0..27).collect::<Vec<_>>()
    );
    assert!(
        Fight::all()
            .enumerate()
            .all(|(i, f)| f.index() == i && f.enemy <= 6 && f.glory <= 5)
    );
    for code in 0..Outcome::COUNT as u16 {
        assert_eq!(Outcome::new(Outcome(code).result()), Outcome(code));
    }
    assert_eq!(
        (Outcome::DOWN, Outcome::DEAD, Outcome::BOTH),
        (972, 1134, 1140)
    );
}

#[test]
fn a_game_state_keeps_its_fields_apart() {
    let mut s = GameState::start(Health::new(4, 4), 0, 5, 2);
    s.set_row(Row::new(&[4, 0, 3, 1, 2]));
    s.set_matches(1000);
    s.set_event(6);
    s.set_right(true);
    s.set_bargained(true);
    s.set_phase(Phase::Stalled);
    s.set_round(6);
    s.set_enemy(6);
    s.set_glory(5);
    assert_eq!(
        (s.health(), s.glory(), s.enemy(), s.round(), s.event()),
        (Health::new(4, 4), 5, 6, 6, 6)
    );
    assert_eq!(
        (s.matches(), s.deck(), s.to_draw(), s.right(), s.bargained()),
        (1000, 31, 2, true, true)
    );
    assert_eq!(s.row().iter().collect::<Vec<_>>(), [4, 0, 3, 1, 2]);
    assert_eq!(s.row().rest().iter().collect::<Vec<_>>(), [0, 3, 1, 2]);
    assert_eq!(s.phase(), Phase::Stalled);
    assert!(s.is_over());
}
