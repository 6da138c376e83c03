"""Every format of a report, read by other people's parsers."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
import rdflib
from junitparser import Failure, JUnitXml
from sarif_pydantic import Sarif

import kg
from kg.rdf.vocab import PROV, SH
from kg.render.formats import render
from kg.validate.audit import check_store
from kg.validate.report import Severity, StoreReport

from .claims import NAMES, claim, store

DOCUMENTS = {
    "a.md": "---\ndate: 2024-01-02\n---\n# Orders\n\nThe order service depends on the stock service.\n"
    "The stock service depends on the order service.\n",
    "b & c/50%, new.md": "# News\n\nThe order service does not depend on the stock service.\n",
}
HOSTILE = 'x"\\<script>alert(1)</script> } ]]>&amp; %0A::error::\n::warning::gone \x1b[31m \u202e =1+1'


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> StoreReport:
    folder = tmp_path_factory.mktemp("documents")
    for name, text in DOCUMENTS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    graph = kg.open(folder / ".kg")
    graph.build([folder])
    return graph.check()


@pytest.fixture(scope="module")
def hostile() -> StoreReport:
    return check_store(store(claim(HOSTILE, "depends_on", "which is, that", line=5, document="=d,:%\n.md")))


def test_the_fixture_has_what_is_rendered(report: StoreReport, hostile: StoreReport) -> None:
    assert report.counts == {"violation": 0, "warning": 2, "info": 0, "rejected": 0}
    assert hostile.fails(Severity.VIOLATION)


# ---------------------------------------------------------------- SARIF


def sarif(report: StoreReport) -> dict:  # type: ignore[type-arg]
    data = json.loads(render(report, "sarif"))
    Sarif.model_validate(data)
    return data  # type: ignore[no-any-return]


def test_sarif_keeps_the_rules_of_the_standard(report: StoreReport, hostile: StoreReport) -> None:
    """The rules of SARIF 2.1.0 that a reader relies on, by section."""
    for one in (report, hostile, replace(report, findings=())):
        data = sarif(one)
        assert data["version"] == "2.1.0"  # 3.13.2
        (run,) = data["runs"]
        rules = run["tool"]["driver"]["rules"]
        assert len({rule["id"] for rule in rules}) == len(rules)  # 3.49.3
        assert run["invocations"][0]["executionSuccessful"] is True  # 3.20.14
        assert len(run["results"]) == len(one.findings)
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]  # 3.27.6
            assert result["level"] in ("error", "warning", "note")  # 3.27.10
            assert result["message"]["text"]  # 3.11
            prints = result["partialFingerprints"]  # 3.27.17
            assert prints
            for place in [*result["locations"], *result.get("relatedLocations", [])]:
                physical = place["physicalLocation"]
                uri = physical["artifactLocation"]["uri"]
                assert not uri.startswith("/")
                assert not set(uri) & set(' \\<>"%\n') - {"%"}  # RFC 3986
                region = physical["region"]
                assert 1 <= region["startLine"] <= region["endLine"]  # 3.30.5


def test_sarif_points_to_the_lines(report: StoreReport) -> None:
    (run,) = sarif(replace(report, root="handbook"))["runs"]
    dispute = next(result for result in run["results"] if result["ruleId"] == "Disputed")
    place = dispute["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "handbook/a.md"
    assert place["region"] == {
        "startLine": 6,
        "endLine": 6,
        "snippet": {"text": "The order service depends on the stock service."},
    }
    (other,) = dispute["relatedLocations"]
    assert other["physicalLocation"]["artifactLocation"]["uri"] == "handbook/b%20%26%20c/50%25%2C%20new.md"
    assert other["message"]["text"] == "denied"


def test_fingerprints_survive_moved_lines() -> None:
    def prints(line: int) -> list[str]:
        moved = replace(claim("it", "depends_on", "redis"), lines=(line, line))
        return [one["partialFingerprints"]["kg/v1"] for one in sarif(check_store(store(moved)))["runs"][0]["results"]]

    assert prints(1) == prints(9) != []


# ---------------------------------------------------------------- JUnit


def cases(report: StoreReport) -> dict[str, object]:
    (suite,) = JUnitXml.fromstring(render(report, "junit").encode())
    found = list(suite)
    assert suite.tests == len(found)
    assert suite.failures == sum(any(isinstance(r, Failure) for r in one.result) for one in found)
    return {one.name: one for one in found}


@pytest.mark.parametrize(("gate", "failed"), [(None, 0), (Severity.VIOLATION, 0), (Severity.WARNING, 2)])
def test_junit_fails_what_the_gate_fails(report: StoreReport, gate: Severity | None, failed: int) -> None:
    found = cases(replace(report, gate=gate))
    assert set(found) >= {rule.title for rule in report.rules}
    assert sum(bool(one.result) for one in found.values()) == failed  # type: ignore[attr-defined]
    dispute = found["no dispute between sources"]
    told = dispute.result[0].text if failed else dispute.system_out  # type: ignore[attr-defined]
    assert 'denied "The order service does not depend on the stock service."' in told
    assert "a.md:6" in told


def test_junit_of_hostile_texts_can_be_read(hostile: StoreReport) -> None:
    found = cases(hostile)
    assert "<script>" in found["a name, no clause"].result[0].text  # type: ignore[attr-defined]


# ---------------------------------------------------------------- GitHub


def test_github_has_one_command_for_each_finding(report: StoreReport, hostile: StoreReport) -> None:
    for one in (report, hostile):
        lines = render(one, "github").splitlines()
        commands = [line for line in lines if line.startswith("::")]
        assert len(commands) == len(one.findings)
        assert len(lines) == len(commands) + 1
        assert "claims checked" in lines[-1]
        assert "\x1b" not in "".join(lines)


def test_github_properties_are_escaped(report: StoreReport) -> None:
    command = next(c for c in render(replace(report, root="x:y"), "github").splitlines() if "dispute" in c)
    assert command.startswith("::warning file=x%3Ay/a.md,line=6,endLine=6,title=no dispute between sources::")
    assert "%0Adenied" in command


# ---------------------------------------------------------------- HTML


class Page(HTMLParser):
    """Collects tags, attributes and text, and checks that tags are closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text, self.open = "", list[str]()
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text += data


