"""A new tournament: the defaults for a game, and errors at their fields."""

from __future__ import annotations

from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.tournaments import tables
from tests.support.clubs import the_club, visitor
from tests.support.elements import Element
from tests.support.organisers import Organiser
from tests.support.pages import Visitor, form_fields, link_named, read, words
from tests.support.scorebook import record
from tests.support.walks import walk

BURRACO = "/tournaments/new?variant=burraco"


def form(page: Element) -> dict[str, str]:
    """Return the fields that the form of a new tournament would send."""
    found = page.select_one("#new-tournament")
    assert found is not None
    return {name: ", ".join(values) for name, values in form_fields(found).items()}


def test_the_way_to_a_new_tournament_leads_through_the_games(client: Visitor) -> None:
    page = client.visit("/history")
    page = client.visit(str(link_named(page, "Tournaments")["href"]))
    assert "No tournament yet" in words(page)
    page = client.visit(str(link_named(page, "New tournament")["href"]))
    assert words(page, "title").startswith("New tournament")
    assert client.visit(str(link_named(page, "Burraco")["href"])).select_one("#new-tournament")


@walk(
    ("game", "who", "points", "hands", "target"),
    {
        "pairs play hands for Victory Points": ("burraco", "pairs", "victory", "3", "0"),
        "so do those of Canasta": ("canasta", "pairs", "victory", "3", "0"),
        "Rommé is played at tables of four": ("rami", "four", "places", "3", "0"),
        "two play Gin": ("gin", "two", "wins", "", "100"),
        "partners are possible": ("rummy-500", "four", "places", "", "500"),
    },
)
def test_each_game_begins_with_what_is_usual(
    client: Visitor, game: str, who: str, points: str, hands: str, target: str
) -> None:
    sent = form(client.visit(f"/tournaments/new?variant={game}"))
    assert (sent["who"], sent["points"]) == (who, points)
    assert (sent.get("rules-rounds", ""), sent["rules-target"]) == (hands, target)


def test_partners_can_be_drawn_where_two_pairs_play(client: Visitor) -> None:
    ways = {
        game: words(client.visit(f"/tournaments/new?variant={game}"), "#who")
        for game in ("burraco", "rummy-500", "gin")
    }
    drawn = "Singles, partners drawn every round"
    assert [game for game, said in ways.items() if drawn in said] == ["burraco", "rummy-500"]


def test_drawn_partners_play_together_for_one_round(app: Flask) -> None:
    drawn = Organiser(app, who="drawn")
    drawn.enter(("Ann", "Bob", "Cem", "Dee", "Eva"))
    drawn.press("Draw round 1")
    drawn.press("Show it to all")
    seated = drawn.seats()
    assert list(seated.values()) == ["1", "1", "1", "1"]
    rows = [words(row, ".small") for row in drawn.page("draw").select("main .item")]
    pairs = {
        tuple(sorted((name, said.split()[1]))) for name, said in zip(seated, rows, strict=True)
    }
    assert len(pairs) == 2
    first = words(drawn.table(1, 1), "[name=said]")
    drawn.press(first, drawn.table(1, 1))
    absent = first.removesuffix(" did not come")
    assert words(drawn.page("desk"), "main .item p") == f"{absent} did not come"
    drawn.press("Close the round")
    lines = drawn.page("").select(".tournament-lines li")
    points = {words(line, ".name"): line.select(".figure")[1].words for line in lines}
    assert points.pop(absent) == "0"
    assert set(points.values()) == {"14"}
    page = drawn.press("Draw round 2")
    assert len(page.select(".tournament-seat")) == 5


def test_the_presets_do_not_name_a_target_that_no_table_has(client: Visitor) -> None:
    page = client.visit(BURRACO)
    assert "2,005" not in words(page, "#house-rules summary")
    assert "2,005" not in words(page, ".new-game-presets")


def test_every_hand_gives_points(app: Flask) -> None:
    page = visitor(app, Role.KEEPER).visit("/tournaments/new?variant=rami")
    usual = {name: form(page)[name] for name in ("out", "hand", "by_hand", "left")}
    assert usual == {
        "out": "5",
        "hand": "8",
        "by_hand": "rami, rami-sec",
        "left": "10 3 20 2 30 1",
    }
    hands = Organiser(app, "rami", points="deals", out="4", left="15 2")
    hands.enter(("Ann", "Bob", "Cem"))
    hands.press("Draw round 1")
    hands.press("Show it to all")
    with app.app_context():
        row = tables.begin(the_club(), hands.id, 1, 1)
        first, second, third = row.players
        left = {first: 0, second: 15, third: 16}
        for _hand in range(3):
            row = record(row, {"ending": "out", "by": first, "hands": left})
    hands.press("Close the round")
    lines = hands.page("").select(".tournament-lines li")
    points = {words(line, ".name"): line.select(".figure")[1].words for line in lines}
    assert points == {first: "12", second: "6", third: "0"}


