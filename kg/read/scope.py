"""Which project a document belongs to, by the folder it lies in."""

from __future__ import annotations

from collections.abc import Mapping

PARTS_OF_A_PROJECT = frozenset(
    (
        *("doc", "docs", "documentation", "source", "content", "pages", "guides", "guide", "manual", "manuals", "wiki"),
        *("runbook", "runbooks", "adr", "adrs", "decisions"),
        *(
            "deploy",
            "deployment",
            "deployments",
            "docker",
            "compose",
            "k8s",
            "kubernetes",
            "kube",
            "helm",
            "chart",
            "charts",
            "manifests",
            "infra",
        ),
        *("config", "configs", ".github", ".gitlab", "src", "app", "lib", "data", "etc", "ops"),
    )
)
"""Folders that lie within a project: they and what is below them belong to the project that holds them."""


def scope_of(path: str, scopes: Mapping[str, str] | None = None) -> str:
    """The folder that holds a document's project, relative to the build root; empty at the root.

    Args:
        path: Path of the document, `/` between segments.
        scopes: Scopes set by hand, by path prefix (whole segments); the longest prefix decides.

    >>> scope_of("shop/api/docs/auth/redis.md"), scope_of("README.md")
    ('shop/api', '')
    >>> scope_of("shop/api/docs/redis.md", {"shop": "store"})
    'store'
    """
    folders = path.split("/")[:-1]
    for prefix in sorted(scopes or (), key=lambda p: (-len(p), p)):
        whole = prefix.strip("/")
        if not whole or path == whole or path.startswith(whole + "/"):
            return (scopes or {})[prefix].strip("/")
    for depth, folder in enumerate(folders):
        if folder.lower() in PARTS_OF_A_PROJECT:
            return "/".join(folders[:depth])
    return "/".join(folders)
