"""Clubs, devices and invitations as they are kept: who gets in, who stays in, and who does not."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask_migrate import downgrade, upgrade
from sqlalchemy import func, select, text, update

from scorekeeper.clubs import clubs, creation_limit, devices, invitations, joining, members
from scorekeeper.clubs.devices import LastKeeperError, NoSuchDeviceError
from scorekeeper.clubs.invitations import InvitationSecrets, NoInvitationError
from scorekeeper.clubs.joining import (
    OtherClubConflict,
    TooManyWrongCodesError,
    join_by_code,
    join_by_link,
)
from scorekeeper.clubs.members import Member, find_member
from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands
from scorekeeper.storage.database import Base, db, write
from scorekeeper.storage.models import Club, Device, Founding, Invitation, Player, WrongCode
from scorekeeper.storage.queries import find_player
from scorekeeper.storage.tokens import (
    CODE_SIGNS,
    hash_of,
    hash_of_code,
    new_token,
    print_code,
    read_code,
)
from tests.support.clubs import let_in, new_club, the_club
from tests.support.scorebook import at_once, record, start, win

EVENING = timedelta(hours=12)
HERE = "192.0.2.7"


pytestmark = pytest.mark.usefixtures("book")


@pytest.fixture
def new_book(book: Flask) -> Flask:
    """A score book that nobody has opened yet."""
    clubs.delete_club(the_club())
    return book


def member(token: str) -> Member:
    """Who comes with this token."""
    found = find_member(token)
    assert found is not None
    return found


def keeper() -> Member:
    """A keeper of the first club."""
    return member(let_in(the_club(), Role.KEEPER))


def invite(role: Role = Role.PLAYER) -> InvitationSecrets:
    """An invitation to the first club."""
    return invitations.invite(the_club(), role, EVENING)


def join(link: str, name: str | None = None, token: str = "") -> Member:
    """Join by a link with a device of its own."""
    return member(join_by_link(link, token or new_token(), "Android", name))


def type_code(code: str, address: str = HERE) -> Member:
    """Join by a code with a device of its own."""
    return member(join_by_code(code, address, new_token(), "iPhone"))


def later(**values: object) -> None:
    """Move every moment of the invitations that is named to this one."""
    with write() as session:
        session.execute(update(Invitation).values(**values))


# The first club, and others beside it


@pytest.mark.usefixtures("new_book")
def test_the_first_visitor_makes_the_club_and_keeps_it() -> None:
    assert not clubs.has_club()
    token = clubs.create_club(new_token(), "Android", beside_others=False)
    assert clubs.has_club()
    assert member(token).role is Role.KEEPER


@pytest.mark.usefixtures("new_book")
def test_the_same_first_visitor_twice_makes_one_club() -> None:
    token = new_token()
    for _ in range(2):
        clubs.create_club(token, "", beside_others=True)
    assert len(clubs.all_clubs()) == 1


def test_of_many_first_visitors_at_once_one_keeps_the_club(new_book: Flask) -> None:
    jobs = [lambda: clubs.create_club(new_token(), "", beside_others=False)] * 6
    failed = [each for each in at_once(new_book, *jobs) if isinstance(each, Exception)]
    assert [type(each) for each in failed] == [clubs.ClubExistsConflict] * 5
    db.session.rollback()
    assert len(clubs.all_clubs()) == 1
    assert len(devices.devices_of(clubs.all_clubs()[0])) == 1


def test_a_club_beside_others_needs_the_setting() -> None:
    with pytest.raises(clubs.ClubExistsConflict):
        clubs.create_club(new_token(), "", beside_others=False)
    clubs.create_club(new_token(), "", beside_others=True)
    assert len(clubs.all_clubs()) == 2


def test_clubs_beside_others_are_few_a_day_from_one_address() -> None:
    def found(address: str) -> str:
        return clubs.create_club(new_token(), "", beside_others=True, address=address)

    for port in range(creation_limit.MOST_CLUBS):
        found(f"{HERE}:{port + 1}")
    with pytest.raises(creation_limit.TooManyClubsError):
        found(HERE)
    assert found("192.0.2.8")
    with write() as session:
        session.execute(update(Founding).values(at=datetime.now(UTC) - timedelta(hours=25)))
    assert found(HERE)
    assert db.session.scalar(select(func.count()).select_from(Founding)) == 1


def test_an_old_score_book_keeps_its_club_and_an_unused_one_starts_anew() -> None:
    record(start(), win(20))
    db.session.remove()
    downgrade(revision="0001")
    upgrade()
    [club] = clubs.all_clubs()
    assert len(commands.games_in_play(club)) == 1
    assert devices.devices_of(club) == []
    clubs.delete_club(club)
    db.session.remove()
    downgrade(revision="0001")
    assert db.session.scalar(select(func.count()).select_from(Club)) == 1
    db.session.remove()
    upgrade()
    assert not clubs.has_club()


# InvitationSecrets


def test_nothing_that_opens_a_door_is_stored() -> None:
    made, token = invite(), new_token()
    lost = invitations.make_keeper_link(the_club())
    join(made.token, token=token)
    for table in Base.metadata.sorted_tables:
        for row in db.session.execute(select(table)):
            for secret in (made.token, made.code, lost.token, token):
                assert str(secret) not in repr(tuple(row))


def test_codes_are_kept_so_that_a_copy_of_the_database_gives_none_away(book: Flask) -> None:
    made = invite()
    [kept] = db.session.scalars(select(Invitation.code_hash))
    assert kept != hash_of(str(made.code))
    book.config["SECRET_KEY"] = "another key"  # noqa: S105 - of a test
    assert kept != hash_of_code(str(made.code))


def test_tokens_are_long_and_codes_have_no_signs_that_look_alike() -> None:
    assert len(new_token()) == 22  # 16 bytes
    assert not set("01ILOQSZBVG") & set(CODE_SIGNS)
    assert len(set(CODE_SIGNS)) == len(CODE_SIGNS) == 25


@pytest.mark.parametrize("typed", ["acde-fhjk", " ACDE FHJK ", "ACDEFHJK", "acde–fhjk"])
def test_a_code_may_be_typed_in_any_way(typed: str) -> None:
    assert read_code(typed) == "ACDEFHJK"
    assert print_code("ACDEFHJK") == "ACDE-FHJK"


# By a link


def test_who_holds_a_link_gets_in_with_the_role_of_the_link() -> None:
    for role in Role:
        joined = join(invite(role).token)
        assert (joined.role, joined.club_id) == (role, the_club().id)


def test_the_name_at_the_table_becomes_a_player_of_the_club() -> None:
    start(("Ann", "Bob"))
    made = invite()
    assert join(made.token, "Bob").player == "Bob"
    assert join(made.token, "Cem").player == "Cem"
    assert sorted(commands.known_players(the_club())) == ["Ann", "Bob", "Cem"]


def test_a_name_in_other_capitals_is_the_player_that_the_club_knows() -> None:
    start(("Ann", "Élodie"))
    made = invite()
    assert join(made.token, "ANN").player == "Ann"
    token = let_in(the_club(), Role.PLAYER)
    members.set_player(member(token), "éLODIE")
    assert member(token).player == "Élodie"
    assert sorted(commands.known_players(the_club())) == ["Ann", "Élodie"]


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


def test_whoever_comes_in_gets_a_token_that_was_not_there_before() -> None:
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
def test_a_lost_answer_is_given_again_until_its_token_has_come_back(role: Role) -> None:
    token, made = let_in(the_club(), Role.WATCHER), invitations.make_keeper_link(the_club())
    if role is Role.PLAYER:
        token, made = new_token(), invite()
    given = join_by_link(made.token, token, "", None)
    assert joining.read_link(made.token, token)
    assert join_by_link(made.token, token, "", None) == given
    members.record_visit(member(given))
    invitations.revoke_invitation(the_club(), made.invitation_id)
    with pytest.raises(NoInvitationError):
        joining.read_link(made.token, token)
    with pytest.raises(NoInvitationError):
        join_by_link(made.token, token, "", None)


def test_a_token_that_somebody_else_came_in_with_keeps_nobody_out() -> None:
    token, made = new_token(), invite()
    first = join_by_link(made.token, token, "", None)
    members.record_visit(member(first))
    second = join_by_link(made.token, token, "", None)
    assert member(second).device_id != member(first).device_id


@pytest.mark.parametrize("end", ["revoked_at", "expires_at"])
def test_a_link_that_was_revoked_or_has_expired_lets_nobody_in(end: str) -> None:
    made = invite()
    later(**{end: datetime.now(UTC)})
    for _ in range(2):
        with pytest.raises(NoInvitationError):
            join(made.token)
        with pytest.raises(NoInvitationError):
            type_code(str(made.code))
        with pytest.raises(NoInvitationError):
            joining.read_link(made.token, new_token())
    assert invitations.active_invitations(the_club()) == []


def test_revoking_an_invitation_leaves_who_came_by_it() -> None:
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


def test_a_keepers_link_lets_one_device_in() -> None:
    made = invitations.make_keeper_link(the_club())
    token = new_token()
    for _ in range(2):  # the answer got lost, and the form was sent again
        assert join(made.token, token=token).role is Role.KEEPER
    with pytest.raises(NoInvitationError):
        join(made.token)


def test_a_new_keepers_link_takes_the_place_of_the_old_one_and_the_servers_of_none() -> None:
    first = invitations.make_keeper_link(the_club())
    second = invitations.make_keeper_link(the_club())
    third = invitations.make_server_link(the_club(), EVENING)
    with pytest.raises(NoInvitationError):
        join(first.token)
    assert join(second.token).keeps
    assert join(third.token).keeps


def hand_over(ann: Member) -> None:
    devices.hand_over(the_club(), ann.device_id, member(let_in(the_club(), Role.PLAYER)).device_id)


def leave(ann: Member) -> None:
    devices.revoke_device(the_club(), ann.device_id)


def become_a_player(ann: Member) -> None:
    devices.change_role(the_club(), ann.device_id, Role.PLAYER)


@pytest.mark.parametrize("go", [hand_over, leave, become_a_player])
def test_with_a_keeper_goes_the_link_to_get_back_in(go: Callable[[Member], None]) -> None:
    ann, _other = keeper(), keeper()
    beside = new_club()
    own = invitations.make_keeper_link(the_club())
    others = invitations.make_keeper_link(beside)
    servers = invitations.make_server_link(the_club(), EVENING)
    to_keep = invitations.invite(the_club(), Role.KEEPER, EVENING)
    to_play = invitations.invite(the_club(), Role.PLAYER, EVENING)
    go(ann)
    for gone in (own, to_keep):
        with pytest.raises(NoInvitationError):
            join(gone.token)
    assert join(to_play.token).plays
    assert join(others.token).keeps
    assert join(servers.token).keeps


def test_who_never_kept_the_club_goes_without_its_link() -> None:
    keeper()
    made = invitations.make_keeper_link(the_club())
    bob = member(let_in(the_club(), Role.PLAYER))
    assert not devices.change_role(the_club(), bob.device_id, Role.KEEPER).ended_link
    assert not devices.hand_over(the_club(), bob.device_id, bob.device_id).ended_link
    assert join(made.token).keeps
    wes = member(let_in(the_club(), Role.WATCHER))
    made = invitations.make_keeper_link(the_club())
    assert not devices.revoke_device(the_club(), wes.device_id).ended_link
    assert join(made.token).keeps


def test_a_keepers_link_used_by_many_at_once_lets_one_in(book: Flask) -> None:
    made = invitations.make_keeper_link(the_club())
    failed = at_once(book, *[lambda: join_by_link(made.token, new_token(), "", None)] * 6)
    refused = [type(each) for each in failed if isinstance(each, Exception)]
    assert refused == [NoInvitationError] * 5
    db.session.rollback()
    assert len(devices.devices_of(the_club())) == 1


# By a code


def test_a_code_lets_in_until_it_expires_while_its_link_lives_on() -> None:
    made = invite(Role.WATCHER)
    assert type_code(print_code(str(made.code)).lower()).role is Role.WATCHER
    later(code_expires_at=datetime.now(UTC))
    with pytest.raises(NoInvitationError):
        type_code(str(made.code))
    assert join(made.token).role is Role.WATCHER


def test_guessing_codes_meets_its_limit_and_then_even_the_right_one_is_refused() -> None:
    made = invite()
    for number in range(joining.MOST_WRONG_CODES):
        with pytest.raises(NoInvitationError):
            type_code("ACDEFHJ" + CODE_SIGNS[number])
    for code in ("ACDEFHJK", str(made.code)):
        with pytest.raises(TooManyWrongCodesError):
            type_code(code)
    assert type_code(str(made.code), "192.0.2.8")
    with write() as session:
        session.execute(update(WrongCode).values(at=datetime.now(UTC) - timedelta(minutes=16)))
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
def test_one_household_is_one_guesser(first: str, second: str, same: bool) -> None:
    for _ in range(joining.MOST_WRONG_CODES):
        with pytest.raises(NoInvitationError):
            type_code("nonsense", first)
    with pytest.raises(TooManyWrongCodesError if same else NoInvitationError):
        type_code("nonsense", second)


def test_guessing_from_many_addresses_meets_a_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_WRONG_CODES_IN_ALL", 3)
    for number in range(3):
        with pytest.raises(NoInvitationError):
            type_code("ACDEFHJK", f"192.0.2.{number}")
    with pytest.raises(TooManyWrongCodesError):
        type_code("ACDEFHJK", "192.0.2.9")


def test_guesses_at_the_same_moment_are_all_counted(book: Flask) -> None:
    job = lambda: join_by_code("ACDEFHJK", HERE, new_token(), "")  # noqa: E731
    answers = [type(each) for each in at_once(book, *[job] * 16)]
    assert answers.count(NoInvitationError) == joining.MOST_WRONG_CODES
    assert answers.count(TooManyWrongCodesError) == 16 - joining.MOST_WRONG_CODES


# Who is in


def test_a_device_that_was_removed_is_a_stranger_with_a_spent_token() -> None:
    token = let_in(the_club(), Role.PLAYER)
    assert not devices.is_revoked(token)
    devices.revoke_device(the_club(), member(token).device_id)
    assert find_member(token) is None
    assert devices.is_revoked(token)
    with pytest.raises(NoInvitationError):
        join_by_link(invite().token, token, "", None)


def test_no_one_finds_a_device_of_another_club() -> None:
    foreign = member(let_in(new_club(), Role.PLAYER)).device_id
    for device_id in (foreign, "zzzzzzzzzzzz"):
        with pytest.raises(NoSuchDeviceError):
            devices.revoke_device(the_club(), device_id)
        with pytest.raises(NoSuchDeviceError):
            devices.change_role(the_club(), device_id, Role.KEEPER)
        with pytest.raises(NoSuchDeviceError):
            devices.hand_over(the_club(), keeper().device_id, device_id)


def test_the_last_keeper_cannot_go_or_become_less() -> None:
    ann = keeper()
    let_in(the_club(), Role.PLAYER)
    with pytest.raises(LastKeeperError):
        devices.revoke_device(the_club(), ann.device_id)
    with pytest.raises(LastKeeperError):
        devices.change_role(the_club(), ann.device_id, Role.PLAYER)
    keeper()
    devices.revoke_device(the_club(), ann.device_id)


def test_of_two_keepers_who_leave_at_once_one_stays(book: Flask) -> None:
    ids = [keeper().device_id, keeper().device_id]
    club_id = the_club().id

    def leave(device_id: str) -> None:
        devices.revoke_device(db.session.get_one(Club, club_id), device_id)

    answers = at_once(book, *[lambda each=each: leave(each) for each in ids])
    assert sorted(type(each).__name__ for each in answers) == ["LastKeeperError", "NoneType"]


def test_the_club_is_handed_over() -> None:
    ann, token = keeper(), let_in(the_club(), Role.WATCHER)
    devices.hand_over(the_club(), ann.device_id, member(token).device_id)
    roles = {device.id: device.role for device in devices.devices_of(the_club())}
    assert roles == {ann.device_id: "player", member(token).device_id: "keeper"}


def test_a_device_says_for_whom_it_speaks_and_may_take_it_back() -> None:
    start(("Ann", "Bob"))
    token = let_in(the_club(), Role.PLAYER)
    for name in ("Bob", "Zoé", None):
        members.set_player(member(token), name)
        assert member(token).player == name
    assert sorted(commands.known_players(the_club())) == ["Ann", "Bob", "Zoé"]


def test_a_club_is_deleted_with_everything_in_it_and_nothing_else() -> None:
    row = record(start(), win(20), win(10))
    commands.undo(row.id, version=row.version, key=commands.new_key())
    join(invite().token, "Ann")
    other = new_club("other")
    token = let_in(other, Role.KEEPER)
    commands.start(
        other, key="o", variant="gin", preset="plain", overrides={}, players=("Ann", "X"), dealer=0
    )
    clubs.delete_club(the_club())
    assert [club.name for club in clubs.all_clubs()] == ["other"]
    assert len(commands.games_in_play(the_club())) == 1
    assert member(token).keeps
    for table in ("round", "hand", "change WHERE kind <> 'start'", "invitation"):
        assert db.session.scalar(text(f"SELECT count(*) FROM {table}")) == 0  # noqa: S608
    assert db.session.scalar(select(func.count()).select_from(Device)) == 1
