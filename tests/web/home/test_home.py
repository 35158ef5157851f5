"""Home: the games in play, tonight’s score, suggestions for the next game, and past games."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.evenings import evening_of, zone
from scorekeeper.games import commands
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.storage.database import write
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import find_game
from scorekeeper.web.parts.faces import ANY_GAME, emblem_address, games_with_emblem
from tests.support.clock import Clock
from tests.support.clubs import the_club, visitor
from tests.support.crowded import many_games_on_the_table
from tests.support.documents import VOID, knock, out, stock
from tests.support.elements import Element
from tests.support.new_game import started
from tests.support.pages import Visitor, read, words
from tests.support.scorebook import form, record, start, win
from tests.support.table import Table

PARIS = zone("Europe/Paris")


@pytest.fixture
def clock(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:  # noqa: ARG001 - all is imported
    """The clock of the server, set to eight in the evening."""
    clock = Clock(monkeypatch)
    clock.strike(20, PARIS)
    return clock


def on_the_table(page: Element) -> Element:
    return page.select_one(".home-table")


def players(page: Element) -> list[str]:
    """Return the players of the game on the table, as read aloud."""
    return [words(player) for player in page.select(".home-table__player")]


def before(page: Element) -> list[str]:
    return [words(game) for game in page.select("[aria-labelledby=finished] .item > .grow")]


def leave_alone(row: GameRow, days: int = 2) -> None:
    """Age a game: let some days pass since the last change of this game."""
    with write() as session:
        found = session.get_one(GameRow, row.id)
        found.changed_at -= timedelta(days=days)


def test_an_empty_score_book_says_what_to_do(client: Visitor) -> None:
    page = client.visit("/")
    assert words(page, "h1") == "You play. We keep score."
    assert "Choose the game and the players." in words(page)
    assert page.select_one("a[href='/games/new']").text.strip() == "New game"
    assert not page.select(".home-table, .item")


def test_an_empty_score_book_leads_an_organiser_to_a_tournament(app: Flask) -> None:
    def ways(role: Role) -> list[str]:
        return [link["href"] for link in visitor(app, role).visit("/").select(".home-ways a")]

    assert "/tournaments/new" in ways(Role.KEEPER)
    assert "/tournaments/new" not in ways(Role.PLAYER)


def test_a_game_in_play_is_one_tap_away_and_shows_who_leads(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = start()
        page = client.visit("/")
        assert "round 1" in on_the_table(page).text
        assert players(page) == ["A Ann 0", "B Bob 0"]
        game_id = record(row, win(20)).id
    page = client.visit("/")
    assert on_the_table(page).select_one("a")["href"] == f"/games/{game_id}"
    assert words(on_the_table(page), ".home-table > .spread") == "On the table 1 minute ago round 2"
    assert words(on_the_table(page), "h3") == "Gin Rummy"
    assert players(page) == ["A Ann (in front) 20", "B Bob 0"]


def test_fewest_points_lead_where_they_win(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = start(variant="three-thirteen")
        record(row, out("Ann", Bob=9))
    assert players(client.visit("/")) == ["A Ann (in front) 0", "B Bob 9"]


def test_of_several_games_in_play_the_last_changed_is_large(app: Flask, client: Visitor) -> None:
    with app.app_context():
        first, second = start(), start(("Cem", "Dan"), variant="tonk")
        large, small = record(first, win(20)).id, second.id
    page = client.visit("/")
    assert on_the_table(page).select_one("a")["href"] == f"/games/{large}"
    [row] = page.select("[aria-labelledby=playing] .item")
    assert row.select_one("a")["href"] == f"/games/{small}"
    assert words(row, "h3") == "Tonk"


def test_with_many_games_in_play_home_stays_short(app: Flask, client: Visitor) -> None:
    many_games_on_the_table(app)
    page = client.visit("/")
    assert len(page.select("[aria-labelledby=playing] .item")) == 2
    assert words(page, "[aria-labelledby=playing] .home-ways") == "All games in play"
    assert len(page.select(".home-tonight .item")) == 3
    assert "and 2 more" in words(page, ".home-tonight")
    assert words(page, ".home-again h3") == "Gin Rummy, again"
    assert not page.select(".home-tile")
    assert len(before(page)) == 1


def test_games_that_nobody_begins_fold_away_after_a_day(app: Flask, client: Visitor) -> None:
    with app.app_context():
        for _ in range(2):
            leave_alone(start())
        leave_alone(record(start(("Cem", "Dan")), VOID))
        fresh = start(("Eve", "Fay")).id
    page = client.visit("/")
    assert on_the_table(page).select_one("a")["href"] == f"/games/{fresh}"
    assert len(page.select("[aria-labelledby=playing] .item")) == 1, "it has a round"
    way = page.select_one("[aria-labelledby=playing] .home-ways a")
    assert words(way) == "2 games not begun"
    assert len(client.visit(way["href"]).select(".item")) == 2
    assert len(client.visit("/games/in-play").select(".item")) == 4


@pytest.mark.usefixtures("clock")
def test_a_called_game_is_not_said_to_be_played_to_the_end(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = record(start(), win(20))
        commands.call(row.id, **form(row))
        empty = start()
        commands.call(empty.id, **form(empty))
    assert before(client.visit("/")) == [
        "Ann and Bob shared Gin Rummy, 0–0 tonight ended early",
        "Ann won Gin Rummy, 20–0 tonight 1 round ended early",
    ]


@pytest.mark.usefixtures("clock")
def test_totals_below_nothing_are_told_apart(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = start(variant="rummy-500")
        row = record(row, stock(Ann={"shown": 20, "left": 90}, Bob={"left": 110}))
        commands.call(row.id, **form(row))
    [line] = before(client.visit("/"))
    assert line.startswith("Ann won Rummy 500, −70 to −110")


@pytest.mark.usefixtures("clock")
def test_a_finished_game_says_who_won_it(app: Flask, client: Visitor) -> None:
    hands = {"ending": "knock", "by": "Cem", "hands": {"Ann": 9, "Bob": 30, "Cem": 2}}
    with app.app_context():
        row = record(start(overrides={"target": 50}), win(20), win(60, by="Bob"))
        with write() as session:
            session.get_one(GameRow, row.id).played_on = date(2024, 11, 14)
        three = ("Ann", "Bob", "Cem")
        record(start(three, variant="knock", overrides={"target": 20}), hands)
    page = client.visit("/")
    assert before(page) == [
        "Cem won Knock Rummy with 35 tonight 1 round",
        "Bob won Gin Rummy, 60–20 14 November 2024 2 rounds",
    ]
    assert not page.select("[aria-labelledby=playing]")


def test_tonight_says_who_won_which_games(app: Flask, client: Visitor, clock: Clock) -> None:
    assert "Tonight" not in words(client.visit("/"))
    with app.app_context():
        for winner in ("Ann", "Bob", "Bob"):
            record(start(overrides={"target": 50}), win(60, winner))
        row = start(variant="knock", overrides={"target": 20})
        record(row, knock("Bob", Ann=30, Bob=2))
    tonight = client.visit("/").select_one("[aria-labelledby=tonight]")
    day = evening_of(clock.now(), PARIS)
    assert tonight.select_one("a")["href"] == f"/evenings/{day}"
    assert [words(row) for row in tonight.select("li")] == [
        "B Bob Gin Rummy ×2, Knock Rummy 3 games won",
        "A Ann Gin Rummy 1 game won",
    ]


def test_tonight_names_who_won_as_much_by_the_alphabet(app: Flask, client: Visitor) -> None:
    with app.app_context():
        for winner in ("Bob", "émile", "Zoé", "Ann"):
            game = start((winner, "Dan"), overrides={"target": 50})
            record(game, knock(winner, **{winner: 5, "Dan": 65}))
    tonight = client.visit("/").select("[aria-labelledby=tonight] li")
    assert [words(each).split()[1] for each in tonight] == ["Ann", "Bob", "émile", "Zoé"]


@pytest.mark.parametrize(
    ("hour", "called"), [(9, "Today"), (14, "Today"), (20, "Tonight"), (2, "Tonight")]
)
def test_the_evening_is_called_by_the_time_of_day(
    app: Flask, client: Visitor, clock: Clock, hour: int, called: str
) -> None:
    clock.strike(hour, PARIS)
    with app.app_context():
        record(start(overrides={"target": 50}), win(60))
    page = client.visit("/")
    assert words(page, "#tonight") == called
    assert before(page) == [f"Ann won Gin Rummy, 60–0 {called.lower()} 1 round"]


class TestLeftOpen:
    """A page left open follows the changes of others."""

    def test_a_game_that_somebody_starts_comes_by_itself(self, app: Flask, client: Visitor) -> None:
        page = client.visit("/")
        assert client.poll(page).status_code == 204
        with app.app_context():
            game_id = start().id
        news = read(client.poll(page))
        assert players(news) == ["A Ann 0", "B Bob 0"]
        assert not news.select("#home-actions .actions"), "there is one next step"
        with app.app_context():
            record(find_game(the_club(), game_id), win(20))
        assert players(read(client.poll(news))) == ["A Ann (in front) 20", "B Bob 0"]

    def test_it_asks_again_in_vain_while_nothing_happens(self, app: Flask, client: Visitor) -> None:
        with app.app_context():
            record(start(overrides={"target": 50}), win(60))
            start()
        assert client.poll(client.visit("/")).status_code == 204

    def test_whoever_is_removed_is_led_to_the_door(self, app: Flask, client: Visitor) -> None:
        page = client.visit("/")
        answer = visitor(app, None).poll(page)
        assert answer.headers["HX-Redirect"] == "/"


class TestNextGame:
    """The last players start their next game with one tap, in their last order of seats."""

    @pytest.fixture
    def played(self, app: Flask) -> None:
        """A game of Tonk, and then one of Gin with Bob as winner of the last round."""
        with app.app_context():
            tonk = start(("Cem", "Dora", "Eve"), variant="tonk", overrides={"hand_size": 7})
            record(tonk, VOID)
            commands.call(tonk.id, **form(tonk))
            record(start(overrides={"target": 50}, preset="modern"), win(60, by="Bob"))

    @pytest.fixture
    def tonk(self, app: Flask) -> None:
        """A game of Tonk with three players."""
        with app.app_context():
            tonk = record(start(("Cem", "Dora", "Eve"), variant="tonk"), VOID)
            commands.call(tonk.id, **form(tonk))

    @pytest.mark.usefixtures("played")
    def test_the_last_game_starts_again_in_one_tap(self, app: Flask, client: Visitor) -> None:
        page = client.visit("/")
        assert [words(name) for name in page.select(".home-seats .name")] == ["Ann", "Bob"]
        assert words(page, ".home-again") == "Gin Rummy, again Play again"
        assert not page.select("#home-actions a"), "one button is brass"
        game = started(app, client.submit(page, form=".home-again form"))
        assert (game.variant.key, game.preset, game.players) == ("gin", "modern", ("Ann", "Bob"))
        assert (game.dealer, dict(game.changes)) == (1, {"target": 50})

    @pytest.mark.usefixtures("played")
    def test_another_game_starts_with_the_same_players_by_the_rules_it_was_played_by(
        self, app: Flask, client: Visitor
    ) -> None:
        page = client.visit("/")
        tiles = [words(tile) for tile in page.select(".home-tile")]
        assert tiles[:2] == ["Tonk", "Oklahoma Gin"]
        game = started(app, client.submit(page, form=".home-tiles form"))
        assert (game.variant.key, game.players) == ("tonk", ("Ann", "Bob"))
        assert (game.dealer, dict(game.changes)) == (1, {"hand_size": 7})

    @pytest.mark.usefixtures("tonk")
    def test_a_tap_on_a_face_takes_it_out_and_the_next_tap_back_in(
        self, app: Flask, client: Visitor
    ) -> None:
        faces = client.visit("/").select(".home-seats a[aria-label]")
        assert [face["aria-label"] for face in faces] == [
            "Without Cem",
            "Without Dora",
            "Without Eve",
        ]
        page = client.visit(str(faces[1]["href"]))
        assert client.poll(page).status_code == 204
        assert [words(tile) for tile in page.select(".home-tile")][:2] == [
            "Gin Rummy",
            "Oklahoma Gin",
        ]
        game = started(app, client.submit(page, form=".home-again form"))
        assert (game.variant.key, game.players, game.dealer) == ("tonk", ("Cem", "Eve"), 0)
        back = page.select_one("[aria-label='With Dora']")
        page = client.visit(str(back["href"]))
        assert "Gin Rummy" not in [words(tile) for tile in page.select(".home-tile")]
        alone = client.visit("/?out=0&out=1&out=7")
        assert "At least two play." in words(alone)
        assert not alone.select(".home-tile, .home-again")

    def test_the_first_player_deals_if_the_last_one_was_to_deal_and_is_out(
        self, app: Flask, client: Visitor
    ) -> None:
        with app.app_context():
            rounds = [out("Cem", Dora=5, Eve=7), out("Cem", Dora=5, Eve=7)]
            basic = record(start(("Cem", "Dora", "Eve"), variant="basic"), *rounds)
            commands.call(basic.id, **form(basic))
        page = client.visit("/?out=2")
        game = started(app, client.submit(page, form=".home-again form"))
        assert (game.variant.key, game.players, game.dealer) == ("basic", ("Cem", "Dora"), 0)

    @pytest.mark.usefixtures("tonk")
    def test_another_game_and_the_form_are_without_who_is_out(
        self, app: Flask, client: Visitor
    ) -> None:
        page = client.visit("/?out=0")
        game = started(app, client.submit(page, form=".home-tiles form"))
        assert (game.variant.key, game.players, game.dealer) == ("gin", ("Dora", "Eve"), 0)
        [other] = page.select(".home-seats a:not([aria-label])")
        seated = client.visit(str(other["href"])).select(".new-game-place__name")
        assert [field["value"] for field in seated] == ["Dora", "Eve", ""]

    @pytest.mark.usefixtures("tonk")
    def test_only_games_for_as_many_players_are_offered(self, client: Visitor) -> None:
        tiles = [words(tile) for tile in client.visit("/").select(".home-tile")]
        assert tiles
        assert "Oklahoma Gin" not in tiles
        assert "Gin Rummy" not in tiles

    @pytest.mark.usefixtures("played")
    def test_a_game_on_the_table_is_not_offered_again(self, client: Visitor) -> None:
        client.submit("/", form=".home-again form")
        page = client.visit("/")
        assert not page.select(".home-again")
        tiles = [words(tile) for tile in page.select(".home-tile")]
        assert tiles[:2] == ["Tonk", "Oklahoma Gin"]

    def test_a_club_that_has_finished_no_game_chooses_players_first(
        self, app: Flask, client: Visitor
    ) -> None:
        Table(app)
        link = client.visit("/").select_one("a.home-tile")
        assert words(link) == "Oklahoma Gin 2 players"
        assert client.visit(link["href"]).select_one("[name=variant]")["value"] == "oklahoma"
        assert len(client.visit("/").select("a.home-tile")) == len(VARIANTS) - 1

    def test_to_so_many_who_make_partners_their_games_are_offered_first(
        self, app: Flask, client: Visitor
    ) -> None:
        with app.app_context():
            four = start(("Ann", "Bob", "Cem", "Dee"), variant="knock")
            commands.call(record(four, VOID).id, **form(four))
        tiles = client.visit("/").select(".home-tile")
        assert [words(tile, ".home-tile__name") for tile in tiles][:3] == [
            "Canasta",
            "Hand and Foot",
            "Burraco",
        ]
        game = started(app, client.submit("/", form=".home-tiles form"))
        assert tuple(game.players) == ("Ann", "Bob", "Cem", "Dee")
        assert tuple(game.partners) == ("Ann & Cem", "Bob & Dee")

    @pytest.mark.usefixtures("played")
    def test_a_game_that_there_is_not_is_not_found(self, client: Visitor) -> None:
        action = client.visit("/").select_one(".home-tiles form")["action"]
        assert client.send(action, variant="whist").status_code == 404

    @pytest.mark.usefixtures("played")
    def test_a_watcher_is_offered_none(self, app: Flask) -> None:
        assert not visitor(app, Role.WATCHER).visit("/").select(".home-tile, .home-again")

    def test_every_game_has_an_emblem_of_its_own(self, app: Flask, client: Visitor) -> None:
        keys = [
            choice["href"].rpartition("=")[2]
            for choice in client.visit("/games/new").select(".choose-game a")
        ]
        assert games_with_emblem() == {*keys, ANY_GAME}
        with app.test_request_context():
            assert emblem_address("whist").endswith(f"#emblem-{ANY_GAME}")


def test_a_watcher_of_an_empty_score_book_is_not_told_what_to_do(app: Flask) -> None:
    page = visitor(app, Role.WATCHER).visit("/")
    assert "No game is being played." in words(page)
    assert not page.select(".book-welcome, main a")


def test_a_game_is_there_for_players_to_play_on_and_for_watchers_to_look_at(app: Flask) -> None:
    with app.app_context():
        start()
    for role, said in ((Role.PLAYER, "Play on"), (Role.WATCHER, "View")):
        assert words(visitor(app, role).visit("/"), ".home-table__go") == said


def test_phones_that_are_looked_at_are_counted(app: Flask, client: Visitor) -> None:
    with app.app_context():
        start()
    assert "here" not in words(client.visit("/"), ".head")
    visitor(app, Role.WATCHER)
    assert "2 phones here" in words(client.visit("/"), ".head")


def test_two_phones_of_one_player_count_once(app: Flask) -> None:
    with app.app_context():
        start()
    phones = [visitor(app, Role.PLAYER, player=name) for name in ("Ann", "Bob", "Bob")]
    assert "2 phones here" in words(phones[0].visit("/"), ".head")


def test_a_new_game_is_begun_while_another_is_on_the_table(app: Flask, client: Visitor) -> None:
    Table(app)
    page = client.visit("/")
    assert [words(way) for way in page.select("main a[href='/games/new']")] == ["New game"]
