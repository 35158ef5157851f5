"""The sheet: totals, the winner of each round and why, the next deal, the rules, the end."""

from __future__ import annotations

import json
from datetime import datetime

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from markupsafe import Markup

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.game import read_document, read_game
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.rummy.variants.gin import GIN
from scorekeeper.rummy.variants.knock import KNOCK
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.web.games.house_rules import rules_shown
from tests.support.clubs import browser, visitor
from tests.support.documents import FOUR
from tests.support.elements import Element, parse
from tests.support.examples import numbers_alone
from tests.support.pages import Visitor, read, words
from tests.support.party import led_to
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin between Ann and Bob."""
    return Table(app)


@pytest.fixture
def four(app: Flask) -> Table:
    """A game of Knock Rummy with four players."""
    return Table(app, "knock", FOUR)


def texts_of(page: Element, selector: str) -> list[str]:
    """Return the text of every element that the selector finds."""
    return [words(found) for found in page.select(selector)]


def test_a_new_sheet_says_who_deals_and_offers_round_over(app: Flask, client: Visitor) -> None:
    page = client.visit(Table(app).address)
    assert words(page, ".sheet-deal") == "Round 1 to 100 10 cards each knock at 10"
    assert texts_of(page, ".board-row") == [
        "A D Ann, deals 100 to go, 0 points",
        "B Bob, 100 to go, 0 points",
    ]
    assert words(page, ".actions summary") == "Round over?"


@walk(
    ("played", "words_of_round"),
    {
        "the first": ((), "Round 1 of 4"),
        "a void one is not counted": (("void",), "Round 1 of 4"),
        "the last": (("stock",) * 3, "Round 4 of 4"),
        "one more for those who are level": (("stock",) * 4, "Round 5"),
    },
)
def test_where_so_many_rounds_end_the_game_it_says_which_of_them_is_next(
    app: Flask, client: Visitor, played: tuple[str, ...], words_of_round: str
) -> None:
    table = Table(app, "hand-and-foot", ("Ann", "Bob"), tie_at_end="play-on")
    for ending in played:
        table.record(ending, hands={"Ann": 20, "Bob": 20} if ending == "stock" else {})
    assert words(client.visit(table.address), ".sheet-deal span") == words_of_round
    assert words(client.visit(table.address + "/watch"), ".sheet-deal span") == words_of_round
    entry = client.visit(table.address + "/rounds/new?ending=stock")
    assert words(entry, "[data-number]") == words_of_round


def test_the_sheet_shows_points_and_running_totals(client: Visitor, four: Table) -> None:
    four.knock("Jean", Pierre="KS 9D 2C", Jean="5H", Jacques=28, Paul=8)
    four.knock("Jean", Pierre=1, Jean=5, Jacques=1, Paul=8)
    page = client.visit(four.address)
    rows = texts_of(page, ".sheet-table tbody tr")
    assert rows[0].startswith("1 Jean knocked 0 +42 42 won 0 0")
    assert "2 Jean knocked, undercut, tie, shared" in rows[1]
    assert words(page, "tfoot") == f"Total {' '.join(map(str, four.totals))}"


def test_totals_below_nothing_have_the_same_minus_as_points(app: Flask, client: Visitor) -> None:
    table = Table(app, "tonk", ("Ann", "Bob", "Cem"))
    table.record("knock", "Ann", hands={"Ann": 8, "Bob": 3, "Cem": 20})
    page = client.visit(table.address)
    assert texts_of(page, ".board-row__total") == ["3", "−1", "−2"]
    assert words(page, "tfoot") == "Total −2 3 −1"
    row = words(page, ".sheet-table tbody tr")
    assert row == "1 Ann knocked, undercut −2 −2 +3 3 won −1 −1"


def test_the_table_says_who_ended_each_round_and_how(app: Flask, client: Visitor) -> None:
    table = Table(app, "knock", ("Ann", "Bob", "Cem"))
    table.knock("Ann", Ann=9, Bob=5, Cem=20)
    table.knock("Bob", Ann=9, Bob="", Cem=20)
    table.record("void")
    heads = client.visit(table.address).select(".sheet-table-round")
    assert [words(head) for head in heads] == ["1 Ann knocked, undercut", "2 Bob rum", "3 void"]
    assert [head["aria-label"] for head in heads] == [
        "Round 1, Ann knocked, undercut",
        "Round 2, Bob went rum: nothing left",
        "Round 3, Void: deal again",
    ]
    french = client.get(table.address, headers={"Accept-Language": "fr"})
    assert read(french).select_one(".sheet-table-round")["aria-label"] == (
        "Manche 1, Ann a frappé, undercut"
    )


def test_a_column_too_narrow_for_words_says_them_below(app: Flask, client: Visitor) -> None:
    table = Table(app, "hollywood", ("Ann", "Bob"))
    table.knock("Ann", Ann=1, Bob=8)
    page = client.visit(table.address)
    assert words(page, ".sheet-table-rounds") == "Ann knocked"
    assert page.select_one(".sheet-table-round")["aria-label"] == "Round 1, Ann knocked"


def test_the_sheet_says_how_far_it_is_to_the_target(client: Visitor, table: Table) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    assert texts_of(client.visit(table.address), ".board-row") == [
        "A D Place 1: Ann, in front, deals 92 to go, 8 points, last round: +8 +8",
        "B Place 2: Bob, 100 to go, 0 points, last round: 0 —",
    ]


def test_the_board_says_what_the_last_of_many_rounds_brought(client: Visitor, table: Table) -> None:
    for count in (11, 8, 23):
        table.knock("Ann", Ann=3, Bob=count)
    changes = texts_of(client.visit(table.address), ".board-row__change")
    assert changes == [", last round: +20 +20", ", last round: 0 —"]


def test_the_board_ranks_the_players_and_those_who_are_level_share_a_place(
    client: Visitor, four: Table
) -> None:
    four.knock("Jean", Pierre=20, Jean=5, Jacques=28, Paul=8)
    four.record("knock", "Paul", hands={"Pierre": 20, "Jean": 3, "Jacques": 28, "Paul": 4})
    page = client.visit(four.address)
    assert [row["value"] for row in page.select(".board-row")] == ["1", "2", "2", "2"]
    assert texts_of(page, ".board-row__name") == ["Jean", "Pierre", "Jacques", "Paul"]
    read_out = [words(row, ".board-row__who .visually-hidden") for row in page.select(".board-row")]
    assert read_out == ["Place 1:", "Place 2:", "Place 2:", "Place 2:"]


def test_the_board_of_hollywood_has_every_column_in_the_row_of_its_player(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "hollywood", ("You", "Opp"))
    table.knock("You", You=1, Opp=19)
    table.knock("You", You=1, Opp=26)
    page = client.visit(table.address)
    assert texts_of(page, ".board-row")[0].startswith("Y D Place 1: You, in front, deals, 68")
    assert texts_of(page, ".board-column")[:3] == [
        "Column 1: 43 ▪▪ 2 boxes",
        "Column 2: 25 ▪ 1 box",
        "Column 3: 0",
    ]


def test_the_fewest_points_lead_in_a_game_that_the_lowest_wins(app: Flask, client: Visitor) -> None:
    table = Table(app, "three-thirteen")
    table.record("out", "Bob", hands={"Ann": "5 Q K"})
    leaders = texts_of(client.visit(table.address), ".board-row--leads")
    assert leaders == ["B D Place 1: Bob, in front, deals, 0 points, last round: 0 —"]


def test_three_thirteen_says_what_the_next_round_is_dealt_and_what_is_wild(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "three-thirteen")
    table.record("void")
    for _round in range(7):
        table.record("out", "Bob", hands={"Ann": 4})
    line = words(client.visit(table.address), ".sheet-deal")
    assert line == "Round 8 of 11 10 cards each Wild: 10"


def test_hollywood_shows_three_columns_as_published(app: Flask, client: Visitor) -> None:
    table = Table(app, "hollywood", ("You", "Opp"))
    for by, points in [("You", 18), ("Opp", 12), ("You", 25), ("Opp", 30), ("You", 15)]:
        table.knock(by, **{by: 1, "Opp" if by == "You" else "You": points + 1})
    table.knock("You", You=1, Opp=23)
    table.knock("Opp", Opp=1, You=21)
    page = client.visit(table.address)
    assert words(page, "tfoot") == "Σ Total 80 62 62 50 37 20"
    rows = texts_of(page, ".sheet-table tbody tr")
    assert rows[0].endswith("18 · · · · ·")
    assert rows[1].endswith("· 12 · · · ·")
    assert rows[2].endswith("43 · 25 · · ·")


def test_the_rules_in_force_mark_what_differs_from_the_preset(app: Flask, client: Visitor) -> None:
    table = Table(app, preset="modern", gin_bonus=30, undercut_bonus=25)
    page = client.visit(table.address)
    summary = words(page, "details:has(> #rules-in-force) summary")
    assert summary == "Rules of this game: Modern 1 change"
    assert texts_of(page, ".sheet-agreed__changed") == ["Gin bonus 30 preset: 25"]


@walk("variant", VARIANTS, every=3)
def test_every_variant_has_its_pages(app: Flask, client: Visitor, variant: object) -> None:
    """The pages are in French, because most tests read the English ones."""
    key = variant.key
    table = Table(app, key, tuple("ABCDEFGH"[: numbers_alone(variant)[-1]]))
    table.record("void", adjustments=[{"player": "A", "points": 5}])
    for page in ("", "/rounds/new", "/rounds/1", "/rounds/1/edit", "/rounds/1/remove", "/trail"):
        client.visit(table.address + page, headers={"Accept-Language": "fr"})


def test_the_published_game_ends_with_its_published_totals(app: Flask, client: Visitor) -> None:
    table = Table(app, players=("Two", "One"), preset="modern")
    table.knock("Two", Two=1, One=31)
    table.record("void")
    table.knock("One", One=1, Two=26)
    table.knock("Two", Two=7, One=2)
    table.record("gin", "Two", hands={"One": 60})
    page = client.visit(table.address)
    assert words(page, "h1") == "Two wins"
    assert texts_of(page, ".podium__block") == ["Two, 265 points, winner", "One, 105 points"]
    bonuses = words(page, "section[aria-labelledby=bonuses]")
    assert "Boxes: 2 × 25 +50" in bonuses
    assert "Two reached 100 +100" in bonuses
    assert words(page, ".actions .button--primary") == "Rematch Two deals"


def test_a_game_is_called_after_a_question_and_played_on(client: Visitor, four: Table) -> None:
    four.knock("Jean", Pierre="KS 9D 2C", Jean="5H", Jacques=28, Paul=8)
    question = client.visit(four.address + "/call")
    assert "Jean, in front, would win, 42 points" in words(question, ".board-row--leads")
    called = client.submit(question, form=".actions form", follow_redirects=True)
    page = parse(called.text)
    assert words(page, "h1") == "Jean wins"
    assert "the totals stand" in page.text
    again = client.submit(page, form=".actions form", follow_redirects=True)
    assert "Round over" in again.text


@walk(
    ("rounds", "told"),
    [
        ([], "No round is on the sheet yet"),
        ([{"ending": "gin", "by": "Ann", "hands": {"Bob": 90}}], "This game is already over."),
    ],
)
def test_a_game_without_a_round_and_one_that_is_over_cannot_be_called(
    app: Flask, client: Visitor, rounds: list[dict[str, object]], told: str
) -> None:
    table = Table(app)
    for facts in rounds:
        table.record(**facts)
    assert client.get(table.address + "/call").location == table.address
    response = client.send(table.address + "/call", version=str(1 + len(rounds)), key="k")
    assert response.status_code == 422
    assert told in response.text
    trail = client.visit(table.address + "/trail").select(".trail > li")
    assert len(trail) == 1 + len(rounds)


def test_the_document_can_be_downloaded(app: Flask, client: Visitor) -> None:
    table = Table(app, "knock", FOUR, target=200)
    table.knock("Jean", Pierre="KS 9D 2C", Jean="5H", Jacques="QS QD 7C AH", Paul=8)
    response = client.get(table.address + "/document")
    assert response.mimetype == "application/json"
    assert response.headers["Content-Disposition"].startswith("attachment; filename=knock-20")
    document = json.loads(response.text)
    assert read_game(document).changes == (("target", 200),)
    assert document["rounds"][0]["hands"]["Pierre"] == "KS 9D 2C"
    with app.app_context():
        row = db.session.get_one(GameRow, table.id)
        _game, about = read_document(document)
        when = [about.started, *(entered.at for entered in about.entered)]
        assert (about.id, about.date) == (row.id, row.played_on.isoformat())
        assert [datetime.fromisoformat(moment) for moment in when] == [
            row.created_at,
            *(round.entered_at for round in row.rounds),
        ]
    schema = json.loads(browser(app).get("/schema/game-1.json").text)
    Draft202012Validator(schema).validate(document)


def test_names_are_shown_as_they_are_and_never_as_markup(app: Flask, client: Visitor) -> None:
    names = ("<b>Ann</b>", "{player} %(names)s")
    table = Table(app, "knock", names)
    table.record("rum", names[0], hands={names[1]: "7S 7H 7D"}, note="<script>alert(1)</script>")
    for page in ("", "/rounds/1", "/rounds/1/edit", "/rounds/new", "/trail", "/rounds/1/remove"):
        shown = client.visit(table.address + page)
        assert not shown.select("main b, main script:not([src])")
    assert "{player} %(names)s" in client.visit(table.address).text


@walk(
    ("variant", "rules", "says_so"),
    [("basic", {}, True), ("basic", {"target": 100}, False), ("contract", {}, False)],
)
def test_a_game_without_an_end_says_so(
    app: Flask, client: Visitor, variant: str, rules: dict[str, int], says_so: bool
) -> None:
    table = Table(app, variant, ("Ann", "Bob", "Cem"), **rules)
    assert ("no set end" in words(client.visit(table.address), ".sheet-deal")) is says_so


def test_the_only_way_to_end_a_round_is_a_button_as_others_are(app: Flask, client: Visitor) -> None:
    page = client.visit(Table(app, "basic", ("Ann", "Bob", "Cem")).address)
    for row in page.select(".dock-row"):
        assert row.select(".dock-row__how > .button"), words(row)


def menu_of(page: Element) -> list[str]:
    return [words(way) for way in page.select("#sheet-more li")]


def test_the_menu_of_a_sheet_begins_with_people_and_ends_with_deleting(
    client: Visitor, table: Table
) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    assert menu_of(client.visit(table.address)) == [
        "Invite others",
        "Big screen",
        "Whose phone?",
        "Correct it",
        "Is this correct?",
        "All rounds and changes 1",
        "Penalty or bonus",
        "May I lay off after a knock, or after gin?",
        "Its rules to 100",
        "Date, place and note",
        "Correct a player",
        "Show somebody this game",
        "Download the game",
        "Cards, sound and vibration",
        "End game now",
        "Delete the game asks again",
    ]
    assert words(client.visit(table.address), "#menu-round") == "Round 1"


def test_the_menu_shows_whose_phone_it_is(app: Flask, table: Table) -> None:
    for player, faces in (("Bob", ["B"]), ("", []), ("Nobody here", [])):
        page = visitor(app, Role.PLAYER, player=player).visit(table.address)
        tile = page.select_one("#sheet-more a[href$='#me']")
        assert [words(face) for face in tile.select(".face")] == faces
        assert len(tile.select("svg")) == 1 - len(faces)


def test_the_menu_of_a_sheet_says_how_it_is_now(app: Flask, client: Visitor) -> None:
    table = Table(app, "basic", ("Ann", "Bob", "Cem"), target=100)
    client.submit(table.address + "/details", {"place": "Maggie’s"}, form="form[action$=details]")
    menu = menu_of(client.visit(table.address))
    assert menu[1] == "Joins or leaves"
    assert {"Its rules to 100", "Date, place and note Maggie’s"} <= set(menu)
    assert "Correct it" not in menu


def test_an_undo_of_an_earlier_round_is_in_the_menu_and_not_with_the_last_round(
    client: Visitor, table: Table
) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    table.knock("Bob", Ann=13, Bob=1)
    page = client.visit(table.address)
    assert words(page, "#sheet-last .undo") == "Undo round 2"
    assert not page.select("#sheet-more form[action$=undo]")
    client.submit(table.address + "/rounds/2/edit", {"hand-0": "14"}, form="#round")
    page = client.visit(table.address)
    assert words(page, "#sheet-last .undo") == "Undo the correction of round 2"
    assert not page.select("#sheet-more form[action$=undo]")
    table.change("remove", place=1)
    page = client.visit(table.address)
    assert not page.select("#sheet-last .undo")
    assert words(page, "#sheet-more form[action$=undo]") == "Restore the removed round 1"
    client.submit(page, form="#sheet-more form[action$=undo]")
    assert table.rounds == 2


def test_what_was_just_done_is_said_in_the_second_line_of_the_bar(
    client: Visitor, table: Table
) -> None:
    table.knock("Ann", Ann=3, Bob=11)
    page = client.submit(
        f"{table.address}/rounds/1/remove", form=".actions form", follow_redirects=True
    )
    page = read(page)
    assert words(page, "#sheet-title .sheet-news") == "Round 1 is off the sheet."
    assert words(page, "#messages") == ""
    assert not client.visit(table.address).select(".sheet-news")


def test_a_sheet_without_a_round_invites_others(app: Flask, client: Visitor, table: Table) -> None:
    page = client.visit(table.address)
    assert not page.select(".sheet-invite [role=img]")
    client.submit(page, form=".sheet-invite form")
    page = client.visit(table.address)
    assert page.select(".sheet-invite [role=img] svg")
    watching = visitor(app, Role.WATCHER).visit(table.address)
    assert not watching.select(".sheet-invite")
    table.knock("Ann", Ann=3, Bob=11)
    assert not client.visit(table.address).select(".sheet-invite")


def test_where_everybody_has_a_phone_nobody_is_invited(app: Flask, table: Table) -> None:
    ann = visitor(app, Role.KEEPER, player="Ann")
    assert ann.visit(table.address).select(".sheet-invite")
    visitor(app, Role.PLAYER, player="Bob")
    assert not ann.visit(table.address).select(".sheet-invite")


PLAYERS = ("Ann", "Bob")
GAMES = {
    "gin": Game(GIN, PLAYERS),
    "gin of a preset": Game(GIN, PLAYERS, "pagat"),
    "gin to 60": Game(GIN, PLAYERS, overrides=(("target", 60),)),
    "gin to 70": Game(GIN, PLAYERS, overrides=(("target", 70),)),
    "knock": Game(KNOCK, PLAYERS),
}


def shown(app: Flask, game: Game, language: str = "en", below: str = "") -> Markup:
    site = f"http://localhost{below}"
    with app.test_request_context("/", base_url=site, headers={"Accept-Language": language}):
        return rules_shown(game)


def test_each_game_shows_its_own(app: Flask) -> None:
    pages = [shown(app, game) for game in (*GAMES.values(), *GAMES.values())]
    assert len({*pages}) == len(GAMES)
    assert pages[: len(GAMES)] == pages[len(GAMES) :]


@walk("name", list(GAMES))
def test_each_reader_is_shown_them(app: Flask, name: str) -> None:
    for _again in range(2):
        assert "Rules of this game" in shown(app, GAMES[name])
        assert "Les règles de cette partie" in shown(app, GAMES[name], "fr")
        assert 'href="/rules/' in shown(app, GAMES[name])
        assert 'href="/cards/rules/' in shown(app, GAMES[name], below="/cards")


def endings(page: Element) -> dict[str, list[str]]:
    """Return the accessible names of the endings in the bar’s list, row by row."""
    return {
        words(row.select_one(".name")): [
            str(element["aria-label"]) for element in row.select("[aria-label]")
        ]
        for row in page.select(".dock-words li")
    }


def faces(page: Element) -> dict[str, list[str]]:
    """Return the endings that each face of the bar opens, none if the face is one."""
    faces = page.select(".dock-face")
    return {
        str(face["aria-label"]): [
            words(choice) for choice in face.parent.select("details > .dock-panel > button")
        ]
        if face.name == "summary"
        else []
        for face in faces
    }


def test_everybody_is_offered_the_endings_that_they_can_have(app: Flask, client: Visitor) -> None:
    page = client.visit(Table(app).address)
    assert endings(page) == {
        "Ann": ["Ann knocked", "Ann went gin"],
        "Bob": ["Bob knocked", "Bob went gin"],
        "Nobody": ["The stock ran out", "Void: deal again"],
    }
    big = client.visit(Table(app, big_gin_bonus=31).address)
    assert endings(big)["Ann"] == ["Ann knocked", "Ann went gin", "Ann went big gin"]


def test_a_word_beside_a_name_leads_to_the_form_with_the_ending_chosen(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=11)
    page = client.visit(table.address)
    [dock] = page.select(".dock")
    assert page.select(".dock, #sheet-rounds")[0] == dock, "it comes before the rounds"
    [button] = page.select(".dock-words [aria-label='Bob went gin']")
    assert words(button) == "gin"
    form = led_to(client, page, str(button["value"]))
    [chosen] = client.visit(form).select("[name=ending][checked]")
    assert chosen["value"] == "gin:1"


def test_a_face_opens_the_endings_of_its_player(app: Flask, client: Visitor) -> None:
    page = client.visit(Table(app, "knock", (*FOUR, "Zoe")).address)
    assert list(faces(page)) == [f"{name} ended the round" for name in (*FOUR, "Zoe")]
    assert faces(page)["Zoe ended the round"] == ["Zoe knocked", "Zoe went rum: nothing left"]


def test_the_face_of_whoever_can_end_a_round_in_one_way_only_is_that_ending(
    app: Flask, client: Visitor
) -> None:
    page = client.visit(Table(app, "three-thirteen").address)
    assert faces(page) == {"Ann went out": [], "Bob went out": []}
    [ann, _bob] = page.select(".dock-face")
    assert ann["value"] == "out:0"
    assert endings(page)["Nobody"] == ["Void: deal again"]
