"""The rules of a game about the melds on its table, and the questions about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, PLACE
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.layout import Spot
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.table.pieces import JOKER, TABLE_CARDS, TablePieces


@dataclass(frozen=True, kw_only=True)
class JokerSwap:
    """The rules on a joker of the table, for a player who has the card that it stands for.

    - `verdict`: the answer to “May I swap this joker off the table?”, with `{card}` for the card
    - `is_yes`: whether the verdict is a yes
    - `then`: what happens to the joker
    - `goes_to_hand`: whether the player takes the joker
    - `needs_card`: whether the joker is free only once the card has replaced it
    """

    verdict: Message
    is_yes: bool = True
    then: Message | None = None
    goes_to_hand: bool = False
    needs_card: bool = True


JOKER_TAKEN = JokerSwap(
    verdict=message("Yes: put {card} in its place and take the joker."), goes_to_hand=True
)
JOKER_STAYS = JokerSwap(
    verdict=message("No: it stands for {card}, and stays where it is."), is_yes=False
)


@dataclass(frozen=True, kw_only=True)
class LayingOff:
    """The rules for laying off cards on melds that never move.

    - `joker`: the text added to the answer about laying off a card if a joker stands for that card,
      with `{melds}` for the melds with such a joker
    - `swap`: the answer to a player who asks whether the card can be swapped for a joker
    - `opened`: the question to the player, if only some players can lay off
    - `not_yet`: the answer to a player who cannot lay off yet
    """

    joker: Message
    swap: JokerSwap
    opened: Message | None = None
    not_yet: Message | None = None


_IN_ITS_PLACE = message("Yes: put {card} in its place.")
_WITHOUT_THE_CARD = message(
    "Yes, and without its card too: here a joker of the table may stand for something else."
)
_NEVER_IN_A_HAND = message(
    "The joker is back in a meld before your turn ends, and never in your hand."
)
_NEVER_ON_A_RACK = message(
    "The joker is back in a meld before your turn ends, and never on your rack."
)
_INTO_A_NEW_MELD = message(
    "The joker goes into a new meld in the same turn, with a tile from your rack and without those "
    "that lay beside it."
)
_OTHER_LAYOUT = message("The table is not legal, but another arrangement of these cards is.")
_NO_LAYOUT = message("The table is not legal, and no other arrangement of these cards is.")


@dataclass(frozen=True)
class TableGame:
    """The rules of a game about its table.

    - `worth`: the points of a card in a hand, by value from 0
    - `joker_worth`: the points of a joker in a hand
    - `copies`: the number of copies of each card
    - `jokers`: the number of jokers in the game
    - `replaces`: whether a joker of the table is free only once a real card has replaced it
    - `frees_into_new_melds`: whether a freed joker must go into a meld with a card of the hand, and
      without cards of the joker’s old meld
    - `other_layout`: the verdict on an illegal table whose cards can form legal melds
    - `no_layout`: the verdict on an illegal table whose cards cannot form legal melds
    - `opening`: the least worth of the first meld; `None` in a game without an opening
    - `pairs`: the number of pairs of equal pieces that are enough to open; 0 if pairs do not open
    - `asks_only_opening`: whether the only question is about the opening
    - `laying_off`: the rules if melds never move; `None` if every player can rearrange the melds
    """

    pieces: TablePieces
    worth: tuple[int, ...]
    joker_worth: int
    copies: int
    jokers: int
    replaces: bool = True
    frees_into_new_melds: bool = False
    other_layout: Message = _OTHER_LAYOUT
    no_layout: Message = _NO_LAYOUT
    opening: int | None = None
    pairs: int = 0
    asks_only_opening: bool = False
    laying_off: LayingOff | None = None

    @property
    def swap(self) -> JokerSwap:
        """The rules on a joker of the table, for a player who has the card that it stands for."""
        if self.laying_off:
            return self.laying_off.swap
        return JokerSwap(
            verdict=_IN_ITS_PLACE if self.replaces else _WITHOUT_THE_CARD,
            then=self._then,
            needs_card=self.replaces,
        )

    @property
    def _then(self) -> Message:
        """The text about a free joker, for games where every player can rearrange the melds."""
        if self.frees_into_new_melds:
            return _INTO_A_NEW_MELD
        return _NEVER_ON_A_RACK if self.pieces.suit_first else _NEVER_IN_A_HAND

    def points_of(self, hand: Iterable[Spot]) -> int:
        return sum(self.joker_worth if spot == JOKER else self.worth[spot.value] for spot in hand)


_MAY_JOKER_BE_SWAPPED = message("May I swap this joker off the table?")


@dataclass(frozen=True)
class TableQuestion:
    """A question about the melds on a table, and the rules for the answer.

    `game(rules, players)` makes the rules for the answer. `joker` is the question about a joker,
    and `joker_article` is the key of the article about jokers.
    """

    title: Message
    game: Callable[[Any, int], TableGame]
    joker: Message = _MAY_JOKER_BE_SWAPPED
    joker_article: str = "joker-replaced"


MAY_BE_PUT_DOWN = message("May this be put down?")


def may_be_laid_off(
    deal: Callable[[Any, int, int], Deal],
    *,
    joker: Message,
    swap: JokerSwap,
    opened: Message | None = None,
    not_yet: Message | None = None,
) -> TableQuestion:
    """Return the question about laying off a card, in a game with this `deal`. See `LayingOff`.

    The rules on melds must be the same in every round.
    """
    laying_off = LayingOff(joker=joker, swap=swap, opened=opened, not_yet=not_yet)
    return TableQuestion(
        message("May this card be laid off, or swapped for a joker?"),
        lambda rules, players: _table_of(deal(rules, players, 1), laying_off),
        joker_article="laying-off",
    )


def _table_of(deal: Deal, laying_off: LayingOff) -> TableGame:
    return TableGame(
        pieces=replace(
            TABLE_CARDS,
            ace_high=deal.ace_high,
            ace_to_ace=deal.ace_to_ace,
            jokers_may_be_either=True,
            sets_repeat=deal.sets_repeat,
            shortest_run=deal.shortest_run,
            wild=None if deal.wild is None else PLACE[deal.wild],
        ),
        worth=deal.worth_by_place,
        joker_worth=deal.worth.get(JOKER_RANK, 0),
        copies=deal.decks,
        jokers=deal.jokers,
        laying_off=laying_off,
    )
