"""Starts a game from scores without known rounds, by inventing rounds with the same scores.

A total becomes an adjustment in a void round. A won round becomes a knock where the winner has 1
point and all other players have 2 points; the adjustment subtracts the points of the knock. A
round that only counts as played, or a phase laid down, becomes a round with adjustments that
subtract its points. In a game with several columns, the order of wins decides their columns, so
users must give every win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.rummy.column import Column, ColumnEntry
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.hand import PHASE, Count, Parts
from scorekeeper.rummy.judging.judge import judge_round
from scorekeeper.rummy.messages import FIRST_SEAT, Seat, message
from scorekeeper.rummy.round import Adjustment, Ending, Round, RuleError
from scorekeeper.rummy.ruling import ILLEGAL_KNOCK, Ruling
from scorekeeper.rummy.variant import Variant


@dataclass(frozen=True, slots=True)
class StartingScores:
    """The scores before a round.

    - `totals`: the total of each side
    - `won`: the number of rounds that each side won. If boxes bring points, the number of boxes
    - `played`: the number of rounds played
    - `entries`: in a game with several columns, the wins and adjustments in their order. Such a
      game has no `totals` and no `won`
    - `phases`: in a game with phases, the phases that each player laid down
    """

    totals: tuple[int, ...] = ()
    won: tuple[int, ...] = ()
    played: int = 0
    entries: tuple[ColumnEntry, ...] = ()
    phases: tuple[tuple[int, ...], ...] = ()


NOTHING_YET = StartingScores()

_COUNT_OF_A_CARD, _COUNT_OF_TEN_CARDS = 5, 50


def with_starting_scores(game: Game, scores: StartingScores) -> Game:
    """The game with these scores before its rounds. The game’s dealer deals its first round.

    Raises `RuleError` at an index of `entries` for an entry with impossible points. Raises
    `RuleError` at `totals` or `phases` if the scores end the game or eliminate a player.
    """
    started = with_starting_rounds(game, scores)
    before = started.entries[: len(started.entries) - len(game.entries)]
    try:
        sheet = fold(replace(game, entries=before, called=False))
    except RuleError:
        # If the scores end the game, the round that sets the dealer comes after the end.
        if scores.phases:
            text = message("With these phases the game was already over before this round.")
            raise RuleError(text, "phases") from None
        text = message("With these totals the game was already over before this round.")
        raise RuleError(text, "totals") from None
    if sheet.seats != game.starters:
        text = message("With these totals somebody was already out of the game.")
        raise RuleError(text, "totals")
    return started


def with_starting_rounds(game: Game, scores: StartingScores) -> Game:
    """Add the rounds with the starting scores before the rounds of a game.

    If the added rounds end the game, `fold` rejects the next round. Raises `RuleError` at an index
    of `entries` for an entry with impossible points.
    """
    if scores == NOTHING_YET:
        return game
    # After a void round the same player deals again, so this round sets the first dealer.
    sets_dealer = Round(Ending.VOID, dealer=game.dealer)
    return replace(game, entries=(*_rounds(game, scores), sets_dealer, *game.entries))


def _rounds(game: Game, scores: StartingScores) -> tuple[Round, ...]:
    if scores.entries:
        return tuple(_round_of(game, entry, place) for place, entry in enumerate(scores.entries))
    nobody = (0,) * len(game.sides)
    totals, won = scores.totals or nobody, scores.won or nobody
    lacking = [total - wins * (len(nobody) - 1) for total, wins in zip(totals, won, strict=True)]
    adjustments = tuple(
        Adjustment(side, points) for side, points in zip(game.sides, lacking, strict=True) if points
    )
    wins = [_round_won(game, Seat(seat)) for seat, times in enumerate(won) for _ in range(times)]
    played = [_round_without_score(game)] * scores.played
    phases = _rounds_of_phases(game, scores.phases)
    return (Round(Ending.VOID, adjustments=adjustments), *wins, *played, *phases)


def _rounds_of_phases(game: Game, phases: tuple[tuple[int, ...], ...]) -> Iterator[Round]:
    """Rounds where the players lay down these phases. Adjustments subtract the rounds’ points."""
    chosen = game.variant.phases is not None and game.variant.phases.any_order(game.rules)
    for place in range(max(map(len, phases), default=0)):
        by = next(Seat(seat) for seat, done in enumerate(phases) if place < len(done))
        hands, adjustments = [], []
        for seat, done in zip(game.sides, phases, strict=True):
            told = done[place] if chosen and place < len(done) else place < len(done)
            left = _COUNT_OF_TEN_CARDS if told is False else _COUNT_OF_A_CARD
            given = None if seat == by else Count(left)
            hands.append(Parts(given, own=((PHASE, told),)))
            adjustments += [Adjustment(seat, -left)] if given else []
        yield Round(Ending.OUT, by, tuple(hands), adjustments=tuple(adjustments))


def _round_won(game: Game, winner: Seat) -> Round:
    """A round that gives its winner one point from each other player, and one box."""
    hands = tuple(Count(1 if seat == winner else 2) for seat in range(len(game.players)))
    upcard = game.variant.plain_upcard
    return Round(Ending.KNOCK, winner, hands, upcard, allow=(ILLEGAL_KNOCK,))


def _round_without_score(game: Game) -> Round:
    """A round that counts as played and scores 0: adjustments cancel its points."""
    others = [Seat(seat) for seat in range(1, len(game.players))]
    hands = (None, *(Count(1) for _seat in others))
    return Round(
        Ending.OUT, FIRST_SEAT, hands, adjustments=tuple(Adjustment(seat, -1) for seat in others)
    )


def _round_of(game: Game, entry: ColumnEntry, place: int) -> Round:
    """A two-player round that brings the points of this entry.

    Raises `RuleError` if no round brings these points.
    """
    played = entry.kind.round(game.rules, entry.seat, entry.points)
    deal = game.variant.deal(game.rules, len(game.players), 1)
    try:
        ruling = judge_round(game.variant, game.rules, deal, played, game.starters)
    except RuleError:
        ruling = Ruling()
    winners = (entry.seat,) if entry.kind.is_win else ()
    if (ruling.winners, ruling.points(2)[entry.seat]) != (winners, entry.points):
        text = message("No round of this kind is worth {points}.", points=entry.points)
        raise RuleError(text, "entries", place)
    return played


def starting_scores_of(sheet: Sheet) -> StartingScores:
    variant, column = sheet.game.variant, sheet.columns[0]
    if variant.entry_kinds:
        entries = (entry for played in sheet.rounds for entry in _entries(variant, played))
        return StartingScores(entries=tuple(entries))
    won = _of_those_in(variant.rounds_won(column), column) if variant.rounds_won else ()
    totals = _of_those_in(column.totals, column)
    return StartingScores(
        totals=totals if any(totals) else (),
        won=won if any(won) else (),
        played=column.rounds if variant.rounds else 0,
        phases=tuple(column.phases_of(seat) for seat in column.seats) if column.phases else (),
    )


def _of_those_in(by_seat: tuple[int, ...], column: Column) -> tuple[int, ...]:
    return tuple(by_seat[seat] for seat in column.seats)


def _entries(variant: Variant, entry: RoundOnSheet) -> list[ColumnEntry]:
    ruling = entry.ruling
    won = ruling.earned(2)
    kind = next(kind for kind in variant.entry_kinds if kind.is_kind(ruling))
    adjustment = next(kind for kind in variant.entry_kinds if not kind.is_win)
    return [ColumnEntry(winner, won[winner], kind) for winner in ruling.winners] + [
        ColumnEntry(given.seat, given.points, adjustment) for given in entry.round.adjustments
    ]
