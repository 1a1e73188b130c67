use super::read::weigh;
use super::*;

#[test]
fn names_are_read_and_misspelt_ones_get_the_nearest() {
    for name in PRESETS
        .into_iter()
        .chain(FAMILIES.map(|(_, example, _)| example))
    {
        assert_eq!(PolicySpec::parse(name).unwrap().to_string(), name);
    }
    let weigh = PolicySpec::parse("noisy:weigh:2,3,2,4,0.25").unwrap();
    assert!(matches!(weigh.matches, MatchSpec::Noisy(_, 250_000)));
    for (bad, wanted) in [
        ("greddy", "did you mean `greedy`"),
        ("weigh:1,2,3", "four whole numbers"),
        ("noisy:greedy,2", "from 0 to 1"),
        ("optimal:wins", "win, score, survive or points"),
        ("mcts:greedy", "for example mcts:greedy,100"),
    ] {
        let error = PolicySpec::parse(bad).unwrap_err();
        assert!(error.to_string().contains(wanted), "{bad}: {error}");
        assert_eq!(error.exit_code(), 2);
    }
}

#[test]
fn every_part_can_be_set_alone() {
    let greedy = || PolicySpec::parse("greedy").unwrap();
    assert_eq!(
        greedy().with_part("gamble", "low<=2").unwrap().gamble,
        GambleSpec::LowAtMost(2)
    );
    assert_eq!(
        greedy().with_part("match", "never").unwrap().matches,
        MatchSpec::Plain(PlainRule::NEVER)
    );
    assert_eq!(
        greedy().with_part("match", "banker").unwrap().matches,
        weigh([2, 3, 2, 4])
    );
    assert_eq!(
        greedy()
            .with_part("event_shift", "to_glory")
            .unwrap()
            .event_shift,
        ShiftSpec::ToGlory
    );
    for (decision, rule) in [
        ("gambel", "never"),
        ("gamble", "high<=2"),
        ("heal", "lowest"),
        ("reroll_one", "always"),
    ] {
        assert_eq!(
            greedy().with_part(decision, rule).unwrap_err().exit_code(),
            2,
            "{decision} {rule}"
        );
    }
}
