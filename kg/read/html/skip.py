"""What of a page is no prose: navigation, scripts, forms, decoration, hidden text, the machinery of macros."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kg.read.html.tree import TEXT, Node

_TAGS = frozenset(
    (
        *("script", "style", "template", "noscript", "nav", "footer", "iframe", "object", "svg", "math", "canvas"),
        *("audio", "video", "picture", "select", "button", "textarea", "datalist", "head", "title", "xmp", "noembed"),
        *("ac:image", "ac:emoticon", "ac:parameter", "ac:placeholder", "ac:task-id", "ac:task-status", "ac:task-uuid"),
        *("ac:plain-text-body", "ac:adf-attribute"),
    )
)
_ROLES = frozenset(
    ("navigation", "banner", "contentinfo", "search", "menu", "menubar", "toolbar", "tablist", "doc-toc")
)
_NAMES = frozenset(
    (
        *("breadcrumb", "breadcrumbs", "breadcrumb-section", "toc", "toc-macro", "table-of-contents", "markdown-toc"),
        *("toctree-wrapper", "sphinxsidebar", "navbar", "nav", "navigation", "menu", "pagination", "pager", "footer"),
        *("site-footer", "page-footer", "page-metadata", "sr-only", "visually-hidden", "skip-link", "edit-link"),
        *(
            "edit-this-page",
            "theme-edit-this-page",
            "mw-editsection",
            "mw-jump-link",
            "footnote-ref",
            "footnote-backref",
        ),
        *("likes-and-labels-container", "comments-section", "codeheader", "cookie-banner"),
    )
)
"""Classes and ids."""

_ANCHORS = frozenset(
    ("anchor", "headerlink", "hash-link", "header-anchor", "anchor-link", "heading-link", "permalink", "sectionlink")
)
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def unread(text: str, node: Node) -> bool:
    """Whether an element and all in it is left out.

    Args:
        text: The document's text.
        node: An element.

    >>> from kg.read.html.tree import parse
    >>> page = "<ul class='breadcrumbs'><li>Home</ul><p>Uses Redis"
    >>> [unread(page, node) for node in parse(page).children]
    [True, False]
    """
    if node.tag in _TAGS:
        return True
    if node.end - node.start == len(node.tag) + 2 or node.tag == TEXT:
        return False
    if node.has(text, "hidden") or node.get(text, "aria-hidden") == "true":
        return True
    names = {*node.get(text, "class").lower().split(), node.get(text, "id").lower()}
    if not names.isdisjoint(_NAMES) or (node.tag == "a" and not names.isdisjoint(_ANCHORS)):
        return True
    return node.get(text, "role") in _ROLES or bool(_HIDDEN.search(node.get(text, "style")))


def macro_text(text: str, node: Node) -> Sequence[Node]:
    """The children of an element that are text where it stands within a line."""
    if node.tag == "ac:link":
        return ()
    if node.tag != "ac:structured-macro":
        return node.children
    if node.get(text, "ac:name") == "status":
        return parameter(text, node, "title")
    return [child for child in node.children if child.tag == "ac:rich-text-body"]


def parameter(text: str, macro: Node, name: str) -> Sequence[Node]:
    """What a parameter of a Confluence macro holds."""
    found = (c for c in macro.children if c.tag == "ac:parameter" and c.get(text, "ac:name") == name)
    return next((child.children for child in found), ())
