"""Browsers of phones other than Chromium, with real taps and keys.

They are Firefox, and WebKit, which iPhones use.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import websocket
from selenium import webdriver
from selenium.common.exceptions import NoSuchFrameException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.support.processes import comes_true

PATIENCE = 60.0
"""The seconds to wait for something. A browser starts slowly on a busy machine."""

SIZE = (390, 844)

_FIND = """
const seen = (each) => each.getClientRects().length > 0;
const says = (each) => !text || each.textContent.replace(/\\s+/g, " ").includes(text);
const found = [...document.querySelectorAll(css)].find((each) => seen(each) && says(each));
"""

# People tap only what is drawn, and browsers can lose earlier taps.
_MIDDLE = """
if (!found || document.readyState !== "complete") return null;
found.scrollIntoView({ block: "nearest" });
await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
const box = found.getBoundingClientRect();
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
const top = document.elementFromPoint(x, y);
return found.contains(top) || top?.contains(found) ? [x, y] : null;
"""


class Engine(ABC):
    """A browser at the size of a phone.

    Methods find an element by a CSS selector and by words in it, and take the first visible one.
    """

    def open(self, address: str) -> None:
        """Go to a page and wait until it and its scripts are loaded."""
        self.navigate(address)
        self.wait(f"location.href.startsWith({address!r}) && document.readyState === 'complete'")

    def shows(self, css: str, text: str = "") -> bool:
        """Check whether such an element is visible."""
        return bool(self.run(f"{_FIND} return Boolean(found);", css=css, text=text))

    def see(self, css: str, text: str = "") -> None:
        """Wait until such an element is visible."""
        self._until(lambda: self.shows(css, text), f"{css} “{text}” is not to be seen")

    def words(self) -> str:
        """Return the visible text of the page."""
        return str(self.run("return document.body.innerText;"))

    def wait(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        self.comes_true(f"return Boolean({condition});")

    def comes_true(self, script: str) -> None:
        """Wait until the body of a JavaScript function returns a true value."""
        self._until(lambda: self.run(script), script)

    def tap(self, css: str, text: str = "") -> None:
        """Tap an element as soon as it has stopped moving and is not covered."""
        self.see(css, text)
        places: list[Any] = [None]

        def lies_still() -> bool:
            places.append(self.run(f"{_FIND}{_MIDDLE}", css=css, text=text))
            return places[-1] is not None and places[-1] == places[-2]

        self._until(lies_still, f"{css} “{text}” does not lie still, or is covered")
        self.tap_at(*places[-1])

    def fill(self, css: str, text: str) -> None:
        """Tap a field and type into it."""
        self.tap(css)
        self.wait(f"document.activeElement.matches({css!r})")
        self.type(text)

    @abstractmethod
    def navigate(self, address: str) -> None:
        """Start to load a page, without waiting for it."""

    @abstractmethod
    def run(self, script: str, **values: str) -> Any:
        """Run the body of a JavaScript function that has these values as variables.

        Return its result, or `None` if the page is being left.
        """

    @abstractmethod
    def tap_at(self, x: int, y: int) -> None:
        """Press and release at this point of the window."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Press keys in the focused element."""

    @abstractmethod
    def take_cookie(self, site: str, name: str, value: str) -> None:
        """Set a cookie for this site, in place of an earlier one of the same name."""

    @abstractmethod
    def forget(self) -> None:
        """Delete all cookies, as on another person’s phone."""

    @abstractmethod
    def close(self) -> None:
        """Close the browser."""

    def _until(self, is_so: Callable[[], object], complaint: str) -> None:
        assert comes_true(is_so, PATIENCE), f"{complaint}: {self.words()}"


