"""The perfect matching of least weight, by Edmonds’ blossom algorithm with exact integers.

Every vertex and blossom has a dual variable. An edge is tight if the duals of its ends add up to
its gain. Alternating trees of tight edges grow from the unmatched vertices. If two trees meet, the
path between their roots is augmented. An odd cycle of tight edges shrinks to a blossom, which is
used as one vertex.

https://en.wikipedia.org/wiki/Blossom_algorithm
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

NONE = 0
"""No vertex. Vertices are numbered from 1, blossoms after them."""

FREE, OUTER, INNER = -1, 0, 1
"""Labels of vertices: in no tree, or at an even or odd distance from the root of a tree."""


def lightest_matching(weights: Sequence[Sequence[int]]) -> list[int]:
    """The partner of each vertex, from 0. `weights` is symmetric with an even number of rows.

    >>> lightest_matching([[0, 1, 5, 5], [1, 0, 5, 1], [5, 5, 0, 9], [5, 1, 9, 0]])
    [2, 3, 0, 1]
    """
    search = _MatchingSearch(weights)
    while search.unmatched():
        search.match_two_more()
    return [search.match[vertex] - 1 for vertex in range(1, search.size + 1)]


class _MatchingSearch:
    """The state of the search. The lists are indexed by vertex or blossom, from 1.

    `top` is the outermost blossom that contains a vertex, or the vertex itself. `match` and
    `parent` are the vertices at the other end of an edge. `slack` is the outer vertex with the
    cheapest edge to this one. `part_with` is the part of a blossom that contains a vertex.
    """

    def __init__(self, weights: Sequence[Sequence[int]]) -> None:
        self.size = size = len(weights)
        self.last = size
        highest = max(map(max, weights), default=0)
        room = size + size // 2 + 1
        # Weights are doubled so that half a dual step is a whole number.
        self.gain = [[0] * (size + 1)]
        self.gain += [[0, *(2 * (highest - weight) for weight in row)] for row in weights]
        self.edge = [[(u, v) for v in range(room)] for u in range(room)]
        self.known = [[u <= size and v <= size for v in range(room)] for u in range(room)]
        self.dual = [highest] * (size + 1) + [0] * (room - size - 1)
        self.top = [u if u <= size else NONE for u in range(room)]
        self.match = [NONE] * room
        self.parent = [NONE] * room
        self.slack = [NONE] * room
        self.side = [FREE] * room
        self.seen = [0] * room
        self.walks = 0
        self.parts: list[list[int]] = [[] for _ in range(room)]
        self.part_with = [[NONE] * (size + 1) for _ in range(room)]
        for vertex in range(1, size + 1):
            self.part_with[vertex][vertex] = vertex
        self.queue: deque[int] = deque()

    def unmatched(self) -> bool:
        return NONE in self.match[1 : self.size + 1]

    def match_two_more(self) -> None:
        """Grow trees from all unmatched vertices until an augmenting path is found."""
        self.side = [FREE] * len(self.side)
        self.slack = [NONE] * len(self.slack)
        self.queue.clear()
        for x in self._tops():
            if not self.match[x]:
                self.parent[x], self.side[x] = NONE, OUTER
                self._enqueue(x)
        while not self._grow():
            self._change_duals()
            if self._take_new_tight_edges():
                return
            for blossom in self._inner_blossoms():
                if not self.dual[blossom]:
                    self._expand(blossom)

    def _tops(self) -> list[int]:
        return [x for x in range(1, self.last + 1) if self.top[x] == x]

    def _inner_blossoms(self) -> list[int]:
        return [x for x in self._tops() if x > self.size and self.side[x] == INNER]

    def _excess(self, u: int, v: int) -> int:
        """The sum of the duals of an edge minus its gain, 0 if the edge is tight."""
        return self.dual[u] + self.dual[v] - self.gain[u][v]

    def _between(self, x: int, y: int) -> int:
        return self._excess(*self.edge[x][y])

    def _grow(self) -> bool:
        """Follow tight edges from outer vertices. True once a path was augmented."""
        while self.queue:
            u = self.queue.popleft()
            for v in range(1, self.size + 1):
                if self.top[u] == self.top[v]:
                    continue
                if self._excess(u, v):
                    self._note_slack(u, self.top[v])
                elif self._take(u, v):
                    return True
        return False

    def _change_duals(self) -> None:
        """Change the duals by the smallest step that makes an edge tight or a blossom expand."""
        steps = [self.dual[blossom] // 2 for blossom in self._inner_blossoms()]
        for x in self._tops():
            if self.slack[x] and self.side[x] != INNER:
                excess = self._between(self.slack[x], x)
                steps.append(excess if self.side[x] == FREE else excess // 2)
        step = min(steps)
        for u in range(1, self.size + 1):
            side = self.side[self.top[u]]
            if side != FREE:
                self.dual[u] += step if side == INNER else -step
        for x in range(self.size + 1, self.last + 1):
            if self.top[x] == x and self.side[x] != FREE:
                self.dual[x] += 2 * step if self.side[x] == OUTER else -2 * step

    def _take_new_tight_edges(self) -> bool:
        self.queue.clear()
        for x in range(1, self.last + 1):
            near = self.slack[x]
            is_near = self.top[x] == x and near and self.top[near] != x
            if is_near and not self._between(near, x) and self._take(*self.edge[near][x]):
                return True
        return False

    def _take(self, u: int, v: int) -> bool:
        """Use a tight edge from an outer vertex. True if it joined two trees."""
        x, y = self.top[u], self.top[v]
        if self.side[y] == FREE:
            self.parent[y], self.side[y] = u, INNER
            mate = self.top[self.match[y]]
            self.slack[y] = self.slack[mate] = NONE
            self.side[mate] = OUTER
            self._enqueue(mate)
        elif self.side[y] == OUTER:
            meeting = self._meeting(x, y)
            if not meeting:
                self._turn_over(x, y)
                self._turn_over(y, x)
                return True
            self._shrink(x, meeting, y)
        return False

    def _note_slack(self, u: int, x: int) -> None:
        if not self.slack[x] or self._between(u, x) < self._between(self.slack[x], x):
            self.slack[x] = u

    def _set_slack(self, x: int) -> None:
        self.slack[x] = NONE
        for u in range(1, self.size + 1):
            if self.top[u] != x and self.side[self.top[u]] == OUTER:
                self._note_slack(u, x)

    def _enqueue(self, x: int) -> None:
        if x <= self.size:
            self.queue.append(x)
        for part in self.parts[x]:
            self._enqueue(part)

    def _set_top(self, x: int, top: int) -> None:
        self.top[x] = top
        for part in self.parts[x]:
            self._set_top(part, top)

    def _meeting(self, x: int, y: int) -> int:
        """The lowest common ancestor of two outer vertices. `NONE` if their trees differ."""
        self.walks += 1
        while x or y:
            if x:
                if self.seen[x] == self.walks:
                    return x
                self.seen[x] = self.walks
                x = self.top[self.match[x]]
                if x:
                    x = self.top[self.parent[x]]
            x, y = y, x
        return NONE

    def _turn_over(self, x: int, y: int) -> None:
        """Match `x` to `y`, and flip the matching on the path from `x` to its root."""
        while True:
            mate = self.top[self.match[x]]
            self._set_match(x, y)
            if not mate:
                return
            above = self.top[self.parent[mate]]
            self._set_match(mate, above)
            x, y = above, mate

    def _set_match(self, x: int, y: int) -> None:
        u, self.match[x] = self.edge[x][y]
        if x > self.size:
            part = self.part_with[x][u]
            place = self._place(x, part)
            parts = self.parts[x]
            for index in range(place):
                self._set_match(parts[index], parts[index ^ 1])
            self._set_match(part, y)
            self.parts[x] = parts[place:] + parts[:place]

    def _place(self, blossom: int, part: int) -> int:
        """The index of a part in the cycle of a blossom. Reverse the cycle if the index is odd."""
        parts = self.parts[blossom]
        place = parts.index(part)
        if place % 2:
            parts[1:] = parts[:0:-1]
            return len(parts) - place
        return place

    def _shrink(self, x: int, meeting: int, y: int) -> None:
        """Make a blossom of the cycle through `x`, `y` and their common ancestor `meeting`."""
        blossom = self.size + 1
        while blossom <= self.last and self.top[blossom]:
            blossom += 1
        self.last = max(self.last, blossom)
        self.dual[blossom], self.side[blossom] = 0, OUTER
        self.match[blossom] = self.match[meeting]
        parts = self.parts[blossom] = [meeting, *reversed(self._way(x, meeting))]
        parts += self._way(y, meeting)
        self._set_top(blossom, blossom)
        self.known[blossom] = [False] * len(self.known)
        for row in self.known:
            row[blossom] = False
        self.part_with[blossom] = [NONE] * (self.size + 1)
        for part in parts:
            for other in range(1, self.last + 1):
                if not self.known[part][other]:
                    continue
                if not self.known[blossom][other] or (
                    self._between(part, other) < self._between(blossom, other)
                ):
                    self.edge[blossom][other] = self.edge[part][other]
                    self.edge[other][blossom] = self.edge[other][part]
                    self.known[blossom][other] = self.known[other][blossom] = True
            for vertex in range(1, self.size + 1):
                if self.part_with[part][vertex]:
                    self.part_with[blossom][vertex] = part
        self._set_slack(blossom)

    def _way(self, x: int, meeting: int) -> list[int]:
        """The vertices from `x` to `meeting`. Inner ones become outer."""
        way = []
        while x != meeting:
            mate = self.top[self.match[x]]
            way += [x, mate]
            self._enqueue(mate)
            x = self.top[self.parent[mate]]
        return way

    def _expand(self, blossom: int) -> None:
        """Expand a blossom with dual 0. The even path through it stays in the tree."""
        for part in self.parts[blossom]:
            self._set_top(part, part)
        entry = self.part_with[blossom][self.edge[blossom][self.parent[blossom]][0]]
        place = self._place(blossom, entry)
        parts = self.parts[blossom]
        for inner, outer in zip(parts[:place:2], parts[1:place:2], strict=True):
            self.parent[inner] = self.edge[outer][inner][0]
            self.side[inner], self.side[outer] = INNER, OUTER
            self.slack[inner] = NONE
            self._set_slack(outer)
            self._enqueue(outer)
        self.side[entry], self.parent[entry] = INNER, self.parent[blossom]
        for part in parts[place + 1 :]:
            self.side[part] = FREE
            self._set_slack(part)
        self.top[blossom] = NONE
        self.parts[blossom] = []
