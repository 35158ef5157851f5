"""The key pad: taps become cards at once on any network, and typed text is never lost."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from playwright.sync_api import Page, Request, Route, expect

from scorekeeper.clubs.roles import Role
from tests.support.clubs import cookie
from tests.support.documents import FOUR
from tests.support.phone import hand, keys, record_round, text
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def form(page: Page, table: Table) -> Page:
    """The form of the game’s first round, which Jean ended by knocking."""
    page.goto(f"{table.address}/rounds/new")
    page.get_by_label("Jean knocked", exact=True).check()
    return page


@pytest.fixture
def gin(app: Flask) -> Table:
    return Table(app)


@pytest.fixture
def knock(page: Page, gin: Table) -> Page:
    """The form of the first round of Gin, which Ann ended by knocking."""
    page.goto(f"{gin.address}/rounds/new")
    page.get_by_label("Ann knocked", exact=True).check()
    return page


def open_hand(page: Page, name: str) -> None:
    """Select this hand on the key pad."""
    hand(page, name).locator("label").tap()


def tap(page: Page, ranks: str) -> None:
    """Tap these ranks for the current hand."""
    for rank in ranks.split():
        keys(page).locator(f"[data-key='{rank}']").tap()


def take_back(page: Page) -> None:
    """Remove the last card of the current hand."""
    keys(page).get_by_role("button", name="Take back the last one").tap()


def test_ten_quick_taps_are_ten_cards_though_the_server_never_answers(knock: Page) -> None:
    held: list[Route] = []
    knock.route("**/preview", lambda route: held.append(route))
    open_hand(knock, "Bob")
    # All at once, faster than any thumb.
    knock.evaluate(
        """() => {
          for (const rank of ["A", "2", "3", "4", "5", "6", "7", "8", "9", "K"]) {
            const key = document.querySelector(`[data-seat="1"] > [data-key="${rank}"]`);
            key.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
            key.dispatchEvent(new MouseEvent("click", {bubbles: true}));
          }
        }"""
    )
    assert text(knock, "Bob") == "A 2 3 4 5 6 7 8 9 K"
    expect(hand(knock, "Bob").locator(".playing-card")).to_have_count(10)


def test_french_letters_are_typed_as_they_stand_on_the_cards(page: Page, table: Table) -> None:
    page.goto("/settings")
    page.get_by_role("radio", name="A R D V").check()
    page.get_by_role("button", name="Save these settings").click()
    page.wait_for_selector("#messages .message")
    page.goto(f"{table.address}/rounds/new?ending=knock:1")
    page.locator("[data-hand] input[name=hand-0]").focus()
    page.keyboard.type("r d vs")
    cards = hand(page, "Pierre").locator(".playing-card")
    expect(cards).to_have_text(["R", "D", "V of spades"])
    tap(page, "K")
    expect(cards).to_have_text(["R", "D", "V of spades", "R"])


def test_taps_of_two_fingers_at_once_are_two_cards(form: Page) -> None:
    open_hand(form, "Pierre")
    form.evaluate(
        """() => {
          for (const rank of ["7", "8"]) document.querySelector(`[data-key="${rank}"]`)
            .dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
        }"""
    )
    assert text(form, "Pierre") == "7 8"


def test_a_page_that_grows_under_the_finger_makes_one_tap_no_second_card(form: Page) -> None:
    open_hand(form, "Pierre")
    form.evaluate(
        """() => {
          const [first, second, record] = ["[data-key='7']", "[data-key='2']", "[data-submit]"]
            .map((each) => document.querySelector(each));
          for (const under of [second, record]) {
            first.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
            under.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
          }
        }"""
    )
    assert text(form, "Pierre") == "7 7"
    tap(form, "K")
    assert text(form, "Pierre") == "7 7 K"
    expect(form.locator("[role=alert]:visible")).to_have_count(0)


def test_cards_are_taken_back_by_a_tap_on_them_or_one_after_the_other(form: Page) -> None:
    open_hand(form, "Pierre")
    tap(form, "K 9 T")
    form.get_by_role("button", name="Remove 9").tap()
    assert text(form, "Pierre") == "K 10"
    take_back(form)
    assert text(form, "Pierre") == "K"
    open_hand(form, "Jean")
    tap(form, "5")
    form.get_by_role("button", name="Next: Jacques").tap()
    for _card in range(2):
        take_back(form)
    assert (text(form, "Pierre"), text(form, "Jean")) == ("K", ""), "the hand before an empty one"


def test_what_the_keys_do_is_told_until_the_first_one_is_pressed(form: Page) -> None:
    hint = form.get_by_text("Tap a card to take it back.")
    expect(hint).to_be_visible()
    tap(form, "K")
    expect(hint).to_be_hidden()
    form.reload()
    open_hand(form, "Jean")
    expect(hint).to_be_hidden()


def test_a_hand_is_cards_with_suits_or_a_count(form: Page) -> None:
    open_hand(form, "Pierre")
    form.get_by_role("button", name="With suits").tap()
    form.get_by_role("button", name="hearts").tap()
    tap(form, "K T")
    form.get_by_role("button", name="clubs").tap()
    tap(form, "K")
    assert text(form, "Pierre") == "KH 10H KC"
    expect(form.get_by_role("button", name="Remove 10 of hearts")).to_be_visible()
    form.locator("[data-mode=count]").tap()
    open_hand(form, "Jean")
    form.locator("[data-digit='2']").tap()
    form.locator("[data-digit='8']").tap()
    assert text(form, "Jean") == "=28"
    expect(form.locator("#count-1")).to_have_text("28 points")


def test_two_hands_have_their_keys_at_once_where_there_is_room(form: Page) -> None:
    pierre, jean = (form.get_by_role("group", name=f"Keys for {name}") for name in FOUR[:2])
    for each, rank in ((jean, "5"), (pierre, "K"), (jean, "A"), (pierre, "9")):
        each.locator(f"[data-key='{rank}']").tap()
    assert (text(form, "Pierre"), text(form, "Jean")) == ("K 9", "5 A")
    pierre.get_by_role("button", name="Take back the last one").tap()
    hand(form, "Jean").get_by_role("button", name="Remove 5").tap()
    assert (text(form, "Pierre"), text(form, "Jean")) == ("K", "A")
    blocks = form.locator("[data-ranks]:visible")
    expect(blocks).to_have_count(2)
    form.locator("[data-mode=suits]").tap()
    expect(blocks).to_have_count(1)
    form.locator("[data-mode=ranks]").tap()
    expect(blocks).to_have_count(2)
    form.set_viewport_size({"width": 320, "height": 640})
    expect(blocks).to_have_count(1)
    expect(form.get_by_role("group", name="Keys for Pierre")).to_be_visible()


def test_one_phone_for_all_has_one_button_to_press(
    app: Flask, page: Page, site: str, table: Table
) -> None:
    for role, player in ((Role.PLAYER, "Zoe"), (Role.PLAYER, ""), (Role.WATCHER, "Paul")):
        cookie(app, site, role, player)
    page.goto(f"{table.address}/rounds/new")
    page.get_by_label("Jean knocked", exact=True).check()
    buttons = page.locator(".pad-dock .button:visible")
    tap(page, "K 9 2")
    expect(buttons).to_have_text(["Next: Jacques"])
    expect(buttons).to_have_class(re.compile("button--primary"))
    open_hand(page, "Jean")
    tap(page, "5")
    buttons.tap()
    tap(page, "Q Q 7 A")
    open_hand(page, "Paul")
    tap(page, "8")
    expect(buttons).to_have_text(["Record"])
    expect(page.locator("#standing")).to_have_text("Jean scores 42")
    expect(page.locator("#preview")).to_contain_text("Jacques 28 − Jean 5")
    expect(page.locator("#announced")).to_have_text("")
    buttons.tap()
    expect(page.locator("[data-sheet]")).to_be_visible()
    assert table.rounds == 1


def test_a_double_tap_on_next_does_not_press_the_button_that_takes_its_place(
    form: Page, table: Table
) -> None:
    for seat, cards in ((3, "8"), (0, "K 9 2"), (1, "5")):
        form.locator(f"#hand-{seat}").fill(cards)
    sent: list[str] = []
    form.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    form.clock.install(time=0)
    following = form.locator("[data-next]")
    expect(following).to_be_visible()
    box = following.bounding_box()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # A stopped clock makes both taps quick on a slow machine too.
    form.clock.pause_at(60_000)
    following.tap()
    expect(following).to_be_hidden()
    form.touchscreen.tap(*middle)
    form.clock.resume()
    tap(form, "Q Q 7 A")
    expect(form.locator("#standing")).to_have_text("Jean scores 42")
    expect(form.get_by_role("alert")).to_have_count(0)
    record_round(form)
    assert table.rounds == 1
    assert len([each for each in sent if each.startswith("POST") and each.endswith("/rounds")]) == 1


def test_the_pad_gives_cards_as_this_phone_last_did_in_this_game(
    app: Flask, form: Page, table: Table
) -> None:
    def pressed() -> str | None:
        return form.locator("[data-mode][aria-pressed=true]").get_attribute("data-mode")

    open_hand(form, "Pierre")
    assert pressed() == "ranks"
    form.locator("[data-mode=count]").tap()
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    form.goto(f"{table.address}/rounds/new")
    assert pressed() == "count"
    form.locator("[data-hand] label").first.tap()
    form.get_by_role("button", name="Whole hand").tap()
    assert form.locator("[data-suits]").is_visible()
    form.get_by_role("button", name="Whole hand").tap()
    assert pressed() == "count"
    form.goto(f"{Table(app, 'knock', FOUR).address}/rounds/new")
    assert pressed() == "ranks"


def test_an_error_disappears_when_it_is_fixed(form: Page) -> None:
    for seat, cards in enumerate(("9 Z", "5", "9 Y", "8")):
        form.locator(f"#hand-{seat}").fill(cards)
    form.get_by_role("button", name="Record").click()
    wrong = form.locator("[aria-invalid]")
    expect(wrong).to_have_count(2)
    open_hand(form, "Pierre")
    form.get_by_role("button", name="Remove Z").tap()
    expect(wrong).to_have_count(1)
    expect(wrong).to_have_id("hand-2")
    expect(form.locator("#hand-0-error")).to_have_count(0)
    expect(form.get_by_role("alert").get_by_role("listitem")).to_have_count(1)
    open_hand(form, "Jacques")
    form.get_by_role("button", name="Remove Y").tap()
    expect(wrong).to_have_count(0)
    expect(form.get_by_role("alert")).to_have_count(0)
    expect(form.locator(".field__errors")).to_have_count(0)


def test_an_illegal_knock_is_told_once_with_the_button_that_allows_it(
    knock: Page, gin: Table
) -> None:
    knock.locator("#hand-0").fill("K 2")
    knock.locator("#hand-1").fill("K 5")
    told = knock.get_by_text("over the limit of 10").locator("visible=true")
    expect(told).to_have_count(1)
    knock.get_by_role("button", name="Record").click()
    expect(knock.locator("#standing")).to_be_focused()
    expect(told).to_have_count(1)
    knock.get_by_role("button", name="Allow it anyway").click()
    expect(knock.locator("#standing")).to_have_text("Ann scores 3")
    expect(knock.locator("[aria-invalid]")).to_have_count(0)
    record_round(knock)
    assert gin.totals == (3, 0)


def test_a_count_that_was_on_its_way_does_not_take_the_focus_from_a_refusal(knock: Page) -> None:
    knock.locator("#hand-0").fill("K 2")
    held: list[Route] = []
    given_up: list[Request] = []
    knock.on("requestfailed", lambda request: given_up.append(request))
    knock.route("**/rounds/preview", lambda route: held.append(route))
    with knock.expect_request("**/rounds/preview") as count:
        knock.locator("#hand-1").fill("K 5")
    knock.get_by_role("button", name="Record").click()
    expect(knock.locator("#standing")).to_be_focused()
    assert given_up == [count.value]


def test_no_count_is_asked_for_while_the_round_is_on_its_way(app: Flask, page: Page) -> None:
    counts: list[Route] = []
    rounds: list[Route] = []
    page.clock.install()
    page.goto(f"{Table(app, 'gin').address}/rounds/new")
    page.route("**/rounds/preview", lambda route: counts.append(route))
    page.route("**/rounds", lambda route: rounds.append(route))
    with page.expect_request("**/rounds/preview"):
        page.get_by_label("Ann knocked", exact=True).check()
        page.clock.run_for(1_000)
    # One preview is on its way, one waits for it, and one is still to be requested.
    page.locator("#hand-0").fill("K 2")
    page.clock.run_for(1_000)
    page.locator("#hand-1").fill("K 5")
    with page.expect_request("**/rounds"):
        page.get_by_role("button", name="Record").click()
    page.clock.run_for(1_000)
    rounds[0].continue_()
    expect(page.locator("#standing")).to_be_focused()
    assert len(counts) == 1


def test_a_count_that_was_on_its_way_does_not_undo_what_was_allowed(knock: Page) -> None:
    knock.locator("#hand-0").fill("K 2")
    knock.locator("#hand-1").fill("K 5")
    allow = knock.get_by_role("button", name="Allow it anyway")
    expect(allow).to_be_visible()
    held: list[Route] = []
    given_up: list[Request] = []
    knock.on("requestfailed", lambda request: given_up.append(request))
    knock.route("**/rounds/preview", lambda route: held.append(route), times=1)
    with knock.expect_request("**/rounds/preview") as count:
        knock.locator("#hand-1").fill("K 6")
    allow.click()
    expect(knock.locator("#standing")).to_have_text("Ann scores 4")
    assert given_up == [count.value]


def test_the_pad_works_by_keyboard_alone(form: Page) -> None:
    form.locator("#hand-0").focus()
    form.keyboard.type("k 9s")
    form.keyboard.press("Enter")
    expect(form.locator("#hand-1")).to_be_focused()
    form.keyboard.type("5")
    keys(form).locator("[data-key='A']").focus()
    form.keyboard.press("Enter")
    assert (text(form, "Pierre"), text(form, "Jean")) == ("k 9s", "5 A")


def test_a_reload_loses_nothing_that_was_typed(form: Page) -> None:
    open_hand(form, "Pierre")
    tap(form, "K 9 2")
    form.get_by_text("Adjustments, dealer, note").click()
    form.get_by_label("Note").fill("In the garden")
    form.locator("#adjustment-0-points").fill("-5")
    form.get_by_role("button", name="Another adjustment").click()
    form.locator("#adjustment-1-points").fill("7")
    form.reload()
    expect(form.get_by_text("What you had typed before is back.")).to_be_visible()
    assert text(form, "Pierre") == "K 9 2"
    expect(form.get_by_label("Jean knocked", exact=True)).to_be_checked()
    expect(form.get_by_label("Note")).to_have_value("In the garden")
    expect(form.locator("#adjustment-1-points")).to_have_value("7")
    expect(form.locator("#count-0")).to_have_text("21 points")
    form.get_by_role("button", name="Start afresh").click()
    expect(form.get_by_text("What you had typed before is back.")).to_be_hidden()
    assert text(form, "Pierre") == ""


def test_the_ending_chosen_on_the_sheet_opens_the_first_hand_and_outdoes_a_draft(
    form: Page, table: Table
) -> None:
    form.goto(f"{table.address}/rounds/new?ending=knock:3")
    expect(form.get_by_label("Paul knocked", exact=True)).to_be_checked()
    expect(form.locator("[data-draft]")).to_be_hidden()
    tap(form, "K 9 2")
    assert text(form, "Pierre") == "K 9 2"
    form.get_by_role("button", name="Change how it ended").click()
    form.get_by_label("Jacques knocked", exact=True).check()
    form.reload()
    expect(form.get_by_label("Jacques knocked", exact=True)).to_be_checked()
    form.goto(f"{table.address}/rounds/new?ending=knock:3")
    expect(form.get_by_label("Paul knocked", exact=True)).to_be_checked()
    assert text(form, "Pierre") == "K 9 2"


def test_an_answered_question_is_not_asked_again_without_a_network(
    page: Page, table: Table
) -> None:
    page.goto(f"{table.address}/rounds/new")
    expect(page.locator("#standing")).to_have_text("How did it end?")
    page.context.set_offline(True)
    page.get_by_label("Jean knocked", exact=True).check()
    expect(page.locator("#standing")).to_be_empty()


def record(form: Page) -> None:
    """Type the round of the worked example and press Record."""
    for seat, cards in enumerate(("K 9 2", "5", "Q Q 7 A", "8")):
        form.locator(f"#hand-{seat}").fill(cards)
    form.get_by_role("button", name="Record").click()


def test_a_recorded_round_leaves_no_draft_and_is_not_recorded_again(
    form: Page, table: Table
) -> None:
    record(form)
    expect(form.locator("[data-sheet]")).to_be_visible()
    form.go_back()
    expect(form.locator("h1")).to_have_text("Round 2")
    form.goto(f"{table.address}/rounds/new")
    assert text(form, "Pierre") == ""
    expect(form.locator("[data-draft]")).to_be_hidden()
    assert table.rounds == 1


def test_a_draft_of_a_round_recorded_elsewhere_does_not_become_the_next_round(
    form: Page, table: Table
) -> None:
    open_hand(form, "Pierre")
    tap(form, "K 9 2")
    table.record("knock", "Jean", hands={"Pierre": 21, "Jean": 5, "Jacques": 28, "Paul": 8})
    form.reload()
    overtaken = form.get_by_text(
        "What you had typed before was for a round that is on the sheet now."
    )
    expect(overtaken).to_be_visible()
    assert text(form, "Pierre") == ""
    form.get_by_role("button", name="Use it for this round").click()
    expect(overtaken).to_be_hidden()
    assert text(form, "Pierre") == "K 9 2"


def test_a_draft_put_into_a_void_round_opens_no_hand(app: Flask, page: Page) -> None:
    table = Table(app, "basic")
    page.goto(f"{table.address}/rounds/new?ending=out:1")
    tap(page, "K 9")
    table.record("out", "Bob", hands={"Ann": 19})
    page.goto(f"{table.address}/rounds/new?ending=void")
    page.get_by_role("button", name="Use it for this round").click()
    expect(page.get_by_role("button", name="Use it for this round")).to_be_hidden()
    expect(page.locator(".round-hand--active")).to_have_count(0)


def test_without_a_connection_nothing_is_lost_and_the_round_is_recorded_once_it_is_back(
    form: Page, table: Table
) -> None:
    form.context.set_offline(True)
    record(form)
    expect(form.get_by_text("What you pressed is sent as soon as you are back")).to_be_visible()
    assert text(form, "Pierre") == "K 9 2"
    form.context.set_offline(False)
    expect(form.locator("[data-sheet]")).to_be_visible()
    assert table.rounds == 1


def test_a_lost_response_does_not_record_the_round_twice(form: Page, table: Table) -> None:
    lost: list[int] = []

    def lose_the_answer(route: Route) -> None:
        lost.append(route.fetch(max_redirects=0).status)
        route.abort()

    form.route("**/rounds", lose_the_answer, times=1)
    record(form)
    # The banner can go at once, because any other answer shows that the server is there.
    expect(form.locator("[data-sheet]")).to_be_visible()
    assert lost == [204]
    assert table.rounds == 1


def test_a_refusal_is_shown_with_the_form_and_the_pad_goes_on_working(form: Page) -> None:
    for seat, cards in enumerate(("K ZZ", "5", "9", "8")):
        form.locator(f"#hand-{seat}").fill(cards)
    form.get_by_role("button", name="Record").click()
    expect(form.get_by_role("alert").filter(has_text="“ZZ”")).to_be_focused()
    form.locator("#hand-0").fill("")
    open_hand(form, "Pierre")
    tap(form, "K")
    assert text(form, "Pierre") == "K"
    expect(form.locator("#count-0")).to_have_text("10 points")


def test_a_form_that_came_second_can_be_recorded_as_the_next_round(
    form: Page, table: Table
) -> None:
    table.knock("Jean", entered_by="Paul", Pierre=1, Jean=5, Jacques=6, Paul=7)
    record(form)
    expect(form.get_by_text("Somebody got there first")).to_be_visible()
    assert text(form, "Jacques") == "Q Q 7 A"
    record_round(form, "Record as round 2")
    assert table.rounds == 2


def test_the_cards_of_a_dealt_tonk_can_be_given_but_are_not_asked_for(
    app: Flask, page: Page
) -> None:
    table = Table(app, "tonk", ("Ann", "Bob"))
    page.goto(f"{table.address}/rounds/new")
    page.get_by_label("Ann has tonk", exact=True).check()
    open_hand(page, "Bob")
    tap(page, "9 2 3 4 5")
    record = page.get_by_role("button", name="Record")
    expect(record).to_be_visible()
    open_hand(page, "Ann")
    tap(page, "K K Q J 9")
    record.tap()
    expect(page.locator("[data-sheet]")).to_be_visible()
    assert table.totals == (2, -2)


@pytest.fixture
def put_down(app: Flask, page: Page) -> Page:
    """The form of a round of Rummy 500 that Ann ended. It asks for Bob’s melds."""
    page.goto(f"{Table(app, 'rummy-500').address}/rounds/new?ending=out:0")
    tap(page, "7 7 7")
    page.get_by_role("button", name="Next: Bob").tap()
    return page


def test_what_was_put_down_is_asked_first_and_then_what_is_left(put_down: Page) -> None:
    questions = put_down.locator(".round-hand-part__question:visible")
    primary = put_down.locator(".pad-dock .button--primary:visible")
    expect(questions).to_have_text(["What was put down?"])
    expect(put_down.locator("[data-ranks]:visible")).to_have_count(1)
    expect(primary).to_have_text(["What is left?"])
    tap(put_down, "5 5 5")
    primary.tap()
    expect(questions).to_have_text(["What is left?"])
    expect(primary).to_have_text(["Record"])
    tap(put_down, "9 A")
    assert text(put_down, "Bob") == "5 5 5 / 9 A"
    expect(put_down.locator("#count-1")).to_have_text(re.compile(r"^15 − 24 = −9"))
    put_down.get_by_role("button", name="Put down").locator("visible=true").tap()
    expect(questions).to_have_text(["What was put down?"])
    tap(put_down, "5")
    assert text(put_down, "Bob") == "5 5 5 5 / 9 A"
    put_down.reload()
    expect(put_down.locator("[data-part-count]:visible")).to_have_text(["20", "24"])


def test_a_reload_keeps_which_part_is_asked(put_down: Page) -> None:
    tap(put_down, "5 5 5")
    put_down.get_by_role("button", name="What is left?").tap()
    put_down.reload()
    questions = put_down.locator(".round-hand-part__question:visible")
    expect(questions).to_have_text(["What is left?"])
    expect(put_down.get_by_role("button", name="Record")).to_be_visible()
    tap(put_down, "9")
    assert text(put_down, "Bob") == "5 5 5 / 9"


@pytest.mark.slow
@walk(
    ("ranks", "groups"),
    [
        ("5 5 5 A", "5 5 5 + A"),
        ("7 8 9 T", "7 8 9 10"),
        ("9 7 8", "9 7 8"),
        ("7 8 8 8", "7 + 8 8 8"),
        ("K K K A 2 3", "K K K + A 2 3"),
        ("Q K A 2", "Q K A + 2"),
        ("A 2 2 2", "A + 2 2 2"),
        ("A A 2 3", "A + A 2 3"),
        ("J Q JK 9", "J Q JK 9"),
        ("7 JK 7 K", "7 JK 7 + K"),
    ],
)
def test_what_was_put_down_falls_into_groups_as_it_is_tapped(
    app: Flask, page: Page, ranks: str, groups: str
) -> None:
    table = Table(app, "rummy-500", preset="pagat")
    page.goto(f"{table.address}/rounds/new?ending=out:0")
    tap(page, ranks)
    assert text(page, "Ann") == f"{groups} /"


FROM_THE_TWO = "2 3 4 5 6 7 8 9 T J Q K"
FIVE = ("Ann", "Bob", "Cem", "Dee", "Eve")


@pytest.mark.slow
@walk(
    ("players", "ranks", "groups", "points"),
    [
        (FIVE, f"A {FROM_THE_TWO} A", 1, "100"),
        (FIVE, f"{FROM_THE_TWO} A A", 1, "100"),
        (FIVE, f"A {FROM_THE_TWO} A A", 2, "115"),
        (FIVE[:4], f"A {FROM_THE_TWO} A", 2, "100"),
    ],
)
def test_a_run_from_ace_to_ace_is_one_group_with_two_decks(
    app: Flask, page: Page, players: tuple[str, ...], ranks: str, groups: int, points: str
) -> None:
    table = Table(app, "rummy-500", players)
    page.goto(f"{table.address}/rounds/new?ending=out:0")
    tap(page, ranks)
    assert text(page, "Ann").count("+") == groups - 1
    expect(page.locator(".round-hand-part--asked output:visible")).to_have_text(points)


@pytest.mark.parametrize("width", [320, 360])
def test_a_long_run_stays_on_a_narrow_phone(app: Flask, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{Table(app, 'rummy-500', FIVE).address}/rounds/new?ending=out:0")
    tap(page, f"A {FROM_THE_TWO} A")
    shown = page.locator("[data-seat='0'] .round-hand-meld .playing-card")
    for then in ("Next: Bob", "What is left?"):
        rights = shown.evaluate_all(
            "each => each.map((card) => card.getBoundingClientRect().right)"
        )
        assert len(rights) == 14
        assert max(rights) < width - 10
        page.get_by_role("button", name=then).tap()


def test_an_ace_says_what_it_counts_when_it_is_tapped_and_only_then(put_down: Page) -> None:
    told = put_down.get_by_role("status").locator("[data-counts]:visible")
    counted = put_down.locator(".round-hand-part--asked output:visible")
    tap(put_down, "5 5 5")
    expect(told).to_have_count(0)
    tap(put_down, "A")
    expect(told).to_have_text("counts 15 · in A 2 3: 1")
    expect(counted).to_have_text("30")
    put_down.get_by_role("button", name="in A 2 3: 1").tap()
    assert text(put_down, "Bob") == "5 5 5 + A1 /"
    expect(told).to_have_text("counts 1 · in Q K A: 15")
    expect(counted).to_have_text("16")
    put_down.get_by_role("button", name="in Q K A: 15").tap()
    expect(counted).to_have_text("30")
    tap(put_down, "2")
    expect(told).to_have_count(0)
    tap(put_down, "3")
    assert text(put_down, "Bob") == "5 5 5 + A 2 3 /"
    expect(counted).to_have_text("21")


def test_none_is_for_the_question_that_is_asked(put_down: Page) -> None:
    none = put_down.locator("[data-nothing]:visible")
    question = put_down.locator(".round-hand-part__question:visible")
    none.tap()
    expect(question).to_have_text("What is left?")
    tap(put_down, "K 9")
    assert text(put_down, "Bob") == "/ K 9"
    for _card in range(2):
        take_back(put_down)
    assert text(put_down, "Bob") == ""
    take_back(put_down)
    expect(question).to_have_text("What was put down?")
    take_back(put_down)
    take_back(put_down)
    assert text(put_down, "Ann") == "7 7 /"


def test_a_double_tap_on_what_is_left_does_not_press_what_takes_its_place(
    app: Flask, page: Page
) -> None:
    table = Table(app, "rummy-500", ("Ann", "Bob", "Cem"))
    page.goto(f"{table.address}/rounds/new?ending=out:2")
    tap(page, "7 7 7")
    then = page.get_by_role("button", name="What is left?")
    then.dblclick()
    expect(page.locator(".round-hand--active")).to_have_attribute("data-seat", "0")
    expect(page.locator(".round-hand-part__question:visible")).to_have_text("What is left?")
