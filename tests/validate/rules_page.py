"""Writes docs/rules.md from the shapes: `python -m tests.validate.rules_page`."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from kg.validate.catalogue import rule_catalogue
from kg.validate.report import RuleInfo
from kg.validate.shapes import load

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
_HEAD = """# Rules

Every rule of `kg check`, from the files under `shapes/`. This page is generated (`make rules`);
[validation.md](validation.md) tells how rules are run. A rule is answered by SHACL (`shape`), by one SPARQL query over
the named graphs (`query`), or by walking the edges (`graph`).
"""


def page() -> str:
    """The page as it ought to be."""
    parts = [_HEAD]
    for pack, rules in groupby(rule_catalogue(load()), key=lambda rule: rule.pack):
        parts.append(f"## {pack}\n")
        parts += [_rule(rule) for rule in rules]
    return "\n".join(parts)


def _rule(rule: RuleInfo) -> str:
    return (
        f"### {rule.id}\n\n{rule.title} · {rule.severity} · {rule.kind}\n\n"
        f"**Why.** {rule.why}\n\n**To mend.** {rule.advice}\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
