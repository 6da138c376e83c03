"""Writes docs/schemas/ from the model: `python -m tests.json_schemas`.

What `kg` prints as JSON is what `kg.render` makes of the frozen values of the model. So the schemas are found by trial:
of each value one example is built for every form that its type hints allow (each word of an enumeration, something and
nothing, one and none), all are rendered, and the schema is what they have in common. A text carries the name of the
field it stands for, so that its place in the JSON gets the field's description from the docstring.
"""

from __future__ import annotations

import dataclasses
import json
import re
import types
import typing
from collections.abc import Mapping
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from kg.errors import InputError
from kg.evaluate import Score
from kg.model import (
    Affected,
    AliasClass,
    AliasOverview,
    Citation,
    Claim,
    Diff,
    Documents,
    Entity,
    Gaps,
    Impact,
    Match,
    Needs,
    Neighbourhood,
    Owner,
    Profile,
    Stats,
    Step,
    Suggestions,
    Support,
    Survivor,
    Weak,
    Why,
    Window,
)
from kg.model import Path as Chain
from kg.rdf import Table
from kg.render import as_data
from kg.resolve import Decision
from kg.validate import StoreReport
from kg.validate.paths import PropertyPath

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"
ID = "https://w3id.org/context-graph/schemas/"

OUTPUTS: dict[str, tuple[str, Any]] = {
    "extract": ("one line of kg extract -f jsonl", Claim),
    "impact": ("kg impact -f json", Impact),
    "needs": ("kg needs -f json", Needs),
    "why": ("kg why -f json", Why),
    "weak": ("kg weak -f json", Weak),
    "near": ("kg near -f json", Neighbourhood),
    "show": ("kg show -f json", Profile),
    "documents": ("kg show --documents -f json", Documents),
    "find": ("kg find -f json", tuple[Match, ...]),
    "context": ("kg context -f json", Window),
    "gaps": ("kg gaps -f json", Gaps),
    "query": ("kg query -f json: SPARQL 1.1 Query Results JSON Format", Table),
    "check": ("kg check -f json", StoreReport),
    "claim-list": ("kg claim list -f json", tuple[Decision, ...]),
    "alias-list": ("kg alias list -f json", AliasOverview),
    "alias-show": ("kg alias show -f json", AliasClass),
    "alias-suggest": ("kg alias suggest -f json", Suggestions),
    "diff": ("kg diff -f json", Diff),
    "stats": ("kg stats -f json", Stats),
    "eval": ("kg eval -f json", Score),
}
"""File of each schema: what it describes, and the value that is printed."""

PARTS = (Entity, Support, Citation, Step, Chain, Owner, Affected, Survivor)
"""What answers have in common, smaller ones first; each is described once in a schema."""

MARK = "\ua4f8"
"""Stands around the name of a field in an example of its text; a letter, so that it may stand in an IRI."""

LANGUAGE = "en"
"""Stands for any language tag, in which nothing else fits."""

_MARKED = re.compile(f"{MARK}([^{MARK}]*){MARK}")
_building: list[Any] = []
"""Types whose examples are being built, outermost first."""

_NUMBERS: dict[float, str] = {}
"""Fields by the number in their example."""


# ---------------------------------------------------------------- examples of a type


def examples(kind: Any, name: str) -> list[Any]:
    """One value of a type for each form it may have, the fullest first."""
    origin, words = typing.get_origin(kind), typing.get_args(kind)
    if kind in _GIVEN:
        return _GIVEN[kind](name)
    if origin in (typing.Union, types.UnionType):
        return [value for word in words for value in examples(word, name)]
    if origin is typing.Literal:
        return list(words)
    if origin in (tuple, list):
        return _sequences(words, name)
    if origin in (dict, Mapping):
        return [{f"{MARK}{name}{MARK}": value} for value in examples(words[1], name)]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(kind)
    if _building.count(kind) > 1:  # a value may hold others of its kind; these hold none
        return []
    _building.append(kind)
    try:
        return _instances(origin or kind, dict(zip(getattr(origin, "__parameters__", ()), words, strict=False)))
    finally:
        _building.pop()


