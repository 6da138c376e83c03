"""What changed between two graphs, and what that newly breaks."""
