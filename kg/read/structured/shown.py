"""The mappings that are inferred for files, as a mapping file to edit."""

from __future__ import annotations

import glob
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from kg.errors import InputError
from kg.model import Polarity
from kg.read.decode import decode
from kg.read.registry import Registry, standard
from kg.read.source import Source
from kg.read.structured.catalog import Records, trees
from kg.read.structured.infer import infer
from kg.read.structured.mapping import CatalogMapping, Rule


def inferred_mappings(found: Iterable[Source], registry: Registry | None = None) -> tuple[CatalogMapping, ...]:
    """What is inferred for files, equal mappings as one for all their files.

    Args:
        found: Files.
        registry: The readers; the shipped ones by default.
    """
    registry, files = registry or standard(), dict[str, tuple[CatalogMapping, list[str]]]()
    for source in found:
        text = decode(source.bytes())[0]
        if isinstance(registry.reader_for(source.path, text[:4096]), Records):
            for one in _inferred(source.path, text):
                bare = replace(one, files=())
                files.setdefault(mapping_text([bare]), (bare, []))[1].append(glob.escape(source.path.lower()))
    return tuple(replace(mapping, files=tuple(paths)) for mapping, paths in files.values())


def _inferred(path: str, text: str) -> Iterable[CatalogMapping]:
    try:
        return infer(path, trees(path, text)).mappings
    except InputError:
        return ()


def mapping_text(mappings: Iterable[CatalogMapping]) -> str:
    """A mapping file of them (see `kg.read.structured.mapping`).

    >>> rules = (Rule(("team",), "owned_by"),)
    >>> print(mapping_text([CatalogMapping(("a.csv",), (), ("id",), rules)]), end="")
    files:
    - a.csv
    name: id
    facts:
    - field: team
      relation: owned_by
    """
    import yaml

    documents = [_document(mapping) for mapping in mappings]
    return str(yaml.safe_dump_all(documents, sort_keys=False, allow_unicode=True)) if documents else ""


def _document(mapping: CatalogMapping) -> dict[str, Any]:
    said: dict[str, Any] = {"files": list(mapping.files)}
    said |= {"records": ".".join(mapping.records)} if mapping.records else {}
    said |= {"name": ".".join(mapping.name), "facts": [_fact(rule) for rule in mapping.rules]}
    return said | ({"local": True} if mapping.local else {})


def _fact(rule: Rule) -> dict[str, Any]:
    said: dict[str, Any] = {"field": ".".join(rule.field), "relation": rule.relation}
    said |= {"split": rule.split} if rule.split else {}
    said |= {"inverse": True} if rule.inverse else {}
    said |= {"polarity": str(rule.polarity)} if rule.polarity is not Polarity.ASSERTED else {}
    said |= {"values": dict(rule.values)} if rule.values else {}
    return said | ({"soft": dict(rule.soft)} if rule.soft else {})
