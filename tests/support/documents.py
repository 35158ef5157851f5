"""Small builders for the tests of the core: rounds as in a game document, and scored games.

score("gin", knock("Ann", Ann=3, Bob=11))["rounds"][0]["points"] == {"Ann": 8, "Bob": 0}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.rummy.documents.answers import scored
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.house_rules import rule_values
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import find_variant

Hand = str | int | list[str] | dict[str, Any]
Document = dict[str, Any]

THREE = ("Ann", "Bob", "Cem")
FOUR = ("Pierre", "Jean", "Jacques", "Paul")

SOURCE = {"Pierre": 21, "Jean": 5, "Jacques": 28, "Paul": 8}
"""The points left in the worked example of Knock Rummy."""

VOID: Document = {"ending": "void"}
STOCK: Document = {"ending": "stock"}


def ended(ending: str, by: str | None, **hands: Hand) -> Document:
    """A round with this ending, and the hands by name."""
    return {"ending": ending} | ({"by": by} if by else {}) | ({"hands": hands} if hands else {})


def knock(by: str, **hands: Hand) -> Document:
    return ended("knock", by, **hands)


def won(player: str, points: int) -> Document:
    """A round that Ann or Bob wins by knocking, for this many points."""
    other = "Bob" if player == "Ann" else "Ann"
    return knock(player, **{player: 1, other: points + 1})


EQUAL: Document = knock("Ann", Ann=5, Bob=5)
"""A round of gin without a winner if `tie` is `no-score`. It counts as a round."""


def gin(by: str, **hands: Hand) -> Document:
    return ended("gin", by, **hands)


def big_gin(by: str, **hands: Hand) -> Document:
    return ended("big-gin", by, **hands)


def rum(by: str, **hands: Hand) -> Document:
    return ended("rum", by, **hands)


def out(by: str, **hands: Hand) -> Document:
    return ended("out", by, **hands)


def rummy(by: str, **hands: Hand) -> Document:
    """A round in which `by` went out in one turn."""
    return ended("rummy", by, **hands)


def leaves(*names: str) -> Document:
    """An entry between rounds: these players leave."""
    return {"between": {"leaves": list(names)}}


def joins(**totals: int) -> Document:
    """An entry between rounds: these players join, with these totals."""
    return {"between": {"joins": totals}}


def rejoins(*names: str) -> Document:
    """An entry between rounds: these players come back."""
    return {"between": {"rejoins": list(names)}}


def stock(**hands: Hand) -> Document:
    """A round that ended because the stock ran out, for games that score it."""
    return ended("stock", None, **hands)


def adjusted(round: Document, player: str, points: int, note: str = "") -> Document:
    """Return the same round with one more adjustment."""
    entry = {"player": player, "points": points} | ({"note": note} if note else {})
    return round | {"adjustments": [*round.get("adjustments", []), entry]}


def adjust(**points: int) -> Document:
    """An entry between rounds: points that the table gives or takes."""
    return {"between": {"adjust": points}}


def document(
    variant: str,
    *rounds: Document,
    players: Sequence[str] = ("Ann", "Bob"),
    preset: str = "plain",
    called: bool = False,
    **rules: object,
) -> Document:
    """A game document. House rules are keyword arguments."""
    return {
        "variant": variant,
        "preset": preset,
        "rules": rules,
        "players": list(players),
        "rounds": list(rounds),
        "called": called,
    }


def sheet_of(written: Document) -> Sheet:
    """Return the sheet of a game document."""
    return fold(read_game(written))


def score(variant: str, *rounds: Document, **options: Any) -> Document:
    """Return the answer to the game document that `document` makes from these arguments."""
    return scored(sheet_of(document(variant, *rounds, **options))).as_json()


def points(variant: str, round: Document, **options: Any) -> tuple[int, ...]:
    """Return the points of a game’s only round, in order of play."""
    return tuple(score(variant, round, **options)["rounds"][0]["points"].values())


def why(answered: Document) -> list[tuple[str, int, str]]:
    """Return player, points and rule of each line of a round or of a game’s end."""
    lines = answered["why"] if "why" in answered else answered["bonuses"]
    return [(line["player"], line["points"], line["rule"]) for line in lines]


def refused(written: object) -> RuleError:
    """Return the error that rejects a document. Fail if the document is scored."""
    try:
        fold(read_game(written))
    except RuleError as error:
        return error
    raise AssertionError("the document was scored")


def variant_of(key: str) -> Variant:
    """Return the variant with this key. Fail if there is none."""
    variant = find_variant(key)
    assert variant is not None, key
    return variant


def rules_of(key: str, preset: str) -> dict[str, object]:
    """Return every rule in force under a preset of a variant, by name."""
    return dict(rule_values(rules_in_force(variant_of(key), preset, {})))


def presets_of(key: str) -> list[str]:
    return [preset.key for preset in variant_of(key).presets]
