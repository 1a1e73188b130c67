//! What a policy may make of a roll, with chances, in a context of a whole game.

use crate::games::gauntlet::choose::Rule;
use crate::games::gauntlet::contexts::Context;
use crate::games::gauntlet::dice::Roll;
use crate::games::gauntlet::library::best_in;
use crate::games::gauntlet::policy::{Mind, Player};
use crate::games::gauntlet::rules::game::Code;
use crate::games::gauntlet::state::Fight;

/// Calls `visit(code, chance)` for every outcome that the policy may choose.
pub(super) fn spread(
    player: &Player,
    context: &Context,
    layer: usize,
    fight: Fight,
    roll: Roll,
    visit: &mut dyn FnMut(Code, f64),
) {
    let game = &player.library().game;
    let class = context.class(game);
    let calm = match player.mind() {
        Mind::Values(values) => {
            Some(best_in(values, context, &player.menus(class)[layer], fight, roll).0)
        }
        _ => player.choice_at(class, game.round(context.round).faces, layer, fight, roll),
    };
    let noise = player.noise();
    match calm {
        Some(code) => visit(code, 1.0 - noise),
        None => Rule::Random.spread(&player.menus(class)[layer], fight, roll, |c, p| {
            visit(c, p * (1.0 - noise))
        }),
    }
    if noise > 0.0 {
        Rule::Random.spread(&player.wide_menus(class)[layer], fight, roll, |c, p| {
            visit(c, p * noise)
        });
    }
}
