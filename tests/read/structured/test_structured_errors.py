"""Broken files are skipped with their line, mapping files are checked, and no input makes a reader crash."""

# ruff: noqa: E501

from __future__ import annotations

import builtins
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from samples import SAMPLES, Sample
from stated import check

from kg.errors import InputError
from kg.read.structured.compose import Compose
from kg.read.structured.cyclonedx import CycloneDx
from kg.read.structured.mapping import load_mapping
from kg.read.structured.rdf import Rdf
from kg.read.structured.terraform import Terraform

FAST = [sample for sample in SAMPLES if sample.reader.name != "terraform"]
PIECES = st.sampled_from(
    ["\n", " ", ":", "- ", "[", "]", "{", "}", '"', "'", "*a", "&a ", "<<: ", "\t", "\\", "#", ",", ";", "@", "\u202e", "\ufeff",
     "\x00", "\ud800", "🧨", "services:", "null", "<", ">", "!DOCTYPE", "{{ x }}", "~", "|", "=", "$"]
)  # fmt: skip


@pytest.mark.parametrize(
    ("reader", "path", "text", "line", "reason"),
    [
        (Compose(), "compose.yml", "services:\n  web: {image: w\n", 3, "not valid YAML"),
        (CycloneDx(), "bom.json", '{"bomFormat": "CycloneDX",\n x}', 2, "not valid JSON"),
        (Rdf(), "a.ttl", "<urn:a> <urn:b>\n", 2, "not valid RDF"),
        (Rdf(), "a.rdf", "<?xml version='1.0'?>\n<!DOCTYPE x [<!ENTITY a 'b'>]><x/>", 2, "DOCTYPE is refused"),
        (Rdf(), "a.jsonld", '{"@context": "https://shop.example/c", "@id": "urn:a"}', None, "not valid RDF"),
    ],
)
def test_broken_files_are_skipped(reader: Any, path: str, text: str, line: int | None, reason: str) -> None:
    parts = reader.read(path, text)
    assert parts.chunks == ()
    (skipped,) = parts.skipped
    assert skipped.path == path
    assert reason in skipped.reason
    assert line is None or skipped.line == line


def test_broken_terraform_is_skipped() -> None:
    pytest.importorskip("hcl2")
    (skipped,) = Terraform().read("main.tf", 'resource "a_b" "c" {\n  x = [\n').skipped
    assert skipped.reason == "not valid Terraform"


def test_terraform_without_its_parser_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any, **named: Any) -> Any:
        if name == "hcl2":
            raise ImportError(name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", refuse)
    (skipped,) = Terraform().read("main.tf", 'resource "a_b" "c" {}\n').skipped
    assert "python-hcl2 is missing" in skipped.reason


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("facts: [{field: a, relation: depends_on}]", 1, "names no field"),
        ("name: id\n", 1, "states no facts"),
        ("name: id\nfact: []", 2, "'fact' means nothing"),
        ("name: id\nfacts:\n  - {field: a}", 3, "needs a field and a relation"),
        ("name: id\nfacts:\n  - {field: a, relation: nonsense}", 3, "no relation is called 'nonsense'"),
        ("name: id\nfacts:\n  - {field: a, relation: depends_on, polarity: maybe}", 3, "no polarity"),
        ("name: id\nfacts:\n  - {field: a, relation: depends_on, inverse: perhaps}", 3, "neither true nor false"),
        ("name: [", 1, "not valid YAML"),
        ("", 1, "names no field"),
    ],
)
def test_mapping_files_are_checked(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        load_mapping("m.yml", text, ("depends_on", "owned_by"))
    assert message in caught.value.message
    assert caught.value.line == line


@given(st.sampled_from(FAST), st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_damaged_file_never_crashes_a_reader(sample: Sample, data: st.DataObject) -> None:
    text = sample.text
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(PIECES) + text[at + data.draw(st.integers(0, 12)) :]
    check(sample.reader.read(sample.path, text), text, sample.path)


@given(st.sampled_from(FAST), st.text(max_size=200) | st.lists(PIECES, max_size=40).map("".join))
@settings(max_examples=200, deadline=None)
def test_no_text_crashes_a_reader(sample: Sample, text: str) -> None:
    sample.reader.sniff(sample.path, text)
    check(sample.reader.read(sample.path, text), text, sample.path)


@given(st.lists(PIECES, max_size=20).map("".join))
@settings(max_examples=15, deadline=None)
def test_no_text_crashes_the_terraform_reader(text: str) -> None:
    check(Terraform().read("main.tf", 'module "a" {}\n' + text), 'module "a" {}\n' + text, "main.tf")
