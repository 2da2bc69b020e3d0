"""Only public addresses are gone to, whatever they hide behind."""

from __future__ import annotations

import pytest

from network.addresses import AddressRefused, checked_url, is_public

NOT_PUBLIC = """0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.1.1 172.16.0.1 192.168.1.1 192.0.2.1 198.18.0.1 224.0.0.1
240.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1 ::127.0.0.1 2002:7f00:1::
64:ff9b::a00:1 fe80::1%eth0"""


@pytest.mark.parametrize("address", NOT_PUBLIC.split())
def test_an_address_that_is_not_of_the_open_internet_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "::ffff:8.8.8.8"])
def test_an_address_of_the_open_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url", ["", "jobs.example", "http://", "http://[::1", "http://a b/", "http://x:99999/", "//x/"]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(AddressRefused):
        checked_url(url)


NOT_PUBLIC_BY_NAME = """http://localhost/ http://LOCALHOST.:8080/x http://jobs.localhost/ http://printer.local/ http://vault.internal/
http://router.home.arpa/ http://intranet/hook http://127.1/ http://2130706433/ http://0x7f.1/ http://0177.0.0.1/
http://[fe80::1]/ http://[::ffff:10.0.0.1]/ http://10.0.0.1./"""


@pytest.mark.parametrize("url", NOT_PUBLIC_BY_NAME.split())
def test_what_leads_to_no_public_address_anywhere_is_refused_before_it_is_resolved(url: str) -> None:
    with pytest.raises(AddressRefused, match=r"^private_address "):
        checked_url(url)


@pytest.mark.parametrize("url", ["https://jobs.example/", "https://localhost.example/", "https://local.jobs.example./"])
def test_a_name_that_may_be_public_is_left_to_its_resolution(url: str) -> None:
    assert checked_url(url) == url


@pytest.mark.parametrize("url", ["http://LocalHost:8080/", "http://intranet./hook", "http://10.0.0.1/"])
def test_hosts_of_the_own_network_are_taken_where_they_are_allowed(url: str) -> None:
    assert checked_url(url, {"localhost", "intranet", "10.0.0.1"}) == url
