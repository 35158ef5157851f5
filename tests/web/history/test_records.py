"""The records: each equals a plain count of the games, and links to its game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date

import pytest
from flask import Flask

from tests.support.documents import Document
from tests.support.elements import Element
from tests.support.pages import Visitor, words
from tests.support.past_games import Book, PastGame, play, standing
from tests.support.walks import walk

FIRST, SECOND = date(2026, 5, 1), date(2026, 5, 2)


def records(client: Visitor, game: str = "", preset: str = "") -> dict[str, Element]:
    """Return the records by name. Records of points are those with this preset."""
    page = client.visit(f"/records?game={game}")
    found: dict[str, Element] = {}
    for section in page.select("main section"):
        heading = section.select_one("h2")
        if heading is None or heading.text in (preset, "All presets"):
            found |= {words(record, "dt"): record for record in section.select(".history-record")}
    return found


def value(record: Element) -> str:
    return words(record, ".figure")


def holders(record: Element) -> list[str]:
    return [words(row) for row in record.select(".row")]


def rounds_of(game: PastGame) -> Iterator[Document]:
    return (entry for entry in game.answer["rounds"] if entry["ending"] != "void")


def best_round(game: PastGame) -> int:
    return max(points for entry in rounds_of(game) for points in entry["points"].values())


def highest(game: PastGame) -> int:
    return 0 if game.called else max(game.answer["final"].values())


def margin(game: PastGame) -> int:
    """Return the winners’ lead over the others."""
    final, winners = game.answer["final"], game.answer["winners"]
    others = [final[name] for name in game.answer["players"] if name not in winners]
    return min((abs(final[name] - other) for name in winners for other in others), default=0)


def behind(game: PastGame) -> int:
    """Return the greatest deficit of the only winner."""
    if len(game.answer["winners"]) > 1:
        return 0
    [winner] = game.answer["winners"]
    total = dict.fromkeys(game.answer["players"], 0)
    sense = -1 if standing(game.answer, winner) == (True, 0) and is_lowest(game) else 1
    most = 0
    for round in game.answer["rounds"]:
        for name, points in round["points"].items():
            total[name] += sense * points
        best = max(points for name, points in total.items() if name != winner)
        most = max(most, best - total[winner])
    return most


def is_lowest(game: PastGame) -> bool:
    return game.answer["variant"] == "three-thirteen" or game.answer["preset"] == "penalty"


def longest(game: PastGame) -> int:
    return len(list(rounds_of(game)))


def streaks(games: Sequence[PastGame]) -> int:
    """Return the longest streak of wins."""
    now: dict[str, int] = {}
    most = 0
    for game in games:
        for name in game.answer["players"]:
            now[name] = now.get(name, 0) + 1 if name in game.answer["winners"] else 0
        most = max(most, *now.values())
    return most


COUNTS: dict[str, Callable[[PastGame], int]] = {
    "Most points in a round": best_round,
    "Highest total": highest,
    "Largest margin": margin,
    "Biggest comeback": behind,
    "Most rounds in a game": longest,
}
GAMES = {
    ("gin", "plain"): "Standard",
    ("gin", "tournament"): "Tournament",
    ("knock", "plain"): "",
    ("three-thirteen", "plain"): "",
    ("basic", "penalty"): "",
}


@pytest.mark.slow
@walk(("variant", "preset"), list(GAMES))
def test_they_are_what_a_plain_count_finds(past: Book, variant: str, preset: str) -> None:
    of_variant = [game for game in past.games if game.answer["variant"] == variant]
    found = records(past.client, variant, GAMES[variant, preset])
    for name, count in COUNTS.items():
        is_of_rules = name != "Most rounds in a game"
        games = [game for game in of_variant if game.answer["preset"] == preset or not is_of_rules]
        best = max(map(count, games))
        if name == "Highest total" and variant == "three-thirteen":
            assert name not in found
        elif best:
            assert value(found[name]).lstrip("+") == str(best), name
            holding = [game.id for game in games if count(game) == best]
            link = found[name].select_one(".row a")
            assert str(link["href"]).split("/")[2] == holding[0], name
        else:
            assert name not in found
    if streaks(of_variant) > 1:
        assert value(found["Most wins in a row"]) == str(streaks(of_variant))


def test_a_row_of_wins_goes_over_all_games(past: Book) -> None:
    assert value(records(past.client)["Most wins in a row"]) == str(streaks(past.games))


def test_an_evening_holds_records_too(app: Flask, client: Visitor) -> None:
    undercut = {"ending": "knock", "by": "Ann", "hands": {"Ann": 8, "Bob": 3}}
    gin = {"ending": "gin", "by": "Ann", "hands": {"Bob": 30}}
    play(app, FIRST, "gin", ("Ann", "Bob"), undercut, undercut)
    play(app, SECOND, "gin", ("Ann", "Bob"), gin, undercut, gin)
    play(app, SECOND, "knock", ("Ann", "Bob"), {"ending": "rum", "by": "Ann", "hands": {"Bob": 9}})
    found = records(client)
    assert [value(record) for record in found.values()] == ["2", "2", "3", "2", "2"]
    assert list(found) == [
        "Most wins in a row",
        "Most wins in an evening",
        "Most rounds ended in an evening (gin and rum included)",
        "Most undercuts in an evening",
        "Most games in an evening",
    ]
    assert holders(found["Most undercuts in an evening"]) == ["B Bob 1 May 2026"]
    assert holders(found["Most games in an evening"]) == ["2 May 2026"]
    link = found["Most games in an evening"].select_one("a")
    assert "Saturday, 2 May 2026" in words(client.visit(str(link["href"])), "h1")


def test_whoever_shares_a_record_is_named_and_the_rest_counted(app: Flask, client: Visitor) -> None:
    gin = {"ending": "gin", "by": "Ann", "hands": {"Bob": 30}}
    play(app, SECOND, "gin", ("Ann", "Bob"), gin, gin)
    play(app, FIRST, "gin", ("Ann", "Bob"), gin, gin)
    best = records(client, "gin")["Most points in a round"]
    assert holders(best) == [
        "A Ann round 1, 1 May 2026",
        "A Ann round 2, 1 May 2026",
        "A Ann round 1, 2 May 2026",
        "and 1 more",
    ]
    link = best.select_one("a")
    assert words(client.visit(str(link["href"])), ".ruling__result") == "Ann scores 55"


def test_the_fewest_points_are_a_record_of_games_played_to_the_end(
    app: Flask, client: Visitor
) -> None:
    out = {"ending": "out", "by": "Ann", "hands": {"Bob": 3}}
    play(app, FIRST, "three-thirteen", ("Ann", "Bob"), out)
    assert "Lowest total" not in records(client, "three-thirteen")
    play(
        app,
        SECOND,
        "three-thirteen",
        ("Ann", "Bob"),
        *[out] * 10,
        {**out, "by": "Bob", "hands": {"Ann": 7}},
    )
    found = records(client, "three-thirteen")
    assert value(found["Lowest total"]) == "7"
    assert value(found["Most points in a round"]) == "7"
    assert "Highest total" not in found


def test_the_first_game_sets_every_record(client: Visitor) -> None:
    assert "The first one sets every record." in words(client.visit("/records"))


def test_the_records_of_each_game_stand_alone(app: Flask, client: Visitor) -> None:
    play(app, FIRST, "gin", ("Ann", "Bob"), {"ending": "gin", "by": "Ann", "hands": {"Bob": 30}})
    play(app, FIRST, "knock", ("Ann", "Bob"), {"ending": "rum", "by": "Ann", "hands": {"Bob": 9}})
    page = client.visit("/records")
    assert [words(chip) for chip in page.select(".span__chip")] == [
        "All games",
        "Gin Rummy",
        "Knock Rummy",
    ]
    knock = client.visit(str(page.select(".span__chip")[2]["href"]))
    assert value(records(client, "knock")["Most points in a round"]) == "+34"
    assert not knock.select("main h2")
    never_played = client.visit("/records?game=oklahoma")
    assert words(never_played, ".span__chip[aria-current]") == "All games"


def test_records_of_points_stand_by_preset_where_several_were_played(past: Book) -> None:
    page = past.client.visit("/records?game=gin")
    assert [words(heading) for heading in page.select("main h2")] == [
        "Standard",
        "Tournament",
        "All presets",
    ]
