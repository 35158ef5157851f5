"""The rules: every game in every language, every article, examples as the engine scores them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.config import CHECKOUT, Settings
from scorekeeper.languages import LANGUAGES
from scorekeeper.rummy.articles import MISTAKES
from scorekeeper.rummy.examples import Ask
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.messages import SEATS
from scorekeeper.rummy.rulebook import DISPUTES, worked_examples
from scorekeeper.rummy.ruling import Line, Ruling
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.web.parts.verdicts import merge_payments
from scorekeeper.web.rules.prose import prose_of, short_answer
from tests.support.elements import Element
from tests.support.pages import Visitor, words
from tests.support.walks import walk
from tests.web.games.test_sheet import texts_of

every_game = walk("variant", VARIANTS)
every_language = walk("language", list(LANGUAGES))

SEATS_NAMED = ("Ann", "Bob", "Cem")


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One app for all of these tests, because they write no data."""
    app = create_app(
        Settings(
            data_dir=tmp_path_factory.mktemp("rules"), secret_key="a key for the tests", backups=0
        )
    )
    app.testing = True
    app.test_client_class = Visitor
    yield app
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()


@pytest.fixture(scope="module")
def client(app: Flask) -> Visitor:
    """A stranger, because the rules belong to no club."""
    return cast(Visitor, app.test_client())


@cache
def rules_page(client: Visitor, game: str, language: str = "en") -> Element:
    """Return the rules of a game. Each page is fetched once for all tests."""
    return client.visit(f"/rules/{game}", headers={"Accept-Language": language})


def article_on(page: Element, key: str) -> Element:
    """Return the section of an article."""
    found = page.select_one(f"section.rules-article[aria-labelledby='{key}']")
    assert found is not None, key
    return found


def test_the_index_lists_the_games_and_the_disputes(client: Visitor) -> None:
    page = client.visit("/rules")
    assert len(page.select("a.choice")) == len(VARIANTS)
    assert len(page.select(".rules-disputes > li")) == len(DISPUTES + MISTAKES)
    assert words(page, "#boxes-and-target") == "Do boxes count towards the target?"


@pytest.mark.slow
@every_language
def test_every_link_of_the_index_leads_to_an_article(client: Visitor, language: str) -> None:
    index = client.visit("/rules", headers={"Accept-Language": language})
    for link in index.select(".rules-disputes a"):
        address, _, anchor = str(link["href"]).partition("#")
        page = rules_page(client, address.removeprefix("/rules/"), language)
        heading = page.select_one(f"[id='{anchor}']")
        assert isinstance(heading, Element)
        assert heading.name == "h3"
        assert heading.closest("section.rules-article")


@every_game
@every_language
def test_the_contents_come_first_and_lead_to_every_section(
    client: Visitor, variant: Variant, language: str
) -> None:
    page = rules_page(client, variant.key, language)
    contents = page.select_one("nav.rules-contents[aria-label]")
    anchors = [str(link["href"]).removeprefix("#") for link in contents.select("a")]
    assert anchors == [str(tag["id"]) for tag in page.select(".rules-book > section > h2")]
    assert anchors[0] == "minute"
    back = page.select("a[href='#contents']")
    assert contents["id"] == "contents"
    assert back


FIGURES = {
    "gin": ("knock_limit", "gin_bonus", "undercut_bonus", "target"),
    "oklahoma": ("gin_bonus", "undercut_bonus", "target"),
    "hollywood": ("knock_limit", "gin_bonus", "undercut_bonus", "target", "game_bonus"),
    "knock": ("penalty", "rum_bonus"),
    "manipulation": ("knock_limit", "undercut_bonus", "out_bonus", "target", "joker_value"),
    "basic": ("jokers_per_deck", "ace_value", "joker_value"),
    "three-thirteen": ("ace_value",),
    "five-crowns": ("joker_value",),
    "tonk": ("hand_size",),
    "contract": ("run_length", "ace_value", "joker_value"),
    "phase-10": ("skip_value", "wild_value"),
    "rummy-500": ("ace_value", "low_ace", "target"),
    "tiles": ("joker_value",),
    "okey-101": ("out_bonus", "not_opened", "penalty", "rounds"),
    "indian": ("first_drop", "middle_drop", "wrong_points", "most_points", "target"),
    "rami": ("opening", "out_bonus", "not_opened", "ace_value", "joker_value", "target"),
    "chinchon": ("deck", "knock_limit", "all_melded", "target"),
    "canasta": ("natural_canasta", "mixed_canasta", "red_three", "out_bonus", "target"),
    "hand-and-foot": ("clean_book", "dirty_book", "red_three", "out_bonus", "rounds"),
    "burraco": ("clean", "semi_clean", "dirty", "pot", "out_bonus", "joker_value", "target"),
}
"""The house rules needed to score a first round."""


