"""Names as documents write them: cleaned, folded to the path segment of an IRI, compared by their letters.

Folding follows Unicode NFKC (UAX #15) and keeps to the characters RFC 3987 allows in an IRI path segment.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from urllib.parse import quote

LONGEST_SEGMENT = 120
"""Folded names beyond this many characters are cut and completed by a hash."""

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
    return segment(text)


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


def covers(place: str, path: str) -> bool:
    """Whether a place is a document or a folder it lies in.

    >>> covers("docs/edge", "docs/edge/gateway.md"), covers("docs/edge", "docs/edges.md")
    (True, False)
    """
    return path == place or path.startswith(place + "/")


@lru_cache(maxsize=4_096)
def path_segments(path: str) -> str:
    """Percent-encode a relative path, keeping its slashes and its case."""
    parts = [unicodedata.normalize("NFC", part) for part in path.split("/") if part]
    return "/".join(map(segment, parts))


def segment(text: str) -> str:
    """A path segment; one of dots alone would mean another place (RFC 3986, section 5.2.4)."""
    return _encode(text) if text.strip(".") else text.replace(".", "%2E")
