"""Properties of every variant, preset, ending and house rule."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from string import Formatter
from types import MappingProxyType
from typing import Any

import pytest

from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.endings import EndingRule
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import SEATS, Message, Seat, render
from scorekeeper.rummy.ruling import Line
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import ENDINGS, VARIANTS, find_variant
from tests.support.documents import Document, adjusted, document, refused, score, sheet_of
from tests.support.examples import (
    NAMES,
    every_ending,
    every_preset,
    every_variant,
    example,
    examples,
    highest_target,
    numbers_alone,
    with_every_ending,
)
from tests.support.walks import walk


def game_of(variant: Variant, preset: str, players: int | None = None, **rules: Any) -> Document:
    """Return a game with a round of every ending and adjustments, still in play."""
    number = players or variant.fewest
    known = {rule.name for rule in house_rules(variant.rules_type)}
    rules = {name: 0 for name in ("target", "rounds") if name in known} | rules
    rules = with_every_ending(variant) | rules
    rounds = [adjusted(round, "Bob", -3, "late") for round in examples(variant, number)]
    return document(variant.key, *rounds, players=NAMES[:number], preset=preset, **rules)


def with_fewest(variant: Variant, *rounds: Document) -> Document:
    """Return a game with the fewest possible players."""
    rules = with_every_ending(variant)
    return document(variant.key, *rounds, players=NAMES[: variant.fewest], **rules)


def ended_game(variant: Variant, preset: str) -> Document:
    """Return a game that ends by an adjustment, or by its last round."""
    last_round = variant.last_round(rules_in_force(variant, preset, {}))
    rounds = examples(variant, variant.fewest)[:1] * (last_round - 1)
    last = adjusted(example(variant, variant.endings[0], variant.fewest), "Ann", 20_000)
    players = NAMES[: variant.fewest]
    if variant.rounds:
        return document(variant.key, *rounds, last, players=players, preset=preset)
    if variant.phases:
        rules = with_every_ending(variant)
        return document(variant.key, last, players=players, preset=preset, phases="r7", **rules)
    target = highest_target(variant)
    return document(variant.key, last, players=players, preset=preset, target=target)


def all_lines(sheet: Sheet) -> list[Line]:
    """Return every line of a sheet: of its rounds and of its end."""
    return [*(line for entry in sheet.rounds for line in entry.ruling.lines), *sheet.bonuses]


def test_these_are_the_games() -> None:
    assert [variant.key for variant in VARIANTS] == [
        "gin",
        "oklahoma",
        "hollywood",
        "knock",
        "manipulation",
        "basic",
        "three-thirteen",
        "five-crowns",
        "tonk",
        "contract",
        "phase-10",
        "rami",
        "chinchon",
        "rummy-500",
        "tiles",
        "okey-101",
        "indian",
        "canasta",
        "hand-and-foot",
        "burraco",
    ]


@every_variant
def test_a_variant_is_found_by_its_key(variant: Variant) -> None:
    assert find_variant(variant.key) is variant


def test_no_variant_is_found_by_another_key() -> None:
    assert find_variant("pinochle") is None


@walk(
    ("key", "fewest", "most", "endings"),
    {
        "gin": ("gin", 2, 2, "knock gin big-gin stock void"),
        "oklahoma": ("oklahoma", 2, 2, "knock gin big-gin stock void"),
        "hollywood": ("hollywood", 2, 2, "knock gin big-gin stock void"),
        "knock": ("knock", 2, 5, "knock rum void"),
        "manipulation": ("manipulation", 2, 5, "knock out stock void"),
        "basic": ("basic", 2, 7, "out rummy void"),
        "three-thirteen": ("three-thirteen", 2, 8, "out void"),
        "five-crowns": ("five-crowns", 2, 7, "out void"),
        "tonk": ("tonk", 2, 4, "knock out tonk draw stock void"),
        "contract": ("contract", 2, 8, "out at-once void"),
        "phase-10": ("phase-10", 2, 6, "out void"),
        "rami": ("rami", 2, 6, "out rami rami-sec void"),
        "chinchon": ("chinchon", 2, 8, "knock chinchon chinchon-wild void"),
        "rummy-500": ("rummy-500", 2, 8, "out stock void"),
        "tiles": ("tiles", 2, 4, "out stock void"),
        "okey-101": ("okey-101", 2, 4, "out okey at-once at-once-okey stock void"),
        "indian": ("indian", 2, 8, "declare drop void"),
        "canasta": ("canasta", 2, 6, "out concealed special stock void"),
        "hand-and-foot": ("hand-and-foot", 2, 6, "out stock void"),
        "burraco": ("burraco", 2, 4, "out stock void"),
    },
)
def test_a_game_has_so_many_players_and_these_endings(
    key: str, fewest: int, most: int, endings: str
) -> None:
    variant = find_variant(key)
    assert variant is not None
    assert (variant.fewest, variant.most) == (fewest, most)
    assert [ending.ending.value for ending in variant.endings] == endings.split()


@every_preset
def test_the_lines_of_a_round_sum_to_its_points(variant: Variant, preset: str) -> None:
    sheet = sheet_of(game_of(variant, preset))
    for entry, round in zip(sheet.rounds, score_of(sheet)["rounds"], strict=True):
        for seat, name in enumerate(sheet.game.players):
            lines = [line["points"] for line in round["why"] if line["player"] == name]
            assert sum(lines) == round["points"][name] == entry.ruling.points(len(NAMES))[seat]


@every_preset
def test_the_rounds_sum_to_the_totals_and_the_bonuses_to_the_final(
    variant: Variant, preset: str
) -> None:
    for written in (game_of(variant, preset), ended_game(variant, preset)):
        sheet = sheet_of(written)
        answered = score_of(sheet)
        for name in sheet.game.players:
            bonuses = [line["points"] for line in answered["bonuses"] if line["player"] == name]
            assert answered["final"][name] == answered["totals"][name] + sum(bonuses)
            if variant.columns == 1:
                points = [round["points"][name] for round in answered["rounds"]]
                assert answered["totals"][name] == sum(points)
            else:
                columns = [column["totals"][name] for column in answered["columns"]]
                assert answered["totals"][name] == sum(columns)


@every_preset
def test_every_line_has_a_sentence(variant: Variant, preset: str) -> None:
    for written in (game_of(variant, preset), ended_game(variant, preset)):
        sheet = sheet_of(written)
        assert all_lines(sheet)
        for line in all_lines(sheet):
            assert is_sentence(line.text, sheet.game.players)


def is_sentence(message: Message, names: tuple[str, ...] = NAMES) -> bool:
    """Check whether a message is not empty, and has just the facts that its text names."""
    blanks = {name for _, name, _, _ in Formatter().parse(message.template) if name}
    said = render(message, names)
    return (
        blanks == {name for name, _ in message.arguments} and bool(said.strip()) and "{" not in said
    )


@every_preset
def test_a_document_survives_the_round_trip(variant: Variant, preset: str) -> None:
    for written in (game_of(variant, preset), ended_game(variant, preset)):
        game = read_game(written)
        again = read_game(json.loads(json.dumps(write_game(game))))
        assert again == game
        assert fold(again) == fold(game)
        assert write_game(again) == write_game(game)


def score_of(sheet: Sheet) -> Document:
    """Return the answer to a sheet’s game."""
    written = write_game(sheet.game)
    return score(
        written["variant"],
        *written["rounds"],
        players=written["players"],
        preset=written["preset"],
        **written.get("rules", {}),
    )


@every_preset
def test_a_preset_states_known_rules_that_differ_from_the_defaults(
    variant: Variant, preset: str
) -> None:
    chosen = variant.preset(preset)
    assert chosen is not None
    defaults = {rule.name: rule.default for rule in house_rules(variant.rules_type)}
    for name, value in chosen.overrides.items():
        assert name in defaults
        assert value != defaults[name] or variant.key in ("oklahoma", "hollywood")
    assert is_sentence(chosen.name)


@every_variant
def test_plain_comes_first_and_changes_nothing(variant: Variant) -> None:
    assert (variant.presets[0].key, dict(variant.presets[0].overrides)) == ("plain", {})
    assert variant.preset("nobody's") is None


@every_variant
def test_a_variant_says_what_it_is(variant: Variant) -> None:
    assert is_sentence(variant.name)
    assert is_sentence(variant.tagline)
    assert 2 <= variant.fewest <= variant.most <= len(SEATS)


@every_variant
def test_every_house_rule_has_a_label_and_a_default_within_its_bounds(variant: Variant) -> None:
    for rule in house_rules(variant.rules_type):
        assert is_sentence(rule.label)
        assert rule.help is None or is_sentence(rule.help)
        assert rule.read(rule.default) == rule.default
        assert all(is_sentence(label) for _, label in rule.choices)
        assert bool(rule.choices) != (rule.low < rule.high)
        assert len({value for value, _ in rule.choices}) == len(rule.choices)


@every_variant
def test_no_two_house_rules_have_one_label(variant: Variant) -> None:
    labels = [render(rule.label, []) for rule in house_rules(variant.rules_type)]
    assert len(set(labels)) == len(labels)


@every_ending
def test_every_ending_can_be_said(variant: Variant, ending: EndingRule) -> None:
    del variant
    blanks = {name for _, name, _, _ in Formatter().parse(ending.label.template) if name}
    assert blanks == ({"player"} if ending.needs_player else set())


WON_BY_NOBODY = {("okey-101", "stock")}
"""Endings of rounds with points but without a winner."""


@every_ending
def test_every_ending_is_scored(variant: Variant, ending: EndingRule) -> None:
    for players in numbers_alone(variant):
        for by in range(players if ending.needs_player else 1):
            round = example(variant, ending, players, Seat(by))
            rules = with_every_ending(variant)
            judged = score(variant.key, round, players=NAMES[:players], **rules)["rounds"][0]
            is_won = (variant.key, ending.ending) not in WON_BY_NOBODY
            assert bool(judged["winners"]) == (ending.scores and is_won)
            assert bool(judged["deadwood"]) == ending.scores
            if ending.needs_player:
                assert judged["winners"] == [NAMES[by]]


@every_variant
def test_other_endings_are_refused(variant: Variant) -> None:
    for ending in ENDINGS.values():
        if ending not in variant.ending_rules:
            error = refused(with_fewest(variant, {"ending": ending.value}))
            assert error.place == "rounds[0].ending"


@every_ending
def test_the_same_players_end_it_or_nobody_does(variant: Variant, ending: EndingRule) -> None:
    round = example(variant, ending, variant.fewest)
    if ending.needs_player:
        del round["by"]
    else:
        round["by"] = "Ann"
    assert refused(with_fewest(variant, round)).place == "rounds[0].by"


@every_ending
def test_a_hand_is_missing_or_is_not_asked_for(variant: Variant, ending: EndingRule) -> None:
    round = example(variant, ending, variant.fewest)
    if ending.scores:
        del round["hands"]["Bob"]
        round["hands"]["Ann"] = 0 if ending.leaves_none else 1
        place = "rounds[0].hands.Bob"
        if ending.presumes_unopened:
            assert score(variant.key, round, players=NAMES[: variant.fewest])["rounds"]
            return
    else:
        round["hands"] = {"Ann": 1, "Bob": 2}
        place = "rounds[0].hands"
    assert refused(with_fewest(variant, round)).place == place


@every_variant
@walk(
    ("change", "place"),
    {
        "preset": ({"preset": "nobody's"}, "preset"),
        "rule": ({"rules": {"nothing": 1}}, "rules.nothing"),
        "key": ({"score": 1}, "score"),
        "too few players": ({"players": ["Ann"]}, "players"),
        "too many players": ({"players": list("ABCDEFGHI")}, "players"),
        "dealer": ({"dealer": "Zoe"}, "dealer"),
        "ending": ({"rounds": [{"ending": "lost"}]}, "rounds[0].ending"),
        "round's key": ({"rounds": [{"ending": "void", "won": 1}]}, "rounds[0].won"),
    },
)
def test_the_unknown_is_refused(variant: Variant, change: Document, place: str) -> None:
    error = refused(with_fewest(variant) | change)
    assert error.place == place
    assert error.text()


@every_variant
def test_a_name_that_two_players_have_is_refused(variant: Variant) -> None:
    names = ["Ann", "Ann", *NAMES[2 : variant.fewest]]
    assert refused(document(variant.key, players=names)).place == "players[1]"


@every_variant
def test_only_so_many_players_may_sit_down(variant: Variant) -> None:
    for number in variant.sizes:
        written = document(variant.key, players=NAMES[:number])
        if number not in numbers_alone(variant):
            assert refused(written).place == "sides"
            written["sides"] = [NAMES[seat:number:2] for seat in range(2)]
            written = json.loads(json.dumps(written))
        assert len(sheet_of(written).game.players) == number
    for number in {*range(1, variant.most + 2)} - {*variant.sizes}:
        names = [f"Player {seat}" for seat in range(number)]
        assert refused(document(variant.key, players=names)).place == "players"


@every_preset
def test_frozen_values_stay_frozen(variant: Variant, preset: str) -> None:
    sheet = sheet_of(ended_game(variant, preset))
    seen = list(_frozen_values(sheet))
    assert {"Sheet", "Game", "Variant", "Round", "Ruling", "Line", "Column", "Deal"} <= {
        type(value).__name__ for value in seen
    }
    for value in seen:
        for part in dataclasses.fields(value):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(value, part.name, None)


def _frozen_values(value: Any) -> Iterator[Any]:
    """Yield every dataclass value inside this one. All other values in it must be immutable."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield value
        for part in dataclasses.fields(value):
            yield from _frozen_values(getattr(value, part.name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _frozen_values(item)
    else:
        unchangeable = int | str | frozenset | MappingProxyType | None
        assert isinstance(value, unchangeable) or callable(value)


@every_preset
def test_scoring_one_game_leaves_another_alone(variant: Variant, preset: str) -> None:
    before = score_of(sheet_of(ended_game(variant, preset)))
    for other in variant.presets:
        sheet_of(game_of(variant, other.key))
        sheet_of(ended_game(variant, other.key))
    assert score_of(sheet_of(ended_game(variant, preset))) == before


@every_preset
def test_a_game_comes_to_its_end(variant: Variant, preset: str) -> None:
    answered = score_of(sheet_of(ended_game(variant, preset)))
    assert answered["over"]
    assert answered["winners"]
    assert answered["next_dealer"] is None


@every_variant
def test_a_called_game_is_over(variant: Variant) -> None:
    sheet = sheet_of(game_of(variant, "plain") | {"called": True})
    assert (sheet.over, sheet.next_dealer, bool(sheet.winners)) == (True, None, True)
    assert sheet.bonuses == ()
