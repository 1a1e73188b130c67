//! What everybody may see of another gladiator.

use crate::games::gladiatori::cards::{ACTIONS, Cards, Kind, Zone, ones};
use crate::games::gladiatori::decision::Spot;
use crate::games::gladiatori::game::Game;
use crate::games::gladiatori::sheet::Sheet;
use crate::games::gladiatori::state::{Gladiator, ItemState, Status};
use crate::games::gladiatori::values::Item;

/// Another gladiator, as everybody sees it.
#[derive(Debug, Clone, Copy)]
pub struct Other<'a> {
    pub(super) game: &'a Game<'a>,
    pub(super) g: &'a Gladiator,
    pub(super) sheet: &'a Sheet,
}

impl<'a> Other<'a> {
    /// How it is.
    pub fn status(&self) -> Status {
        self.g.status()
    }

    /// Number of cards in hand.
    #[inline]
    pub fn hand(&self) -> u8 {
        self.g.count(Zone::Hand)
    }

    /// Number of cards in the HP deck, cover not counted.
    #[inline]
    pub fn hp(&self) -> u8 {
        self.g.count(Zone::Hp)
    }

    /// Number of cards in the discard pile.
    #[inline]
    pub fn discard(&self) -> u8 {
        self.g.count(Zone::Discard)
    }

    /// The discard pile, where it is open (A58).
    pub fn discard_cards(&self) -> Option<Cards> {
        self.game
            .rules
            .r
            .discard_public
            .then(|| self.g.zone(Zone::Discard))
    }

    /// Action cards that lie face-up in the row.
    #[inline]
    pub fn row(&self) -> u16 {
        self.g.zone(Zone::Play).set & ACTIONS & !self.g.hidden_row()
    }

    /// Number of Action cards that lie face-down in the row: of the exchange in progress, or of a Recover.
    #[inline]
    pub fn hidden(&self) -> u8 {
        ones(self.g.hidden_row())
    }

    /// Whether a row card could be re-used: in defense every face-up one, in attack the straight ones.
    #[inline]
    pub fn row_usable(&self, kind: Kind, defense: bool) -> bool {
        self.row() & kind.card() != 0 && (defense || !self.g.rotated(kind))
    }

    /// Blood price of a face-up row card.
    #[inline]
    pub fn row_price(&self, kind: Kind) -> Option<u8> {
        self.g
            .row_price(kind)
            .filter(|_| self.row() & kind.card() != 0)
    }

    /// Items with their state.
    #[inline]
    pub fn items(&self) -> [(Item, ItemState); 2] {
        [
            (self.sheet.items[0], self.g.item(0)),
            (self.sheet.items[1], self.g.item(1)),
        ]
    }

    /// Attack and defense of the items now.
    #[inline]
    pub fn item_values(&self) -> (i16, i16) {
        self.g.item_values(self.sheet, 2)
    }

    /// Hit Points of its items.
    #[inline]
    pub fn items_hp(&self) -> u8 {
        self.g.items_hp(self.sheet)
    }

    /// Start values, where they are public: ready-made gladiators.
    #[inline]
    pub fn sheet(&self) -> Option<&'a Sheet> {
        self.sheet.public.then_some(self.sheet)
    }

    /// Powers left, where the sheet is public.
    pub fn powers(&self) -> Option<u16> {
        self.sheet.public.then(|| self.g.powers())
    }

    /// Face-down.
    #[inline]
    pub fn facedown(&self) -> bool {
        self.g.facedown()
    }

    /// Unbalanced markers.
    pub fn unbalanced(&self) -> u8 {
        self.g.unbalanced()
    }

    /// Trapped markers.
    #[inline]
    pub fn trapped(&self) -> u8 {
        self.g.trapped()
    }

    /// Waits to die (Unbeatable).
    pub fn waiting(&self) -> bool {
        self.g.waiting()
    }

    /// Victory points.
    #[inline]
    pub fn vp(&self) -> i16 {
        self.g.vp
    }

    /// Where it stands.
    pub fn spot(&self) -> Spot {
        Spot {
            hex: self.g.hex,
            facing: self.g.facing(),
        }
    }

    /// The face that everybody sees, as a gladiator whose hidden parts are blank: no cards in hand, HP deck and
    /// discard pile, stats 0. [`Game::dressed`] fills it. `kind` says what each face-down row card is taken for, from left
    /// to right: kinds that do not lie face-up.
    pub fn face(&self, kind: impl FnMut() -> Kind) -> Gladiator {
        let mut g = *self.g;
        g.rename_hidden(kind);
        for zone in [Zone::Hand, Zone::Hp, Zone::Discard] {
            g.put(zone, Cards::NONE);
        }
        g.stats = [0; 5];
        g.set_overskill(0, 0);
        if !self.sheet.public {
            g.use_powers(g.powers());
        }
        g
    }
}
