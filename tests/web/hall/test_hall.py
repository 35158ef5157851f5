"""The clock, the big screen, and the prints for the tables and the wall."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper import clock
from scorekeeper.clubs.roles import Role
from scorekeeper.tournaments import rounds, tables
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.pages import Visitor, words
from tests.support.table_cards import Evening
from tests.support.walks import walk

HANDS = ((500, 200), (400, 300), (445, 80))
MANY = [f"{letter}{letter.lower()} & {letter}o" for letter in "ABCDEFGHIJKLMN"]


@pytest.fixture
def evening(app: Flask) -> Evening:
    """Four pairs, with round 1 published."""
    evening = Evening(app)
    evening.show()
    return evening


def page(evening: Evening, path: str, role: Role = Role.KEEPER) -> Element:
    """Return a page of the tournament."""
    return visitor(evening.app, role).visit(f"/tournaments/{evening.id}{path}")


@walk(
    ("passed", "said", "at_the_clock"),
    [
        (0, "50:00 50 minutes left When the time is up: Finish the lap. The hand counts.", "lap"),
        (90, "48:30 49 minutes left", "lap"),
        (40 * 60, "10:00 10 minutes left", "lap"),
        (48 * 60, "2:00 2 minutes left", "void"),
        (49 * 60 + 1, "0:59 1 minute left", "lap"),
        (50 * 60, "0:00 Time is up Finish the lap. The hand counts.", "lap"),
        (60 * 60, "0:00 Time is up Stop. The hand in play does not count.", "void"),
        (60 * 60, "0:00 Time is up Play the hand to its end. Begin no other.", "played-out"),
    ],
)
def test_the_clock_says_how_long_the_round_lasts(
    app: Flask, monkeypatch: pytest.MonkeyPatch, passed: int, said: str, at_the_clock: str
) -> None:
    evening = Evening(app, name=f"{at_the_clock} {passed}", at_the_clock=at_the_clock)
    evening.show()
    evening.change(rounds.start_clock)
    started = clock.now()
    with monkeypatch.context() as later:
        later.setattr(clock, "now", lambda: started + timedelta(seconds=passed))
        assert said in words(page(evening, "/clock"))


def test_the_clock_tells_a_browser_when_the_round_ends_by_the_servers_time(
    evening: Evening,
) -> None:
    evening.change(rounds.start_clock)
    [face] = page(evening, "/clock").select("[data-clock]")
    left = int(str(face["data-clock"])) - int(str(face["data-now"]))
    assert 49 * 60_000 < left <= 50 * 60_000
    assert '"10": "10 minutes left"' in str(face["data-said"])


def test_a_clock_that_is_not_running_says_why(app: Flask, evening: Evening) -> None:
    assert "The clock has not been started." in words(page(evening, "/clock"))
    evening.close()
    assert "Round 1 is closed." in words(page(evening, "/clock"))
    assert "No round is shown yet." in words(
        page(Evening(app, name="B", pairs=("Xi & Yo", "Zu & Wo")), "/clock")
    )


def shown(screen: Element, kind: str) -> list[str]:
    """Return the lines of this kind that the screen shows first."""
    return [line.words for line in screen.select(f".hall-watch__{kind}") if not _waits(line)]


def _waits(line: Element) -> bool:
    part = line.closest("[data-page]")
    return part is not None and "hidden" in part.attributes


def test_the_screen_shows_seats_by_name_until_the_clock_starts(evening: Evening) -> None:
    screen = page(evening, "/watch")
    assert [line.split()[0] for line in shown(screen, "line")] == ["Ann", "Bob", "Eva", "Gus"]
    evening.change(rounds.start_clock)
    screen = page(evening, "/watch")
    assert [cell.split()[0] for cell in shown(screen, "cell")] == ["1", "2"]
    assert screen.select(".hall-watch__clock")


def test_the_screen_says_how_far_each_table_is_the_open_ones_first(evening: Evening) -> None:
    evening.change(rounds.start_clock)
    evening.play(1, *HANDS)
    evening.play(2, HANDS[0])
    cells = shown(page(evening, "/watch"), "cell")
    assert [cell.split()[0] for cell in cells] == ["2", "1"]
    assert cells[0].endswith("1 hand played")
    assert cells[1].endswith("16 : 4")


def test_the_standings_come_once_a_round_is_closed_a_page_at_a_time(app: Flask) -> None:
    evening = Evening(app, pairs=MANY)
    evening.show()
    evening.close()
    phone = visitor(app, Role.WATCHER)
    pages = [phone.visit(f"/tournaments/{evening.id}/watch?page={number}") for number in (0, 1, 2)]
    assert [len(shown(screen, "line")) for screen in pages] == [12, 2, 12]
    assert "Standings 2/2" in words(pages[1])
    assert pages[0].select("noscript")[0].select("meta")[0]["content"].endswith("page=1")


def test_the_screen_polls_until_something_is_new(evening: Evening) -> None:
    phone = visitor(evening.app, Role.WATCHER)
    screen = phone.visit(f"/tournaments/{evening.id}/watch")
    assert phone.poll(screen).status_code == 204
    evening.play(1, HANDS[0])
    assert phone.poll(screen).status_code == 200


def test_a_card_is_printed_for_every_table_with_its_address(evening: Evening) -> None:
    printed = page(evening, "/print/cards")
    cards = [card.words for card in printed.select(".hall-card")]
    assert len(cards) == 2
    for table, address in evening.addresses.items():
        assert f"Table {table}" in cards[table - 1]
        assert address in cards[table - 1]
    assert len(printed.select("svg.hall-card__square")) == 2


def test_what_is_blank_yet_is_not_printed(evening: Evening) -> None:
    assert page(evening, "/print/cards").select("[data-print]")
    assert page(evening, "/print/standings").select("[data-print]") == []


@walk(("role", "way"), [(Role.KEEPER, "Desk"), (Role.WATCHER, "Standings")])
def test_the_clock_leads_back(evening: Evening, role: Role, way: str) -> None:
    assert words(page(evening, "/clock", role), ".hall-at__back") == way


def test_cards_are_made_and_replaced_by_the_organiser(app: Flask) -> None:
    evening = Evening(app, pairs=MANY)
    evening.print_cards(1, renew=True)
    keeper = visitor(app, Role.KEEPER)
    address = f"/tournaments/{evening.id}/print/cards"
    made = keeper.press(address, form="form:not(:has([name=renew])):has(.button)[action$=cards]")
    assert [len(part.select(".hall-card")) for part in made.select(".hall-cards")] == [7]
    old = evening.addresses
    keeper.press(address, form="details form", button="[name=renew]")
    assert old.keys() == evening.addresses.keys()
    assert not {*old.values()} & {*evening.addresses.values()}


def test_cards_of_another_secret_key_are_said_to_be_dead_and_replaced(
    app: Flask, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead, path = "The cards printed earlier no longer work", "/print/cards"
    old = evening.addresses[1]
    assert dead not in words(page(evening, path))
    monkeypatch.setitem(app.config, "SECRET_KEY", "another secret key")
    keeper = visitor(app, Role.KEEPER)
    shown = keeper.visit(f"/tournaments/{evening.id}{path}")
    assert dead in words(shown, ".warning")
    assert keeper.get(old).status_code == 404
    made = keeper.press(f"/tournaments/{evening.id}{path}", form="form[action$=cards]")
    assert dead not in words(made)
    assert len(made.select(".hall-card")) == 2
    assert keeper.get(evening.addresses[1]).status_code == 200


def test_eight_cards_and_four_slips_are_on_a_page(app: Flask) -> None:
    evening = Evening(app, pairs=[f"{a}{b} & {a}{b}x" for a in "AB" for b in "abcdefghi"])
    evening.show()
    cards, slips = page(evening, "/print/cards"), page(evening, "/print/slips")
    assert [len(part.select("li")) for part in cards.select(".hall-cards")] == [8, 1]
    assert [len(part.select("li")) for part in slips.select(".hall-slips")] == [4, 4, 1]


def test_a_slip_names_both_sides_has_a_line_for_each_hand_and_is_signed(evening: Evening) -> None:
    [slip, _other] = page(evening, "/print/slips").select(".hall-slip")
    names = [cell.words for cell in slip.select("thead th")]
    assert len(names) == 2
    assert [row.words for row in slip.select("tbody th")] == ["1", "2", "3", "Total"]
    assert slip.words.count("Signed") == 2


def test_the_draw_is_printed_by_name_and_by_table(app: Flask) -> None:
    evening = Evening(app, pairs=("Zoé & Al", "Bob & Dee", "Élodie & Fay"))
    evening.show()
    draw = page(evening, "/print/draw")
    names = [line.words.rpartition(" ")[0] for line in draw.select(".hall-wall__name")]
    assert [name.split()[0] for name in names] == ["Bob", "Élodie", "Zoé"]
    assert len(draw.select(".hall-wall__table")) == 1


def test_only_organisers_print_a_draw_that_is_not_shown(app: Flask) -> None:
    evening = Evening(app)
    evening.change(rounds.draw_round, "lot")
    assert page(evening, "/print/draw").select(".hall-wall__table")
    assert "No round is shown yet." in words(page(evening, "/print/draw", Role.WATCHER))


def test_the_standings_are_printed_with_the_points_of_each_round(evening: Evening) -> None:
    evening.close()
    evening.show()
    evening.change(tables.say_result, 2, 1, void=True)
    evening.close()
    printed = page(evening, "/print/standings")
    lines = [[cell.words for cell in row.select("td, th")] for row in printed.select("tbody tr")]
    assert [line[0] for line in lines] == sorted(line[0] for line in lines)
    assert all(len(line) == 6 for line in lines)
    assert "Standings after round 2" in words(printed)


def test_the_printed_standings_tell_of_points_given_or_taken(evening: Evening) -> None:
    """Otherwise the points of the rounds do not add up."""
    evening.close()
    difference, points = _figures(page(evening, "/print/standings"), "Ann & Cem")
    evening.change(rounds.adjust, 1, 1, points=-2, score=-100, note="late")
    printed = page(evening, "/print/standings")
    assert _figures(printed, "Ann & Cem") == [difference - 100, points - 2]
    assert "Ann & Cem: −100 difference: −2 · late" in words(printed, ".hall-standings__foot")


def _figures(printed: Element, name: str) -> list[int]:
    """The difference and the points of an entrant."""
    lines = [[cell.words for cell in row.select("td, th")] for row in printed.select("tbody tr")]
    [found] = [line for line in lines if line[1] == name]
    return [int(figure.replace("−", "-")) for figure in found[-2:]]


@walk("path", ["/print/cards", "/print/slips"])
def test_what_lets_somebody_in_is_for_organisers(app: Flask, path: str) -> None:
    evening = Evening(app, name=path)
    phone: Visitor = visitor(app, Role.PLAYER)
    assert phone.get(f"/tournaments/{evening.id}{path}").status_code == 403


def test_a_tables_phone_looks_at_the_clock_and_the_screen_of_its_tournament_only(
    app: Flask, evening: Evening
) -> None:
    phone = evening.phone(1)
    other = Evening(app, name="Other", pairs=("Xi & Yo", "Zu & Wo"))
    for path in ("/clock", "/watch"):
        assert phone.get(f"/tournaments/{evening.id}{path}").status_code == 200
        assert phone.get(f"/tournaments/{other.id}{path}").status_code == 403
    assert phone.get(f"/tournaments/{evening.id}/print").status_code == 403
