"""Animations that a phone plays once, and the picture that its share sheet gets."""

from __future__ import annotations

import re

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.table import Table

PHONE_THAT_TELLS = """
  navigator.canShare = () => true;
  window.shared = new Promise((resolve) => {
    navigator.share = async ({ files: [file], text }) =>
      resolve({ name: file.name, type: file.type, big: file.size > 10_000, text });
  });
  window.felt = [];
  navigator.vibrate = (pattern) => window.felt.push(pattern.length);
  const RealAudio = AudioContext;
  window.AudioContext = class extends RealAudio {
    close() {
      window.felt.push("sound");
      return super.close();
    }
  };
"""
"""A script that records what the phone shared, its vibrations and its sound."""


FELT = """new Promise((resolve) => {
  const look = () => (window.felt.length < 2 ? setTimeout(look, 20) : resolve(window.felt));
  look();
})"""
"""The number of vibrations and the sound of a moment, once the sound is over."""

WAKE = "window.dispatchEvent(new Event('online'))"
"""A script that makes the page poll at once."""


def test_a_moment_plays_once_and_the_end_is_shared_as_a_picture(
    app: Flask, page: Page, site: str
) -> None:
    page.add_init_script(PHONE_THAT_TELLS)
    table = Table(app)
    page.goto("/settings")
    page.get_by_label("Sound").check()
    page.get_by_label("Vibration").check()
    page.get_by_role("button", name="Save these settings").tap()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto(table.address)
    table.record("gin", "Ann", hands={"Bob": 31})
    page.evaluate(WAKE)
    playing = page.locator(".moment[data-plays]")
    expect(playing).to_contain_text("Gin for Ann!")
    expect(page.locator(".sheet-second")).to_have_css("opacity", "0")  # Both share a line.
    assert page.evaluate(FELT) == [3, "sound"]
    page.reload()
    expect(page.locator(".moment")).to_be_attached()
    expect(page.locator(".moment")).to_be_hidden()

    table.record("gin", "Ann", hands={"Bob": 40})
    with page.expect_request_finished(lambda asked: "picture.png" in asked.url):
        page.evaluate(WAKE)
    expect(page.locator(".end[data-plays]")).to_contain_text("Ann wins")
    page.context.set_offline(True)  # The picture was loaded with the page.
    page.get_by_role("link", name="Share").tap()
    shared = page.evaluate("window.shared")
    assert shared["name"].startswith("gin-")
    assert (shared["type"], shared["big"]) == ("image/png", True)
    assert shared["text"] == "Gin Rummy: Ann wins (Ann 121, Bob 0)"
    assert page.url == site + table.address
    page.context.set_offline(False)
    page.route("**/picture.png*", lambda route: route.abort())
    page.reload()
    page.context.set_offline(True)
    page.get_by_role("link", name="Share").tap()
    expect(page.locator("#banner")).to_contain_text("this page stays open")
    assert page.url == site + table.address


def start_by_lot(page: Page) -> None:
    """Start a game of three with the first dealer drawn by lot, and wait for the sheet."""
    page.goto("/games/new?variant=knock")
    for number, name in enumerate(["Ann", "Bob", "Cem"], start=1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_text("Draw who deals first").tap()
    page.get_by_role("button", name="Start the game").tap()


def test_a_light_runs_over_the_faces_and_stays_on_the_one_that_was_drawn(
    page: Page,
) -> None:
    start_by_lot(page)
    shout = page.locator(".moment__shout")
    expect(page.locator(".moment[data-draws]")).to_be_visible()
    expect(shout).to_be_hidden()
    expect(shout).to_be_visible()
    stays = page.locator(".moment__lot--lit")
    expect(stays).to_have_class(re.compile("moment__lot--drawn"))
    drawn = stays.inner_text().strip()
    expect(shout).to_have_text(re.compile(rf"^{drawn}\w+ deals first!$"))
    page.reload()
    expect(page.locator(".moment")).to_be_hidden()


def test_lots_stand_still_under_reduced_motion(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    start_by_lot(page)
    expect(page.locator(".moment__shout")).to_be_visible()
    assert page.locator(".moment__lot--lit").count() == 0
    assert page.locator(".moment[data-draws]").count() == 0
