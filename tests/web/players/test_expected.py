"""The comparison of wins with expected wins: the numbers behind its words."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from fractions import Fraction

from flask import Flask

from scorekeeper.statistics.fairness import Wins
from scorekeeper.storage.models import WHOLE_WIN
from scorekeeper.web.subjects.expected import Verdict, compare_wins, parts_of
from tests.support.pages import Visitor, words
from tests.support.past_games import Book, play
from tests.support.walks import walk

DAY = date(2026, 5, 1)


@walk(
    ("games", "won", "said", "side"),
    [
        (19, 19, "too few games to compare", Verdict.EVEN),
        (20, 14, "as expected", Verdict.EVEN),
        (20, 15, "maybe more than expected", Verdict.EVEN),
        (20, 6, "as expected", Verdict.EVEN),
        (20, 5, "maybe fewer than expected", Verdict.EVEN),
        (20, 19, "more than expected", Verdict.MORE),
        (20, 1, "fewer than expected", Verdict.FEWER),
        (400, 219, "as expected", Verdict.EVEN),
        (400, 240, "more than expected", Verdict.MORE),
    ],
)
def test_more_is_said_only_as_boldly_as_the_games_allow(
    app: Flask, games: int, won: int, said: str, side: Verdict
) -> None:
    with app.test_request_context():
        compared = compare_wins(Wins(games, won, games * WHOLE_WIN // 2))
    assert (compared.words, compared.verdict) == (said, side)


def test_the_parts_add_up_to_the_whole(app: Flask) -> None:
    shares = [(WHOLE_WIN // 3, 7), (WHOLE_WIN // 7, 9), (WHOLE_WIN // 2, 5), (WHOLE_WIN // 6, 1)]
    with app.test_request_context():
        parts = list(parts_of(shares))
    whole = sum(Fraction(share * games, WHOLE_WIN) for share, games in shares)
    assert round(sum(float(part.expected) for part in parts), 1) == round(float(whole), 1)
    assert [(part.one_in, part.games) for part in parts] == [(2, 5), (3, 7), (6, 1), (7, 9)]


@walk("name", ["Ann", "Bob", "Cleo"])
@walk("variant", ["", "gin", "three-thirteen"])
def test_it_says_what_a_plain_count_of_the_games_says(past: Book, variant: str, name: str) -> None:
    games = [
        game
        for game in past.games
        if variant in ("", game.answer["variant"]) and name in game.answer["players"]
    ]
    won = sum(name in game.answer["winners"] for game in games)
    sizes = Counter(len(game.answer["players"]) for game in games)
    fair = float(sum(Fraction(number, size) for size, number in sizes.items()))
    page = past.client.visit(f"/players/{past.ids[name]}/expected?game={variant}")
    text = words(page)
    assert f"{won} of {len(games)} won" in text
    assert f"{name} would win about {round(fair, 1):g}." in text
    assert [words(part, ".small") for part in page.select(".leaders-sum > li")] == [
        f"of {number}, one in {size}" for size, number in sorted(sizes.items())
    ]
    if len(games) < 20:
        assert f"After {len(games)} game" in text
        assert not page.select(".leaders-line")
    else:
        reach = 1.96 * (fair * (1 - fair / len(games))) ** 0.5
        inside = [number for number in range(len(games) + 1) if abs(number - fair) <= reach]
        assert f"In 19 cases of 20, luck alone gives {inside[0]} to {inside[-1]}." in text


def test_who_wins_nearly_everything_is_told_that_luck_does_not(app: Flask, client: Visitor) -> None:
    for number in range(20):
        gin = {"ending": "gin", "by": "Ann", "hands": {"Bob": 9}}
        play(app, DAY + timedelta(number), "gin", ("Ann", "Bob"), gin)
    for name, said in (("Ann", "More than expected."), ("Bob", "Fewer than expected.")):
        [row] = [
            row for row in client.visit("/players").select(".leaders__row") if name in row.text
        ]
        text = words(client.visit(str(row.select_one(".leaders__why")["href"])))
        assert said in text
        assert "however often one looks" in text


def test_before_the_first_game_of_a_year_it_says_so(app: Flask, client: Visitor) -> None:
    for year in (2024, 2026):
        gin = {"ending": "gin", "by": "Ann", "hands": {"Bob": 9}}
        play(app, date(year, 5, 1), "gin", ("Ann", "Bob"), gin)
    why = str(client.visit("/players").select(".leaders__row .row-link")[0]["href"]) + "/expected"
    assert client.get(f"{why}?year=2025").status_code == 422
