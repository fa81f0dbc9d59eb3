"""Origins that are no addresses are another site's, not a fault of ours."""

import pytest
from starlette.datastructures import Headers

from stolik.web.guard import hostname, same_origin


@pytest.mark.parametrize("origin", ["http://[::1", "http://[x]", "//", "null", "", "http://ours@evil"])
def test_an_origin_that_is_no_address_is_not_ours(origin: str) -> None:
    assert not same_origin(Headers({"origin": origin}), "ours")
    assert not same_origin(Headers({"origin": origin}), "")


@pytest.mark.parametrize("host", ["", "[::1", "[x]", "\uff03", ":", "@"])
def test_a_host_that_is_none_has_no_name(host: str) -> None:
    assert hostname(host) == ""
