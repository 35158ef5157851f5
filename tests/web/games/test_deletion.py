"""Deleting a game: who may, after which question, and what the others are told."""

from __future__ import annotations

from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.deletion_pages import delete, links
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.party import ANNOUNCE
from tests.support.table import Table


def test_a_keeper_deletes_any_game_after_a_page_that_shows_it(
    client: Visitor, table: Table
) -> None:
    assert table.address + "/delete" in links(client.visit(table.address))
    page = client.visit(table.address + "/delete")
    assert words(page, ".book-game") == "Gin Rummy 1 round · still being played A Ann 20 B Bob 0"
    assert "A keeper of the club can bring it back." in words(page)
    answer = client.submit(page, form=".actions form")
    assert (answer.status_code, answer.location) == (303, "/")
    home = client.visit("/")
    assert words(home, "#messages") == "The game is deleted. Deleted games"
    assert home.select_one("#messages a")["href"] == "/club/deleted"
    assert not home.select(".home-table, .home-row")


def test_the_page_says_whether_the_game_is_over_or_not_begun(app: Flask, client: Visitor) -> None:
    over, called, new = Table(app, target=10), Table(app), Table(app)
    over.knock("Ann", Ann=5, Bob=25)
    called.knock("Ann", Ann=5, Bob=25)
    called.change("call")
    said = [
        words(client.visit(each.address + "/delete"), ".book-game") for each in (over, called, new)
    ]
    assert said[0] == "Gin Rummy 1 round · played to the end A Ann (won) 20 B Bob 0"
    assert said[1] == "Gin Rummy 1 round · ended early A Ann (won) 20 B Bob 0"
    assert said[2] == "Gin Rummy not begun yet A Ann 0 B Bob 0"


def test_the_page_warns_of_a_round_that_is_being_entered(
    app: Flask, client: Visitor, bob: Visitor, table: Table
) -> None:
    visitor(app, Role.PLAYER, player="Ann")
    assert not client.visit(table.address + "/delete").select(".warning")
    bob.submit(bob.visit(table.address), {"ending": "knock:1"}, form=ANNOUNCE)
    page = client.visit(table.address + "/delete")
    assert words(page, ".warning") == "The round being entered is lost for good."


def test_a_player_deletes_a_game_that_was_only_started(app: Flask, bob: Visitor) -> None:
    new = Table(app)
    assert new.address + "/delete" in links(bob.visit(new.address))
    assert delete(bob, new).status_code == 303
    told = words(bob.visit("/"), "#messages")
    assert told == "The game is deleted. A keeper can bring it back."
    assert bob.get(new.address).status_code == 404


def test_a_player_deletes_no_game_in_which_something_was_recorded(app: Flask, bob: Visitor) -> None:
    used = Table(app)
    page, asking = bob.visit(used.address), bob.visit(used.address + "/delete")
    used.knock("Ann", Ann=5, Bob=25)
    used.change("undo")
    assert used.address + "/delete" not in links(bob.visit(used.address))
    poll = bob.get(str(page.select_one("#live")["hx-get"]), headers=HTMX)  # type: ignore[index]
    assert "Delete the game" not in words(read(poll), "#sheet-more")
    asked = bob.get(used.address + "/delete", follow_redirects=True)
    assert asked.request.path == used.address
    assert "only a keeper of the club can delete the game" in words(read(asked), "#messages")
    sent = bob.submit(asking, {"version": "3"}, form=".actions form")
    assert sent.status_code == 422
    assert "only a keeper of the club can delete the game" in words(read(sent), "main [role=alert]")
    assert bob.get(used.address).status_code == 200


def test_a_watcher_is_offered_nothing_to_delete(app: Flask) -> None:
    new = Table(app)
    assert "Delete the game" not in words(visitor(app, Role.WATCHER).visit(new.address))


def test_a_game_that_changed_meanwhile_is_shown_and_not_deleted(
    client: Visitor, table: Table
) -> None:
    page = client.visit(table.address + "/delete")
    table.knock("Bob", Ann=15, Bob=5)
    answer = client.submit(page, form=".actions form")
    assert answer.status_code == 409
    assert "so it was not deleted" in words(read(answer), "main [role=alert]")
    assert "+10" in words(read(answer), ".sheet-table")
    assert table.rounds == 2


def test_the_same_form_sent_again_is_the_same_deletion(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + "/delete")
    for _tap in range(2):
        answer = client.submit(page, form=".actions form")
        assert (answer.status_code, answer.location) == (303, "/")
    bin_page = client.visit("/club/deleted")
    assert len(bin_page.select(".book-game")) == 1


def test_a_second_keeper_is_told_that_the_game_is_deleted(
    app: Flask, client: Visitor, table: Table
) -> None:
    other = visitor(app, Role.KEEPER)
    page = other.visit(table.address + "/delete")
    delete(client, table)
    answer = other.submit(page, form=".actions form")
    assert answer.status_code == 404
    assert "or the game was deleted" in words(read(answer))


def test_the_messages_are_in_french(client: Visitor, table: Table) -> None:
    french = {"Accept-Language": "fr"}
    page = client.visit(table.address + "/delete", headers=french)
    assert words(page, "h1") == "Supprimer cette partie ?"
    client.submit(page, form=".actions form", headers=french)
    assert words(client.visit("/club/deleted", headers=french), "h1") == "Parties supprimées"
