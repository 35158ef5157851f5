"""A legal round for every ending of every variant, and the articles of a round."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.endings import EndingRule
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import FIRST_SEAT, Seat
from scorekeeper.rummy.round import Ending
from scorekeeper.rummy.rulebook import article_of
from scorekeeper.rummy.ruling import Tag
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.rummy.variants.indian import IndianEnding
from tests.support.documents import Document
from tests.support.walks import walk

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay", "Gus", "Hal")

PRESETS = [
    pytest.param(variant, preset.key, id=f"{variant.key}: {preset.key}")
    for variant in VARIANTS
    for preset in variant.presets
]


def endings_played(variant: Variant) -> list[EndingRule]:
    """Return the endings of a game by its usual rules."""
    rules = rules_in_force(variant, "plain", {})
    return [ending for ending in variant.endings if ending.is_played(rules)]


ENDINGS = [
    pytest.param(variant, ending, id=f"{variant.key}: {ending.ending.value}")
    for variant in VARIANTS
    for ending in endings_played(variant)
]

every_variant = walk("variant", VARIANTS)
every_preset = walk(("variant", "preset"), PRESETS)
every_ending = walk(("variant", "ending"), ENDINGS)


_NEEDED = {
    "canasta": {"special_hands": "league"},
    "chinchon": {"wild": "jokers", "chinchon": "50"},
    "contract": {"at_once": 25},
    "phase-10": {"order": "fixed"},
}


def with_every_ending(variant: Variant) -> Document:
    """Return house rules that make each round of `examples` legal and not the game’s last."""
    return {**_NEEDED.get(variant.key, {})}


def numbers_alone(variant: Variant) -> list[int]:
    """Return the numbers of players with which a game can be played without sides."""
    return [number for number in variant.sizes if variant.allows_sides(number, 0)]


def example(variant: Variant, ending: EndingRule, players: int, by: Seat = FIRST_SEAT) -> Document:
    """A legal round: the player who ended it has 1 or 0 left, the others 7, 8 and so on."""
    round: Document = {"ending": ending.ending.value}
    if ending.needs_player:
        round["by"] = NAMES[by]
    if variant.takes_upcard and ending.scores:
        round["upcard"] = "5S"
    if ending.scores:
        round["hands"] = {NAMES[seat]: 7 + seat for seat in range(players)}
    if not ending.others_opened:
        hands = round["hands"].items()
        round["hands"] = {name: {"opened": False, "left": left} for name, left in hands}
    if ending.ending is IndianEnding.DROP:
        gone = {"wrong": True} if players == 2 else {"drop": "first"}
        round["hands"] = dict.fromkeys(round["hands"], gone)
    for fact in variant.own_facts:
        if fact.missing and ending.scores:
            round[fact.key] = next(iter(fact.choices))
    if ending.leaves_none:
        round["hands"].pop(NAMES[by], None)
    elif ending.ending is Ending.KNOCK:
        round["hands"][NAMES[by]] = 1
    if variant.phases and ending.scores:
        round["hands"] = {NAMES[seat]: 5 * (1 + seat) for seat in range(players) if seat != by}
    if variant.allows is Tag.ILLEGAL_OUT and ending.scores:
        round["hands"] = _hands_with_canastas(round, players)
    return round


def _hands_with_canastas(round: Document, players: int) -> Document:
    """Hands of 10 points, 15 and so on. A player who went out has two canastas."""
    hands: Document = {NAMES[seat]: 10 + 5 * seat for seat in range(players)}
    if round["ending"] == "special":
        hands[round["by"]] = {"special": "straight"}
    elif "by" in round:
        hands[round["by"]] = {"melded": ["K K K K K K K", "A A A A A A 2"]}
    return hands


def examples(variant: Variant, players: int) -> list[Document]:
    """A legal round of every ending."""
    return [example(variant, ending, players) for ending in endings_played(variant)]


def highest_target(variant: Variant) -> int:
    """Return the highest target that a game can have."""
    return next(rule.high for rule in house_rules(variant.rules_type) if rule.name == "target")


def article_keys(sheet: Sheet) -> list[str]:
    """Return the articles behind the lines of a sheet’s last round, each once, in order."""
    variant, ruling = sheet.game.variant, sheet.rounds[-1].ruling
    return list(dict.fromkeys(article_of(variant, ruling, line).key for line in ruling.lines))
