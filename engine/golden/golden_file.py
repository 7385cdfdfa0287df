"""The bytes of a file in a golden folder, or that it is not there."""

from __future__ import annotations

import errno
from pathlib import Path


def file_bytes(path: Path) -> bytes | None:
    """Read a file; None when it is not there.

    OSError also for a pipe, a socket or a device, where reading would wait for another program.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        raise OSError(errno.EINVAL, "it is a pipe, a socket or a device", str(path))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
