"""The judge’s desk on a phone: it answers while one types, and links reopen disputes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from tests.support.accessible import assert_accessible, assert_fits
from tests.support.disputes import DISPUTES, Dispute
from tests.support.phone import assert_large_text_fits
from tests.support.walks import walk

SETTLED = "/judge?variant=gin&hand-0=%3D10&hand-1=%3D10&ending=knock:0&total-0=90"

LACKING = "/judge/hand?variant=contract&round=5&hand=7S+7H+JK+4D+5D+6D+7D+9H+9S+KC"

BUSY = ".htmx-request, .htmx-swapping, .htmx-settling"
"""Matches elements while htmx waits for an answer or swaps it in."""


def tell(page: Page, name: str, text: str) -> None:
    """Fill in one visible field and wait for the answer."""
    field = page.locator(f'[name="{name}"]')
    field.first.wait_for(state="attached")
    if page.locator(f'input[type=radio][name="{name}"]').count():
        field = page.locator(f'input[name="{name}"][value="{text}"]')
    closed = field.first.locator("xpath=ancestor::details[not(@open)]/summary")
    while closed.count():
        closed.first.click()
    with page.expect_response(lambda response: "/judge?" in response.url):
        fill(field, text)
    expect(page.locator(BUSY)).to_have_count(0)


def fill(field: Locator, text: str) -> None:
    """Choose, tick or type."""
    if field.evaluate("each => each.tagName") == "SELECT":
        field.select_option(text)
    elif field.get_attribute("type") in ("radio", "checkbox"):
        field.check()
    else:
        field.fill(text)
        field.dispatch_event("change")


def answer(page: Page) -> str:
    """Return the text of the answer on one line, with its folded parts."""
    page.locator("#answer details").evaluate_all(
        "folds => folds.forEach((fold) => (fold.open = true))"
    )
    return " ".join(page.inner_text("#answer").split())


MOST_TYPED = {each.game: each for each in sorted(DISPUTES, key=lambda dispute: len(dispute.typed))}
"""The dispute with the most typed fields of each game."""


@walk("dispute", [*MOST_TYPED.values()][-3:])  # all are settled without a browser
def test_a_dispute_is_settled_and_its_link_reopens_it(
    page: Page, new_phone: Callable[..., Page], dispute: Dispute
) -> None:
    page.goto(f"/judge?variant={dispute.game}")
    # The form asks for the ending before the hands.
    for name, text in sorted(dispute.typed.items(), key=lambda each: each[0] != "ending"):
        tell(page, name, text)
    said = answer(page)
    for sentence in dispute.says:
        assert sentence in said
    for sentence in dispute.never:
        assert sentence not in said
    link = str(page.locator("#link").get_attribute("href"))
    expect(page).to_have_url(link)
    other_phone = new_phone()
    other_phone.goto(link)
    assert answer(other_phone) == said


def test_the_hands_are_tapped_on_the_key_pad(page: Page, site: str) -> None:
    page.goto("/judge?variant=knock&players=3")
    page.get_by_role("radio", name="Bob knocked", exact=True).tap()
    for name, ranks in (("Ann", "K9"), ("Bob", "5"), ("Cem", "QQ")):
        if name == "Cem":
            page.get_by_role("button", name="Next: Cem").tap()
        for rank in ranks:
            page.get_by_role("group", name=f"Keys for {name}").locator(f'[data-key="{rank}"]').tap()
    expect(page.locator("#standing")).to_have_text("Bob scores 29")
    page.get_by_role("button", name="See the ruling").tap()
    expect(page.locator(".ruling__result")).to_be_in_viewport()
    expect(page).to_have_url(
        f"{site}/judge?variant=knock&players=3&hand-0=K+9&hand-1=5&hand-2=Q+Q&ending=knock:1"
    )


def test_a_hand_in_question_is_tapped_with_its_suits(page: Page, site: str) -> None:
    page.goto("/judge?variant=contract")
    page.get_by_role("link", name="Does this meet the contract?").tap()
    page.wait_for_url("**/judge/hand?*")  # The earlier page asks for the round too.
    page.get_by_label("Which round?").select_option("2")
    page.get_by_text("tap here to enter them").tap()
    expect(page.get_by_text("Tap the cards. Tap one on the table to take it back.")).to_be_visible()
    keys = page.get_by_role("group", name="Keys for Cards")
    for suit, ranks in (("hearts", "77"), ("diamonds", "456")):
        page.get_by_role("button", name=suit, exact=True).tap()
        for rank in ranks:
            keys.locator(f'[data-key="{rank}"]').tap()
    expect(page.locator("#standing")).to_contain_text("No, this does not meet the contract")
    keys.get_by_role("button", name="joker").tap()
    keys.get_by_role("button", name="joker").tap()
    expect(page.locator("#standing")).to_contain_text("Yes, this meets the contract")
    expect(page.locator("#verdict")).to_be_hidden()
    page.get_by_role("button", name="Hide the keypad").tap()
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#standing")).to_be_hidden()
    expect(page.locator("#answer figcaption")).to_have_text(
        ["a set, joker as 7", "a run, joker as 7 of diamonds"]
    )
    page.get_by_role("button", name="Ask the judge").tap()
    expect(page.locator("#verdict")).to_be_in_viewport()
    expect(page).to_have_url(
        f"{site}/judge/hand?variant=contract&round=2&hand=7H+7H+4D+5D+6D+JK+JK#verdict"
    )
    assert_accessible(page)
    assert_fits(page, 320, place="a question about a hand")


def test_the_ways_on_from_an_answer_are_in_reach_of_the_thumb(page: Page, site: str) -> None:
    page.goto(SETTLED)
    another = page.get_by_role("link", name="Another question")
    expect(another).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Copy")).to_be_in_viewport(ratio=1)
    expect(page.locator("#link")).to_be_hidden()
    another.tap()
    expect(page).to_have_url(f"{site}/judge")


def test_players_are_added_while_a_hand_is_still_to_be_looked_at(page: Page) -> None:
    asked: list[Route] = []
    page.clock.install()
    page.goto("/judge?variant=knock")
    page.route("**/judge?*players=4*", lambda route: asked.append(route), times=1)
    page.locator("#game-fold > summary").click()
    page.get_by_role("radio", name="Ann knocked", exact=True).check()
    page.locator("#hand-0").fill("K 9")
    with page.expect_request("**/judge?*players=4*"):
        page.locator('[name="players"][value="4"]').check()
    page.clock.run_for(1_000)
    asked[0].continue_()
    expect(page.get_by_role("textbox", name="Dee")).to_be_visible()


def test_a_changed_house_rule_is_marked_and_its_fold_stays_open(page: Page) -> None:
    page.goto(SETTLED)
    tell(page, "rules-undercut_bonus", "30")
    expect(page.get_by_text("“Standard” has: 10")).to_be_visible()
    expect(page.locator(".ruling__result")).to_have_text("A tie: Bob undercuts Ann, +30")
    tell(page, "preset", "modern")
    expect(page.locator("#preset-modern")).to_be_focused()
    expect(page.locator(".ruling__result")).to_have_text("A tie: Bob undercuts Ann, +30")


def test_errors_are_shown_while_typing_and_at_the_field_when_sent(page: Page) -> None:
    page.goto("/judge?variant=gin&ending=knock:0&hand-1=30")
    tell(page, "hand-0", "12")
    expect(page.locator("#standing")).to_contain_text("over the limit of 10")
    page.get_by_role("button", name="See the ruling").click()
    expect(page.locator("#hand-0-error")).to_contain_text("over the limit of 10")
    page.get_by_role("link", name="over the limit of 10").first.click()
    expect(page.locator("#hand-0")).to_be_focused()


@walk("language", ["en", "fr", "it"])
@walk("game", ["gin", "oklahoma", "hollywood", "three-thirteen"])
def test_text_twice_as_large_fits_the_smallest_phone(page: Page, game: str, language: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto(f"/judge?variant={game}&hand-0=%3D10&hand-1=%3D10&ending=knock:0&dealer=1")
    page.locator("details").evaluate_all("folds => folds.forEach((fold) => (fold.open = true))")
    assert_large_text_fits(page)


def test_the_desk_is_accessible_fits_the_screen_and_breaks_no_policy(page: Page) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    for address in ("/judge", "/judge?variant=oklahoma", SETTLED, LACKING):
        page.goto(address, wait_until="networkidle")
        assert_accessible(page, address)
        assert_fits(page, 320, 390, 1280, place=address)
    assert said == []


def test_the_joker_is_in_the_middle_of_its_key(page: Page) -> None:
    page.goto("/judge/melds?variant=canasta")
    key = page.locator("[data-joker]")
    expect(key).to_be_visible()
    off = key.evaluate(
        """(key) => {
          const both = [key, key.querySelector("svg")];
          const [outer, inner] = both.map((each) => each.getBoundingClientRect());
          return Math.abs(outer.left + outer.right - inner.left - inner.right);
        }"""
    )
    assert off < 1


def test_the_sign_that_the_game_can_be_changed_stays_with_the_last_word(page: Page) -> None:
    page.goto("/judge?variant=knock")
    lines = set()
    for width in range(440, 240, -4):
        page.set_viewport_size({"width": width, "height": 640})
        number, last_line, last_word = page.locator("#game-title").evaluate(
            """title => {
                const word = document.createRange();
                word.setStart(title.lastChild, title.lastChild.data.trimEnd().lastIndexOf(" ") + 1);
                word.setEnd(title.lastChild, title.lastChild.data.trimEnd().length);
                const lines = [...title.getClientRects()];
                return [lines.length, lines.at(-1).width, word.getBoundingClientRect().width];
            }"""
        )
        assert last_line > last_word, width
        lines.add(number)
    assert lines >= {1, 2}


@walk(
    ("address", "field", "right"),
    [
        ("/judge?variant=gin&ending=knock:0&hand-0=9X&hand-1=%3D10", "hand-0", "=9"),
        ("/judge?variant=gin&ending=knock:0&hand-0=5&hand-1=9&total-0=a", "total-0", "90"),
        ("/judge/play?variant=canasta&ask=pile&total=abc", "total", "50"),
        ("/judge/hand?variant=contract&round=5&hand=7Y", "hand", "7S 7H 7D"),
    ],
)
def test_a_refusal_goes_once_its_field_is_changed(
    page: Page, address: str, field: str, right: str
) -> None:
    page.goto(address)
    wrong = page.locator(f"[name='{field}']").first
    expect(page.locator("#desk > .message--error")).to_be_visible()
    wrong.evaluate(
        """(field, text) => {
          field.value = text;
          field.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        right,
    )
    expect(page.locator(f"#{field}-error, #desk > .message--error")).to_have_count(0)
    expect(page.locator("#dispute .field--wrong, #dispute [aria-invalid]")).to_have_count(0)
