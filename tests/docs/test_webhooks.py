"""The check that docs/webhooks.md gives to receivers takes what is sent, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from tests.docs.document import block
from workers.outbox.webhook import signed_at

BODY = '{"text": "Grüße"}'.encode()


def test_the_documented_check_takes_only_what_is_genuine_and_fresh() -> None:
    given: dict[str, Any] = {}
    exec(block("webhooks.md", "import hashlib"), given)  # the document's own code
    is_genuine, now = given["is_genuine"], datetime.now(UTC)
    headers = signed_at(BODY, "secret", now)
    assert is_genuine(headers, BODY, "secret")
    assert not is_genuine(headers, BODY, "another")
    assert not is_genuine(headers, BODY + b" ", "secret")
    assert not is_genuine(signed_at(BODY, "secret", now - timedelta(minutes=6)), BODY, "secret")
    later = headers | {"X-Candor-Timestamp": str(int(headers["X-Candor-Timestamp"]) + 1)}
    assert not is_genuine(later, BODY, "secret")
