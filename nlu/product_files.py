"""Where the files that come with the product are: in a checkout at its root, in a wheel below the package `candor`."""

from __future__ import annotations

from pathlib import Path

_ABOVE = Path(__file__).parent.parent
_IN_WHEEL = _ABOVE / "candor" / "product_files"

ROOT = _IN_WHEEL if _IN_WHEEL.is_dir() else _ABOVE
DATA_FOLDER = ROOT / "data"
