"""The link from the judge’s desk back to the game of the question."""

from __future__ import annotations

from typing import cast
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.players import set_face
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player
from tests.support.clubs import new_club, visitor
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, link_named, read, words
from tests.support.party import Party
from tests.support.table import Table
from tests.support.walks import walk

EQUAL = {"variant": "gin", "ending": "knock:0", "hand-0": "=10", "hand-1": "=10"}
NOT_LAID_OUT_WELL = EQUAL | {"hand-0": "=5", "hand-1": "7S 7H 7D + 2C 3C 4C / 8D 9D 10D KC"}


@pytest.fixture
def table(app: Flask) -> Table:
    """A game without an open round."""
    return Table(app)


def crumbs(page: Element) -> dict[str, str]:
    """Return the links above the desk’s heading, by their text."""
    return {each.text: str(each["href"]) for each in page.select(".crumb a")}


def follow(client: Visitor, page: Element, words: str) -> Element:
    """Return the page of the link with this text. The link must not redirect."""
    return read(client.get(link_named(page, words)["href"]), 200)


def games_in(address: str) -> list[str]:
    """Return the values of `game` in an address."""
    return parse_qs(urlsplit(address).query).get("game", [])


def test_from_an_open_round_the_link_leads_back_to_the_round(app: Flask) -> None:
    party = Party(app)
    party.everybody()
    phone = party.phones["Jean"]
    desk = follow(phone, party.round("Jean"), "Go to the judge’s desk")
    assert crumbs(desk)["Back to the table"] == f"{party.address}/round"
    assert "Jean knocked" in follow(phone, desk, "Back to the table").text


def test_from_a_recorded_round_the_link_leads_back_to_the_sheet(
    client: Visitor, table: Table
) -> None:
    table.knock("Ann", Ann=9, Bob=9)
    round = client.visit(f"{table.address}/rounds/1")
    desk = follow(client, round, "Is this correct?")
    assert crumbs(desk)["Back to the sheet"] == table.address


def test_a_watcher_is_led_back_to_the_sheet(app: Flask) -> None:
    party = Party(app)
    party.begin()
    page = party.wes.visit(f"/judge?variant=gin&game={party.table.id}")
    assert crumbs(page)["Back to the sheet"] == party.address


def test_the_link_to_a_ruling_does_not_contain_the_way_back(client: Visitor, table: Table) -> None:
    answer = client.get("/judge", query_string=EQUAL | {"game": table.id}, follow_redirects=True)
    link = read(answer).select_one("#link")
    assert games_in(str(link["href"])) == []


def test_every_step_at_the_desk_keeps_the_way_back(client: Visitor, table: Table) -> None:
    sent = client.submit(f"/judge?variant=gin&game={table.id}", NOT_LAID_OUT_WELL, form="#dispute")
    assert games_in(sent.headers["Location"]) == [table.id]
    page = read(client.get(sent.headers["Location"]))
    links = [
        *page.select(".judge-other a"),
        *page.select(".ruling a.button"),
        another := page.select_one(".judge-foot .button--primary"),
    ]
    desks = [str(each["href"]) for each in links if "/judge" in str(each["href"])]
    assert len(desks) > 5
    assert all(games_in(address) == [table.id] for address in desks)
    desk = client.visit(str(another["href"]))
    choices = follow(client, desk, "Another game")
    assert crumbs(choices) == {"Back to the sheet": table.address}
    chosen = choices.select(".judge-game a")
    assert chosen
    assert all(games_in(str(each["href"])) == [table.id] for each in chosen)


def test_the_desk_names_the_rules_of_the_sheet(client: Visitor, table: Table) -> None:
    asked = {
        f"variant=gin&game={table.id}": "The sheet follows “Standard”.",
        f"variant=rami&game={table.id}": "If nobody knows, leave “Standard”.",
        "variant=gin": "If nobody knows, leave “Standard”.",
    }
    for query, sentence in asked.items():
        assert sentence in words(client.visit(f"/judge?{query}"), "#presets-help")


def test_the_rules_of_the_sheet_are_one_line_at_a_question(client: Visitor, app: Flask) -> None:
    sides = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
    game = Table(app, "canasta", ("Ann", "Bob", "Cem", "Dee"), sides=sides).id
    asked = {
        f"players=4&game={game}": "Rules of this game: Standard, 4 players",
        f"players=3&game={game}": "House rules: Standard, 3 players",
        f"players=4&preset=wild&game={game}": "House rules: Wild canastas, 4 players",
        "players=4": "House rules",
    }
    for query, line in asked.items():
        page = client.visit(f"/judge/melds?variant=canasta&{query}")
        assert words(page, "#game-title") == line
    choices = client.visit(f"/judge/games?game={game}")
    addresses = [str(link["href"]) for link in choices.select(".judge-game a")]
    assert f"/judge/melds?variant=canasta&players=4&game={game}" in addresses
    assert f"/judge?game={game}" in addresses


def faces(page: Element) -> list[tuple[str, str]]:
    """Return colour and first sign of each face, at the hands and in the ruling."""
    drawn = page.select(".round-hand .face, .judge-asked__hand .face, .ruling .face")
    return sorted({(face.classes[1], face.text[:1]) for face in drawn})


