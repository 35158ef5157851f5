"""The question of Burraco players whether a wild card in a meld can move."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from scorekeeper.rummy.article import Article, AskedMeld
from scorekeeper.rummy.cards import RANKS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.play import AskedCards, AskedPlay, PlayAnswer, PlayQuestion
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants.canasta_family import FamilyGame, Meld
from scorekeeper.rummy.variants.canasta_melds import NO_MELD, naturals_in_place, naturals_of

_STAYS = message("It stays in this meld for good, and nobody takes it into the hand.")


def wild_question(game: FamilyGame, article: Article) -> PlayQuestion:
    return PlayQuestion(
        key="wild",
        title=message("May I move the wild card?"),
        article=article,
        help=message("The meld from low to high, with its wild card where it is, and your card."),
        cards=(
            AskedCards(key="meld", label=message("The meld"), most=len(RANKS) + 1),
            AskedCards(key="card", label=message("Your card"), most=1),
        ),
        takes_suits=True,
        answer=partial(_answer, game),
    )


def _answer(game: FamilyGame, rules: Any, deal: Deal, asked: AskedPlay) -> PlayAnswer:
    meld, [card] = asked.cards["meld"], asked.cards["card"]
    own = naturals_in_place(meld)
    if own is None:
        raise RuleError(NO_MELD, "meld")
    if all(own):
        return _no(message("No: there is no wild card in this meld."))
    naturals = naturals_of(meld)
    if len({natural.rank for natural in naturals}) == 1:
        return _no(message("No: in a set it has no place to leave. Add your card to the set."))
    place, suit = own.index(False), naturals[0].suit
    [needed] = [rank for rank in RANKS if _in_place_of(meld, place, Card(rank, suit))]
    if card != Card(needed, suit):
        stands_for = Card(needed, suit)
        return _no(message("No: it stands for {card}, and only that frees it.", card=stands_for))
    melds = tuple(_named(game, rules, deal, run) for run in _moved(meld, place, card))
    if not melds:
        return _no(message("No: the run has no end left for the wild card."))
    verdict = message("Yes: put {card} in its place, and the wild card at an end.", card=card)
    return PlayAnswer(verdict=verdict, yes=True, notes=(_STAYS,), melds=melds)


def _no(verdict: Message) -> PlayAnswer:
    return PlayAnswer(verdict=verdict, yes=False)


def _replaced(meld: Meld, place: int, card: Card) -> Meld:
    return (*meld[:place], card, *meld[place + 1 :])


def _in_place_of(meld: Meld, place: int, card: Card) -> bool:
    """Check whether this card fits in the place of the wild card in a run."""
    own = naturals_in_place(_replaced(meld, place, card))
    return own is not None and all(own)


def _moved(meld: Meld, place: int, card: Card) -> Iterator[Meld]:
    """Yield the runs after the card takes the place of the wild card.

    In these runs the wild card is at the low end or at the high end.
    """
    run = _replaced(meld, place, card)
    for moved in ((meld[place], *run), (*run, meld[place])):
        if naturals_in_place(moved) is not None:
            yield moved


def _named(game: FamilyGame, rules: Any, deal: Deal, meld: Meld) -> AskedMeld:
    kind, count = game.kind_of(rules, meld), deal.points_of(meld)
    return AskedMeld(meld, count, kind.key, kind.name) if kind else AskedMeld(meld, count)
