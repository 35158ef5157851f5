"""Deleting a game, its traces, and how a keeper restores it or deletes it for ever."""

from __future__ import annotations

import re
from threading import Thread
from types import ModuleType
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands, deletion
from scorekeeper.storage.queries import find_deleted_game
from scorekeeper.web.rounds import routes
from tests.support.clubs import known_names, the_club, visitor
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, news_of, read, words
from tests.support.party import ANNOUNCE
from tests.support.table import Table
from tests.support.walks import walk

KNOCK = {"ending": "knock:0", "hand-0": "3", "hand-1": "K"}


def links(page: Element) -> list[str]:
    """Return the addresses of a page’s links."""
    return [str(link["href"]) for link in page.select("main a")]


def delete(client: Visitor, table: Table) -> TestResponse:
    """Delete a game with its form."""
    return client.submit(table.address + "/delete", form=".actions form")


def test_a_keeper_deletes_any_game_after_a_page_that_shows_it(
    client: Visitor, table: Table
) -> None:
    assert table.address + "/delete" in links(client.visit(table.address))
    page = client.visit(table.address + "/delete")
    assert (
        words(page, ".paper:has(.book-game__total)")
        == "Gin Rummy 1 round · still being played A Ann 20 B Bob 0"
    )
    assert "An organiser can restore it." in words(page)
    answer = client.submit(page, form=".actions form")
    assert (answer.status_code, answer.location) == (303, "/")
    home = client.visit("/")
    assert news_of(home) == "The game is deleted. Deleted games"
    assert home.select_one("#messages a")["href"] == "/club/deleted"
    assert not home.select(".home-table, .item")


def test_the_page_says_whether_the_game_is_over_or_not_begun(app: Flask, client: Visitor) -> None:
    over, called, new = Table(app, target=10), Table(app), Table(app)
    over.knock("Ann", Ann=5, Bob=25)
    called.knock("Ann", Ann=5, Bob=25)
    called.change("call")
    said = [
        words(client.visit(game.address + "/delete"), ".paper:has(.book-game__total)")
        for game in (over, called, new)
    ]
    assert said[0] == "Gin Rummy 1 round · played to the end A Ann (won) 20 B Bob 0"
    assert said[1] == "Gin Rummy 1 round · ended early A Ann (won) 20 B Bob 0"
    assert said[2] == "Gin Rummy not begun yet A Ann 0 B Bob 0"


def test_the_page_says_that_a_round_is_being_entered(
    app: Flask, client: Visitor, bob: Visitor, table: Table
) -> None:
    visitor(app, Role.PLAYER, player="Ann")
    assert not client.visit(table.address + "/delete").select(".warning")
    bob.submit(table.address, {"ending": "knock:1"}, form=ANNOUNCE)
    page = client.visit(table.address + "/delete")
    assert words(page, ".warning") == "A round is being entered. It comes back with the game."


def test_a_player_deletes_a_game_that_was_only_started(app: Flask, bob: Visitor) -> None:
    new = Table(app)
    assert new.address + "/delete" in links(bob.visit(new.address))
    assert delete(bob, new).status_code == 303
    told = news_of(bob.visit("/"))
    assert told == "The game is deleted. An organiser can restore it."
    assert bob.get(new.address).status_code == 404


def test_a_player_deletes_no_game_in_which_something_was_recorded(app: Flask, bob: Visitor) -> None:
    used = Table(app)
    page, asking = bob.visit(used.address), bob.visit(used.address + "/delete")
    used.knock("Ann", Ann=5, Bob=25)
    used.change("undo")
    assert used.address + "/delete" not in links(bob.visit(used.address))
    assert "Delete the game" not in words(read(bob.poll(page)), "#sheet-more")
    asked = bob.get(used.address + "/delete", follow_redirects=True)
    assert asked.request.path == used.address
    assert "only an organiser can delete the game" in news_of(read(asked))
    sent = bob.submit(asking, {"version": "3"}, form=".actions form")
    assert "only an organiser can delete the game" in words(read(sent, 422), "main [role=alert]")
    assert bob.get(used.address).status_code == 200


def test_a_game_that_changed_meanwhile_is_shown_and_not_deleted(
    client: Visitor, table: Table
) -> None:
    page = client.visit(table.address + "/delete")
    table.knock("Bob", Ann=15, Bob=5)
    answer = client.submit(page, form=".actions form")
    assert "so it was not deleted" in words(read(answer, 409), "main [role=alert]")
    assert "+10" in words(read(answer), ".sheet-table")
    assert table.rounds == 2


