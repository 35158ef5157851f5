"""A round of partners on four phones: each enters their own cards, and one of a side its melds."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.pages import read, words
from tests.support.party import ANNOUNCE, Party
from tests.support.table import Table
from tests.support.walks import walk

PLAYERS = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}


class Partners(Party):
    """Phones at a game of partners that Dee ends."""

    def __init__(
        self,
        app: Flask,
        with_phones: tuple[str, ...] = PLAYERS,
        variant: str = "rummy-500",
        sides: dict[str, list[str]] | None = None,
        ending: str = "out:3",
        **rules: Any,
    ) -> None:
        sides = sides or SIDES
        players = tuple(sorted(name for names in sides.values() for name in names))
        self.app, self.ending = app, ending
        self.table = Table(app, variant, players, sides=sides, **rules)
        self.address = f"{self.table.address}/round"
        self.shares = (*sides, *players)
        self.phones = {name: visitor(app, Role.PLAYER, player=name) for name in with_phones}
        self.announce_on_first()

    def announce_on_first(self) -> None:
        phone, sheet = next(iter(self.phones.values())), self.table.address
        phone.submit(sheet, {"ending": self.ending}, form=ANNOUNCE)

    def restart(self) -> None:
        """Announce the round again, with the club’s current settings."""
        phone = next(iter(self.phones.values()))
        phone.submit(f"{self.address}/discard", form=".actions form")
        self.announce_on_first()

    def page(self, who: str) -> Element:
        """Return the page of the round on a phone."""
        return self.phones[who].visit(self.address)

    def asks(self, who: str) -> str:
        """Return the owner of the share that a phone asks for, or an empty text."""
        asked = self.page(who).select("#round [name=seat]")
        return " and ".join(self.shares[int(str(seat["value"]))] for seat in asked)

    def give(self, who: str, text: str, whose: str = "", status: int = 200) -> Element:
        """Send the share that a phone asks for, or the share of `whose`."""
        page = self.page(who)
        if whose:
            page = self.phones[who].visit(f"{self.address}?seat={self.shares.index(whose)}&take=1")
        share = str(page.select("#round [name=seat]")[0]["value"])
        fields = {f"hand-{share}": text}
        answer = self.phones[who].submit(page, fields, form="#round", follow_redirects=True)
        return read(answer, status)


@pytest.fixture
def partners(app: Flask) -> Partners:
    """Four phones, after Dee went out."""
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


def test_who_went_out_is_led_to_the_endings_to_say_that_it_was_concealed(app: Flask) -> None:
    partners = Partners(app, variant="canasta")
    asked = "[data-out]:not([hidden]) a"
    [link] = partners.page("Dee").select(asked)
    assert words(link) == "concealed?"
    assert not partners.page("Cem").select(asked)
    partners.phones["Dee"].submit(str(link["href"]), {"ending": "concealed:3"}, form="#facts")
    assert "Dee went out concealed" in words(partners.page("Dee"), "h1")
    assert not partners.page("Dee").select(asked)


def test_the_melds_are_asked_of_the_first_who_has_given_the_hand(partners: Partners) -> None:
    partners.give("Cem", "K 9")
    assert (partners.asks("Cem"), partners.asks("Ann")) == ("Ann & Cem", "Ann")
    page = partners.give("Ann", "4")
    assert partners.asks("Ann") == ""
    assert words(page, "h1") == "Waiting for Bob, Cem and Dee"
    partners.give("Cem", "20")
    assert words(partners.page("Ann"), "h1") == "Waiting for Bob and Dee"


def test_shares_become_the_hand_of_the_side(partners: Partners) -> None:
    """Ann gives only a count, so the side’s hand is a count although Cem gives cards."""
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


def test_what_was_put_down_shows_all_that_it_scores(app: Flask) -> None:
    """The score is for the cards, their canasta, and Dee’s bonus for going out."""
    partners = Partners(app, variant="canasta")
    partners.give("Dee", "K K K K K K K")
    seen = {name: words(partners.page(name), ".together") for name in ("Ann", "Dee")}
    assert "Melded Dee +670" in seen["Dee"]
    assert "670" not in seen["Ann"]
    partners.give("Bob", "4")
    assert "Melded Dee +670" in words(partners.page("Bob"), ".together")


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
    page = phone.press(partners.table.address, form=ANNOUNCE, button="[name=again]")
    assert words(page, ".ruling__result") == "Bob & Dee go out, +55"
    page = phone.visit(f"{partners.address}?wrong=1")
    page = phone.press(page, form="form:has(#together-change-0)")
    assert page.select_one("#hand-0")["value"] == "20 / 4 3"


def test_german_speaks_to_a_side_as_to_several(partners: Partners) -> None:
    page = partners.phones["Dee"].visit(partners.address, headers={"Accept-Language": "de"})
    assert words(page, "legend") == "Was haben Bob & Dee gemeldet?"


def test_what_all_saw_of_a_round_discarded_is_compared_as_hands(partners: Partners) -> None:
    rest = (("Cem", "3"), ("Dee", "60"), ("Bob", "5"))
    for who, text in (("Ann", "4"), ("Ann", "20"), *rest):
        partners.give(who, text)
    phone = partners.phones["Ann"]
    phone.submit(f"{partners.address}/discard", form=".actions form")
    phone.submit(partners.table.address, {"ending": "out:3"}, form=ANNOUNCE)
    for who, text in (("Ann", "9"), ("Ann", "20"), *rest):
        partners.give(who, text)
    assert "changed the hand of Ann & Cem, after the ruling was shown" in words(
        partners.page("Bob")
    )


def all_in(partners: Partners) -> Element:
    """Enter every share on its phone, and return the last page."""
    shares = (("Ann", "4"), ("Ann", "20"), ("Cem", "3"), ("Dee", "60"), ("Bob", "5"))
    return [partners.give(who, text) for who, text in shares][-1]


def test_a_share_is_changed_after_the_ruling_while_all_wait(partners: Partners) -> None:
    all_in(partners)
    cem = partners.phones["Cem"]
    page = cem.visit(f"{partners.address}?wrong=1")
    rows = [words(row) for row in page.select(".together-refused-wrong li")]
    assert rows[1:] == [
        "Ann & Cem · Melded 20 points",
        "Bob & Dee · Melded 60 points",
        "Ann 4",
        "Bob 5",
        "Cem 3",
    ]
    page = cem.press(page, form="form:has(#together-change-4)")
    waiting = partners.page("Dee")
    assert words(waiting, "#changing") == "Cem changes a hand"
    assert "Ann & Cem, being changed" in words(waiting, ".ruling-hands")
    cem.submit(page, {"hand-4": "Q"}, form="#round")
    page = partners.page("Dee")
    assert "Cem changed their hand, after the ruling was shown." in words(page, ".message")
    assert "put down 20, 14 left" in words(page, ".ruling-hands")


def test_one_phone_of_each_side_agrees(app: Flask) -> None:
    partners = Partners(app)
    partners.choose(all_agree=True)
    partners.restart()
    all_in(partners)
    for who, waits in (("Cem", True), ("Bob", False)):
        phone = partners.phones[who]
        phone.submit(partners.address, {}, form=".together__record")
        assert (partners.table.rounds == 0) == waits


def test_what_was_put_down_is_shown_at_once_where_hands_are(partners: Partners) -> None:
    partners.choose(shows_at_once=True)
    partners.restart()
    partners.give("Dee", "60")
    partners.give("Cem", "TC")
    seen = words(partners.page("Bob"), ".together")
    assert "C received Cem" in seen
    partners.give("Bob", "5")
    seen = words(partners.page("Bob"), ".together-table")
    assert "+60" in seen
    assert "10 of clubs" in seen


def test_a_phone_that_becomes_a_players_is_asked_for_what_they_hold(app: Flask) -> None:
    partners = Partners(app, ("Ann", "Bob"))
    nobodys = visitor(app, Role.PLAYER)
    page = nobodys.visit(partners.address)
    page = nobodys.press(page, form="#together form", button="#whose-2")
    assert words(page, "legend") == "What is left in Cem’s hand?"


def test_the_phone_of_nobody_is_led_from_the_sheet_to_the_question_whose_it_is(app: Flask) -> None:
    partners = Partners(app, ("Ann", "Bob"))
    partners.phones["Ann"].submit(f"{partners.address}/discard", form=".actions form")
    nobodys = visitor(app, Role.PLAYER)
    sheet = nobodys.visit(partners.table.address)
    partners.announce_on_first()
    led = nobodys.poll(sheet).headers["HX-Redirect"]
    page = nobodys.visit(led)
    assert words(page, "h1") == "Dee went out Whose phone is this?"
    page = nobodys.press(page, button="#whose-3")
    assert words(page, "legend") == "What did Bob & Dee meld?"


def test_whoever_is_said_to_have_gone_out_and_has_a_phone_gives_the_melds(
    app: Flask, partners: Partners
) -> None:
    nobodys = visitor(app, Role.PLAYER)
    page = nobodys.press(nobodys.visit(partners.address), button="#whose-3")
    assert words(page, "main li") == "Dee has a phone here."
    page = nobodys.visit(str(page.select("#take-over")[0]["href"]))
    assert words(page, "legend") == "What did Bob & Dee meld?"


def test_a_television_shows_who_is_awaited(app: Flask, partners: Partners) -> None:
    partners.give("Cem", "TC")
    page = visitor(app, Role.WATCHER).visit(f"{partners.table.address}/watch")
    assert words(page, "#sheet-now").startswith("Dee went out Waiting for Ann, Bob, Cem and Dee")
    assert "10" not in words(page, "#sheet-now")


def test_another_ending_asks_another_player(partners: Partners) -> None:
    """Bob went out, not Dee, who has already given the melds."""
    partners.give("Dee", "60")
    partners.give("Bob", "5")
    page = partners.phones["Ann"].visit(f"{partners.address}/facts")
    partners.phones["Ann"].submit(page, {"ending": "out:1"}, form="#facts")
    assert (partners.asks("Bob"), partners.asks("Dee")) == ("", "Dee")
    partners.give("Dee", "6")
    partners.give("Ann", "4")
    partners.give("Ann", "20")
    page = partners.give("Cem", "3")
    assert words(page, ".ruling__result") == "Bob & Dee go out, +54"


def test_a_hand_taken_over_comes_back(partners: Partners) -> None:
    partners.give("Cem", "3")
    partners.give("Ann", "9", whose="Cem")
    page = partners.phones["Cem"].visit(f"{partners.table.address}/round?seat=")
    assert "Ann replaced the hand of Cem." in words(page)
    partners.phones["Cem"].submit(page, {}, form="form:has(#together-back-4)")
    assert "Cem replaced their hand that Ann had entered." in words(partners.page("Ann"))


def test_two_phones_that_give_melds_at_once_are_told(partners: Partners) -> None:
    phone = partners.phones["Bob"]
    late = phone.visit(f"{partners.address}?seat=1&take=1")
    partners.give("Dee", "60")
    answer = phone.submit(late, {"hand-1": "80"}, form="#round")
    assert "Dee has entered this hand on another phone." in words(read(answer, 409))


@pytest.mark.parametrize("variant", ["canasta", "burraco"])
def test_a_side_that_may_not_go_out_yet_corrects_its_melds(app: Flask, variant: str) -> None:
    partners = Partners(app, variant=variant)
    for who, text in (("Dee", "60"), ("Ann", "=20"), ("Ann", "100"), ("Cem", "4"), ("Bob", "4")):
        page = partners.give(who, text)
    assert "Dee cannot go out yet" in words(page, ".warning")
    page = partners.page("Dee")
    ways = words(page, ".together-ways")
    assert ways == "Correct Bob & Dee’s hand I did not go out The table allows it"
    partners.phones["Dee"].submit(page, {}, form="form:has(#together-change-1)")
    page = partners.page("Bob")
    assert words(page, "#changing") == "Dee changes a hand"


def test_who_took_exactly_the_cards_of_a_deal_is_told_with_the_ending(app: Flask) -> None:
    partners = Partners(app, variant="hand-and-foot", exact_deal=100)
    page = partners.phones["Bob"].visit(f"{partners.address}/facts")
    fields = {"exact_deal-1": "1", "exact_deal-2": "2"}
    partners.phones["Bob"].submit(page, fields, form="#facts")
    page = partners.phones["Bob"].visit(f"{partners.address}/facts")
    assert [str(box["value"]) for box in page.select("[name^=exact_deal-][checked]")] == ["1", "2"]


def test_six_play_for_three_sides(app: Flask) -> None:
    players = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")
    sides = {f"{players[seat]}s": [players[seat], players[seat + 3]] for seat in range(3)}
    partners = Partners(app, players, variant="canasta", sides=sides, ending="stock")
    for name in players:
        partners.give(name, "4")
        if partners.asks(name):
            assert partners.asks(name) == f"{name}s"
            partners.give(name, "150 natural:1 mixed:1")
    assert words(partners.page("Fay"), ".round-head__what").endswith("All hands received")
    partners.phones["Fay"].submit(partners.address, {}, form=".together__record")
    assert partners.table.hands == [
        {"melded": 150, "left": "4 4", "natural": 1, "mixed": 1} for _side in sides
    ]


def test_any_partner_gives_only_the_result_of_the_side(app: Flask) -> None:
    partners = Partners(app, variant="canasta")
    [link] = [a for a in partners.page("Ann").select("#typing a") if "result" in words(a)]
    assert words(link) == "Only the result of Ann & Cem"
    page = partners.phones["Ann"].visit(f"{link['href']}&take=1")
    fields = {"hand-net-0": "435"}
    partners.phones["Ann"].submit(page, fields, form="#round", follow_redirects=True)
    assert partners.asks("Cem") == ""
    assert words(partners.page("Ann"), "h1") == "Waiting for Bob and Dee"
    page = partners.phones["Dee"].visit(f"{partners.address}?seat=1&take=1")
    ruling = partners.phones["Dee"].submit(
        page, {"hand-net-1": "−120"}, form="#round", follow_redirects=True
    )
    assert "As the table reckoned it" in words(read(ruling), "main")
    partners.phones["Cem"].submit(partners.address, {}, form="form[action$='/round']")
    assert partners.table.hands == [{"net": 435}, {"net": -120}]
    assert partners.table.totals == (435, -120)


def test_a_partner_is_not_asked_any_more_once_the_result_of_the_side_is_in(app: Flask) -> None:
    partners = Partners(app, variant="canasta")
    asked = partners.page("Cem")
    [link] = [a for a in partners.page("Ann").select("#typing a") if "result" in words(a)]
    page = partners.phones["Ann"].visit(str(link["href"]))
    partners.phones["Ann"].submit(page, {"hand-net-0": "435"}, form="#round")
    news = read(partners.phones["Cem"].poll(asked), 200)
    assert "Ann has entered this hand on another phone." in words(news, ".message")
    assert news.select("#together[data-given]"), "a phone on which nothing was typed goes on"


def test_only_the_result_is_offered_in_games_that_know_it(partners: Partners) -> None:
    assert "Only the result" not in words(partners.page("Ann"), "main")
