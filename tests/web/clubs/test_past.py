"""The page that previews results from elsewhere, and the button that imports them."""

from __future__ import annotations

import io
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, Player
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.scorebook import start
from tests.support.table import Table
from tests.support.transfers import archive_of
from tests.support.walks import walk

TABLE = """Date,Game,Ann,Bob,Cem,Weather
2016-01-05,Rummy 500,510,320,280,rain
2019-11-21,Gin Rummy,,100,64,sun
2020-01-01,Catan,7,10,,
2020-01-02,Gin Rummy,five,10,,
"""

FORM = "form[enctype]"
IMPORT, ROWS = "button[value=import]", "button[value=rows]"


def sent(client: Visitor, content: str | bytes, name: str = "results.csv") -> TestResponse:
    """Send a file like a browser."""
    page = client.visit("/club/transfer")
    form = page.select_one(FORM)
    token = form.select_one("[name=csrf_token]")["value"]
    written = content.encode() if isinstance(content, str) else content
    return client.post(
        str(form["action"]), data={"csrf_token": token, "file": (io.BytesIO(written), name)}
    )


def shown(client: Visitor, content: str | bytes) -> Element:
    """Return the preview of a file."""
    return read(sent(client, content), 200)


def press(client: Visitor, page: Element, button: str, **fields: str) -> TestResponse:
    chosen: dict[str, Any] = {name.replace("_", "-"): value for name, value in fields.items()}
    return client.submit(page, chosen, form=FORM, button=button)


def look(client: Visitor, page: Element, **fields: str) -> TestResponse:
    """Ask for the preview again, with these choices."""
    chosen: dict[str, Any] = {name.replace("_", "-"): value for name, value in fields.items()}
    return client.submit(page, {"do": "look", **chosen}, form=FORM)


def games(app: Flask) -> list[tuple[str, tuple[str, ...], list[int]]]:
    with app.app_context():
        rows = db.session.scalars(select(GameRow).order_by(GameRow.played_on))
        return [(row.variant, row.players, row.totals) for row in rows]


def test_the_page_says_what_will_come_and_nothing_is_imported_yet(
    app: Flask, client: Visitor
) -> None:
    page = shown(client, TABLE)
    said = words(page.select_one("main"))
    assert "4 games" in said
    assert "2 can be imported" in said
    assert "From 5 January 2016 to 21 November 2019" in said
    assert "Not used: Weather" in said
    assert words(page.select_one(IMPORT)) == "Import 2 of 4"
    labels = [words(label) for label in page.select(".past-asked__label")]
    assert labels == [
        *("Bob 3 games", "Ann 2 games", "Cem 2 games"),
        *("Gin Rummy 2 games", "Rummy 500 1 game"),
    ]
    assert games(app) == []
    assert "cannot be undone" not in said, "there is nothing to lose yet"


def test_whoever_imports_into_a_book_with_games_can_save_it_first(
    app: Flask, client: Visitor
) -> None:
    Table(app)
    for page in (client.visit("/club/transfer"), shown(client, TABLE)):
        [way] = [link for link in page.select("a[download]") if "first" in words(link)]
        assert client.get(str(way["href"])).mimetype == "application/zip"


def test_what_stays_out_comes_first(client: Visitor) -> None:
    page = shown(client, TABLE)
    assert page.select_one("main section")["class"] == "paper past-loss"
    said = words(page.select_one(".past-loss"))
    assert "One game called “Catan” stays out" in said
    assert "One game cannot be read" in said
    assert "Row 5, cell C5 “five” are no points." in said
    assert "See it 2020-01-02, Gin Rummy, Ann five, Bob 10" in said
    page = read(look(client, page, kind_2="-"), 200)
    assert "Catan” stays out" not in words(page)
    assert words(page.select_one(IMPORT)) == "Import 2 of 3"


def test_games_without_points_are_counted_by_game(client: Visitor) -> None:
    rows = "2016-01-05,Gin,Ann,\n2016-01-05,Gin,Bob,\n2016-01-06,Gin,Ann,5\n2016-01-06,Gin,Bob,2\n"
    said = words(shown(client, "Date,Game,Player,Points\n" + rows).select_one("main"))
    assert "One can be imported" in said
    assert "One game has no points, so it is not imported. Gin (1)" in said
    assert "cannot be read" not in said