def test_the_same_form_sent_again_is_the_same_deletion(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + "/delete")
    for _tap in range(2):
        answer = client.submit(page, form=".actions form")
        assert (answer.status_code, answer.location) == (303, "/")
    bin_page = client.visit("/club/deleted")
    assert len(bin_page.select(".paper:has(.book-game__total)")) == 1


def test_a_second_keeper_is_told_that_the_game_is_deleted(
    app: Flask, client: Visitor, table: Table
) -> None:
    other = visitor(app, Role.KEEPER)
    page = other.visit(table.address + "/delete")
    delete(client, table)
    assert "or the game was deleted" in words(read(other.submit(page, form=".actions form"), 404))


UNKNOWN = "zzzzzzzzzzzz"


def addresses(app: Flask, method: str) -> list[str]:
    """Return every address of a game for people, with `GAME` for its id."""
    adapter = app.url_map.bind("localhost")
    return [
        adapter.build(rule.endpoint, dict.fromkeys(rule.arguments, 1) | {"game_id": "GAME"})
        for rule in app.url_map.iter_rules()
        if "game_id" in rule.arguments
        and method in (rule.methods or ())
        # Programs have no role. Their own tests cover what their tokens can read.
        and not rule.endpoint.startswith("api.")
    ]


@walk("role", [*Role, None], every=2)
@walk("method", ["GET", "POST"])
def test_a_deleted_game_is_as_unknown_as_one_that_never_existed(
    app: Flask, role: Role | None, method: str
) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    table = Table(app)
    table.delete()
    who = visitor(app, role)
    form = {"version": "3", "key": "k", "seen": "1"} if method == "POST" else None
    found = [
        address for address in addresses(app, method) if not address.startswith("/club/deleted")
    ]
    assert len(found) > 10
    for address in found:
        there, nowhere = (
            who.open(address.replace("GAME", game_id), method=method, data=form)
            for game_id in (table.id, UNKNOWN)
        )
        assert there.status_code == nowhere.status_code, address
        assert there.status_code in (403, 404), address
        its_own = re.compile(r'name="csrf_token" value="[^"]*"|request [0-9a-f]{16}')
        texts = [its_own.sub("", answer.text) for answer in (there, nowhere)]
        assert texts[0].replace(table.id, UNKNOWN) == texts[1]


def test_no_page_links_to_a_deleted_game_or_names_players_known_only_from_it(
    app: Flask, client: Visitor
) -> None:
    gone = Table(app, players=("Cem", "Dora"))
    gone.delete()
    pages = ("/", "/games/new?variant=gin", "/club", f"/judge?variant=gin&game={gone.id}")
    for address in pages:
        page = client.visit(address)
        assert "Dora" not in page.text
        assert gone.id not in str(page.select_one("main"))
    assert client.get(f"/games/new?rematch={gone.id}").status_code == 404


def test_a_round_typed_for_a_deleted_game_comes_back_and_is_not_recorded(
    bob: Visitor, table: Table
) -> None:
    form = bob.visit(table.address + "/rounds/new")
    table.delete()
    looked = bob.submit(form, KNOCK, form="#round", button="[data-preview]", headers=HTMX)
    sent = bob.submit(form, KNOCK, form="#round")
    for answer in (looked, sent):
        assert answer.status_code == 404
        assert "Nothing was recorded. That game is not here." in answer.text
    assert looked.headers["HX-Retarget"] == "#messages"


def test_the_form_of_a_deleted_game_can_start_another_one(client: Visitor) -> None:
    form = client.visit("/games/new?variant=gin")
    started = client.submit(form, {"name": ["Ann", "Bbo"]}, form="#new-game")
    client.submit(started.location + "/delete", form=".actions form")
    refused = client.submit(form, {"name": ["Ann", "Bob"]}, form="#new-game")
    assert "was deleted. Press again" in words(read(refused, 422), "#players-error")
    again = client.submit(read(refused), form="#new-game")
    assert again.status_code == 303
    assert "Bob" in words(client.visit(again.location))


def test_keepers_find_deleted_games_on_the_club_page_where_there_are_any(
    client: Visitor, bob: Visitor, table: Table
) -> None:
    assert "/club/deleted" not in links(client.visit("/club"))
    table.delete(entered_by="Bob")
    assert "/club/deleted" in links(client.visit("/club"))
    assert "/club/deleted" not in links(bob.visit("/club"))
    page = client.visit("/club/deleted")
    said = words(page, ".paper:has(.book-game__total)")
    assert said.startswith("Gin Rummy 1 round · still being played A Ann 20 B Bob 0 Deleted ")
    assert "· by Bob" in said


