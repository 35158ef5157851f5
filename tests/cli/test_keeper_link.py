"""`scorekeeper keeper-link` makes a link for a keeper."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.cli.main import main
from scorekeeper.clubs import clubs
from scorekeeper.config import Settings
from tests.support.clubs import new_club, the_club, visitor
from tests.support.pages import Visitor, words
from tests.support.table import Table


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings with the public address of links."""
    monkeypatch.setenv("SCOREKEEPER_PUBLIC_URL", "https://cards.example")
    return replace(settings, public_url="https://cards.example")


def link(printed: str) -> str:
    [found] = re.findall(r"https://cards\.example(/join/\S+)", printed)
    return str(found)


def test_a_club_from_before_devices_gets_its_first_keeper(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(app)
    stranger: Visitor = visitor(app, None)
    assert stranger.get("/").text.count("You need an invitation")
    assert main(["keeper-link"]) == 0
    address = link(capsys.readouterr().out)
    stranger.submit(stranger.visit(address))
    assert stranger.get(table.address).status_code == 200
    assert stranger.get("/club/invitations").status_code == 200
    assert visitor(app, None).get(address).status_code == 404


def test_of_several_clubs_one_must_be_named(app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    with app.app_context():
        first, second = the_club().id, new_club("Tuesday").id
    assert main(["keeper-link"]) == 1
    told = capsys.readouterr().err
    assert f"--club {first}" in told
    assert re.search(rf"--club {second} +Tuesday", told)
    assert main(["keeper-link", "--club", str(second)]) == 0
    stranger: Visitor = visitor(app, None)
    assert "Tuesday invites you" in words(stranger.visit(link(capsys.readouterr().out)))
    assert main(["keeper-link", "--club", "99"]) == 1
    assert "there is no club 99" in capsys.readouterr().err


def test_without_a_club_it_says_how_one_is_made(
    app: Flask, capsys: pytest.CaptureFixture[str]
) -> None:
    with app.app_context():
        assert not clubs.has_club()
    assert main(["keeper-link"]) == 1
    assert "there is no club yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("variable", "text", "status"),
    [
        ("SCOREKEEPER_PUBLIC_URL", "cards.example", 2),
        ("SCOREKEEPER_DATA_DIR", __file__, 1),
        ("SCOREKEEPER_DATABASE_URL", "sqlite:////no/such/folder/x.db", 1),
    ],
)
def test_what_stands_in_its_way_is_said_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    variable: str,
    text: str,
    status: int,
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATA_DIR", str(tmp_path))
    monkeypatch.setenv(variable, text)
    assert main(["keeper-link"]) == status
    assert capsys.readouterr().err.startswith("scorekeeper: ")
