"""A question about one hand that the judge answers without a round: `May I lay this down?`"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.article import Article
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.laid_meld import LaidMeld
from scorekeeper.rummy.messages import Message

MOST_CARDS = 26
"""The most cards that are laid out in a game where a hand can have any number."""


def most_cards(deal: Deal) -> int:
    """The most cards of a hand in question: as many as it can hold, and one that was drawn."""
    return MOST_CARDS if deal.hand_size is None else deal.hand_size + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAnswer:
    """What the judge says, and the hand laid out to show it.

    - `verdict`: the answer in one sentence
    - `yes`: whether that is a yes; `None` if the question is not one of yes or no
    - `left`: the cards that are in none of the melds, which count `left_points`
    - `notes`: what there is to add to the verdict
    """

    verdict: Message
    yes: bool | None = None
    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    left_points: int
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandQuestion:
    """A question about one hand that is asked in a game.

    - `article`: the article of the rules that asks it too
    - `help`: which cards to give
    - `answer(rules, deal, cards)`: the answer for these cards, which all have their suits
    """

    article: Article
    help: Message
    answer: Callable[[Any, Deal, tuple[Card, ...]], HandAnswer]
