"""The extractor: two passes over a document, first names, then claims."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from kg.extract.claims import claim_of, distinct, facts
from kg.extract.decision.reader import Features, Reader
from kg.extract.decision.weights import DEFAULT_THRESHOLDS, Thresholds, Weights
from kg.extract.entities.mentions import Namer
from kg.extract.entities.presentable import Presentable
from kg.extract.entities.reference import Topics
from kg.extract.entities.spans import Spans, plain
from kg.extract.entities.vocabulary import Vocabulary, word_set
from kg.extract.layout.labelled import Layout
from kg.extract.layout.labels import Labels
from kg.extract.layout.lists import Lists
from kg.extract.layout.sections import Sections
from kg.extract.modality.manner import bounded
from kg.extract.modality.polarity import PolarityJudge
from kg.extract.modality.status import Statuses
from kg.extract.relations.attach import Attacher
from kg.extract.relations.failures import Failures
from kg.extract.relations.forms import ANY_VERB, Frames
from kg.extract.relations.objects import Objects
from kg.extract.relations.prefilter import Sieve, words_of
from kg.extract.relations.roles import Roles
from kg.extract.relations.statement import Memory, Sentence, Setting, Statement
from kg.extract.relations.subjects import Subjects
from kg.extract.syntax.clauses import Parser
from kg.extract.syntax.verbgroup import Clause
from kg.extract.text.lexicon import Lexicon
from kg.extract.text.sentences import sentences
from kg.extract.text.tagger import Tagger
from kg.extract.text.tokens import Token, Tokenizer
from kg.model import Block, BlockKind, Chunk, Claim, Document, Manner, Polarity, digest
from kg.ontology import Gazetteer, Ontology


class Extractor:
    """Finds the claims of documents.

    Args:
        ontology: Gives relations, surface forms and the lexicon.
        gazetteer: Known technologies; none by default.
        weights: A trained reader, which gives each claim its confidence; without one the grammar decides alone.
        thresholds: What its confidence makes of a claim.

    >>> from kg.ontology.relations import load
    >>> from kg.read import Source, read_source
    >>> documents, _ = read_source(Source("auth.md", None, b"The auth service depends on the token cache."))
    >>> [str(claim) for claim in Extractor(load()).extract(documents[0], Vocabulary())]
    ['auth service -depends_on-> token cache (asserted) [auth.md:1]']
    """

    def __init__(
        self,
        ontology: Ontology,
        gazetteer: Gazetteer | None = None,
        weights: Weights | None = None,
        thresholds: Thresholds = DEFAULT_THRESHOLDS,
    ) -> None:
        self._ontology, self._gazetteer = ontology, gazetteer or Gazetteer(())
        self._weights, self._thresholds = weights, thresholds
        lexicon = Lexicon(ontology)
        self._lexicon_hash = lexicon.hash
        frames = Frames(ontology, lexicon)
        judge = PolarityJudge(lexicon)
        known = {name for technology in self._gazetteer for name in technology.names if " " in name}
        self._spans = Spans(lexicon, Vocabulary.of(known))
        self._labels = Labels(ontology, lexicon, self._spans)
        self._topics = Topics(lexicon)
        self._sections = Sections(lexicon, self._labels, self._topics)
        self._tokenizer, self._tagger, self._parser = Tokenizer(lexicon), Tagger(lexicon), Parser(lexicon)
        self._namer = Namer(lexicon, self._gazetteer)
        objects = Objects(self._namer, lexicon)
        subjects = Subjects(self._namer, objects, lexicon)
        roles = Roles(self._namer, judge, lexicon, frames.relations)
        self._failures = Failures(frames, subjects, objects, lexicon, ontology)
        self._attacher = Attacher(frames, objects, subjects, roles, judge, lexicon, self._failures)
        self._presentable = Presentable(lexicon)
        self._judge, self._statuses = judge, Statuses(lexicon)
        self._cues, self._sieve = _cues(frames, lexicon) | self._failures.cues, Sieve(frames, lexicon)
        self.reader = None if weights is None else Reader(Features(self._namer, frames), weights)
        relate = self._attacher.relate
        shared = self._labels, self._namer, judge, lexicon, self.prose, frames.owners, frames.arrow, relate, frames.soft
        self._lists = Lists(Layout(*shared))
        self._parsed = lru_cache(1 << 8)(self._parse)
        self._around = lru_cache(1 << 10)(self._surroundings)

    def __reduce__(self) -> tuple[type[Extractor], tuple[Ontology, Gazetteer, Weights | None, Thresholds]]:
        return Extractor, (self._ontology, self._gazetteer, self._weights, self._thresholds)

    @property
    def hash(self) -> str:
        """Hash of all that decides besides documents and vocabulary."""
        learned = "" if self._weights is None else f"{self._weights.hash} {self._thresholds}"
        return digest(self._ontology.hash, self._gazetteer.hash, self._lexicon_hash, learned, length=32)

    def vocabulary(self, document: Document) -> Vocabulary:
        """Names the document surely has: from headings, titles, code spans, links and list labels."""
        if document.genre.manner is Manner.NOTHING:
            return Vocabulary()
        return Vocabulary.of(name for name in self._names(document) if len(name) > 1 and len(name.split()) <= 5)

    def relevant(self, document: Document, vocabulary: Vocabulary) -> Vocabulary:
        """The part of a vocabulary that decides on this document: `extract` gives the same with it alone."""
        return vocabulary.relevant(self.words(document))

    def words(self, document: Document) -> set[str]:
        """The lower-case words of a document: names of others matter to it as far as they are made of these."""
        texts = (block.text for chunk in document.chunks for block in chunk.blocks)
        leads = (lead for chunk in document.chunks for block in chunk.blocks for lead in block.lead)
        return word_set("\n".join((*texts, *leads)))

    def _names(self, document: Document) -> Iterator[str]:
        yield from filter(None, [self._topics.name(document.title)])
        for chunk in document.chunks:
            for block in chunk.blocks:
                yield from (name for name in map(self._topics.name, block.headings) if name)
                for mark in block.marks:
                    text = block.text[mark.start : mark.end]
                    if self._spans.is_name(text, mark.kind):
                        yield text.strip()

    def extract(self, document: Document, vocabulary: Vocabulary) -> tuple[Claim, ...]:
        """The claims of a document, in the order of its chunks.

        Args:
            document: After reading.
            vocabulary: Names of this document and of the others.
        """
        claims: list[Claim] = []
        if document.genre.manner is Manner.NOTHING:
            return ()
        status, sections = self._statuses.of(document), self._sections.of(document)
        named: dict[tuple[str, ...], str] = {}
        for chunk in document.chunks:
            claims += distinct(self._chunk(document, chunk, vocabulary, named, status, sections))
        return tuple(claims)

    def _chunk(
        self,
        document: Document,
        chunk: Chunk,
        vocabulary: Vocabulary,
        named: dict[tuple[str, ...], str],
        status: Polarity,
        sections: frozenset[str],
    ) -> Iterator[Claim]:
        memory = Memory()
        for block in chunk.blocks:
            if block.kind == BlockKind.FACT:
                yield from filter(None, (bounded(claim, document, block) for claim in facts(chunk, block)))
                continue
            topics, said = self._around(block.headings, document.title, document.path, sections)
            named[block.headings] = self._lists.name_of(block) or named.get(block.headings, "")
            if block.kind == BlockKind.PAIR and named[block.headings]:
                topics = (named[block.headings], *topics)
            setting = Setting(topics, memory, polarity=said if status.holds else status)
            for (start, end), statement in self._block(block, chunk.source, setting, vocabulary):
                fits = self._presentable(statement.subject) and self._presentable(statement.object)
                claim = claim_of(chunk, block, (start, end), statement) if fits else None
                if claim is not None:
                    sure = (bounded(one, document, block) for one in self._sure(claim))
                    yield from filter(None, sure)

    def _sure(self, claim: Claim) -> Iterator[Claim]:
        """A claim as surely as it is stated: tentative below one threshold, none below the other."""
        if claim.confidence is None or not claim.polarity.holds or claim.confidence >= self.threshold(claim):
            yield claim
        elif claim.confidence >= self._thresholds.tentative:
            yield replace(claim, polarity=Polarity.TENTATIVE)

    def threshold(self, claim: Claim) -> float:
        """The confidence from which on a claim holds."""
        names = (claim.subject, claim.object)
        specific = all(self._presentable.specific(name) or self._namer.technology(name) for name in names)
        return self._thresholds.asserted if specific else self._thresholds.common

    def _surroundings(
        self, headings: tuple[str, ...], title: str, path: str, sections: frozenset[str]
    ) -> tuple[tuple[str, ...], Polarity]:
        """What a block below some headings may be about, and what they say of everything there."""
        naming = [heading for heading in headings if self._labels.label(heading) is None]
        return self._topics.of(naming, title, path, sections), self._judge.of_headings(headings)

    def _block(
        self, block: Block, source: str, setting: Setting, vocabulary: Vocabulary
    ) -> Iterator[tuple[tuple[int, int], Statement]]:
        by_form = [
            (span, self._judged(statement, block.text[slice(*span)], setting, block))
            for span, statement in self._lists.statements(block, source, setting, vocabulary)
        ]
        yield from by_form
        whole = any(statement.extractor in ("diagram", "record") for _, statement in by_form)
        if whole or block.kind in (BlockKind.ROW, BlockKind.DIAGRAM):
            return
        begin = self._lists.label(block, source, setting)
        for start, end in sentences(block.text[begin:]):
            span = (begin + start, begin + end)
            setting.first = start < 2
            text = block.text[span[0] : span[1]]
            for statement in self.prose(text, block, span[0], setting, vocabulary):
                yield from ((span, one) for one in _each(statement, setting))

    def _judged(self, statement: Statement, text: str, setting: Setting, block: Block) -> Statement:
        return (
            statement
            if self.reader is None or statement.effect
            else self.reader.layout(statement, text, setting, block)
        )

    def prose(
        self, text: str, block: Block, offset: int, setting: Setting, vocabulary: Vocabulary
    ) -> Iterable[Statement]:
        """What a sentence states.

        Args:
            text: The sentence.
            block: Where it stands; gives the markup.
            offset: Where it begins in the block.
            setting: What it may refer to.
            vocabulary: Known names.
        """
        present = words_of(text)
        if self._cues.isdisjoint(present):
            return []
        if not (self._sieve.passes(present) or self._failures.may(present)):
            setting.memory.unread.append(partial(self._subject, text, block, offset, setting.alone(), vocabulary))
            return []
        return self._read(text, block, offset, setting, vocabulary)

    def _subject(self, text: str, block: Block, offset: int, setting: Setting, vocabulary: Vocabulary) -> str:
        """The subject of a sentence that states nothing, to which the next may refer."""
        self._read(text, block, offset, setting, vocabulary)
        return setting.last

    def _read(
        self, text: str, block: Block, offset: int, setting: Setting, vocabulary: Vocabulary
    ) -> Sequence[Statement]:
        names = self._spans.names(text, block.marks, offset, setting.names, vocabulary)
        text = plain(text)
        tokens, clauses = self._parsed(text, tuple(names))
        sentence, last = Sentence(text, tokens, setting), setting.memory.name
        found = list(self._attacher.statements(clauses, sentence))
        told = self._failures.among(found)
        others = [one for one in found if one not in told]
        return [*told, *self.reader.prose(others, sentence, clauses, block, last)] if self.reader and others else found

    def _parse(self, text: str, names: tuple[tuple[int, int], ...]) -> tuple[list[Token], list[Clause]]:
        tokens = self._tokenizer.tokens(text, names)
        self._tagger.tag(tokens)
        return tokens, self._parser.clauses(tokens)


def _cues(frames: Frames, lexicon: Lexicon) -> frozenset[str]:
    """Words of which a sentence has one if it has a form of a cue verb at all."""
    words = {word for word, reading in lexicon.readings.items() if reading.verb in frames.by_verb}
    anyhow = {frame.preposition for frame in frames.by_verb.get(ANY_VERB, ())}
    return frozenset(words | anyhow | (lexicon["be"] if "be" in frames.by_verb else frozenset()))


def _each(statement: Statement, setting: Setting) -> Iterator[Statement]:
    """One statement for each thing that the label names."""
    if len(setting.members) > 1 and statement.subject == setting.label:
        yield from (replace(statement, subject=name) for name in setting.members)
    else:
        yield statement
