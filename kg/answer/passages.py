"""The passage retriever that graphs are compared with: BM25 over whole chunks.

It ranks passages by the words they share with a question (Robertson and Zaragoza, "The Probabilistic Relevance
Framework: BM25 and Beyond", 2009, with the parameters of Lucene) and knows nothing of what they state.
"""

from __future__ import annotations

from collections.abc import Iterable

from kg.model import Chunk, Citation, Passage


class Passages:
    """An index of chunks by their words.

    Args:
        chunks: In any order; blank ones are left out.

    >>> chunks = [Chunk("a", "d", (1, 1), 0, "Redis holds tokens.", ()), Chunk("b", "d", (2, 2), 20, "Mail waits.", ())]
    >>> [passage.citation.chunk for passage in Passages(chunks).search("what if Redis fails?")]
    ['a']
    """

    def __init__(self, chunks: Iterable[Chunk]) -> None:
        import bm25s

        kept = (chunk for chunk in chunks if chunk.source.strip())
        self._chunks = sorted(kept, key=lambda chunk: (chunk.document, chunk.lines, chunk.id))
        words = _words([chunk.source for chunk in self._chunks])
        self._index = bm25s.BM25(method="lucene") if any(words) else None
        if self._index is not None:
            self._index.index(words, show_progress=False)

    def search(self, question: str, limit: int = 3) -> tuple[Passage, ...]:
        """Chunks that share a word with a question, best first; equals by where they stand.

        Args:
            question: Plain text.
            limit: How many at most.
        """
        words = _words([question])[0]
        if self._index is None or not words:
            return ()
        scores = self._index.get_scores(words).tolist()
        ranked = sorted(range(len(scores)), key=lambda at: (-scores[at], at))
        return tuple(_passage(self._chunks[at], scores[at]) for at in ranked[:limit] if scores[at] > 0)


def _passage(chunk: Chunk, score: float) -> Passage:
    return Passage(Citation(chunk.id, chunk.document, chunk.lines, chunk.source), score)


def _words(texts: list[str]) -> list[list[str]]:
    """The words of each text in lower case, English stop words left out."""
    import bm25s

    found: list[list[str]] = bm25s.tokenize(texts, stopwords="en", return_ids=False, show_progress=False)
    return found
