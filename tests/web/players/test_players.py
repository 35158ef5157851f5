"""The list of players and the page of each."""

from __future__ import annotations

from datetime import date

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import new_club, visitor
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.past_games import Book, play

SATURDAY, SUNDAY = date(2026, 11, 14), date(2026, 11, 15)
KNOCK = {"ending": "knock", "by": "Ann", "hands": {"Ann": 5, "Bob": 25}}
BOB_GIN = {"ending": "gin", "by": "Bob", "hands": {"Ann": 30}}


def address_of(page_of: Visitor, name: str) -> str:
    """Return the address of a player’s page, from the list of players."""
    links = page_of.visit("/players").select(".row-link")
    return next(str(link["href"]) for link in links if link.text == name)


def against_first(client: Visitor, address: str) -> str:
    """Return the address of a player’s page against the most frequent opponent."""
    return str(client.visit(address).select("[aria-labelledby=rivals] a")[0]["href"])


def test_a_book_without_games_says_who_will_be_here(client: Visitor) -> None:
    assert "Everybody who plays will be here" in words(client.visit("/players"))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "has won 1 of 2 since November 2026."),
        ("fr", "a gagné 1 fois sur 2 depuis novembre 2026."),
        ("de", "hat 1 von 2 gewonnen, seit November 2026."),
    ],
)
def test_a_page_opens_with_what_was_won_of_how_many(
    app: Flask, client: Visitor, language: str, said: str
) -> None:
    play(app, SATURDAY, "gin", ("Ann", "Bob"), BOB_GIN)
    play(app, SUNDAY, "gin", ("Bob", "Cleo"), {"ending": "gin", "by": "Cleo", "hands": {"Bob": 9}})
    page = read(client.get(address_of(client, "Bob"), headers={"Accept-Language": language}))
    assert words(page, ".players-said") == said


def test_the_game_won_most_often_is_named_if_there_is_one(app: Flask, client: Visitor) -> None:
    knock = {"ending": "knock", "by": "Bob", "hands": {"Ann": 25, "Bob": 5}}
    play(app, SATURDAY, "gin", ("Ann", "Bob"), BOB_GIN)
    play(app, SATURDAY, "knock", ("Ann", "Bob"), knock)
    bob = address_of(client, "Bob")
    assert words(client.visit(bob), ".players-said") == "has won 2 of 2 since November 2026."
    play(app, SUNDAY, "knock", ("Ann", "Bob"), knock)
    said = "has won 3 of 3 since November 2026, most often at Knock Rummy."
    assert words(client.visit(bob), ".players-said") == said
    assert "1 of 1 won" in words(client.visit(f"{bob}/figures?game=gin"), ".head")


def test_an_address_with_a_game_or_a_year_leads_to_those_figures(past: Book) -> None:
    ann = f"/players/{past.ids['Ann']}"
    answer = past.client.get(f"{ann}?game=gin&year=2026")
    assert answer.location == f"{ann}/figures?game=gin&year=2026"
    rows = past.client.visit("/players?game=gin").select(".row-link")
    assert f"{ann}/figures?game=gin" in [row["href"] for row in rows]


def test_who_has_finished_no_game_is_told_so(app: Flask, client: Visitor) -> None:
    visitor(app, Role.PLAYER, player="Dora")
    page = client.visit(address_of(client, "Dora"))
    assert "No finished games yet" in words(page)


def test_a_game_that_was_not_played_in_a_year_is_no_first_game(app: Flask, client: Visitor) -> None:
    play(app, date(2025, 11, 15), "gin", ("Ann", "Bob"), KNOCK)
    play(app, SATURDAY, "knock", ("Ann", "Bob"), KNOCK)
    ann = address_of(client, "Ann")
    against = against_first(client, ann)
    for address in (f"{ann}/figures", against):
        page = words(client.visit(f"{address}?game=gin&year=2026"))
        assert "No game of that kind was finished then." in page
        assert "yet" not in page


def test_shared_wins_and_called_games_are_said(app: Flask, client: Visitor) -> None:
    bob = {"ending": "knock", "by": "Bob", "hands": {"Ann": 25, "Bob": 5}}
    play(app, SATURDAY, "gin", ("Ann", "Bob"), KNOCK, bob, box_bonus=0)
    page = client.visit(f"{address_of(client, 'Ann')}/figures")
    assert "1 win was shared. 1 game ended early." in words(page)
    assert "Wins in a row: 1." in words(page)


def choices(page: Element, name: str) -> list[str]:
    """Return the choices of a select, with the chosen one in brackets."""
    return [
        f"[{words(option)}]" if "selected" in option.attributes else words(option)
        for option in page.select(f"select[name={name}] option")
    ]


