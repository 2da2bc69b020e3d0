"""How many processes are worth starting on this machine."""

from __future__ import annotations

import os


def cores() -> int:
    """Return how many cores this process may use, at least 1."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def at_most_cores(jobs: int) -> int:
    """Return `jobs`, or the number of cores where that is less: more processes only take memory from each other."""
    return min(jobs, cores())
