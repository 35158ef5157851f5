"""The leaderboard: its order, its places, who has too few games, and the ratings by game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

import pytest
from flask import Flask
from openskill.models import PlackettLuce

from tests.support.pages import Visitor, words
from tests.support.past_book import Book
from tests.support.past_games import PastGame, play, standing
from tests.support.statements import counted

DAY = date(2026, 11, 21)


def rows(client: Visitor, address: str = "/leaderboard") -> list[str]:
    """Every row of the leaderboard, those with a place first."""
    return [words(row) for row in client.visit(address).select("table.leaderboard tbody tr")]


def rows_by_hand(games: Sequence[PastGame], ratings: Mapping[str, int]) -> list[str]:
    """The rows as they follow from the games alone."""
    played: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    shared: Counter[str] = Counter()
    for game in games:
        winners = game.answer["winners"]
        played.update(game.answer["players"])
        wins.update(winners)
        shared.update(winners if len(winners) > 1 else ())
    rate = {name: Fraction(wins[name], played[name]) for name in played}
    needed = min(10, -(-max(played.values(), default=0) // 4))
    ranked = {name for name in played if played[name] >= needed}
    found = []
    for name in sorted(
        played, key=lambda name: (name not in ranked, -rate[name], -played[name], name)
    ):
        place = 1 + sum(rate[other] > rate[name] for other in ranked)
        games_of = f"{wins[name]} of {played[name]} game{'s' * (played[name] != 1)}"
        parts = [
            f"{place} " if name in ranked else "",
            f"{name[0]} {name} {games_of}",
            f", {shared[name]} shared" if shared[name] else "",
            f" {wins[name] / played[name]:.0%}",
            f" {ratings[name]}" if ratings else "",
        ]
        found.append("".join(parts))
    return found


def rated_by_hand(games: Sequence[PastGame]) -> dict[str, int]:
    """The ratings after these games of one kind."""
    model = PlackettLuce()
    known = {name: model.rating() for game in games for name in game.answer["players"]}
    for game in games:
        players = game.answer["players"]
        worth = {name: standing(game.answer, name) for name in players}
        places = [sum(worth[other] > worth[name] for other in players) for name in players]
        rated = model.rate([[known[name]] for name in players], ranks=places)
        known.update({name: rating for name, [rating] in zip(players, rated, strict=True)})
    return {name: round(1000 + 20 * (now.mu - 3 * now.sigma)) for name, now in known.items()}


@pytest.mark.parametrize("variant", ["", "gin", "knock", "three-thirteen", "basic"])
@pytest.mark.parametrize("year", [None, 2025, 2026])
def test_it_says_what_a_plain_count_of_the_games_says(
    past: Book, variant: str, year: int | None
) -> None:
    of_variant = [each for each in past.games if variant in ("", each.answer["variant"])]
    games = [each for each in of_variant if year in (None, each.year)]
    # A rating at the end of a year follows from all the games before.
    until_then = [each for each in of_variant if each.year <= (year or each.year)]
    ratings = rated_by_hand(until_then) if variant else {}
    found = rows(past.client, f"/leaderboard?game={variant}&year={year or ''}")
    assert found == rows_by_hand(games, ratings)
    assert len(found) >= 2


def win(app: Flask, by: str, other: str, times: int = 1) -> None:
    """Games that `by` won against the other."""
    for _game in range(times):
        play(app, DAY, "gin", (by, other), {"ending": "gin", "by": by, "hands": {other: 9}})


def test_players_who_win_equally_often_share_a_place(app: Flask, client: Visitor) -> None:
    win(app, "Ann", "Bob")
    win(app, "Cleo", "Dan")
    assert [row.split()[0] for row in rows(client)] == ["1", "1", "3", "3"]


def test_players_with_few_games_are_listed_apart(app: Flask, client: Visitor) -> None:
    win(app, "Ann", "Bob", 5)
    win(app, "Cleo", "Ann")
    page = client.visit("/leaderboard")
    placed, others = (
        [words(name) for name in table.select(".person .name")]
        for table in page.select("table.leaderboard")
    )
    assert (placed, others) == (["Ann", "Bob"], ["Cleo"])
    assert "With fewer than 2 games" in words(page)


def test_a_number_of_games_leads_to_these_games(past: Book) -> None:
    page = past.client.visit("/leaderboard?game=gin&year=2025")
    row = page.select("table.leaderboard tbody tr")[0]
    link = row.select_one(".leaderboard__games")
    assert link is not None
    listed = past.client.visit(str(link["href"])).select(".history-game")
    assert words(link).split(" of ")[1].startswith(f"{len(listed)} game")


def test_a_year_without_games_is_refused_and_the_field_says_so(past: Book) -> None:
    answer = past.client.get("/leaderboard?year=1999")
    assert answer.status_code == 422
    assert "Choose one of these." in answer.text


def test_a_year_between_others_in_which_nobody_played_says_so(app: Flask, client: Visitor) -> None:
    for year in (2024, 2026):
        round = {"ending": "knock", "by": "Ann", "hands": {"Ann": 2, "Bob": 9}}
        play(app, date(year, 5, 1), "gin", ("Ann", "Bob"), round)
    assert "No game of that kind was finished then." in words(
        client.visit("/leaderboard?year=2025")
    )


def test_an_empty_book_says_what_will_be_here(client: Visitor) -> None:
    assert "Win one, and you lead." in words(client.visit("/leaderboard"))


def test_a_larger_book_takes_no_more_statements(past: Book, app: Flask, client: Visitor) -> None:
    win(app, "Ann", "Bob")
    for page in ("/leaderboard?game=gin", "/records"):
        sent = []
        for book, visitor in ((app, client), (past.app, past.client)):
            visitor.visit(page)
            with counted(book) as asked:
                visitor.visit(page)
            sent.append(len(asked))
        assert sent[0] == sent[1], page
