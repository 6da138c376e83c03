"""From names to IRIs and back: folding, scopes, and the one place where IRIs of a graph are minted.

Folding follows Unicode NFKC (UAX #15) and keeps to the characters RFC 3987 allows in an IRI path segment.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from kg.vocab import PREFIXES

LONGEST_SEGMENT = 120
"""Folded names beyond this many characters are cut and completed by a hash."""

ROOT_SCOPE = "_"
"""How the scope of a document at the build root is written in IRIs."""

_MARKUP = re.compile(r"[`*]+|(?<![\w])_+(?=\w)|(?<=\w)_+(?![\w])")
_ARTICLE = re.compile(r"^(?:the|a|an|our|its|this|that|these|those|your|their)\s+(?=\S)", re.IGNORECASE)
_PLAIN = re.compile(r"[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*")
_SEPARATORS = re.compile(r"[\s_-]+")
_EDGES = " \t\n,;:!?()[]{}\"'“”‘’«»"


def digest(*parts: str, length: int = 16) -> str:
    """A stable hexadecimal hash of some texts; the boundary between them counts.

    >>> digest("ab", "c") == digest("a", "bc")
    False
    """
    joined = "\x00".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()[:length]


def clean(name: str) -> str:
    """A name as written, less markup, control characters, surrounding punctuation and leading article.

    >>> clean("the  `auth-service`,")
    'auth-service'
    """
    text = name
    if not (name.isascii() and name.isprintable()):
        text = "".join(c if unicodedata.category(c) not in ("Cc", "Cf") else " " for c in name)
    text = " ".join(_MARKUP.sub("", text).split())
    if not re.fullmatch(r"\W+", text):
        text = text.strip(_EDGES)
        if text.endswith(".") and text.count(".") == 1:
            text = text[:-1]
    return _ARTICLE.sub("", text) or text


def printable(line: str) -> str:
    r"""A line without what drives a terminal or turns the direction of what follows; each such character a blank.

    >>> printable("\x1b[31mred\u202e")
    ' [31mred '
    """
    return line if line.isprintable() else "".join(c if c.isprintable() else " " for c in line)


@lru_cache(maxsize=65_536)
def fold(name: str) -> str:
    """The IRI path segment of a name: NFKC, lower case, separators as `-`, the rest percent-encoded.

    camelCase is not split: chunk graphs stay faithful to the text, `owl:sameAs` joins the spellings.

    >>> fold("The Auth_Service"), fold("AuthService"), fold("C++")
    ('auth-service', 'authservice', 'c%2B%2B')
    """
    text = clean(_visible(unicodedata.normalize("NFKC", name))).lower()
    text = _SEPARATORS.sub("-", text)
    text = clean(text.strip("-")) or text
    if len(text) > LONGEST_SEGMENT:
        text = text[:40] + "-" + digest(text)
    return _segment(text)


@lru_cache(maxsize=65_536)
def letters(name: str) -> str:
    """What two spellings of one name share: the folded name without its separators.

    >>> letters("AuthService") == letters("the auth-service") == "authservice"
    True
    """
    if name.isascii() and name.isalnum():
        return name.lower()
    if _PLAIN.fullmatch(name) and not _ARTICLE.match(name):  # most names; the long way costs ten times as much
        return name.lower().replace(" ", "").replace("-", "")
    text = clean(_visible(unicodedata.normalize("NFKC", name))).casefold()
    return unicodedata.normalize("NFKC", clean(_SEPARATORS.sub("", text))) or text


def _visible(text: str) -> str:
    """`text` without control, format and unassigned characters (right-to-left marks, zero-width joiners)."""
    return "".join(c for c in text if c.isspace() or unicodedata.category(c)[0] != "C")


def _encode(text: str) -> str:
    """Percent-encode all but what RFC 3987 calls iunreserved."""
    return "".join(c if c.isalnum() or c in "-._~" else quote(c, safe="", errors="surrogatepass") for c in text)


@dataclass(frozen=True, slots=True)
class Names:
    """Mints every IRI of a graph.

    Args:
        base: IRI that all data of the graph starts with; ends in `/` or `#`.

    >>> Names("https://example.org/kg/").entity("the token cache")
    'https://example.org/kg/entity/token-cache'
    >>> Names("https://example.org/kg/").entity("db", scope="shop/api")
    'https://example.org/kg/entity/shop/api/db'
    """

    base: str

    @property
    def provenance(self) -> str:
        """Graph of documents, chunks, runs and claims."""
        return self.base + "graph/provenance"

    @property
    def aliases(self) -> str:
        """Graph of `owl:sameAs` links and their justifications."""
        return self.base + "graph/aliases"

    @property
    def inferred(self) -> str:
        """Graph of all that reasoning added."""
        return self.base + "graph/inferred"

    @property
    def rejected(self) -> str:
        """Graph of the claims that failed validation."""
        return self.base + "graph/rejected"

    @property
    def curation(self) -> str:
        """Graph of what people decided."""
        return self.base + "graph/curation"

    @property
    def ontology(self) -> str:
        """Graph of the ontology in force."""
        return self.base + "graph/ontology"

    @property
    def chunks(self) -> str:
        """What every chunk's IRI starts with."""
        return self.base + "chunk/"

    @property
    def entities(self) -> str:
        """What every entity's IRI starts with."""
        return self.base + "entity/"

    def entity(self, name: str, scope: str | None = None) -> str:
        """IRI of a name; `scope` is the project's folder, `""` at the build root, None for a global name."""
        if scope is None:
            return self.entities + fold(name)
        return self.entities + (_path(scope) or ROOT_SCOPE) + "/" + fold(name)

    def document(self, path: str) -> str:
        """IRI of a document."""
        return self.base + "document/" + _path(path)

    def chunk(self, chunk_id: str) -> str:
        """IRI of a chunk, which is also the name of its graph."""
        return self.chunks + _path(chunk_id)

    def claim(self, *parts: str) -> str:
        """IRI of a claim, hashed from what makes it distinct."""
        return self.base + "claim/" + digest(*parts, length=24)

    def edge(self, subject: str, predicate: str, obj: str, alternatives: str = "") -> str:
        """IRI of a canonical edge."""
        return self.base + "edge/" + digest(subject, predicate, obj, alternatives, length=24)

    def alternatives(self, predicate: str, options: tuple[str, ...]) -> str:
        """IRI of a group of options, from the options in order and the relation stated."""
        return self.base + "alternatives/" + digest(predicate, *sorted(options), length=24)

    def alias(self, one: str, other: str) -> str:
        """IRI of the justification of an `owl:sameAs` link."""
        return self.base + "alias/" + digest(*sorted((one, other)), length=24)

    def conflict(self, one: str, other: str) -> str:
        """IRI of a link between two names that is not followed."""
        return self.base + "conflict/" + digest(*sorted((one, other)), length=24)

    def verdict(self, one: str, other: str) -> str:
        """IRI of what people decided on two names."""
        return self.base + "curation/verdict/" + digest(*sorted((one, other)), length=24)

    def skipped(self, path: str, line: int | None, reason: str) -> str:
        """IRI of something that was not read."""
        return self.base + "skipped/" + digest(path, str(line or ""), reason, length=24)

    def run(self) -> str:
        """IRI of the extraction activity. It carries no time: the same documents give the same graph."""
        return self.base + "run/extraction"

    def curie(self, iri: str) -> str:
        """`iri` shortened by the graph's base (empty prefix) or a well-known one, else `<iri>`.

        >>> Names("https://example.org/kg/").curie("https://example.org/kg/entity/redis")
        ':entity/redis'
        """
        if iri.startswith(self.base):
            return ":" + iri[len(self.base) :]
        for prefix, namespace in PREFIXES.items():
            if iri.startswith(namespace):
                return f"{prefix}:{iri[len(namespace) :]}"
        return f"<{iri}>"

    def expand(self, curie: str) -> str | None:
        """The IRI that a CURIE or an IRI in or out of `<>` stands for; None when it is neither.

        >>> Names("https://example.org/kg/").expand(":entity/redis")
        'https://example.org/kg/entity/redis'
        """
        text = curie.removeprefix("<").removesuffix(">")
        if text.startswith(("http://", "https://", "urn:")):
            return text
        prefix, colon, local = curie.partition(":")
        if not colon:
            return None
        if not prefix:
            return self.base + local
        namespace = PREFIXES.get(prefix)
        return None if namespace is None else namespace + local


def covers(place: str, path: str) -> bool:
    """Whether a place is a document or a folder it lies in.

    >>> covers("docs/edge", "docs/edge/gateway.md"), covers("docs/edge", "docs/edges.md")
    (True, False)
    """
    return path == place or path.startswith(place + "/")


@lru_cache(maxsize=4_096)
def _path(path: str) -> str:
    """Percent-encode a relative path, keeping its slashes and its case."""
    parts = [unicodedata.normalize("NFC", part) for part in path.split("/") if part]
    return "/".join(map(_segment, parts))


def _segment(text: str) -> str:
    """A path segment; one of dots alone would mean another place (RFC 3986, section 5.2.4)."""
    return _encode(text) if text.strip(".") else text.replace(".", "%2E")
