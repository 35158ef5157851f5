"""What stood on the sheet before a round, told without its rounds, as facts that fold to the same.

A total is an adjustment in a void round, a round won a knock with 1 against 2 that the adjustment
allows for. Hollywood's columns follow from the order of the wins, so there every win is told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.game.sheet import Game, RoundOnSheet, Sheet, fold
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.messages import FIRST_SEAT, Seat, message
from scorekeeper.rummy.round import (
    ILLEGAL_KNOCK,
    Adjustment,
    Count,
    Ending,
    Hand,
    Round,
    Rule,
    RuleError,
    Ruling,
    Tag,
    Unmatched,
    points_of,
)
from scorekeeper.rummy.variant import Variant


class EntryKind(StrEnum):
    """What an entry in Hollywood's columns was for: it decides how many boxes it brought."""

    KNOCK = "knock"
    GIN = "gin"
    UNDERCUT = "undercut"
    ADJUSTMENT = "adjustment"


@dataclass(frozen=True, slots=True)
class ColumnEntry:
    """Points that one player wrote in Hollywood's columns."""

    seat: Seat
    points: int
    kind: EntryKind = EntryKind.KNOCK


@dataclass(frozen=True, slots=True)
class SoFar:
    """The sheet before a round: totals and rounds won by seat, and how many rounds counted.

    In the gin family `won` is in boxes. Hollywood has `entries` in order instead of both.
    """

    totals: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    played: int = 0
    entries: tuple[ColumnEntry, ...] = ()


NOTHING_YET = SoFar()


def after(game: Game, so_far: SoFar) -> Game:
    """The game with this before its rounds; its dealer deals the first round of its own.

    Raises `RuleError` at `entries` and an index for points that no round of that kind can bring,
    and at `totals` where the game would have been over by then.
    """
    told = before_its_rounds(game, so_far)
    before = told.rounds[: len(told.rounds) - len(game.rounds)]
    try:
        over = fold(replace(game, rounds=before, called=False)).over
    except RuleError:
        over = True
    if over:
        raise RuleError(message("With these totals the game was over before this round."), "totals")
    return told


def before_its_rounds(game: Game, so_far: SoFar) -> Game:
    """The same, though the game may have been over by then: it is then refused when it is folded.

    Raises `RuleError` at `entries` and an index for points that no round of that kind can bring.
    """
    if so_far == NOTHING_YET:
        return game
    # A void round leaves the deal with whoever dealt it.
    handed_on = Round(Ending.VOID, dealer=game.dealer)
    return replace(game, rounds=(*_rounds(game, so_far), handed_on, *game.rounds))


def _rounds(game: Game, so_far: SoFar) -> tuple[Round, ...]:
    if so_far.entries:
        return tuple(_written(game, entry, place) for place, entry in enumerate(so_far.entries))
    nobody = (0,) * len(game.players)
    totals, won = so_far.totals or nobody, so_far.won or nobody
    lacking = [total - wins * (len(nobody) - 1) for total, wins in zip(totals, won, strict=True)]
    adjustments = tuple(
        Adjustment(Seat(seat), points) for seat, points in enumerate(lacking) if points
    )
    wins = [_won(game, Seat(seat)) for seat, times in enumerate(won) for _ in range(times)]
    played = [_played(game)] * so_far.played
    return (Round(Ending.VOID, adjustments=adjustments), *wins, *played)


def _won(game: Game, winner: Seat) -> Round:
    """A round that brings its winner one point from each other player, and one box."""
    hands = tuple(Count(1 if seat == winner else 2) for seat in range(len(game.players)))
    upcard = Card("2", "H") if game.variant.takes_upcard else None
    return Round(Ending.KNOCK, winner, hands, upcard, allow=(ILLEGAL_KNOCK,))


def _played(game: Game) -> Round:
    """A round that counts as one and leaves everybody without a card."""
    return Round(Ending.OUT, FIRST_SEAT, (Unmatched(()),) * len(game.players))


def _written(game: Game, entry: ColumnEntry, place: int) -> Round:
    """A round of two players that writes just this; raises `RuleError` where there is none."""
    round = _round_of(game.rules, entry)
    deal = game.variant.deal(game.rules, len(game.players), 1)
    try:
        ruling = judge_round(game.variant, game.rules, deal, round, len(game.players))
    except RuleError:
        ruling = Ruling()
    winners = () if entry.kind is EntryKind.ADJUSTMENT else (entry.seat,)
    if (ruling.winners, ruling.points(2)[entry.seat]) != (winners, entry.points):
        text = message("No round of this kind brings {points} points.", points=entry.points)
        raise RuleError(text, "entries", place)
    return round


def _round_of(rules: Any, entry: ColumnEntry) -> Round:
    if entry.kind is EntryKind.ADJUSTMENT:
        return Round(Ending.VOID, adjustments=(Adjustment(entry.seat, entry.points),))
    other, more = Seat(1 - entry.seat), entry.points
    by, own, theirs = entry.seat, 1, 1 + more
    if entry.kind is EntryKind.GIN:
        own, theirs = 0, more - rules.gin_bonus
    elif entry.kind is EntryKind.UNDERCUT:
        by, theirs = other, 1 + more - rules.undercut_bonus
    hands: dict[Seat, Hand | None] = {entry.seat: Count(own), other: Count(theirs)}
    ending = Ending.GIN if entry.kind is EntryKind.GIN else Ending.KNOCK
    return Round(ending, by, (hands[Seat(0)], hands[Seat(1)]), allow=(ILLEGAL_KNOCK,))


def so_far_of(sheet: Sheet) -> SoFar:
    """What a sheet comes to, told without its rounds."""
    rules, column = sheet.game.rules, sheet.columns[0]
    if len(sheet.columns) > 1:
        return SoFar(entries=tuple(entry for each in sheet.rounds for entry in _entries(each)))
    won = column.boxes if hasattr(rules, "box_bonus") else column.wins
    return SoFar(
        totals=column.totals if any(column.totals) else (),
        won=won if counts_rounds_won(sheet.game.variant) and any(won) else (),
        played=column.rounds if sheet.next_deal.wild else 0,
    )


def counts_rounds_won(variant: Variant) -> bool:
    """Whether rounds won can bring points at the end of this game."""
    names = {rule.name for rule in house_rules(variant.rules_type)}
    return bool(names & {"box_bonus", "round_bonus"})


def _entries(entry: RoundOnSheet) -> list[ColumnEntry]:
    """What a recorded round wrote in Hollywood's columns."""
    ruling = entry.ruling
    won = points_of([line for line in ruling.lines if line.rule is not Rule.ADJUSTMENT], 2)
    kind = EntryKind.KNOCK
    if Tag.GIN in ruling.tags or Tag.BIG_GIN in ruling.tags:
        kind = EntryKind.GIN
    elif Tag.UNDERCUT in ruling.tags:
        kind = EntryKind.UNDERCUT
    return [ColumnEntry(winner, won[winner], kind) for winner in ruling.winners] + [
        ColumnEntry(each.seat, each.points, EntryKind.ADJUSTMENT)
        for each in entry.round.adjustments
    ]
