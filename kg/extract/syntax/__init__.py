"""Phrases, verb groups, clauses."""
