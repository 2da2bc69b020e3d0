"""Whether the newest of a series of nightly evaluations is worse than usual."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

NIGHTS: Final = 7
"""How many nights before the newest say what is usual."""

FEWEST: Final = 3
"""With fewer nights nothing is usual yet."""

Night = Sequence[Mapping[str, Any]]
"""The settings of one night as nex-cv writes them: min_category_size, other_min_prop, accuracy {mean, low, high}."""


@dataclass(frozen=True, slots=True)
class Drift:
    """One setting whose accuracy `now` lies below `low`, the lower end of the usual night's interval, by too much."""

    min_category_size: int
    other_min_prop: float
    now: float
    usual: float
    low: float

    def to_dict(self) -> dict[str, object]:
        """Return the drift as JSON values."""
        return asdict(self)


def drifts(nights: Sequence[Night], tolerance: float) -> list[Drift]:
    """Return the settings that drifted in the last of the nights, oldest first.

    The usual night of a setting is the one with the median mean accuracy among the `NIGHTS` nights before the last (the
    lower one of two in the middle). The setting drifted when the last mean is below the lower end of that night's 95 %
    interval by more than `tolerance`, a share in [0, 1]. Nights without the setting, or without an interval, are
    passed over; at least `FEWEST` must remain.
    """
    if not nights:
        return []
    found = (_drift(setting, nights[-NIGHTS - 1 : -1], tolerance) for setting in nights[-1])
    return [drift for drift in found if drift is not None]


def begins_to_drift(nights: Sequence[Night], tolerance: float) -> list[Drift]:
    """Return what `drifts` does, without the settings that had drifted the night before: worth telling once."""
    told = {_key(drift.to_dict()) for drift in drifts(nights[:-1], tolerance)}
    return [drift for drift in drifts(nights, tolerance) if _key(drift.to_dict()) not in told]


def _drift(setting: Mapping[str, Any], before: Sequence[Night], tolerance: float) -> Drift | None:
    earlier = [each["accuracy"] for night in before for each in night if _key(each) == _key(setting)]
    known = sorted((a for a in earlier if a["low"] is not None), key=lambda accuracy: accuracy["mean"])
    now = setting["accuracy"]["mean"]
    if len(known) < FEWEST or now is None:
        return None
    usual = known[(len(known) - 1) // 2]
    if now >= usual["low"] - tolerance:
        return None
    return Drift(setting["min_category_size"], setting["other_min_prop"], now, usual["mean"], usual["low"])


def _key(setting: Mapping[str, Any]) -> tuple[Any, Any]:
    return setting["min_category_size"], setting["other_min_prop"]