@every_game
@every_language
def test_the_first_section_tells_how_to_score_a_first_round(
    client: Visitor, variant: Variant, language: str
) -> None:
    steps = rules_page(client, variant.key, language).select(".rules-minute > li")
    told = " ".join(step.words for step in steps)
    assert 6 <= len(steps) <= 8
    assert len(told.split()) < 240
    plain, ungrouped = variant.rules_type(), re.sub(r"(?<=\d)[,.\s](?=\d{3}\b)", "", told)
    for name in FIGURES[variant.key]:
        assert re.search(rf"\b{getattr(plain, name)}\b", ungrouped), name


@every_game
def test_no_article_is_hidden_from_links_to_it(client: Visitor, variant: Variant) -> None:
    page = rules_page(client, variant.key)
    assert not page.select("details section.rules-article, details .rules-house__one")


@every_game
@every_language
def test_every_game_has_its_articles_each_with_an_anchor(
    client: Visitor, variant: Variant, language: str
) -> None:
    page = rules_page(client, variant.key, language)
    anchors = [str(tag["id"]) for tag in page.select("section.rules-article h3[id]")]
    assert sorted(anchors) == sorted(article.key for article in variant.articles)
    for key in anchors:
        assert article_on(page, key).select_one("p"), f"{key} says nothing"


@every_game
@every_language
def test_a_link_within_the_page_leads_somewhere(
    client: Visitor, variant: Variant, language: str
) -> None:
    page = rules_page(client, variant.key, language)
    ids = {str(tag["id"]) for tag in page.select("[id]")}
    assert [a["href"] for a in page.select("a[href^='#']") if str(a["href"])[1:] not in ids] == []


@every_game
def test_both_languages_have_the_same_sections(app: Flask, variant: Variant) -> None:
    blocks = [blocks_of(app, prose_of(variant, language)) for language in LANGUAGES]
    assert blocks[0] == blocks[1]


def blocks_of(app: Flask, name: str) -> set[str]:
    """Return the names of the blocks in a template."""
    return set(app.jinja_env.get_template(name).blocks)


@every_game
@every_language
def test_every_article_has_an_answer_in_two_sentences(
    app: Flask, variant: Variant, language: str
) -> None:
    game = Game(variant, SEATS_NAMED[: variant.fewest])
    with app.test_request_context(headers={"Accept-Language": language}):
        for article in (*variant.disputes, *variant.points):
            answer = short_answer(article, game)
            assert 20 < len(answer) < 300, answer
            assert not re.search(r"[<>{}]| [.,)]|\(\W*\)", answer), answer


def test_an_answer_follows_the_choices_of_the_game(app: Flask) -> None:
    variant = find_variant("knock")
    assert variant
    game = Game(variant, SEATS_NAMED[:3], "split", (("penalty", 15),))
    with app.test_request_context():
        said = {article.key: short_answer(article, game) for article in variant.articles}
    assert said["equal-with-several"] == "Tied winners score: equal shares."
    assert said["knock-penalty"].startswith("Knock with more than the lowest, and you pay 15 more")
    assert said["knock-penalty"].endswith("goes to: everyone with less than the knocker.")


@every_game
def test_both_languages_show_the_same_examples(client: Visitor, variant: Variant) -> None:
    in_english, in_french = (
        figures(rules_page(client, variant.key, code)) for code in ("en", "fr")
    )
    assert in_english == in_french


def figures(page: Element) -> list[list[str]]:
    """Return the numbers in every example, with their signs."""
    return [
        re.findall(r"[+−]?\d+", example.text) for example in page.select(".rules-example td.number")
    ]


@every_game
def test_the_text_has_the_figures_of_the_game(client: Visitor, variant: Variant) -> None:
    page = rules_page(client, variant.key)
    for rule in house_rules(variant.rules_type):
        shown = page.select_one(f"#rule-{rule.name}")
        assert isinstance(shown, Element)
        assert rule.choices or f"{rule.default:,}" in shown.text


OTHER_FIGURES = (
    r"K-A-2|[Rr]oi-as-2|court cards? (counting )?10|(10 pour )?une figure( 10)?",
    r"Bilder (zählen )?10|Bildkarten? 10",
    r"some count 15|certains comptent 15|an ace is then 15|l’as vaut alors 15",
    r"bei manchen zählt es 15|ein Ass zählt dann 15",
    r"(11 above|below the two and 11)|avant le deux, 11|deux et 11|in a set 11|un groupe, 11",
    r"unter der Zwei und 11|in einem Satz 11|zählt es 11|11 über dem König",
    r"\b[17][,.\s]500",
    r"worth 101|101 or be five|[Nn]ot in 101|valent 101|va(loir|ut) (pas )?101|au 101",
    r"101 zählen|[Bb]ei 101|keine 101|muss 101",
    r"(figure (valgono )?|figura )10|c’è chi conta 15|un asso vale 15|vale 11",
    r"11 sopra il re|in un tris 11",
    r"valgono 101|valere 101|per 101|[Nn]el 101|[Aa] 101|di 101|non (vale )?101",
    r"100, 300, 500",
)
"""Figures in the prose that do not come from a house rule: aces in runs, first melds, threes."""


