"""The leaderboard: its orders, its places, players with too few games, and the ratings by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction
from itertools import pairwise

from flask import Flask
from openskill.models import PlackettLuce
from sqlalchemy import select

from scorekeeper.clubs.players import set_archived
from scorekeeper.clubs.roles import Role
from scorekeeper.statistics.leaderboard import leaderboard
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Player
from scorekeeper.web.parts.pages import PAGE_SIZE
from tests.support.clubs import the_club, visitor
from tests.support.documents import knock
from tests.support.pages import Visitor, words
from tests.support.past_games import Book, PastGame, play, standing
from tests.support.statements import counted
from tests.support.transfers import imported, lines_of
from tests.support.walks import walk

DAY = date(2026, 11, 21)


def rows(client: Visitor, address: str = "/players") -> list[str]:
    """Return every row of the leaderboard, ranked players first."""
    return [words(row) for row in client.visit(address).select(".leaders__row")]


def rows_by_hand(
    games: Sequence[PastGame], ratings: Mapping[str, int], *, by_rating: bool = False
) -> list[str]:
    """Return the rows, counted from the games."""
    played: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    fair: Counter[str] = Counter()
    for game in games:
        table = game.answer["players"]
        played.update(table)
        wins.update(game.answer["winners"])
        fair.update(dict.fromkeys(table, Fraction(1, len(table))))
    times = {name: wins[name] / fair[name] for name in played}
    worth: Mapping[str, float] = ratings if by_rating else times
    ranked = {name for name in played if played[name] >= 5}
    order = sorted(ranked, key=lambda name: (-worth[name], -played[name], name))
    found = []
    for name in order:
        shown = str(ratings[name]) if by_rating else f"{wins[name] / played[name]:.0%}"
        beside = beside_by_hand(wins[name], fair[name], played[name])
        row = f"{name[0]} {name} {wins[name]} of {played[name]} won {beside} {shown}"
        found.append(row)
    for name in sorted(played.keys() - ranked, key=lambda name: (-played[name], name)):
        missing = 5 - played[name]
        few = f"{missing} more game{'s' * (missing != 1)} to be ranked"
        found.append(f"{name[0]} {name} {few} {wins[name]} of {played[name]}")
    return found


def beside_by_hand(won: int, fair: Fraction, games: int) -> str:
    """Return the comparison of wins with expected wins, in words."""
    if games < 20:
        return "too few games to compare"
    errors = float(won - fair) / float(fair * (1 - fair / games)) ** 0.5
    if abs(errors) <= 1.96:
        return "as expected"
    side = "more" if errors > 0 else "fewer"
    return f"{side} than expected" if abs(errors) >= 4 else f"maybe {side} than expected"


def rated_by_hand(games: Sequence[PastGame]) -> dict[str, int]:
    """Return the ratings after these games of one kind."""
    model = PlackettLuce()
    known = {name: model.rating() for game in games for name in game.answer["players"]}
    for game in games:
        players = game.answer["players"]
        worth = {name: standing(game.answer, name) for name in players}
        places = [sum(worth[other] > worth[name] for other in players) for name in players]
        rated = model.rate([[known[name]] for name in players], ranks=places)
        known.update({name: rating for name, [rating] in zip(players, rated, strict=True)})
    return {name: round(1000 + 20 * (now.mu - 3 * now.sigma)) for name, now in known.items()}


@walk("variant", ["", "gin", "knock", "three-thirteen", "basic"])
@walk("year", [None, 2025, 2026])
def test_it_says_what_a_plain_count_of_the_games_says(
    past: Book, variant: str, year: int | None
) -> None:
    of_variant = [game for game in past.games if variant in ("", game.answer["variant"])]
    games = [game for game in of_variant if year in (None, game.year)]
    found = rows(past.client, f"/players?game={variant}&year={year or ''}")
    assert found == rows_by_hand(games, {})
    assert len(found) >= 2
    if variant:
        # A rating at the end of a year follows from all earlier games.
        until_then = [game for game in of_variant if game.year <= (year or game.year)]
        found = rows(past.client, f"/players?game={variant}&year={year or ''}&order=rating")
        assert found == rows_by_hand(games, rated_by_hand(until_then), by_rating=True)


@walk("variant", ["gin", "knock", "three-thirteen"])
def test_it_says_whether_the_dealer_of_a_game_wins_more(past: Book, variant: str) -> None:
    rounds = [
        (entry, len(game.answer["players"]))
        for game in past.games
        if game.answer["variant"] == variant
        for entry in game.answer["rounds"]
        if entry["winners"]
    ]
    won = sum(entry["dealer"] in entry["winners"] for entry, _players in rounds)
    fair = sum(Fraction(1, players) for _each, players in rounds)
    told = f"The dealer wins {won / len(rounds):.0%} of the rounds; {float(fair) / len(rounds):.0%}"
    page = words(past.client.visit(f"/players?game={variant}"))
    par = float(fair) / len(rounds)
    stands_out = (won - float(fair)) ** 2 >= 16 * len(rounds) * par * (1 - par)
    assert (f"{told} would be par." in page) == stands_out
    assert ("The dealer wins" in page) == stands_out


def win(app: Flask, by: str, other: str, times: int = 1) -> None:
    """Play games that `by` wins against `other`."""
    for _game in range(times):
        play(app, DAY, "gin", (by, other), {"ending": "gin", "by": by, "hands": {other: 9}})


def places(app: Flask) -> list[int | None]:
    with app.app_context():
        return [entry.place for entry in leaderboard(the_club(), Span())]


def test_players_who_win_equally_often_share_a_place(app: Flask, client: Visitor) -> None:
    win(app, "Ann", "Bob", 5)
    win(app, "Cleo", "Dan", 5)
    assert places(app) == [1, 1, 3, 3]
    assert len(client.visit("/players").select(".leaders__row--first")) == 2


def test_tables_of_two_and_of_four_are_compared_by_what_is_expected_there(
    app: Flask, client: Visitor
) -> None:
    four = ("Cleo", "Dan", "Eve", "Fay")
    for number in range(8):
        win(app, *(("Ann", "Bob") if number % 2 else ("Bob", "Ann")))
        by = "Cleo" if number < 3 else four[number % 4]
        hands = {name: 9 for name in four if name != by}
        play(app, DAY, "knock", four, {"ending": "rum", "by": by, "hands": hands})
    first, second, *_rest = rows(client)
    # Three of eight is more than expected at a table of four. Four of eight is not at a table of
    # two.
    assert first == "C Cleo 4 of 8 won too few games to compare 50%"
    assert [words(name) for name in client.visit("/players").select(".leaders__row .name")][:3] == [
        "Cleo",
        "Ann",
        "Bob",
    ]
    assert second == "A Ann 4 of 8 won too few games to compare 50%"


def test_nobody_has_a_place_before_five_games(app: Flask, client: Visitor) -> None:
    win(app, "Ann", "Bob", 4)
    assert rows(client) == [
        "A Ann 4 of 4",
        "B Bob 0 of 4",
    ]
    assert "The ranking starts at five 1 more game: Ann and Bob." in words(client.visit("/players"))
    win(app, "Ann", "Cleo")
    assert places(app) == [1, None, None]


def test_who_has_finished_no_game_is_there_with_nothing(app: Flask, client: Visitor) -> None:
    visitor(app, Role.PLAYER, player="Dora")
    assert rows(client) == ["D Dora 5 more games to be ranked"]


def test_an_archived_player_keeps_a_place_and_is_folded_away_without_one(
    app: Flask, client: Visitor
) -> None:
    win(app, "Ann", "Bob", 5)
    win(app, "Cleo", "Ann")
    with app.app_context():
        for player in db.session.scalars(select(Player).where(Player.name.in_(("Bob", "Cleo")))):
            set_archived(player, archived=True)
    page = client.visit("/players")
    assert [row.split()[1] for row in rows(client)] == ["Ann", "Bob", "Cleo"]
    assert [words(name) for name in page.select("details .name")] == ["Cleo"]


def test_a_long_leaderboard_is_some_pages_with_the_reader_on_each(app: Flask) -> None:
    names = [f"Player {number:02}" for number in range(1, 46)]
    games = [
        {"variant": "gin", "players": [one, other], "rules": {"target": 50}, "date": str(DAY)}
        | {"rounds": [knock(one, **{one: 1, other: 90})]}
        for one, other in pairwise(names)
    ]
    with app.app_context():
        imported(lines_of(*games), "games.jsonl")
    win(app, names[0], names[1], 5)
    reader = visitor(app, Role.PLAYER, player=names[-1])
    page = reader.visit("/players?order=latest")
    seen = []
    while True:
        lists = page.select("ol.leaders")
        on_page = [words(name) for name in lists[0].select(".name")]
        assert len(on_page) <= PAGE_SIZE
        seen += on_page
        if names[-1] not in on_page:
            assert [words(name) for name in lists[1].select(".name")] == [names[-1]]
        below = page.select(".pages [rel=next]")
        if not below:
            break
        page = reader.visit(str(below[0]["href"]))
    assert sorted(seen) == names
    assert words(page, ".pages") == "Further up"


def test_the_order_may_be_who_played_last(app: Flask, client: Visitor) -> None:
    win(app, "Ann", "Bob", 5)
    play(
        app,
        date(2026, 11, 28),
        "gin",
        ("Cleo", "Bob"),
        {"ending": "gin", "by": "Cleo", "hands": {"Bob": 9}},
    )
    page = client.visit("/players?order=latest")
    assert [words(name) for name in page.select(".leaders__row .name")] == ["Bob", "Cleo", "Ann"]
    assert "28 Nov 2026" in words(page.select(".leaders__row")[0])


def test_an_order_by_rating_needs_a_game(past: Book) -> None:
    assert past.client.get("/players?game=gin&order=rating").status_code == 200
    answer = past.client.get("/players?order=rating")
    assert answer.status_code == 422
    assert "Choose one of these." in answer.text


def test_a_year_without_games_is_refused_and_the_field_says_so(past: Book) -> None:
    answer = past.client.get("/players?year=1999")
    assert answer.status_code == 422
    assert "Choose one of these." in answer.text


def test_a_year_between_others_in_which_nobody_played_says_so(app: Flask, client: Visitor) -> None:
    for year in (2024, 2026):
        round = {"ending": "knock", "by": "Ann", "hands": {"Ann": 2, "Bob": 9}}
        play(app, date(year, 5, 1), "gin", ("Ann", "Bob"), round)
    assert "No game of that kind was finished then." in words(client.visit("/players?year=2025"))


def test_a_larger_book_takes_no_more_statements(past: Book, app: Flask, client: Visitor) -> None:
    win(app, "Ann", "Bob")
    for page in ("/players?game=gin", "/records"):
        sent = []
        for book, guest in ((app, client), (past.app, past.client)):
            guest.visit(page)
            with counted(book) as asked:
                guest.visit(page)
            sent.append(len(asked))
        assert sent[0] == sent[1], page


def test_a_new_club_sees_its_games_and_how_far_the_ranking_is(app: Flask, client: Visitor) -> None:
    knock = {"ending": "knock", "by": "Ann", "hands": {"Ann": 2, "Bob": 9, "Cleo": 12}}
    play(app, date(2026, 11, 20), "knock", ("Ann", "Bob", "Cleo"), knock)
    win(app, "Bob", "Ann")
    visitor(app, Role.PLAYER, player="Dora")
    page = client.visit("/players")
    assert words(page, "h1") == "Two games"
    assert [words(name) for name in page.select(".title .row-link")] == ["Bob wins", "Ann wins"]
    assert rows(client) == ["A Ann 1 of 2", "B Bob 1 of 2", "C Cleo 0 of 1", "D Dora"]
    assert "3 more games: Ann and Bob. 4 more games: Cleo." in words(page)
    [button] = page.select("form[action$='/rematch'] button")
    assert words(button) == "Rematch Bob deals"
    win(app, "Bob", "Ann", 3)
    assert words(client.visit("/players"), "h1") == "Leaderboard"


def test_a_watcher_of_a_new_club_cannot_start_a_rematch(app: Flask) -> None:
    win(app, "Bob", "Ann")
    page = visitor(app, Role.WATCHER).visit("/players")
    assert words(page, "h1") == "One game"
    assert not page.select("form[action$='/rematch']")
