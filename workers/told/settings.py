"""How webhooks of the inbox are delivered."""

from __future__ import annotations

from pydantic import Field

from workers.settings import Section


class WebhookSettings(Section):
    """How long a receiver may take, and which hosts may have private addresses."""

    timeout_seconds: float = Field(10, gt=0, le=60)
    allow_hosts: tuple[str, ...] = ()

    @property
    def hosts(self) -> frozenset[str]:
        """The hosts as they are compared."""
        return frozenset(host.lower() for host in self.allow_hosts)
