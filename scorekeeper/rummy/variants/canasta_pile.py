"""The question whether a player can take the pile, in canasta games with sets only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from scorekeeper.rummy.article import Article, AskedMeld, never
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.play import AskedCards, AskedFact, AskedPlay, PlayAnswer, PlayQuestion
from scorekeeper.rummy.variants.canasta_melds import SHORTEST
from scorekeeper.rummy.variants.canasta_parts import is_wild

Cards = tuple[Card, ...]

LAID = AskedFact(
    key="laid",
    label=message("What has your side melded?"),
    choices=(
        ("nothing", message("nothing yet")),
        ("others", message("other ranks")),
        ("rank", message("the rank of the top card, too")),
    ),
)
"""The melds of the side, in games where the pile can be unfrozen."""

MELDED = AskedFact(
    key="laid",
    label=message("Has your side melded?"),
    choices=(("nothing", message("not yet")), ("others", message("yes"))),
)
"""The same fact in other games, where the ranks of the melds do not matter."""

FROZEN = AskedFact(
    key="frozen",
    label=message("Is there a wild card or a red three in the pile?"),
    choices=(("no", message("no")), ("yes", message("yes"))),
)


@dataclass(frozen=True, kw_only=True)
class PileGame:
    """The rules of one game about its pile.

    - `has_unfrozen_piles`: whether the pile can be unfrozen. A side that has melded can take such a
      pile with fewer than two natural cards
    - `most_wild(rules, naturals)`: the most wild cards in a meld with these natural cards
    - `plays_wild(rules)`: whether a meld can consist of wild cards only
    - `taken`: a sentence about the cards that the player takes from the pile
    """

    has_unfrozen_piles: bool
    most_wild: Callable[[Any, Sequence[Card]], int]
    plays_wild: Callable[[Any], bool]
    taken: Message


def pile_question(
    game: PileGame,
    article: Article,
    *,
    asks_total: Callable[[Any], bool] = never,
    asks_round: Callable[[Any], bool] = never,
) -> PlayQuestion:
    return PlayQuestion(
        key="pile",
        title=message("May I take the pile?"),
        article=article,
        help=message("The top card of the pile, and the cards of your hand."),
        cards=(
            AskedCards(key="top", label=message("The top card"), most=1),
            AskedCards(key="hand", label=message("Your hand")),
        ),
        facts=(LAID, FROZEN) if game.has_unfrozen_piles else (MELDED,),
        asks_total=asks_total,
        asks_round=asks_round,
        answer=partial(_answer, game),
    )


def _answer(game: PileGame, rules: Any, deal: Deal, asked: AskedPlay) -> PlayAnswer:
    [top], hand, laid = asked.cards["top"], asked.cards["hand"], asked.facts["laid"]
    if top.rank == "3" or is_wild(top):
        return _no(message("No: nobody takes the pile with {card} on top.", card=top))
    naturals = tuple(card for card in hand if card.rank == top.rank)
    has_two = len(naturals) > 1
    if laid == "nothing":
        return _first_meld(game, rules, deal, top, asked) if has_two else _no(_TWO_BEFORE)
    if has_two:
        meld = AskedMeld((top, *naturals[:2]), deal.points_of((top, *naturals[:2])))
        return _yes(game, message("Yes: you have two natural cards of its rank."), meld)
    if not game.has_unfrozen_piles:
        return _no(_TWO_ALWAYS)
    if asked.facts["frozen"] == "yes":
        return _no(_TWO_WHILE_FROZEN)
    if laid == "rank":
        return _yes(game, message("Yes: the top card goes on your meld of its rank."))
    wild = _wild_cards(deal, hand)
    if naturals and wild and game.most_wild(rules, naturals):
        cards = (top, *naturals, wild[-1])
        verdict = message(
            "Yes: a natural card and a wild one are enough, because the pile is not frozen."
        )
        return _yes(game, verdict, AskedMeld(cards, deal.points_of(cards)))
    return _no(
        message(
            "No: that takes two natural cards of its rank, one and a wild card, or a meld of that "
            "rank."
        )
    )


_TWO_BEFORE = message(
    "No: until your side has melded, that takes two natural cards of its rank from your hand."
)
_TWO_ALWAYS = message("No: that takes two natural cards of its rank from your hand.")
_TWO_WHILE_FROZEN = message(
    "No: the pile is frozen, and that takes two natural cards of its rank from your hand."
)


def _no(verdict: Message) -> PlayAnswer:
    return PlayAnswer(verdict=verdict, yes=False)


def _yes(game: PileGame, verdict: Message, *melds: AskedMeld) -> PlayAnswer:
    return PlayAnswer(verdict=verdict, yes=True, notes=(game.taken,), melds=melds)


def _first_meld(game: PileGame, rules: Any, deal: Deal, top: Card, asked: AskedPlay) -> PlayAnswer:
    melds = highest_melds(game, rules, deal, top, asked.cards["hand"])
    laid = tuple(AskedMeld(meld, deal.points_of(meld)) for meld in melds)
    count, needed = sum(meld.count for meld in laid), asked.needed or 0
    if count < needed:
        verdict = message(
            "No: with the top card you can meld {count}, and the first meld needs {needed}.",
            count=count,
            needed=needed,
        )
        return PlayAnswer(verdict=verdict, yes=False, notes=(_ONLY_THE_TOP,), melds=laid)
    verdict = message(
        "Yes: with the top card you can meld {count}, and {needed} is enough.",
        count=count,
        needed=needed,
    )
    return PlayAnswer(verdict=verdict, yes=True, notes=(_ONLY_THE_TOP, game.taken), melds=laid)


_ONLY_THE_TOP = message("Only the top card of the pile counts for the first meld.")


def highest_melds(
    game: PileGame, rules: Any, deal: Deal, top: Card, hand: Sequence[Card]
) -> tuple[Cards, ...]:
    """The melds with the highest count from a top card and a hand.

    The hand must have two natural cards of the top card’s rank. Three natural cards of a rank are
    always melded. A wild card counts the same in every meld. The search therefore tries only two
    numbers: how many pairs become melds with a wild card, the most valuable pairs first, and how
    many wild cards form a separate meld.
    """
    by_rank: dict[str, list[Card]] = {top.rank: [top]}
    for card in hand:
        if card.rank != "3" and not is_wild(card):
            by_rank.setdefault(card.rank, []).append(card)
    whole = [cards for cards in by_rank.values() if len(cards) >= SHORTEST]
    pairs = [
        cards
        for cards in by_rank.values()
        if len(cards) == SHORTEST - 1 and game.most_wild(rules, cards)
    ]
    pairs.sort(key=deal.points_of, reverse=True)
    wild = _wild_cards(deal, hand)
    ways = [
        way
        for number in range(min(len(pairs), len(wild)) + 1)
        for way in _with_wild(game, rules, [*whole, *pairs[:number]], wild)
    ]
    return max(ways, key=lambda way: sum(map(deal.points_of, way)))


def _wild_cards(deal: Deal, hand: Sequence[Card]) -> list[Card]:
    """The wild cards of a hand, the most valuable first."""
    return sorted(filter(is_wild, hand), key=lambda card: deal.worth[card.rank], reverse=True)


def _with_wild(
    game: PileGame, rules: Any, melds: Sequence[list[Card]], wild: Sequence[Card]
) -> list[tuple[Cards, ...]]:
    """Each way to add wild cards to these melds.

    The ways differ in the number of wild cards in a separate meld. The remaining wild cards go to
    the other melds, as many as the melds can take.
    """
    pairs = sum(len(meld) < SHORTEST for meld in melds)
    sizes = [0, *range(SHORTEST, len(wild) - pairs + 1)] if game.plays_wild(rules) else [0]
    ways = []
    for size in sizes:
        for_pairs, others = iter(wild[:pairs]), iter(wild[pairs:])
        separate = tuple(islice(others, size))
        with_wild = []
        for meld in melds:
            needed = max(0, SHORTEST - len(meld))
            room = game.most_wild(rules, meld) - needed
            with_wild.append((*meld, *islice(for_pairs, needed), *islice(others, room)))
        ways.append((*with_wild, separate) if separate else (*with_wild,))
    return ways
