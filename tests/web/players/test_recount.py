"""Every number on the pages of players equals a recount of the games."""

from __future__ import annotations

from typing import Any

from tests.support.elements import Element, parse
from tests.support.pages import words
from tests.support.past_games import Book, PastGame, counted_anew
from tests.support.recount import places_of
from tests.support.walks import walk

NAMES = ("Ann", "Bob", "Cleo")
SPANS: list[dict[str, Any]] = [
    {},
    {"year": 2025},
    {"game": "gin"},
    {"game": "knock"},
    {"game": "three-thirteen"},
    {"game": "basic"},
    {"game": "gin", "year": 2026},
]


def chosen(book: Book, span: dict[str, Any]) -> list[PastGame]:
    """Return the games that a page counts."""
    return [
        game
        for game in book.games
        if span.get("game") in (None, game.answer["variant"])
        and span.get("year") in (None, game.year)
    ]


def percent(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "–"


def average(points: int, rounds: int) -> str:
    return f"{round(points / rounds, 1):g}".replace("-", "−") if rounds else "–"


def minus(number: int) -> str:
    return str(number).replace("-", "−")


def lost(count: dict[str, Any]) -> int:
    return int(count["knocks"] - count["knocks_won"])


def figures(
    count: dict[str, Any], variants: set[str], beside: dict[str, Any] | None = None
) -> dict[str, str]:
    """Return the figures of a page for these games. `beside` are counts of another player."""
    told = {"rounds won": percent(count["rounds_won"], count["rounds"])}
    if variants & {"gin", "knock"}:
        told |= {"knocks": str(count["knocks"]), "knocks that won": str(count["knocks_won"])}
        if any(lost(counts) != counts["undercut"] for counts in (count, beside or count)):
            told["knocks that lost"] = str(lost(count))
        told |= {
            "undercuts made": str(count["undercuts"]),
            "undercuts suffered": str(count["undercut"]),
        }
    names = {"gin": "gins", "knock": "rums"}
    mixed = "rounds ended, gin included" if variants & {*names} else "rounds ended"
    told[names.get(*variants, mixed) if len(variants) == 1 else mixed] = str(count["outs"])
    if len(variants) == 1:
        told["points a round"] = average(count["points"], count["rounds"])
        if variants != {"three-thirteen"}:
            told["points a round won"] = average(count["points_won"], count["rounds_won"])
        told["caught with, on average"] = average(count["caught_with"], count["caught"])
    return told


def extremes(count: dict[str, Any], variant: str) -> dict[str, str]:
    """Return the best and worst figures of one variant."""
    most = f"{count['most_points']:+d}" if count["most_points"] else "0"
    deadwood = minus(count["most_deadwood"])
    if variant == "three-thirteen":
        told = {"worst round": str(count["most_points"])}
        high, low = "worst game", "best game"
    elif variant == "basic":
        told = {"most points in a round": most, "most deadwood in a round": deadwood}
        high, low = "highest total", "lowest total"
    else:
        told = {"best round": most, "worst round: deadwood left": deadwood}
        high, low = "best game", "worst game"
    if "most_final" in count:  # The game was played to the end.
        told |= {high: minus(count["most_final"]), low: minus(count["least_final"])}
    return told


def facts(part: Element | None) -> dict[str, str]:
    """Return the labels of a list with their values."""
    assert part is not None
    return {
        figure.select_one("dt").text: figure.select_one("dd").text.strip()
        for figure in part.select("dl > div")
    }


def fold(page: Element, name: str) -> Element | None:
    """Return the fold with this id on its summary or in it, or `None`."""
    part = page.select_one(f"[id='{name}']")
    return part.closest("details") if part else None


@walk("span", SPANS)
@walk("name", NAMES)
def test_the_page_of_a_player(past: Book, name: str, span: dict[str, Any]) -> None:
    games = [game for game in chosen(past, span) if name in game.answer["players"]]
    if not games:
        return
    page = past.client.get(f"/players/{past.ids[name]}/figures", query_string=span)
    shown = parse(page.text)
    count = counted_anew(games, name)
    variants = {game.answer["variant"] for game in games}
    assert f"{count['won']} of {count['games']} won" in words(shown, ".head")
    assert words(shown, ".players-row").startswith(f"{percent(count['won'], count['games'])} won,")
    assert facts(fold(shown, "rounds")) == figures(count, variants)
    for variant in variants:
        of_game = [game for game in games if game.answer["variant"] == variant]
        alone = counted_anew(of_game, name)
        expected = figures(alone, {variant}) if len(variants) > 1 else {}
        assert facts(fold(shown, f"of-{variant}")) == expected | extremes(alone, variant)


@walk("name", NAMES)
def test_the_last_games_and_runs_of_a_player(past: Book, name: str) -> None:
    page = past.client.visit(f"/players/{past.ids[name]}")
    games = [game for game in past.games if name in game.answer["players"]]
    won = [name in game.answer["winners"] for game in games]
    places = [
        dict(zip(game.answer["players"], places_of(game.played), strict=True))[name]
        for game in games
    ]
    bars = [words(bar).split(":")[0] for bar in page.select(".players-form__game")]
    assert bars == [
        f"{place} {('lost', 'won')[has_won]}"
        for place, has_won in zip(places[-10:], won[-10:], strict=True)
    ]
    told = f"The last ten {sum(won[-10:])} won"
    assert words(page, "[aria-labelledby=last] > .spread") == told
    runs = [len(run) for run in "".join("LW"[has_won] for has_won in won).split("L")]
    figures = past.client.visit(f"/players/{past.ids[name]}/figures")
    assert f"Longest streak: {max(runs)} wins." in figures.text or max(runs) < 2


@walk("name", NAMES)
def test_the_curve_of_a_player_ends_at_the_win_rate(past: Book, name: str) -> None:
    page = past.client.visit(f"/players/{past.ids[name]}/figures")
    rows = [[cell.text for cell in row.select("th, td")] for row in page.select("figure tr")][1:]
    games = [game for game in past.games if name in game.answer["players"]]
    months = sorted({(game.day.year, game.day.month) for game in games})
    expected = []
    for month in months:
        until = [game for game in games if (game.day.year, game.day.month) <= month]
        count = counted_anew(until, name)
        expected.append(percent(count["won"], count["games"]))
    assert [text for _label, text in rows] == expected


@walk("span", SPANS)
@walk("pair", [("Ann", "Bob"), ("Bob", "Cleo")])
def test_two_players_head_to_head(past: Book, pair: tuple[str, str], span: dict[str, Any]) -> None:
    one, other = pair
    games = [game for game in chosen(past, span) if {*pair} <= {*game.answer["players"]}]
    if not games:
        return
    address = f"/players/{past.ids[one]}/against/{past.ids[other]}"
    page = parse(past.client.get(address, query_string=span).text)
    mine, theirs = counted_anew(games, one, other), counted_anew(games, other, one)
    ahead = [figure.text for figure in page.select(".players-side .figure")]
    assert ahead == [str(mine["ahead"]), str(theirs["ahead"])]
    assert words(page, ".players-versus").endswith(f"{mine['won']} games won {theirs['won']}")
    level = page.select_one(".players-versus > .small")
    assert (f"{mine['level']} level" in level.text) == bool(mine["level"])
    variants = {game.answer["variant"] for game in games}
    expected = []
    for count, beside in ((mine, theirs), (theirs, mine)):
        told = figures(count, variants, beside)
        expected.append(told | (extremes(count, *variants) if len(variants) == 1 else {}))
    rows = [[cell.text.strip() for cell in row] for row in cells(page)]
    assert {what: (left, right) for left, what, right in rows} == {
        what: (text, expected[1][what]) for what, text in expected[0].items()
    }


def cells(page: Element) -> list[list[Element]]:
    return [row.select("td, th") for row in page.select(".players-pairs tbody tr")]


def test_the_lead_between_two_is_drawn_game_by_game(past: Book) -> None:
    page = past.client.visit(f"/players/{past.ids['Ann']}/against/{past.ids['Bob']}")
    games = [game for game in past.games if {"Ann", "Bob"} <= {*game.answer["players"]}]
    expected, lead = ["0"], 0
    for game in games:
        mine, theirs = counted_anew([game], "Ann", "Bob"), counted_anew([game], "Bob", "Ann")
        lead += mine["ahead"] - theirs["ahead"]
        expected.append(minus(lead))
    shown = [row.select("td")[0].text for row in page.select("figure tbody tr")]
    assert shown == expected


@walk("name", NAMES)
def test_every_linked_round_and_game_has_the_number_that_links_to_it(past: Book, name: str) -> None:
    by_id = {game.id: game.answer for game in past.games}
    page = past.client.visit(f"/players/{past.ids[name]}/figures")
    links = page.select("details:has([id^=of-]) dd a")
    assert len(links) >= 4
    for link in links:
        _games, game_id, *rest = str(link["href"]).strip("/").split("/")
        answered, text = by_id[game_id], link.text.lstrip("+")
        if rest:
            round = answered["rounds"][int(rest[-1]) - 1]
            assert text in (minus(round["points"][name]), str(round["deadwood"].get(name)))
        else:
            assert text == minus(answered["final"][name])
