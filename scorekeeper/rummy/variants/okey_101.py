"""Okey 101: players open with 101 points or five pairs. The first player without tiles wins.

Sources: the rules of milliyet, cikcik, tualimforum, okeya101, fuzzymobilegames and gambiter, and
public scorers. The values of the preset `soft` come from one of these scorers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article, points_article
from scorekeeper.rummy.cards import TILES
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import at_target_or_rounds
from scorekeeper.rummy.endings import STOCK_RAN_OUT, VOID, WENT_OUT, EndingRule
from scorekeeper.rummy.examples import (
    FOUR,
    THREE,
    VOID_ROUND,
    Ask,
    Example,
    HandDocument,
    ended,
    ran_out,
    went_out,
)
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import AnyEnding, Ending, RuleError
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Rule, Ruling, Tag
from scorekeeper.rummy.sides import members
from scorekeeper.rummy.table.game import TableQuestion
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants.okey_101_rules import (
    OPENED,
    PENALTIES,
    Okey101Rules,
    check_rack,
    okey_101_deal,
    okey_101_table,
    opened_with_pairs,
)
from scorekeeper.rummy.variants.tiles import TILE_MISTAKES, WHO_BEGINS
from scorekeeper.rummy.words import TABLE_GAMES


class OkeyEnding(AnyEnding):
    """The endings that only Okey 101 has."""

    OKEY = "okey"
    AT_ONCE_OKEY = "at-once-okey"


class OkeyRule(AnyRule):
    """The kinds of points that only Okey 101 has."""

    OPENED_PAIRS = "opened-pairs"
    FINISH = "finish"
    PENALTY = "penalty"


class OkeyTag(AnyTag):
    """The tags that only Okey 101 has."""

    OKEY = "okey", message("finish with the okey"), message("{player} finishes with the okey!")
    AT_ONCE = (
        "at-once",
        message("finish from the hand"),
        message("{player} finishes from the hand!"),
    )
    AT_ONCE_OKEY = (
        "at-once-okey",
        message("finish from the hand with the okey"),
        message("{player} finishes from the hand, with the okey!"),
    )


_WITH_OKEY = (OkeyEnding.OKEY, OkeyEnding.AT_ONCE_OKEY)
_AT_ONCE = (Ending.AT_ONCE, OkeyEnding.AT_ONCE_OKEY)


def _judge(case: Case) -> Ruling:
    by = case.round.by
    for seat in case.seats:
        check_rack(case.rules, case.deal, seat, case.round.hand(seat), by in members(seat))
    _check_nobody_else_opened(case)
    case.check_nobody_else_is_out()
    lines = {seat: tuple(_lines_of(case, seat)) for seat in case.seats}
    return Ruling(
        winners=() if case.out is None else (case.scorer(case.out),),
        lines=(*chain.from_iterable(lines.values()), *_finish(case, lines), *_penalties(case)),
    )


def _check_nobody_else_opened(case: Case) -> None:
    if case.out is None or case.ending not in _AT_ONCE:
        return
    for seat in case.others(case.out):
        if case.laid[seat].opened:
            text = message("{player} had opened: it is no finish from the hand.", player=seat)
            raise RuleError(text, "hands", seat, OPENED.key)


def _lines_of(case: Case, seat: Seat) -> Iterator[Line]:
    """The points of a player, before the finish doubles them.

    The partner of the player who finished gets no points.
    """
    scorer = case.scorer(seat)
    if case.out is not None and scorer == case.scorer(case.out):
        if seat == case.out and case.rules.out_bonus:
            text = message("{player} finished", player=seat)
            yield Line(scorer, -case.rules.out_bonus, Rule.OUT_BONUS, text)
        return
    if not case.laid[seat].opened:
        text = message("{player} never opened", player=seat)
        yield Line(scorer, case.rules.not_opened, Rule.NOT_OPENED, text)
        return
    left = case.cards_left(seat, scorer)
    yield left
    if case.rules.pairs_double and left.points and opened_with_pairs(case.round.hand(seat)):
        text = message("{player} opened with pairs: double", player=seat)
        yield replace(left, rule=OkeyRule.OPENED_PAIRS, text=text)


def _finish(case: Case, lines: Mapping[Seat, Sequence[Line]]) -> Iterator[Line]:
    reasons = _doublings(case)
    times = 2 ** len(reasons)
    for seat, own in lines.items():
        points = sum(line.points for line in own) * (times - 1)
        if points:
            named = dict(zip(("first", "second", "third"), reasons, strict=False))
            text = message(_TIMES[len(reasons)].template, player=seat, times=times, **named)
            yield Line(case.scorer(seat), points, OkeyRule.FINISH, text)


_TIMES = {
    1: message("{player} × {times}: {first}"),
    2: message("{player} × {times}: {first}, {second}"),
    3: message("{player} × {times}: {first}, {second}, {third}"),
}


def _doublings(case: Case) -> list[Message]:
    """The reasons why the round counts double. Each further reason doubles the points again."""
    if case.out is None:
        return []
    by_pairs = case.rules.pairs_finish and opened_with_pairs(case.round.hand(case.out))
    reasons = (
        (case.ending in _WITH_OKEY, message("the last tile was the okey")),
        (case.ending in _AT_ONCE, message("it was a finish from the hand")),
        (by_pairs, message("the finish was by pairs")),
    )
    return [reason for counts, reason in reasons if counts]


def _penalties(case: Case) -> Iterator[Line]:
    for seat in case.seats:
        number = case.laid[seat].number(PENALTIES.key)
        if points := number * case.rules.penalty:
            text = message(
                "{player}’s penalties: {number} × {points}",
                player=seat,
                number=number,
                points=case.rules.penalty,
            )
            yield Line(case.scorer(seat), points, OkeyRule.PENALTY, text)


def _rack(opened: bool | str, left: str | int | None = None, **more: int) -> HandDocument:
    return {"opened": opened, **({} if left is None else {"left": left}), **more}


_EXAMPLES = (
    went_out("never-opened", {"not_opened": 101}, Max=_rack(False, 30), Lou="4"),
    went_out("okey-never-opened", Max=_rack(False, "JK 4"), Lou="JK 4"),
    went_out("false-okey", Max="JK 4", Lou="7 4"),
    went_out("penalty-of-a-double-round", ending="okey", Max={"left": 14, "penalties": 1}, Lou="1"),
    Example(
        "partner-finished",
        (ended("out", "Nina", Max=14, Lou=_rack(False, penalties=1), Paul=_rack(False)),),
        players=FOUR,
        by_sides=True,
    ),
    ran_out("no-tile-left", Nina="12", Max=_rack("pairs", "11"), Lou=_rack(False)),
    went_out("who-begins", by="Lou", Nina=12, Max=9, ask=Ask.DEALER),
    Example("who-begins", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    went_out(
        "pairs-and-pairs",
        {"pairs_finish": False},
        {"pairs_double": False},
        Nina=_rack("pairs"),
        Max=_rack("pairs", 14),
        Lou="9",
    ),
    went_out("cards-left", {"okey_left": 25}, Max="11 3", Lou="JK 4"),
    went_out("not-opened", {"not_opened": 303}, Max=_rack(False), Lou="4"),
    went_out("opened-pairs", {"pairs_double": False}, Max=_rack("pairs", 11), Lou="4"),
    went_out("finish", ending="at-once-okey"),
    went_out("finish", ending="okey", Max=40, Lou=_rack(False)),
    went_out("penalty", {"penalty": 50}, Max={"left": 14, "penalties": 2}, Lou="4"),
    went_out("out-bonus", {"out_bonus": 0}, Max="9", Lou="4"),
)

OKEY_101 = Variant(
    key="okey-101",
    name=message("Okey 101"),
    other_names=(message("101 Okey"),),
    group=TABLE_GAMES,
    tagline=message(
        "21 tiles each. Open with 101 points or five pairs, then throw your last tile first. "
        "Fewest points wins."
    ),
    fewest=2,
    most=4,
    sides={4: (2,)},
    own_hands=True,
    rules_type=Okey101Rules,
    presets=(
        Preset("plain", message("Standard"), {}),
        Preset("soft", message("Soft"), {"out_bonus": 0, "okey_left": 25}),
    ),
    endings=(
        replace(
            WENT_OUT,
            label=message("{player} finished"),
            word=message("finished"),
            verdict=message("{player} finishes"),
            of_side=None,
            may_tell=True,
        ),
        EndingRule(
            OkeyEnding.OKEY,
            message("{player} finished with the okey"),
            message("with the okey"),
            verdict=message("{player} finishes with the okey"),
            tag=OkeyTag.OKEY,
            may_tell=True,
        ),
        EndingRule(
            Ending.AT_ONCE,
            message("{player} finished from the hand"),
            message("from the hand"),
            verdict=message("{player} finishes from the hand"),
            tag=OkeyTag.AT_ONCE,
            all_at_once=True,
            may_tell=True,
            others_opened=False,
            presumes_unopened=True,
        ),
        EndingRule(
            OkeyEnding.AT_ONCE_OKEY,
            message("{player} finished from the hand with the okey"),
            message("from the hand, okey"),
            verdict=message("{player} finishes from the hand with the okey"),
            tag=OkeyTag.AT_ONCE_OKEY,
            all_at_once=True,
            may_tell=True,
            others_opened=False,
            presumes_unopened=True,
        ),
        replace(STOCK_RAN_OUT, compares=False),
        replace(VOID, label=message("Void: play it again")),
    ),
    pieces=TILES,
    hand_parts=(OPENED, PENALTIES),
    deal=lambda rules, _players, _number: okey_101_deal(rules),
    table=TableQuestion(message("Is this 101?"), okey_101_table),
    judge=_judge,
    check_hand=check_rack,
    is_over=at_target_or_rounds,
    lowest_wins=lambda _rules: True,
    all_score=lambda _rules: True,
    disputes=(
        Article("twelve-thirteen-one", message("Is twelve, thirteen, one a run?")),
        Article(
            "never-opened",
            message("I never opened and hold 30. Do I get 30 or 202?"),
            explains=lambda line: line.rule is Rule.NOT_OPENED,
        ),
        Article(
            "okey-never-opened", message("I never opened and hold an okey. Does it cost more?")
        ),
        Article("false-okey", message("A false okey is left on my rack. What does it count?")),
        Article(
            "penalty-of-a-double-round",
            message("You finished with the okey. Does my penalty count double too?"),
            tags=(OkeyTag.OKEY,),
        ),
        Article("partner-finished", message("My partner finished. Do my points count?")),
        Article(
            "no-tile-left",
            message("No tile is left and nobody finished. What now?"),
            tags=(Tag.STOCK,),
            settles=lambda ruling: Tag.STOCK in ruling.tags,
        ),
        WHO_BEGINS,
        Article(
            "pairs-and-pairs",
            message("You opened with pairs, and so did I. Is that four times?"),
        ),
        Article(
            "last-tile",
            message("The tile that I threw fits on the table, and it was my last. A penalty?"),
        ),
    ),
    points=(
        articles.OUT_BONUS,
        articles.CARDS_LEFT,
        articles.NOT_OPENED,
        points_article("opened-pairs", message("Opened with pairs"), OkeyRule.OPENED_PAIRS),
        Article(
            "finish",
            message("The finish doubles"),
            rules=(OkeyRule.FINISH,),
            tags=(OkeyTag.AT_ONCE, OkeyTag.AT_ONCE_OKEY),
        ),
        points_article("penalty", message("Penalties"), OkeyRule.PENALTY),
        *articles.NOT_FROM_CARDS,
    ),
    mistakes=(*TILE_MISTAKES[:3], *articles.MISTAKES[3:]),
    examples=_EXAMPLES,
)
