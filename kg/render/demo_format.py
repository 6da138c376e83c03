"""The demo's two answers side by side, in 80 columns; the graph's is what `kg impact` prints."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

from kg.model import FAILED, Demo
from kg.render import text_format

_NEXT = (
    "Each [c…] is the chunk that says so, ×2 a step that two chunks state.",
    "Your own documents: kg build PATH… and then kg impact NAME",
)


def demo_text(answer: Demo) -> str:
    """A demo as text."""
    return "\n".join(_lines(answer)) + "\n"


def _lines(answer: Demo) -> Iterator[str]:
    yield f"{answer.chunks} chunks, one question: {answer.question}?"
    yield ""
    yield f"A passage retriever (BM25) finds {len(answer.passages)} of {answer.chunks}:"
    yield from (f"  [{one.citation.chunk}] {one.citation.quote}" for one in answer.passages)
    yield ""
    yield f"The graph (kg impact {FAILED}):"
    yield indent(text_format.render(answer.impact), "  ")
    yield ""
    yield f'The chain (kg why "{answer.why.source.label}" {FAILED}):'
    yield indent(text_format.render(answer.why), "  ")
    yield ""
    yield "Whom to tell:"
    yield from _owners(answer)
    yield ""
    yield from _NEXT


def _owners(answer: Demo) -> Iterator[str]:
    for item in (*answer.impact.breaks, *answer.impact.degrades):
        for owner in item.owners:
            ids = ",".join(citation.chunk for citation in owner.citations)
            yield f"  {owner.entity.label}, for {item.entity.label} [{ids}]"
            yield f'    "{owner.citations[0].quote}"'
