"""HTML, and exports of wikis."""
