"""A new language without translations: every page works, in English."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date
from pathlib import Path

import pytest
from flask import Flask
from jinja2 import BaseLoader, ChoiceLoader, FileSystemLoader
from werkzeug.exceptions import HTTPException

from scorekeeper import clock, languages
from scorekeeper.cli.options import translator
from scorekeeper.clubs.roles import Role
from scorekeeper.config import CHECKOUT
from scorekeeper.demo.book import make_demo_club
from scorekeeper.languages import COURT_LETTERS, LANGUAGES, Language
from scorekeeper.rummy.messages import untranslated
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.web.shell.translation import day_text
from tests.support import catalogue
from tests.support.catalogue import TRANSLATIONS
from tests.support.clubs import visitor
from tests.support.elements import Element, parse
from tests.support.pages import Visitor, words
from tests.support.table import Table

DUTCH = {"Accept-Language": "nl"}
BEGINNINGS = ("/", "/rules", "/judge", "/settings", "/join", "/offline", "/parts")
NOT_TRANSLATED = "Nobody has written these rules in your language yet. They are in English."


@pytest.fixture(scope="module")
def dutch(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of an empty Dutch catalogue, with Dutch as a language of the program."""
    folder = tmp_path_factory.mktemp("translations")
    language = Language(name="Nederlands", court_letters="dutch")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(COURT_LETTERS, "dutch", "HVB")
        patch.setitem(LANGUAGES, "nl", language)
        patch.setattr(catalogue, "TRANSLATIONS", folder)
        assert catalogue.translate("nl").missing
        yield folder


@pytest.fixture
def app(dutch: Path, own_app: Flask) -> Flask:
    """The app with Dutch, and without Dutch rules pages."""
    own_app.extensions["babel"].translation_directories.append(str(dutch))
    return own_app


@pytest.fixture
def keeper(app: Flask) -> Visitor:
    """The keeper of the demo club, with a game in which a round is entered."""
    with app.app_context():
        club_id = make_demo_club(clock.now(), UTC, untranslated, 1).id
    return visitor(app, Role.KEEPER, club_id=club_id, player="Nora")


def addresses_on(page: Element) -> list[str]:
    """Return the paths of a page’s links within the program, in order."""
    found = [str(link["href"]).partition("#")[0] for link in page.select("a[href^='/']")]
    return list(dict.fromkeys(found))


def endpoint_of(app: Flask, address: str) -> str:
    try:
        return str(app.url_map.bind("localhost").match(address.partition("?")[0])[0])
    except HTTPException:
        return "none"


@pytest.mark.slow
def test_every_page_is_there(app: Flask, keeper: Visitor) -> None:
    """The test reads two pages of each kind, and the rules of all games."""
    waiting, seen, kinds = list(BEGINNINGS), set(BEGINNINGS), Counter[str]()
    while waiting:
        address = waiting.pop(0)
        endpoint = endpoint_of(app, address)
        kinds[endpoint] += 1
        if kinds[endpoint] > 2 and endpoint != "rules.show":
            continue
        answer = keeper.get(address, headers=DUTCH, follow_redirects=True)
        assert answer.status_code == 200, address
        if answer.mimetype != "text/html":
            continue
        page = parse(answer.text)
        assert page.select_one("html")["lang"] == "nl", address
        linked = addresses_on(page)
        # The tap that ends a round sends a form, which leads to this page.
        if page.select_one("form[action$='/round/announce']"):
            linked = [*linked, f"{address}/rounds/new"]
        new = [address for address in linked if address not in seen]
        seen.update(new)
        waiting += new
    assert kinds["rules.show"] == len(VARIANTS)
    assert {"rounds.new", "rounds.show", "judge.hand", "players.against", "club.show"} <= set(kinds)


def test_the_rules_say_that_they_are_in_english(app: Flask) -> None:
    page = visitor(app, None).visit("/rules/gin", headers=DUTCH)
    assert NOT_TRANSLATED in words(page)
    assert page.select_one("section [lang=en] .rules-minute")
    for language in ("en", "fr"):
        page = visitor(app, None).visit("/rules/gin", headers={"Accept-Language": language})
        assert not page.select("main [lang]")


