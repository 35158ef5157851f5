"""Questions about a first meld: is it enough, and which is the best?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.rummy.melds.layout import Meld, Spot, best_layout
from scorekeeper.rummy.melds.layout_task import Effort, Task
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.table.asking import TableAnswer, read_melds
from scorekeeper.rummy.table.game import TableGame
from scorekeeper.rummy.table.pieces import JOKER
from scorekeeper.rummy.table.questions import MUCH
from scorekeeper.rummy.table.reals import by_suit, counts_of, in_order, reals_of, spots_of

PAIR = 2


def is_it_enough(game: TableGame, melds: Sequence[Meld]) -> TableAnswer:
    pairs = sum(map(is_pair, melds)) if game.pairs else 0
    if pairs and all(len(meld) <= PAIR for meld in melds):
        verdict, yes = _pairs_verdict(game, pairs), pairs >= game.pairs
        return TableAnswer(verdict=verdict, yes=yes, pairs=pairs)
    read = read_melds(game, melds)
    if read.faults:
        verdict = message("No: not all of these are melds.")
        return TableAnswer(verdict=verdict, yes=False, faults=read.faults)
    worth = worth_of(meld.spots for meld in read.legal)
    short = max(0, (game.opening or 0) - worth)
    return TableAnswer(
        verdict=_opening_verdict(game, worth, short),
        yes=bool(read.legal) and not short,
        worth=worth,
        short=short,
    )


def what_is_the_best_first_meld(
    game: TableGame, hand: Sequence[Spot], effort: Effort
) -> TableAnswer:
    """Answer with the first meld that leaves the fewest points.

    If every first meld is worth too little, answer with the first meld that is worth most.
    """
    found = best_first_meld(game, hand, effort)
    answer = TableAnswer(
        verdict=_opening_verdict(game, found.worth, found.short),
        yes=not found.short,
        melds=found.melds,
        left=found.left,
        worth=found.worth,
        short=found.short,
    )
    return _with_pairs(game, answer, hand) if game.pairs else answer


def _with_pairs(game: TableGame, answer: TableAnswer, hand: Sequence[Spot]) -> TableAnswer:
    """Add pairs to the answer, in a game that opens with pairs too.

    If both melds and pairs are enough, the answer keeps the melds.
    """
    pairs, left = all_pairs(hand)
    number = len(pairs)
    if number < game.pairs:
        verdict = answer.verdict
        if not answer.yes:
            verdict = message(
                "{verdict} Pairs: {pairs} of {needed}.",
                verdict=verdict,
                pairs=number,
                needed=game.pairs,
            )
        return replace(answer, verdict=verdict, pairs=number)
    if answer.yes:
        verdict = message(
            "{verdict} {pairs} pairs are enough too.", verdict=answer.verdict, pairs=number
        )
        return replace(answer, verdict=verdict, pairs=number)
    return replace(
        answer,
        verdict=_pairs_verdict(game, number),
        yes=True,
        melds=pairs,
        left=left,
        pairs=number,
    )


def _pairs_verdict(game: TableGame, pairs: int) -> Message:
    if pairs >= game.pairs:
        return message("Yes: {pairs} pairs.", pairs=pairs)
    return message("No. Pairs: {pairs} of {needed}.", pairs=pairs, needed=game.pairs)


def _opening_verdict(game: TableGame, worth: int, short: int) -> Message:
    if not worth:
        return message("No: there is no meld.")
    if short:
        return message(
            "No: a first meld must be worth {opening}, and this is worth {worth}: {short} short.",
            opening=game.opening or 0,
            worth=worth,
            short=short,
        )
    return message("Yes: this first meld is worth {worth}.", worth=worth)


# The search


class FirstMeld(NamedTuple):
    """Melds from a hand, the cards left in the hand, the melds’ worth, and the missing worth."""

    melds: tuple[Meld, ...]
    left: tuple[Spot, ...]
    worth: int
    short: int


def best_first_meld(game: TableGame, hand: Sequence[Spot], effort: Effort) -> FirstMeld:
    """Return the first meld that leaves the fewest points.

    If no first meld is worth enough, the result is the first meld that is worth most.
    """
    needed = max(1, game.opening or 0)
    held = reals_of(hand)
    task = Task(
        must=counts_of(Counter()),
        may=counts_of(held),
        cost=tuple(points * MUCH + 1 for points in game.worth),
        jokers=hand.count(JOKER),
        may_stay=hand.count(JOKER),
        joker_cost=game.joker_worth * MUCH + 1,
        worth=needed,
    )
    layout = best_layout(task, effort)
    melds = layout.melds if layout else ()
    jokers = hand.count(JOKER) - sum(spot.is_joker for spot in spots_of(melds))
    left = (*in_order(held - reals_of(spots_of(melds))), *[JOKER] * jokers)
    worth = worth_of(melds)
    return FirstMeld(melds, left, worth, max(0, needed - worth))


def is_pair(meld: Meld) -> bool:
    """Check whether two pieces are equal. A joker without a chosen piece equals any piece."""
    stand_for = {spot._replace(is_joker=False) for spot in meld if spot != JOKER}
    return len(meld) == PAIR and len(stand_for) <= 1


def all_pairs(hand: Sequence[Spot]) -> tuple[tuple[Meld, ...], tuple[Spot, ...]]:
    """Return all possible pairs, and the pieces left.

    Jokers pair with the highest single pieces, then with each other.
    """
    held = in_order(reals_of(hand))
    pairs: list[Meld] = [(spot,) * PAIR for spot in dict.fromkeys(held) if held.count(spot) == PAIR]
    single = sorted((spot for spot in held if held.count(spot) == 1), reverse=True)
    jokers = hand.count(JOKER)
    pairs += [(spot, spot._replace(is_joker=True)) for spot in single[:jokers]]
    pairs_of_jokers, spare = divmod(max(0, jokers - len(single)), PAIR)
    pairs += [(JOKER,) * PAIR] * pairs_of_jokers
    return tuple(pairs), (*sorted(single[jokers:], key=by_suit), *[JOKER] * spare)


def worth_of(melds: Iterable[Meld]) -> int:
    """Return the sum of all numbers in melds. A joker counts as the number that it stands for."""
    return sum(spot.value + 1 for spot in spots_of(melds))
