"""Starting a game: every game, preset and house rule on the page, and games that cannot start."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.games import commands
from scorekeeper.languages import LANGUAGES, read_catalogue
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.rummy.variants.burraco import BURRACO
from scorekeeper.rummy.words import GROUPS
from scorekeeper.storage.game_lists import games_in_play
from scorekeeper.web.games.choosing import search
from tests.support.clubs import the_club
from tests.support.new_game import changed, errors, names, nothing_was_started, started
from tests.support.pages import Visitor, read, words
from tests.support.scorebook import form, start
from tests.support.walks import walk

KEYS = [variant.key for variant in VARIANTS]


def test_every_game_is_offered_with_its_players_and_tagline(client: Visitor) -> None:
    games = {
        row.select_one("a")["href"]: row
        for row in client.visit("/games/new").select(".choose-game")
    }
    assert games.keys() == {f"/games/new?variant={key}" for key in KEYS}
    gin, burraco = (games[f"/games/new?variant={key}"] for key in ("gin", "burraco"))
    assert words(gin, ".choose-players .visually-hidden") == "2 players"
    assert words(burraco, ".choose-players .visually-hidden") == "2–4 players"
    assert words(burraco, "p").endswith(render(BURRACO.tagline, ()))


@walk("address", ["/games/new", "/rules", "/judge"])
def test_games_are_found_by_their_other_names(client: Visitor, address: str) -> None:
    page = client.visit(address)
    games = [game.words for game in page.select(".choose-game, .choice, .judge-game > summary")]
    called = {
        "Manipulation Rummy": "Also called Carousel.",
        "Knock Rummy": "Also called Poker Rum, Poker Run.",
        "Tile Rummy": "Also called Rummikub.",
        "Okey 101": "Also called 101 Okey.",
        "Contract Rummy": (
            "Also called Liverpool Rummy, Shanghai Rummy, Carioca, Telefunken, Continental."
        ),
        "Rami 51": "Also called Scala 40, Rommé.",
        "Chinchón": "Also called Conga, Chinchorro.",
        "Indian Rummy": (
            "Also called 13 Card Rummy, Pool Rummy, Points Rummy, Deals Rummy, Paplu."
        ),
        "Canasta": "Also called Canastra, Basket Rummy.",
        "Hand and Foot": "Also called Hand & Foot.",
        "Burraco": "Also called Buraco, Burako, Biriba.",
    }
    for name, others in called.items():
        assert any(name in game and others in game for game in games), name
    assert sum("Also" in game for game in games) == len(called)


def play(app: Flask, *keys: str, players: tuple[str, ...] = ("Ann", "Bob")) -> str:
    """Play these games one after another, and return the id of the last."""
    with app.app_context():
        for key in keys:
            row = start(players, variant=key)
            commands.call(row.id, **form(row))
        return row.id


def test_the_games_played_most_lately_come_first(app: Flask, client: Visitor) -> None:
    assert not client.visit("/games/new").select(".choose-tile")
    play(app, "hollywood", "hollywood", "tonk")
    tiles = client.visit("/games/new").select(".choose-tile")
    assert [words(tile, ".choose-tile__name") for tile in tiles] == ["Hollywood Gin", "Tonk"]
    assert [words(tile, ".small") for tile in tiles] == ["2 times", "1 time"]


def test_those_who_sit_there_are_offered_what_so_many_can_play(app: Flask, client: Visitor) -> None:
    play(app, "gin", "gin")
    last = play(app, "tonk", players=("Ann", "Bob", "Cem"))
    page = client.visit(f"/games/new?after={last}")
    assert [tile["href"] for tile in page.select(".choose-tile")] == [
        f"/games/new?rematch={last}&variant=tonk"
    ]
    assert "3 players" in words(page)
    assert len(page.select(".choose-game")) == len(KEYS)


def found(client: Visitor, query: str, **also: str) -> list[str]:
    """Return the results of a search for games."""
    page = client.visit("/games/new", query_string={"q": query, **also})
    return [words(row, "a") for row in page.select("[aria-labelledby=found] .choose-game")]


@walk(
    ("query", "games"),
    [
        ("Gin Rummy", ["Gin Rummy"]),
        ("rummikub", ["Tile Rummy"]),
        ("rummy500", ["Rummy 500"]),
        ("500 rummy", ["Rummy 500"]),
        ("main et pied", ["Hand and Foot"]),
        ("TROIS-TREIZE", ["Three Thirteen"]),
        ("liverpool", ["Contract Rummy: Liverpool"]),
        ("liverpool rummy", ["Contract Rummy: Liverpool"]),
        ("scala 40", ["Rami 51: Scala 40"]),
        ("pool", ["Indian Rummy: Pool 101", "Indian Rummy: Pool 201"]),
        ("paplu", ["Indian Rummy"]),
        ("canastra", ["Canasta"]),
        ("canastapedia", ["Hand and Foot: Canastapedia"]),
        ("Machiavelli", ["Manipulation Rummy"]),
        # Numbers match in words and in digits.
        ("5 crowns", ["Five Crowns"]),
        ("5crowns", ["Five Crowns"]),
        ("phase ten", ["Phase 10"]),
        ("Phase zehn", ["Phase 10"]),
        ("13", ["Three Thirteen", "Indian Rummy"]),
        # The name of a house rule matches too.
        ("Handromme", ["Basic Rummy"]),
        # A letter or two can be wrong.
        ("rummycub", ["Tile Rummy"]),
        ("rumikub", ["Tile Rummy"]),
        ("canaster", ["Canasta"]),
        ("knok", ["Knock Rummy"]),
        ("hollywod", ["Hollywood Gin"]),
        ("gin rumy", ["Gin Rummy"]),
        ("drei dreizen", ["Three Thirteen"]),
        ("machiaveli", ["Manipulation Rummy"]),
        ("main et pie", ["Hand and Foot"]),
        ("shangai rummy", ["Contract Rummy: Shanghai", "Contract Rummy: Shanghai in seven rounds"]),
    ],
)
def test_a_search_finds_games_by_every_name_and_their_presets(
    client: Visitor, query: str, games: list[str]
) -> None:
    assert found(client, query) == games


@walk(
    ("query", "first"),
    [
        ("Rommé", ["Rami 51: Rommé", "Gin Rummy"]),
        ("rami", ["Rami 51", "Gin Rummy"]),
        ("rummy", ["Gin Rummy", "Rummy 500"]),
        ("gin", ["Gin Rummy", "Oklahoma Gin", "Hollywood Gin"]),
    ],
)
def test_the_closest_name_comes_first(client: Visitor, query: str, first: list[str]) -> None:
    games = found(client, query)
    assert games[: len(first)] == first


@walk("query", ["whist", "standard", "<whist>", "uno", "six", "tarot", "bridge"])
def test_a_search_that_finds_nothing_shows_all_games(client: Visitor, query: str) -> None:
    page = client.visit("/games/new", query_string={"q": query})
    assert f"No game is called “{query}” here." in words(page)
    assert len(page.select(".choose-game")) == len(KEYS)


def test_a_search_without_a_letter_asks_for_nothing(client: Visitor) -> None:
    for query in ("", " ", "x" * 10_000):
        assert client.get("/games/new", query_string={"q": query}).status_code == 200
    assert "No game is called" not in words(client.visit("/games/new?q=+"))


def test_every_game_is_found_by_each_of_its_names_in_each_language() -> None:
    for language in LANGUAGES:
        said = read_catalogue(language).gettext
        for variant in VARIANTS:
            for name in (variant.name, *variant.other_names):
                games = [match.variant for match in search(said(name.template))]
                assert variant in games, (language, name)


def test_every_game_is_in_one_of_the_groups() -> None:
    assert {variant.group for variant in VARIANTS} == set(GROUPS)


def test_a_preset_that_was_found_is_played_by_those_who_sit_there(
    app: Flask, client: Visitor
) -> None:
    last = play(app, "contract", players=("Ann", "Bob", "Cem"))
    [link] = client.visit(f"/games/new?after={last}&q=liverpool").select(".choose-game a")
    game = started(app, client.submit(link["href"]))
    assert (game.variant.key, game.preset, game.players) == (
        "contract",
        "liverpool",
        ("Ann", "Bob", "Cem"),
    )


def test_every_preset_says_what_it_changes(client: Visitor) -> None:
    page = client.visit("/games/new?variant=gin&preset=bicycle")
    told = {
        str(preset["id"]): words(preset, ".caption") for preset in page.select(".new-game-preset")
    }
    assert told["preset-bicycle"] == (
        "gin bonus 20, game bonus 100, box bonus 20, shutout: 100 points"
    )
    assert told["preset-plain"] == (
        "knock with at most 10, gin bonus 25, undercut bonus 10, play to 100"
    )
    assert words(page, "summary .caption") == f"Bicycle: {told['preset-bicycle']}"


def test_a_preset_keeps_the_big_letters_of_german_nouns(client: Visitor) -> None:
    german = {"Accept-Language": "de"}
    page = client.visit("/games/new?variant=gin&preset=bicycle", headers=german)
    told = words(page, "#preset-bicycle .caption")
    assert told == "Gin-Bonus 20, Spielbonus 100, Box-Bonus 20, Schneider: 100 Punkte"


def test_whoever_the_club_knows_has_their_own_face(app: Flask, client: Visitor) -> None:
    with app.app_context():
        ann, bob = start().seats
        colours = [f"colour-{seat.player.colour}" for seat in (ann, bob)]
    page = client.visit("/games/new?variant=knock")
    typed = {"name": ["Bob", "dee", "", ""]}
    page = read(client.submit(page, typed, button="[value=next]"))
    faces = page.select(".new-game-place .face")
    assert [face.text.strip() for face in faces] == ["B", "D", "3", "4"]
    assert [name for face in faces for name in face.classes if name in colours] == colours[1:]
    known = page.select_one("[value='seat:Ann'] .face")
    assert (known.text.strip(), colours[0] in known.classes) == ("A", True)


def test_the_same_players_choose_another_game(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = start(variant="knock", overrides={"target": 200})
        address = f"/games/{commands.call(row.id, **form(row)).id}"
    [way] = [
        way for way in client.visit(address).select("#sheet-more a") if "another game" in way.text
    ]
    link = client.visit(way["href"]).select_one("a[href*='variant=gin']")
    game = started(app, client.submit(link["href"]))
    assert (game.variant.key, game.players, game.changes) == ("gin", ("Ann", "Bob"), ())
    assert client.get("/games/new?after=nosuch").status_code == 404


@pytest.mark.slow
@walk("variant", VARIANTS)
def test_every_preset_of_every_game_can_be_started_unchanged(
    app: Flask, client: Visitor, variant: object
) -> None:
    names = ("Ann", "Bob", "Cem")[: variant.fewest]
    for preset in variant.presets:
        page = client.visit(f"/games/new?variant={variant.key}&preset={preset.key}")
        assert not changed(page)
        empty = [""] * (4 - len(names))
        game = started(app, client.submit(page, {"name": [*names, *empty]}))
        assert game.variant is variant
        assert (game.preset, game.changes, game.players) == (preset.key, (), names)


@walk("variant", VARIANTS)
def test_every_house_rule_has_a_field_with_its_label_help_and_bounds(
    client: Visitor, variant: object
) -> None:
    page = client.visit(f"/games/new?variant={variant.key}")
    text = page.select_one("#house-rules").text
    for rule in house_rules(variant.rules_type):
        assert page.select(f"[name=rules-{rule.name}]"), rule.name
        assert rule.label.template in text
        assert not rule.help or rule.help.template in text
        if rule.choices:
            assert all(render(label, ()) in text for _value, label in rule.choices)
        else:
            assert f"{rule.low}–{rule.high:,}" in errors(page, f"#rules-{rule.name}")


@walk(
    ("language", "target"),
    [("en", "play to 5,000"), ("fr", "objectif 5\u202f000"), ("de", "Ziel 5.000")],
)
def test_large_figures_are_grouped_as_the_language_does(
    client: Visitor, language: str, target: str
) -> None:
    headers = {"Accept-Language": language}
    page = client.visit("/games/new?variant=canasta", headers=headers)
    assert target in page.select_one("#house-rules").text


def test_a_game_is_started_with_players_dealer_and_house_rules(app: Flask, client: Visitor) -> None:
    page = client.visit("/games/new?variant=knock")
    typed = {
        "name": [" Pierre ", "", "Jean", "Paul"],
        "dealer": "2",
        "rules-target": "200",
        "rules-penalty": "10",
        "rules-ties": "split",
        "rules-rum_bonus_each": "false",
    }
    game = started(app, client.submit(page, typed))
    assert game.players == ("Pierre", "Jean", "Paul")
    assert game.dealer == 1
    assert dict(game.changes) == {"target": 200, "ties": "split", "rum_bonus_each": False}


def test_the_same_form_sent_twice_starts_one_game(app: Flask, client: Visitor) -> None:
    page = client.visit("/games/new?variant=gin")
    first, second = (client.submit(page, {"name": ["Ann", "Bob"]}) for _ in range(2))
    assert first.location == second.location
    with app.app_context():
        assert len(games_in_play(the_club())) == 1


NUMBER = "“Play to” must be a whole number from 0 to 1,000."
UNSEEN = "A name is one line without invisible characters."


@walk(
    ("variant", "typed", "field", "sentence"),
    [
        ("gin", {"name": ["Ann", " "]}, "name-1", "Name this player."),
        ("gin", {"name": ["Ann", "ann "]}, "name-1", "Two players cannot both be “ann”."),
        ("gin", {"name": ["Ann", "Аnn"]}, "name-1", "Two players cannot both be “Аnn”."),
        ("gin", {"name": ["Ann", "B" * 41]}, "name-1", "A name has 1 to 40 characters."),
        ("gin", {"name": ["A\x00nn", "Bob"]}, "name-0", UNSEEN),
        ("gin", {"name": ["Ann", "\u1160"]}, "name-1", UNSEEN),
        *(
            ("gin", {"rules-target": value}, "rules-target", NUMBER)
            for value in ("", "-1", "1001", "9" * 30, "ten", "1.5")
        ),
        ("gin", {"rules-tie": "maybe"}, "rules-tie", "“A tie” must be one of"),
        ("three-thirteen", {"name": [*"ABCD"], "rules-decks": "1"}, "rules-decks", "more decks."),
        *(
            ("knock", {"name": ["Ann", "Bob", "", ""], "dealer": value}, "dealer", "deals first.")
            for value in (None, "2", "x", "9" * 10)
        ),
        ("gin", {"key": ""}, "players", "This form is out of date"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field_and_what_was_typed_comes_back(
    app: Flask, client: Visitor, variant: str, typed: dict[str, object], field: str, sentence: str
) -> None:
    typed = {"name": ["Ann", "Bob"]} | typed
    page = read(client.submit(f"/games/new?variant={variant}", typed), 422)
    assert page.select(".message[role=alert] a")
    assert sentence in words(page, f"#{field}-error")
    # Browsers do not read a null character.
    assert names(page) == [name.replace("\0", "\ufffd") for name in typed["name"]]
    assert page.select_one("[name=key]")["value"]
    if field == "rules-target":
        shown = page.select_one("#rules-target")
        assert (shown["value"], shown["aria-invalid"]) == (typed[field], "true")
        assert "open" in page.select_one("#house-rules").attributes
    assert nothing_was_started(app)


def test_all_errors_are_shown_at_once(client: Visitor) -> None:
    typed = {"name": ["Ann", ""], "dealer": "1", "rules-target": "x", "rules-gin_bonus": "y"}
    page = read(client.submit("/games/new?variant=gin", typed))
    links = page.select(".message[role=alert] a")
    assert [link["href"] for link in links] == ["#name-1", "#rules-gin_bonus", "#rules-target"]
    assert links[0].text == "Player 2: Name this player."
    assert all(page.select_one(link["href"]) for link in links)


@walk("address", ["/games", "/games/new"])
@walk("typed", [{}, {"variant": "bridge"}, {"variant": "gin"}])
def test_a_form_without_a_game_leads_back_to_the_choice(
    app: Flask, client: Visitor, address: str, typed: dict[str, str]
) -> None:
    assert "Choose one of these first" in words(read(client.send(address, **typed), 422))
    assert nothing_was_started(app)


@walk(
    ("game", "drawn"),
    [
        ("gin", "Draw who deals first"),
        ("okey-101", "Draw who begins"),
        ("tiles", "Draw who begins"),
    ],
)
def test_nobody_deals_tiles(client: Visitor, game: str, drawn: str) -> None:
    page = client.visit(f"/games/new?variant={game}")
    assert words(page, ".new-game-lot") == drawn


def test_slots_with_the_same_id_stay_apart(client: Visitor) -> None:
    page = client.visit("/games/new?variant=gin")
    refused = read(client.submit(page, {"name": ["Ann", "Bob"], "place": ["1", "1"]}))
    assert names(refused) == ["Ann", "Bob"]


@walk("query", ["variant=bridge", "variant=gin&preset=x", "rematch=nosuch"])
def test_an_address_that_names_nothing_is_not_found(client: Visitor, query: str) -> None:
    assert client.get(f"/games/new?{query}").status_code == 404
