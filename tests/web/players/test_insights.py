"""The insights about a player: each sentence equals a recount of the games."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from math import comb
from typing import Any

import pytest
from flask import Flask

from scorekeeper.statistics.fairness import Odds
from scorekeeper.web.subjects import insights
from tests.support.elements import Element
from tests.support.pages import Visitor, words
from tests.support.past_games import Book, PastGame, play
from tests.support.recount import Line, given_away, measures_of, places_of, rounds_of
from tests.support.walks import walk

NAMES = ("Ann", "Bob", "Cleo")
SPANS: list[dict[str, Any]] = [{}, {"game": "gin"}, {"game": "knock"}, {"year": 2025}]
GAME_NAMES = {
    "gin": "Gin Rummy",
    "knock": "Knock Rummy",
    "three-thirteen": "Three Thirteen",
    "basic": "Basic Rummy",
}


@pytest.fixture(autouse=True)
def little_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lower the limits of rounds and games for every sentence to one."""
    for name in vars(insights):
        if name.startswith("ENOUGH_"):
            monkeypatch.setattr(insights, name, 1)


def told(past: Book, name: str, span: dict[str, Any]) -> dict[str, list[str]]:
    """Return the sentences on a player’s page, with the figures behind each."""
    page = past.client.visit(f"/players/{past.ids[name]}/figures", query_string=span)
    return said_in(page.select_one("details:has(> .lined .players-insight__said)"))


def said_in(part: Element | None) -> dict[str, list[str]]:
    """Return the sentences in a part of a page, with their figures."""
    return {
        words(insight, "summary"): [words(figure) for figure in insight.select("dl > div")]
        for insight in (part.select("li:has(.players-insight__said)") if part else ())
    }


def share(part: float, whole: float) -> str:
    return f"{part / whole:.0%}"


