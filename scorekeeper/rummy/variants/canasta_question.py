"""The canasta family’s questions about melds: whether they are enough, and what kind they are."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from scorekeeper.rummy.article import Article, AskedMeld, MeldsAnswer, MeldsQuestion, never
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants.canasta_family import FamilyGame, Meld
from scorekeeper.rummy.variants.canasta_parts import Kind

FIRST_MELD_HELP = message("The melds that you want to lay down first, without threes.")


def melds_question(
    game: FamilyGame,
    article: Article,
    help: Message,
    *,
    takes_suits: bool = False,
    asks_total: Callable[[Any], bool] = never,
    asks_round: Callable[[Any], bool] = never,
) -> MeldsQuestion:
    """The question whether melds are enough for a first meld, or which kind each meld is."""
    return MeldsQuestion(
        article=article,
        help=help,
        asks_total=asks_total,
        asks_round=asks_round,
        takes_suits=takes_suits,
        answer=partial(_answer, game),
    )


def _answer(
    game: FamilyGame, rules: Any, deal: Deal, melds: tuple[Meld, ...], needed: int | None
) -> MeldsAnswer:
    for index, meld in enumerate(melds):
        if (fault := game.fault(rules, meld, False)) is not None:
            raise RuleError(fault, "melds", index)
    asked = tuple(_asked(game.kind_of(rules, meld), meld, deal) for meld in melds)
    verdict = _verdict(sum(meld.count for meld in asked), needed, asked)
    return MeldsAnswer(verdict=verdict, melds=asked, needed=needed)


def _asked(kind: Kind | None, meld: Meld, deal: Deal) -> AskedMeld:
    count = deal.points_of(meld)
    return AskedMeld(meld, count, kind.key, kind.name) if kind else AskedMeld(meld, count)


def _verdict(count: int, needed: int | None, melds: tuple[AskedMeld, ...]) -> Message:
    if needed is None:
        names = tuple(meld.name for meld in melds if meld.name)
        if not names:
            return message(
                "None of them has seven cards yet. Together they count {count}.", count=count
            )
        return message("You have: {kinds}. The cards count {count}.", kinds=names, count=count)
    if count < needed:
        return message("No, {short} short.", short=needed - count)
    return message("Yes, that is enough.")
