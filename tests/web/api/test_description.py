"""The API’s description and its page’s examples: all their requests work."""

from __future__ import annotations

import json
import re
import shlex
from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import Environment
from jsonschema import Draft202012Validator

from scorekeeper import __version__
from scorekeeper.config import CHECKOUT
from scorekeeper.rummy import answer_melds, best_melds, score
from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.rummy.documents.schema import game_schema
from scorekeeper.web.api.description import EXAMPLES_FILE, describe
from scorekeeper.web.api.operations import OPERATIONS
from scorekeeper.web.shell.problems import ProblemType
from tests.support.api import description, validator
from tests.support.api_examples import made_anew, written
from tests.support.documents import document, ended, gin, knock
from tests.support.programs import PlayingProgram
from tests.support.walks import walk


@pytest.fixture
def described(program: FlaskClient) -> Any:
    """The description as the server sends it."""
    return program.get("/api/v1/openapi.json").get_json()


def test_every_route_is_described(app: Flask, described: Any) -> None:
    endpoints = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert {endpoint for endpoint in endpoints if endpoint.startswith("api.")} == set(OPERATIONS)
    assert sum(map(len, described["paths"].values())) == len(OPERATIONS)
    assert "/api/v1/games/{game_id}" in described["paths"]


def test_every_parameter_is_described(described: Any) -> None:
    operations = [operation for path in described["paths"].values() for operation in path.values()]
    parameters = [parameter for operation in operations for parameter in operation["parameters"]]
    assert all(parameter["description"] for parameter in parameters)
    games = [parameter for parameter in parameters if parameter["name"] == "game"]
    assert games
    assert all("gin" in game["schema"]["enum"] for game in games)


def operations_of(described: Any) -> list[Any]:
    """Return every operation of the description."""
    return [operation for path in described["paths"].values() for operation in path.values()]


def test_it_has_all_that_linters_of_descriptions_ask_for(described: Any) -> None:
    info = described["info"]
    assert info["license"]["identifier"] == "MIT"
    assert info["contact"]["name"]
    assert described["servers"]
    assert not [path for path in described["paths"] if path.endswith("/")]
    assert all(operation["description"] for operation in operations_of(described))
    tags = {tag["name"] for tag in described["tags"] if tag["description"]}
    assert tags == {tag for operation in operations_of(described) for tag in operation["tags"]}
    for schema in described["components"]["schemas"].values():
        choices = [json.dumps(each, sort_keys=True) for each in schema.get("anyOf", ())]
        assert len(choices) == len(set(choices))


def test_what_is_public_says_so(described: Any) -> None:
    by_name = {operation["operationId"]: operation for operation in operations_of(described)}
    assert all("security" in operation for operation in by_name.values())
    public = {name for name, operation in by_name.items() if operation["security"] == []}
    assert public == {"index", "openapi", "score", "melds"}


def test_its_patterns_compile_in_javascript_without_flags(described: Any) -> None:
    def patterns_in(part: Any) -> Iterator[str]:
        if isinstance(part, dict):
            if isinstance(pattern := part.get("pattern"), str):
                yield pattern
            part = list(part.values())
        for each in part if isinstance(part, list) else ():
            yield from patterns_in(each)

    found = list(patterns_in(described))
    assert found
    for pattern in found:
        # Without flags JavaScript reads a character beyond the first plane as two.
        units = pattern.encode("utf-16-le", "surrogatepass")
        re.compile(
            "".join(chr(low | high << 8) for low, high in zip(*[iter(units)] * 2, strict=True))
        )
        assert "(?" not in pattern


def test_every_kind_of_problem_is_on_the_page() -> None:
    told = re.findall(r"^\| [0-9, ]+ \| ((?:(?:, )?`[a-z-]+`)+) \|", PAGE, re.MULTILINE)
    assert set(re.findall(r"[a-z-]+", " ".join(told))) == {*ProblemType}