def of(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "–"


def mean(points: int, times: int) -> str:
    return f"{round(points / times, 1):g}"


def counted(past: Book, name: str, span: dict[str, Any]) -> dict[str, list[str]]:
    """Return the same sentences and figures, counted from the games."""
    games = [
        game
        for game in past.games
        if name in game.answer["players"]
        and span.get("game") in (None, game.answer["variant"])
        and span.get("year") in (None, game.year)
    ]
    by_variant: dict[str, list[PastGame]] = defaultdict(list)
    for game in games:
        by_variant[game.answer["variant"]].append(game)
    # The sentence is about the variant played most. Equal ones are sorted by key.
    order = sorted(by_variant, key=lambda key: (-len(by_variant[key]), key))
    at = {key: f" {GAME_NAMES[key]}" if len(order) > 1 else "" for key in order}
    knocked = [key for key in order if key in ("gin", "knock")][:1]
    return {
        **of_wins(games, name),
        **(of_knocks(by_variant[knocked[0]], name, at[knocked[0]]) if knocked else {}),
        **of_rivals(games, name),
        **of_catches(by_variant[order[0]], name, at[order[0]]),
        **of_sums(games, name, leads_in_all(past, span)),
    }


def leads_in_all(past: Book, span: dict[str, Any]) -> Counter[str]:
    """Return the sums of all players’ measures, such as leads and leads kept."""
    leads = Counter[str]()
    for game in past.games:
        in_game, in_year = (span.get(name) for name in ("game", "year"))
        if in_game in (None, game.answer["variant"]) and in_year in (None, game.year):
            for seat in range(len(game.answer["players"])):
                leads.update(measures_of(game.played, seat))
    return leads


def lines_of(games: list[PastGame], name: str) -> list[Line]:
    """Return the rounds of a player."""
    return [
        line
        for game in games
        for line in rounds_of(game.played)
        if game.answer["players"][line["seat"]] == name
    ]


def of_wins(games: list[PastGame], name: str) -> dict[str, list[str]]:
    won = sum(name in game.answer["winners"] for game in games)
    par = sum(1 / len(game.answer["players"]) for game in games)
    stands_out = (won - par) ** 2 >= 16 * par * (1 - par / len(games))
    luck = ", and it isn’t just luck." if stands_out else ". That may be luck."
    said = f"Wins {'more' if won > par else 'fewer'} games than par{luck}"
    if abs(won - par) < 1e-9:
        said = "Wins just as many games as par."
    figures = [f"games won {of(won, len(games))}", f"par {mean(par, 1)}"]
    return {f"{won / par:.1f}× {said}": figures}


def of_knocks(games: list[PastGame], name: str, at: str) -> dict[str, list[str]]:
    knocks = [line for line in lines_of(games, name) if line["ended"] and line["ending"] == "knock"]
    high = [line for line in knocks if line["deadwood"] >= 8]
    low = [line for line in knocks if line["deadwood"] < 8]
    lost, low_lost = (sum(not line["won"] for line in some) for some in (high, low))
    average = mean(sum(line["deadwood"] for line in knocks), len(knocks))
    figures = [
        f"lost with fewer than 8 points {of(low_lost, len(low))}",
        f"lost with 8 points or more {of(lost, len(high))}",
    ]
    return {f"{average} Knocks with {average} points on average.{at}": figures}


def of_rivals(games: list[PastGame], name: str) -> dict[str, list[str]]:
    together, ahead, behind = Counter[str](), Counter[str](), Counter[str]()
    for game in games:
        table = game.answer["players"]
        places = dict(zip(table, places_of(game.played), strict=True))
        for other in table:
            if other != name:
                together[other] += 1
                ahead[other] += places[name] < places[other]
                behind[other] += places[name] > places[other]
    rivals = sorted(together, key=lambda other: (-together[other], other))
    rivals = [other for other in rivals if ahead[other] + behind[other]]
    sure = [other for other in rivals if likely(ahead[other], behind[other]) >= 20 * len(rivals)]
    first = (sure or rivals)[0]
    most, least = sorted((ahead[first], behind[first]), reverse=True)
    leader, loser = (name, first) if ahead[first] > behind[first] else (first, name)
    if most == least:
        sentence = f"{name} and {first} beat each other equally often."
    elif likely(most, least) < 20:
        apart = "Two equal players can get this far apart, too."
        sentence = f"{leader} is ahead of {loser}. {apart}"
    else:
        often = f"{most / (most + least) * 10:.0f} times in ten"
        if most > 9 * least:
            often = f"in {share(most, most + least)} of the games"
        sentence = f"{leader} beats {loser} {often}, and it isn’t just luck."
    figures = [f"{other} {ahead[other]}–{behind[other]}" for other in rivals]
    return {f"{ahead[first]}–{behind[first]} {sentence}": figures}


def likely(ahead: int, behind: int) -> float:
    """Return how much likelier these games are with unknown strengths than with equal ones."""
    games = ahead + behind
    return 2**games / ((games + 1) * comb(games, ahead))


def of_catches(games: list[PastGame], name: str, at: str) -> dict[str, list[str]]:
    by = defaultdict[str, list[int]](list)
    for game in games:
        mine = {line["number"]: line for line in lines_of([game], name)}
        for entry in game.answer["rounds"]:
            line = mine.get(entry["number"])
            is_caught = line and entry["by"] not in (None, name) and line["deadwood"] is not None
            if line and is_caught:
                by[entry["by"]].append(line["deadwood"])
    every = [points for caught in by.values() for points in caught]
    average = mean(sum(every), len(every))
    order = sorted(by, key=lambda other: (-len(by[other]), other))
    figures = [
        f"{other} {mean(sum(by[other]), len(by[other]))} ({len(by[other])})" for other in order
    ]
    return {f"−{average} Caught with {average} points on average.{at}": figures}


def of_sums(games: list[PastGame], name: str, in_all: Counter[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    sums = Counter[str]()
    for game in games:
        sums.update(measures_of(game.played, game.answer["players"].index(name)))
        assert not given_away(game.played, name)  # The games have counts, but no cards.
    if sums["led"]:
        kept = share(sums["led_won"], sums["led"])
        club = share(in_all["led_won"], in_all["led"])
        others = f" (the whole club: {club})" if in_all["led"] > sums["led"] else ""
        found[f"{kept} Keeps {kept} of leads at half-time{others}."] = [
            f"won after leading at half-time {of(sums['led_won'], sums['led'])}",
            f"won after being behind at half-time {of(sums['behind_won'], sums['behind'])}",
        ]
    return found


@walk("span", SPANS)
@walk("name", NAMES)
def test_each_sentence_is_what_the_games_come_to(
    past: Book, name: str, span: dict[str, Any]
) -> None:
    assert told(past, name, span) == counted(past, name, span)


def test_little_is_not_spoken_of(past: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in vars(insights):
        if name.startswith("ENOUGH_"):
            monkeypatch.setattr(insights, name, 1_000_000)
    assert told(past, "Ann", {}) == {}


def opens_with(client: Visitor, address: str) -> list[str]:
    """Return the sentences at the top of a player’s page."""
    said = client.visit(address).select(".paper > li .players-insight__said")
    return [words(sentence) for sentence in said]


def test_only_what_is_beyond_luck_is_said_first(past: Book) -> None:
    for name in NAMES:
        for sentence in opens_with(past.client, f"/players/{past.ids[name]}"):
            assert "it isn’t just luck" in sentence or "the whole club" in sentence


def test_a_page_begins_with_three_sentences_at_most(
    past: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Odds, "is_beyond_luck", lambda *_odds, **_pairs: True)
    monkeypatch.setattr(insights, "differ", lambda *_sums: True)
    found = opens_with(past.client, f"/players/{past.ids['Ann']}")
    assert len(found) == 3
    assert any("points or more in" in sentence for sentence in found)


def test_who_beats_a_player_and_whom_they_beat_are_both_said(app: Flask, client: Visitor) -> None:
    for number in range(1, 13):
        for winner, other in (("Ann", "Bob"), ("Cleo", "Ann")):
            gin = {"ending": "gin", "by": winner, "hands": {other: 9}}
            play(app, date(2026, 5, number), "gin", (winner, other), gin)
    ann = next(
        str(link["href"])
        for link in client.visit("/players").select(".row-link")
        if link.text == "Ann"
    )
    assert opens_with(client, ann)[:2] == [
        "12–0 Ann beats Bob in 100% of the games, and it isn’t just luck.",
        "0–12 Cleo beats Ann in 100% of the games, and it isn’t just luck.",
    ]
