"""The command line: each command parses its input, calls one function and renders the answer.

In: arguments. Out: text on stdout, messages on stderr, an exit code.
Open `main` first.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
