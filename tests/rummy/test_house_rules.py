"""Every house rule of every game: its default and its possible values."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.house_rules import HouseRule, house_rules
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.round import RuleError
from tests.support.documents import document, refused, rules_of, sheet_of, variant_of
from tests.support.examples import NAMES
from tests.support.walks import walk

YES_OR_NO = [True, False]
SHUTOUTS = ["none", "game-bonus-doubled", "plus-100", "points-doubled", "total-doubled"]

GIN: dict[str, tuple[Any, Any]] = {
    "knock_limit": (10, range(11)),
    "gin_bonus": (25, range(101)),
    "undercut_bonus": (10, range(101)),
    "tie": ("undercut", ["undercut", "no-score", "knocker"]),
    "big_gin_bonus": (0, range(101)),
    "target": (100, range(1001)),
    "game_bonus": (0, range(501)),
    "box_bonus": (0, range(101)),
    "gin_boxes": (0, range(6)),
    "undercut_boxes": (0, range(6)),
    "shutout": ("none", SHUTOUTS),
    "winner_by": ("target", ["target", "total"]),
    "next_dealer": ("winner", ["winner", "loser", "alternate"]),
}

HOUSE_RULES: dict[str, dict[str, tuple[Any, Any]]] = {
    "gin": GIN,
    "oklahoma": GIN
    | {
        "target": (150, range(1001)),
        "ace_upcard": ("one", ["one", "gin"]),
        "spades_double": (True, YES_OR_NO),
        "spades_double_boxes": (False, YES_OR_NO),
    },
    "hollywood": GIN
    | {
        "game_bonus": (100, range(501)),
        "box_bonus": (25, range(101)),
        "winner_by": ("total", ["total", "columns"]),
        "last_column_double": (False, YES_OR_NO),
    },
    "knock": {
        "rum_bonus": (25, range(101)),
        "rum_bonus_each": (True, YES_OR_NO),
        "penalty": (10, range(101)),
        "penalty_to": ("winner", ["winner", "all-below"]),
        "penalty_on_tie": (False, YES_OR_NO),
        "ties": ("full", ["full", "split"]),
        "rum_can_be_tied": (True, YES_OR_NO),
        "five_hand": (6, [6, 7]),
        "target": (0, range(1001)),
    },
    "manipulation": {
        "knock_limit": (5, range(21)),
        "undercut_bonus": (10, range(101)),
        "out_bonus": (25, range(101)),
        "joker_value": (25, range(51)),
        "melds_in_hand": ("count", ["count", "spared"]),
        "table_jokers": ("replaced", ["replaced", "free"]),
        "target": (150, range(1001)),
        "game_bonus": (100, range(501)),
        "round_bonus": (25, range(101)),
        "round_bonus_to": ("others", ["others", "everyone"]),
    },
    "basic": {
        "ace_value": (1, [1, 11, 15]),
        "joker_value": (15, range(51)),
        "decks": ("auto", ["auto", 1, 2]),
        "deal": ("plain", ["plain", "seven-for-three", "six"]),
        "jokers_per_deck": (2, range(5)),
        "scoring": ("winner-takes", ["winner-takes", "penalty"]),
        "going_rummy": ("none", ["none", "double", "plus-10"]),
        "melds_in_hand": ("count", ["count", "spared"]),
        "next_dealer": ("left", ["left", "winner"]),
        "target": (0, range(1001)),
    },
    "three-thirteen": {
        "ace_value": (1, [1, 15]),
        "court_value": ("ten", ["ten", "rising"]),
        "joker_value": (0, range(51)),
        "wild_value": ("face", ["face", "twenty"]),
        "all_wild": (False, YES_OR_NO),
        "decks": ("auto", ["auto", 1, 2, 3]),
    },
    "five-crowns": {
        "joker_value": (50, [20, 25, 50]),
        "wild_value": ("twenty", ["face", "twenty"]),
        "court_value": ("rising", ["ten", "rising"]),
        "all_wild": (True, YES_OR_NO),
    },
    "phase-10": {
        "phases": ("classic", ["classic"]),
        "order": ("fixed", ["fixed", "any"]),
        "skip_value": (15, [15, 25]),
        "wild_value": (25, [25]),
        "winner_by": ("phase", ["phase", "points"]),
        "tie_at_end": ("replay", ["replay", "share"]),
    },
    "tonk": {
        "hand_size": (5, [5, 7]),
        "tie": ("beaten", ["beaten", "knocker"]),
        "stock_tie": ("none", ["none", "share"]),
        "target": (0, range(101)),
    },
    "rummy-500": {
        "values": ("pips", ["pips", "five-ten"]),
        "ace_value": (15, [15, 11, 1]),
        "low_ace": (1, [1, 15]),
        "jokers_per_deck": (0, range(3)),
        "joker_value": (15, [15, 20, 25, 50]),
        "out_bonus": (0, range(101)),
        "target": (500, range(5001)),
        "tie_at_end": ("share", ["share", "play-on"]),
    },
    "rami": {
        "opening": (51, [0, 30, 40, 51, 71]),
        "pure_run": (True, YES_OR_NO),
        "not_opened": (100, [0, 50, 100, 200]),
        "out_bonus": (10, range(101)),
        "rami_bonus": (20, range(101)),
        "rami_sec_bonus": (50, range(101)),
        "rami_doubles": (False, YES_OR_NO),
        "ace_value": (11, [1, 11]),
        "joker_value": (20, [20, 25, 50]),
        "jokers_per_deck": (2, [1, 2, 3]),
        "target": (500, range(2001)),
        "rounds": (0, range(21)),
        "end": ("target", ["target", "eliminate"]),
        "rejoin": ("no", ["no", "worst", "worst-plus-one"]),
        "rejoins_each": (0, [0, 1, 2, 3, 4, 5]),
        "ace_to_ace": (False, YES_OR_NO),
    },
    "chinchon": {
        "deck": ("40", ["40", "48"]),
        "wild": ("none", ["none", "ace", "jokers"]),
        "court_value": ("ten", ["ten", "index", "places"]),
        "joker_value": (25, [25, 50]),
        "knock_limit": (5, range(11)),
        "all_melded": (10, range(51)),
        "chinchon": ("wins", ["wins", "10", "25", "50", "100"]),
        "chinchon_wild": (25, range(101)),
        "target": (101, range(501)),
        "rejoin": ("worst", ["no", "worst", "worst-plus-one"]),
        "rejoins_each": (0, [0, 1, 2, 3, 4, 5]),
    },
    "okey-101": {
        "not_opened": (202, [101, 202, 303]),
        "out_bonus": (101, [0, 101]),
        "okey_left": (101, [0, 25, 101]),
        "penalty": (101, range(203)),
        "pairs_double": (True, YES_OR_NO),
        "pairs_finish": (True, YES_OR_NO),
        "rounds": (7, range(31)),
        "target": (0, range(5001)),
    },
    "tiles": {
        "joker_value": (30, [25, 30, 50]),
        "opening": (30, [0, 30, 50]),
        "table_jokers": ("replaced", ["replaced", "free"]),
        "freed_joker": ("anywhere", ["anywhere", "new-meld"]),
        "failed_turn": ("draw-three", ["draw-one", "draw-three"]),
        "rounds": (0, range(21)),
        "target": (0, range(1001)),
    },
    "indian": {
        "form": ("pool", ["pool", "points", "deals"]),
        "target": (101, range(1001)),
        "rounds": (0, range(51)),
        "tie_at_end": ("share", ["share", "play-on"]),
        "first_drop": (20, range(101)),
        "middle_drop": (40, range(101)),
        "wrong_points": (80, range(201)),
        "most_points": (80, [0, *range(40, 201)]),
        "least_points": (0, [0, 2]),
        "one_run": ("all", ["all", "spares-it"]),
        "wild_rank": ("drawn", ["drawn", "none"]),
        "joker_drawn": ("aces", ["aces", "none"]),
        "decks": ("auto", ["auto", 1, 2, 3]),
        "drop_with_two": (True, YES_OR_NO),
        "jokers_per_deck": (1, [1, 2]),
        "rejoin": ("worst-plus-one", ["no", "worst", "worst-plus-one"]),
        "rejoins_each": (0, [0, 1, 2, 3, 4, 5]),
        "when_called": ("split", ["split", "fewest"]),
        "next_dealer": ("left", ["left", "winner"]),
    },
    "contract": {
        "jokers_per_deck": (1, range(5)),
        "run_length": (4, [3, 4]),
        "contracts": ("classic", ["classic"]),
        "deal": ("pagat", ["pagat", "bicycle", "rising"]),
        "exact_cut": (0, [0, 10, 50]),
        "at_once": (0, [0, 10, 25, 30]),
        "values": ("pips", ["pips"]),
        "ace_value": (15, [1, 11, 15, 20]),
        "joker_value": (15, [15, 20, 25, 30, 50]),
        "twos_wild": (False, YES_OR_NO),
        "spare_joker": (False, YES_OR_NO),
        "decks": ("auto", ["auto", 2, 3, 4]),
        "max_wild": (0, [0, 1, 2, 3]),
        "corner": (False, YES_OR_NO),
        "tie_at_end": ("share", ["share", "rounds-won"]),
    },
    "canasta": {
        "decks": ("auto", ["auto", "2", "3"]),
        "natural_canasta": (500, range(2001)),
        "mixed_canasta": (300, range(2001)),
        "wild_canasta": (0, range(5001)),
        "red_three": (100, range(501)),
        "all_red_threes": (True, YES_OR_NO),
        "red_threes_need": ("meld", ["meld", "canasta", "nothing"]),
        "red_three_left": (500, range(1001)),
        "out_bonus": (100, range(1001)),
        "concealed_bonus": (100, range(1001)),
        "canastas_to_go_out": ("auto", ["auto", "1", "2"]),
        "first_meld": ("classic", ["classic", "high", "american", "american-rounds"]),
        "target": (5000, range(20_001)),
        "rounds": (0, range(21)),
        "tie_at_end": ("share", ["share", "play-on"]),
        "swing": (False, YES_OR_NO),
        "two_canasta": (0, range(5001)),
        "joker_canasta": (0, range(5001)),
        "ace_canasta": (0, range(5001)),
        "seven_canasta": (0, range(5001)),
        "open_special": (0, range(5001)),
        "open_wild": (0, range(5001)),
        "held_three": (0, range(3001)),
        "threes": ("red", ["red", "both"]),
        "special_hands": ("none", ["none", "pagat", "league"]),
    },
    "hand-and-foot": {
        "decks": ("auto", ["auto", "3", "4", "5", "6", "7", "8"]),
        "hand_size": (11, [11, 13, 15]),
        "clean_book": (500, range(5001)),
        "dirty_book": (300, range(5001)),
        "wild_book": (0, range(5001)),
        "red_three": (100, range(501)),
        "red_three_left": (500, range(1001)),
        "out_bonus": (100, range(501)),
        "exact_deal": (0, range(101)),
        "black_three": (5, [5, 50, 100, 300]),
        "clean_to_go_out": (1, range(6)),
        "dirty_to_go_out": (1, range(6)),
        "first_meld": ("fifty", ["fifty", "sixty", "ninety"]),
        "rounds": (4, range(21)),
        "target": (0, range(20_001)),
        "tie_at_end": ("share", ["share", "play-on"]),
    },
    "burraco": {
        "clean": (200, range(1001)),
        "semi_clean": (150, range(1001)),
        "dirty": (100, range(1001)),
        "out_bonus": (100, range(501)),
        "pot": (100, range(501)),
        "joker_value": (30, [20, 30, 50]),
        "go_out_with": ("any", ["any", "clean"]),
        "jokers_per_deck": (2, [0, 2]),
        "target": (2005, range(10_001)),
        "rounds": (0, range(21)),
        "tie_at_end": ("share", ["share", "play-on"]),
    },
}

ROWS = [
    pytest.param(variant, name, values, id=f"{variant}: {name}")
    for variant, rules in HOUSE_RULES.items()
    for name, (_, values) in rules.items()
]
every_rule = walk(("variant", "name", "values"), ROWS)


def rule_of(variant: str, name: str) -> HouseRule:
    return next(rule for rule in house_rules(variant_of(variant).rules_type) if rule.name == name)


@walk("variant", list(HOUSE_RULES))
def test_these_are_all_house_rules(variant: str) -> None:
    names = {rule.name for rule in house_rules(variant_of(variant).rules_type)}
    assert names == set(HOUSE_RULES[variant])


@walk("variant", list(HOUSE_RULES))
def test_the_rules_have_their_defaults(variant: str) -> None:
    defaults = {name: default for name, (default, _) in HOUSE_RULES[variant].items()}
    assert rules_of(variant, "plain") == defaults
    rules = house_rules(variant_of(variant).rules_type)
    assert {rule.name: rule.default for rule in rules} == defaults


@every_rule
def test_a_rule_offers_its_values(variant: str, name: str, values: Any) -> None:
    rule = rule_of(variant, name)
    offered: Any = [value for value, _ in rule.choices] or range(rule.low, rule.high + 1)
    assert ([0, *offered] if rule.has_gap else offered) == values


@every_rule
def test_a_rule_takes_its_values(variant: str, name: str, values: Any) -> None:
    """Each value is tried. Of a long range only some, with the first and the last."""
    for value in [*values[:: 1 + len(values) // 200], values[-1]]:
        sheet = sheet_of(_with_rule(variant, name, value))
        read = getattr(sheet.game.rules, name)
        assert (read, type(read)) == (value, type(value))


@every_rule
def test_a_rule_refuses_any_other_value(variant: str, name: str, values: Any) -> None:
    rule = rule_of(variant, name)
    beyond = ["", "None", 99, 1.0] if rule.choices else [-1, values[-1] + 1]
    if rule.has_gap:
        beyond += [1, rule.low - 1]
    for value in [*beyond, None, "a word", [], {}, *_lookalikes(values)]:
        error = refused(_with_rule(variant, name, value))
        label = render(rule_of(variant, name).label, [])
        assert error.place == f"rules.{name}"
        if rule.text is None or not isinstance(value, str):
            assert error.text().startswith(f"“{label}” must be ")


def _lookalikes(values: Any) -> list[object]:
    """Return values that equal good ones but have another type."""
    if isinstance(values, range):
        return [False, float(values[0]), str(values[0])]
    if values == YES_OR_NO:
        return [0, 1, "true", "yes"]
    return [True]


def _with_rule(variant: str, name: str, value: object) -> dict[str, Any]:
    players = NAMES[: variant_of(variant).fewest]
    return document(variant, players=players) | {"rules": {name: value}}


def test_a_number_beside_words_may_be_written_as_a_word() -> None:
    assert sheet_of(_with_rule("basic", "decks", "2")).game.rules.decks == 2


def test_a_number_beside_numbers_may_not() -> None:
    assert refused(_with_rule("basic", "ace_value", "11")).text() == (
        "“An ace counts” must be one of: 1, 11, 15."
    )


@walk(
    ("variant", "name", "sentence"),
    {
        "a whole number": ("gin", "target", "“Play to” must be a whole number from 0 to 1000."),
        "0, or a number above": (
            "indian",
            "most_points",
            "“A hand counts at most” must be 0, or a number from 40 to 200.",
        ),
        "words": ("knock", "ties", "“Tied winners score” must be one of: full, split."),
        "a word or a list": (
            "contract",
            "values",
            "“Cards from the two to the king count” must be one of: pips; or a text such as "
            "“2-7 5, 8-K 10”.",
        ),
        "yes or no, as a document writes them": (
            "oklahoma",
            "spades_double",
            "“A spade counts double” must be one of: true, false.",
        ),
    },
)
def test_a_refusal_says_what_may_be(variant: str, name: str, sentence: str) -> None:
    assert refused(_with_rule(variant, name, None)).text() == sentence


def test_an_unknown_rule_is_refused() -> None:
    error = refused(_with_rule("gin", "rum_bonus", 25))
    assert (error.place, error.text()) == (
        "rules.rum_bonus",
        "There is no house rule “rum_bonus” in this game.",
    )


@every_rule
def test_a_value_has_words(variant: str, name: str, values: Any) -> None:
    rule = rule_of(variant, name)
    said = [render(rule.print(value), []) for value in values]
    assert all(said)
    assert len(set(said)) == len(values)
    if isinstance(values, range):
        assert said == [str(value) for value in values]


def test_the_number_1_is_not_printed_as_yes() -> None:
    rule = rule_of("oklahoma", "spades_double")
    assert [render(rule.print(value), []) for value in (True, 1)] == ["yes", "1"]


def test_reading_raises_where_the_rule_is() -> None:
    with pytest.raises(RuleError) as caught:
        rule_of("gin", "target").read("100")
    assert caught.value.where == ("target",)


def test_a_rule_that_is_a_number_says_its_range() -> None:
    assert render(rule_of("gin", "knock_limit").range, []) == "0–10"
    assert render(rule_of("indian", "most_points").range, []) == "0, 40–200"
