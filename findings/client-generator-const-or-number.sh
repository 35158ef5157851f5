#!/bin/sh
# Guess: if `anyOf` has a `const` of 0 and an integer from 25 up, a generated client accepts both.
# Seen (openapi-python-client 0.29.1): the type is `int`, but the client tries only the 0: any other
# number is rejected with "must match const". No warning is printed. With an `enum` of one number
# instead of the `const`, all are accepted.
# Why it matters here: this schema describes a house rule that is off at 0 and otherwise has a
# minimum. A client made from it could not read any game with this rule.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check openapi-python-client==0.29.1 ruff==0.14.5
PATH=$work/venv/bin:$PATH
export PATH
cat >describe.py <<'EOF'
import json
import sys

NONE = {"const": {"const": 0}, "enum": {"type": "integer", "enum": [0]}}
target = {"anyOf": [NONE[sys.argv[1]], {"type": "integer", "minimum": 25}]}
game = {"type": "object", "properties": {"target": target}, "required": ["target"]}
answer = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Game"}}}}
description = {
    "openapi": "3.1.0",
    "info": {"title": "Games", "version": "1"},
    "paths": {
        "/game": {
            "get": {
                "operationId": "get_game",
                "responses": {"200": {**answer, "description": "The game."}},
            }
        }
    },
    "components": {"schemas": {"Game": game}},
}
print(json.dumps(description))
EOF
cat >read.py <<'EOF'
import sys
from importlib import import_module

Game = import_module(f"by_{sys.argv[1]}.models").Game
for target in (100, 0):
    try:
        print(f"{sys.argv[1]}: {Game.from_dict({'target': target}).to_dict()}")
    except ValueError as error:
        print(f"{sys.argv[1]}: {error}")
EOF
for kind in const enum; do
  venv/bin/python describe.py "$kind" >"$kind.json"
  openapi-python-client generate --meta none --path "$kind.json" --output-path "by_$kind" >"$kind.log" 2>&1
  if grep -q -i warning "$kind.log"; then echo "$kind: a warning"; fi
  venv/bin/python read.py "$kind"
done >seen
cat seen
diff seen - <<'EOF'
const: target_type_0 must match const 0, got '100'
const: {'target': 0}
enum: {'target': 100}
enum: {'target': 0}
EOF
