"""Articles of the rules page, and questions about a hand or about melds.

An article has the same key in every game; the key is its anchor on the rules page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.cards import Card, Pieces
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.melds.meld import LaidMeld
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Ruling


def never(_rules: Any) -> bool:
    """What no house rules ask for."""
    return False


@dataclass(frozen=True, slots=True)
class Article:
    """A question that the rules answer, and which parts of a ruling link to it.

    - `rules`, `tags`: the kinds of points and the kinds of round that it explains
    - `settles(ruling)`: whether a round turns on the question
    - `explains(line)`: whether it explains a line of points, whatever its kind
    - `stands`: whether its lines link to it even when another article settles the round
    - `decides`: whether it is the main article of every round with one of its tags
    - `payer`: the argument of its lines that says whom the points come from
    - `of_several`: pairs of sentences: for one payer, and for several who pay for the same reason
    - `in_a_sum`: what the points are called beside a number, where the question is too long
    """

    key: str
    question: Message
    rules: tuple[AnyRule, ...] = ()
    tags: tuple[AnyTag, ...] = ()
    settles: Callable[[Ruling], bool] = lambda _ruling: False
    explains: Callable[[Line], bool] = lambda _line: False
    stands: bool = False
    decides: bool = False
    payer: str = ""
    of_several: tuple[tuple[Message, Message], ...] = ()
    in_a_sum: Message | None = None


def points_article(
    key: str, name: Message, *rules: AnyRule, in_a_sum: Message | None = None
) -> Article:
    return Article(key, name, rules, stands=True, in_a_sum=in_a_sum)


MOST_WITHOUT_SIZE = 26
"""The most cards that can be asked about in a game where a hand can have any number."""


def most_cards(deal: Deal) -> int:
    """The most cards in a question: a full hand and the drawn card."""
    return MOST_WITHOUT_SIZE if deal.hand_size is None else deal.hand_size + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAnswer:
    """What the judge says, and the hand laid out to show it.

    - `verdict`: the answer in one sentence
    - `yes`: whether that is a yes; `None` if it is not a yes-or-no question
    - `left`: the cards that are in none of the melds
    - `left_points`: what the hand counts: those cards, and melds that the game does not spare
    - `notes`: further sentences below the verdict
    """

    verdict: Message
    yes: bool | None = None
    melds: tuple[LaidMeld, ...]
    left: tuple[Card, ...]
    left_points: int
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandQuestion:
    """A question about one hand that players of a game ask.

    - `article`: the article of the rules that answers it in general
    - `help`: which cards to give
    - `takes_whole_hand`: whether it can only be asked about all the cards of a hand
    - `pieces`: how its cards are written, if not as in a round
    - `answer(rules, deal, cards)`: the answer for these cards, which all have their suits
    """

    article: Article
    help: Message
    takes_whole_hand: bool = False
    pieces: Pieces | None = None
    answer: Callable[[Any, Deal, tuple[Card, ...]], HandAnswer]


@dataclass(frozen=True, slots=True)
class AskedMeld:
    """A meld that was asked about, and what it counts.

    `kind` is the part of a hand that it is, such as a canasta, and `name` what that is called. Both
    are `None` for a mere meld.
    """

    cards: tuple[Card, ...]
    count: int
    kind: str | None = None
    name: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldsAnswer:
    """What the judge says of melds that somebody wants to lay.

    - `verdict`: the answer in one sentence
    - `needed`: what they must count together, and `yes` whether they do, where that is asked
    """

    verdict: Message
    melds: tuple[AskedMeld, ...]
    needed: int | None = None

    @property
    def count(self) -> int:
        return sum(meld.count for meld in self.melds)

    @property
    def yes(self) -> bool | None:
        return None if self.needed is None else self.count >= self.needed


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldsQuestion:
    """A question about melds that players of a game ask.

    - `article`: the article of the rules that answers it in general
    - `help`: which melds to give
    - `asks_total(rules)`, `asks_round(rules)`: what else the answer depends on
    - `takes_suits`: whether it matters of which suits the cards are
    - `answer(rules, deal, melds, needed)`: the answer for these melds, where `needed` is what a
      first meld must count; raises `RuleError` at the index of what is no meld
    """

    article: Article
    help: Message
    asks_total: Callable[[Any], bool] = never
    asks_round: Callable[[Any], bool] = never
    takes_suits: bool = False
    answer: Callable[[Any, Deal, tuple[tuple[Card, ...], ...], int | None], MeldsAnswer]
