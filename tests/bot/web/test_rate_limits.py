"""Too many requests are slowed down: per conversation and per address."""

from __future__ import annotations

from bot.channels.web import Rate
from bot.rate_limit import RateLimit
from tests.bot.web.conftest import Connect, error_code, opens

BEHIND_PROXY = {"X-Forwarded-For": "203.0.113.7, 198.51.100.4"}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_refills_at_its_rate() -> None:
    clock = Clock()
    limit = RateLimit(Rate(burst=3, per_second=2.0), clock=clock)
    assert [limit.take("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    clock.now = 0.5
    assert [limit.take("a"), limit.take("a")] == [0.0, 0.5]
    clock.now = 60.0
    assert [limit.take("a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_full_buckets_are_forgotten() -> None:
    clock = Clock()
    limit = RateLimit(Rate(burst=1, per_second=1.0), clock=clock, sweep_at=10)
    for number in range(1000):
        clock.now += 0.5
        limit.take(str(number))
    assert len(limit) <= 11


def test_a_burst_of_zero_switches_the_limit_off() -> None:
    limit = RateLimit(Rate(burst=0, per_second=0.0))
    assert not any(limit.take("a") for _ in range(1000))


async def test_a_conversation_that_asks_too_fast_is_told_to_wait(connect: Connect) -> None:
    client = await connect(conversation_rate=Rate(burst=2, per_second=0.1))
    ada, bob = await opens(client), await opens(client)
    assert [(await ada.says("Hi", client_id=str(n))).status for n in range(2)] == [200, 200]
    response = await ada.says("Hi", client_id="3")
    assert (response.status, await error_code(response)) == (429, "too_many_requests")
    assert 1 <= int(response.headers["Retry-After"]) <= 10
    assert (await bob.says("Hi")).status == 200


async def test_a_wrong_token_does_not_use_up_the_conversations_bucket(connect: Connect) -> None:
    ada = await opens(await connect(conversation_rate=Rate(burst=1, per_second=0.1)))
    for _ in range(3):
        await ada.post({"client_id": "m", "text": "Hi"}, Authorization="Bearer guess")
    assert (await ada.says("Hi")).status == 200


async def test_an_address_that_opens_too_many_conversations_is_told_to_wait(connect: Connect) -> None:
    client = await connect(behind_proxy=True, opening_rate=Rate(burst=1, per_second=0.1))
    path = "/api/v1/companies/demo/conversations"
    first = await client.post(path, json={}, headers=BEHIND_PROXY)
    second = await client.post(path, json={}, headers=BEHIND_PROXY)
    # Only what the proxy itself added counts: a client can write anything before it.
    disguised = await client.post(path, json={}, headers={"X-Forwarded-For": "192.0.2.1, 198.51.100.4"})
    other = await client.post(path, json={}, headers={"X-Forwarded-For": "198.51.100.5"})
    assert [response.status for response in (first, second, disguised, other)] == [201, 429, 429, 201]


async def test_without_a_trusted_proxy_the_forwarded_address_means_nothing(connect: Connect) -> None:
    client = await connect(opening_rate=Rate(burst=1, per_second=0.1))
    path = "/api/v1/companies/demo/conversations"
    statuses = [(await client.post(path, json={}, headers=BEHIND_PROXY)).status for _ in range(3)]
    assert statuses == [201, 201, 201]  # the loopback address has no limit of its own


async def test_an_address_that_writes_too_much_is_told_to_wait(connect: Connect) -> None:
    client = await connect(behind_proxy=True, address_rate=Rate(burst=1, per_second=0.1))
    ada, bob = await opens(client), await opens(client)
    first = await ada.post({"client_id": "1", "text": "Hi"}, **BEHIND_PROXY)
    second = await bob.post({"client_id": "1", "text": "Hi"}, **BEHIND_PROXY)
    assert [first.status, second.status] == [200, 429]
