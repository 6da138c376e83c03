"""The namespaces and terms `kg` speaks; the ontology documents those of `kg:` itself."""

from __future__ import annotations

KG = "https://w3id.org/context-graph/ontology#"
DEFAULT_BASE = "https://example.org/kg/"

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
OWL = "http://www.w3.org/2002/07/owl#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
PROV = "http://www.w3.org/ns/prov#"
OA = "http://www.w3.org/ns/oa#"
DCTERMS = "http://purl.org/dc/terms/"
SH = "http://www.w3.org/ns/shacl#"
SSSOM = "https://w3id.org/sssom/"
SEMAPV = "https://w3id.org/semapv/vocab/"

PREFIXES: dict[str, str] = {
    "kg": KG,
    "rdf": RDF,
    "rdfs": RDFS,
    "owl": OWL,
    "xsd": XSD,
    "skos": SKOS,
    "prov": PROV,
    "oa": OA,
    "dcterms": DCTERMS,
    "sh": SH,
    "sssom": SSSOM,
    "semapv": SEMAPV,
}
"""Prefixes of every serialisation; a graph adds its own base."""