def own_faces(app: Flask, **signs: tuple[int, str]) -> None:
    """Give these players of the club their own faces."""
    with app.app_context():
        for player in db.session.scalars(select(Player)):
            if player.name in signs:
                set_face(player, *signs[player.name])


def test_players_of_the_game_have_their_own_faces(app: Flask, client: Visitor) -> None:
    table = Table(app, players=("Zoe", "Max"))
    table.knock("Zoe", Zoe=9, Max=19)
    own_faces(app, Zoe=(7, "🦊"), Max=(5, ""))
    desk = follow(client, client.visit(f"{table.address}/rounds/1"), "Is this correct?")
    assert faces(desk) == [("colour-5", "M"), ("colour-7", "🦊")]
    assert faces(client.visit("/judge")) == faces(desk)
    # Another player takes a seat, and a stranger opens the link to the ruling.
    guest = EQUAL | {"name-0": "Ann", "name-1": "Zoe"}
    answer = client.get("/judge", query_string=guest | {"game": table.id}, follow_redirects=True)
    assert faces(read(answer)) == [("colour-0", "A"), ("colour-7", "🦊")]
    stranger = cast(Visitor, app.test_client())
    answer = stranger.get("/judge", query_string=guest | {"game": table.id}, follow_redirects=True)
    assert faces(read(answer)) == [("colour-0", "A"), ("colour-1", "Z")]


def test_partners_at_the_desk_have_their_own_faces(app: Flask, client: Visitor) -> None:
    sides = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
    table = Table(app, "canasta", ("Ann", "Bob", "Cem", "Dee"), sides=sides)
    won = {"melded": 420, "natural": 1, "left": 25}
    table.record("out", "Ann", hands={"Ann & Cem": won, "Bob & Dee": 20})
    own_faces(app, Ann=(7, ""), Bob=(6, ""), Cem=(5, ""), Dee=(4, "🦊"))
    desk = follow(client, client.visit(f"{table.address}/rounds/1"), "Is this correct?")
    own = {("colour-7", "A"), ("colour-6", "B"), ("colour-5", "C"), ("colour-4", "🦊")}
    assert set(faces(desk)) == own


def test_the_address_shown_while_typing_keeps_the_way_back(client: Visitor, table: Table) -> None:
    answer = client.get("/judge", query_string=EQUAL | {"game": table.id}, headers=HTMX)
    assert games_in(answer.headers["HX-Replace-Url"]) == [table.id]


def test_a_refused_dispute_keeps_the_way_back(client: Visitor, table: Table) -> None:
    refused = client.get("/judge", query_string=EQUAL | {"hand-0": "12", "game": table.id})
    assert "Back to the sheet" in crumbs(read(refused, 422))


def test_a_game_of_another_club_is_unknown(app: Flask, table: Table) -> None:
    with app.app_context():
        other = new_club("Elsewhere").id
    for who in (visitor(app, Role.KEEPER, other), cast(Visitor, app.test_client())):
        known = who.get("/judge", query_string=EQUAL | {"game": table.id})
        unknown = who.get("/judge", query_string=EQUAL | {"game": "0000"})
        assert known.status_code == unknown.status_code == 302
        assert known.headers["Location"] == unknown.headers["Location"]
        assert games_in(known.headers["Location"]) == []
        page = who.visit(f"/judge?variant=gin&game={table.id}")
        assert list(crumbs(page)) == ["Another game"]
        assert table.id not in str(page.select_one("main"))


@walk(
    "junk",
    [
        "",
        "zzz",
        "../../club",
        "//evil.example",
        "javascript:alert(1)",
        "\x00",
        "é" * 50,
        "1' OR '1",
    ],
)
def test_junk_is_never_used_as_a_way_back(client: Visitor, junk: str) -> None:
    page = client.get("/judge", query_string={"variant": "gin", "game": junk})
    assert crumbs(read(page, 200)) == {"Another game": "/judge/games"}
    assert not read(page).select("[name=game]")
    assert not crumbs(read(client.get("/judge", query_string={"game": junk}), 200))


def test_a_sheet_leads_to_the_question_of_its_game_and_back(app: Flask, client: Visitor) -> None:
    table = Table(app, "contract", ("Ann", "Bob", "Cem", "Dee"), preset="liverpool", run_length=3)
    table.record("out", "Ann", hands={"Bob": 5, "Cem": 9, "Dee": 7})
    asked = follow(client, client.visit(table.address), "Does this meet the contract?")
    shown = {
        name: asked.select_one(f"[name={name}]:checked, [name={name}] > [selected]")["value"]
        for name in ("preset", "players", "round", "rules-run_length")
    }
    assert shown == {
        "preset": "liverpool",
        "players": "4",
        "round": "2",
        "rules-run_length": "3",
    }
    assert crumbs(asked)["Back to the sheet"] == table.address
    form = client.visit(table.address + "/rounds/new")
    assert follow(client, form, "Does this meet the contract?").select("#dispute")


def test_the_judges_front_page_offers_every_question_about_a_hand(client: Visitor) -> None:
    page = client.visit("/judge")
    asked = {
        "Does this meet the contract?": "contract",
        "May I open with this?": "rami",
        "May I declare with this?": "indian",
        "What’s the best way to put this hand down?": "rummy-500",
    }
    for question, variant in asked.items():
        desk = follow(client, page, question)
        assert desk.select_one("[name=variant]")["value"] == variant
