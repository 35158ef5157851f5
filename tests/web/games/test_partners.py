"""A game of partners on the pages: its start, its rounds on several phones, its sheet, its end."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import select

from scorekeeper.clubs.roles import Role
from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.documents.sides import write_sides
from scorekeeper.storage.database import write
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import Partners, Player
from scorekeeper.storage.queries import find_game
from scorekeeper.web.history.book import outcome
from scorekeeper.web.parts.canvas import FACES, Canvas, draw_face
from scorekeeper.web.parts.verdicts import result_words
from scorekeeper.web.subjects.evenings import game_line
from scorekeeper.web.subjects.games import headline, listed
from tests.support.clubs import the_club, visitor
from tests.support.elements import Element
from tests.support.need_sides import SIX, need_sides
from tests.support.new_game import names as seated
from tests.support.new_game import started
from tests.support.pages import Visitor, read, words
from tests.support.programs import PlayingProgram, token
from tests.support.table import Table
from tests.support.walks import walk

PLAYERS = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
NAMED = {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]}
WON = {"Ann & Cem": {"shown": ["QS KS AS", "7S 7H 7D"], "left": "9C"}, "Bob & Dee": "K 4"}
NEW = "/games/new?variant=rummy-500"


@pytest.fixture
def game(app: Flask) -> Table:
    """A game of Rummy 500, two against two, with a round that Cem ended."""
    table = Table(app, "rummy-500", PLAYERS, sides=SIDES)
    table.record("out", "Cem", hands=WON)
    return table


@pytest.fixture
def phones(app: Flask) -> dict[str, Visitor]:
    """A phone of each player."""
    return {name: visitor(app, Role.PLAYER, player=name) for name in PLAYERS}


def _asked(client: Visitor, names: Sequence[str] = PLAYERS, into: str = "2") -> Element:
    """Return the form of a new game with these players, at the choice of partners."""
    page = client.visit(NEW)
    while len(page.select(".new-game-place")) < len(names):
        page = _tap(client, page, "add")
    places = {"place": [str(place) for place in range(len(names))]}
    chosen = {"into": into} if page.select("[name=into]") else {}
    return _tap(client, page, "partners", name=list(names), **places, **chosen)


def _tap(client: Visitor, page: Element, step: str, **typed: Any) -> Element:
    return read(client.submit(page, {**typed, "do": step}, button="[value=next]"))


def _pairs(page: Element) -> list[list[str]]:
    """Return the names on the faces of each side."""
    return [
        [words(face, ".visually-hidden") for face in side.select("button")]
        for side in page.select(".new-game-side")
    ]


@walk(
    ("typed", "sides"),
    {
        "called after their players": (["", ""], SIDES),
        "with names": (["We", "They"], {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]}),
        "one with a name": (["We ", ""], {"We": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}),
    },
)
def test_partners_sit_opposite_in_a_new_game(
    app: Flask, client: Visitor, typed: list[str], sides: dict[str, list[str]]
) -> None:
    fields = {"name": list(PLAYERS), "into": "2", "side": typed}
    begun = started(app, client.submit(_asked(client), fields))
    assert (begun.partners, tuple(begun.players)) == (tuple(sides), PLAYERS)


@walk(
    ("fields", "sentence"),
    {
        "three players": (
            {"name": ["Ann", "Bob", "Cem", ""]},
            "In Rummy 500 with 3 players everybody plays alone, without sides.",
        ),
        "the name of a player": (
            {"name": list(PLAYERS), "side": ["Dee", ""]},
            "A side cannot be called “Dee”: a player has that name.",
        ),
        "the name of a player in small letters": (
            {"name": list(PLAYERS), "side": ["", "bob"]},
            "A side cannot be called “bob”: a player has that name.",
        ),
        "one name for both": (
            {"name": list(PLAYERS), "side": ["We", "we "]},
            "Two sides cannot both be called “we”.",
        ),
        "the name proposed for the other": (
            {"name": list(PLAYERS), "side": ["Bob & Dee", ""]},
            "Two sides cannot both be called “Bob & Dee”.",
        ),
    },
)
def test_sides_that_cannot_be_are_refused_and_come_back(
    client: Visitor, fields: dict[str, list[str]], sentence: str
) -> None:
    page = read(client.submit(_asked(client), fields | {"into": "2"}), 422)
    assert sentence in words(page, "#into-error")
    assert page.select("[name=into][value='2'][checked]")
    sent = fields.get("side", ["", ""])
    assert [field["value"] for field in page.select("[name=side]")] == [*sent, ""]


@walk(
    ("names", "ticked"),
    {"a player": ([*PLAYERS], False), "an empty seat": (["", *PLAYERS], True)},
)
def test_without_a_player_there_are_no_partners(
    client: Visitor, names: list[str], *, ticked: bool
) -> None:
    """The first seat is removed."""
    places = [str(seat) for seat in range(len(names))]
    typed = {"name": names, "place": places, "into": "2", "do": "remove:0"}
    page = read(client.submit(NEW, typed, button="[value=next]"))
    assert bool(page.select("[name=into][value='2'][checked]")) == ticked


def test_only_a_game_that_has_partners_asks_for_them(app: Flask, client: Visitor) -> None:
    assert not client.visit("/games/new?variant=knock").select("[name=into], #partners")
    begun = started(app, client.submit(NEW, {"name": list(PLAYERS)}))
    assert begun.partners == ()


@walk(
    ("taps", "order", "said"),
    {
        "the first": ("0", PLAYERS, "Now tap who plays with Ann."),
        "the same again": ("00", PLAYERS, "Ann and Cem are partners."),
        "who are partners": ("02", PLAYERS, "Ann and Cem are partners."),
        "the first with the next": ("01", ("Ann", "Cem", "Bob", "Dee"), "Ann and Bob are"),
        "the last with the first": ("30", ("Bob", "Ann", "Cem", "Dee"), "Ann and Dee are"),
        "one after another": ("0121", ("Ann", "Cem", "Dee", "Bob"), "Cem and Bob are"),
        "nobody": ("9", PLAYERS, "Tap two faces"),
    },
)
def test_two_faces_that_are_tapped_become_partners(
    client: Visitor, taps: str, order: Sequence[str], said: str
) -> None:
    page = _asked(client)
    for place in taps:
        page = _tap(client, page, f"partner:{place}")
    assert said in words(page, "#new-game-sides-said")
    assert (tuple(seated(page)), _pairs(page)) == (order, [list(order[::2]), list(order[1::2])])
    pressed = [words(face) for face in page.select("[aria-pressed=true][id^=partner]")]
    assert len(pressed) == (taps == "0")


@walk(
    ("into", "taps", "sides"),
    {
        "two of three": ("2", "012", [["Ann", "Bob", "Cem"], ["Dee", "Eve", "Fay"]]),
        "three of two": ("3", "01", [["Ann", "Bob"], ["Cem", "Fay"], ["Dee", "Eve"]]),
    },
)
def test_six_are_asked_how_they_play_by_sides(
    monkeypatch: pytest.MonkeyPatch,
    app: Flask,
    client: Visitor,
    into: str,
    taps: str,
    sides: list[list[str]],
) -> None:
    need_sides(monkeypatch)
    page = _asked(client, SIX)
    assert words(page, "#into") == "Who plays with whom? Three against three Three sides of two"
    page = _tap(client, page, "partners", into=into)
    for place in taps:
        page = _tap(client, page, f"partner:{place}")
    begun = started(app, client.submit(page))
    made = write_sides(begun.partners, begun.players)
    assert sorted(map(sorted, made.values())) == sides
    assert [*made] == [" & ".join(each) for each in made.values()]


def test_four_are_partners_at_once_where_nobody_plays_alone(
    monkeypatch: pytest.MonkeyPatch, app: Flask, client: Visitor
) -> None:
    need_sides(monkeypatch)
    page = _asked(client)
    assert not page.select("[name=into]")
    assert _pairs(page) == [["Ann", "Cem"], ["Bob", "Dee"]]
    page = _tap(client, page, "remove:3")
    assert words(page, "#new-game-sides").startswith("Partners: with 4 and 6 players.")
    assert started(app, client.submit(page)).partners == ()
    begun = started(app, client.submit(NEW, {"name": list(PLAYERS)}))
    assert begun.partners == ("Ann & Cem", "Bob & Dee")


def test_a_game_that_needs_sides_is_begun_by_those_of_another(
    monkeypatch: pytest.MonkeyPatch, app: Flask, client: Visitor
) -> None:
    """Players who sat opposite each other become partners, and home shows them together."""
    for game in ("rummy-500", "knock"):
        before = Table(app, game, PLAYERS)
        before.record("void")
        before.change("call")
    need_sides(monkeypatch)
    tile = ".home-tiles form:has([value=rummy-500])"
    page = client.visit("/")
    assert words(page, tile) == "Rummy 500 A C B D"
    begun = started(app, client.submit(page, {}, form=tile))
    assert begun.partners == ("Ann & Cem", "Bob & Dee")


def test_three_of_four_are_offered_it_without_sides(
    monkeypatch: pytest.MonkeyPatch, app: Flask, client: Visitor
) -> None:
    need_sides(monkeypatch)
    before = Table(app, "rummy-500", PLAYERS, sides=SIDES)
    before.record("void")
    before.change("call")
    page = client.visit("/?out=3")
    begun = started(app, client.submit(page, {}, form=".home-again form"))
    assert (tuple(begun.players), begun.partners) == (PLAYERS[:3], ())


def test_a_rematch_has_the_same_sides(app: Flask, game: Table, phones: dict[str, Visitor]) -> None:
    game.change("call")
    form = "form[action$=rematch]"
    begun = started(app, phones["Ann"].submit(game.address, {}, form=form))
    assert begun.partners == tuple(SIDES)


@walk(
    ("names", "sides"),
    {
        "called after their players": (
            ("Ann & Cem", "Bob & Dee"),
            {"Ann & Eve": ["Ann", "Eve"], "Bob & Dee": ["Bob", "Dee"]},
        ),
        "with names": (("We", "They"), {"We": ["Ann", "Eve"], "They": ["Bob", "Dee"]}),
    },
)
def test_a_side_is_called_after_its_players_unless_somebody_named_it(
    app: Flask, client: Visitor, names: tuple[str, str], sides: dict[str, list[str]]
) -> None:
    """Eve plays the rematch instead of Cem."""
    before = Table(app, "rummy-500", PLAYERS, sides=dict(zip(names, SIDES.values(), strict=True)))
    before.record("out", "Cem", hands=dict(zip(names, WON.values(), strict=True)))
    before.change("call")
    new = f"/games/new?rematch={before.id}"
    begun = started(app, client.submit(new, {"name": ["Ann", "Bob", "Eve", "Dee"]}))
    assert write_sides(begun.partners, begun.players) == sides


def test_the_sheet_has_a_row_for_each_side(game: Table, phones: dict[str, Visitor]) -> None:
    page = phones["Ann"].visit(game.address)
    rows = [words(row) for row in page.select(".board-row")]
    assert len(rows) == 2
    assert rows[0].startswith("A C Place 1: Ann & Cem, in front, 453 to go")
    assert rows[1].startswith("B D D Place 2: Bob & Dee, Bob deals 514 to go, −14 points")
    assert words(page, "#last") == "Ann & Cem go out, +47"
    heads = [words(head) for head in page.select(".sheet-table thead th")]
    assert heads == ["Round", "A C Ann & Cem", "B D Bob & Dee"]
    assert words(page, ".sheet-table tbody tr") == "1 Cem went out +47 47 won −14 −14"
    asked = [words(each) for each in page.select(".dock-row")]
    assert asked[:4] == [f"{name[0]} {name} went out" for name in PLAYERS][:4]


def test_the_button_lies_on_the_face_of_who_deals(game: Table, client: Visitor) -> None:
    """Cem, the second of his side, deals the third round."""
    game.record("out", "Cem", hands=WON)
    page = client.visit(game.address)
    [face] = page.select(".board-row .face:has(> .dealer)")
    assert words(face).startswith("C")
    page = client.visit(f"{game.address}/rounds/new?ending=out:1")
    [face] = page.select("[data-hand] .face:has(> .dealer)")
    assert words(face).startswith("C")
    told = [words(each) for each in page.select(".round-hand__face > .visually-hidden")]
    assert told == ["Cem deals"]


@walk(
    ("path", "told"),
    {
        "the ruling": ("/rounds/1", "Ann & Cem go out, +47"),
        "its lines": ("/rounds/1", "Bob & Dee were left with K, 4"),
        "the television": ("/watch", "Place 1: Ann & Cem, in front"),
        "the trail": ("/trail", "Bob & Dee K, 4"),
        "nobody leaves": ("/between/leave?seat=0", "Partners play to the end"),
        "nobody joins": ("/between/join", "Partners play to the end"),
    },
)
def test_every_page_names_the_sides(
    game: Table, phones: dict[str, Visitor], path: str, told: str
) -> None:
    assert told in words(phones["Bob"].visit(game.address + path))


def test_a_penalty_is_that_of_a_side(game: Table, phones: dict[str, Visitor]) -> None:
    page = phones["Ann"].visit(f"{game.address}/rounds/adjust")
    fields = {"player": "1", "amount": "-10", "note": "looked"}
    page = read(
        phones["Ann"].submit(page, fields, form="form[action$=adjust]", follow_redirects=True)
    )
    assert "Bob & Dee −10" in words(page)
    assert words(page, ".sheet-band") == "B D Bob & Dee −10 looked"


def test_nobody_is_asked_to_leave_a_game_of_partners(
    game: Table, phones: dict[str, Visitor]
) -> None:
    page = phones["Bob"].visit(game.address + "/between/leave?seat=0")
    assert not page.select(".between-faces, [action$='/between/leave']")
    assert words(page, "main").count("Partners play to the end") == 1


@pytest.mark.parametrize("rounds", [0, 1])
@pytest.mark.parametrize("variant", ["rummy-500", "hand-and-foot", "canasta"])
def test_no_fifth_player_joins_partners(
    app: Flask, client: Visitor, variant: str, rounds: int
) -> None:
    """Four partners cannot become five players, also not by a made-up form or a program."""
    table = Table(app, variant, PLAYERS, sides=SIDES)
    if rounds:
        hands = {side: {PUT_DOWN[variant]: 60, "left": 10} for side in SIDES}
        table.record("stock", hands=hands)
    before = client.get(f"{table.address}/document").get_json()
    fields = {"player": "Eve", "points": "0", "version": str(table.version), "key": new_key()}
    page = read(client.send(f"{table.address}/between/join", **fields), 422)
    assert "Partners play to the end" in words(page)
    program = PlayingProgram(app, token(app), table.id)
    for way in ("/preview", "/rounds"):
        answer = program.change("POST", way, {"between": {"joins": {"Eve": 0}}})
        assert answer.status_code == 422
        assert answer.get_json()["detail"].startswith("Partners play to the end")
    assert client.get(f"{table.address}/document").get_json() == before


PUT_DOWN = {"rummy-500": "shown", "hand-and-foot": "melded", "canasta": "melded"}


def test_one_phone_enters_and_corrects_a_round(game: Table, client: Visitor) -> None:
    address = f"{game.address}/rounds/new?ending=out:1"
    page = read(client.submit(address, {"hand-0": "20 / 30"}, form="#round"), 422)
    assert "Bob & Dee" in words(page, "#round")
    typed = {"hand-0": "20 / 30", "hand-1": "60 / 5"}
    page = read(client.submit(address, typed, form="#round", follow_redirects=True))
    assert words(page, "#last") == "Bob & Dee go out, +55"
    page = client.visit(f"{game.address}/rounds/2/edit")
    assert [str(hand["value"]) for hand in page.select("[data-hand] > input")] == [
        "20 / 30",
        "60 / 5",
    ]
    answer = client.submit(page, {"hand-1": "60 / 15"}, form="#round", follow_redirects=True)
    assert "Bob & Dee go out, +45" in words(read(answer))
    page = client.visit(game.address)
    page = read(client.submit(page, {}, form="form[action$=undo]", follow_redirects=True))
    assert "55" in words(page, ".sheet-table")


def test_the_game_can_be_ended_early(game: Table, phones: dict[str, Visitor]) -> None:
    """The page first asks, and shows the sides’ totals, which then are final."""
    page = phones["Ann"].visit(f"{game.address}/call")
    rows = [words(row) for row in page.select(".board-row")]
    assert rows[0].startswith("A C Place 1: Ann & Cem")
    assert rows[1].startswith("B D Place 2: Bob & Dee")
    form = "form[action$='/call']"
    page = read(phones["Ann"].submit(page, {}, form=form, follow_redirects=True))
    assert words(page, "h1") == "Ann & Cem win"


def test_the_end_shows_sides(game: Table, phones: dict[str, Visitor]) -> None:
    game.change("call")
    page = phones["Ann"].visit(game.address)
    assert words(page, "h1") == "Ann & Cem win"
    places = [words(place) for place in page.select(".podium__place")]
    assert places[0].startswith("A C Ann & Cem, 47 points, winner")
    assert "Ann & Cem" in words(phones["Ann"].visit("/"))
    assert "Ann & Cem" in words(phones["Ann"].visit("/history"))


def test_a_side_is_told_as_several_people(app: Flask) -> None:
    table = Table(app, "rummy-500", PLAYERS, sides=NAMED)
    table.record("out", "Cem", hands={"We": WON["Ann & Cem"], "They": "K 4"})
    table.change("call")
    with app.app_context():
        row = find_game(the_club(), table.id)
        assert row is not None
        game = listed(row)
    told = {}
    for language in ("en", "de", "fr"):
        with app.test_request_context(headers={"Accept-Language": language}):
            line, *who = game_line(game).split(" · ")
            told[language] = headline(game.card), outcome(game), line.split(": ")[1]
            assert [each.split(": ")[1] for each in who] == ["Ann & Cem", "Bob & Dee"]
    assert told == {
        "en": ("We won Rummy 500, 47 to −14", "We 47 – They −14", "We win (We 47, They −14)"),
        "de": (
            "Rommé 500: We gewinnen 47 zu −14",
            "We 47 – They −14",
            "We gewinnen (We 47, They −14)",
        ),
        "fr": (
            "Partie de rami 500 : victoire, We, 47 à −14",
            "We 47 – They −14",
            "We gagnent (We 47, They −14)",
        ),
    }


def test_a_side_that_scores_alone_does_not_score_each(app: Flask) -> None:
    table = Table(app, "rummy-500", PLAYERS, sides=NAMED)
    table.record("out", "Cem", hands={"We": WON["Ann & Cem"], "They": {"shown": 14, "left": 14}})
    with app.app_context():
        row = find_game(the_club(), table.id)
        assert row is not None
        sheet = sheet_of(row)
    with app.test_request_context():
        assert result_words(sheet.rounds[0], sheet.game) == "We score 47"


def test_the_picture_has_the_faces_of_all(app: Flask, game: Table, client: Visitor) -> None:
    game.change("call")
    address = f"{game.address}/picture.png"
    known = {"If-None-Match": client.get(address).headers["ETag"]}
    with app.app_context(), write() as session:
        cem = session.scalars(select(Player).where(Player.name == "Cem")).one()
        cem.colour += 1
    assert client.get(address, headers=known).status_code == 200


@walk("number", [1, 2, 3])
def test_a_face_covers_a_third_of_the_one_before(number: int) -> None:
    """Each face begins where two thirds of the last one end, and all together fill 100 points."""
    people = tuple(Player(name=name, colour=seat) for seat, name in enumerate("ABC"[:number]))
    canvas = Canvas(100, 100, "#ffffff", "#ffffff")
    draw_face(canvas, people[0] if number == 1 else Partners("We", people), 0, 50, 100)
    drawn = Image.open(BytesIO(canvas.png())).convert("RGB")
    line = ["#{:02x}{:02x}{:02x}".format(*drawn.getpixel((x, 50))) for x in range(100)]
    begins = [line.index(FACES[seat]) for seat in range(number)]
    each = 300 / (2 * number + 1)
    assert begins == pytest.approx([seat * each * 2 / 3 for seat in range(number)], abs=2)
    assert line[96:98] == [FACES[number - 1]] * 2


def test_a_players_page_has_the_partners(
    app: Flask, game: Table, phones: dict[str, Visitor]
) -> None:
    game.change("call")
    with app.app_context():
        row = find_game(the_club(), game.id)
        assert row is not None
        ann = row.people[0].id
    page = phones["Ann"].visit(f"/players/{ann}")
    assert words(page, "ul[aria-labelledby=partners]") == "C Cem 1 of 1 won"
    rivals = words(page, "ul[aria-labelledby=rivals]")
    assert "Bob" in rivals
    assert "Dee" in rivals
    assert "Cem" not in rivals


def test_a_record_names_all_players_of_a_side(game: Table, phones: dict[str, Visitor]) -> None:
    game.change("call")
    page = phones["Ann"].visit("/records?game=rummy-500")
    [most] = [each for each in page.select(".history-record") if "in a round" in words(each)]
    assert words(most).startswith("Most points in a round +47 A C Ann & Cem round 1")


@pytest.fixture
def named(app: Flask) -> Table:
    """A game with named sides, one of them named almost like its players."""
    table = Table(
        app, "rummy-500", PLAYERS, sides={"Cem and Ann": ["Ann", "Cem"], "They": NAMED["They"]}
    )
    table.record("out", "Cem", hands={"Cem and Ann": WON["Ann & Cem"], "They": "K 4"})
    return table


@walk(
    ("path", "place"),
    {
        "the sheet": ("", ".board"),
        "on paper": ("", ".print-head"),
        "the big screen": ("/watch", ".board"),
        "a round": ("/rounds/1", "h1 + p"),
    },
)
def test_a_page_says_who_a_side_is(client: Visitor, named: Table, path: str, place: str) -> None:
    text = words(client.visit(named.address + path), place)
    assert text.count("Bob & Dee") == 1
    assert "Ann & Cem" not in text


def test_the_end_and_the_book_say_who_a_side_is(client: Visitor, named: Table) -> None:
    named.change("call")
    page = client.visit(named.address)
    assert "They Bob & Dee, −14 points" in words(page, ".podium__place--second")
    assert "Ann & Cem" not in words(page, ".podium")
    assert "They: Bob & Dee" in words(client.visit("/history"), "#book .item")
    [button] = page.select("#sheet-actions [data-share-picture]")
    assert str(button["data-share-text"]).splitlines()[1] == "They: Bob & Dee"


def test_sides_that_begin_alike_are_told_apart_at_their_lines(app: Flask, client: Visitor) -> None:
    names = {"Lions": SIX[::3], "Lynx": SIX[1::3], "Les Lièvres": SIX[2::3]}
    table = Table(app, "canasta", SIX, sides={name: [*side] for name, side in names.items()})
    table.record("stock", hands={name: {"left": 20} for name in names})
    table.change("call")
    lines = client.visit(table.address).select(".chart__name")
    assert [words(line) for line in lines] == ["Lions", "Lynx", "Les Liè…"]
