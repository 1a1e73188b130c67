//! A duel in one draw from a table of its results, one table a pair of units: for policies that look at the whole duel
//! (`minimax`, `best_response:…`) and for switches that fix dice or tridents early. Slow to build, so built
//! when first met.

use super::row::Row;
use super::setup::Arena;
use super::units::{OUT, UnitId, Units};
use crate::chance::Stream;
use crate::games::clash::duel::Duel;
use crate::games::clash::rules::Rules;
use crate::games::clash::spec::PolicySpec;
use crate::games::clash::state::DuelState;
use std::rc::Rc;
use std::sync::OnceLock;

/// The tables of one pair of policies.
#[derive(Debug)]
pub(super) struct Joint {
    cells: Box<[OnceLock<Row<[UnitId; 2]>>]>,
    units: usize,
}

impl Joint {
    pub fn new(arena: &Arena) -> Self {
        let units = arena.units.len();
        Self {
            cells: (0..units * units).map(|_| OnceLock::new()).collect(),
            units,
        }
    }

    fn row(
        &self,
        rules: &Rules,
        all: &Units,
        specs: [&PolicySpec; 2],
        units: [UnitId; 2],
    ) -> &Row<[UnitId; 2]> {
        let [a, d] = units.map(usize::from);
        self.cells[a * self.units + d].get_or_init(|| {
            let duel = Duel {
                rules: Rc::new(rules.clone()),
                units: units.map(|id| all.unit(id)),
                challenger: 0,
                specs: specs.map(Clone::clone),
                marker_weight: 0.0,
            };
            let (ends, _) = duel.halves().ends();
            let left = |end: &DuelState| [0, 1].map(|k| all.id_left(units[k], end.sides[k].unit()));
            Row::new(ends.iter().map(|(end, w)| (left(end), *w)))
        })
    }

    /// Draws what a duel leaves.
    pub fn draw(
        &self,
        rules: &Rules,
        all: &Units,
        specs: [&PolicySpec; 2],
        units: [UnitId; 2],
        stream: &mut Stream,
    ) -> [UnitId; 2] {
        self.row(rules, all, specs, units).draw(stream)
    }

    /// Every result with its probability.
    pub fn ends(
        &self,
        rules: &Rules,
        all: &Units,
        specs: [&PolicySpec; 2],
        units: [UnitId; 2],
    ) -> Vec<([UnitId; 2], f64)> {
        self.row(rules, all, specs, units).shares().collect()
    }

    /// As [`super::stages::Staged::means`].
    pub fn means(
        &self,
        rules: &Rules,
        all: &Units,
        specs: [&PolicySpec; 2],
        units: [UnitId; 2],
    ) -> ([f64; 2], f64) {
        let (mut lost, mut p_lost) = ([0.0; 2], 0.0);
        for (left, p) in self.row(rules, all, specs, units).shares() {
            let now = [0, 1].map(|k| match Units::is_animal(units[k]) {
                true => u8::from(left[k] == OUT),
                false => all.size(units[k]) - all.size(left[k]),
            });
            lost = [0, 1].map(|k| lost[k] + p * f64::from(now[k]));
            p_lost += if now[1] > 0 { p } else { 0.0 };
        }
        (lost, p_lost)
    }
}
