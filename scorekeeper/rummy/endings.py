"""How a round can end: the rules on it, and the endings that several games share."""

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
    """What players of a game say of the highest legal knock.

    - `above`, `allowed`: a knock above it is refused, or the table let it pass
    - `most`, `most_short`: the limit in a sentence and in few words
    - `none`, `none_short`: the same if it is 0
    - `refused`: beside other house rules, by which the knock is above it
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
    """One way in which a round of this variant can end.

    - `also`: what a document may call it as well
    - `label`: what players call it (`{player}` ended the round)
    - `verdict`: the same in the present, in a game where all players score; `label` if none
    - `of_side`: the same of the player's side (`{side}`), where partners score as one
    - `word`: the same beside the player's name
    - `tag`: the tag of a ruling with this ending
    - `needs_player`: whether somebody ended the round
    - `at_zero`: the actual ending if that player has nothing left
    - `scores`: whether the round scores; if not, no hands are given
    - `is_void`: whether the round counts nowhere, so that the same player deals again
    - `compares`: whether the lowest count wins, rather than the player who ended the round
    - `melds_drawn`: whether that player may have melded the drawn card too, and so has one card
      more
    - `may_tell`: whether more may be told of that player than that nothing is left
    - `shows_deal`: whether that player may still hold the cards dealt, as the game's judge allows
    - `all_at_once`: whether that player lays the whole hand down in one turn, which some prize
    - `others_opened`: whether anybody else may have opened, in games where that counts
    - `presumes_unopened`: whether nobody else has, unless it is said, so that their hands may be
      left out
    - `asks_hands(rules)`: whether it matters which cards the others have left
    - `for_nothing(rules)`: what that player scores with nothing left, where their count is asked
      for first; `None` if it is asked for in order of play
    - `asks_own`: whether the form asks what that player put down, because it counts
    - `is_played(rules)`: whether the ending exists under these house rules
    - `special_of`: the plain ending that a form makes this one, if `asked` is so
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
        """Whether the player who ended the round has no cards left, so needs to give no hand."""
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
