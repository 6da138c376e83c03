"""Settings of all tests: the same examples in every run, however busy the machine.

`pytest --hypothesis-profile search` looks for new ones.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("repeatable")
