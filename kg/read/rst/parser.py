"""The docutils parser as it is used here: structure only, no file, network, raw HTML or code is touched."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from docutils import nodes

DIAGRAMS = {"mermaid": "mermaid", "uml": "plantuml", "plantuml": "plantuml", "graphviz": "dot", "digraph": "dot"}
"""Directives whose content is a diagram, and the `lead` of its block."""

PROSE = (
    *("seealso", "versionadded", "versionchanged", "deprecated", "only", "glossary", "rst-class"),
    *("tab", "tab-item", "tabs", "tab-set", "dropdown", "card", "grid", "grid-item-card"),
)
"""Directives of Sphinx whose content is prose."""

NO_PROSE = (
    *("toctree", "literalinclude", "highlight", "code-tab", "prompt", "index", "module", "currentmodule"),
    *("automodule", "autoclass", "autofunction", "automethod", "autodata", "autosummary", "bibliography"),
)
"""Directives of Sphinx without prose. What is in any other that nobody knows is read as ordinary blocks."""

_USED = re.compile(r"^[ \t]*\.\. +([A-Za-z][\w.+:-]{0,60}?) ?::(?=\s|$)", re.MULTILINE)


def parse(text: str) -> nodes.document:
    """The document tree of a text; inline markup is left in its paragraphs as it stands."""
    from docutils.frontend import get_default_settings
    from docutils.utils import new_document

    parser = _parser()
    settings = get_default_settings(type(parser))
    for name, value in _settings().items():
        setattr(settings, name, value)
    document = new_document("document", settings)
    _learn(text, document)
    parser.parse(text.replace("\0", "\ufffd"), document)
    return document


def _learn(text: str, document: nodes.document) -> None:
    """Make directives that docutils does not know, and would leave out, hold ordinary blocks."""
    from docutils.parsers.rst import Directive, directives
    from docutils.parsers.rst.languages import get_language

    class Blocks(Directive):
        has_content = True

        def run(self) -> list[Any]:
            return _nested(self)

    for name in sorted(set(_USED.findall(text))):
        if directives.directive(name.lower(), get_language("en"), document)[0] is None:  # type: ignore[arg-type]
            directives.register_directive(name.lower(), Blocks)


def _nested(directive: Any) -> list[Any]:
    from docutils import nodes

    container = nodes.container()
    directive.state.nested_parse(directive.content, directive.content_offset, container)
    return [container]


def _settings() -> dict[str, Any]:
    return {
        "file_insertion_enabled": False,
        "raw_enabled": False,
        "report_level": 5,
        "halt_level": 6,
        "line_length_limit": 1_000_000,
        "syntax_highlight": "none",
        "tab_width": 8,
        "warning_stream": False,
        "_disable_config": True,
    }


@lru_cache(maxsize=1)
def _parser() -> Any:
    """A docutils parser that leaves inline markup alone and knows the directives that hold prose or diagrams."""
    from docutils import nodes
    from docutils.parsers.rst import Directive, Parser, directives

    class Inliner:
        def init_customizations(self, settings: Any) -> None:
            """Nothing to prepare."""

        def parse(self, text: str, lineno: int, memo: Any, parent: Any) -> tuple[list[Any], list[Any]]:
            return [nodes.Text(text)], []

    class Prose(Directive):
        has_content, optional_arguments, final_argument_whitespace = True, 100, True
        option_spec = None

        def run(self) -> list[Any]:
            return _nested(self)

    class Nothing(Prose):
        def run(self) -> list[Any]:
            return []

    class Diagram(Prose):
        def run(self) -> list[Any]:
            block = nodes.literal_block("\n".join(self.content), "\n".join(self.content))
            block["diagram"], block.line = DIAGRAMS[self.name], self.content_offset + 1
            return [block]

    for names, directive in ((PROSE, Prose), (DIAGRAMS, Diagram), (NO_PROSE, Nothing)):
        for name in names:
            directives.register_directive(name, directive)
    return Parser(inliner=Inliner())  # type: ignore[arg-type]
