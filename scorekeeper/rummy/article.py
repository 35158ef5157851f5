"""Articles of the rules page, and questions about a hand or about melds.

An article has the same key in every game. The key is its anchor on the rules page.
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
    """A condition that is false under all house rules."""
    return False


@dataclass(frozen=True, slots=True)
class Article:
    """A question that the rules answer. Parts of a ruling link to the answer.

    - `rules`, `tags`: the kinds of points and the kinds of round that it explains
    - `settles(ruling)`: whether this question is the dispute that decides the round
    - `explains(line)`: whether a line of points links to this article, even if the article does not
      explain the kind of the line
    - `keeps_lines`: whether lines of its kinds link to this article even if another article
      `settles` the round
    - `decides`: whether it is the main article of a round with one of its tags, unless another
      article `settles` the round
    - `payer`: the placeholder, in the sentences of its lines, for the player who pays the points
    - `of_several`: pairs of sentences with the same reason. The first sentence names one payer, the
      second names several payers
    - `in_a_sum`: a short name of the points, to show next to a number. `None` if the question is
      short enough
    """

    key: str
    question: Message
    rules: tuple[AnyRule, ...] = ()
    tags: tuple[AnyTag, ...] = ()
    settles: Callable[[Ruling], bool] = lambda _ruling: False
    explains: Callable[[Line], bool] = lambda _line: False
    keeps_lines: bool = False
    decides: bool = False
    payer: str = ""
    of_several: tuple[tuple[Message, Message], ...] = ()
    in_a_sum: Message | None = None


def points_article(
    key: str, name: Message, *rules: AnyRule, in_a_sum: Message | None = None
) -> Article:
    return Article(key, name, rules, keeps_lines=True, in_a_sum=in_a_sum)


MOST_WITHOUT_SIZE = 26
"""The most cards in a question, in a game without a limit on the size of a hand."""


def most_cards(deal: Deal) -> int:
    """The most cards in a question: a full hand and the drawn card."""
    return MOST_WITHOUT_SIZE if deal.hand_size is None else deal.hand_size + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAnswer:
    """The judge’s answer, and the hand laid out to show it.

    - `verdict`: the answer in one sentence
    - `yes`: whether the answer is yes; `None` if the question is not a yes-or-no question
    - `left`: the cards outside the melds
    - `left_points`: the count of the hand. It includes the melds, unless the game spares melds
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

    - `article`: the article of the rules with the general answer
    - `help`: tells the user which cards to give
    - `takes_whole_hand`: whether the question needs all the cards of a hand
    - `pieces`: the cards of the question and their spellings. `None`: the game’s usual cards
    - `answer(rules, deal, cards)`: the answer for these cards. Every card has its suit
    """

    article: Article
    help: Message
    takes_whole_hand: bool = False
    pieces: Pieces | None = None
    answer: Callable[[Any, Deal, tuple[Card, ...]], HandAnswer]


@dataclass(frozen=True, slots=True)
class AskedMeld:
    """A meld from a question, and its count.

    Some melds, such as canastas, are also parts of a hand. `kind` is the key of the part, and
    `name` is its name. Both are `None` for a plain meld.
    """

    cards: tuple[Card, ...]
    count: int
    kind: str | None = None
    name: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldsAnswer:
    """The judge’s answer about melds that somebody wants to lay.

    - `verdict`: the answer in one sentence
    - `needed`: the count that the melds need together. `None` if the question has no such count
    - `yes`: whether the melds reach the count `needed`
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

    - `article`: the article of the rules with the general answer
    - `help`: tells the user which melds to give
    - `asks_total(rules)`: whether the count of a first meld depends on the total of the side
    - `asks_round(rules)`: whether the count of a first meld depends on the number of the round
    - `takes_suits`: whether the suits of the cards matter
    - `answer(rules, deal, melds, needed)`: the answer for these melds. `needed` is the count that a
      first meld must reach. Raises `RuleError` with the index of an invalid meld
    """

    article: Article
    help: Message
    asks_total: Callable[[Any], bool] = never
    asks_round: Callable[[Any], bool] = never
    takes_suits: bool = False
    answer: Callable[[Any, Deal, tuple[tuple[Card, ...], ...], int | None], MeldsAnswer]
