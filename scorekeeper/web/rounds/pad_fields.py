"""What the key pad shows, on every page that has it."""

from __future__ import annotations

import json

from scorekeeper.rummy.cards import JOKER_RANK, Pieces
from scorekeeper.rummy.round import HandPart
from scorekeeper.rummy.words import Words
from scorekeeper.web.playing_cards import SUIT_NAMES
from scorekeeper.web.rounds.entry import RoundInProgress


class PadFields:
    """The keys that there are in this round, and what they count."""

    entry: RoundInProgress

    @property
    def suits(self) -> dict[str, str]:
        """The names of the suits by letter."""
        return {suit: str(name) for suit, name in SUIT_NAMES.items()}

    @property
    def worth_json(self) -> str:
        """What each rank counts in this round, for the count that the browser makes at once."""
        return json.dumps(dict(self.entry.deal.worth))

    @property
    def ranks(self) -> list[str]:
        """The ranks on the key pad."""
        return [*self.pieces.ranks, *([JOKER_RANK] if self.entry.deal.jokers else [])]

    @property
    def pieces(self) -> Pieces:
        """What the game is played with."""
        return self.entry.game.variant.pieces

    @property
    def words(self) -> Words:
        """What is said otherwise of tiles than of cards."""
        return self.entry.game.variant.words

    @property
    def hand_parts(self) -> frozenset[HandPart]:
        """What is asked of a hand beside the cards left."""
        return self.entry.game.variant.hand_parts

    @property
    def takes_empty_hands(self) -> bool:
        """Whether a key says that nothing is left."""
        game = self.entry.game
        return game.variant.takes_empty_hands(game.rules, self.entry.deal)

    @property
    def takes_whole_hands(self) -> bool:
        """Whether melds in a hand may be laid out: not where all cards left count."""
        return self.entry.deal.spares_melds