DOUBTFUL = "Date,Game,Treff,Ann,Bob\n" + "".join(
    f"2016-01-0{day},Gin,{day},{7 * day},{day**2}\n" for day in range(1, 6)
)


@walk(
    ("choice", "sentence"),
    {"no player": ("-", "5 can be imported"), "a player": ("+", "5 games cannot be read")},
)
def test_a_column_is_asked_about_that_may_be_no_player(
    client: Visitor, choice: str, sentence: str
) -> None:
    page = shown(client, DOUBTFUL)
    [asked] = page.select("select[required]")
    assert words(page.select_one(f"label[for={asked['id']}]")) == "Is “Treff” a player?"
    assert "1, 2, 3, 4…" in words(page.select_one(f"#{asked['aria-describedby']}"))
    options = [words(option) for option in asked.select("option")]
    assert options == ["choose", "new: Treff", "no player"]
    assert page.select(IMPORT) == []
    unanswered = read(look(client, page), 200)
    assert unanswered.select(IMPORT) == []
    answered = read(look(client, page, **{asked["name"]: choice}), 200)
    assert sentence in words(answered.select_one("main"))
    assert answered.select("select[required]") == []


def test_nothing_is_imported_before_what_is_asked_is_chosen(app: Flask, client: Visitor) -> None:
    page = shown(client, DOUBTFUL)
    refused = client.submit(page, {"do": "import"}, form=FORM)
    assert "Nothing was imported yet" in words(read(refused, 422).select_one(".message--error"))
    assert games(app) == []


def test_rows_that_only_add_up_games_are_named(client: Visitor) -> None:
    rows = "2016-01-05,Gin,1,2\n2016-01-06,Gin,3,4\n,,4,6\n,,0,2\n"
    page = shown(client, "Date,Game,Ann,Bob\n" + rows)
    assert "2 can be imported" in words(page)
    assert "Left out, as they only add up games: Row 4; Row 5" in words(page)
    assert "2 can be imported" in words(read(look(client, page), 200))


def test_one_button_imports_what_was_shown(app: Flask, client: Visitor) -> None:
    assert press(client, shown(client, TABLE), IMPORT).status_code == 303
    assert games(app) == [
        ("rummy-500", ("Ann", "Bob", "Cem"), [510, 320, 280]),
        ("gin", ("Bob", "Cem"), [100, 64]),
    ]


def test_the_imported_games_are_shown_and_not_those_of_tonight(app: Flask, client: Visitor) -> None:
    with app.app_context():
        start(("Dee", "Eve"))
    answer = press(client, shown(client, TABLE), IMPORT)
    page = client.visit(str(answer.location))
    assert "2 games were imported." in page.select_one("#messages").text
    assert "Ann beat Bob and Cem" in words(page)
    assert "Dee" not in words(page, "main .paper")


def test_the_same_file_again_says_that_its_games_are_here(app: Flask, client: Visitor) -> None:
    first = shown(client, TABLE)
    press(client, first, IMPORT)
    page = shown(client, TABLE)
    assert "No game will be imported" in words(page)
    assert "2 are here already" in words(page)
    assert not page.select(IMPORT)
    pressed_twice = press(client, first, IMPORT)
    assert pressed_twice.status_code == 303
    assert (
        "No new game was imported. 2 games were here already."
        in client.visit("/history").select_one("#messages").text
    )
    assert len(games(app)) == 2


def test_a_name_can_be_somebody_of_the_club_or_be_left_out(app: Flask, client: Visitor) -> None:
    with app.app_context():
        start(("Robert", "Cem"))
        robert = str(db.session.scalars(select(Player.id).where(Player.name == "Robert")).one())
    page = shown(client, TABLE)
    choices = [words(option) for option in page.select("#name-1 option")]
    assert choices == ["new: Bob", "Cem", "Robert", "leave out"]
    assert page.select_one("#name-2 option[selected]").text == "Cem"
    page = read(look(client, page, name_1=robert, name_0="-"), 200)
    assert page.select_one("#name-1 option[selected]")["value"] == robert
    assert "→ R Robert" in words(page)
    press(client, page, IMPORT)
    assert games(app)[:2] == [
        ("rummy-500", ("Robert", "Cem"), [320, 280]),
        ("gin", ("Robert", "Cem"), [100, 64]),
    ]


