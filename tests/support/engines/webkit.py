"""WebKit as Debian packs it: its MiniBrowser on a virtual screen, driven by WebKitWebDriver."""

from __future__ import annotations

from typing import Any

from selenium import webdriver
from selenium.common.exceptions import NoSuchFrameException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.support.engines import Engine
from tests.support.engines.screen import Screen

WIDTH, HEIGHT = 390, 844


class WebKit(Engine):
    """A phone with WebKit, on a screen."""

    def __init__(self, program: str, driver: str, screen: Screen) -> None:
        options = Options()
        # Its driver may hang while it waits for a page to load; `open` looks for itself.
        options.page_load_strategy = "none"
        options.binary_location = program
        options.add_argument("--automation")
        service = Service(driver, env=screen.environment)
        self._driver = webdriver.WebKitGTK(options=options, service=service)
        self._driver.set_window_size(WIDTH, HEIGHT)

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
        except NoSuchFrameException:  # The page went before the answer came.
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

    def forget(self) -> None:
        self._driver.delete_all_cookies()

    def close(self) -> None:
        self._driver.quit()
