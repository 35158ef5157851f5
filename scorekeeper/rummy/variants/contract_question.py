"""Contract Rummy's question about a hand: whether it meets the contract of the round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.rummy.article import Article, HandAnswer, HandQuestion
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal, MeldKind
from scorekeeper.rummy.melds.contract_melds import contract_melds
from scorekeeper.rummy.melds.meld import LaidMeld
from scorekeeper.rummy.messages import Message, message

MEETS_CONTRACT = Article("meets-contract", message("Does this meet the contract?"))


def _answer(_rules: Any, deal: Deal, cards: tuple[Card, ...]) -> HandAnswer:
    if deal.contract is None:
        raise AssertionError("every round has its contract")
    found, name = contract_melds(cards, deal, deal.contract.melds), deal.contract.name
    notes = list(_lacks(found.melds))
    if deal.contract.takes_all and found.left and not found.lacking:
        notes.append(message("In the last round everything goes down at once: this must fit too."))
    return HandAnswer(
        verdict=message("No, this does not meet the contract: {contract}.", contract=name)
        if found.lacking
        else message("Yes, this meets the contract: {contract}.", contract=name),
        yes=not found.lacking,
        melds=tuple(meld for meld in found.melds if meld.cards),
        left=found.left,
        left_points=sum(deal.worth[card.rank] for card in found.left),
        notes=tuple(notes),
    )


def _lacks(melds: tuple[LaidMeld, ...]) -> Iterator[Message]:
    """What each meld still lacks."""
    for meld in melds:
        if not meld.cards and meld.kind is MeldKind.SET:
            yield message("A whole set is missing.")
        elif not meld.cards:
            yield message("A whole run is missing.")
        elif meld.missing and meld.kind is MeldKind.SET:
            yield message("Missing in a set: {cards}", cards=meld.missing)
        elif meld.missing:
            yield message("Missing in a run, for example: {cards}", cards=meld.missing)


CONTRACT_QUESTION = HandQuestion(
    article=MEETS_CONTRACT,
    help=message("The whole hand, or only the cards that were laid down."),
    answer=_answer,
)
