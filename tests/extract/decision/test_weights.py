"""Weights: exact sums, a calibrated confidence, files of plain arrays."""

from __future__ import annotations

import numpy as np
import pytest

from kg.errors import InputError
from kg.extract.decision.training import Example, train
from kg.extract.decision.weights import SHIPPED, Thresholds, Weights


def test_what_ships_is_small_and_plain():
    weights = Weights.load()
    assert SHIPPED.stat().st_size < 3_000_000
    assert len(weights.values) > 500
    assert all(isinstance(value, int) for value in weights.values.values())


def test_a_file_comes_back_as_it_was(tmp_path):
    weights = Weights({"b": -3, "a": 700}, 5, 200, -7)
    weights.save(tmp_path / "reader.npz")
    again = Weights.load(tmp_path / "reader.npz")
    assert (again.values, again.bias, again.slope, again.offset) == ({"a": 700, "b": -3}, 5, 200, -7)
    assert again.hash == weights.hash


def test_each_feature_counts_once():
    weights = Weights({"a": 256, "b": -512})
    assert weights.total(["a", "a", "b", "unknown"]) == -256


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + bytes(18)])
def test_a_file_that_is_no_reader_is_told_in_one_line(tmp_path, content):
    (tmp_path / "reader.npz").write_bytes(content)
    with pytest.raises(InputError, match="reader"):
        Weights.load(tmp_path / "reader.npz")


def test_a_pickled_object_is_refused(tmp_path):
    np.savez(tmp_path / "reader.npz", names=np.array([{"a": 1}], object), values=np.zeros(1), constants=np.zeros(3))
    with pytest.raises(InputError):
        Weights.load(tmp_path / "reader.npz")


def test_a_missing_file_is_told():
    with pytest.raises(InputError, match="cannot be read"):
        Weights.load(SHIPPED.with_name("nothing.npz"))


@pytest.mark.parametrize(("asserted", "tentative"), [(0.1, 0.2), (1.5, 0.1), (0.5, -0.1)])
def test_thresholds_are_in_order(asserted, tentative):
    with pytest.raises(InputError):
        Thresholds(asserted, tentative)


def test_training_is_repeatable_and_learns():
    good = [Example(("framed", f"n{n % 3}"), n % 5 > 0, f"g{n}") for n in range(40)]
    bad = [Example(("vague", f"n{n % 3}"), n % 5 == 0, f"b{n}") for n in range(40)]
    one, other = train(good + bad), train(good + bad)
    assert (one.values, one.bias, one.slope, one.offset) == (other.values, other.bias, other.slope, other.offset)
    assert one.values["framed"] > 0 > one.values["vague"]
    assert 0.6 < one.confidence(["framed"]) < 0.95
