"""`make site` makes pages that are readable from a folder, without a server or a network."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from pytest_playwright import CreateContextCallback
from selectolax.lexbor import LexborHTMLParser

from scorekeeper.config import CHECKOUT
from tests.support.docs import PAGES, SEARCHED
from tests.support.walks import walk

LOADS = "script[src], link[rel~=stylesheet], link[rel~=icon], img, source, video, iframe, object"
IN_A_STYLE_SHEET = re.compile(r"url\(\s*[\"']?([^\"')]+)|@import\s+[\"']([^\"']+)")
ELSEWHERE = re.compile(r"(https?:)?//")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages, made by the command of the Makefile, without a warning."""
    made = tmp_path_factory.mktemp("site")
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    [command] = re.findall(r"^\t\$\(python\) (-m sphinx .+)$", makefile, re.MULTILINE)
    words = shlex.split(command.replace("build/", f"{made}/"))
    done = subprocess.run(
        [sys.executable, *words], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return made / "site"


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[Path, LexborHTMLParser]:
    """Every page by its path."""
    return {
        path: LexborHTMLParser(path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.html")
        if "_static" not in path.parts
    }


def test_every_text_is_a_page_that_the_first_one_leads_to(
    folder: Path, pages: dict[Path, LexborHTMLParser]
) -> None:
    texts = {f"{path.stem}.html" for path in PAGES if path.parent == CHECKOUT / "docs"}
    links = pages[folder / "index.html"].css("article .toctree-wrapper a")
    assert {str(link.attributes["href"]) for link in links} == texts - {"index.html"}


def test_nothing_is_loaded_from_elsewhere(
    folder: Path, pages: dict[Path, LexborHTMLParser]
) -> None:
    loaded = [
        str(node.attributes.get(name))
        for page in pages.values()
        for node in page.css(LOADS)
        for name in ("src", "href", "srcset", "data")
    ]
    sheets = [path.read_text(encoding="utf-8") for path in folder.rglob("*.css")]
    loaded += ["".join(found) for sheet in sheets for found in IN_A_STYLE_SHEET.findall(sheet)]
    assert len(loaded) > len(pages)
    assert not [address for address in loaded if ELSEWHERE.match(address)]


def test_every_link_leads_to_a_file_and_a_place_that_are_there(
    folder: Path, pages: dict[Path, LexborHTMLParser]
) -> None:
    links = [(path, link) for path, page in pages.items() for link in page.css("a[href]")]
    lost = []
    for path, link in links:
        address, anchor = urldefrag(str(link.attributes["href"]))
        if re.match(r"[a-z]+:", address):
            continue
        target = (path.parent / unquote(address)).resolve() if address else path
        is_there = target.is_relative_to(folder.resolve()) and target.is_file()
        if is_there and anchor and target in pages:
            is_there = bool(pages[target].css(f'[id="{anchor}"]'))
        if not is_there:
            lost.append((path.name, link.attributes["href"]))
    assert not lost


@walk("name", ["index", "start", "on-a-server", "questions", "hosting", "scale", "contributing"])
def test_a_page_is_read_from_its_folder_on_a_small_phone_by_day_and_at_night(
    folder: Path, new_context: CreateContextCallback, name: str
) -> None:
    page = new_context().new_page()
    page.set_viewport_size({"width": 320, "height": 640})
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / f"{name}.html").as_uri())
    grounds = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        # The theme makes the frame around the text.
        found = Axe().run(page, "article")
        assert not found.violations_count, (scheme, found.generate_report())
    assert len(grounds) == 2
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert all(url.startswith(("file:", "data:")) for url in asked)


@pytest.mark.parametrize(
    ("word", "page"),
    [("undercut", ""), *SEARCHED.items()],
)
def test_a_search_finds_its_page_without_a_server(
    folder: Path, new_context: CreateContextCallback, word: str, page: str
) -> None:
    shown = new_context().new_page()
    shown.goto(f"{(folder / 'search.html').as_uri()}?q={word}")
    results = shown.locator("#search-results li a")
    expect(results.first).to_be_visible()
    expect(results.first).to_have_attribute("href", re.compile(rf"^{page or '.'}"))


def test_what_was_changed_comes_last_in_a_search(
    folder: Path, new_context: CreateContextCallback
) -> None:
    page = new_context().new_page()
    page.goto(f"{(folder / 'search.html').as_uri()}?q=backup")
    found = page.locator("#search-results li > a")
    # The search ends before the first page is shown.
    expect(found.filter(has_text="Changelog")).to_be_visible()
    links = found.evaluate_all("all => all.map(link => link.getAttribute('href').split('.')[0])")
    last = {"changelog", "contributing", "design"}
    places = [link in last for link in links]
    assert True in places
    assert places == sorted(places)


def test_the_settings_are_read_on_a_phone_without_scrolling_sideways(
    folder: Path, new_context: CreateContextCallback
) -> None:
    page = new_context().new_page()
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((folder / "hosting.html").as_uri())
    for section in ("settings", "commands"):
        table = page.locator(f"#{section} .table-wrapper").first
        assert table.evaluate("box => box.scrollWidth <= box.clientWidth")
        cells = page.locator(f"#{section} tbody td:last-child")
        assert cells.evaluate_all("all => Math.min(...all.map(cell => cell.clientWidth))") > 300
