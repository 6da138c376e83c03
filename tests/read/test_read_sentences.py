"""Sentence ends; a bar marks where a sentence begins."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.text.sentences import sentences

ONE = [
    "The worker runs node.js in production.",
    "It needs v1.2 or later of the agent.",
    "Some stores, e.g. Redis, keep nothing.",
    "Some stores, e.g. redis, keep nothing.",
    "The primary, i.e. the writer, fails first.",
    "The gateway listens on 10.0.0.1 and nothing else.",
    "Edit config.yaml before the restart.",
    "See https://wiki.example.org/a.b/c?d=1 for more",
    "The licence is held by Acme Inc. and its partners.",
    "Acme Inc. Runtime is the vendor.",
    "Ask J. Smith about the queue.",
    "Ask J. R. Smith about the queue.",
    "Versions 1.2.x to 1.4.* work.",
    "Use >=2.0,<3.0 of the client.",
    "It waits ... then it retries.",
    "It waits... then it retries.",
    "The timeout is 2.5 seconds.",
    "It costs approx. 4 dollars an hour.",
    "Latency vs. Throughput is the question.",
    "Queues, caches, etc. are rebuilt.",
    "See fig. 3 for the layout.",
    "Use port no. 5432 here.",
    "Yahoo! is only an example.",
    "cf. RFC 9110 on caching.",
    "1. Install the agent",
    "The file .env is read at start.",
    "Dr. Jones owns the cluster.",
    "The U.S. region is the primary.",
    "No stop at all",
    "The ASP.NET service calls the API.",
]

SPLIT = [
    "Redis fails. |The cache is cold.",
    "Redis fails. |nginx serves stale pages.",
    "It runs node.js. |It needs Redis.",
    "It is v1.2. |It needs Redis.",
    "Edit config.yaml. |Restart the service.",
    "The address is 10.0.0.1. |The port is 80.",
    "Is Redis down? |Page the team.",
    "Redis is down! |Page the team.",
    "It stops. |`auth` calls it.",
    'It stops. |"Auth" calls it.',
    "It stops. |(The cache is cold.) |It waits.",
    "It said “stop.” |Then it stopped.",
    "Call `run()`. |It returns at once.",
    "Queues, caches, etc. |Then the rest follows.",
    "It is sold by Acme Inc. |The contract ends soon.",
    "This is plan B. |The other one failed.",
    "It failed and so on... |Redis was gone.",
    "It uses S3. |It uses SQS.",
    "Does it fail? |No. |It waits.",
    "It fails?! |Yes.",
    "It uses 90%. |It should use less.",
    "First block\n\n|second block",
    "It ends (see below). |Next one.",
    "1. Install it. |2. Start it.",
    "It is a cache [1]. |It is fast.",
    "It runs on C++. |It is old.",
]


@pytest.mark.parametrize("text", ONE)
def test_does_not_break_within(text: str) -> None:
    assert [text[start:end] for start, end in sentences(text)] == [text]


@pytest.mark.parametrize("marked", SPLIT)
def test_breaks_between(marked: str) -> None:
    text = marked.replace("|", "")
    assert [text[start:end] for start, end in sentences(text)] == [part.strip() for part in marked.split("|")]


@given(st.text(alphabet="aB1 .?!…\n\"')(`é\t,", max_size=60))
def test_covers_all_but_white_space(text: str) -> None:
    spans = sentences(text)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(text.split())
    assert all(one[1] <= two[0] for one, two in pairwise(spans))
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in spans)
