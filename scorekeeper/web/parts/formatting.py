"""Names, lists, points and sentences as pages show them, with drawn cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import cache

from babel import Locale
from babel.lists import format_list
from flask import Flask
from flask_babel import format_timedelta, get_locale, gettext, lazy_gettext
from markupsafe import Markup, escape

from scorekeeper import clock
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents.reading import program_of
from scorekeeper.rummy.documents.sides import proposed_name
from scorekeeper.rummy.endings import EndingRule
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.messages import Argument, Message, Seat
from scorekeeper.rummy.sides import by_side, place_in, players_of
from scorekeeper.storage.models import UNKNOWN_TIME, Partners, Scorer
from scorekeeper.web.parts.playing_cards import draw, draw_cards
from scorekeeper.web.shell.translation import isolated, total, translate, translated

LIST_LOCALES = {"en": "en_GB"}
"""British English has no comma before “and” in lists."""


def list_of(words: Iterable[str]) -> str:
    """A list of words in the page's language: `Ann, Bob and Cem`."""
    known = list(words)
    if len(known) == 1:  # Babel is slow, and a sheet lists many single winners.
        return known[0]
    return format_list(known, locale=_list_locale(str(get_locale())))


@cache
def _list_locale(language: str) -> Locale:
    """Cached because Babel looks for the locale on disk."""
    return Locale.parse(LIST_LOCALES.get(language, language))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def names_of(seats: Iterable[Seat], players: Sequence[str]) -> str:
    return list_of(players[seat] for seat in seats)


def players_behind(scorer: Scorer) -> str:
    """The players of a side: `Bo & Dominique`.

    Empty if the name of the side contains all their names, and for a single player.
    """
    if not isinstance(scorer, Partners):
        return ""
    names = [player.name for player in scorer.people]
    told = (re.search(rf"(?<!\w){re.escape(name)}(?!\w)", scorer.name) for name in names)
    return "" if all(told) else proposed_name(names)


def sides_told(scorers: Iterable[Scorer]) -> list[str]:
    """The players of each side that is not named after them: `They: Bo & Dominique`."""
    behind = ((scorer.name, players_behind(scorer)) for scorer in scorers)
    return [
        str(gettext("%(label)s: %(value)s", label=side, value=players))
        for side, players in behind
        if players
    ]


def who_did(by: str | None) -> str:
    """An author at the beginning of a sentence: `Ann`, `The program Scoreboard`."""
    if not by:
        return str(gettext("Somebody"))
    program = program_of(by)
    return by if program is None else str(gettext("The program %(name)s", name=program))


def done_by(by: str | None) -> str:
    """An author within a sentence, after “by”. Empty if unknown."""
    program = program_of(by or "")
    return by or "" if program is None else str(gettext("the program %(name)s", name=program))


def signed(points: int) -> str:
    """Points with their sign: `+1,495`, `−10`, `0`."""
    return f"+{total(points)}" if points > 0 else total(points)


_SPELLED = (
    *(lazy_gettext("two"), lazy_gettext("three"), lazy_gettext("four"), lazy_gettext("five")),
    *(lazy_gettext("six"), lazy_gettext("seven"), lazy_gettext("eight"), lazy_gettext("nine")),
)


def spelled(number: int) -> str:
    """A number above one as written in a sentence: `five`, `12`."""
    place = number - 2
    return str(_SPELLED[place]) if 0 <= place < len(_SPELLED) else str(number)


def earned(points: int, game: Game) -> str:
    """Points of a round: `+42`, or `27` in a game that the lowest total wins."""
    return total(points) if points > 0 and game.variant.lowest_wins(game.rules) else signed(points)


def colour_of(points: int, game: Game) -> str:
    """The CSS class for points that help or harm their player. Empty for 0."""
    gain = -points if game.variant.lowest_wins(game.rules) else points
    return "good" if gain > 0 else "bad" if gain < 0 else ""


def message_html(message: Message, players: Sequence[str] = ()) -> Markup:
    template = translated(message.template)
    arguments = {key: _argument_html(argument, players) for key, argument in message.arguments}
    said = template.format_map(arguments) if arguments else template
    return Markup(said)  # noqa: S704 - the template is ours, and every argument is escaped


def _argument_html(argument: Argument, players: Sequence[str]) -> Markup:
    match argument:
        case Seat():
            return escape(isolated(players[argument]))
        case Message():
            return message_html(argument, players)
        case int():
            return escape(total(argument))
        case Card():
            return draw(argument)
        case tuple():
            cards = [item for item in argument if isinstance(item, Card)]
            if cards:
                return draw_cards(cards)
            # The words between the items need no escaping.
            return Markup(list_of(_argument_html(item, players) for item in argument))  # noqa: S704
        case _:
            return escape(argument)


def ending_message(rule: EndingRule, by: Seat | None) -> Message:
    """The ending of a round: `Jean knocked`."""
    return rule.label if by is None else about(rule.label, by)


def about(text: Message, player: Seat) -> Message:
    """A message of the core about this player: `Jean deals next.`"""
    return Message(text.template, (("player", player),))


def deals_words(dealer: Seat | None, game: Game) -> str:
    """The words next to the dealing side. With partners, they name the player who deals."""
    words = game.variant.words
    if not game.partners or dealer is None:
        return translate(words.begins)
    return translate(about(words.rematch, dealer), game.players)


def next_round_words(sheet: Sheet) -> str:
    """The next round: `Round 5`, or `Round 2 of 4`. Void rounds count only in the first form."""
    number, variant, rules = sheet.columns[0].rounds + 1, sheet.game.variant, sheet.game.rules
    last = variant.last_round(rules) or getattr(rules, "rounds", 0)
    if number <= last:
        return str(gettext("Round %(number)d of %(last)d", number=number, last=last))
    return str(gettext("Round %(number)d", number=len(sheet.rounds) + 1))


def short_names(names: Sequence[str], longest: int = 4) -> list[str]:
    """Names shortened for narrow columns, all different from each other.

    >>> short_names(["Ann", "Roberto", "Robin"])
    ['Ann', 'Robe…', 'Robin']
    >>> short_names(["Wanderers North", "Wanderers South"], 8)
    ['…s North', '…s South']
    """
    begins = ([_cut(name, most) for name in names] for most in range(longest, longest + 3))
    ends = [_cut(name[::-1], longest)[::-1] for name in names]
    numbers = [str(number) for number in range(1, len(names) + 1)]
    return next(short for short in (*begins, ends, numbers) if len({*short}) == len(names))


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def time_ago(moment: datetime) -> str:
    """The time since a moment: `5 minutes ago`.

    A moment in the future, from a wrong clock, counts as one minute ago.
    """
    if moment == UNKNOWN_TIME:
        return str(gettext("some time ago"))
    since = min(moment - clock.now(), timedelta(minutes=-1))
    return str(format_timedelta(since, granularity="minute", add_direction=True))


def init_formatting(app: Flask) -> None:
    for template_filter in (
        about,
        by_side,
        capital,
        colour_of,
        deals_words,
        done_by,
        earned,
        ending_message,
        list_of,
        message_html,
        names_of,
        next_round_words,
        place_in,
        players_behind,
        players_of,
        short_names,
        sides_told,
        signed,
        total,
        who_did,
    ):
        app.add_template_filter(template_filter)
