"""Starting a game: every game, preset and house rule on the page."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.games import commands
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.variants import VARIANTS
from tests.support.clubs import the_club
from tests.support.new_game import changed, errors, started
from tests.support.pages import Visitor

KEYS = [variant.key for variant in VARIANTS]


def test_every_game_is_offered_with_its_players_and_tagline(client: Visitor) -> None:
    choices = client.visit("/games/new").select(".book-choice")
    assert [choice["href"] for choice in choices] == [f"/games/new?variant={key}" for key in KEYS]
    gin, knock = choices[0], choices[3]
    assert gin.select_one(".book-choice__players").text == "2 players"
    assert knock.select_one(".book-choice__players").text == "2–5 players"
    assert all(choice.select_one(".book-choice__tagline").text for choice in choices)


@pytest.mark.parametrize("variant", VARIANTS, ids=KEYS)
def test_every_preset_of_every_game_can_be_started_unchanged(
    app: Flask, client: Visitor, variant: object
) -> None:
    for preset in variant.presets:
        page = client.visit(f"/games/new?variant={variant.key}&preset={preset.key}")
        assert not changed(page)
        game = started(app, client.submit(page, {"name": ["Ann", "Bob"] + [""] * 2}))
        assert game.variant is variant
        assert (game.preset, game.changes, game.players) == (preset.key, (), ("Ann", "Bob"))


@pytest.mark.parametrize("variant", VARIANTS, ids=KEYS)
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
            assert all(label.template in text for _value, label in rule.choices)
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
        assert len(commands.games_in_play(the_club())) == 1
