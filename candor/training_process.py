"""Training in its own process, so that answering never waits for it."""

from __future__ import annotations

import json
import os
import sys

from candor.settings import Settings


def training_command(company_key: str) -> list[str]:
    """Return the command line that retrains a company; use it with `training_environment`."""
    return [sys.executable, "-m", "candor", "train", "--company", company_key]


def training_environment(settings: Settings) -> dict[str, str]:
    """Return an environment that hands these settings, whatever file or option they came from, to another process."""
    dumped = settings.model_dump(mode="json")
    values = {f"CANDOR_{k.upper()}": v if isinstance(v, str) else json.dumps(v) for k, v in dumped.items()}
    return {**{k: v for k, v in os.environ.items() if not k.startswith("CANDOR_")}, **values}
