"""What follows from the claims: canonical edges, more general properties, inverses, types, weights and disputes.

This is the closure OWL 2 RL derives from `owl:sameAs`, sub-properties, inverses, domains, ranges and subclasses
(OWL 2 Profiles, section 4.3: eq-rep, prp-spo1, prp-inv, prp-dom, prp-rng, cax-sco), kept to one representative a
class: union-find is linear where substituting equals for equals is quadratic.

`Reasoner` makes the inferred graph from all claims. A `Revision` brings a stored one up to date by what changed: the
graph falls into parts that know nothing of each other (edges between two things, groups of alternatives, classes of
a thing, names of a thing), and each part that a change can touch is made anew.
"""

from __future__ import annotations

from kg.reason.edges import Edges, Key, Weight
from kg.reason.gathered import Gathered
from kg.reason.reasoner import Reasoner
from kg.reason.revise import Revision, View
from kg.reason.rules import Rules
from kg.reason.things import concept, thing

__all__ = ["Edges", "Gathered", "Key", "Reasoner", "Revision", "Rules", "View", "Weight", "concept", "thing"]
