//! The exchange as a zero-sum game, by CFR+ (regret matching plus, alternating updates, linearly weighted averages).
//!
//! What cannot matter is left out beforehand; the value is the same: of the commitments with n cards a Strength attack or
//! defense takes as many 1-Energy cards as it can (more value, the same price), and for the other kinds only the number
//! counts. Without a price on points Offense and Blood are all used. The defender sees n, the attacker m.
//! (Tammelin 2014, "Solving large imperfect information games using CFR+".)

use super::Bout;
use crate::games::gladiatori::cards::Kind;

/// A commitment of the attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// Kind of the Action card.
    pub kind: Kind,
    /// 1-Energy cards.
    pub e1: u8,
    /// 0-Energy cards.
    pub e0: u8,
}

impl Attack {
    /// Number of Combat cards.
    pub fn cards(&self) -> u8 {
        self.e1 + self.e0
    }
}

/// A commitment of the defender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Kind; none: Surprised by choice.
    pub kind: Option<Kind>,
    /// 1-Energy cards.
    pub e1: u8,
    /// 0-Energy cards.
    pub e0: u8,
}

impl Answer {
    fn cards(&self) -> u8 {
        self.e1 + self.e0
    }
}

/// What the attacker pays in H.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pay {
    offense: bool,
    blood: u8,
}

/// An equilibrium, as far as it was solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// What the attacker gets at least, with `mix`, whatever the defender does.
    pub lower: f64,
    /// What the defender gives at most, with `answers`, whatever the attacker does.
    pub upper: f64,
    /// Iterations.
    pub iterations: u32,
    /// The attacker's commitments.
    pub attacks: Vec<Attack>,
    /// Their probabilities.
    pub mix: Vec<f64>,
    /// The defender's commitments.
    pub options: Vec<Answer>,
    /// Their probabilities by number of the attacker's Combat cards; empty where that number cannot be.
    pub answers: Vec<Vec<f64>>,
    /// Payments by attack: Offense, Blood.
    payments: Vec<Vec<Pay>>,
    /// Their probabilities by attack, then by what is seen of the answer.
    pays: Vec<Vec<Vec<f64>>>,
}

impl Solution {
    /// Middle of the bounds.
    pub fn value(&self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }

    /// Gap between the two best responses: the value is at most half of it off.
    pub fn gap(&self) -> f64 {
        self.upper - self.lower
    }

    /// How many numbers of answering Combat cards can be seen: 0 up to one less than this.
    pub fn seen(&self) -> u8 {
        self.pays.first().map_or(0, |p| p.len() as u8)
    }

    /// Payments of an attack in H by probability, after an answer with `seen` Combat cards: Offense, Blood.
    pub fn payments(&self, attack: usize, seen: u8) -> impl Iterator<Item = (bool, u8, f64)> + '_ {
        let pays = self.pays[attack].get(usize::from(seen));
        self.payments[attack]
            .iter()
            .enumerate()
            .map(move |(c, p)| (p.offense, p.blood, pays.map_or(0.0, |v| v[c])))
    }
}

/// The game's tables.
struct Tables {
    attacks: Vec<Attack>,
    payments: Vec<Vec<Pay>>,
    options: Vec<Answer>,
    /// Options by what is seen of them: option d is in `by_seen[s]` for one s.
    seen: Vec<std::ops::Range<usize>>,
    /// Payoff by attack, payment, option.
    u: Vec<Vec<Vec<f64>>>,
    /// Largest number of Combat cards of the attacker.
    most: usize,
}

