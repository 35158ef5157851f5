"""Cards on the tables: made for a tournament, scanned by phones, ended by newer cards.

The code of a card is derived from its id and the secret key, so that it can be printed again. The
database has only its hash. With another secret key, older cards do not work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.devices import add_signed_in_device, lock_club, unconfirmed_token
from scorekeeper.clubs.members import Member
from scorekeeper.clubs.roles import Role
from scorekeeper.games.transaction import check_key
from scorekeeper.storage.database import db, single_query, write
from scorekeeper.storage.models import Club, Device, TableLink, TournamentRow
from scorekeeper.storage.table_cards import OPENS_GAME
from scorekeeper.storage.tokens import (
    CARD_CODE_LENGTH,
    derive_code,
    derive_id,
    hash_of_code,
    is_id,
    read_code,
)
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments.transaction import lock_tournament

MOST_BY_CARD = 100
"""The most devices that can use one card. Each round has new players at the table."""


class NoCardError(LookupError):
    """The card does not exist."""


class CardGoneError(NoCardError):
    """Newer cards have replaced this one."""


class OtherClubError(Exception):
    """The browser is signed in to another club."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card with its code, its table, its tournament and its club."""

    id: str
    club_id: int
    tournament_id: str
    table: int

    @property
    def code(self) -> str:
        return _code_of(self.id)


def _code_of(link_id: str) -> str:
    return derive_code(link_id, "card of a table")


def make_cards(
    club: Club, tournament_id: str, tables: int, *, key: str, renew: bool = False
) -> None:
    """Make cards for tables 1 to `tables` without a card that works.

    This ends the cards that no longer work. `renew` ends all cards, makes new ones for all tables,
    and signs out the devices that used the old ones. The same form sent again makes no more cards.
    Raises `NoSuchTournamentError`.
    """
    check_key(key)
    with write() as session:
        lock_club(session, club.id)
        lock_tournament(session, club.id, tournament_id)
        made = {
            table: derive_id(key, f"card of table {table} of {tournament_id}")
            for table in range(1, tables + 1)
        }
        if session.scalar(select(TableLink.id).where(TableLink.id.in_(made.values())).limit(1)):
            return
        cards = _valid_cards(tournament_id)
        kept = {card.table for card, works in cards if works and not renew}
        _end_cards(session, [card.id for card, works in cards if renew or not works])
        for table, link_id in made.items():
            if table not in kept:
                session.add(
                    TableLink(
                        id=link_id,
                        tournament_id=tournament_id,
                        table=table,
                        token_hash=hash_of_code(_code_of(link_id)),
                        made_at=clock.now(),
                    )
                )


def _end_cards(session: Session, ids: Sequence[str]) -> None:
    now = clock.now()
    came_in = update(Device).where(Device.table_link_id.in_(ids), Device.revoked_at.is_(None))
    session.execute(came_in.values(revoked_at=now))
    session.execute(update(TableLink).where(TableLink.id.in_(ids)).values(revoked_at=now))


def cards_of(tournament_id: str) -> list[TableCard]:
    """The cards of a tournament that work, by table."""
    return [card for card, works in _valid_cards(tournament_id) if works]


def has_broken_cards(tournament_id: str) -> bool:
    """Check for cards that were not replaced, but do not work with the current secret key."""
    return not all(works for _card, works in _valid_cards(tournament_id))


def _valid_cards(tournament_id: str) -> list[tuple[TableCard, bool]]:
    """The cards that were not replaced, by table, each with whether its code is still known."""
    query = _LINKS.where(
        TableLink.tournament_id == tournament_id, TableLink.revoked_at.is_(None)
    ).order_by(TableLink.table, TableLink.made_at)
    found = [
        (TableCard(link.id, club_id, link.tournament_id, link.table), link.token_hash)
        for link, club_id in db.session.execute(query)
    ]
    return [(card, hash_of_code(card.code) == stored) for card, stored in found]


_LINKS = select(TableLink, TournamentRow.club_id).join(
    TournamentRow, TournamentRow.id == TableLink.tournament_id
)
_CARD = _LINKS.where(TableLink.id == bindparam("link"), TableLink.revoked_at.is_(None))


def find_card(typed: str) -> TableCard:
    """The card with this code. Raises `CardGoneError` for an old card, `NoCardError` if unknown."""
    code = read_code(typed, CARD_CODE_LENGTH)
    query = _LINKS.where(TableLink.token_hash == hash_of_code(code or ""))
    found = db.session.execute(query.execution_options(populate_existing=True)).one_or_none()
    if found is None:
        raise NoCardError
    link, club_id = found
    if link.revoked_at is not None:
        raise CardGoneError
    return TableCard(link.id, club_id, link.tournament_id, link.table)


def card_of(link_id: str) -> TableCard | None:
    """The card with this id. `None` if it is unknown, or if a newer card has replaced it."""
    found = db.session.execute(_CARD, {"link": link_id}).one_or_none() if is_id(link_id) else None
    if found is None:
        return None
    link, club_id = found
    return TableCard(link.id, club_id, link.tournament_id, link.table)


def opens_game(link_id: str, game_id: str) -> bool:
    """Check whether a card opens a game: the one at its table in the current round."""
    if not is_id(link_id) or not is_id(game_id):
        return False
    with single_query() as connection:
        return bool(connection.scalar(OPENS_GAME, {"card": link_id, "game": game_id}))


def come_to_table(card: TableCard, member: Member | None, token: str) -> str | None:
    """Allow a browser to enter rounds at a table. Returns its new token, if it gets one.

    A member of the club keeps their role. A device that signed in with the card of another table of
    the club moves to this table. Raises `CardGoneError`, `OtherClubError` for a member of another
    club, and `Refusal` if too many devices have used this card.
    """
    with write() as session:
        lock_club(session, card.club_id)
        link = session.get(TableLink, card.id, populate_existing=True)
        if link is None or link.revoked_at is not None:
            raise CardGoneError
        if member is not None and member.role is not Role.TABLE:
            if member.club_id != card.club_id:
                raise OtherClubError
            return None
        if member is not None and member.club_id == card.club_id:
            if member.table_link_id != card.id:
                _check_has_room(session, card)
            session.get_one(Device, member.device_id).table_link_id = card.id
            return None
        if given := unconfirmed_token(session, token, card.id):
            return given
        _check_has_room(session, card)
        device, given = add_signed_in_device(session, card.club_id, token, card.id, Role.TABLE, "")
        device.table_link_id = card.id
    return given


def _check_has_room(session: Session, card: TableCard) -> None:
    """Raise `Refusal` if the card already has `MOST_BY_CARD` devices.

    Without this limit, a photographed card could fill the score book with devices.
    """
    came = select(func.count()).where(Device.table_link_id == card.id, Device.revoked_at.is_(None))
    if (session.scalar(came) or 0) >= MOST_BY_CARD:
        text = message(
            "This card is on {count} phones already. Ask an organiser for new cards.",
            count=MOST_BY_CARD,
        )
        raise Refusal(text)
