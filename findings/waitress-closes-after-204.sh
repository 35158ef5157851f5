#!/bin/sh
# Guess: a keep-alive connection stays open after an answer without a body.
# Seen (Waitress 3.0.2): after 200 it stays open; after each 204 and 304 the server sends
# `Connection: close` and closes. It also sends the body after HEAD if the application returns one.
# Why it matters here: phones poll, and most answers are 204 or 304. Each poll then costs a new
# connection, and with TLS a new handshake.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check waitress==3.0.2
venv/bin/python - <<'EOF'
import http.client
import socket
import threading

from waitress.server import create_server


def app(environ, start_response):
    status = {"/204": "204 No Content", "/304": "304 Not Modified"}.get(environ["PATH_INFO"])
    if status:
        start_response(status, [])
        return []
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]


server = create_server(app, host="127.0.0.1", port=0)
threading.Thread(target=server.run, daemon=True).start()
port = server.effective_port
closes = {}
for path in ("/200", "/204", "/304"):
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    client.request("GET", path)
    answer = client.getresponse()
    answer.read()
    closes[path] = answer.getheader("Connection") == "close"
    client.close()
print("closes:", closes)
assert closes == {"/200": False, "/204": True, "/304": True}

with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
    client.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    answer = b"".join(iter(lambda: client.recv(4096), b""))
print("after HEAD:", answer.rpartition(b"\r\n\r\n")[2])
assert answer.endswith(b"ok")
EOF