@pytest.mark.slow
@every_game
@every_language
def test_no_sentence_has_the_figure_of_a_house_rule_but_from_the_rules(
    app: Flask, variant: Variant, language: str
) -> None:
    """A number that becomes a house rule must not remain in the prose."""
    written = prose_as_written(app, variant, language)
    for rule in house_rules(variant.rules_type):
        if type(rule.default) is int and rule.default:
            found = re.findall(rf".{{,50}}\b{rule.default}\b.{{,30}}", written)
            assert found == [], rule.name


def prose_as_written(app: Flask, variant: Variant, language: str) -> str:
    """Return the source of a game’s prose, without inserted values and presets."""
    name, sources = prose_of(variant, language), []
    while name.startswith(f"rules/{language}/"):
        source, *_place = app.jinja_env.loader.get_source(app.jinja_env, name)
        sources.append(source)
        [name] = re.findall(r'{% extends "(.+?)" %}', source)
    whole = re.sub(r"{% block preset_.*?{% endblock %}", "", "".join(sources), flags=re.DOTALL)
    told = re.sub(r"{([{%#]).*?[}%#]}|<[^>]*>", "", whole, flags=re.DOTALL)
    return re.sub("|".join(OTHER_FIGURES), "", " ".join(told.split()), flags=re.IGNORECASE)


@every_game
def test_an_example_shows_the_points_that_the_engine_gives(
    client: Visitor, variant: Variant
) -> None:
    page = rules_page(client, variant.key)
    for article in variant.articles:
        shown = article_on(page, article.key).select(".rules-example")
        worked = worked_examples(variant, article)
        assert len(shown) == len(worked)
        for part, example in zip(shown, worked, strict=True):
            sheets = [outcome.sheet for outcome in example.outcomes if outcome.sheet]
            if example.example.ask is Ask.RULING:
                rulings = [sheet.rounds[-1].ruling for sheet in sheets]
                lines = [line for ruling in rulings for line in told_lines(ruling)]
                assert points_of_lines(part, ".ruling-lines a") == points(lines)
            elif example.example.ask is not Ask.DEALER and part.select(".ruling-bonuses"):
                lines = [line for sheet in sheets for line in sheet.bonuses]
                assert points_of_lines(part, ".ruling-bonuses a") == points(lines)


def told_lines(ruling: Ruling) -> list[Line]:
    """Return the lines of a ruling as on a page, player by player."""
    lines = ruling.lines
    by_player = [[line for line in lines if line.seat == seat] for seat in SEATS]
    return [line for mine in by_player for line in merge_payments(mine)]


def points(lines: list[Line]) -> list[int]:
    """Return the sorted points of these lines."""
    return sorted(line.points for line in lines)


def points_of_lines(part: Element, selector: str) -> list[int]:
    """Return the sorted points of all sentences with a link to their article."""
    rows = [link.closest("tr") for link in part.select(selector)]
    cells = [row.select_one("td.number").text for row in rows if row]
    return sorted(int(cell.replace("−", "-").replace(",", "")) for cell in cells)


GIN_FAMILY = ("gin", "oklahoma", "hollywood")
OTHERS = ("knock", "manipulation", "basic", "three-thirteen")

TOLD = [
    (GIN_FAMILY, "#cards", ["the lower one deals"], ["la plus basse donne"]),
    (
        OTHERS,
        "#cards",
        ["the lowest deals", "dealer’s left begins", "clockwise"],
        ["la plus basse donne", "à gauche du donneur commence", "aiguilles d’une montre"],
    ),
    (
        GIN_FAMILY,
        "#round",
        ["may not be discarded again in the same turn", "your first included"],
        ["ne peut pas être rejetée au même tour", "dès le premier"],
    ),
    (
        ("knock",),
        "#round",
        ["but not the card you have just taken", "on your first turn too"],
        ["pas la carte que vous venez de prendre", "dès le premier tour"],
    ),
    (GIN_FAMILY, "#stock-runs-out", ["the 50th card"], ["la 50e carte"]),
    (
        GIN_FAMILY,
        "#knock-too-high",
        ["hand left face up on the table"],
        ["la main reste face visible sur la table"],
    ),
    (
        ("manipulation",),
        "#round",
        ["moved to another meld", "from the hand or from another meld"],
        ["le déplacer dans une autre combinaison", "de votre main ou d’une autre combinaison"],
    ),
    (
        (*GIN_FAMILY, *OTHERS),
        "#misdeal",
        ["The same player shuffles and deals again", "goes down as void"],
        ["Le même joueur mélange et redonne", "comme nulle"],
    ),
    ((*GIN_FAMILY, *OTHERS), "#wrong-number", ["it is a misdeal"], ["c’est une maldonne"]),
    ((*GIN_FAMILY, *OTHERS), "#exposed-card", ["costs nothing"], ["ne coûte rien"]),
]
"""Things that players look up: the games, the heading, and the words in both languages."""


