"""A round in which everybody scores, as a row of numbers for each player.

If a hand scores for several things, each thing has a row instead. The numbers come from the
ruling's lines, so a row cannot differ from the score.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask_babel import gettext, ngettext

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.hand import Laid
from scorekeeper.rummy.ruling import Line, points_of
from scorekeeper.rummy.sides import members, side_of
from scorekeeper.web.parts.drawn_hands import DrawnHand, laid_hands
from scorekeeper.web.parts.formatting import capital
from scorekeeper.web.shell.translation import total, translate


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The points of a player, or of a side if partners share a hand.

    - `numbers`: the terms of the points, `27 − 14`; empty if there is only one
    - `left`: the count of the cards left, or 0 if it is among the numbers
    """

    hand: DrawnHand
    points: int
    numbers: str
    left: int
    won: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class ScoredPart:
    """Something that counted in a round, with its points for every side.

    `cards` is the kind of cards it counts, if any.
    """

    words: str
    cards: tuple[Card, ...]
    points: tuple[int, ...]


def scored_parts(entry: RoundOnSheet, game: Game) -> list[ScoredPart]:
    """Everything that counted for any side, in the order of the game's `points`."""
    cards = {part.rule: part.cards for part in game.variant.hand_parts}
    counted = [
        (article, [line for line in entry.ruling.lines if line.rule in article.rules])
        for article in game.variant.points
    ]
    return [
        ScoredPart(
            capital(translate(article.in_a_sum or article.question)),
            cards.get(article.rules[0], ()),
            points_of(lines, len(game.sides)),
        )
        for article, lines in counted
        if lines
    ]


def score_rows(entry: RoundOnSheet, game: Game) -> list[ScoreRow]:
    """The rows, first the player who ended the round. Empty if only the winner scores."""
    if not game.variant.all_score(game.rules):
        return []
    return [_row(hand, entry, game) for hand in laid_hands(entry)]


def _row(hand: DrawnHand, entry: RoundOnSheet, game: Game) -> ScoreRow:
    ruling, seat = entry.ruling, hand.seat
    side = side_of(members(seat)[0], entry.before)
    lines = [line for line in ruling.lines if line.seat == side]
    if game.variant.own_hands and game.partners:
        lines = [line for line in lines if dict(line.text.arguments).get("player") == seat]
    points = sum(line.points for line in lines)
    laid = ruling.laid[seat]
    if game.variant.put_down and laid.shown is None:
        laid = replace(laid, shown=0)
    numbers = _numbers(lines, laid)
    return ScoreRow(
        hand=hand,
        points=points,
        numbers=_written(numbers) if len(numbers) > 1 else "",
        left=0 if laid.deadwood in map(abs, numbers) else laid.deadwood,
        won=side in ruling.winners,
        spoken=_spoken(game.players[seat], laid, hand.own, points, game),
    )


def _numbers(lines: list[Line], laid: Laid) -> list[int]:
    """The numbers of a player's lines, with 0 for cards put down or left if there are none."""
    numbers = [number for line in lines for number in _numbers_of(line)]
    if laid.shown == 0:
        numbers.insert(0, 0)
    if laid.shown is not None and laid.deadwood == 0:
        numbers.insert(1, 0)
    return numbers


def _numbers_of(line: Line) -> tuple[int, ...]:
    """The number of a line. A loss has two: the lowest count, and minus the player's own count."""
    facts: dict[str, Any] = dict(line.text.arguments)
    if facts.get("other") == line.seat and "least" in facts:
        return facts["least"], -facts["count"]
    return (line.points,)


def _written(numbers: list[int]) -> str:
    first, *others = numbers
    return total(first) + "".join(f" {'+' if n > 0 else '−'} {abs(n)}" for n in others)


def _spoken(name: str, laid: Laid, own: tuple[str, ...], points: int, game: Game) -> str:
    """The text of the row for a screen reader: `Ana, put down 27, 14 left, plus 13`."""
    parts = [name]
    if laid.shown is not None:
        parts.append(gettext("put down %(points)d", points=laid.shown))
    if not laid.opened:
        parts.append(gettext("never opened"))
    if not laid.is_unknown:
        parts.append(gettext("%(points)d left", points=laid.deadwood))
    parts += [*own, _spoken_points(points, game)]
    return ", ".join(parts)


def _spoken_points(points: int, game: Game) -> str:
    if points < 0:
        return str(gettext("minus %(points)d", points=-points))
    if points and not game.variant.lowest_wins(game.rules):
        return str(gettext("plus %(points)d", points=points))
    return str(ngettext("%(num)d point", "%(num)d points", points))
