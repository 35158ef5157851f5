"""French sentences adapt to the names in them."""

from __future__ import annotations

from flask import Flask, render_template_string
from flask_babel import force_locale, gettext, lazy_gettext, ngettext

from scorekeeper.cli.options import translator
from scorekeeper.french import FrenchSentence, sentence
from scorekeeper.languages import LANGUAGES
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import SEATS, message, render
from scorekeeper.rummy.variants.knock import KNOCK
from scorekeeper.storage.mapping import Amendment
from scorekeeper.web.entering.amendments import amendment_words
from scorekeeper.web.parts.formatting import message_html
from scorekeeper.web.shell.translation import translate
from tests.support.walks import walk

HAND = message("{player}’s hand is missing.", player=SEATS[0])


@walk(
    ("name", "joined"),
    [
        ("Anne", "d’Anne"),
        ("Bruno", "de Bruno"),
        ("Élodie", "d’Élodie"),
        ("éva", "d’éva"),
        ("Œdipe", "d’Œdipe"),
        ("Ugo et Léa", "d’Ugo et Léa"),
        ("<bdi>Anne</bdi>", "d’<bdi>Anne</bdi>"),
        ("<b><i>Max</i></b>", "de <b><i>Max</i></b>"),
        ("Hugo", "d’Hugo"),
        ("Hélène", "d’Hélène"),
        ("Hans", "de Hans"),
        ("Yves", "d’Yves"),
        ("Yann", "de Yann"),
        ("7", "de 7"),
        ("", "de "),
        ("🦊", "de 🦊"),
        ("\u2068אבי\u2069", "de \u2068אבי\u2069"),
    ],
)
def test_de_is_cut_before_a_vowel(name: str, joined: str) -> None:
    assert sentence("main de %(name)s") % {"name": name} == f"main {joined}"
    assert sentence("main de {name}").format_map({"name": name}) == f"main {joined}"


@walk(
    ("text", "said"),
    [
        ("De {name} à {other}", "D’Anne à Max"),
        ("avant que {name} joue", "avant qu’Anne joue"),
        ("mode {name}", "mode Anne"),
        ("la main de « {name} »", "la main de « Anne »"),
        ("{name} joue au {game}", "Anne joue au gin rami"),
        ("{game} : la main de {name}", "Gin rami : la main d’Anne"),
    ],
)
def test_only_words_that_are_joined_to_a_fact_change(text: str, said: str) -> None:
    facts = {"name": "Anne", "other": "Max", "game": "Gin rami"}
    assert sentence(text).format_map(facts) == said


def test_what_a_script_fills_in_stays() -> None:
    assert sentence("la main de {name} au {game}") % {} == "la main de {name} au {game}"


def test_a_text_without_such_words_stays_a_plain_one() -> None:
    assert type(sentence("%(name)s de retour")) is str
    assert type(LANGUAGES["en"].sentence("the hand of %(name)s")) is str
    assert isinstance(LANGUAGES["fr"].sentence("la main de %(name)s"), FrenchSentence)


def test_pages_say_it_in_every_way_that_they_have(app: Flask) -> None:
    with app.test_request_context(), force_locale("fr"):
        assert translate(HAND, ["Anne"]) == "Il manque la main d’Anne."
        assert message_html(HAND, ["Anne & Max"]) == "Il manque la main d’Anne &amp; Max."
        assert gettext("Role of %(name)s", name="Anne") == "Rôle d’Anne"
        assert str(lazy_gettext("Role of %(name)s", name="Max")) == "Rôle de Max"
        phone = "%(num)d phone of %(name)s goes to %(other)s."
        phones = "%(num)d phones of %(name)s go to %(other)s."
        said = "2 téléphones d’Anne passent à Max."
        assert ngettext(phone, phones, 2, name="Anne", other="Max") == said
        page = "{{ ngettext(one, many, 2, name=name, other='Max') }} {{ _(role, name=name) }}"
        facts = {"one": phone, "many": phones, "role": "Role of %(name)s", "name": "Éva <3"}
        shown = render_template_string(page, **facts)
        assert shown == "2 téléphones d’Éva &lt;3 passent à Max. Rôle d’Éva &lt;3"


def test_a_changed_hand_is_told_with_its_player(app: Flask) -> None:
    game = Game(KNOCK, ("Anne", "Bruno"))
    changed = Amendment("Bruno", field="changed", seat=0)
    with app.test_request_context(), force_locale("fr"):
        assert amendment_words(changed, game) == "Bruno a changé la main d’Anne."


def test_english_stays_as_it_is(app: Flask) -> None:
    with app.test_request_context():
        assert translate(HAND, ["Anne"]) == "Anne’s hand is missing."
        assert gettext("Rules of %(game)s", game="Gin Rummy") == "Rules of Gin Rummy"


def test_the_command_line_says_it_too() -> None:
    assert render(HAND, ["Anne"], translator("fr")) == "Il manque la main d’Anne."
    assert render(HAND, ["Anne"], translator("en")) == "Anne’s hand is missing."