def _sequences(words: tuple[Any, ...], name: str) -> list[Any]:
    """All forms in one sequence, and an empty one; of a pair its two sides."""
    if len(words) == 1 or words[1] is Ellipsis:
        return [tuple(examples(words[0], name)), ()]
    forms = [examples(word, f"{name}[{at}]") for at, word in enumerate(words)]
    full = tuple(some[0] for some in forms)
    return [full, *((*full[:at], one, *full[at + 1 :]) for at, some in enumerate(forms) for one in some[1:])]


def _instances(kind: type, bound: Mapping[Any, Any]) -> list[Any]:
    """A frozen value with all it can have, and one more for every other form of a field; what it refuses is no form."""
    hints = typing.get_type_hints(kind)
    forms = {
        field.name: examples(_bound(hints[field.name], bound), f"{kind.__name__}.{field.name}")
        for field in dataclasses.fields(kind)
        if field.init
    }
    full = {name: values[0] for name, values in forms.items()}
    made = [kind(**full)]
    for name, values in forms.items():
        for value in values[1:]:
            try:
                made.append(kind(**full | {name: value}))
            except (ValueError, InputError):
                continue
    return made


def _bound(hint: Any, bound: Mapping[Any, Any]) -> Any:
    """A hint with the parameters of a generic class filled in."""
    words = tuple(bound.get(word, word) for word in typing.get_args(hint))
    return typing.get_origin(hint)[words] if words and words != typing.get_args(hint) else hint


def _number(name: str) -> int:
    known = next((number for number, field in _NUMBERS.items() if field == name), None)
    number = 1000 + len(_NUMBERS) if known is None else known
    _NUMBERS[number] = name
    return int(number)


def _table(name: str) -> list[Table]:
    value, datatype = _text("value"), ox.NamedNode(f"urn:{_text('datatype')}")
    literals = [ox.Literal(value), ox.Literal(value, language=LANGUAGE), ox.Literal(value, datatype=datatype)]
    terms = [ox.NamedNode(f"urn:{value}"), ox.BlankNode("b"), *literals]
    variable = _text("variable")
    return [Table((variable,), tuple({variable: term} for term in terms)), Table((), ())]


def _text(name: str) -> str:
    return f"{MARK}{name}{MARK}"


_GIVEN: dict[Any, Any] = {
    str: lambda name: [_text(name)],
    int: lambda name: [_number(name)],
    float: lambda name: [_number(name) / 1e6],
    bool: lambda name: [True, False],
    type(None): lambda name: [None],
    object: lambda name: [_text(name)],
    PropertyPath: lambda name: [_text(name)],
    ox.NamedNode: lambda name: [ox.NamedNode(f"urn:{_text(name)}")],
    ox.BlankNode: lambda name: [],
    ox.Literal: lambda name: [ox.Literal(_text(name))],
    ox.Triple: lambda name: [],
    Table: _table,
}


# ---------------------------------------------------------------- what examples have in common


