"""English verb inflection, as far as recognising a form needs it: a form may be spelled in more ways than one."""

from __future__ import annotations

from dataclasses import dataclass

_STRIP_ES = ("sses", "shes", "tches", "nches", "aches", "rches", "xes", "zzes", "oes")
_BASES = {"has": "have", "does": "do", "goes": "go", "is": "be", "caches": "cache"}
_VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class Forms:
    """Forms of a verb.

    Args:
        base: As in the dictionary; also the verb's name everywhere else.
        third: Third person singular present.
        past: Spellings of the past tense.
        participle: Spellings of the past participle.
        gerund: Spellings of the present participle.
    """

    base: str
    third: str
    past: tuple[str, ...]
    participle: tuple[str, ...]
    gerund: tuple[str, ...]


def base_of(third: str) -> str:
    """The dictionary form of a third person singular.

    >>> [base_of(word) for word in ("uses", "relies", "pushes", "accesses", "caches", "runs")]
    ['use', 'rely', 'push', 'access', 'cache', 'run']
    """
    if third in _BASES:
        return _BASES[third]
    if third.endswith("ies") and len(third) > 4:
        return third[:-3] + "y"
    if third.endswith(_STRIP_ES):
        return third[:-2]
    return third[:-1] if third.endswith("s") and not third.endswith("ss") else third


def forms_of(third: str, irregular: tuple[str, str] | None = None) -> Forms:
    """All forms of a verb given in the third person singular.

    Args:
        third: Such as `relies`.
        irregular: Past and participle, where they are not regular.

    >>> forms_of("relies").past, forms_of("ships").gerund, forms_of("runs", ("ran", "run")).participle
    (('relied',), ('shiping', 'shipping'), ('run',))
    """
    base = base_of(third)
    stems = _stems(base)
    regular = (base + "d",) if base.endswith("e") else _ied(base) or tuple(stem + "ed" for stem in stems)
    gerund = tuple(stem + "ing" for stem in stems)
    past, participle = ((irregular[0],), (irregular[1],)) if irregular else (regular, regular)
    return Forms(base, third, past, participle, gerund)


def base_of_participle(participle: str) -> str:
    """A base that a regular participle may come from; only its consistency matters, not its beauty.

    >>> base_of_participle("replicated"), base_of_participle("supplied")
    ('replicate', 'supply')
    """
    if participle.endswith("ied"):
        return participle[:-3] + "y"
    stem = participle.removesuffix("ed")
    return stem + "e" if stem.endswith(("at", "s", "v", "c", "g", "iz", "ur", "ir")) else stem


def _stems(base: str) -> tuple[str, ...]:
    """The base before `-ing`, with its last consonant doubled where that may be."""
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return (base[:-1],)
    if len(base) > 2 and base[-1] not in _VOWELS + "wxy" and base[-2] in _VOWELS and base[-3] not in _VOWELS:
        return (base, base + base[-1])
    return (base,)


def _ied(base: str) -> tuple[str, ...]:
    if base.endswith("y") and len(base) > 2 and base[-2] not in _VOWELS:
        return (base[:-1] + "ied",)
    return ()
