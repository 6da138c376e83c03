"""Catalogs whose keys say what they are are read without a mapping; what only looks like one states nothing."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner
from stated import stated

from kg.cli.main import main
from kg.errors import InputError
from kg.read.documents import read_paths
from kg.read.registry import standard
from kg.read.structured.catalog import Catalog, Records
from kg.read.structured.mapping import load_mappings
from kg.read.structured.tomls import load_toml

READ: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "a list below a key": ("catalog.yml", """
        services:
          - name: cart
            owner: shop team
            needs: [stock, none]
          - name: stock
            owner: depot team
        """, ("3: cart owned_by shop team", "4: cart depends_on stock", "6: stock owned_by depot team")),
    "members by name, camel case": ("landscape.json", """
        {"components": {
          "till": {"dependsOn": ["ledger"]},
          "ledger": {"dataStores": ["ledger-db"]}
        }}
        """, ("2: till depends_on ledger", "3: ledger backed_by ledger-db")),
    "a table with several names in a cell": ("systems.csv", """
        System,Depends on,Team
        web shop,cart; search,shop team
        search,n/a,find team
        """, ("2: web shop depends_on cart", "2: web shop depends_on search", "2: web shop owned_by shop team",
              "3: search owned_by find team")),
    "the other way round": ("partners.csv", """
        partner,used by
        Mailer,notifier
        Payer,till; refund job
        """, ("2: notifier depends_on Mailer", "3: till depends_on Payer", "3: refund job depends_on Payer")),
    "TOML": ("inventory.toml", """
        [[apps]]
        name = "cart"
        depends_on = ["stock"]

        [[apps]]
        name = "stock"
        owner = {team = "depot team"}
        """, ("3: cart depends_on stock", "7: stock owned_by depot team")),
    "mappings in a list, some optional": ("fleet.yml", """
        - service: cart
          dependencies:
            - {service: stock}
            - {service: mailer, optional: true}
        - service: stock
          dependencies: [{service: ledger, optional: false}]
        """, ("3: cart depends_on stock", "4: cart depends_on? mailer", "6: stock depends_on ledger")),
    "dependencies by kind": ("services.yaml", """
        - id: cart
          dependencies:
            services: [stock]
            databases: [cart-db]
        - id: stock
          dependencies: {services: [ledger], databases: []}
        """, ("3: cart depends_on stock", "4: cart backed_by cart-db", "6: stock depends_on ledger")),
    "one record a file": ("cart/about.yaml", """
        name: cart
        owner: shop team
        dependencies: [stock]
        """, ("2: cart owned_by shop team", "3: cart depends_on stock")),
}  # fmt: skip


@pytest.mark.parametrize("name", READ)
def test_a_catalog_says_what_it_is(name: str) -> None:
    path, text, expected = READ[name]
    text = dedent(text).lstrip("\n")
    reader = standard().reader_for(path, text[:4096])
    assert isinstance(reader, Records)
    assert stated(reader, text, path) == list(expected)


SILENT: dict[str, tuple[str, str]] = {
    "npm": ("web/package.json", '{"name": "shop", "dependencies": {"lodash": "^4.1.0"}, "owner": "shop team"}'),
    "npm, under another name": ("app.json", '{"name": "shop", "owner": "a", "dependencies": {"lodash": "^4.17.1"}}'),
    "npm lock": ("package-lock.json", '{"packages": {"a": {"requires": {"b": "1.0.0"}}, "b": {"requires": {}}}}'),
    "pip": ("env.yml", "name: shop\nowner: me\ndependencies:\n  - numpy=1.26\n  - pandas>=2\n"),
    "pyproject": ("pyproject.toml", '[project]\nname = "shop"\ndependencies = ["click"]\n'),
    "cargo": ("Cargo.toml", '[package]\nname = "shop"\n[dependencies]\nserde = "1.0"\n'),
    "maven in YAML": ("build.yml", "services:\n- {name: a, dependencies: ['org.x:y:1.0']}\n- {name: b}\n"),
    "GitHub workflow": (
        ".github/workflows/ci.yml",
        "jobs:\n  test: {needs: [build], runs-on: x}\n  build: {steps: []}\n",
    ),
    "workflow elsewhere": ("ci/flow.yml", "jobs:\n  test: {depends_on: [b], steps: []}\n  b: {steps: [x]}\n"),
    "GitLab": (".gitlab-ci.yml", "test:\n  needs: [build]\n  script: x\nbuild:\n  script: y\n"),
    "tasks": ("Taskfile.yml", "tasks:\n  a: {deps: [b], cmds: [x]}\n  b: {cmds: [y]}\n"),
    "OpenAPI": ("openapi.yaml", "openapi: 3.0.0\ntags:\n- {name: pets, owner: me}\n- {name: carts, owner: me}\n"),
    "Helm values": ("chart/values.yaml", "redis: {owner: x, requires: [a]}\ndb: {owner: y, requires: [b]}\n"),
    "translations": ("locales/en.json", '{"form": {"owner": "Owner", "team": "Team", "depends_on": "Depends on"}}'),
    "test data": ("tests/data/services.yml", "services:\n- {name: a, depends_on: [b]}\n- {name: b}\n"),
    "people": ("people.json", '[{"name": "Ann", "team": "red"}, {"name": "Bo", "team": "blue"}]'),
    "database settings": (
        "database.yml",
        "live: {adapter: x, database: shop, username: u}\ntest: {adapter: x, database: shop_test, username: u}\n",
    ),
    "sentences": (
        "services.yml",
        "- {name: a, needs: It needs a lot of care.}\n- {name: b, needs: Nothing at all yet.}\n",
    ),
    "links": ("services.csv", "name,links\na,https://a.example\nb,https://b.example\n"),
    "no relation": ("services.csv", "name,tier\na,1\nb,2\n"),
    "a plan": ("plan.yml", "- {name: A, depends_on: [B], assignee: x}\n- {name: B, assignee: y}\n"),
}


@pytest.mark.parametrize("name", SILENT)
def test_what_is_no_catalog_states_nothing(name: str, tmp_path: Path) -> None:
    path, text = SILENT[name]
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    (tmp_path / "a.md").write_text("x", encoding="utf-8")
    documents, skipped = read_paths([tmp_path])
    assert [fact for document in documents for chunk in document.chunks for fact in chunk.blocks[0].facts] == []
    assert skipped == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("\n- {name: a, requires: [b]}\n- {name: b}\n", "nothing says that its records are components"),
        ("\n- {name: a, version: 1.0.2, dependencies: [b]}\n- {name: b}\n", "nothing says that its records"),
        ("\n- {name: a, depends_on: [b]}\n- {name: a, depends_on: [c]}\n", "its records have no distinct names"),
    ],
)
def test_a_doubt_is_told_with_its_line(text: str, told: str) -> None:
    (skipped,) = Records().read("things.yml", text).skipped
    assert (skipped.path, skipped.line) == ("things.yml", 2)
    assert told in skipped.reason


def test_the_mapping_is_shown_and_reads_the_same(tmp_path: Path) -> None:
    for name, (path, text, _) in READ.items():
        file = tmp_path / "docs" / name / path
        file.parent.mkdir(parents=True)
        file.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    docs, mapping = str(tmp_path / "docs"), tmp_path / "mapping.yml"
    shown = CliRunner().invoke(main, ["build", docs, "--show-mapping"])
    assert shown.exit_code == 0
    mapping.write_text(shown.stdout, encoding="utf-8")
    assert len(load_mappings("mapping.yml", shown.stdout)) == len(READ)
    inferred, told = (CliRunner().invoke(main, ["extract", docs, *more]) for more in ((), ("--mapping", str(mapping))))
    assert told.stdout.replace('"extractor":"catalog', '"extractor":"records') == inferred.stdout
    assert inferred.stdout.count("\n") == sum(len(expected) for _, _, expected in READ.values())


def test_nothing_to_show_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("It uses Redis.", encoding="utf-8")
    done = CliRunner().invoke(main, ["build", str(tmp_path), "--show-mapping"])
    assert done.exit_code == 2
    assert "no file of records" in done.stderr


def test_a_file_that_fits_several_mappings_is_read_by_all() -> None:
    text = "name: id\nrecords: {}\nfacts: [{{field: needs, relation: depends_on}}]\nfiles: [s.yml]\n"
    both = load_mappings("m.yml", text.format("apps") + "---\n" + text.format("stores"))
    content = "apps:\n- {id: cart, needs: stock}\nstores:\n- {id: cart-db, needs: disk}\n"
    assert stated(Catalog(*both), content, "s.yml") == ["2: cart depends_on stock", "4: cart-db depends_on disk"]


def test_toml_keeps_places_and_refuses_what_is_none() -> None:
    text = '# c\na.b = "x\\u0041"\n[t]\nl = [["p"], [\n "q", 1.5]]\nm = """\ny"""\n[[t.r]]\nk = {v = true}\n[[t.r]]\n'
    root = load_toml("f.toml", text)
    assert root["a"]["b"].text == "xA"
    assert [node.text for node in root["t"]["l"].walk() if node.text] == ["p", "q", "1.5"]
    assert root["t"]["m"].text == "y"
    assert root["t"]["r"].items[0]["k"]["v"].text == "true"
    quoted = root["t"]["l"].items[1].items[0]
    assert text[quoted.start : quoted.end] == '"q"'
    with pytest.raises(InputError, match="not valid TOML") as caught:
        load_toml("f.toml", "a = 1\nb = \n")
    assert caught.value.line == 2
