"""Git as tests use it: nobody's settings, one author, no signatures."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def git(folder: Path, *words: str) -> str:
    """Run git in a folder; what it prints."""
    quiet = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    author = ("-c", "user.name=Kim", "-c", "user.email=kim@example.org", "-c", "commit.gpgsign=false")
    command = ["git", *author, *words]
    done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, env=os.environ | quiet)
    return done.stdout.strip()
