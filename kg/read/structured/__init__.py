"""Structured sources: files whose form states facts, one module a source.

Reading order: `tree` (what YAML and JSON become), `yamls` and `jsons` (text to trees), `facts` (statements to chunks),
`hosts` (which values name another service), then the sources.
"""
