"""A phone's browser that is not Chromium, driven by real taps and keys: WebKit, as on iPhones, or
Firefox."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from tests.support.processes import comes_true

PATIENCE = 60.0
"""For how many seconds something may take to happen: a browser starts slowly on a busy machine."""

_FIND = """
const seen = (each) => each.getClientRects().length > 0;
const says = (each) => !text || each.textContent.replace(/\\s+/g, " ").includes(text);
const found = [...document.querySelectorAll(css)].find((each) => seen(each) && says(each));
"""

# Nobody taps what is not drawn yet, and browsers may lose such taps.
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

    An element is named by a CSS selector and by words in it; the first one that can be seen
    counts.
    """

    def open(self, address: str) -> None:
        """Go to a page and wait until it and its scripts are there."""
        self.navigate(address)
        self.wait(f"location.href.startsWith({address!r}) && document.readyState === 'complete'")

    def shows(self, css: str, text: str = "") -> bool:
        """Whether such an element can be seen."""
        return bool(self.run(f"{_FIND} return Boolean(found);", css=css, text=text))

    def see(self, css: str, text: str = "") -> None:
        """Wait until such an element can be seen."""
        self._until(lambda: self.shows(css, text), f"{css} “{text}” is not to be seen")

    def words(self) -> str:
        """What the page says."""
        return str(self.run("return document.body.innerText;"))

    def wait(self, condition: str) -> None:
        """Wait until a JavaScript expression is true."""
        self._until(lambda: self.run(f"return Boolean({condition});"), condition)

    def tap(self, css: str, text: str = "") -> None:
        """Tap an element as soon as it lies still with nothing above it."""
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
        """Begin to go to a page."""

    @abstractmethod
    def run(self, script: str, **values: str) -> Any:
        """The answer of the body of a JavaScript function, which knows these values by name.

        There is none from a page that is just going.
        """

    @abstractmethod
    def tap_at(self, x: int, y: int) -> None:
        """Press and let go at this place of the window."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Press keys into what has the focus."""

    @abstractmethod
    def forget(self) -> None:
        """Forget all cookies, like the phone of somebody else."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def _until(self, is_so: Callable[[], object], complaint: str) -> None:
        assert comes_true(is_so, PATIENCE), f"{complaint}: {self.words()}"
