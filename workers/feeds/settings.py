"""How openings are fetched."""

from __future__ import annotations

from pydantic import Field

from openings.feeds.fetch import FetchLimits
from workers.settings import LONGEST_SECONDS, Section


class OpeningsSettings(Section):
    """What feeds of openings may cost, and whether they are fetched by themselves."""

    enabled: bool = True
    most_megabytes: float = Field(20, gt=0)
    timeout_seconds: float = Field(120, gt=0, le=LONGEST_SECONDS)
    allow_hosts: tuple[str, ...] = ()

    def limits(self) -> FetchLimits:
        """Return the limits of fetching one feed."""
        hosts = frozenset(host.lower() for host in self.allow_hosts)
        return FetchLimits(int(self.most_megabytes * 1_000_000), self.timeout_seconds, hosts)
