"""What breaks, survives, is needed and why, with receipts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.answer.impact.failing import impact
from kg.answer.impact.reliance import needs, why
from kg.errors import GraphError, InputError, UnknownName
from kg.graph.failure.states import State, states
from kg.graph.index.index import Index
from kg.model.limits import Limits
from kg.model.paths import Affected, Impact, Status, Support
from kg.rdf.store.memory import OxigraphStore
from kg.rdf.terms import iri
from kg.rdf.vocab import KG
from tests.answer.graphs import NAMES, Said, decide, e, graph

STORY = (
    Said("checkout", "depends_on", "session store", "shop.md", 3),
    Said("Checkout", "depends_on", "session store", "ops.md", 9, quote="Checkout needs the session store."),
    Said("session store", "backed_by", "Valkey", "shop.md", 5),
    Said("checkout", "depends_on", "pricing", "shop.md", 7),
    Said("mail", "depends_on", "checkout", "shop.md", 8, "optional"),
    Said("invoices", "runs_on", "Nomad", "shop.md", 9),
    Said("checkout", "owned_by", "shop team", "shop.md", 11),
    Said("search", "depends_on", "Valkey", "shop.md", 12, "negated", quote="Search does not depend on Valkey."),
)


@pytest.fixture
def story() -> OxigraphStore:
    return graph(*STORY, aliases={"Checkout": "checkout"})


def labels(found: tuple[Affected, ...]) -> list[str]:
    return [one.entity.label for one in found]


def chain(one: Affected, path: int = 0) -> str:
    steps = one.paths[path].steps
    return " ".join([steps[0].subject.label, *(f"-{s.relation}-> {s.object.label}" for s in steps)])


def test_the_story(story: OxigraphStore) -> None:
    answer = impact(story, [e("valkey")])
    assert [entity.label for entity in answer.failed] == ["Valkey"]
    assert labels(answer.breaks) == ["session store", "checkout"]
    assert labels(answer.degrades) == ["mail"]
    assert [(s.entity.label, s.reason) for s in answer.survives] == [
        ("search", "denied: search -depends_on-> Valkey"),
        ("invoices", "no stated path"),
        ("Nomad", "nothing stated"),
        ("pricing", "nothing stated"),
    ]
    assert answer.survives[0].citations[0].quote == "Search does not depend on Valkey."
    assert answer.counts == {"breaks": 2, "degrades": 1, "survives": 4}
    assert answer.hidden == {}
    assert chain(answer.degrades[0]) == (
        "mail -optionally_depends_on-> checkout -depends_on-> session store -backed_by-> Valkey"
    )


def test_a_step_carries_its_receipts(story: OxigraphStore) -> None:
    url = "https://example.com/{document}#L{first}-{last}"
    checkout = impact(story, [e("valkey")], source_url=url).breaks[1]
    step = checkout.paths[0].steps[0]
    assert step.support == Support(2, 2)
    assert [str(c) for c in step.citations] == ["ops.md:9", "shop.md:3"]
    assert step.citations[0].quote == "Checkout needs the session store."
    assert step.citations[0].chunk == "ops.md/9"
    assert step.citations[0].url == "https://example.com/ops.md#L9-9"
    assert [(o.entity.label, str(o.citations[0])) for o in checkout.owners] == [("shop team", "shop.md:11")]
    assert checkout.support == Support(1, 1)


def test_inferred_means_that_no_claim_says_it_between_these_names() -> None:
    store = graph(
        Said("Web", "depends_on", "db"), Said("db", "depends_on", "disk", polarity="optional"), aliases={"Web": "www"}
    )
    answer = impact(store, [e("disk"), e("db")])
    assert [step.inferred for one in answer.breaks for step in one.paths[0]] == [True]
    soft = impact(store, [e("disk")])
    assert [(step.relation, step.inferred, step.soft) for step in soft.degrades[0].paths[0]] == [
        ("optionally_depends_on", False, True)
    ]


def test_a_well_supported_detour_wins() -> None:
    detour = [("app", "queue"), ("queue", "broker"), ("broker", "db")]
    rows = [Said(s, "depends_on", o, doc, 1 + n) for n, (s, o) in enumerate(detour) for doc in ("x.md", "y.md")]
    answer = impact(graph(Said("app", "depends_on", "db", "x.md", 9), *rows), [e("db")], Limits(paths=2))
    app = next(one for one in answer.breaks if one.entity.label == "app")
    assert [len(path) for path in app.paths] == [3, 1]
    assert [one.entity.label for one in answer.breaks] == ["broker", "queue", "app"]


def test_alternatives() -> None:
    rows = [Said("cdn user", "depends_on", option, line=n, group="g") for n, option in enumerate(("east", "west"), 1)]
    store = graph(*rows, ("site", "depends_on", "cdn user"))
    one = impact(store, [e("east")])
    assert (labels(one.breaks), labels(one.degrades)) == ([], ["cdn user", "site"])
    assert one.degrades[0].paths[0].steps[0].alternatives == ("west",)
    assert one.degrades[0].paths[0].steps[0].relation == "depends_on"
    both = impact(store, [e("east"), e("west")])
    assert (labels(both.breaks), labels(both.degrades)) == (["cdn user", "site"], [])
    assert all(s.entity.kind != "alternatives" for s in one.survives)


def test_disputed_and_retired_edges_say_so() -> None:
    store = graph(
        Said("a", "depends_on", "b", "x.md", 1),
        Said("a", "depends_on", "b", "y.md", 2, "negated", quote="A does not use B."),
        Said("c", "depends_on", "b", "x.md", 3),
        Said("c", "depends_on", "b", "y.md", 4, "past"),
    )
    steps = [one.paths[0].steps[0] for one in impact(store, [e("b")]).breaks]
    assert [step.status for step in steps] == [Status.DISPUTED, Status.RETIRED]
    assert [c.quote for c in steps[0].disputes] == ["A does not use B."]


def test_what_a_person_denied_is_the_reason_of_a_survivor() -> None:
    store = graph(("a", "depends_on", "b"), ("c", "depends_on", "d"))
    decide(store, "c", "depends_on", "a", "c was cut off from a")
    survivor = impact(store, [e("b")]).survives[0]
    assert (survivor.entity.label, survivor.reason) == ("c", "denied: c -depends_on-> a")
    citation = survivor.citations[0]
    assert (citation.document, citation.lines, citation.quote) == ("curation", (1, 1), "c was cut off from a")


def test_limits_hide_and_say_so(story: OxigraphStore) -> None:
    answer = impact(story, [e("valkey")], Limits(top=1))
    assert (len(answer.breaks), len(answer.survives)) == (1, 1)
    assert answer.counts == {"breaks": 2, "degrades": 1, "survives": 4}
    assert answer.hidden == {"breaks": 1, "survives": 3}
    assert impact(story, [e("valkey")], Limits(depth=1)).hidden == {"deeper": 2}


def test_start_from_an_alias(story: OxigraphStore) -> None:
    assert labels(impact(story, [NAMES.entity("Checkout")]).degrades) == ["mail"]


def test_needs(story: OxigraphStore) -> None:
    answer = needs(story, e("mail"))
    assert (labels(answer.hard), labels(answer.soft)) == ([], ["checkout", "session store", "pricing", "Valkey"])
    answer = needs(story, e("checkout"), Limits(paths=2))
    assert labels(answer.hard) == ["session store", "pricing", "Valkey"]
    assert chain(answer.hard[2]) == "checkout -depends_on-> session store -backed_by-> Valkey"
    assert answer.counts == {"hard": 3, "soft": 0}
    assert needs(story, e("checkout"), Limits(top=1)).hidden == {"hard": 2}


def test_why(story: OxigraphStore) -> None:
    forward = why(story, e("mail"), e("valkey"))
    assert (forward.reversed, [len(p) for p in forward.paths]) == (False, [3])
    backward = why(story, e("valkey"), e("mail"))
    assert backward.reversed
    assert backward.paths[0].steps[0].subject.label == "mail"
    assert why(story, e("invoices"), e("valkey")).paths == ()
    assert why(story, e("checkout"), e("shop-team")).paths[0].steps[0].relation == "owned_by"


@pytest.mark.parametrize(("one", "other"), [("c", "a"), ("a", "c")])
def test_why_tells_what_is_denied(one: str, other: str) -> None:
    store = graph(("a", "depends_on", "b"), Said("c", "depends_on", "a", "n.md", 4, "negated"))
    decide(store, "c", "backed_by", "a", "moved in May")
    answer = why(store, e(one), e(other))
    assert answer.paths == ()
    found = [(d.entity.label, d.reason, [str(c.document) for c in d.citations]) for d in answer.denied]
    assert found == [("c", "denied: c -backed_by-> a", ["curation"]), ("c", "denied: c -depends_on-> a", ["n.md"])]
    assert why(store, e("c"), e("b")).denied == ()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda s: impact(s, []), InputError),
        (lambda s: impact(s, ["urn:unknown"]), UnknownName),
        (lambda s: impact(s, [e("valkey")], Limits(paths=0)), InputError),
        (lambda s: impact(s, [e("valkey")], Limits(top=-1)), InputError),
        (lambda s: needs(s, e("valkey"), Limits(depth=0)), InputError),
        (lambda s: why(s, e("mail"), e("mail")), InputError),
    ],
)
def test_bad_input(story: OxigraphStore, call, error) -> None:
    with pytest.raises(error):
        call(story)


def test_an_edge_without_a_claim_is_no_answer(story: OxigraphStore) -> None:
    receipts = list(story.quads(None, iri(KG + "supportedBy"), None, iri(NAMES.inferred)))
    story.change(receipts, [])
    with pytest.raises(GraphError):
        impact(story, [e("valkey")])


THINGS = st.sampled_from("abcdef")
ROWS = st.lists(
    st.builds(
        Said, THINGS, st.sampled_from(["depends_on", "runs_on"]), THINGS, st.sampled_from(["x.md", "y.md"]),
        st.integers(1, 4), st.sampled_from(["asserted", "asserted", "optional", "negated"]),
    ),
    min_size=1, max_size=10,
)  # fmt: skip


@given(ROWS, st.randoms())
def test_everything_is_accounted_for_in_one_order(rows: list[Said], random) -> None:
    failed = e(rows[0].object)
    answer = impact(graph(*rows), [failed], Limits(paths=2))
    shuffled = list(rows)
    random.shuffle(shuffled)
    assert impact(graph(*shuffled), [failed], Limits(paths=2)) == answer
    _check_accounts(answer, graph(*rows), failed)


def _check_accounts(answer: Impact, store: OxigraphStore, failed: str) -> None:
    index = Index.load(store)
    found = {n: State(s) for n, s in enumerate(states(index, [index.number(failed)]).state) if s}
    for listed, state in ((answer.breaks, State.BROKEN), (answer.degrades, State.DEGRADED)):
        assert {one.entity.iri for one in listed} | ({failed} if state is State.BROKEN else set()) == {
            index.entities[n].iri for n in found if found[n] is state
        }
        for path in (path for one in listed for path in one.paths):
            assert path.steps[-1].object.iri == failed
    assert {s.entity.iri for s in answer.survives} == {
        entity.iri for n, entity in enumerate(index.entities) if n not in found
    }
