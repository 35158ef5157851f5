"""Links that show one game to people outside the club: make, list, follow and revoke them."""

from __future__ import annotations

from sqlalchemy import select

from scorekeeper import clock
from scorekeeper.games.transaction import NoSuchGameError, check_key
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import GameRow, ShareLink
from scorekeeper.storage.tokens import IdAndToken, derive_id_and_token, hash_of, is_id


class NoShareLinkError(LookupError):
    """There is no such link."""


class ShareLinkGoneError(NoShareLinkError):
    """The link was revoked, or its game was deleted."""


def make_share_link(club_id: int, game_id: str, key: str, made_by: str | None) -> IdAndToken:
    """Make the link for a form’s key. A form that is sent again gets the same link.

    Raises `NoSuchGameError` if the game is gone, `ShareLinkGoneError` if the link was revoked.
    """
    check_key(key)
    link = derive_id_and_token(key, f"share link of {game_id}")
    with write() as session:
        row = session.get(GameRow, game_id, with_for_update=True)
        if row is None or row.club_id != club_id or row.deleted_at is not None:
            raise NoSuchGameError(game_id)
        older = session.get(ShareLink, link.id)
        if older is None:
            now, digest = clock.now(), hash_of(link.token)
            session.add(
                ShareLink(
                    id=link.id,
                    game_id=game_id,
                    token_hash=digest,
                    made_at=now,
                    made_by=made_by,
                )
            )
        elif older.revoked_at is not None:
            raise ShareLinkGoneError
    return link


def share_links(game_id: str) -> list[ShareLink]:
    """Return the links to a game that are not revoked, newest first."""
    query = select(ShareLink).where(ShareLink.game_id == game_id, ShareLink.revoked_at.is_(None))
    return list(db.session.scalars(query.order_by(ShareLink.made_at.desc(), ShareLink.id)))


def revoke_share_link(game_id: str, link_id: str) -> None:
    """Revoke a link to a game. Raises `NoShareLinkError` if the game has no link with this id."""
    query = select(ShareLink).where(ShareLink.id == link_id, ShareLink.game_id == game_id)
    with write() as session:
        link = session.scalar(query) if is_id(link_id) else None
        if link is None:
            raise NoShareLinkError
        link.revoked_at = link.revoked_at or clock.now()


def shared_game(token: str) -> GameRow:
    """Return the game that a link shows. Raises `NoShareLinkError` if there is none."""
    query = (
        select(ShareLink.revoked_at, GameRow)
        .join(GameRow, GameRow.id == ShareLink.game_id)
        .where(ShareLink.token_hash == hash_of(token))
    )
    found = db.session.execute(query).one_or_none()
    if found is None:
        raise NoShareLinkError
    revoked_at, row = found
    if revoked_at is not None or row.deleted_at is not None:
        raise ShareLinkGoneError
    return row
