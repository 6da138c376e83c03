"""Frames of the ontology on clauses: who relies on whom."""
