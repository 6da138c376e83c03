"""`kg`: engineering documents in, cited answers out, open-standard RDF in between."""

__version__ = "0.1.0"
