"""Firefox, spoken to directly by WebDriver BiDi."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from itertools import count
from pathlib import Path
from typing import Any

import websocket

from tests.support.engines import PATIENCE, Engine
from tests.support.engines.screen import Screen
from tests.support.processes import comes_true


class CommandError(Exception):
    """Firefox could not do what it was asked."""


class Firefox(Engine):
    """A phone with Firefox, on a screen: without one it may stop painting."""

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
        size = {"width": 390, "height": 844}
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
        except CommandError:  # The page went before the answer came.
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

    def forget(self) -> None:
        self._ask("storage.deleteCookies")

    def close(self) -> None:
        self._ask("browser.close")
        self._socket.close()
        self._process.wait(PATIENCE)
        shutil.rmtree(self._profile, ignore_errors=True)

    def _address(self) -> str | None:
        """Where Firefox listens, which it writes down once it does."""
        try:
            kept = json.loads((Path(self._profile) / "WebDriverBiDiServer.json").read_text())
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
