"""Questions about results from elsewhere: who the names are, and which games were played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

from flask_babel import gettext as _

from scorekeeper.rummy.documents.names import check_name, heard
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.models import Player
from scorekeeper.transfer.past.choices import LEFT_OUT, NEW
from scorekeeper.transfer.past.kinds import (
    USUAL,
    PlayedAs,
    all_kinds,
    is_won_either_way,
    kind_called,
    lowest_wins,
    offered,
    says_who_wins,
    won_by,
)
from scorekeeper.transfer.past.preview import ImportPreview
from scorekeeper.transfer.past.values import plain
from scorekeeper.web.shell.translation import translate

MOST_OFFERED = 100
"""The most players of the club to offer for a name: those seen last."""

MOST_SUGGESTED = 3
"""The most games to suggest for an unknown name of a game."""

MOST_NUMBERS = 4
"""The most numbers to show of a column that is perhaps not a player."""


class How(StrEnum):
    """The reason to ask about a name or a kind of game, or not to ask.

    - `GUESSED`: the name resembles the name of a player of the club
    - `NEW`: the club has no such player
    - `UNCLEAR`: the column is perhaps not a player, or the file does not tell the game or who wins
    - `SAME`: a player of the club has exactly this name
    - `KNOWN`: the club has answered before
    - `SAID`: the file tells the game and who wins
    """

    GUESSED = "guessed"
    NEW = "new"
    UNCLEAR = "unclear"
    SAME = "same"
    KNOWN = "known"
    SAID = "said"


@dataclass(frozen=True, slots=True)
class AskedWord:
    """A word in the file, and the form field in which the club chooses its meaning.

    `what` is `name` or `kind`. `player` is the chosen or guessed player. `error` is the fault of a
    name. `numbers` are the first numbers of a column that is perhaps not a player.
    """

    index: int
    what: str
    name: str
    games: int
    how: How
    choices: Sequence[tuple[str, str]]
    chosen: str
    player: Player | None = None
    error: str = ""
    numbers: str = ""

    @property
    def field(self) -> str:
        return f"{self.what}-{self.index}"


@dataclass(frozen=True, slots=True)
class AskedKind(AskedWord):
    """A kind of game in the file.

    `wins` is `low` or `high` if the club chooses which total wins, or empty. `suggestions` are
    games that the word could mean.
    """

    played_as: PlayedAs | None = None
    wins: str = ""
    suggestions: Sequence[tuple[str, str]] = ()


def asked_names(preview: ImportPreview) -> list[AskedWord]:
    """Questions about players of imported games, in the order of `How`, then most games first."""
    lately = sorted(preview.people[:MOST_OFFERED], key=lambda player: heard(player.name))
    people = [(str(player.id), player.name) for player in lately]
    asked = [
        _name(preview, index, name, people)
        for index, name in enumerate(preview.past.names)
        if preview.plays[heard(name)]
    ]
    order = [*How]
    return sorted(asked, key=lambda name: (order.index(name.how), -name.games))


def _name(
    preview: ImportPreview, index: int, name: str, people: Sequence[tuple[str, str]]
) -> AskedWord:
    member, guess = preview.member(name), preview.guesses.get(heard(name))
    is_doubtful, is_unclear = heard(name) in preview.past.doubtful, name in preview.unclear
    unasked = [("", _("choose"))] if is_unclear else []
    new = [] if member else [(NEW, _("new: %(name)s", name=name))]
    own = [(str(person.id), person.name) for person in (member, guess) if person]
    known = preview.known.names.get(heard(name))
    if known and known != LEFT_OUT and (person := preview.person(known)):
        own = [*own, (str(person.id), person.name)]
    others = [person for person in people if person not in own]
    out = _("no player") if is_doubtful else _("leave out")
    choices = [*unasked, *new, *dict.fromkeys(own), *others, (LEFT_OUT, out)]
    chosen = "" if is_unclear else _chosen(preview, name)
    return AskedWord(
        index,
        "name",
        name,
        preview.plays[heard(name)],
        _how(preview, name, chosen),
        choices,
        chosen,
        player=preview.person(chosen),
        error=_fault_of(name) if chosen == NEW else "",
        numbers=_numbers(preview, name) if is_doubtful else "",
    )


def _chosen(preview: ImportPreview, name: str) -> str:
    player = preview.players[heard(name)]
    if player is None:
        return LEFT_OUT
    member = preview.member(player)
    return NEW if member is None else str(member.id)


def _how(preview: ImportPreview, name: str, chosen: str) -> How:
    guess = preview.guesses.get(heard(name))
    if heard(name) in preview.known.names:
        return How.KNOWN
    if preview.member(name):
        return How.SAME
    if heard(name) in preview.past.doubtful:
        return How.UNCLEAR
    return How.GUESSED if guess and str(guess.id) == chosen else How.NEW


def _numbers(preview: ImportPreview, name: str) -> str:
    scores = (score for game in preview.past.games for score in game.scores)
    points = (score.points for score in scores if heard(score.name) == heard(name))
    return ", ".join(islice(points, MOST_NUMBERS))


def _fault_of(name: str) -> str:
    try:
        check_name(name)
    except RuleError as error:
        return translate(error.sentence)
    return ""


def asked_kinds(preview: ImportPreview) -> Iterator[AskedKind]:
    """Questions about kinds of games, most games first."""
    games = Counter(game.kind for game in preview.past.games)
    choices = [
        (kind.key, translate(kind.variant.name)) for kind in offered() if "/" not in kind.key
    ]
    asked = [
        _kind(preview, index, kind, games[kind], choices)
        for index, kind in enumerate(preview.past.kinds)
    ]
    yield from sorted(asked, key=lambda kind: -kind.games)


def _kind(
    preview: ImportPreview, index: int, kind: str, games: int, choices: Sequence[tuple[str, str]]
) -> AskedKind:
    played_as, is_known = preview.kinds[kind], heard(kind) in preview.known.kinds
    own = [] if played_as is None else [(_key(played_as), kind_name(played_as))]
    is_said = kind_called(kind) is not None
    more = [choice for choice in own if choice[0] not in dict(choices)]
    chosen = LEFT_OUT if preview.is_left_out(kind) else _key(played_as) if played_as else ""
    unasked = [] if chosen else [("", _("choose"))]
    has_two_ways = played_as is not None and is_won_either_way(played_as.variant)
    return AskedKind(
        index,
        "kind",
        kind.removesuffix(USUAL),
        games,
        How.KNOWN if is_known else How.SAID if is_said and says_who_wins(kind) else How.UNCLEAR,
        [*unasked, *choices, *more, (LEFT_OUT, _("leave out"))],
        chosen,
        played_as=played_as,
        wins=("low" if lowest_wins(played_as) else "high") if played_as and has_two_ways else "",
        suggestions=[] if chosen else _suggestions(preview, kind),
    )


def _key(kind: PlayedAs) -> str:
    usual = all_kinds()[kind.variant.key]
    return usual.key if won_by(usual, lowest=lowest_wins(kind)) == kind else kind.key


def kind_name(kind: PlayedAs) -> str:
    name = translate(kind.variant.name)
    if _key(kind) == kind.variant.key:
        return name
    return str(_("%(label)s: %(value)s", label=name, value=translate(kind.preset.name)))


def _suggestions(preview: ImportPreview, kind: str) -> list[tuple[str, str]]:
    """Suggest games that share a word with this name and fit the numbers of players.

    Games that the highest or the lowest total can win come first, because their names do not tell
    who won.
    """
    words = {*plain(kind).split()}
    sizes = {len(game.scores) for game in preview.past.games if game.kind == kind}
    named = [
        offer.variant
        for offer in offered()
        if offer.key == offer.variant.key
        and sizes <= {*offer.variant.sizes}
        and words
        & {*plain(f"{offer.variant.name.template} {translate(offer.variant.name)}").split()}
    ]
    named.sort(key=lambda variant: (not is_won_either_way(variant), len(translate(variant.name))))
    return [(variant.key, translate(variant.name)) for variant in named[:MOST_SUGGESTED]]
