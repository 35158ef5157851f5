#!/bin/sh
# Guess: an entity tag can be empty, as the example `ETag: ""` in RFC 9110, section 8.8.3, and then
# it is compared as any other.
# Seen (werkzeug 3.1.9): a response writes the empty tag, but a request that sends it back has `None`
# in its place, which is written as the tag "None". No request ever matches, so a reader with the
# newest state gets all of it again instead of 304.
# Why it matters here: a program that sends an empty If-Match or If-None-Match gets neither an answer for
# that tag nor one for a missing header, and code that expects texts in the set finds `None`.
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
