"""Hands at the end of a round: real cards, the melds found in them, and cheap cards beside these.

Nobody plays cards here. A player is dealt some more cards than a hand holds, as if they had drawn
and discarded, and keeps the melds in them and the cheapest of the others.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.rummy.cards import CARDS, JOKER, PLACE, RANKS, SUITS, Card, Pieces
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.arrange import best_arrangement

USUAL_SIZE = 7
"""How many cards a player gets in a game whose hands may have any number."""
_SHORTEST_MELD = 3


@dataclass(frozen=True, slots=True)
class Held:
    """The cards that a player has kept: those in melds, and the unmatched ones."""

    melded: tuple[Card, ...]
    unmatched: tuple[Card, ...]
    deadwood: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """The whole hand."""
        return self.melded + self.unmatched


def as_cards(deal: Deal, pieces: Pieces) -> Deal:
    """The same deal with cards in place of its pieces: tiles are melded as cards are."""
    if pieces is CARDS:
        return deal
    worth = {card: deal.worth[rank] for card, rank in zip(RANKS, pieces.ranks, strict=True)}
    return replace(deal, worth={**deal.worth, **worth})


def as_pieces(cards: Sequence[Card], pieces: Pieces) -> tuple[Card, ...]:
    """The pieces that these cards stand for, in a game that is not played with cards."""
    if pieces is CARDS:
        return tuple(cards)
    return tuple(card if card == JOKER else Card(pieces.ranks[PLACE[card.rank]]) for card in cards)


def shuffled(deal: Deal, rng: random.Random) -> list[Card]:
    """Every card of a deal, shuffled."""
    cards = [Card(rank, suit) for rank in RANKS for suit in SUITS] * deal.decks
    cards += [JOKER] * deal.jokers
    rng.shuffle(cards)
    return cards


def size_of(deal: Deal) -> int:
    """How many cards a player holds in this deal."""
    return deal.cards_dealt or USUAL_SIZE


def held(cards: Sequence[Card], deal: Deal) -> Held:
    """What a player who has seen these cards keeps of them."""
    size = size_of(deal)
    found = best_arrangement(cards, deal)
    melded: list[Card] = []
    others = list(found.unmatched)
    for meld in sorted(found.melds, key=lambda meld: -points_of_cards(meld, deal)):
        room = size - len(melded)
        # Any three cards or more from the start of a meld are a meld.
        kept = meld[:room] if room >= _SHORTEST_MELD else ()
        melded += kept
        others += meld[len(kept) :]
    others.sort(key=lambda card: deal.worth[card.rank])
    unmatched = tuple(others[: size - len(melded)])
    return Held(tuple(melded), unmatched, points_of_cards(unmatched, deal))


def points_of_cards(cards: Sequence[Card], deal: Deal) -> int:
    return sum(deal.worth[card.rank] for card in cards)
