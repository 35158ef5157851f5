"""Starting a game: every game, preset and house rule on the page."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.games import commands
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.storage.queries import games_in_play
from tests.support.clubs import the_club
from tests.support.new_game import changed, errors, started
from tests.support.pages import Visitor, read, words
from tests.support.scorebook import form, start
from tests.support.walks import walk

KEYS = [variant.key for variant in VARIANTS]


def test_every_game_is_offered_with_its_players_and_tagline(client: Visitor) -> None:
    choices = client.visit("/games/new").select(".choice")
    assert [choice["href"] for choice in choices] == [f"/games/new?variant={key}" for key in KEYS]
    gin, knock = choices[0], choices[3]
    assert gin.select_one(".choice__players").text == "2 players"
    assert knock.select_one(".choice__players").text == "2–5 players"
    assert all(choice.select_one(".choice__tagline").text for choice in choices)


@pytest.mark.parametrize("address", ["/games/new", "/rules", "/judge"])
def test_games_are_found_by_their_other_names(client: Visitor, address: str) -> None:
    page = client.visit(address)
    games = [
        " ".join(each.get_text(" ").split())
        for each in page.select(".choice, .judge-game > summary")
    ]
    called = {
        "Manipulation Rummy": "Also called Carousel.",
        "Knock Rummy": "Also called Poker Rum, Poker Run.",
        "Tile rummy": "Also called Rummikub.",
        "Contract Rummy": "Also called Liverpool Rummy.",
    }
    for name, others in called.items():
        [game] = [each for each in games if name in each]
        assert others in game
    assert sum("Also" in each for each in games) == len(called)


def test_the_games_that_were_played_last_come_first(app: Flask, client: Visitor) -> None:
    with app.app_context():
        for key in ("tonk", "hollywood"):
            row = start(variant=key)
            commands.call(row.id, **form(row))
    choices = client.visit("/games/new").select(".choice__name")
    assert [each.text for each in choices[:3]] == ["Hollywood Gin", "Tonk", "Gin Rummy"]


def test_every_preset_says_what_it_changes(client: Visitor) -> None:
    page = client.visit("/games/new?variant=gin&preset=bicycle")
    told = {
        str(each["id"]): words(each, ".new-game-preset__words")
        for each in page.select(".new-game-preset")
    }
    assert told["preset-bicycle"] == (
        "gin bonus 20, game bonus 100, box bonus 20, shutout: 100 points"
    )
    assert told["preset-plain"] == (
        "knock with at most 10, gin bonus 25, undercut bonus 10, play to 100"
    )
    assert words(page, "summary .new-game-preset__words") == f"Bicycle: {told['preset-bicycle']}"


def test_whoever_the_club_knows_has_their_own_face(app: Flask, client: Visitor) -> None:
    with app.app_context():
        ann, bob = start().seats
        colours = [f"colour-{each.player.colour}" for each in (ann, bob)]
    page = client.visit("/games/new?variant=knock")
    typed = {"name": ["Bob", "dee", "", ""]}
    page = read(client.submit(page, typed, button="[value=next]"))
    faces = page.select(".new-game-place .face")
    assert [each.text.strip() for each in faces] == ["B", "D", "3", "4"]
    assert [name for each in faces for name in each["class"] if name in colours] == colours[1:]
    known = page.select_one("[value='seat:Ann'] .face")
    assert (known.text.strip(), colours[0] in known["class"]) == ("A", True)


def test_the_same_players_choose_another_game(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = start(variant="knock", overrides={"target": 200})
        game_id = row.id
    link = client.visit(f"/games/new?after={game_id}").select_one("a[href*='variant=gin']")
    game = started(app, client.submit(client.visit(link["href"])))
    assert (game.variant.key, game.players, game.changes) == ("gin", ("Ann", "Bob"), ())
    assert client.get("/games/new?after=nosuch").status_code == 404


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
            assert f"{rule.low}–{rule.high}" in errors(page, f"#rules-{rule.name}")


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
