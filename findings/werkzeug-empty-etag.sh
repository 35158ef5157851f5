#!/bin/sh
# Guess: an entity tag can be empty, like the example `ETag: ""` in RFC 9110, section 8.8.3, and is
# compared like any other.
# Seen (werkzeug 3.1.9): a response contains the empty tag, but in a request it becomes `None`, which
# is written as the tag "None". It never matches, so a client with the newest state gets everything
# again instead of 304.
# Why it matters here: an empty If-Match or If-None-Match is treated neither as that tag nor as a
# missing header, and code that expects strings in the set finds `None`.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check werkzeug==3.1.9
venv/bin/python - <<'EOF' >seen
from werkzeug.test import create_environ
from werkzeug.wrappers import Request, Response

for tag in ("a", ""):
    response = Response("the score")
    response.set_etag(tag)
    sent = response.headers["ETag"]
    environ = create_environ(headers={"If-None-Match": sent})
    read = Request(environ).if_none_match
    response.make_conditional(environ)
    print(f"{sent}: {read.as_set()}, written {read}, answered {response.status_code}")
EOF
cat seen
diff seen - <<'EOF'
"a": {'a'}, written "a", answered 304
"": {None}, written "None", answered 200
EOF
