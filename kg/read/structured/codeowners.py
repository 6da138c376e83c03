"""CODEOWNERS files of GitHub (https://docs.github.com/articles/about-code-owners) and GitLab.

A rule for a folder states who owns the component of that name (`/services/cart/ @shop/checkout`), a rule for
everything (`*`) who owns the project, named after the folder that holds the file. Rules for kinds of files, single
files and folders that hold no component (docs, tests, configuration) state nothing about components. A GitLab
section's owners are those of its rules without any.
"""

from __future__ import annotations

import re

from kg.read.structured.facts import Facts, Structured

_OWNER = re.compile(r"@[\w.-]{1,100}(?:/[\w./-]{1,100})?|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")
_SECTION = re.compile(r"\^?\[[^\]]{1,200}\](?:\[\d{1,3}\])?")
_HOMES = frozenset((".github", ".gitlab", "docs"))
_NO_COMPONENTS = frozenset(
    ("apps", "assets", "bin", "build", "changelog", "charts", "ci", "cmd", "config", "configs", "deploy",
     "dist", "doc", "docs", "documentation", "e2e", "example", "examples", "fixtures", "hack", "helm", "i18n",
     "internal", "k8s", "lib", "libs", "locale", "locales", "migrations", "packages", "pkg", "public",
     "samples", "script", "scripts", "services", "spec", "src", "static", "terraform", "test", "tests",
     "third_party", "tool", "tools", "vendor", "workflows")
)  # fmt: skip


class Codeowners(Structured):
    """Reads CODEOWNERS files."""

    name = "codeowners"

    def state(self, facts: Facts) -> None:
        """Who owns which folder."""
        offset = 0
        section: tuple[str, ...] = ()
        inherited: list[str] = []
        for line in facts.text.splitlines(keepends=True):
            rule = re.sub(r"(?:^|\s)#.*", "", line[:2000]).strip()
            heading = _SECTION.match(rule)
            if heading:
                section, inherited = (heading[0],), rule[heading.end() :].split()
            elif rule:
                pattern, *owners = rule.replace("\\ ", "\\\0").split()
                span = (offset, offset + len(line.rstrip()))
                _state(facts, span, pattern.replace("\\\0", " "), owners or inherited, section)
            offset += len(line)


def _state(facts: Facts, span: tuple[int, int], pattern: str, owners: list[str], section: tuple[str, ...]) -> None:
    subject = component(pattern, facts.path)
    for owner in owners:
        if subject and _OWNER.fullmatch(owner):
            facts.add(span, subject, "owned_by", owner, headings=section, local=(True, False))


def component(pattern: str, path: str) -> str:
    """The component a rule's pattern stands for; empty when it stands for none.

    Args:
        pattern: As written.
        path: Path of the CODEOWNERS file.

    >>> component("/services/cart/", "shop/.github/CODEOWNERS"), component("*", "shop/.github/CODEOWNERS")
    ('cart', 'shop')
    >>> component("*.js", "CODEOWNERS"), component("/docs/", "CODEOWNERS")
    ('', '')
    """
    if pattern in ("*", "/", "/**", "**", "/*"):
        folders = [part for part in path.split("/")[:-1] if part not in _HOMES]
        return folders[-1] if folders else ""
    folder = re.sub(r"/\*{1,2}$", "/", pattern)
    name = folder.strip("/").rpartition("/")[2]
    is_folder = folder.endswith("/") or ("." not in name and folder.startswith("/"))
    if not is_folder or re.search(r"[*?\[!]", name) or name.startswith(".") or name.lower() in _NO_COMPONENTS:
        return ""
    return name
