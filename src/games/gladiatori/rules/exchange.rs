//! An exchange, steps F to L: one attack on one target, or a Sweep on up to three.

use super::super::cards::{Cards, FEINT, Kind, Zone, moves, powers};
use super::super::decision::{Act, Facing, Foe, Judged, Policy, Reveal, Threat, Weapon};
use super::super::game::Game;
use super::super::geometry::Hex;
use super::super::observe::View;
use super::super::sheet::{BLOOD, GUARD, OFFENSE, SPEED};
use super::super::state::{ItemState, State};
use super::super::values::{AttackParts, DefenseParts};
use super::super::watch::{Blow, Deed, Source, Watch, say};
use super::{
    Play,
    effects::{Done, Side},
};
use crate::chance::Chance;

/// One target of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Who it is.
    pub foe: Foe,
    /// Where the attack arrives.
    pub arrival: u8,
    /// Sweep's modifier or a throw's penalty.
    pub modifier: i16,
    /// AV > 0: it is attacked.
    attacked: bool,
    attack: i16,
    effective: i16,
    /// Kind of the defense; none: Surprised.
    answer: Option<Kind>,
    from_row: bool,
    combat: Cards,
    dodge_possible: bool,
    note: u8,
    defense: i16,
    guard_lost: u8,
    /// Overskill as it was before Guard was used.
    over: (usize, u8),
    speed: u8,
    /// Unbalanced markers to come in L.
    marks: u8,
    dice: [u8; 2],
}

impl Target {
    /// Before anybody answered.
    #[inline]
    pub fn new(foe: Foe, arrival: u8, modifier: i16) -> Self {
        Self {
            foe,
            arrival,
            modifier,
            attacked: false,
            attack: 0,
            effective: 0,
            answer: None,
            from_row: false,
            combat: Cards::NONE,
            dodge_possible: false,
            note: 0,
            defense: 0,
            guard_lost: 0,
            over: (0, 0),
            speed: 0,
            marks: 0,
            dice: [0; 2],
        }
    }
}

/// An attack in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exchange {
    /// The attacker.
    pub seat: u8,
    /// His Action card.
    pub kind: Kind,
    from_row: bool,
    /// His Combat cards.
    pub combat: Cards,
    /// What with.
    pub weapon: Weapon,
    /// Units of Leap.
    pub leap: u8,
    began: Hex,
    /// Number of targets.
    pub n: usize,
    /// The targets.
    pub t: [Target; 3],
    note: u8,
    /// Attack Value without the target's modifier.
    attack: i16,
    /// Combat cards that count for damage.
    cards: u8,
    bonus: u8,
    /// Offense used, its value then; 0 if it was not.
    offense: u8,
    offense_lost: u8,
    /// Overskill as it was before Offense was used.
    over: (usize, u8),
    blood: u8,
    item: u8,
    wrestling: bool,
    reflex: bool,
    marks: u8,
    pressed: bool,
    /// Made as a Sweep.
    pub sweep: bool,
}

impl Exchange {
    pub(super) fn new(seat: u8, act: &Act, weapon: Weapon, began: Hex) -> Self {
        Self {
            seat,
            kind: act.card.kind,
            from_row: act.card.from_row,
            combat: act.combat,
            weapon,
            leap: 0,
            began,
            n: 0,
            t: [Target::new(Foe::Gladiator(0), 0, 0); 3],
            note: act.note,
            attack: 0,
            cards: act.combat.count(),
            bonus: 0,
            offense: 0,
            offense_lost: 0,
            over: (0, 0),
            blood: 0,
            item: 0,
            wrestling: false,
            reflex: false,
            marks: 0,
            pressed: false,
            sweep: false,
        }
    }

    /// Attack Value without a target's modifier.
    pub(super) fn attack_base(&self) -> i16 {
        self.attack
    }

    pub(super) fn add(&mut self, target: Target) {
        self.t[self.n] = target;
        self.n += 1;
    }

    fn thrown(&self) -> bool {
        matches!(self.weapon, Weapon::Throw(_) | Weapon::ThrowNet(_))
    }

    fn net(&self) -> bool {
        matches!(self.weapon, Weapon::Net(_) | Weapon::ThrowNet(_))
    }
}

