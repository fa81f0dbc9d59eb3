"""After each test every connection that it opened is closed."""

from collections.abc import Iterator

import pytest

from tests.server.helping import CLIENTS


@pytest.fixture(autouse=True)
def _connections() -> Iterator[None]:
    yield
    while CLIENTS:
        CLIENTS.pop().close()
