"""Words: sentences, tokens, inflection, tags."""
