"""The screen stays on where a game is being played, and nowhere else."""

from __future__ import annotations

from flask import Flask

from tests.support.pages import Visitor
from tests.support.table import Table


def keeps_awake(client: Visitor, address: str) -> bool:
    scripts = client.visit(address).select("script[src]")
    return any("+awake" in str(each["src"]) for each in scripts)


def test_the_sheet_in_play_its_forms_and_the_big_screen_keep_the_phone_awake(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    for page in ("", "/rounds/new", "/watch"):
        assert keeps_awake(client, table.address + page), page


def test_the_sheet_of_a_finished_game_lets_the_phone_sleep(app: Flask, client: Visitor) -> None:
    table = Table(app)
    while not table.is_over:
        table.record("knock", "Ann", hands={"Ann": 0, "Bob": 90})
    assert not keeps_awake(client, table.address)
    assert not keeps_awake(client, "/")
