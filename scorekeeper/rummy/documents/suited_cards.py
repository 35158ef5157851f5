"""Cards with their suits, as written in a question."""

from __future__ import annotations

from collections import Counter

from scorekeeper.rummy.cards import JOKER_RANK, Card, CardError, Pieces, read_card, read_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.documents.hand import lacking_card
from scorekeeper.rummy.documents.reading import too_many
from scorekeeper.rummy.judging.hand_validation import is_wild_here
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError


def read_suited_cards(
    written: object, pieces: Pieces, deal: Deal, held: Counter[Card], *where: str | int
) -> tuple[Card, ...]:
    """Read cards with suits, and add them to `held`.

    Raises `RuleError` at `where`, also if the deal has too few copies of a card.
    """
    cards = _parse_cards(written, pieces, *where)
    for card in cards:
        held[card] += 1
        if card.rank == JOKER_RANK and not deal.jokers:
            raise RuleError(message("There are no jokers in this game."), *where)
        if not pieces.are_coloured:
            _check_suited(card, deal, *where)
        limit = deal.jokers if card.rank == JOKER_RANK else deal.decks
        limit = deal.copies.get(card.rank, limit)
        if held[card] > limit:
            raise RuleError(too_many((card,), limit, is_joker=card.rank == JOKER_RANK), *where)
    return cards


def _check_suited(card: Card, deal: Deal, *where: str | int) -> None:
    if card.rank not in deal.worth:
        text = message("You play without {card}.", card=Card(card.rank))
        raise RuleError(text, *where)
    if card == deal.wild_card:
        raise RuleError(is_wild_here(card), *where)
    if card.rank != JOKER_RANK and not card.suit:
        text = message("Every card needs its suit here: “{card}” has none.", card=card)
        raise RuleError(text, *where)


def _parse_cards(written: object, pieces: Pieces, *where: str | int) -> tuple[Card, ...]:
    try:
        if isinstance(written, str):
            return read_cards(written, pieces)
        if isinstance(written, list) and all(isinstance(card, str) for card in written):
            return tuple(read_card(card, pieces) for card in written)
    except CardError as error:
        text = lacking_card(error, pieces) or message("“{card}” is not a card.", card=error.text)
        raise RuleError(text, *where) from None
    raise RuleError(message("Enter the cards, such as “7S 7H 7D KC”."), *where)
