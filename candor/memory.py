"""How a server gives memory back that it needed for a moment only: while it starts, and while it loads a model."""

from __future__ import annotations

import ctypes
import sys
from typing import Any, Final

_MMAP_THRESHOLD, _ARENA_MAX = -3, -8  # of mallopt(3)
_LARGE: Final = 256 * 1024
_ARENAS: Final = 2


def keep_little() -> None:
    """Let blocks of 256 kB and more go back to the system once they are free, and threads share two pools of memory.

    By itself glibc takes to keeping ever larger blocks, and a pool for every thread. Does nothing elsewhere.
    """
    if library := _glibc():
        library.mallopt(_MMAP_THRESHOLD, _LARGE)
        library.mallopt(_ARENA_MAX, _ARENAS)


def give_back() -> None:
    """Give free memory back to the system; does nothing without glibc."""
    if library := _glibc():
        library.malloc_trim(0)


def _glibc() -> Any:
    """The C library where it is glibc, else None."""
    if not sys.platform.startswith("linux"):
        return None
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None
