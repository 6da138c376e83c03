"""By its ending or its first lines a document finds its reader."""

from __future__ import annotations

import pytest

from kg.read.documents import Source, read_source


@pytest.mark.parametrize(
    ("path", "text", "name"),
    [
        ("a.html", "<p>x</p>", "html"),
        ("a.HTM", "<h1>x", "html"),
        ("a.xhtml", "<?xml version='1.0'?>\n<html>", "html"),
        ("a.html", "{% if a < b %}", None),
        ("stdin", "<!doctype html>\n<p>x", "html"),
        ("stdin", "<ac:layout><p>x", "html"),
        ("stdin", "# x\n<p>y</p>", "markdown"),
        ("page", "\n<!-- c -->\n<html><p>x", "html"),
        ("a.adoc", "x", "asciidoc"),
        ("a.asciidoc", "= T", "asciidoc"),
        ("a.asc", "== T\n", "asciidoc"),
        ("a.asc", "-----BEGIN PGP SIGNATURE-----\n\nabc=\n", None),
        ("page", "= T\n:toc:\n\nx", "asciidoc"),
        ("README", "T\n=====\n\nx", "text"),
        ("stdin", "= T\n:toc:\n\nx", "asciidoc"),
    ],
)
def test_what_a_document_is_taken_for(path: str, text: str, name: str | None) -> None:
    documents, _ = read_source(Source(path, None, text.encode()))
    assert [document.format for document in documents] == ([name] if name else [])
