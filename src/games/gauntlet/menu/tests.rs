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
