"""A round rejected once all hands are in: every phone shows why, and who can change a hand."""

from __future__ import annotations

from flask import Flask

from tests.support.elements import Element
from tests.support.pages import read, words
from tests.support.party import Party
from tests.web.rounds.test_shares import Partners

CAUSE = ".together-refused-cause__words"


def rows(page: Element) -> list[str]:
    """Return the hands that can be changed, each with its button."""
    found = page.select(".together-refused li:has(button)")
    return [f"{words(row, '.name')}: {words(row, 'button')}" for row in found]


def too_many_red_threes(app: Flask) -> Partners:
    """Enter five red threes, one more than there are."""
    partners = Partners(app, variant="canasta")
    for who, text in (
        ("Dee", "=300 / natural:2 red_threes:3"),
        ("Ann", "=20"),
        ("Ann", "=100 / red_threes:2"),
        ("Cem", "=5"),
        ("Bob", "=10"),
    ):
        partners.give(who, text)
    return partners


def test_a_number_of_both_sides_is_changed_by_either(app: Flask) -> None:
    partners = too_many_red_threes(app)
    for who in ("Ann", "Bob", "Cem", "Dee"):
        page = partners.page(who)
        assert "5 red threes, but there are only 4" in words(page, CAUSE)
        assert rows(page) == ["Ann & Cem · Melded: Change 2", "Bob & Dee · Melded: Change 3"]
        drawn = [words(row) for row in page.select(".together-refused__cards")]
        assert drawn == ["3 of hearts, 3 of diamonds", "3 of hearts, 3 of diamonds, 3 of hearts"]
        assert len(page.select(".together-refused__right")) == 3
        assert (
            words(page, ".together__bar") == "Something else is wrong Record waits for one change"
        )


def hands_at_fault(app: Flask, *given: str) -> tuple[str, list[str]]:
    """Enter a round of Canasta that Dee ended. Returns the error and the hands to change.

    `given` are the melds of Bob and Dee, Ann’s cards, the melds of Ann and Cem, Cem’s cards and
    Bob’s cards.
    """
    partners = Partners(app, variant="canasta")
    for who, cards in zip(("Dee", "Ann", "Ann", "Cem", "Bob"), given, strict=True):
        partners.give(who, cards)
    page = partners.page("Ann")
    return words(page, CAUSE), rows(page)


SEVENS = "7 7 7 7 7 7 7"


def test_a_side_with_too_many_kings_changes_what_it_melded_or_what_a_player_holds(
    app: Flask,
) -> None:
    told, at_fault = hands_at_fault(app, f"K K K K K K K + {SEVENS}", "9", "A A A", "9", "K K")
    assert told == "Bob & Dee’s hand has too many K : this game has only 8."
    assert at_fault == ["Bob & Dee · Melded: Change", "Bob: Change"]


def test_too_many_kings_of_both_sides_are_changed_by_either(app: Flask) -> None:
    told, at_fault = hands_at_fault(app, f"K K K K K + {SEVENS}", "9", "K K K", "K", "9")
    assert told == "The hands have too many K together: 9, but this game has only 8."
    assert at_fault == ["Ann & Cem · Melded: Change", "Bob & Dee · Melded: Change", "Cem: Change"]


def test_red_threes_laid_out_and_held_are_changed_by_either(app: Flask) -> None:
    told, at_fault = hands_at_fault(
        app, "=300 / natural:2", "=20", "=100 / red_threes:3", "=5", "=10 red_threes_left:2"
    )
    assert told == "5 red threes, but there are only 4."
    assert at_fault == ["Ann & Cem · Melded: Change 3", "Bob: Change 2"]


def test_discard_is_in_the_menu_alone(app: Flask) -> None:
    page = too_many_red_threes(app).page("Ann")
    assert len(page.select("#together-discard")) == 1
    assert len(page.select("details[data-menu] #together-discard")) == 1


def test_something_else_leads_to_every_hand_and_the_ending(app: Flask) -> None:
    partners = too_many_red_threes(app)
    page = partners.phones["Ann"].visit(f"{partners.address}?wrong=1")
    assert len(page.select(".together-refused-wrong form")) == 5
    assert page.select(".together-refused-wrong #together-facts")


def test_who_does_not_change_it_has_nothing_to_do(app: Flask) -> None:
    partners = too_many_red_threes(app)
    form = partners.phones["Bob"].submit(
        partners.page("Bob"), {}, form="form:has(#together-change-1)", follow_redirects=True
    )
    page = partners.page("Ann")
    assert words(page, "#changing") == "Bob changes a hand"
    assert "Nothing to do on this phone. It goes on by itself." in words(page)
    assert "5 red threes, but there are only 4" in words(page, CAUSE)
    assert "Nothing to do" not in words(partners.page("Bob"))
    fields = {"hand-1": "=300 /", "hand-natural-1": "2", "hand-red_threes-1": "2"}
    partners.phones["Bob"].submit(read(form), fields, form="#round")
    assert partners.page("Ann").select("#together-record")


def test_a_card_that_two_hold_is_changed_by_one_of_them(app: Flask) -> None:
    party = Party(app)
    party.announce("Jean", "knock:1")
    for name, cards in (("Jean", "5H"), ("Pierre", "KS 9D"), ("Jacques", "Q 8"), ("Paul", "KS")):
        party.enter(name, cards)
    page = party.round("Jean")
    assert words(page, CAUSE).startswith("K of spades is in Pierre’s hand")
    assert rows(page) == ["Pierre: Change", "Paul: Change"]
