use super::super::dice::Pair;
use super::super::menu::Menus;
use super::super::rules::exchange::Permit;
use super::super::rules::{Ability, Class, Ties};
use super::super::state::Health;
use super::*;

#[test]
fn lists_are_read_back_and_mistakes_named() {
    for text in [
        "low<=2&one:one_low+rest",
        "always:none+most",
        "glory<=1:count=2/-1/2/4;always:count=2/3/2/4",
        "at_stake:heal+rest_cautious+pay;downs&enemy>=3:strengthen+trick+two",
    ] {
        assert_eq!(RuleList::parse(text).unwrap().to_string(), text);
    }
    for (bad, wanted) in [
        ("low=2:none", "low<=2"),
        ("one:swop", "one_low"),
        ("one:count=1/2/3", "four whole numbers"),
        ("one", "a rule such as"),
        ("one:heal+rst", "rest, cautious"),
        ("", "1 to 9"),
    ] {
        let error = RuleList::parse(bad).unwrap_err();
        assert!(error.to_string().contains(wanted), "{bad}: {error}");
        assert_eq!(error.exit_code(), 2);
    }
}

#[test]
fn a_list_plays_only_what_is_on_the_menu() {
    let rules = Rules::rulebook();
    let menus = Menus::new(&rules);
    let lines: Vec<Line> = Step::all()
        .into_iter()
        .map(|step| Line {
            when: [Atom::Always; 2],
            play: Play::Move(step),
        })
        .collect();
    for class in [
        Class::new(Ability::None, Ties::Nobody),
        Class::new(Ability::NoSwap, Ties::Enemy),
        Class::new(Ability::NoRest, Ties::Player),
    ] {
        let menu = menus.menu(class, Permit::ALL, false);
        for (at, fight) in Fight::all().enumerate() {
            let roll = Roll::from_index((at * 53 + 7) % 441);
            let list = RuleList::new(&[lines[at % lines.len()]]).unwrap();
            let code = list.choose(&menu, &rules, fight, roll);
            assert!(
                menu.options(fight, roll).contains(&code),
                "{list} {fight:?} {roll}"
            );
        }
    }
}

#[test]
fn conditions_see_the_table() {
    let rules = Rules::rulebook();
    let bout = Bout::new(&rules, Class::new(Ability::None, Ties::Nobody));
    let fight = Fight {
        health: Health::new(2, 4),
        glory: 1,
        enemy: 2,
    };
    let roll = Roll {
        blue: Pair::new(1, 4),
        red: Pair::new(2, 6),
    };
    let idle = Idle::new(&bout, fight, roll); // loses 1 + 2
    for (atom, wanted) in [
        (Atom::One, true),
        (Atom::DieAtStake, true),
        (Atom::Unhurt, false),
        (Atom::Downs, false),
        (Atom::LowAtMost(2), true),
        (Atom::GloryAtLeast(2), false),
    ] {
        assert_eq!(idle.holds(atom, fight, roll), wanted, "{atom}");
    }
}

/// A list that only counts is the policy that weighs.
#[test]
fn counting_is_weighing() {
    let rules = Rules::rulebook();
    let menu =
        Menus::new(&rules).menu(Class::new(Ability::Regen, Ties::Nobody), Permit::ALL, false);
    let list = RuleList::parse("always:count=2/3/2/4").unwrap();
    for (at, fight) in Fight::all().enumerate() {
        let roll = Roll::from_index((at * 31 + 5) % 441);
        let wanted = Rule::Weigh([2, 3, 2, 4]).choose(&menu, fight, roll);
        assert_eq!(Some(list.choose(&menu, &rules, fight, roll)), wanted);
    }
    // Swept or one by one, a mixed list comes to the same.
    let list =
        RuleList::parse("glory<=1&one:one_low+rest;at_stake:count=3/1/0/4;enemy<=3:count=2/3/2/4")
            .unwrap();
    let decisions = list.decisions(&menu);
    for (at, fight) in Fight::all().enumerate() {
        for roll in [(at * 31 + 5) % 441, (at * 17 + 300) % 441] {
            let chosen = list.choose(&menu, &rules, fight, Roll::from_index(roll));
            assert_eq!(decisions[at * 441 + roll], chosen.0);
        }
    }
}

/// What a player reads holds nothing that counts nothing, and every rule says what is done.
#[test]
fn rules_are_read_at_a_table() {
    for (text, words) in [
        (
            "always:count=1/1/1/0",
            "Otherwise: take the play that leaves most health + glory - enemy health.",
        ),
        (
            "one:count=2/0/-3/4",
            "If a combat die shows a 1: take the play that leaves most 2 x health + 3 x enemy health + 4 if it is down.",
        ),
        (
            "glory<=3&glory>=2:count=1/1/1/0",
            "If you have 2 to 3 glory: take the play that leaves most health + glory - enemy health.",
        ),
        (
            "one&low>=4:none+two",
            "If a combat die shows a 1 and your lower health die is at least 4: change nothing, and after the damage bargain for 2.",
        ),
    ] {
        let line = RuleList::parse(text).unwrap().lines()[0];
        assert_eq!(line.sentence(&line.play.sentence()), words);
    }
}

/// `pay` bargains for what is missing, and not at all where nothing is.
#[test]
fn a_bargain_that_pays_is_struck_where_glory_is_short() {
    let rules = Rules::rulebook();
    let bout = Bout::new(&rules, Class::new(Ability::None, Ties::Nobody));
    let roll = Roll {
        blue: Pair::new(1, 4),
        red: Pair::new(2, 6),
    };
    let RuleList { lines, .. } = RuleList::parse("always:none+cautious+pay").unwrap();
    let Play::Move(step) = lines[0].play else {
        panic!("a move")
    };
    for (glory, bargain) in [(0, Some((1, When::Tactics))), (2, None)] {
        let fight = Fight {
            health: Health::new(4, 4),
            glory,
            enemy: 2,
        };
        let (action, _) = step.outcome(&bout, fight, roll).unwrap();
        assert_eq!(action.bargain, bargain);
    }
}
