"""The keys for the cards of a round, and their points."""

from __future__ import annotations

import json

from scorekeeper.rummy.cards import JOKER_RANK, Pieces
from scorekeeper.rummy.words import Words
from scorekeeper.web.entering.round_in_progress import RoundInProgress
from scorekeeper.web.parts.playing_cards import COLOUR_NAMES, SUIT_NAMES


class KeyPad:
    """The keys for a hand in this round, and their points."""

    in_progress: RoundInProgress

    @property
    def suits(self) -> dict[str, str]:
        names = COLOUR_NAMES if self.pieces.are_coloured else SUIT_NAMES
        return {suit: str(names[suit]) for suit in self.pieces.suits}

    @property
    def worth_json(self) -> str:
        """The points of each rank in this round, so that the browser can count by itself."""
        return json.dumps(dict(self.in_progress.deal.worth))

    @property
    def ranks(self) -> list[str]:
        deal = self.in_progress.deal
        ranks = [rank for rank in self.pieces.keys or self.pieces.ranks if rank in deal.worth]
        return [*ranks, *([JOKER_RANK] if deal.jokers else [])]

    @property
    def own_cards(self) -> list[str]:
        """The ranks of tiles and of special cards. Empty in a game with playing cards."""
        if self.pieces.suits and not self.pieces.are_coloured:
            return []
        ranks = {card.rank: None for card in self.pieces.spellings.values()}
        return [rank for rank in ranks if rank != JOKER_RANK]

    @property
    def pieces(self) -> Pieces:
        return self.in_progress.game.variant.pieces

    @property
    def words(self) -> Words:
        return self.in_progress.game.variant.words
