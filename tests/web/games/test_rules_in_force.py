"""The rules on a sheet are those of its game, in the language and below the path of the reader."""

from __future__ import annotations

from flask import Flask
from markupsafe import Markup

from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.variants.gin import GIN
from scorekeeper.rummy.variants.knock import KNOCK
from scorekeeper.web.games.sheet import rules_shown
from tests.support.walks import walk

PLAYERS = ("Ann", "Bob")
GAMES = {
    "gin": Game(GIN, PLAYERS),
    "gin of a preset": Game(GIN, PLAYERS, "pagat"),
    "gin to 60": Game(GIN, PLAYERS, overrides=(("target", 60),)),
    "gin to 70": Game(GIN, PLAYERS, overrides=(("target", 70),)),
    "knock": Game(KNOCK, PLAYERS),
}


def shown(app: Flask, game: Game, language: str = "en", below: str = "") -> Markup:
    site = f"http://localhost{below}"
    with app.test_request_context("/", base_url=site, headers={"Accept-Language": language}):
        return rules_shown(game)


def test_each_game_shows_its_own(app: Flask) -> None:
    pages = [shown(app, game) for game in (*GAMES.values(), *GAMES.values())]
    assert len({*pages}) == len(GAMES)
    assert pages[: len(GAMES)] == pages[len(GAMES) :]


@walk("name", GAMES)
def test_each_reader_is_shown_them(app: Flask, name: str) -> None:
    for _again in range(2):
        assert "Rules of this game" in shown(app, GAMES[name])
        assert "Les règles de cette partie" in shown(app, GAMES[name], "fr")
        assert 'href="/rules/' in shown(app, GAMES[name])
        assert 'href="/cards/rules/' in shown(app, GAMES[name], below="/cards")
