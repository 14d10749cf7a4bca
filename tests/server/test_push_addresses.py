"""Which addresses are taken for those of push services."""

import pytest

from parlour.server.push.endpoint import endpoint_of, is_public

PRIVATE = [
    *("127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "0.0.0.0", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1"),
    *("255.255.255.255", "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1"),
    *("ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254"),
    *("64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2002:c0a8:101::", "2001:db8::1"),
    *("::7f00:1", "2001:0:7f00:1::"),
]
PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]


@pytest.mark.parametrize("address", PRIVATE)
def test_an_address_that_is_not_of_the_open_internet(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC)
def test_an_address_of_the_open_internet(address: str) -> None:
    assert is_public(address)


def test_loopback_is_public_for_tests_alone() -> None:
    assert is_public("127.0.0.1", loopback=True)
    assert is_public("::1", loopback=True)
    assert not is_public("10.0.0.1", loopback=True)


@pytest.mark.parametrize(
    "url",
    [
        "http://push.example/x",
        "ftp://push.example/x",
        "https:/push.example",
        "https://",
        "https://user@push.example/x",
        "https://user:word@push.example/x",
        "https://push.example:8443/x",
        "https://push.example:0x1bb/x",
        "https://[::1]/x",
        "https://push.example/x#y",
        "https://push.example/x y",
        "https://push.example/x\r\nHost: other",
        "https://push_example/é",
        "https://push.example/" + "x" * 1_000,
    ],
)
def test_what_is_no_endpoint(url: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        endpoint_of(url)


def test_an_endpoint_in_parts() -> None:
    found = endpoint_of("https://Push.Example/a/b?c=d")
    assert (found.host, found.port, found.path) == ("push.example", 443, "/a/b?c=d")
    assert found.origin == "https://push.example"
