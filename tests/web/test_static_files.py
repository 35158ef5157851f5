"""A browser keeps each file of static/ for good, and fetches another one as soon as it changed."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.config import resource_dir
from scorekeeper.web import static_files


def addresses_on(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"#]+)', page)


def test_every_file_that_a_page_names_is_kept_for_a_year(client: FlaskClient) -> None:
    found = addresses_on(client.get("/").text)
    assert len(found) > 5
    for address in found:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable", address


@pytest.mark.parametrize("address", ["/static/app.css", "/static/app.css?v=0123456789"])
def test_a_file_asked_for_without_its_version_is_asked_for_again(
    client: FlaskClient, address: str
) -> None:
    assert client.get(address).headers["Cache-Control"] == "no-cache"


def test_a_file_that_changed_has_another_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(static_files, "resource_dir", lambda _name: tmp_path)
    file = tmp_path / "app.css"
    versions = set()
    for changed, content in enumerate(("a {}", "b {}")):
        file.write_text(content)
        os.utime(file, (changed, changed))
        versions.add(static_files.version_of("app.css"))
    assert len(versions) == 2


def test_a_file_that_is_missing_has_an_address_that_is_not_found(
    app: Flask, client: FlaskClient
) -> None:
    with app.test_request_context():
        address = app.url_for("static", filename="none.css")
    assert address == "/static/none.css"
    assert client.get(address).status_code == 404


def test_no_style_names_a_file_whose_address_would_stay_the_same() -> None:
    for sheet in resource_dir("static").glob("*.css"):
        for name in re.findall(r"url\(\W?([^)\"']+)", sheet.read_text()):
            file = name.partition("?")[0]
            assert name == f"{file}?v={static_files.version_of(file)}", sheet.name