def test_a_kind_of_game_can_be_chosen_or_left_out(app: Flask, client: Visitor) -> None:
    page = read(look(client, shown(client, TABLE), kind_2="basic/penalty", kind_1="-"), 200)
    assert "2 can be imported" in words(page)
    press(client, page, IMPORT)
    assert [variant for variant, _players, _totals in games(app)] == ["rummy-500", "basic"]


def test_choices_that_were_not_shown_are_shown_before_anything_is_imported(
    app: Flask, client: Visitor
) -> None:
    answer = press(client, shown(client, TABLE), IMPORT, name_0="-")
    page = read(answer, 422)
    assert "Nothing was imported yet" in page.select_one("main [role=alert]").text
    assert page.select_one("#name-0 option[selected]")["value"] == "-"
    assert games(app) == []
    assert press(client, page, IMPORT).status_code == 303
    assert len(games(app)) == 2


def test_the_order_of_dates_is_asked_where_the_file_does_not_tell(
    app: Flask, client: Visitor
) -> None:
    page = shown(client, "Date,Game,Ann,Bob\n3/4/2020,Gin,1,2\n")
    assert [words(label) for label in page.select(".chip")] == ["3 April 2020", "4 March 2020"]
    assert not page.select(f"{IMPORT}, select")
    page = read(look(client, page, order="month"), 200)
    assert "4 March 2020" in words(page.select_one(".past-rest"))
    press(client, page, IMPORT)
    with app.app_context():
        assert db.session.scalars(select(GameRow.played_on)).one().isoformat() == "2020-03-04"


def test_a_name_that_cannot_be_one_is_told_at_its_field(client: Visitor) -> None:
    page = shown(client, f"Date,Game,{'x' * 300},Bob\n2020-01-01,Gin,1,2\n")
    assert "1 to 40 characters" in page.select_one("#name-0-error").text
    assert page.select_one("#name-0")["aria-describedby"] == "name-0-error"
    assert not page.select(IMPORT)


def test_what_a_stranger_typed_is_text(client: Visitor) -> None:
    evil = "<script>alert(1)</script>"
    page = shown(client, f"Date,Game,{evil},محمد\n2020-01-01,{evil},1,2\n")
    assert not page.select("main script")
    assert (
        page.select_one(".past-loss__title").text.strip() == f"One game called “{evil}” stays out"
    )
    page = read(look(client, page, kind_0="gin"), 200)
    assert [name.text for name in page.select("[for^=name] bdi")] == [evil, "محمد"]


@walk(
    ("field", "value"),
    {
        "no results": ("results", "AAAA"),
        "nothing": ("results", ""),
        "no base64": ("results", "é"),
    },
)
def test_a_page_that_was_tampered_with_asks_for_the_file_again(
    app: Flask, client: Visitor, field: str, value: str
) -> None:
    answer = press(client, shown(client, TABLE), IMPORT, **{field: value})
    assert "Choose the file again." in read(answer, 422).select_one("#file-error").text
    assert games(app) == []


@walk(
    ("field", "value"),
    {"a kind": ("kind_0", "chess"), "a name": ("name_0", "99999"), "an order": ("order", "year")},
)
def test_a_choice_that_does_not_exist_is_none(client: Visitor, field: str, value: str) -> None:
    assert look(client, shown(client, TABLE), **{field: value}).status_code == 200


@pytest.mark.slow
def test_very_many_names_and_games_are_asked_about_as_far_as_a_page_goes(
    app: Flask, client: Visitor
) -> None:
    rows = [f"2016-01-01,Gin,P{n},P{n + 1},1,2\n" for n in range(600)]
    rows += [f"2016-01-01,Board game {n},P1,P2,1,2\n" for n in range(600)]
    page = shown(client, "Date,Game,Player 1,Player 2,Points 1,Points 2\n" + "".join(rows))
    assert len(page.select("select")) == 500
    assert press(client, page, IMPORT).status_code == 303
    assert len(games(app)) == 600


@pytest.mark.slow
@pytest.mark.usefixtures("app")
def test_a_large_table_is_carried_by_the_page(client: Visitor) -> None:
    rows = "".join(f"2016-01-01,Gin Rummy,{n},{n * 7919 % 1000}\n" for n in range(10_000))
    page = shown(client, "Date,Game,Ann,Bob\n" + rows)
    assert "10000 can be imported" in words(page)
    assert look(client, page).status_code == 200


