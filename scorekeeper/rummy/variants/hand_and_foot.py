"""Hand and Foot: Canasta with many decks and a second hand for each player, the foot.

Sources: Pagat; rarepike; Tanglewood; canastapedia.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.own_facts import OwnFact
from scorekeeper.rummy.round import seats_of
from scorekeeper.rummy.ruling import Line
from scorekeeper.rummy.sides import members
from scorekeeper.rummy.variants.canasta_articles import FIRST_MELD_ENOUGH
from scorekeeper.rummy.variants.canasta_family import (
    FamilyGame,
    Meld,
    family_variant,
    out_bonus,
    red_threes_held,
    red_threes_laid,
)
from scorekeeper.rummy.variants.canasta_melds import (
    kind_of_set,
    set_fault,
    unusual_in_hand_and_foot,
)
from scorekeeper.rummy.variants.canasta_parts import (
    MELDED,
    NET_POINTS,
    RED_THREES,
    RED_THREES_LEFT,
    SHORTEST_CANASTA,
    FamilyRule,
    Kind,
    canastas,
    card_worth,
    pack,
)
from scorekeeper.rummy.variants.canasta_pile import PileGame, pile_question
from scorekeeper.rummy.variants.canasta_question import FIRST_MELD_HELP, melds_question
from scorekeeper.rummy.variants.hand_and_foot_rules import (
    HAND_AND_FOOT_DISPUTES,
    HAND_AND_FOOT_EXAMPLES,
    HAND_AND_FOOT_POINTS,
    HAND_AND_FOOT_PRESETS,
    SEVEN_OF_THE_PILE,
    HandAndFootRules,
)

CLEAN = Kind(
    part=canastas("clean", message("Clean"), "clean_book", FamilyRule.CLEAN_BOOK, "red"),
    name=message("a clean book"),
    text=message("Clean books: {number} × {each}"),
    wild=0,
)
DIRTY = Kind(
    part=canastas("dirty", message("Dirty"), "dirty_book", FamilyRule.DIRTY_BOOK, "black"),
    name=message("a dirty book"),
    text=message("Dirty books: {number} × {each}"),
    wild=1,
)
WILD = Kind(
    part=canastas(
        "wild",
        message("Wild"),
        "wild_book",
        FamilyRule.WILD_BOOK,
        "joker",
        needs=("wild_book",),
    ),
    name=message("a book of wild cards"),
    text=message("Books of wild cards: {number} × {each}"),
    wild=SHORTEST_CANASTA,
)

LAID_RED_THREES = replace(RED_THREES, counts=lambda rules: bool(rules.red_three))

EXACT_DEAL = OwnFact(
    key="exact_deal",
    name=message("the exact deal"),
    question=message("Who took exactly the cards for a hand and a foot?"),
    counts=lambda rules: bool(rules.exact_deal),
    of_several=True,
    rule=FamilyRule.EXACT_DEAL,
)


def _fault(rules: Any, meld: Meld, _goes_out: bool) -> Message | None:
    return set_fault(meld, plays_wild=bool(rules.wild_book))


def _lacking(rules: Any, numbers: Mapping[str, int], _players: int) -> Message | None:
    clean, dirty = rules.clean_to_go_out, rules.dirty_to_go_out
    if numbers[CLEAN.key] >= clean and numbers[DIRTY.key] >= dirty:
        return None
    return message("clean books: {clean}, dirty books: {dirty}", clean=clean, dirty=dirty)


def _own_lines(case: Case, side: Seat, _numbers: Mapping[str, int]) -> Iterator[Line]:
    yield red_threes_laid(case, side)
    yield red_threes_held(case, side)
    yield out_bonus(case, side)
    for player in seats_of(dict(case.round.own_facts).get(EXACT_DEAL.key, ())):
        if player in members(side):
            text = message("{player} took exactly the cards that were dealt", player=player)
            yield Line(side, case.rules.exact_deal, FamilyRule.EXACT_DEAL, text)


GAME = FamilyGame(
    kinds=(CLEAN, DIRTY, WILD),
    kind_of=lambda _rules, meld: kind_of_set(meld, natural=CLEAN, mixed=DIRTY, wild=WILD),
    fault=_fault,
    unusual=lambda _rules, melds: unusual_in_hand_and_foot(melds),
    lacking=_lacking,
    own_lines=_own_lines,
)

PILE = PileGame(
    has_unfrozen_piles=False,
    most_wild=lambda _rules, naturals: len(naturals),
    plays_wild=lambda rules: bool(rules.wild_book),
    taken=message(
        "Meld the top card at once. You take its seven top cards, or all if it has fewer."
    ),
)

FIRST_MELDS = {
    "fifty": (50, 90, 120, 150),
    "sixty": (60, 90, 120, 150),
    "ninety": (90, 120, 150, 180),
}


def _first_meld(rules: Any, _total: int, number: int) -> int:
    by_round = FIRST_MELDS[rules.first_meld]
    return by_round[min(number, len(by_round)) - 1]


@lru_cache(maxsize=1024)
def _deal(rules: Any, players: int, _number: int) -> Deal:
    decks = players + 1 if rules.decks == "auto" else int(rules.decks)
    worth = card_worth(ace=20, joker=50, low="4567", black_three=rules.black_three)
    return pack(decks, worth, dealt=rules.hand_size)


HAND_AND_FOOT = family_variant(
    key="hand-and-foot",
    name=message("Hand and Foot"),
    other_names=(message("Hand & Foot"),),
    tagline=message("Canasta with two hands each: first the hand, then the foot. Four rounds."),
    fewest=2,
    most=6,
    sides={4: (2,), 6: (2, 3)},
    rules_type=HandAndFootRules,
    presets=HAND_AND_FOOT_PRESETS,
    hand_parts=(
        MELDED,
        *(kind.part for kind in GAME.kinds),
        LAID_RED_THREES,
        RED_THREES_LEFT,
        NET_POINTS,
    ),
    own_facts=(EXACT_DEAL,),
    deal=_deal,
    check_hand=GAME.check_hand,
    judge=GAME.judge,
    tally=GAME.tally,
    first_meld=_first_meld,
    melds_question=melds_question(
        GAME, FIRST_MELD_ENOUGH, FIRST_MELD_HELP, asks_round=lambda _rules: True
    ),
    plays=(pile_question(PILE, SEVEN_OF_THE_PILE, asks_round=lambda _rules: True),),
    disputes=HAND_AND_FOOT_DISPUTES,
    points=HAND_AND_FOOT_POINTS,
    examples=HAND_AND_FOOT_EXAMPLES,
)