impl Bout {
    fn tables(&self) -> Tables {
        let (a, d) = (&self.attacker, &self.defender);
        let attacks: Vec<Attack> = self
            .attack_kinds()
            .flat_map(|kind| {
                (0..=a.e1 + a.e0).map(move |n| match kind {
                    Kind::Strength => Attack {
                        kind,
                        e1: n.min(a.e1),
                        e0: n - n.min(a.e1),
                    },
                    _ => Attack {
                        kind,
                        e1: n - n.min(a.e0),
                        e0: n.min(a.e0),
                    },
                })
            })
            .collect();
        let free = self.point_price <= 0.0;
        let payments = attacks
            .iter()
            .map(|attack| {
                let most = if attack.kind == Kind::Berserk {
                    self.most_blood()
                } else {
                    0
                };
                let offense = a.offense > 0;
                let (bloods, offenses) = if free {
                    (most..=most, vec![offense])
                } else {
                    (
                        0..=most,
                        if offense {
                            vec![false, true]
                        } else {
                            vec![false]
                        },
                    )
                };
                bloods
                    .flat_map(|blood| offenses.iter().map(move |o| Pay { offense: *o, blood }))
                    .collect()
            })
            .collect();
        // Options in the order of what is seen of them.
        let mut options = vec![Answer {
            kind: None,
            e1: 0,
            e0: 0,
        }];
        let mut seen = Vec::new();
        let kinds = self.answer_kinds();
        for m in 0..=d.e1 + d.e0 {
            // Nothing at all looks like no Combat cards: the attacker sees p + q only (spec 11.1, N2).
            let from = if m == 0 { 0 } else { options.len() };
            for kind in Kind::ALL.into_iter().filter(|k| kinds & k.card() != 0) {
                let e1 = if kind == Kind::Strength {
                    m.min(d.e1)
                } else {
                    m - m.min(d.e0)
                };
                options.push(Answer {
                    kind: Some(kind),
                    e1,
                    e0: m - e1,
                });
            }
            if options.len() > from {
                seen.push(from..options.len());
            }
        }
        let payments: Vec<Vec<Pay>> = payments;
        let u = attacks
            .iter()
            .zip(&payments)
            .map(|(attack, pays)| {
                pays.iter()
                    .map(|pay| {
                        let value = self.attack_value(
                            attack.kind,
                            attack.e1,
                            attack.e0,
                            pay.offense,
                            pay.blood,
                        );
                        let spent = f64::from(u8::from(pay.offense) + pay.blood);
                        options
                            .iter()
                            .map(|o| {
                                let n = attack.cards();
                                let (damage, points) =
                                    self.decide(value, attack.kind, n, o.kind, o.e1, o.cards());
                                let theirs = if o.kind.is_some() { 1 + o.cards() } else { 0 };
                                f64::from(damage)
                                    - self.card_price * (f64::from(1 + n) - f64::from(theirs))
                                    - self.point_price * (spent - f64::from(points))
                            })
                            .collect()
                    })
                    .collect()
            })
            .collect();
        Tables {
            attacks,
            payments,
            options,
            seen,
            u,
            most: usize::from(a.e1 + a.e0),
        }
    }

    /// Solves the exchange until the gap between the two best responses is at most `gap`, or `most` iterations are done.
    /// An attacker without an attack has the value 0.
    pub fn solve(&self, gap: f64, most: u32) -> Solution {
        let t = self.tables();
        if t.attacks.is_empty() {
            return Solution {
                lower: 0.0,
                upper: 0.0,
                iterations: 0,
                attacks: Vec::new(),
                mix: Vec::new(),
                options: t.options,
                answers: Vec::new(),
                payments: Vec::new(),
                pays: Vec::new(),
            };
        }
        let mut solver = Solver::new(&t);
        let mut iterations = 0;
        let mut bounds;
        loop {
            let burst = if iterations < 64 { 16 } else { 64 };
            for _ in 0..burst {
                iterations += 1;
                solver.iterate(&t, f64::from(iterations));
            }
            bounds = solver.bounds(&t);
            if bounds.1 - bounds.0 <= gap || iterations >= most {
                break;
            }
        }
        let (mix, answers, pays) = (solver.mix(), solver.answers(&t), solver.pays(&t));
        Solution {
            lower: bounds.0,
            upper: bounds.1,
            iterations,
            attacks: t.attacks,
            mix,
            options: t.options,
            answers,
            payments: t.payments,
            pays,
        }
    }
}

/// Regrets, current strategies and weighted sums of one information set.
#[derive(Clone)]
struct Node {
    regret: Vec<f64>,
    now: Vec<f64>,
    sum: Vec<f64>,
}

impl Node {
    fn new(n: usize) -> Self {
        Self {
            regret: vec![0.0; n],
            now: vec![1.0 / n as f64; n],
            sum: vec![0.0; n],
        }
    }

    /// Adds regrets against the value of the current strategy, in the direction `sign`.
    fn learn(&mut self, values: &[f64], sign: f64) {
        let mean: f64 = self.now.iter().zip(values).map(|(p, v)| p * v).sum();
        let mut total = 0.0;
        for (r, v) in self.regret.iter_mut().zip(values) {
            *r = (*r + sign * (v - mean)).max(0.0);
            total += *r;
        }
        let n = self.now.len() as f64;
        for (p, r) in self.now.iter_mut().zip(&self.regret) {
            *p = if total > 0.0 { r / total } else { 1.0 / n };
        }
    }

    fn add(&mut self, weight: f64) {
        for (s, p) in self.sum.iter_mut().zip(&self.now) {
            *s += weight * p;
        }
    }