@walk(
    ("changed", "field", "sentence"),
    {
        "no name": ({"name": " "}, "name", "Give the tournament a name."),
        "minutes": ({"minutes": "fifty"}, "minutes", "Write a whole number from 0 to 600."),
        "rounds": ({"planned": "99"}, "planned", "Write a whole number from 0 to 40."),
        "a date": ({"played_on": "27.11."}, "played_on", "That is not a date."),
        "places": (
            {"points": "places", "places": "first"},
            "places",
            "Write whole numbers with spaces between them, such as 5 3 1.",
        ),
        "limits that fall": (
            {"limits": "50 150 250 500 350 650 800 1000 1250 1500", "bye_points": "14"},
            "limits",
            "The limits must rise: 350 comes after 500.",
        ),
        "nine limits": (
            {"limits": "50 150 250 350 500 650 800 1000 1250", "bye_points": "14"},
            "limits",
            "There must be ten limits, for 10–10 to 19–1. These are 9.",
        ),
        "limits without a bye": (
            {"limits": "1 2 3 4 5 6 7 8 9 10"},
            "bye_points",
            "Say what a bye is worth",
        ),
        "two hands": (
            {"rules-rounds": "2"},
            "limits",
            "Limits are known for 3 and 4 hands. Give ten limits for others.",
        ),
        "a house rule": ({"rules-rounds": "-1"}, "rules-rounds", "must be a whole number"),
        "a limit without its points": (
            {"points": "deals", "left": "10 3 20"},
            "left",
            "Give two numbers: the limit and its points.",
        ),
        "limits of what is left that fall": (
            {"points": "deals", "left": "10 3 5 2"},
            "left",
            "The limits must rise: 5 comes after 10.",
        ),
        "points for going out": (
            {"points": "deals", "out": "five"},
            "out",
            "Write a whole number from 0 to 100000.",
        ),
        "a tie-break twice": (
            {"break_1": "score", "break_2": "score"},
            "break_1",
            "Name every tie-break once.",
        ),
    },
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_is_lost(
    client: Visitor, changed: dict[str, str], field: str, sentence: str
) -> None:
    typed = {"place": "Village hall", **changed}
    answer = client.submit(BURRACO, typed, form="#new-tournament")
    page = read(answer, 422)
    assert sentence in words(page, f"#{field}-error")
    assert page.select_one(f".message--error a[href='#{field}']") is not None
    assert typed.items() <= form(page).items()
    assert client.visit("/tournaments").select(".item") == []


def test_fields_that_were_not_sent_are_empty(client: Visitor) -> None:
    typed = form(client.visit(BURRACO))
    sent = {name: typed[name] for name in ("csrf_token", "variant", "preset", "who", "points")}
    page = read(client.post("/tournaments", data=sent), 422)
    assert "Choose the day it is played." in words(page, "#played_on-error")
    assert form(page)["planned"] == ""


def test_another_preset_keeps_what_was_typed(client: Visitor) -> None:
    page = read(
        client.submit(
            BURRACO,
            {"name": "Charity", "minutes": "40"},
            form="#new-tournament",
            button="#preset-international",
        ),
        200,
    )
    assert {"name": "Charity", "minutes": "40", "preset": "international"}.items() <= form(
        page
    ).items()


def test_sent_twice_it_is_one_tournament(client: Visitor) -> None:
    page = client.visit(BURRACO)
    for _time in range(2):
        client.press(page, form="#new-tournament")
    assert len(client.visit("/tournaments").select(".item")) == 1


def test_own_points_are_kept(app: Flask) -> None:
    own = Organiser(app, points="wins", win="2", tie="1", planned="")
    own.enter(("Ann & Cem", "Bob & Dee"))
    own.play_round(1, (900, 800))
    assert words(own.page(""), ".tournament-answer").endswith(" lead with 2.")


def test_what_a_tournament_usually_has_is_not_called_changed(client: Visitor) -> None:
    page = client.visit(BURRACO)
    assert words(page, "#differences") == ""
    typed = {"rules-target": "1000", "do": "preset:plain"}
    page = read(client.post("/tournaments/new", data=form(page) | typed))
    assert words(page, "#differences") == "1 changed"
