"""What breaks, what survives, what a thing needs and why: ranked paths with a citation on every hop."""

from __future__ import annotations

from kg.answer.impact.failing import impact
from kg.answer.impact.reliance import needs, why
from kg.answer.impact.survivors import NO_PATH, NOTHING

__all__ = ["NOTHING", "NO_PATH", "impact", "needs", "why"]
