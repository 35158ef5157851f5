"""The visits of several phones are stored at once, without waiting for other writers."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper import clock
from scorekeeper.clubs.devices import devices_of
from scorekeeper.clubs.members import count_phones_in_use, in_use
from scorekeeper.clubs.roles import Role
from scorekeeper.clubs.visits import store_visits
from scorekeeper.storage.database import db
from scorekeeper.storage.models import Device
from tests.support.clubs import let_in, the_club

pytestmark = pytest.mark.usefixtures("book")

LATER = timedelta(minutes=7)


@pytest.fixture
def phones() -> list[str]:
    """The ids of two devices of the club."""
    for _phone in range(2):
        let_in(the_club(), Role.PLAYER)
    return [device.id for device in devices_of(the_club())]


def seen(devices: Sequence[str]) -> list[datetime]:
    """Return the times when these devices were last seen."""
    db.session.rollback()
    found = {device.id: device.seen_at for device in devices_of(the_club())}
    return [found[device] for device in devices]


def test_each_device_was_seen_at_its_own_time(phones: list[str]) -> None:
    now = clock.now().replace(microsecond=0)
    first, other = now + LATER, now + 2 * LATER
    store_visits({phones[0]: first, phones[1]: other, "gone": now})
    assert seen(phones) == [first, other]


def test_a_phone_is_in_use_for_half_an_hour_after_it_was_seen(
    phones: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = clock.now()
    store_visits({phones[0]: now, phones[1]: now + timedelta(minutes=1)})
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(minutes=30))
    assert in_use(phones) == {phones[1]}
    assert count_phones_in_use(the_club().id) == 1


def test_a_device_that_is_being_changed_is_left_out(book: Flask, phones: list[str]) -> None:
    assert book
    before, later = seen(phones), clock.now() + LATER
    with db.engine.connect() as another:
        another.execute(update(Device).where(Device.id == phones[0]).values(label="a tablet"))
        store_visits(dict.fromkeys(phones, later))
        now = seen(phones)
        another.rollback()
    assert now[0] == before[0]
    if db.engine.dialect.name == "postgresql":  # SQLite has one writer, so the visit is not stored
        assert now[1] != before[1]
    store_visits(dict.fromkeys(phones, later))
    assert seen(phones)[0] != before[0]
