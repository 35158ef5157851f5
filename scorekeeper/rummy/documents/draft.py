"""The document of a round that is being entered. Any part of the round can be missing.

The document has numbers of seats instead of names. If partners give shares of a hand, the first
numbers are the sides with their melds, and the next numbers are the players with the cards held.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.cards import Pieces, print_cards
from scorekeeper.rummy.documents.hand import read_hand, read_hand_cards, write_hand
from scorekeeper.rummy.documents.reading import Seating, read_object
from scorekeeper.rummy.documents.round import ROUND_KEYS, read_ending, read_facts, write_facts
from scorekeeper.rummy.entering import Draft, GivenHand
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.sides import shares_of

HANDS = "hands"

_LAID_OFF = "laid_off"
"""In the document of a hand, the key of the cards that the player claims to have laid off."""

_NUMBERS = [str(seat) for seat in SEATS]


def read_draft(document: object, game: Game) -> Draft:
    fields = read_object(document, ROUND_KEYS)
    players = dict(zip(_NUMBERS, SEATS[: len(game.players)], strict=False))
    shares = {str(int(share)): share for share in shares_of(game.sides)}
    hands = read_object(fields.get(HANDS, {}), shares, HANDS)
    return Draft(
        ending=read_ending(fields["ending"]) if "ending" in fields else None,
        hands={
            shares[number]: read_given(hand, shares[number], game.variant.pieces)
            for number, hand in hands.items()
        },
        **read_facts(fields, Seating(players, shares)),
    )


def write_draft(draft: Draft) -> dict[str, Any]:
    ending = {"ending": draft.ending.value} if draft.ending else {}
    hands = {str(int(share)): write_given(given) for share, given in draft.hands.items()}
    return ending | write_facts(draft, _NUMBERS) | ({HANDS: hands} if hands else {})


def read_given(document: object, share: Seat, pieces: Pieces) -> GivenHand:
    if not isinstance(document, dict) or _LAID_OFF not in document:
        return GivenHand(read_hand(document, share, pieces))
    hand = {key: value for key, value in document.items() if key != _LAID_OFF}
    laid_off = read_hand_cards(document[_LAID_OFF], share, HANDS, share, _LAID_OFF)
    return GivenHand(read_hand(hand, share, pieces), laid_off)


def write_given(given: GivenHand) -> Any:
    hand = write_hand(given.hand)
    if not given.laid_off or not isinstance(hand, dict):
        return hand
    return hand | {_LAID_OFF: print_cards(given.laid_off)}
