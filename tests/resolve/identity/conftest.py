"""An office for each test, copied from one that was built once."""

from __future__ import annotations

import pytest

from tests.resolve.identity.desk import Desk


@pytest.fixture(scope="session")
def office(tmp_path_factory):
    return Desk(tmp_path_factory.mktemp("office"))


@pytest.fixture
def desk(office, tmp_path):
    return office.copy(tmp_path)
