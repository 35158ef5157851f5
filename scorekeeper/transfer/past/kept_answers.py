"""A club's stored answers about files of results, so that no question comes twice.

A word of a file is stored as `heard`, with the id of its player, who can be renamed or merged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.orm import Session, joinedload

from scorekeeper.clubs.devices import lock_club
from scorekeeper.rummy.documents.names import heard, is_plain_name
from scorekeeper.storage.database import write
from scorekeeper.storage.models import ImportAnswer
from scorekeeper.transfer.past.choices import LEFT_OUT, Choices
from scorekeeper.transfer.past.dates import DateOrder
from scorekeeper.transfer.past.kinds import is_won_either_way, kind_called, says_who_wins
from scorekeeper.transfer.past.preview import ImportPreview
from scorekeeper.transfer.roster import Roster

NAME, GAME, DATES = "name", "game", "dates"
"""The kinds of questions."""

MOST_KEPT = 10_000
"""The most answers stored per club. The oldest are deleted first."""

LONGEST_WORD: int = ImportAnswer.word.type.length


class GivenAnswer(NamedTuple):
    """An answer about a word of a file.

    `answer` is `None` if the answer follows from the word. Such an answer is not stored.
    """

    about: str
    written: str
    answer: str | None
    player_id: int | None = None


def kept_choices(session: Session, club_id: int) -> Choices:
    """The club's earlier choices, by the words of its files."""
    kept = session.scalars(select(ImportAnswer).where(ImportAnswer.club_id == club_id))
    orders, names, kinds = dict[str, str](), dict[str, str](), dict[str, str]()
    of = {NAME: names, GAME: kinds, DATES: orders}
    for row in kept:
        of[row.about][row.word] = str(row.player_id) if row.player_id else row.answer
    orders_known = [order for order in DateOrder if order == orders.get("")]
    return Choices(next(iter(orders_known), None), kinds=kinds, names=names)


def answers_of(session: Session, club_id: int) -> list[ImportAnswer]:
    """The stored answers of a club, without answers that follow from the word."""
    query = select(ImportAnswer).where(ImportAnswer.club_id == club_id)
    query = query.options(joinedload(ImportAnswer.player)).order_by(
        ImportAnswer.about.desc(), ImportAnswer.word
    )
    return [row for row in session.scalars(query) if not _follows(row)]


def _follows(kept: ImportAnswer) -> bool:
    return kept.player is not None and heard(kept.player.person.name) == kept.word


def forget(club_id: int, answer_id: int) -> None:
    with write() as session:
        lock_club(session, club_id)
        its = ImportAnswer.club_id == club_id, ImportAnswer.id == answer_id
        session.execute(delete(ImportAnswer).where(*its))


def keep_answers(club_id: int, preview: ImportPreview) -> None:
    with write() as session:
        lock_club(session, club_id)
        roster = Roster(session, club_id, writes=False)
        query = select(ImportAnswer).where(ImportAnswer.club_id == club_id)
        kept = {(row.about, row.word): row for row in session.scalars(query)}
        # Two spellings of a kind of game can be one word. The last spelling counts.
        answers = {(one.about, heard(one.written)): one for one in _answers(preview, roster)}
        for (about, word), given in answers.items():
            if len(max(word, given.written, key=len)) > LONGEST_WORD:
                continue
            before = kept.get((about, word))
            if given.answer is None:
                if before is not None:
                    session.delete(before)
            elif is_plain_name(given.written):
                row = before or ImportAnswer(club_id=club_id, about=about, word=word)
                row.written, row.player_id, row.answer = (
                    given.written,
                    given.player_id,
                    given.answer,
                )
                session.add(row)
        session.flush()
        _forget_oldest(session, club_id)


def _forget_oldest(session: Session, club_id: int) -> None:
    mine = ImportAnswer.club_id == club_id
    oldest = select(ImportAnswer.id).where(mine).order_by(ImportAnswer.id.desc())
    last = session.scalar(oldest.offset(MOST_KEPT).limit(1))
    if last is not None:
        session.execute(delete(ImportAnswer).where(mine, ImportAnswer.id <= last))


def _answers(preview: ImportPreview, roster: Roster) -> Iterator[GivenAnswer]:
    for name in preview.past.names:
        if preview.plays[heard(name)]:
            yield from _about_name(preview, name, roster)
    for kind in preview.past.kinds:
        yield from _about_game(preview, kind)
    if preview.example_of_date and (order := preview.order):
        yield GivenAnswer(DATES, "", order)


def _about_name(preview: ImportPreview, name: str, roster: Roster) -> Iterator[GivenAnswer]:
    player = preview.players[heard(name)]
    if player is None:
        yield GivenAnswer(NAME, name, LEFT_OUT)
    elif (person := roster.named(player)) is not None:
        yield GivenAnswer(NAME, name, "", person.id)


def _about_game(preview: ImportPreview, kind: str) -> Iterator[GivenAnswer]:
    """The answer about a kind of game. `None` as `answer` if the game follows from the name."""
    played_as = preview.kinds[kind]
    if played_as is None:
        if preview.is_left_out(kind):
            yield GivenAnswer(GAME, kind, LEFT_OUT)
        return
    is_said = kind_called(kind) == played_as and (
        says_who_wins(kind) or not is_won_either_way(played_as.variant)
    )
    yield GivenAnswer(GAME, kind, None if is_said else played_as.key)