def test_the_page_loads_nothing_and_is_accessible(report: StoreReport) -> None:
    page = Page(render(report, "html"))
    tags = [tag for tag, _ in page.tags]
    assert not {"script", "img", "link", "iframe", "form", "object"} & set(tags)
    attributes = [(name, value) for _, attrs in page.tags for name, value in attrs.items()]
    assert not any(name.startswith("on") or name == "src" for name, _ in attributes)
    assert ("content", "default-src 'none'; style-src 'unsafe-inline'") in attributes
    assert page.tags[0] == ("html", {"lang": "en"})
    assert tags.count("h1") == tags.count("main") == tags.count("title") == 1
    ids = [value for name, value in attributes if name == "id"]
    assert len(set(ids)) == len(ids)
    assert {f"#{one}" for one in ids} >= {value for name, value in attributes if name == "href"}
    assert set(ids) >= {value for name, value in attributes if name == "aria-labelledby"}
    assert "url(" not in render(report, "html")
    assert "The order service does not depend on the stock service." in page.text


def test_the_page_escapes(hostile: StoreReport) -> None:
    page = Page(render(hostile, "html"))
    assert "script" not in [tag for tag, _ in page.tags]
    assert "<script>alert(1)</script>" in page.text
    assert not {"\x1b", "\u202e"} & set(page.text)


# ---------------------------------------------------------------- CSV, Turtle, text


def test_csv_defuses_formulas(hostile: StoreReport) -> None:
    rows = list(csv.DictReader(io.StringIO(render(hostile, "csv"))))
    assert len(rows) == len(hostile.findings)
    assert all(not row[name].startswith("=") for row in rows for name in row)
    assert {row["document"] for row in rows} == {"'=d,:%\n.md"}


def test_results_in_turtle_lead_to_their_chunk_graphs(report: StoreReport) -> None:
    graph = rdflib.Graph().parse(data=render(report, "turtle"), format="turtle")
    results = set(graph.objects(None, rdflib.URIRef(SH + "result")))
    chunks = {
        str(graph_) for result in results for graph_ in graph.objects(result, rdflib.URIRef(PROV + "wasDerivedFrom"))
    }
    assert len(results) == 2
    assert chunks
    assert all(chunk.startswith(NAMES.chunks) for chunk in chunks)


def test_text_shows_no_control_characters(hostile: StoreReport) -> None:
    assert not {"\x1b", "\u202e"} & set(render(hostile, "text"))


def test_text_caps_what_one_shape_finds() -> None:
    many = store(*(claim("it", "depends_on", f"db {n}", line=n) for n in range(1, 31)))
    text = render(check_store(many), "text")
    assert "not shown: 10 more (-f json has all)" in text
    assert len(json.loads(render(check_store(many), "json"))["findings"]) == 30


def test_every_format_says_every_report(report: StoreReport, hostile: StoreReport, tmp_path: Path) -> None:
    for one in (report, hostile, replace(report, findings=(), rules=())):
        for name in ("text", "json", "csv", "turtle", "html", "sarif", "junit", "github"):
            assert render(one, name).endswith("\n")
