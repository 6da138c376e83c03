"""Words of documents within Markdown: shown as they are, whatever they hold."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#!|~&$@]|:(?=//|\w+:)|(?<=www)\.")
"""What Markdown reads as markup, a mention, an emoji or a link."""


def plain(text: str) -> str:
    """Words of a document as Markdown that shows just them, on one line.

    >>> plain("<b> @ops *now*")
    '&#60;b&#62; &#64;ops &#42;now&#42;'
    """
    return _SPECIAL.sub(lambda found: f"&#{ord(found[0])};", " ".join(text.split()))
