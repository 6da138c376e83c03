"""Answers to text, one small module a format.

In: an answer and the name of a format. Out: text.
Open `formats` first.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
