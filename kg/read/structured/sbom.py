"""Names of software packages, shared by the readers of bills of materials."""

from __future__ import annotations

import re

_PURL = re.compile(r"(pkg:[A-Za-z0-9.+-]{1,40}/[^?#\s]{1,300}?)(?:@[^/@?#]*)?(?:[?#].*)?")


def package_name(purl: str, name: str, group: str = "") -> str:
    """The name of a package: its package URL without version and qualifiers, else group and name.

    A package URL keeps the client library `redis` and the server Redis two things.

    Args:
        purl: Package URL (https://github.com/package-url/purl-spec), empty where there is none.
        name: Name as written.
        group: Group, vendor or scope as written.

    >>> package_name("pkg:npm/%40shop/cart@1.2.0?arch=x", "cart"), package_name("", "cart", "shop")
    ('pkg:npm/@shop/cart', 'shop/cart')
    """
    found = _PURL.fullmatch(purl)
    if found:
        return found[1].replace("%40", "@")
    return f"{group}/{name}" if group and name else name
