"""`kg eval`: how well extraction does on annotated passages."""

from __future__ import annotations

import json
from pathlib import Path

import click

from kg.cli.base import format_option, say_text


@click.command("eval")
@click.argument("gold", type=click.Path(path_type=Path))
@format_option("text", "json")
@click.option("--show", default=0, show_default=True, help="List this many wrong and missed claims.")
@click.option("--ids", help="Only these passages, comma separated.")
def evaluate(gold: Path, format_name: str, show: int, ids: str | None) -> None:
    """Score extraction on annotated passages: GOLD is JSON Lines, one passage with its triples a line."""
    from kg.evaluate import evaluate as run
    from kg.evaluate import read_gold

    wanted = set(ids.split(",")) if ids else None
    score = run([passage for passage in read_gold(gold) if wanted is None or passage.id in wanted])
    if format_name == "json":
        say_text(json.dumps(score.as_data(show), ensure_ascii=False, indent=2) + "\n")
        return
    lines = [f"{name:<22}{'-' if value is None else value}" for name, value in score.figures().items()]
    for title, items in (("wrong", score.wrong[:show]), ("missed", score.missed[:show])):
        lines += [f"{title:<8}{ident}  {claim}" for ident, claim in items]
    say_text("\n".join(lines) + "\n")
