"""The defaults that README.md names are those of config.yaml."""

from __future__ import annotations

import re
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
NAMED = re.findall(r"^\| `([a-z_.]+)` \| `([^`]+)` \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("key", "default"), NAMED)
def test_a_default_in_the_readme_is_that_of_the_settings_file(key: str, default: str) -> None:
    settings: Any = yaml.safe_load((ROOT / "config.yaml").read_text(encoding="utf-8"))
    assert str(reduce(lambda found, name: found[name], key.split("."), settings)) == default


def test_the_readme_names_the_defaults_that_matter_first() -> None:
    assert len(NAMED) >= 6
