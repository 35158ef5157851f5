"""Starts games and enters rounds in a phone’s browser, by tapping or by typing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

Say = Callable[[str], str]
"""A function from an English text of the pages to its translation on the phone."""

CARD = re.compile(r"(1[0-3]?|JK|A1|[2-9AJQK])([SHDCX]?)")

PART = re.compile(r"([a-z_]+):(\w+)")
"""A fact about a hand other than its cards, such as `natural:1`."""


@dataclass(frozen=True)
class Played:
    """A round to enter: the name of its ending, and the hands (cards or a count) by name.

    `exact_cut` is the name of the player who cut exactly the cards of the deal, and `turned_up`
    the card with the wild rank. A hand such as `drop:first` is a button instead of cards, and one
    such as `=420 / =25 natural:1` is rows with their parts. `exact_deal:0` is a fact about player
    0 there.
    """

    ending: str
    hands: dict[str, str | int] = field(default_factory=dict)
    upcard: str = ""
    exact_cut: str = ""
    turned_up: str = ""


def enlarge_text(page: Page, times: float = 2) -> None:
    """Enlarge the text as a phone’s settings can. `times=1` is the normal size."""
    sizes = {"fontSizes": {"standard": round(16 * times), "fixed": round(13 * times)}}
    page.context.new_cdp_session(page).send("Page.setFontSizes", sizes)


def assert_large_text_fits(page: Page) -> None:
    """Check that the page fits the screen with its text doubled, also in a wide font."""
    enlarge_text(page)
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    width = page.evaluate("screen.width")
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [width, width]
    # Fonts differ between phones, so make every letter wider than in common ones.
    page.evaluate(
        """() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync("body, body * { letter-spacing: 0.1em !important; }");
          document.adoptedStyleSheets.push(sheet);
        }"""
    )
    assert page.evaluate("[document.documentElement.scrollWidth, innerWidth]") == [width, width]
    enlarge_text(page, times=1)


def start_game(
    page: Page, variant: str, players: list[str], preset: str = "", say: Say = str
) -> None:
    """Start a game with the form, and wait for its sheet."""
    page.goto(f"/games/new?variant={variant}&preset={preset or 'plain'}")
    for number, name in enumerate(players, start=1):
        label = f"{say('Name of player')} {number}"
        if not page.get_by_label(label).count():
            page.get_by_role("button", name=say("Add a player")).click()
        page.get_by_label(label).fill(name)
    page.get_by_role("button", name=say("Start the game")).click()
    expect(round_over(page, say)).to_be_visible()


def round_over(page: Page, say: Say = str) -> Locator:
    """Return the “Round over?” button of the bar on the sheet, which opens the endings."""
    return page.locator(".dock summary", has_text=say("Round over?"))


def end_round(page: Page, ending: str, say: Say = str) -> None:
    """Choose the round’s ending on the sheet, which opens the form or announces the round."""
    plain = ending.removesuffix(" concealed")
    round_over(page, say).click()
    page.locator(".dock [open]").get_by_label(plain, exact=True).click()
    if plain != ending:
        _say_concealed(page, ending)


def _say_concealed(page: Page, ending: str) -> None:
    """Mark a round as concealed, by a button beside the player or in the list of all endings."""
    page.wait_for_selector("#round")
    side = page.locator("[data-tally]:has([data-out]:not([hidden]))")
    asked = side.locator("[data-out]").get_by_text("concealed?")
    side.locator(".tally__side").click()
    if asked.get_attribute("href") is None and asked.is_visible():
        asked.click()
        return
    if asked.is_visible():
        asked.click()
    page.get_by_label(ending, exact=True).check()
    if page.locator("#facts").count():
        page.get_by_role("button", name="Save").click()


def hand(page: Page, name: str) -> Locator:
    """Return the row of the form with this hand."""
    return page.locator(f"[data-hand]:has(label:text-is('{name}'))")


def text(page: Page, name: str) -> str:
    """Return the text in a hand’s field."""
    return hand(page, name).get_by_role("textbox").input_value()


def keys(page: Page) -> Locator:
    """Return the keys of the current hand. The next hand can have its own keys below them."""
    seat = page.locator(".round-hand--active").get_attribute("data-seat")
    return page.locator(f"[data-ranks][data-seat='{seat or ''}']")


def tap_hand(page: Page, name: str, given: str | int) -> None:
    """Enter a hand on the key pad."""
    hand(page, name).wait_for(state="attached")
    if hand(page, name).locator(".tally__side").count():
        tap_rows(page, hand(page, name), str(given))
        return
    if page.locator(".phase-keys").count():
        tap_phase(page, name, str(given))
        return
    if hand(page, name).locator(".opening-hand__ways").count():
        tap_opening(page, name, str(given))
        return
    if isinstance(given, str) and ":" in given:
        hand(page, name).locator(f"[data-instead] input[value='{given}']").tap()
        return
    hand(page, name).locator("label").first.tap()
    if isinstance(given, int):
        tap_count(page, given)
        return
    if "/" in given:
        tap_parts(page, given)
        return
    if not given or given.startswith("!"):
        keys(page).locator("[data-nothing]").tap()
        if not CARD.search(given):
            return
        hand(page, name).locator("label").tap()
    tap_cards(page, given)


def tap_phase(page: Page, name: str, given: str) -> None:
    """Enter a hand with keys that count cards, and whether the phase was laid down."""
    for key, value in PART.findall(given):
        hand(page, name).locator(f".chip:has([name^='hand-{key}-'][value='{value}'])").tap()
    hand(page, name).locator("label").first.tap()
    for word in PART.sub("", given).split():
        if word.startswith("="):
            tap_count(page, int(word[1:]))
        else:
            keys(page).locator(f"[data-key='{word}']").tap()


def tap_opening(page: Page, name: str, given: str) -> None:
    """Enter a rack: the tiles left, the penalties, and last the opening, which can end it."""
    row = hand(page, name)
    told = dict(PART.findall(given))
    tiles = PART.sub("", given).strip()
    if tiles or "no" in told.values():
        row.locator("label").first.tap()
    if tiles.startswith("="):
        tap_count(page, int(tiles[1:]))
    else:
        tap_cards(page, tiles)
    for _ in range(int(told.get("penalties", 0))):
        row.locator("[data-step='1']").tap()
    if "opened" in told:
        row.locator(f".chip:has([name^='hand-opened'][value='{told['opened']}'])").tap()


def tap_rows(page: Page, rows: Locator, given: str) -> None:
    """Enter a hand as rows: what was put down, what is left, and each part in its own row."""
    rows.locator(".tally__side").tap()
    tap_parts(page, PART.sub("", given).strip())
    for key, value in PART.findall(given):
        row = rows.locator(f"[data-row]:has([name^='hand-{key}-'])")
        if not row.count():
            rows.locator(f".chip:has([name='{key}-{value}'])").tap()
            continue
        unfold(rows, key)
        touched = row.locator("[data-touch][aria-pressed=false]")
        for _ in range(int(value) if value.isdigit() else 0):
            (touched.first if touched.count() else row.locator("[data-step='1']")).tap()
        if not value.isdigit():
            row.tap()


def unfold(rows: Locator, key: str) -> None:
    """Show the row of a part that is folded because it is rare."""
    folded = rows.locator(f"details:not([open]):has([name^='hand-{key}-']) > summary")
    if folded.count():
        folded.click()


def tap_cards(page: Page, given: str) -> None:
    """Enter cards on the key pad, with their suits if given."""
    for rank, suit in CARD.findall(given):
        by_rank = page.locator("[data-mode=ranks]")
        if suit or not by_rank.count():
            page.locator("[data-mode=suits]").tap()
            armed = page.locator("[data-suit][aria-pressed=true]")
            # If cards can have no suit, a second tap on the suit releases it.
            if (armed.get_attribute("data-suit") if armed.count() else "") != suit:
                (page.locator(f"[data-suit={suit}]") if suit else armed).tap()
        else:
            by_rank.tap()
        ten = keys(page).locator("[data-key='T']") if rank == "10" else None
        (ten if ten and ten.count() else keys(page).locator(f"[data-key='{rank}']")).tap()


def tap_parts(page: Page, given: str) -> None:
    """Enter what was put down, and after the slash what is left: cards, or `=` and a count."""
    shown, left = given.split("/")
    _tap_words(page, shown.replace("+", " ").split())
    if left:
        page.locator("[data-then]").tap()
        _tap_words(page, left.split())


def _tap_words(page: Page, words: list[str]) -> None:
    for word in words:
        if word.startswith("="):
            tap_count(page, int(word[1:]))
            continue
        tap_cards(page, word.removesuffix("1") if word == "A1" else word)
        if word == "A1":
            page.get_by_role("button", name="in A 2 3: 1").tap()


def tap_count(page: Page, points: int) -> None:
    """Enter a count on the key pad."""
    page.locator("[data-mode=count]").tap()
    for digit in str(points):
        page.locator(f"[data-digit='{digit}']").tap()
    page.locator("[data-mode]:not([data-mode=count])").first.tap()


def type_hand(page: Page, name: str, given: str | int) -> None:
    """Enter a hand in its text field."""
    text = f"={given}" if isinstance(given, int) else given or "0"
    hand(page, name).get_by_role("textbox").first.fill(PART.sub("", text).strip())
    for key, value in PART.findall(text):
        unfold(hand(page, name), key)
        chosen = hand(page, name).locator(f".chip:has([name^='hand-{key}-'][value='{value}'])")
        if chosen.count():
            chosen.click()
            continue
        hand(page, name).locator(f"[name^='hand-{key}-']").fill(value)


def record_round(page: Page, name: str = "Record") -> None:
    """Press the button that records the round, and wait for the sheet."""
    page.get_by_role("button", name=name, exact=True).click()
    expect(page.locator("[data-sheet]")).to_be_visible()


def enter_round(page: Page, played: Played, *, tapping: bool = True, say: Say = str) -> None:
    """Enter and record a round, starting and ending at the sheet."""
    end_round(page, played.ending, say)
    give = tap_hand if tapping else type_hand
    if played.turned_up:
        page.locator(f".round-deal .chip:has(> :text-is('{played.turned_up}'))").tap()
    if played.upcard:
        give(page, "Upcard", played.upcard)
    for name, given in played.hands.items():
        give(page, name, given)
    if played.exact_cut:
        cutters = page.get_by_role("group", name="Who made the exact cut")
        cutters.get_by_label(played.exact_cut, exact=True).check()
    record_round(page, say("Record"))