@walk(
    ("content", "status"),
    {
        "nothing": (b"", 422),
        "headings alone": (b"date,game,Ann,Bob\n", 422),
        "a line of commas": (b"," * 400_000, 422),
        "very many rows": (b"date,a,b\n" + b"1\n" * 60_000, 422),
        "a name twice": (b"date,game,Ann,Ann\n2020-01-01,Gin,1,2\n", 200),
        "one player": (b"date,game,player,points\n2020-01-01,Gin,Ann,2\n", 200),
        "nine players": (
            b"date,game," + b",".join(b"P%d" % n for n in range(9)) + b"\n2020-01-01,Rummy 500"
            b",1,2,3,4,5,6,7,8,9\n",
            200,
        ),
        "seventeen players": (
            b"date,game," + b",".join(b"P%d" % n for n in range(17)) + b"\n2020-01-01,Rummy 500"
            b",1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8\n",
            200,
        ),
        "no game comes": (b"date,game,Ann,Bob\n1850-01-01,Gin,1,2\n,,NaN,1e309\n", 200),
        "a zip file": (archive_of({"a.csv": b"date"}), 422),
        "half of a character": (b'{"plays": [], "playerScores": "\\ud800"}', 422),
        "half of a name": (
            b'{"games": [{"id": 1, "name": "Gin"}], "players": [{"id": 1, "name": "\\ud800"}],'
            b' "plays": [{"gameRefId": 1, "playDate": "2020-01-01", "playerScores": []}]}',
            422,
        ),
        "deep nesting": (b'{"playerScores":' + b"[" * 100_000, 422),
        "BG Stats without plays": (
            b'{"games": [], "players": [], "plays": [], "x": {"playerScores": 1}}',
            422,
        ),
        "a note of 600 characters": (
            b"date,game,Ann,Bob,note\n2020-01-01,Gin,1,2," + b"x" * 600,
            200,
        ),
    },
    every=2,
)
def test_whatever_is_sent_is_answered(
    app: Flask, client: Visitor, content: bytes, status: int
) -> None:
    answer = sent(client, content)
    assert answer.status_code == status
    assert not read(answer, status).select(IMPORT)
    assert games(app) == []


def test_the_year_is_asked_for_if_no_date_has_one(app: Flask, client: Visitor) -> None:
    page = shown(client, "Date,Game,Ann,Bob\n14-Mar,Gin Rummy,104,38\n")
    assert words(page.select_one("label[for=year]")) == "Of which year is “14-Mar”?"
    assert not page.select(IMPORT)
    for year in ("9" * 5_000, "1850", "9999", "-999", "٢٠٢٤"):
        assert read(look(client, page, year=year), 200).select("#year-error"), year
    again = read(look(client, page, year="soon"), 200)
    assert again.select_one("#year")["aria-invalid"] == "true"
    assert "Write a year such as" in words(again.select_one("#year-error"))
    page = read(look(client, again, year="2024"), 200)
    assert "14 March 2024" in words(page.select_one("main"))
    press(client, page, IMPORT)
    assert games(app) == [("gin", ("Ann", "Bob"), [104, 38])]


NIGHTS = """Date,Game,Mags,Bobby,Carol,Davey
2026-01-03,Canasta,5120,4310,5120,4310
2026-01-03,Rummy,61,12,0,34
2026-01-10,Rummy 500,515,340,,285
2026-01-10,Rummy,0,25,41,18
"""


@pytest.fixture
def club(app: Flask) -> dict[str, str]:
    """The ids of Maggie, Bob and Carol, players of the club, by name."""
    with app.app_context():
        start(("Maggie", "Bob", "Carol"), variant="basic")
        return {player.name: str(player.id) for player in db.session.scalars(select(Player))}


def rows(page: Element) -> list[list[str]]:
    """Return the rows of the tables of games, with a star at each winner."""
    return [
        [words(cell) + "*" * bool(cell.select(".past-table__won")) for cell in row.select("th, td")]
        for row in page.select(".past-table__games tbody tr")
    ]


