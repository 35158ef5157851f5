#!/bin/sh
# Guess: a client generator for OpenAPI 3.1 accepts an enumeration with values of two types, as
# JSON Schema allows, or makes it "any".
# Seen (openapi-python-client 0.29.1): it leaves out the whole object with such a property, and each
# operation that sends the object. It prints warnings, and the exit status is 0. It accepts the same
# values as alternatives with one type each.
# Why it matters here: "opened" is yes, no, or "pairs". Because of this one property, programs had
# no way to send a hand.
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

OPENED = {
    "mixed": {"enum": [True, False, "pairs"]},
    "alternatives": {"oneOf": [{"type": "boolean"}, {"type": "string", "enum": ["pairs"]}]},
}
hand = {
    "type": "object",
    "properties": {"opened": OPENED[sys.argv[1]], "left": {"type": "integer"}},
}
body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Hand"}}}}
description = {
    "openapi": "3.1.0",
    "info": {"title": "Hands", "version": "1"},
    "paths": {
        "/hands": {
            "post": {
                "operationId": "send_hand",
                "requestBody": {**body, "required": True},
                "responses": {"204": {"description": "Taken."}},
            }
        }
    },
    "components": {"schemas": {"Hand": hand}},
}
print(json.dumps(description))
EOF
for kind in mixed alternatives; do
  venv/bin/python describe.py "$kind" >"$kind.json"
  openapi-python-client generate --meta none --path "$kind.json" --output-path "$kind" >"$kind.log" 2>&1
  made=
  for file in models/hand.py api/default/send_hand.py; do
    if [ -e "$kind/$file" ]; then made="$made $file"; fi
  done
  echo "$kind:${made:- nothing}"
done >seen
cat seen
diff seen - <<'EOF'
mixed: nothing
alternatives: models/hand.py api/default/send_hand.py
EOF
