"""Partners who score as one but have separate racks: on phones, in forms, for programs."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy import score
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk
from tests.web.rounds.test_shares import PLAYERS, SIDES, Partners


@pytest.fixture
def partners(app: Flask) -> Partners:
    """Four phones, after Dee finished."""
    return Partners(app, variant="okey-101")


def own(partners: Partners, who: str, status: int = 303, /, **given: str) -> Element:
    """Send the rack of a phone’s player, field by field."""
    seat = partners.shares.index(who)
    page = partners.phones[who].visit(f"{partners.address}?seat={seat}")
    fields = {f"{name.replace('_', '-')}-{seat}": text for name, text in given.items()}
    return read(partners.phones[who].submit(page, fields, form="#round"), status)


def test_each_phone_asks_for_its_own_rack(partners: Partners) -> None:
    assert [partners.asks(name) for name in PLAYERS] == ["Ann", "Bob", "Cem", ""]
    assert words(partners.page("Cem"), "legend") == "What is left on Cem’s rack?"


def test_a_partner_does_not_see_the_other_rack(partners: Partners) -> None:
    own(partners, "Ann", hand_opened="no", hand_penalties="7")
    assert words(partners.page("Cem"), ".together-strip").count("received") == 1
    assert "penalties: 7" not in words(partners.page("Cem"), "main")
    assert "penalties: 7" in words(partners.page("Ann"), "main")


def test_racks_become_the_round_of_both_sides(partners: Partners) -> None:
    own(partners, "Ann", hand="11 3", hand_opened="pairs")
    own(partners, "Bob", hand_opened="no", hand_penalties="1")
    own(partners, "Dee", hand_opened="pairs")
    own(partners, "Cem", hand="JK 4")
    page = partners.page("Cem")
    assert words(page, ".ruling__result") == "Dee finishes, −101"
    rows = {
        words(row, ".ruling-row__name"): words(row, ".figure") for row in page.select(".ruling-row")
    }
    assert rows == {"Dee": "−202", "Ann": "56", "Bob": "101", "Cem": "210"}
    partners.phones["Cem"].submit(partners.address, {}, form="form[action$='/round']")
    assert partners.table.totals == (266, -101)


def test_who_finished_may_still_tell_of_pairs_once_all_racks_are_in(partners: Partners) -> None:
    for name in ("Ann", "Bob", "Cem"):
        own(partners, name, hand_opened="no")
    wrong = partners.phones["Dee"].visit(f"{partners.address}?wrong=1")
    told = [words(way) for way in wrong.select(".together-refused-wrong a")]
    assert told == ["Dee finished How it ended, points, note", "Dee"]
    own(partners, "Dee", hand_opened="pairs")
    assert words(partners.page("Dee"), ".ruling__result") == "Dee finishes, −202"


def test_after_a_finish_from_the_hand_nobody_is_asked(app: Flask) -> None:
    partners = Partners(app, variant="okey-101", ending="at-once:3")
    assert words(partners.page("Ann"), ".ruling__result") == "Dee finishes from the hand, −202"
    own(partners, "Ann", hand_penalties="2")
    partners.phones["Ann"].submit(partners.address, {}, form="form[action$='/round']")
    assert partners.table.totals == (808 + 202, -202)


def test_too_many_tiles_are_refused_on_the_phone(partners: Partners) -> None:
    tiles = "1 1 1 2 2 2 3 3 3 4 4 4 5 5"
    page = own(partners, "Ann", 422, hand=tiles)
    text = "Ann cannot have 14 tiles after opening: 101 takes at least eight."
    assert text in words(page, "main")
    assert partners.asks("Ann") == "Ann"


# On one phone


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of two against two."""
    return Table(app, "okey-101", PLAYERS, sides=SIDES)


TYPED = {
    "ending": "okey:0",
    "hand-3": "11 3",
    "hand-opened-3": "pairs",
    "hand-opened-4": "no",
    "hand-penalties-4": "1",
    "hand-5": "JK 4",
}
"""The racks left of Bob (3), Cem (4) and Dee (5). Ann finished with the okey."""

HANDS: dict[str, Any] = {
    "Bob": {"left": "11 3", "opened": "pairs"},
    "Cem": {"opened": False, "penalties": 1},
    "Dee": "JK 4",
}


def test_a_form_takes_a_rack_of_each_player(client: Visitor, table: Table) -> None:
    page = client.visit(f"{table.address}/rounds/new")
    assert [words(label) for label in page.select("[data-hand] > label")] == [*PLAYERS]
    answer = client.submit(page, TYPED, form="#round")
    assert answer.status_code == 303
    document = client.get(f"{table.address}/document").json
    assert document["rounds"][0]["hands"] == HANDS
    totals = score(document).as_json()["totals"]
    assert totals == {"Ann & Cem": -101, "Bob & Dee": 266}
    assert table.totals == (-101, 266)


def test_a_correction_begins_with_what_was_entered(client: Visitor, table: Table) -> None:
    table.record("okey", "Ann", hands=HANDS)
    page = client.visit(f"{table.address}/rounds/1/edit")
    typed = page.select("[data-hand] > input[name^=hand-]")
    assert [str(field["value"]) for field in typed] == ["", "11 3", "", "JK 4"]
    checked = [str(field["value"]) for field in page.select("[name^=hand-opened][checked]")]
    assert checked == ["", "pairs", "no", ""]
    client.submit(page, {"hand-penalties-2": "2"}, form="#round")
    assert table.totals == (-101 + 202, 266)


@walk(
    ("typed", "place", "text"),
    {
        "no rack": (
            {"ending": "okey:0", "hand-3": "11"},
            "hand-4",
            "Cem’s hand is missing.",
        ),
        "a finish without opening": (
            TYPED | {"hand-opened-2": "no"},
            "hand-2",
            "Ann cannot finish without opening.",
        ),
        "too many penalties": (
            TYPED | {"hand-penalties-5": "21"},
            "hand-5",
            "For Dee, penalties must be a whole number from 0 to 20.",
        ),
    },
)
def test_a_form_is_refused_at_its_field(
    client: Visitor, table: Table, typed: dict[str, str], place: str, text: str
) -> None:
    page = read(client.submit(f"{table.address}/rounds/new", typed, form="#round"), 422)
    assert words(page, f"[data-errors] li[data-of={place}]") == text
    assert table.rounds == 0


def test_the_judge_rules_on_partners_with_their_own_racks(client: Visitor) -> None:
    asked = {"variant": "okey-101", "players": "4", "sides": "2"} | TYPED
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    page = client.visit(f"/judge?{query}")
    assert words(page, ".ruling__result") == "Ann finishes with the okey, −101"


def test_a_watcher_sees_the_racks_of_the_last_round(app: Flask, table: Table) -> None:
    table.record("okey", "Ann", hands=HANDS)
    page = visitor(app, Role.WATCHER).visit(table.address)
    assert "never opened" in words(page, "#sheet-last")
