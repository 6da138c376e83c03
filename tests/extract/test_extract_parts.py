"""The parts by themselves: inflection, tagging, clauses, headings, spans, records."""

from __future__ import annotations

import pytest

from kg.extract.entities.reference import Topics
from kg.extract.entities.spans import Spans, plain
from kg.extract.entities.vocabulary import Vocabulary
from kg.extract.layout.records import fields
from kg.extract.syntax.clauses import Parser
from kg.extract.text.inflect import base_of, forms_of
from kg.extract.text.lexicon import Lexicon
from kg.extract.text.tagger import Tagger
from kg.extract.text.tokens import Tokenizer
from kg.ontology import relations as ontology

LEXICON = Lexicon(ontology.load())
TOKENIZER, TAGGER, PARSER, TOPICS = Tokenizer(LEXICON), Tagger(LEXICON), Parser(LEXICON), Topics(LEXICON)
SPANS = Spans(LEXICON, Vocabulary())


@pytest.mark.parametrize(
    ("third", "base", "past", "gerund"),
    [
        ("uses", "use", "used", "using"),
        ("relies", "rely", "relied", "relying"),
        ("ships", "ship", "shipped", "shipping"),
        ("caches", "cache", "cached", "caching"),
        ("pushes", "push", "pushed", "pushing"),
        ("proxies", "proxy", "proxied", "proxying"),
        ("accesses", "access", "accessed", "accessing"),
        ("queries", "query", "queried", "querying"),
    ],
)
def test_inflection(third: str, base: str, past: str, gerund: str) -> None:
    forms = forms_of(third)
    assert base_of(third) == forms.base == base
    assert past in forms.past
    assert gerund in forms.gerund


def _verbs(text: str) -> list[str]:
    tokens = TOKENIZER.tokens(text)
    TAGGER.tag(tokens)
    return [token.low for token in tokens if token.tag == "V"]


@pytest.mark.parametrize(
    ("text", "verbs"),
    [
        ("The backend stores sessions in Redis.", ["stores"]),
        ("The stores are replicated.", ["replicated"]),
        ("Database queries are cached by the proxy.", ["cached"]),
        ("The service queries the database.", ["queries"]),
        ("The user requests to the API are logged.", ["logged"]),
        ("It uses and caches the results.", ["uses", "caches"]),
        ("This requires a restart.", ["requires"]),
        ("The services use the cache.", ["use"]),
        ("Their use is discouraged.", ["discouraged"]),
        ("A monitoring service uses it.", ["uses"]),
        ("The Publishing API sends mails.", ["sends"]),
        ("It gets notified by the queue.", ["notified"]),
        ("The frobnicator zizzles the queue.", ["zizzles"]),
        ("A hub which zizzles often.", ["zizzles"]),
        ("The running total is kept.", ["kept"]),
    ],
)
def test_which_words_are_verbs(text: str, verbs: list[str]) -> None:
    assert _verbs(text) == verbs


def _clauses(text: str) -> list[tuple[str, bool]]:
    tokens = TOKENIZER.tokens(text)
    TAGGER.tag(tokens)
    return [(clause.verb, clause.passive) for clause in PARSER.clauses(tokens)]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("The app is hosted on Heroku.", [("host", True)]),
        ("The app, hosted on Heroku, calls it.", [("host", True), ("call", False)]),
        ("The team moved the app.", [("move", False)]),
        ("The app used to run there.", [("run", False)]),
        ("The tool is used to run the app.", [("use", True), ("run", False)]),
        ("The app is down.", [("be", False)]),
        ("An app run by the team.", [("run", True)]),
    ],
)
def test_voice(text: str, clauses: list[tuple[str, bool]]) -> None:
    assert _clauses(text) == clauses


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("Ledger", "Ledger"),
        ("# Ledger API architecture", "Ledger API"),
        ("Architecture of the Ledger", "Ledger"),
        ("title: Ledger runbook", "Ledger"),
        ("Acme - Ledger API", "Ledger API"),
        ("12. Ledger (deprecated name)", "Ledger"),
        ("Overview", ""),
        ("How does it work?", ""),
        ("Running locally", ""),
        ("The shape of things", ""),
        ("Anti-virus scans of uploads", ""),
        ("PUT /orders/{id}", ""),
        ("Mobile app", "Mobile app"),
    ],
)
def test_names_in_headings(heading: str, name: str) -> None:
    assert TOPICS.name(heading) == name


@pytest.mark.parametrize(
    ("text", "kind", "is_name"),
    [
        ("ledger-api", "code", True),
        ("make test", "code", True),
        ("--verbose", "code", False),
        ("DB_URL", "code", False),
        ("src/main.py", "code", False),
        ("Ledger API", "link", True),
        ("here", "link", False),
        ("see the docs", "link", False),
        ("ledger", "emphasis", False),
    ],
)
def test_names_in_markup(text: str, kind: str, is_name: bool) -> None:
    assert SPANS.is_name(text, kind) is is_name


def test_references_in_brackets_keep_their_place() -> None:
    text = "[Ledger][app] calls [it]."
    assert plain(text) == " Ledger       calls  it ."
    assert [text[a:b] for a, b in SPANS.names(text, (), 0)] == ["Ledger", "it"]


def test_records() -> None:
    assert [(f.key, f.value) for f in fields("name: a\nowner: b\n")] == [("name", "a"), ("owner", "b")]
    assert fields("Only one: pair") == []
    assert fields("A text.\nNote: it goes on.\nAnd on.\nAnd on.") == []
