"""A round with hands that score for several things: the points of each part, side by side."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.pages import Visitor, words
from tests.support.table import Table
from tests.support.walks import walk

PLAYERS = ("Camille", "Max", "Léa", "Nora")
SIDES = {"Camille & Léa": ["Camille", "Léa"], "Max & Nora": ["Max", "Nora"]}
OURS, THEIRS = SIDES
OUT: dict[str, Any] = {
    OURS: {"melded": 420, "natural": 1, "mixed": 1, "red_threes": 2, "left": 25},
    THEIRS: {"melded": 110, "red_threes": 1, "left": "K A JK"},
}
COUNTED = [
    "Melded 420 110",
    "Natural canasta 500 –",
    "Mixed canasta 300 –",
    "3 of hearts Red threes 200 100",
    "Going out 100 –",
    "Left in hand −25 −80",
]


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Canasta with one round, which Camille ended."""
    table = Table(app, "canasta", PLAYERS, sides=SIDES)
    table.record("out", "Camille", hands=OUT)
    return table


def counted(page: Element) -> list[str]:
    """Return the rows of the table, without its heads."""
    return [words(row) for row in page.select(".ruling-parts tbody tr")]


@walk("path", ["/rounds/1", "/rounds/1/edit"])
def test_a_ruling_says_what_counted_and_what_it_comes_to(
    client: Visitor, table: Table, path: str
) -> None:
    page = client.visit(table.address + path).select_one("main")
    sums = ["This round +1,495 +130", "Total 1,495 130", "First meld next round 50 50"]
    assert counted(page) == [*COUNTED, *sums]
    heads = [words(head) for head in page.select(".ruling-parts thead th")]
    assert heads == ["C L Camille & Léa", "M N Max & Nora"]
    assert "Camille & Léa go out, +1,495" in words(page)
    assert not page.select(".ruling-row")


@walk("path", ["", "/watch"])
def test_beside_the_totals_these_are_not_repeated(client: Visitor, table: Table, path: str) -> None:
    page = client.visit(table.address + path).select_one("main")
    assert counted(page) == [*COUNTED, "This round +1,495 +130"]


def test_a_shared_game_has_it_too(app: Flask, table: Table) -> None:
    page = visitor(app, None).visit(f"{table.share()}/rounds/1").select_one("main")
    assert counted(page)[: len(COUNTED)] == COUNTED


@walk(
    ("language", "verdict", "rows"),
    {
        "fr": (
            "fr",
            "+1\N{NARROW NO-BREAK SPACE}495",
            ["Canasta pure 500 –", "Première pose, manche suivante 50 50"],
        ),
        "de": ("de", "+1.495", ["Echter Canasta 500 –", "Erstmeldung nächste Runde 50 50"]),
    },
)
def test_it_is_told_as_the_language_says_and_writes_it(
    client: Visitor, table: Table, language: str, verdict: str, rows: list[str]
) -> None:
    page = client.visit(f"{table.address}/rounds/1", headers={"Accept-Language": language})
    assert verdict in page.select_one("#ruling").text
    assert set(rows) <= set(counted(page))


def test_what_nobody_has_is_left_out_and_what_costs_is_negative(
    app: Flask, client: Visitor
) -> None:
    """The rows are in the order of the game’s parts, for all players."""
    table = Table(app, "burraco", ("Ann", "Bob"))
    hands = {"Ann": {"melded": 165, "dirty": 1}, "Bob": {"melded": 120, "clean": 1, "pot": False}}
    hands["Bob"]["left"] = "A A K 7"
    table.record("out", "Ann", hands=hands)
    page = client.visit(f"{table.address}/rounds/1")
    assert counted(page) == [
        "Melded 165 120",
        "Clean burraco – 200",
        "Dirty burraco 100 –",
        "Going out 100 –",
        "Pot not taken – −100",
        "Left in hand – −45",
        "This round +365 +175",
        "Total 365 175",
    ]


