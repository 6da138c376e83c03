"""Quads that come one by one and are loaded in pieces arrive as they are, or the reason why not does."""

from __future__ import annotations

from collections.abc import Iterator

import pyoxigraph as ox
import pytest

from kg.rdf.store import memory
from kg.rdf.store.memory import OxigraphStore

ODD = ["", "a\nb", 'say "so"', "back\\slash", "tab\t", "\u00e9\u2028\U0001f600", "\x1b[31m", "<urn:x> .", "01"]


def facts(count: int) -> Iterator[ox.Quad]:
    for number in range(count):
        value = ox.Literal(ODD[number % len(ODD)])
        yield ox.Quad(ox.NamedNode(f"urn:s{number}"), ox.NamedNode("urn:p"), value, ox.NamedNode("urn:g"))


@pytest.mark.parametrize("count", [0, 1, 3, 4, 6, 20])
def test_all_pieces_arrive(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "AT_ONCE", 3)
    store = OxigraphStore()
    assert store.extend(facts(count)) == count == store.size()
    assert set(store.quads()) == set(facts(count))
    assert store.changed == (count > 0)


def test_who_makes_them_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> Iterator[ox.Quad]:
        yield from facts(7)
        raise RuntimeError("no more of them")

    monkeypatch.setattr(memory, "AT_ONCE", 3)
    with pytest.raises(RuntimeError, match="no more of them"):
        OxigraphStore().extend(failing())


def test_who_loads_them_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(memory, "AT_ONCE", 3)
    monkeypatch.setattr(OxigraphStore, "_bulk_load", full)
    with pytest.raises(OSError, match="No space left"):
        OxigraphStore().extend(facts(7))
