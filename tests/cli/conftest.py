"""Commands find the score book of a test in their environment."""

from __future__ import annotations

import pytest

from scorekeeper.config import Settings


@pytest.fixture
def settings(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings that a command reads too."""
    for name in ("data_dir", "secret_key", "time_zone"):
        monkeypatch.setenv(f"SCOREKEEPER_{name.upper()}", str(getattr(settings, name)))
    return settings
