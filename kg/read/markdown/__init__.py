"""Markdown and MDX."""
