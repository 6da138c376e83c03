"""Namespaces, terms, IRIs, serialisation, stores, named queries and free SPARQL.

In: names, values, RDF files, SPARQL. Out: IRIs, terms, quads, solutions, files.
Open `iris` first, then `store.base`.
"""

from __future__ import annotations

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
