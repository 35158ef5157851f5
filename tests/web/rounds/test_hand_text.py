"""A hand typed in one line is read like the hand of a document, and printed back the same."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.cards import TILES
from scorekeeper.rummy.documents.hand import read_hand
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.burraco import BURRACO
from scorekeeper.rummy.variants.canasta import CANASTA
from scorekeeper.rummy.variants.gin import GIN
from scorekeeper.rummy.variants.okey_101 import OKEY_101
from scorekeeper.rummy.variants.phase_10 import PHASE_10
from scorekeeper.rummy.variants.rummy_500 import RUMMY_500
from scorekeeper.rummy.variants.tiles import TILE_RUMMY
from scorekeeper.web.rounds.errors import field_at_fault
from scorekeeper.web.rounds.hand_text import print_given, print_hand, read_hand_text
from tests.support.walks import walk


@walk(
    ("text", "hand", "printed"),
    [
        ("21", 21, "21"),
        ("0", 0, "0"),
        ("= 8", 8, "=8"),
        ("8", "8", "8"),
        ("k 9♦️, 10", "k 9♦️, 10", "K 9D T"),
        ("*7s 7h 7d k", {"hand": "7s 7h 7d k"}, "* 7S 7H 7D K"),
        (
            "7s 7h 7d+8d 9d 10d/k 2",
            {"melds": ["7s 7h 7d", "8d 9d 10d"], "unmatched": "k 2"},
            "7S 7H 7D + 8D 9D TD / K 2",
        ),
        (
            "7s 7h 7d + 8d 9d td",
            {"melds": ["7s 7h 7d", "8d 9d td"], "unmatched": ""},
            "7S 7H 7D + 8D 9D TD /",
        ),
        (
            "7s 7h 7d | 8d 9d td | k,2",
            {"melds": ["7s 7h 7d", "8d 9d td"], "unmatched": "k,2"},
            "7S 7H 7D + 8D 9D TD / K 2",
        ),
        (
            "7s 7h 7d / k + 8d 9d td / 2",
            {"melds": ["7s 7h 7d", "8d 9d td"], "unmatched": "k 2"},
            "7S 7H 7D + 8D 9D TD / K 2",
        ),
        (
            "7s 7h 7d / k > td jd",
            {"melds": ["7s 7h 7d"], "unmatched": "k td jd"},
            "7S 7H 7D / K TD JD",
        ),
        (
            "7s 7h + 8d 9d td +",
            {"melds": ["7s 7h", "8d 9d td"], "unmatched": ""},
            "7S 7H + 8D 9D TD /",
        ),
        ("7s 7h 7d /", {"melds": ["7s 7h 7d"], "unmatched": ""}, "7S 7H 7D /"),
        ("/ k 2", {"melds": [], "unmatched": "k 2"}, "/ K 2"),
    ],
)
def test_a_hand_is_read_as_typed_and_printed_to_be_typed_again(
    text: str, hand: Any, printed: str
) -> None:
    read = read_hand(hand, Seat(0))
    assert read_hand_text(text, Seat(0), GIN).hand == read
    assert print_hand(read) == printed
    assert read_hand_text(printed, Seat(0), GIN).hand == read


def test_a_missing_hand_is_an_empty_text() -> None:
    assert print_hand(None) == ""


def test_a_fault_in_a_meld_lies_in_the_field_of_its_hand() -> None:
    assert field_at_fault(("hands", Seat(1), "melds", 0)) == "hand-1"


@walk(
    ("text", "hand", "printed"),
    [
        (
            "as 2s 3s + k k k / 9 2",
            {"shown": ["AS 2S 3S", "K K K"], "left": "9 2"},
            "AS 2S 3S + K K K / 9 2",
        ),
        ("87 / 90", {"shown": 87, "left": 90}, "87 / 90"),
        ("+ =8 / = 9", {"shown": 8, "left": 9}, "=8 / =9"),
        ("+ k k k", {"shown": ["K K K"], "left": ""}, "K K K /"),
        ("/ 9", {"shown": [], "left": "9"}, "/ 9"),
        ("7s + a1 / 0", {"shown": ["7S", "A1"], "left": 0}, "7S + A1 / 0"),
        ("K 9", "K 9", "K 9"),
        ("21", 21, "21"),
    ],
)
def test_what_was_put_down_stands_before_the_stroke(text: str, hand: Any, printed: str) -> None:
    read = read_hand_text(text, Seat(0), RUMMY_500).hand
    assert read == read_hand(hand, Seat(0))
    assert print_hand(read) == printed
    assert read_hand_text(printed, Seat(0), RUMMY_500).hand == read


@walk(
    ("variant", "text", "hand", "printed"),
    [
        (
            CANASTA,
            "420 / 25 natural:1 mixed:1 red_threes:2",
            {"melded": 420, "left": 25, "natural": 1, "mixed": 1, "red_threes": 2},
            "420 / 25 natural:1 mixed:1 red_threes:2",
        ),
        (
            CANASTA,
            "k k k 2 + 7 7 7 / q 5",
            {"melded": ["K K K 2", "7 7 7"], "left": "Q 5"},
            "K K K 2 + 7 7 7 / Q 5",
        ),
        (BURRACO, "/ 40 pot:no", {"melded": [], "left": 40, "pot": False}, "/ 40 pot:no"),
        (BURRACO, "120 / 5 pot:yes", {"melded": 120, "left": "5"}, "120 / 5"),
        (BURRACO, "net:+435", {"net": 435}, "net:435"),
        (CANASTA, "net:-120", {"net": -120}, "net:-120"),
    ],
)
def test_parts_of_a_hand_stand_behind_its_cards(
    variant: Variant, text: str, hand: Any, printed: str
) -> None:
    read = read_hand_text(text, Seat(0), variant).hand
    assert read == read_hand(hand, Seat(0))
    assert print_hand(read) == printed
    assert read_hand_text(printed, Seat(0), variant).hand == read


@walk(
    ("text", "hand", "printed"),
    [
        ("12", "12", "12"),
        ("1", "1", "1"),
        ("10 1, jk", "10 1 JK", "10 1 JK"),
        ("=12", 12, "=12"),
        ("14", 14, "14"),
        ("0", 0, "0"),
    ],
)
def test_a_number_alone_is_a_tile_where_there_is_such_a_tile(
    text: str, hand: str | int, printed: str
) -> None:
    read = read_hand(hand, Seat(0), TILES)
    assert read_hand_text(text, Seat(0), TILE_RUMMY).hand == read
    assert print_hand(read, TILES) == printed


@walk(
    ("text", "hand"),
    [
        ("phase:yes", {"phase": True}),
        ("W 3 phase:no", {"left": "W 3", "phase": False}),
        ("25 phase:7", {"left": 25, "phase": 7}),
    ],
)
def test_what_was_laid_down_of_a_phase_stands_behind_the_cards(text: str, hand: Any) -> None:
    read = read_hand_text(text, Seat(0), PHASE_10).hand
    assert read == read_hand(hand, Seat(0), PHASE_10.pieces)
    assert print_hand(read) == text


@walk(
    ("text", "hand", "printed"),
    [
        ("11 3 opened:pairs", {"left": "11 3", "opened": "pairs"}, "11 3 opened:pairs"),
        ("opened:pairs", {"opened": "pairs"}, "opened:pairs"),
        ("opened:no", {"opened": False}, "!"),
        ("!", {"opened": False}, "!"),
        (
            "opened:no penalties:2",
            {"opened": False, "penalties": 2},
            "! penalties:2",
        ),
        ("! 4 penalties:1", {"opened": False, "left": "4", "penalties": 1}, "! 4 penalties:1"),
        ("=41 penalties:1", {"left": 41, "penalties": 1}, "41 penalties:1"),
    ],
)
def test_how_a_player_opened_stands_behind_the_tiles(text: str, hand: Any, printed: str) -> None:
    given = read_hand_text(text, Seat(0), OKEY_101)
    assert given.hand == read_hand(hand, Seat(0), TILES)
    assert print_given(given, TILES) == printed
    assert read_hand_text(printed, Seat(0), OKEY_101) == given


def test_another_way_to_open_is_refused() -> None:
    with pytest.raises(RuleError) as refusal:
        read_hand_text("11 opened:runs", Seat(0), OKEY_101)
    text = "For Ann, “opened” must be one of these: true, false, pairs."
    assert refusal.value.under(names=("Ann",)).text() == text


@walk(
    ("variant", "typed", "printed"),
    [
        (GIN, "=21", "21"),
        (GIN, "ks 9d, 2c", "KS 9D 2C"),
        (GIN, "ks 9d, 2c", "2C KS 9D"),
        (GIN, "7s 7h 7d + 8d 9d td / k", "td 8d 9d + 7h 7s 7d / K"),
        (GIN, "7s 7h 7d / k > 5c 5d", "7S 7H 7D / K > 5D 5C"),
        (RUMMY_500, "+5", "5 /"),
        (RUMMY_500, "as 2s 3s + k k k / 9 2", "K K K + 3S 2S AS / 2 9"),
        (TILE_RUMMY, "1, 10", "10 1"),
        (CANASTA, "420 / 25 natural:1 mixed:2", "420 / 25 mixed:2 natural:1"),
    ],
)
def test_hands_are_the_same_in_other_words(variant: Variant, typed: str, printed: str) -> None:
    one, other = (read_hand_text(text, Seat(0), variant) for text in (typed, printed))
    assert one.is_same(other)
    assert read_hand_text(print_given(one, variant.pieces), Seat(0), variant).is_same(one)


@walk(
    ("typed", "other"),
    [
        ("21", "22"),
        ("K 9 2", "K 9"),
        ("7S 7H 7D / K", "7S 7H / 7D K"),
        ("7S 7H 7D > 5C", "7S 7H 7D / 5C"),
        ("* 7S 7H 7D", "7S 7H 7D"),
        ("!", "! 5"),
    ],
)
def test_other_cards_or_melds_are_another_hand(typed: str, other: str) -> None:
    one, another = (read_hand_text(text, Seat(0), GIN) for text in (typed, other))
    assert not one.is_same(another)
