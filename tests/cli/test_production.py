"""`scorekeeper serve --production`: several processes as one server, or the reason against it."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from scorekeeper.cli import production
from scorekeeper.config import Settings
from scorekeeper.setting_readers import SettingError
from tests.support.processes import addresses, serving

SHOWN = "a token of the tests"


def test_it_serves_counts_in_all_processes_and_ends_well(tmp_path: Path) -> None:
    variables = {
        "SCOREKEEPER_DATA_DIR": str(tmp_path / "data"),
        "SCOREKEEPER_METRICS_TOKEN": SHOWN,
        "SCOREKEEPER_LOG_FORMAT": "json",
        "TMPDIR": str(tmp_path),
    }
    options = ("--production", "--host", "127.0.0.1", "--log-level", "info")
    with serving(*options, **variables) as (process, printed):
        [address] = addresses(printed)
        assert "192 incomplete requests would block the server" in printed
        for _ in range(6):
            with urlopen(address + "rules") as page:  # noqa: S310 - our own server
                assert page.headers["X-Request-ID"]
        shown = Request(address + "metrics", headers={"Authorization": f"Bearer {SHOWN}"})  # noqa: S310 - our own server
        with urlopen(shown) as answer:  # noqa: S310 - our own server
            text = answer.read().decode()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=60) == 0
    assert 'count{endpoint="rules.index",method="GET",status="200"} 6.0' in text
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize(
    ("variables", "status", "sentence"),
    [
        ({"SCOREKEEPER_WORKERS": "0"}, 2, "SCOREKEEPER_WORKERS must be a whole number"),
        ({"SCOREKEEPER_HOST": "no-such-host.invalid"}, 1, "cannot listen on no-such-host.invalid"),
        ({"SCOREKEEPER_HOST": "127.0.0.1", "SCOREKEEPER_DATA_DIR": __file__}, 1, "cannot use "),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_a_start_that_fails_is_said_in_one_sentence(
    serve_here: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    variables: dict[str, str],
    status: int,
    sentence: str,
) -> None:
    assert serve_here("--production", "--port", "0", **variables) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"scorekeeper: {sentence}")
    assert len(told.err.splitlines()) == 1


EVERYWHERE = "0.0.0.0"  # noqa: S104 - what the server is told to listen on, and may refuse


@pytest.mark.parametrize("host", [EVERYWHERE, "0", "::"])
def test_it_does_not_listen_for_phones_without_a_proxy(
    serve_here: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path, host: str
) -> None:
    assert serve_here("--production", "--host", host, "--port", "0") == 2
    [told] = capsys.readouterr().err.splitlines()
    assert told.startswith("scorekeeper: --production needs a proxy in front")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "proxies"),
    [(("--host", EVERYWHERE), "1"), (("--host", EVERYWHERE, "--without-proxy"), "0")],
    ids=["behind one", "asked for"],
)
def test_it_listens_everywhere_behind_a_proxy_or_if_asked_to(
    tmp_path: Path, options: tuple[str, ...], proxies: str
) -> None:
    variables = {"SCOREKEEPER_DATA_DIR": str(tmp_path), "SCOREKEEPER_PROXIES": proxies}
    with (
        serving("--production", *options, **variables) as (_, printed),
        urlopen(addresses(printed)[0]) as page,  # noqa: S310 - our own server
    ):
        assert page.status == 200
    assert ("There is no proxy" in printed) == (proxies == "0")


def test_only_production_may_be_asked_to_do_without_a_proxy(
    serve_here: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert serve_here("--without-proxy") == 2
    assert "goes with --production" in capsys.readouterr().err


def test_a_port_at_which_another_one_serves_is_said(
    serve_here: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0), reuse_port=True) as taken:
        place = ("--host", "127.0.0.1", "--port", str(taken.getsockname()[1]))
        assert serve_here("--production", *place) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "in use by another program" in told.err


def test_without_granian_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(production, "find_spec", lambda _name: None)
    with pytest.raises(SettingError, match="pip install granian"):
        production.ProductionServer(Settings())


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_elsewhere_than_on_linux_it_says_that_it_cannot(
    monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)
    with pytest.raises(SettingError, match="on Linux only"):
        production.ProductionServer(Settings())


def test_a_demo_is_not_for_production(
    serve_here: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        serve_here("--production", "--demo")
    assert "not allowed with argument" in capsys.readouterr().err
