"""Every structured source states what its sample says, at the right lines, and is recognised."""

from __future__ import annotations

import pytest
from samples import SAMPLES, Sample
from stated import stated

from kg.model.documents import Fact
from kg.read.registry import standard


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: f"{s.reader.name}: {s.name}")
@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["", "CRLF"])
def test_states_exactly(sample: Sample, line_end: str) -> None:
    if sample.reader.name == "terraform":
        pytest.importorskip("hcl2")
    assert stated(sample.reader, sample.text.replace("\n", line_end), sample.path) == list(sample.expected)


@pytest.mark.parametrize(
    "sample", [s for s in SAMPLES if s.reader.name != "catalog"], ids=lambda s: f"{s.reader.name}: {s.name}"
)
def test_is_recognised(sample: Sample) -> None:
    reader = standard().reader_for(sample.path, sample.text[:4096])
    assert reader is not None
    assert reader.name == sample.reader.name


@pytest.mark.parametrize(
    ("name", "local"),
    [
        ("docker-compose: environment", {(True, True), (True, False)}),
        ("docker-compose: images of stores", {(True, False)}),
        ("backstage: a component", {(False, False)}),
        ("codeowners: rules", {(True, False)}),
        ("kubernetes: a deployment's environment", {(True, True), (True, False)}),
        ("trace-dependencies: Jaeger", {(False, False)}),
        ("systemd: a unit", {(True, True)}),
    ],
)
def test_names_are_local_where_the_source_is_a_project_s_own(name: str, local: set[tuple[bool, bool]]) -> None:
    (sample,) = [s for s in SAMPLES if f"{s.reader.name}: {s.name}" == name]
    facts: list[Fact] = [f for c in sample.reader.read(sample.path, sample.text).chunks for f in c.blocks[0].facts]
    assert {(fact.subject_local, fact.object_local) for fact in facts} == local


def test_a_long_line_is_not_quoted_whole() -> None:
    from kg.read.structured.traces import Traces

    calls = ",".join(f'{{"parent":"a{i}","child":"b{i}","callCount":1}}' for i in range(100))
    chunks = Traces().read("d.json", f"[{calls}]").chunks
    assert len(chunks) == 100
    assert chunks[7].source == '{"parent":"a7","child":"b7","callCount":1}'


def test_equal_lines_under_different_headings_are_different_chunks() -> None:
    from kg.read.structured.compose import Compose

    text = "services:\n  a:\n    image: i\n    depends_on:\n      - x\n  b:\n    image: i\n    depends_on:\n      - x\n"
    chunks = Compose().read("compose.yml", text).chunks
    assert [chunk.source for chunk in chunks] == ["- x", "- x"]
    assert not any(chunk.id.endswith("-2") for chunk in chunks)
