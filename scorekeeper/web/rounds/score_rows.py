"""A round in which everybody scores: a row for each player, with the numbers that make the points.

Where a hand scores for several things, there is a row for each of these instead. The numbers are
those of the ruling's lines, so a row cannot differ from the score.
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
    """What a player scored, or a side where partners share a hand.

    `numbers` is how it came about, `27 − 14`, empty if there is no sum.
    `left` is what the cards left count where the numbers do not tell it, else 0.
    """

    hand: DrawnHand
    points: int
    numbers: str
    left: int
    won: bool
    spoken: str


@dataclass(frozen=True, slots=True)
class ScoredPart:
    """Something that counted in a round, with the points of every side for it.

    `cards` are of which a number counted.
    """

    words: str
    cards: tuple[Card, ...]
    points: tuple[int, ...]


def scored_parts(entry: RoundOnSheet, game: Game) -> list[ScoredPart]:
    """Everything that counted for anybody, in the order of the game's `points`."""
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
    """The rows, first the one that ended the round. Empty where only the winner scores."""
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
    """The numbers of a player's lines; where cards put down count, also that none are."""
    numbers = [number for line in lines for number in _numbers_of(line)]
    if laid.shown == 0:
        numbers.insert(0, 0)
    if laid.shown is not None and laid.deadwood == 0:
        numbers.insert(1, 0)
    return numbers


def _numbers_of(line: Line) -> tuple[int, ...]:
    """The number of a line. A loss against a lower count is that count less the player's own."""
    facts: dict[str, Any] = dict(line.text.arguments)
    if facts.get("other") == line.seat and "least" in facts:
        return facts["least"], -facts["count"]
    return (line.points,)


def _written(numbers: list[int]) -> str:
    first, *others = numbers
    return total(first) + "".join(f" {'+' if n > 0 else '−'} {abs(n)}" for n in others)


def _spoken(name: str, laid: Laid, own: tuple[str, ...], points: int, game: Game) -> str:
    """The row as a screen reader says it: `Ana, put down 27, 14 left, plus 13`."""
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
