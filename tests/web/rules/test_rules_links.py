"""Every line of a ruling links to its article, on every page with a ruling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.house_rules import house_rules
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from tests.support.elements import Element, parse
from tests.support.examples import NAMES, every_preset, examples, with_every_ending
from tests.support.pages import Visitor
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture(scope="module")
def articles() -> dict[str, set[str]]:
    """The articles on the rules pages read so far, by address."""
    return {}


@pytest.fixture
def dead_ends(client: Visitor, articles: dict[str, set[str]]) -> Callable[[Element], list[str]]:
    """Returns a function that finds the links of a page to missing articles."""

    def find(page: Element) -> list[str]:
        dead = []
        for link in page.select("a.why"):
            address, _, anchor = str(link["href"]).partition("#")
            if address not in articles:
                found = client.visit(address).select("section.rules-article h3[id]")
                articles[address] = {str(tag["id"]) for tag in found}
            if anchor not in articles[address]:
                dead.append(str(link["href"]))
        return dead

    return find


def anchors_in(page: Element, selector: str) -> list[str]:
    """Return the articles to which the links in this element lead."""
    return [str(link["href"]).partition("#")[2] for link in page.select(f"{selector} a.why")]


@pytest.mark.slow
@walk("variant", VARIANTS)
def test_every_line_on_every_ruling_page_leads_to_an_article(
    app: Flask,
    client: Visitor,
    dead_ends: Callable[[Element], list[str]],
    variant: Variant,
) -> None:
    players = NAMES[: variant.fewest]
    rules = {} if variant.rounds or variant.phases else {"target": 0}
    rules |= with_every_ending(variant)
    table = Table(app, variant.key, players, **rules)
    for round in examples(variant, len(players)):
        table.record(**round, adjustments=[{"player": "Ann", "points": -3}])
    for number in range(1, table.rounds + 1):
        page = client.visit(f"{table.address}/rounds/{number}")
        lines = page.select(".ruling-lines tbody tr:not(.ruling-lines__player)")
        assert lines
        assert all(line.select_one("a.why") for line in lines)
        assert dead_ends(page) == []


def test_a_tie_leads_to_what_a_tie_means(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=9, Bob=9)
    page = client.visit(f"{table.address}/rounds/1")
    assert anchors_in(page, ".ruling-lines") == ["equal-counts"] * 2
    assert anchors_in(page, ".ruling__tags") == ["equal-counts"] * 2


def test_a_round_without_lines_links_to_its_article_by_its_tag(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.record("stock")
    page = client.visit(f"{table.address}/rounds/1")
    assert anchors_in(page, ".ruling") == ["stock-runs-out"]


def test_the_lines_of_a_round_being_typed_link_to_articles(app: Flask, client: Visitor) -> None:
    table = Table(app)
    form = client.visit(f"{table.address}/rounds/new")
    fields = {"ending": "knock:0", "hand-0": "3", "hand-1": "=1"}
    answer = client.submit(form, fields, form="form#round", button="[data-preview]")
    page = parse(answer.text)
    assert anchors_in(page, "#preview .ruling-lines") == ["difference", "undercut-bonus"]


@pytest.mark.slow
@every_preset
def test_every_bonus_at_the_end_leads_to_an_article(
    app: Flask,
    client: Visitor,
    dead_ends: Callable[[Element], list[str]],
    variant: Variant,
    preset: str,
) -> None:
    if variant.rounds:
        last_round = variant.last_round(rules_in_force(variant, preset, {}))
        rounds = examples(variant, variant.fewest)[:1] * last_round
    else:
        most = variant.deal(variant.rules_type(), variant.fewest, 1).highest_count
        bob = {"Bob": min(90, most)}
        ending = variant.endings[0]
        own: dict[str, Any] = {"Ann": {variant.put_down.key: 125} if variant.put_down else 1}
        asked = ending.asks_own or not ending.leaves_none
        win = {"hands": own | bob if asked else bob}
        let_pass = {"allow": [variant.allows.value]} if variant.tally else {}
        rounds = [examples(variant, variant.fewest)[0] | win | let_pass] * variant.columns
    rules: dict[str, Any] = {} if variant.rounds else {"target": 1}
    if any(rule.name == "swing" for rule in house_rules(variant.rules_type)):
        rules |= {"swing": False}  # Otherwise melds without a canasta would count against Ann.
    if variant.phases:
        rules = {"phases": "r7", **with_every_ending(variant)}
    table = Table(app, variant.key, NAMES[: variant.fewest], preset, **rules)
    for round in rounds:
        table.record(**round)
    page = client.visit(table.address)
    assert page.select(".end")
    assert all(line.select_one("a.why") for line in page.select(".ruling-bonuses tr:not(:has(th))"))
    assert dead_ends(page) == []
