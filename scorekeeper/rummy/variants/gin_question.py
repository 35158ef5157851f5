"""The question of gin players which cards they can lay off on the knocker’s melds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import AskedMeld
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.judging.defence import lay_off_on
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.lay_offs import all_that_fit, where_laid
from scorekeeper.rummy.melds.single_deck import bits_of, cards_of
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.play import AskedCards, AskedFact, AskedPlay, PlayAnswer, PlayQuestion
from scorekeeper.rummy.round import RuleError

_MOST = 11
"""The most cards in a hand: ten cards and the drawn card."""

_AGAINST_GIN = message("No: against gin nobody lays off.")


def _answer(_rules: Any, deal: Deal, asked: AskedPlay) -> PlayAnswer:
    laid = best_arrangement(asked.cards["melds"], deal)
    if laid.unmatched:
        text = message("In no meld of the knocker: {cards}.", cards=tuple(laid.unmatched))
        raise RuleError(text, "melds")
    melds, cards = tuple(map(tuple, laid.melds)), asked.cards["cards"]
    if asked.facts["ended"] == "gin":
        least = best_arrangement(cards, deal).deadwood
        return PlayAnswer(verdict=_AGAINST_GIN, yes=False, notes=(_least(least),))
    on = tuple(map(bits_of, melds))
    fit = all_that_fit(bits_of(cards), on)
    where = [(cards_of(card)[0], cards_of(meld)) for card, meld in where_laid(fit, on)]
    if not where:
        return PlayAnswer(
            verdict=message("No: none of these cards fits a meld of the knocker."),
            yes=False,
            notes=(_least(best_arrangement(cards, deal).deadwood),),
        )
    best, _layoffs = lay_off_on(melds, cards, deal)
    kept = tuple(card for card in cards if card not in [laid_off for laid_off, _meld in where])
    return PlayAnswer(
        verdict=_verdict(tuple(card for card, _meld in where), kept),
        yes=True,
        notes=(*_places(where), _least(best.deadwood)),
        melds=tuple(_grown(melds, where, deal)),
    )


def _verdict(fit: tuple[Card, ...], kept: tuple[Card, ...]) -> Message:
    if kept:
        return message("Yes: you may lay off {cards}, but not {others}.", cards=fit, others=kept)
    return message("Yes: you may lay off {cards}.", cards=fit)


def _places(where: Sequence[tuple[Card, tuple[Card, ...]]]) -> Iterator[Message]:
    for card, meld in where:
        yield message("{card} goes on {meld}.", card=card, meld=meld)


def _least(points: int) -> Message:
    return message("The least that these cards can count is {points}.", points=points)


def _grown(
    melds: Sequence[tuple[Card, ...]], where: Sequence[tuple[Card, tuple[Card, ...]]], deal: Deal
) -> Iterator[AskedMeld]:
    """The knocker’s melds with all cards that fit, in the order of the deck."""
    for meld in melds:
        added = [card for card, on in where if {*on} == {*meld}]
        cards = cards_of(bits_of([*meld, *added]))
        yield AskedMeld(cards, deal.points_of(cards))


LAY_OFF_AFTER_KNOCK = PlayQuestion(
    key="lay-off",
    title=message("May I lay off after a knock, or after gin?"),
    article=articles.LAYING_OFF,
    help=message("The cards in the knocker’s melds, and your cards."),
    cards=(
        AskedCards(key="melds", label=message("The knocker’s melds"), most=_MOST),
        AskedCards(key="cards", label=message("Your cards"), most=_MOST),
    ),
    facts=(
        AskedFact(
            key="ended",
            label=message("How did it end?"),
            choices=(("knock", message("a knock")), ("gin", message("gin"))),
        ),
    ),
    takes_suits=True,
    answer=_answer,
)