def test_the_cards_of_melds_lie_below_the_table(app: Flask, client: Visitor) -> None:
    table = Table(app, "hand-and-foot", ("Ann", "Bob"))
    ann = {"melded": ["K K K K K K K", "7 7 7 7 2 2 JK"]}
    table.record("out", "Ann", hands={"Ann": ann, "Bob": 65})
    page = client.visit(f"{table.address}/rounds/1").select_one("main")
    [hand] = page.select(".laid")
    assert [len(meld.select(".playing-card")) for meld in hand.select(".meld")] == [7, 7]
    assert "Clean book 500 –" in counted(page)


def test_a_void_round_has_no_table(client: Visitor, table: Table) -> None:
    table.record("void")
    assert not client.visit(f"{table.address}/rounds/2").select(".ruling-parts")


def test_the_round_that_ends_the_game_asks_for_no_first_meld(app: Flask, client: Visitor) -> None:
    table = Table(app, "canasta", PLAYERS, sides=SIDES, target=1000)
    table.record("out", "Camille", hands=OUT)
    assert counted(client.visit(f"{table.address}/rounds/1"))[-1] == "Total 1,495 130"
    assert not client.visit(table.address).select(".board-meld")


def test_the_sheet_says_what_the_next_first_meld_must_count(client: Visitor, table: Table) -> None:
    table.adjust(OURS, 10)
    table.adjust(THEIRS, -200)
    for path in ("", "/watch"):
        page = client.visit(table.address + path)
        melds = [words(row, ".board-meld") for row in page.select(".board-row")]
        assert melds == ["first meld 90", "first meld 15"]
        assert not page.select(".board-row__notes")
    assert "Max & Nora, Max deals" in words(page, ".board-row + .board-row")


def test_a_player_alone_has_a_first_meld_and_burraco_asks_for_none(
    app: Flask, client: Visitor
) -> None:
    alone = Table(app, "hand-and-foot", ("Ann", "Bob", "Cem"))
    assert len(client.visit(alone.address).select(".board-meld")) == 3
    burraco = Table(app, "burraco", ("Ann", "Bob"))
    page = client.visit(burraco.address)
    assert not page.select(".board-meld")
    assert "2,005 to go" in words(page, ".board-row__notes")


def test_the_newest_round_stands_first_with_its_totals(client: Visitor, table: Table) -> None:
    table.adjust(THEIRS, -10)
    table.record("stock", hands={OURS: 50, THEIRS: {"melded": 90, "left": 20}})
    page = client.visit(table.address).select_one(".sheet-table")
    assert [words(row) for row in page.select("tbody tr")] == [
        "2 stock ran out −50 1,445 +70 190 won",
        "M N Max & Nora −10",
        "1 Camille went out +1,495 1,495 won +130 130",
    ]
    assert "sheet-table__newest" in page.select_one("tbody tr").classes
    assert not page.select("tfoot")


def test_the_faces_of_partners_stand_together_in_the_bar(app: Flask, table: Table) -> None:
    page = visitor(app, Role.PLAYER).visit(table.address)
    faces = [
        [words(face) for face in side.select(".dock-face")] for side in page.select(".dock-side")
    ]
    assert faces == [["C", "L"], ["M", "N"]]
    asked = [words(row, ".name") for row in page.select(".dock-row")]
    assert asked == [*PLAYERS, "Nobody"]


def test_the_history_says_what_the_table_allowed_and_who_took_the_exact_deal(
    app: Flask, client: Visitor
) -> None:
    rules = {"exact_deal": 100}
    table = Table(app, "hand-and-foot", ("Ann", "Bob", "Cem"), **rules)
    hands = {"Ann": {"melded": 100}, "Bob": 65, "Cem": 40}
    more = {"allow": ["illegal-out"], "exact_deal": ["Ann", "Cem"]}
    table.record("out", "Ann", hands=hands, **more)
    told = words(client.visit(f"{table.address}/trail"))
    assert "Out too soon allowed by the table" in told
    assert "Who took exactly the cards for a hand and a foot? Ann and Cem" in told
