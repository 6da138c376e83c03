"""Locks that the system keeps and lets go of when their holder ends, however that ends: one module a kind of system.

take(handle)            be the only one on an open file, without waiting; False where another is
share(snapshot)         keep a snapshot from being removed: a handle, None where it is gone
seize(snapshot)         be the only one on a snapshot: a handle, None where another holds it
release(snapshot, held) the end of `seize`, once the snapshot is removed; a shared one ends with `os.close`
"""

import sys

if sys.platform == "win32":
    from kg.rdf.store.locks.windows import release, seize, share, take
else:
    from kg.rdf.store.locks.posix import release, seize, share, take

__all__ = ["release", "seize", "share", "take"]
