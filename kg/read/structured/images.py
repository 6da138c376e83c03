"""Container images: the technology that a service runs as, told by the image's name."""

from __future__ import annotations

from kg.ontology import Technology, gazetteer


def repository(image: str) -> str:
    """The last part of an image's repository, without registry, tag and digest.

    The form is that of https://github.com/distribution/reference.

    >>> repository("registry.example:5000/cache/redis:7-alpine@sha256:0a1b"), repository("postgres")
    ('redis', 'postgres')
    """
    return image.partition("@")[0].rpartition("/")[2].partition(":")[0]


def technology(image: str) -> Technology | None:
    """The known technology of an image, if it is one that is run and can fail.

    >>> technology("redis:7-alpine").label, technology("example/storefront:1.2"), technology("python:3.12")
    ('Redis', None, None)
    """
    found = gazetteer.load_gazetteer().find(repository(image), any_case=True)
    return found if found is not None and found.component else None