def common(values: list[Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of some JSON values."""
    by_type: dict[type, list[Any]] = {}
    for value in values:
        by_type.setdefault(type(value), []).append(value)
    null = by_type.pop(type(None), None)
    found = [_SCHEMAS[kind](some, parts) for kind, some in by_type.items()]
    schema = found[0] if len(found) == 1 else {"anyOf": found} if found else {"type": "null"}
    if not null or not found:
        return schema
    if isinstance(schema.get("type"), str) and schema["type"] not in ("object", "array"):
        words = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
        return schema | {"type": [schema["type"], "null"]} | words
    return {"anyOf": [schema, {"type": "null"}]}


def _object(values: list[dict[str, Any]], parts: Mapping[str, Any]) -> dict[str, Any]:
    named = {key: None for value in values for key in value if MARK not in key}
    free = [found for value in values for key, found in value.items() if MARK in key]
    schema: dict[str, Any] = {"type": "object"}
    if named:
        schema["properties"] = {key: common([value[key] for value in values if key in value], parts) for key in named}
        schema["required"] = [key for key in named if all(key in value for value in values)]
    if free:
        schema["additionalProperties"] = common(free, parts)
    same = next((name for name, part in parts.items() if part["properties"] == schema.get("properties")), None)
    return {"$ref": f"#/$defs/{same}"} if same else schema


def _array(values: list[list[Any]], parts: Mapping[str, Any]) -> dict[str, Any]:
    items = [item for value in values for item in value]
    schema = {"type": "array", "items": common(items, parts)} if items else {"type": "array"}
    sides = [field for item in items if isinstance(item, str | int) for field in _fields([item]) if "[" in field]
    if items and len(sides) == len(items):
        said = _described(sides[0].partition("[")[0])
        return schema | ({"description": said} if said else {}) | {"minItems": 2, "maxItems": 2}
    return schema if any(not value for value in values) else schema | {"minItems": 1}


def _string(values: list[str], parts: Mapping[str, Any]) -> dict[str, Any]:
    if not any(MARK in value or value == LANGUAGE for value in values):
        return {"type": "string", "enum": list(dict.fromkeys(values))}
    return {"type": "string"} | _description(values)


def _description(values: list[Any]) -> dict[str, str]:
    said = {_described(field) for field in _fields(values)} - {""}
    return {"description": said.pop()} if len(said) == 1 else {}


def _fields(values: list[Any]) -> list[str]:
    """The fields some examples stand for."""
    numbers = {**_NUMBERS, **{number / 1e6: field for number, field in _NUMBERS.items()}}
    marked = [_MARKED.findall(value) if isinstance(value, str) else [numbers.get(value, "")] for value in values]
    return [field for fields in marked for field in fields]


_SCHEMAS: dict[type, Any] = {
    dict: _object,
    list: _array,
    tuple: _array,
    str: _string,
    bool: lambda values, parts: {"type": "boolean"},
    int: lambda values, parts: {"type": "integer"} | _description(values),
    float: lambda values, parts: {"type": "number"} | _description(values),
}


def _described(field: str) -> str:
    """What a docstring says of a field (`Citation.quote`)."""
    owner, _, name = field.partition(".")
    return _documented(owner).get(name, "")


@cache
def _documented(owner: str) -> dict[str, str]:
    kinds = [kind for kind in _dataclasses(object) if kind.__name__ == owner]
    listed = re.findall(r"^ {8}(\w+): (.*(?:\n {12}.*)*)", (kinds[0].__doc__ or "") if kinds else "", re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in listed}


def _dataclasses(kind: type) -> list[type]:
    found = [one for one in type.__subclasses__(kind) if one.__module__.startswith("kg.")]
    return [one for one in found if dataclasses.is_dataclass(one)]


def _rendered(kind: Any) -> list[Any]:
    if kind is Score:
        hit = Score(9, 8, 7, 6, [(_text("a"), _text("b"))], [(_text("a"), _text("b"))], [True, False, True], [True])
        return [one.as_data(show) for one in (hit, Score()) for show in (0, 1)]
    return [json.loads(json.dumps(as_data(value))) for value in examples(kind, "answer")]


def schema(name: str) -> dict[str, Any]:
    """The schema of an output."""
    title, kind = OUTPUTS[name]
    parts: dict[str, Any] = {}
    for part in PARTS:
        said = (part.__doc__ or "").splitlines()[0]
        parts[part.__name__.lower()] = {"description": said} | common(_rendered(part), parts)
    body = common(_rendered(kind), parts)
    about = (typing.get_args(kind) or (kind,))[0].__doc__ or ""
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{ID}{name}.json"}
    used = _used(body, parts)
    defs = {"$defs": {part: parts[part] for part in parts if part in used}} if used else {}
    return head | {"title": title, "description": about.splitlines()[0]} | body | defs


def _used(schema: Any, parts: Mapping[str, Any]) -> set[str]:
    found = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema)))
    return found.union(*(_used(parts[name], parts) for name in found)) if found else found


def text(name: str) -> str:
    """The file of a schema as it ought to be."""
    return json.dumps(schema(name), ensure_ascii=False, indent=2) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in OUTPUTS:
        (FOLDER / f"{name}.json").write_text(text(name), encoding="utf-8")
