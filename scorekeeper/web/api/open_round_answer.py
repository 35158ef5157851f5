"""The open round of a game as an answer of the API: everything that the token may see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.answers import ScoredRound, scored_entry
from scorekeeper.rummy.documents.hand import write_hand
from scorekeeper.rummy.documents.reading import program_of
from scorekeeper.rummy.documents.round import write_round
from scorekeeper.rummy.messages import Seat
from scorekeeper.web.api.conflicts import Outdated
from scorekeeper.web.entering.amendments import amendment_words, told
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.shell.translation import translated

ROUND, HAND = "round", "hand"
"""The names of the schemas of a round and of a hand, in the game document."""


@dataclass(slots=True, kw_only=True)
class OpenHand(Answer):
    """A hand, if the token may see it.

    `given` is true once the hand is received. `by` is the player or program that entered it.
    """

    player: str
    given: bool
    by: str | None
    hand: Annotated[Any, HAND] | None = None


@dataclass(slots=True, kw_only=True)
class OpenRound(Answer):
    """An open round as the token may see it.

    Before the round is announced, only its `number` and `turned_up` are known. After that, `round`
    is an entry with the hands that the token may see. Once all hands are in, there is an `answer`,
    or the error in `wrong`.
    """

    number: int
    announced: bool
    turned_up: dict[str, str]
    round: Annotated[dict[str, Any], ROUND] | None = None
    hands: tuple[OpenHand, ...]
    awaited: tuple[str, ...]
    complete: bool
    answer: ScoredRound | None = None
    wrong: str | None = None
    changing: tuple[str, ...] = described("Players who are changing their hands.")
    still_to_agree: tuple[str, ...] = described(
        "Players who must agree before the round is recorded."
    )
    may_record: bool
    told: tuple[str, ...] = described(
        "Sentences that all players must see, such as on a hand taken over."
    )


@dataclass(slots=True, kw_only=True)
class OutdatedRound(Outdated):
    """An error: the open round has changed. It includes the current open round."""

    open: OpenRound | None = None


def open_round_answer(table: OpenTable) -> OpenRound:
    given, shown, announced = table.round, table.seen_round.round, table.state.is_announced
    names = given.players
    ruled = given.whole.judged if given.is_complete else None
    fault = given.whole.fault if given.is_complete else None
    return OpenRound(
        number=given.whole.number,
        announced=announced,
        turned_up=table.open.turned_up,
        round=write_round(shown, names) if announced and shown else None,
        hands=tuple(_hand(table, share) for share in given.shares),
        awaited=tuple(names[share] for share in given.awaited if announced),
        complete=given.is_complete,
        answer=_answer(table) if ruled else None,
        wrong=fault.text(translated) if fault else None,
        changing=tuple(names[seat] for seat in given.changing),
        still_to_agree=tuple(names[seat] for seat in table.still_to_agree),
        may_record=ruled is not None and table.is_agreed and not table.open.doubters,
        told=tuple(amendment_words(amendment, given.whole.game) for amendment in told(table)),
    )


def _hand(table: OpenTable, seat: Seat) -> OpenHand:
    by = table.round.giver_name(seat) if table.round.is_given(seat) else ""
    hand = table.seen_shares.hands[seat].hand if table.may_see(seat) else None
    return OpenHand(
        player=table.round.players[seat],
        given=table.round.is_given(seat),
        by=program_of(by) or by or None,
        hand=None if hand is None else write_hand(hand),
    )


def _answer(table: OpenTable) -> ScoredRound | None:
    judged, after = table.round.whole.judged, table.round.whole.after
    answer = scored_entry(judged, after, translated) if judged and after else None
    return answer if isinstance(answer, ScoredRound) else None
