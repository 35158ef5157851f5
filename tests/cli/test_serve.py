"""`scorekeeper serve` as a real process: its addresses, and its messages for mistakes."""

from __future__ import annotations

import gc
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from waitress import wasyncore

from scorekeeper import __version__
from scorekeeper.cli import main, serve
from scorekeeper.config import CHECKOUT, Settings
from tests.support.processes import OF_ANY_USER, addresses, run, serving
from tests.support.walks import walk


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The output of a running server."""
    folder = str(tmp_path_factory.mktemp("data"))
    with serving(SCOREKEEPER_DATA_DIR=folder) as (_process, lines):
        yield lines


def test_it_serves_pages_at_the_addresses_it_prints(printed: str) -> None:
    assert "on this machine" in printed
    for address in addresses(printed):
        with urlopen(address) as page:  # noqa: S310 - our own server
            assert page.status == 200
            assert "Server" not in page.headers
        script_address = address + "static/htmx-2.0.11.min.js"
        with urlopen(script_address) as script:  # noqa: S310 - our own server
            assert script.read(10)


def test_a_form_of_some_megabytes_is_answered_by_a_page(printed: str) -> None:
    form = {"data": b"x=" + b"a" * 10_000_000, "timeout": 30}
    with pytest.raises(HTTPError) as refused:
        urlopen(addresses(printed)[0] + "language", **form)  # noqa: S310 - our own server
    assert refused.value.code == 413
    assert "Too much text" in refused.value.read().decode()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes otherwise")
@pytest.mark.parametrize(
    "end",
    [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)],
    ids=lambda end: end.name,
)
def test_it_listens_where_the_options_say_and_ends_well(
    tmp_path: Path, end: signal.Signals
) -> None:
    variables = {"SCOREKEEPER_DATA_DIR": str(tmp_path), "SCOREKEEPER_HOST": "192.0.2.1"}
    with serving("--host", "127.0.0.1", **variables) as (process, printed):
        [address] = addresses(printed)
        assert address.startswith("http://127.0.0.1:")
        assert not re.search(" +$", printed, re.MULTILINE)
        with urlopen(address) as page:  # noqa: S310 - our own server
            assert page.status == 200
        process.send_signal(end)
        assert process.wait(timeout=30) == 0
    assert (tmp_path / "secret_key").exists()


@pytest.mark.parametrize(
    ("public", "printed"),
    [
        ("http://192.168.1.20:8000", ["http://localhost:1/", "http://192.168.1.20:8000/"]),
        (
            "https://home.example/rummy",
            ["http://localhost:1/rummy/", "https://home.example/rummy/"],
        ),
        ("", ["http://localhost:1/", "http://10.0.0.7:1/"]),
    ],
)
def test_phones_are_told_the_public_address_where_there_is_one(
    public: str,
    printed: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(serve, "lan_host", lambda: "10.0.0.7")
    server = SimpleNamespace(effective_host="::", effective_port=1)
    serve.announce(server, Settings(public_url=public))
    assert re.findall(r"https?://\S+", capsys.readouterr().out) == printed


@pytest.mark.parametrize("proxies", [0, 1])
def test_forwarded_headers_reach_the_app_only_behind_a_proxy(tmp_path: Path, proxies: int) -> None:
    settings = Settings(data_dir=tmp_path, host="127.0.0.1", port=0, proxies=proxies)
    server = serve.make_server(settings)
    assert server.adj.clear_untrusted_proxy_headers is (proxies == 0)
    server.close()


def test_a_port_in_use_is_said_with_what_to_do_about_it(
    serve_here: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert serve_here("--host", "127.0.0.1", "--port", port) == 1
    gc.collect()  # A socket that is still open fails the test.
    told = capsys.readouterr().err
    assert told.startswith(f"scorekeeper: port {port} is in use by another program")
    assert "Traceback" not in told


def test_a_port_is_not_shared_where_the_system_would_let_it(
    serve_here: Callable[..., int],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """On Windows a socket can be bound to a port on which another one listens."""

    def share(server: Any) -> None:
        server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)

    monkeypatch.setattr(wasyncore.dispatcher, "set_reuse_addr", share)
    monkeypatch.setattr(sys, "platform", "win32")
    with socket.create_server(("127.0.0.1", 0), reuse_port=True) as taken:
        port = str(taken.getsockname()[1])
        assert serve_here("--host", "127.0.0.1", "--port", port) == 1
    gc.collect()
    assert "is in use by another program" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variables", "status", "sentence"),
    [
        ({"SCOREKEEPER_PORT": "eighty"}, 2, "SCOREKEEPER_PORT must be a whole number"),
        ({"SCOREKEEPER_SECRET_KEY": "short"}, 2, "SCOREKEEPER_SECRET_KEY must hold at least 16"),
        ({"SCOREKEEPER_DATABASE_URL": "mysql://db/x"}, 2, "SCOREKEEPER_DATABASE_URL must begin"),
        ({"SCOREKEEPER_HOST": "no-such-host.invalid"}, 1, "cannot listen on no-such-host.invalid"),
        ({"SCOREKEEPER_DATA_DIR": __file__}, 1, "cannot use "),
        (
            {"SCOREKEEPER_DATABASE_URL": "sqlite:////no/such/folder/scores.db"},
            1,
            "cannot use /no/such/folder/scores.db",
        ),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_a_server_that_cannot_start_says_why_in_a_sentence(
    serve_here: Callable[..., int],
    capsys: pytest.CaptureFixture[str],
    variables: dict[str, str],
    status: int,
    sentence: str,
) -> None:
    assert serve_here(**variables) == status
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"scorekeeper: {sentence}")
    assert "Traceback" not in told.err


def test_a_data_folder_that_cannot_be_written_to_is_told_with_its_setting(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    done = run("serve", prefix=OF_ANY_USER, SCOREKEEPER_DATA_DIR=str(tmp_path))
    assert done.returncode == 1
    [sentence] = done.stderr.splitlines()
    assert "Permission denied" in sentence
    assert "or name another one in SCOREKEEPER_DATA_DIR" in sentence


def test_an_older_python_is_told_in_one_line_which_one_is_needed() -> None:
    older = "import runpy, sys; sys.version_info = (3, 10, 2); runpy.run_module('scorekeeper', "
    done = subprocess.run(
        [sys.executable, "-c", f"{older}run_name='__main__')"],
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        check=False,
    )
    told = "scorekeeper: Python 3.11 or newer is needed; this is Python 3.10.2\n"
    assert (done.returncode, done.stderr) == (1, told)


def test_it_tells_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main.main(["--version"])
    assert capsys.readouterr().out == f"scorekeeper {__version__}\n"


@walk("name", list(main.COMMANDS))
def test_a_command_is_found_by_its_name_and_has_help(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="0"):
        main.main([name, "--help"])
    assert capsys.readouterr().out.startswith(f"usage: scorekeeper {name} ")


def test_the_program_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main.main(["--help"])
    assert "show" in capsys.readouterr().out
    assert main.make_parser().description


@walk("arguments", [[], ["deal"], ["serve", "--port", "70000"]])
def test_a_command_asked_wrongly_shows_how_it_is_used(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main.main(arguments)
    assert capsys.readouterr().err.startswith("usage: scorekeeper")