class Screen:
    """An X server without a monitor. `environment` is for programs that show windows on it."""

    def __init__(self, program: str) -> None:
        read, write = os.pipe()
        size = ("-screen", "0", "800x1100x24")
        self._process = subprocess.Popen(
            [program, "-displayfd", str(write), *size, "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            # These variables keep programs from looking for a desktop.
            names = {"DISPLAY": ":" + pipe.readline().strip(), "NO_AT_BRIDGE": "1"}
        self.environment = {**os.environ, **names}
        self.environment.pop("DBUS_SESSION_BUS_ADDRESS", None)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


class WebKit(Engine):
    """WebKit on a phone, as packaged by Debian: its MiniBrowser on a `Screen`."""

    def __init__(self, program: str, driver: str, screen: Screen) -> None:
        self._options = Options()
        # The driver can hang while it waits for a page to load. `open` waits itself.
        self._options.page_load_strategy = "none"
        self._options.binary_location = program
        self._options.add_argument("--automation")
        self._program, self._screen = driver, screen
        self._driver = self._start()

    def _start(self) -> webdriver.WebKitGTK:
        """Start a new session, without data of an earlier one."""
        service = Service(self._program, env=self._screen.environment)
        driver = webdriver.WebKitGTK(options=self._options, service=service)
        driver.set_window_size(*SIZE)
        return driver

    def navigate(self, address: str) -> None:
        self._driver.get(address)

    def run(self, script: str, **values: str) -> Any:
        names = ", ".join([*values, "tell"])
        asked = f"(async () => {{ {script} }})()"
        told = "(answer) => tell([answer]), (error) => tell(String(error))"
        try:
            answer = self._driver.execute_async_script(
                f"const [{names}] = arguments; {asked}.then({told});", *values.values()
            )
        except NoSuchFrameException:  # The page was left before the answer came.
            return None
        if isinstance(answer, str):
            raise AssertionError(answer)
        return answer[0]

    def tap_at(self, x: int, y: int) -> None:
        builder = ActionBuilder(self._driver)
        builder.pointer_action.move_to_location(x, y).pointer_down().pointer_up()
        builder.perform()

    def type(self, text: str) -> None:
        builder = ActionBuilder(self._driver)
        builder.key_action.send_keys(text)
        builder.perform()

    def take_cookie(self, site: str, name: str, value: str) -> None:
        self.open(f"{site}/healthz")
        self._driver.add_cookie({"name": name, "value": value, "path": "/", "httpOnly": True})

    def forget(self) -> None:
        # The driver answers before the cookies are gone.
        self.close()
        self._driver = self._start()

    def close(self) -> None:
        self._driver.quit()


class CommandError(Exception):
    """Firefox rejected a command."""


class Firefox(Engine):
    """Firefox on a phone and a `Screen`, controlled by WebDriver BiDi.

    Without a screen it can stop painting.
    """

    def __init__(self, program: str, screen: Screen) -> None:
        self._profile = tempfile.mkdtemp(prefix="firefox")
        options = ("--profile", self._profile, "--remote-debugging-port", "0")
        self._process = subprocess.Popen(
            [program, *options, "--no-remote", "about:blank"],
            env=screen.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert comes_true(self._address, PATIENCE), "Firefox does not start"
        self._socket = websocket.create_connection(
            f"{self._address()}/session", timeout=PATIENCE, suppress_origin=True
        )
        self._numbers = count(1)
        self._ask("session.new", capabilities={})
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        size = dict(zip(("width", "height"), SIZE, strict=True))
        self._ask("browsingContext.setViewport", context=self._tab, viewport=size)

    def navigate(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="none")

    def run(self, script: str, **values: str) -> Any:
        given = "".join(f"const {name} = {json.dumps(text)};" for name, text in values.items())
        try:
            answer = self._ask(
                "script.evaluate",
                expression=f"(async () => {{ {given} {script} }})().then(JSON.stringify)",
                target={"context": self._tab},
                awaitPromise=True,
            )
        except CommandError:  # The page was left before the answer came.
            return None
        if answer["type"] == "exception":
            raise AssertionError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"].get("value", "null"))

    def tap_at(self, x: int, y: int) -> None:
        moves = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self._act({"type": "pointer", "id": "finger", "actions": moves})

    def type(self, text: str) -> None:
        keys = [{"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": keys})

    def take_cookie(self, site: str, name: str, value: str) -> None:
        host = urlsplit(site).hostname
        text = {"type": "string", "value": value}
        cookie = {"name": name, "value": text, "domain": host, "path": "/", "httpOnly": True}
        self._ask("storage.setCookie", cookie=cookie)

    def forget(self) -> None:
        self._ask("storage.deleteCookies")

    def close(self) -> None:
        self._ask("browser.close")
        self._socket.close()
        self._process.wait(PATIENCE)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _address(self) -> str | None:
        """Return the address on which Firefox listens, or `None` until Firefox writes it down."""
        try:
            kept = json.loads((Path(self._profile) / "WebDriverBiDiServer.json").read_text("utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return None
        return f"ws://{kept['ws_host']}:{kept['ws_port']}"

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._tab, actions=[source])

    def _ask(self, method: str, **params: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv())).get("id") != number:
            pass
        if answer["type"] == "error":
            raise CommandError(f"{method}: {answer['message']}")
        return answer["result"]
