"""JSON, keys in documented order."""

from __future__ import annotations

import json

from kg.render.data import as_data


def render(answer: object) -> str:
    """An answer as one JSON value."""
    return json.dumps(as_data(answer), ensure_ascii=False, indent=2)
