"""How applications are taken and delivered."""

from __future__ import annotations

from pydantic import Field

from workers.settings import Section


class ApplicationsSettings(Section):
    """What a file may weigh, and how long a company's system may take to answer."""

    most_megabytes: int = Field(5, ge=1, le=20)
    timeout_seconds: float = Field(30, gt=0, le=120)
