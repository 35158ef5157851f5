"""Herons, a game made up for a test: Basic Rummy in which feathers and the moon count.

Each feather left in a hand gives the winner 5 points, at full moon 10. A player who saw a heron
gets 7. A player who flew off early gives the winner 20, one who flew off late 40, and one who slept
3. At new moon a king counts 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.own_facts import HandPart, OwnFact
from scorekeeper.rummy.round import OwnFacts
from scorekeeper.rummy.ruling import Line, Rule, Ruling
from scorekeeper.rummy.variants.basic import BASIC

FEATHERS = HandPart(key="feathers", name=message("feathers"), most=9)
FLEW = HandPart(
    key="flew",
    name=message("flew off"),
    choices={"early": message("flew off early"), "late": message("flew off late")},
)
SLEPT = HandPart(key="slept", name=message("slept"))
MOON = OwnFact(
    key="moon",
    name=message("the moon"),
    question=message("How was the moon?"),
    choices={"new": message("New"), "full": message("Full")},
)
HERON = OwnFact(key="heron", name=message("the heron"), question=message("Who saw the heron?"))


def _judge(case: Case) -> Ruling:
    ruling = BASIC.judge(case)
    own = (*_feathers(case), *_away(case), *_heron(case))
    return replace(ruling, lines=(*ruling.lines, *own))


def _feathers(case: Case) -> Iterator[Line]:
    worth = 10 if ("moon", "full") in case.round.own_facts else 5
    for seat in case.others(case.by):
        if feathers := case.laid[seat].number("feathers"):
            text = message("{player} has {number} feathers left", player=seat, number=feathers)
            yield Line(case.by, worth * feathers, Rule.OUT_BONUS, text)


def _away(case: Case) -> Iterator[Line]:
    for seat in case.others(case.by):
        if flew := case.laid[seat].part("flew"):
            text = message("{player} flew off {when}", player=seat, when=flew)
            yield Line(case.by, 20 if flew == "early" else 40, Rule.OUT_BONUS, text)
        if case.laid[seat].part("slept"):
            yield Line(case.by, 3, Rule.OUT_BONUS, message("{player} slept", player=seat))


def _deal_with(_rules: Any, deal: Deal, facts: OwnFacts) -> Deal:
    king = 0 if ("moon", "new") in facts else 10
    return replace(deal, worth={**deal.worth, "K": king})


def _heron(case: Case) -> Iterator[Line]:
    if isinstance(seat := dict(case.round.own_facts).get("heron"), Seat):
        yield Line(seat, 7, Rule.OUT_BONUS, message("{player} saw the heron", player=seat))


HERONS = replace(
    BASIC,
    key="herons",
    name=message("Herons"),
    judge=_judge,
    own_facts=(MOON, HERON),
    deal_with=_deal_with,
    hand_parts=(FEATHERS, FLEW, SLEPT),
)
