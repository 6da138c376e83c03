"""Plain text and reStructuredText blocks."""

from __future__ import annotations

from read_properties import check

from kg.read.rst.reader import Rst
from kg.read.text import Text

TEXT = """\
SHOP SERVICES

The api uses Redis
and a queue.

It depends on:
  * the cache
    - one replica
  * the queue, which
    is slow

Storage
-------
Owner: data team
Host: db.example

1. first
2) second
"""

RST = """\
Shop
====

The api uses ``redis`` and
`the queue <https://x.example>`_::

    code uses nothing

Storage
-------

It depends on:

* the **cache**

  - one replica

#. second, which
   goes on

:Owner: data team

Vault
  Keeps secrets
  for all.

======  =====
Name    Uses
======  =====
api     redis
web     api
======  =====

+------+---------+
| Name | Uses    |
+======+=========+
| job  | a long  |
|      | queue   |
+------+---------+

.. note:: The api waits.

.. seealso::

   The manual.

.. graphviz::

   digraph { a -> b }

.. include:: /etc/passwd

.. raw:: html

   <b>raw</b>

.. comment uses nothing
"""


def shown(parts: object) -> list[tuple[str, str, tuple[str, ...], tuple[str, ...], tuple[int, int]]]:
    return [
        (block.kind.value, block.text, block.headings, block.lead, chunk.lines)
        for chunk in parts.chunks  # type: ignore[attr-defined]
        for block in chunk.blocks
    ]


def test_text() -> None:
    parts = Text().read("a.txt", TEXT)
    check(TEXT, parts)
    top, lead = ("SHOP SERVICES",), ("It depends on:",)
    assert parts.title == "SHOP SERVICES"
    assert shown(parts) == [
        ("paragraph", "The api uses Redis and a queue.", top, (), (3, 4)),
        ("paragraph", "It depends on:", top, (), (6, 6)),
        ("item", "the cache", top, lead, (7, 7)),
        ("item", "one replica", top, (*lead, "the cache"), (8, 8)),
        ("item", "the queue, which is slow", top, lead, (9, 10)),
        ("pair", "Owner: data team", (*top, "Storage"), (), (14, 14)),
        ("pair", "Host: db.example", (*top, "Storage"), (), (15, 15)),
        ("item", "first", (*top, "Storage"), (), (17, 17)),
        ("item", "second", (*top, "Storage"), (), (18, 18)),
    ]


def test_rst() -> None:
    parts = Rst().read("a.rst", RST)
    check(RST, parts)
    top, lead = ("Shop", "Storage"), ("It depends on:",)
    assert parts.title == "Shop"
    assert shown(parts) == [
        ("paragraph", "The api uses redis and the queue:", ("Shop",), (), (4, 5)),
        ("paragraph", "It depends on:", top, (), (12, 12)),
        ("item", "the cache", top, lead, (14, 14)),
        ("item", "one replica", top, (*lead, "the cache"), (16, 16)),
        ("item", "second, which goes on", top, (), (18, 19)),
        ("pair", "Owner: data team", top, (), (21, 21)),
        ("pair", "Vault: Keeps secrets for all.", top, (), (23, 25)),
        ("row", "api | redis", top, (), (30, 30)),
        ("row", "web | api", top, (), (31, 31)),
        ("row", "job | a long queue", top, (), (37, 38)),
        ("paragraph", "The api waits.", top, (), (41, 41)),
        ("paragraph", "The manual.", top, (), (45, 45)),
        ("diagram", "digraph { a -> b }", top, ("dot",), (49, 49)),
    ]
    rows = [c.blocks[0] for c in parts.chunks if c.blocks[0].kind == "row"]
    assert [[cell.header for cell in row.cells] for row in rows] == [["Name", "Uses"]] * 3
    assert parts.skipped == ()


def test_rst_says_nothing_on_standard_error(capfd: object) -> None:
    Rst().read("a.rst", "Title\n==\n\n.. unknown:: x\n\n:bad:`role` and `open\n\n* x\ny\n")
    out, err = capfd.readouterr()  # type: ignore[attr-defined]
    assert out + err == ""


UNKNOWN = """
.. requirement:: The ledger uses Redis.

   The cart needs **S3**.

   - one

.. Service:: ledger

   .. tab-like::

      It depends on the tax table.

.. toctree::
   :maxdepth: 2

   intro

.. automodule:: ledger.api

.. code-block:: sh

   ls

.. empty-one::

After all.
"""


def test_directives_nobody_knows_hold_ordinary_blocks() -> None:
    parts = Rst().read("a.rst", UNKNOWN)
    check(UNKNOWN, parts)
    assert [(kind, text, lines) for kind, text, _, _, lines in shown(parts)] == [
        ("paragraph", "The ledger uses Redis.", (2, 2)),
        ("paragraph", "The cart needs S3.", (4, 4)),
        ("item", "one", (6, 6)),
        ("paragraph", "ledger", (8, 8)),
        ("paragraph", "It depends on the tax table.", (12, 12)),
        ("paragraph", "After all.", (27, 27)),
    ]
    assert parts.skipped == ()
