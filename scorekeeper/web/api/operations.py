"""Declarations of the API: a route, its role, its parameters and documents, its answers.

One declaration at each view serves the router, the permissions, the check of parameters and the
description.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from inspect import cleandoc
from typing import Literal

from flask import Blueprint, Response, request

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.rummy.documents.schema_words import Schema
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.api.once import LONGEST_KEY, once
from scorekeeper.web.shell.permissions import declare_for_programs
from scorekeeper.web.shell.requests import API, KEY

blueprint = Blueprint("api", __name__, url_prefix=API)

GAME_DOCUMENT = "GameDocument"
"""The name of the schema of a game document, in the description of the API."""

JSON = "application/json"

Links = dict[str, Mapping[str, str]]
"""Operations that an answer leads to, and where to find their parameters."""

BYTES = "application/octet-stream"
"""The media type of any file, for programs that do not know the file's own type."""

Method = Literal["GET", "POST", "PUT", "DELETE"]
View = Callable[..., Response]


class Changes(Enum):
    """What an operation changes. The value is the set of headers that the operation needs.
    See `once` for the key and `etags` for `If-Match`.
    """

    # Not tuples: Python 3.11.2, in Debian 12, copies an empty one.
    NOTHING = frozenset[str]()
    THE_BOOK = frozenset({KEY})
    A_STATE = frozenset({KEY, "If-Match"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of the path if the path has its `name`, else of the query or a header."""

    name: str
    description: str
    schema: Schema


HEADERS = {
    KEY: Parameter(
        KEY,
        "The program’s own key for this request. A request with the same key is done only once.",
        {"type": "string", "minLength": 1, "maxLength": LONGEST_KEY, "pattern": "^[!-~]+$"},
    ),
    "If-Match": Parameter(
        "If-Match",
        "The ETag of the game, open round or tournament to change, as the program read it.",
        {"type": "string"},
    ),
}
"""The headers that changes need."""

GAME_ID = Parameter("game_id", "The id of a game, as `games` lists it.", {"type": "string"})
TOURNAMENT_ID = Parameter(
    "tournament_id", "The id of a tournament, as `tournaments` lists it.", {"type": "string"}
)


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one address.

    `others` has the answers of further statuses. `refusals` has the error statuses beyond the
    common ones. `all_refusals` has these and the common ones.
    """

    method: Method
    path: str
    endpoint: str
    summary: str
    description: str
    tag: str
    role: Role | None
    answers: tuple[type[Answer], ...] = ()
    status: int = 200
    media_type: str = JSON
    others: Mapping[int, type[Answer] | None] = field(default_factory=dict)
    refusals: tuple[int, ...] = ()
    documents: tuple[str, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    changes: Changes = Changes.NOTHING
    links: Links = field(default_factory=dict)

    @property
    def in_path(self) -> tuple[Parameter, ...]:
        names = re.findall(r"<(?:[^<>:]+:)?(\w+)>", self.path)
        return tuple(parameter for parameter in self.parameters if parameter.name in names)

    @property
    def in_query(self) -> tuple[Parameter, ...]:
        return tuple(parameter for parameter in self.parameters if parameter not in self.in_path)

    @property
    def all_refusals(self) -> list[int]:
        return sorted(
            {
                *(422, 500, 503),
                *((401, 403) if self.role else ()),
                *((404,) if self.in_path else ()),
                *((411, 413, 415) if self.documents else ()),
                *((409, 411, 413, 415, 428) if self.changes.value else ()),
                *self.refusals,
            }
        )


DOCUMENTS: dict[str, Schema] = {}
"""The schemas of documents outside the game document, by their names."""

OF_THE_GAME = {"game_id": "$request.path.game_id"}
"""The parameters of a link to a game: its id from the path of the request."""


def leads_to(parameters: Mapping[str, str], *names: str) -> Links:
    return dict.fromkeys(names, parameters)


OPERATIONS: dict[str, Operation] = {}
"""Every operation by its endpoint, in the order of declaration."""


def operation(
    method: Method,
    path: str,
    tag: str,
    *,
    role: Role | None,
    answers: tuple[type[Answer], ...] = (),
    status: int = 200,
    media_type: str = JSON,
    others: Mapping[int, type[Answer] | None] | None = None,
    refusals: tuple[int, ...] = (),
    documents: tuple[str, ...] = (),
    parameters: tuple[Parameter, ...] = (),
    changes: Changes = Changes.NOTHING,
    links: Links | None = None,
) -> Callable[[View], View]:
    """Declare the view below as an operation. Its name and docstring describe the operation.

    `role` is the lowest role that can call it. `None` opens it to everybody. A view that changes
    something runs in a transaction, once per key.
    """

    def declare(view: View) -> View:
        endpoint = f"{blueprint.name}.{view.__name__}"
        OPERATIONS[endpoint] = Operation(
            method=method,
            path=path,
            endpoint=endpoint,
            summary=(view.__doc__ or "").partition("\n")[0],
            description=cleandoc(view.__doc__ or ""),
            tag=tag,
            role=role,
            answers=answers,
            status=status,
            media_type=media_type,
            others=others or {},
            refusals=refusals,
            documents=documents,
            parameters=parameters,
            changes=changes,
            links=links or {},
        )
        declare_for_programs(endpoint, role)
        answering = once(view) if changes.value else view
        blueprint.add_url_rule(
            path,
            view_func=answering,
            methods=[method],
            strict_slashes=bool(path),
            merge_slashes=False,  # a player's name may begin with one
        )
        return view

    return declare


def one_of(known: Iterable[object], where: str) -> RuleError:
    values = ", ".join(map(str, known))
    return RuleError(message("Choose one of these: {known}.", known=values), where)


@blueprint.before_request
def _refuse_other_parameters() -> None:
    """Raise `RuleError` for a parameter that is unknown, empty, wrong or repeated."""
    if request.method == "OPTIONS":
        return  # A browser's preflight request names only one of several methods.
    known = {
        parameter.name: parameter.schema
        for parameter in OPERATIONS[request.endpoint or ""].in_query
    }
    for name, texts in request.args.lists():
        if name not in known:
            sentence = message("Unknown field “{key}”.", key=shortened(name))
            raise RuleError(sentence, shortened(name))
        if not all(text.strip() for text in texts):
            raise RuleError(message("Leave out what is empty."), name)
        if len(texts) > 1:
            raise RuleError(message("Enter this only once."), name)
        if texts[0] not in known[name].get("enum", texts):
            raise one_of(known[name]["enum"], name)
        if known[name].get("type") == "boolean" and texts[0] not in ("true", "false"):
            raise RuleError(message("This must be true or false."), name)