impl Game<'_> {
    /// Steps F to L. True if the attacker moved by himself (Reflex).
    pub(super) fn exchange<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let declared = self.rules.r.value_at_declaration;
        let rolled = !FULL || self.rules.r.beast_roll_first;
        // A plain game has one target.
        let n = if FULL { ex.n } else { 1 };
        if FULL && rolled {
            self.roll_beasts(st, ex, p);
        }
        if declared {
            self.press(st, ex, p);
        }
        let nothing = |ex: &Exchange| (0..n).all(|i| ex.attack + ex.t[i].modifier <= 0);
        if !(declared && nothing(ex)) {
            for i in 0..n {
                if let Foe::Gladiator(target) = ex.t[i].foe {
                    self.answer(st, ex, i, target, p);
                }
            }
            if !declared {
                self.press(st, ex, p);
            }
        }
        let mut moved = false;
        if nothing(ex) {
            say!(p.watch, "    Attack Value {}: no attack takes place", ex.attack);
            p.watch.deed(ex.seat, Deed::NoAttack);
        } else {
            if !rolled {
                self.roll_beasts(st, ex, p);
            }
            for i in 0..n {
                ex.t[i].attack = ex.attack + ex.t[i].modifier;
                ex.t[i].attacked = ex.t[i].attack > 0;
                if ex.t[i].attacked {
                    self.parry(st, ex, i, p);
                }
            }
            if !self.rules.r.feint_loses_vp {
                self.attack_points(st, ex, n, p.watch);
            }
            let feinted = FULL && self.feint(st, ex, p);
            if self.rules.r.feint_loses_vp && !feinted {
                self.attack_points(st, ex, n, p.watch);
            }
            for i in 0..n {
                if ex.t[i].attacked {
                    self.strike(st, ex, i, feinted, p);
                }
            }
            if FULL && !feinted {
                moved = self.after_damage(st, ex, p);
            }
        }
        self.discard(st, ex, p);
        moved
    }

    /// F and G of one target.
    fn answer<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        i: usize,
        target: u8,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let threat = Threat {
            foe: Foe::Gladiator(ex.seat),
            arrival: ex.t[i].arrival,
            cards: ex.combat.count(),
            kind: (ex.from_row || ex.pressed && ex.blood > 0).then_some(ex.kind),
            options: 0,
            declared: ex.pressed.then_some((ex.offense, ex.blood)),
            value: None,
            bonus: ex.t[i].modifier,
            net: ex.net(),
            thrown: ex.thrown(),
        };
        self.commit_defense(st, target, threat, &mut ex.t[i], p);
    }

    /// F and G against a gladiator's or a beast's attack: fills in kind, cards and note.
    pub(super) fn commit_defense<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        target: u8,
        mut threat: Threat,
        t: &mut Target,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        if FULL {
            self.adapt(st, target, p);
        }
        let g = &st.g[usize::from(target)];
        let kinds = self.rules.defense_kinds(threat.arrival, FULL && g.facedown(), FULL && g.trapped() > 0);
        let usable = kinds & self.defenses(g);
        t.dodge_possible = usable & Kind::Movement.card() != 0;
        threat.options = kinds;
        let choice = if usable == 0 {
            None
        } else {
            let view = View::new(self, st, target, st.g[usize::from(target)].hex);
            p.policy(target).defend(&view, &threat, p.chance)
        };
        let Some(d) = choice else {
            say!(p.watch, "    {target} is Surprised");
            p.watch.deed(target, Deed::Surprised);
            return;
        };
        let g = &mut st.g[usize::from(target)];
        if self.checked {
            let from_hand = !d.card.from_row && g.hand().set & d.card.kind.card() != 0;
            let from_row = d.card.from_row && self.row_defenses(g) & d.card.kind.card() != 0;
            assert!((from_hand || from_row) && kinds & d.card.kind.card() != 0, "{:?} cannot defend", d.card);
            let allowed = Cards { set: self.playable(g, false, false), ..g.hand() };
            assert!(d.combat.within(allowed), "Combat cards that may not be played: {:?}", d.combat);
        }
        self.use_card(g, d.card, false);
        if d.card.from_row {
            p.watch.deed(target, Deed::ReuseDefense);
        }
        g.shift(d.combat, Zone::Hand, Zone::Play);
        (t.answer, t.from_row, t.combat, t.note) = (Some(d.card.kind), d.card.from_row, d.combat, d.note);
        say!(p.watch, "    {target} answers with an Action card and {} Combat cards", d.combat.count());
    }

    /// Action cards with which a gladiator could defend, whatever the diagram: from the hand, or a row card he can pay for.
    #[inline]
    pub fn defenses(&self, g: &super::super::state::Gladiator) -> u16 {
        g.hand().set & super::super::cards::ACTIONS | self.row_defenses(g)
    }

    /// Row cards that can be re-used in defense: face-up (A06), straight or rotated, at their price in Blood
    /// \[F. Defender Action Card\].
    #[inline]
    pub fn row_defenses(&self, g: &super::super::state::Gladiator) -> u16 {
        let len = g.row_len();
        let mut set = 0;
        for place in 0..len {
            let kind = g.row_kind(place);
            let open = !g.card_facedown(kind) || self.rules.r.recovered_defends;
            if open && len - place <= g.stats[BLOOD] {
                set |= kind.card();
            }
        }
        set
    }

    /// H: the attacker reveals and decides \[H. Attack Value\].
    pub(super) fn press<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let (seat, me) = (ex.seat, usize::from(ex.seat));
        let sheet = &self.sheets[me];
        let g = &st.g[me];
        let items = match ex.weapon {
            Weapon::Throw(s) | Weapon::ThrowNet(s) if FULL => {
                let slot = usize::from(s);
                let thrown = sheet.items[slot].attack_now(g.item(slot) == ItemState::Damaged);
                g.item_values(sheet, slot).0 + self.rules.n.throw_attack_factor * thrown
            }
            _ => g.item_values(sheet, 2).0,
        };
        let coop = match g.cooperation() {
            _ if !FULL => 0,
            Some((foe, bonus)) if (0..ex.n).any(|i| ex.t[i].foe == Foe::Gladiator(foe)) => i16::from(bonus),
            _ => 0,
        };
        let effective = if !FULL || ex.combat.set == 0 { 0 } else { ex.combat.set & self.effective(g, true, ex.thrown()) };
        let known = coop
            + if effective & moves::ACROBATIC != 0 { self.rules.n.acrobatic_bonus } else { 0 }
            + if FULL && g.last_stand() { 4 } else { 0 };
        let parts = AttackParts {
            e1: ex.combat.e1,
            hand: g.count(Zone::Hand),
            items,
            bonus: known,
            facedown: FULL && g.facedown(),
            trapped: FULL && g.trapped() > 0,
            ..AttackParts::default()
        };
        let t = &ex.t[0];
        let reveal = Reveal {
            foe: t.foe,
            kind: ex.kind,
            combat: ex.combat,
            answer: t.answer.map(|_| t.combat.count()),
            answer_kind: if t.from_row { t.answer } else { None },
            targets: ex.n as u8,
            base: self.rules.attack_value(ex.kind, &parts) + t.modifier,
            leap: ex.leap,
            front: matches!(t.arrival, 0 | 1 | 5),
            weapon: ex.weapon,
            rolled: matches!(t.foe, Foe::Beast(_)).then_some(t.defense).filter(|_| t.dice != [0; 2]),
            note: ex.note,
        };
        let press = {
            let view = View::new(self, st, seat, ex.began);
            p.policy(seat).press(&view, &reveal, p.chance)
        };
        ex.pressed = true;
        let beast = FULL && matches!(ex.t[0].foe, Foe::Beast(_));
        let side = Side { seat, attack: true, thrown: ex.thrown(), against_beast: beast };
        let done = if FULL { self.apply_effects(st, side, ex.combat, effective, &press.effects, p) } else { Done::default() };
        ex.cards += done.cards;
        ex.marks += done.marks;
        ex.reflex = done.set & moves::REFLEX != 0;
        let mut bonus = known + done.bonus;
        if done.set & moves::ACROBATIC != 0 && effective & moves::ACROBATIC == 0 {
            bonus += self.rules.n.acrobatic_bonus; // joined by Rage
        } else if effective & moves::ACROBATIC != 0 && done.set & moves::ACROBATIC == 0 {
            bonus -= self.rules.n.acrobatic_bonus; // spent against a beast
        }
        ex.item = if done.set & moves::BREAK_ITEM != 0 && !ex.net() { press.item + 1 } else { 0 };
        let g = &mut st.g[me];
        if FULL {
            g.take_last_stand();
        }
        let hand_before = g.count(Zone::Hand) + done.sacrificed;
        // Powers
        let mut used = 0;
        if FULL && !press.lunge.is_empty() && self.power_usable(g, powers::LUNGE, true, ex.thrown()) {
            debug_assert!(press.lunge.count() <= 3);
            g.shift(press.lunge, Zone::Hand, Zone::Discard);
            bonus += 2 * i16::from(press.lunge.count());
            used |= powers::LUNGE;
        }
        if FULL && press.deep_wounds > 0 && self.power_usable(g, powers::DEEP_WOUNDS, true, ex.thrown()) {
            let depth = press.deep_wounds.min(3);
            bonus -= i16::from(depth);
            ex.bonus += depth;
            used |= powers::DEEP_WOUNDS;
        }
        if FULL && press.wrestling && self.power_usable(g, powers::WRESTLING, true, ex.thrown()) && !beast {
            ex.wrestling = true;
            used |= powers::WRESTLING;
        }
        if used != 0 {
            g.use_powers(used);
            (0..used.count_ones()).for_each(|_| p.watch.deed(seat, Deed::Power));
        }
        if FULL {
            let leap = press.leap_attack.min(ex.leap);
            bonus += 2 * i16::from(leap);
            ex.bonus += ex.leap - leap;
        }
        // Blood and Offense
        if ex.kind == Kind::Berserk {
            ex.blood = press.blood.min(self.rules.n.berserk_blood_max).min(g.stats[BLOOD]);
            g.stats[BLOOD] -= ex.blood;
        }
        let mut offense = 0;
        if press.offense && g.stats[OFFENSE] > 0 {
            offense = g.stats[OFFENSE];
            ex.offense = offense;
            ex.over = g.overskill();
            ex.offense_lost = g.use_skill(OFFENSE);
        }
        let hand = if self.rules.r.dexterity_at_reveal { hand_before } else { g.count(Zone::Hand) };
        let parts = AttackParts { e1: ex.combat.e1 + done.e1, hand, blood: ex.blood, offense, bonus, ..parts };
        ex.attack = self.rules.attack_value(ex.kind, &parts);
        say!(p.watch, "    {seat} attacks with {}: Attack Value {}", ex.kind, ex.attack + ex.t[0].modifier);
        // The opponents answer an Unbalancing Strike at once.
        if done.set & moves::UNBALANCING != 0 {
            for i in 0..ex.n {
                if let Foe::Gladiator(target) = ex.t[i].foe {
                    ex.t[i].marks += self.steady(st, target, p);
                }
            }
        }
        if FULL
            && ex.wrestling
            && let Foe::Gladiator(target) = ex.t[0].foe
        {
            let held = st.g[usize::from(target)].fixed();
            ex.wrestling = !held;
            ex.t[0].marks += u8::from(!held);
        }
    }

    /// I: a target reveals and decides \[I. Defense Value\]; a beast's dice are already rolled.
    fn parry<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        i: usize,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let Foe::Gladiator(target) = ex.t[i].foe else {
            ex.t[i].effective = ex.t[i].attack;
            return;
        };
        let against = Against {
            foe: Foe::Gladiator(ex.seat),
            kind: Some(ex.kind),
            cards: ex.cards,
            bonus: ex.bonus,
            net: ex.net(),
        };
        let t = &mut ex.t[i];
        t.effective = self.rules.effective_attack(t.attack, t.answer);
        let strikes = self.defend_value(st, target, t, &against, p);
        if FULL && strikes {
            ex.marks += self.steady(st, ex.seat, p);
        }
    }

    /// I for a gladiator; true if he strikes back with an Unbalancing Strike.
    pub(super) fn defend_value<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        target: u8,
        t: &mut Target,
        against: &Against,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let me = usize::from(target);
        let sheet = &self.sheets[me];
        let g = &st.g[me];
        let effective = if !FULL || t.combat.set == 0 { 0 } else { t.combat.set & self.effective(g, false, false) };
        let acrobatic = self.rules.n.acrobatic_bonus;
        let known = if effective & moves::ACROBATIC != 0 { acrobatic } else { 0 } + if FULL && g.last_stand() { 4 } else { 0 };
        let parts = DefenseParts {
            e1: t.combat.e1,
            hand: g.count(Zone::Hand),
            items: g.item_values(sheet, 2).1,
            bonus: known,
            facedown: FULL && g.facedown(),
            trapped: FULL && g.trapped() > 0,
            ..DefenseParts::default()
        };
        let base = self.rules.defense_value(t.answer, against.kind, &parts);
        let facing = Facing {
            foe: against.foe,
            attack: t.attack,
            effective: t.effective,
            kind: against.kind,
            cards: against.cards,
            card: t.answer,
            combat: t.combat,
            base,
            damage: match against.kind {
                Some(_) => self.rules.damage(against.cards, against.bonus, t.effective - base),
                None => against.bonus,
            },
            net: against.net,
            note: t.note,
        };
        let parry = {
            let view = View::new(self, st, target, g.hex);
            p.policy(target).parry(&view, &facing, p.chance)
        };
        let side = Side { seat: target, attack: false, thrown: false, against_beast: against.kind.is_none() };
        let done = if FULL { self.apply_effects(st, side, t.combat, effective, &parry.effects, p) } else { Done::default() };
        t.marks += done.marks;
        let mut bonus = known + done.bonus;
        if done.set & moves::ACROBATIC != 0 && effective & moves::ACROBATIC == 0 {
            bonus += acrobatic;
        } else if effective & moves::ACROBATIC != 0 && done.set & moves::ACROBATIC == 0 {
            bonus -= acrobatic;
        }
        let g = &mut st.g[me];
        if FULL {
            g.take_last_stand();
        }
        if FULL && parry.delay && (t.answer.is_some() || self.rules.r.surprised_may_delay) && g.powers() & powers::DELAY != 0 {
            bonus += 3;
            g.use_powers(powers::DELAY);
            p.watch.deed(target, Deed::Power);
        }
        if t.answer == Some(Kind::Movement) {
            t.speed = parry.speed.min(self.rules.n.dodge_speed_max).min(g.stats[SPEED]);
            g.stats[SPEED] -= t.speed;
        }
        let mut guard = 0;
        if parry.guard && g.stats[GUARD] > 0 {
            guard = g.stats[GUARD];
            t.over = g.overskill();
            t.guard_lost = g.use_skill(GUARD);
        }
        let hand = if self.rules.r.dexterity_at_reveal { g.count(Zone::Hand) + done.sacrificed } else { g.count(Zone::Hand) };
        let parts = DefenseParts { e1: t.combat.e1 + done.e1, hand, speed: t.speed, guard, bonus, ..parts };
        t.defense = self.rules.defense_value(t.answer, against.kind, &parts);
        say!(
            p.watch,
            "    {target} defends with {}: Defense Value {} against {}",
            t.answer.map_or("nothing", Kind::defense_name),
            t.defense,
            t.effective
        );
        done.set & moves::UNBALANCING != 0
    }

    /// VP of the attack itself: once from the front, once from behind \[Victory Points\].
    fn attack_points<const N: usize, const B: usize>(&self, st: &mut State<N, B>, ex: &Exchange, n: usize, watch: &mut impl Watch) {
        let (mut front, mut rear) = (false, false);
        for t in ex.t[..n].iter().filter(|t| t.attacked) {
            match t.foe {
                Foe::Gladiator(s) if !self.hostile(ex.seat, s) => {}
                Foe::Gladiator(_) => match self.rules.is_frontal(t.arrival, t.answer, t.dodge_possible) {
                    true => front = true,
                    false => rear = true,
                },
                Foe::Beast(_) if self.rules.r.beast_rear_penalty && matches!(t.arrival, 2..=4) => rear = true,
                Foe::Beast(_) => front |= !self.rules.r.no_beast_attack_vp,
            }
        }
        if front {
            self.credit(st, ex.seat, Source::FrontAttack, self.rules.n.vp.front_attack, watch);
        }
        if rear {
            self.credit(st, ex.seat, Source::RearAttack, self.rules.n.vp.rear_attack, watch);
        }
    }

    /// J: true if a Feint ended the exchange \[J. Feint\].
    fn feint<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let holds = |st: &State<N, B>, seat: u8| st.g[usize::from(seat)].hand().set & FEINT != 0;
        if !holds(st, ex.seat) {
            return false;
        }
        let Some(first) = ex.t.iter().take(ex.n).find(|t| t.attacked) else { return false };
        let damage = |t: &Target| self.rules.damage(ex.cards, ex.bonus, t.effective - t.defense);
        let judged = Judged {
            foe: first.foe,
            attacker: true,
            attack: first.effective,
            defense: first.defense,
            damage: damage(first),
            own_cards: ex.cards,
            own_points: u8::from(ex.offense_lost > 0) + ex.blood,
        };
        let plays = {
            let view = View::new(self, st, ex.seat, ex.began);
            p.policy(ex.seat).feint(&view, &judged, p.chance)
        };
        if !plays {
            return false;
        }
        self.play_feint(st, ex.seat, ex.kind, ex.from_row, p.watch);
        let g = &mut st.g[usize::from(ex.seat)];
        g.restore_skill(OFFENSE, ex.offense_lost, ex.over);
        g.stats[BLOOD] += ex.blood;
        for t in ex.t.iter().take(ex.n).filter(|t| t.attacked) {
            let Foe::Gladiator(target) = t.foe else { continue };
            if !holds(st, target) || t.answer.is_none() && !self.rules.r.surprised_may_feint {
                continue;
            }
            let judged = Judged {
                foe: Foe::Gladiator(ex.seat),
                attacker: false,
                attack: t.effective,
                defense: t.defense,
                damage: damage(t),
                own_cards: t.combat.count(),
                own_points: u8::from(t.guard_lost > 0) + t.speed,
            };
            let plays = {
                let view = View::new(self, st, target, st.g[usize::from(target)].hex);
                p.policy(target).feint(&view, &judged, p.chance)
            };
            if plays {
                let kind = t.answer.unwrap_or(Kind::Movement);
                self.play_feint(st, target, kind, t.from_row || t.answer.is_none(), p.watch);
                let g = &mut st.g[usize::from(target)];
                g.restore_skill(GUARD, t.guard_lost, t.over);
                g.stats[SPEED] += t.speed;
            }
        }
        true
    }

    /// One player plays his Feint: cards of this exchange return to the hand, the Feint stays and is discarded in L.
    fn play_feint<const N: usize, const B: usize, W: Watch>(&self, st: &mut State<N, B>, seat: u8, kind: Kind, from_row: bool, watch: &mut W) {
        say!(watch, "    {seat} plays a Feint");
        watch.deed(seat, Deed::Feint);
        let g = &mut st.g[usize::from(seat)];
        let combat = Cards { set: g.zone(Zone::Play).set & super::turn::COMBAT, ..g.zone(Zone::Play) };
        g.shift(combat, Zone::Play, Zone::Hand);
        g.shift(Cards::of(FEINT), Zone::Hand, Zone::Play);
        if !from_row || self.rules.r.feint_returns_reused {
            g.take_back(kind);
        }
    }

    /// K for one target \[K. Damage\].
    fn strike<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &mut Exchange,
        i: usize,
        feinted: bool,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let t = ex.t[i];
        let mut blow = Blow {
            attacker: Foe::Gladiator(ex.seat),
            target: t.foe,
            kind: Some(ex.kind),
            answer: t.answer,
            attack: t.attack,
            effective_attack: t.effective,
            defense: t.defense,
            hit: t.effective > t.defense,
            feinted,
            damage: 0,
            effective: 0,
            dead: false,
            front: self.rules.is_frontal(t.arrival, t.answer, t.dodge_possible),
            diverted: false,
        };
        match t.foe {
            Foe::Beast(_) if !FULL => {}
            Foe::Beast(b) => {
                blow.front = !matches!(t.arrival, 2..=4);
                if !feinted {
                    self.strike_beast(st, ex.seat, b, t.dice, ex.net(), &mut blow, p);
                }
            }
            Foe::Gladiator(target) if blow.hit && !feinted => {
                blow.damage = self.rules.damage(ex.cards, ex.bonus, t.effective - t.defense);
                if FULL && ex.net() {
                    self.trap(st, ex, target);
                    blow.diverted = true;
                    blow.damage = 0;
                    say!(p.watch, "    {target} is Trapped");
                } else if FULL && ex.item > 0 {
                    blow.diverted = true;
                    blow.effective = self.break_item(st, ex.seat, target, usize::from(ex.item - 1), blow.damage, blow.front, p.watch);
                } else {
                    self.harm(st, ex.seat, target, &mut blow, p);
                }
            }
            Foe::Gladiator(_) => {}
        }
        p.watch.blow(&blow);
    }

    fn trap<const N: usize, const B: usize>(&self, st: &mut State<N, B>, ex: &Exchange, target: u8) {
        let trapper = matches!(ex.weapon, Weapon::Net(_)).then_some(ex.seat);
        st.g[usize::from(target)].set_trapped(self.rules.n.trapped_markers_on_hit, trapper);
    }

    /// Wrestling and Reflex, after K. True if the attacker moved.
    fn after_damage<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) -> bool {
        let Some(board) = self.board else { return false };
        if ex.wrestling
            && let Foe::Gladiator(target) = ex.t[0].foe
            && st.g[usize::from(target)].alive()
        {
            let stay = st.g[usize::from(target)].hex;
            let free = super::super::observe::free_next(board, stay, self.occupied(&st.g, &st.beasts, target));
            let view = View::new(self, st, ex.seat, ex.began);
            let to = p.policy(ex.seat).wrestle(&view, target, stay, p.chance);
            if free >> to & 1 == 1 {
                st.g[usize::from(target)].hex = to;
            }
        }
        let moved = ex.reflex && self.reflex(st, ex.seat, p);
        for t in ex.t.iter().take(ex.n) {
            if let Foe::Gladiator(target) = t.foe
                && t.combat.set & moves::REFLEX != 0
                && st.g[usize::from(target)].alive()
            {
                self.reflex(st, target, p);
            }
        }
        moved
    }

    /// L: markers, Combat cards, weapons \[L. Discard\].
    fn discard<const N: usize, const B: usize, P: Policy, C: Chance, W: Watch, const FULL: bool>(
        &self,
        st: &mut State<N, B>,
        ex: &Exchange,
        p: &mut Play<'_, P, C, W, FULL>,
    ) {
        let me = usize::from(ex.seat);
        if FULL {
            self.unbalance(st, ex.seat, ex.marks + u8::from(ex.sweep), p.watch);
        }
        st.g[me].clear_combat();
        for t in &ex.t[..if FULL { ex.n } else { 1 }] {
            if let Foe::Gladiator(target) = t.foe {
                if FULL {
                    self.unbalance(st, target, t.marks, p.watch);
                }
                st.g[usize::from(target)].clear_combat();
            }
        }
        if FULL && let Weapon::Throw(slot) | Weapon::ThrowNet(slot) = ex.weapon {
            st.g[me].set_item(slot.into(), ItemState::Gone);
        }
    }

    /// Unbalanced markers in L; the one that makes them two puts him face-down, and no more are added.
    pub(super) fn unbalance<const N: usize, const B: usize, W: Watch>(&self, st: &mut State<N, B>, seat: u8, markers: u8, watch: &mut W) {
        let g = &mut st.g[usize::from(seat)];
        if markers == 0 || g.facedown() || !g.alive() {
            return;
        }
        let fall = self.rules.n.unbalanced_to_fall;
        let total = (g.unbalanced() + markers).min(fall);
        g.set_unbalanced(total, total >= fall);
        if total >= fall {
            say!(watch, "    {seat} falls face-down");
            watch.deed(seat, Deed::Fall);
        }
    }
}

impl Target {
    /// After F and G and I: the Defense Value.
    pub(super) fn defense(&self) -> i16 {
        self.defense
    }

    /// Kind of the answer.
    pub(super) fn answer(&self) -> Option<Kind> {
        self.answer
    }

    /// Markers to come.
    pub(super) fn marks(&self) -> u8 {
        self.marks
    }

    pub(super) fn set_attack(&mut self, attack: i16, effective: i16) {
        (self.attack, self.effective, self.attacked) = (attack, effective, true);
    }

    pub(super) fn set_roll(&mut self, dice: [u8; 2], value: i16) {
        (self.dice, self.defense) = (dice, value);
    }
}

/// What a defender in I is up against.
pub(super) struct Against {
    pub foe: Foe,
    /// Kind of the attack; none: a beast's.
    pub kind: Option<Kind>,
    pub cards: u8,
    /// Bonus damage; a beast's whole damage.
    pub bonus: u8,
    pub net: bool,
}
