"""Cards that need their suits, read for a question about melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorekeeper.rummy.cards import JOKER_RANK, Card, CardError, read_card, read_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError


def read_suited_cards(
    written: object, deal: Deal, held: Counter[Card], *where: str | int
) -> tuple[Card, ...]:
    """Read cards with suits, and add them to those `held`, of which the deal has a limit.

    Raises `RuleError` at the place `where`.
    """
    cards = _parse_cards(written, *where)
    for card in cards:
        held[card] += 1
        if card.rank == JOKER_RANK and not deal.jokers:
            raise RuleError(message("There are no jokers in this game."), *where)
        if card.rank != JOKER_RANK and not card.suit:
            text = message("Every card needs its suit here: “{card}” has none.", card=card)
            raise RuleError(text, *where)
        limit = deal.jokers if card.rank == JOKER_RANK else deal.decks
        if held[card] > limit:
            text = message(
                "There are too many {card}: this game has only {number}.",
                card=card,
                number=limit,
            )
            raise RuleError(text, *where)
    return cards


def check_number(cards: Sequence[Card], most: int, *where: str | int) -> None:
    """Refuse a hand of no cards, or of more than can be laid out."""
    if not 1 <= len(cards) <= most:
        raise RuleError(message("A hand to arrange has 1 to {most} cards.", most=most), *where)


def _parse_cards(written: object, *where: str | int) -> tuple[Card, ...]:
    try:
        if isinstance(written, str):
            return read_cards(written)
        if isinstance(written, list) and all(isinstance(card, str) for card in written):
            return tuple([read_card(card) for card in written])
    except CardError as error:
        raise RuleError(message("“{card}” is not a card.", card=error.text), *where) from None
    raise RuleError(message("Give the cards, such as “7S 7H 7D KC”."), *where)
