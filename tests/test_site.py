"""The documentation site builds without a warning, leads nowhere that is not there, and needs no other server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"


class Page(HTMLParser):
    """What a page of the site refers to, loads, and may be referred to by."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.anchors = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors |= {value for key in ("id", "name") if (value := found.get(key))}
        if tag == "a" and found.get("href"):
            self.links.append(str(found["href"]))
        elif tag in ("script", "img", "iframe", "source") and found.get("src"):
            self.loaded.append(str(found["src"]))
        elif tag == "link" and found.get("rel") != "canonical" and found.get("href"):
            self.loaded.append(str(found["href"]))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(place)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return place


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file.read_text(encoding="utf-8")) for file in site.rglob("*.html") if file.name != "404.html"}


def test_every_page_is_in_the_navigation() -> None:
    text = re.sub(r"!!python/\S+", "", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    named = re.findall(r"[\w-]+\.md", json.dumps(yaml.safe_load(text)["nav"]))
    assert sorted(named) == sorted(file.name for file in DOCS.glob("*.md"))


def test_every_link_leads_to_a_page_and_to_a_place_on_it(site: Path, pages: dict[Path, Page]) -> None:
    broken = []
    for file, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            known = pages.get(target)
            if not target.is_file() or (known is not None and unquote(parts.fragment) not in known.anchors):
                broken.append(f"{file.name}: {link}")
    assert len(pages) > 20
    assert broken == []


def test_every_heading_of_a_page_is_one_on_the_site(pages: dict[Path, Page]) -> None:
    for file, page in pages.items():
        text = re.sub(r"^```.*?^```$", "", (DOCS / f"{file.stem}.md").read_text(encoding="utf-8"), flags=re.M | re.S)
        headings = re.findall(r"^## (\w+)$", text, re.MULTILINE)
        assert {heading.lower() for heading in headings} <= page.anchors, file.name


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    for file, page in pages.items():
        for source in page.loaded:
            assert not urlsplit(source).netloc, source
            assert (file.parent / unquote(urlsplit(source).path)).exists(), source
    styles = "".join(file.read_text(encoding="utf-8") for file in site.rglob("*.css"))
    assert not re.search(r"(?:url\(\s*['\"]?|@import\s+['\"])(?:https?:)?//", styles)


def test_the_search_has_an_index_that_needs_no_server(site: Path) -> None:
    index = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    titles = {entry["title"] for entry in json.loads(index.removeprefix("var __index = "))["docs"]}
    assert {"kg impact", "Glossary", "What fails with what"} <= titles


def test_the_reference_of_python_has_every_method(site: Path) -> None:
    from kg.api import Graph

    anchors = Page((site / "api.html").read_text(encoding="utf-8")).anchors
    assert {f"kg.api.Graph.{name}" for name in vars(Graph) if not name.startswith("_")} <= anchors
