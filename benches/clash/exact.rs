//! The exact answers of a duel: one match-up, all of them, and what has to stand before.

use crate::support::{Candidate, in_turns};
use criterion::Criterion;
use gsim::games::clash::counts::teams_of;
use gsim::games::clash::duel::Duel;
use gsim::games::clash::exact::duels::Duels;
use gsim::games::clash::exact::tables::Tables;
use gsim::games::clash::exact::units::UnitId;
use gsim::games::clash::kernel::Kernel;
use gsim::games::clash::policy::Policy;
use gsim::games::clash::spec::PolicySpec;
use gsim::games::clash::unit::Unit;
use std::hint::black_box;

/// One match-up worked out exactly, and what has to stand before.
pub struct Exact<'a> {
    duel: &'a Duel,
    policies: [&'a Policy; 2],
    tables: Tables,
    ids: [UnitId; 2],
}

impl<'a> Exact<'a> {
    /// For a duel between teams under these policies.
    pub fn new(duel: &'a Duel, [a, d]: &'a [Policy; 2]) -> Self {
        let tables = Tables::new(&duel.rules, [a, d], &[]);
        let id = |unit| tables.units().id(unit).expect("a team has a number");
        Self {
            duel,
            policies: [a, d],
            ids: duel.units.map(id),
            tables,
        }
    }

    /// The joint distribution of the losses.
    fn distribution(&self) -> [[f64; 5]; 5] {
        let [attacker, defender] = black_box(self.ids);
        let mut joint = [[0.0; 5]; 5];
        self.tables.ends(attacker, defender, 0, |end| {
            joint[usize::from(end.lost[0])][usize::from(end.lost[1])] += end.p;
        });
        joint
    }

    fn edge(&self) -> f64 {
        let [attacker, defender] = black_box(self.ids);
        self.tables.gain(attacker, defender, 0)
    }

    /// Edges of all 125 x 125 teams under a policy, from nothing; their sum.
    fn all_edges(&self, policy: &str) -> f64 {
        let spec = PolicySpec::parse(policy).expect("a policy");
        let duels = Duels::new(&self.duel.rules, [&spec, &spec], &[], 0.0).expect("a policy");
        let teams: Vec<UnitId> = (1..=4)
            .flat_map(teams_of)
            .filter_map(|counts| duels.units().id(Unit::team(counts)))
            .collect();
        assert_eq!(teams.len(), 125);
        let row = |&a: &UnitId| teams.iter().map(|&d| duels.gain(a, d, 0)).sum::<f64>();
        teams.iter().map(row).sum()
    }

    /// Criterion's benches.
    pub fn benches(&self, criterion: &mut Criterion) {
        let mut group = criterion.benchmark_group("exact");
        group.bench_function("rules", |b| b.iter(|| self.duel.halves().ends()));
        group.bench_function("distribution", |b| b.iter(|| self.distribution()));
        group.bench_function("edge", |b| b.iter(|| self.edge()));
        for policy in ["simple", "minimax"] {
            group.bench_function(format!("125 x 125 edges, {policy}"), |b| {
                b.iter(|| self.all_edges(policy))
            });
        }
        group.finish();
        let halves = self.duel.halves();
        let mut group = criterion.benchmark_group("start");
        group.bench_function("kernel", |b| b.iter(|| Kernel::new(&halves)));
        group.bench_function("tables", |b| {
            b.iter(|| Tables::new(&self.duel.rules, self.policies, &[]))
        });
        group.finish();
    }

    /// Prints medians of slices that take turns.
    pub fn print(&self, rounds: usize) {
        let halves = self.duel.halves();
        let mut candidates = [
            Candidate::new(|n| {
                (0..n)
                    .map(|_| self.distribution()[0][0].to_bits() >> 32)
                    .sum()
            }),
            Candidate::new(|n| (0..n).map(|_| self.edge().to_bits() >> 32).sum()),
            Candidate::new(|n| (0..n).map(|_| self.duel.halves().second.len() as u64).sum()),
            Candidate::new(|n| {
                (0..n)
                    .map(|_| Kernel::new(&halves).ends().len() as u64)
                    .sum()
            }),
            Candidate::new(|n| {
                (0..n)
                    .map(|_| self.all_edges("simple").to_bits() >> 32)
                    .sum()
            }),
            Candidate::new(|n| {
                (0..n)
                    .map(|_| self.all_edges("minimax").to_bits() >> 32)
                    .sum()
            }),
        ];
        in_turns(&mut candidates, rounds);
        let [distribution, edge, rules, kernel, simple, minimax] =
            [0, 1, 2, 3, 4, 5].map(|i| candidates[i].median());
        println!("\nExact, SSNT against SSST; medians of {rounds} rounds");
        println!(
            "  from tables: distribution {distribution:.0} ns (bound 1000, aim 100), edge {edge:.0} ns"
        );
        println!(
            "  by the rules' machine: {:.0} us; compiling the kernel from it {:.0} us",
            rules / 1e3,
            kernel / 1e3
        );
        println!(
            "  all 125 x 125 edges from nothing: simple {:.1} ms, minimax {:.1} ms (bound 50)",
            simple / 1e6,
            minimax / 1e6
        );
    }
}
