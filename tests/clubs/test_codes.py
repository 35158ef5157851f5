"""Joining by a typed code, and the limit for wrong codes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from scorekeeper import clock
from scorekeeper.clubs import invitations
from scorekeeper.clubs.invitations import NoInvitationError, TooManyWrongCodesError, join_by_code
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import WrongCode
from scorekeeper.storage.tokens import CODE_CHARACTERS, new_token, print_code
from tests.support.members import HERE, invite, join, later, type_code
from tests.support.scorebook import at_once

pytestmark = pytest.mark.usefixtures("book")


def wrong(number: int) -> str:
    """Return one of many wrong codes."""
    tens, ones = divmod(number, len(CODE_CHARACTERS))
    return f"ACDEFH{CODE_CHARACTERS[tens]}{CODE_CHARACTERS[ones]}"


def test_a_household_that_mistypes_codes_joins_by_the_right_one() -> None:
    made = invite()
    for number in range(30):
        for _again in range(10):
            with pytest.raises(NoInvitationError):
                type_code(wrong(number))
    assert type_code(str(made.code))
    assert db.session.scalar(select(func.count()).select_from(WrongCode)) == 30


def test_a_code_lets_in_until_it_expires_while_its_link_lives_on() -> None:
    made = invite(Role.WATCHER)
    assert type_code(print_code(str(made.code)).lower()).role is Role.WATCHER
    later(code_expires_at=clock.now())
    with pytest.raises(NoInvitationError):
        type_code(str(made.code))
    assert join(made.token).role is Role.WATCHER


def test_guessing_codes_meets_its_limit_and_then_even_the_right_one_is_refused() -> None:
    made = invite()
    for number in range(invitations.WRONG_CODES.most):
        with pytest.raises(NoInvitationError):
            type_code(wrong(number))
    for code in (wrong(0), str(made.code)):
        with pytest.raises(TooManyWrongCodesError):
            type_code(code)
    assert type_code(str(made.code), "192.0.2.8")
    with write() as session:
        session.execute(update(WrongCode).values(at=clock.now() - timedelta(minutes=16)))
    assert type_code(str(made.code))
    assert db.session.scalar(select(func.count()).select_from(WrongCode)) == 0


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("2001:db8::1", "2001:db8::2:3", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("192.0.2.1", "192.0.2.2", False),
        ("192.0.2.1:40000", "192.0.2.1:40001", True),
        ("[2001:db8::1]:40000", "2001:db8::2", True),
        ("", "", True),
    ],
)
def test_one_household_is_one_guesser(
    first: str, second: str, same: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "WRONG_CODES", replace(invitations.WRONG_CODES, most=3))
    for number in range(3):
        with pytest.raises(NoInvitationError):
            type_code(wrong(number), first)
    with pytest.raises(TooManyWrongCodesError if same else NoInvitationError):
        type_code("nonsense", second)


def test_guessing_from_many_addresses_meets_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invitations, "WRONG_CODES", replace(invitations.WRONG_CODES, most_in_all=3))
    for number in range(3):
        with pytest.raises(NoInvitationError):
            type_code(wrong(0), f"192.0.2.{number}")
    with pytest.raises(TooManyWrongCodesError):
        type_code("ACDEFHJK", "192.0.2.9")


def test_guesses_at_the_same_moment_are_all_counted(
    book: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "WRONG_CODES", replace(invitations.WRONG_CODES, most=10))

    def job(number: int) -> object:
        return join_by_code(wrong(number), HERE, new_token(), "")

    jobs = [partial(job, number) for number in range(16)]
    answers = [type(answer) for answer in at_once(book, *jobs)]
    assert answers.count(NoInvitationError) == 10
    assert answers.count(TooManyWrongCodesError) == 6