    fn average(&self) -> Vec<f64> {
        let total: f64 = self.sum.iter().sum();
        let n = self.sum.len() as f64;
        self.sum
            .iter()
            .map(|s| if total > 0.0 { s / total } else { 1.0 / n })
            .collect()
    }
}

struct Solver {
    root: Node,
    /// By number of the attacker's Combat cards.
    answers: Vec<Node>,
    /// By attack, by what is seen.
    pays: Vec<Vec<Node>>,
    values: Vec<f64>,
    scratch: Vec<f64>,
}

impl Solver {
    fn new(t: &Tables) -> Self {
        Self {
            root: Node::new(t.attacks.len()),
            answers: vec![Node::new(t.options.len()); t.most + 1],
            pays: t
                .payments
                .iter()
                .map(|p| vec![Node::new(p.len()); t.seen.len()])
                .collect(),
            values: vec![0.0; t.attacks.len()],
            scratch: Vec::new(),
        }
    }

    fn iterate(&mut self, t: &Tables, weight: f64) {
        // The attacker learns.
        for (a, attack) in t.attacks.iter().enumerate() {
            let y = &self.answers[usize::from(attack.cards())].now;
            let mut value = 0.0;
            for (s, range) in t.seen.iter().enumerate() {
                let node = &mut self.pays[a][s];
                self.scratch.clear();
                self.scratch.extend(
                    t.u[a]
                        .iter()
                        .map(|u| range.clone().map(|d| y[d] * u[d]).sum::<f64>()),
                );
                value += node
                    .now
                    .iter()
                    .zip(&self.scratch)
                    .map(|(p, v)| p * v)
                    .sum::<f64>();
                if node.now.len() > 1 {
                    node.learn(&self.scratch, 1.0);
                }
            }
            self.values[a] = value;
        }
        self.root.learn(&self.values, 1.0);
        self.root.add(weight);
        for (a, nodes) in self.pays.iter_mut().enumerate() {
            let reach = self.root.now[a];
            if reach > 0.0 {
                nodes.iter_mut().for_each(|n| n.add(weight * reach));
            }
        }
        // The defender learns.
        for (n, node) in self.answers.iter_mut().enumerate() {
            self.scratch.clear();
            self.scratch.resize(t.options.len(), 0.0);
            for (a, _) in t
                .attacks
                .iter()
                .enumerate()
                .filter(|(_, k)| usize::from(k.cards()) == n)
            {
                let x = self.root.now[a];
                if x == 0.0 {
                    continue;
                }
                for (s, range) in t.seen.iter().enumerate() {
                    for (z, u) in self.pays[a][s].now.iter().zip(&t.u[a]) {
                        let w = x * z;
                        for d in range.clone() {
                            self.scratch[d] += w * u[d];
                        }
                    }
                }
            }
            node.learn(&self.scratch, -1.0);
            node.add(weight);
        }
    }

    fn mix(&self) -> Vec<f64> {
        self.root.average()
    }

    fn answers(&self, _t: &Tables) -> Vec<Vec<f64>> {
        self.answers.iter().map(Node::average).collect()
    }

    fn pays(&self, _t: &Tables) -> Vec<Vec<Vec<f64>>> {
        self.pays
            .iter()
            .map(|nodes| nodes.iter().map(Node::average).collect())
            .collect()
    }

    /// What the average strategies guarantee: the defender's best response to the attacker, the attacker's to the defender.
    fn bounds(&self, t: &Tables) -> (f64, f64) {
        let (mix, answers, pays) = (self.mix(), self.answers(t), self.pays(t));
        let mut upper = f64::MIN;
        let mut by_n = vec![vec![0.0; t.options.len()]; t.most + 1];
        for (a, attack) in t.attacks.iter().enumerate() {
            let n = usize::from(attack.cards());
            let mut best = 0.0;
            for (s, range) in t.seen.iter().enumerate() {
                let pay = |u: &Vec<f64>| range.clone().map(|d| answers[n][d] * u[d]).sum::<f64>();
                best += t.u[a].iter().map(pay).fold(f64::MIN, f64::max);
                for (c, u) in t.u[a].iter().enumerate() {
                    for d in range.clone() {
                        by_n[n][d] += mix[a] * pays[a][s][c] * u[d];
                    }
                }
            }
            upper = upper.max(best);
        }
        let lower = by_n
            .iter()
            .map(|v| v.iter().copied().fold(f64::MAX, f64::min))
            .sum();
        (lower, upper)
    }
}
