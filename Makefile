PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: test test-all

$(BIN)/pytest: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --editable '.[dev,terraform]'
	touch $@

test: $(BIN)/pytest
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy kg
	$(BIN)/python -m pytest

test-all: $(BIN)/pytest
	$(BIN)/python -m pytest -m slow || [ $$? -eq 5 ]
