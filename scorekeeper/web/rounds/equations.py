"""The points of a round as sums of numbers known at the table: `47 + 25 = 72`.

The terms come from the lines of the ruling, so a sum cannot differ from the score. If everybody
scores, `score_rows.py` makes rows instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from flask_babel import gettext

from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.rulebook import article_for
from scorekeeper.rummy.ruling import Line, Rule
from scorekeeper.web.shell.translation import translate


@dataclass(frozen=True, slots=True)
class Term:
    """A number of the sum, with words to print below it. It counts `times` times.

    `seat` is the player in the words. Their face can replace the words.
    """

    points: int
    words: str
    times: int = 1
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Equation:
    """The points of one player, and the terms that add up to them."""

    seat: Seat
    terms: tuple[Term, ...]
    total: int
    words: str

    @property
    def is_sum(self) -> bool:
        return len(self.terms) > 1 or any(term.times > 1 for term in self.terms)


def equations(entry: RoundOnSheet, game: Game) -> list[Equation]:
    """The sums of a round, by seat. Empty if everybody scores."""
    ruling, players = entry.ruling, game.players
    if game.variant.all_score(game.rules):
        return []
    points = entry.points()
    return [
        Equation(
            seat,
            _sum_of(entry, seat, game),
            points[seat],
            gettext("for %(name)s", name=players[seat]),
        )
        for seat in sorted({line.seat for line in ruling.lines})
    ]


def _sum_of(entry: RoundOnSheet, seat: Seat, game: Game) -> tuple[Term, ...]:
    lines = [line for line in entry.ruling.lines if line.seat == seat]
    two = len(entry.before) == 2
    found = Counter(term for line in lines for term in _terms(line, game.players, two=two))
    return tuple(replace(term, times=times) for term, times in found.items())


def _terms(line: Line, players: tuple[str, ...], *, two: bool) -> Iterator[Term]:
    """The terms of a line. Between `two` players, a difference is one count minus the other."""
    facts = _facts(line.text)
    if line.rule is Rule.DIFFERENCE and two:
        for points, seat in ((facts["count"], facts["other"]), (-facts["least"], facts["player"])):
            if points:
                yield Term(points, _deadwood_of(players[seat]), seat=seat)
    elif line.points or two:
        yield _term(line, facts, players)


def _term(line: Line, facts: dict[str, Any], players: tuple[str, ...]) -> Term:
    article = article_for(line.rule)
    if not article.payer:
        return Term(line.points, translate(article.in_a_sum or article.question))
    payer = facts[article.payer]
    return Term(line.points, gettext("from %(name)s", name=players[payer]), seat=payer)


def _deadwood_of(name: str) -> str:
    return str(gettext("%(name)s’s deadwood", name=name))


def _facts(text: Message) -> dict[str, Any]:
    facts = dict(text.arguments)
    shared = facts.get("line")
    return _facts(shared) if isinstance(shared, Message) else facts
