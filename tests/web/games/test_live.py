"""Live updates: a poll returns the changed parts, and is empty without a change."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.clubs.members import give_device, phones_of
from scorekeeper.clubs.roles import Role
from scorekeeper.statistics.merging import merge_players
from scorekeeper.storage.queries import active_people
from tests.support.clock import Clock
from tests.support.clubs import the_club, visitor
from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import Visitor, news_of, read, words
from tests.support.party import ANNOUNCE
from tests.support.table import Table
from tests.support.walks import walk


def pace(page: Element) -> str:
    """Return the htmx trigger of a page’s poll."""
    [asks] = page.select("[hx-trigger^=every]")
    return str(asks["hx-trigger"])


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "knock", FOUR)


@walk("page", ["", "/watch"])
def test_a_poll_answers_nothing_while_nothing_changes(
    client: Visitor, table: Table, page: str
) -> None:
    answer = client.poll(client.visit(table.address + page))
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_poll_returns_the_round_that_somebody_recorded(client: Visitor, table: Table) -> None:
    before = client.visit(table.address)
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    answer = client.poll(before)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    news = read(answer)
    assert "42" in words(news, "#sheet-head .board-row--leads")
    assert words(news, "#sheet-last .undo") == "Undo round 1"
    assert "+42" in words(news, "#sheet-rounds")
    assert "Round 2" in words(news, "#sheet-title")
    assert "Jean, in front, deals" in words(news, "#sheet-head .board-row:has(.dealer)")
    last = words(news, "#sheet-last")
    assert last.startswith("Jean scores 42 Round 1 Jean knocked J Jean: 5 5 points P Paul: 8")
    assert "Jacques 28 − Jean 5 +23" in last
    parts = [part for part in news.children if part.get("id") != "live"]
    assert len(parts) > 3
    assert not news.select("#typing, [data-hand]"), "the form of a round is no part that changes"
    for part in parts:
        assert part["hx-swap-oob"] == "true"
        assert before.select_one(f"#{part['id']}") is not None
    assert client.poll(news).status_code == 204


def test_the_page_of_a_finished_game_polls_rarely(client: Visitor, table: Table) -> None:
    before = client.visit(table.address)
    table.change("call")
    answer = client.poll(before)
    assert answer.status_code == 200, "286 would be htmx's own way"
    for page in (read(answer), client.visit(table.address), client.visit(table.address + "/watch")):
        assert pace(page) == "every 15s, wake"
        assert client.poll(page).status_code == 204
    assert "the totals stand" in words(read(answer), "#sheet-head")
    assert words(read(answer), "#sheet-actions .button--primary") == "Rematch Pierre deals"


@walk("change", ["undo", "play_on"])
def test_the_page_of_a_finished_game_shows_that_the_end_was_undone(
    client: Visitor, table: Table, change: str
) -> None:
    table.change("call")
    over = client.visit(table.address)
    table.change(change)
    news = read(client.poll(over))
    assert "Pierre, deals" in words(news, "#sheet-head .board-row:has(.dealer)")
    assert pace(news) == "every 2s, wake"
    assert client.poll(news).status_code == 204


def test_the_page_of_a_finished_game_links_to_the_rematch(
    app: Flask, client: Visitor, table: Table
) -> None:
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    table.change("call")
    over = client.visit(table.address)
    assert words(over, "#sheet-actions .button--primary") == "Rematch Jean deals"
    rematch = Table(app, "knock", FOUR[::-1])
    Table(app, "knock", FOUR[:3])
    news = read(client.poll(over))
    [link] = news.select("#sheet-actions .button--primary")
    assert (link.text.strip(), link["href"]) == ("Next game", rematch.address)
    assert client.poll(news).status_code == 204


def test_another_game_of_the_same_players_counts_as_the_next_once_it_is_played(
    app: Flask, client: Visitor
) -> None:
    over = Table(app, "hollywood")
    set_up = Table(app)
    over.knock("Ann", Ann=3, Bob=11)
    over.change("call")
    page = client.visit(over.address)
    assert words(page, "#sheet-actions .button--primary") == "Rematch Ann deals"
    assert not page.select(f"a[href='{set_up.address}']")
    set_up.knock("Ann", Ann=3, Bob=11)
    [link] = client.visit(over.address).select("#sheet-actions .button--primary")
    assert (link.text.strip(), link["href"]) == ("Next game", set_up.address)
    rematch = Table(app, "hollywood")
    [link] = client.visit(over.address).select("#sheet-actions .button--primary")
    assert link["href"] == rematch.address


def test_a_rematch_of_another_kind_is_offered_to_the_others_before_its_first_round(
    app: Flask, client: Visitor
) -> None:
    over = Table(app)
    over.knock("Ann", Ann=3, Bob=11)
    over.change("call")
    page = client.visit(over.address)
    form = client.submit(f"/games/new?rematch={over.id}", button="[value='variant:knock']")
    begun = client.submit(read(form)).location
    news = read(client.poll(page))
    [link] = news.select("#sheet-actions .button--primary")
    assert (link.text.strip(), link["href"]) == ("Next game", begun)


def test_the_large_view_goes_on_to_the_rematch_by_itself(
    app: Flask, client: Visitor, table: Table
) -> None:
    before = client.visit(table.address + "/watch")
    table.change("call")
    over = read(client.poll(before))
    rematch = Table(app, "knock", FOUR)
    answer = client.poll(over)
    assert answer.headers["HX-Redirect"] == rematch.address + "/watch"
    assert "Set-Cookie" not in answer.headers
    shown_on_purpose = client.visit(table.address + "/watch")
    assert client.poll(shown_on_purpose).status_code == 204
    assert "HX-Redirect" not in client.poll(shown_on_purpose).headers


def test_a_message_goes_away_with_the_next_change(client: Visitor, table: Table) -> None:
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    page = client.press(table.address, form=".undo")
    assert news_of(page)
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    assert news_of(read(client.poll(page))) == "Round 1 recorded"


def test_a_phone_is_told_what_another_did_and_by_whom(client: Visitor, table: Table) -> None:
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    page = client.visit(table.address)
    table.change("undo", entered_by="Paul")
    assert news_of(read(client.poll(page))) == "Round 1 undone by Paul"


def test_the_last_round_is_replaced_by_one_that_is_being_entered(app: Flask, table: Table) -> None:
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    paul = visitor(app, Role.PLAYER, player="Paul")
    visitor(app, Role.PLAYER, player="Jean")
    paul.submit(table.address, {"ending": "knock:1"}, form=ANNOUNCE)
    page = paul.visit(table.address)
    assert not page.select(".sheet-last")
    assert "Jean knocked" in words(page, "#sheet-now")


def test_a_watcher_gets_updates_without_controls(app: Flask, table: Table) -> None:
    wes = visitor(app, Role.WATCHER)
    before = wes.visit(table.address)
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    news = read(wes.poll(before))
    assert "42" in words(news, "#sheet-head")
    assert not news.select("form, .actions")


def test_a_page_is_reloaded_when_the_member_gets_another_role(
    app: Flask, client: Visitor, table: Table
) -> None:
    wes = visitor(app, Role.WATCHER)
    before = wes.visit(table.address)
    assert "HX-Refresh" not in wes.poll(before).headers
    client.submit("/club", {"role": "player"}, form="form:has(option[value=watcher][selected])")
    answer = wes.poll(before)
    assert (answer.status_code, answer.headers["HX-Refresh"]) == (204, "true")
    after = wes.visit(table.address)
    assert words(after, "#sheet-actions summary") == "Round over?"
    assert "HX-Refresh" not in wes.poll(after).headers


def test_a_page_is_reloaded_when_the_phone_is_given_to_somebody_else(
    app: Flask, table: Table
) -> None:
    phone = visitor(app, Role.PLAYER, player="Jean")
    pages = [phone.visit(table.address + path) for path in ("", "/rounds/new")]
    with app.app_context():
        [jean] = [found for found in phones_of(the_club().id) if found.player == "Jean"]
        give_device(the_club(), jean.device_id, "Paul")
    for page in pages:
        answer = phone.poll(page)
        assert (answer.status_code, answer.headers["HX-Refresh"]) == (204, "true")
    assert "HX-Refresh" not in phone.poll(phone.visit(table.address)).headers


def test_the_large_view_updates_and_has_no_controls(client: Visitor, table: Table) -> None:
    before = client.visit(table.address + "/watch")
    assert not before.select("main form, main button, main .actions")
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    news = read(client.poll(before))
    assert words(news, "#watch .watch__result") == "Jean scores 42"
    assert news.select("#watch[hx-trigger^=every]")


def test_the_large_view_shows_the_rules_until_there_is_a_round(
    client: Visitor, table: Table
) -> None:
    start = client.visit(table.address + "/watch")
    assert "Rules of this game: Standard" in words(start, ".watch__rest")
    assert "Rum bonus 25" in words(start, ".watch__rest")
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    assert not read(client.poll(start)).select(".watch-start")


def test_the_large_view_lets_people_in_where_this_browser_made_the_invitation(
    app: Flask, client: Visitor, table: Table
) -> None:
    def shown(visitor: Visitor) -> str:
        return words(visitor.visit(table.address + "/watch"), ".watch__rest")

    assert "Play along" not in shown(client)
    client.submit(table.address, form='form:has([name="at_once"])')
    made = client.visit("/club/invitations").select_one('a[href^="/club/invitations/"]')
    code = words(client.visit(str(made["href"])), ".club-square__code")
    assert re.search(rf"Play along on your phone or type this code at \S+ {code}", shown(client))
    assert "Play along" not in shown(visitor(app, Role.KEEPER))


@walk(("variant", "players"), [("knock", FOUR), ("hollywood", ("Ann", "Bob"))])
def test_the_large_view_shows_the_last_rounds_alone(
    app: Flask, client: Visitor, variant: str, players: tuple[str, ...]
) -> None:
    table = Table(app, variant, players)
    for _ in range(6):
        table.knock(players[1], **{name: 9 if name != players[1] else 2 for name in players})
    shown = client.visit(table.address + "/watch").select(".sheet-table .sheet-table-round__number")
    assert [number.text for number in shown] == ["3", "4", "5", "6"]
    assert len(client.visit(table.address).select(".sheet-table .sheet-table-round__number")) == 6


def test_a_poll_for_an_unknown_page_is_refused(client: Visitor, table: Table) -> None:
    assert client.get(f"{table.address}/live?at=nowhere").status_code == 400


@walk(("page", "is_awake"), [("", True), ("/rounds/new", True), ("/watch", True), ("over", False)])
def test_pages_of_a_game_in_play_keep_the_phone_awake(
    app: Flask, client: Visitor, table: Table, page: str, is_awake: bool
) -> None:
    if page == "over":
        table, page = Table(app), ""
        table.record("gin", "Ann", hands={"Bob": 90})
    assert bool(client.visit(table.address + page).select("[data-awake]")) is is_awake


NEWER = "#sheet-newer"
BEGUN = "Paul has started a new game: Gin Rummy. Go to the new game"


def begin(who: Visitor, *players: str) -> str:
    """Start a game of Gin on a phone, and return the address of its sheet."""
    page = who.visit("/games/new?variant=gin")
    return str(who.submit(page, {"name": [*players]}, form="#new-game").location)


def phones(app: Flask, *names: str) -> tuple[Visitor, ...]:
    return tuple(visitor(app, Role.PLAYER, player=name) for name in names)


@pytest.mark.parametrize("is_over", [True, False])
def test_a_sheet_says_that_another_game_of_its_player_has_begun(
    app: Flask, table: Table, is_over: bool
) -> None:
    if is_over:
        table.change("call")
    jean, paul, jacques = phones(app, "Jean", "Paul", "Jacques")
    sheets = {who: who.visit(table.address) for who in (jean, paul, jacques)}
    assert not words(sheets[jean], NEWER)
    begun = begin(paul, "Paul", "Jean")
    for who in (jean, paul):
        news = read(who.poll(sheets[who]))
        assert words(news, NEWER) == BEGUN
        assert news.select_one(f"{NEWER} a")["href"] == begun
        assert who.poll(news).status_code == 204
        assert not words(who.visit(begun), NEWER)
    assert jacques.poll(sheets[jacques]).status_code == 204


def test_a_sheet_is_silent_once_the_player_has_gone_on_with_its_game(
    app: Flask, table: Table
) -> None:
    jean, paul = phones(app, "Jean", "Paul")
    begin(paul, "Paul", "Jean")
    assert words(jean.visit(table.address), NEWER) == BEGUN
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    assert not words(jean.visit(table.address), NEWER)


def test_a_sheet_is_silent_on_a_game_that_nobody_began_for_a_day(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    server_clock = Clock(monkeypatch)
    jean, paul = phones(app, "Jean", "Paul")
    begin(paul, "Paul", "Jean")
    server_clock.set(timedelta(hours=23))
    assert words(jean.visit(table.address), NEWER) == BEGUN
    server_clock.set(timedelta(hours=25))
    assert not words(jean.visit(table.address), NEWER)


def test_a_phone_of_a_merged_player_hears_of_the_game_too(app: Flask, table: Table) -> None:
    jeannot, paul = phones(app, "Jeannot", "Paul")
    with app.app_context():
        people = {player.name: player for player in active_people(the_club())}
        merge_players(people["Jeannot"], people["Jean"])
    sheet = jeannot.visit(table.address)
    begin(paul, "Paul", "Jean")
    assert words(read(jeannot.poll(sheet)), NEWER) == BEGUN
