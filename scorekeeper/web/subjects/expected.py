"""A player's wins compared with the wins expected of equal players, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from flask_babel import format_decimal
from flask_babel import gettext as _

from scorekeeper.statistics.fairness import ENOUGH_TO_COMPARE, Wins
from scorekeeper.storage.models import WHOLE_WIN


class Verdict(StrEnum):
    """The result of the comparison. `MORE` and `FEWER` are hardly luck, `EVEN` may be luck."""

    MORE = "more"
    FEWER = "fewer"
    EVEN = "even"


@dataclass(frozen=True, slots=True)
class ComparedWins:
    """The comparison of wins with those expected: in words, and as a verdict."""

    words: str
    verdict: Verdict


def compare_wins(wins: Wins) -> ComparedWins:
    """Compare a player's wins with those expected. With too few games, the words say so."""
    if wins.games < ENOUGH_TO_COMPARE:
        return ComparedWins(_("too few games to compare"), Verdict.EVEN)
    fewest, most = wins.by_luck
    if fewest <= wins.won <= most:
        return ComparedWins(_("as expected"), Verdict.EVEN)
    if wins.won > most:
        if wins.stand_out:
            return ComparedWins(_("more than expected"), Verdict.MORE)
        return ComparedWins(_("maybe more than expected"), Verdict.EVEN)
    if wins.stand_out:
        return ComparedWins(_("fewer than expected"), Verdict.FEWER)
    return ComparedWins(_("maybe fewer than expected"), Verdict.EVEN)


def expected_text(value: Fraction | float) -> str:
    """A number of expected wins, with one decimal if needed: `59`, `1.8`."""
    return str(format_decimal(round(float(value), 1), format="0.#"))


@dataclass(frozen=True, slots=True)
class Part:
    """The expected wins in games with the same number of sides.

    `one_in` is the number of sides at the start, or `None` for games that somebody joined later.
    """

    expected: str
    games: int
    one_in: int | None


def parts_of(by_share: Sequence[tuple[int, int]]) -> Iterator[Part]:
    """The parts of the expected wins, from `games_by_share`. They add up to the whole."""
    sums: dict[int | None, list[int]] = {}
    for share, games in by_share:
        one_in = WHOLE_WIN // share if share and WHOLE_WIN % share == 0 else None
        part = sums.setdefault(one_in, [0, 0])
        part[0] += share * games
        part[1] += games
    order = sorted(sums.items(), key=lambda item: (item[0] is None, item[0] or 0))
    until = Fraction(0)
    for one_in, (parts, games) in order:
        # A part is the difference of two rounded running totals, so that the parts add up.
        before, until = until, until + Fraction(parts, WHOLE_WIN)
        expected = round(float(until), 1) - round(float(before), 1)
        yield Part(expected_text(expected), games, one_in)
