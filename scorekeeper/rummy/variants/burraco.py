"""Burraco: sets and runs of seven or more, a pot for each side, and a first meld of any count.

Sources: the federation FIBur; Pagat; Wikipedia for Brazil.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.ruling import Line
from scorekeeper.rummy.variants.burraco_question import wild_question
from scorekeeper.rummy.variants.burraco_rules import (
    BURRACO_DISPUTES,
    BURRACO_EXAMPLES,
    BURRACO_POINTS,
    BURRACO_PRESETS,
    WHICH_BURRACO,
    WILD_MOVED,
    BurracoRules,
)
from scorekeeper.rummy.variants.canasta_family import FamilyGame, Meld, family_variant, out_bonus
from scorekeeper.rummy.variants.canasta_melds import NO_MELD, naturals_in_place, side_by_side
from scorekeeper.rummy.variants.canasta_parts import (
    MELDED,
    NET_POINTS,
    SHORTEST_CANASTA,
    FamilyRule,
    Kind,
    canastas,
    card_worth,
    pack,
)
from scorekeeper.rummy.variants.canasta_question import melds_question

CLEAN = Kind(
    part=canastas("clean", message("Clean"), "clean", FamilyRule.CLEAN, "red"),
    name=message("a clean burraco"),
    text=message("Clean burracos: {number} × {each}"),
    wild=0,
)
SEMI_CLEAN = Kind(
    part=canastas(
        "semi_clean",
        message("Semi-clean"),
        "semi_clean",
        FamilyRule.SEMI_CLEAN,
        "half",
        needs=("semi_clean",),
    ),
    name=message("a semi-clean burraco"),
    text=message("Semi-clean burracos: {number} × {each}"),
    wild=1,
    cards=SHORTEST_CANASTA + 1,
)
DIRTY = Kind(
    part=canastas("dirty", message("Dirty"), "dirty", FamilyRule.DIRTY, "black"),
    name=message("a dirty burraco"),
    text=message("Dirty burracos: {number} × {each}"),
    wild=1,
)

MELDED_IN_SUITS = replace(MELDED, note=message("without bonuses"), suited=True)
POT = HandPart(
    key="pot",
    name=message("Pot not taken"),
    usual=True,
    asked=(message("Pot"), message("not taken?")),
    price=lambda rules: -int(rules.pot),
    rule=FamilyRule.POT,
)


def _fault(_rules: Any, meld: Meld, _goes_out: bool) -> Message | None:
    return None if naturals_in_place(meld) else NO_MELD


def _kind_of(rules: Any, meld: Meld) -> Kind | None:
    own = naturals_in_place(meld)
    if own is None or len(meld) < SHORTEST_CANASTA:
        return None
    if all(own):
        return CLEAN
    is_semi_clean = rules.semi_clean and side_by_side(meld, own) >= SHORTEST_CANASTA
    return SEMI_CLEAN if is_semi_clean else DIRTY


def _lacking(rules: Any, numbers: Mapping[str, int], _players: int) -> Message | None:
    if rules.go_out_with == "clean":
        return None if numbers[CLEAN.key] else message("a clean burraco")
    return None if any(numbers.values()) else message("a burraco")


def _own_lines(case: Case, side: Seat, _numbers: Mapping[str, int]) -> Iterator[Line]:
    yield out_bonus(case, side)
    if case.laid[side].part(POT.key) is not False:
        return
    if side == case.out:
        text = message("{player} cannot go out: the pot was not taken.", player=case.by)
        raise RuleError(text, "hands", side, POT.key)
    yield Line(side, -case.rules.pot, FamilyRule.POT, message("The pot was not taken"))


GAME = FamilyGame(
    kinds=(CLEAN, SEMI_CLEAN, DIRTY),
    kind_of=_kind_of,
    fault=_fault,
    threes_apart=False,
    lacking=_lacking,
    own_lines=_own_lines,
)


@lru_cache(maxsize=1024)
def _deal(rules: Any, _players: int, _number: int) -> Deal:
    worth = card_worth(ace=15, joker=rules.joker_value, low="34567")
    return pack(2, worth, dealt=11, jokers=rules.jokers_per_deck)


BURRACO = family_variant(
    key="burraco",
    name=message("Burraco"),
    other_names=(message("Buraco"), message("Burako"), message("Biriba")),
    tagline=message("Runs and sets of seven, clean or dirty, and a second hand: the pot."),
    fewest=2,
    most=4,
    sides={4: (2,)},
    rules_type=BurracoRules,
    presets=BURRACO_PRESETS,
    hand_parts=(MELDED_IN_SUITS, *(kind.part for kind in GAME.kinds), POT, NET_POINTS),
    deal=_deal,
    check_hand=GAME.check_hand,
    judge=GAME.judge,
    tally=GAME.tally,
    melds_question=melds_question(
        GAME,
        WHICH_BURRACO,
        message("Your melds; a run from low to high, with its suit."),
        takes_suits=True,
    ),
    plays=(wild_question(GAME, WILD_MOVED),),
    disputes=BURRACO_DISPUTES,
    points=BURRACO_POINTS,
    examples=BURRACO_EXAMPLES,
)
