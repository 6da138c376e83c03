"""Names of things: what is mentioned, and what a pronoun or an elided subject refers to."""
