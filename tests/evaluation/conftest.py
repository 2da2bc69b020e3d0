"""What several evaluation tests need: the public data sets that the repository does not ship."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_MISSING = (
    "CANDOR_DATA is not set: point it to a folder with hint3/ (github.com/hellohaptik/HINT3), clinc150/, banking77/ "
    "and nexcv/ (cases of the reference implementation) to compare with published data"
)


@pytest.fixture(scope="session")
def candor_data() -> Path:
    """The folder of public data; without it a user's run skips and says why, and CI fails."""
    folder = os.environ.get("CANDOR_DATA")
    if folder:
        return Path(folder)
    if os.environ.get("CI") == "true":
        pytest.fail(_MISSING)
    pytest.skip(_MISSING)
