"""The cards of tables: the game that each opens, and their codes."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.members import find_member, role_at_table_now
from scorekeeper.clubs.roles import Role
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import TableLink
from scorekeeper.tournaments import rounds
from scorekeeper.tournaments.cards import (
    CardGoneError,
    NoCardError,
    cards_of,
    come_to_table,
    find_card,
    has_broken_cards,
    make_cards,
    opens_game,
)
from tests.support.clubs import the_club
from tests.support.databases import book, make_app, settings
from tests.support.table_cards import Evening

__all__ = ["book", "make_app", "settings"]

THREE = ((500, 200), (5, 5), (10, 5))


def test_a_card_opens_the_game_of_its_table_while_its_round_is_played(book: Flask) -> None:
    evening = Evening(book)
    evening.show()
    first, second = (card.id for card in cards_of(evening.id))
    games = [evening.play(table, *THREE) for table in (1, 2)]
    assert [opens_game(first, game) for game in games] == [True, False]
    assert [opens_game(second, game) for game in games] == [False, True]
    evening.close()
    assert not opens_game(first, games[0])
    evening.change(rounds.reopen_round)
    assert opens_game(first, games[0])
    evening.close()
    evening.show()
    assert [opens_game(first, game) for game in (games[0], evening.begin(1))] == [False, True]
    evening.end()
    assert not opens_game(first, evening.now.games[2, 1].id)


def test_a_phone_may_write_at_its_table_only_while_the_round_is_played(book: Flask) -> None:
    evening = Evening(book)
    evening.show()
    games = [evening.play(table, *THREE) for table in (1, 2)]
    card, _other = cards_of(evening.id)
    given = come_to_table(card, None, "a browser")
    member = find_member(given or "")
    assert member
    assert (member.role, member.table_link_id) == (Role.TABLE, card.id)

    def roles() -> list[str | None]:
        asked = {"device_id": member.device_id, "card": card.id}
        query = role_at_table_now()
        db.session.rollback()  # Otherwise the query would read older data.
        return [db.session.scalar(query, {**asked, "game_at_table": game}) for game in games]

    assert roles() == ["table", None]
    evening.close()
    assert roles() == [None, None]
    evening.change(rounds.reopen_round)
    assert roles() == ["table", None]
    make_cards(the_club(), evening.id, 2, key=new_key(), renew=True)
    assert roles() == [None, None]
    assert find_member(given or "") is None


def test_new_cards_end_the_old_ones_and_the_same_form_makes_no_more(book: Flask) -> None:
    evening, key = Evening(book), new_key()
    old = cards_of(evening.id)
    for _ in range(2):
        make_cards(the_club(), evening.id, 3, key=key, renew=True)
    new = cards_of(evening.id)
    assert [card.table for card in new] == [1, 2, 3]
    assert find_card(new[0].code) == new[0]
    with pytest.raises(CardGoneError):
        find_card(old[0].code)
    with pytest.raises(NoCardError):
        find_card("AAAAAAAAAAAA")


def test_tables_that_came_later_get_cards_and_the_others_keep_theirs(book: Flask) -> None:
    evening = Evening(book)
    old = cards_of(evening.id)
    make_cards(the_club(), evening.id, 4, key=new_key())
    assert cards_of(evening.id)[:2] == old
    assert [card.table for card in cards_of(evening.id)] == [1, 2, 3, 4]


def test_only_hashes_are_stored(book: Flask) -> None:
    evening = Evening(book)
    stored = repr([vars(link) for link in db.session.query(TableLink)])
    assert not any(card.code in stored for card in cards_of(evening.id))


def test_cards_of_another_secret_key_do_not_work_until_new_ones_replace_them(
    book: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening, key = Evening(book), book.config["SECRET_KEY"]
    old = [card.code for card in cards_of(evening.id)]
    assert not has_broken_cards(evening.id)

    monkeypatch.setitem(book.config, "SECRET_KEY", "another secret key")
    assert cards_of(evening.id) == []
    assert has_broken_cards(evening.id)
    with pytest.raises(NoCardError):
        find_card(old[0])

    make_cards(the_club(), evening.id, 2, key=new_key())
    assert [card.table for card in cards_of(evening.id)] == [1, 2]
    assert not has_broken_cards(evening.id)

    monkeypatch.setitem(book.config, "SECRET_KEY", key)
    with pytest.raises(CardGoneError):
        find_card(old[0])
    assert cards_of(evening.id) == []
    assert has_broken_cards(evening.id)
