"""Joining by a link: the role, the player, and links that are void."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper import clock
from scorekeeper.clubs import clubs, devices, invitations, members
from scorekeeper.clubs.invitations import (
    NoInvitationError,
    OtherClubConflict,
    join_by_code,
    join_by_link,
)
from scorekeeper.clubs.members import PlayerTakenError, find_member
from scorekeeper.clubs.roles import Role
from scorekeeper.clubs.visits import store_visits
from scorekeeper.rummy.documents.names import LONGEST_NAME
from scorekeeper.storage.database import Base, db, write
from scorekeeper.storage.models import Invitation, Player
from scorekeeper.storage.queries import find_player
from scorekeeper.storage.tokens import (
    CODE_CHARACTERS,
    hash_of,
    hash_of_code,
    new_token,
    print_code,
    read_code,
)
from tests.support.clubs import known_names, let_in, new_club, the_club
from tests.support.members import HERE, invite, join, later, member, type_code
from tests.support.scorebook import start
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")


def test_only_hashes_of_tokens_and_codes_are_stored() -> None:
    made, token = invite(), new_token()
    lost = invitations.make_keeper_link(the_club())
    join(made.token, token=token)
    for table in Base.metadata.sorted_tables:
        for row in db.session.execute(select(table)):
            for secret in (made.token, made.code, lost.token, token):
                assert str(secret) not in repr(tuple(row))


def test_a_link_to_watch_makes_nobody_a_player() -> None:
    made = invite(Role.WATCHER)
    watcher = join(made.token, "Bob")
    assert (watcher.role, watcher.player) == (Role.WATCHER, None)
    assert known_names() == []


def test_codes_are_kept_so_that_a_copy_of_the_database_gives_none_away(book: Flask) -> None:
    made = invite()
    [kept] = db.session.scalars(select(Invitation.code_hash))
    assert kept != hash_of(str(made.code))
    book.config["SECRET_KEY"] = "another key"  # noqa: S105 - of a test
    assert kept != hash_of_code(str(made.code))


def test_tokens_are_long_and_codes_have_no_signs_that_look_alike() -> None:
    assert len(new_token()) == 22  # 16 bytes
    assert not set("01ILOQSZBVG") & set(CODE_CHARACTERS)
    assert len(set(CODE_CHARACTERS)) == len(CODE_CHARACTERS) == 25


@pytest.mark.parametrize("typed", ["acde-fhjk", " ACDE FHJK ", "ACDEFHJK", "acde–fhjk"])
def test_a_code_may_be_typed_in_any_way(typed: str) -> None:
    assert read_code(typed) == "ACDEFHJK"
    assert print_code("ACDEFHJK") == "ACDE-FHJK"


def test_a_link_lets_its_holder_join_in_the_role_of_the_link() -> None:
    for role in (Role.WATCHER, Role.PLAYER, Role.KEEPER):
        joined = join(invite(role).token)
        assert (joined.role, joined.club_id) == (role, the_club().id)


def test_the_name_at_the_table_becomes_a_player_of_the_club() -> None:
    start(("Ann", "Bob"))
    made = invite()
    assert join(made.token, "Bob").player == "Bob"
    assert join(made.token, "Cem").player == "Cem"
    assert known_names() == ["Ann", "Bob", "Cem"]


@walk(
    ("typed", "name"),
    [(" Ö ", "Ö"), ("A" * LONGEST_NAME, "A" * LONGEST_NAME), ("A" * (LONGEST_NAME + 1), None)],
)
def test_a_name_has_one_letter_or_up_to_forty(typed: str, name: str | None) -> None:
    assert members.read_name(typed) == name


def test_a_player_with_a_phone_is_taken_unless_it_only_watches() -> None:
    start(("Ann", "Bob"))
    join(invite(Role.PLAYER).token, "Ann")
    let_in(the_club(), Role.WATCHER, player="Bob")
    with pytest.raises(PlayerTakenError):
        join(invite().token, "Ann")
    assert join(invite().token, "Bob").player == "Bob"


def test_a_name_in_other_capitals_is_the_player_that_the_club_knows() -> None:
    start(("Ann", "Élodie"))
    made = invite()
    assert join(made.token, "ANN").player == "Ann"
    token = let_in(the_club(), Role.PLAYER)
    members.set_player(member(token), "éLODIE")
    assert member(token).player == "Élodie"
    assert known_names() == ["Ann", "Élodie"]


def test_a_name_that_looks_the_same_is_the_player_that_the_club_knows() -> None:
    start(("Ann", "Zoë"))
    for typed, known in (("Аnn", "Ann"), ("Zoe\u0308", "Zoë"), ("An\u200dn", "Ann")):
        found = find_player(db.session(), the_club().id, typed)
        assert found
        assert found.name == known


def test_two_players_whose_names_differ_in_capitals_since_long_stay_two() -> None:
    with write() as session:
        for name, day in (("ann", 1), ("Ann", 2)):
            seen_at = datetime(2024, 1, day, tzinfo=UTC)
            session.add(Player(club_id=the_club().id, name=name, seen_at=seen_at))
    for typed, found in (("ann", "ann"), ("Ann", "Ann"), ("ANN", "Ann")):
        player = find_player(db.session(), the_club().id, typed)
        assert player
        assert player.name == found


def test_a_player_of_another_club_is_not_found() -> None:
    start(("Ann", "Bob"))
    assert find_player(db.session(), new_club().id, "Ann") is None


def test_a_link_sent_twice_lets_one_device_in() -> None:
    token, made = new_token(), invite()
    for _ in range(2):
        join(made.token, token=token)
    assert len(devices.devices_of(the_club())) == 1


def test_joining_replaces_the_browsers_token() -> None:
    made, to_keep = invite(), invite(Role.KEEPER)
    ways: list[Callable[[str], str]] = [
        lambda token: join_by_link(made.token, token, "", None),
        lambda token: join_by_code(str(made.code), HERE, token, ""),
        lambda token: clubs.create_club(token, "", beside_others=True),
    ]
    for sign_in in ways:
        before = new_token()
        assert member(sign_in(before)).device_id
        assert find_member(before) is None
    player = let_in(the_club(), Role.PLAYER)
    assert member(join_by_link(to_keep.token, player, "", None)).keeps
    assert find_member(player) is None


@pytest.mark.parametrize("role", [Role.PLAYER, Role.KEEPER])
def test_a_lost_response_is_repeated_until_its_token_was_used(role: Role) -> None:
    token, made = let_in(the_club(), Role.WATCHER), invitations.make_keeper_link(the_club())
    if role is Role.PLAYER:
        token, made = new_token(), invite()
    given = join_by_link(made.token, token, "", None)
    assert invitations.read_link(made.token, token)
    assert join_by_link(made.token, token, "", None) == given
    store_visits({member(given).device_id: clock.now()})
    invitations.revoke_invitation(the_club(), made.invitation_id)
    with pytest.raises(NoInvitationError):
        invitations.read_link(made.token, token)
    with pytest.raises(NoInvitationError):
        join_by_link(made.token, token, "", None)


def test_a_token_that_somebody_else_came_in_with_keeps_nobody_out() -> None:
    token, made = new_token(), invite()
    first = join_by_link(made.token, token, "", None)
    store_visits({member(first).device_id: clock.now()})
    second = join_by_link(made.token, token, "", None)
    assert member(second).device_id != member(first).device_id


@pytest.mark.parametrize("end", ["revoked_at", "expires_at"])
def test_a_link_that_was_revoked_or_has_expired_lets_nobody_in(end: str) -> None:
    made = invite()
    later(**{end: clock.now()})
    for _ in range(2):
        with pytest.raises(NoInvitationError):
            join(made.token)
        with pytest.raises(NoInvitationError):
            type_code(str(made.code))
        with pytest.raises(NoInvitationError):
            invitations.read_link(made.token, new_token())
    assert invitations.active_invitations(the_club()) == []


def test_revoking_an_invitation_keeps_the_devices_that_joined_by_it() -> None:
    made = invite()
    joined = join(made.token)
    invitations.revoke_invitation(the_club(), made.invitation_id)
    assert joined.device_id in [device.id for device in devices.devices_of(the_club())]
    with pytest.raises(NoInvitationError):
        join(made.token)


def test_an_invitation_is_listed_with_its_use() -> None:
    made = invite()
    [listed] = invitations.active_invitations(the_club())
    assert (listed.used_at, invitations.count_joined(the_club())) == (None, {})
    join(made.token)
    join(made.token)
    db.session.rollback()
    [listed] = invitations.active_invitations(the_club())
    assert listed.used_at is not None
    assert invitations.count_joined(the_club()) == {made.invitation_id: 2}


def test_a_link_raises_a_role_and_never_lowers_one() -> None:
    token = new_token()
    for role, then in ((Role.PLAYER, "player"), (Role.WATCHER, "player"), (Role.KEEPER, "keeper")):
        token = join_by_link(invite(role).token, token, "", None)
        assert member(token).role == then
    assert len(devices.devices_of(the_club())) == 1


def test_a_device_is_in_one_club_at_a_time() -> None:
    token = let_in(new_club(), Role.KEEPER)
    with pytest.raises(OtherClubConflict):
        join(invite().token, token=token)
    assert member(token).club_id != the_club().id
