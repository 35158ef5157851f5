"""A round in which every player scores: the verdict in one line, and a row for each player."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask, get_template_attribute

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.parts.verdicts import verdict_words
from scorekeeper.web.rounds.score_rows import score_rows
from tests.support.clubs import visitor
from tests.support.disputes import ask
from tests.support.elements import parse
from tests.support.examples import NAMES, every_variant, examples, numbers_alone, with_every_ending
from tests.support.pages import Visitor, words
from tests.support.party import Party
from tests.support.table import Table
from tests.support.walks import walk


def played(variant: str, round: dict[str, Any], players: int = 3, **game: Any) -> Sheet:
    """A game with one round."""
    started = {"variant": variant, "players": NAMES[:players], "rounds": [round]}
    return fold(read_game(started | game))


def ended(ending: str, by: str = "", **hands: Any) -> dict[str, Any]:
    """A round with this ending, and the cards each player had left."""
    return {"ending": ending, "hands": hands} | ({"by": by} if by else {})


def shown(shown: Any, left: Any = "") -> dict[str, Any]:
    """A hand with melds on the table."""
    return {"shown": shown, "left": left}


def said(app: Flask, sheet: Sheet, language: str = "en") -> tuple[str, list[str], list[str]]:
    """Return the verdict, the rows as read out, and their points with the numbers below."""
    with app.test_request_context("/", headers={"Accept-Language": language}):
        entry = sheet.rounds[-1]
        rows = score_rows(entry, sheet.game)
        draw = get_template_attribute("rounds/_score_rows.html", "score_rows")
        page = parse(draw(rows, sheet.game))
        verdict = parse(verdict_words(entry, sheet.game))
    points = [words(each) for each in page.select(".ruling-row__points")]
    return words(verdict), [row.spoken for row in rows], points


FIVE_HUNDRED: dict[str, Any] = ended(
    "out", "Ann", Ann=shown(["K K K", "5 6 7"]), Bob=shown(["9 9 9"], "Q 4"), Cem="K Q J 7"
)

# Each round by its game, its facts, and what it says: the verdict, the rows read out, the points.
ROUNDS = {
    "rummy-500: put down and left": (
        played("rummy-500", FIVE_HUNDRED),
        "Ann goes out, +48",
        [
            "Ann, put down 48, 0 left, plus 48",
            "Bob, put down 27, 14 left, plus 13",
            "Cem, put down 0, 37 left, minus 37",
        ],
        ["+48 48 − 0", "+13 27 − 14", "−37 0 − 37"],
    ),
    "rummy-500: a bonus, and who put down more": (
        played(
            "rummy-500",
            ended("out", "Bob", Ann=shown(90, 10), Bob=shown(40), Cem=shown(10, 10)),
            rules={"out_bonus": 25},
        ),
        "Bob goes out, +65",
        [
            "Bob, put down 40, 0 left, plus 65",
            "Ann, put down 90, 10 left, plus 80",
            "Cem, put down 10, 10 left, 0 points",
        ],
        ["+65 40 − 0 + 25", "+80 90 − 10", "0 10 − 10"],
    ),
    "rummy-500: the stock runs out on two equals": (
        played("rummy-500", ended("stock", Ann=shown(40, 10), Bob=shown(50, 20), Cem=5)),
        "Ann and Bob win, +30",
        [
            "Ann, put down 40, 10 left, plus 30",
            "Bob, put down 50, 20 left, plus 30",
            "Cem, put down 0, 5 left, minus 5",
        ],
        ["+30 40 − 10", "+30 50 − 20", "−5 0 − 5"],
    ),
    "contract: the exact cut": (
        played(
            "contract",
            ended("out", "Bob", Ann="K Q 4", Cem=37) | {"exact_cut": "Bob"},
            rules={"exact_cut": 50},
        ),
        "Bob goes out, −50",
        [
            "Bob, 0 left, minus 50",
            "Ann, 24 left, 24 points",
            "Cem, 37 left, 37 points",
        ],
        ["−50", "24", "37"],
    ),
    "three-thirteen: everyone their own": (
        played("three-thirteen", ended("out", "Cem", Ann=12, Bob=1)),
        "Cem goes out",
        [
            "Cem, 0 left, 0 points",
            "Ann, 12 left, 12 points",
            "Bob, 1 left, 1 point",
        ],
        ["0", "12", "1"],
    ),
    "basic: everyone their own": (
        played("basic", ended("rummy", "Ann", Bob=12, Cem=7), preset="penalty"),
        "Ann goes rummy",
        [
            "Ann, 0 left, 0 points",
            "Bob, 12 left, 12 points",
            "Cem, 7 left, 7 points",
        ],
        ["0", "12", "7"],
    ),
    "tiles: out": (
        played("tiles", ended("out", "Ann", Bob=12, Cem=7)),
        "Ann goes out, +19",
        [
            "Ann, 0 left, plus 19",
            "Bob, 12 left, minus 12",
            "Cem, 7 left, minus 7",
        ],
        ["+19 12 + 7", "−12", "−7"],
    ),
    "tiles: the pool is empty": (
        played("tiles", ended("stock", Ann=5, Bob=12, Cem=7)),
        "Ann wins, +9",
        [
            "Ann, 5 left, plus 9",
            "Bob, 12 left, minus 7",
            "Cem, 7 left, minus 2",
        ],
        ["+9 7 + 2", "−7 5 − 12", "−2 5 − 7"],
    ),
    "tonk: the knocker pays twice": (
        played("tonk", ended("knock", "Ann", Ann=9, Bob=5, Cem=12)),
        "Bob wins, +3",
        [
            "Ann, 9 left, minus 2",
            "Bob, 5 left, plus 3",
            "Cem, 12 left, minus 1",
        ],
        ["−2", "+3 2 + 1", "−1"],
    ),
    "rami: never opened": (
        played(
            "rami",
            ended("rami", "Ann", Bob={"opened": False}, Cem="7 7"),
            rules={"rami_doubles": True},
        ),
        "Ann goes rami, −20",
        [
            "Ann, 0 left, minus 20",
            "Bob, never opened, 200 points",
            "Cem, 14 left, 28 points",
        ],
        ["−20", "200 100 + 100", "28 14 + 14"],
    ),
}


@walk("name", list(ROUNDS))
def test_the_verdict_is_one_line_and_each_row_a_sentence(app: Flask, name: str) -> None:
    sheet, verdict, rows, points = ROUNDS[name]
    assert said(app, sheet) == (verdict, rows, points)


def test_rows_are_told_in_french(app: Flask) -> None:
    verdict, rows, _points = said(app, ROUNDS["rummy-500: put down and left"][0], "fr")
    assert verdict == "Ann termine, +48"
    assert rows[1:] == [
        "Bob, posé 27, il reste 14, plus 13",
        "Cem, posé 0, il reste 37, moins 37",
    ]
    _verdict, rows, _points = said(app, ROUNDS["rami: never opened"][0], "fr")
    assert rows[1] == "Bob, n’a pas ouvert, 200 points"


@every_variant
def test_the_numbers_of_a_row_make_its_points(app: Flask, variant: Variant) -> None:
    for preset in variant.presets:
        for players in {2, 3, 4} & {*numbers_alone(variant)}:
            for round in examples(variant, players):
                rules = with_every_ending(variant)
                sheet = played(variant.key, round, players, preset=preset.key, rules=rules)
                [entry] = sheet.rounds
                with app.test_request_context("/"):
                    rows = score_rows(entry, sheet.game)
                points = entry.ruling.points(players)
                assert all(row.points == points[row.hand.seat] for row in rows)
                summed = [row for row in rows if row.numbers]
                for row in summed:
                    assert eval(row.numbers.replace("−", "-")) == row.points  # noqa: S307 - our own
                scored = variant.all_score(sheet.game.rules) and bool(entry.ruling.laid)
                assert len(rows) == (players if scored else 0)


@every_variant
def test_only_where_all_score_a_loser_has_points(variant: Variant) -> None:
    for preset in variant.presets:
        for round in examples(variant, variant.fewest):
            rules = with_every_ending(variant)
            sheet = played(variant.key, round, variant.fewest, preset=preset.key, rules=rules)
            ruling = sheet.rounds[0].ruling
            points = ruling.points(variant.fewest)
            if any(n for seat, n in enumerate(points) if seat not in ruling.winners):
                assert variant.all_score(sheet.game.rules)


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Rummy 500 with one round."""
    table = Table(app, "rummy-500", ("Ann", "Bob", "Cem"))
    table.record(**FIVE_HUNDRED)
    return table


