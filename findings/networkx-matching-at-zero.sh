#!/bin/sh
# Guess: if all edges of a graph have the same weight, `max_weight_matching` matches the same number
# of nodes at any weight; or it uses only edges with a positive weight.
# Seen (networkx 3.6.1): at weight 0 it pairs all four players, though no edge adds anything. At -1
# it pairs nobody, unless called with `maxcardinality`. Weights from 0 up give a round without byes,
# negative weights give byes, with the same preferences.
# Why it matters here: negative weights against rematches cause needless byes.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check networkx==3.6.1
venv/bin/python - <<'EOF' >seen
from itertools import combinations

import networkx

for weight in (1, 0, -1):
    tables = networkx.Graph()
    tables.add_weighted_edges_from((*pair, weight) for pair in combinations("ABCD", 2))
    pairs = len(networkx.max_weight_matching(tables))
    most = len(networkx.max_weight_matching(tables, maxcardinality=True))
    print(f"weight {weight}: {pairs} pairs, of at most {most}")
EOF
cat seen
diff seen - <<'EOF'
weight 1: 2 pairs, of at most 2
weight 0: 2 pairs, of at most 2
weight -1: 0 pairs, of at most 2
EOF
