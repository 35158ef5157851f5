"""Comparisons of a round with other rules, in a short form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.comparison import Flipped, OtherRuling, compare
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.game.starting_point import NOTHING_YET, StartingScores, with_starting_scores
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Preset, Variant
from tests.support.documents import Document, document, knock

EQUAL = knock("Ann", Ann=10, Bob=10)

Said = dict[str, str]
"""Results by other rules’ names: `Bob +25`, `nobody`, `Ann +0; Ann 125 v 20; Bob deals`."""


@dataclass(frozen=True)
class Compared:
    """A comparison in short form."""

    presets: Said
    rules: Said
    games: Said


def compared(
    variant: str, round: Document, scores: StartingScores = NOTHING_YET, **options: Any
) -> Compared:
    """Return the comparison of one round with other presets, house rules and games."""
    game = read_game(document(variant, round, **options))
    try:
        ruled = fold(with_starting_scores(game, scores))
    except RuleError:
        ruled = None
    found = compare(game, scores)
    return Compared(said(found.presets, ruled), said(found.rules, ruled), said(found.games, ruled))


def said(rulings: tuple[OtherRuling, ...], ruled: Sheet | None) -> Said:
    """Return these rulings in short form."""
    return {", ".join(map(name, other.under)): result(other, ruled) for other in rulings}


def name(under: Preset | Flipped | Variant) -> str:
    """Return the key of a preset or a game, or the name and value of a house rule."""
    return f"{under.rule.name}={under.value}" if isinstance(under, Flipped) else under.key


def result(other: OtherRuling, ruled: Sheet | None) -> str:
    """Return winners and points, with the game’s end or another next dealer if there is one."""
    if other.sheet is None or other.entry is None:
        assert other.fault
        return render(other.fault, ("Ann", "Bob"))
    names = other.sheet.game.players
    ruling = other.entry.ruling
    winners = " and ".join(names[seat] for seat in ruling.winners) or "nobody"
    points = [earned for earned in ruling.points(len(names)) if earned]
    end = ""
    if other.sheet.over:
        end = "; " + " and ".join(names[seat] for seat in other.sheet.winners)
        end += " " + " v ".join(map(str, other.sheet.final))
    dealer = other.sheet.next_dealer
    if (
        ruled
        and dealer not in (None, ruled.next_dealer)
        and ruled.game.variant is other.sheet.game.variant
    ):
        end += f"; {names[dealer]} deals"
    return winners + "".join(f" {earned:+d}" for earned in points) + end
