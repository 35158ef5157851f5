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
    """The address of a player's page, by the list of players."""
    links = page_of.visit("/players").select(".row-link")
    return next(str(link["href"]) for link in links if link.text == name)


def test_a_book_without_games_says_who_will_be_here(client: Visitor) -> None:
    assert "Everybody who plays will be here" in words(client.visit("/players"))


@pytest.mark.parametrize(
    ("language", "numbers"),
    [
        ("en", {"Ann": "1 game, 0 wins", "Bob": "2 games, 1 win"}),
        ("fr", {"Ann": "1 partie, 0 victoire", "Bob": "2 parties, 1 victoire"}),
    ],
)
def test_the_words_below_a_number_fit_the_number(
    app: Flask, client: Visitor, language: str, numbers: dict[str, str]
) -> None:
    play(app, SATURDAY, "gin", ("Ann", "Bob"), BOB_GIN)
    play(app, SUNDAY, "gin", ("Bob", "Cleo"), {"ending": "gin", "by": "Cleo", "hands": {"Bob": 9}})
    for name, expected in numbers.items():
        page = read(client.get(address_of(client, name), headers={"Accept-Language": language}))
        games, wins = expected.split(", ")
        assert words(page, ".head .quiet").startswith(f"{games} ")
        assert f" {wins}, " in words(page, "section:has(> .players-meter) > .row")


def test_who_has_finished_no_game_is_told_so(app: Flask, client: Visitor) -> None:
    visitor(app, Role.PLAYER, player="Dora")
    page = client.visit(address_of(client, "Dora"))
    assert "No finished games yet" in words(page)


def test_a_game_that_was_not_played_in_a_year_is_no_first_game(app: Flask, client: Visitor) -> None:
    play(app, date(2025, 11, 15), "gin", ("Ann", "Bob"), KNOCK)
    play(app, SATURDAY, "knock", ("Ann", "Bob"), KNOCK)
    ann = address_of(client, "Ann")
    against = client.visit(ann).select(".row-link")[0]["href"]
    for address in (ann, against):
        page = words(client.visit(f"{address}?game=gin&year=2026"))
        assert "No game of that kind was finished then." in page
        assert "yet" not in page


def test_shared_wins_and_called_games_are_said(app: Flask, client: Visitor) -> None:
    bob = {"ending": "knock", "by": "Bob", "hands": {"Ann": 25, "Bob": 5}}
    play(app, SATURDAY, "gin", ("Ann", "Bob"), KNOCK, bob, box_bonus=0)
    page = client.visit(address_of(client, "Ann"))
    assert "1 win was shared. 1 game ended early." in words(page)
    assert "Wins in a row: 1." in words(page)


def chips(page: Element) -> str:
    """The chips, with those that are chosen in brackets."""
    return ", ".join(
        f"[{chip.text}]" if "aria-current" in chip.attributes else chip.text
        for chip in page.select(".span__chip")
    )


def test_a_chip_chooses_a_game_or_a_year_and_touched_again_no_more(past: Book) -> None:
    page = past.client.visit(f"/players/{past.ids['Ann']}")
    assert chips(page) == "[All games], 2026, 2025, Gin Rummy, Knock Rummy, Three Thirteen"
    for words_of_chip, shown in (
        ("Knock Rummy", "All games, [Knock Rummy], 2026, 2025, Gin Rummy, Three Thirteen"),
        ("2025", "All games, [2025], [Knock Rummy], 2026, Gin Rummy, Three Thirteen"),
        ("Knock Rummy", "[All games], [2025], 2026, Gin Rummy, Knock Rummy, Three Thirteen"),
    ):
        [touched] = [chip for chip in page.select(".span__chip") if chip.text == words_of_chip]
        page = past.client.visit(str(touched["href"]))
        assert chips(page) == shown


def test_a_game_or_year_that_was_not_played_is_refused_at_its_field(past: Book) -> None:
    for ending in ("?game=tonk", "?year=1999", "?year=soon", "/against/{}?game=chess"):
        address = f"/players/{past.ids['Ann']}{ending.format(past.ids['Bob'])}"
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
        against = client.visit(str(page.select(".row-link")[0]["href"]))
        for shown in (page, against):
            assert ("Too few games yet to say much." in words(shown)) == are_few
        assert page.select(".players-meter__range")


def test_the_range_of_the_wins_stays_past_thirty_games(app: Flask, client: Visitor) -> None:
    for _game in range(30):
        play(app, SATURDAY, "gin", ("Ann", "Bob"), BOB_GIN)
    assert client.visit(address_of(client, "Ann")).select(".players-meter__range")


def never(app: Flask, client: Visitor, *rounds: dict[str, object]) -> str:
    """What the page of two says to “You never knock”."""
    play(app, SATURDAY, "gin", ("Ann", "Bob"), *rounds)
    address = str(client.visit(address_of(client, "Ann")).select(".row-link")[0]["href"])
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
    page = client.visit(address_of(client, "Ann"))
    said = [words(text) for text in page.select(".chart__tick")][-2:]
    assert said == ["1 game", "3 games"]
    assert [words(row) for row in page.select("figure tbody th")] == [
        "1 game",
        "2 games",
        "3 games",
    ]
