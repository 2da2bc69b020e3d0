"""What an operator can set about the web channel."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rate_limit import Rate
from storage.companies.company_settings import Usual, as_made

THIRTY_DAYS = 30 * 24 * 3600
CONVERSATION_RATE = Rate(burst=60, per_second=2.0)
ADDRESS_RATE = Rate(burst=600, per_second=60.0)
OPENING_RATE = Rate(burst=120, per_second=2.0)


@dataclass(frozen=True, slots=True)
class WebSettings:
    """Limits of the web channel; sizes in bytes, times in seconds.

    Behind a trusted proxy `request.remote` and `request.scheme` must be the visitor's own before the channel sees the
    request. `conversation_rate`, `address_rate`: messages of one conversation and of one address;
    `opening_rate`: new conversations of one address. Loopback addresses have no address limit: they are the operator
    or a local proxy, behind which all candidates would share one bucket. `usual`: the settings of companies that have
    none of their own, such as the origins whose pages may embed their chat.
    """

    max_body_bytes: int = 131_072
    upload_bytes: int = 5 * 1024 * 1024
    conversation_rate: Rate = CONVERSATION_RATE
    address_rate: Rate = ADDRESS_RATE
    opening_rate: Rate = OPENING_RATE
    cookie_max_age: int = THIRTY_DAYS
    socket_heartbeat: float = 30.0
    socket_send_timeout: float = 10.0
    socket_hello_timeout: float = 10.0
    socket_refresh: float = 60.0
    sockets_per_conversation: int = 8
    sockets_per_address: int = 192
    sockets_in_all: int = 10_000
    usual: Usual = as_made
