"""Open rounds of older score books, which were texts of a form, become documents."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.config import Settings
from scorekeeper.games.open_round import ReplacedHand, new_open_round
from scorekeeper.games.open_rounds import find_open, store
from scorekeeper.rummy.documents.draft import write_given
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.storage import migration
from scorekeeper.storage.backups import restore
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, OpenRoundRow
from scorekeeper.web.rounds.hand_text import read_hand_text
from tests.support.databases import opened
from tests.support.older_rounds import put_back
from tests.support.released import RELEASED
from tests.support.scorebook import everything, start

on_both = pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)
only_on_sqlite = pytest.mark.parametrize("settings", ["sqlite"], indirect=True)

FOUR = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}

EVERY_FACT = {
    "ending": "knock",
    "by": "0",
    "upcard": "9S",
    "dealer": "1",
    "allow": ["illegal-knock"],
    "adjustments": [{"player": "1", "points": -5}, {"player": "0", "points": 7, "note": "tea"}],
    "note": "by candle\nlight",
}
LAID_OUT = {"melds": ["7S 7H 7D"], "unmatched": "KC TD JD", "laid_off": "TD JD"}

OPEN: tuple[tuple[dict[str, Any], dict[str, Any], dict[int, Any]], ...] = (
    ({"variant": "oklahoma"}, EVERY_FACT, {0: {"hand": "AS 2S 3S"}, 1: LAID_OUT}),
    ({"variant": "oklahoma"}, {"upcard": "T"}, {}),
    (
        {"variant": "canasta", "players": FOUR, "sides": SIDES},
        {"ending": "concealed", "by": "3", "allow": ["illegal-out", "first-meld-low"]},
        {
            0: {"melded": ["K K K 2", "7 7 7"], "left": "", "natural": 1},
            5: "K 9",
            4: {"left": 20, "red_threes_left": 1},
            1: {"net": -120},
        },
    ),
    (
        {"variant": "hand-and-foot", "players": FOUR, "sides": SIDES},
        {"ending": "out", "by": "3", "exact_deal": ["0", "2"]},
        {},
    ),
    ({"variant": "contract", "players": FOUR}, {"ending": "out", "by": "1", "exact_cut": "2"}, {}),
    (
        {"variant": "indian"},
        {"ending": "declare", "by": "1", "wild": "T"},
        {0: {"drop": "first"}, 1: {"left": "K 9", "no_pure_run": True}},
    ),
    (
        {"variant": "rummy-500"},
        {"ending": "out", "by": "1"},
        {0: {"shown": ["7S", "A1"], "left": 0}},
    ),
    ({"variant": "tiles"}, {"ending": "out", "by": "1"}, {0: "10 1 JK", 1: 12}),
    ({"variant": "rami"}, {"ending": "rami", "by": "1"}, {0: {"opened": False}}),
)
"""Open rounds with every fact that an open round can have."""


def enter(facts: dict[str, Any], hands: dict[int, Any], **game: Any) -> GameRow:
    """Create a game with such an open round, with hands by Ann that Bob then replaced."""
    players = game.pop("players", ("Ann", "Bob"))
    row = start(players, **game)
    after = new_open_round().with_facts(facts)
    for seat, hand in hands.items():
        after = after.with_hands({seat: hand}, "a phone", "Ann")
        after = after.with_hands({seat: hand}, "another", "Bob").agreed_by(1)
    store(row.id, version=row.version, before=None, after=after)
    return row


def close() -> None:
    db.session.remove()
    db.engine.dispose()


@on_both
def test_each_open_round_is_the_document_that_this_version_writes(
    settings: Settings, book: Flask
) -> None:
    with book.app_context():
        for game, facts, hands in OPEN:
            enter(facts, hands, **game)
        row = start()
        seen = {"ending": "knock", "by": "1", "hands": {"0": 12, "1": LAID_OUT}}
        again = new_open_round().discarded("Ann", seen, 7).with_facts({"ending": "void"})
        store(row.id, version=row.version, before=None, after=again)
        before = everything()
        close()
    put_back(settings)
    with opened(settings):
        assert everything() == before


@only_on_sqlite
@pytest.mark.parametrize("released", RELEASED, ids=lambda path: path.stem)
def test_an_open_round_of_a_released_version_goes_on(settings: Settings, released: Any) -> None:
    with released.open("rb") as file:
        restore(settings, file)
    with opened(settings):
        rows = db.session.scalars(select(OpenRoundRow)).all()
        assert [row.draft for row in rows] == [{"ending": "knock", "by": "0"}]


def texts(hands: str, facts: str = '{"ending": "knock:0"}') -> str:
    """Return a statement that writes these texts to every open round."""
    return f"UPDATE open_round SET hands = '{hands}', facts = '{facts}'"  # noqa: S608 - ours


def hand(text: str, device: str = "a phone") -> dict[str, Any]:
    """Return a hand as an older version stored it."""
    facts = {"device_id": device, "by": "Ann", "version": 1, "changing": None, "replaced": None}
    return {"text": text, **facts}


UNREAD = json.dumps({"0": hand("ZZ"), "1": hand("K 9") | {"replaced": hand("drop:first", "b")}})


@on_both
def test_a_share_that_cannot_be_read_is_given_again(settings: Settings, book: Flask) -> None:
    with book.app_context():
        row_id = enter({"ending": "knock", "by": "0"}, {0: 5, 1: "K 9"}).id
        before = find_open(row_id)
        close()
    put_back(settings, texts(UNREAD))
    with opened(settings):
        found = find_open(row_id)
        assert found is not None
        assert before is not None
        assert found.draft == {"ending": "knock", "by": "0", "hands": {"1": "K 9"}}
        assert (list(found.hands), found.agreed) == ([1], ())
        assert found.hand(1).replaced is None
        assert (found.version, found.revision) != (before.version, before.revision)


@pytest.mark.parametrize(
    ("settings", "harm"),
    [
        *product(
            ("sqlite", "postgresql"),
            (
                texts("{}", '{"ending": "flood:0"}'),
                texts("{}", '{"ending": "knock:7"}'),
                texts('{"0": 5}'),
                texts("[]"),
            ),
        ),
        ("sqlite", texts("{}", "{")),
        ("sqlite", "UPDATE open_round SET shown = CAST(x'ff' AS TEXT)"),
    ],
    indirect=["settings"],
)
def test_a_round_that_cannot_be_read_is_announced_again(
    settings: Settings, book: Flask, harm: str
) -> None:
    with book.app_context():
        row_id = enter({"ending": "knock", "by": "0"}, {0: 5}).id
        close()
    put_back(settings, harm)
    with opened(settings):
        assert db.session.get_one(GameRow, row_id).status == "playing"
        assert find_open(row_id) is None


@only_on_sqlite
def test_facts_that_cannot_be_read_are_left_out(settings: Settings, book: Flask) -> None:
    with book.app_context():
        row_id = enter({"ending": "knock", "by": "0"}, {0: 5}).id
        close()
    facts = {"ending": "void", "upcard": "ZZ", "dealer": "9", "allow": "on", "wild": "10"}
    rows = {"adjustment-0-player": "5", "adjustment-0-points": "3", "adjustment-1-points": "x"}
    put_back(settings, texts("{}", json.dumps(facts | rows)))
    with opened(settings):
        found = find_open(row_id)
        assert found is not None
        assert found.draft == {"ending": "void", "allow": ["illegal-knock"], "wild": "T"}


@on_both
def test_the_hand_that_was_replaced_can_still_be_put_back(settings: Settings, book: Flask) -> None:
    with book.app_context():
        row_id = enter({"ending": "knock", "by": "0"}, {0: LAID_OUT}).id
        close()
    put_back(settings)
    with opened(settings):
        found = find_open(row_id)
        assert found is not None
        assert found.hand(0).replaced == ReplacedHand(LAID_OUT, "a phone")


TEXTS = (
    *("21", "0", "= 8", "8", "=8", "-5", "k 9♦️, 10", "jk joker", "10♥ a", "A1", "ZZ", "1 2"),
    *("*7s 7h 7d k", "*", "* ZZ", "7s 7h 7d+8d 9d 10d/k 2", "7s 7h 7d | 8d 9d td | k,2"),
    *("7s 7h 7d / k > td jd", "7s 7h + 8d 9d td +", "/ k 2", "7s 7h 7d + 8d 9d td", "> td", "+"),
    *("as 2s 3s + k k k / 9 2", "87 / 90", "+ =8 / = 9", "+5", "7s + a1 / 0", "a1s+2 / jk"),
    *("!", "! K 9", "! 12", "! * 7s", "!!", "420 / 25 natural:1 mixed:2 red_threes:2", "natural:1"),
    *("net:-120", "net:+435", "/ 40 pot:no", "120 / 5 pot:yes", "pot:yes", "red_threes_left:1"),
    *(
        "drop:first",
        "drop:last",
        "wrong:yes K 9",
        "wrong:no",
        "no_pure_run:yes 12",
        "drop:middle 5",
    ),
    *("natural:x", "natural:1 natural:2", "12 clean:3 semi_clean:0", "* 7s 7h clean:1"),
    *("10 1, jk", "12", "14", "10", "7, 10", "natural:1 / 5", "1234567890", "k red_threes_left:2"),
)
"""Hands as people type them, valid and invalid."""


@pytest.fixture(scope="module")
def frozen() -> Callable[[str, str], Any]:
    """The migration’s reader of texts, which never changes."""
    [file] = (migration.MIGRATIONS / "versions").glob("0051_*.py")
    spec = importlib.util.spec_from_file_location("frozen", file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    read: Callable[[str, str], Any] = module._hand
    return read


LATER = {"five-crowns", "chinchon", "phase-10", "okey-101"}
"""Games newer than any score book of that version."""


@pytest.mark.parametrize("variant", sorted({variant.key for variant in VARIANTS} - LATER))
def test_the_migration_reads_hands_as_the_form_read_them(
    frozen: Callable[[str, str], Any], variant: str
) -> None:
    """Remove this test once the form reads hands in another way."""
    form = find_variant(variant)
    assert form
    for text in TEXTS:
        try:
            read = write_given(read_hand_text(text, Seat(0), form))
        except RuleError:
            with pytest.raises((ValueError, LookupError, TypeError)):
                frozen(text, variant)
        else:
            assert frozen(text, variant) == read, (variant, text)