def test_its_schemas_are_schemas_and_refer_to_what_is_there(described: Any) -> None:
    schemas = described["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    named = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described))
    assert set(named) <= set(schemas)
    assert "#/$defs" not in json.dumps(described)


STRICT = game_schema()


@walk("name", ["GameDocument", *STRICT["$defs"]])
def test_it_has_each_part_of_the_game_document_with_the_same_keys(
    described: Any, name: str
) -> None:
    part = described["components"]["schemas"][name]
    strict = STRICT["$defs"].get(name, STRICT)
    assert set(part.get("properties", ())) == set(strict.get("properties", ()))
    assert part.get("required") == strict.get("required")


def test_a_generator_of_programs_finds_a_type_for_each_document(described: Any) -> None:
    """Some keywords would make generators create types without names, or no types."""
    schemas = described["components"]["schemas"]
    assert "anyOf" not in schemas["GameDocument"]
    assert "/schema/game-1.json" in schemas["GameDocument"]["description"]
    words = r'"(allOf|oneOf|not|if|pattern|patternProperties|dependentSchemas)": '
    assert not re.findall(words, json.dumps(schemas))


def test_below_a_path_it_says_where_the_server_is(app: Flask) -> None:
    with app.app_context():
        assert describe(app, "/rummy")["servers"] == [{"url": "/rummy"}]


@walk(
    "answer",
    [
        score(document("gin", knock("Ann", Ann=3, Bob=11))),
        score(document("hollywood", gin("Ann", Bob=80))),
        score(document("tonk", ended("out", "Ann", Bob=5))),
        score(document("three-thirteen", ended("out", "Ann", Bob=5))),
        best_melds({"variant": "gin", "hand": "7S 7H 7D KC"}),
        best_melds({"variant": "gin", "hand": "TS KC", "on": ["7S 8S 9S"]}),
        best_melds({"variant": "contract", "hand": "7S 7H", "round": 1, "ask": True}),
        answer_melds({"variant": "canasta", "melds": ["K K JK", "7 7 7"], "ask": True}),
        answer_melds({"variant": "burraco", "melds": ["AH 2H 3H 4H 5H 6H 7H"], "ask": True}),
        *(
            answer_melds({"variant": "tiles"} | question)
            for question in (
                {"table": ["R3 R4 R5"]},
                {"table": ["R3 R4", "R5 R6"]},
                {"table": ["R3 R4"]},
                {"table": ["R3 R4 R5"], "hand": "R6"},
                {"table": ["R3 R4 R5"], "ask": "add", "card": "R6"},
                {"table": ["R3 R4 R5"], "ask": "add", "card": "B6"},
                {"ask": "first-meld", "melds": ["R12 R13 JK"]},
                {"ask": "first-meld", "melds": ["R12"]},
                {"ask": "first-meld", "hand": "R12 R13 JK"},
            )
        ),
        *(
            answer_melds({"variant": "okey-101", "ask": "first-meld"} | question)
            for question in ({"melds": ["R1 R1"]}, {"hand": "R1 R1 B2 JK"})
        ),
    ],
)
def test_answers_of_every_form_are_as_described(app: Flask, answer: Answer) -> None:
    known = description(app)
    schema = known["components"]["schemas"][type(answer).__name__]
    said = answer.as_json()
    validator(known, schema).validate(said)
    assert set(said) <= set(schema["properties"])


@walk(
    "document",
    [
        document("gin", knock("Ann", Ann=3, Bob=11)),
        document("gin", gin("Ann", Bob={"hand": "AS 3S 5S 7S 9S JS KS 2H 4H 6H"})),
        document(
            "gin", gin("Ann", Bob={"melds": ["7S 7H 7D"], "unmatched": "AS 3S 5S 9S JS KS 2H"})
        ),
        document("rummy-500", ended("out", "Ann", Bob={"left": "KS", "shown": 15})),
        document(
            "canasta",
            ended("out", "Ann", Ann={"melded": 110, "natural": 1}, Bob={"left": "K 4"})
            | {"allow": ["illegal-out"]},
        ),
    ],
)
def test_what_is_a_game_document_is_one_by_the_description_too(
    described: Any, document: Any
) -> None:
    score(document)
    validator(described, described["components"]["schemas"]["GameDocument"]).validate(document)


def test_the_first_address_says_where_the_rest_is_described(program: FlaskClient) -> None:
    for address in ("/api/v1", "/api/v1/"):
        answer = program.get(address)
        assert answer.status_code == 200
        assert answer.get_json()["version"] == __version__
        assert program.get(answer.get_json()["description"]).get_json()["openapi"] == "3.1.0"


def test_what_leads_to_the_next_page_is_described(described: Any) -> None:
    listed = described["components"]["schemas"]["ListedGames"]["properties"]
    assert "`after`" in listed["next"]["description"]


def test_the_examples_are_what_a_server_answers() -> None:
    found = EXAMPLES_FILE.read_text(encoding="utf-8")
    assert found == written(made_anew()), "run: python -m tests.support.api_examples"


def contents(described: Any) -> Iterator[tuple[str, Any]]:
    """Yield every body of the description, with the id of its operation."""
    for path in described["paths"].values():
        for operation in path.values():
            bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
            for body in bodies:
                for content in body.get("content", {}).values():
                    yield operation["operationId"], content


def test_every_example_is_as_described_and_none_is_missing(described: Any) -> None:
    without = {"openapi", "index", "picture"}
    for name, content in contents(described):
        if example := content.get("example"):
            validator(described, content["schema"]).validate(example)
        elif name not in without:
            refusals = ("Problem", "Outdated", "OutdatedRound", "OutdatedTournament")
            assert content["schema"]["$ref"].endswith(refusals)


def test_what_a_change_made_is_read_where_its_link_leads(
    described: Any, player: PlayingProgram
) -> None:
    operations = {
        operation["operationId"]: (method, path, operation)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
    }
    changes = {
        "start": ("POST", "/api/v1/games", {"variant": "gin", "players": ["Ann", "Bob"]}),
        "record": ("POST", f"{player.address}/rounds", knock("Ann", Ann=5, Bob=9)),
        "announce": ("POST", f"{player.address}/open", {"ending": "knock", "by": "Ann"}),
    }
    followed = []
    for name, (method, address, sent) in changes.items():
        headers = {"Idempotency_Key": name} | ({} if name == "start" else {"If_Match": player.tag})
        answer = player.ask(method, address, sent, **headers)
        player.look()
        _method, _path, operation = operations[name]
        [links] = [each["links"] for each in operation["responses"].values() if "links" in each]
        for link in links.values():
            leads, path, _operation = operations[link["operationId"]]
            if leads != "get":
                continue
            for parameter, where in link["parameters"].items():
                value = player.game
                if where.startswith("$response.body#/"):
                    value = answer.get_json()
                    for key in where.removeprefix("$response.body#/").split("/"):
                        value = value[key]
                path = path.replace(f"{{{parameter}}}", str(value))
            assert player.ask("GET", path).status_code == 200
            followed.append((name, link["operationId"]))
    assert followed == [("start", "game"), ("record", "entry"), ("announce", "open_round")]


PAGE = (CHECKOUT / "docs" / "api.md").read_text(encoding="utf-8")
SERVER = "http://localhost:8000"

CURL = ArgumentParser()
CURL.add_argument("address")
CURL.add_argument("-H", dest="headers", action="append", default=[])
CURL.add_argument("-d", dest="data")


def examples() -> Iterator[tuple[str, Any]]:
    """Yield every command of the page, with the answer shown below it."""
    blocks = re.findall(r"^```(sh|json)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for (kind, command), (_json, answer) in pairwise(blocks):
        if kind == "sh":
            yield command, json.loads(answer)


EXAMPLES = list(examples())


@walk(("command", "shown"), EXAMPLES)
def test_an_example_is_answered_as_shown(player: PlayingProgram, command: str, shown: Any) -> None:
    facts = {"\\\n": "", "TOKEN": player.secret, "/ID/": f"/{player.game}/", "ETAG": player.tag}
    for name, fact in facts.items():
        command = command.replace(name, fact)
    curl, *words = shlex.split(command)
    assert curl == "curl"
    asked = CURL.parse_args(words)
    answer = player.client.open(
        asked.address.removeprefix(SERVER),
        method="POST" if asked.data else "GET",
        data=asked.data,
        headers=dict(header.split(": ", 1) for header in asked.headers),
    )
    assert_shows(shown, answer.get_json())


def assert_shows(shown: Any, answer: Any) -> None:
    """Check that the answer has all that is shown. It can have more."""
    if isinstance(shown, dict):
        for key, part in shown.items():
            assert_shows(part, answer[key])
    elif isinstance(shown, list):
        assert len(shown) == len(answer)
        for part, answered in zip(shown, answer, strict=True):
            assert_shows(part, answered)
    else:
        assert shown == answer


def test_the_page_has_examples() -> None:
    assert len(EXAMPLES) >= 4


def test_the_sensors_show_what_is_in_play(program: FlaskClient, bearer: dict[str, str]) -> None:
    configuration = (CHECKOUT / "deploy" / "home-assistant.yaml").read_text(encoding="utf-8")
    templates = re.findall(r"value_template: >-\n\s+(.+)\n", configuration)
    sensors = [Environment(autoescape=True).from_string(template) for template in templates]
    answer = program.get("/api/v1/now", headers=bearer).get_json()
    assert [each.render(value_json=answer) for each in sensors] == ["Ann 20, Bob 0", "Ann"]
    assert [each.render() for each in sensors] == ["none", "none"], "an answer without a game"
