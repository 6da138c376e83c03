"""Polarity of a clause, status of a record."""
