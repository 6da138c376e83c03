"""The docutils parser as it is used here: structure only, no file, network, raw HTML or code is touched."""

from __future__ import annotations

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


def parse(text: str) -> nodes.document:
    """The document tree of a text; inline markup is left in its paragraphs as it stands."""
    from docutils.frontend import get_default_settings
    from docutils.utils import new_document

    parser = _parser()
    settings = get_default_settings(type(parser))
    for name, value in _settings().items():
        setattr(settings, name, value)
    document = new_document("document", settings)
    parser.parse(text.replace("\0", "\ufffd"), document)
    return document


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
            container = nodes.container()
            self.state.nested_parse(self.content, self.content_offset, container)
            return [container]

    class Diagram(Prose):
        def run(self) -> list[Any]:
            block = nodes.literal_block("\n".join(self.content), "\n".join(self.content))
            block["diagram"], block.line = DIAGRAMS[self.name], self.content_offset + 1
            return [block]

    for names, directive in ((PROSE, Prose), (DIAGRAMS, Diagram)):
        for name in names:
            directives.register_directive(name, directive)
    return Parser(inliner=Inliner())  # type: ignore[arg-type]
