"""YAML, JSON and tables to trees: positions, aliases, merges, bounds, errors with their line."""

from __future__ import annotations

import json

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.read.structured.jsons import load_json
from kg.read.structured.table import load_table
from kg.read.structured.tree import Node
from kg.read.structured.yamls import first, load_yaml, mask_templates

BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "\n".join(
    f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 12)
)
MERGE_BOMB = (
    "k0: &k0 {"
    + ", ".join(f"p{i}: 1" for i in range(3000))
    + "}\n"
    + "\n".join(f"k{i}: &k{i} {{<<: *k{i - 1}, own{i}: 1}}" for i in range(1, 400))
)


def plain(node: Node) -> object:
    """A tree as the standard loaders would give it, all scalars as strings."""
    if node.entries:
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    return [plain(item) for item in node.items] if node.items else node.text


scalars = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=8)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, min_size=1, max_size=4) | st.dictionaries(scalars, inner, min_size=1, max_size=4),
)
documents = st.lists(values, min_size=1, max_size=3) | st.dictionaries(scalars, values, min_size=1, max_size=3)


@given(documents)
def test_json_is_what_the_standard_library_reads(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=2, ensure_ascii=False)):
        assert plain(load_json("f.json", text)) == json.loads(text)


@given(documents)
def test_json_spans_hold_the_values(value: object) -> None:
    text = json.dumps(value, ensure_ascii=False)
    for node in load_json("f.json", text).walk():
        assert plain(load_json("f.json", f"[{text[node.start : node.end]}]").items[0]) == plain(node)


@given(documents)
def test_yaml_is_what_pyyaml_composes(value: object) -> None:
    text = yaml.safe_dump(value, allow_unicode=True, default_style='"')
    (node,) = load_yaml("f.yml", text)
    keys = {"<<"} & set(text.split('"'))
    assert keys or plain(node) == value


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("é: ü😀\nb: x", ["ü😀", "x"]),
        ("\ufeffa: one\r\nb: 'two'\r\n", ["one", "'two'"]),
        ("a: |\n  lines\n  more\nb: y", ["|\n  lines\n  more\n", "y"]),
    ],
)
def test_yaml_spans_are_exact(text: str, spans: list[str]) -> None:
    node = first(load_yaml("f.yml", text))
    assert [text[e.value.start : e.value.end] for e in node.entries.values()] == spans


def test_merges_give_what_is_not_there_already() -> None:
    text = "a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc: {z: 3, <<: [*a, *b]}\nd: {<<: {<<: *a, w: 4}}"
    node = first(load_yaml("f.yml", text))
    assert plain(node["c"]) == {"z": "3", "x": "1", "y": "1"}
    assert plain(node["d"]) == {"w": "4", "x": "1", "y": "1"}
    assert [entry.merged for entry in node["c"].entries.values()] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: 1\nb: [", 2, "not valid YAML"),
        ("a: 1\nb: *no", 2, "*no is not defined"),
        ("a: 1\nb: &b [*b]", 2, "*b refers to itself"),
        (BOMB, None, "unfold to more than"),
        (MERGE_BOMB, None, "unfold to more than"),
        ("[" * 300 + "]" * 300, 1, "nested deeper"),
        ("a: \x07", 1, "not valid YAML"),
        ("a: \ud800", None, "not valid YAML"),
    ],
)
def test_bad_yaml_is_refused_with_its_line(text: str, line: int | None, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_yaml("f.yml", text)
    assert message in caught.value.message
    assert line is None or caught.value.line == line
    assert caught.value.file == "f.yml"


@pytest.mark.parametrize(
    ("text", "line"),
    [('{"a": 1,\n "b": }', 2), ("", 1), ("[" * 300 + "]" * 300, 1), ("[" * 100_000, None), ('{"a": NaN2}', 1)],
)
def test_bad_json_is_refused_with_its_line(text: str, line: int | None) -> None:
    with pytest.raises(InputError) as caught:
        load_json("f.json", text)
    assert line is None or caught.value.line == line


def test_lone_surrogates_of_escapes_are_replaced() -> None:
    assert load_json("f.json", '["\\ud800", "\\ud83d\\ude00"]').items[1].text == "😀"
    load_json("f.json", '["\\ud800"]').items[0].text.encode()


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("a,b\n1,2\n3\n", [{"a": "1", "b": "2"}, {"a": "3"}]),
        ('a;b\r\n"x;""y""";2\r\n', [{"a": 'x;"y"', "b": "2"}]),
        ("a\tb\n\n1\t\n", [{"a": "1"}]),
        ('a,b\n"two\nlines",2', [{"a": "two\nlines", "b": "2"}]),
        ("", []),
        ("a,b", []),
    ],
)
def test_tables(text: str, rows: list[dict[str, str]]) -> None:
    assert [plain(row) for row in load_table("t.csv", text).items] == rows


def test_cells_know_where_they_stand() -> None:
    text = 'id,team\ncart,"shop, a"\n'
    cell = load_table("t.csv", text).items[0]["team"]
    assert text[cell.start : cell.end] == cell.text == "shop, a"


@given(st.text("{}-. \nab", max_size=60))
def test_masking_keeps_offsets_and_lines(text: str) -> None:
    masked = mask_templates(text)
    assert len(masked) == len(text)
    assert [i for i, c in enumerate(masked) if c == "\n"] == [
        i for i, c in enumerate(text) if c == "\n"
    ] or "{{" in text
