# make run     creates .venv, installs kg there, runs kg demo
# make test    lint, types and tests
# make test-all    the slow tests: built wheel, servers
# make rules   writes docs/rules.md from shapes/
# make pages   writes all that is generated: docs/rules.md, commands.md, schemas/, the pictures (with Graphviz)
# make site    builds the documentation into site/
# make bench   every figure of benchmarks/README.md, up to a million edges; bench-small in under 3 minutes
# make bench-report    measures the comparisons anew, writes them into benchmarks/README.md

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check

.PHONY: run test test-all bench bench-small bench-report rules pages site clean

run: $(VENV)/.run
	$(BIN)/kg demo

test: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy kg
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m pytest -n 2 --doctest-modules kg tests

test-all: $(VENV)/.test $(VENV)/.bench
	$(BIN)/mypy --platform win32 kg
	$(BIN)/mypy --platform darwin kg
	$(BIN)/python -m pytest -m slow

rules: $(VENV)/.test
	$(BIN)/python -m tests.validate.rules_page

pages: rules
	$(BIN)/python -m tests.commands_page
	$(BIN)/python -m tests.json_schemas
	$(BIN)/python -m tests.pictures

site: $(VENV)/.test
	$(BIN)/mkdocs build --strict

bench: $(VENV)/.bench
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/extract_rate.py
	$(BIN)/python benchmarks/build_rate.py
	$(BIN)/python benchmarks/build_scale.py
	$(BIN)/python benchmarks/reasoning.py
	$(BIN)/python benchmarks/suggest.py
	$(BIN)/python benchmarks/endtoend.py benchmarks/endtoend.json
	$(BIN)/python benchmarks/check_rate.py
	$(BIN)/python benchmarks/check_rate.py --chunks 20000
	$(BIN)/python benchmarks/compare.py

bench-small: $(VENV)/.bench
	$(BIN)/python benchmarks/startup.py 3
	$(BIN)/python benchmarks/extract_rate.py 0.2
	$(BIN)/python benchmarks/build_rate.py 1000
	$(BIN)/python benchmarks/build_scale.py --edges 4k
	$(BIN)/python benchmarks/reasoning.py --small
	$(BIN)/python benchmarks/suggest.py 1000
	$(BIN)/python benchmarks/endtoend.py benchmarks/endtoend.json
	$(BIN)/python benchmarks/check_rate.py --claims 200
	$(BIN)/python benchmarks/check_rate.py --chunks 1000
	$(BIN)/python benchmarks/compare.py --sizes 1k 10k

bench-report: $(VENV)/.bench
	$(BIN)/python benchmarks/compare.py --save $(VENV)/figures.json
	$(BIN)/python benchmarks/report.py $(VENV)/figures.json

clean:
	rm -rf $(VENV) build dist site

$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(PIP) --editable .
	$(BIN)/python -m compileall -q kg
	touch $@

$(VENV)/.bench: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[bench]'
	touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(PIP) --editable '.[dev,docs,terraform]'
	touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "kg needs Python 3.11 or newer: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || $(PYTHON) -m virtualenv --quiet $(VENV) || \
		{ rm -rf $(VENV); echo "no way to make $(VENV): apt-get install python3-venv, or pip install virtualenv" >&2; exit 1; }
