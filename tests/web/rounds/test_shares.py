"""A round of partners on four phones: each enters what they hold, and one of them the melds."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.pages import read, words
from tests.support.table import Table
from tests.support.walks import walk

PLAYERS = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
SHARES = (*SIDES, *PLAYERS)
"""Everybody who gives a share of a hand, by its number."""


class Partners:
    """Phones at a game of partners that Dee ends."""

    def __init__(self, app: Flask, with_phones: tuple[str, ...] = PLAYERS) -> None:
        self.table = Table(app, "rummy-500", PLAYERS, sides=SIDES)
        self.address = f"{self.table.address}/round"
        self.phones = {name: visitor(app, Role.PLAYER, player=name) for name in with_phones}
        sheet, announce = self.table.address, "form[action$=announce]"
        self.phones["Ann"].submit(sheet, {"ending": "out:3"}, form=announce)

    def page(self, who: str) -> Element:
        """The page of the round on a phone."""
        return self.phones[who].visit(self.address)

    def asks(self, who: str) -> str:
        """Whose share a phone asks for; nobody’s if that is empty."""
        asked = self.page(who).select("#round [name=seat]")
        return " and ".join(SHARES[int(str(seat["value"]))] for seat in asked)

    def give(self, who: str, text: str, whose: str = "", status: int = 200) -> Element:
        """Send the share that a phone asks for, or that of somebody else."""
        page = self.page(who)
        if whose:
            page = self.phones[who].visit(f"{self.address}?seat={SHARES.index(whose)}&take=1")
        share = str(page.select("#round [name=seat]")[0]["value"])
        fields = {f"hand-{share}": text}
        answer = self.phones[who].submit(page, fields, form="#round", follow_redirects=True)
        return read(answer, status)


@pytest.fixture
def partners(app: Flask) -> Partners:
    """Four phones, on which Dee went out."""
    return Partners(app)


def test_each_is_asked_for_what_they_hold_and_who_went_out_for_the_melds(
    partners: Partners,
) -> None:
    assert [partners.asks(name) for name in PLAYERS] == ["Ann", "Bob", "Cem", "Bob & Dee"]
    assert words(partners.page("Cem"), "legend") == "What is left in Cem’s hand?"
    assert words(partners.page("Dee"), "legend") == "What did Bob & Dee meld?"
    assert words(partners.page("Bob"), ".together-strip").startswith(
        "A ••• still to come Ann B •••"
    )


def test_the_melds_are_asked_of_the_first_who_has_given_the_hand(partners: Partners) -> None:
    partners.give("Cem", "K 9")
    assert (partners.asks("Cem"), partners.asks("Ann")) == ("Ann & Cem", "Ann")
    page = partners.give("Ann", "4")
    assert partners.asks("Ann") == ""
    assert words(page, "h1") == "Waiting for Bob, Cem and Dee"
    partners.give("Cem", "20")
    assert words(partners.page("Ann"), "h1") == "Waiting for Bob and Dee"


def test_shares_become_the_hand_of_the_side(partners: Partners) -> None:
    """Cem’s cards are known and Ann’s only counted, so both of them are."""
    partners.give("Ann", "=4")
    partners.give("Ann", "7S 7H 7D")
    partners.give("Cem", "K 9")
    partners.give("Dee", "60")
    page = partners.give("Bob", "5")
    assert words(page, ".ruling__result") == "Bob & Dee go out, +55"
    partners.phones["Cem"].submit(partners.address, {}, form="form[action$='/round']")
    assert partners.table.hands == [
        {"shown": ["7S 7H 7D"], "left": 23},
        {"shown": 60, "left": "5"},
    ]


def test_cards_of_both_stay_cards(partners: Partners) -> None:
    partners.give("Ann", "4C")
    partners.give("Ann", "0")
    partners.give("Cem", "KH 9D")
    partners.give("Dee", "QS KS AS + 3 3 3")
    partners.give("Bob", "4")
    partners.phones["Cem"].submit(partners.address, {}, form="form[action$='/round']")
    assert partners.table.hands == [
        {"shown": 0, "left": "4C KH 9D"},
        {"shown": ["QS KS AS", "3 3 3"], "left": "4"},
    ]


def test_a_partner_sees_the_melds_and_not_the_cards(partners: Partners) -> None:
    partners.give("Ann", "JD")
    partners.give("Ann", "8S 8H 8D")
    partners.give("Cem", "TC")
    seen = {name: words(partners.page(name), ".together") for name in PLAYERS if name != "Dee"}
    assert "+24" in seen["Ann"]
    assert "J of diamonds" in seen["Ann"]
    assert "10 of clubs" not in seen["Ann"]
    assert "+24" in seen["Cem"]
    assert "J of diamonds" not in seen["Cem"]
    partners.give("Bob", "QH")
    assert "24" not in words(partners.page("Bob"), ".together")


@walk(
    ("text", "sentence"),
    {
        "nothing": ("", "Cem’s hand is missing."),
        "no points": ("0", "Cem must have something left"),
        "melds": ("7S 7H 7D / 9C", "For Cem, enter just the cards left."),
    },
)
def test_what_a_player_cannot_hold_is_refused(partners: Partners, text: str, sentence: str) -> None:
    page = partners.give("Cem", text, status=422)
    assert sentence in words(page, ".field__errors")


def test_melds_are_not_left_empty(partners: Partners) -> None:
    page = partners.give("Dee", "", status=422)
    assert "Bob & Dee’s hand is missing." in words(page, ".field__errors")


def test_either_partner_changes_the_melds_and_all_are_told(partners: Partners) -> None:
    partners.give("Dee", "60")
    partners.give("Bob", "80", whose="Bob & Dee")
    told = "Bob replaced the hand of Bob & Dee that Dee had entered."
    assert told in words(partners.page("Dee"))
    partners.give("Bob", "5")
    partners.give("Ann", "4")
    partners.give("Ann", "20")
    page = partners.give("Cem", "3")
    assert words(page, ".ruling__result") == "Bob & Dee go out, +75"


def test_who_has_no_phone_is_entered_on_another(app: Flask) -> None:
    partners = Partners(app, ("Ann", "Bob"))
    partners.give("Bob", "5")
    assert partners.asks("Bob") == "Bob & Dee"
    partners.give("Bob", "60")
    page = partners.give("Ann", "4")
    assert partners.asks("Ann") == "Ann & Cem"
    partners.give("Ann", "20")
    page = partners.page("Ann")
    assert words(page, "#together-others") == "Enter Cem’s hand"
    page = partners.give("Ann", "3", whose="Cem")
    assert words(page, ".ruling__result") == "Bob & Dee go out, +55"


def test_a_hand_in_one_piece_asks_its_players_for_nothing(partners: Partners) -> None:
    partners.give("Ann", "20 / 30", whose="Ann & Cem")
    assert (partners.asks("Cem"), partners.asks("Ann")) == ("", "")
    assert "20" not in words(partners.page("Cem"), ".together-table")
    partners.give("Dee", "60")
    page = partners.give("Bob", "5")
    assert words(page, ".ruling__result") == "Bob & Dee go out, +55"
    partners.phones["Cem"].submit(partners.address, {}, form="form[action$='/round']")
    assert partners.table.hands[0] == {"shown": 20, "left": 30}


def test_an_undone_round_is_opened_again_with_hands_in_one_piece(partners: Partners) -> None:
    for who, text in (("Ann", "4"), ("Ann", "20"), ("Cem", "3"), ("Dee", "60"), ("Bob", "5")):
        partners.give(who, text)
    phone = partners.phones["Ann"]
    phone.submit(partners.address, {}, form="form[action$='/round']")
    phone.submit(partners.table.address, {}, form="form[action$=undo]")
    announce = "form[action$=announce]"
    page = phone.press(partners.table.address, form=announce, button="[name=again]")
    assert words(page, ".ruling__result") == "Bob & Dee go out, +55"
    page = phone.visit(f"{partners.address}?wrong=1")
    page = phone.press(page, form="form:has(#together-change-0)")
    assert page.select_one("#hand-0")["value"] == "20 / 4 3"


def test_german_speaks_to_a_side_as_to_several(partners: Partners) -> None:
    page = partners.phones["Dee"].visit(partners.address, headers={"Accept-Language": "de"})
    assert words(page, "legend") == "Was haben Bob & Dee ausgelegt?"


def test_what_all_saw_of_a_round_thrown_away_is_compared_as_hands(partners: Partners) -> None:
    rest = (("Cem", "3"), ("Dee", "60"), ("Bob", "5"))
    for who, text in (("Ann", "4"), ("Ann", "20"), *rest):
        partners.give(who, text)
    phone = partners.phones["Ann"]
    phone.submit(f"{partners.address}/discard", form=".actions form")
    phone.submit(partners.table.address, {"ending": "out:3"}, form="form[action$=announce]")
    for who, text in (("Ann", "9"), ("Ann", "20"), *rest):
        partners.give(who, text)
    assert "changed the hand of Ann & Cem, after the ruling was shown" in words(
        partners.page("Bob")
    )