def test_a_game_and_a_year_are_chosen_in_two_selects(past: Book) -> None:
    address = f"/players/{past.ids['Ann']}/figures"
    games = ["All games", "Gin Rummy", "Knock Rummy", "Three Thirteen"]
    page = past.client.visit(address)
    assert choices(page, "game") == ["[All games]", *games[1:]]
    assert choices(page, "year") == ["[2025–26]", "2026", "2025"]
    page = past.client.visit(f"{address}?game=knock&year=2025")
    assert choices(page, "game") == ["All games", "Gin Rummy", "[Knock Rummy]", "Three Thirteen"]
    assert choices(page, "year") == ["2025–26", "2026", "[2025]"]
    assert page.select("form[method=get] button")  # For browsers without JavaScript.


def test_a_game_or_year_that_was_not_played_is_refused_at_its_field(past: Book) -> None:
    asked = ("figures?game=tonk", "figures?year=1999", "figures?year=soon", "against/{}?game=chess")
    for ending in asked:
        address = f"/players/{past.ids['Ann']}/{ending.format(past.ids['Bob'])}"
        answer = past.client.get(address)
        assert answer.status_code == 422
        assert "Choose one of these." in answer.text


def test_nobody_is_head_to_head_with_themselves_or_with_nobody(past: Book) -> None:
    ann = past.ids["Ann"]
    for other in (ann, 987_654, 10**30, "x"):
        assert past.client.get(f"/players/{ann}/against/{other}").status_code == 404


def test_players_of_another_club_are_not_found(app: Flask, client: Visitor) -> None:
    play(app, SATURDAY, "gin", ("Ann", "Bob"), KNOCK)
    ann = address_of(client, "Ann")
    with app.app_context():
        other = visitor(app, Role.KEEPER, new_club().id)
    assert other.get(ann).status_code == 404
    assert "Ann" not in words(other.visit("/players"))


def test_two_who_never_played_together_are_told_so(app: Flask, client: Visitor) -> None:
    play(app, SATURDAY, "gin", ("Ann", "Bob"), KNOCK)
    visitor(app, Role.PLAYER, player="Dora")
    ann, dora = (address_of(client, name) for name in ("Ann", "Dora"))
    page = client.visit(f"{ann}/against/{dora.rsplit('/', 1)[-1]}")
    assert "They have not finished a game together yet." in words(page)


def test_a_few_games_are_said_to_say_little(app: Flask, client: Visitor) -> None:
    for more, are_few in ((4, True), (1, False)):
        for _game in range(more):
            play(app, SATURDAY, "gin", ("Ann", "Bob"), BOB_GIN)
        page = client.visit(address_of(client, "Ann"))
        against = client.visit(against_first(client, address_of(client, "Ann")))
        for shown in (page, against):
            assert ("Too few games yet to say much." in words(shown)) == are_few


def never(app: Flask, client: Visitor, *rounds: dict[str, object]) -> str:
    """Return the answer to “You never knock” on the page of two players."""
    play(app, SATURDAY, "gin", ("Ann", "Bob"), *rounds)
    address = against_first(client, address_of(client, "Ann"))
    found = client.visit(address).select_one(".players-never")
    return found.text if found else ""


def test_whoever_never_knocks_is_told_so(app: Flask, client: Visitor) -> None:
    told = "“You never knock.” True of Bob: not once in 2 rounds. Ann knocked in 1."
    assert never(app, client, KNOCK, BOB_GIN) == told


def test_where_nobody_knocks_both_are_told_so(app: Flask, client: Visitor) -> None:
    assert never(app, client, BOB_GIN).endswith("Nobody does: not once in 1 round.")


def test_whoever_knocks_sometimes_is_defended_by_numbers(app: Flask, client: Visitor) -> None:
    bob = {"ending": "knock", "by": "Bob", "hands": {"Ann": 25, "Bob": 5}}
    told = never(app, client, KNOCK, KNOCK, bob)
    assert told == "“You never knock.” Not so: of 3 rounds, Ann knocked in 2 and Bob in 1."


def test_the_curve_of_a_new_player_counts_the_games(app: Flask, client: Visitor) -> None:
    for _game in range(3):
        play(app, SATURDAY, "gin", ("Ann", "Bob"), KNOCK)
    page = client.visit(f"{address_of(client, 'Ann')}/figures")
    said = [words(text) for text in page.select(".chart__tick")][-2:]
    assert said == ["1 game", "3 games"]
    assert [words(row) for row in page.select("figure tbody th")] == [
        "1 game",
        "2 games",
        "3 games",
    ]
