"""Edges as compressed sparse rows, made from a store and brought up to date."""
