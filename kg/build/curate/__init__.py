"""Decisions of people on names, and what follows from them in the graph."""