def test_a_game_is_brought_back_to_its_address_with_everything_on_it(
    client: Visitor, bob: Visitor, table: Table
) -> None:
    before = words(client.visit(table.address), "[data-sheet]")
    delete(client, table)
    page = client.visit("/club/deleted")
    for _tap in range(2):
        answer = client.submit(page, form="form[action$=restore]")
        assert (answer.status_code, answer.location) == (303, table.address)
    sheet = client.visit(table.address)
    assert news_of(sheet) == "Game restored."
    assert words(client.visit(table.address), "[data-sheet]") == before
    trail = bob.visit(table.address + "/trail").select(".trail h2")
    said = [entry.text.strip() for entry in trail]
    assert said == ["Game restored", "Game deleted", "Round 1 recorded", "Game started"]
    assert client.visit("/").select(".home-table, .item")
    assert "No deleted games." in words(client.visit("/club/deleted"))


def test_a_form_from_before_the_deletion_is_stale_after_the_game_is_back(
    bob: Visitor, client: Visitor, table: Table
) -> None:
    form = bob.visit(table.address + "/rounds/new")
    delete(client, table)
    client.submit("/club/deleted", form="form[action$=restore]")
    answer = bob.submit(form, KNOCK, form="#round")
    assert "Game deleted" in words(read(answer, 409), "main [role=alert]")
    assert table.rounds == 1


def test_a_game_goes_for_ever_after_a_page_that_asks(
    app: Flask, client: Visitor, table: Table
) -> None:
    delete(client, table)
    [link] = client.visit("/club/deleted").select("a[href$=delete]")
    page = client.visit(str(link["href"]))
    assert (
        words(page, ".paper:has(.book-game__total)")
        == "Gin Rummy 1 round · still being played A Ann 20 B Bob 0"
    )
    assert "will be gone for good" in words(page)
    answer = client.submit(page, form=".actions form")
    assert (answer.status_code, answer.location) == (303, "/club/deleted")
    assert "deleted for good" in news_of(client.visit("/club/deleted"))
    assert "/club/deleted" not in links(client.visit("/club"))
    assert client.submit(page, form=".actions form").status_code == 404
    with app.app_context():
        assert known_names() == []


def test_two_keepers_never_undo_each_others_restoring_or_deleting_unseen(
    app: Flask, client: Visitor, table: Table
) -> None:
    other = visitor(app, Role.KEEPER)
    delete(client, table)
    old_bin = other.visit("/club/deleted")
    asking = other.visit(f"/club/deleted/{table.id}/delete")
    client.submit("/club/deleted", form="form[action$=restore]")
    late = other.submit(old_bin, form="form[action$=restore]")
    assert "+20" in words(read(late, 409), ".sheet-table")
    assert other.submit(asking, form=".actions form").status_code == 404
    table.knock("Ann", Ann=5, Bob=25)
    delete(client, table)
    for page, form in ((old_bin, "form[action$=restore]"), (asking, ".actions form")):
        refused = other.submit(page, form=form)
        assert "Somebody else has just changed this game" in words(
            read(refused, 409), "main [role=alert]"
        )
        assert "2 rounds" in words(read(refused), ".paper:has(.book-game__total)")
    assert len(client.visit("/club/deleted").select(".paper:has(.book-game__total)")) == 1


@pytest.mark.parametrize(("module", "at"), [(routes, "read_form_token"), (commands, "record")])
def test_a_form_sent_while_its_game_is_deleted_for_ever_gets_a_message(
    app: Flask, monkeypatch: pytest.MonkeyPatch, module: ModuleType, at: str
) -> None:
    ann = visitor(app, Role.PLAYER, player="Ann")
    table = Table(app)
    page = ann.visit(table.address + "/rounds/new")
    as_ever = getattr(module, at)

    def delete_for_ever() -> None:
        table.delete()
        with app.app_context():
            row = find_deleted_game(the_club(), table.id)
            assert row is not None
            deletion.delete_for_ever(the_club(), row.id, version=row.version)

    def meanwhile(*parts: Any, **more: Any) -> Any:
        monkeypatch.setattr(module, at, as_ever)
        other = Thread(target=delete_for_ever)
        other.start()
        other.join()
        return as_ever(*parts, **more)

    monkeypatch.setattr(module, at, meanwhile)
    assert "That game is not here." in words(read(ann.submit(page, KNOCK, form="#round"), 404))
