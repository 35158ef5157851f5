#!/bin/sh
# Guess: a client that has sent its whole request can close its sending side and read the answer.
# Seen (granian 2.8.9): the server closes without an answer. Waitress 3.0.2 answers.
# Why it matters here: small programs such as `printf ... | nc`, and some proxies, close in this way.
# Their polls and records seem to get lost, although the server runs.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check granian==2.8.9 waitress==3.0.2
cat >answer.py <<'EOF'
def app(environ, start_response):
    start_response("200 OK", [("Content-Length", "2")])
    return [b"ok"]
EOF
venv/bin/python - <<'EOF'
import socket
import subprocess
import time


def ask(port, half_closed):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        if half_closed:
            client.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: client.recv(4096), b""))


def answers(*command):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([part.format(port=port) for part in command])
    try:
        for _attempt in range(600):
            try:
                ask(port, half_closed=False)
                break
            except OSError:
                time.sleep(0.1)
        return [b"200 OK" in ask(port, half) for half in (False, True)]
    finally:
        server.terminate()
        server.wait()


granian = answers("venv/bin/granian", "--interface", "wsgi", "--port", "{port}", "answer:app")
waitress = answers("venv/bin/waitress-serve", "--listen=127.0.0.1:{port}", "answer:app")
print("granian: open, half closed:", *granian)
print("waitress: open, half closed:", *waitress)
assert granian == [True, False]
assert waitress == [True, True]
EOF
