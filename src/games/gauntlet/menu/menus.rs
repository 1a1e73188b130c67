//! The menus of a reading of the rules, each built when first asked for.

use super::*;

/// What fixes lists: what may be done, whether the bargain was struck, and which blows follow.
type Key = (Permit, bool, Ties, bool);

/// The menus of a reading of the rules; preparations are worked out when first asked for and shared.
#[derive(Debug)]
pub struct Menus {
    /// The reading.
    pub rules: Arc<Rules>,
    strikes: Arc<Strikes>,
    preps: Mutex<HashMap<(Permit, bool), Arc<Preps>>>,
    lists: Mutex<HashMap<Key, Arc<Lists>>>,
    shelves: Mutex<HashMap<(Permit, bool), Arc<Shelf>>>,
    menus: Mutex<HashMap<(Class, Permit, bool), Menu>>,
}

impl Menus {
    /// For a reading of the rules.
    pub fn new(rules: &Rules) -> Self {
        Self {
            rules: Arc::new(rules.clone()),
            strikes: Arc::new(Strikes::new(rules)),
            preps: Mutex::default(),
            lists: Mutex::default(),
            shelves: Mutex::default(),
            menus: Mutex::default(),
        }
    }

    /// The menu of a class under a permit. `bargained`: the bargain has been struck against this enemy before.
    pub fn menu(&self, class: Class, permit: Permit, bargained: bool) -> Menu {
        let key = (class, permit, bargained);
        let known = self.menus.lock().expect("no panic while building");
        if let Some(menu) = known.get(&key) {
            return menu.clone();
        }
        drop(known);
        let built = self.build(class, permit, bargained);
        let mut known = self.menus.lock().expect("no panic while building");
        known.entry(key).or_insert(built).clone()
    }

    fn build(&self, class: Class, permit: Permit, bargained: bool) -> Menu {
        let bout = Bout {
            rules: &self.rules,
            class,
            permit,
            bargained,
        };
        let tactics = Tactic::ALL
            .iter()
            .fold(0, |m, &t| m | u8::from(bout.sells(t)) << t as u8);
        let open = bout.open(Fight::from_index(0), Roll::from_index(0));
        let bargains = bout.may_bargain(&Exchange {
            stage: Stage::Tactics,
            ..open
        });
        let effective = Permit {
            tactics,
            swap: bout.swaps(),
            bargain: bargains,
        };
        let key = (
            effective,
            bargained,
            class.ties,
            class.ability == Ability::Crit5,
        );
        let known = self
            .lists
            .lock()
            .expect("no panic while building")
            .get(&key)
            .cloned();
        let lists = known.unwrap_or_else(|| {
            let built = Arc::new(Lists::new(
                &self.preparations(&bout, effective),
                self.strikes.of(class),
            ));
            self.lists
                .lock()
                .expect("no panic while building")
                .entry(key)
                .or_insert(built)
                .clone()
        });
        let closed = [false, true]
            .into_iter()
            .flat_map(|lost_both| Fight::all().map(move |fight| (fight, lost_both)))
            .map(|(fight, lost_both)| {
                let mut ex = Exchange {
                    lost_both,
                    stage: Stage::Landed,
                    ..bout.open(fight, Roll::from_index(0))
                };
                bout.apply(&mut ex, Move::Close);
                bout.outcome(&ex)
            })
            .collect();
        Menu {
            class,
            permit: effective,
            rules: self.rules.clone(),
            lists,
            strikes: self.strikes.clone(),
            closed,
            late_bargain: bargains && self.rules.bargain_time == BargainTime::Any,
            clips: self.rules.bargain_clips,
            counts_bargain: self.rules.bargain_limit == BargainLimit::Enemy,
            bargained,
            spelled: Arc::default(),
        }
    }

    /// Which actions to show for the outcomes of a menu.
    pub fn catalogue(&self, menu: &Menu, bargained: bool) -> Catalogue {
        let mut shelves = self.shelves.lock().expect("no panic while building");
        let shelf = shelves.entry((menu.permit, bargained)).or_default().clone();
        Catalogue::new(menu.clone(), bargained, shelf)
    }

    fn preparations(&self, bout: &Bout<'_>, effective: Permit) -> Arc<Preps> {
        let key = (effective, bout.bargained);
        if let Some(known) = self
            .preps
            .lock()
            .expect("no panic while building")
            .get(&key)
        {
            return known.clone();
        }
        let built = Arc::new(Preps::new(bout));
        self.preps
            .lock()
            .expect("no panic while building")
            .entry(key)
            .or_insert(built)
            .clone()
    }

    /// All menus of a permit by class, for the layers of the bargain: not yet struck, struck (only under `bargain_limit=enemy`).
    pub fn layers(&self, class: Class, permit: Permit) -> Vec<Menu> {
        let layers = if self.rules.bargain_limit == BargainLimit::Enemy {
            2
        } else {
            1
        };
        (0..layers)
            .map(|l| self.menu(class, permit, l == 1))
            .collect()
    }
}
