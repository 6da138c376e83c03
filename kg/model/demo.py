"""What `kg demo` answers: one question, put to a passage retriever and to the graph."""

from __future__ import annotations

from dataclasses import dataclass

from kg.model.answers import Why
from kg.model.paths import Citation, Impact

QUESTION = "what breaks if Redis goes down"
FAILED = "redis"


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk that shares words with a question.

    Args:
        citation: The whole chunk, and where it stands.
        score: BM25 score, greater than 0; comparable within one answer only.
    """

    citation: Citation
    score: float


@dataclass(frozen=True, slots=True)
class Demo:
    """Two answers to one question.

    Args:
        question: The question.
        chunks: How many chunks both read.
        passages: What shares words with the question, best first.
        impact: What the graph says.
        why: How the farthest thing that breaks relies on what failed.
    """

    question: str
    chunks: int
    passages: tuple[Passage, ...]
    impact: Impact
    why: Why