def test_a_name_that_is_like_a_players_is_guessed_and_asked(
    client: Visitor, club: dict[str, str]
) -> None:
    page = shown(client, NIGHTS)
    [mags, bobby] = page.select(".past-guess")
    checked = [field.select_one("input[checked]")["value"] for field in (mags, bobby)]
    assert checked == [club["Maggie"], club["Bob"]]
    others = [option["value"] for option in page.select("#other-0 option")]
    assert club["Maggie"] not in others
    assert others[0] == "+"
    other = read(look(client, page, name_0="other", other_0="+", kind_1="basic"), 200)
    assert other.select_one("#name-0 option[selected]")["value"] == "+"
    assert len(other.select(".past-guess")) == 1


@pytest.mark.usefixtures("club")
def test_a_game_without_a_known_name_is_chosen_by_one_tap(client: Visitor) -> None:
    page = shown(client, NIGHTS)
    likely = [words(button) for button in page.select(".past-loss button")]
    assert likely == ["Basic Rummy", "Indian Rummy", "Rummy 500"]
    page = read(press(client, page, ".past-loss button"), 200)
    assert not page.select(".past-loss")
    wins = page.select_one("[name=wins-1][checked]")
    assert wins["value"] == "low", "as somebody has 0 in each game"


@pytest.mark.usefixtures("club")
def test_the_games_are_shown_as_they_will_be_recorded(client: Visitor, app: Flask) -> None:
    page = read(press(client, shown(client, NIGHTS), ".past-loss button"), 200)
    page = read(press(client, page, ROWS), 200)
    said = words(page.select_one("main"))
    assert "4 games As they will be recorded" in said
    assert "was “Rummy” · low wins" in said
    assert rows(page) == [
        ["03/01/2026", "5,120 won*", "4,310", "5,120 won*", "4,310"],
        ["03/01/2026", "61", "12", "0 won*", "34"],
        ["10/01/2026", "0 won*", "25", "41", "18"],
        ["10/01/2026", "515 won*", "340", "285"],
    ]
    turned = read(press(client, page, ".past-table__turn"), 200)
    assert rows(turned)[1] == ["03/01/2026", "61 won*", "12", "0", "34"]
    again = read(press(client, turned, ".past-table__turn"), 200)
    assert press(client, again, IMPORT).status_code == 303
    assert len(games(app)) == 1 + 4


@pytest.mark.usefixtures("club")
def test_a_second_file_asks_nothing_that_is_known(client: Visitor, app: Flask) -> None:
    page = read(press(client, shown(client, NIGHTS), ".past-loss button"), 200)
    press(client, page, IMPORT)
    page = shown(client, f"{NIGHTS}2026-01-31,Rummy,18,0,44,27\n")
    said = words(page.select_one("main"))
    assert "One more game" in said
    assert "4 are here already. Nothing to answer." in said
    assert "B Bobby" in words(page.select_one(".past-known"))
    assert "“Rummy” Basic Rummy low wins" in words(page.select_one(".past-known"))
    assert rows(page) == [["31/01/2026", "18", "0 won*", "44", "27"]]
    assert press(client, page, IMPORT).status_code == 303
    assert ("basic", ("Maggie", "Bob", "Carol", "Davey"), [18, 0, 44, 27]) in games(app)


@pytest.mark.usefixtures("club")
def test_what_is_known_can_be_forgotten(client: Visitor) -> None:
    page = read(press(client, shown(client, NIGHTS), ".past-loss button"), 200)
    press(client, page, IMPORT)
    assert client.visit("/club/transfer").select("[href='/club/transfer/names']")
    page = client.visit("/club/transfer/names")
    known = [words(who) for who in page.select(".past-asked__who")]
    assert known == ["Bobby → B Bob", "Mags → M Maggie", "Rummy → Basic Rummy, low wins"]
    page = client.press(page, form="li:nth-child(3) form")
    assert len(page.select(".past-asked__who")) == 2
    assert "2 games called “Rummy” stay out" in words(
        shown(client, NIGHTS + "2026-02-01,Gin,1,2,,\n")
    )


@pytest.mark.usefixtures("club")
def test_answers_are_kept_where_no_game_is_new(client: Visitor) -> None:
    table = "Date,Game,Bob,Carol\n2026-01-03,Gin,1,2\n"
    press(client, shown(client, table), IMPORT)
    table += "2026-01-04,Catan,1,2\n"
    page = read(look(client, shown(client, table), kind_1="-"), 200)
    assert words(page.select_one(IMPORT)) == "Keep these answers"
    assert press(client, page, IMPORT).status_code == 303
    assert not shown(client, table).select(".past-loss")
