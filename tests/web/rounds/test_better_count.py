"""A hand that could count less: one tap takes the better count."""

from __future__ import annotations

from typing import Any

from bs4 import BeautifulSoup
from flask import Flask

from tests.support.gin_hands import BOB, knock
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.table import Table

BADLY = "4D 5D 6D / TS JS QS QH QC 9D 8H"
"""Bob's hand without its set: three spades are laid off, 37 are left."""


def better(client: Visitor, page: BeautifulSoup, **kwargs: Any) -> BeautifulSoup:
    """The form after pressing the button for the better count."""
    answer = client.submit(page, form="#round", button="[name=better]", **kwargs)
    assert answer.status_code == 200
    return read(answer)


def counted(client: Visitor, table: Table, fields: dict[str, str]) -> BeautifulSoup:
    """The page after pressing `Count`, without JavaScript."""
    form = client.visit(table.address + "/rounds/new")
    return read(client.submit(form, fields, form="#round", button="[data-preview]"))


def test_unmatched_cards_that_hold_a_meld_are_counted_better_with_one_tap(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    page = counted(client, table, knock("3", "7S KS 7H 7D 2D"))
    assert words(page, "[name=better]") == "Count only K spades 2 diamonds for Bob"
    taken = better(client, page)
    told = "Bob’s unmatched cards were “7S KS 7H 7D 2D”. Now they are “KS 2D”."
    assert words(taken, "[data-focus]") == told
    assert words(taken, "#standing") == "Ann wins +9"
    assert not taken.select("[name=better]")
    assert client.submit(taken, form="#round").status_code == 303
    assert table.totals == (9, 0)


def test_a_hand_of_melds_alone_then_counts_nothing(app: Flask, client: Visitor) -> None:
    page = counted(client, Table(app), knock("3", "7S 7H 7D"))
    assert words(page, "[name=better]") == "Count nothing for Bob"
    taken = better(client, page)
    assert "Now nothing is left of it." in words(taken, "[data-focus]")
    assert taken.select_one("#hand-1")["value"] == "0"  # type: ignore[index]


def test_a_hand_laid_out_badly_is_counted_at_its_best_with_one_tap(
    app: Flask, client: Visitor
) -> None:
    page = counted(client, Table(app), knock(bob=BADLY))
    assert "Bob’s hand can be laid out better: 17, not 37." in words(page, ".warning")
    taken = better(client, page)
    assert taken.select_one("#hand-1")["value"] == "* " + BOB  # type: ignore[index]
    assert words(taken, "#count-1") == "17 points"
    assert f"Bob’s hand was “{BADLY}”. Now it is given whole." in words(taken, "[data-focus]")


def test_htmx_gets_the_form_with_the_better_count(app: Flask, client: Visitor) -> None:
    page = counted(client, Table(app), knock("3", "7S KS 7H 7D 2D"))
    taken = better(client, page, headers=HTMX)
    assert not taken.select("html")
    form = taken.select_one("#typing #round")
    assert form is not None
    assert form.has_attr("data-typed")
    assert form.select_one("#hand-1")["value"] == "KS 2D"  # type: ignore[index]


def test_a_knock_refused_for_a_bad_layout_offers_the_better_one(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    page = counted(client, table, knock("7S 8S 9S / KS KH KD 2D 2S 2H AH", "K"))
    assert "over the limit of 10" in words(page, "#hand-0-error")
    taken = better(client, page)
    assert words(taken, "#standing") == "Ann wins +9"


def test_a_better_count_that_does_not_exist_changes_nothing(app: Flask, client: Visitor) -> None:
    table = Table(app)
    form = client.visit(table.address + "/rounds/new")
    for seat in ("1", "7", "x"):
        typed = knock("3", "KS 2D") | {"better": seat}
        answer = client.submit(form, typed, form="#round", button="[data-preview]")
        page = read(answer)
        assert page.select_one("#hand-1")["value"] == "KS 2D"  # type: ignore[index]
        assert not page.select("[data-focus]")


def test_a_warning_on_a_recorded_round_leads_to_its_correction(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob="7S KS 7H 7D 2D")
    link = client.visit(table.address + "/rounds/1").select_one("a.ruling-better")
    assert link is not None
    form = client.visit(str(link["href"]))
    assert "Now they are “KS 2D”." in words(form, "[data-focus]")
    assert client.submit(form, form="#round").status_code == 303
    assert table.totals == (9, 0)
