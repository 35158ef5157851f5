"""A game’s own wordings: in French the verb for going out, in Italian the melds of Burraco."""

from __future__ import annotations

from babel.messages.pofile import read_po
from flask import Flask

from scorekeeper.cli.options import translator
from scorekeeper.languages import DEFAULT, LANGUAGES
from scorekeeper.rummy import score
from scorekeeper.rummy.variants import find_variant
from tests.support.canasta import SIDES, of_partners, out
from tests.support.catalogue import catalogue_of
from tests.support.pages import Visitor, words
from tests.support.table import Table
from tests.support.walks import walk

FRENCH = {"Accept-Language": "fr"}
WE = {"melded": 280, "left": 15}

every_game = walk(
    ("game", "we", "line", "verdict"),
    {
        "canasta": ("canasta", WE | {"mixed": 1}, "Sortie\N{NO-BREAK SPACE}: Ann", "Sortie : We"),
        "hand and foot": (
            "hand-and-foot",
            WE | {"clean": 1, "dirty": 1},
            "Sortie\N{NO-BREAK SPACE}: Ann",
            "Sortie : We",
        ),
        "burraco": ("burraco", WE | {"clean": 1}, "Ann a fermé", "Fermeture : We"),
        "another": ("rummy-500", {"shown": 90, "left": 15}, "Ann a terminé", "Fin de manche : We"),
    },
)


@every_game
def test_the_pages_of_a_game_say_its_own_word(
    app: Flask, client: Visitor, game: str, we: dict[str, int], line: str, verdict: str
) -> None:
    table = Table(app, game, ("Ann", "Bob", "Cem", "Dee"), sides=SIDES)
    buttons = client.visit(table.address, headers=FRENCH).select("button[aria-label]")
    assert line in [button["aria-label"] for button in buttons]
    table.record("out", "Ann", hands={"We": we, "They": 30})
    for address in (table.address, table.share()):
        assert verdict in words(client.visit(address + "/rounds/1", headers=FRENCH))


@every_game
def test_the_command_line_and_the_api_say_it_too(
    app: Flask, game: str, we: dict[str, int], line: str, verdict: str
) -> None:
    """Only the pages have a verdict."""
    document = of_partners(game, out(we, 30), out_bonus=100)
    translate = translator("fr", document)
    said = [each.text for each in score(document, translate).rounds[0].why]
    assert line in said
    assert verdict not in said
    answer = app.test_client().post("/api/v1/score", json=document, headers=FRENCH).get_json()
    assert [each["text"] for each in answer["rounds"][0]["why"]] == said


@walk(("game", "kinds"), [("burraco", "giochi"), ("canasta", "combinazioni")])
def test_melds_are_called_in_italian_as_in_each_game(
    client: Visitor, game: str, kinds: str
) -> None:
    page = client.visit(f"/judge/melds?variant={game}", headers={"Accept-Language": "it"})
    assert f"{kinds}, un" in words(page)


@walk("language", [language for language in LANGUAGES if language != DEFAULT])
def test_only_games_have_own_words(language: str) -> None:
    with catalogue_of(language).open("rb") as file:
        contexts = {entry.context or "" for entry in read_po(file)}
    assert [key for context in contexts for key in context.split() if not find_variant(key)] == []
