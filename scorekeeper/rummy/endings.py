"""The possible endings of a round: their rules, and the endings that several games share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import AnyEnding, Ending
from scorekeeper.rummy.ruling import AnyTag, Tag


@dataclass(frozen=True, slots=True, kw_only=True)
class KnockWords:
    """The sentences of a game about the highest legal knock.

    - `above`: the error for a knock above the limit
    - `allowed`: the warning for a knock above the limit that the table allowed
    - `most`: the limit in a sentence
    - `most_short`: the limit in few words
    - `none`: a limit of 0 in a sentence
    - `none_short`: a limit of 0 in few words
    - `refused`: the result under house rules that reject the knock
    """

    above: Message
    allowed: Message
    most: Message
    most_short: Message
    none: Message
    none_short: Message
    refused: Message

    def at_most(self, limit: int) -> Message:
        return message(self.most.template, limit=limit) if limit else self.none

    def in_short(self, limit: int) -> Message:
        return message(self.most_short.template, limit=limit) if limit else self.none_short


KNOCK_WORDS = KnockWords(
    above=message("{player} cannot knock: deadwood {count} is over the limit of {limit}."),
    allowed=message("The table let {player} knock with {count}, over the limit of {limit}."),
    most=message("Knock with at most {limit}."),
    most_short=message("knock at {limit}"),
    none=message("Gin only."),
    none_short=message("gin only"),
    refused=message("no knock"),
)


@dataclass(frozen=True)
class EndingRule:
    """A possible ending of a round of this variant. The ender is the player who ended the round.

    - `also`: another name for the ending in documents
    - `label`: the ending in the words of players (`{player}` ended the round)
    - `verdict`: the label in the present tense. If it is `None`, the program shows `label`
    - `of_side`: the label for the player’s side (`{side}`), if partners score as one
    - `word`: the ending in a few words, next to the player’s name
    - `tag`: the tag of a ruling with this ending
    - `needs_player`: whether the round has an ender
    - `at_zero`: the actual ending if the ender has nothing left
    - `scores`: whether the round scores. A round that does not score has no hands
    - `is_void`: whether the round does not count, so that the same player deals again
    - `compares`: whether the lowest count wins. If not, the game decides, usually for the ender
    - `melds_drawn`: whether the ender can meld the drawn card and so has one card more
    - `may_tell`: whether the ender can give a hand with facts other than the cards left
    - `shows_deal`: whether the ender can show the cards dealt. The game’s own judge checks them
    - `all_at_once`: whether the ender lays the whole hand down in one turn
    - `others_opened`: whether other players can have opened, in games with openings
    - `presumes_unopened`: whether every player except the ender counts as unopened, unless the hand
      tells about opening. A missing hand then also means an unopened player
    - `asks_hands(rules)`: whether the cards left in the other players’ hands matter
    - `for_nothing(rules)`: the ender’s score if the ender has nothing left. The form then asks for
      the ender’s count first. `None` if the form asks for all counts in order of play
    - `asks_own`: whether the form asks for the cards that the ender put down, because they count
    - `is_played(rules)`: whether the ending exists under these house rules
    - `special_of`: a plain ending that becomes this ending if the user answers yes to `asked`
    - `asked`: the form’s question whether the plain ending was this ending
    """

    ending: AnyEnding
    label: Message
    word: Message
    verdict: Message | None = None
    of_side: Message | None = None
    tag: AnyTag | None = None
    needs_player: bool = True
    at_zero: AnyEnding | None = None
    scores: bool = True
    is_void: bool = False
    compares: bool = False
    melds_drawn: bool = False
    may_tell: bool = False
    shows_deal: bool = False
    all_at_once: bool = False
    others_opened: bool = True
    presumes_unopened: bool = False
    asks_hands: Callable[[Any], bool] = lambda _rules: True
    for_nothing: Callable[[Any], int | None] = lambda _rules: None
    asks_own: bool = False
    also: str = ""
    is_played: Callable[[Any], bool] = lambda _rules: True
    special_of: AnyEnding | None = None
    asked: Message | None = None

    @cached_property
    def leaves_none(self) -> bool:
        """Check whether the ender needs no hand: after any ending by a player except a knock."""
        return self.needs_player and self.ending is not Ending.KNOCK


KNOCKED = EndingRule(Ending.KNOCK, message("{player} knocked"), message("knocked"), compares=True)

WENT_OUT = EndingRule(
    Ending.OUT,
    message("{player} went out"),
    message("went out"),
    verdict=message("{player} goes out"),
    of_side=message("{side} go out"),
    tag=Tag.OUT,
)

STOCK_RAN_OUT = EndingRule(
    Ending.STOCK,
    message("The stock ran out"),
    message("stock ran out"),
    tag=Tag.STOCK,
    needs_player=False,
    compares=True,
)

STOCK_IS_VOID = replace(STOCK_RAN_OUT, scores=False, is_void=True)

VOID = EndingRule(
    Ending.VOID,
    message("Void: deal again"),
    message("void"),
    tag=Tag.VOID,
    needs_player=False,
    scores=False,
    is_void=True,
)
