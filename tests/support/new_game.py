"""Read the form of a new game, and the game that it started."""

from __future__ import annotations

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.rummy.game.facts import Game
from scorekeeper.storage.folded_games import game_of
from scorekeeper.storage.game_lists import games_in_play
from scorekeeper.storage.queries import find_game
from tests.support.clubs import the_club
from tests.support.elements import Element


def names(page: Element) -> list[str]:
    """Return the names in the player slots, in order of play."""
    return [str(each.get("value", "")) for each in page.select(".new-game-place input[name=name]")]


def dealer(page: Element) -> str:
    """Return the name in the slot of the player who deals first."""
    place = page.select_one("input[name=dealer][checked]").closest("li")
    return str(place.select_one("input[name=name]")["value"])


def changed(page: Element) -> dict[str, str]:
    """Return the house rules that are marked as changed, with the text of the mark."""
    marks = {str(mark["id"]).removeprefix("mark-"): mark for mark in page.select("[id^=mark-]")}
    return {name: mark.text.strip() for name, mark in marks.items() if mark.text.strip()}


def errors(page: Element, field: str) -> str:
    """Return the errors of a field, found by `aria-describedby`."""
    described = str(page.select_one(field).get("aria-describedby", "")).split()
    return " ".join(page.select_one(f"#{name}").text.strip() for name in described)


def started(app: Flask, answer: TestResponse) -> Game:
    """Return the game that a response redirects to."""
    assert answer.status_code == 303, answer.text
    with app.app_context():
        row = find_game(the_club(), answer.location.rsplit("/", 1)[-1])
        assert row is not None
        return game_of(row)


def nothing_was_started(app: Flask) -> bool:
    """Check whether the club has no game in play."""
    with app.app_context():
        return not games_in_play(the_club())
