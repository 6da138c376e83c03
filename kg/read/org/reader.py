"""Org files (https://orgmode.org/org.html), read as Markdown is: leaf blocks below headings.

Drawers, planning lines, comments, code and its results are not read; diagrams in source blocks are. No library is
used: those for Python tell no places within a section.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kg.model import BlockKind
from kg.read.base import Parts, Piece, chunks, has_suffix
from kg.read.diagram import DIAGRAMS
from kg.read.frame import Frame
from kg.read.org.inline import org_inline
from kg.read.pairs import pair_piece
from kg.read.plain import Context, Plain, Span, piece, raw_lines, row

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_HEADING = re.compile(
    r"(?P<stars>\*+)[ \t]+(?:(?:TODO|DONE)[ \t]+)?(?:\[#\w\][ \t]+)?(?P<text>\S.*?)(?:[ \t]+:[\w@#%:]+:)?\Z"
)
_KEYWORD = re.compile(r"[ \t]*#\+(?P<key>\w+):[ \t]*(?P<value>.*)\Z")
_BEGIN = re.compile(r"[ \t]*#\+begin_(?P<name>\w+)(?:[ \t]+(?P<word>[\w-]+))?", re.IGNORECASE)
_DRAWER = re.compile(r"[ \t]*:[\w-]+:[ \t]*\Z")
_END = re.compile(r"[ \t]*:end:[ \t]*\Z", re.IGNORECASE)
_ITEM = re.compile(
    r"(?P<indent>[ \t]*)(?:[-+]|(?<=[ \t])\*|\d+[.)])[ \t]+(?:\[@\d+\][ \t]*)?(?:\[[ xX-]\][ \t]+)?"
    r"(?:(?P<term>\S.{0,200}?)[ \t]+::[ \t]+)?(?=\S)"
)
_SILENT = re.compile(r"[ \t]*(?:#(?:[ \t]|\Z)|:[ \t]|-{5,}\Z|(?:SCHEDULED|DEADLINE|CLOSED):)")
_RULE = re.compile(r"[ \t]*\|[-+]+\|?[ \t]*\Z")
_PROSE = frozenset(("quote", "center", "note", "tip", "warning", "important", "caution"))
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Org:
    """Reader of Org files."""

    name = "org"

    def sniff(self, path: str, head: str) -> bool:
        """By suffix alone."""
        return has_suffix(path)

    def read(self, path: str, text: str) -> Parts:
        r"""Chunks of an Org file.

        >>> [c.lines for c in Org().read("a.org", "* Shop\nIt uses:\n- Redis\n- Kafka\n").chunks]
        [(2, 2), (3, 3), (4, 4)]
        """
        walk = _Walk(text)
        found = list(walk.pieces())
        return Parts(chunks(path, text, found), walk.title, walk.date)


@dataclass(slots=True)
class _Walk:
    """One pass over the lines of a text."""

    text: str
    title: str = ""
    date: str | None = None
    frame: Frame = field(default_factory=Frame)
    items: list[tuple[int, Frame]] = field(default_factory=list)
    led: tuple[str, ...] = ()
    headers: list[str] = field(default_factory=list)

    def pieces(self) -> Iterator[Piece]:
        """The pieces in document order."""
        lines = [(m.start(), m.start() + len(m[0].rstrip())) for m in _LINE.finditer(self.text)]
        at = 0
        while at < len(lines):
            taken, found = self.block(lines, at)
            at += taken
            yield from found

    def line(self, span: Span) -> str:
        return self.text[slice(*span)]

    def block(self, lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        """What begins at a line: how many lines it takes, and its pieces."""
        line = self.line(lines[at])
        for pattern, handler in _HANDLERS:
            match = pattern.match(line)
            if match:
                return handler(self, match, lines, at)
        return self.paragraph(lines, at)

    def heading(self, match: re.Match[str], lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        text = org_inline(match["text"], [(0, len(match["text"]))]).text
        self.frame.heading(len(match["stars"]), text)
        self.title, self.items, self.led = self.title or text, [], ()
        return 1, []

    def keyword(self, match: re.Match[str], lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        key, value = match["key"].lower(), match["value"].strip()
        if key == "title":
            self.title = value
        date = _DATE.search(value) if key == "date" else None
        self.date = date[0] if date else self.date
        return 1, []

    def fenced(self, match: re.Match[str], lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        """A block: quotes are read, diagrams are one piece, the rest is code."""
        name, word = match["name"].lower(), (match["word"] or "").lower()
        if name in _PROSE:
            return 1, []
        end = re.compile(rf"[ \t]*#\+end_{name}", re.IGNORECASE)
        stop = next((n for n in range(at + 1, len(lines)) if end.match(self.line(lines[n]))), len(lines))
        inner = [span for span in lines[at + 1 : stop] if span[1] > span[0]]
        self.frame.previous, self.led = None, ()
        if word not in DIAGRAMS or not inner:
            return stop - at + 1, []
        context = Context(self.frame.context.headings, (DIAGRAMS[word],))
        found = piece((inner[0][0], inner[-1][1]), raw_lines(self.text, inner), BlockKind.DIAGRAM, context)
        return stop - at + 1, found

    def drawer(self, match: re.Match[str], lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        stop = next((n for n in range(at, len(lines)) if _END.match(self.line(lines[n]))), at)
        return stop - at + 1, []

    def nothing(self, match: re.Match[str], lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        return 1, []

    def empty(self, match: re.Match[str], lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        self.headers = []
        return 1, []

    def item(self, match: re.Match[str], lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        """An item with the lines that are indented below it."""
        indent = len(match["indent"].expandtabs(8))
        while self.items and self.items[-1][0] >= indent:
            self.items.pop()
        around = self.items[-1][1] if self.items else self.frame
        first = (lines[at][0] + match.end(), lines[at][1])
        spans, taken = [first], 1
        while at + taken < len(lines) and self._goes_on(lines[at + taken], indent):
            spans.append(self._trimmed(lines[at + taken]))
            taken += 1
        if match["term"]:
            start = lines[at][0] + match.start("term")
            return taken, pair_piece([(start, start + len(match["term"]))], spans, self.scan, around.context)
        if around is self.frame and around.previous:
            self.led, around.previous = (around.previous,), None
        lead = self.led if around is self.frame else ()
        inner = Frame(list(around.headings), (*around.lead, *lead), item=True)
        self.items.append((indent, inner))
        return taken, inner.leaf(self.text, spans, self.scan)

    def _goes_on(self, span: Span, indent: int) -> bool:
        line = self.line(span)
        deeper = len(line) - len(line.lstrip()) > indent
        return deeper and not any(pattern.match(line) for pattern, _ in _HANDLERS)

    def row(self, match: re.Match[str], lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        """A row of a table; one above a rule names the columns."""
        bars = [lines[at][0] + found.start() for found in re.finditer(r"\|", self.line(lines[at]))]
        ends = [*bars[1:], *([lines[at][1]] if lines[at][1] > bars[-1] + 1 else [])]
        cells = [self._trimmed((bar + 1, end)) for bar, end in zip(bars, ends, strict=False)]
        plains = [self.scan([cell]) if cell[1] > cell[0] else Plain("", ()) for cell in cells]
        if at + 1 < len(lines) and _RULE.match(self.line(lines[at + 1])) and not self.headers:
            self.headers = [plain.text for plain in plains]
            return 2, []
        names = [*self.headers, *[""] * len(cells)]
        plain, marked = row((name, one, cell[0]) for name, one, cell in zip(names, plains, cells, strict=False))
        span = (lines[at][0] + match.start("bar"), lines[at][1])
        return 1, piece(span, plain, BlockKind.ROW, self.frame.row_context, marked)

    def paragraph(self, lines: Sequence[Span], at: int) -> tuple[int, list[Piece]]:
        taken = 1
        while at + taken < len(lines) and not any(p.match(self.line(lines[at + taken])) for p, _ in _HANDLERS):
            taken += 1
        spans = [self._trimmed(span) for span in lines[at : at + taken]]
        indent = spans[0][0] - lines[at][0]
        while self.items and self.items[-1][0] >= indent:
            self.items.pop()
        frame = self.items[-1][1] if self.items else self.frame
        self.items, self.led = (self.items, self.led) if frame is not self.frame else ([], ())
        return taken, frame.leaf(self.text, spans, self.scan)

    def scan(self, spans: Sequence[Span]) -> Plain:
        return org_inline(self.text, spans)

    def _trimmed(self, span: Span) -> Span:
        start, end = span
        run = self.text[start:end]
        start += len(run) - len(run.lstrip())
        return start, max(start, start + len(self.text[start:end].rstrip()))


_Handler = Callable[[_Walk, re.Match[str], Sequence[Span], int], tuple[int, list[Piece]]]
_HANDLERS: tuple[tuple[re.Pattern[str], _Handler], ...] = (
    (re.compile(r"[ \t]*\Z"), _Walk.empty),
    (_HEADING, _Walk.heading),
    (_BEGIN, _Walk.fenced),
    (re.compile(r"[ \t]*#\+end_", re.IGNORECASE), _Walk.nothing),
    (_KEYWORD, _Walk.keyword),
    (_DRAWER, _Walk.drawer),
    (_SILENT, _Walk.nothing),
    (_RULE, _Walk.nothing),
    (re.compile(r"[ \t]*(?P<bar>\|)"), _Walk.row),
    (_ITEM, _Walk.item),
)
"""What a line begins, by the first pattern that fits."""