@walk(
    ("variant", "heading", "language", "sentences"),
    [
        pytest.param(key, heading, language, sentences, id=f"{key} {heading} {language}")
        for keys, heading, english, french in TOLD
        for key in keys
        for language, sentences in (("en", english), ("fr", french))
    ],
)
def test_the_rules_answer_what_players_ask_at_the_table(
    client: Visitor, variant: str, heading: str, language: str, sentences: list[str]
) -> None:
    page = rules_page(client, variant, language)
    section = page.select_one(f"section[aria-labelledby='{heading[1:]}']")
    told = section.words
    assert [sentence for sentence in sentences if sentence not in told] == []


@walk(
    ("article", "selector", "shown"),
    [
        (
            "knock-too-high",
            ".warning",
            ["Nina cannot knock: deadwood 12 is over the limit of 10."],
        ),
        (
            "gin-bonus",
            ".rules-example > p > strong, summary",
            [
                "Standard, Wikipedia, Modern and Tournament",
                "Pagat and Bicycle Nina scores 92",
            ],
        ),
        (
            "shutout",
            "summary",
            [
                "Pagat Nina wins the game: Nina 340, Max 0",
                "Bicycle Nina wins the game: Nina 340, Max 0",
                "Wikipedia and Tournament Nina wins the game: Nina 350, Max 0",
                "Modern Nina wins the game: Nina 500, Max 0",
            ],
        ),
        ("shutout", ".ruling__result", ["Nina wins the game: Nina 100, Max 0"]),
        ("best-arrangement", ".laid__head", ["Nina 10 points"]),
        (
            "laying-off",
            ".laid__off li",
            ["10 of spades", "J of spades", "4 of hearts", "K of spades"],
        ),
    ],
)
def test_an_article_shows_what_its_example_comes_to(
    client: Visitor, article: str, selector: str, shown: list[str]
) -> None:
    found = texts_of(article_on(rules_page(client, "gin"), article), selector)
    assert len(found) >= len(shown)
    for text, expected in zip(found, shown, strict=False):
        assert text.startswith(expected)


@walk(
    ("language", "told"),
    [("en", "cooncan, khun khan and colonel"), ("fr", "cooncan, khun khan ou colonel")],
)
def test_the_history_of_a_game_is_no_part_of_its_object(
    client: Visitor, language: str, told: str
) -> None:
    page = rules_page(client, "basic", language)
    assert told in words(page)
    assert told not in words(page, "section[aria-labelledby=object]")


def test_a_preset_lists_the_house_rules_that_differ(client: Visitor) -> None:
    rows = texts_of(rules_page(client, "oklahoma"), ".rules-presets tbody tr")
    assert rows[0].startswith("Standard")
    assert "Gin bonus : 20" in rows[2]
    assert "An ace as upcard : gin only" in rows[2]


@walk("file", sorted((CHECKOUT / "templates" / "rules" / "fr").iterdir()))
def test_signs_stand_after_the_spaces_that_french_has(file: Path) -> None:
    """French has a narrow no-break space before `;`, `!` and `?`, and a wide one elsewhere."""
    told = re.sub(r"\{[{%#].*?[}%#]\}|<[^>]*>", "x", file.read_text(encoding="utf-8"), flags=re.S)
    wrong = r".*[^\u202f][;!?].*|.*[^\u00a0]:.*|.*«[^\u00a0].*|.*[^\u00a0]».*"
    assert re.findall(wrong, told) == []


@every_game
def test_french_text_follows_french_typography(client: Visitor, variant: Variant) -> None:
    page = rules_page(client, variant.key, "fr")
    text = page.select_one(".rules-book").text
    assert not re.search(r"[“”\"']", text)
    assert not re.findall(r"\w[:;?!»](?!\w)|«(?!\u00a0)", text)


def test_an_example_has_one_verdict_and_everybodys_points_in_its_lines(client: Visitor) -> None:
    example = article_on(rules_page(client, "rummy-500"), "shown").select_one(".rules-example")
    assert words(example, ".ruling__result") == "Nina goes out, +36"
