"""The exported graph in another store: a running Oxigraph server answers the same."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

import kg
from kg.rdf.queries import named, render
from kg.rdf.resources import folder

pytestmark = pytest.mark.slow


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def server(tmp_path):
    program = shutil.which("oxigraph") or str(Path(sys.executable).parent / "oxigraph")
    url = f"http://127.0.0.1:{free_port()}"
    words = [program, "serve", "--location", str(tmp_path / "store"), "--bind", url.removeprefix("http://")]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            for _ in range(100):
                with contextlib.suppress(urllib.error.URLError, ConnectionError):
                    urllib.request.urlopen(url, timeout=1).read()
                    break
                time.sleep(0.1)
            yield url
        finally:
            process.terminate()


def test_a_running_oxigraph_loads_the_export_and_answers_the_same(tmp_path, server):
    graph = kg.open(tmp_path / "graph")
    graph.build([folder("examples") / "demo.jsonl"])
    upload = urllib.request.Request(
        f"{server}/store", data=graph.export("trig"), method="POST", headers={"Content-Type": "application/trig"}
    )
    assert urllib.request.urlopen(upload, timeout=30).status in (200, 201, 204)
    query = render(named()["impact"], graph.store.names.base, {"start": graph.resolve("redis").iri})
    ask = urllib.request.Request(
        f"{server}/query",
        data=urllib.parse.urlencode({"query": query}).encode(),
        headers={"Accept": "application/sparql-results+json"},
    )
    bindings = json.load(urllib.request.urlopen(ask, timeout=30))["results"]["bindings"]
    remote = [{name: term["value"] for name, term in row.items()} for row in bindings]
    local = [{name: term.value for name, term in row.items()} for row in graph.query("impact", {"start": "redis"}).rows]
    assert remote == local
    assert {row["label"] for row in remote} == {"auth service", "login flow", "token cache"}
