"""The animation for a round just recorded, on the sheet, the big screen and a shared link."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clock import Clock
from tests.support.clubs import visitor
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


@pytest.fixture
def clock(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:  # noqa: ARG001 - all is imported
    return Clock(monkeypatch)


@pytest.mark.parametrize("page", ["", "/watch"])
def test_a_poll_brings_the_moment_of_the_round_that_somebody_recorded(
    client: Visitor, table: Table, page: str
) -> None:
    before = client.visit(table.address + page)
    assert not before.select(".moment")
    table.record("gin", "Bob", hands={"Ann": 31})
    news = read(client.poll(before))
    assert words(news, ".moment__shout") == "Gin for Bob!"
    assert words(news, ".moment .face") == "B"


def test_a_phone_knows_which_moments_it_has_played(client: Visitor, table: Table) -> None:
    def moment() -> str:
        [shown] = client.visit(table.address).select("[data-moment]")
        return str(shown["data-moment"])

    table.record("gin", "Bob", hands={"Ann": 1})
    first = moment()
    assert moment() == first
    table.record("gin", "Bob", hands={"Ann": 1})
    assert moment() != first
    table.change("undo")
    table.change("undo")
    assert not client.visit(table.address).select(".moment"), "it goes with the round"


def test_it_is_old_after_ten_minutes(client: Visitor, table: Table, clock: Clock) -> None:
    table.record("gin", "Bob", hands={"Ann": 31})
    assert client.visit(table.address).select(".moment")
    clock.set(timedelta(minutes=11))
    assert not client.visit(table.address).select(".moment")


def test_a_link_shows_it_too(app: Flask, table: Table) -> None:
    table.knock("Ann", Ann=8, Bob=3)
    page = visitor(app, None).visit(table.share())
    assert words(page, ".moment__shout") == "Bob undercuts Ann!"


@walk(("variant", "shout"), [("knock", "{} deals first!"), ("tiles", "{} begins!")])
def test_lots_drawn_for_the_first_dealer_are_seen_by_every_phone_for_ten_minutes(
    app: Flask, client: Visitor, clock: Clock, variant: str, shout: str
) -> None:
    clock.set(timedelta())
    page = client.visit(f"/games/new?variant={variant}")
    names = ["Ann", "Bob", "Cem"]
    game = client.submit(page, {"name": names, "dealer": "lot"}).location
    watcher = visitor(app, Role.WATCHER)
    for phone, address in ((client, game), (watcher, game), (watcher, f"{game}/watch")):
        seen = phone.visit(address)
        drawn = words(seen, ".moment__lot--drawn")
        assert [words(face) for face in seen.select(".moment__lot")] == ["A", "B", "C"]
        assert words(seen, ".moment__shout")[0] == drawn
        assert words(seen, ".moment__shout")[3:] == shout.format("")
    assert "Starter drawn at random" in words(client.visit(f"{game}/trail"))
    clock.set(timedelta(minutes=11))
    chosen = client.submit(f"/games/new?variant={variant}", {"name": names}).location
    for address in (game, chosen):
        assert not client.visit(address).select(".moment")
