"""Canasta: melds of seven or more cards, in pairs of partners or alone.

Sources: Bicycle; Pagat; rummy-games.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.endings import WENT_OUT
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import Ending
from scorekeeper.rummy.ruling import Line
from scorekeeper.rummy.variants.canasta_family import (
    ENDINGS,
    FamilyGame,
    Meld,
    family_variant,
    out_bonus,
    red_threes_held,
    red_threes_laid,
)
from scorekeeper.rummy.variants.canasta_melds import (
    MOST_WILD,
    THREES_EARLY,
    kind_of_set,
    set_fault,
    unusual_in_canasta,
)
from scorekeeper.rummy.variants.canasta_parts import (
    MELDED,
    NET_POINTS,
    RED_THREES,
    RED_THREES_LEFT,
    SHORTEST_CANASTA,
    FamilyEnding,
    FamilyRule,
    FamilyTag,
    Kind,
    canastas,
    card_worth,
    pack,
)
from scorekeeper.rummy.variants.canasta_pile import PileGame, pile_question
from scorekeeper.rummy.variants.canasta_question import FIRST_MELD_HELP, melds_question
from scorekeeper.rummy.variants.canasta_rules import (
    CANASTA_DISPUTES,
    CANASTA_EXAMPLES,
    CANASTA_POINTS,
    CANASTA_PRESETS,
    FIRST_MELD_ENOUGH,
    FROZEN_PILE,
    CanastaRules,
)

_WORTH = card_worth(ace=20, joker=50, low="4567")
_DEALT = {2: 15, 3: 13, 4: 11, 6: 13}

NATURAL = Kind(
    part=canastas("natural", message("Natural"), "natural_canasta", FamilyRule.NATURAL, "red"),
    name=message("a natural canasta"),
    text=message("Natural canastas: {number} × {each}"),
    wild=0,
)
MIXED = Kind(
    part=canastas("mixed", message("Mixed"), "mixed_canasta", FamilyRule.MIXED, "black"),
    name=message("a mixed canasta"),
    text=message("Mixed canastas: {number} × {each}"),
    wild=1,
)
WILD = Kind(
    part=canastas(
        "wild", message("Wild"), "wild_canasta", FamilyRule.WILD, "joker", needs_price=True
    ),
    name=message("a canasta of wild cards"),
    text=message("Canastas of wild cards: {number} × {each}"),
    wild=SHORTEST_CANASTA,
)


def _fault(rules: Any, meld: Meld, goes_out: bool) -> Message | None:
    threes = None if goes_out else THREES_EARLY
    return set_fault(meld, plays_wild=bool(rules.wild_canasta), threes=threes)


def _lacking(rules: Any, numbers: Mapping[str, int], players: int) -> Message | None:
    by_players = "2" if players in (2, 6) else "1"
    needed = by_players if rules.canastas_to_go_out == "auto" else rules.canastas_to_go_out
    if sum(numbers.values()) >= int(needed):
        return None
    return message("two canastas") if needed == "2" else message("a canasta")


def _own_lines(case: Case, side: Seat, numbers: Mapping[str, int]) -> Iterator[Line]:
    yield _red_threes(case, side, numbers)
    yield red_threes_held(case, side)
    yield out_bonus(case, side)
    if side == case.out and case.ending is FamilyEnding.CONCEALED:
        text = message("{player} had melded nothing before", player=case.by)
        yield Line(side, case.rules.concealed_bonus, FamilyRule.CONCEALED, text)


def _red_threes(case: Case, side: Seat, numbers: Mapping[str, int]) -> Line:
    """What the red threes of a side count: for it or, without what they need, against it."""
    line, rules = red_threes_laid(case, side), case.rules
    if rules.all_red_threes and case.laid[side].number(RED_THREES.key) > case.deal.decks + 1:
        doubled = message("{line}, doubled", line=line.text)
        line = replace(line, points=2 * line.points, text=doubled)
    has_canasta = any(numbers.values())
    if rules.red_threes_need == "meld" and not (has_canasta or case.laid[side].shown):
        return _against(line, message("{line}, lost without a meld", line=line.text))
    if rules.red_threes_need == "canasta" and not has_canasta:
        return _against(line, message("{line}, lost without a canasta", line=line.text))
    return line


def _against(line: Line, text: Message) -> Line:
    return replace(line, points=-line.points, text=text)


GAME = FamilyGame(
    kinds=(NATURAL, MIXED, WILD),
    kind_of=lambda _rules, meld: kind_of_set(meld, natural=NATURAL, mixed=MIXED, wild=WILD),
    fault=_fault,
    unusual=unusual_in_canasta,
    lacking=_lacking,
    own_lines=_own_lines,
)


PILE = PileGame(
    freezes=True,
    most_wild=lambda _naturals: MOST_WILD,
    plays_wild=lambda rules: bool(rules.wild_canasta),
    taken=message("Meld the top card at once. You take the whole pile, and what is left counts."),
)


def _first_meld(rules: Any, total: int, _number: int) -> int:
    if total < 0:
        return 15
    if rules.first_meld == "high" and total >= 7500:
        return 150
    return 120 if total >= 3000 else 90 if total >= 1500 else 50


@lru_cache(maxsize=1024)
def _deal(rules: Any, players: int, _number: int) -> Deal:
    decks = (3 if players == 6 else 2) if rules.decks == "auto" else int(rules.decks)
    return pack(decks, _WORTH, dealt=_DEALT[players])


CONCEALED = replace(
    WENT_OUT,
    ending=FamilyEnding.CONCEALED,
    label=message("{player} went out concealed"),
    word=message("went out concealed"),
    verdict=message("{player} goes out concealed"),
    of_side=message("{side} go out concealed"),
    tag=FamilyTag.CONCEALED,
    asks_own=True,
    special_of=Ending.OUT,
    asked=message("concealed?"),
)

CANASTA = family_variant(
    key="canasta",
    name=message("Canasta"),
    other_names=(message("Canastra"), message("Basket Rummy")),
    tagline=message("Seven of a kind make a canasta. Most points wins, at 5,000."),
    fewest=2,
    most=6,
    never=(5,),
    sides={4: (2,), 6: (2, 3)},
    rules_type=CanastaRules,
    presets=CANASTA_PRESETS,
    endings=(ENDINGS[0], CONCEALED, *ENDINGS[1:]),
    hand_parts=(
        MELDED,
        *(kind.part for kind in GAME.kinds),
        RED_THREES,
        RED_THREES_LEFT,
        NET_POINTS,
    ),
    deal=_deal,
    check_hand=GAME.check_hand,
    judge=GAME.judge,
    tally=GAME.tally,
    first_meld=_first_meld,
    melds_question=melds_question(GAME, FIRST_MELD_ENOUGH, FIRST_MELD_HELP, asks_total=True),
    plays=(pile_question(PILE, FROZEN_PILE, asks_total=True),),
    disputes=CANASTA_DISPUTES,
    points=CANASTA_POINTS,
    examples=CANASTA_EXAMPLES,
)
