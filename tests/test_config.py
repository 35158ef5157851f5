"""Settings: read from the environment, rejected in words. A first start makes the secret key."""

from __future__ import annotations

import re
import stat
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from scorekeeper import config, setting_readers
from scorekeeper.config import Settings, read_settings
from scorekeeper.setting_readers import SettingError
from scorekeeper.storage.data_folder import KEY_FILE, secret_key


def test_a_checkout_keeps_its_data_in_instance() -> None:
    assert read_settings({}).data_dir == config.CHECKOUT / "instance"


def test_an_installed_wheel_keeps_its_data_where_the_user_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(config, "CHECKOUT", tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    folder = read_settings({}).data_dir
    assert folder.name == "scorekeeper"
    assert config.PACKAGE not in folder.parents


def test_an_installed_wheel_finds_its_pages_in_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(config, "CHECKOUT", tmp_path)
    assert config.resource_dir("templates") == config.PACKAGE / "templates"


@pytest.mark.parametrize(
    ("variable", "text", "field", "value"),
    [
        ("SCOREKEEPER_PORT", "9000", "port", 9000),
        ("SCOREKEEPER_PORT", "", "port", 8000),
        ("SCOREKEEPER_HOST", "127.0.0.1", "host", "127.0.0.1"),
        ("SCOREKEEPER_DATA_DIR", "/srv/scores", "data_dir", Path("/srv/scores")),
        ("SCOREKEEPER_SECURE_COOKIES", "Yes", "secure_cookies", True),
        ("SCOREKEEPER_SECURE_COOKIES", "0", "secure_cookies", False),
        ("SCOREKEEPER_TIME_ZONE", "Europe/Paris", "time_zone", "Europe/Paris"),
        ("SCOREKEEPER_OPEN_CLUBS", "yes", "open_clubs", True),
        (
            "SCOREKEEPER_PUBLIC_URL",
            "https://a.example:8443/",
            "public_url",
            "https://a.example:8443",
        ),
        ("SCOREKEEPER_PUBLIC_URL", "https://a.example/rummy/", "prefix", "/rummy"),
        ("SCOREKEEPER_PUBLIC_URL", "https://a.example/", "prefix", ""),
        ("SCOREKEEPER_SIGN_IN", "", "sign_in", None),
        (
            "SCOREKEEPER_DATABASE_URL",
            "sqlite:////tmp/x.db",
            "sqlalchemy_url",
            "sqlite:////tmp/x.db",
        ),
        (
            "SCOREKEEPER_DATABASE_URL",
            "postgres://ann:p%40ss@db/scores",
            "sqlalchemy_url",
            "postgresql+psycopg://ann:p%40ss@db/scores",
        ),
    ],
)
def test_a_setting_is_read(variable: str, text: str, field: str, value: object) -> None:
    assert getattr(read_settings({variable: text}), field) == value


@pytest.mark.parametrize(
    ("variable", "text", "sentence"),
    [
        ("SCOREKEEPER_PORT", "http", "must be a whole number from 0 to 65535, not “http”"),
        ("SCOREKEEPER_PORT", "65536", "must be a whole number from 0 to 65535"),
        ("SCOREKEEPER_PORT", "٨", "must be a whole number"),
        ("SCOREKEEPER_THREADS", "0", "must be a whole number from 1 to 256"),
        ("SCOREKEEPER_PROXIES", "-1", "must be a whole number from 0 to 5"),
        ("SCOREKEEPER_SECURE_COOKIES", "maybe", "must be yes or no, not “maybe”"),
        ("SCOREKEEPER_TIME_ZONE", "Mars/Olympus", "must be the name of a time zone"),
        ("SCOREKEEPER_TIME_ZONE", "../etc/passwd", "must be the name of a time zone"),
        ("SCOREKEEPER_TIME_ZONE", "Europe", "must be the name of a time zone"),
        ("SCOREKEEPER_PUBLIC_URL", "cards.example", "must be an address such as https://"),
        ("SCOREKEEPER_PUBLIC_URL", "ftp://cards.example", "must be an address"),
        ("SCOREKEEPER_PUBLIC_URL", "https://cards.example/our scores", "must be an address"),
        ("SCOREKEEPER_PUBLIC_URL", "https://cards.example//rummy", "must be an address"),
        ("SCOREKEEPER_PUBLIC_URL", "https://cards.example/..", "must be an address"),
        ("SCOREKEEPER_PUBLIC_URL", "https://cards.example:port", "must be an address"),
        ("SCOREKEEPER_DATABASE_URL", "scores", "must be a database URL"),
        ("SCOREKEEPER_SIGN_IN", "Remote-User", "must be a header and the trusted proxies"),
        ("SCOREKEEPER_SIGN_IN", "from 127.0.0.1", "must be a header and the trusted proxies"),
        ("SCOREKEEPER_SIGN_IN", "Remote-User from", "must be a header and the trusted proxies"),
        (
            "SCOREKEEPER_SIGN_IN",
            "Remote-User 127.0.0.1",
            "must be a header and the trusted proxies",
        ),
        ("SCOREKEEPER_SIGN_IN", "Remote-User, X-User from 127.0.0.1", "must be a header and"),
        *(
            (
                "SCOREKEEPER_SIGN_IN",
                f"{header} from 127.0.0.1",
                f"must name a header that only the proxy sets, not “{header}”",
            )
            for header in (
                *("Cookie", "host", "AUTHORIZATION", "Content-Type", "X-Forwarded-For", "Via"),
                *("X-Forwarded-User-Agent", "Accept-Language", "Sec-Fetch-User", "X-Real-IP"),
                *("Remote_User", "Remote--User", "-Remote", "Remote-", "Remote.User", "Remöte"),
            )
        ),
        *(
            ("SCOREKEEPER_SIGN_IN", f"Remote-User from {proxies}", sentence)
            for proxies, sentence in {
                "localhost": "must name proxies by addresses such as 127.0.0.1 or 10.0.0.0/8",
                "127.0.0.1,": "must name proxies by addresses",
                "127.0.0.1 10.0.0.2": "must name proxies by addresses",
                "127.0.0.1:8000": "must name proxies by addresses",
                "10.0.0.1/8": "must name proxies by addresses",
                "*": "must name proxies by addresses",
                "0.0.0.0/0": "must name the proxies only: “0.0.0.0/0” includes addresses on",
                "::/0": "must name the proxies only",
                "127.0.0.1, 0.0.0.0/1, 128.0.0.0/1": "must name the proxies only",
                "10.0.0.0/7": "must name the proxies only",
                "203.0.113.0/24": "must name the proxies only",
                "2000::/3": "must name the proxies only",
                "0.0.0.0": "must name proxies by their addresses; “0.0.0.0” belongs to no machine",  # noqa: S104 - refused
                "::": "must name proxies by their addresses",
                "224.0.0.1": "must name proxies by their addresses",
            }.items()
        ),
        ("SCOREKEEPER_DATABASE_URL", "mysql://db/x", "must begin with postgresql: or sqlite:"),
    ],
)
def test_a_bad_setting_is_named_with_what_it_must_be(
    variable: str, text: str, sentence: str
) -> None:
    with pytest.raises(SettingError) as caught:
        read_settings({variable: text})
    assert str(caught.value).startswith(f"{variable} {sentence}")


def test_postgresql_without_its_package_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(setting_readers, "find_spec", lambda _name: None)
    with pytest.raises(SettingError, match="pip install"):
        read_settings({"SCOREKEEPER_DATABASE_URL": "postgresql://db/scores"})


def test_the_secret_key_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    first = secret_key(Settings(data_dir=tmp_path))
    assert len(first) == 64
    assert secret_key(Settings(data_dir=tmp_path)) == first
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / KEY_FILE).stat().st_mode) == 0o600


