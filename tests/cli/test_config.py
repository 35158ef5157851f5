"""`scorekeeper config` shows the settings in force, without secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from scorekeeper.cli.main import main
from scorekeeper.config import SETTINGS


def shown(capsys: pytest.CaptureFixture[str]) -> dict[str, list[str]]:
    """Return the value and the source of each setting, as printed."""
    lines = capsys.readouterr().out.splitlines()
    found = {line.split()[0]: line.split(maxsplit=1)[1].rsplit(maxsplit=1) for line in lines}
    assert list(found) == [setting.variable for setting in SETTINGS]
    return found


def test_every_setting_is_shown_with_its_value_and_its_origin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in {
        "DATA_DIR": str(tmp_path),
        "SECURE_COOKIES": "1",
        "HOSTS": "cards.lan,10.0.0.7",
    }.items():
        monkeypatch.setenv(f"SCOREKEEPER_{name}", text)
    assert main(["config"]) == 0
    found = shown(capsys)
    assert found["SCOREKEEPER_SECURE_COOKIES"] == ["yes", "set"]
    assert found["SCOREKEEPER_HOSTS"] == ["cards.lan, 10.0.0.7", "set"]
    assert found["SCOREKEEPER_PORT"] == ["8000", "default"]
    assert found["SCOREKEEPER_DATABASE_URL"] == [f"sqlite:///{tmp_path}/scorekeeper.db", "default"]
    assert found["SCOREKEEPER_SECRET_KEY"] == [f"(in {tmp_path}/secret_key)", "default"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("variable", "words"),
    [
        ("SCOREKEEPER_TIME_ZONE", "the machine’s"),
        ("SCOREKEEPER_METRICS_TOKEN", "none: there are no metrics"),
    ],
)
def test_a_default_without_a_value_is_said_in_words(
    capsys: pytest.CaptureFixture[str], variable: str, words: str
) -> None:
    assert main(["config"]) == 0
    line = next(printed for printed in capsys.readouterr().out.splitlines() if variable in printed)
    assert line.removeprefix(variable).strip() == f"default: {words}"


def test_no_secret_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", "postgresql://ann:sesame@db/scores")
    monkeypatch.setenv("SCOREKEEPER_SECRET_KEY", "sesame open and close")
    assert main(["config"]) == 0
    found = shown(capsys)
    assert "sesame" not in str(found)
    assert found["SCOREKEEPER_DATABASE_URL"][0].endswith(":***@db/scores")


def test_a_wrong_setting_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_PROT", "80")
    assert main(["config"]) == 2
    assert "SCOREKEEPER_PROT is no setting; did you mean" in capsys.readouterr().err
