//! Policies by values under a cap on matches: what is best depends on how many are left, so each number of matches left has a chain of its own.

use super::*;

impl Follow<'_> {
    /// What becomes of a fight that is entered in these states; with the chain of its first match.
    pub fn fight(&self, context: &Context, start: &[(usize, f64)]) -> (Arc<Chain>, Flow) {
        let game = &self.player.library().game;
        let cap = game.rules.match_cap;
        match self.player.mind() {
            Mind::Values(values) if cap > 0 => {
                let mut chains = self.clocked(values, context);
                let flow = Chain::forward_by(&chains, start);
                let first = chains.pop().expect("a cap is at least 1");
                (Arc::new(first), flow)
            }
            _ => {
                let chain = self.chain(context);
                let flow = chain.forward(start, cap);
                (chain, flow)
            }
        }
    }

    /// The chains of a fight, that of its last match first. Values with so many matches left follow from those with one less: under
    /// the optimum by the best outcomes, under a policy that is improved upon by its own chain.
    fn clocked(&self, values: &Values, context: &Context) -> Vec<Chain> {
        let game = &values.game;
        let faces = game.round(context.round).faces;
        let sweepers = self.sweepers(context.class(game));
        let chances = roll_chances(faces);
        let right = context.mode == Mode::Right;
        let every_match = right && game.rules.right_per_match;
        let once = right && !every_match;
        let own = self.improved.as_ref().map(|player| {
            let follow = Follow::new(player).expect("asked before");
            follow.chain(context)
        });
        // Ends and open fights, with the right unused (or never there) and used.
        let mut contexts = vec![*context];
        if once {
            contexts.push(context.used());
        }
        let ends: Vec<Vec<f64>> = contexts.iter().map(|c| values.ends(c)).collect();
        let all_ends = ends.concat();
        let n = sweepers.len() * FIGHTS;
        let mut open: Vec<f64> = (0..contexts.len() * n)
            .map(|s| values.lost(context.round, Fight::from_index(s % FIGHTS).glory))
            .collect();
        let most = all_ends
            .iter()
            .chain(&open)
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let mut room = Room::new(&sweepers);
        let mut chains = Vec::new();
        for _ in 0..game.rules.match_cap {
            let by_code: Vec<Vec<f64>> = open
                .chunks_exact(n)
                .zip(&ends)
                .map(|(open, ends)| by_code(open, ends))
                .collect();
            let problem = Problem {
                sweepers: &sweepers,
                chances: &chances,
                ends: &ends[0],
                again: match by_code.get(1) {
                    Some(used) => Again::Once(used),
                    None if every_match => Again::EveryMatch,
                    None => Again::Never,
                },
                cap: 0,
                stall: [0.0; 6],
            };
            let mut best = vec![Vec::new(); contexts.len()];
            let mut again = Vec::new();
            for layer in 0..sweepers.len() {
                if let Some(used) = by_code.get(1) {
                    problem.value_rerolls(&mut room, layer, used, most);
                    best[1].push(room.best(layer).to_vec());
                }
                problem.name_best(&mut room, layer, &by_code[0], most);
                best[0].push(room.best(layer).to_vec());
                if right {
                    again.push(room.again().to_vec());
                }
            }
            let chain = Chain::named(&chances, &best, &again, every_match);
            open = own.as_deref().unwrap_or(&chain).one_match(&open, &all_ends);
            chains.push(chain);
        }
        chains
    }
}

/// Values of all codes out of those of open fights, layer by layer, and of ends.
fn by_code(open: &[f64], ends: &[f64]) -> Vec<f64> {
    (0..2)
        .flat_map(|layer| {
            let layer = layer.min(open.len() / FIGHTS - 1);
            let open = &open[layer * FIGHTS..(layer + 1) * FIGHTS];
            open.iter().chain(ends).copied()
        })
        .collect()
}