@pytest.mark.parametrize(
    ("there", "whole"),
    [
        (["_all", "gin"], ["gin"]),
        (["_all", "gin", "oklahoma", "knock"], ["gin", "knock", "oklahoma"]),
        (["_all", "oklahoma"], []),
        (["gin", "knock"], []),
    ],
)
def test_the_rules_come_in_a_language_game_by_game(
    app: Flask, tmp_path: Path, there: list[str], whole: list[str]
) -> None:
    """A page needs those it extends: Oklahoma extends Gin, and all extend the common page."""
    add_rules(app, tmp_path, there)
    stranger = visitor(app, None)
    for key in ("gin", "oklahoma", "knock", "tonk"):
        page = stranger.visit(f"/rules/{key}", headers=DUTCH)
        assert (NOT_TRANSLATED not in words(page)) == (key in whole), key


def test_a_page_that_lacks_a_new_article_is_in_english_until_it_is_written(
    app: Flask, tmp_path: Path
) -> None:
    folder = add_rules(app, tmp_path, ["_all", "gin"])
    page = folder / "gin.html"
    text = page.read_text("utf-8").replace("block gin_off", "block gone")
    page.write_text(text, "utf-8")
    shown = visitor(app, None).visit("/rules/gin", headers=DUTCH)
    assert NOT_TRANSLATED in words(shown)
    assert shown.select_one("#gin-off")


def add_rules(app: Flask, folder: Path, names: list[str]) -> Path:
    """Copy English rules pages to Dutch ones, as the instructions for translators say."""
    english, dutch = (CHECKOUT / "templates" / "rules" / "en"), folder / "rules" / "nl"
    dutch.mkdir(parents=True)
    for name in names:
        text = (english / f"{name}.html").read_text(encoding="utf-8")
        (dutch / f"{name}.html").write_text(text.replace("rules/en/", "rules/nl/"), "utf-8")
    own = app.jinja_env.loader
    assert isinstance(own, BaseLoader)
    app.jinja_env.loader = ChoiceLoader([FileSystemLoader(folder), own])
    return dutch


def test_cards_and_dates_are_as_the_language_has_them(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann="A", Bob="KH QD JS")
    ruling = client.visit(f"{table.address}/rounds/1", headers=DUTCH)
    shown = [words(card).split()[0] for card in ruling.select(".playing-card")]
    assert shown == ["A", "H", "V", "B"]
    with app.test_request_context(headers=DUTCH):
        assert day_text(date(2026, 5, 1), "MMMMd") == "1 mei"


def test_a_page_says_what_is_missing(
    app: Flask, dutch: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "translations"
    shutil.copytree(TRANSLATIONS / "fr", folder / "fr")
    shutil.copytree(dutch / "nl", folder / "nl")
    monkeypatch.setattr(catalogue, "TRANSLATIONS", folder)
    monkeypatch.setattr(languages, "_CATALOGUES", folder)
    begun = catalogue.catalogue_of("nl")
    empty, done = 'msgid "Dealer"\nmsgstr ""', 'msgid "Dealer"\nmsgstr "Gever"'
    begun.write_text(begun.read_text(encoding="utf-8").replace(empty, done), encoding="utf-8")
    catalogue.translate("nl")
    page = visitor(app, None).visit("/languages")
    sections = {str(each["lang"]): each.parent for each in page.select("h2[lang]")}
    assert "Complete" in words(sections["fr"])
    said = words(sections["nl"])
    assert re.search(r"^Nederlands 1 of \d{4} sentences Rules still in English: Gin Rummy, ", said)
    missing = [sentence.text for sentence in sections["nl"].select("li")]
    assert "Round" in missing
    assert "Dealer" not in missing


@pytest.mark.usefixtures("app")
def test_commands_answer_in_english_what_is_not_translated() -> None:
    assert translator("nl")("No games match.") == "No games match."