def test_servers_that_start_together_agree_on_the_secret_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        keys = set(pool.map(secret_key, [Settings(data_dir=tmp_path)] * 8))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == [KEY_FILE]


def test_a_given_secret_key_is_used_and_none_is_kept(tmp_path: Path) -> None:
    given = Settings(data_dir=tmp_path, secret_key="sixteen letters.")
    assert secret_key(given) == "sixteen letters."
    assert not list(tmp_path.iterdir())


def test_a_secret_key_that_is_too_short_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="SCOREKEEPER_SECRET_KEY must hold at least 16"):
        secret_key(Settings(data_dir=tmp_path, secret_key="hunter2"))
    (tmp_path / KEY_FILE).write_text("")
    with pytest.raises(SettingError, match=f"{KEY_FILE} must hold at least 16"):
        secret_key(Settings(data_dir=tmp_path))


@pytest.mark.parametrize(
    ("variable", "sentence"),
    [
        (
            "SCOREKEEPER_DATABSE_URL",
            "SCOREKEEPER_DATABSE_URL is no setting; did you mean SCOREKEEPER_DATABASE_URL?",
        ),
        ("SCOREKEEPER_DATADIR", "did you mean SCOREKEEPER_DATA_DIR?"),
        (
            "SCOREKEEPER_COLOUR",
            "SCOREKEEPER_COLOUR is no setting; the settings are SCOREKEEPER_DATA_DIR, ",
        ),
    ],
)
def test_a_misspelt_setting_is_refused_with_the_one_that_was_meant(
    variable: str, sentence: str
) -> None:
    with pytest.raises(SettingError, match=re.escape(sentence)):
        read_settings({variable: "yes"})
    assert read_settings({variable: ""}) == Settings()


@pytest.mark.parametrize(
    ("text", "believed", "others"),
    [
        (
            "Remote-User from 127.0.0.1, 10.0.0.0/8",
            ("127.0.0.1", "10.255.0.1", "::ffff:10.0.0.1"),
            ("127.0.0.2", "11.0.0.1", "::1", "", "unix", "10.0.0.1:80", "::ffff:11.0.0.1"),
        ),
        ("Tailscale-User-Login from ::1", ("::1", "0:0:0:0:0:0:0:1"), ("127.0.0.1", "::2")),
        ("X-Forwarded-User from fd00::/8", ("fd12::7",), ("fe80::7", "2001:db8::7")),
        ("RemoteUser from 203.0.113.7", ("203.0.113.7",), ("203.0.113.8",)),
    ],
)
def test_a_login_is_believed_of_the_proxies_that_are_named(
    text: str, believed: tuple[str, ...], others: tuple[str, ...]
) -> None:
    sign_in = read_settings({"SCOREKEEPER_SIGN_IN": text}).sign_in
    assert str(sign_in) == text
    assert sign_in
    assert all(map(sign_in.believes, believed))
    assert not any(map(sign_in.believes, others))


def test_a_login_and_clubs_for_everybody_do_not_go_together() -> None:
    both = {"SCOREKEEPER_SIGN_IN": "X-User from 127.0.0.1", "SCOREKEEPER_OPEN_CLUBS": "yes"}
    with pytest.raises(SettingError, match="SCOREKEEPER_SIGN_IN does not go with SCOREKEEPER_OPEN"):
        read_settings(both)
    assert read_settings(both | {"SCOREKEEPER_OPEN_CLUBS": "no"}).sign_in
