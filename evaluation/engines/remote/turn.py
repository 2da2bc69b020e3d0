"""One evaluation at a time for each service: two that teach it at once would measure each other's intents."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path


@contextmanager
def turn(service: str) -> Iterator[None]:
    """Wait until no other process of this machine has the service, and keep it; it is freed with the process."""
    digest = blake2b(service.encode(), digest_size=8).hexdigest()
    path = Path(tempfile.gettempdir()) / f"candor-{os.getuid()}-{digest}.lock"
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
