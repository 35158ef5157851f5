"""Herons, a game made up for a test: Basic Rummy in which feathers and the moon count.

Each feather that is left in a hand brings the winner 5 points, at full moon 10, and whoever saw a
heron gets 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Line, Rule, Ruling
from scorekeeper.rummy.variant import HandPart, OwnFact
from scorekeeper.rummy.variants.basic import BASIC

FEATHERS = HandPart(key="feathers", name=message("feathers"), most=9)
MOON = OwnFact(
    key="moon",
    name=message("the moon"),
    question=message("How was the moon?"),
    choices={"new": message("New"), "full": message("Full")},
)
HERON = OwnFact(key="heron", name=message("the heron"), question=message("Who saw the heron?"))


def _judge(case: Case) -> Ruling:
    ruling = BASIC.judge(case)
    return replace(ruling, lines=(*ruling.lines, *_feathers(case), *_heron(case)))


def _feathers(case: Case) -> Iterator[Line]:
    worth = 10 if ("moon", "full") in case.round.own_facts else 5
    for seat in case.others(case.by):
        if feathers := case.laid[seat].number("feathers"):
            text = message("{player} has {number} feathers left", player=seat, number=feathers)
            yield Line(case.by, worth * feathers, Rule.OUT_BONUS, text)


def _heron(case: Case) -> Iterator[Line]:
    if isinstance(seat := dict(case.round.own_facts).get("heron"), Seat):
        yield Line(seat, 7, Rule.OUT_BONUS, message("{player} saw the heron", player=seat))


HERONS = replace(
    BASIC,
    key="herons",
    name=message("Herons"),
    judge=_judge,
    own_facts=(MOON, HERON),
    hand_parts=(FEATHERS,),
)
