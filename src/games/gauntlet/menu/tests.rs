use super::super::rules::{Ability, Ties};
use super::super::state::Health;
use super::*;

fn count(rules: &Rules) -> usize {
    let menu = Menus::new(rules).menu(Class::new(Ability::None, Ties::Nobody), Permit::ALL, false);
    let fight = Fight {
        health: Health::new(2, 4),
        glory: 0,
        enemy: 2,
    };
    menu.options(
        fight,
        Roll {
            blue: Pair::new(1, 4),
            red: Pair::new(2, 5),
        },
    )
    .len()
}

#[test]
fn lists_grow_with_the_switches() {
    let mut rules = Rules::rulebook();
    let start = std::time::Instant::now();
    assert_eq!(count(&rules), 137);
    println!("{:?}", start.elapsed());
    rules.set("bargain_time", "tactics").unwrap();
    assert_eq!(count(&rules), 128);
    rules.set("bargain", "off").unwrap();
    assert_eq!(count(&rules), 14);
}

/// `crit=rolled`: of two equal blue dice the player names the one in the high pair. With the rolled 6 in the low pair 6 meets 6, and it deals 2 to the
/// red 1; with the swapped-in one there it deals 1.
#[test]
fn of_two_sixes_the_player_names_the_high_one() {
    let mut rules = Rules::rulebook();
    rules.set("crit", "rolled").unwrap();
    rules.set("bargain", "off").unwrap();
    let class = Class::new(Ability::None, Ties::Nobody);
    let menu = Menus::new(&rules).menu(class, Permit::ALL, false);
    let fight = Fight {
        health: Health::new(2, 6),
        glory: 0,
        enemy: 3,
    };
    let roll = Roll {
        blue: Pair::new(3, 6),
        red: Pair::new(1, 6),
    };
    let found: Vec<_> = menu.options(fight, roll).into_iter().map(words).collect();
    for enemy in [1, 2] {
        assert!(found.contains(&("fight_on", 2, 3, 0, enemy)), "{found:?}");
    }
    assert_eq!(found.len(), 4, "{found:?}");
}
