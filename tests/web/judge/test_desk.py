"""The judge’s desk settles disputes, and links reopen them."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.storage.game_lists import games_in_play
from tests.support.clubs import the_club
from tests.support.disputes import DISPUTES, EQUAL, KNOCKER, Dispute, ask, link, settled, words
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, link_named, read
from tests.support.table import Table
from tests.support.walks import walk


@pytest.mark.slow
def test_every_game_may_be_judged_and_three_disputes_are_one_tap_from_their_ruling(
    client: Visitor,
) -> None:
    games = client.visit("/judge").select(".judge-game")
    assert len(games) == len(VARIANTS)
    for variant in VARIANTS:
        [game] = [each for each in games if each.select(f'a[href$="?variant={variant.key}"]')]
        assert words(client.visit(f"/judge?variant={variant.key}"), "#answer") == ""
        rulings = [str(each["href"]) for each in game.select('.row-link[href*="ending="]')]
        assert len(rulings) == 3
        for address in rulings:
            assert words(client.visit(address), ".ruling__result")


def test_the_disputes_of_a_desk_are_judged_by_its_rules(client: Visitor) -> None:
    _status, page = ask(client, variant="gin", preset="modern", rules_tie="no-score")
    first = page.select_one('.judge-often .row-link[href*="ending="]')
    ruling = client.visit(str(first["href"]))
    assert words(ruling, ".ruling__result") == "A tie: nobody wins, nobody scores"
    assert "Gin Rummy: Modern" in words(ruling, ".ruling-story__by")


def test_all_twenty_disputes_are_here() -> None:
    assert sorted({dispute.number for dispute in DISPUTES}) == list(range(1, 21))


@pytest.mark.slow
@walk("dispute", DISPUTES)
def test_a_dispute_is_settled_and_its_short_link_reopens_it_for_somebody_else(
    app: Flask, client: Visitor, dispute: Dispute
) -> None:
    page = settled(client, dispute)
    answer = words(page)
    for sentence in dispute.says:
        assert sentence in answer
    for sentence in dispute.never:
        assert sentence not in answer
    assert len(link(page)) < 200
    other: Any = app.test_client()
    reopened = other.get(link(page))
    assert words(read(reopened, 200)) == answer
    assert words(read(reopened), "#dispute") == words(page, "#dispute")


def test_a_sent_form_is_redirected_to_the_short_address(client: Visitor) -> None:
    sent = client.submit(client.visit("/judge?variant=gin"), EQUAL, form="#dispute")
    assert sent.status_code == 302
    assert sent.headers["Location"] == (
        "/judge?variant=gin&hand-0=%3D10&hand-1=%3D10&ending=knock:0"
    )
    assert client.get(sent.headers["Location"]).status_code == 200


def test_parameters_added_by_messengers_are_removed_from_the_address(client: Visitor) -> None:
    answer = client.get("/judge", query_string=EQUAL | {"fbclid": "x", "utm_source": "y"})
    assert answer.status_code == 302
    assert "fbclid" not in answer.headers["Location"]


def shown(page: Element) -> dict[str, str]:
    """Return the names and totals before the round on the desk."""
    fields = page.select('#dispute [name^="name-"], #dispute [name^="total-"]')
    return {str(field["name"]): str(field["value"]) for field in fields}


def test_the_judge_opens_on_the_game_on_the_table(app: Flask, client: Visitor) -> None:
    table = Table(app, players=("Cem", "Dee"), preset="modern", tie="no-score")
    table.knock("Cem", Cem=2, Dee=20)
    page = client.visit("/judge")
    assert words(page, "#game-title") == "We play Gin Rummy"
    assert shown(page) == {"name-0": "Cem", "name-1": "Dee", "total-0": "18", "total-1": ""}
    assert page.select_one("[name=preset]:checked")["value"] == "modern"
    ruling = client.press(page, EQUAL, form="#dispute")
    assert "A tie: nobody wins" in words(ruling, ".ruling__result")
    assert "Gin Rummy: Modern; A tie: nobody scores" in words(ruling, ".ruling-story__by")
    assert (
        len(read(client.get(link_named(page, "Another game")["href"])).select(".judge-game")) > 10
    )


def test_the_judge_opens_on_the_table_changed_last_or_on_the_one_asked_from(
    app: Flask, client: Visitor
) -> None:
    first = Table(app, "gin")
    Table(app, "rami", ("Cem", "Dee", "Eva"))
    assert words(client.visit("/judge"), "#game-title") == "We play Rami 51"
    from_first = client.visit(f"/judge?game={first.id}")
    assert words(from_first, "#game-title") == "We play Gin Rummy"
    assert link_named(from_first, "Back to the sheet")["href"] == first.address
    first.knock("Ann", Ann=2, Bob=20)
    assert words(client.visit("/judge"), "#game-title") == "We play Gin Rummy"


def test_partners_at_the_table_are_partners_at_the_desk(app: Flask, client: Visitor) -> None:
    sides = {"Foxes": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
    table = Table(app, "canasta", ("Ann", "Bob", "Cem", "Dee"), sides=sides)
    table.record("stock", hands={"Foxes": {"melded": 200, "left": 15}, "Bob & Dee": {"left": 50}})
    page = client.visit("/judge")
    assert shown(page) == {
        **{f"name-{seat}": name for seat, name in enumerate(table.players)},
        "total-0": "185",
        "total-1": "-50",
    }
    assert page.select_one("[name=side-0]")["value"] == "Foxes"
    assert not page.select("[name=side-1]")


def test_after_a_game_its_table_goes_on_at_the_desk_without_points(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, target=20)
    table.knock("Ann", Ann=0, Bob=30)
    page = client.visit(f"/judge?game={table.id}")
    assert shown(page) == {"name-0": "Ann", "name-1": "Bob", "total-0": "", "total-1": ""}
    assert not client.visit("/judge").select("#dispute")


def test_whoever_left_the_table_is_not_at_the_desk(app: Flask, client: Visitor) -> None:
    table = Table(app, "rami", ("Ann", "Bob", "Cem"))
    table.change("record_between", between=Between(BetweenKind.LEAVES, (Seat(0),)))
    assert shown(client.visit("/judge"))["name-0"] == "Bob"


def test_the_desk_stores_nothing(app: Flask, client: Visitor) -> None:
    settled(client, DISPUTES[0])
    with app.app_context():
        assert not games_in_play(the_club())


def test_a_changed_house_rule_stays_when_another_preset_is_chosen(client: Visitor) -> None:
    page = client.visit("/judge?variant=gin")
    changed = EQUAL | {"rules-undercut_bonus": "30", "preset": "pagat"}
    page = client.press(page, changed, form="#dispute")
    assert link(page).endswith(
        "variant=gin&preset=pagat&rules-undercut_bonus=30&hand-0=%3D10&hand-1=%3D10&ending=knock:0"
    )
    assert "A tie: Bob undercuts Ann, +30" in words(page)


def test_a_ruling_names_its_rules(client: Visitor) -> None:
    facts = {"preset": "modern", "rules-tie": "no-score", "rules-target": "50"}
    _status, page = ask(client, **EQUAL | facts)
    assert words(page, ".ruling-story__by") == (
        "Gin Rummy: Modern; A tie: nobody scores, Play to: 50 Ann deals next."
    )
    _status, page = ask(client, variant="manipulation", ending="out:0", hand_1="7")
    assert words(page, ".ruling-story__by") == "Manipulation Rummy Bob deals next."


def test_two_hands_of_a_few_cards_stand_in_the_line_above_the_ruling(client: Visitor) -> None:
    facts = {"variant": "gin", "ending": "knock:0"}
    page = ask(client, **facts, hand_0="9 A", hand_1="K")[1]
    assert words(page, ".judge-asked__hands") == "A Ann knocked 9, A B Bob K"
    assert not page.select(".ruling-hands")
    page = ask(client, **facts, hand_0="=10", hand_1="12")[1]
    assert words(page, ".judge-asked__hands") == "A Ann knocked 10 B Bob 12"
    page = ask(client, **facts, hand_0="=2", hand_1=KNOCKER)[1]
    assert not page.select(".judge-asked__hands")
    assert page.select(".ruling-hands .meld")


def test_the_reason_stands_open_in_two_sentences(client: Visitor) -> None:
    page = ask(client, **EQUAL)[1]
    [reason] = page.select("#preview-title ~ .judge-reason")
    assert words(reason, "p") == (
        "The other player. For a knocker a tie is as bad as a beating: it is an undercut, "
        "bonus and all."
    )
    page = ask(client, **EQUAL | {"rules_tie": "no-score"})[1]
    assert words(page, ".judge-reason p") == "A tie: nobody scores."
    facts = {"variant": "gin", "preset": "modern", "ending": "knock:0", "hand_0": "5"}
    page = ask(client, **facts, hand_1="3")[1]
    assert "you score the difference plus 25." in words(page, ".judge-reason p")


def test_the_desk_says_which_preset_to_leave_if_in_doubt(client: Visitor) -> None:
    page = client.visit("/judge?variant=gin")
    assert words(page, "#presets-help") == "By whose rules? If nobody knows, leave “Standard”."
    assert "presets-help" in page.select_one("[role=radiogroup]")["aria-labelledby"]
    assert not client.visit("/judge?variant=manipulation").select("#presets-help")


def test_names_not_given_are_placeholders_in_the_language_and_not_sent(client: Visitor) -> None:
    page = client.visit("/judge?variant=gin")
    field = page.select_one("#name-0")
    assert (field["value"], field["placeholder"]) == ("", "Ann")
    assert "name-" not in client.submit(page, EQUAL, form="#dispute").headers["Location"]
    _status, page = ask(client, variant="knock", players="3", **{"name-1": "Ann"})
    endings = [each.text.strip() for each in page.select(".round-endings .chip")][:3]
    assert endings == ["Bob knocked", "Ann knocked", "Cem knocked"]
    french = client.get(
        "/judge?variant=knock&players=3", headers={"Accept-Language": "fr"}, follow_redirects=True
    )
    assert "Anne a frappé" in french.text


def test_given_names_are_the_same_in_another_language(
    client: Visitor,
) -> None:
    page = client.visit("/judge?variant=knock")
    named = {"variant": "knock", "ending": "knock:0", "hand-0": "5", "hand-1": "9"}
    sent = client.press(page, named | {"name-0": "Ann", "name-1": "Bob"}, form="#dispute")
    assert "name-0=Ann&name-1=Bob" in link(sent)
    french = client.get(link(sent), headers={"Accept-Language": "fr"})
    assert "Ann a frappé" in words(read(french, 200), ".judge-asked > summary")
    again = client.press(read(french), form="#dispute")
    assert link(again) == link(sent)


def test_totals_before_the_round_count_only_if_given(client: Visitor) -> None:
    facts = {"ending": "knock:0", "hand-0": "=2", "hand-1": "52"}
    _status, page = ask(client, variant="gin", **facts)
    assert "wins the game" not in words(page)
    _status, page = ask(client, variant="gin", **facts, **{"total-0": "50", "total-1": "−5"})
    assert "Ann wins the game" in words(page)
    assert "Bob in all −5" in words(page).replace("-", "−")
    assert "You named no rounds won before this one" in words(page)


def test_hollywood_shows_the_wins_by_name(client: Visitor) -> None:
    facts = {"ending": "knock:0", "hand-0": "=3", "hand-1": "11", "wins": "ann 18,B −5 a,1 35 g"}
    _status, page = ask(client, variant="hollywood", **facts)
    field = page.select_one("#wins")
    assert field["value"] == "Ann 18, Bob -5 adjustment, Ann 35 gin"
    assert link(page).endswith("wins=1+18,2+-5+a,1+35+g")


@pytest.mark.parametrize("language", ["en", "fr", "de", "it"])
def test_wins_can_be_sent_again_as_the_desk_shows_them(client: Visitor, language: str) -> None:
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    facts = {"ending": "knock:0", "hand-0": "=3", "hand-1": "11"}
    wins = "1 18, 2 -5 a, 1 35 g, 2 28 u"
    _status, page = ask(client, variant="hollywood", **facts, wins=wins)
    shown = page.select_one("#wins")["value"]
    status, again = ask(client, variant="hollywood", **facts, wins=shown)
    assert (status, again.select_one("#wins")["value"]) == (200, shown)
    assert link(again) == link(page)


def test_htmx_gets_the_desk_alone_and_the_address_to_show(client: Visitor) -> None:
    answer = client.get("/judge", query_string=EQUAL, headers=HTMX)
    assert not read(answer, 200).select("html, main")
    assert "A tie: Bob undercuts Ann, +10" in words(read(answer))
    assert answer.headers["HX-Replace-Url"].endswith("hand-1=%3D10&ending=knock:0")
    refused = client.get("/judge", query_string=EQUAL | {"hand-0": "12"}, headers=HTMX)
    assert refused.status_code == 422
    assert "HX-Replace-Url" not in refused.headers


def test_an_incomplete_form_lists_first_what_is_missing(client: Visitor) -> None:
    page = client.visit("/judge?variant=oklahoma")
    assert not page.select(".message")
    answer = read(client.submit(page, {"hand-0": "K 2"}, form="#dispute"))
    links = answer.select(".message[role=alert] a")
    assert [(each.text, each["href"]) for each in links] == [
        ("how the round ended", "#ending"),
        ("the upcard", "#upcard"),
        ("Bob’s cards", "#hand-1"),
    ]
    assert all(answer.select(str(each["href"])) for each in links)
    told = EQUAL | {"variant": "oklahoma", "upcard": "KH"}
    settled = client.press(page, told, form="#dispute")
    assert not settled.select(".message")


def test_missing_fields_are_not_urged_while_typing(client: Visitor) -> None:
    page = client.visit("/judge?variant=gin")
    answer = client.submit(page, {"hand-0": "K"}, form="#dispute", headers=HTMX)
    assert not read(answer).select(".message")


def recorded(app: Flask) -> list[Table]:
    """A few rounds of several games."""
    gin = Table(app, "gin", preset="wikipedia", tie="no-score")
    gin.record("void", adjustments=[{"player": "Bob", "points": -5}])
    gin.record("gin", "Bob", hands={"Ann": 20}, entered_by="Ann", note="In the garden")
    gin.record("knock", "Ann", hands={"Ann": 10, "Bob": "K"}, dealer="Ann")
    gin.record("knock", "Ann", hands={"Ann": {"hand": KNOCKER[2:]}, "Bob": 28})
    gin.record("knock", "Ann", hands={"Ann": 12, "Bob": 30}, allow=["illegal-knock"])
    oklahoma = Table(app, "oklahoma")
    oklahoma.record("knock", "Bob", hands={"Ann": 9, "Bob": 1}, upcard="6S")
    oklahoma.record("gin", "Ann", hands={"Bob": 11}, upcard="AS")
    hollywood = Table(app, "hollywood", ("Zoe", "Yan"), gin_boxes=1)
    hollywood.record("gin", "Yan", hands={"Zoe": 20})
    hollywood.knock("Zoe", Zoe=9, Yan=3)
    hollywood.knock("Zoe", Zoe=3, Yan=9)
    four = ("Pierre", "Jean", "Jacques", "Paul")
    knock = Table(app, "knock", four, target=60)
    knock.knock("Jean", Pierre="KS 9D 2C", Jean="5H", Jacques="QS QD 7C AH", Paul=8)
    knock.knock("Paul", Pierre=21, Jean=5, Jacques=28, Paul=8)
    manipulation = Table(app, "manipulation", ("Ann", "Bob", "Cem"))
    manipulation.record("out", "Cem", hands={"Ann": 40, "Bob": 13})
    manipulation.record("stock", hands={"Ann": 4, "Bob": 13, "Cem": 4})
    basic = Table(app, "basic", ("Ann", "Bob"), "pagat", jokers_per_deck=2)
    basic.record("rummy", "Bob", hands={"Ann": "JK K 3"})
    thirteen = Table(app, "three-thirteen", ("Ann", "Bob", "Cem"))
    thirteen.record("out", "Bob", hands={"Ann": 20, "Cem": 5})
    thirteen.record("void")
    thirteen.record("out", "Cem", hands={"Ann": "4 K", "Bob": 5})
    return [gin, oklahoma, hollywood, knock, manipulation, basic, thirteen]


def test_every_recorded_round_can_be_checked_at_the_desk(app: Flask, client: Visitor) -> None:
    for table in recorded(app):
        for number in range(1, table.rounds + 1):
            round = client.visit(f"{table.address}/rounds/{number}")
            question = link_named(round, "Is this correct?")
            address = str(question["href"])
            assert len(address) < 220
            answer = client.get(address)
            assert answer.status_code == 200, address
            for selector in (".ruling__result", ".ruling .ruling-lines"):
                if round.select(selector):
                    assert words(read(answer), selector) == words(round, selector)
            over = number == table.rounds and bool(client.visit(table.address).select(".end"))
            then = [each.text for each in read(answer).select("#then")]
            assert any("wins the game" in each for each in then) == over
