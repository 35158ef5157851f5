"""A whole game of each variant, played through the pages and compared with its score."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from babel.support import Translations
from flask import Flask
from playwright.sync_api import Page, expect
from sqlalchemy import select

from scorekeeper.clubs.roles import Role
from scorekeeper.languages import as_said_in
from scorekeeper.rummy import score
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.catalogue import TRANSLATIONS
from tests.support.elements import parse
from tests.support.pages import words
from tests.support.phone import Played, Say, enter_round, start_game
from tests.support.scorebook import record
from tests.support.table import Table


def tap(
    ending: str, upcard: str = "", exact_cut: str = "", turned_up: str = "", **hands: str | int
) -> Played:
    """A round to enter by taps."""
    return Played(ending, dict(hands), upcard, exact_cut, turned_up)


def told(ending: str, by: str | None = None, upcard: str = "", **hands: Any) -> dict[str, Any]:
    """Return a round to record on another phone."""
    facts = {"ending": ending, "by": by, "upcard": upcard, "hands": hands}
    return {name: fact for name, fact in facts.items() if fact}


GAMES: dict[str, list[Played | dict[str, Any]]] = {
    "gin modern: Ann, Bob": [
        tap("Ann knocked", Ann="3D", Bob="KS AC"),
        told("stock"),
        told("knock", "Ann", Ann="9", Bob=7),
        tap("Ann went gin", Bob=88),
    ],
    "oklahoma plain: Ann, Bob": [
        told("knock", "Bob", "6H", Ann="K 5", Bob="4"),
        told("void"),
        tap("Ann went gin", "6S", Bob=88),
    ],
    "hollywood plain: Ann, Roberto": [
        told("gin", "Ann", Roberto=88),
        told("knock", "Roberto", Ann=22, Roberto=2),
        told("gin", "Ann", Roberto=88),
        tap("Roberto knocked", Ann="K 2", Roberto="2"),
        tap("Ann went gin", Roberto=88),
    ],
    "knock plain: Pierre, Jean, Jacques, Paul": [
        told("knock", "Jean", Pierre="KS 9D 2C", Jean="5H", Jacques="QS QD 7C AH", Paul=8),
        tap("Paul went rum: nothing left", Pierre="K 9 2", Jean="", Jacques="A"),
    ],
    "manipulation plain: Ann, Bob, Cem": [
        told("knock", "Ann", Ann="3", Bob="2", Cem="10"),
        tap("The stock ran out", Ann="9", Bob="4", Cem="4"),
        tap("Cem went out", Ann="JK K", Bob=95),
    ],
    "basic pagat: Ann, Bob, Cem": [
        told("out", "Ann", Bob="K Q 9 4", Cem="5"),
        tap("Ann went rummy", Bob="K Q 9 4", Cem=20),
    ],
    "three-thirteen high: Ann, Bob, Cem": [
        tap("Ann went out", Bob="5 Q K", Cem=""),
        *(told("out", "Cem", Ann="7", Bob=number) for number in range(9)),
        tap("Bob went out", Ann="A JK", Cem=12),
    ],
    "five-crowns plain: Ann, Bob, Cem": [
        tap("Ann went out", Bob="K Q JK", Cem="3X 9X"),
        *(told("out", "Cem", Ann="7X", Bob=number) for number in range(9)),
        tap("Bob went out", Ann="K JK", Cem=12),
    ],
    "phase-10 plain: Ann, Bob, Cem": [
        tap("Ann went out", Bob="1-9 1-9 10-12", Cem="1-9 1-9 1-9 1-9 1-9 1-9 10-12 10-12 SK W"),
        tap("Void: deal again"),
        tap("Bob went out", Ann="W SK", Cem="phase:yes =60"),
        *(told("out", "Cem", Ann=5, Bob={"phase": False, "left": 60}) for _ in range(7)),
        tap("Ann went out", Bob="1-9 10-12", Cem="1-9 1-9"),
    ],
    "tonk plain: Ann, Bob, Cem, Dee": [
        tap("Ann knocked", Ann="8", Bob="3", Cem="2 A", Dee="K J"),
        told("stock", Ann="9", Bob="4", Cem="4", Dee=20),
        tap("Two or more were dealt tonk"),
        tap("Bob has tonk", Ann="K K Q Q J", Cem=30, Dee="5 4"),
    ],
    "rami double: Ann, Bob, Cem": [
        tap("Ann a terminé", Bob="K A JK", Cem="!"),
        tap("Manche nulle : on redonne"),
        tap("Bob a fait rami", Ann="! K A", Cem=12),
        told("rami-sec", "Cem", Ann={"opened": False}, Bob={"opened": False}),
        tap("Cem a fait rami sec"),
    ],
    "chinchon conga: Ann, Bob, Cem": [
        tap("Ann closed", Ann="", Bob="K 7 A", Cem="JK 4"),
        told("chinchon-wild", "Cem", Ann=20, Bob="Q J"),
        told("knock", "Bob", Ann="7 7 7", Bob=5, Cem=90),
        tap("Bob has chinchón", Ann="K", Cem=12),
    ],
    "rummy-500 pagat: Ann, Bob, Cem": [
        tap("Ann went out", Ann="A 2 3 + K K K + A1 /", Bob="J Q JK / 9", Cem="/ A JK"),
        tap("The stock ran out", Ann="=87 / =90", Bob="=40 / 7", Cem="/ =12"),
        told("out", "Bob", Ann=5, Bob={"shown": 300}, Cem="K"),
        tap("Bob went out", Ann="10 10 10 / 4", Bob="=190 /", Cem="5 6 7 / A"),
    ],
    "tiles plain: Ann, Bob, Cem, Dee": [
        tap("Ann went out", Bob="12", Cem="13 10", Dee="13 JK 1 11"),
        tap("The pool is empty and nobody can play", Ann="5", Bob="3 2", Cem=12, Dee="13 7"),
    ],
    "okey-101 plain: Ann, Bob, Cem, Dee": [
        tap("Ann finished", Bob="11 3", Cem="=40", Dee="opened:no"),
        tap("Ann finished with the okey", Bob="11 opened:pairs", Cem="JK 4", Dee="opened:no"),
        tap("Cem finished from the hand", Dee="penalties:1"),
        told("at-once-okey", "Dee"),
        tap("The stock ran out", Ann="12", Bob="13 1", Cem="penalties:2 opened:no", Dee="3"),
        tap("Void: play it again"),
        told("out", "Dee", Ann=1, Bob={"opened": False}, Cem={"opened": "pairs", "left": "9 9"}),
        tap("Bob finished", Ann="4", Bob="opened:pairs", Cem="10 JK", Dee="=13 penalties:1"),
    ],
    "okey-101 soft: Ann & Cem, Bob & Dee": [
        tap("Ann finished", Bob="14", Cem="opened:no penalties:1", Dee="opened:no"),
        tap("Dee finished with the okey", Ann="11 3", Bob="=40", Cem="JK 4"),
        told("at-once", "Bob", Cem={"opened": False, "penalties": 2}),
        told("stock", Ann=12, Bob=1, Cem={"opened": False}, Dee={"opened": "pairs", "left": "9 9"}),
        told("out", "Cem", Ann={"opened": False}, Bob="1", Dee="13 13"),
        told("void"),
        told("out", "Bob", Ann="7", Cem="JK", Dee={"opened": False}),
        tap(
            "Cem finished", Ann="=9", Bob="8 opened:pairs penalties:1", Dee="12", Cem="opened:pairs"
        ),
    ],
    "indian points: Ann, Bob, Cem": [
        tap("Ann declared", turned_up="7", Bob="K 8 5 7", Cem="drop:first"),
        tap("All but Bob dropped", turned_up="joker", Ann="drop:middle", Cem="wrong:yes"),
        told("declare", "Cem", Ann={"no_pure_run": True}, Bob=97) | {"wild": "A"},
        tap("Cem declared", turned_up="K", Ann=62, Bob="A 9"),
    ],
    "canasta plain: Ann & Cem, Bob & Dee": [
        tap(
            "Ann went out",
            **{
                "Ann & Cem": "=420 / =25 natural:1 mixed:1 red_threes:2",
                "Bob & Dee": "=110 / K A JK red_threes:1",
            },
        ),
        tap("Void: deal again"),
        told(
            "out",
            "Cem",
            **{
                "Ann & Cem": {"melded": 900, "natural": 3, "mixed": 2, "left": 20},
                "Bob & Dee": {"melded": 60, "left": 90, "red_threes_left": 1},
            },
        ),
        tap(
            "Dee went out concealed",
            **{
                "Ann & Cem": "/ 2 4 red_threes:4",
                "Bob & Dee": "K K K K K K K + 7 7 7 7 2 2 JK + A A A / =5",
            },
        ),
        tap(
            "The stock ran out",
            **{
                "Ann & Cem": "=900 / =20 natural:2 mixed:1 red_threes_left:1",
                "Bob & Dee": "=55 / 9 5",
            },
        ),
    ],
    "canasta american: Ann & Cem, Bob & Dee": [
        tap(
            "Ann went out",
            **{
                "Ann & Cem": "=420 / =25 natural:1 sevens:1 red_threes:2 black_threes:1",
                "Bob & Dee": "=190 / =60 mixed:1",
            },
        ),
        tap(
            "The stock ran out",
            **{
                "Ann & Cem": "=200 / =20 natural:1 mixed:1 black_threes:4",
                "Bob & Dee": "=190 / =60 mixed:1 red_threes:4 held:1",
            },
        ),
        told(
            "special",
            "Dee",
            **{
                "Ann & Cem": {"melded": 420, "natural": 1, "mixed": 1, "left": 25},
                "Bob & Dee": {"special": "quads"},
            },
        ),
        tap(
            "Cem went out",
            **{
                "Ann & Cem": "=500 / =20 natural:1 sevens:1",
                "Bob & Dee": "=300 / 9 9 4 natural:1 mixed:1",
            },
        ),
    ],
    "hand-and-foot threes: Ann, Bob": [
        tap(
            "Ann went out",
            Ann="=340 / clean:2 dirty:1 exact_deal:0",
            Bob="=340 / =160 dirty:2 red_threes_left:1",
        ),
        tap("The stock ran out", Ann="K K K K 2 JK Q Q Q / 4 5", Bob="=615 / =45 clean:2 dirty:1"),
        told("stock", Ann={"melded": 200, "left": 50}, Bob={"left": 300}),
        tap("Bob went out", Ann="/ =300 exact_deal:0", Bob="=500 / clean:1 dirty:3 exact_deal:1"),
    ],
    "burraco international: Ann, Bob": [
        told("out", "Ann", Ann={"melded": 600, "clean": 1}, Bob={"left": 40, "pot": False}),
        tap(
            "Ann went out",
            Ann="=365 / clean:1 semi_clean:1 dirty:1",
            Bob="=120 / A A K 7 pot:no",
        ),
        tap(
            "The stock ran out",
            Ann="4H 5H 6H 7H 8H 9H 10H 2S + K K K / 9 8",
            Bob="=60 / =55",
        ),
    ],
    "contract liverpool: Ann, Bob, Cem": [
        tap("Ann went out", exact_cut="Bob", Bob="K A 7 JK", Cem="5"),
        tap("Void: deal again"),
        *(told("out", "Cem", Ann="7", Bob=number) for number in range(1, 6)),
        tap("Cem went out", Ann="7", Bob=8),
    ],
    "contract shanghai: Ann, Bob": [
        tap("Ann went out at once", Bob="K A 7 JK"),
        tap("Bob went out", Ann="10 J"),
        *(told("out", "Ann", Bob=number) for number in range(5, 40, 5)),
        tap("Bob went out", Ann="A A 2"),
    ],
}
"""Rounds by variant, preset and players."""

ELSEWHERE = {
    "rami double": "fr",
    "burraco international": "fr",
    "chinchon conga": "fr",
    "canasta american": "fr",
    "five-crowns plain": "de",
    "okey-101 soft": "de",
    "phase-10 plain": "it",
    "contract shanghai": "it",
}
"""Games that are also played in another language, by its code."""

ONLY_ELSEWHERE = {"rami double"}
"""Games only played in their other language, because their names of endings are French."""

EVERY_TIME = {
    *("oklahoma plain", "contract liverpool", "tiles plain", "canasta plain"),
    *ONLY_ELSEWHERE,
}
"""One game of each kind of form: with an upcard, an exact cut, tiles, rows, and one in French."""

CALLED = {"knock", "tonk", "tiles", "indian"}
"""Games without a target, which end when they are called."""


def cells(page: Page, selector: str) -> list[str]:
    """Return the text of each element that the selector finds, without separators in numbers."""
    found = page.locator(selector).all_inner_texts()
    return [" ".join(re.sub(r"(?<=\d)[,.\u202f](?=\d)", "", text).split()) for text in found]


def record_elsewhere(app: Flask, document: dict[str, Any]) -> None:
    """Record a round on another phone."""
    with app.app_context():
        row = db.session.scalars(select(GameRow)).one()
        record(row, document)


def begin(app: Flask, page: Page, variant: str, players: list[str], preset: str, say: Say) -> None:
    """Start a game and open its sheet. A game of partners such as `Ann & Cem` skips the form."""
    sides = {names: names.split(" & ") for names in players}
    if all(len(names) == 1 for names in sides.values()):
        start_game(page, variant, players, preset, say)
        return
    seated = tuple(name for names in zip(*sides.values(), strict=True) for name in names)
    page.goto(Table(app, variant, seated, preset, sides).address)


def said(ending: str, say: Say) -> str:
    """Return an ending in the language of the phone."""
    player, _, how = ending.partition(" ")
    whole = say(ending)
    return whole if whole != ending else say(f"{{player}} {how}").format(player=player)


def play(app: Flask, page: Page, game: str, *, tapping: bool, say: Say = str) -> None:
    """Play the whole game, such as `gin modern`, to the page of its end."""
    [(title, rounds)] = [each for each in GAMES.items() if each[0].startswith(f"{game}: ")]
    variant, preset = game.split()
    players = title.removeprefix(f"{game}: ")
    begin(app, page, variant, players.split(", "), preset, say)
    for played in rounds:
        if isinstance(played, Played):
            there = replace(played, ending=said(played.ending, say))
            enter_round(page, there, tapping=tapping, say=say)
        else:
            record_elsewhere(app, played)
    if variant in CALLED:
        page.locator(".sheet-menu > summary").click()
        page.get_by_role("link", name="End game now").click()
        page.get_by_role("button", name="End game now").click()
        page.wait_for_url(re.compile(r"/games/\w+$"))


def number(text: str) -> int:
    """Read a number on the screen, with a typographic minus sign or separators."""
    return int(re.sub(r"[+,.\u202f\xa0]", "", text.replace("−", "-")))


def check_against_score(page: Page) -> None:
    """Check that the sheet on the screen agrees with the score of its document."""
    answer = score(page.request.get(page.url + "/document").json()).as_json()
    assert answer["over"]
    names = list(answer["totals"])
    title = page.locator("h1").inner_text()
    assert all(name in title for name in answer["winners"])
    assert [name for name in names if name in title] == [
        name for name in names if name in answer["winners"]
    ]
    places = cells(page, ".podium__name, .podium-other .name")
    finals = cells(page, ".podium__total, .podium-other__total")
    shown = dict(zip(places, finals, strict=True))
    assert {name: number(total.split()[0]) for name, total in shown.items()} == answer["final"]
    bonuses = page.locator("section[aria-labelledby=bonuses] td:first-child")
    assert bonuses.count() == len(answer["bonuses"])
    if "columns" in answer:
        totals = [column["totals"][name] for column in answer["columns"] for name in names]
    else:
        totals = list(answer["totals"].values())
    # Sheets of games that count rows have their totals in the newest round, not in `tfoot`.
    if page.locator("tfoot").count():
        assert [number(cell) for cell in cells(page, "tfoot td")] == totals
    check_rounds(page, answer)


def check_rounds(page: Page, answer: dict[str, Any]) -> None:
    """Check each round’s page: the points of every player, and their reasons."""
    for entry in answer["rounds"]:
        text = page.request.get(f"{page.url}/rounds/{entry['number']}").text()
        ruling = parse(text)
        for part in ruling.select(".ruling-lines tbody"):
            lines = part.select("tr:not(.ruling-lines__player) .number")
            points = sorted(number(words(line)) for line in lines)
            player = words(part, ".ruling-lines__player th")
            told = sorted(line["points"] for line in entry["why"] if line["player"] == player)
            if points != told:  # The page shows equal payments of several players as one line.
                assert " pay " in words(part)
                assert (points, len(set(told))) == ([sum(told)], 1)
        explained = {words(each) for each in ruling.select(".ruling-lines__player th")}
        assert explained == {line["player"] for line in entry["why"]}
        rows = {
            words(row, ".ruling-row__name"): number(words(row, ".figure"))
            for row in ruling.select(".ruling-row")
        }
        names, sums = ".ruling-parts thead th", ".ruling-parts__sum td"
        rows |= {
            str(name["title"]): number(words(points))
            for name, points in zip(ruling.select(names), ruling.select(sums), strict=True)
        }
        counts = {
            words(hand, ".laid__name"): hand.select(".laid__count")
            for hand in ruling.select(".laid")
        }
        counted = {
            name: int(re.findall(r"\d+", words(each[0]))[0]) if each else 0
            for name, each in counts.items()
        }
        # Partners with separate hands have a row each.
        sides = {name: side for side in entry["points"] for name in (side, *side.split(" & "))}
        rows = {
            side: sum(points for name, points in rows.items() if sides[name] == side)
            for side in dict.fromkeys(map(sides.__getitem__, rows))
        }
        assert (rows or counted) == (entry["points"] if rows else entry["deadwood"])
        assert len(ruling.select(".warning")) == len(entry["warnings"])


def often(game: str) -> Sequence[pytest.MarkDecorator]:
    """Return the marks of a game: slow unless it is played with every run."""
    return () if game in EVERY_TIME else (pytest.mark.slow,)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=often(game))
        for game in (title.partition(":")[0] for title in GAMES)
        if game not in ONLY_ELSEWHERE
    ],
)
def test_a_whole_game_on_the_key_pad_ends_as_the_rules_say(
    app: Flask, page: Page, game: str
) -> None:
    play(app, page, game, tapping=True)
    check_against_score(page)


@pytest.mark.parametrize(
    ("game", "language"),
    [
        pytest.param(
            *(game, language),
            marks=(*often(game), pytest.mark.browser_context_args(locale=language)),
        )
        for game, language in ELSEWHERE.items()
    ],
)
def test_a_whole_game_in_another_language_ends_as_the_rules_say(
    app: Flask, page: Page, game: str, language: str
) -> None:
    catalogue = as_said_in(Translations.load(TRANSLATIONS, [language]), game.split()[0])
    play(app, page, game, tapping=True, say=catalogue.gettext)
    expect(page.locator("html")).to_have_attribute("lang", language)
    check_against_score(page)


@pytest.mark.slow  # The tests of `web` send forms as this phone does.
@pytest.mark.parametrize("game", ["rummy-500 pagat", "canasta plain"])
def test_a_whole_game_without_javascript_ends_as_the_rules_say(
    app: Flask, new_phone: Callable[..., Page], game: str
) -> None:
    page = new_phone(Role.KEEPER, java_script_enabled=False)
    play(app, page, game, tapping=False)
    check_against_score(page)
