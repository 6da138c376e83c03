"""Arrays in files: mapped, never parsed."""
