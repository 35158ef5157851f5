"""Random games of the canasta family, compared with an oracle. And the same games with faults."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.ruling import Rule
from scorekeeper.rummy.sides import members
from tests.support.canasta import answer
from tests.support.canasta_games import NUMBERS, random_game
from tests.support.canasta_oracle import KINDS, count, reckon, rules_of
from tests.support.documents import Document, refused, sheet_of

by_spoil = settings(max_examples=settings.default.max_examples // 2)
GAMES = st.builds(random_game, st.sampled_from(sorted(NUMBERS)), st.builds(Random, st.integers(0)))


@given(GAMES)
def test_the_oracle_agrees(written: Document) -> None:
    assert as_reckoned(answer(written)) == reckon(written)


def as_reckoned(answered: Document) -> Document:
    """Return an answer with only the fields that the oracle computes."""
    keys = ("totals", "final", "over", "winners", "next_dealer", "first_meld")
    kept = {key: answered[key] for key in keys if key in answered}
    return kept | {"rounds": [_entry_as_reckoned(entry) for entry in answered["rounds"]]}


def _entry_as_reckoned(entry: Document) -> Document:
    if "between" in entry:
        return {"points": entry["points"]}
    keys = ("points", "winners", "dealer", "deadwood", "first_meld")
    kept = {key: entry[key] for key in keys if key in entry}
    lines: dict[str, dict[str, int]] = {side: defaultdict(int) for side in entry["deadwood"]}
    for line in entry["why"]:
        assert line["text"]
        if line["rule"] != "adjustment":
            assert line["points"]
            lines[line["player"]][line["rule"]] += line["points"]
    return kept | {"tags": sorted(entry["tags"]), "lines": lines}


@given(GAMES)
def test_a_game_is_written_as_it_is_read(written: Document) -> None:
    again = write_game(read_game(written))
    assert write_game(read_game(json.loads(json.dumps(again)))) == again
    assert answer(again) == answer(written)


@given(GAMES)
def test_what_a_side_scores_is_told_before_the_others_have_counted(written: Document) -> None:
    sheet = sheet_of(written)
    rules, tally = sheet.game.rules, sheet.game.variant.tally
    assert tally
    for entry in sheet.rounds:
        ending, ruling = entry.round.ending, entry.ruling
        for side, laid in ruling.laid.items():
            out = side if entry.round.by in members(side) else None
            alone, count = {side: laid}, {side: laid.deadwood}
            case = Case(rules, entry.deal, entry.round, ending, alone, count, out)
            told = [line for line in tally(case, side) if line.points]
            lines = [line for line in ruling.lines if line.rule is not Rule.ADJUSTMENT]
            assert told == [line for line in lines if line.seat == side]


Hand = dict[str, Any]
Spoil = Callable[[Hand, str, Document], Hand]


def more_left(hand: Hand, game: str, rules: Document) -> Hand:
    """Return the hand with a count of cards left that no cards make."""
    return hand | {"left": count(hand.get("left", 0), game, rules) + 1}


def more_melded(hand: Hand, game: str, rules: Document) -> Hand:
    """Return the hand with a count of melds that no cards make."""
    return hand | {"melded": count(hand.get("melded", 0), game, rules) + 3}


SPOILS: dict[str, Spoil] = {
    "a count that is no multiple of 5": more_left,
    "the same melded": more_melded,
    "10 melded": lambda hand, *_: hand | {"melded": 10},
    "more cards than there are": lambda hand, *_: hand | {"left": " ".join(["K"] * 37)},
    "more worth than there is": lambda hand, *_: hand | {"left": 10_000},
    "canastas of nothing": lambda hand, game, _: hand | {"melded": 0, KINDS[game][0]: 1},
    "more canastas than there are": lambda hand, game, _: hand | {KINDS[game][0]: 60},
    "more with wild cards": lambda hand, game, _: hand | {"melded": 3000, KINDS[game][-1]: 50},
    "a meld of two ranks": lambda hand, *_: hand | {"melded": ["KS QS 4D"]},
    "two cards melded": lambda hand, *_: hand | {"melded": ["KS KH"]},
    "no such part": lambda hand, *_: hand | {"opened": False},
    "no card": lambda hand, *_: hand | {"left": "K Z"},
}


@pytest.mark.parametrize("spoil", SPOILS.values(), ids=SPOILS)
@by_spoil
@given(written=GAMES, chance=st.builds(Random, st.integers(0)))
def test_a_hand_that_cannot_be_is_refused(spoil: Spoil, written: Document, chance: Random) -> None:
    scoring = [place for place, entry in enumerate(written["rounds"]) if "hands" in entry]
    if not scoring:
        return
    place = chance.choice(scoring)
    spoiled = deepcopy(written)
    hands = spoiled["rounds"][place]["hands"]
    side = chance.choice(sorted(hands))
    hand = hands[side] if isinstance(hands[side], dict) else {"left": hands[side]}
    hands[side] = spoil(hand, written["variant"], rules_of(written))
    before = deepcopy(spoiled)
    error = refused(spoiled)
    assert error.place.startswith(f"rounds[{place}].hands.")
    assert error.text()
    assert spoiled == before
