"""Ratings by the method of Weng and Lin (Plackett-Luce), game by game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

_MODEL = PlackettLuce()


class Rating(NamedTuple):
    """How well somebody plays: most likely `mu`, give or take `sigma`."""

    mu: float
    sigma: float


NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of somebody who has not played yet."""


def rated(ratings: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings of the players of one game after it, from those before it and their ranks."""
    tables = [[_MODEL.rating(*rating)] for rating in ratings]
    return [Rating(player.mu, player.sigma) for [player] in _MODEL.rate(tables, ranks=[*ranks])]


def in_points(rating: Rating) -> int:
    """A rating as pages show it: how well somebody plays at least, as far as the games show.

    A newcomer has 1000, and each point of openskill's scale counts 20.

    >>> in_points(NEWCOMER), in_points(Rating(30.0, 3.0))
    (1000, 1420)
    """
    return round(1000 + 20 * (rating.mu - 3 * rating.sigma))
