"""Answers to text: one module per format, found by its name.

A format is a module of this package with a `render(answer) -> str`; adding one is adding a file and its name here.
"""

from __future__ import annotations

from importlib import import_module

from kg.errors import InputError

FORMATS = ("text", "json", "csv", "tsv", "mermaid", "dot", "markdown", "turtle", "html", "sarif", "junit", "github")


def render(answer: object, format_name: str, width: int | None = None) -> str:
    """An answer in a format, ending in a line feed.

    Args:
        answer: What a question was answered with.
        format_name: One of `FORMATS`.
        width: Columns of the terminal that shows it; None for a file or a pipe, which get long lines whole.

    Raises:
        InputError: If the format does not exist or cannot say such an answer.
    """
    if format_name not in FORMATS:
        raise InputError(f"no format is called {format_name!r}", hint=", ".join(FORMATS))
    module = import_module(f"kg.render.{format_name}_format")
    try:
        rendered: str = module.render(answer, width) if format_name == "text" else module.render(answer)
    except NotImplementedError:
        raise InputError(f"this answer has no {format_name} form", hint="text or json") from None
    return rendered if rendered.endswith("\n") else rendered + "\n"