def test_a_round_shows_its_rows_and_says_the_colours_once(client: Visitor, table: Table) -> None:
    page = client.visit(f"{table.address}/rounds/1").select_one("main")
    assert words(page, ".ruling-story__what") == "Ann goes out, +48"
    assert not page.select(".ruling-story__by, .ruling-sums, .laid")
    first, second, third = page.select(".ruling-row")
    assert "ruling-row--won" in first.classes
    cards = [words(each) for each in second.select(".ruling-row-cards")]
    assert cards == ["9 9 9", "Q 4"]
    assert [each.classes[-1] for each in second.select(".ruling-row-cards")] == [
        "ruling-row-cards--down",
        "ruling-row-cards--left",
    ]
    assert [each.classes[-1] for each in third.select(".ruling-row-cards")] == [
        "ruling-row-cards--left"
    ]
    assert [words(each) for each in page.select(".ruling-row-colour")] == [
        "put down",
        "left in hand",
    ]


def test_a_row_is_read_out_once(client: Visitor, table: Table) -> None:
    page = client.visit(f"{table.address}/rounds/1").without(".ruling-row [aria-hidden=true]")
    heard = [words(row) for row in page.select("main .ruling-row")]
    assert heard == ROUNDS["rummy-500: put down and left"][2]


@walk("path", ["", "/rounds/1", "/rounds/1/edit", "/watch"])
def test_every_page_with_the_round_has_its_rows(client: Visitor, table: Table, path: str) -> None:
    page = client.visit(table.address + path).select_one("main")
    assert len(page.select(".ruling-row")) == 3
    assert "Ann goes out, +48" in words(page)
    assert not page.select(".ruling-sums")


