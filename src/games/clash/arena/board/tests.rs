//! Boards of the box, misshapen boards, areas.

use super::*;
use crate::games::clash::data::ClashData;

#[test]
fn the_boards_of_the_box_are_boards() {
    let data = ClashData::embedded().unwrap();
    let edges: Vec<(String, usize, u32)> = data
        .boards
        .iter()
        .map(|b| {
            Board::new(b)
                .map(|b| (b.name.clone(), b.len(), b.edges()))
                .unwrap()
        })
        .collect();
    let wanted = [
        ("hex17", 36),
        ("hex17_long", 34),
        ("hex17_tall", 34),
        ("ring17", 32),
    ];
    assert_eq!(edges, wanted.map(|(n, e)| (n.to_string(), 17, e)));
}

fn graph(lists: &[(&str, &[&str])]) -> std::result::Result<Board, String> {
    let lists: Vec<(String, Vec<String>)> = lists
        .iter()
        .map(|(n, l)| (n.to_string(), l.iter().map(ToString::to_string).collect()))
        .collect();
    Board::from_adjacency(&lists, &[]).map_err(|e| e.to_string())
}

#[test]
fn misshapen_boards_say_what_is_wrong() {
    for (lists, says) in [
        (
            &[("a", &["b"][..]), ("b", &[])][..],
            "a lists b, b does not list a",
        ),
        (&[("a", &["a"])], "a lists itself"),
        (&[("a", &["b", "b"]), ("b", &["a"])], "a lists b twice"),
        (
            &[("a", &["c"]), ("b", &["a"])],
            "a lists c, which is not a space",
        ),
        (
            &[("a", &["b"]), ("b", &["a"]), ("c", &["d"]), ("d", &["c"])],
            "not connected: c cannot be reached from a",
        ),
        (
            &[("a", &["b"]), ("a", &["b"])],
            "`a` is empty or given twice",
        ),
        (&[], "at least one space"),
    ] {
        assert!(graph(lists).unwrap_err().contains(says), "{says}");
    }
    for (rows, says) in [
        (
            &[2u8, 4, 5][..],
            "rows 1 and 2 differ by 2 (must differ by exactly 1)",
        ),
        (&[3, 3], "rows 1 and 2 differ by 0"),
        (&[], "at least one space"),
        (&[1, 0], "at least one space"),
        (&[9, 8, 9, 8], "34 spaces: at most 32"),
    ] {
        assert!(
            Board::from_rows(rows, &[])
                .unwrap_err()
                .to_string()
                .contains(says),
            "{says}"
        );
    }
}

#[test]
fn areas_stop_at_what_is_not_in_the_set() {
    let board = Board::from_rows(&[2, 3, 2], &[]).unwrap();
    let mask = |names: &[&str]| {
        names
            .iter()
            .fold(0, |m, n| m | 1 << board.space(n).unwrap())
    };
    let set = mask(&["a1", "a2", "b3", "c1"]);
    let (area, touched) = board.area(0, set);
    assert_eq!(area, mask(&["a1", "a2", "b3"]));
    assert_eq!(touched, mask(&["a1", "a2", "b1", "b2", "b3", "c2"]));
    assert_eq!(board.area(5, set).0, mask(&["c1"]));
    assert_eq!(board.around(mask(&["a1"])), mask(&["a2", "b1", "b2"]));
    assert_eq!((nth_space(0b10110, 0), nth_space(0b10110, 2)), (1, 4));
}
