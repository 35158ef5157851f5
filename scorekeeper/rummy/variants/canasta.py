"""Canasta: melds of seven or more cards bring a bonus. Partners or single players play it.

Sources: Bicycle; Pagat; rummy-games. `canasta_american.py` has the additions of modern American
Canasta.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.endings import WENT_OUT
from scorekeeper.rummy.hand import Hand
from scorekeeper.rummy.judging.laying import lay_hand
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import Ending
from scorekeeper.rummy.ruling import Line, Ruling
from scorekeeper.rummy.variants import canasta_american as american
from scorekeeper.rummy.variants import canasta_american_articles as american_articles
from scorekeeper.rummy.variants import canasta_american_parts as american_parts
from scorekeeper.rummy.variants import canasta_articles as articles
from scorekeeper.rummy.variants.canasta_family import (
    ENDINGS,
    FamilyGame,
    Meld,
    against,
    family_variant,
    out_bonus,
    red_threes_held,
    red_threes_laid,
    without_canasta,
)
from scorekeeper.rummy.variants.canasta_melds import (
    THREES,
    THREES_EARLY,
    kind_of_set,
    set_fault,
    unusual_in_canasta,
)
from scorekeeper.rummy.variants.canasta_parts import (
    MELDED,
    NET_POINTS,
    RED_THREES,
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
    AMERICAN,
    AMERICAN_ROUNDS,
    CANASTA_PRESETS,
    CanastaRules,
)

_WORTH = card_worth(ace=20, joker=50, low="4567")
_DEALT = {2: 15, 3: 13, 4: 11, 6: 13}
_AMERICAN_DEALT = 13

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
        "wild", message("Wild"), "wild_canasta", FamilyRule.WILD, "joker", needs=("wild_canasta",)
    ),
    name=message("a canasta of wild cards"),
    text=message("Canastas of wild cards: {number} × {each}"),
    wild=SHORTEST_CANASTA,
)


def _fault(rules: Any, meld: Meld, goes_out: bool) -> Message | None:
    threes = THREES if american_parts.lays_black(rules) else None if goes_out else THREES_EARLY
    fault = set_fault(meld, plays_wild=bool(rules.wild_canasta), threes=threes)
    return fault or american.fault_of(rules, meld)


def _kind_of(rules: Any, meld: Meld) -> Kind | None:
    return american.kind_of(rules, meld, kind_of_set(meld, natural=NATURAL, mixed=MIXED, wild=WILD))


def _unusual(rules: Any, melds: Sequence[Meld]) -> Iterator[Message]:
    yield from unusual_in_canasta(melds)
    yield from american.unusual_aces(rules, melds)


def _lacking(rules: Any, numbers: Mapping[str, int], players: int) -> Message | None:
    by_players = "2" if players in (2, 6) else "1"
    needed = by_players if rules.canastas_to_go_out == "auto" else rules.canastas_to_go_out
    if sum(numbers.values()) >= int(needed):
        return None
    return message("two canastas") if needed == "2" else message("a canasta")


def _own_lines(case: Case, side: Seat, numbers: Mapping[str, int]) -> Iterator[Line]:
    if american_parts.lays_black(case.rules):
        yield from american.threes_by_colour(case, side, numbers)
    else:
        yield _red_threes(case, side, numbers)
    yield red_threes_held(case, side)
    yield from american.lines_against(case, side)
    yield out_bonus(case, side)
    if side == case.out and case.ending is FamilyEnding.CONCEALED:
        text = message("{player} had melded nothing before", player=case.by)
        yield Line(side, case.rules.concealed_bonus, FamilyRule.CONCEALED, text)


def _red_threes(case: Case, side: Seat, numbers: Mapping[str, int]) -> Line:
    line, rules = red_threes_laid(case, side), case.rules
    if rules.all_red_threes and case.laid[side].number(RED_THREES.key) > case.deal.decks + 1:
        doubled = message("{line}, doubled", line=line.text)
        line = replace(line, points=2 * line.points, text=doubled)
    if rules.swing:
        return american.swung(rules, line, numbers)
    has_canasta = any(numbers.values())
    if rules.red_threes_need == "meld" and not (has_canasta or case.laid[side].shown):
        return against(line, message("{line}, lost without a meld", line=line.text))
    if rules.red_threes_need == "canasta" and not has_canasta:
        return without_canasta(line)
    return line


GAME = FamilyGame(
    kinds=(
        NATURAL,
        MIXED,
        american_parts.ACES,
        american_parts.SEVENS,
        WILD,
        american_parts.TWOS,
        american_parts.JOKERS,
    ),
    kind_of=_kind_of,
    fault=_fault,
    unusual=_unusual,
    lays_black=american_parts.lays_black,
    lacking=_lacking,
    unfinished=american.unfinished,
    loses_melds=american.loses_melds,
    own_lines=_own_lines,
    only_line=american.special_line,
)


def _check_hand(rules: Any, deal: Deal, side: Seat, hand: Hand, goes_out: bool) -> None:
    GAME.check_hand(rules, deal, side, hand, goes_out)
    american.check_hand(side, hand, rules, lay_hand(deal, hand))


def _judge(case: Case) -> Ruling:
    for side in case.seats:
        if (hand := case.round.hand(side)) is not None:
            american.check_hand(side, hand, case.rules, case.laid[side])
    american.check_special_hands(case)
    ruling = GAME.judge(case)
    if case.out is not None and american.wins_at_once(case):
        return replace(ruling, winners=(case.out,), wins_game=True)
    return ruling


PILE = PileGame(
    has_unfrozen_piles=True,
    most_wild=american.most_wild,
    plays_wild=lambda rules: bool(rules.wild_canasta),
    taken=message("Meld the top card at once. You take the whole pile, and what is left counts."),
)


def _first_meld(rules: Any, total: int, number: int) -> int:
    if rules.first_meld in (AMERICAN, AMERICAN_ROUNDS):
        return american.first_meld(rules, total, number)
    if total < 0:
        return 15
    if rules.first_meld == "high" and total >= 7500:
        return 150
    return 120 if total >= 3000 else 90 if total >= 1500 else 50


def _by_round(rules: Any) -> bool:
    return bool(rules.first_meld == AMERICAN_ROUNDS)


def _by_total(rules: Any) -> bool:
    return not _by_round(rules)


@lru_cache(maxsize=1024)
def _deal(rules: Any, players: int, _number: int) -> Deal:
    decks = (3 if players == 6 else 2) if rules.decks == "auto" else int(rules.decks)
    return pack(decks, _WORTH, dealt=_AMERICAN_DEALT if rules.swing else _DEALT[players])


CONCEALED = replace(
    WENT_OUT,
    ending=FamilyEnding.CONCEALED,
    label=message("{player} went out concealed"),
    word=message("went out concealed"),
    verdict=message("{player} goes out concealed"),
    of_side=message("{side} go out concealed"),
    tag=FamilyTag.CONCEALED,
    asks_own=True,
    is_played=lambda rules: bool(rules.concealed_bonus),
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
    endings=(ENDINGS[0], CONCEALED, american_parts.HAD_SPECIAL, *ENDINGS[1:]),
    hand_parts=(
        MELDED,
        *(kind.part for kind in GAME.kinds),
        american_parts.LAID_RED_THREES,
        american_parts.LAID_BLACK_THREES,
        american_parts.HELD_RED_THREES,
        american_parts.OPEN,
        american_parts.HELD,
        american_parts.SPECIAL,
        NET_POINTS,
    ),
    deal=_deal,
    check_round=american.check_round,
    check_hand=_check_hand,
    judge=_judge,
    tally=GAME.tally,
    first_meld=_first_meld,
    melds_question=melds_question(
        GAME,
        articles.FIRST_MELD_ENOUGH,
        FIRST_MELD_HELP,
        asks_total=_by_total,
        asks_round=_by_round,
    ),
    plays=(pile_question(PILE, articles.FROZEN_PILE, asks_total=_by_total, asks_round=_by_round),),
    disputes=(*articles.DISPUTES, *american_articles.DISPUTES),
    points=(*articles.POINTS, *american_articles.POINTS, *articles.LAST_POINTS),
    examples=(*articles.EXAMPLES, *american_articles.EXAMPLES),
)