def test_a_shared_game_has_them_too(app: Flask, table: Table) -> None:
    page = visitor(app, None).visit(f"{table.share()}/rounds/1").select_one("main")
    assert len(page.select(".ruling-row")) == 3


def test_cards_left_have_a_colour_only_beside_cards_put_down(app: Flask, client: Visitor) -> None:
    table = Table(app, "contract", ("Ann", "Bob", "Cem"))
    table.record("out", "Ann", hands={"Bob": "KS QD", "Cem": 37})
    page = client.visit(f"{table.address}/rounds/1").select_one("main")
    assert [words(each) for each in page.select(".ruling-row-cards")] == [
        "K of spades Q of diamonds"
    ]
    assert not page.select(".ruling-row-cards--left, .ruling-row-colour")


def test_a_count_stands_in_the_row_where_the_points_do_not_tell_it(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "tonk", ("Ann", "Bob", "Cem"))
    table.record("knock", "Ann", hands={"Ann": 9, "Bob": 5, "Cem": 12})
    page = client.visit(f"{table.address}/rounds/1").select_one("main")
    assert [words(row, ".ruling-row__left") for row in page.select(".ruling-row")] == [
        "9 left",
        "5 left",
        "12 left",
    ]
    assert words(page, ".ruling-story__by") == "Ann knocked"


def test_melds_of_a_whole_hand_lie_on_green(app: Flask, client: Visitor) -> None:
    table = Table(app, "three-thirteen", ("Ann", "Bob"))
    table.record("out", "Ann", hands={"Bob": {"hand": "7S 7H 7D"}})
    page = client.visit(f"{table.address}/rounds/1").select_one("main")
    assert words(page, ".ruling-row-colours") == "melded"


def test_a_round_to_be_removed_is_named_by_its_verdict(app: Flask, client: Visitor) -> None:
    table = Table(app, "three-thirteen", ("Ann", "Bob", "Cem"))
    table.record("out", "Ann", hands={"Bob": "A 3", "Cem": "K"})
    asked = client.visit(f"{table.address}/rounds/1/remove").select_one("main")
    assert words(asked, "h1 + p") == "Ann goes out."


def test_a_void_round_has_no_rows(app: Flask, client: Visitor) -> None:
    table = Table(app, "rummy-500", ("Ann", "Bob"))
    table.record("void")
    page = client.visit(f"{table.address}/rounds/1").select_one("main")
    assert not page.select(".ruling-row")
    assert words(page, ".ruling-story__what") == "Nobody wins, nobody scores"


def test_all_phones_show_them_once_everybody_is_in(app: Flask) -> None:
    party = Party(app, "three-thirteen")
    party.announce("Jean", "out:1")
    for name in ("Pierre", "Jacques", "Paul"):
        party.enter(name)
    page = party.round("Jean")
    assert words(page, ".round-head__what") == "Three Thirteen · All hands received"
    assert words(page, ".ruling__result") == "Jean goes out"
    rows = page.select(".ruling-row[data-laid]")
    names = [words(row, ".ruling-row__name") for row in rows]
    assert names == ["Jean", "Pierre", "Jacques", "Paul"]
    assert [words(row, ".figure") for row in rows] == ["0", "21", "28", "8"]


def test_the_judge_answers_with_rows(client: Visitor) -> None:
    facts = {"ending": "out:0", "hand_1": "7", "hand_2": "9"}
    _status, page = ask(client, variant="three-thirteen", players="3", **facts)
    assert [words(row, ".ruling-row__points") for row in page.select(".ruling-row")] == [
        "0",
        "7",
        "9",
    ]
