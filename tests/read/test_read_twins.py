"""One document in four markups: the same claims, each cited at its own line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kg.cli.main import main

MARKDOWN = """\
# Till service

The `till service` depends on the **rate engine** and [Kafka](https://kafka.apache.org).
It does not use `memcached`.

## Dependencies

- Redis
- the *price book* (optional)

| Service | Depends on | Owner |
|---|---|---|
| rate engine | PostgreSQL | pricing team |
| price book | S3, Vault | catalogue team |

Owner: checkout team

```mermaid
graph LR
  till[Till service] --> audit[Audit log]
```

> The receipt printer relies on the till service.
"""

HTML = """\
<!DOCTYPE html>
<html><head><title>Till service</title></head>
<body><nav><a href="/">The nav depends on Nothing.</a></nav>
<h1>Till service</h1>
<p>The <code>till service</code> depends on the <strong>rate engine</strong> and
<a href="https://kafka.apache.org">Kafka</a>. It does not use <code>memcached</code>.</p>
<h2>Dependencies</h2>
<ul><li>Redis</li><li>the <em>price book</em> (optional)</li></ul>
<table><thead><tr><th>Service</th><th>Depends on</th><th>Owner</th></tr></thead>
<tbody><tr><td>rate engine</td><td>PostgreSQL</td><td>pricing team</td></tr>
<tr><td>price book</td><td>S3, Vault</td><td>catalogue team</td></tr></tbody></table>
<p>Owner: checkout team</p>
<pre class="mermaid">graph LR
  till[Till service] --&gt; audit[Audit log]</pre>
<blockquote>The receipt printer relies on the till service.</blockquote>
</body></html>
"""

ASCIIDOC = """\
= Till service
:engine: rate engine

The `till service` depends on the *{engine}* and https://kafka.apache.org[Kafka].
It does not use `memcached`.

== Dependencies

* Redis
* the _price book_ (optional)

[%header,cols="1,1,1"]
|===
|Service |Depends on |Owner
|rate engine |PostgreSQL |pricing team
|price book |S3, Vault |catalogue team
|===

Owner: checkout team

[mermaid]
----
graph LR
  till[Till service] --> audit[Audit log]
----

____
The receipt printer relies on the till service.
____
"""

ORG = """\
#+TITLE: Till service
* Till service
:PROPERTIES:
:note: The drawer depends on Nothing.
:END:
The =till service= depends on the *rate engine* and [[https://kafka.apache.org][Kafka]].
It does not use ~memcached~.
** Dependencies
- Redis
- the /price book/ (optional)

| Service     | Depends on | Owner          |
|-------------+------------+----------------|
| rate engine | PostgreSQL | pricing team   |
| price book  | S3, Vault  | catalogue team |

Owner: checkout team
#+begin_src mermaid
graph LR
  till[Till service] --> audit[Audit log]
#+end_src
#+begin_src shell
# The shell depends on Nothing.
#+end_src
#+begin_quote
The receipt printer relies on the till service.
#+end_quote
"""


def notebook(*cells: str) -> str:
    """A notebook of Markdown cells, with code between them, as Jupyter writes it."""
    code = {"cell_type": "code", "source": ["# The code depends on Nothing."], "outputs": [{"text": "uses Nothing"}]}
    prose = ({"cell_type": "markdown", "source": cell.splitlines(keepends=True)} for cell in cells)
    return json.dumps({"cells": [one for cell in prose for one in (cell, code)], "nbformat": 4}, indent=1)


NOTEBOOK = notebook(*MARKDOWN.split("\n\n", 2))


def claims(path: Path) -> list[tuple[str, ...]]:
    result = CliRunner().invoke(main, ["extract", str(path), "--format", "jsonl"])
    assert result.exit_code == 0, result.stderr
    found = [json.loads(line) for line in result.stdout.splitlines()]
    lines = path.read_text(encoding="utf-8").split("\n")
    for claim in found:
        first, last = claim["lines"]
        assert claim["quote"].split("\n")[0] in "\n".join(lines[first - 1 : last])
    return sorted((claim["subject"], claim["relation"], claim["object"], claim["polarity"]) for claim in found)


@pytest.mark.parametrize(
    ("name", "text"), [("till.html", HTML), ("till.adoc", ASCIIDOC), ("till.org", ORG), ("till.ipynb", NOTEBOOK)]
)
def test_the_same_claims(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "till.md").write_text(MARKDOWN)
    (tmp_path / name).write_text(text)
    expected = claims(tmp_path / "till.md")
    assert len(expected) >= 12
    assert claims(tmp_path / name) == expected
